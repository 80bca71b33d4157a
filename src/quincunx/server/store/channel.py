"""The line between the processes of a hall on PostgreSQL: notices, and leases on the tables that each drives.

A process renews its lease every second. When it dies or freezes, the lease expires, and other processes may claim its
tables. Steps that it stores after that are refused like anyone's who comes too late: each step has its number.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg
from sqlalchemy import URL

from quincunx.core.words import PLAIN
from quincunx.server.store.database import ANSWER_S, CONNECT_S
from quincunx.server.store.errors import StoreError
from quincunx.server.store.schema import CHANNEL, NOT_DRIVEN, NOW

LEASE_S = 5.0
"""Seconds after which the lease of a process that does not renew it expires."""
CLOSING_S = 2.0

RENEW = (
    f"insert into processes (name, expires) values ($1, {NOW} + {int(LEASE_S * 1000)})"
    " on conflict (name) do update set expires = excluded.expires"
)
CLAIM = f"update tables set driver = $1 where id = any($2) and (driver = $1 or {NOT_DRIVEN}) returning id"
RELEASE = "update tables set driver = null where id = any($2) and driver = $1"


class Channel:
    """One process's connection to the others; raises only `StoreError`."""

    def __init__(self, url: URL, name: str, hear: Callable[[str, str, list[str]], None]) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = name
        self._hear = hear
        """Called with the sender, the kind and the words of every notice of another process."""
        self._connection: Any = None

    async def open(self) -> None:
        """Connect, and listen from now on."""
        try:
            self._connection = await asyncpg.connect(self._dsn, timeout=CONNECT_S, command_timeout=ANSWER_S)
            await self._connection.add_listener(CHANNEL, self._listen)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreError(PLAIN(text=str(error) or type(error).__name__)) from error
        await self._do(f"delete from processes where expires < {NOW}")

    @property
    def is_open(self) -> bool:
        """Whether the connection still stands."""
        return self._connection is not None and not self._connection.is_closed()

    async def say(self, kind: str, words: Iterable[str]) -> None:
        """Send a notice to the other processes."""
        await self._do("select pg_notify($1, $2)", CHANNEL, " ".join([self._name, kind, *words]))

    async def renew(self) -> None:
        """Drive the claimed tables for another `LEASE_S`."""
        await self._do(RENEW, self._name)

    async def claim(self, tables: list[str]) -> list[str]:
        """Become the driver of those of the tables that have none; their ids."""
        return [row["id"] for row in await self._do(CLAIM, self._name, tables)]

    async def release(self, tables: list[str]) -> None:
        """Stop driving these tables."""
        await self._do(RELEASE, self._name, tables)

    async def close(self) -> None:
        """Give the lease up, and disconnect."""
        if self._connection is None:
            return
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                await self._do("delete from processes where name = $1", self._name)
        self._connection.terminate()

    async def _do(self, statement: str, *args: Any) -> Any:
        try:
            return await self._connection.fetch(statement, *args)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreError(PLAIN(text=str(error) or type(error).__name__)) from error

    def _listen(self, _connection: Any, _process: int, _channel: str, notice: str) -> None:
        origin, kind, *words = notice.split(" ")
        if origin != self._name:
            self._hear(origin, kind, words)
