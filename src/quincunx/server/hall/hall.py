"""The hall: the tables in memory, the lobby's list of tables, and the housekeeping."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from quincunx import __version__
from quincunx.bots import check_level, default_bot
from quincunx.core import words as core_words
from quincunx.core.bots import PERFECT, read_bot
from quincunx.core.errors import QuincunxError, SetupError
from quincunx.core.fields import format_fields
from quincunx.core.naming import bot_name, clean_name, fresh_name
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec, Variant
from quincunx.core.tutorial import has_tutorial
from quincunx.core.words import quoted
from quincunx.protocol import (
    BookGame,
    CreateTable,
    GameInfo,
    LevelInfo,
    PlayOn,
    SeatGiven,
    Settings,
    TableSummary,
    TakeSeat,
    VariantInfo,
    Witnessed,
)
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.bans import Bans
from quincunx.server.door.limits import Allowances, household
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.ids import hash_of, new_salt, new_seed, new_table_id, new_table_number, new_token
from quincunx.server.hall.info import summary_of
from quincunx.server.hall.table import Table
from quincunx.server.http.documents import Archive
from quincunx.server.operations import metrics
from quincunx.server.operations.admin_socket import Connected, ShowOut, bans_file
from quincunx.server.operations.solutions import Building
from quincunx.server.store.errors import ClosedError, DamageError, StoreError
from quincunx.server.store.store import Store, Write, WriteResult
from quincunx.server.store.tidying import cutoffs
from quincunx.solvers.solved import SOLVED
from quincunx.table import words as table_words
from quincunx.table.refusal import Refuse
from quincunx.table.rules import Decision, follow, rename, sit
from quincunx.table.state import Chair, Ledger, TableRow
from quincunx.table.steps import AnyStep, Filled, Renamed, Sat
from quincunx.thinking.room import Room

if TYPE_CHECKING:
    from quincunx.server.operations.peers import Peers

log = structlog.get_logger()

LOBBY_S = 300
"""Seconds after which a table leaves the lobby's list when none of its players is there."""
TOUCH_S = 60
"""Seconds between two notes in the store of which tables have players at them."""
LOBBY_TABLES = 200
LOBBY_PAUSE_S = 0.4
"""The fewest seconds between two messages to those who watch the lobby."""
RESUME_MS = 3_600_000
"""Matches whose last step is at most this many milliseconds old go on by themselves when the hall starts."""
RESUME_TABLES = 500
RESUME_S = 1.0
"""Seconds between two searches for matches that no process drives any more."""
SWEEP_S = 10
"""Seconds between two searches for tables that nobody needs in memory."""
HOUR_S = 3600
BOOK_S = 1.0
"""The fewest seconds between two readings of the book from the store."""
SLICE_S = 0.005
"""Seconds that the stored steps of tables are folded at a time, so that long matches do not hold the others up."""
LOBBY_BYTES_A_SECOND = 20_000_000
"""The most bytes a second that all who watch the lobby are sent together."""
LOBBY_LINE_BYTES = 200


def variant_info(variant: Variant) -> VariantInfo:
    """What the lobby says about an option."""
    labels = [label() for label in variant.labels]
    return VariantInfo(variant.name, variant.question(), variant.choices, labels)


def level_infos(spec: GameSpec, building: Building, *, may_build: bool) -> list[LevelInfo]:
    """What the lobby says about a game's bots to a visitor who may, or may not, have a solution built."""
    infos = [
        LevelInfo(
            bot,
            core_words.LEVELS[bot]() if bot in core_words.LEVELS else core_words.PLAIN(text=bot),
            spec.ratings.get(bot),
            None,
            None,
        )
        for bot in spec.bot_names
    ]
    if spec.slug in SOLVED:
        solution = building.info(spec, may_build=may_build)
        infos.append(LevelInfo(PERFECT, core_words.LEVELS[PERFECT](), None, SOLVED[spec.slug].seats, solution))
    return infos


class TableError(QuincunxError):
    """There is no table of that id, or it cannot be opened here."""


class LimitError(QuincunxError):
    """A visitor asks for too much."""


class Hall:
    """The hall in this process."""

    def __init__(self, config: HallConfig) -> None:
        self.config = config
        self.build = _build_of(config.static)
        """The version of the page."""
        self.games: dict[str, GameSpec] = {spec.slug: spec for spec in config.games}
        self.store = Store(config.db)
        self.tables: dict[str, Table] = {}
        self.lobby: list[TableSummary] = []
        self.lobby_watchers: set[Callable[[list[TableSummary]], None]] = set()
        self.archive = Archive()
        self.connections = 0
        self.connected: Connected = list
        """Lists the connections; given by `Sockets`."""
        self.show_out: ShowOut = lambda _: 0
        """Closes the connections that it is asked to close; how many. Given by `Sockets`."""
        self.bans = Bans(None if config.office is None else bans_file(config.office, config.db))
        self.building = Building(config.builder)
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._folding = asyncio.Lock()
        """Held while a slice of a table is folded, for a turn of the loop: many that are read at once take turns."""
        self._lobby_task: asyncio.Task[None] | None = None
        self._lobby_dirty = False
        self._rematching: set[str] = set()
        self._openers: dict[str, str] = {}
        """By table in memory: the address that opened it, where this process knows."""
        self._sitters: dict[str, list[tuple[str, str]]] = {}
        """By address: the tables where it has asked for a seat without having opened them, each with the hash of the
        seat's token."""
        self._sitting: set[str] = set()
        """The hashes of the tokens of those who are about to sit down."""
        self._book: tuple[float, list[BookGame]] | None = None
        """The records of the games, and when they were read."""
        self._closing = False
        self._peers: Peers | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the store and go on where the hall stopped."""
        self.loop = asyncio.get_running_loop()
        self.allowances = Allowances(self.config.limits, self.loop.time)
        self.thinkers = Room(log=log)
        metrics.BOTS_WAITING.set_function(lambda: self.thinkers.waiting)
        await self.store.open()
        if self.store.shared:
            from quincunx.server.operations.peers import Peers

            self._peers = Peers(self.store, self.tables, self.lobby_changed, self._expel)
            self._spawn(self._peers.run())
        self.lobby_changed()
        self._spawn(self._resume())
        self._spawn(self._sweep())
        self._spawn(self._note_presence())
        self._spawn(self._tidy())

    async def close(self) -> None:
        """Stop everything that runs, and close the store."""
        self._closing = True
        for table in self.tables.values():
            table.close()
        for task in [*self._tasks, *([self._lobby_task] if self._lobby_task else [])]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.archive.close()
        await self.store.close()
        await self.thinkers.close()
        await self.building.close()

    async def check(self) -> None:
        """Raise a StoreError unless what is done here can be stored, and bots and clocks are driven."""
        if self._peers is not None:
            self._peers.check()
        await self.store.check()

    def _spawn(self, coroutine: Any) -> None:
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def drives(self, table: Table) -> bool:
        """Whether this process moves the bots and clocks of the table."""
        table_id = table.ledger.id
        if self._closing or self.tables.get(table_id) is not table:
            return False
        return self._peers is None or self._peers.drives(table_id)

    def address_of(self, table: Table) -> str:
        """The address that opened a table, or the table's id where that is not known: bots' workers are shared out by
        it."""
        return self._openers.get(table.ledger.id, table.ledger.id)

    def seats_changed(self, table: Table) -> None:
        """A seat has come or gone here: the other processes should know."""
        if self._peers is not None:
            self._peers.seats_changed(table.ledger.id)

    # Games

    def game(self, slug: str) -> GameSpec:
        """The game of that name."""
        if slug not in self.games:
            raise SetupError(core_words.NO_SUCH_GAME(game=quoted(slug), known=", ".join(self.games)))
        return self.games[slug]

    def game_infos(self, *, may_build: bool = False) -> list[GameInfo]:
        """What the lobby says about the games to a visitor who may, or may not, have a solution built."""
        return [
            GameInfo(
                slug=spec.slug,
                title=spec.title,
                tagline=spec.tagline(),
                minutes=spec.minutes,
                seats=(spec.seats[0], spec.seats[-1]),
                variants=[variant_info(variant) for variant in spec.variants],
                bots=list(spec.bot_names),
                levels=level_infos(spec, self.building, may_build=may_build),
                rules=spec.rules_version,
                race=spec.race,
                unit=spec.unit,
                low_wins=spec.low_wins,
                usual_seats=spec.usual_seats,
                first_match=dict(spec.first_match),
                colour=spec.colour,
                honour=spec.honour,
                lesson=has_tutorial(spec),
            )
            for spec in self.games.values()
        ]

    def solved_game(self, slug: str) -> GameSpec:
        """The solved game of that name; a SetupError if there is none."""
        spec = self.game(slug)
        if slug not in SOLVED:
            raise SetupError(core_words.NOT_SOLVED(game=spec.title))
        return spec

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
                table = await self.table(table_id)
            except TableError as error:
                missing(Refuse("status", error.message))
            except StoreError as error:
                log.error("store_failed", table=table_id, error=str(error))
                missing(Refuse("store", words.STORE_SILENT()))
            else:
                found(table)

        self._spawn(look())

    async def _load(self, table_id: str) -> Table:
        try:
            ledger = await self._read(table_id)
        except DamageError as error:
            log.error("table_unreadable", table=table_id, error=str(error))
            raise TableError(error.message) from error
        except ClosedError as error:
            raise TableError(error.message) from error
        table = self._enter(ledger)
        if self._peers is None:
            table.void_round()  # before those are late who could not reveal while the hall was away
        table.settled()
        if self._peers is not None:
            table.authority.catch_up()
        return table

    async def _read(self, table_id: str) -> Ledger:
        """A table as the store has it; a DamageError when its steps do not follow from each other."""
        row = await self.store.table(table_id)
        if row is None:
            raise TableError(words.NO_SUCH_TABLE(table=quoted(table_id)))
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
                    await asyncio.sleep(0)  # those who play come first
        except Exception as error:  # whatever the rules make of what nobody did
            reason = error.message if isinstance(error, QuincunxError) else str(error)
            raise DamageError(table_id, words.STEP_IMPOSSIBLE(step=str(number), reason=reason)) from error
        return ledger

    def _enter(self, ledger: Ledger) -> Table:
        table = Table(ledger, self)
        self.tables[ledger.id] = table
        metrics.TABLES.set(len(self.tables))
        return table

    async def open_table(self, wanted: CreateTable, address: str) -> SeatGiven:
        """Open a table for someone."""
        address = household(address)
        self._check_opening(address)
        spec = self.game(wanted.game)
        spec.check_seats(wanted.seats)
        variants = spec.variant_names(spec.options(wanted.variants))
        people = 1 if wanted.play else 0
        if len(wanted.bots) + people > wanted.seats:
            raise SetupError(
                core_words.DO_NOT_FIT(players=people + len(wanted.bots), seats=core_words.SEATS(count=wanted.seats))
            )
        for bot in wanted.bots:
            check_level(spec, bot, wanted.seats)
        if not wanted.play and len(wanted.bots) < wanted.seats:
            raise SetupError(words.BOTS_EVERYWHERE())
        token = new_token() if wanted.play else None
        steps: list[AnyStep] = []
        if token is not None:
            steps.append(Sat(0, fresh_name(wanted.name, [], 0), hash_of(token), 1))
        first = wanted.seats - len(wanted.bots)
        table_id = new_table_id()
        names = [step.name for step in steps if isinstance(step, Sat)]
        for seat, bot in enumerate(wanted.bots, first):
            names.append(bot_name(read_bot(bot).name, names, table_id, seat))
            steps.append(Filled(seat, bot, names[-1]))
        table = await self._create(table_id, spec, wanted.seats, variants, wanted.settings, steps, address)
        return SeatGiven(table.ledger.id, 0 if token else None, token)

    async def open_fork(self, table_id: str, wanted: PlayOn, address: str) -> SeatGiven:
        """Open a table that begins at a moment of a finished match, for one person and bots."""
        ledger = (await self.table(table_id)).ledger
        match, spec = ledger.finished, ledger.spec
        if wanted.at >= len(match) or match.fork(wanted.at).is_over:
            raise Refuse("status", words.NOTHING_LEFT())
        if wanted.seat >= ledger.seats:
            raise Refuse("seat", table_words.NO_SUCH_SEAT(seat=wanted.seat))
        bot = wanted.bot or default_bot(spec)
        check_level(spec, bot, ledger.seats)
        address = household(address)
        self._check_opening(address)
        token = new_token()
        name = fresh_name(wanted.name, [], wanted.seat)
        steps: list[AnyStep] = [Sat(wanted.seat, name, hash_of(token), 1)]
        fork_id, names = new_table_id(), [name]
        for seat, level in enumerate(played or bot for played in ledger.first_bots):
            if seat != wanted.seat:
                names.append(bot_name(read_bot(level).name, names, fork_id, seat))
                steps.append(Filled(seat, level, names[-1]))
        table = await self._create(
            fork_id,
            spec,
            ledger.seats,
            ledger.variants,
            Settings(pace=ledger.settings.pace, listed=False),
            steps,
            address,
            start=format_fields(match.fork(wanted.at).state),
            origin=f"{table_id}:{wanted.at}",
        )
        return SeatGiven(table.ledger.id, wanted.seat, token)

    def _check_opening(self, address: str) -> None:
        if not self.allowances.openings.take(address):
            raise LimitError(words.TOO_MANY_TABLES(count=self.config.limits.tables_an_hour))

    async def _create(
        self,
        table_id: str,
        spec: GameSpec,
        seats: int,
        variants: dict[str, str],
        settings: Settings,
        steps: list[AnyStep],
        opener: str,
        *,
        start: str | None = None,
        origin: str | None = None,
    ) -> Table:
        now = self.now()
        row = TableRow(
            id=table_id,
            number=new_table_number(now),
            game=spec.slug,
            rules=spec.rules_version,
            seats=seats,
            variants=variants,
            settings=msgspec.json.encode(settings).decode(),
            seed=new_seed(),
            created=now,
            salt=new_salt(),
            opener=hash_of_opener(opener),
            start=start,
            origin=origin,
        )
        ledger = Ledger(spec, row)
        entries = []
        for step in steps:
            entries.append(ledger.propose(step, now))
            ledger.fold(entries[-1])
        stored: asyncio.Future[WriteResult] = self.loop.create_future()
        self.store.append(
            Write(
                row.id,
                row.number,
                entries,
                stored.set_result,
                summary=summary_of(ledger),
                listed=settings.listed,
                opened=row,
            )
        )
        if await stored is not WriteResult.STORED:
            raise Refuse("store", words.TABLE_NOT_STORED())
        table = self._enter(ledger)
        self._openers[table_id] = opener
        table.settled()
        self.lobby_changed()
        return table

    def _check_sitting(self, table_id: str, address: str) -> None:
        """Refuse an address that takes too many seats: at once, or at tables that others have opened."""
        limits = self.config.limits
        if not self.allowances.sittings.take(address):
            raise LimitError(words.TOO_MANY_SITTINGS())
        if self._openers.get(table_id) == address:
            return
        held = [(table, token) for table, token in self._sitters.get(address, ()) if self._is_waiting(table, token)]
        self._sitters[address] = held
        if len(held) >= limits.seats_waiting:
            raise LimitError(words.TOO_MANY_HELD(count=limits.seats_waiting))

    def _is_waiting(self, table_id: str, token_hash: str) -> bool:
        table = self.tables.get(table_id)
        if table is None or table.ledger.status != "waiting":
            return False
        return token_hash in self._sitting or table.ledger.seat_of(token_hash) is not None

    async def take_seat(self, table_id: str, wanted: TakeSeat, address: str) -> SeatGiven:
        """Sit down at a table."""
        address = household(address)
        table = await self.table(table_id)
        self._check_sitting(table_id, address)
        token = new_token()
        token_hash = hash_of(token)
        answer: asyncio.Future[Seat] = self.loop.create_future()

        def decide(_now: int) -> Decision:
            return sit(table.ledger, wanted.name, token_hash, wanted.seat), None

        def done(_: AnyStep | None, refusal: Refuse | None) -> None:
            given = table.ledger.seat_of(token_hash)
            if answer.done():
                return
            if given is not None:
                answer.set_result(given)
            elif refusal is not None:
                answer.set_exception(refusal)

        if self._openers.get(table_id) != address:
            self._sitters.setdefault(address, []).append((table_id, token_hash))
        self._sitting.add(token_hash)
        table.authority.submit(Chore(decide, done))
        try:
            seat = await answer
        finally:
            self._sitting.discard(token_hash)
        return SeatGiven(table_id, seat, token)

    def start_rematch(self, table: Table) -> None:
        """Open the table of the next match, unless that is open or being opened."""
        if table.ledger.id not in self._rematching:
            self._rematching.add(table.ledger.id)
            self._spawn(self._rematch(table))

    async def _rematch(self, table: Table) -> None:
        """Open the next table for those who want it and the same bots, everyone one seat further on, and tell them."""
        ledger = table.ledger
        if ledger.status != "over" or ledger.rematch is not None:
            self._rematching.discard(ledger.id)
            return
        steps: list[AnyStep] = []
        people = 0
        for seat, (chair, wants) in enumerate(_moved_on(list(zip(ledger.chairs, ledger.offers, strict=True)))):
            if chair.token is not None:
                if wants:
                    people += 1
                    steps.append(Sat(seat, chair.name, chair.token, people))
            elif chair.bot is not None and not chair.left:
                steps.append(Filled(seat, chair.bot, chair.name))
        try:
            following = await self._create(
                new_table_id(),
                ledger.spec,
                ledger.seats,
                ledger.variants,
                ledger.settings,
                steps,
                self.address_of(table),
            )
        except Refuse as refusal:
            log.warning("rematch_failed", table=ledger.id, reason=refusal.reason.id)
            table.failed()
            return
        finally:
            self._rematching.discard(ledger.id)
        table.authority.submit(Chore(lambda _: (follow(ledger, following.ledger.id), None)))

    # The book

    async def book(self) -> list[BookGame]:
        """The records of the games, as they are now or were a moment ago."""
        if self._book is None or self.loop.time() > self._book[0] + BOOK_S:
            self._book = self.loop.time(), await self.store.book(self.games.values())
        return self._book[1]

    async def witness(self, table_id: str, wanted: Witnessed) -> None:
        """Write the witness of a player's total into the roll of honour."""
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
        if not await self.store.write_witness(table_id, seat, name):
            raise Refuse("status", words.NOT_IN_BOOK())
        self._book = None

    # For whoever runs the hall

    async def close_table(self, table_id: str) -> None:
        """Close a table for good: show everyone out, and let nobody open it any more."""
        if not await self.store.shut(table_id):
            raise TableError(words.NO_SUCH_TABLE(table=quoted(table_id)))
        self._book = None
        self._expel(table_id)
        self.lobby_changed()

    def _expel(self, table_id: str) -> None:
        if (table := self.tables.pop(table_id, None)) is not None:
            table.close()
        self._openers.pop(table_id, None)
        self.show_out(lambda line: line.table == table_id)

    async def unname(self, table_id: str, seat: int) -> tuple[str, str]:
        """Take a player's name away, from the hall's book too; the former name and the one that is there now."""
        nobody = fresh_name("", [], seat)
        booked = await self.store.take_name(table_id, seat, nobody)
        self._book = None
        if booked is not None:
            return booked, nobody
        table = await self.table(table_id)
        ledger = table.ledger
        if not (0 <= seat < ledger.seats and ledger.chairs[seat].is_human):
            raise TableError(table_words.NO_SUCH_SEAT(seat=seat))
        was = ledger.names[seat]
        answer: asyncio.Future[str] = self.loop.create_future()

        def done(step: AnyStep | None, refusal: Refuse | None) -> None:
            if answer.done():
                return
            if refusal is not None:
                answer.set_exception(TableError(refusal.reason))
            else:
                assert isinstance(step, Renamed)
                answer.set_result(step.name)

        table.authority.submit(Chore(lambda _: (rename(ledger, seat, ""), None), done))
        return was, await answer

    # The lobby

    def lobby_changed(self) -> None:
        """Tell those who watch the lobby soon."""
        self._lobby_dirty = True
        if self._lobby_task is None:
            self._lobby_task = self.loop.create_task(self._refresh_lobby())

    async def _refresh_lobby(self) -> None:
        try:
            while self._lobby_dirty:
                self._lobby_dirty = False
                since = self.now() - LOBBY_S * 1000
                found = await self.store.lobby(since, LOBBY_TABLES)
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
        """Load the tables in play, so that they go on; where there are other processes again and again, for one may
        have died."""
        while True:
            try:
                for table_id in await self.store.in_play(self.now() - RESUME_MS, RESUME_TABLES):
                    await self._resume_table(table_id)
            except StoreError:
                log.exception("resume_failed")
            if not self.store.shared:
                return
            await asyncio.sleep(RESUME_S)

    async def _resume_table(self, table_id: str) -> None:
        try:
            await self.table(table_id)
        except QuincunxError as error:
            log.warning("table_not_resumed", table=table_id, error=str(error))
        except Exception:  # the others are not to wait for it
            log.exception("table_not_resumed", table=table_id)

    async def _tidy(self) -> None:
        """Delete what is not kept, now and every hour."""
        while True:
            try:
                tidied = await self.store.tidy(cutoffs(self.now(), self.config.keep_days), frozenset(self.tables))
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
        """Note again and again which tables have players at them: those stay in the lobby's list, the others leave
        it."""
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
                    self._openers.pop(table_id, None)
            for address, held in list(self._sitters.items()):
                if not any(self._is_waiting(table_id, token) for table_id, token in held):
                    del self._sitters[address]
            metrics.TABLES.set(len(self.tables))


def hash_of_opener(address: str) -> int:
    """A hash of an address that is too short to find the address by it."""
    return int.from_bytes(hashlib.sha256(address.encode()).digest()[:2], "big")


def _moved_on(chairs: list[tuple[Chair, bool | None]]) -> list[tuple[Chair, bool | None]]:
    return [*chairs[1:], *chairs[:1]]


def _build_of(static: Path) -> str:
    page = static / "index.html"
    return hashlib.sha256(page.read_bytes()).hexdigest()[:12] if page.is_file() else __version__
