"""Everyone can play: keyboard alone, screen reader, small phones with touch, both themes, two languages."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.drive import (
    COMPANY,
    GAMES,
    PHONE,
    SMALL_PHONE,
    Hall,
    Person,
    fingerprint,
    play,
    ready,
    unhurried,
)
from tests.web.gamepage import page_of


def sit(hall: Hall, someone: Person, game: str, **fields: Any) -> None:
    someone.take_seat_of(hall.open_table(game, COMPANY[game], ["greedy"] * (COMPANY[game] - 1), **fields))
    someone.page.wait_for_selector(".felt")


def roll_all_dice(page: Page) -> None:
    """Phase 10 Dice; who would throw a phase away is asked first."""
    made = page.query_selector(".bar .btn.go")
    page.keyboard.press("r")
    if made:
        page.click("dialog[open] footer .btn >> nth=0")


@pytest.mark.slow
def test_a_match_by_keyboard_alone(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.visit()
    page.wait_for_selector(".game")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(
            "document.activeElement.closest('[data-game=phase10]') && document.activeElement.matches('.play')"
        ):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".bar")
    sit(hall, ann, "phase10")
    for _ in range(400):
        if not ready(page):
            break
        before = fingerprint(page)
        page_of("phase10").press_keys(page)
        page.wait_for_function("was => window.__seen() !== was", arg=before, polling=10)
    assert page.locator(".over").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_board_obeys_keys(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann = people(hall)
    sit(hall, ann, game, settings=unhurried(game))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    before = page.locator(".side-log li").count()
    page_of(game).press_keys(page)
    page.wait_for_function("n => document.querySelectorAll('.side-log li').length > n", arg=before)


def test_the_log_and_the_rules_are_one_key_away(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    sit(hall, ann, "sixes")
    page = ann.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] [data-testid=minute] li")
    page.click("dialog[open] [role=tab] >> nth=2")
    page.wait_for_selector("dialog[open] [data-mark='R1']")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    page.keyboard.press("l")
    page.wait_for_selector("dialog[open] [role=log]")


PRESS = "(key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"


def test_whoever_skips_to_the_game_and_reloads_is_asked_nothing(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("sixes", 2, ["greedy"])
    ann.take_seat_of(given)
    page = ann.page
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.reload()
    page.wait_for_selector(".bar")
    assert page.url == f"{hall.url}/t/{given['table']}"
    assert page.locator("dialog[open], .refusal").count() == 0


def test_no_key_is_lost_after_a_dialog_has_closed(hall: Hall, people: Callable[..., Person]) -> None:
    """Before the page is drawn again, however late that is."""
    ann = people(hall)
    sit(hall, ann, "sixes")
    page = ann.page
    page.keyboard.press("?")
    page.click("dialog[open] [role=tab] >> nth=2")
    page.wait_for_selector("dialog[open] [data-mark='R1']")
    page.evaluate(f"() => {{ document.querySelector('dialog[open]').close(); ({PRESS})('l') }}")
    page.wait_for_selector("dialog[open] [role=log]")


def test_a_dialog_that_is_opened_again_at_once_stays_open(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    sit(hall, ann, "sixes")
    page = ann.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] [data-testid=minute] li")
    said = page.evaluate(
        f"""async () => {{
          const dialog = document.querySelector('dialog[open]'), said = []
          const closed = new Promise(done => dialog.addEventListener('close', done))
          ;({PRESS})('Escape')
          await Promise.resolve()
          said.push(dialog.open)
          if (dialog.open) return said
          ;({PRESS})('?')
          await closed
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
          return [...said, dialog.open]
        }}"""
    )
    assert said == [False, True]
    page.wait_for_selector("dialog[open] [data-testid=minute] li")


def test_a_screen_reader_hears_every_event(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    sit(hall, ann, "phase10")
    page = ann.page
    page.wait_for_selector(".bar.mine")
    page.evaluate(
        "window.heard = []; const live = document.querySelector('[data-testid=live]');"
        "new MutationObserver(() => heard.push(live.textContent))"
        ".observe(live, {childList: true, characterData: true, subtree: true})"
    )
    roll_all_dice(page)
    page.wait_for_function("() => heard.some(text => text.includes('rolls all ten dice again'))")
    page.wait_for_function("() => heard.some(text => /Ann has .*/.test(text))")


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_on_the_boards(hall: Hall, people: Callable[..., Person], game: str) -> None:
    """In the light on a desktop, then in the dark on a phone."""
    ann = people(hall)
    sit(hall, ann, game)
    play(ann.page, game, 1)
    assert ann.axe() == []
    ann.page.emulate_media(color_scheme="dark")
    ann.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    expect(ann.page.locator(".side-players")).to_be_hidden()
    assert ann.axe() == []


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_on_the_other_screens(hall: Hall, people: Callable[..., Person], theme: str) -> None:
    ann = people(hall, theme=theme)
    page = ann.page
    ann.visit()
    page.wait_for_selector(".game")
    found = ann.axe()
    page.click("header button.btn")
    page.wait_for_selector("dialog[open]")
    found += ann.axe()
    page.keyboard.press("Escape")
    page.click(".game[data-game=popalotsy] .options")
    page.wait_for_selector("dialog[open]")
    found += ann.axe()
    page.click("dialog[open] .btn:has-text('Open for friends')")
    page.wait_for_selector(".waiting")
    found += ann.axe()
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] [data-testid=minute] li")
    found += ann.axe()
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"]))
    play(page, "popalotsy")
    page.wait_for_selector(".over")
    found += ann.axe()
    ann.visit("/t/nowhere")
    page.wait_for_selector(".gone")
    assert found + ann.axe() == []


TARGETS = """async () => {
  const moving = document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity)
  await Promise.allSettled(moving.map(one => one.finished))
  const all = document.querySelectorAll('button, a, summary, label:has(input), input:not([type=radio]), select')
  const small = [...all].filter(one => {
    const box = one.getBoundingClientRect()
    if (one.disabled || !box.width || one.closest('.visually-hidden') || one.matches('.skip')) return false
    return getComputedStyle(one).visibility !== 'hidden' && (box.width < 43.5 || box.height < 43.5)
  })
  const size = box => `${Math.round(box.width)} x ${Math.round(box.height)}`
  return small.map(one => `${one.className || one.tagName} ${size(one.getBoundingClientRect())}`)
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_small_phone_scrolls_nowhere_sideways_and_fingers_hit(
    hall: Hall, people: Callable[..., Person], game: str
) -> None:
    ann = people(hall, size=SMALL_PHONE)
    page = ann.page
    ann.visit()
    page.wait_for_selector(".game")
    assert ann.sideways() == 0
    assert page.evaluate(TARGETS) == []
    sit(hall, ann, game)
    for _ in range(2):
        play(page, game, 1)
        page.wait_for_selector(".bar.mine, .over")
        assert ann.sideways() == 0
        assert page.evaluate(TARGETS) == []


def test_cards_that_can_be_stolen_are_large_enough_for_a_finger(hall: Hall, people: Callable[..., Person]) -> None:
    """Mixed Doubles; a STEAL is seldom in hand, so the rivals' cards are lit from outside."""
    ann = people(hall, size=SMALL_PHONE)
    sit(hall, ann, "mixeddoubles")
    page = ann.page
    page.wait_for_selector(".rival .mini")
    page.evaluate(
        "for (const card of document.querySelectorAll('.mini')) { card.disabled = false; card.classList.add('lit') }"
    )
    assert ann.sideways() == 0
    assert page.evaluate(TARGETS) == []


def test_rings_are_dragged_by_touch(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    given = hall.open_table("popalotsy", 2, ["greedy"], settings={"pace": 60_000})
    ann.take_seat_of(given)
    page = ann.page
    page.wait_for_selector(".hand .card:not([disabled])")
    card = page.locator(".hand .card").first
    colour = (card.get_attribute("aria-label") or "")[0]
    start, goal = card.bounding_box(), page.locator(f"[data-die='{colour}']").bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + 30, goal["y"] + 60, steps=4)
    page.wait_for_selector(".ghost")
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    page.mouse.up()
    page.wait_for_selector(f".spot:has([data-die='{colour}']) .ring")


def test_letters_can_be_switched_off_and_the_theme_chosen(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    sit(hall, ann, "phase10")
    page = ann.page
    page.wait_for_selector(".dice .letter")
    assert page.locator(".dice .letter").first.is_visible()
    page.click("nav .btn[aria-label=Settings]")
    page.click("fieldset:has-text('Letters') label:has-text('off')")
    page.click("fieldset:has-text('Theme') label:has-text('dark')")
    page.keyboard.press("Escape")
    assert not page.locator(".dice .letter").first.is_visible()
    assert page.get_attribute("html", "data-theme") == "dark"
    page.reload()
    page.wait_for_selector(".dice .letter", state="attached")
    assert page.get_attribute("html", "data-theme") == "dark"
