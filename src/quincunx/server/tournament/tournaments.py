"""The tournaments of a hall: announced, joined, kept going."""

import asyncio
import contextlib
from collections.abc import Callable, Set
from typing import TYPE_CHECKING

import structlog

from quincunx.core.errors import QuincunxError
from quincunx.core.naming import clean_name, fresh_name
from quincunx.core.words import quoted
from quincunx.protocol import (
    CreateTournament,
    JoinTournament,
    TournamentJoined,
    TournamentOpened,
    TournamentOrder,
    TournamentSelf,
)
from quincunx.server import words
from quincunx.server.door.limits import household
from quincunx.server.hall.ids import hash_of, new_seed, new_table_id, new_token
from quincunx.server.hall.opening import LimitError, opener_of
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import TableError
from quincunx.server.store.errors import StoreError
from quincunx.server.store.tidying import DAY_MS, NEVER_BEGAN_DAYS
from quincunx.server.store.tournaments import (
    TournamentRow,
    open_tournament,
    read_tournament,
    running_tournaments,
    tidy_tournaments,
)
from quincunx.server.tournament.live import Live
from quincunx.server.tournament.rounds import Rounds
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse
from quincunx.tournament.series import read_series
from quincunx.tournament.state import Tournament
from quincunx.tournament.steps import HOST, AnyStep, Closed, Continued, Joined, Paused, Terms, Withdrawn
from quincunx.tournament.words import HOST_ONLY

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall

log = structlog.get_logger()

BEAT_S = 0.5
"""Seconds between two checks of what is due in running tournaments."""
NEWS_S = 0.25
"""The fewest seconds between two messages to the watchers of a tournament."""
KEPT = 100
"""The most finished tournaments in memory."""


class Tournaments:
    """All tournaments of a hall, as this process knows them."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._rounds = Rounds(hall)
        self._live: dict[str, Live] = {}
        self._is_ready = False
        """Whether running tournaments have been read since the hall opened."""
        self._watchers: dict[str, set[Callable[[int], None]]] = {}
        self._telling: set[str] = set()
        self._wake = asyncio.Event()

    # All tournaments

    async def find(self, tournament: str) -> Live:
        """Return a tournament, from memory or from the store."""
        if (live := self._live.get(tournament)) is not None:
            return live
        row = await self._hall.store.run(read_tournament, tournament)
        if row is None:
            raise TableError(words.NO_SUCH_TOURNAMENT(tournament=quoted(tournament)))
        if row.terms.game not in self._hall.games:
            raise TableError(words.NO_GAME_OF_HALL(game=row.terms.game))
        live = Live(row, self._hall.games[row.terms.game], self._hall.store, self._hall.now, self._changed)
        await live.catch_up()
        return self._live.setdefault(tournament, live)

    @property
    def known(self) -> list[Live]:
        """The tournaments in memory."""
        return list(self._live.values())

    async def _part_with(self, running: Set[str]) -> None:
        """Read how those ended that another process has ended, and forget those that are deleted."""
        for live in self.known:
            if live.state.status != "over" and live.id not in running:
                if await self._hall.store.run(read_tournament, live.id) is None:
                    del self._live[live.id]
                else:
                    await live.catch_up()

    def _forget_some(self) -> None:
        idle = [key for key, live in self._live.items() if live.state.status == "over" and key not in self._watchers]
        for key in idle[:-KEPT]:
            del self._live[key]

    # Players

    async def announce(self, wanted: CreateTournament, address: str) -> TournamentOpened:
        """Announce a tournament for its host."""
        address = household(address)
        self._hall.opening.check_opening(address)
        spec = self._hall.game(wanted.game)
        seats = wanted.seats or max(2, spec.usual_seats)
        spec.check_seats(seats)
        terms = Terms(
            game=spec.slug,
            seats=seats,
            rounds=wanted.rounds,
            variants=spec.variant_names(spec.options(wanted.variants)),
            title=clean_name(wanted.title),
            minutes=wanted.minutes,
            pause=wanted.pause,
            pace=wanted.pace,
            away_after=wanted.away_after,
        )
        token = new_token()
        row = TournamentRow(new_table_id(), terms, hash_of(token), new_seed(), opener_of(address), self._hall.now())
        await self._hall.store.run(open_tournament, row)
        await self.find(row.id)
        return TournamentOpened(row.id, token)

    async def join(self, tournament: str, wanted: JoinTournament, address: str) -> TournamentJoined:
        """Add a player."""
        address = household(address)
        if not self._hall.allowances.sittings.take(address):
            raise LimitError(words.TOO_MANY_SITTINGS())
        live = await self.find(tournament)
        player = await self._hall.recognise(wanted.key, wanted.name, address)
        token = new_token()

        def decide(state: Tournament) -> Joined:
            number = len(state.players) + 1
            name = fresh_name(wanted.name, (each.name for each in state.players), number - 1)
            return Joined(number, name, hash_of(token), player)

        step = await live.do(decide, None)
        assert isinstance(step, Joined)
        return TournamentJoined(step.player, token)

    async def order(self, tournament: str, wanted: TournamentOrder) -> None:
        """Carry out an order of the host, or of a player who leaves."""
        live = await self.find(tournament)
        by = self._who(live, wanted.token, wanted.player if wanted.order == "remove" else None)
        if wanted.order == "begin":
            await self._rounds.begin(live, by)
        else:
            await live.do(lambda _: _step_of(wanted), by)
        self._wake.set()

    def _who(self, live: Live, token: str, player: int | None) -> int:
        """The host or, to leave, a player."""
        token_hash = hash_of(token)
        if token_hash == live.row.host:
            return HOST
        found = live.state.player_of(token_hash)
        if found is None or found.number != player:
            raise Refuse("host", HOST_ONLY())
        return found.number

    async def who_is(self, tournament: str, token: str) -> TournamentSelf:
        """Return the owner of a token in a tournament."""
        live, token_hash = await self.find(tournament), hash_of(token)
        player = live.state.player_of(token_hash)
        return TournamentSelf(None if player is None else player.number, token_hash == live.row.host)

    async def close(self, tournament: str) -> None:
        """End a tournament for an administrator."""
        live = await self.find(tournament)
        try:
            await live.do(lambda _: Closed(), HOST)
        except Refuse as refusal:
            raise TableError(refusal.reason) from None

    # Secrecy

    async def check_shown(self, ledger: Ledger) -> None:
        """Refuse to show a finished match whose dice are still in play elsewhere."""
        if (found := read_series(ledger.series)) is None:
            return
        live = await self.find(found[0])
        await live.catch_up()
        if live.state.is_sealed(found[1]):
            raise Refuse("status", words.ROUND_STILL_PLAYED())

    def may_watch(self, ledger: Ledger) -> bool:
        """Whether somebody without a seat may watch a table."""
        if (found := read_series(ledger.series)) is None:
            return True
        live = self._live.get(found[0])
        return self._is_ready if live is None else live.state.may_watch(found[1], ledger.id)

    async def open_table(self, table_id: str) -> Table | None:
        """Open a table of a round for a visitor who comes first.

        Return None if there is no such table; raise `StoreError` if another process was faster.
        """
        await self._read_running()
        for live in self.known:
            if live.state.status == "playing" and table_id in (playing := live.state.rounds[-1]).ids:
                table = await self._rounds.open(live, playing, playing.ids.index(table_id))
                if table is None:
                    raise StoreError(words.NOT_OWN())
                return table
        return None

    # Watchers

    def watch(self, tournament: str, tell: Callable[[int], None]) -> None:
        """Yield the number of the last step at every change."""
        self._watchers.setdefault(tournament, set()).add(tell)

    def unwatch(self, tournament: str, tell: Callable[[int], None]) -> None:
        """Stop watching."""
        watchers = self._watchers[tournament]
        watchers.discard(tell)
        if not watchers:
            del self._watchers[tournament]

    def _changed(self, tournament: str) -> None:
        if tournament in self._watchers and tournament not in self._telling:
            self._telling.add(tournament)
            self._hall.loop.call_later(NEWS_S, self._tell, tournament)

    def _tell(self, tournament: str) -> None:
        self._telling.discard(tournament)
        if (live := self._live.get(tournament)) is not None:
            for tell in list(self._watchers.get(tournament, ())):
                tell(live.state.seq)

    # Due work

    async def run(self) -> None:
        """Keep the tournaments going until cancelled."""
        while True:
            self._wake.clear()
            if not self._hall.is_cut_off:
                try:
                    await self._beat()
                except StoreError:
                    log.exception("tournaments_failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT_S)

    async def _beat(self) -> None:
        running = await self._read_running()
        for live in running:
            await self._look_after(live)
        await self._part_with({live.id for live in running})
        self._forget_some()

    async def _read_running(self) -> list[Live]:
        """Return the running tournaments, with all their stored steps."""
        found = []
        for tournament, seq in (await self._hall.store.run(running_tournaments)).items():
            try:
                live = await self.find(tournament)
                if live.state.seq < seq:
                    await live.catch_up()
            except QuincunxError as error:
                log.warning("tournament_not_read", tournament=tournament, error=str(error))
            else:
                found.append(live)
        self._is_ready = True
        return found

    async def _look_after(self, live: Live) -> None:
        try:
            if live.state.status == "playing":
                await self._rounds.look_after(live)
            next_at = live.state.next_at
            if next_at is not None and self._hall.now() >= next_at:
                await self._rounds.begin(live, None)
        except Refuse as refusal:
            log.info("tournament_waits", tournament=live.id, reason=refusal.reason.id)
        except StoreError as error:
            log.warning("tournament_failed", tournament=live.id, error=str(error))
        except Exception:  # one failure must not stop the others
            log.exception("tournament_failed", tournament=live.id)

    async def tidy(self, keep_days: int | None) -> int:
        """Delete expired tournaments; return how many."""
        now = self._hall.now()
        others = None if keep_days is None else now - keep_days * DAY_MS
        return await self._hall.store.run(tidy_tournaments, now - NEVER_BEGAN_DAYS * DAY_MS, others)


def _step_of(wanted: TournamentOrder) -> AnyStep:
    match wanted.order:
        case "pause":
            return Paused()
        case "continue":
            return Continued()
        case "close":
            return Closed()
        case _:
            return Withdrawn(0 if wanted.player is None else wanted.player)
