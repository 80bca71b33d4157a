"""The page without a server: Python in a worker, matches in the browser, and the network off after the first load."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from quincunx.core.tutorial import lesson_of
from quincunx.games import game
from tests.web.drive import PHONE, Person, Site, mostly, play
from tests.web.gamepage import page_of
from tests.web.real import begin, open_with_own_dice, tap
from tests.web.test_lessons import begun, by_mouse, go_on

ENGINE = 600_000
"""Milliseconds in which Python has started; a busy machine is no failure."""
MY_TURN = ".bar.mine:not(.busy), .over"


def seated(someone: Person, slug: str) -> None:
    """Someone comes for the first time and plays a match against bots."""
    someone.visit()
    someone.page.click(f".game[data-game={slug}] .play")
    someone.page.wait_for_selector(MY_TURN, timeout=ENGINE)


def played_to_its_end(someone: Person, site: Site, slug: str) -> None:
    """A match of which only the beginning knows a network; in the middle of it the page is loaded anew."""
    page = someone.page
    seated(someone, slug)
    site.stop()
    play(page, slug, turns=3)
    address, log = page.url, page.locator(".side-log li").all_inner_texts()
    page.reload()
    page.wait_for_selector(MY_TURN, timeout=ENGINE)
    assert page.url == address
    assert set(log[-3:]) <= set(page.locator(".side-log li").all_inner_texts()), "nothing is lost"
    play(page, slug)
    expect(page.locator(".over")).to_be_visible()
    page.click(".proof summary")
    expect(page.locator(".checked")).to_have_attribute("data-verdict", "proved")


@pytest.mark.parametrize("slug", mostly("popalotsy"))
def test_a_match_to_its_end_without_network(site: Site, people: Callable[..., Person], slug: str) -> None:
    someone = people(site)
    played_to_its_end(someone, site, slug)
    someone.page.click("text=Lobby")
    expect(someone.page.locator(".game")).to_have_count(5)
    expect(someone.page.locator("text=To play with friends you need a hall")).to_be_visible()


@pytest.mark.slow
def test_a_finished_match_is_replayed_and_played_on(site: Site, people: Callable[..., Person]) -> None:
    someone = people(site)
    played_to_its_end(someone, site, "popalotsy")
    page = someone.page
    page.goto(f"{page.url}/replay")
    page.wait_for_selector(".replay-log li", timeout=ENGINE)
    page.keyboard.press("End")
    page.get_by_role("button", name="Link to this moment").click()
    page.click("[data-testid=make-clip]")
    expect(page.locator("[data-testid=clip]")).to_have_attribute("src", re.compile("^data:image/gif;base64,"))
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.click(".controls .btn:has-text('Play on')")
    page.click("[data-testid=play-on]")
    page.wait_for_selector(".origin", timeout=ENGINE)


@pytest.mark.slow
def test_a_lesson_without_network_in_german(site: Site, people: Callable[..., Person]) -> None:
    someone = people(site, language="de")
    seated(someone, "sixes")
    site.stop()
    page, lesson = begun(someone, "sixes"), lesson_of(game("sixes"))
    go_on(page, "sixes", lesson, by_mouse(page))
    expect(page.locator("[data-testid=coach]")).not_to_have_text(lesson.steps[1].says.english)


@pytest.mark.slow
def test_real_dice_and_the_judge_without_network(site: Site, people: Callable[..., Person]) -> None:
    someone = people(site, size=PHONE)
    seated(someone, "sixes")
    site.stop()
    page = someone.page
    page.get_by_role("link", name="To the lobby").tap()
    open_with_own_dice(page, "lowdown")
    expect(page.get_by_test_id("invite")).to_have_count(0)
    begin(page, "Bob", "Cyd")
    tap(page, ["5", "2", "red", "blue"])
    page.get_by_role("button", name="I am Cyd").tap()
    tap(page, ["green", "3"])
    page.get_by_role("button", name="I am Ann").tap()
    expect(page.locator(".pickdie.can").first).to_be_visible()
    page.get_by_role("link", name="To the lobby").tap()
    page.locator("[data-game=sixes] summary").tap()
    page.locator("[data-game=sixes]").get_by_role("link", name="Judge this").tap()
    page.get_by_role("button", name="hard vs 4+2").tap()
    expect(page.get_by_test_id("answers")).to_contain_text("6 against 4+2: 1 to 0. (§30)")


@pytest.mark.slow
def test_on_a_phone_everything_can_be_reached(site: Site, people: Callable[..., Person], axe: object) -> None:
    someone = people(site, size=PHONE)
    someone.visit()
    someone.page.wait_for_selector(".game")
    assert someone.axe() == []
    assert someone.sideways() == 0
    seated(someone, "sixes")
    site.stop()
    assert someone.axe() == []
    assert someone.sideways() == 0
    expect(someone.page.locator(page_of("sixes").can_be_worked).first).to_be_visible()


@pytest.mark.slow
def test_two_tabs_show_the_same_table(site: Site, people: Callable[..., Person]) -> None:
    someone = people(site)
    seated(someone, "sixes")
    second = someone.context.new_page()
    second.goto(someone.page.url)
    second.wait_for_selector(MY_TURN, timeout=ENGINE)
    play(someone.page, "sixes", turns=1)
    said = someone.page.locator(".side-log li").last.inner_text()
    expect(second.locator(".side-log li", has_text=said.strip().splitlines()[-1]).first).to_be_visible()


def test_it_installs_like_a_program(site: Site, people: Callable[..., Person]) -> None:
    someone = people(site)
    someone.visit()
    manifest = someone.page.request.get(f"{site.url}/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    someone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
