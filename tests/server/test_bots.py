"""Bots at the hall's tables: in processes of their own, which neither block nor outlive the hall."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

from quincunx.client.connection import HallError
from quincunx.games import GAMES, game
from quincunx.protocol import CreateTable, Settings, StandIn
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.pool import Kind
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import SWIFT, Open, Process, wait_for


@pytest.mark.parametrize("bot", ["os:system", "tests.bots.own:Stubborn", "master:1000000", "greedy@2", "perfect"])
async def test_nothing_from_outside_plays_in_a_hall(bot: str, hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise AssertionError(f"{name} is imported because a visitor says so")

    monkeypatch.setattr("quincunx.bots.load_outside", load)
    with pytest.raises(HallError, match=r"no bot|only alone"):
        await hall.client.open_table(CreateTable("phase10", 2, "Ann", bots=[bot]))
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann"))
    async with hall.client.watch(given.table, given.token) as ann:
        with pytest.raises(HallError, match=r"no bot|only alone"):
            await ann.fill(1, bot)


async def test_the_table_says_who_plays_for_a_bot(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = asyncio.Semaphore(0)
    reason: list[Any] = ["preparing"]

    async def stand_in(decision: Decision, bot: str, **_: Any) -> Found[int]:
        await allowed.acquire()
        return Found(decision.legal[-1], "greedy" if reason[0] else bot, reason[0])

    monkeypatch.setattr(hall.hall.thinkers, "answer", stand_in)
    wanted = CreateTable("phase10", 2, bots=["master", "master"], play=False, settings=Settings(pace=0))
    given = await hall.client.open_table(wanted)
    async with hall.client.watch(given.table) as watcher:

        def seen() -> StandIn | None:
            assert watcher.table is not None
            return next((seat.stand_in for seat in watcher.table.seats if seat.stand_in), None)

        assert seen() is None
        allowed.release()
        await wait_for(lambda: seen() == StandIn("greedy", "preparing"))
        reason[0] = None
        for _ in range(100):
            allowed.release()
        await wait_for(lambda: seen() is None)


async def test_a_hundred_tables_of_the_strongest_bot_do_not_stop_the_hall(hall: Open) -> None:
    people = await hall.table()
    wanted = CreateTable("pig", 2, bots=["master", "master"], play=False, settings=Settings(pace=1000, listed=False))
    for _ in range(100):
        await hall.client.open_table(wanted)
    pool = hall.hall.thinkers.pool
    await wait_for(lambda: len(pool.strong.queue) > 20 or pool.strong.is_ready(Kind(PIG, "master")), 300)
    await wait_for(lambda: len(pool.strong.queue) > 20, 300)
    for _ in range(40):
        await people.mover.act("roll")
        await people.in_step()
    steps = [table.ledger.seq for table in hall.hall.tables.values()]
    await wait_for(lambda: sum(table.ledger.seq for table in hall.hall.tables.values()) > sum(steps) + 100, 600)
    await people.close()


async def test_a_long_thought_holds_nobody_up(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    done = asyncio.Event()
    pondering: list[str] = []

    async def ponder(*_: object, **__: object) -> Found[int]:
        pondering.append("begun")
        await done.wait()
        pondering.append("ended")
        return Found(0, "greedy")

    bots = await hall.table("phase10", 2, bots=["greedy"])
    people = await hall.table()
    monkeypatch.setattr(hall.hall.thinkers, "answer", ponder)
    if bots.clients[0].may_act:
        await bots.clients[0].act("stop")
    await wait_for(lambda: pondering)
    for _ in range(20):
        await people.mover.act("roll")
        await people.in_step()
    assert pondering == ["begun"]
    done.set()
    await bots.close()
    await people.close()


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES])
async def test_a_full_table_of_bots_plays_on_also_where_several_may_act(slug: str, hall: Open) -> None:
    """In Lowdown all others write at once, and it is no race."""
    seats = game(slug).seats[-1]
    given = await hall.client.open_table(CreateTable(slug, seats, bots=["greedy"] * seats, play=False, settings=SWIFT))
    async with hall.client.watch(given.table) as watcher:
        seq, ledger = watcher.seq, hall.hall.tables[given.table].ledger
        await wait_for(lambda: watcher.seq >= seq + 4 * seats or ledger.status == "over", 60)


def test_the_worker_ends_with_the_hall(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path}/hall.db", tmp_path / "log")
    process.start()
    try:
        wanted = CreateTable("phase10", 2, bots=["greedy", "greedy"], play=False, settings=Settings(pace=0))
        from quincunx.client.connection import HallClient

        asyncio.run(HallClient(process.url).open_table(wanted))
        end = time.monotonic() + 30
        while not (children := _children(process.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        assert children
    finally:
        process.kill()
    end = time.monotonic() + 20
    while any(Path(f"/proc/{child}/cmdline").exists() and _alive(child) for child in children):
        assert time.monotonic() < end, "the bots' worker has outlived its hall"
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    return [
        int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()
    ]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
