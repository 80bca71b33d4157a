"""Firefox, and WebKit, which every iPhone has: every board comes up, and one game is played to its end."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.drive import GAMES, Hall
from tests.web.gamepage import page_of
from tests.web.others import OtherBrowser, firefox, missing, webkit

pytestmark = pytest.mark.slow

SETTINGS = '{"speed":"instant","motion":"reduced","language":"en"}'
STEP = """(() => {
  if (document.querySelector('.over')) return 'over'
  if (!document.querySelector('.bar.mine:not(.busy)')) return 'waiting'
  document.querySelector('.own .take.can:not(.chosen)')?.click()
  for (const kind of ['.accent', '.go', '']) {
    const found = document.querySelector(`.bar .btn${kind}:not(.back, [disabled])`)
    if (found) { found.click(); return 'clicked' }
  }
  return 'nothing to click'
})()"""
"""Mixed Doubles: wager a card where there is one, and go on with the turn."""
PATIENCE_S = 300


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    if gone := missing():
        reason = f"not installed: {', '.join(gone)} (make test-all installs them as root)"
        if os.environ.get("QUINCUNX_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)
    folder: Path = tmp_path_factory.mktemp(request.param)
    with (firefox if request.param == "firefox" else webkit)(folder) as browser:
        yield browser


def wait_until(browser: OtherBrowser, expression: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not browser.run(expression):
        assert time.monotonic() < end, browser.run("document.body.innerText")
        time.sleep(0.1)


def sit_down(browser: OtherBrowser, hall: Hall, game: str) -> None:
    """Visit the hall as somebody with settings, then take the seat."""
    seats = page_of(game).seats
    given = hall.open_table(game, seats, ["greedy"] * (seats - 1))
    browser.go(f"{hall.url}/")
    browser.run(f"localStorage.setItem('quincunx.settings', {SETTINGS!r})")
    browser.run("localStorage.setItem('quincunx.name', '\"Ann\"')")
    browser.go(f"{hall.url}/t/{given['table']}#{given['token']}")
    wait_until(browser, "!!document.querySelector('.bar')")


@pytest.mark.parametrize("game", GAMES)
def test_a_board_comes_up(other: OtherBrowser, hall: Hall, game: str) -> None:
    sit_down(other, hall, game)
    wait_until(
        other, "!!document.querySelector('.play') && document.querySelector('.play').getClientRects().length > 0"
    )
    assert other.run("document.querySelectorAll('.play svg, .play button').length") > 0
    assert other.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert other.errors() == []


def test_a_match_to_its_end(other: OtherBrowser, hall: Hall) -> None:
    sit_down(other, hall, "mixeddoubles")
    end = time.monotonic() + PATIENCE_S
    while (said := other.run(STEP)) != "over":
        assert time.monotonic() < end, said
        time.sleep(0.02)
    assert other.run("document.querySelectorAll('.over ol li').length") == page_of("mixeddoubles").seats
    assert other.errors() == []
