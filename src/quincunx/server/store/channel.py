"""The channel between the processes of a hall on PostgreSQL: leases and notices.

Notices are sent outside of all other transactions: PostgreSQL commits transactions that notify one at a time.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg
from sqlalchemy import URL

from quincunx.core.words import PLAIN
from quincunx.server.store.database import CONNECT_S
from quincunx.server.store.errors import StoreError
from quincunx.server.store.ownership import LEASE_S
from quincunx.server.store.schema import CHANNEL, NOW

CLOSING_S = 2.0
NOTICE_BYTES = 7000
"""Bytes of a notice; PostgreSQL allows a little more."""
LEASE_MS = int(LEASE_S * 1000)

RENEW = (
    f"insert into processes (name, expires, address, secret) values ($1, {NOW} + {LEASE_MS}, $2, $3)"
    f" on conflict (name) do update set expires = excluded.expires returning {NOW} as now"
)
FORGET = (
    f"delete from processes where expires < {NOW} - {LEASE_MS}"
    " and not exists (select 1 from tables where tables.process = processes.name)"
)
GIVE_UP = "update processes set expires = 0 where name = $1"


class Channel:
    """One process's connection to the others; raises only `StoreError`."""

    def __init__(self, url: URL, name: str, hear: Callable[[str, list[str]], None]) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = name
        self._hear = hear
        """Called with the kind and the words of every notice of another process."""
        self._connection: Any = None

    async def open(self) -> None:
        """Connect, and listen from now on."""
        try:
            self._connection = await asyncpg.connect(self._dsn, timeout=CONNECT_S, command_timeout=LEASE_S)
            await self._connection.add_listener(CHANNEL, self._listen)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreError(PLAIN(text=str(error) or type(error).__name__)) from error
        await self._do(FORGET)

    @property
    def is_open(self) -> bool:
        """Whether the connection still stands."""
        return self._connection is not None and not self._connection.is_closed()

    async def say(self, kind: str, words: Iterable[str] = ()) -> None:
        """Notify the other processes."""
        notice = f"{self._name} {kind}"
        for word in words:
            if len(notice) + len(word) > NOTICE_BYTES:
                await self._do("select pg_notify($1, $2)", CHANNEL, notice)
                notice = f"{self._name} {kind}"
            notice += f" {word}"
        await self._do("select pg_notify($1, $2)", CHANNEL, notice)

    async def renew(self, address: str, secret: str) -> int:
        """Own the tables for another `LEASE_S`; the database's time in milliseconds since 1970."""
        rows = await self._do(RENEW, self._name, address, secret)
        now: int = rows[0]["now"]
        return now

    async def give_up(self) -> None:
        """Give up the lease: the others may take this process's tables at once."""
        if self.is_open:
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(CLOSING_S):
                    await self._do(GIVE_UP, self._name)

    def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            self._connection.terminate()

    async def _do(self, statement: str, *args: Any) -> Any:
        try:
            return await self._connection.fetch(statement, *args)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreError(PLAIN(text=str(error) or type(error).__name__)) from error

    def _listen(self, _connection: Any, _process: int, _channel: str, notice: str) -> None:
        origin, kind, *words = notice.split(" ")
        if origin != self._name:
            self._hear(kind, words)
