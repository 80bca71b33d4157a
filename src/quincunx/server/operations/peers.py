"""Several processes of a hall on one PostgreSQL: what they tell each other, and which of them moves the bots of a
table.

A process that has stored steps says so (NOTIFY, in the same transaction), and the others read them. Bots and clocks of
a table are moved by the one process that holds the table's advisory lock; when it dies, its locks are free at once.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg
import structlog

from quincunx.server.hall.table import Table
from quincunx.server.store.database import ANSWER_S, CONNECT_S
from quincunx.server.store.store import CHANNEL, NOTICE_TABLES, Store

log = structlog.get_logger()

TRY_S = 1.0
"""Seconds between two attempts to get a lock that another process holds."""
REPEAT_S = 10.0
"""Seconds after which each process repeats which seats are connected to it."""


class Neighbours:
    """This process's connection to PostgreSQL for talking to the others."""

    def __init__(
        self,
        store: Store,
        tables: dict[str, Table],
        lobby_changed: Callable[[], None],
        closed: Callable[[str], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._lobby_changed = lobby_changed
        self._closed = closed
        self._connection: Any = None
        self._held: set[str] = set()
        self._unsaid: set[str] = set()
        """Tables whose connected seats the others have still to hear of."""
        self._wake = asyncio.Event()

    def drives(self, table_id: str) -> bool:
        """Whether this process moves the bots and clocks of a table."""
        if table_id in self._held:
            return True
        self._wake.set()
        return False

    def seats_changed(self, table_id: str) -> None:
        """A seat has got its first connection to this process, or lost its last: tell the others."""
        self._unsaid.add(table_id)
        self._wake.set()

    async def run(self) -> None:
        """Keep connected until cancelled."""
        try:
            while True:
                try:
                    await self._connect()
                    await self._work()
                # Whatever a driver makes of a lost connection: bots and clocks need the line.
                except Exception as error:
                    log.warning("neighbours_lost", error=str(error) or type(error).__name__)
                self._held.clear()
                await asyncio.sleep(TRY_S)
        finally:
            if self._connection is not None:
                self._connection.terminate()

    async def _connect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        dsn = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection = await asyncpg.connect(dsn, timeout=CONNECT_S, command_timeout=ANSWER_S)
        await self._connection.add_listener(CHANNEL, self._hear)
        for table in self._tables.values():
            table.authority.catch_up()
        self._lobby_changed()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        repeat = 0.0
        while not self._connection.is_closed():
            self._wake.clear()
            if loop.time() >= repeat:
                repeat = loop.time() + REPEAT_S
                self._unsaid.update(name for name, table in self._tables.items() if table.presence.seats_here())
            await self._say_seats()
            await self._try_locks()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), TRY_S)
            await asyncio.sleep(0.02)

    async def _say_seats(self) -> None:
        said, self._unsaid = sorted(self._unsaid), set()
        for start in range(0, len(said), NOTICE_TABLES // 2):
            words = [self._store.origin, "here"]
            for name in said[start : start + NOTICE_TABLES // 2]:
                table = self._tables.get(name)
                words += [name, str(table.presence.seats_here() if table is not None else 0)]
            await self._connection.execute("select pg_notify($1, $2)", CHANNEL, " ".join(words))

    async def _try_locks(self) -> None:
        for name in [name for name in self._held if name not in self._tables]:
            self._held.discard(name)
            await self._connection.execute("select pg_advisory_unlock($1)", lock_key(name))
        wanted = [name for name, table in self._tables.items() if name not in self._held and table.wants_driver]
        if not wanted:
            return
        rows = await self._connection.fetch(
            "select name, pg_try_advisory_lock(key) as got from unnest($1::text[], $2::bigint[]) as t(name, key)",
            wanted,
            [lock_key(name) for name in wanted],
        )
        for name, got in rows:
            if got:
                self._held.add(name)
                if (table := self._tables.get(name)) is not None:  # it may have been forgotten meanwhile
                    table.drive()

    def _hear(self, _connection: Any, _process: int, _channel: str, notice: str) -> None:
        origin, kind, *words = notice.split(" ")
        if origin == self._store.origin:
            return
        if kind == "moved":
            for name in words:
                if (table := self._tables.get(name)) is not None:
                    table.authority.catch_up()
        elif kind == "lobby":
            self._lobby_changed()
        elif kind == "closed":
            self._closed(words[0])
        elif kind == "here":
            self._hear_seats(origin, words)

    def _hear_seats(self, origin: str, words: list[str]) -> None:
        for name, bits in _pairs(words):
            if (table := self._tables.get(name)) is not None:
                table.heard_of(origin, int(bits))


def lock_key(table_id: str) -> int:
    """The key of a table's advisory lock."""
    return int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], "big", signed=True)


def _pairs(words: list[str]) -> Iterable[tuple[str, str]]:
    return zip(words[::2], words[1::2], strict=False)
