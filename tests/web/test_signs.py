"""Signs on a board are explained where they stand: by a tap that would do nothing else, by a long touch, by keys."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.web.drive import DESKTOP, GAMES, PHONE, Hall, Person, Size, play, ready
from tests.web.gamepage import page_of
from tests.web.spoken import LUCK


def bubble(someone: Person) -> Locator:
    return someone.page.locator("[data-testid=sign]")


def sat(someone: Person, hall: Hall, game: str) -> Person:
    """At a table of this game, in the turn-taking form where there is one, when it is for them to act."""
    someone.take_seat_of(hall.open_table(game, 2, ["greedy"], variants=dict(page_of(game).variants)))
    ready(someone.page)
    return someone


def legend(someone: Person) -> list[str]:
    """What the rules in a minute say of the signs."""
    someone.page.keyboard.press("?")
    someone.page.wait_for_selector("dialog[open] [data-testid=minute] ul li")
    told = someone.page.locator("dialog[open] [data-testid=minute] ul p").all_inner_texts()
    someone.page.keyboard.press("Escape")
    expect(someone.page.locator("dialog[open]")).to_have_count(0)
    return told


def walk(someone: Person) -> list[str]:
    """What is explained from the first sign until it comes again, by the arrow."""
    page = someone.page
    kinds = page.evaluate(
        "new Set([...document.querySelectorAll('[data-sign]')].filter(one => one.getBoundingClientRect().width > 0"
        " && one.checkVisibility({visibilityProperty: true})).map(one => one.dataset.sign)).size"
    )
    page.keyboard.press("i")
    said = []
    for _ in range(kinds):
        said.append(bubble(someone).locator("p").inner_text())
        page.keyboard.press("ArrowRight")
    expect(bubble(someone).locator("p")).to_have_text(said[0])
    page.keyboard.press("Escape")
    expect(bubble(someone)).to_have_count(0)
    return said


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(("en", "de")), strict=False)))
def test_every_sign_on_a_board_is_explained_by_keys(
    hall: Hall, people: Callable[..., Person], axe: Path, game: str, language: str
) -> None:
    ann = sat(people(hall, language=language), hall, game)
    told = legend(ann)
    for _ in range(2):
        said = walk(ann)
        assert said
        assert len(set(said)) == len(said)
        assert set(said) <= set(told)
        play(ann.page, game, 2)
        if not ready(ann.page):
            break
    ann.page.keyboard.press("i")
    expect(bubble(ann)).to_be_focused()
    if game == GAMES[0]:  # it looks the same on every board
        assert ann.axe() == []


@pytest.mark.parametrize(
    ("size", "game", "sign", "says"),
    [
        (DESKTOP, "lowdown", ".box[data-sign=half]:disabled", "A box of two colours takes either."),
        (PHONE, "mixeddoubles", ".odds li:nth-child(3) [data-sign=chance]", "how likely one roll wins"),
        (PHONE, "phase10", ".rolls", "Rolls of this turn"),
        (DESKTOP, "phase10", "[data-sign=lacks]", "for the bonus"),
        (PHONE, "popalotsy", ".spot.p2 .target", "The letter of a dish"),
        (PHONE, "sixes", ".space.win >> nth=2", "Gold spaces win"),
    ],
    ids=lambda one: one.name if isinstance(one, Size) else one if one in GAMES else "",
)
def test_a_tap_on_a_sign_explains_it_and_moves_nothing(
    hall: Hall, people: Callable[..., Person], size: Size, game: str, sign: str, says: str
) -> None:
    ann = sat(people(hall, size=size), hall, game)
    page = ann.page
    touched = page.locator(sign).first
    touched.scroll_into_view_if_needed()
    before = touched.bounding_box()
    assert before is not None
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(bubble(ann)).to_contain_text(says)
    assert touched.bounding_box() == before
    place, width = bubble(ann).bounding_box(), page.evaluate("document.documentElement.clientWidth")
    assert place is not None
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= width
    assert ann.sideways() <= 0
    # Beside the sign, not on it.
    assert place["y"] >= before["y"] + before["height"] or place["y"] + place["height"] <= before["y"]
    page.locator("h1").click()
    expect(bubble(ann)).to_have_count(0)


def test_a_sign_that_acts_acts_and_a_long_touch_explains_it(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, luck=LUCK)
    page = ann.page
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    expect(page.locator("[data-testid=prompt]")).to_contain_text("Phase made for 37")
    die = page.locator(".place[data-sign=serves] .spot").first
    die.click()
    expect(page.locator(".spot.kept")).to_have_count(1)
    expect(bubble(ann)).to_have_count(0)
    page.locator(".place[data-sign=serves] .spot:not(.kept)").first.click(button="right")
    expect(bubble(ann)).to_contain_text("this die makes the phase")
    expect(page.locator(".spot.kept")).to_have_count(1)


def test_the_rules_lead_to_the_signs_on_the_board_and_back(hall: Hall, people: Callable[..., Person]) -> None:
    ann = sat(people(hall), hall, "sixes")
    page = ann.page
    rules = page.get_by_role("button", name="Rules")
    rules.click()
    page.get_by_role("button", name="Show them on the board").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(bubble(ann)).to_be_focused()
    first = bubble(ann).inner_text()
    bubble(ann).get_by_role("button", name="Next sign").click()
    expect(bubble(ann)).not_to_have_text(first)
    bubble(ann).get_by_role("button", name="Previous sign").click()
    assert bubble(ann).inner_text() == first
    page.keyboard.press("Escape")
    expect(rules).to_be_focused()


def test_arrows_go_from_sign_to_sign_in_a_lesson_without_turning_its_pages(
    hall: Hall, people: Callable[..., Person]
) -> None:
    ann = people(hall)
    ann.visit("/learn/lowdown")
    coach = ann.page.locator("[data-testid=progress]")
    expect(coach).to_be_visible()
    ann.page.wait_for_selector("[data-sign]")
    before = coach.inner_text()
    ann.page.keyboard.press("i")
    first = bubble(ann).inner_text()
    ann.page.keyboard.press("ArrowRight")
    expect(bubble(ann)).not_to_have_text(first)
    assert coach.inner_text() == before
