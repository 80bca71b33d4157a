"""Older databases are brought up to date all or nothing, and play on."""

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quincunx.client.connection import HallClient
from quincunx.server.config import HallConfig
from quincunx.server.store.migrations import HEAD
from quincunx.server.store.sqlite_file import HallFile, StoreError
from quincunx.server.store.store import Store
from tests.server.conftest import ROOT, opened, wait_for

DATA = ROOT / "tests" / "data"
OLDER = sorted(DATA.glob("schema-*.db"))
KNOWN: list[dict[str, Any]] = json.loads((DATA / "tables.json").read_text())


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A copy of the file of the first version."""
    return Path(shutil.copy(DATA / "schema-0001.db", tmp_path / "hall.db"))


async def bring_up_to_date(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    await store.open()
    await store.close()


def content(file: Path) -> dict[str, list[Any]]:
    """Every table and every step, whichever version the file is of."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        names = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
        assert not any(name.startswith("old_") for name in names), names
        new = "number" in {row[1] for row in db.execute("pragma table_info(tables)")}
        key, of = ("table_number", "number") if new else ("table_id", "id")
        steps = f"select id, seq, at, message, body from entries join tables on {of} = {key} order by id, seq"
        return {
            "tables": db.execute("select id, game, seats, variants, seed, created from tables order by id").fetchall(),
            "steps": db.execute(steps).fetchall(),
        }


# Files of every version


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
async def test_an_old_file_opens_and_plays_on(file: Path, config: HallConfig, tmp_path: Path) -> None:
    shutil.copy(file, tmp_path / "hall.db")
    async with opened(config) as hall:
        for known in KNOWN:
            info = await hall.client.table(known["table"])
            assert (info.status, info.game) == (known["status"], known["game"])
            assert info.seq >= known.get("seq", 0)
        for known in KNOWN:
            if known["status"] == "playing":
                await play_on(hall.client, known)


async def play_on(hall: HallClient, known: dict[str, Any]) -> None:
    """Whoever may act does, with the tokens of then."""
    async with hall.watch(known["table"], known["token"]) as ann, hall.watch(known["table"], known["other"]) as bob:
        assert (ann.you, bob.you) == (0, 1)
        await wait_for(lambda: ann.may_act or bob.may_act)
        mover = ann if ann.may_act else bob
        assert mover.now is not None
        assert await mover.act((mover.now.legal or ["stop"])[-1]) > known["seq"]


def test_there_is_a_file_of_every_version_but_the_latest() -> None:
    versions = sorted(file.name[:4] for file in (ROOT / "src/quincunx/server/store/migrations/versions").glob("0*.py"))
    assert versions[-1] == HEAD
    assert {file.stem.removeprefix("schema-") for file in OLDER} >= set(versions[:-1])


async def test_a_copy_of_the_older_file_is_kept(first: Path) -> None:
    before = content(first)
    await bring_up_to_date(first)
    copy = first.with_name("hall.db.0001.bak")
    assert content(copy) == before == content(first)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not list(first.parent.glob("*.partial"))


async def test_without_room_for_a_copy_it_is_upgraded_all_the_same(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(first)

    def no_room(*_: object) -> Path:
        raise StoreError("0 MB are free")

    monkeypatch.setattr(HallFile, "keep_copy", no_room)
    await bring_up_to_date(first)
    assert content(first) == before
    assert not list(first.parent.glob("*.bak"))


async def test_room_for_a_copy_is_looked_for(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(first)._replace(free=70_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    await bring_up_to_date(first)
    assert not list(first.parent.glob("*.bak"))


async def test_a_newer_file_is_refused_in_a_sentence(first: Path) -> None:
    with contextlib.closing(sqlite3.connect(first)) as db, db:
        db.execute("update alembic_version set version_num = '9999'")
    before = content(first)
    with pytest.raises(StoreError, match="newer version of Quincunx"):
        await bring_up_to_date(first)
    assert content(first) == before
    assert not list(first.parent.glob("*.bak"))


# Halves that halls before this one could leave

STEPS_TO_0002 = [
    "drop index tables_by_status",
    "alter table entries rename to old_entries",
    "alter table tables rename to old_tables",
    "create table tables (id text primary key, number bigint not null unique, status text, touched bigint)",
    "create table entries (table_number bigint references tables (number), seq integer)",
]


@pytest.mark.parametrize("steps", range(1, len(STEPS_TO_0002) + 1))
async def test_the_half_of_an_earlier_upgrade_is_repaired(first: Path, steps: int) -> None:
    before = content(first)
    with contextlib.closing(sqlite3.connect(first)) as db:
        for statement in STEPS_TO_0002[:steps]:
            db.execute(statement)
    await bring_up_to_date(first)
    assert content(first) == before


FIRST_STEPS = [
    "create table alembic_version (version_num varchar(32) not null primary key)",
    "create table tables (id varchar(20) primary key, status text, touched bigint)",
    "create index tables_by_status on tables (status, touched)",
    "create table entries (table_id varchar(20) references tables (id), seq integer, primary key (table_id, seq))",
]


@pytest.mark.parametrize("steps", range(1, len(FIRST_STEPS) + 1))
async def test_a_first_start_that_was_cut_short_is_made_good(tmp_path: Path, steps: int) -> None:
    file = tmp_path / "hall.db"
    with contextlib.closing(sqlite3.connect(file)) as db:
        for statement in FIRST_STEPS[:steps]:
            db.execute(statement)
    await bring_up_to_date(file)
    assert content(file) == {"tables": [], "steps": []}


async def test_what_no_version_has_left_is_not_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.execute("create table entries (mine text)")
        db.execute("insert into entries values ('precious')")
    with pytest.raises(StoreError, match="entries"):
        await bring_up_to_date(file)
    with contextlib.closing(sqlite3.connect(file)) as db:
        assert db.execute("select mine from entries").fetchall() == [("precious",)]


# Killed in the middle


class Upgrades:
    """Openings of databases that can be killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.upgrading"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _ask(self, line: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def run(self, file: Path, kill_after: float | None = None) -> int:
        """Open it; the exit code."""
        pid = self._ask(f"sqlite:///{file}")
        if kill_after is not None:
            time.sleep(kill_after)
            os.kill(pid, signal.SIGKILL)  # it has ended at most as far as to wait for us
        return self._ask("")

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def upgrades() -> Iterator[Upgrades]:
    made = Upgrades()
    yield made
    made.end()


def enlarge(file: Path, times: int) -> None:
    """Every table so many times more, under other names."""
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        columns = [row[1] for row in db.execute("pragma table_info(tables)") if row[1] != "id"]
        kept = ", ".join(columns)
        for number in range(times):
            db.execute(f"insert into tables select id || '-{number}', {kept} from tables where id not like '%-%'")
            db.execute(
                f"insert into entries select table_id || '-{number}', seq, at, message, body from entries"
                " where table_id not like '%-%'"
            )


def kill_upgrades(upgrades: Upgrades, large: Path, kills: int) -> None:
    before = content(large)
    file = large.with_name("killed.db")
    shutil.copy(large, file)
    started = time.monotonic()
    assert upgrades.run(file) == 0
    lasts = time.monotonic() - started
    assert content(file) == before
    rng = random.Random(11)
    killed = 0
    while killed < kills:
        for left in large.parent.glob("killed.db*"):
            left.unlink()
        shutil.copy(large, file)
        while upgrades.run(file, kill_after=rng.uniform(0, lasts)) == -signal.SIGKILL:
            killed += 1
            if rng.random() < 0.5:
                break
        else:
            lasts *= 0.9  # it was done before
        assert upgrades.run(file) == 0, "it does not start any more"
        assert content(file) == before


def test_an_upgrade_that_is_killed_has_not_happened(first: Path, upgrades: Upgrades) -> None:
    enlarge(first, 20)
    kill_upgrades(upgrades, first, 3)


@pytest.mark.slow
def test_fifty_kills_of_an_upgrade_of_a_large_file(first: Path, upgrades: Upgrades) -> None:
    enlarge(first, 500)
    assert first.stat().st_size > 20_000_000
    kill_upgrades(upgrades, first, 50)


async def test_a_fresh_file_is_opened_by_many_at_once_and_one_gets_it(tmp_path: Path) -> None:
    stores = [Store(f"sqlite:///{tmp_path}/hall.db") for _ in range(3)]
    results = await asyncio.gather(*(store.open() for store in stores), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    for store, result in zip(stores, results, strict=True):
        if result is None:
            await store.close()
