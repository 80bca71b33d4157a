"""The sentences of `quincunx site`."""

from quincunx.core.messages import Sentence

WRITTEN = Sentence("site.written", "The site is in {folder}: {files} files; a visitor loads {size} MB, once.")
OPEN = Sentence("site.open", "The site is open: {url}   (Ctrl-C closes it)")
NOT_EMPTY = Sentence("site.not_empty", "{folder} has other files: name an empty or a new folder")
NO_PAGE = Sentence("site.no_page", "the page has not been built into this installation")
NO_RUNTIME = Sentence(
    "site.no_runtime",
    "Python for the browser is not installed: python web/build.py --runtime downloads it, make site runs that",
)
