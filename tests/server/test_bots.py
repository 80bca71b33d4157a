"""Bots at the hall's tables: in processes of their own, which neither block nor outlive the hall."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from quincunx.bots import bot_key, choose, needs_preparing
from quincunx.client.connection import HallError
from quincunx.core.match import Match
from quincunx.games import GAMES, game
from quincunx.protocol import CreateTable, Settings, StandIn
from quincunx.server.pool import Found, Kind
from quincunx.server.thinkers import Thinkers
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import SWIFT, Open, Process, wait_for


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """A pool of real processes."""
    found = Thinkers()
    yield found
    await found.close()


def position(slug: str) -> tuple[Any, ...]:
    """Somewhere in a match: what a bot is asked besides its name."""
    spec = game(slug)
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    seat = match.actors[0]
    return spec, match.view(seat), seat, match.legal_actions(seat), bot_key("seed", 3, seat)


async def ask(thinkers: Thinkers, slug: str, bot: str, **more: Any) -> Found:
    spec, *rest = position(slug)
    return await thinkers.choose(spec, bot, *rest, **more)


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES])
async def test_a_worker_answers_for_every_bot_that_answers_at_once(slug: str, thinkers: Thinkers) -> None:
    spec = game(slug)
    for bot in spec.reflex_names:
        if needs_preparing(spec, bot):
            continue
        first = await ask(thinkers, slug, bot)
        assert first.action in position(slug)[3]
        assert (first.level, first.reason) == (bot, None)
        assert await ask(thinkers, slug, bot) == first, "the same key, the same choice"


async def test_a_strong_bot_is_played_for_until_it_is_ready(thinkers: Thinkers) -> None:
    found = await ask(thinkers, "mixeddoubles", "expert")
    assert found.action in position("mixeddoubles")[3]
    assert (found.level, found.reason) == ("greedy", "preparing")
    while found.reason is not None:
        found = await ask(thinkers, "mixeddoubles", "expert")
    assert (found.level, found.action) == (
        "expert",
        choose(game("mixeddoubles"), "expert", *position("mixeddoubles")[1:]),
    )


async def test_a_worker_that_dies_is_replaced(thinkers: Thinkers) -> None:
    await ask(thinkers, "phase10", "greedy")
    (worker,) = thinkers.workers
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    await wait_for(lambda: not thinkers.workers)
    found = await ask(thinkers, "phase10", "greedy")
    assert (found.level, found.reason) == ("greedy", None)


def test_a_worker_that_is_asked_while_it_dies_is_replaced() -> None:
    """On the loop of a hall, whose pipes refuse to be written to when their other end has gone."""

    async def ask_while_it_dies() -> list[Found]:
        thinkers = Thinkers()
        try:
            await ask(thinkers, "phase10", "greedy")
            (worker,) = thinkers.workers
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            await wait_for(lambda: worker._process.stdin.is_closing())  # type: ignore[union-attr]  # it is there
            await asyncio.sleep(0)
            return [await ask(thinkers, "phase10", "greedy") for _ in range(2)]
        finally:
            await thinkers.close()

    uvloop = pytest.importorskip("uvloop")
    first, second = uvloop.run(ask_while_it_dies())
    assert first.action in position("phase10")[3]
    assert second.reason is None


async def test_a_worker_that_hangs_is_replaced_and_chance_answers(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask(thinkers, "phase10", "greedy")
    (worker,) = thinkers.workers
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    monkeypatch.setattr("quincunx.server.pool.GRACE_S", 0.2)
    found = await ask(thinkers, "phase10", "greedy", seconds=0.1)
    assert (found.level, found.reason) == ("random", "failed")
    monkeypatch.undo()
    await wait_for(lambda: worker not in thinkers.workers)
    assert (await ask(thinkers, "phase10", "greedy")).level == "greedy"


async def test_a_worker_killed_in_mid_thought_costs_no_answer(thinkers: Thinkers) -> None:
    asked = [asyncio.create_task(ask(thinkers, "phase10", "greedy", table=str(number))) for number in range(60)]
    await wait_for(lambda: any(worker.pid for worker in thinkers.workers))
    for _ in range(3):
        for worker in thinkers.workers:
            if worker.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker.pid, signal.SIGKILL)
        await asyncio.sleep(0)
    found = await asyncio.gather(*asked)
    assert {one.level for one in found} <= {"greedy", "random"}
    assert all(one.action in position("phase10")[3] for one in found)


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

    async def stand_in(spec: Any, bot: str, view: Any, seat: int, legal: list[int], *_: Any, **__: Any) -> Found:
        await allowed.acquire()
        return Found(legal[-1], "greedy" if reason[0] else bot, reason[0])

    monkeypatch.setattr(hall.hall.thinkers, "choose", stand_in)
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
    await wait_for(lambda: sum(table.ledger.seq for table in hall.hall.tables.values()) > sum(steps) + 100, 120)
    await people.close()


async def test_a_long_thought_holds_nobody_up(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    done = asyncio.Event()
    pondering: list[str] = []

    async def ponder(*_: object, **__: object) -> Found:
        pondering.append("begun")
        await done.wait()
        pondering.append("ended")
        return Found(0, "greedy")

    bots = await hall.table("phase10", 2, bots=["greedy"])
    people = await hall.table()
    monkeypatch.setattr(hall.hall.thinkers, "choose", ponder)
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
