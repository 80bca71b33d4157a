"""Whole matches with real dice, as people play them: by touch, on phones, with cards, corrected and cut off."""

import json
from collections.abc import Callable
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, WebSocket, expect

from quincunx.games import game
from quincunx.table.verify import REAL_DICE, verify
from tests.web.drive import PATIENCE, PHONE, Hall, Person, log_of
from tests.web.gamepage import page_of
from tests.web.real import (
    AnyFaces,
    DeckAndDice,
    NumbersAndColours,
    TenDice,
    Throw,
    begin,
    due,
    go_on,
    tap,
    with_own_dice,
)
from tests.web.test_real_dice import LAID

SECRET_IS_OUT = {"lowdown.takes_secret", "lowdown.secret_was"}


def played_to_its_end(page: Page, slug: str, throw: Throw) -> None:
    """A match that ends with standings, is marked and can be replayed, and of which the dice are not proved."""
    while go_on(page, slug, throw):
        pass
    expect(page.locator(".over [data-testid=real]")).to_be_visible()
    hall, _, table = page.url.partition("/t/")
    with urlopen(f"{hall}/api/tables/{table}/proof") as proof:
        finding = verify(proof.read().decode(), game)
    assert (finding.verdict, finding.problem) == (REAL_DICE, None)
    page.get_by_role("link", name="Replay").tap()
    expect(page.get_by_test_id("real")).to_be_visible()


@pytest.mark.slow
def test_a_solitaire_of_phase_10(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "phase10")
    begin(page)
    played_to_its_end(page, "phase10", TenDice(1))


@pytest.mark.slow
def test_mixed_doubles_with_cards_on_one_phone(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "mixeddoubles")
    begin(page, "Bob", "Cyd")
    played_to_its_end(page, "mixeddoubles", DeckAndDice(1))


@pytest.mark.slow
def test_lowdown_for_three_on_one_phone(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "lowdown")
    begin(page, "Bob", "Cyd")
    played_to_its_end(page, "lowdown", NumbersAndColours(1))


def test_nothing_shows_through_the_curtain(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "lowdown")
    begin(page, "Bob", "Cyd")
    tap(page, ["5", "2", "red", "blue"])
    page.get_by_role("button", name="I am Cyd").tap()
    tap(page, ["green", "3"])
    expect(page.get_by_role("button", name="I am Ann")).to_be_focused()
    whole = page.screenshot()
    page.add_style_tag(content=".match { visibility: hidden }")
    assert page.screenshot() == whole


class Heard:
    """What the hall sends to a phone."""

    def __init__(self, someone: Person) -> None:
        self.frames: list[str] = []
        someone.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def secrets(self, seat: int) -> tuple[int, int]:
        """How often the player was told of their own secret dice, and of another's before these were uncovered."""
        own = others = 0
        out = None
        for message in map(json.loads, self.frames):
            told = message.get("snapshot", message)
            if told.get("picture") is None:
                continue
            for part in [*told.get("frames", []), told]:
                picture, said = part["picture"], {one[0] for line in part["lines"] for one in line["said"]}
                out = picture["turn"] if said & SECRET_IS_OUT else out
                shown = [die["shows"] for die in picture["dice"] if die["secret"]]
                if picture["secret_roller"] == seat:
                    own += not {"", "?"} & set(shown)
                else:
                    others += bool(set(shown) - {"", "?"}) and out != picture["turn"]
                    others += "lowdown.rolls_secretly" in said
        return own, others


@pytest.mark.slow
def test_lowdown_for_three_on_three_phones(hall: Hall, people: Callable[..., Person]) -> None:
    """Nobody is sent another's secret dice before they are uncovered."""
    ann = people(hall, size=PHONE)
    heard = [Heard(ann)]
    link = with_own_dice(ann, "lowdown").url
    players = [ann]
    for name in ("Bob", "Cyd"):
        players.append(people(hall, size=PHONE, name=name))
        heard.append(Heard(players[-1]))
        players[-1].visit(link.removeprefix(hall.url))
        players[-1].page.get_by_role("button", name="Sit down").tap()
    throw = NumbersAndColours(2)
    while not all(one.page.locator(".over").count() for one in players):
        for seat, name in enumerate(("Ann", "Bob", "Cyd")):
            page = players[seat].page
            if page.get_by_role("heading", name=f"{name} rolls").count():
                tap(page, throw(page, due(page)))
                expect(page.get_by_role("heading", name=f"{name} rolls")).to_have_count(0)
            elif page.locator(".bar.mine:not(.busy)").count():
                page_of("lowdown").play(page)
    for seat, one in enumerate(heard):
        own, others = one.secrets(seat)
        assert own > 0
        assert others == 0


def corrected(page: Page, nth: int, wrong: str, right: str) -> None:
    """Somebody takes away a face of an entry and taps another."""
    page.get_by_test_id("correct").tap()
    page.get_by_test_id("entered").nth(nth).tap()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("button", name=f"Remove {wrong}").first.tap()
    dialog.locator(f"[data-face='{right}']").tap()
    dialog.get_by_test_id("enter").tap()


@pytest.mark.parametrize("turns", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_a_correction_some_turns_back_that_fits(hall: Hall, people: Callable[..., Person], turns: int) -> None:
    ann = people(hall, size=PHONE)
    page = with_own_dice(ann, "phase10")
    begin(page)
    for _ in range(turns + 1):
        page.keyboard.type("".join(LAID))
        page.get_by_test_id("enter").tap()
        page.get_by_role("button", name="Stop: score nothing").tap()
        expect(page.get_by_test_id("enter")).to_have_text("Enter 0 of 10")
    corrected(page, turns, "7b", "8g")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(log_of(ann).filter(has_text="Everything after it still fits.")).to_have_count(1)
    page.get_by_test_id("correct").tap()
    expect(page.get_by_test_id("entered")).to_have_count(turns + 1)


@pytest.mark.parametrize("steps", [6, pytest.param(30, marks=pytest.mark.slow)])
def test_a_correction_some_turns_back_that_does_not_fit(hall: Hall, people: Callable[..., Person], steps: int) -> None:
    ann = people(hall, size=PHONE)
    page = with_own_dice(ann, "sixes")
    begin(page, "Bob")
    tap(page, list("612345"))
    tap(page, list("112345"))
    page.locator(".pick.can[aria-label*='5']").first.tap()
    page.locator(".bar .btn.go").tap()
    throw = AnyFaces(1)
    for _ in range(steps):
        go_on(page, "sixes", throw)
    corrected(page, -1, "6", "1")
    expect(page.get_by_test_id("misfit")).to_have_text("From here on it no longer fits: Ann, take 5.")
    page.get_by_role("button", name="Correct", exact=True).tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    said = "has corrected an entry. From here on it no longer fits: Ann, take 5."
    expect(log_of(ann).filter(has_text=said)).to_have_count(1)


@pytest.mark.slow
def test_a_phone_offline_for_a_minute_keeps_what_was_tapped(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    page = with_own_dice(ann, "phase10")
    begin(page)
    ann.calm = False
    ann.context.set_offline(True)
    expect(page.get_by_test_id("connection")).to_contain_text("lost")
    tap(page, LAID)
    page.wait_for_timeout(60_000)
    expect(page.get_by_test_id("kept")).to_be_visible()
    ann.context.set_offline(False)
    expect(page.get_by_test_id("entry")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".dice .spot")).to_have_count(10)


def test_the_piles_of_a_race_are_judged_when_it_is_over(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    page = with_own_dice(ann, "popalotsy")
    begin(page, "Bob")
    tap(page, ["r1", "o2", "y3", "g4", "b5"])
    page.get_by_role("button", name="I am Bob").tap()
    tap(page, ["r2", "o3", "y4", "g5", "b6"])
    tap(page, ["b6", "r1", "g1", "o1", "y1"])
    piles = page.get_by_test_id("piles")
    expect(piles).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    for who, ring in (("Bob", "r2"), ("Ann", "b5")):
        piles.get_by_role("button", name=who, exact=True).tap()
        page.locator(f"[data-ring={ring}]").tap()
    page.locator("[data-pile=g]").tap()
    page.locator("[data-ring=g4]").tap()
    expect(piles.get_by_role("button", name="Enter 3 rings")).to_be_disabled()
    piles.get_by_role("button", name="Judge").tap()
    expect(page.get_by_test_id("rulings")).to_contain_text("Wrong, blue 5 of Ann")
    expect(page.get_by_test_id("rulings")).to_contain_text("green: The pile holds")
    piles.get_by_role("button", name="Enter 3 rings").tap()
    expect(page.get_by_test_id("entry").or_(page.get_by_test_id("curtain")).first).to_be_visible()
    expect(log_of(ann).filter(has_text="Ann takes").first).to_be_attached()
    assert ann.sideways() == 0
