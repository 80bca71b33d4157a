"""The hall's page in Chromium: its weight, and how soon one plays, an action is drawn, or a moment of the past.

Times are the fastest of several: whatever else runs here only makes them longer.
"""

import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import Row
from tests.web.drive import Hall, Scale, find_chromium, launched, person

MOST_KIB = 200
REPLAY_KIB = 60
FIRST_ROLL_MS = 2000
DRAWN_MS = 50
TO_THE_FIRST_ROLL = """async () => {
  const start = performance.now()
  const rolled = new Promise(done => new MutationObserver((_, self) => {
    if (document.querySelector('.tray .die')) {
      self.disconnect(); requestAnimationFrame(() => done(performance.now()))
    }
  }).observe(document.body, {subtree: true, childList: true}))
  document.querySelector('.game[data-game=phase10] .play').click()
  return await rolled - start
}"""
TO_THE_DRAWING = """async () => {
  const tray = document.querySelector('.phase10')
  const drawn = new Promise(done => new MutationObserver((_, self) => {
    if (document.querySelector("[aria-label='Roll 2 of 3']")) {
      self.disconnect(); requestAnimationFrame(() => done(performance.now()))
    }
  }).observe(tray, {subtree: true, childList: true, attributes: true}))
  const start = performance.now()
  document.querySelector('[data-testid=roll]').click()
  return await drawn - start
}"""

TO_THE_MOMENT = """async (goal) => {
  const said = () => document.querySelector('[data-testid=moment]').textContent
  const [before, slider, start] = [said(), document.querySelector('input[type=range]'), performance.now()]
  const drawn = new Promise(done => new MutationObserver((_, self) => {
    if (said() !== before) { self.disconnect(); requestAnimationFrame(() => done(performance.now())) }
  }).observe(document.body, {subtree: true, childList: true, characterData: true}))
  slider.value = goal
  slider.dispatchEvent(new Event('input', {bubbles: true}))
  return await drawn - start
}"""
LONG_SEATS = 8
"""Phase 10 Dice by eight bots has the longest matches of all games, about 1,800 events."""


def run(repeats: int) -> list[Row]:
    """On a hall and in a browser of their own, which use every core."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("the page is measured in Chromium, which is not installed (tools/system-packages installs it)")
    with every_core(), sync_playwright() as playwright, launched(playwright, chromium) as browser:
        load = Row("first load of the page and a board", _first_load(browser), " KiB", MOST_KIB, True)
        rolls = [_first_roll(browser) for _ in range(repeats)]
        drawings = _drawings(browser, 4 * repeats)
        events, weight, moments = _moments(browser, 8 * repeats)
        studied = _studied_moments(browser, 8 * repeats)
    roll = Row("from the lobby to the first roll", min(rolls), " ms", FIRST_ROLL_MS, True, _fastest(rolls))
    drawing = Row("from an action to its drawing", min(drawings), " ms", DRAWN_MS, True, _fastest(drawings))
    replay = Row("a replay, beyond the match", weight, " KiB", REPLAY_KIB, True)
    how = f"median of {len(moments)} leaps to anywhere in {events:,} events"
    moment = Row("any moment of a long match, drawn", median(moments), " ms", DRAWN_MS, True, how)
    study = Row("any moment of its study, drawn", median(studied), " ms", DRAWN_MS, True, how)
    return [load, roll, drawing, replay, moment, study]


def _fastest(times: list[float]) -> str:
    return f"fastest of {len(times)}"


@contextmanager
def every_core() -> Iterator[None]:
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    yield
    os.sched_setaffinity(0, before)


@contextmanager
def _hall(program: str = "tests.hall") -> Iterator[Hall]:
    """One that has just been started."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), program=program)
        hall.start()
        try:
            yield hall
        finally:
            hall.stop()


def _first_load(browser: Browser) -> float:
    """KiB on the wire until a board is there."""
    with _hall() as hall:
        ann = person(browser, hall)
        scale = Scale(ann)
        ann.visit()
        ann.page.click(".game[data-game=mixeddoubles] .play")
        ann.page.wait_for_selector(".felt")
        weight = scale.kib()
        ann.close()
    return weight


def _first_roll(browser: Browser) -> float:
    """Milliseconds from opening the page until dice have been rolled, with every animation."""
    with _hall() as hall:
        ann = person(browser, hall, motion="full", speed="normal")
        ann.visit()
        ann.page.wait_for_selector(".game[data-game=phase10] .play")
        loaded: float = ann.page.evaluate("performance.now()")
        rolled: float = ann.page.evaluate(TO_THE_FIRST_ROLL)
        ann.close()
    return loaded + rolled


def _drawings(browser: Browser, count: int) -> list[float]:
    """Milliseconds from a click to what it leads to on the screen."""
    times: list[float] = []
    with _hall() as hall:
        ann = person(browser, hall)
        page = ann.page
        ann.take_seat_of(hall.open_table("phase10", 1, []))
        while len(times) < count:
            page.wait_for_selector("[aria-label='Roll 1 of 3']")
            page.wait_for_selector("[data-testid=roll]")
            if not page.locator(".verdict.made").count():  # whoever throws a phase away is asked first
                times.append(page.evaluate(TO_THE_DRAWING))
                page.wait_for_selector("[data-testid=roll]")
            page.keyboard.press("s")
        ann.close()
    return times


def _moments(browser: Browser, count: int) -> tuple[int, float, list[float]]:
    """The events of a long match, the KiB that its replay adds, and milliseconds from the slider to the drawing."""
    with _hall() as hall:
        table = _long_match(hall)
        ann = person(browser, hall)
        page = ann.page
        ann.visit(f"/t/{table}")
        page.wait_for_selector(".over .chart")
        scale = Scale(ann)
        page.click(".over .btn:has-text('Replay')")
        page.wait_for_selector(".controls")
        weight = scale.kib()
        length = int(page.get_attribute("input[type=range]", "max") or 0)
        times = _leaps(page, length, count)
        ann.close()
    return length, weight, times


def _studied_moments(browser: Browser, count: int) -> list[float]:
    """The same in the study of a match, whose values are made up."""
    with _hall("tests.web.quick_minds") as hall:
        table = _long_match(hall)
        ann = person(browser, hall)
        page = ann.page
        ann.visit(f"/t/{table}/study")
        page.wait_for_selector("[data-testid=next-mark]:visible")
        page.wait_for_load_state("networkidle")
        times = _leaps(page, int(page.get_attribute("input[type=range]", "max") or 0), count)
        ann.close()
    return times


def _leaps(page: Page, length: int, count: int) -> list[float]:
    """Milliseconds from the slider to the drawing, to moments anywhere."""
    rng = random.Random(5)
    return [page.evaluate(TO_THE_MOMENT, rng.randrange(length)) for _ in range(count)]


def _long_match(hall: Hall) -> str:
    table: str = hall.open_table("phase10", LONG_SEATS, ["greedy"] * LONG_SEATS, play=False)["table"]
    while True:
        with urlopen(f"{hall.url}/api/tables/{table}") as answer:
            if json.load(answer)["status"] == "over":
                return table
        time.sleep(0.5)
