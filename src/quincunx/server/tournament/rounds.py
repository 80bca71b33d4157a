"""The rounds of a tournament: pairing, opening tables, collecting results, time limits."""

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog

from quincunx.bots import default_bot
from quincunx.core.seats import Seat
from quincunx.protocol import Settings
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.ids import new_table_id
from quincunx.server.hall.requests import fill_seats
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import TableError
from quincunx.server.store.errors import StoreError
from quincunx.server.store.tables import statuses_of
from quincunx.server.tournament.live import Live
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse
from quincunx.table.steps import Acted, AnyStep, Decided, Entry, Left, Sat
from quincunx.tournament.pairing import pair
from quincunx.tournament.series import secret_of, series_of
from quincunx.tournament.state import Round, Tournament
from quincunx.tournament.steps import BOT, Begun, Ended

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall

log = structlog.get_logger()

HURRY_MS = 50
"""The pace of bots that finish a round after its time is over."""
AT_ONCE = 8
"""The tables opened at the same time: few, so that other players do not wait."""
OPENING_MS = 3000
"""Milliseconds after which another process opens the tables of a round."""
PAIRINGS = 5
"""The most attempts to pair a round while players join or leave."""


class Rounds:
    """Plays the rounds of a hall's tournaments."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    async def begin(self, live: Live, by: int | None) -> None:
        """Begin the next round; raise `Refuse` if that is not allowed now."""
        for attempt in range(PAIRINGS):
            number = len(live.state.rounds) + 1
            refusal = live.state.objection(Begun(number, [], []), by)
            if refusal is not None and refusal.code != "stale":
                raise refusal
            step = await self._paired(live, number)
            try:
                await live.do(partial(_timed, step, self._hall.now()), by)
            except Refuse as changed:
                if changed.code != "stale" or attempt == PAIRINGS - 1:
                    raise
            else:
                self._hall.news.round_began(live)
                await self.open_tables(live.state.rounds[-1], range(len(step.tables)))
                return

    async def _paired(self, live: Live, number: int) -> Begun:
        state = live.state
        known = {each.number: each for each in state.entrants()}
        order = [known[row.player] for row in live.standings if row.player in known]
        rng = random.Random(secret_of(live.row.secret, number))
        tables = await self._hall.documents.aside(pair, order, state.terms.seats, rng)
        return Begun(number, tables, [new_table_id() for _ in tables])

    # Tables

    async def open_tables(self, playing: Round, indices: Sequence[int]) -> None:
        """Open these tables of a round, except those that a visitor has opened already."""
        for start in range(0, len(indices), AT_ONCE):
            some = [self._hall.table(playing.ids[index]) for index in indices[start : start + AT_ONCE]]
            for result in await asyncio.gather(*some, return_exceptions=True):
                if isinstance(result, Exception):  # retried later, or already open at another process
                    log.warning("round_table_not_opened", error=str(result))

    async def open(self, live: Live, playing: Round, index: int) -> Table | None:
        """Open a table of a round that is not in the store; None if that fails."""
        terms, table_id = live.row.terms, playing.ids[index]
        steps: list[AnyStep] = []
        bots: dict[Seat, str] = {}
        for seat, number in enumerate(playing.tables[index]):
            if number == BOT:
                bots[seat] = default_bot(live.spec)
            else:
                player = live.state.player(number)
                steps.append(Sat(seat, player.name, player.token, len(steps) + 1, player.key))
        fill_seats(steps, bots, table_id)
        settings = Settings(pace=terms.pace, away="bot", away_after=terms.away_after, listed=False, coach="off")
        try:
            table = await self._hall.opening.create(
                table_id,
                live.spec,
                len(steps),
                terms.variants,
                settings,
                steps,
                live.row.opener,
                series=series_of(live.id, playing.number),
                seed=secret_of(live.row.secret, playing.number),
            )
        except Refuse:
            self._hall.lose([table_id])
            return None
        self._hall.news.recall(table)
        return table

    async def look_after(self, live: Live) -> None:
        """Do whatever is due in the current round."""
        playing = live.state.rounds[-1]
        waiting = {playing.ids[index]: index for index in range(len(playing.ids)) if index not in playing.results}
        statuses = await self._hall.store.run(statuses_of, [*waiting])
        missing = [index for table_id, index in waiting.items() if table_id not in statuses]
        if missing and self._hall.now() > playing.began + OPENING_MS:
            await self.open_tables(playing, missing)
        is_late = playing.ends is not None and self._hall.now() >= playing.ends
        for table_id, index in waiting.items():
            if (status := statuses.get(table_id)) is None:
                continue
            try:
                table = await self._found(table_id, status, is_late=is_late)
            except TableError:  # closed by the operator, or damaged
                await self._note(live, playing, _nothing(index, live.row.terms.seats))
                continue
            if table is not None and table.ledger.status == "over":
                await self._note(live, playing, await self._result(index, table.ledger))
            elif table is not None and table.ledger.status == "playing" and self._hall.drives(table):
                self._send_home(live, table, playing.tables[index], is_late=is_late)

    async def _found(self, table_id: str, status: str, *, is_late: bool) -> Table | None:
        """Return a table of the round that needs something and has no other owner."""
        if (table := self._hall.tables.get(table_id)) is not None:
            return table
        if self._hall.store.has_peers and status == "playing" and not is_late:
            return None  # its owner handles it
        try:
            return await self._hall.table(table_id)
        except StoreError:  # another process has it
            return None

    async def _result(self, index: int, ledger: Ledger) -> Ended:
        rows = sorted(ledger.finished.standings(), key=lambda row: row.seat)
        entries = await self._hall.store.entries(ledger.id)
        away = [seat for seat in range(ledger.seats) if _was_away(ledger, entries, seat)]
        return Ended(index, [row.place for row in rows], [row.points for row in rows], away)

    async def _note(self, live: Live, playing: Round, step: Ended) -> None:
        try:
            await live.do(lambda _: step, None)
        except Refuse as refusal:  # another process has noted it
            log.info("round_result_known", tournament=live.id, round=playing.number, reason=refusal.reason.id)

    def _send_home(self, live: Live, table: Table, players: list[int], *, is_late: bool) -> None:
        """Let bots play for removed players, and for everybody when the time of the round is over."""
        ledger = table.ledger
        for seat, number in enumerate(players):
            gone = number != BOT and (is_late or live.state.player(number).gone)
            if gone and ledger.chairs[seat].is_human:
                table.submit(Chore(partial(_left, seat)))
        if is_late and ledger.settings.pace > HURRY_MS:
            table.submit(Chore(lambda _: _hurried(ledger)))


def _timed(step: Begun, now: int, state: Tournament) -> Begun:
    minutes = state.terms.minutes
    return step if minutes is None else Begun(step.round, step.tables, step.ids, now + 60_000 * minutes)


def _nothing(index: int, seats: int) -> Ended:
    """Return the result of a closed table: everybody was absent."""
    return Ended(index, [1] * seats, [0] * seats, list(range(seats)))


def _was_away(ledger: Ledger, entries: list[Entry], seat: Seat) -> bool:
    """Whether a seat's player was absent: a bot made most of the actions, or sits there and nobody made any."""
    chair = ledger.chairs[seat]
    if not (chair.is_human or chair.left):
        return False
    acts = [entry.by for entry in entries if isinstance(entry.step, Acted) and entry.step.seat == seat]
    by_bots = acts.count(None)
    return 2 * by_bots > len(acts) or (not acts and chair.is_away)


def _left(seat: Seat, _now: int) -> Left:
    return Left(seat)


def _hurried(ledger: Ledger) -> Decided:
    return Decided(msgspec.structs.replace(ledger.settings, pace=HURRY_MS))
