"""The hall: the tables in memory, the lobby's list of tables, and the housekeeping."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from quincunx import __version__
from quincunx.core import words as core_words
from quincunx.core.errors import QuincunxError, SetupError
from quincunx.core.naming import clean_name, fresh_name
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.protocol import CLOSE_SHOWN_OUT, CLOSE_TRY_AGAIN, BookGame, GameInfo, TableSummary, Witnessed
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.daily.dailies import Dailies
from quincunx.server.door.bans import Bans, name_of, network_of
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.games import game_info, level_infos
from quincunx.server.hall.ids import hash_of, player_of
from quincunx.server.hall.opening import LimitError, opener_of
from quincunx.server.hall.requests import rename
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import MissingError, TableError, Tables
from quincunx.server.news.news import News
from quincunx.server.operations import metrics
from quincunx.server.operations.admin_socket import Connected, ShowOut
from quincunx.server.operations.solutions import Building
from quincunx.server.store.bans import add_ban, read_bans, remove_ban
from quincunx.server.store.book import read_book, take_name, write_witness
from quincunx.server.store.errors import StoreError
from quincunx.server.store.ownership import orphans
from quincunx.server.store.players import knows_player, note_player, rename_player
from quincunx.server.store.store import Store
from quincunx.server.store.tables import in_play, read_lobby, shut_table
from quincunx.server.store.tidying import cutoffs
from quincunx.server.study.studies import Studies
from quincunx.server.tournament.tournaments import Tournaments
from quincunx.solvers.solved import SOLVED
from quincunx.table import words as table_words
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep, Renamed
from quincunx.thinking.room import Room
from quincunx.tournament.series import KIND as TOURNAMENT

if TYPE_CHECKING:
    from quincunx.server.door.relay import Link, Relay
    from quincunx.server.operations.peers import Peers

log = structlog.get_logger()

LOBBY_S = 300
"""Seconds after which a table without connected players leaves the lobby's list."""
TOUCH_S = 60
"""Seconds between two updates of the store about tables with players."""
LOBBY_TABLES = 200
LOBBY_PAUSE_S = 0.4
"""The fewest seconds between two messages to watchers of the lobby."""
RESUME_MS = 3_600_000
"""Matches whose last step is at most this many milliseconds old resume by themselves when the hall starts."""
RESUME_TABLES = 500
RESUME_S = 0.5
"""Seconds between two searches for matches of dead processes."""
SWEEP_S = 10
"""Seconds between two searches for idle tables in memory."""
HOUR_S = 3600
BOOK_S = 1.0
"""The fewest seconds between two readings of the book from the store."""
LOBBY_BYTES_A_SECOND = 20_000_000
"""The most bytes per second for all watchers of the lobby together."""
LOBBY_LINE_BYTES = 200


class Hall(Tables):
    """The hall in this process."""

    store: Store
    thinkers: Room

    def __init__(self, config: HallConfig) -> None:
        super().__init__(config, Store(config.db), _build_of(config.static))
        self.lobby: list[TableSummary] = []
        self.lobby_watchers: set[Callable[[list[TableSummary]], None]] = set()
        self.connections = 0
        self.connected: Connected = list
        """Lists the connections; given by `Sockets`."""
        self.show_out: ShowOut = lambda *_: 0
        """Closes connections with a code and returns their number. Given by `Sockets`."""
        self.relay: Relay | None = None
        """Brings visitors to the tables of other processes; given by `Sockets`, where there may be some."""
        self.bans = Bans()
        self.building = Building(config.builder)
        self.studies = Studies(self.store, self.documents, self.games, self.now)
        self.dailies = Dailies(self)
        self.tournaments = Tournaments(self)
        self.news = News(self)
        self._lobby_task: asyncio.Task[None] | None = None
        self._lobby_dirty = False
        self._book: tuple[float, list[BookGame]] | None = None
        """The records of the games, and when they were read."""
        self._peers: Peers | None = None
        self._notices: dict[str, list[str]] = {}
        """Pending notices for the other processes, by kind."""

    async def open(self) -> None:
        """Open the store and resume where the hall stopped."""
        self.begin(Room(log=log))
        metrics.TABLES.set_function(lambda: len(self.tables))
        metrics.BOTS_WAITING.set_function(lambda: self.thinkers.waiting)
        await self.store.open()
        if self.relay is not None:
            from quincunx.server.operations.peers import Peers

            peers = Peers(self.store, self.relay, self)
            self.allowances.share()
            await peers.open()
            self._peers = peers
            self.spawn(peers.run())
        await self._read_bans()
        self.lobby_changed()
        self.spawn(self._resume())
        self.spawn(self.tournaments.run())
        self.spawn(self._sweep())
        self.spawn(self._note_presence())
        self.spawn(self._tidy())
        self.spawn(self.studies.tidy(self.config.keep_days))
        self.spawn(self.dailies.run())
        self.spawn(self.news.run())

    async def close(self) -> None:
        """Stop everything that runs, and close the store."""
        if self._lobby_task is not None:
            self._lobby_task.cancel()
        await self.end()
        await self.studies.close()
        if self._peers is not None:
            await self._peers.close()
        await self.store.close()
        await self.thinkers.close()
        await self.building.close()

    async def check(self) -> None:
        """Raise StoreError unless the store accepts writes."""
        if self._peers is not None:
            self._peers.check()
        await self.store.check()

    # Where several processes share the tables

    @property
    def is_cut_off(self) -> bool:
        """Whether this process has lost its tables, and can own none now."""
        return self._peers is not None and not self._peers.has_lease

    def now(self) -> int:
        """Milliseconds since 1970; by the database's clock where several processes share it."""
        return super().now() if self._peers is None else int(self.loop.time() * 1000 + self._peers.clock)

    def drives(self, table: Table) -> bool:
        """Whether the bots and clocks of the table run."""
        return super().drives(table) and not self.is_cut_off

    async def way_to(self, table_id: str) -> "Link | None":
        """Return the line to the process that owns a table; None if this process does."""
        if self._peers is None or (table_id in self.tables and not self.is_cut_off):
            return None
        return await self._peers.way_to(table_id)

    async def _load(self, table_id: str) -> Table:
        if self._peers is not None and await self._peers.way_to(table_id) is not None:
            raise StoreError(words.NOT_OWN())
        try:
            table = await super()._load(table_id)
        except MissingError:
            opened = await self.tournaments.open_table(table_id)
            if opened is None:
                raise
            return opened
        if self.store.held is not None and table_id not in self.store.held:  # lost meanwhile
            self.lose([table_id])
            raise StoreError(words.NOT_OWN())
        self.news.recall(table)
        return table

    def enter(self, ledger: Ledger) -> Table:
        """Keep a table in memory from now on."""
        table = super().enter(ledger)
        self.news.enter(table)
        return table

    async def _find(self, table_id: str) -> Table:
        """Return the next table of those at another one, taking it over if necessary."""
        if self._peers is not None and table_id not in self.tables:
            await self._peers.way_to(table_id, by_force=True)
        return await super()._find(table_id)

    def lost(self, table: Table) -> None:
        """Another process owns the table now."""
        if self.tables.get(table.ledger.id) is table:
            self.lose([table.ledger.id])

    def lose(self, tables: Collection[str] | None = None) -> None:
        """Forget these tables, or all: they may have another owner. Their visitors reconnect to that one."""
        gone = set(self.tables if tables is None else tables)
        for table_id in gone:
            self._drop(table_id)
        if self.store.held is not None:
            for table_id in [*self.store.held] if tables is None else gone:
                self.store.held.pop(table_id, None)
        if gone:
            self.show_out(lambda line: line.table in gone, CLOSE_TRY_AGAIN)

    def _drop(self, table_id: str) -> None:
        if (table := self.tables.pop(table_id, None)) is not None:
            table.close()

    def notify(self, kind: str, *said: str) -> None:
        """Notify the other processes soon."""
        if self._peers is not None:
            known = self._notices.setdefault(kind, [])
            known += [word for word in said if word not in known]

    def notices(self) -> list[tuple[str, list[str]]]:
        """Return the notices for the other processes since the last call."""
        notices, self._notices = self._notices, {}
        if taken := self.allowances.taken():
            notices["spent"] = taken
        return list(notices.items())

    def noticed(self, kind: str, said: list[str]) -> None:
        """Another process has notified this one."""
        if kind == "lobby":
            self._refresh_soon()
        elif kind == "bans":
            self.spawn(self._read_bans())
        elif kind == "taken":
            self.lose(said)
        elif kind == "spent":
            for word in said:
                self.allowances.spend(word)
        elif kind == "closed":
            for table_id in said:
                self._expel(table_id)

    # Games

    def game_infos(self, *, may_build: bool = False) -> list[GameInfo]:
        """Return the lobby's descriptions of the games, for a visitor who may or may not build solutions."""
        games = self.games.values()
        return [game_info(spec, level_infos(spec, self.building, may_build=may_build)) for spec in games]

    def solved_game(self, slug: str) -> GameSpec:
        """Return the solved game of that name; raise SetupError if there is none."""
        spec = self.game(slug)
        if slug not in SOLVED:
            raise SetupError(core_words.NOT_SOLVED(game=spec.title))
        return spec

    # Players

    async def recognise(self, key: str | None, name: str, address: str) -> str:
        """The public id of the player who sits down with a key; empty for a guest."""
        if key is None:
            return ""
        player = player_of(key)
        if not (await self.store.run(knows_player, player) or self.allowances.keys.take(address)):
            raise LimitError(words.TOO_MANY_KEYS(count=self.config.limits.keys_a_day))
        await self.store.note(note_player, player, fresh_name(name, [], 0), opener_of(address), self.now())
        return player

    # The dice that tables share

    async def check_shown(self, ledger: Ledger, player: str) -> None:
        """Refuse to show a player a finished match whose dice others still play with."""
        await self.tournaments.check_shown(ledger)
        await self.dailies.check_shown(ledger, player)

    def check_revealed(self, ledger: Ledger) -> None:
        """Refuse to show the secret of dice that are still in play elsewhere.

        Nothing of a tournament is shown before.
        """
        kind = (ledger.series or "").partition(":")[0]
        if kind != TOURNAMENT and (kind != "daily" or self.dailies.is_sealed(ledger)):
            super().check_revealed(ledger)

    def may_watch(self, ledger: Ledger) -> bool:
        """Whether somebody without a seat may watch the table."""
        return self.tournaments.may_watch(ledger) and not self.dailies.is_sealed(ledger)

    # The book

    async def book(self) -> list[BookGame]:
        """The records of the games, as they are now or were a moment ago."""
        if self._book is None or self.loop.time() > self._book[0] + BOOK_S:
            self._book = self.loop.time(), await self.store.run(read_book, self.games.values())
        return self._book[1]

    async def witness(self, table_id: str, wanted: Witnessed) -> None:
        """Store the witness of a player's total in the roll of honour."""
        ledger = (await self.table(table_id)).ledger
        match, honour = ledger.finished, ledger.spec.honour
        seat = ledger.seat_of(hash_of(wanted.token))
        if seat is None:
            raise Refuse("seat", words.ONLY_WATCHES())
        points = next(row.points for row in match.standings() if row.seat == seat)
        if honour is None or points <= honour:
            raise Refuse("status", words.NO_HONOUR(points=honour or 0))
        name = clean_name(wanted.witness)
        if not name or name.casefold() == ledger.names[seat].casefold():
            raise Refuse("seat", words.OTHER_WITNESS())
        if not await self.store.run(write_witness, table_id, seat, name):
            raise Refuse("status", words.NOT_IN_BOOK())
        self._book = None

    # For the operator

    async def close_table(self, table_id: str) -> None:
        """Close a table for good: disconnect everyone, and let nobody open it again."""
        if not await self.store.run(shut_table, table_id):
            raise TableError(words.NO_SUCH_TABLE(table=quoted(table_id)))
        self._book = None
        self._expel(table_id)
        self.notify("closed", table_id)
        self.lobby_changed()

    def _expel(self, table_id: str) -> None:
        self._drop(table_id)
        self.show_out(lambda line: line.table == table_id, CLOSE_SHOWN_OUT)

    async def ban(self, address: str) -> int:
        """Ban an address or a network; return the number of connections closed here."""
        await self.store.note(add_ban, name_of(network_of(address)))
        self.notify("bans")
        return await self._read_bans()

    async def unban(self, address: str) -> bool:
        """Lift the ban of an address or a network; return whether there was one."""
        name = name_of(network_of(address))
        was_out = name in self.bans.names()
        await self.store.run(remove_ban, name)
        self.notify("bans")
        await self._read_bans()
        return was_out

    async def _read_bans(self) -> int:
        """Read the bans, and close the banned connections; return their number."""
        self.bans = Bans(await self.store.run(read_bans))
        return self.show_out(lambda line: line.address in self.bans, CLOSE_SHOWN_OUT)

    async def unname(self, table_id: str, seat: int) -> tuple[str, str]:
        """Remove a player's name, from the hall's book and its rankings too; return the old name and the new one."""
        nobody = fresh_name("", [], seat)
        booked = await self.store.run(take_name, table_id, seat, nobody)
        self._book = None
        try:
            table = await self.table(table_id)
        except TableError:  # deleted, but still in the book
            if booked is None:
                raise
            return booked, nobody
        ledger = table.ledger
        if booked is None and not (0 <= seat < ledger.seats and ledger.chairs[seat].is_human):
            raise TableError(table_words.NO_SUCH_SEAT(seat=seat))
        was, player = ledger.names[seat], ledger.chairs[seat].player
        if player:
            await self.store.run(rename_player, player, nobody)
        if booked is not None or (player and ledger.status == "over"):
            return booked or was, nobody
        answer: asyncio.Future[str] = self.loop.create_future()

        def done(step: AnyStep | None, refusal: Refuse | None) -> None:
            if answer.done():
                return
            if refusal is not None:
                answer.set_exception(TableError(refusal.reason))
            else:
                assert isinstance(step, Renamed)
                answer.set_result(step.name)

        table.authority.submit(Chore(lambda _: rename(ledger, seat, ""), done))
        return was, await answer

    # The lobby

    def lobby_changed(self) -> None:
        """Send watchers of the lobby the change soon, here and at the other processes."""
        self.notify("lobby")
        self._refresh_soon()

    def _refresh_soon(self) -> None:
        self._lobby_dirty = True
        if self._lobby_task is None:
            self._lobby_task = self.loop.create_task(self._refresh_lobby())

    async def _refresh_lobby(self) -> None:
        try:
            while self._lobby_dirty:
                self._lobby_dirty = False
                since = self.now() - LOBBY_S * 1000
                found = await self.store.run(read_lobby, since, LOBBY_TABLES)
                self.lobby = found
                for tell in list(self.lobby_watchers):
                    tell(found)
                told = len(found) * LOBBY_LINE_BYTES * len(self.lobby_watchers)
                await asyncio.sleep(max(LOBBY_PAUSE_S, told / LOBBY_BYTES_A_SECOND))
        except Exception:
            log.exception("lobby_failed")
        finally:
            self._lobby_task = None

    # Housekeeping

    async def _resume(self) -> None:
        """Load the tables in play, so that they go on.

        With other processes, repeat this for the tables of dead ones.
        """
        if self._peers is None:
            await self._resume_tables(self.store.run(in_play, self.now() - RESUME_MS, RESUME_TABLES))
            return
        while True:
            if not self.is_cut_off:
                await self._resume_tables(self.store.run(orphans, RESUME_TABLES))
            await asyncio.sleep(RESUME_S)

    async def _resume_tables(self, found: Awaitable[list[str]]) -> None:
        try:
            for table_id in await found:
                await self._resume_table(table_id)
        except StoreError:
            log.exception("resume_failed")

    async def _resume_table(self, table_id: str) -> None:
        try:
            await self.table(table_id)
        except QuincunxError as error:
            log.warning("table_not_resumed", table=table_id, error=str(error))
        except Exception:  # one failure must not stop the others
            log.exception("table_not_resumed", table=table_id)

    async def _tidy(self) -> None:
        """Delete expired tables, now and every hour."""
        while True:
            try:
                tidied = await self.store.tidy(cutoffs(self.now(), self.config.keep_days), frozenset(self.tables))
                await self.tournaments.tidy(self.config.keep_days)
                if tidied.tables:
                    log.info("tidied", tables=tidied.tables, steps=tidied.steps)
                    self.lobby_changed()
            except StoreError:
                log.exception("tidying_failed")
            await asyncio.sleep(HOUR_S)

    def _look_after_file(self) -> None:
        """Log that the database's file is gone, even when nobody plays."""
        try:
            self.store.check_file()
        except StoreError as error:
            log.critical("store_lost", error=str(error))

    async def _note_presence(self) -> None:
        """Note regularly which tables have players: those stay in the lobby's list, the others leave it."""
        while True:
            await asyncio.sleep(TOUCH_S)
            attended = [table.ledger.number for table in self.tables.values() if table.is_attended]
            try:
                await self.store.touch(attended, self.now())
            except StoreError:
                log.exception("presence_not_noted")
            self.lobby_changed()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_S, self.config.idle_s))
            self._look_after_file()
            now = self.loop.time()
            for table_id, table in list(self.tables.items()):
                patience = SWEEP_S if table.ledger.status == "over" else self.config.idle_s
                if table.is_idle and table.presence.empty_since < now - patience:
                    del self.tables[table_id]
                    if self._peers is not None:
                        self._peers.forget(table_id)
            self.opening.forget_idle_sitters()


def _build_of(static: Path) -> str:
    page = static / "index.html"
    return hashlib.sha256(page.read_bytes()).hexdigest()[:12] if page.is_file() else __version__
