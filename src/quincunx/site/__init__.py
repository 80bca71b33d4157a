"""The page without a server: the hall's tables in a Web Worker, and what writes such a site."""
