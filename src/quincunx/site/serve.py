"""Serves a site on this machine, as any static host does."""

import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from quincunx.core.render import say
from quincunx.site import words

HERE = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a site; for addresses that only the page knows, the page."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self) -> Any:
        """The file of the address, or the page."""
        if not Path(self.translate_path(self.path)).exists():
            self.path = "/404.html"
        return super().send_head()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base's name
        """Log no requests."""


def site_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of a site, on a free port unless one is named."""
    return ThreadingHTTPServer((HERE, port), partial(Handler, directory=str(folder)))


def serve_site(folder: Path) -> None:
    """Serve a site and open it in the browser, until Ctrl-C."""
    with site_server(folder) as server:
        url = f"http://{HERE}:{server.server_port}"
        sys.stdout.write(f"{say(words.OPEN(url=url))}\n")
        sys.stdout.flush()
        webbrowser.open(url)
        server.serve_forever()
