"""Two hundred tables of bots for two minutes: memory stays flat, every finished match replays to its standings."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx.client.connection import HallClient, HallError
from quincunx.core.transcript import read_transcript
from quincunx.games import GAMES, game
from quincunx.protocol import CreateTable, Settings
from tests.server.conftest import Process

TABLES = 200
SECONDS = 120
WARM_UP_S = 40


def memory_mib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def keep_playing(hall: HallClient, number: int, end: float, finished: list[str]) -> None:
    """One match after the other."""
    spec = GAMES[number % len(GAMES)]
    seats = max(2, spec.seats[0])
    bots = [spec.bot_names[(number + seat) % 2] for seat in range(seats)]
    wanted = CreateTable(spec.slug, seats, bots=bots, play=False, settings=Settings(pace=400, listed=False))
    while time.monotonic() < end:
        given = await hall.open_table(wanted)
        while time.monotonic() < end:
            await asyncio.sleep(5)
            if (await hall.table(given.table)).status == "over":
                finished.append(given.table)
                break


async def assert_replays(hall: HallClient, table: str) -> None:
    info = await hall.table(table)
    match = read_transcript(game(info.game), await hall.transcript(table))
    assert match.is_over
    async with hall.watch(table) as watcher:
        assert watcher.now is not None
        told = [(row.seat, row.place, row.points) for row in watcher.now.standings]
    assert told == [tuple(row) for row in match.standings()]


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_two_hundred_tables_for_two_minutes(tmp_path: Path, processes: Callable[..., Process]) -> None:
    process = processes(f"sqlite:///{tmp_path}/hall.db")
    process.start()
    hall = HallClient(process.url)
    finished: list[str] = []
    samples: list[float] = []
    begun = time.monotonic()
    players = [asyncio.create_task(keep_playing(hall, n, begun + SECONDS, finished)) for n in range(TABLES)]
    while time.monotonic() < begun + SECONDS:
        await asyncio.sleep(2)
        if time.monotonic() > begun + WARM_UP_S:
            samples.append(memory_mib(process.pid))
    await asyncio.gather(*players)
    third = len(samples) // 3
    early, late = sum(samples[:third]) / third, sum(samples[-third:]) / third
    assert late < early * 1.1 + 8, f"memory grew from {early:.0f} to {late:.0f} MiB"
    assert finished, "no match came to its end"
    for table in finished[:100]:
        try:
            await assert_replays(hall, table)
        except HallError as error:
            raise AssertionError(f"{table}: {error}") from error
    assert "Traceback" not in process.log()
    assert '"level": "error"' not in process.log()
