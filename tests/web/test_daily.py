"""The daily on a phone: play, par, a line to share, a streak, tomorrow; and who I am on another device."""

import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.dated import AHEAD
from tests.web.drive import PATIENCE, PHONE, SMALL_PHONE, Hall, Person, let_bot_play, play

ANALYSIS_MS = 10 * PATIENCE
"""What an analysis may take where everything else has precedence."""
QUIET = {"pace": 0, "coach": "off"}
"""Bots do not pause, and nobody is offered a hint."""


@pytest.fixture
def dated(tmp_path: Path) -> Iterator[Hall]:
    """A hall whose date a test changes."""
    running = Hall(tmp_path, program="tests.web.dated")
    running.start()
    yield running
    running.stop()


def play_daily(someone: Person, game: str = "popalotsy", *, by_hand: bool = True) -> Page:
    """Play today's match to its end, from the lobby, and look at the result."""
    page = someone.page
    someone.visit()
    page.click(f".today a[href='/daily/{game}']")
    page.click(".btn.accent:has-text('Play')")
    page.wait_for_selector(".bar")
    if by_hand:
        play(page, game)
    else:
        let_bot_play(someone)
    page.click("[data-testid=daily]")
    page.wait_for_selector("[data-testid=share]")
    return page


@pytest.mark.usefixtures("axe")
def test_a_daily_is_played_shared_and_played_again_tomorrow(dated: Hall, people: Callable[..., Person]) -> None:
    ann = people(dated, name="Ann", size=PHONE)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = play_daily(ann)
    expect(page.locator("dl")).to_contain_text("1 of 1")
    expect(page.locator(".rows").first).to_contain_text("Ann")
    expect(page.locator("[data-testid=streak]")).to_have_text("1 day in a row")
    expect(page.locator(".line")).to_have_value(
        # two lines and a link: points, par and marks, and nothing of the dice
        re.compile(r"^Quincunx · PoPalotsy · .+\n\d+ \(par \d+\) [⚀-⚅]+\nhttp\S+/daily/popalotsy/[\d-]+$"),
        timeout=ANALYSIS_MS,
    )
    page.click("[data-testid=share]")
    expect(page.locator("[data-testid=share]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".line").input_value()
    shared = page.locator(".line").input_value().splitlines()[-1]
    page.click(".btn:has-text('As a picture')")
    expect(page.locator("dialog[open] figure img")).to_have_attribute("alt", re.compile("PoPalotsy.+[⚀-⚅]+", re.DOTALL))
    assert ann.axe() == []
    assert ann.sideways() == 0
    with page.expect_download() as saved:
        page.click("dialog[open] [data-testid=picture]")
    with Image.open(saved.value.path()) as picture:
        assert picture.size == (1200, 630)
        drawn = picture.crop((60, 262, 1140, 512)).convert("RGB").getcolors(1 << 20) or []
        assert (251, 247, 236) in {colour for _, colour in drawn}, "dice for the decisions"

    ann.visit()
    expect(page.locator(".today a[href='/daily/popalotsy']")).to_contain_text("done")
    (dated.folder / AHEAD).write_text("1")
    ann.visit()
    expect(page.locator(".today a[href='/daily/popalotsy']")).not_to_contain_text("done")
    play_daily(ann, by_hand=False)
    expect(page.locator("[data-testid=streak]")).to_have_text("2 days in a row")

    bob = people(dated, name="Bob", size=SMALL_PHONE)
    bob.page.goto(shared)
    expect(bob.page.locator(".top")).to_contain_text("The day of this match is over.")
    bob.page.click(".top a:has-text('Today')")
    expect(bob.page.locator(".top .btn.accent")).to_have_text("Play")


def test_a_link_makes_another_device_the_same_player(dated: Hall, people: Callable[..., Person]) -> None:
    ann, phone = people(dated, name="Ann"), people(dated, name="", size=PHONE)
    ann.visit("/mine")
    ann.page.click("[data-testid=me]")
    expect(ann.page.locator("section:has(#me)")).to_contain_text("Your public id")
    ann.page.click(".btn:has-text('Move to another device')")
    link = ann.page.locator("[data-testid=luggage]").input_value()
    phone.page.goto(link)
    phone.page.click("[data-testid=accept]")
    expect(phone.page.locator("section:has(#me)")).to_contain_text("Your public id")
    keys = [one.page.evaluate("localStorage['quincunx.key']") for one in (ann, phone)]
    assert keys[0] == keys[1]


def test_who_is_a_player_already_chooses_whether_to_become_another(dated: Hall, people: Callable[..., Person]) -> None:
    ann, other = people(dated), people(dated)
    for someone in (ann, other):
        someone.visit("/mine")
        someone.page.click("[data-testid=me]")
    key = "localStorage['quincunx.key']"
    before, own = ann.page.evaluate(key), other.page.evaluate(key)
    ann.page.click(".btn:has-text('Move to another device')")
    link = ann.page.locator("[data-testid=luggage]").input_value()
    for becomes in (False, True):
        other.visit()
        other.page.goto(link)
        other.page.set_checked("input[type=checkbox]", becomes)
        other.page.click("[data-testid=accept]")
        expect(other.page.locator("[data-testid=accept]")).to_have_count(0)
        assert other.page.evaluate(key) == (before if becomes else own)


def test_a_rating_stands_at_a_players_name_and_among_ones_own(dated: Hall, people: Callable[..., Person]) -> None:
    ann = people(dated, name="Ann")
    page = play_daily(ann)
    ann.visit("/mine")
    expect(page.locator("section:has(#me) table")).to_contain_text("PoPalotsy")
    expect(page.locator("section:has(#me) td >> nth=1")).to_contain_text("±")
    page.go_back()
    page.click(".top a:has-text('Replay')")
    expect(page.locator(".players li:has-text('Ann')").first).to_contain_text("±")


def test_a_player_is_told_that_leaving_is_a_loss(dated: Hall, people: Callable[..., Person]) -> None:
    ann, guest = people(dated, name="Ann", size=SMALL_PHONE), people(dated, name="Bob")
    ann.visit("/mine")
    ann.page.click("[data-testid=me]")
    for someone, said in ((ann, 1), (guest, 0)):
        someone.visit()
        someone.page.click(".game[data-game=sixes] .play")
        someone.page.wait_for_selector(".bar")
        someone.page.click("button:has-text('Leave the table')")
        dialog = someone.page.locator("dialog[open]")
        expect(dialog).to_contain_text("Give up your seat for good?")
        expect(dialog.locator("p:has-text('this match will be a loss')")).to_have_count(said)


def test_the_end_of_a_match_is_a_picture(dated: Hall, people: Callable[..., Person], tmp_path: Path) -> None:
    ann = people(dated, name="Ann", size=PHONE)
    page = ann.page
    given = dated.open_table("popalotsy", 3, ["greedy"] * 2, variants={"form": "turns"}, settings=QUIET)
    ann.take_seat_of(given)
    page.wait_for_selector(".bar")
    let_bot_play(ann)
    page.click(".over .btn:has-text('Share')")
    expect(page.locator("figure img")).to_have_attribute("alt", re.compile("PoPalotsy .* Ann"))
    with page.expect_download() as saved:
        page.click("[data-testid=picture]")
    saved.value.save_as(tmp_path / "end.png")
    picture = (tmp_path / "end.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) > 20_000
    assert ann.sideways() == 0
