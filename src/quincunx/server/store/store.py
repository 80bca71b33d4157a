"""The store: append-only steps of every table, on disk before they are sent.

All concurrent writes go into one transaction. All SQL is written once, over a SQLAlchemy connection of either database.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import msgspec
import structlog
from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, SQLAlchemyError

from quincunx.core.words import PLAIN
from quincunx.server import words
from quincunx.server.hall.tally import TALLY
from quincunx.server.operations import metrics
from quincunx.server.store import dailies, news
from quincunx.server.store.book import write_record
from quincunx.server.store.database import Database, PostgresDatabase, SqliteDatabase, database_url
from quincunx.server.store.errors import UNREADABLE, ClosedError, DamageError, FencedError, StoreError, TakenError
from quincunx.server.store.migrations import HEAD, VERSIONS, upgrade, version_of
from quincunx.server.store.ownership import STORE_ENTRIES, Held, Place, own
from quincunx.server.store.ratings import rate_match
from quincunx.server.store.schema import CLOSED, entries, tables
from quincunx.server.store.tidying import Tidied, tidy_some
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry, decode_step, encode_step

if TYPE_CHECKING:
    from quincunx.server.store.channel import Channel

log = structlog.get_logger()
T = TypeVar("T")
Args = TypeVarTuple("Args")

MIGRATION_LOCK = 5_151_515
TABLES_AT_ONCE = 500
"""The most tables that one statement names."""

PROBE_S = 1.5
"""Seconds that a database has for a test write."""
PROBE_PAUSE_S = 1.0
"""Seconds after which a test write is repeated."""


class Store:
    """Writes and reads what a hall stores."""

    shared = False

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.has_peers = self.url.get_backend_name() == "postgresql"
        """Whether other processes may use the same database, each with tables of its own."""
        self.origin = secrets.token_hex(6)
        """The random name of this process in notices to the others."""
        self._db: Database = PostgresDatabase(self.url) if self.has_peers else SqliteDatabase(self.url)
        self.held: dict[str, int] | None = None
        """The tables that this process owns, each with its epoch; None where no other process stores anything."""
        self._waiting: list[Write] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._probe: asyncio.Task[None] | None = None
        self._probed = 0.0

    async def open(self) -> None:
        """Connect, and upgrade the database to this version."""
        name = self.url.render_as_string()
        try:
            await self._db.open()
            found = await self._db.run(version_of)
            if found not in (None, *VERSIONS):
                raise StoreError(words.OTHER_VERSION(db=name, there=found, here=HEAD))
            if found != HEAD:
                await self._db.run(_migrate)
            await self._db.settled()
        except (SQLAlchemyError, OSError) as error:
            await self._db.close()
            raise StoreError(words.CANNOT_OPEN(db=name, reason=_cause(error))) from error
        except StoreError:
            await self._db.close()
            raise

    def channel(self, hear: Callable[[str, list[str]], None]) -> "Channel":
        """Return the channel to the other processes, not yet open; only PostgreSQL has one."""
        from quincunx.server.store.channel import Channel

        return Channel(self.url, self.origin, hear)

    def say(self, url: str) -> None:
        """Write down where the hall is open, for the next process that tries to open the same file."""
        self._db.say(url)

    async def close(self) -> None:
        """Write what is pending, and disconnect."""
        self._closed = True
        while self._writer is not None:
            await asyncio.wait([self._writer])
        if self._probe is not None:
            self._probe.cancel()
        await self._db.close()

    async def run(self, function: Callable[[Connection, *Args], T], *args: *Args) -> T:
        """Call a function with a connection, in its own transaction; raise only StoreError."""
        try:
            return await self._db.run(function, *args)
        except IntegrityError as error:
            raise TakenError(PLAIN(text=_cause(error))) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(PLAIN(text=_cause(error))) from error

    async def note(self, function: Callable[[Connection, *Args], None], *args: *Args) -> None:
        """Call a function that stores a row, unless another process or request is faster: the first row counts."""
        with contextlib.suppress(TakenError):
            await self.run(function, *args)

    # Writing

    def append(self, write: Write) -> None:
        """Store this together with all pending writes; call `write.done` with the result."""
        if self._closed:
            write.done(WriteResult.FAILED)
            return
        if self.held is not None:
            if write.opened is not None:
                self.held[write.table] = FIRST_EPOCH
            write.epoch = self.held.get(write.table, LOST)
        self._waiting.append(write)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write_all())

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                writes, self._waiting = self._waiting, []
                started = perf_counter()
                results = await self._write(writes)
                metrics.COMMIT_SECONDS.observe(perf_counter() - started)
                metrics.COMMIT_WRITES.observe(len(writes))
                TALLY.steps += results.count(WriteResult.STORED)
                for write, result in zip(writes, results, strict=True):
                    try:
                        write.done(result)
                    except Exception:
                        log.exception("table_failed", table=write.table)
        finally:
            self._writer = None

    async def _write(self, writes: list[Write]) -> list[WriteResult]:
        """Store all in one transaction; if that fails, each alone, so that one table's bad write spoils no other."""
        if len(writes) > 1:
            try:
                await self.run(_insert, writes, self.origin)
            except Exception as error:
                log.warning("store_retries", writes=len(writes), error=str(error))
            else:
                return [WriteResult.STORED] * len(writes)
        return [await self._write_alone(write) for write in writes]

    async def _write_alone(self, write: Write) -> WriteResult:
        try:
            await self.run(_insert, [write], self.origin)
        except TakenError:
            return WriteResult.TAKEN
        except FencedError:
            return WriteResult.FENCED
        except Exception as error:  # any error: the waiting callers must get it
            log.error("store_failed", writes=1, error=str(error))
            self._probed = float("-inf")
            return WriteResult.FAILED
        return WriteResult.STORED

    # Reading

    async def table(self, table: str) -> TableRow | None:
        """Return the fixed facts of a table; raise DamageError if they cannot be read."""
        return None if "\0" in table else await self._read(table, _table)  # PostgreSQL takes no such text

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the steps of a table after that number; raise DamageError if one is missing or cannot be read."""
        return await self._read(table, _entries, after)

    async def _read(self, table: str, function: Callable[[Connection, str, *Args], T], *args: *Args) -> T:
        try:
            return await self.run(function, table, *args)
        except StoreError as error:
            if type(error.__cause__) is not DatabaseError:  # a plain DatabaseError means damaged pages
                raise
            raise DamageError(table, error.message) from error

    async def touch(self, numbers: Sequence[int], now: int) -> None:
        """Note that players are at the tables of these numbers."""
        for start in range(0, len(numbers), TABLES_AT_ONCE):
            await self.run(_touch, numbers[start : start + TABLES_AT_ONCE], now)

    async def tidy(self, since: dict[str, int], spared: frozenset[str] = frozenset()) -> Tidied:
        """Delete the tables that have not moved since a time that depends on their status, except the spared ones."""
        total = Tidied()
        while (some := await self.run(tidy_some, since, spared)).tables:
            total = Tidied(total.tables + some.tables, total.steps + some.steps)
        return total

    async def secret(self, name: str, new: Callable[[], str]) -> str:
        """Return one of the hall's secrets, made on first use."""
        if (found := await self.run(news.read_secret, name)) is None:
            await self.note(news.note_secret, name, new())
            found = await self.run(news.read_secret, name)
            assert found is not None
        return found

    async def claim_hook(self, kind: str, about: str, who: str, number: int, now: int) -> bool:
        """Whether this process must notify the host's webhook."""
        try:
            return await self.run(news.claim_hook, kind, about, who, number, now)
        except TakenError:  # another process is faster
            return False

    async def compact(self) -> int:
        """Return unused space to the disk; return the number of bytes."""
        return await self._db.compact()

    # Owning tables, where several processes serve them

    async def own(self, table: str, unreachable: Iterable[str] = ()) -> Place | None:
        """Take a table, unless a living and reachable process owns it: then return its address."""
        if "\0" in table:
            return None
        found = await self.run(own, table, self.origin, tuple(unreachable))
        if isinstance(found, Held):
            assert self.held is not None
            self.held[table] = found.epoch
            return None
        return found

    # Whether it can be written

    def check_file(self) -> None:
        """Raise StoreError if the database's file is gone."""
        self._db.check_file()

    async def check(self) -> None:
        """Raise StoreError unless the database accepts a write, now or a moment ago."""
        self._db.check_room()
        loop = asyncio.get_running_loop()
        if self._probe is None or (self._probe.done() and loop.time() > self._probed + PROBE_PAUSE_S):
            self._probe, self._probed = loop.create_task(self.run(_probe)), loop.time()
        # Not cancelled when it is late: a stopped database would not notice, and may go on later.
        await asyncio.wait([self._probe], timeout=PROBE_S)
        if not self._probe.done():
            raise StoreError(words.DATABASE_SILENT())
        if (error := self._probe.exception()) is not None:
            raise StoreError(words.NOTHING_STORED(reason=str(error))) from error


def _cause(error: BaseException) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause) or type(cause).__name__


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    upgrade(connection)


def _as_driver_takes_it(statement: str) -> dict[str, str]:
    """By dialect: a statement as text, with parameters in the driver's style.

    For the most frequent writes, having SQLAlchemy build the statement would cost more than inserting the rows.
    """
    parts = statement.split("?")
    numbered = "".join(f"{part}${number}" for number, part in enumerate(parts[:-1], 1)) + parts[-1]
    return {"sqlite": statement, "postgresql": numbered}


INSERT_TABLE = _as_driver_takes_it(
    f"insert into tables ({', '.join(tables.c.keys())}) values ({', '.join('?' * len(tables.c))})"
)
INSERT_ENTRY = "insert into entries (table_number, seq, at, message, body, owner, chain) values (?, ?, ?, ?, ?, ?, ?)"
"""For SQLite."""
UPDATE_TABLE = _as_driver_takes_it(
    "update tables set status=?, listed=?, summary=?, touched=? where number=? and status <> 'closed'"
)
PROBE = text("update alembic_version set version_num = version_num")
FIRST_EPOCH, LOST = 1, -1
"""The epoch of a table that this process opens, and one that no table has."""


def _insert(connection: Connection, writes: list[Write], origin: str) -> None:
    dialect = connection.dialect.name
    opened = [_table_values(write, write.opened, origin) for write in writes if write.opened is not None]
    if opened:
        connection.exec_driver_sql(INSERT_TABLE[dialect], opened)
    rows = [_entry_values(write.number, entry) for write in writes for entry in write.entries]
    if dialect == "postgresql":
        epochs = [write.epoch for write in writes for _ in write.entries]
        columns = tuple(list(column) for column in zip(*rows, strict=True))
        stored = connection.exec_driver_sql(STORE_ENTRIES, (*columns, epochs)).rowcount
        if stored != len(rows):
            raise FencedError(words.NOT_OWN())
    else:
        connection.exec_driver_sql(INSERT_ENTRY, rows)
    changed = [_summary_values(write) for write in writes if write.summary is not None and write.opened is None]
    if changed:
        connection.exec_driver_sql(UPDATE_TABLE[dialect], changed)
    for write in writes:
        if (record := write.record) is None:
            continue
        if record.listed:
            write_record(connection, record)
        if (record.series or "").startswith(dailies.SERIES):
            dailies.finish_try(connection, record)
        rate_match(connection, record)


def _entry_values(table_number: int, entry: Entry) -> tuple[Any, ...]:
    body = encode_step(entry.step).decode()
    return table_number, entry.seq, entry.at, entry.message, body, entry.by, entry.chain


def _table_values(write: Write, row: TableRow, origin: str) -> tuple[Any, ...]:
    assert write.summary is not None
    values = {
        "id": row.id,
        "number": row.number,
        "game": row.game,
        "rules": row.rules,
        "seats": row.seats,
        "variants": msgspec.json.encode(row.variants).decode(),
        "settings": row.settings,
        "seed": row.seed,
        "salt": row.salt,
        "created": row.created,
        "status": write.summary.status,
        "listed": write.listed,
        "summary": msgspec.json.encode(write.summary).decode(),
        "touched": row.created,
        "opener": row.opener,
        "start": row.start,
        "origin": row.origin,
        "process": origin if write.epoch else None,
        "epoch": write.epoch,
        "real": row.real,
        "series": row.series,
    }
    return tuple(map(values.__getitem__, tables.c.keys()))


def _summary_values(write: Write) -> tuple[Any, ...]:
    summary = write.summary
    assert summary is not None
    words = msgspec.json.encode(summary).decode()
    return summary.status, write.listed, words, write.entries[-1].at, write.number


def _table(connection: Connection, table: str) -> TableRow | None:
    row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
    if row is None:
        return None
    if row.status == CLOSED:
        raise ClosedError(words.CLOSED_TABLE(table=table))
    try:
        variants = msgspec.json.decode(row.variants, type=dict[str, str])
    except UNREADABLE as error:
        raise DamageError(table, words.VARIANTS_UNREADABLE(reason=str(error))) from error
    return TableRow(
        row.id,
        row.number,
        row.game,
        row.rules,
        row.seats,
        variants,
        row.settings,
        row.seed,
        row.created,
        row.salt,
        row.opener,
        row.start,
        row.origin,
        bool(row.real),
        row.series,
    )


def _entries(connection: Connection, table: str, after: int) -> list[Entry]:
    rows = connection.execute(
        select(entries.c.seq, entries.c.at, entries.c.message, entries.c.body, entries.c.owner, entries.c.chain)
        .join(tables, tables.c.number == entries.c.table_number)
        .where(tables.c.id == table, entries.c.seq > after)
        .order_by(entries.c.seq)
    )
    found: list[Entry] = []
    for number, (seq, at, message, body, by, chain) in enumerate(rows, after + 1):
        if seq != number:
            raise DamageError(table, words.STEP_MISSING(step=str(number)))
        try:
            found.append(Entry(seq, at, message, decode_step(body), by, chain))
        except UNREADABLE as error:
            raise DamageError(table, words.STEP_UNREADABLE(step=str(seq), reason=str(error))) from error
    return found


def _touch(connection: Connection, numbers: Sequence[int], now: int) -> None:
    connection.execute(update(tables).where(tables.c.number.in_(numbers)).values(touched=now))


def _probe(connection: Connection) -> None:
    """A write without any effect."""
    connection.execute(PROBE)
