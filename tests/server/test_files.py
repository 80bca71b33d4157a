"""A SQLite file is for one hall, and for one user; a hall notices when it loses its file."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx.client.connection import HallError
from quincunx.server.config import HallConfig
from quincunx.server.store.errors import OccupiedError
from quincunx.server.store.sqlite_file import copy_database
from quincunx.server.store.store import Store
from tests.server.conftest import Process, opened


async def test_a_second_hall_on_the_same_file_is_refused(tmp_path: Path, processes: Callable[..., Process]) -> None:
    db = f"sqlite:///{tmp_path}/hall.db"
    first = processes(db)
    first.start()
    with pytest.raises(OccupiedError, match="one hall at a time") as refusal:
        await Store(db).open()
    assert refusal.value.url == first.url + "/"
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "hall.db")
    with pytest.raises(OccupiedError):
        await Store(f"sqlite:///{link}").open()
    first.kill()
    store = Store(db)
    await store.open()
    with pytest.raises(OccupiedError):
        await Store(db).open()
    await store.close()
    again = Store(db)
    await again.open()
    await again.close()


async def test_a_fresh_file_is_opened_by_many_at_once_and_one_gets_it(tmp_path: Path) -> None:
    stores = [Store(f"sqlite:///{tmp_path}/hall.db") for _ in range(3)]
    results = await asyncio.gather(*(store.open() for store in stores), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    for store, result in zip(stores, results, strict=True):
        if result is None:
            await store.close()


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.glob("hall.db*")}


async def test_the_files_are_private(config: HallConfig, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        async with opened(config) as hall:
            table = await hall.table()
            assert modes(tmp_path) == {f"hall.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}
            await table.close()
        (tmp_path / "hall.db").chmod(0o644)
        async with opened(config):
            assert set(modes(tmp_path).values()) == {0o600}
    finally:
        os.umask(before)


@pytest.mark.parametrize("name", ["hall.db", "hall.db-wal"])
async def test_nothing_is_acknowledged_after_the_file_is_gone(config: HallConfig, tmp_path: Path, name: str) -> None:
    async with opened(config) as hall:
        table = await hall.table()
        await table.mover.act("roll")
        await table.in_step()
        (tmp_path / name).unlink()
        for _ in range(2):
            with pytest.raises(HallError) as refusal:
                await table.mover.act("roll")
            assert refusal.value.code == "store"
        (tmp_path / name).write_bytes(b"")
        with pytest.raises(HallError):
            await table.mover.act("roll")
        await table.close()


async def test_a_lost_file_is_said_even_when_nobody_plays(
    config: HallConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.idle_s = 0.1
    async with opened(config):
        (tmp_path / "hall.db").unlink()
        said = ""
        for _ in range(200):
            said += "".join(capsys.readouterr())
            if "store_lost" in said:
                break
            await asyncio.sleep(0.05)
        assert "has been deleted or replaced under the running hall" in said


def test_a_copy_is_complete_or_not_there(tmp_path: Path) -> None:
    source = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
    source.execute("create table numbers (n)")
    source.executemany("insert into numbers values (?)", [(n,) for n in range(1000)])
    seen: list[tuple[int, int]] = []
    copy_database(source, tmp_path / "copy.db", lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]
    source.execute("delete from numbers")
    with pytest.raises(OSError):
        copy_database(source, tmp_path / "nowhere" / "copy.db")
    source.close()
    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("select count(*) from numbers").fetchone() == (1000,)
    copy.close()
