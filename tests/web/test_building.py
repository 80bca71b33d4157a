"""The page offers to build the tables of the perfect player, shows how far they are, and offers the player then."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.drive import PHONE, Hall, Person

OPTIONS = ".game[data-game=phase10] .options"


@pytest.fixture
def solving_hall(tmp_path: Path, word: Path) -> Iterator[Hall]:
    running = Hall(tmp_path, builder="tests.server.fake_builder")
    running.start()
    yield running
    running.stop()


def set_up(someone: Person) -> Page:
    """Opens the options of Phase 10 Dice, for one player."""
    someone.visit()
    someone.page.click(OPTIONS)
    someone.page.get_by_role("radio", name="1", exact=True).check()
    return someone.page


def test_tables_are_built_and_the_perfect_player_is_watched(
    solving_hall: Hall, people: Callable[..., Person], word: Path, axe: Path
) -> None:
    ann = people(solving_hall, size=PHONE)
    page = set_up(ann)
    perfect = page.get_by_role("radio", name="Perfect")
    button = page.get_by_role("button", name="Build the tables")
    expect(button).to_be_visible()
    expect(perfect).to_have_count(0)
    assert ann.sideways() == 0
    button.click()
    expect(button).to_have_count(0)
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", "0.25")
    expect(page.locator(".solution")).to_contain_text("25 %")
    assert ann.axe() == []
    word.write_text("go")
    expect(page.locator(".solution")).to_contain_text("The tables are built")
    perfect.check()
    page.get_by_role("button", name="Watch a bot play: Perfect").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_contain_text("You are watching")


def test_who_comes_back_finds_them_being_built(solving_hall: Hall, people: Callable[..., Person], word: Path) -> None:
    ann = people(solving_hall)
    set_up(ann).get_by_role("button", name="Build the tables").click()
    expect(ann.page.get_by_role("progressbar")).to_be_visible()
    ben = people(solving_hall)
    page = set_up(ben)
    expect(page.get_by_role("progressbar")).to_be_visible()
    word.write_text("fail")
    expect(page.locator(".solution")).to_contain_text("could not be built")
    word.write_text("go")
    page.get_by_role("button", name="Build the tables").click()
    expect(page.get_by_role("radio", name="Perfect")).to_be_visible()


def test_a_stranger_is_not_offered_it(solving_hall: Hall, people: Callable[..., Person]) -> None:
    bob = people(solving_hall)
    bob.context.set_extra_http_headers({"x-forwarded-for": "198.51.100.7"})
    page = set_up(bob)
    expect(page.get_by_role("button", name="Watch a bot play")).to_be_visible()
    expect(page.get_by_role("button", name="Build the tables")).to_have_count(0)
    expect(page.get_by_role("radio", name="Perfect")).to_have_count(0)
