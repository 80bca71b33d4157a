"""Several people at one table: by link, as spectators, with all their secrets."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.drive import DESKTOP, PATIENCE, PHONE, SMALL_PHONE, Hall, Person, Size, log_of, mostly, play, unhurried
from tests.web.gamepage import page_of

GOOD_SHIFT = 0.02
"""How much of the page may move while it loads, as browsers measure it; up to 0.1 counts as good."""


def open_with_friends(host: Person, game: str, seats: int = 2) -> str:
    """The host opens a table from the lobby and gives the link."""
    page = host.page
    host.visit()
    page.click(f".game[data-game={game}] .options")
    choice = page.locator("fieldset:has-text('Players at the table') label", has_text=str(seats))
    choice.first.click()
    page.click("dialog .btn:has-text('Open for friends')")
    page.wait_for_selector(".waiting")
    return page.input_value("[data-testid=invite]")


def sit_down(guest: Person, link: str) -> None:
    guest.page.goto(link)
    guest.page.click(".btn:has-text('Take this seat')")


@pytest.mark.parametrize("game", mostly("popalotsy"))
def test_two_people_join_by_link_and_play(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    link = open_with_friends(ann, game)
    assert ann.page.locator(".code img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    sit_down(bob, link)
    for someone in (ann, bob):
        someone.page.wait_for_selector(".bar", timeout=PATIENCE)
    for _ in range(6):
        for someone in (ann, bob):
            if someone.page.query_selector(".bar.mine:not(.busy)"):
                page_of(game).play(someone.page)
        ann.page.wait_for_timeout(100)
    ann.page.wait_for_function("() => document.querySelectorAll('.side-log li').length > 1", timeout=PATIENCE)
    bob.page.wait_for_function("() => document.querySelectorAll('.side-log li').length > 1", timeout=PATIENCE)
    told = [log_of(one).last.inner_text() for one in (ann, bob)]
    assert all(any(name in text for name in ("Ann", "Bob", "Round", "Everybody")) for text in told)
    names = ann.page.locator(".side-players .name").all_inner_texts()
    assert {name.split("\xa0")[0] for name in names} == {"Ann", "Bob"}


def test_seats_fill_live_and_bots_come_and_go(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    link = open_with_friends(ann, "lowdown", seats=4)
    page = ann.page
    expect(page.locator(".seats li.empty")).to_have_count(3)
    sit_down(bob, link)
    page.wait_for_selector(".seats li:has-text('Bob')")
    page.locator(".btn:has-text('Add a bot')").first.click()
    bot = page.locator(".seats li:has(.chip:has-text('Greedy'), .chip:has-text('Expert'), .chip:has-text('Random'))")
    expect(bot).to_have_count(1)
    bot.locator("[aria-label^='Remove ']").click()
    expect(bot).to_have_count(0)
    page.locator(".btn:has-text('Add a bot')").first.click()
    expect(page.locator(".seats li.empty")).to_have_count(1)
    page.locator(".btn:has-text('Add a bot')").first.click()
    page.wait_for_selector(".bar")
    bob.page.wait_for_selector(".bar")


def test_the_waiting_room_tells_the_rules_in_one_line(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, language="de")
    ann.take_seat_of(hall.open_table("mixeddoubles", 4, []))
    rules = ann.page.locator(".rules")
    height, line = rules.evaluate("found => [found.offsetHeight, parseFloat(getComputedStyle(found).lineHeight)]")
    assert height < 2 * line
    expect(ann.page.get_by_test_id("invite")).to_be_in_viewport(ratio=1)
    expect(rules).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_newcomer_finds_play_now_without_scrolling(hall: Hall, people: Callable[..., Person], size: Size) -> None:
    ann = people(hall, size=size)
    ann.visit()
    expect(ann.page.locator(".play").first).to_be_in_viewport(ratio=1)


def test_the_lobby_knows_its_tables_before_it_says_none(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.page.add_init_script(
        "window.shifted = 0; new PerformanceObserver((list) => {"
        " for (const one of list.getEntries()) window.shifted += one.value"
        "}).observe({ type: 'layout-shift', buffered: true })"
    )
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold(line: WebSocketRoute) -> None:
        line.connect_to_server().on_message(lambda message: held.append((line, message)))

    ann.page.route_web_socket(re.compile("/ws/"), hold)
    ann.visit()
    expect(ann.page.get_by_text("Loading the open tables")).to_be_visible()
    while not held:
        ann.page.wait_for_timeout(20)
    line, message = held[0]
    line.send(json.dumps({**json.loads(message), "tables": []}))
    expect(ann.page.get_by_text("No open tables")).to_be_visible()
    assert ann.page.evaluate("shifted") < GOOD_SHIFT


def test_an_open_table_is_joined_from_the_lobby(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Nora"), people(hall, name="Bob")
    open_with_friends(ann, "sixes")
    bob.visit()
    bob.page.locator(".entries li:has-text('Nora') .btn:has-text('Join')").first.click()
    for someone in (ann, bob):
        someone.page.wait_for_selector(".bar", timeout=PATIENCE)


@pytest.mark.parametrize("game", ["lowdown", "popalotsy"])
def test_a_spectator_sees_everything_but_secrets(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann, eve = people(hall), people(hall, name="Eve")
    given = hall.open_table(game, 2, ["greedy"], settings=unhurried(game))
    ann.take_seat_of(given)
    eve.visit(f"/t/{given['table']}")
    page = eve.page
    page.wait_for_selector(".chip:has-text('watching')")
    page.wait_for_selector(".felt")
    if game == "lowdown":
        ann.page.wait_for_selector(".bar.mine")
        if ann.page.query_selector(".bar .btn:has-text('secret')"):
            page.wait_for_selector(".secret.covered")
            assert page.locator(".secret .pickdie[aria-label*='hidden']").count() == 2
    else:
        assert page.locator(".hand").count() == 0
        assert ann.page.locator(".hand .card").count() > 0
    assert page.locator(".bar.mine, details summary").count() == 0
    before = log_of(eve).count()
    play(ann.page, game, 2)
    page.wait_for_function("n => document.querySelectorAll('.side-log li').length > n", arg=before)


def test_who_has_gone_is_named_beside_the_button_for_a_bot(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, language="de"), people(hall, name="Bartholomew")
    given = hall.open_table("sixes", 2, [])
    ann.take_seat_of(given)
    sit_down(bob, f"{hall.url}/t/{given['table']}")
    bob.page.wait_for_selector(".bar")
    bob.visit("/")
    gone = ann.page.locator(".side-players li.absent:has(.btn) .name")
    expect(gone).to_have_text("Bartholomew")
    assert gone.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_on_a_phone_who_watches_is_told_in_one_line(hall: Hall, people: Callable[..., Person]) -> None:
    ann, eve = people(hall, size=SMALL_PHONE), people(hall, size=SMALL_PHONE, name="Eve")
    given = hall.open_table("sixes", 2, ["greedy"])
    ann.take_seat_of(given)
    eve.visit(f"/t/{given['table']}")
    expect(eve.page.locator("header .chip:has-text('watching')")).to_be_in_viewport(ratio=1)
    assert height_of_header(eve) <= height_of_header(ann)


def height_of_header(someone: Person) -> float:
    someone.page.wait_for_selector(".felt")
    height: float = someone.page.evaluate("document.querySelector('header').getBoundingClientRect().height")
    return height


@pytest.mark.parametrize("form", ["race", "turns"])
def test_on_a_phone_a_bot_plays_on_for_a_friend_who_has_gone(
    hall: Hall, people: Callable[..., Person], form: str
) -> None:
    """PoPalotsy, where all others wait for one who is not done, or for one whose turn it is."""
    ann, bob = people(hall, size=SMALL_PHONE), people(hall, name="Bob")
    given = hall.open_table("popalotsy", 2, [], variants={"form": form})
    ann.take_seat_of(given)
    sit_down(bob, f"{hall.url}/t/{given['table']}")
    ann.page.wait_for_selector(".bar.mine")
    bob.page.wait_for_selector(".bar")
    bob.page.click(".btn:has-text('Leave the table')")
    bob.page.click("dialog[open] .btn.primary")
    ann.page.wait_for_selector("li.absent")
    help_out = ann.page.locator(".bar .btn:has-text('Bot plays on')")
    while not help_out.count():
        play(ann.page, "popalotsy", 1)
        ann.page.wait_for_selector(".bar.mine:not(.busy), .bar .btn:has-text('Bot plays on')")
    help_out.click()
    ann.page.wait_for_selector(".bar.mine, .over")


def test_a_seat_moves_to_another_device_by_its_link(hall: Hall, people: Callable[..., Person]) -> None:
    ann, phone = people(hall), people(hall, name="")
    ann.take_seat_of(hall.open_table("phase10", 1, []))
    ann.page.click(".btn:has-text('another device')")
    link = ann.page.input_value("dialog[open] input")
    phone.page.goto(link)
    phone.page.wait_for_selector(".bar.mine")
    assert "#" not in phone.page.url
