"""Guided first matches in the page: each to its end on the real board, by mouse, touch and keyboard."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from quincunx.core.tutorial import Lesson, lesson_of
from quincunx.games import game
from tests.web.drive import GAMES, LARGE_PRINT, Hall, Person, Size, mostly
from tests.web.gamepage import Touch, page_of

PHONE = Size("small phone", 360, 640, True)
MOST_BYTES = 60 * 1024
"""What a lesson loads beyond the lobby, compressed."""


def by_mouse(page: Page) -> Touch:
    return lambda selector, at=None: page.locator(selector).first.click(position=at)


def by_touch(page: Page) -> Touch:
    return lambda selector, at=None: page.locator(selector).first.tap(position=at)


def by_keyboard(page: Page) -> Touch:
    return lambda selector, at=None: page.locator(selector).first.press("Enter")


def step_of(page: Page) -> int:
    """Which step the coach is at, from 0."""
    return int(page.inner_text("[data-testid=progress]").split()[0]) - 1


def begun(someone: Person, slug: str) -> Page:
    someone.visit(f"/learn/{slug}")
    someone.page.wait_for_selector("[data-testid=coach]")
    return someone.page


def go_on(page: Page, slug: str, lesson: Lesson, touch: Touch, *, by_keys: bool = False) -> None:
    """One step further: reads on, or does on the board what is asked."""
    at = step_of(page)
    act = lesson.steps[at].act
    if act is not None:
        page_of(slug).act(touch, page, act)
    elif by_keys:
        page.keyboard.press("ArrowRight")
    else:
        touch("[data-testid=next]")
    passed = 2 if act is not None and act.startswith(page_of(slug).with_the_next) else 1
    page.wait_for_function(
        "next => parseInt(document.querySelector('[data-testid=progress]').innerText) >= next", arg=at + 1 + passed
    )


def learn(someone: Person, slug: str, how: Callable[[Page], Touch]) -> None:
    """The lesson to its end; every step is said, what it speaks of is there, and a real match follows."""
    page, lesson = begun(someone, slug), lesson_of(game(slug))
    touch, seen = how(page), set()
    while (at := step_of(page)) < len(lesson) - 1:
        seen.add(at)
        expect(page.locator("[data-testid=coach]")).to_have_text(lesson.steps[at].says.english)
        for part in lesson.steps[at].lit:
            shown = page.locator(f"[data-part~='{part}']:visible")
            expect(shown, f"{slug}, step {at + 1}: {part}").not_to_have_count(0)
        go_on(page, slug, lesson, touch, by_keys=how is by_keyboard)
    assert page.evaluate("JSON.parse(localStorage['quincunx.learned'])") == [slug]
    together = [step for step in lesson.steps if (step.act or "").startswith(page_of(slug).with_the_next)]
    assert len(seen) >= len(lesson) - 1 - len(together)
    touch("[data-testid=play]")
    page.wait_for_url(re.compile(r"/t/\w+"))


@pytest.mark.parametrize("slug", mostly("phase10"))
def test_every_lesson_to_its_end_by_mouse(hall: Hall, people: Callable[..., Person], slug: str) -> None:
    learn(people(hall), slug, by_mouse)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_to_its_end_by_touch(hall: Hall, people: Callable[..., Person], slug: str) -> None:
    someone = people(hall, size=PHONE)
    learn(someone, slug, by_touch)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_to_its_end_by_keyboard(hall: Hall, people: Callable[..., Person], slug: str) -> None:
    learn(people(hall), slug, by_keyboard)


COVERED = """() => {
  const words = document.querySelector('[data-testid=coach]').getBoundingClientRect()
  const coach = document.querySelector('.coach').getBoundingClientRect()
  const found = words.top < 0 || words.bottom > innerHeight ? ['the words'] : []
  const button = document.querySelector('.bar.mine .btn:not(:disabled, .back)')
  button?.blur()
  button?.focus()
  const place = button?.getBoundingClientRect()
  if (place && (place.top < coach.bottom || place.bottom > innerHeight)) found.push(button.textContent)
  return found
}"""
"""What the coach says, if it is out of the window, and a button that has the focus and is not to be seen."""


@pytest.mark.parametrize(
    "slug", [one if one == "sixes" else pytest.param(one, marks=pytest.mark.slow) for one in GAMES]
)
def test_at_200_percent_the_coach_stays_in_sight_of_the_keyboard(
    hall: Hall, people: Callable[..., Person], slug: str
) -> None:
    page, lesson = begun(people(hall, size=LARGE_PRINT), slug), lesson_of(game(slug))
    while step_of(page) < len(lesson) - 1:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate(COVERED) == []
        go_on(page, slug, lesson, by_keyboard(page), by_keys=True)


IN_SIGHT = """part => {
  const place = document.querySelector(`[data-part~=${part}]`)?.getBoundingClientRect()
  const [coach, bar] = ['.coach', '.bar.mine'].map(one => document.querySelector(one)?.getBoundingClientRect())
  return place && place.top >= coach.bottom && place.top + 40 <= bar.top
}"""


def test_what_is_lit_comes_into_sight_however_late_the_board_is(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    ann.page.route(re.compile(r"/assets/Board.*\.js"), lambda route: None)
    page = begun(ann, "phase10")
    expect(page.locator(".board [data-part]")).to_have_count(0)
    page.unroute_all()
    page.wait_for_function(IN_SIGHT, arg="sheet")


def test_a_wrong_choice_is_explained_and_undone(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page, lesson = begun(ann, "phase10"), lesson_of(game("phase10"))
    while lesson.steps[step_of(page)].act is None:
        go_on(page, "phase10", lesson, by_mouse(page))
    at, log = step_of(page), page.locator(".side-log li").count()
    page.click("[data-part=stop]")
    expect(page.locator("[data-testid=reply]")).to_contain_text("Stopping ends the turn")
    assert (step_of(page), page.locator(".side-log li").count()) == (at, log)
    go_on(page, "phase10", lesson, by_mouse(page))
    expect(page.locator("[data-testid=reply]")).to_have_count(0)


def test_what_the_rules_forbid_is_refused_with_its_rule(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page, lesson = begun(ann, "popalotsy"), lesson_of(game("popalotsy"))
    while lesson.steps[step_of(page)].act is None:
        go_on(page, "popalotsy", lesson, by_mouse(page))
    page.click("[data-part=card-y4]")
    page.click("[data-part=die-b]")
    reply = page.locator("[data-testid=reply]")
    expect(reply).to_contain_text("neither the colour nor the number")
    reply.get_by_role("button", name="§18").click()
    expect(page.locator("dialog[open] .lit")).to_be_visible()


def test_one_goes_back_and_forth_and_may_be_shown(hall: Hall, people: Callable[..., Person]) -> None:
    page, lesson = begun(people(hall), "phase10"), lesson_of(game("phase10"))
    while lesson.steps[step_of(page)].act is None:
        page.keyboard.press("ArrowRight")
    at = step_of(page)
    page.click("[data-testid=show]")
    expect(page.locator("[data-testid=coach]")).to_have_text(lesson.steps[at + 1].says.english)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-testid=coach]")).to_have_text(lesson.steps[at].says.english)
    page.click("[data-testid=next]")
    expect(page.locator("[data-testid=coach]")).to_have_text(lesson.steps[at + 1].says.english)


def test_the_language_changes_in_the_middle(hall: Hall, people: Callable[..., Person]) -> None:
    page = begun(people(hall, language="de"), "sixes")
    expect(page.locator("[data-testid=coach]")).to_contain_text("Zwei spielen")
    page.click("[data-testid=next]")
    page.get_by_role("button", name="Einstellungen").click()
    page.click("fieldset:has-text('Sprache') label:has-text('English')")
    expect(page.locator("[data-testid=coach]")).to_contain_text("Both roll at the same time")


def test_the_lobby_leads_a_newcomer_to_the_lessons(hall: Hall, people: Callable[..., Person]) -> None:
    page = people(hall).page
    page.goto(hall.url)
    expect(page.locator(".newcomer a")).to_have_count(len(GAMES))
    page.locator(".game[data-game=sixes] [data-testid=learn-sixes]").click()
    page.wait_for_url("**/learn/sixes")
    page.wait_for_selector("[data-testid=coach]")
    page.evaluate("localStorage['quincunx.learned'] = '[\"sixes\"]'")
    page.goto(hall.url)
    expect(page.locator(".game[data-game=sixes] [data-testid=learn-sixes]")).to_contain_text("Learned")
    expect(page.locator(".newcomer")).to_have_count(0)


def test_a_lesson_that_is_not_there_says_so(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.calm = False
    ann.visit("/learn/chess")
    expect(ann.page.locator(".failure")).to_contain_text("there is no lesson of 'chess'")


@pytest.mark.parametrize("slug", mostly("lowdown"))  # the largest board
def test_a_lesson_is_light_and_open_to_everybody(
    hall: Hall, people: Callable[..., Person], axe: Path, slug: str
) -> None:
    """What it loads beyond the lobby, and axe-core on a small phone in the dark."""
    ann = people(hall, size=PHONE, theme="dark")
    page = ann.page
    page.goto(hall.url)
    page.wait_for_selector(".game")
    page.wait_for_load_state("networkidle")
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.locator(f".game[data-game={slug}] [data-testid=learn-{slug}]").tap()
    page.wait_for_selector(".board [data-part]")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(request.sizes()["responseBodySize"] for request in loaded) <= MOST_BYTES
    lesson = lesson_of(game(slug))
    while lesson.steps[step_of(page)].act is None:
        go_on(page, slug, lesson, by_touch(page))
    assert ann.axe() == []
    assert ann.sideways() <= 0
