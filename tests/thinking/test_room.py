"""The thinking room with real worker processes."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator

import pytest

from quincunx.bots import bot_key, choose, needs_preparing
from quincunx.core.match import Match
from quincunx.games import GAMES, game
from quincunx.solvers.valuer import Precision, Query, valuer_of
from quincunx.solvers.valuing import UNIT
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.room import Room
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import ROLL
from tests.server.conftest import wait_for


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """A room with real processes."""
    found = Room()
    yield found
    await found.close()


def position(slug: str, table: str = "") -> Decision:
    """A decision somewhere in a match."""
    spec = game(slug)
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    seat = match.actors[0]
    return Decision(spec, match.view(seat), seat, match.legal_actions(seat), bot_key("seed", 3, seat), table)


async def ask(room: Room, slug: str, bot: str, *, table: str = "", seconds: float = 1.0) -> Found[int]:
    return await room.answer(position(slug, table), bot, seconds=seconds)


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES])
async def test_a_worker_answers_for_every_bot_that_answers_at_once(slug: str, room: Room) -> None:
    spec = game(slug)
    for bot in spec.reflex_names:
        if needs_preparing(spec, bot):
            continue
        first = await ask(room, slug, bot)
        assert first.result in position(slug).legal
        assert (first.level, first.reason) == (bot, None)
        assert await ask(room, slug, bot) == first, "the same key, the same choice"


async def test_a_strong_bot_is_played_for_until_it_is_ready(room: Room) -> None:
    found = await ask(room, "mixeddoubles", "expert")
    assert found.result in position("mixeddoubles").legal
    assert (found.level, found.reason) == ("greedy", "preparing")
    while found.reason is not None:
        found = await ask(room, "mixeddoubles", "expert")
    assert (found.level, found.result) == (
        "expert",
        choose(game("mixeddoubles"), "expert", *position("mixeddoubles")[1:5]),
    )


async def test_a_worker_that_dies_is_replaced(room: Room) -> None:
    await ask(room, "phase10", "greedy")
    (worker,) = room.workers
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    await wait_for(lambda: not room.workers)
    found = await ask(room, "phase10", "greedy")
    assert (found.level, found.reason) == ("greedy", None)


def test_a_worker_that_is_asked_while_it_dies_is_replaced() -> None:
    """On the loop of a hall, whose pipes refuse to be written to when their other end has gone."""

    async def ask_while_it_dies() -> list[Found[int]]:
        room = Room()
        try:
            await ask(room, "phase10", "greedy")
            (worker,) = room.workers
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            await wait_for(lambda: worker._process.stdin.is_closing())  # type: ignore[union-attr]  # it is there
            await asyncio.sleep(0)
            return [await ask(room, "phase10", "greedy") for _ in range(2)]
        finally:
            await room.close()

    uvloop = pytest.importorskip("uvloop")
    first, second = uvloop.run(ask_while_it_dies())
    assert first.result in position("phase10").legal
    assert second.reason is None


async def test_a_worker_that_hangs_is_replaced_and_chance_answers(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await ask(room, "phase10", "greedy")
    (worker,) = room.workers
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    monkeypatch.setattr("quincunx.thinking.pool.GRACE_S", 0.2)
    found = await ask(room, "phase10", "greedy", seconds=0.1)
    assert (found.level, found.reason) == ("random", "failed")
    monkeypatch.undo()
    await wait_for(lambda: worker not in room.workers)
    assert (await ask(room, "phase10", "greedy")).level == "greedy"


async def test_a_worker_killed_in_mid_thought_costs_no_answer(room: Room) -> None:
    asked = [asyncio.create_task(ask(room, "phase10", "greedy", table=str(number))) for number in range(60)]
    await wait_for(lambda: any(worker.pid for worker in room.workers))
    for _ in range(3):
        for worker in room.workers:
            if worker.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker.pid, signal.SIGKILL)
        await asyncio.sleep(0)
    found = await asyncio.gather(*asked)
    assert {one.level for one in found} <= {"greedy", "random"}
    assert all(one.result in position("phase10").legal for one in found)


async def test_values_wait_for_the_search(room: Room) -> None:
    """For every seat, as the same trials say in this process."""
    match = Match(PIG, 2, seed=5)
    query = Query(match.state.to_bytes(), match.state.to_bytes(), 0, ROLL)
    precision = Precision(50_000, 50_000)
    found = await room.value(PIG, 2, query, precision)
    assert found == valuer_of(PIG, 2, match.state).answer(query, precision)
    assert sum(found.before) == UNIT
