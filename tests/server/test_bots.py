"""Bots at the hall's tables: in a process of their own, which neither blocks nor outlives the hall."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from quincunx.core.match import Match
from quincunx.games import GAMES, game
from quincunx.server.protocol import CreateTable, Settings
from quincunx.server.thinkers import Thinkers, key_for
from tests.server.conftest import Open, Process, wait_for


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES])
async def test_the_worker_answers_for_every_bot(slug: str) -> None:
    spec = game(slug)
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    seat = match.actors[0]
    legal = match.legal_actions(seat)
    thinkers = Thinkers()
    try:
        for bot in spec.reflex_names:
            key = key_for("seed", seat, 3)
            first = await thinkers.choose(spec, bot, match.view(seat), seat, legal, key)
            assert first in legal
            again = await thinkers.choose(spec, bot, match.view(seat), seat, legal, key_for("seed", seat, 3))
            assert again == first, "the same key, the same choice"
    finally:
        await thinkers.close()


async def test_a_worker_that_dies_is_replaced() -> None:
    spec = game("phase10")
    match = Match(spec, 2, seed=5)
    seat = match.actors[0]
    legal = match.legal_actions(seat)
    thinkers = Thinkers()
    try:
        await thinkers.choose(spec, "greedy", match.view(seat), seat, legal, [1, 2, 3, 4])
        assert thinkers._process is not None
        thinkers._process.kill()
        await thinkers._process.wait()
        assert await thinkers.choose(spec, "greedy", match.view(seat), seat, legal, [1, 2, 3, 4]) in legal
    finally:
        await thinkers.close()


async def test_a_long_thought_holds_nobody_up(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    done = asyncio.Event()
    pondering: list[str] = []

    async def ponder(*_: object) -> int:
        pondering.append("begun")
        await done.wait()
        pondering.append("ended")
        return 0

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


async def test_the_pace_is_the_hosts(hall: Open) -> None:
    wanted = CreateTable("pig", 2, bots=["random", "random"], play=False, settings=Settings(pace=400))
    given = await hall.client.open_table(wanted)
    async with hall.client.watch(given.table) as watcher:
        begun, seq = time.monotonic(), watcher.seq
        await wait_for(lambda: watcher.seq >= seq + 3)
        assert time.monotonic() - begun > 0.5


def test_the_worker_ends_with_the_hall(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path}/hall.db", tmp_path / "log")
    process.start()
    try:
        wanted = CreateTable("phase10", 2, bots=["greedy", "greedy"], play=False, settings=Settings(pace=0))
        from quincunx.server.client import HallClient

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
