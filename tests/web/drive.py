"""A hall as a process, a real browser, and people who play through the page."""

import asyncio
import contextlib
import io
import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Playwright, Response
from rich.console import Console

from quincunx.client.terminal import join
from quincunx.games import GAMES as SPECS
from quincunx.games import game as find_game
from quincunx.server.config import STATIC
from tests.web.gamepage import page_of

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Size(NamedTuple):
    """A browser's window as people have them."""

    name: str
    width: int
    height: int
    touch: bool = False
    scale: float = 1
    """Pixels of the screen for one of the page."""


DESKTOP = Size("desktop", 1280, 800)
PHONE = Size("phone", 390, 844, touch=True)
SMALL_PHONE = Size("small", 360, 640, touch=True)
LANDSCAPE = Size("landscape", 844, 390, touch=True)
LARGE_PRINT = Size("zoomed", 640, 400, scale=2)
"""A desktop at 200 %."""
SIZES = (SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP, LARGE_PRINT)
GAMES = tuple(spec.slug for spec in SPECS)


def mostly(*games: str) -> list[Any]:
    """Every game as a parameter; those that are not named only in `make test-all`."""
    return [one if one in games else pytest.param(one, marks=pytest.mark.slow) for one in GAMES]


MOST_SEATS = {spec.slug: spec.seats[-1] for spec in SPECS}
COMPANY = {slug: min(4, most) for slug, most in MOST_SEATS.items()}
"""Seats of a table with some others at it."""
PATIENCE = 40_000
"""Milliseconds; a busy machine is no failure."""


SEEDED = "tests.web.seeded"
"""The program of a hall whose dice depend on what players add alone."""
ENTROPY_BYTES = 16
SAME_LUCK = f"""
const byChance = crypto.getRandomValues.bind(crypto)
crypto.getRandomValues = (bytes) => (bytes.length === {ENTROPY_BYTES} ? (bytes.set(%s), bytes) : byChance(bytes))
"""

HURRIED = """
const slowly = window.setTimeout
window.setTimeout = (work, ms, ...rest) => slowly(work, ms < 5000 ? ms / 20 : ms, ...rest)
"""
"""Makes a page wait a twentieth of what it waits between attempts; what it allows the hall for an answer stays."""


@dataclass
class Hall:
    """A hall in a process of its own, which can be killed and started again on the same store."""

    folder: Path
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None
    static: Path = STATIC
    games: tuple[str, ...] = ()
    """Modules of games beside ours."""
    program: str = "tests.hall"
    builder: str = "none"
    """The module that builds tables of solved games."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.port = self.port or free_port()
        store = f"sqlite:///{self.folder / 'hall.sqlite'}"
        command = [sys.executable, "-m", self.program, "--db", store, "--port", str(self.port), "--unlimited"]
        command += ["--static", str(self.static), "--builder", self.builder]
        for name in self.games:
            command += ["--game", name]
        with (self.folder / "hall.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + 40
        while not self._answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError((self.folder / "hall.log").read_text())
            time.sleep(0.05)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), urlopen(f"{self.url}/health", timeout=2) as answer:
            return bool(answer.status == 200)
        return False

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def open_table(self, game: str, seats: int, bots: list[str], **fields: Any) -> dict[str, Any]:
        """A table with its first seat taken: {table, seat, token}."""
        wanted = {"game": game, "seats": seats, "name": "Ann", "bots": bots, "settings": {"pace": 0}, **fields}
        return self._post("/api/tables", wanted)

    def sit_down(self, table: str, name: str) -> dict[str, Any]:
        """A seat for somebody who never comes: {table, seat, token}."""
        return self._post(f"/api/tables/{table}/seats", {"name": name})

    def _post(self, path: str, wanted: dict[str, Any]) -> dict[str, Any]:
        request = Request(f"{self.url}{path}", json.dumps(wanted).encode(), {"content-type": "application/json"})
        with urlopen(request) as answer:
            given: dict[str, Any] = json.load(answer)
        return given


class Site:
    """A site without a hall, sent by a server that can be stopped."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self._server = server
        self.port = server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = Thread(target=server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """As if the network were off: nothing is sent any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def unhurried(game: str) -> dict[str, int]:
    """Settings of a table at which bots act at once in turn, and leave all the time there is in a race."""
    return {"pace": 60_000 if find_game(game).race else 0}


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What the program may be called; the first, which has no windows, takes a quarter less of the processor."""


def find_chromium() -> str | None:
    """The system's Chromium, if there is one."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextlib.contextmanager
def launched(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """The system's Chromium."""
    browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Person:
    """Someone with a browser of their own, who notices everything that goes wrong in it."""

    hall: Hall | Site
    context: BrowserContext
    page: Page
    troubles: list[str] = field(default_factory=list)
    calm: bool = True
    """Set to false while the hall is down: then failed connections are no trouble."""

    def watch(self) -> None:
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("requestfailed", self._on_failed)
        self.page.on("response", self._on_response)
        self.page.on("request", lambda request: self._on_address(request.url))
        self.page.on("websocket", lambda line: self._on_address(line.url))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and self.calm:
            self.troubles.append(f"console {message.type}: {message.text}")

    def _on_failed(self, request: Any) -> None:
        # A page that is left takes its open requests with it.
        if self.calm and request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.url} {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and self.calm:
            self.troubles.append(f"{response.status}: {response.url}")

    def _on_address(self, url: str) -> None:
        if not re.match(rf"(https?|wss?)://127\.0\.0\.1:{self.hall.port}/|data:|blob:", url):
            self.troubles.append(f"foreign host: {url}")

    def open_table(self, game: str, seats: int, bots: list[str], **fields: Any) -> dict[str, Any]:
        """A table at this person's hall with its first seat taken: {table, seat, token}."""
        assert isinstance(self.hall, Hall)
        return self.hall.open_table(game, seats, bots, **fields)

    def visit(self, path: str = "/") -> None:
        self.page.goto(self.hall.url + path)

    def take_seat_of(self, given: dict[str, Any]) -> None:
        """Comes to a table by the link that holds the seat."""
        self.visit(f"/t/{given['table']}#{given['token']}")
        self.page.wait_for_selector(".bar, .entry, .waiting", timeout=PATIENCE)

    def axe(self, *rules: str) -> list[str]:
        """Serious and critical findings on the page as it is, by these rules or by all."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        wanted = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        found = self.page.evaluate("async (wanted) => (await axe.run(document, wanted)).violations", wanted)
        return [
            f"{one['impact']} {one['id']}: {', '.join(str(node['target'][0]) for node in one['nodes'][:4])}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    def sideways(self) -> int:
        """How many pixels the page can be scrolled to the side; room left for a scrollbar is none."""
        page = "document.documentElement"
        width: int = self.page.evaluate(f"Math.max(0, {page}.scrollWidth - {page}.clientWidth)")
        return width

    def close(self) -> None:
        self.context.close()


def person(
    browser: Browser,
    hall: Hall | Site,
    *,
    size: Size = DESKTOP,
    theme: str = "light",
    name: str = "Ann",
    luck: str | None = None,
    **settings: Any,
) -> Person:
    """A new person; settings are those of the page (`speed="instant"` by default).

    `luck` is what the browser adds to the dice: in a hall with a fixed seed the same luck has the same dice.
    """
    chosen = json.dumps({"speed": "instant", "motion": "reduced", "language": "en", **settings})
    context = browser.new_context(
        viewport={"width": size.width, "height": size.height},
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=size.touch,
        is_mobile=size.touch,
        device_scale_factor=size.scale,
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        f"if (!localStorage['quincunx.settings']) {{ localStorage['quincunx.settings'] = {json.dumps(chosen)};"
        f" localStorage['quincunx.name'] = {json.dumps(json.dumps(name))} }}"
    )
    if luck is not None:
        context.add_init_script(SAME_LUCK % json.dumps(list(sha256(luck.encode()).digest()[:ENTROPY_BYTES])))
    someone = Person(hall, context, context.new_page())
    someone.watch()
    return someone


# Playing through the boards, or beside them


QUIET_LOOKS = 15
"""How often nothing may be under way, 50 ms apart, before everything has been sent: a script that has come asks for
what it imports."""


class Scale:
    """Weighs what a page is sent from now on."""

    def __init__(self, someone: Person) -> None:
        self._page = someone.page
        self._under_way: set[str] = set()
        self._bytes = 0.0
        line = someone.context.new_cdp_session(someone.page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", lambda event: self._under_way.add(event["requestId"]))
        line.on("Network.loadingFailed", lambda event: self._under_way.discard(event["requestId"]))
        line.on("Network.loadingFinished", self._take)

    def _take(self, event: dict[str, Any]) -> None:
        self._under_way.discard(event["requestId"])
        self._bytes += event["encodedDataLength"]

    def kib(self) -> float:
        """KiB with headers, once nothing more comes."""
        quiet = 0
        while quiet < QUIET_LOOKS:
            self._page.wait_for_timeout(50)
            quiet = 0 if self._under_way else quiet + 1
        return self._bytes / 1024


def let_bot_play(someone: Person) -> Thread:
    """A bot plays for someone, as `quincunx join` does, with the seat that their page has, until the match is over."""
    link = someone.page.url.partition("#")[0]
    token = someone.page.evaluate("id => JSON.parse(localStorage['quincunx.seats'])[id].token", link.split("/")[-1])
    playing = join(f"{link}#{token}", "", False, input, Console(file=io.StringIO()), "greedy")
    thread = Thread(target=asyncio.run, args=[playing], daemon=True)
    thread.start()
    return thread


def ready(page: Page) -> bool:
    """Waits until it is our turn; false when the match is over."""
    page.wait_for_selector(".bar.mine:not(.busy), .over", timeout=PATIENCE)
    return not page.query_selector(".over")


def play(page: Page, game: str, turns: int = 2000) -> int:
    """Plays until the match is over or for so many decisions; how many there were."""
    for made in range(turns):
        if not ready(page):
            return made
        before = fingerprint(page)
        page_of(game).play(page)
        # What was done shows, or is on its way to the hall, for which the next turn waits; nothing to do shows nothing.
        with contextlib.suppress(Error):
            page.wait_for_function("was => window.__seen() !== was", arg=before, timeout=3000, polling=10)
    return turns


def fingerprint(page: Page) -> str:
    """What the table shows, as one text: it changes with every step."""
    page.evaluate(
        "window.__seen ??= () => (document.querySelector('.bar')?.className ?? '')"
        " + (document.querySelector('.play')?.innerText ?? '')"
        " + document.querySelectorAll('.lit, .chosen, .kept, .can').length"
        " + (document.querySelector('.over') ? 'over' : '')"
    )
    text: str = page.evaluate("window.__seen()")
    return text


def log_of(someone: Person) -> Locator:
    return someone.page.locator(".side-log li")
