"""The page without a server: the hall's tables in a Web Worker, and the writer of such a site."""
