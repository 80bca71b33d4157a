"""Runs functions with a database connection: for SQLite in a thread of its own, for PostgreSQL through asyncpg."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from quincunx.server import words
from quincunx.server.store.errors import StoreError
from quincunx.server.store.sqlite_file import HallFile

T = TypeVar("T")

CONNECT_S = 10
"""Seconds that a database has to answer at first."""
CLOSING_S = 1.0
"""Seconds that running calls have to finish when the hall closes."""
IDLE_S = 3.5
"""Seconds after which PostgreSQL ends an idle transaction: a frozen or disconnected process must not keep its tables
locked."""
ANSWER_S = 10.0
"""Seconds per call of PostgreSQL once the hall is open; a later answer counts as lost."""


class Database(Protocol):
    """The interface of a database for the store, SQLite or PostgreSQL."""

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function with a connection, in its own transaction."""
        ...

    async def open(self) -> None:
        """Connect; lock a database that only one hall may use."""
        ...

    async def settled(self) -> None:
        """Called when the database is open and of this version."""
        ...

    def check_file(self) -> None:
        """Raise StoreError if writes would be lost."""
        ...

    def check_room(self) -> None:
        """Raise StoreError if the disk is full."""
        ...

    async def compact(self) -> int:
        """Return unused space to the disk; return the number of bytes."""
        ...

    def say(self, url: str) -> None:
        """Write down where the hall is open, for the next process that tries to open the same database."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


class SqliteDatabase:
    """A SQLite file with one connection in one thread."""

    def __init__(self, url: URL) -> None:
        in_memory = not url.database or url.database == ":memory:"
        self.file = None if in_memory else HallFile(Path(url.database or ""))
        # Without an isolation level the driver begins no transactions of its own: it would do so for some statements
        # and not for others, such as those that change tables.
        self._engine: Engine = create_engine(
            url, connect_args={"check_same_thread": False, "timeout": CONNECT_S, "isolation_level": None}
        )
        event.listen(self._engine, "connect", _tune_sqlite)
        event.listen(self._engine, "begin", _begin)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._connection: Connection | None = None

    async def open(self) -> None:
        if self.file is not None:
            self.file.prepare()
            self.file.claim()

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        return await self._in_thread(self._call, function, args)

    async def _in_thread(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)

    def _call(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        self.check_file()
        connection = self._connected()
        with connection.begin():
            result = function(connection, *args)
        self.check_file()
        return result

    def check_file(self) -> None:
        if self.file is not None:
            self.file.check()

    def check_room(self) -> None:
        if self.file is not None:
            self.file.check_room()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _driver(self) -> sqlite3.Connection:
        """The driver's own connection, for work outside of transactions."""
        found = self._connected().connection.driver_connection
        assert isinstance(found, sqlite3.Connection)
        return found

    async def settled(self) -> None:
        if self.file is not None:
            await self._in_thread(self.file.remember)

    async def compact(self) -> int:
        return 0 if self.file is None else await self._in_thread(self._compact, self.file)

    def _compact(self, file: HallFile) -> int:
        before = file.size()
        for statement in ("vacuum", "pragma wal_checkpoint(truncate)"):
            self._driver().execute(statement)
        return max(0, before - file.size())

    def say(self, url: str) -> None:
        if self.file is not None:
            self.file.say(url)

    async def close(self) -> None:
        await self._in_thread(self._engine_close)
        self._thread.shutdown()
        if self.file is not None:
            self.file.let_go()

    def _engine_close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _tune_sqlite(connection: Any, _record: Any) -> None:
    # The decoder reports damaged values; the driver would refuse all rows because of one.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "wal_autocheckpoint=4000"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("begin")


class PostgresDatabase:
    """A PostgreSQL database with a pool of connections."""

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=4,
            max_overflow=8,
            pool_pre_ping=True,
            connect_args={
                "timeout": CONNECT_S,
                "server_settings": {"idle_in_transaction_session_timeout": str(int(IDLE_S * 1000))},
            },
        )
        self._patience: float | None = None
        """Seconds that a call may take; None, for no limit, while the database is being upgraded."""
        self._running: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Check that it answers; there is nothing to lock, since many processes may use it."""
        import asyncpg

        try:
            async with self._engine.connect():
                pass
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:  # SQLAlchemy passes these through
            raise OSError(str(error)) from error

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function with a connection, in its own transaction; raise StoreError if that takes too long.

        A late call is not cancelled: a hung database does not hear of it, and the driver might wait for ever. Steps
        that are stored late all the same are noticed, since each has its number.
        """
        task = asyncio.get_running_loop().create_task(self._run(function, *args))
        self._running.add(task)
        task.add_done_callback(self._ran)
        await asyncio.wait([task], timeout=self._patience)
        if not task.done():
            self._engine.sync_engine.dispose(close=False)  # hung calls keep their connections
            raise StoreError(words.DATABASE_SILENT())
        return task.result()

    async def _run(self, function: Callable[..., T], *args: Any) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(function, *args)

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the waiting caller gets it

    async def settled(self) -> None:
        self._patience = ANSWER_S

    def check_file(self) -> None:
        """Do nothing: PostgreSQL looks after its files."""

    def check_room(self) -> None:
        """Do nothing: PostgreSQL looks after its files."""

    async def compact(self) -> int:
        """Do nothing: PostgreSQL reuses its space by itself."""
        return 0

    def say(self, url: str) -> None:
        """Do nothing: others may open halls on the same database."""

    async def close(self) -> None:
        # Calls that are cut off keep their connections.
        for cut_off in (False, True):
            for task in self._running:
                if cut_off:
                    task.cancel()
            if self._running:
                await asyncio.wait(self._running, timeout=CLOSING_S)
        await self._engine.dispose()


def database_url(name: str) -> URL:
    """Return the URL of a database; raise StoreError if it is neither SQLite nor PostgreSQL."""
    try:
        url = make_url(name)
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(words.NO_DATABASE()) from error
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(words.OTHER_DATABASE(name=url.get_backend_name()))
    return url
