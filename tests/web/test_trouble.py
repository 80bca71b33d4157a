"""What goes wrong: reloads, a hall that dies, addresses that lead nowhere, actions that are refused."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from quincunx.server.config import STATIC
from tests.web.drive import HURRIED, SEEDED, Hall, Person, log_of, play
from tests.web.test_access import roll_all_dice

FACES = "[...document.querySelectorAll('.dice .spot')].map(one => one.getAttribute('aria-label').split(',')[0]).sort()"


def test_a_reload_in_mid_turn_changes_nothing(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    page.keyboard.press("1")
    roll_all_dice(page)
    page.wait_for_selector("[aria-label='Roll 2 of 3']")
    before, told = page.evaluate(FACES), log_of(ann).count()
    page.reload()
    page.wait_for_selector(".bar.mine")
    assert page.evaluate(FACES) == before
    expect(page.locator("[aria-label='Roll 2 of 3']")).to_have_count(1)
    expect(log_of(ann)).to_have_count(told)


def test_the_hall_is_killed_and_started_again_under_the_page(own_hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(own_hall)
    ann.take_seat_of(own_hall.open_table("phase10", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    before, told = page.evaluate(FACES), log_of(ann).count()
    ann.calm = False
    own_hall.kill()
    page.wait_for_selector(".connection.lost")
    assert "Connection lost" in page.inner_text("[data-testid=connection]")
    roll_all_dice(page)
    own_hall.start()
    page.wait_for_selector(".connection.open")
    ann.calm = True
    page.wait_for_selector("[aria-label='Roll 2 of 3']")
    assert page.evaluate(FACES) != before
    expect(log_of(ann)).to_have_count(told + 2)
    play(page, "phase10", 3)


def test_who_loses_the_network_is_told_and_plays_on_when_it_is_back(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    ann.calm = False
    ann.context.set_offline(True)
    page.wait_for_selector(".connection.lost")
    roll_all_dice(page)
    ann.context.set_offline(False)
    page.wait_for_selector(".connection.open")
    page.wait_for_selector("[aria-label='Roll 2 of 3']")


@pytest.mark.parametrize("acts", [True, False])
def test_a_line_that_has_gone_silent_is_given_up(hall: Hall, people: Callable[..., Person], acts: bool) -> None:
    """As in a tunnel: nobody closes the line, and nothing comes any more; whether one acts or only waits."""
    ann = people(hall)
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    ann.page.route_web_socket(re.compile("/ws/tables/"), carry)
    ann.page.clock.install()
    ann.take_seat_of(hall.open_table("phase10", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    lines[0].on_message(lambda _: None)
    if acts:
        roll_all_dice(page)
    else:
        page.clock.fast_forward(15_000)
    page.clock.fast_forward(15_000)
    page.wait_for_selector(".connection.lost")
    page.clock.fast_forward(1000)
    page.wait_for_selector(".connection.open")
    assert len(lines) == 2
    if acts:
        page.wait_for_selector("[aria-label='Roll 2 of 3']")


def test_a_refusal_is_said_in_words_with_its_rule(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("lowdown", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    page.click("details summary")
    page.fill("details input", "cross R123")
    page.press("details input", "Enter")
    page.wait_for_selector(".refusal")
    assert "Not possible" in page.inner_text(".refusal")
    rule = page.inner_text(".refusal .btn.small")
    assert rule[0] in "§R"
    page.wait_for_function("() => document.querySelector('[data-testid=alert]').textContent !== ''")
    page.click(".refusal .btn.small")
    page.wait_for_selector(f"dialog[open] [data-mark='{rule}']")
    expect(page.locator("dialog[open] .lit")).to_have_count(1)


def test_an_unknown_table_says_so(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.visit("/t/nowhere")
    ann.page.wait_for_selector("text=There is no such table.")
    ann.page.click(".gone .btn")
    ann.page.wait_for_selector(".games .game")


def test_an_action_is_taken_back_while_nothing_is_revealed(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("mixeddoubles", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    while not page.query_selector(".own .take.can"):
        play(page, "mixeddoubles", 1)
    cards = page.locator(".own .take").count()
    page.click("details summary")
    page.locator("details .btn", has_text="wager").first.click()
    page.wait_for_selector(".flag.wager")
    expect(page.locator(".own .take")).to_have_count(cards - 1)
    page.click(".btn:has-text('Undo')")
    page.wait_for_selector(".flag.wager", state="detached")
    expect(page.locator(".own .take")).to_have_count(cards)


def test_leaving_gives_the_seat_up(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("sixes", 2, ["greedy"])
    ann.take_seat_of(given)
    page = ann.page
    page.wait_for_selector(".bar")
    page.click(".btn:has-text('Leave the table')")
    page.click("dialog[open] .btn.primary")
    page.wait_for_selector(".games .game")
    ann.visit(f"/t/{given['table']}")
    page.wait_for_selector(".chip:has-text('watching')")


def test_who_cannot_leave_is_told_and_keeps_the_seat(hall: Hall, people: Callable[..., Person]) -> None:
    """The hall's answer is given in its place: a store that fails is rare."""
    ann = people(hall)
    refused: list[str] = []

    def between(line: WebSocketRoute) -> None:
        hall_side = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "leave" or refused:
                hall_side.send(text)
                return
            refused.append(message["id"])
            answer = {"code": "store", "reason": ["hall.not_stored_again", {}], "rule": None}
            line.send(json.dumps({"type": "refused", "id": message["id"], **answer}))

        line.on_message(pass_on)

    ann.page.route_web_socket(re.compile("/ws/tables/"), between)
    ann.take_seat_of(hall.open_table("sixes", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar")
    page.click(".btn:has-text('Leave the table')")
    page.click("dialog[open] .btn.primary")
    page.wait_for_selector(".refusal:has-text('has not happened')")
    page.reload()
    page.click(".btn:has-text('Leave the table')")
    page.click("dialog[open] .btn.primary")
    page.wait_for_selector(".games .game")


def test_a_refusal_is_read_before_the_match_too(hall: Hall, people: Callable[..., Person]) -> None:
    eve = people(hall, name="Eve")
    page = eve.page
    eve.context.add_init_script(HURRIED)
    eve.visit(f"/t/{hall.open_table('sixes', 2, [])['table']}#nonsense")
    page.wait_for_selector(".waiting .refusal:has-text('this token belongs to no seat here')")
    page.click(".btn:has-text('Take this seat')")
    page.wait_for_selector(".seats .chip:has-text('you')")
    assert page.locator(".refusal").count() == 0


@pytest.mark.parametrize(("status", "code"), [(429, "too_many"), (503, "store"), (500, "mistake")])
def test_a_hall_in_trouble_takes_no_seat_away(
    hall: Hall, people: Callable[..., Person], status: int, code: str
) -> None:
    ann = people(hall)
    given = hall.open_table("sixes", 2, ["greedy"])
    ann.take_seat_of(given)
    page = ann.page
    page.wait_for_selector(".bar")
    page.route("**/api/tables/*", lambda route: route.fulfill(status=status, json={"code": code, "message": None}))
    ann.calm = False
    ann.visit()
    page.wait_for_selector(".games .game")
    page.unroute_all()
    ann.calm = True
    page.reload()
    page.wait_for_selector(f".yours a[href='/t/{given['table']}']")


@pytest.mark.parametrize("path", ["/t/{table}", "/learn/sixes"])
def test_a_request_that_fails_once_keeps_nobody_waiting(hall: Hall, people: Callable[..., Person], path: str) -> None:
    ann = people(hall)
    ann.calm = False
    ann.page.route("**/api/games", lambda route: route.abort(), times=1)
    ann.visit(path.format(**hall.open_table("sixes", 2, ["greedy"])))
    ann.page.wait_for_selector(".felt")


MANY_OVER = """() => {
  const seats = JSON.parse(localStorage['quincunx.seats']), matches = []
  for (let n = 0; n < 9; n++) {
    seats['over' + n] = { token: 'a', seat: 0, game: 'sixes', at: Date.now() + n }
    const none = { names: [], levels: [], points: [], places: [] }
    matches.push({ id: 'over' + n, game: 'sixes', seat: 0, ended: 1, ...none, real: false })
  }
  localStorage['quincunx.seats'] = JSON.stringify(seats)
  localStorage['quincunx.matches'] = JSON.stringify(matches)
}"""


def test_a_match_that_goes_on_is_not_hidden_by_those_that_are_over(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("sixes", 2, ["greedy"])
    ann.take_seat_of(given)
    ann.page.wait_for_selector(".bar")
    ann.page.evaluate(MANY_OVER)
    ann.visit()
    ann.page.wait_for_selector(f".yours a[href='/t/{given['table']}']")


@pytest.fixture
def upgradable(tmp_path: Path) -> Iterator[Hall]:
    """A hall with a page of its own."""
    running = Hall(tmp_path, static=Path(shutil.copytree(STATIC, tmp_path / "static")), program=SEEDED)
    running.start()
    yield running
    running.stop()


def upgrade(hall: Hall) -> None:
    """Another version of the page, and of the hall."""
    hall.kill()
    index = hall.static / "index.html"
    text = index.read_text(encoding="utf-8")
    index.write_text(text.replace("</head>", '<meta name="another" content="1"></head>'), encoding="utf-8")
    hall.start()


def test_after_an_upgrade_a_tab_at_a_table_loads_the_new_page(upgradable: Hall, people: Callable[..., Person]) -> None:
    ann = people(upgradable)
    ann.context.add_init_script(HURRIED)
    ann.take_seat_of(upgradable.open_table("phase10", 2, ["greedy"]))
    page = ann.page
    page.wait_for_selector(".bar.mine")
    before = page.evaluate(FACES)
    page.evaluate("window.marked = true")
    ann.calm = False
    upgrade(upgradable)
    page.wait_for_function("() => window.marked === undefined")
    page.wait_for_selector(".bar.mine")
    assert page.evaluate(FACES) == before
    assert page.locator("meta[name=another]").count() == 1


def test_after_an_upgrade_an_open_tab_loads_the_new_page(upgradable: Hall, people: Callable[..., Person]) -> None:
    ann = people(upgradable)
    page, told = ann.page, list[str | bytes]()
    ann.context.add_init_script(HURRIED)
    page.on("websocket", lambda line: line.on("framereceived", lambda text: told.append(text)))
    page.goto(f"{upgradable.url}/")
    page.wait_for_selector(".lobby")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.marked = true")
    ann.calm = False
    upgradable.kill()
    told.clear()
    upgradable.start()
    while not told:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    assert page.evaluate("window.marked"), "the same page is not loaded again"
    upgrade(upgradable)
    page.wait_for_function("() => window.marked === undefined")
    page.wait_for_selector(".lobby")
    assert page.locator("meta[name=another]").count() == 1
