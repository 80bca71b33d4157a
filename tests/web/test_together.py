"""Together: names at the door, seats that come and go, phrases, rematches, clocks."""

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.drive import HURRIED, PATIENCE, SMALL_PHONE, Hall, Person, let_bot_play
from tests.web.test_company import open_with_friends


def begin(ann: Person, bob: Person, game: str = "phase10") -> None:
    """Two people at a table whose match has begun."""
    link = open_with_friends(ann, game)
    bob.page.goto(link)
    bob.page.click(".seats li.empty .btn")
    for someone in (ann, bob):
        someone.page.wait_for_selector(".bar", timeout=PATIENCE)


def finish(ann: Person, bob: Person) -> None:
    """Both let a bot play for them until the match is over."""
    for playing in [let_bot_play(someone) for someone in (ann, bob)]:
        playing.join()
    for someone in (ann, bob):
        someone.page.wait_for_selector(".over", timeout=PATIENCE)


def test_a_link_asks_for_a_name_first(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="")
    link = open_with_friends(ann, "lowdown", seats=3)
    page = bob.page
    page.goto(link)
    page.wait_for_selector("h2:has-text('Ann invites you to Lowdown')")
    page.click("button:has-text('Sit down')")
    expect(page.locator("#name-first")).to_be_visible()
    expect(ann.page.locator(".seats li.empty")).to_have_count(2)
    page.fill(".join input", "Bob")
    page.click("button:has-text('Sit down')")
    ann.page.wait_for_selector(".seats li:has-text('Bob')")
    expect(page.locator(".join")).to_have_count(0)
    page.click(".btn:has-text('Change my name')")
    page.fill("dialog[open] input", "Bobby")
    page.click("dialog[open] .btn.primary")
    ann.page.wait_for_selector(".seats li:has-text('Bobby')")
    assert page.evaluate("JSON.parse(localStorage['quincunx.name'])") == "Bobby"


def test_the_waiting_room_says_how_the_table_is_set_up_and_what_it_waits_for(
    hall: Hall, people: Callable[..., Person]
) -> None:
    ann = people(hall, name="Ann")
    open_with_friends(ann, "lowdown", seats=3)
    page = ann.page
    expect(page.locator("[data-testid=wait]")).to_contain_text("Waiting for 2 more players")
    expect(page.locator(".rules")).to_contain_text("usual rules · no clock")
    expect(page.locator(".starts")).to_contain_text("as soon as 2 players are here")
    expect(page.locator("[data-testid=local]")).to_contain_text("quincunx hall --lan")
    page.click(".btn:has-text('Add a seat')")
    expect(page.locator("[data-testid=wait]")).to_contain_text("Waiting for 3 more players")
    page.click("[aria-label='Remove seat 2']")
    expect(page.locator(".seats ol li")).to_have_count(3)
    page.locator(".btn:has-text('Add a bot')").first.dblclick()
    expect(page.locator(".seats li.empty")).to_have_count(1)
    page.click(".btn:has-text('Start now')")
    page.wait_for_selector(".bar", timeout=PATIENCE)
    assert page.locator(".side-players li").count() == 2


def test_the_host_changes_the_settings_while_people_come(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="W" * 24, size=SMALL_PHONE), people(hall, name="Bob", size=SMALL_PHONE)
    link = open_with_friends(ann, "lowdown", seats=3)
    bob.page.goto(link)
    bob.page.wait_for_selector(".join h2")
    assert bob.sideways() == 0
    bob.page.fill(".join input", "M" * 24)
    expect(bob.page.locator(".join [role=status]")).to_contain_text("at most 24 characters")
    bob.page.click("button:has-text('Sit down')")
    expect(bob.page.locator(".rules")).to_contain_text("no clock")
    expect(bob.page.locator("[data-testid=local]")).to_have_count(0)
    expect(bob.page.locator(".btn:has-text('Change the settings')")).to_have_count(0)
    page = ann.page
    page.click(".btn:has-text('Change the settings')")
    page.click("dialog[open] label:has-text('60 seconds')")
    page.click("dialog[open] label:has-text('by lot')")
    page.click("dialog[open] fieldset:has-text('Show the table') label:has-text('off')")
    assert ann.axe() == []
    page.click("dialog[open] .btn.primary")
    for someone in (ann, bob):
        expect(someone.page.locator(".rules")).to_contain_text("60 seconds")
        expect(someone.page.locator(".rules")).to_contain_text("by link only")
        expect(someone.page.locator(".rules")).to_contain_text("first turn? by lot")
    page.click(".btn:has-text('Change the settings')")
    assert page.is_checked("dialog[open] label:has-text('60 seconds') input")
    assert page.is_checked("dialog[open] fieldset:has-text('Show the table') label:has-text('off') input")
    page.click("dialog[open] .btn:has-text('Cancel')")
    assert ann.sideways() == 0


def test_who_leaves_or_is_sent_away_has_no_seat(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    link = open_with_friends(ann, "lowdown", seats=3)
    bob.page.goto(link)
    bob.page.click("button:has-text('Sit down')")
    ann.page.click("[aria-label='Remove Bob']")
    ann.page.click("dialog[open] .btn.primary")
    bob.page.wait_for_selector(".join")
    expect(bob.page.locator("[data-testid=sent]")).to_contain_text("The host removed you")
    bob.page.reload()
    bob.page.wait_for_selector(".join")
    bob.page.click("button:has-text('Sit down')")
    ann.page.wait_for_selector(".seats li:has-text('Bob')")
    bob.page.click(".btn:has-text('Leave the table')")
    bob.page.click("dialog[open] .btn.primary")
    bob.page.wait_for_selector(".games .game")
    expect(ann.page.locator(".seats li.empty")).to_have_count(2)


def test_phrases_are_shown_beside_their_player_and_can_be_muted(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob", language="de")
    begin(ann, bob)
    ann.page.click("[data-testid=say]")
    ann.page.click(".menu .btn:has-text('Good game!')")
    bob.page.wait_for_selector(".side-players li:has-text('Ann') [data-testid=bubble]:has-text('Schöne Partie!')")
    ann.page.wait_for_selector(".side-players li:has-text('Ann') [data-testid=bubble]")
    bob.page.wait_for_function(
        "() => document.querySelector('[data-testid=live]').textContent.includes('Ann: Schöne Partie!')"
    )
    bob.page.click("[data-testid=say]")
    bob.page.click(".menu .mute")
    assert bob.page.locator("[data-testid=bubble]").count() == 0
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator(".menu")).to_have_count(0)
    ann.page.click("[data-testid=say]")
    ann.page.click(".menu .btn:has-text('Thanks!')")
    ann.page.wait_for_selector(".side-players [data-testid=bubble]:has-text('Thanks!')")
    bob.page.click("[data-testid=say]")
    bob.page.click(".menu .btn:has-text('Hallo!')")
    bob.page.wait_for_selector(".side-players [data-testid=bubble]:has-text('Hallo!')")
    assert bob.page.locator("[data-testid=bubble]:has-text('Danke!')").count() == 0


def test_a_rematch_is_offered_declined_and_accepted(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    begin(ann, bob, "popalotsy")
    finish(ann, bob)
    first = ann.page.url
    ann.page.click(".over .btn:has-text('Rematch')")
    expect(ann.page.locator("[data-testid=rematch]")).to_contain_text("Waiting for Bob")
    expect(bob.page.locator("[data-testid=rematch]")).to_contain_text("Ann wants a rematch")
    bob.page.click(".over .btn:has-text('No, thanks')")
    expect(ann.page.locator("[data-testid=rematch]")).to_contain_text("Bob declined")
    assert ann.page.url == first
    bob.page.click(".over .btn:has-text('Rematch')")
    for someone in (ann, bob):
        someone.page.wait_for_url(lambda url: url != first)
        someone.page.wait_for_selector(".bar", timeout=PATIENCE)
    names = ann.page.locator(".side-players .name").all_inner_texts()
    seats = ann.page.locator(".side-players .seat").evaluate_all("all => all.map(one => one.dataset.print)")
    assert {name.split("\xa0")[0]: seat for name, seat in zip(names, seats, strict=True)} == {"Bob": "1", "Ann": "2"}


def test_a_friend_who_does_not_come_along_is_named(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob")
    begin(ann, bob)
    finish(ann, bob)
    expect(ann.page.get_by_test_id("live")).to_contain_text("phase 10")
    bob.page.close()
    expect(ann.page.locator(".side-players li.absent")).to_have_count(1)
    ann.page.click(".over .btn:has-text('Rematch')")
    expect(ann.page.get_by_test_id("missing")).to_contain_text("Bob did not join the rematch")
    expect(ann.page.get_by_test_id("live")).not_to_contain_text("phase 10")


def test_a_clock_that_runs_out_says_so_before_and_lets_a_bot_play(hall: Hall, people: Callable[..., Person]) -> None:
    """In German, whose sentences are longer: nothing on the board moves."""
    ann = people(hall, language="de")
    given = hall.open_table("phase10", 2, ["greedy"], settings={"pace": 400, "clock": 5})
    ann.take_seat_of(given)
    page = ann.page
    tray = page.locator(".tray")
    page.wait_for_selector(".bar.mine")
    before = tray.bounding_box()
    assert before is not None
    expect(page.locator("[data-testid=clock]")).to_contain_text("dann spielt ein Bot für dich")
    page.wait_for_selector("[data-testid=standin]", timeout=PATIENCE)
    now = tray.bounding_box()
    assert now is not None
    assert (now["x"], now["y"]) == (before["x"], before["y"])
    expect(page.locator("[data-testid=clock]")).to_have_count(0)
    page.click("[data-testid=standin] .btn")
    page.wait_for_selector("[data-testid=standin]", state="detached")


def test_a_clock_runs_while_dice_are_still_shown(hall: Hall, people: Callable[..., Person]) -> None:
    """What is shown slowly takes of the time: the page never claims more of it than the hall gives."""
    ann = people(hall, speed="calm", motion="full")
    told: list[tuple[float, int]] = []

    def note(text: str | bytes) -> None:
        message = json.loads(text)
        left = message.get("deadline") if message["type"] == "update" else None
        if left is not None:
            told.append((time.monotonic(), left))

    ann.page.on("websocket", lambda line: line.on("framereceived", note))
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"], settings={"pace": 0, "clock": 100}))
    ann.page.wait_for_selector(".bar.mine [data-testid=clock]")
    came, left = told[-1]

    def excess() -> float:
        found = re.search(r"\d+", ann.page.inner_text("[data-testid=clock]"))
        assert found is not None
        return int(found[0]) - (left / 1000 - (time.monotonic() - came) + 1)

    # On a busy machine a second may be drawn late; a page that counts wrongly stays wrong.
    end = time.monotonic() + 10
    while excess() > 0:
        assert time.monotonic() < end
        ann.page.wait_for_timeout(100)


def test_who_sees_the_end_is_not_absent(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.take_seat_of(hall.open_table("sixes", 2, ["greedy"], settings={"pace": 0, "clock": 5}))
    page.wait_for_selector(".over .chart", timeout=PATIENCE)  # a bot has played for Ann, who does nothing
    assert page.locator(".players .absent, .face.away").count() == 0


def test_a_link_to_a_seat_is_taken_in_a_tab_that_shows_the_table(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("phase10", 2, ["greedy"])
    ann.visit(f"/t/{given['table']}")
    ann.page.wait_for_selector(".waiting")
    ann.visit(f"/t/{given['table']}#{given['token']}")
    ann.page.wait_for_selector(".bar.mine")
    assert ann.page.url == f"{hall.url}/t/{given['table']}"


def test_a_link_with_a_wrong_token_takes_nothing_away(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.context.add_init_script(HURRIED)
    given = hall.open_table("phase10", 2, ["greedy"])
    ann.take_seat_of(given)
    page = ann.page
    page.wait_for_selector(".bar.mine")
    ann.visit("/")
    ann.visit(f"/t/{given['table']}#nonsense")
    page.wait_for_selector("dialog[open] .btn:has-text('Take the seat of the link')")
    page.click("dialog[open] .btn:has-text('Take the seat of the link')")
    page.wait_for_selector(".bar.mine")
    page.reload()
    page.wait_for_selector(".bar.mine")
    stranger = people(hall, name="Eve")
    stranger.context.add_init_script(HURRIED)
    stranger.visit(f"/t/{given['table']}#nonsense")
    stranger.page.wait_for_selector(".chip:has-text('watching')")
