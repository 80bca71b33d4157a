"""At the table: what is asked before it is lost, who is away, what the log shows, who plays for a bot."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.drive import GAMES, SMALL_PHONE, Hall, Person, log_of, play, ready
from tests.web.gamepage import page_of
from tests.web.spoken import LUCK
from tests.web.test_company import open_with_friends
from tests.web.test_together import begin


@pytest.fixture
def made(hall: Hall, people: Callable[..., Person]) -> Person:
    """Someone whose first ten dice make phase 1 for 37 points."""
    ann = people(hall, luck=LUCK)
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    expect(ann.page.locator("[data-testid=prompt]")).to_contain_text("Phase made for 37")
    return ann


def test_whoever_would_throw_a_phase_away_is_asked(made: Person) -> None:
    page = made.page
    told, question = log_of(made).count(), page.locator("dialog[open]")
    page.keyboard.press("r")
    expect(question).to_contain_text("Throw 37 points away?")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(log_of(made)).to_have_count(told)
    page.click("[data-testid=roll]")
    question.get_by_role("button", name="Roll anyway").click()
    expect(log_of(made).filter(has_text="Ann rolls all ten dice again")).to_have_count(1)


def test_dice_that_make_a_phase_are_kept_by_one_button(made: Person) -> None:
    page = made.page
    page.keyboard.press("r")
    page.locator("dialog[open]").get_by_role("button", name="Keep these").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".spot.kept")).to_have_count(6)
    page.keyboard.press("r")
    expect(log_of(made).filter(has_text="Ann rolls 4 dice again")).to_have_count(1)


def test_the_first_button_takes_the_points(made: Person) -> None:
    first = made.page.locator(".bar .buttons .btn:not(.back)").first
    expect(first).to_contain_text("Take 37 points")
    first.click()
    expect(log_of(made).filter(has_text="Ann makes phase 1 for 37 points")).to_have_count(1)


def test_who_is_away_or_has_left_is_said_and_a_bot_plays_on(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    begin(ann, bob)
    page, prompt = ann.page, ann.page.locator("[data-testid=prompt]")
    table = bob.page.url
    while not bob.page.query_selector(".bar.mine"):
        if page.query_selector(".bar.mine:not(.busy)"):
            play(page, "phase10", 1)
    bob.visit("/")
    expect(prompt).to_contain_text("Bob is not connected. The match waits; you can let a bot play on.")
    expect(page.locator(".side-players li.absent")).to_contain_text("Bob")
    bob.page.goto(table)
    bob.page.wait_for_selector(".bar.mine")
    expect(page.locator(".side-players li.absent")).to_have_count(0)
    bob.page.click(".btn:has-text('Leave the table')")
    bob.page.click("dialog[open] .btn.primary")
    expect(prompt).to_contain_text("Bob has left the table. The match waits; you can let a bot play on.")
    page.locator(".bar").get_by_role("button", name="Bot plays on").click()
    page.wait_for_selector(".bar.mine")
    absent = page.locator(".side-players li.absent")
    expect(absent).to_contain_text("Bob")
    assert re.match(r"Bob has left the table\. A bot \(.+\) plays on to the end\.", absent.get_attribute("title") or "")


@pytest.mark.parametrize("game", GAMES)
def test_the_log_draws_pieces_and_reads_words(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table(game, 2, ["greedy"], variants=dict(page_of(game).variants)))
    drawn = log_of(ann).filter(has=ann.page.locator("[aria-hidden=true] :is(svg, .die, .card)"))
    while drawn.count() < 2:
        assert play(ann.page, game, 1)
    expect(drawn.first).to_be_visible()
    read = drawn.locator(".visually-hidden").all_text_contents()
    assert read
    assert all(any(letter.isalpha() for letter in text) for text in read)
    assert not re.search(r"\b(?:\d+|W)[robg]\b", " ".join(read)), "letters of dice are spelled"


def test_the_last_line_of_the_log_stays_in_sight(made: Person) -> None:
    made.page.set_viewport_size({"width": 1280, "height": 560})
    made.page.wait_for_function(
        "() => { const log = document.querySelector('.side-log .log');"
        " return log.scrollHeight > log.clientHeight && log.scrollTop + log.clientHeight >= log.scrollHeight - 1 }"
    )


def test_another_level_that_plays_for_a_bot_is_told(hall: Hall, people: Callable[..., Person]) -> None:
    """The hall's words are changed on their way: whether a bot is late depends on the machine."""
    ann, said = people(hall, language="de"), "Pascal wird noch vorbereitet: Bis dahin spielt Experte."

    def between(line: WebSocketRoute) -> None:
        hall_side = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] in ("welcome", "table"):
                late = {"name": "Pascal", "stand_in": {"level": "expert", "reason": "preparing"}}
                message["table"]["seats"][1].update(late)
            line.send(json.dumps(message))

        hall_side.on_message(pass_on)

    ann.page.route_web_socket(re.compile(r"/ws/tables/"), between)
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    expect(log_of(ann).filter(has_text=said)).to_have_count(1)
    assert said in ann.page.inner_text("[data-testid=live]")


def test_the_strength_of_bots_is_chosen_and_shown(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.visit()
    page = ann.page
    page.click(".game[data-game=sixes] .options")
    strength = page.locator("dialog[open] fieldset", has_text="Bot strength")
    about = set()
    for level in ("Random", "Greedy", "Expert"):
        strength.locator("label", has_text=level).first.click()
        about.add(page.inner_text("dialog[open] .level p"))
    assert len(about) == 3
    page.click("dialog[open] .btn.accent")
    page.wait_for_selector(".bar")
    expect(page.locator(".side-players [data-temper=expert]")).to_have_count(1)


def test_the_host_chooses_the_strength_in_the_waiting_room(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    open_with_friends(ann, "lowdown", seats=4)
    page = ann.page
    for level in ("random", "expert"):
        page.select_option("label:has-text('Bot strength') select", level)
        page.locator(".btn:has-text('Add a bot')").first.click()
        expect(page.locator(".seats li .chip", has_text=level.capitalize())).to_have_count(1)


def test_focus_stays_in_the_bar_and_never_lands_on_undo(hall: Hall, people: Callable[..., Person]) -> None:
    """Mixed Doubles: what can be taken back waits beside the buttons that go on."""
    ann = people(hall)
    ann.take_seat_of(hall.open_table("mixeddoubles", 2, ["greedy"]))
    page = ann.page
    while ready(page) and not page.query_selector(".own .take.can"):
        play(page, "mixeddoubles", 1)
    page.locator(".bar .btn.accent").focus()
    page.evaluate("document.querySelector('details').open = true")
    page.locator("details .btn", has_text="wager").first.evaluate("one => one.click()")
    page.wait_for_selector(".flag.wager")
    expect(page.locator(".bar .btn.back", has_text="Undo")).to_have_count(1)
    expect(page.locator(".bar .btn:focus, .bar:focus")).to_have_count(1)
    expect(page.locator(".bar .btn.back:focus")).to_have_count(0)


def test_a_greyed_box_says_why_in_the_prompts_place(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE, name="W" * 24)
    ann.take_seat_of(hall.open_table("lowdown", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    page.click(".own .box >> nth=0", force=True)
    page.wait_for_selector(".line .refusal:has-text('first pick a pair of open dice')")
    assert ann.sideways() == 0
    page.click(".refusal [aria-label='Close']")
    expect(page.get_by_test_id("prompt")).to_contain_text("Pick a number")


def test_the_link_to_another_device_warns_copies_and_has_a_code(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("phase10", 3, ["greedy", "greedy"])
    ann.take_seat_of(given)
    page = ann.page
    page.wait_for_selector(".bar.mine")
    listed = page.locator(".side-players .seat").evaluate_all("all => all.map(one => one.dataset.print)")
    assert listed == page.locator(".sheet .mark").all_inner_texts()
    page.click(".seat-doors .btn:has-text('another device')")
    assert page.get_by_test_id("seat-link").input_value().endswith(f"/t/{given['table']}#{given['token']}")
    page.wait_for_selector("dialog[open] img[src^='data:image/svg']")
    page.wait_for_selector("dialog[open] [data-testid=local]")
    page.wait_for_selector("dialog[open] .btn:has-text('Copy link')")


def test_the_list_of_actions_stays_open(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("lowdown", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    page.click("details.panel > summary")
    for _ in range(2):
        page.click("details.panel li button >> nth=0")
        page.wait_for_selector(".bar.mine:not(.busy)")
        page.wait_for_selector("details.panel[open] li button")
