"""The other processes of a hall on one PostgreSQL: what they tell each other, and which of them drives a table.

A process that has stored steps says so (NOTIFY, in the same transaction), and the others read them. The bots and clocks
of a table are moved by the one process that has claimed it, for as long as that process renews its lease.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable

import structlog

from quincunx.server import words
from quincunx.server.hall.table import Table
from quincunx.server.store.channel import LEASE_S
from quincunx.server.store.errors import StoreError
from quincunx.server.store.store import NOTICE_TABLES, Store

log = structlog.get_logger()

BEAT_S = 1.0
"""Seconds between two renewals of the lease, and between two attempts to claim a table."""
REPEAT_S = 10.0
"""Seconds after which each process repeats which seats are connected to it."""


class Peers:
    """This process among the others."""

    def __init__(
        self,
        store: Store,
        tables: dict[str, Table],
        lobby_changed: Callable[[], None],
        closed: Callable[[str], None],
    ) -> None:
        self._channel = store.channel(self._hear)
        self._tables = tables
        self._lobby_changed = lobby_changed
        self._closed = closed
        self._time = asyncio.get_running_loop().time
        self._until = float("-inf")
        """When the lease expires; a little earlier than the database says."""
        self._driven: set[str] = set()
        """The tables that this process has claimed."""
        self._unsaid: set[str] = set()
        """Tables whose connected seats the others have still to hear of."""
        self._wake = asyncio.Event()

    def drives(self, table_id: str) -> bool:
        """Whether this process moves the bots and clocks of a table."""
        if table_id in self._driven and self._time() < self._until:
            return True
        self._wake.set()
        return False

    def check(self) -> None:
        """Raise a StoreError if the lease of this process has expired: it drives no table."""
        if self._time() >= self._until:
            raise StoreError(words.NO_LEASE())

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
                    log.warning("peers_lost", error=str(error) or type(error).__name__)
                self._until = float("-inf")
                await asyncio.sleep(BEAT_S)
        finally:
            await self._channel.close()

    async def _connect(self) -> None:
        await self._channel.close()
        await self._channel.open()
        for table in self._tables.values():
            table.authority.catch_up()
        self._lobby_changed()

    async def _work(self) -> None:
        repeat = 0.0
        while self._channel.is_open:
            self._wake.clear()
            await self._renew()
            if self._time() >= repeat:
                repeat = self._time() + REPEAT_S
                self._unsaid.update(name for name, table in self._tables.items() if table.presence.seats_here())
            await self._say_seats()
            await self._claim()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT_S)
            await asyncio.sleep(0.02)

    async def _renew(self) -> None:
        now = self._time()
        if now < self._until - LEASE_S + BEAT_S:
            return
        if now >= self._until:
            self._driven.clear()  # others may have claimed them meanwhile
        await self._channel.renew()
        self._until = now + LEASE_S

    async def _say_seats(self) -> None:
        said, self._unsaid = sorted(self._unsaid), set()
        for start in range(0, len(said), NOTICE_TABLES // 2):
            pairs: list[str] = []
            for name in said[start : start + NOTICE_TABLES // 2]:
                table = self._tables.get(name)
                pairs += [name, str(table.presence.seats_here() if table is not None else 0)]
            await self._channel.say("here", pairs)

    async def _claim(self) -> None:
        forgotten = [name for name in self._driven if name not in self._tables]
        if forgotten:
            self._driven.difference_update(forgotten)
            await self._channel.release(forgotten)
        wanted = [name for name, table in self._tables.items() if name not in self._driven and table.wants_driver]
        if not wanted:
            return
        for name in await self._channel.claim(wanted):
            self._driven.add(name)
            if (table := self._tables.get(name)) is not None:  # it may have been forgotten meanwhile
                table.drive()

    def _hear(self, origin: str, kind: str, words: list[str]) -> None:
        if kind == "moved":
            for name in words:
                if (table := self._tables.get(name)) is not None:
                    table.authority.catch_up()
        elif kind == "lobby":
            self._lobby_changed()
        elif kind == "closed":
            self._closed(words[0])
        elif kind == "here":
            for name, bits in _pairs(words):
                if (table := self._tables.get(name)) is not None:
                    table.heard_of(origin, int(bits))


def _pairs(words: list[str]) -> Iterable[tuple[str, str]]:
    return zip(words[::2], words[1::2], strict=False)
