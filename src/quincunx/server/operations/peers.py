"""This process among the others of a hall on one PostgreSQL: its lease, its tables, and the lines to their owners.

A process renews its lease every half second, and by its own clock stops everything before the database lets others take
its tables. A table whose owner lives but cannot be reached is taken from it: the epoch of the table makes that safe at
any moment.
"""

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

import structlog

from quincunx.server import words
from quincunx.server.door.relay import LineError, Link, Relay
from quincunx.server.store.errors import StoreError
from quincunx.server.store.ownership import LEASE_S, Place, release, still_owned
from quincunx.server.store.store import Store

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall

log = structlog.get_logger()

BEAT_S = 0.5
"""Seconds between two renewals of the lease, and between two batches of notices."""
LOOKUP_S = 2.0
"""Seconds that the database has to name the owner of a table."""
SAFETY_S = 0.3
"""Seconds by which the lease ends earlier here than in the database."""


class Peers:
    """The lease of this process, and its lines to the others."""

    def __init__(self, store: Store, relay: Relay, home: "Hall") -> None:
        self._store = store
        self._channel = store.channel(home.noticed)
        self._relay = relay
        self._home = home
        self._secret = secrets.token_hex(32)
        self._loop = asyncio.get_running_loop()
        self._until = float("-inf")
        """The end of the lease, by the loop's clock."""
        self._end: asyncio.TimerHandle | None = None
        self._idle: dict[str, int] = {}
        """Tables that have left memory, each with its epoch: to be released."""
        self._lookups: dict[tuple[str, ...], asyncio.Task[Place | None]] = {}
        """Queries under way: by table, and the processes that could not be reached."""
        self.clock = 0.0
        """The offset from the loop's clock to the database's time, in milliseconds since 1970."""
        self._wake = asyncio.Event()
        store.held = {}

    @property
    def has_lease(self) -> bool:
        """Whether this process still holds its lease."""
        return self._loop.time() < self._until

    def check(self) -> None:
        """Raise StoreError if the lease of this process has ended: it owns no table then."""
        if not self.has_lease:
            raise StoreError(words.NO_LEASE())

    async def open(self) -> None:
        """Register this process, and get a lease."""
        await self._relay.open(self._secret)
        await self._connect()

    async def run(self) -> None:
        """Renew the lease until cancelled."""
        while True:
            try:
                if not self._channel.is_open:
                    await self._connect()
                await self._work()
            # Any error of the driver: without the lease this process plays nothing.
            except Exception as error:
                log.warning("peers_lost", error=str(error) or type(error).__name__)
            self._channel.close()
            await asyncio.sleep(BEAT_S)

    async def close(self) -> None:
        """Release the tables, and disconnect."""
        if self._end is not None:
            self._end.cancel()
        await self._channel.give_up()
        self._channel.close()
        await self._relay.close()

    def hurry(self) -> None:
        """Send the pending notices to the other processes."""
        self._wake.set()

    async def _connect(self) -> None:
        self._channel.close()
        await self._channel.open()
        await self._renew()
        # A notice of a taken table may have been lost meanwhile.
        held = self._store.held
        assert held is not None
        before = dict(held)
        still = await self._store.run(still_owned, self._store.origin)
        self._home.lose([table for table, epoch in before.items() if still.get(table) != epoch])
        self._home.noticed("lobby", [])
        self._home.noticed("bans", [])

    async def _work(self) -> None:
        while self._channel.is_open:
            self._wake.clear()
            await self._renew()
            for kind, said in self._home.notices():
                await self._channel.say(kind, said)
            await self._release()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT_S)

    async def _renew(self) -> None:
        before = self._loop.time()
        now = await self._channel.renew(self._relay.address, self._secret)
        after = self._loop.time()
        self.clock = now - (before + after) / 2 * 1000
        self._until = before + LEASE_S - SAFETY_S
        if self._end is not None:
            self._end.cancel()
        self._end = self._loop.call_at(self._until, self._lose_all)

    def _lose_all(self) -> None:
        log.error("lease_lost")
        self._home.lose()

    # Owning tables

    async def way_to(self, table: str, *, by_force: bool = False) -> Link | None:
        """Return the line to the owner of a table; None if this process owns it.

        This process takes a table without a reachable owner. With `force` it takes the table in any case.
        """
        self.check()
        held = self._store.held
        assert held is not None
        if table in held and table not in self._idle:
            return None
        self._idle.pop(table, None)
        unreachable: list[str] = []
        while True:
            place = await self._look_up(table, *unreachable)
            if place is None:
                return None
            if not by_force:
                try:
                    return await self._relay.link(place)
                except LineError as error:
                    log.warning("peer_unreachable", peer=place.process, address=place.address, error=str(error))
            unreachable.append(place.process)

    async def _look_up(self, table: str, *unreachable: str) -> Place | None:
        """Take a table, or learn its owner.

        Everyone who asks meanwhile waits for the same answer: with a slow database, many would wait for each other's
        locks, and each would give the table another epoch.
        """
        asked = (table, *unreachable)
        if (lookup := self._lookups.get(asked)) is None:
            lookup = self._lookups[asked] = self._loop.create_task(self._store.own(table, unreachable))
            lookup.add_done_callback(lambda _: self._lookups.pop(asked))
        done, _ = await asyncio.wait([lookup], timeout=LOOKUP_S)
        if not done:
            raise StoreError(words.DATABASE_SILENT())
        return lookup.result()

    def forget(self, table: str) -> None:
        """Release a table that has left memory."""
        held = self._store.held
        assert held is not None
        if (epoch := held.get(table)) is not None:
            self._idle[table] = epoch

    async def _release(self) -> None:
        held = self._store.held
        assert held is not None
        going = {table: epoch for table, epoch in self._idle.items() if held.get(table) == epoch}
        self._idle.clear()
        if going:
            for table in going:
                del held[table]
            await self._store.run(release, going)
