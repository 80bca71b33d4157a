"""Browsers that other people have: Firefox by WebDriver BiDi, WebKit by WebDriver, with the little that tests need."""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tests.web.drive import free_port

START_S = 90
"""A busy machine is no failure."""
WIDTH, HEIGHT = 1280, 800


class OtherBrowser(Protocol):
    """What the tests ask of a browser."""

    def go(self, url: str) -> None:
        """Open a page."""

    def run(self, expression: str) -> Any:
        """The value of an expression in the page."""

    def errors(self) -> list[str]:
        """What went wrong in the page since it was opened."""


class Firefox:
    """Debian's firefox-esr, over its own BiDi socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._errors: list[str] = []
        self._call("session.new", {"capabilities": {}})
        self._context = self._call("browsingContext.getTree", {})["contexts"][0]["context"]
        self._call("session.subscribe", {"events": ["log.entryAdded"]})
        size = {"width": WIDTH, "height": HEIGHT}
        self._call("browsingContext.setViewport", {"context": self._context, "viewport": size})

    def go(self, url: str) -> None:
        self._errors.clear()
        self._call("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    def run(self, expression: str) -> Any:
        wanted = {"expression": f"JSON.stringify({expression}) ?? 'null'", "awaitPromise": True}
        found = self._call("script.evaluate", wanted | {"target": {"context": self._context}})
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def errors(self) -> list[str]:
        self.run("1")  # whatever was said before has come by now
        return list(self._errors)

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=START_S))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self._errors.append(message["params"]["text"])
            if message.get("id") == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]


class WebKit:
    """WebKitGTK's MiniBrowser, over WebKitWebDriver."""

    NOTE = "window.__errors ??= (addEventListener('error', e => __errors.push(String(e.message))), [])"

    def __init__(self, url: str, binary: str) -> None:
        self._url = url
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = f"/session/{self._call('POST', '/session', wanted)['sessionId']}"
        self._call("POST", f"{self._session}/window/rect", {"width": WIDTH, "height": HEIGHT})

    def go(self, url: str) -> None:
        self._call("POST", f"{self._session}/url", {"url": url})
        self.run(self.NOTE)

    def run(self, expression: str) -> Any:
        wanted = {"script": f"return JSON.stringify({expression}) ?? 'null'", "args": []}
        return json.loads(self._call("POST", f"{self._session}/execute/sync", wanted))

    def errors(self) -> list[str]:
        found: list[str] = self.run("window.__errors")
        return found

    def picture(self) -> str:
        """The page as a PNG in base 64."""
        drawn: str = self._call("GET", f"{self._session}/screenshot")
        return drawn

    def close(self) -> None:
        self._call("DELETE", self._session)

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=START_S) as answer:
            return json.load(answer)["value"]


def missing() -> list[str]:
    """The programs that are not there."""
    return [name for name in ("firefox-esr", "WebKitWebDriver", "Xvfb") if shutil.which(name) is None]


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox of its own."""
    said = folder / "firefox.log"
    words = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with said.open("wb") as log, _running([*words, "about:blank"], log, HOME=str(folder)) as process:
        address = _wait_for(said, r"listening on (ws://\S+)", process)
        with connect(f"{address}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A WebKit of its own, on a screen that nobody sees."""
    binary = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    said, port = folder / "xvfb.log", free_port()
    with said.open("wb") as log, (folder / "display").open("wb") as display:
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
        with _running(screen, log, display) as server:
            number = _wait_for(folder / "display", r"(\d+)\n", server)
            words = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
            where = {"DISPLAY": f":{number}", "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
            with _running(words, log, **where):
                browser = WebKit(_answering(f"http://127.0.0.1:{port}"), str(binary))
                try:
                    yield browser
                finally:
                    browser.close()


@contextlib.contextmanager
def _running(words: list[str], log: Any, out: Any = None, **more: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(words, stdout=out or log, stderr=log, env={**os.environ, **more})
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(file: Path, pattern: str, process: "subprocess.Popen[bytes]") -> str:
    end = time.monotonic() + START_S
    while (found := re.search(pattern, file.read_text(errors="replace"))) is None:
        if time.monotonic() > end or process.poll() is not None:
            raise RuntimeError(f"{process.args!r}: {file.read_text(errors='replace')[-2000:]}")
        time.sleep(0.1)
    return found[1]


def _answering(url: str) -> str:
    end = time.monotonic() + START_S
    while True:
        try:
            with urlopen(f"{url}/status", timeout=5):
                return url
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
