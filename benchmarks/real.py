"""Real dice: how many taps an entry takes, and how soon the judge answers."""

import json
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import quote
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

from benchmarks.measuring import Row
from benchmarks.page import every_core
from quincunx import GAMES
from tests.web.drive import PHONE, Hall, find_chromium, launched, person
from tests.web.real import begin, tap, with_own_dice

TEN = ["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"]
FOUR = ["5", "2", "red", "blue"]
TEN_TAPS = 11
FOUR_TAPS = 5
JUDGED_MS = 100


def run(repeats: int) -> list[Row]:
    """On a hall and in a browser of their own, which use every core."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("taps are counted in Chromium, which is not installed (tools/system-packages installs it)")
    with tempfile.TemporaryDirectory() as folder, every_core():
        hall = Hall(Path(folder))
        hall.start()
        try:
            slowest, asked = _judged(hall, 4 * repeats)
            with sync_playwright() as playwright, launched(playwright, chromium) as browser:
                ten = _taps(browser, hall, "phase10", TEN)
                four = _taps(browser, hall, "lowdown", FOUR, "Bob", "Cyd")
        finally:
            hall.stop()
    return [
        Row("ten dice of Phase 10 Dice entered", ten, " taps", TEN_TAPS, True),
        Row("four dice of Lowdown entered", four, " taps", FOUR_TAPS, True),
        Row("an answer of the judge, through the hall", slowest, " ms", JUDGED_MS, True, f"slowest: {asked}"),
    ]


def _taps(browser: Browser, hall: Hall, slug: str, faces: list[str], *others: str) -> int:
    """The taps until the hall has taken the faces over, from when they are asked for."""
    page = with_own_dice(person(browser, hall, size=PHONE), slug)
    begin(page, *others)
    taps = tap(page, faces)
    page.wait_for_selector("[data-testid=curtain], .bar.mine:not(.busy)")
    page.close()
    return taps


def _judged(hall: Hall, count: int) -> tuple[float, str]:
    """The median of some answers in milliseconds, of the question that takes longest."""
    found = []
    for spec in GAMES:
        for question in spec.part("judge").QUESTIONS:
            address = f"{hall.url}/api/games/{spec.slug}/judge?text={quote(question.example)}"
            found.append((median(_answered(address) for _ in range(count)), f"{spec.title}, {question.example}"))
    return max(found)


def _answered(address: str) -> float:
    start = time.perf_counter()
    with urlopen(address) as answer:
        assert json.load(answer)["answers"]
    return 1000 * (time.perf_counter() - start)
