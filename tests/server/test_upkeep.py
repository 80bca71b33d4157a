"""What is thrown away and what is kept; copies of a hall that is open."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from quincunx.cli import run
from quincunx.protocol import CreateTable
from quincunx.server.config import HallConfig
from quincunx.server.hall.info import summary_of
from quincunx.server.store.store import Store
from quincunx.server.store.tidying import DAY_MS, Tidied, cutoffs
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry, Filled, Sat
from tests.server.conftest import opened, wait_for
from tests.server.test_store import ROW

NOW = 1_000 * DAY_MS


async def put(store: Store, number: int, status: str, days: float, moved: float | None = None) -> str:
    """A table of that status that was opened so many days ago, and has moved since."""
    from msgspec.structs import replace

    from quincunx.games import game
    from quincunx.table.ledger import Ledger

    opened = NOW - int(days * DAY_MS)
    row = TableRow(f"{status}-{number}", number, ROW.game, ROW.rules, 2, {}, "{}", ROW.seed, opened, ROW.salt)
    summary = replace(summary_of(Ledger(game(ROW.game), row)), status=status)
    done: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
    at = opened if moved is None else NOW - int(moved * DAY_MS)
    steps = [Entry(1, opened, None, Sat(0, "Ann", "hash")), Entry(2, at, None, Filled(1, "random"))]
    store.append(Write(row.id, number, steps, done.set_result, summary=summary, opened=row))
    assert await done is WriteResult.STORED
    return row.id


async def left(store: Store, ids: list[str]) -> set[str]:
    return {table for table in ids if await store.table(table) is not None}


async def test_tables_that_never_began_go_after_a_week_and_nothing_else(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    ages = {"waiting": (6.9, 7.1), "playing": (1, 500), "over": (1, 900)}
    ids = [
        await put(store, number, status, days)
        for number, (status, days) in enumerate(((s, d) for s, both in ages.items() for d in both), 1)
    ]
    ids.append(await put(store, 9, "waiting", 30, moved=2))
    assert await store.tidy(cutoffs(NOW, None)) == Tidied(1, 2)
    assert await left(store, ids) == set(ids) - {"waiting-2"}
    assert await store.entries("waiting-2") == []
    assert await store.tidy(cutoffs(NOW, None)) == Tidied()
    await store.close()


async def test_keep_names_the_days_for_all(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    ids = [
        await put(store, 1, "over", 31),
        await put(store, 2, "over", 29),
        await put(store, 3, "playing", 31),
        await put(store, 4, "playing", 31, moved=1),
        await put(store, 5, "waiting", 8),
        await put(store, 6, "over", 40),
    ]
    assert await store.tidy(cutoffs(NOW, 30), frozenset({"over-6"})) == Tidied(3, 6)
    assert await left(store, ids) == {"over-2", "playing-4", "over-6"}
    assert (await store.tidy(cutoffs(NOW, 2))).tables == 2
    assert await left(store, ids) == {"playing-4"}
    await store.close()


async def test_many_are_thrown_away_some_at_a_time(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    for number in range(1, 231):
        await put(store, number, "waiting", 9)
    assert await store.tidy(cutoffs(NOW, None)) == Tidied(230, 460)
    await store.close()


async def test_a_hall_tidies_by_itself(config: HallConfig, tmp_path: Path) -> None:
    store = Store(config.db)
    await store.open()
    await put(store, 1, "waiting", 1)  # long ago: the days of this test are counted from 1970
    await store.close()
    async with opened(config) as hall:
        fresh = await hall.client.open_table(CreateTable("pig", 2, "Ann"))

        async def gone() -> bool:
            return await hall.hall.store.table("waiting-1") is None

        for _ in range(400):
            if await gone():
                break
            await asyncio.sleep(0.01)
        assert await gone()
        await wait_for(lambda: [summary.id for summary in hall.hall.lobby] == [fresh.table])


def test_tidy_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = f"sqlite:///{tmp_path}/hall.db"

    async def fill() -> None:
        store = Store(db)
        await store.open()
        for number in range(1, 400):
            await put(store, number, "waiting", 1)
        await put(store, 500, "over", 1)
        await store.close()

    asyncio.run(fill())
    assert run(["hall", "--tidy", "--db", db]) == 0
    assert "399 tables with 798 steps were deleted; the file is 0." in capsys.readouterr().out
    assert run(["hall", "--tidy", "--db", db]) == 0
    assert "nothing to clean up" in capsys.readouterr().out
    assert run(["hall", "--tidy", "--keep", "5", "--db", db]) == 0
    assert "1 table with 2 steps was deleted" in capsys.readouterr().out
    assert run(["hall", "--tidy", "--keep", "0", "--db", db]) == 2


async def test_a_hall_is_copied_while_it_is_played_in(
    config: HallConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    async with opened(config) as hall:
        table = await hall.table("phase10")
        playing = True

        async def play() -> None:
            while playing:
                await table.mover.act("stop")
                await table.in_step()
                if table.clients[0].is_over:
                    return

        task = asyncio.create_task(play())
        assert await asyncio.to_thread(run, ["hall", "--db", config.db, "--backup", str(copy)]) == 0
        playing = False
        await task
        seq = table.clients[0].seq
        await table.close()
    assert f"copied to {copy}" in capsys.readouterr().out.replace("\n", "")
    assert copy.stat().st_mode & 0o777 == 0o600
    config.db = f"sqlite:///{copy}"
    async with opened(config) as hall:
        info = await hall.client.table(table.table)
        assert 0 < info.seq <= seq
        async with hall.client.watch(table.table, table.tokens[0]) as ann:
            assert ann.you == 0


def test_what_cannot_be_copied_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "hall.db"
    sqlite3.connect(there).close()
    for words in (
        ["--db", "postgresql://x/y", "--backup", str(tmp_path / "a")],
        ["--db", f"sqlite:///{tmp_path}/none.db", "--backup", str(tmp_path / "a")],
        ["--db", f"sqlite:///{there}", "--backup", str(there)],
        ["--db", f"sqlite:///{there}", "--backup", str(tmp_path / "none" / "a")],
    ):
        assert run(["hall", *words]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
