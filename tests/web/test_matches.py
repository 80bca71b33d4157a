"""Matches through the page, from the lobby to the standings."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.drive import GAMES, PATIENCE, PHONE, Hall, Person, mostly, play
from tests.web.gamepage import page_of
from tests.web.spoken import LUCK, heard, kept, listen, play_in_turn


def sit(someone: Person, game: str, **fields: Any) -> None:
    seats = page_of(game).seats
    someone.take_seat_of(someone.open_table(game, seats, ["greedy"] * (seats - 1), **fields))


def finish(someone: Person, game: str, to_the_end: Callable[[Page, str], object] = play) -> None:
    to_the_end(someone.page, game)
    over = someone.page.locator(".over")
    assert over.is_visible()
    assert over.locator("ol li").count() == page_of(game).seats
    assert over.locator("li.first").count() >= 1
    someone.page.click(".proof summary")
    someone.page.wait_for_selector(".checked[data-verdict=proved]", timeout=PATIENCE)


@pytest.mark.parametrize("game", mostly("popalotsy"))
def test_a_match_against_bots_to_its_end(hall: Hall, people: Callable[..., Person], game: str) -> None:
    """What a screen reader says meanwhile is kept; `python -m tests.web.spoken` records it anew."""
    ann = people(hall, luck=LUCK)
    listen(ann, game)
    finish(ann, game, play_in_turn)
    assert heard(ann) == kept(game)
    page = ann.page
    with page.expect_download() as transcript:
        page.click(".over .btn:has-text('Transcript')")
    assert "commitment" in transcript.value.path().read_text(encoding="utf-8")
    with page.expect_download() as proof:
        page.click(".over .btn:has-text('Dice proof')")
    assert "\nseed: " in proof.value.path().read_text(encoding="utf-8")
    page.click(".over .btn:has-text('Rematch')")
    page.wait_for_selector(".over", state="detached")
    page.wait_for_selector(".bar")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_a_phone_to_its_end(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann = people(hall, size=PHONE)
    sit(ann, game)
    finish(ann, game)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "variants"),
    [
        ("popalotsy", {"form": "turns"}),
        ("popalotsy", {"referee": "round"}),
        ("mixeddoubles", {"double_wild": "on", "part_minus_five": "on"}),
        ("sixes", {"dice": "8"}),
    ],
)
def test_variants_to_their_end(hall: Hall, people: Callable[..., Person], game: str, variants: dict[str, str]) -> None:
    ann = people(hall)
    sit(ann, game, variants=variants)
    finish(ann, game)


def test_a_long_log_leaves_the_page_as_long_as_it_is(hall: Hall, people: Callable[..., Person]) -> None:
    """In the solitaire of Phase 10 Dice, whose sheet counts failures."""
    ann = people(hall)
    ann.take_seat_of(hall.open_table("phase10", 1, []))
    play(ann.page, "phase10", 24)
    ann.page.wait_for_selector(".side-log li:nth-child(30)", state="attached")
    page = ann.page.evaluate("document.documentElement.scrollHeight")
    assert page <= ann.page.evaluate("document.querySelector('.table').offsetHeight")
    assert "Failures" in ann.page.inner_text(".sheet")


COUNTS = """
window.__counts = []
new MutationObserver(() => {
  const now = document.querySelector('[data-testid=countdown]')?.textContent
  if (!now || __counts.at(-1)?.[0] === now) return
  __counts.push([now, document.querySelectorAll('.bar.mine, .hand .card:enabled, .target .side').length])
}).observe(document, {subtree: true, childList: true})
"""
"""What was counted down, and what of the match could be seen or done meanwhile."""


@pytest.fixture
def unhurried_hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall that counts down before a race, as the others of these tests do not."""
    running = Hall(tmp_path)
    running.start()
    yield running
    running.stop()


def test_a_race_begins_with_a_countdown(unhurried_hall: Hall, people: Callable[..., Person]) -> None:
    hall, ann = unhurried_hall, people(unhurried_hall)
    ann.context.add_init_script(COUNTS)
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"], settings={"pace": 60_000}))
    ann.page.wait_for_selector(".bar.mine")
    assert ann.page.evaluate("__counts") == [["3", 0], ["2", 0], ["1", 0]]
    assert ann.page.locator(".target .side").count() == 5
    ann.page.reload()
    ann.page.wait_for_selector(".bar.mine")
    assert ann.page.evaluate("__counts") == []


def test_nothing_is_counted_down_in_turns(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.context.add_init_script(COUNTS)
    wanted = {"variants": {"form": "turns"}, "settings": {"pace": 200}}
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"], **wanted))
    ann.page.wait_for_selector(".bar.mine")
    assert ann.page.evaluate("__counts") == []
