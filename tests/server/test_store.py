"""The store: migrations, the key that refuses a second step, writes that fail."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as replace_field
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from quincunx.client.connection import HallError
from quincunx.core.chance import Seeded
from quincunx.games import game
from quincunx.protocol import CreateTable, TakeSeat
from quincunx.server.config import HallConfig
from quincunx.server.hall.info import summary_of
from quincunx.server.store import store as store_module
from quincunx.server.store.errors import StoreError
from quincunx.server.store.migrations import HEAD, upgrade
from quincunx.server.store.schema import metadata
from quincunx.server.store.store import Store
from quincunx.server.store.tables import read_lobby
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table import dice as dice_module
from quincunx.table import match_rules
from quincunx.table.ledger import Ledger
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry, Filled, Sat
from tests.server.conftest import opened

ROW = TableRow("table", 1, "phase10", game("phase10").rules_version, 2, {}, "{}", "ab" * 32, 5, "cd" * 32)


async def write(store: Store, *entries: Entry, opened: TableRow | None = None, number: int = 1) -> WriteResult:
    done: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
    summary = replace_field(summary_of(Ledger(game("phase10"), opened)), status="waiting") if opened else None
    store.append(
        Write(opened.id if opened else "table", number, entries, done.set_result, summary=summary, opened=opened)
    )
    return await done


def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    engine = create_engine(f"sqlite:///{tmp_path}/hall.db")
    with engine.begin() as connection:
        upgrade(connection)
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, metadata) == []
        assert inspect(connection).get_pk_constraint("entries")["constrained_columns"] == ["table_number", "seq"]
    engine.dispose()


async def test_a_database_of_another_version_is_refused_as_it_is(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    await store._db.run(lambda connection: connection.execute(text("update alembic_version set version_num = '9.9'")))
    await store.close()
    again = Store(any_db)
    with pytest.raises(StoreError, match=r"is of version 9\.9, which this program does not know"):
        await again.open()


async def test_tables_of_another_program_are_left_alone(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "hall.db")) as db, db:
        db.execute("create table entries (mine text)")
        db.execute("insert into entries values ('precious')")
    with pytest.raises(StoreError, match="cannot be opened: table entries already exists"):
        await Store(f"sqlite:///{tmp_path}/hall.db").open()
    with contextlib.closing(sqlite3.connect(tmp_path / "hall.db")) as db:
        assert db.execute("select mine from entries").fetchall() == [("precious",)]
        assert [name for (name,) in db.execute("select name from sqlite_master")] == ["entries"]


async def test_a_step_is_stored_once(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    sat = Entry(1, 5, "0:a", Sat(0, "Ann", "hash"))
    assert await write(store, sat, opened=ROW) is WriteResult.STORED
    assert await write(store, Entry(2, 6, None, Filled(1, "random"))) is WriteResult.STORED
    assert await write(store, Entry(2, 7, None, Filled(1, "greedy"))) is WriteResult.TAKEN
    assert await write(store, Entry(1, 7, None, Filled(1, "greedy")), number=2) is not WriteResult.STORED
    outcomes = await asyncio.gather(*(write(store, Entry(3, number, None, Filled(1, "random"))) for number in range(8)))
    assert sorted(outcome.value for outcome in outcomes) == ["stored"] + ["taken"] * 7
    entries = await store.entries("table")
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert entries[0] == sat
    assert await store.entries("table", 2) == entries[2:]
    assert await store.table("nowhere") is None
    assert await store.table("table") == ROW
    await store.close()
    assert await write(store, Entry(4, 5, None, Filled(1, "random"))) is WriteResult.FAILED


async def test_the_lobby_is_shared_out_by_who_opened_the_tables(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    for number in range(1, 7):
        opened = replace(ROW, id=f"t{number}", number=number, created=number, opener=int(number > 2))
        assert (
            await write(store, Entry(1, 5, None, Sat(0, "Ann", "hash")), opened=opened, number=number)
            is WriteResult.STORED
        )
    found = [line.id for line in await store.run(read_lobby, 0, 4)]
    await store.close()
    assert found == ["t6", "t5", "t2", "t1"], "newest first, and two of each"


async def test_an_id_that_no_database_takes_is_no_tables(any_db: str) -> None:
    store = Store(any_db)
    await store.open()
    assert await store.table("a\0b") is None
    await store.close()


async def test_what_many_tables_write_goes_into_one_commit(any_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(any_db)
    await store.open()
    assert await write(store, Entry(1, 5, None, Sat(0, "Ann", "hash")), opened=ROW) is WriteResult.STORED
    commits: list[int] = []
    real = store_module._insert

    def counted(connection: Connection, writes: list[Write], origin: str) -> None:
        commits.append(len(writes))
        real(connection, writes, origin)

    monkeypatch.setattr(store_module, "_insert", counted)
    outcomes = await asyncio.gather(*(write(store, Entry(n, 5, None, Filled(1, "random"))) for n in range(2, 60)))
    assert set(outcomes) == {WriteResult.STORED}
    assert len(commits) <= 3
    await store.close()


async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/hall.db")
    await store.open()

    def pragmas(connection: Connection) -> tuple[object, object]:
        return tuple(connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous"))  # type: ignore[return-value]  # there are two

    assert await store._db.run(pragmas) == ("wal", 2)
    await store.close()


async def test_whose_seat_was_stored_in_doubt_has_one_seat(config: HallConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables write together, and the answer of the database is lost: both find their steps there already."""
    async with opened(config) as hall:
        tables = [(await hall.client.open_table(CreateTable("pig", 4, "Ann"))).table for _ in range(2)]
        real = hall.hall.store._db.run
        lost: list[int] = []

        async def run(function: Callable[..., Any], *args: Any) -> Any:
            result = await real(function, *args)
            if function is store_module._insert and len(args[0]) > 1:
                lost.append(len(args[0]))
                raise OSError("the line is cut")
            return result

        monkeypatch.setattr(hall.hall.store._db, "run", run)
        wanted = TakeSeat("Bob")
        given = await asyncio.gather(
            *(hall.hall.opening.take_seat(table, wanted, f"10.0.0.{n}") for n, table in enumerate(tables))
        )
        assert lost == [2]
        assert [seat.seat for seat in given] == [1, 1]
        for table in tables:
            kinds = [seat.kind for seat in hall.hall.tables[table].info().seats]
            assert kinds == ["human", "human", "empty", "empty"]


@pytest.mark.parametrize(
    "error", [OperationalError("insert", {}, Exception("disk full")), ValueError("what no database says")]
)
async def test_what_cannot_be_stored_has_not_happened(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async with opened(config) as hall:
        table = await hall.table()
        ann, bob = table.clients
        real = store_module._insert
        before = ann.seq, ann.now

        def broken(*_: object) -> None:
            raise error

        for kind in ("act", "rename", "change"):
            monkeypatch.setattr(store_module, "_insert", broken)
            asking = {"act": ann.act("roll"), "rename": ann.rename("Eve"), "change": ann.change(pace=5)}
            with pytest.raises(HallError) as refusal:
                await asking.pop(kind)
            for other in asking.values():
                other.close()
            assert refusal.value.code == "store"
            monkeypatch.setattr(store_module, "_insert", real)
            assert (ann.seq, ann.now) == before
            live = hall.hall.tables[table.table].ledger
            assert live.match is not None
            assert (len(live.match), live.names[0], live.settings.pace) == (0, "Ann", 0)
        await ann.act("roll")
        await table.in_step()
        assert bob.seq == ann.seq
        await table.close()


async def test_an_action_that_the_hall_fails_at_has_not_happened(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(config) as hall:
        table = await hall.table()
        ledger = hall.hall.tables[table.table].ledger
        assert ledger.match is not None
        before = ledger.match.position()

        def broken(*_: object) -> None:
            raise RuntimeError("a mistake of ours, after the action and before its die")

        with monkeypatch.context() as patch:
            patch.setattr(match_rules, "advance", broken)
            with pytest.raises(HallError, match="nothing has happened"):
                await table.mover.act("roll")
        assert (len(ledger.match), ledger.match.position()) == (0, before)
        await table.mover.act("roll")
        await table.in_step()
        assert len(ledger.match) == 2
        await table.close()


async def test_an_undo_that_cannot_be_stored_has_not_happened(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_module, "dice_of", lambda *_: Seeded("undo"))
    async with opened(config) as hall:
        table = await hall.table("sixes", 2)
        ledger, mover = hall.hall.tables[table.table].ledger, table.mover
        assert mover.now is not None
        assert mover.now.legal is not None
        await mover.act(mover.now.legal[0])
        await table.in_step()
        assert mover.now.undo
        match = ledger.match
        assert match is not None
        state, length = match.state.to_bytes(), len(match)
        real = store_module._insert
        monkeypatch.setattr(
            store_module, "_insert", lambda *_: (_ for _ in ()).throw(OperationalError("insert", {}, Exception("full")))
        )
        with pytest.raises(HallError) as refusal:
            await mover.undo()
        assert refusal.value.code == "store"
        monkeypatch.setattr(store_module, "_insert", real)
        assert (match.state.to_bytes(), len(match)) == (state, length)
        await mover.undo()
        assert len(ledger.match or "") == length - 1
        await table.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite:////proc/none/hall.db"])
async def test_a_database_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(StoreError):
        await Store(url).open()


async def test_a_database_that_never_answers_is_given_up_and_asked_anew(
    postgresql_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.store.database.ANSWER_S", 0.3)
    store = Store(postgresql_db)
    await store.open()
    try:
        for _ in range(15):  # more than the pool has connections
            with pytest.raises(StoreError, match="does not answer"):
                await store._db.run(lambda connection: connection.execute(text("select pg_sleep(20)")))
        assert await store._db.run(lambda connection: connection.execute(text("select 1")).scalar()) == 1
    finally:
        await store.close()
