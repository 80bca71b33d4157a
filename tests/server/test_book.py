"""The hall's book: records of finished matches of listed tables, which stay."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from quincunx.client.connection import HallError, TableClient
from quincunx.games import GAMES
from quincunx.protocol import BookGame, CreateTable, PublicPlayer, Settings
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from quincunx.server.hall.ids import player_of
from quincunx.server.hall.tables import TableError
from quincunx.server.store.book import read_book, take_name
from quincunx.server.store.record import record_of
from quincunx.server.store.store import Store
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, opened, wait_for
from tests.server.test_replay import played

HONOURED = replace(PIG, honour=99)
"""Pig with a roll of honour that winners alone are worth."""


def config_on(db: str) -> HallConfig:
    return HallConfig(db, games=(*GAMES, HONOURED), limits=Limits(tables_an_hour=100_000))


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Open]:
    async with opened(config_on(f"sqlite:///{tmp_path}/hall.db")) as found:
        yield found


async def hold_at_20(client: TableClient) -> None:
    """Pig as one plays it, to its end."""
    while not client.is_over:
        await wait_for(lambda: client.is_over or client.may_act, 60)
        if client.now is not None and not client.is_over:
            await client.act("hold" if client.now.picture["brought"] >= 20 else "roll")


async def finished(hall: Open, *, listed: bool = True, seats: int = 2, bots: int = 1) -> tuple[str, list[str]]:
    """A match of Pig that is over; its table and the tokens."""
    settings = Settings(pace=0, listed=listed)
    table = await hall.table("pig", seats, bots=["greedy"] * bots, settings=settings)
    await asyncio.gather(*(hold_at_20(client) for client in table.clients))
    await wait_for(lambda: table.clients[0].table is not None and table.clients[0].table.status == "over")
    await table.close()
    return table.table, table.tokens


async def page(hall: Open) -> BookGame | None:
    hall.hall._book = None
    return next((page for page in await hall.client.book() if page.game == "pig"), None)


async def test_a_listed_match_is_in_the_book_and_an_unlisted_one_never(hall: Open) -> None:
    assert await hall.client.book() == []
    await finished(hall, listed=False)
    assert await page(hall) is None
    table, _ = await finished(hall)
    found = await page(hall)
    assert found is not None
    assert found.matches == 1
    assert found.best == found.worst
    best = found.best[0]
    assert (best.seat, best.match.table, best.match.kept) == (0, table, True)
    assert [seat.level for seat in best.match.seats] == [None, "greedy"]
    assert best.match.seats[0].name == "Ann"
    course = await hall.client.course(table)
    assert [(row.seat, row.place, row.points) for row in course.standings] == sorted(
        ((n, seat.place, seat.points) for n, seat in enumerate(best.match.seats)), key=lambda row: row[1]
    )
    assert found.longest is not None
    assert (found.longest.events, found.longest.ended) == (course.events, course.ended)
    assert found.closest is not None
    assert found.closest.margin == abs(best.match.seats[0].points - best.match.seats[1].points)


async def test_records_are_the_best_and_the_worst_totals_of_people(hall: Open) -> None:
    await asyncio.gather(*(finished(hall) for _ in range(4)))
    found = await page(hall)
    assert found is not None
    assert found.matches == 4
    points = [total.match.seats[total.seat].points for total in found.best]
    assert points == sorted(points, reverse=True)
    assert len(points) == 3
    assert found.worst[0].match.seats[0].points <= points[-1]
    assert all(total.seat == 0 for total in found.best), "bots hold no records"


async def test_a_host_takes_nobodys_record_away_after_the_end(hall: Open) -> None:
    table, tokens = await finished(hall)
    async with hall.client.watch(table, tokens[0]) as ann:
        await ann.change(listed=False)
    assert await page(hall) is not None


async def test_a_match_that_was_played_on_is_not_in_the_book(hall: Open) -> None:
    table, _ = await finished(hall, listed=False)
    given = await hall.client.open_fork(table, 2, "Eve")
    async with hall.client.watch(given.table, given.token) as eve:
        await eve.change(listed=True)
        await hold_at_20(eve)
        await wait_for(lambda: eve.table is not None and eve.table.status == "over")
    assert await page(hall) is None


async def test_what_a_player_left_to_a_bot_is_no_record(hall: Open) -> None:
    table = await hall.table("pig", 2, settings=Settings(pace=0, away="bot"))
    ann, bob = table.clients
    await ann.leave()
    await hold_at_20(bob)
    await table.close()
    found = await page(hall)
    assert found is not None
    assert [total.seat for total in found.best] == [1]


async def test_what_a_bot_ended_for_someone_absent_is_no_record_and_its_name_can_be_taken_away(hall: Open) -> None:
    table = await hall.table("pig", 2, settings=Settings(pace=0, away="bot", away_after=5))
    ann, bob = table.clients
    await bob.__aexit__(None, None, None)
    await hold_at_20(ann)
    await ann.__aexit__(None, None, None)
    found = await page(hall)
    assert found is not None
    assert [total.seat for total in found.best] == [0]
    was, now = await hall.hall.unname(table.table, 1)
    found = await page(hall)
    assert found is not None
    assert (was, found.best[0].match.seats[1].name) == ("Bob", now)


async def test_tidying_up_keeps_the_book_on_both_databases(any_db: str) -> None:
    async with opened(config_on(any_db)) as hall:
        table, tokens = await finished(hall, bots=0)
        first = (await hall.client.course(table)).standings[0].seat
        await hall.client.witness(table, tokens[first], "Zoe")
    store = Store(any_db)
    await store.open()
    assert (await store.tidy({"over": 1 << 62})).tables == 1
    (found,) = await store.run(read_book, [HONOURED])
    assert (found.matches, found.best[0].match.kept, len(found.honours)) == (1, False, 1)
    assert await store.run(take_name, table, first, "Player") in ("Ann", "Bob")
    (found,) = await store.run(read_book, [HONOURED])
    await store.close()
    assert (found.best[0].match.seats[first].name, found.honours) == ("Player", [])


# The roll of honour


async def test_a_total_for_the_roll_of_honour_needs_a_witness(hall: Open) -> None:
    table, tokens = await finished(hall, bots=0)
    first = (await hall.client.course(table)).standings[0].seat
    found = await page(hall)
    assert found is not None
    assert found.honours == [], "nobody has witnessed it"
    name = ["Ann", "Bob"][first]
    for token, witness, code in [
        ("nonsense", "Zoe", "seat"),
        (tokens[1 - first], "Zoe", "status"),
        (tokens[first], " ", "seat"),
        (tokens[first], name.upper(), "seat"),
    ]:
        with pytest.raises(HallError) as refusal:
            await hall.client.witness(table, token, witness)
        assert refusal.value.code == code
    await hall.client.witness(table, tokens[first], "Zoe")
    with pytest.raises(HallError, match="already has a witness"):
        await hall.client.witness(table, tokens[first], "Yan")
    found = await page(hall)
    assert found is not None
    assert [(total.seat, total.match.table) for total in found.honours] == [(first, table)]
    assert found.honours[0].match.seats[first].witness == "Zoe"


async def test_an_unlisted_total_finds_no_place_in_it(hall: Open) -> None:
    table, tokens = await finished(hall, listed=False, bots=0)
    first = (await hall.client.course(table)).standings[0].seat
    with pytest.raises(HallError, match="not in the records"):
        await hall.client.witness(table, tokens[first], "Zoe")


# Whoever runs the hall


async def test_a_name_that_is_taken_away_leaves_the_book_too(hall: Open) -> None:
    table, tokens = await finished(hall, bots=0)
    first = (await hall.client.course(table)).standings[0].seat
    await hall.client.witness(table, tokens[first], "Zoe")
    was, now = await hall.hall.unname(table, first)
    assert (was, now) == (["Ann", "Bob"][first], f"Player {first + 1}")
    found = await page(hall)
    assert found is not None
    seat = found.best[0].match.seats[first]
    assert (seat.name, seat.witness, found.honours) == (now, None, [])
    with pytest.raises(TableError):
        await hall.hall.unname("nowhere", 0)


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_name_that_is_taken_away_leaves_the_rankings_too(hall: Open, is_over: bool) -> None:
    wanted = CreateTable("pig", 2, "Rude", bots=["greedy"], settings=Settings(pace=0, listed=False), key="A" * 43)
    given = await hall.client.open_table(wanted)
    async with hall.client.watch(given.table, given.token) as rude:
        await wait_for(lambda: rude.now is not None and rude.now.picture)
        if is_over:
            await hold_at_20(rude)
            await wait_for(lambda: hall.hall.tables[given.table].ledger.status == "over")
        assert await hall.hall.unname(given.table, 0) == ("Rude", "Player 1")
    assert (await hall.client._call("GET", f"/api/players/{player_of('A' * 43)}", PublicPlayer)).name == "Player 1"


async def test_a_closed_table_leaves_the_book(hall: Open) -> None:
    table, _ = await finished(hall)
    await hall.hall.close_table(table)
    assert await page(hall) is None


# The store


async def test_a_match_leaves_one_row_a_seat(tmp_path: Path) -> None:
    async with opened(config_on(f"sqlite:///{tmp_path}/hall.db")) as hall:
        await finished(hall)
        rows = await hall.hall.store._db.run(lambda db: db.execute(text("select count(*) from totals")).scalar())
        assert rows == 2


def test_a_record_says_what_the_match_came_to() -> None:
    match = played(PIG, 2)
    record = record_of("t", match, 9_000, 2_000, ["Ann", "Bob"], [None, "greedy"])
    assert (record.took, record.events) == (7_000, len(match))
    assert sorted(seat.place for seat in record.seats) == [1, 2]
    assert record.margin == abs(record.seats[0].points - record.seats[1].points)
