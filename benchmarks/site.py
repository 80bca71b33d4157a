"""The page without a server in Chromium: what a visitor is sent, how soon one plays, and how long `expert` takes.

Times on a busy machine are longer, so the first board is held against Python alone, started in the same browser just
before, and of a decision the browser's processor time is measured.
"""

import contextlib
import os
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.cluster import used
from benchmarks.measuring import Row, median_ratio
from benchmarks.page import TO_THE_FIRST_ROLL, every_core
from quincunx.site.build import write_site
from quincunx.site.serve import site_server
from tests.web.drive import Site, find_chromium, launched, person

MEGABYTE = 1_000_000
MOST_MB = 8
MOST_STARTS = 3
"""The first board may take so many times as long as the bare start of Python."""
DECISION_MS = 300
SLOWER = 4
"""How many times slower than this machine a phone is taken to be."""
PATIENCE = 900_000

WORKER = "bench.js"
"""Starts Python alone; then, if it is asked, lets `expert` decide."""
SCRIPT = """
const start = performance.now()
const { loadPyodide } = await import('/engine/pyodide.mjs')
const python = await loadPyodide({ indexURL: location.origin + '/engine/' })
postMessage(performance.now() - start)
onmessage = async ({ data }) => {
  const bytes = async (name) => (await fetch('/engine/' + name)).arrayBuffer()
  python.unpackArchive(await bytes('msgspec.whl'), 'wheel')
  python.unpackArchive(await bytes('engine.zip'), 'zip', { extractDir: '/engine' })
  postMessage(python.runPython(data))
}
"""
TO_PYTHON = f"""() => new Promise((done, failed) => {{
  window.python = new Worker('/{WORKER}', {{ type: 'module' }})
  window.python.onmessage = ({{ data }}) => done(data)
  window.python.onerror = (error) => failed(error.message)
}})"""
ASK_PYTHON = """(program) => new Promise((done) => {
  window.python.onmessage = ({ data }) => done(data)
  window.python.postMessage(program)
})"""
DECIDING = """
import sys
sys.path.insert(0, '/engine')
from time import perf_counter
from quincunx.bots import bot_key, choose
from quincunx.core.match import Match
from quincunx.games import GAMES
from quincunx.site.knowledge import bots_of, give

def once(spec, match, seat, legal):
    key, begun = bot_key(1, len(match), seat), perf_counter()
    choose(spec, 'expert', match.view(seat), seat, legal, key)
    return perf_counter() - begun

slowest, worst = 0.0, ()
for spec in GAMES:
    give(spec)
    if 'expert' not in bots_of(spec, knows=len(spec.knowledge) > 1):
        continue
    match = Match(spec, spec.usual_seats, seed='bench')
    while not match.is_over and len(match) < 300:
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        took = min(once(spec, match, seat, legal) for _ in range(3))
        if took > slowest:
            slowest, worst = took, (spec, match.fork(), seat, legal)
        match.push(choose(spec, 'greedy', match.view(seat), seat, legal, bot_key(2, len(match), seat)), seat)
worst[0].slug
"""
AGAIN = 20
DECIDING_AGAIN = f"""
for _ in range({AGAIN}):
    once(*worst)
"""


def run(repeats: int) -> list[Row]:
    """On a site and in a browser of their own, which use every core."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("the site is measured in Chromium, which is not installed (tools/system-packages installs it)")
    with tempfile.TemporaryDirectory() as folder:
        sizes = write_site(Path(folder))
        (Path(folder) / WORKER).write_text(SCRIPT)
        with (
            every_core(),
            site_server(Path(folder)) as server,
            sync_playwright() as playwright,
            launched(playwright, chromium) as browser,
        ):
            site = Site(server)
            pairs = [(_bare_start(browser, site), _first_board(browser, site)) for _ in range(repeats)]
            decision, game = _decision(browser, site)
            site.stop()
    starts, boards = zip(*pairs, strict=True)
    ratio = median_ratio(boards, starts)
    how = f"fastest of {repeats}: {min(boards) / 1000:.1f} s, Python alone {min(starts) / 1000:.1f} s"
    slow = f"the slowest of a match of each game, in {game}: {decision:.0f} ms, on a processor {SLOWER} times slower"
    return [
        Row("what a visitor of a site is sent, once", sum(sizes.values()) / MEGABYTE, " MB", MOST_MB, True),
        Row("a first board, cold, in starts of Python", ratio, "", MOST_STARTS, True, how),
        Row("one decision of expert in the browser", SLOWER * decision, " ms", DECISION_MS, True, slow),
    ]


def _blank(browser: Browser, site: Site) -> Page:
    """A page of the site that runs nothing, in a browser that knows nothing of it."""
    page = browser.new_context(service_workers="block").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site.url}/written/games.json")
    return page


def _bare_start(browser: Browser, site: Site) -> float:
    page = _blank(browser, site)
    took: float = page.evaluate(TO_PYTHON)
    page.context.close()
    return took


def _first_board(browser: Browser, site: Site) -> float:
    """From opening a site that is new to the browser to the first roll."""
    someone = person(browser, site)
    someone.page.set_default_timeout(PATIENCE)
    someone.visit()
    someone.page.wait_for_selector(".game")
    someone.page.evaluate(TO_THE_FIRST_ROLL)
    took: float = someone.page.evaluate("performance.now()")  # since the page was opened
    someone.close()
    return took


def _decision(browser: Browser, site: Site) -> tuple[float, str]:
    """Milliseconds of the processor for the slowest decision, and its game."""
    page = _blank(browser, site)
    page.evaluate(TO_PYTHON)
    game: str = page.evaluate(ASK_PYTHON, DECIDING)
    before = used(descendants())
    page.evaluate(ASK_PYTHON, DECIDING_AGAIN)
    took = used(descendants()) - before
    page.context.close()
    return took / AGAIN * 1000, game


def descendants() -> list[int]:
    """The processes that this one has started, and those that they have: the browser's."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(file.parent.name)] = int(file.read_text().rpartition(") ")[2].split()[1])
    found = [os.getpid()]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]
