"""Opening tables: a new one, the next match, a match that is played on; and who may take how many seats."""

import asyncio
import hashlib
from typing import TYPE_CHECKING

import msgspec
import structlog

from quincunx.bots import check_level, default_bot, opening
from quincunx.bots.daily import PLAYER, Daily
from quincunx.core import words as core_words
from quincunx.core.errors import QuincunxError, SetupError
from quincunx.core.fields import format_fields
from quincunx.core.naming import fresh_name
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.protocol import CreateTable, PlayOn, SeatGiven, Settings, TakeSeat
from quincunx.server import words
from quincunx.server.door.limits import household
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.ids import hash_of, new_salt, new_seed, new_table_id, new_table_number, new_token
from quincunx.server.hall.info import summary_of
from quincunx.server.hall.requests import fill_seats, sit
from quincunx.server.hall.table import Table
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table import words as table_words
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse
from quincunx.table.state import Chair, TableRow
from quincunx.table.steps import AnyStep, Filled, Followed, Sat

if TYPE_CHECKING:
    from quincunx.server.hall.tables import Tables

log = structlog.get_logger()


class LimitError(QuincunxError):
    """A visitor asks for too much."""


class Opening:
    """Opens the tables of a hall and seats its visitors."""

    def __init__(self, hall: "Tables") -> None:
        self._hall = hall
        self.sitters: dict[str, list[tuple[str, str]]] = {}
        """By address: the tables opened by others where it holds or requests a seat, each with the hash of the seat's
        token."""
        self._sitting: set[str] = set()
        """The token hashes of people who are about to sit down."""
        self._rematching: set[str] = set()

    def forget_idle_sitters(self) -> None:
        """Forget the addresses that hold no seat of a waiting table any more."""
        for address, held in list(self.sitters.items()):
            if not any(self._is_waiting(table_id, token) for table_id, token in held):
                del self.sitters[address]

    async def open_table(self, wanted: CreateTable, address: str) -> SeatGiven:
        """Open a table for someone."""
        address = household(address)
        self.check_opening(address)
        spec = self._hall.game(wanted.game)
        spec.check_seats(wanted.seats)
        if wanted.real and not spec.has_part("entry"):
            raise SetupError(table_words.NO_ENTRY(game=spec.title))
        usual = getattr(spec.part("entry"), "VARIANTS", {}) if wanted.real else {}
        variants = spec.variant_names(spec.options({**usual, **wanted.variants}))
        people = 1 if wanted.play else 0
        if len(wanted.bots) + people > wanted.seats:
            raise SetupError(
                core_words.DO_NOT_FIT(players=people + len(wanted.bots), seats=core_words.SEATS(count=wanted.seats))
            )
        for bot in wanted.bots:
            check_level(spec, bot, wanted.seats, opening(spec, wanted.seats, variants))
        if not wanted.play and len(wanted.bots) < wanted.seats:
            raise SetupError(words.BOTS_EVERYWHERE())
        token = new_token() if wanted.play else None
        steps: list[AnyStep] = []
        if token is not None:
            name = fresh_name(wanted.name, [], 0)
            steps.append(Sat(0, name, hash_of(token), 1, await self._hall.recognise(wanted.key, name, address)))
        first = wanted.seats - len(wanted.bots)
        table_id = new_table_id()
        fill_seats(steps, dict(enumerate(wanted.bots, first)), table_id)
        table = await self.create(
            table_id, spec, wanted.seats, variants, wanted.settings, steps, opener_of(address), real=wanted.real
        )
        return SeatGiven(table.ledger.id, 0 if token else None, token)

    async def open_daily(self, table_id: str, daily: Daily, name: str, token: str, player: str, address: str) -> None:
        """Open a player's table of a daily."""
        steps: list[AnyStep] = [Sat(PLAYER, fresh_name(name, [], PLAYER), hash_of(token), 1, player)]
        fill_seats(steps, dict(enumerate(daily.bots, PLAYER + 1)), table_id)
        await self.create(
            table_id,
            daily.spec,
            daily.seats,
            daily.variants,
            Settings(listed=False, coach="off"),
            steps,
            opener_of(household(address)),
            series=daily.series,
            seed=daily.secret,
        )

    async def open_fork(self, table_id: str, wanted: PlayOn, address: str, player: str = "") -> SeatGiven:
        """Open a table that begins at a moment of a finished match, for one person and bots; `player` may see it."""
        ledger = (await self._hall.table(table_id)).ledger
        match, spec = ledger.finished, ledger.spec
        await self._hall.check_shown(ledger, player)
        if wanted.at >= len(match) or match.fork(wanted.at).is_over:
            raise Refuse("status", words.NOTHING_LEFT())
        if wanted.seat >= ledger.seats:
            raise Refuse("seat", table_words.NO_SUCH_SEAT(seat=wanted.seat))
        bot = wanted.bot or default_bot(spec)
        check_level(spec, bot, ledger.seats, match.state)
        address = household(address)
        self.check_opening(address)
        token = new_token()
        name = fresh_name(wanted.name, [], wanted.seat)
        steps: list[AnyStep] = [Sat(wanted.seat, name, hash_of(token), 1)]
        fork_id = new_table_id()
        others = {seat: played or bot for seat, played in enumerate(ledger.first_bots) if seat != wanted.seat}
        fill_seats(steps, others, fork_id)
        table = await self.create(
            fork_id,
            spec,
            ledger.seats,
            ledger.variants,
            Settings(pace=ledger.settings.pace, listed=False),
            steps,
            opener_of(address),
            start=format_fields(match.fork(wanted.at).state),
            origin=f"{table_id}:{wanted.at}",
        )
        return SeatGiven(table.ledger.id, wanted.seat, token)

    def check_opening(self, address: str) -> None:
        """Refuse an address that opens too many tables."""
        if not self._hall.allowances.openings.take(address):
            raise LimitError(words.TOO_MANY_TABLES(count=self._hall.config.limits.tables_an_hour))

    async def create(
        self,
        table_id: str,
        spec: GameSpec,
        seats: int,
        variants: dict[str, str],
        settings: Settings,
        steps: list[AnyStep],
        opener: int,
        *,
        start: str | None = None,
        origin: str | None = None,
        real: bool = False,
        series: str | None = None,
        seed: str | None = None,
    ) -> Table:
        """Store a table with its first steps, and keep it in memory."""
        now = self._hall.now()
        row = TableRow(
            id=table_id,
            number=new_table_number(now),
            game=spec.slug,
            rules=spec.rules_version,
            seats=seats,
            variants=variants,
            settings=msgspec.json.encode(settings).decode(),
            seed=seed or new_seed(),
            created=now,
            salt=new_salt(),
            opener=opener,
            start=start,
            origin=origin,
            real=real,
            series=series,
        )
        ledger = Ledger(spec, row)
        entries = []
        for step in steps:
            entries.append(ledger.propose(step, now))
            ledger.fold(entries[-1])
        stored: asyncio.Future[WriteResult] = self._hall.loop.create_future()
        self._hall.store.append(
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
        table = self._hall.enter(ledger)
        table.settled()
        self._hall.lobby_changed()
        return table

    def _check_sitting(self, address: str, *, is_opener: bool) -> None:
        """Refuse an address that takes too many seats, either in a short time or at tables of others."""
        limits = self._hall.config.limits
        if not self._hall.allowances.sittings.take(address):
            raise LimitError(words.TOO_MANY_SITTINGS())
        if is_opener:
            return
        held = [(table, token) for table, token in self.sitters.get(address, ()) if self._is_waiting(table, token)]
        self.sitters[address] = held
        if len(held) >= limits.seats_waiting:
            raise LimitError(words.TOO_MANY_HELD(count=limits.seats_waiting))

    def _is_waiting(self, table_id: str, token_hash: str) -> bool:
        table = self._hall.tables.get(table_id)
        if table is None or table.ledger.status != "waiting":
            return False
        return token_hash in self._sitting or table.ledger.seat_of(token_hash) is not None

    async def take_seat(self, table_id: str, wanted: TakeSeat, address: str) -> SeatGiven:
        """Sit down at a table."""
        address = household(address)
        table = await self._hall.table(table_id)
        is_opener = table.ledger.opener == opener_of(address)
        self._check_sitting(address, is_opener=is_opener)
        player = await self._hall.recognise(wanted.key, wanted.name, address)
        token = new_token()
        token_hash = hash_of(token)
        answer: asyncio.Future[Seat] = self._hall.loop.create_future()

        def decide(_now: int) -> AnyStep:
            return sit(table.ledger, wanted.name, token_hash, wanted.seat, player)

        def done(_: AnyStep | None, refusal: Refuse | None) -> None:
            given = table.ledger.seat_of(token_hash)
            if answer.done():
                return
            if given is not None:
                answer.set_result(given)
            elif refusal is not None:
                answer.set_exception(refusal)

        if not is_opener:
            self.sitters.setdefault(address, []).append((table_id, token_hash))
        self._sitting.add(token_hash)
        table.authority.submit(Chore(decide, done))
        try:
            seat = await answer
        finally:
            self._sitting.discard(token_hash)
        return SeatGiven(table_id, seat, token)

    def start_rematch(self, table: Table) -> None:
        """Open the table of the next match, unless it is open or being opened."""
        if table.ledger.id not in self._rematching:
            self._rematching.add(table.ledger.id)
            self._hall.spawn(self._rematch(table))

    async def _rematch(self, table: Table) -> None:
        """Open the next table for the players who want it and the same bots, and notify them.

        Everyone moves on by one seat.
        """
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
                    steps.append(Sat(seat, chair.name, chair.token, people, chair.player))
            elif chair.bot is not None and not chair.left:
                steps.append(Filled(seat, chair.bot, chair.name))
        try:
            following = await self.create(
                new_table_id(),
                ledger.spec,
                ledger.seats,
                ledger.variants,
                ledger.settings,
                steps,
                ledger.opener,
                real=ledger.dice.are_real,
            )
        except Refuse as refusal:
            log.warning("rematch_failed", table=ledger.id, reason=refusal.reason.id)
            table.failed()
            return
        finally:
            self._rematching.discard(ledger.id)
        table.authority.submit(Chore(lambda _: Followed(following.ledger.id)))


def opener_of(address: str) -> int:
    """Return a hash of an address, too short to find the address by it."""
    return int.from_bytes(hashlib.sha256(address.encode()).digest()[:2], "big")


def _moved_on(chairs: list[tuple[Chair, bool | None]]) -> list[tuple[Chair, bool | None]]:
    return [*chairs[1:], *chairs[:1]]
