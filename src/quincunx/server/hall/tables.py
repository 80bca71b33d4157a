"""The tables of one authority: opened, loaded, kept in memory.

The hall adds visitors, other processes and housekeeping; the page's own worker hardly adds anything.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import structlog

from quincunx.core import words as core_words
from quincunx.core.errors import QuincunxError, SetupError
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Allowances
from quincunx.server.hall.opening import Opening
from quincunx.server.hall.table import Table, Thinkers
from quincunx.server.http.documents import Documents
from quincunx.server.store.errors import ClosedError, DamageError, StoreError
from quincunx.server.store.writes import TableStore
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse

log = structlog.get_logger()

SLICE_S = 0.005
"""Seconds of folding stored steps at a time, so that long matches do not hold the others up."""


class TableError(QuincunxError):
    """An unknown table, or one that cannot be opened here."""


class MissingError(TableError):
    """An unknown table."""


class Tables:
    """The tables in memory, and how they are opened and loaded. It knows no socket, no database and no thread."""

    def __init__(self, config: HallConfig, store: TableStore, build: str) -> None:
        self.config = config
        self.store = store
        self.build = build
        """The version of the page."""
        self.games: dict[str, GameSpec] = {spec.slug: spec for spec in config.games}
        self.tables: dict[str, Table] = {}
        self.opening = Opening(self)
        self.documents = Documents()
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._folding = asyncio.Lock()
        """Held while a slice of a table is folded, for a turn of the loop: tables that are read at the same time take
        turns."""
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, thinkers: Thinkers) -> None:
        """Begin on the event loop that runs; bots think there."""
        self.loop = asyncio.get_running_loop()
        self.allowances = Allowances(self.config.limits, self.loop.time)
        self.thinkers = thinkers

    async def end(self) -> None:
        """Stop everything that runs."""
        self._closing = True
        for table in self.tables.values():
            table.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.documents.close()

    def spawn(self, coroutine: Any) -> None:
        """Run this in the background until the hall closes."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def recognise(self, key: str | None, name: str, address: str) -> str:
        """The public id of the player who sits down with a key; empty for a guest, as everybody is in a page."""
        return ""

    def check_revealed(self, ledger: Ledger) -> None:
        """Refuse to show the secret of dice that others still play with."""
        if ledger.series is not None:
            raise Refuse("status", words.DICE_STILL_SECRET())

    async def check_shown(self, ledger: Ledger, player: str) -> None:
        """Refuse to show a finished match whose dice others still play with.

        `player` is a public id, empty for anybody.
        """

    def may_watch(self, ledger: Ledger) -> bool:
        """Whether somebody without a seat may watch the table."""
        return True

    def drives(self, table: Table) -> bool:
        """Whether the bots and clocks of the table run."""
        return not self._closing and self.tables.get(table.ledger.id) is table

    def lost(self, table: Table) -> None:
        """Another process owns the table now; here there is no other."""

    def lobby_changed(self) -> None:
        """A table's line in the lobby is different now."""

    def start_rematch(self, table: Table) -> None:
        """Open the table of the next match."""
        self.opening.start_rematch(table)

    def game(self, slug: str) -> GameSpec:
        """The game of that name."""
        if slug not in self.games:
            raise SetupError(core_words.NO_SUCH_GAME(game=quoted(slug), known=", ".join(self.games)))
        return self.games[slug]

    # Tables

    async def table(self, table_id: str) -> Table:
        """A table, from memory or from the store."""
        if (table := self.tables.get(table_id)) is not None:
            return table
        if table_id not in self._loading:
            future: asyncio.Future[Table] = self.loop.create_future()
            self._loading[table_id] = future
            try:
                future.set_result(await self._load(table_id))
            except BaseException as error:
                future.set_exception(error)
                future.exception()
            finally:
                del self._loading[table_id]
            return await future
        return await asyncio.shield(self._loading[table_id])

    def find(self, table_id: str, found: Callable[[Table], None], missing: Callable[[Refuse], None]) -> None:
        """Call `found` with the table when it has been loaded, or `missing` with why it cannot be."""

        async def look() -> None:
            try:
                table = await self._find(table_id)
            except TableError as error:
                missing(Refuse("status", error.message))
            except StoreError as error:
                log.error("store_failed", table=table_id, error=str(error))
                missing(Refuse("store", words.STORE_SILENT()))
            else:
                found(table)

        self.spawn(look())

    async def _find(self, table_id: str) -> Table:
        return await self.table(table_id)

    async def _load(self, table_id: str) -> Table:
        try:
            ledger = await self._read(table_id)
        except DamageError as error:
            log.error("table_unreadable", table=table_id, error=str(error))
            raise TableError(error.message) from error
        except ClosedError as error:
            raise TableError(error.message) from error
        table = self.enter(ledger)
        if not self.store.shared:
            table.void_round()  # nobody could reveal while the hall was down
        table.settled()
        if self.store.shared:
            table.authority.catch_up()
        return table

    async def _read(self, table_id: str) -> Ledger:
        """Return a table from the store; raise DamageError if its steps do not follow from each other."""
        row = await self.store.table(table_id)
        if row is None:
            raise MissingError(words.NO_SUCH_TABLE(table=quoted(table_id)))
        if row.game not in self.games:
            raise TableError(words.UNKNOWN_GAME(table=table_id, game=row.game))
        entries = await self.store.entries(table_id)
        number = 0
        try:
            ledger = Ledger(self.games[row.game], row)
            while number < len(entries):
                async with self._folding:
                    slice_ends = self.loop.time() + SLICE_S
                    for entry in entries[number:]:
                        number += 1
                        ledger.fold(entry)
                        if self.loop.time() > slice_ends:
                            break
                    await asyncio.sleep(0)  # players come first
        except Exception as error:  # the rules may fail in any way on impossible steps
            reason = error.message if isinstance(error, QuincunxError) else str(error)
            raise DamageError(table_id, words.STEP_IMPOSSIBLE(step=str(number), reason=reason)) from error
        return ledger

    def enter(self, ledger: Ledger) -> Table:
        """Keep a table in memory from now on."""
        table = Table(ledger, self)
        self.tables[ledger.id] = table
        return table
