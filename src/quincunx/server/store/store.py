"""The store: append-only steps of every table, on disk before anyone hears of them.

All concurrent writes go into one transaction. All SQL is written once, over a SQLAlchemy connection of either database.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import structlog
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, SQLAlchemyError

from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import PLAIN
from quincunx.protocol import BookGame, TableSummary
from quincunx.server import words
from quincunx.server.hall.tally import TALLY
from quincunx.server.operations import metrics
from quincunx.server.rating.model import Kind
from quincunx.server.store import dailies, news, ratings
from quincunx.server.store.book import (
    read_book,
    strike_out,
    take_name,
    write_record,
    write_witness,
)
from quincunx.server.store.database import Database, PostgresDatabase, SqliteDatabase, database_url
from quincunx.server.store.errors import ClosedError, DamageError, FencedError, StoreError, TakenError
from quincunx.server.store.migrations import HEAD, VERSIONS, upgrade, version_of
from quincunx.server.store.ownership import STORE_ENTRIES, Held, Place, orphans, own, release, still_owned
from quincunx.server.store.players import PlayerRow, knows_player, name_of_player, note_player, read_players
from quincunx.server.store.schema import CLOSED, bans, entries, tables
from quincunx.server.store.studies import StudyRow, begin_study, finish_study, read_study, tidy_studies
from quincunx.server.store.tidying import Tidied, tidy_some
from quincunx.server.store.tournaments import (
    StoredStep,
    TournamentRow,
    add_step,
    open_tournament,
    read_steps,
    read_tournament,
    running_tournaments,
    statuses_of,
    tidy_tournaments,
)
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry, decode_step, encode_step

if TYPE_CHECKING:
    from quincunx.server.store.channel import Channel

log = structlog.get_logger()
T = TypeVar("T")

MIGRATION_LOCK = 5_151_515
TABLES_AT_ONCE = 500
"""The most tables that one statement names."""

PROBE_S = 1.5
"""Seconds that a database has for a test write."""
PROBE_PAUSE_S = 1.0
"""Seconds after which a test write is repeated."""


UNREADABLE = (msgspec.MsgspecError, UnicodeError, TypeError, ValueError)
"""The exceptions that decoding raises for anything that the hall has not written."""


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

    async def _run(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function with a connection, in its own transaction; raise only StoreError."""
        try:
            return await self._db.run(function, *args)
        except IntegrityError as error:
            raise TakenError(PLAIN(text=_cause(error))) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(PLAIN(text=_cause(error))) from error

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
                await self._run(_insert, writes, self.origin)
            except Exception as error:
                log.warning("store_retries", writes=len(writes), error=str(error))
            else:
                return [WriteResult.STORED] * len(writes)
        return [await self._write_alone(write) for write in writes]

    async def _write_alone(self, write: Write) -> WriteResult:
        try:
            await self._run(_insert, [write], self.origin)
        except TakenError:
            return WriteResult.TAKEN
        except FencedError:
            return WriteResult.FENCED
        except Exception as error:  # of the database, of its driver, of ours: whoever waits must hear of it
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

    async def _read(self, table: str, function: Callable[..., T], *args: Any) -> T:
        try:
            return await self._run(function, table, *args)
        except StoreError as error:
            if type(error.__cause__) is not DatabaseError:  # others tell of the database, this one of its pages
                raise
            raise DamageError(table, error.message) from error

    async def lobby(self, since: int, limit: int) -> list[TableSummary]:
        """Return listed tables that are waiting or playing and were touched since then, newest first. If there are more
        than `limit`, each opening address gets an equal share."""
        return await self._run(_lobby, since, limit)

    async def touch(self, numbers: Sequence[int], now: int) -> None:
        """Note that players are at the tables of these numbers."""
        for start in range(0, len(numbers), TABLES_AT_ONCE):
            await self._run(_touch, numbers[start : start + TABLES_AT_ONCE], now)

    async def shut(self, table: str) -> bool:
        """Close this table for good; return whether it exists."""
        return await self._run(_shut, table)

    async def tidy(self, since: dict[str, int], spared: frozenset[str] = frozenset()) -> Tidied:
        """Delete the tables that have not moved since a time that depends on their status, except the spared ones."""
        total = Tidied()
        while (some := await self._run(tidy_some, since, spared)).tables:
            total = Tidied(total.tables + some.tables, total.steps + some.steps)
        return total

    async def book(self, games: Iterable[GameSpec]) -> list[BookGame]:
        """The records of the games."""
        return await self._run(read_book, tuple(games))

    async def take_name(self, table: str, seat: Seat, name: str) -> str | None:
        """Replace the name of a seat in the book; return the old name, None if it is not there."""
        return await self._run(take_name, table, seat, name)

    async def write_witness(self, table: str, seat: Seat, witness: str) -> bool:
        """Name the witness of a total in the book; false if the total is not there or already has one."""
        return await self._run(write_witness, table, seat, witness)

    async def note_player(self, player: str, name: str, opener: int, now: int) -> None:
        """Store somebody who sits down with a key."""
        with contextlib.suppress(TakenError):  # at two tables at once
            await self._run(note_player, player, name, opener, now)

    async def knows_player(self, player: str) -> bool:
        """Whether somebody has sat down with that key."""
        return await self._run(knows_player, player)

    async def players(self, limit: int) -> list[PlayerRow]:
        """Return the newest players, latest first."""
        return await self._run(read_players, limit)

    async def days(self, first: date, last: date) -> list[dailies.DayRow]:
        """Return the stored secrets of the dailies of these days."""
        return await self._run(dailies.read_days, first, last)

    async def note_days(self, secrets: dict[str, str], now: int) -> None:
        """Store a secret for each of these days that has none."""
        with contextlib.suppress(TakenError):  # another process is faster
            await self._run(dailies.note_days, secrets, now)

    async def begin_try(self, day: date, game: str, player: str, table: str) -> None:
        """Store that a player begins a daily; raise TakenError if there is a try already."""
        await self._run(dailies.begin_try, day.isoformat(), game, player, table)

    async def daily_tries(self, day: date, player: str) -> list[dailies.TryRow]:
        """Return a player's tries at the dailies of a day."""
        return await self._run(dailies.read_tries, day.isoformat(), player)

    async def daily_results(self, game: str, *days: date) -> list[dailies.TryRow]:
        """Return the valid results of a game on these days."""
        return await self._run(dailies.read_results, game, [day.isoformat() for day in days])

    async def daily_counts(self, day: date) -> dict[str, int]:
        """By game: how many results of a day's daily count."""
        return await self._run(dailies.count_results, day.isoformat())

    async def days_finished(self, player: str) -> list[str]:
        """Return the days on which a player has finished a daily, latest first."""
        return await self._run(dailies.days_finished, player)

    async def pars(self, game: str, *days: date) -> list[dailies.Par]:
        """Return the known results of `expert` in a game's dailies of these days."""
        return await self._run(dailies.read_pars, game, [day.isoformat() for day in days])

    async def note_par(self, par: dailies.Par) -> None:
        """Store the result of `expert` in a daily."""
        with contextlib.suppress(TakenError):  # another process is faster
            await self._run(dailies.note_par, par)

    async def note_loss(self, table: str, loss: int, marks: str) -> None:
        """Store what the decisions of a try at a daily have cost."""
        await self._run(dailies.note_loss, table, loss, marks)

    async def ratings_of(self, player: str) -> list[ratings.RatingRow]:
        """A player's ratings."""
        return await self._run(ratings.read_ratings, player)

    async def best_rated(self, game: str, kind: Kind, limit: int) -> list[ratings.RatingRow]:
        """Return the highest rated players of a game."""
        return await self._run(ratings.best_rated, game, kind, limit)

    async def player(self, player: str) -> str | None:
        """Return the name of a player; None for an unknown id."""
        return None if "\0" in player else await self._run(name_of_player, player)

    async def summary(self, table: str) -> TableSummary | None:
        """Return a table's line for the lobby, listed or not; None if there is none, or it is closed."""
        return None if "\0" in table else await self._run(_summary_of, table)

    async def study(self, study: str, now: int) -> StudyRow | None:
        """The study of that id, if there is one."""
        return None if "\0" in study else await self._run(read_study, study, now)  # PostgreSQL takes no such text

    async def begin_study(self, study: str, transcript: str, now: int) -> None:
        """Store a transcript to analyse, unless it is there."""
        with contextlib.suppress(TakenError):
            await self._run(begin_study, study, transcript, now)

    async def finish_study(self, study: str, version: int, result: bytes) -> None:
        """Store the result of an analysis."""
        await self._run(finish_study, study, version, result)

    async def tidy_studies(self, since: int) -> int:
        """Delete the studies that nobody has asked for since then; return how many."""
        return await self._run(tidy_studies, since)

    # Tournaments

    async def open_tournament(self, row: TournamentRow) -> None:
        """Store a tournament that is announced."""
        await self._run(open_tournament, row)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """Return the fixed facts of a tournament; None for an unknown id."""
        return None if "\0" in tournament else await self._run(read_tournament, tournament)

    async def tournament_steps(self, tournament: str, after: int) -> list[StoredStep]:
        """Return the steps of a tournament after that number."""
        return await self._run(read_steps, tournament, after)

    async def add_tournament_step(self, tournament: str, step: StoredStep, *, is_over: bool) -> None:
        """Store the next step of a tournament; raise TakenError if that number is taken."""
        await self._run(add_step, tournament, step, is_over)

    async def running_tournaments(self) -> dict[str, int]:
        """Return the unfinished tournaments, each with the number of its last step."""
        return await self._run(running_tournaments)

    async def tidy_tournaments(self, never_began: int, others: int | None) -> int:
        """Delete the tournaments without steps since then, with one limit for those that never began and one for the
        others; return how many."""
        return await self._run(tidy_tournaments, never_began, others)

    # News

    async def secret(self, name: str, new: Callable[[], str]) -> str:
        """One of the hall's secrets, made if there is none yet."""
        if (found := await self._run(news.read_secret, name)) is None:
            with contextlib.suppress(TakenError):  # another process is faster
                await self._run(news.note_secret, name, new())
            found = await self._run(news.read_secret, name)
            assert found is not None
        return found

    async def knows_device(self, device: str) -> bool:
        """Whether somebody has asked for news with that device."""
        return await self._run(news.knows_device, device)

    async def add_wish(self, device: news.DeviceRow, wish: news.WishRow, now: int) -> None:
        """Note what a device wants to be told."""
        with contextlib.suppress(TakenError):  # asked for twice at once
            await self._run(news.add_wish, device, wish, now)

    async def mailed(self, secret: str) -> news.DeviceRow | None:
        """The mail address whose mails name that secret."""
        return None if "\0" in secret else await self._run(news.mailed, secret)

    async def confirm(self, device: str) -> None:
        """Let a mail address be told."""
        await self._run(news.confirm, device)

    async def drop_wishes(self, device: str, kind: str | None = None) -> None:
        """Forget what a device wants: of one kind, or all."""
        await self._run(news.drop_wishes, device, kind)

    async def is_wanted(self, kind: str, about: str) -> bool:
        """Whether a device wants news of that."""
        return await self._run(news.is_wanted, kind, about)

    async def claim(
        self, kind: str, about: str | None, who: Sequence[str], number: int, limit: int = TABLES_AT_ONCE
    ) -> list[tuple[news.DeviceRow, str]]:
        """The devices that this process is to tell of something, each with what it is about."""
        return await self._run(news.claim, kind, about, who, number, limit)

    async def claim_hook(self, kind: str, about: str, who: str, number: int, now: int) -> bool:
        """Whether this process is to tell the host's webhook of something."""
        try:
            return await self._run(news.claim_hook, kind, about, who, number, now)
        except TakenError:  # another process is faster
            return False

    async def tidy_wishes(self, asked_since: int) -> None:
        """Forget what nobody can be told any more, and mail addresses asked before that time and not confirmed."""
        await self._run(news.tidy_wishes, asked_since)

    async def statuses(self, found: Sequence[str]) -> dict[str, str]:
        """Return the statuses of those of these tables that exist."""
        return await self._run(statuses_of, tuple(found))

    async def compact(self) -> int:
        """Return unused space to the disk; return the number of bytes."""
        return await self._db.compact()

    async def in_play(self, since: int, limit: int) -> list[str]:
        """Return tables that are playing and have moved since then."""
        return await self._run(_in_play, since, limit)

    # Owning tables, where several processes serve them

    async def own(self, table: str, unreachable: Iterable[str] = ()) -> Place | None:
        """Take a table, unless a living and reachable process owns it: then return where that is."""
        if "\0" in table:
            return None
        found = await self._run(own, table, self.origin, tuple(unreachable))
        if isinstance(found, Held):
            assert self.held is not None
            self.held[table] = found.epoch
            return None
        return found

    async def release(self, owned: dict[str, int]) -> None:
        """Give up these tables, unless they have another epoch by now."""
        await self._run(release, owned)

    async def still_owned(self) -> dict[str, int]:
        """Return the tables that this process owns according to the database, each with its epoch."""
        return await self._run(still_owned, self.origin)

    async def orphans(self, limit: int) -> list[str]:
        """Return some tables in play whose process has died."""
        return await self._run(orphans, limit)

    # The addresses that are kept out

    async def bans(self) -> list[str]:
        """Return the banned networks."""
        return await self._run(_bans)

    async def ban(self, network: str) -> None:
        """Keep a network out."""
        await self._run(_ban, network)

    async def unban(self, network: str) -> None:
        """Let a network in again."""
        await self._run(_unban, network)

    def check_file(self) -> None:
        """Raise StoreError if the database's file is gone."""
        self._db.check_file()

    async def check(self) -> None:
        """Raise StoreError unless the database accepts a write, now or a moment ago."""
        self._db.check_room()
        loop = asyncio.get_running_loop()
        if self._probe is None or (self._probe.done() and loop.time() > self._probed + PROBE_PAUSE_S):
            self._probe, self._probed = loop.create_task(self._run(_probe)), loop.time()
        # Not cancelled when it is late: a database that is stopped does not hear of it, and may go on later.
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
    """By dialect: a statement as text, with parameters in the driver's style. For the most frequent writes, having
    SQLAlchemy build the statement would cost more than inserting the rows."""
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
        ratings.rate_match(connection, record)


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


def _shut(connection: Connection, table: str) -> bool:
    shut = update(tables).where(tables.c.id == table)
    shut = shut.values(status=CLOSED, listed=False, process=None, epoch=tables.c.epoch + 1)
    found = connection.execute(shut).rowcount > 0
    strike_out(connection, table)
    dailies.strike_try(connection, table)
    ratings.strike_rated(connection, table)
    return found


def _lobby(connection: Connection, since: int, limit: int) -> list[TableSummary]:
    """Order by opener in turn: the newest table of each, then the second of each, so that nobody fills the list
    alone."""
    rank = func.row_number().over(partition_by=tables.c.opener, order_by=tables.c.created.desc())
    listed = (
        select(tables.c.id, tables.c.summary, tables.c.created)
        .where(tables.c.status.in_(("waiting", "playing")), tables.c.listed, tables.c.touched >= since)
        .order_by(rank, tables.c.created.desc(), tables.c.id)
        .limit(limit)
        .subquery()
    )
    rows = connection.execute(select(listed.c.id, listed.c.summary).order_by(listed.c.created.desc(), listed.c.id))
    return [summary for table, text in rows if (summary := _summary(table, text)) is not None]


def _summary(table: str, text: str) -> TableSummary | None:
    try:
        return msgspec.json.decode(text, type=TableSummary)
    except UNREADABLE as error:
        log.error("summary_unreadable", table=table, error=str(error))
        return None


def _summary_of(connection: Connection, table: str) -> TableSummary | None:
    here = (tables.c.id == table, tables.c.status != CLOSED)
    text = connection.scalar(select(tables.c.summary).where(*here))
    return None if text is None else _summary(table, text)


def _in_play(connection: Connection, since: int, limit: int) -> list[str]:
    rows = connection.execute(
        select(tables.c.id)
        .join(entries, entries.c.table_number == tables.c.number)
        .where(tables.c.status == "playing")
        .group_by(tables.c.id)
        .having(func.max(entries.c.at) >= since)
        .order_by(func.max(entries.c.at).desc())
        .limit(limit)
    )
    return [table for (table,) in rows]


def _bans(connection: Connection) -> list[str]:
    return list(connection.scalars(select(bans.c.network).order_by(bans.c.network)))


def _ban(connection: Connection, network: str) -> None:
    _unban(connection, network)
    connection.execute(insert(bans).values(network=network))


def _unban(connection: Connection, network: str) -> None:
    connection.execute(delete(bans).where(bans.c.network == network))


def _probe(connection: Connection) -> None:
    """A write without any effect."""
    connection.execute(PROBE)
