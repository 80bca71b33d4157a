"""Every board is whole: with the most players that a game allows, at every size people have, the action is in sight."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PageTimeout
from playwright.sync_api import expect

from quincunx.core.tutorial import lesson_of
from quincunx.games import game as find_game
from tests.web.drive import (
    DESKTOP,
    GAMES,
    LANDSCAPE,
    MOST_SEATS,
    PHONE,
    SIZES,
    SMALL_PHONE,
    Hall,
    Person,
    Size,
    play,
    ready,
    unhurried,
)
from tests.web.gamepage import page_of
from tests.web.test_lessons import begun, by_keyboard, go_on

OUT_OF_SIGHT = """(pieces) => {
  const bar = document.querySelector('.bar').getBoundingClientRect()
  const beside = bar.height > innerHeight / 2
  const found = []
  const see = (one, name) => {
    const box = one.getBoundingClientRect()
    if (!box.width) return
    const inside = box.left > -1 && box.right < innerWidth + 1 && box.top > -1 && box.bottom < innerHeight + 1
    if (!inside) found.push(`${name} out of the window`)
    else if (!one.closest('.bar') && !beside && box.top + box.height / 2 > bar.top) found.push(`${name} under the bar`)
  }
  for (const one of document.querySelectorAll('.bar .btn')) see(one, one.textContent.trim())
  for (const one of document.querySelectorAll(pieces)) see(one, one.getAttribute('aria-label') ?? one.className)
  return found
}"""


def out_of_sight(someone: Person, game: str) -> list[str]:
    """What can be worked now and is not to be seen, once the page has found its place."""
    with suppress(PageTimeout):
        someone.page.wait_for_function(f"pieces => !({OUT_OF_SIGHT})(pieces).length", arg=page_of(game).can_be_worked)
    found: list[str] = someone.page.evaluate(OUT_OF_SIGHT, page_of(game).can_be_worked)
    return found


PLACES = """() => ['.ticker', '.bar']
  .map(one => Math.round(scrollY + document.querySelector(one).getBoundingClientRect().bottom)).join()"""


def sit(hall: Hall, someone: Person, game: str) -> None:
    """With all seats taken; a race in which nobody hurries."""
    bots = ["greedy"] * (MOST_SEATS[game] - 1)
    someone.take_seat_of(hall.open_table(game, MOST_SEATS[game], bots, settings=unhurried(game)))
    someone.page.wait_for_selector(".bar.mine")


TURNED = [SMALL_PHONE, LANDSCAPE]
"""A phone that is turned on its side."""


@pytest.mark.parametrize(
    "sizes",
    [TURNED, *(pytest.param([one], marks=pytest.mark.slow) for one in SIZES if one not in TURNED)],
    ids=lambda sizes: sizes[0].name,
)
@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_has_its_action_in_sight(
    hall: Hall, people: Callable[..., Person], game: str, sizes: list[Size]
) -> None:
    ann = people(hall, size=sizes[0])
    sit(hall, ann, game)
    for _ in range(2):
        for size in sizes:
            ann.page.set_viewport_size({"width": size.width, "height": size.height})
            assert (out_of_sight(ann, game), ann.sideways()) == ([], 0), size
        play(ann.page, game, 1)
        # Who is done in a race waits for the others.
        ann.page.wait_for_selector(".bar, .over" if find_game(game).race else ".bar.mine, .over")
        if ann.page.query_selector(".over") or not ann.page.query_selector(".bar.mine"):
            break


def test_the_dishes_stay_on_their_felt_on_a_narrow_page(hall: Hall, people: Callable[..., Person]) -> None:
    """A window of 345 pixels whose scrollbar takes some, or one of 690 at 200 %."""
    ann = people(hall, size=Size("narrow", 345, 640), language="de")
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"], variants={"form": "turns"}))
    ready(ann.page)
    outside = ann.page.evaluate(
        "() => { const felt = document.querySelector('.felt').getBoundingClientRect();"
        " return [...document.querySelectorAll('.felt *')].map(one => one.getBoundingClientRect())"
        ".filter(one => one.width && (one.left < felt.left || one.right > felt.right)).length }"
    )
    assert outside == 0


WIDER_THAN_ITS_ROOM = """() => {
  const edge = document.querySelector('.play').getBoundingClientRect().right + 1
  return [...document.querySelectorAll('.play :is(.felt, .panel)')]
    .filter(one => one.getBoundingClientRect().right > edge)
    .map(one => one.className)
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_board_holds_the_longest_name(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table(game, 2, ["greedy"], name="W" * 24, settings=unhurried(game)))
    ready(ann.page)
    for size in (DESKTOP, SMALL_PHONE):
        ann.page.set_viewport_size({"width": size.width, "height": size.height})
        assert (ann.sideways(), ann.page.evaluate(WIDER_THAN_ITS_ROOM)) == (0, []), size


def test_who_is_absent_makes_no_phone_scroll_sideways(hall: Hall, people: Callable[..., Person]) -> None:
    """In a crowd why they are is said to screen readers alone."""
    ann = people(hall, size=SMALL_PHONE)
    given = ann.open_table("lowdown", 4, [])
    for name in ("Bob", "Cem", "Dee"):
        hall.sit_down(given["table"], name)
    ann.take_seat_of(given)
    ann.page.click(".btn.start")
    ann.page.wait_for_selector(".crowd .absent >> nth=2")
    assert ann.sideways() == 0


def test_beside_the_board_what_happened_is_told_in_full(hall: Hall, people: Callable[..., Person]) -> None:
    """On a phone on its side: ten dice take more than two lines there."""
    ann = people(hall, size=Size("small landscape", 640, 360, touch=True))
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    ready(ann.page)
    said = ann.page.locator(".bar .ticker")
    expect(said).to_contain_text("Ann has")
    assert said.evaluate("said => said.scrollHeight <= said.clientHeight")
    assert said.evaluate("said => said.firstElementChild.scrollHeight <= said.firstElementChild.clientHeight")


def test_who_drops_a_wrong_ring_in_a_race_reads_why(hall: Hall, people: Callable[..., Person]) -> None:
    """On a die that is empty: the ring comes back, and nothing else would show it."""
    ann = people(hall, size=SMALL_PHONE)
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"], settings=unhurried("popalotsy")))
    page = ann.page
    page.wait_for_selector(".hand .card:not([disabled])")
    dice = {one.get_attribute("data-die"): one.get_attribute("aria-label") for one in page.locator(".target").all()}
    cards = [one.get_attribute("aria-label") or "" for one in page.locator(".hand .card").all()]
    place, die = next(
        (place, die)
        for place, card in enumerate(cards)
        for die, shown in dice.items()
        if die != card[0] and card[-1] not in (shown or "")
    )
    page.locator(".hand .card").nth(place).tap()
    page.locator(f".target[data-die={die}]").tap()
    expect(page.locator("[data-testid=prompt]")).to_contain_text("Wrong: it does not match.")
    expect(page.locator(f".spot.back [data-die={die}]")).to_have_count(1)


CUT_OFF = """() => {
  const room = document.querySelector('.ticker').getBoundingClientRect()
  return [...document.querySelectorAll('.ticker .ring')].map(one => one.getBoundingClientRect())
    .filter(one => one.width && one.top < room.bottom - 2 && (one.top < room.top - 2 || one.bottom > room.bottom + 2))
    .map(one => `${one.top} to ${one.bottom}, not ${room.top} to ${room.bottom}`)
}"""
"""Pieces that the room for what is told shows in part."""


def test_pieces_of_two_lines_are_whole_on_a_phone(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE)
    ann.take_seat_of(hall.open_table("popalotsy", 6, ["greedy"] * 5, variants={"form": "turns"}))
    play(ann.page, "popalotsy", 2)
    ready(ann.page)
    assert out_of_sight(ann, "popalotsy") == []
    ann.page.reload()
    expect(ann.page.locator(".ticker .ring")).not_to_have_count(0)
    assert ann.page.evaluate(CUT_OFF) == []


def test_a_ring_that_comes_down_moves_no_page(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE, motion="auto", speed="normal")
    ann.take_seat_of(hall.open_table("popalotsy", 2, ["greedy"], variants={"form": "turns"}))
    ann.page.evaluate(
        "() => { window.__wide = 0; const look = () => { const page = document.documentElement;"
        " window.__wide = Math.max(window.__wide, page.scrollWidth - page.clientWidth); requestAnimationFrame(look) };"
        " look() }"
    )
    play(ann.page, "popalotsy", 2)
    assert ann.page.evaluate("window.__wide") == 0


@pytest.mark.parametrize("game", ["mixeddoubles", "popalotsy"])
def test_board_and_bar_stay_where_they_are_on_a_phone(hall: Hall, people: Callable[..., Person], game: str) -> None:
    """Whatever is said above the board, and however many cards there are."""
    ann = people(hall, size=PHONE)
    page = ann.page
    ann.take_seat_of(hall.open_table(game, 3, ["greedy"] * 2, variants=dict(page_of(game).variants)))
    places = set()
    for _ in range(4):
        if not ready(page):
            break
        places.add(page.evaluate(PLACES))
        play(page, game, 1)
    assert len(places) == 1


def test_dice_make_room_for_a_tall_bar(hall: Hall, people: Callable[..., Person]) -> None:
    """In German a single die that can be completed takes two rows of buttons."""
    ann = people(hall, size=SMALL_PHONE, language="de", luck="sx1")
    page = ann.page
    ann.take_seat_of(hall.open_table("sixes", 2, ["greedy"]))
    tallest = 0
    for _ in range(8):
        if not ready(page):
            break
        assert out_of_sight(ann, "sixes") == []
        tallest = max(tallest, page.evaluate("document.querySelector('.bar').clientHeight"))
        play(page, "sixes", 1)
    assert tallest > 150


HIDDEN_NUMBERS = """() => [...document.querySelectorAll('.own .column li:not(:last-child) .value')].filter(one => {
  const box = one.getBoundingClientRect()
  return box.bottom > one.closest('li').nextElementSibling.getBoundingClientRect().top + 1
}).length"""


def test_cards_under_others_show_their_numbers(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    ann.take_seat_of(hall.open_table("mixeddoubles", 2, ["greedy"]))
    while ready(ann.page) and not ann.page.query_selector(".own .column li + li"):
        play(ann.page, "mixeddoubles", 1)
    ann.page.wait_for_selector(".own .column li + li")
    for size in (PHONE, SMALL_PHONE, LANDSCAPE):
        ann.page.set_viewport_size({"width": size.width, "height": size.height})
        assert ann.page.evaluate(HIDDEN_NUMBERS) == 0, size


def test_special_cards_lie_above_a_tall_bar(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=Size("tall", 360, 740, touch=True))
    page = ann.page
    ann.take_seat_of(hall.open_table("mixeddoubles", 4, ["greedy"] * 3))
    seen = 0
    for _ in range(16):
        if not ready(page):
            break
        under = page.evaluate(
            "() => { const bar = document.querySelector('.bar').getBoundingClientRect().top;"
            " return [...document.querySelectorAll('.specials li')]"
            ".map(one => one.getBoundingClientRect().bottom - bar) }"
        )
        assert all(below <= 1 for below in under)
        seen = max(seen, len(under))
        play(page, "mixeddoubles", 1)
    assert seen > 0


def test_the_cup_stays_on_its_felt(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE)
    page = begun(ann, "lowdown")
    go_on(page, "lowdown", lesson_of(find_game("lowdown")), by_keyboard(page), by_keys=True)
    page.wait_for_selector(".covered .cup")
    for size in (SMALL_PHONE, LANDSCAPE, DESKTOP):
        page.set_viewport_size({"width": size.width, "height": size.height})
        cup, felt = page.locator(".cup").bounding_box(), page.locator(".dice-row").bounding_box()
        assert cup is not None
        assert felt is not None
        assert felt["y"] <= cup["y"], size
        assert cup["y"] + cup["height"] <= felt["y"] + felt["height"], size


def test_kept_dice_lie_on_a_shelf_and_survive_a_reload(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    page.wait_for_selector(".bar.mine .btn")
    page.keyboard.press("1")
    page.wait_for_selector(".spot.kept")
    kept = page.get_attribute(".spot.kept", "aria-label")
    shelf, die = page.locator(".shelf").bounding_box(), page.locator(".spot.kept").bounding_box()
    assert shelf is not None
    assert die is not None
    assert shelf["y"] - 4 <= die["y"] <= shelf["y"] + shelf["height"]
    page.reload()
    page.wait_for_selector(".spot.kept")
    assert page.get_attribute(".spot.kept", "aria-label") == kept


def test_bots_have_names_and_faces_of_their_own(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    ann.take_seat_of(hall.open_table("phase10", 8, ["greedy"] * 4 + ["random"] * 3))
    ann.page.wait_for_selector(".players li")
    names = ann.page.locator(".narrow .players .name").all_inner_texts()
    assert len(set(names)) == 8
    assert ann.page.locator(".narrow [data-temper=greedy]").count() == 4
    assert ann.page.locator(".narrow [data-temper=random]").count() == 3


def test_every_game_is_told_in_a_minute_with_its_signs(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, language="de")
    ann.visit()
    for game in GAMES:
        ann.page.click(f".game[data-game={game}] .rules")
        ann.page.wait_for_selector("dialog[open] [data-testid=minute] ul li")
        told = ann.page.locator("dialog[open] [data-testid=minute] p").all_inner_texts()
        assert len(told) > 4, "four parts of the rules, and at least one sign"
        assert not any(text.startswith("[") or not text.strip() for text in told)
        assert ann.sideways() <= 0
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog[open]")).to_have_count(0)


def test_the_first_match_of_popalotsy_is_in_turns_and_the_next_a_race(
    hall: Hall, people: Callable[..., Person]
) -> None:
    ann = people(hall)
    for form in ("in turns", "race"):
        ann.visit()
        ann.page.click(".game[data-game=popalotsy] .play")
        ann.page.wait_for_selector(f".field-of-play header:has-text('{form}')")
