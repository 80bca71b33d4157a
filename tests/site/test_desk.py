"""The hall in a page's own worker, without a browser: what it stores, what it answers, who plays."""

from collections.abc import Iterator
from typing import Any

import pytest

from quincunx import protocol
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES, game
from quincunx.table.verify import verify
from tests.examples.pig import SPEC as PIG
from tests.site.memory import MemoryDatabase, Page

QUICK = {"pace": 0, "listed": False}


@pytest.fixture(autouse=True)
def _knowledge() -> Iterator[None]:
    """A desk gives bots what a browser has; afterwards they know what they knew."""
    known = {spec: vars(spec).pop("knowledge", None) for spec in (*GAMES, PIG)}
    yield
    for spec, before in known.items():
        vars(spec).pop("knowledge", None)
        if before is not None:
            vars(spec)["knowledge"] = before


async def opened(page: Page, spec: GameSpec, bots: list[str], **wanted: Any) -> dict[str, Any]:
    """A table of a person and bots."""
    given = {"game": spec.slug, "seats": len(bots) + 1, "name": "Ann", "bots": bots, "settings": QUICK, **wanted}
    status, seat = await page.ask("/tables", **given)
    assert status == 200, seat
    return dict(seat)


async def played(page: Page, spec: GameSpec = PIG) -> str:
    """A table whose match is over."""
    seat = await opened(page, spec, ["greedy"])
    await page.play(1, await page.join(1, seat["table"], seat["token"]))
    return str(seat["table"])


async def test_a_match_is_played_to_its_end_and_proved() -> None:
    page = Page(MemoryDatabase(), (PIG,))
    table = await played(page)
    status, proof = await page.ask(f"/tables/{table}/proof")
    assert status == 200
    assert verify(proof, lambda _: PIG).problem is None
    await page.leave()


@pytest.mark.parametrize("moves", [0, 1, 7])
async def test_a_killed_tab_has_lost_no_step(moves: int) -> None:
    database = MemoryDatabase()
    first = Page(database, (PIG,))
    seat = await opened(first, PIG, ["greedy"])
    welcome = await first.join(1, seat["table"], seat["token"])
    seq = (await first.play(1, welcome, moves=moves))["seq"] if moves else 0
    await first.leave()
    second = Page(database, (PIG,))
    welcome = await second.join(1, seat["table"], seat["token"])
    assert welcome["you"] == 0
    assert welcome["snapshot"]["seq"] >= seq, "acknowledged, so it is there"
    assert (await second.play(1, welcome))["to_act"] == "over"
    await second.leave()


async def test_two_tabs_do_nothing_twice() -> None:
    database = MemoryDatabase()
    one, other = Page(database, (PIG,)), Page(database, (PIG,))
    seat = await opened(one, PIG, ["greedy"])
    await one.play(1, await one.join(1, seat["table"], seat["token"]), moves=2)
    news = await other.play(1, await other.join(1, seat["table"], seat["token"]), moves=2)
    one.desk.moved(seat["table"])
    while (await one.until(1, "update"))["seq"] < news["seq"]:
        pass
    assert (await one.play(2, await one.join(2, seat["table"], seat["token"])))["to_act"] == "over"
    numbers = sorted(seq for _, seq in database.kept)
    assert numbers == list(range(1, len(numbers) + 1))
    await one.leave()
    await other.leave()


async def test_what_cannot_be_stored_has_not_happened() -> None:
    database = MemoryDatabase()
    page = Page(database, (PIG,))
    seat = await opened(page, PIG, ["greedy"])
    news = await page.play(1, await page.join(1, seat["table"], seat["token"]), moves=1)
    while not news["legal"]:
        news = await page.until(1, "update")
    database.is_full = True
    page.say(1, type="act", id="tab9.99", action=news["legal"][0], seq=news["seq"])
    assert (await page.until(1, "refused"))["code"] == "store"
    database.is_full = False
    page.say(1, type="act", id="tab9.99", action=news["legal"][0], seq=news["seq"])
    assert (await page.until(1, "update"))["seq"] == news["seq"] + 1
    await page.leave()


async def test_a_finished_match_is_walked_through_and_played_on() -> None:
    page = Page(MemoryDatabase(), (PIG,))
    table = await played(page)
    course = (await page.ask(f"/tables/{table}/course"))[1]
    part = (await page.ask(f"/tables/{table}/replay?first=0&count=10&seat=0"))[1]
    assert (part["first"], part["last"], part["length"]) == (0, 10, course["events"])
    assert (await page.ask(f"/tables/{table}/landings"))[0] == 200
    status, seat = await page.ask(f"/tables/{table}/forks", at=2, seat=0, name="Ann")
    assert status == 200
    welcome = await page.join(2, seat["table"], seat["token"])
    assert welcome["table"]["origin"] == {"table": table, "at": 2}
    assert (await page.play(2, welcome))["to_act"] == "over"
    await page.leave()


async def test_a_lesson_answers_what_its_reader_tries() -> None:
    spec = game("sixes")
    page = Page(MemoryDatabase(), (spec,))
    status, reply = await page.ask("/games/sixes/lesson/reply?step=0&action=nonsense")
    assert (status, reply["right"]) == (200, False)
    assert (await page.ask("/games/chess/lesson/reply?step=0&action=x"))[0] == 404
    await page.leave()


async def test_refusals_have_the_status_that_a_hall_gives() -> None:
    page = Page(MemoryDatabase(), (PIG,))
    assert (await page.ask("/tables/none"))[0] == 404
    assert (await page.ask("/tables", game="chess", seats=2, name="Ann"))[0] == 400
    seat = await opened(page, PIG, ["greedy"])
    assert (await page.ask(f"/tables/{seat['table']}/proof"))[0] == 409
    assert (await page.ask("/book"))[0] == 404
    await page.desk.open(7, "/ws/tables/none")
    assert page.closed == {7: protocol.CLOSE_NO_TABLE}
    await page.desk.open(8, "/ws/lobby")
    page.say(8, type="ping", t=3.0)
    assert (await page.until(8, "pong"))["t"] == 3.0
    await page.leave()


async def test_a_bot_that_does_not_play_here_is_stood_in_for() -> None:
    spec = game("phase10")
    page = Page(MemoryDatabase(), (spec,))
    seat = await opened(page, spec, ["expert"])
    await page.play(1, await page.join(1, seat["table"], seat["token"]), moves=12)
    info = (await page.ask(f"/tables/{seat['table']}"))[1]
    assert info["seats"][1]["stand_in"]["level"] == "greedy"
    await page.leave()
