"""The HTTP application: requests, documents, the files of the page."""
