"""Coming back: the end of a match, its replay, my matches, the hall's book."""

import json
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.web.drive import DESKTOP, GAMES, PHONE, SMALL_PHONE, Hall, Person, let_bot_play, mostly, play
from tests.web.gamepage import page_of

finished: dict[str, str] = {}
"""By game: a table where bots have played to the end."""


def get(hall: Hall, path: str) -> Any:
    with urlopen(hall.url + path) as answer:
        return json.load(answer)


def table_of_bots(hall: Hall, game: str) -> str:
    """A finished match of bots, played once for all tests of a hall."""
    key = f"{hall.port} {game}"
    if key not in finished:
        seats = page_of(game).seats
        finished[key] = hall.open_table(game, seats, ["greedy"] * seats, play=False)["table"]
        end = time.monotonic() + 60
        while get(hall, f"/api/tables/{finished[key]}")["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.05)
    return finished[key]


def moment(someone: Person) -> int:
    return int(re.findall(r"\d+", someone.page.inner_text("[data-testid=moment]").replace(",", ""))[0])


def changed(someone: Person, work: Callable[[], Any]) -> int:
    """Does something that leads to another moment; which one."""
    said = someone.page.inner_text("[data-testid=moment]")
    work()
    someone.page.wait_for_function(
        "said => document.querySelector('[data-testid=moment]')?.innerText !== said", arg=said
    )
    return moment(someone)


# Replay


@pytest.mark.parametrize("game", GAMES)
def test_every_board_is_replayed_from_the_beginning_to_the_end(
    hall: Hall, people: Callable[..., Person], game: str
) -> None:
    table = table_of_bots(hall, game)
    length = get(hall, f"/api/tables/{table}/course")["events"]
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table}/replay")
    page.wait_for_selector(".felt")
    assert moment(ann) == 0
    page.wait_for_selector(".replay-log li")
    assert page.inner_text(".ticker") == "", "nothing is told before it happens"
    for _ in range(4):
        now = changed(ann, lambda: page.keyboard.press("ArrowRight"))
        assert now > 0
    assert page.inner_text(".ticker p")
    later = moment(ann)
    assert changed(ann, lambda: page.keyboard.press("ArrowLeft")) < later
    assert changed(ann, lambda: page.keyboard.press("End")) == length
    for part in (1.2, 2, 3):
        goal = str(int(length / part))
        changed(ann, partial(page.fill, "input[type=range]", goal))
        page.wait_for_selector(".felt")
    assert changed(ann, lambda: page.keyboard.press("End")) == length
    assert changed(ann, lambda: page.keyboard.press("Home")) == 0
    assert page.locator(".bar").count() == 0, "nobody acts in what is past"


LOOKS = """() => [...document.querySelectorAll('.play *')].map((one) => {
  const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('')
  const { x, y, width, height } = one.getBoundingClientRect()
  const classes = [...one.classList].filter((name) => !name.startsWith('svelte-')).sort().join('.')
  const box = [x, y, width, height].map((n) => Math.round(n))
  return [one.tagName, classes, own, one.dataset.print ?? '', one.ariaLabel, ...box].join(' ')
})"""
"""Every piece of the board: what it is, what stands on it, and where."""
LEAP = """async (goal) => {
  const slider = document.querySelector('input[type=range]')
  const said = document.querySelector('[data-testid=moment]')
  const drawn = new Promise((done, fail) => {
    new MutationObserver(done).observe(said, {characterData: true, subtree: true})
    setTimeout(() => fail(new Error(`from ${said.innerText} to ${goal} nothing changed`)), 30000)
  })
  slider.value = goal
  slider.dispatchEvent(new Event('input', {bubbles: true}))
  await drawn
  return document.getAnimations().filter(one => one.playState === 'running').length
}"""


@pytest.mark.parametrize("game", mostly("phase10"))
def test_a_moment_looks_the_same_however_one_comes_to_it(hall: Hall, people: Callable[..., Person], game: str) -> None:
    table = table_of_bots(hall, game)
    length = get(hall, f"/api/tables/{table}/course")["events"]
    ann = people(hall, motion="full", speed="normal")
    page = ann.page
    ann.visit(f"/t/{table}/replay")
    page.wait_for_selector(".felt")
    changed(ann, lambda: page.keyboard.press("ArrowRight"))
    for part in (1, 3, 1.5, 2):  # far apart: a short match deals a third of its events before its first moment
        assert page.evaluate(LEAP, int(length / part)) == 0, "after a leap nothing moves"
        page.wait_for_load_state("networkidle")  # the pieces that the log draws have come
        bob = people(hall)
        bob.visit(f"/t/{table}/replay/{moment(ann)}")
        bob.page.wait_for_selector(".felt")
        bob.page.wait_for_load_state("networkidle")
        assert bob.page.evaluate(LOOKS) == page.evaluate(LOOKS)
        bob.close()


def test_after_a_leap_the_dice_that_were_not_rolled_lie_apart(hall: Hall, people: Callable[..., Person]) -> None:
    table = table_of_bots(hall, "phase10")
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table}/replay/40")
    page.wait_for_selector(".felt")
    apart: set[int] = set()
    for goal in range(60, 260, 20):
        changed(ann, partial(page.fill, "input[type=range]", str(goal)))
        apart.add(page.locator(".spot.kept").count())
    assert any(0 < count < 10 for count in apart), apart
    assert 10 not in apart


def test_a_link_leads_to_the_moment_and_the_log_goes_with_it(hall: Hall, people: Callable[..., Person]) -> None:
    table = table_of_bots(hall, "phase10")
    ann = people(hall, language="de")
    page = ann.page
    ann.visit(f"/t/{table}/replay/120")
    page.wait_for_selector(".replay-log [aria-current]")
    here = moment(ann)
    assert 100 < here <= 120
    assert "Wiederholung" in page.inner_text("h1")
    line = page.inner_text(".replay-log [aria-current]")
    changed(ann, lambda: page.keyboard.press("ArrowRight"))
    page.wait_for_function("line => document.querySelector('.replay-log [aria-current]')?.innerText !== line", arg=line)
    page.click(f".replay-log button:has-text('{line[:20]}') >> nth=0")
    page.wait_for_function("() => /replay\\/\\d+$/.test(location.pathname)")
    page.click("button[aria-label='Link zu diesem Moment']")
    link = page.input_value("dialog[open] input")
    assert link.startswith(f"{hall.url}/t/{table}/replay/")
    page.keyboard.press("Escape")
    bob = people(hall)
    bob.page.goto(link)
    bob.page.wait_for_selector(".felt")
    assert moment(bob) == moment(ann)
    assert f"{moment(bob)} of" in bob.page.inner_text("[data-testid=moment]")


SWIPE = """([dx]) => {
  const board = document.querySelector('.play'), box = board.getBoundingClientRect()
  const touch = x => new Touch({identifier: 1, target: board, clientX: x, clientY: box.top + 200})
  const [from, to] = [box.left + box.width / 2, box.left + box.width / 2 + dx]
  const put = (kind, touches, changedTouches) =>
    board.dispatchEvent(new TouchEvent(kind, {touches, changedTouches, bubbles: true}))
  put('touchstart', [touch(from)], [touch(from)])
  put('touchend', [], [touch(to)])
}"""


@pytest.mark.parametrize("game", ["lowdown", "popalotsy"])
def test_by_touch_one_swipes_and_taps_through_a_match(hall: Hall, people: Callable[..., Person], game: str) -> None:
    table = table_of_bots(hall, game)
    ann = people(hall, size=SMALL_PHONE)
    page = ann.page
    ann.visit(f"/t/{table}/replay")
    page.wait_for_selector(".felt")
    first = changed(ann, lambda: page.evaluate(SWIPE, [-120]))
    second = changed(ann, lambda: page.tap("button[aria-label='One step on']"))
    assert second > first
    assert changed(ann, lambda: page.evaluate(SWIPE, [120])) == first
    late = changed(ann, lambda: page.tap("input[type=range]", position={"x": 310, "y": 18}))
    assert late > second
    assert ann.sideways() <= 0
    page.tap("button[aria-label='Log']")
    page.wait_for_selector("dialog[open] .replay-log li")


def test_a_match_runs_by_itself(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.visit(f"/t/{table_of_bots(hall, 'sixes')}/replay")
    ann.page.wait_for_selector(".felt")
    ann.page.keyboard.press(" ")
    ann.page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) > 8")
    ann.page.click("button[aria-label=Pause]")
    ann.page.wait_for_selector("button[aria-label=Run]")


def test_at_its_end_a_match_runs_from_the_beginning(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    table = table_of_bots(hall, "sixes")
    length = get(hall, f"/api/tables/{table}/course")["events"]
    ann.visit(f"/t/{table}/replay/{length}")
    page.wait_for_selector(".felt")
    page.click("button[aria-label=Run]")
    page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) < 60")
    page.wait_for_selector("button[aria-label=Pause]")


def test_whoever_has_switched_keys_off_walks_by_arrows_alone(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, keys=False)
    page = ann.page
    ann.visit(f"/t/{table_of_bots(hall, 'sixes')}/replay")
    page.wait_for_selector(".felt")
    for key in (" ", "l", "?"):
        page.keyboard.press(key)
    changed(ann, lambda: page.keyboard.press("ArrowRight"))
    assert page.locator("dialog[open], button[aria-label=Pause]").count() == 0


def test_hidden_hands_are_seen_with_each_seats_eyes(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table_of_bots(hall, 'popalotsy')}/replay")
    page.wait_for_selector(".felt")
    changed(ann, lambda: page.keyboard.press("ArrowRight"))  # the hands are dealt, and full
    hand = "[...document.querySelectorAll('.hand .card')].map(card => card.ariaLabel).join()"
    hands: list[str] = []
    for seat in range(3):
        page.select_option("select", str(seat))
        page.wait_for_function(f"seen => {hand}.split(',').length === 5 && !seen.includes({hand})", arg=hands)
        hands.append(page.evaluate(hand))


def test_one_plays_on_from_a_moment(hall: Hall, people: Callable[..., Person]) -> None:
    table = table_of_bots(hall, "phase10")
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table}/replay/150")
    page.wait_for_selector(".felt")
    here = moment(ann)
    page.click(".controls .btn:has-text('Play on')")
    page.check("dialog[open] input[value='1']")
    page.click("[data-testid=play-on]")
    page.wait_for_selector(".bar")
    page.wait_for_selector(".origin")
    assert page.get_attribute(".origin", "href") == f"/t/{table}/replay/{here}"
    page.wait_for_selector(".bar.mine, .over")
    play(page, "phase10", 2)
    page.click(".origin")
    page.wait_for_selector(".controls")
    assert moment(ann) == here


def test_what_is_not_over_has_no_replay(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.calm = False  # the hall refuses, as it should
    ann.visit(f"/t/{hall.open_table('sixes', 2, ['greedy'])['table']}/replay")
    ann.page.wait_for_selector(".gone")
    assert "when the match is over" in ann.page.inner_text(".gone")


def test_nobody_is_away_in_what_is_past(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall), people(hall)
    table = to_the_end(ann)
    ann.visit("/")
    bob.visit(f"/t/{table}")
    bob.page.wait_for_selector(".side-players .absent")
    bob.visit(f"/t/{table}/replay")
    bob.page.wait_for_selector(".felt")
    assert bob.page.locator(".players .absent").count() == 0


# The end, my matches, the book


def to_the_end(someone: Person, game: str = "popalotsy", **fields: Any) -> str:
    """A match that someone has watched to its end, a bot playing for them; its table."""
    seats = page_of(game).seats
    given = someone.open_table(game, seats, ["greedy"] * (seats - 1), **fields)
    someone.take_seat_of(given)
    someone.page.wait_for_selector(".bar")
    let_bot_play(someone)
    someone.page.wait_for_selector(".over .chart")
    return str(given["table"])


def test_the_end_tells_how_it_went_and_leads_on(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE)
    page = ann.page
    table = to_the_end(ann, "sixes", name="W" * 24)
    assert ann.sideways() == 0
    watching = people(hall, size=SMALL_PHONE, language="de")
    watching.visit(f"/t/{table}")
    watching.page.wait_for_selector(".over .doors .proof")
    for one in (page, watching.page):
        doors = one.locator(".over .doors > .quiet, .over .doors > .proof").all()
        assert len({box["y"] for door in doors if (box := door.bounding_box())}) == 1, "the doors share a row"
    page.click(".over .btn:has-text('Share')")
    page.wait_for_selector("dialog[open] img.qr")
    page.keyboard.press("Escape")
    course = get(hall, f"/api/tables/{table}/course")
    assert page.locator(".over ol li").count() == 2
    assert page.locator(".over ol li .face[data-temper=greedy]").count() == 1
    swing = course["swing"]
    moments = [f"/t/{table}/replay/{swing['before']}"] if swing else []
    assert [link.get_attribute("href") for link in page.locator(".decided a").all()] == moments
    if moments:
        page.click("[data-testid=make-clip]")
        expect(page.locator("[data-testid=clip]")).to_have_attribute("src", re.compile("^data:image/gif;base64,"))
        page.keyboard.press("Escape")
    assert not page.locator(".proof a").first.is_visible(), "details are folded"
    page.click(".proof summary")
    page.wait_for_selector(".checked[data-verdict=proved]")
    page.click(".over .btn:has-text('Replay')")
    page.wait_for_selector(".controls")


def test_the_winner_has_fewer_points_where_low_wins(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    table = table_of_bots(hall, "lowdown")
    ann.visit(f"/t/{table}")
    ann.page.wait_for_selector(".over ol li")
    is_shared = len({row["place"] for row in get(hall, f"/api/tables/{table}/course")["standings"]}) == 1
    assert is_shared or re.search(r"\d points? fewer than|Level with", ann.page.inner_text(".over .head p"))


def test_one_card_is_one_card(hall: Hall, people: Callable[..., Person]) -> None:
    """A match of six in which somebody has a single card left comes soon."""
    for _ in range(20):
        table = hall.open_table("popalotsy", 6, ["greedy"] * 6, play=False)["table"]
        end = time.monotonic() + 60
        while get(hall, f"/api/tables/{table}")["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.05)
        if any(row["points"] == 1 for row in get(hall, f"/api/tables/{table}/course")["standings"]):
            break
    ann = people(hall)
    ann.visit(f"/t/{table}")
    ann.page.wait_for_selector(".over ol li")
    said = ann.page.locator(".over ol .points").all_inner_texts()
    assert "1 card" in said
    assert "1 cards" not in said


def test_winning_is_celebrated_unless_motion_is_reduced(hall: Hall, people: Callable[..., Person]) -> None:
    """Whoever plays against themselves wins: seen with full motion and without."""
    table, token = "", ""
    ann = people(hall, motion="full")
    for _ in range(12):
        given = hall.open_table("popalotsy", 2, ["random"])
        ann.take_seat_of(given)
        ann.page.wait_for_selector(".bar")
        let_bot_play(ann)
        ann.page.wait_for_selector(".over h2")
        if ann.page.locator(".over.won").count():
            table, token = given["table"], given["token"]
            break
        assert ann.page.locator("[data-testid=confetti]").count() == 0
        assert ann.page.inner_text(".over.lost h2") == "You lost."
    assert table, "twelve matches lost against random bots"
    assert ann.page.locator("[data-testid=confetti] i").count() > 20
    bob = people(hall)
    bob.take_seat_of({"table": table, "token": token})
    bob.page.wait_for_selector(".over.won")
    assert bob.page.locator("[data-testid=confetti]").count() == 0


def test_my_matches_stay_travel_and_are_forgotten(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    tables = [to_the_end(ann), to_the_end(ann)]
    ann.visit("/mine")
    page.wait_for_selector(".entries li")
    assert page.locator(".entries li").count() == 2
    assert page.inner_text("[data-testid=played]") == "2"
    assert page.locator(".entries a").first.get_attribute("href") == f"/t/{tables[1]}/study"
    page.click("tbody button >> nth=0")
    page.wait_for_selector("h2:has-text('Against')")
    page.click(".btn:has-text('Move to another device')")
    page.wait_for_selector("dialog[open] img.qr")
    page.wait_for_function("() => document.querySelector('[data-testid=luggage]')?.value.includes('#')")
    link = page.input_value("[data-testid=luggage]")
    page.keyboard.press("Escape")

    phone = people(hall, size=PHONE, name="")
    phone.visit("/mine")  # a link is also taken where the page is open already
    phone.page.wait_for_selector("text=No finished matches")
    phone.page.goto(link)
    phone.page.tap("[data-testid=accept]")
    phone.page.wait_for_selector(".entries li >> nth=1")
    assert "#" not in phone.page.url
    assert phone.page.locator(".entries li").count() == 2

    page.click(".btn:has-text('Forget me')")
    page.click("[data-testid=forget]")
    page.wait_for_selector(".game")
    kept = page.evaluate("Object.keys(localStorage).filter(key => /seats|matches|dice/.test(key))")
    assert kept == []
    ann.visit("/mine")
    page.wait_for_selector("text=No finished matches")


def test_the_code_for_a_phone_brings_matches_by_their_tables(hall: Hall, people: Callable[..., Person]) -> None:
    """The small luggage names tables alone; the hall tells the rest."""
    ann = people(hall)
    table = to_the_end(ann)
    sent: list[str] = []
    ann.page.on("request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/api/qr") else None)
    ann.visit("/mine")
    ann.page.wait_for_selector(".entries li")
    ann.page.click(".btn:has-text('Move to another device')")
    ann.page.wait_for_selector("dialog[open] img.qr")
    path = json.loads(sent[0])["path"]
    assert len(path) < 1200
    phone = people(hall, size=PHONE, name="")
    phone.visit(path)
    phone.page.tap("[data-testid=accept]")
    phone.page.wait_for_selector(f".entries a[href='/t/{table}/replay']")


def test_a_match_that_ended_while_i_was_away_is_among_mine(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall), people(hall)
    given = hall.open_table("popalotsy", 2, ["greedy"])
    ann.take_seat_of(given)
    ann.page.wait_for_selector(".hand .card")
    ann.visit("/")
    bob.take_seat_of(given)
    let_bot_play(bob)
    bob.page.wait_for_selector(".over")
    ann.visit("/mine")
    ann.page.wait_for_selector(f".entries a[href='/t/{given['table']}/replay']")


def test_the_book_shows_listed_matches(own_hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(own_hall)
    page = ann.page
    ann.visit("/book")
    page.wait_for_selector("text=No records yet")
    to_the_end(ann, settings={"pace": 0, "listed": False})
    table = to_the_end(ann, settings={"pace": 0, "listed": True})
    ann.visit()
    page.click("a[href='/book']")
    page.wait_for_selector("section[data-game=popalotsy]")
    assert "1 match" in page.inner_text("section[data-game=popalotsy] h2")
    assert "Worst" not in page.inner_text("section[data-game=popalotsy]"), "the only total is the best"
    assert "Ann" in page.inner_text("section[data-game=popalotsy]")
    page.click(f"a[href='/t/{table}/replay'] >> nth=0")
    page.wait_for_selector(".controls")


# For everybody


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_axe_finds_nothing_serious_when_one_comes_back(hall: Hall, people: Callable[..., Person], theme: str) -> None:
    ann = people(hall, theme=theme, size=PHONE if theme == "dark" else DESKTOP)
    page = ann.page
    table = to_the_end(ann, settings={"pace": 0, "listed": True})
    page.click(".proof summary")
    found = ann.axe()
    for game in GAMES:
        ann.visit(f"/t/{table_of_bots(hall, game)}/replay/40")
        page.wait_for_selector(".felt")
        found += ann.axe()
    page.click(".controls .btn:has-text('Play on')")
    page.wait_for_selector("dialog[open]")
    found += ann.axe()
    ann.visit("/mine")
    page.wait_for_selector(f".entries a[href='/t/{table}/replay']")
    found += ann.axe()
    page.click(".btn:has-text('Move to another device')")
    page.wait_for_selector("dialog[open] img.qr")
    found += ann.axe()
    ann.visit("/book")
    page.wait_for_selector("section[data-game]")
    assert found + ann.axe() == []
    assert ann.sideways() <= 0
