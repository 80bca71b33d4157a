"""The dailies of a hall: one match per day and game, with the same dice for everybody, and one try per key.

The hall commits to the secret of a day's dice at least a day before, and shows it a day after (ADR 20).
"""

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import structlog

from quincunx.analysis.sharing import pips_of
from quincunx.bots import bot_key
from quincunx.bots.daily import PAR, PLAYER, Daily, streak_of
from quincunx.core.errors import QuincunxError
from quincunx.core.spec import GameSpec
from quincunx.protocol import (
    Dailies as DailiesInfo,
)
from quincunx.protocol import (
    DailyInfo,
    DailyResult,
    DailyRow,
    DailyState,
    DayInfo,
    League,
    MyDaily,
    Par,
    PlayDaily,
    PlayerInfo,
    SeatGiven,
    Study,
    StudyState,
    TryState,
)
from quincunx.server import words
from quincunx.server.daily.league import league_of, rank_of, worth
from quincunx.server.door.limits import household
from quincunx.server.hall.ids import new_seed, new_table_id, player_of
from quincunx.server.hall.opening import LimitError
from quincunx.server.http import answers
from quincunx.server.store.dailies import (
    SERIES,
    DayRow,
    TryRow,
    begin_try,
    count_results,
    days_finished,
    note_days,
    note_loss,
    note_par,
    read_days,
    read_pars,
    read_results,
    read_tries,
    shown_from,
)
from quincunx.server.store.dailies import Par as ParRow
from quincunx.server.store.errors import StoreError, TakenError
from quincunx.server.store.ratings import ratings_of, read_ratings
from quincunx.solvers.solved import SOLVED
from quincunx.table.ledger import Ledger
from quincunx.table.proof import commitment_of
from quincunx.table.refusal import Refuse
from quincunx.thinking.found import Decision
from quincunx.thinking.room import ThinkingError

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall

log = structlog.get_logger()

AHEAD = timedelta(days=2)
"""How long before a day the hall commits to its dice: at least a whole day, in whichever hour it opens."""
SHOWN_DAYS = 30
"""Days back that commitments and secrets are listed."""
MOST_ROWS = 50
"""The most results of a daily in a list."""
TURN_S = 600
"""Seconds between two looks at the date."""
ATTEMPTS, PAUSE_S = 50, 0.2
"""Attempts to get an action of par from `expert` while a weaker level answers in its place, and the pause between
them."""


class Dailies:
    """The dailies of this process."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._opening = asyncio.Lock()
        self._valued: set[tuple[date, str]] = set()
        """The dailies whose par is being found."""

    def today(self) -> date:
        """The date at Greenwich."""
        return datetime.fromtimestamp(self._hall.now() / 1000, UTC).date()

    def is_shown(self, day: date) -> bool:
        """Whether the secret of a day's dice may be shown."""
        return self.today() >= datetime.fromtimestamp(shown_from(day) / 1000, UTC).date()

    def is_sealed(self, ledger: Ledger) -> bool:
        """Whether a table belongs to a daily whose secret is not shown yet."""
        return (day := _day_of(ledger)) is not None and not self.is_shown(day)

    async def check_shown(self, ledger: Ledger, player: str) -> None:
        """Refuse to show a match of a daily to those who may still play it."""
        day = _day_of(ledger)
        if day is None or self.is_shown(day):
            return
        tries = await self._hall.store.run(read_tries, day, player) if player else []
        if not any(one.game == ledger.spec.slug and _state_of(one) != "playing" for one in tries):
            raise Refuse("status", words.DAY_STILL_PLAYED())

    async def run(self) -> None:
        """Commit to the dice of the next days, again and again."""
        while True:
            try:
                await self._commit()
            except StoreError:
                log.exception("days_not_noted")
            await asyncio.sleep(TURN_S)

    async def _commit(self) -> None:
        today = self.today()
        coming = (today + timedelta(days=number) for number in range(AHEAD.days + 1))
        await self._hall.store.note(note_days, {day.isoformat(): new_seed() for day in coming}, self._hall.now())

    async def _days(self, first: date, last: date) -> list[DayRow]:
        """The secrets of these days, in order; the hall commits to those to come if it has not yet."""
        found = await self._hall.store.run(read_days, first, last)
        if last >= self.today() and (not found or found[-1].day < last.isoformat()):
            await self._commit()
            found = await self._hall.store.run(read_days, first, last)
        return found

    async def _daily(self, spec: GameSpec, day: date) -> Daily:
        """The daily of a day up to today."""
        if day > self.today():
            raise answers.NothingError(words.NO_DAILY(day=day.isoformat()))
        if not (found := await self._days(day, day)):
            raise answers.NothingError(words.NO_DAILY(day=day.isoformat()))
        return Daily(spec, day, found[0].secret)

    # Asking

    async def info(self) -> DailiesInfo:
        """Today's dailies, and the commitments."""
        today = self.today()
        days = await self._days(today - timedelta(days=SHOWN_DAYS), today + AHEAD)
        finished = await self._hall.store.run(count_results, today)
        return DailiesInfo(
            today=today.isoformat(),
            ends=shown_from(today - timedelta(days=1)),
            games=[
                DailyInfo(slug, Daily(spec, today).bots, finished.get(slug, 0))
                for slug, spec in self._hall.games.items()
            ],
            days=[
                DayInfo(
                    row.day,
                    commitment_of(row.secret),
                    row.committed,
                    row.secret if self.is_shown(date.fromisoformat(row.day)) else None,
                )
                for row in days
            ],
        )

    async def player(self, key: str) -> PlayerInfo:
        """Return what the hall knows about the player with that key."""
        player, today = player_of(key), self.today()
        tries = await self._hall.store.run(read_tries, today, player)
        return PlayerInfo(
            player,
            streak_of(await self._hall.store.run(days_finished, player), today),
            [MyDaily(one.game, one.table, _state_of(one)) for one in tries],
            ratings_of(await self._hall.store.run(read_ratings, player)),
        )

    async def league(self, slug: str, day: date) -> League:
        """The league of the week of that day."""
        spec = self._hall.game(slug)
        if day > self.today():
            raise answers.NothingError(words.NO_DAILY(day=day.isoformat()))
        monday = day - timedelta(days=day.weekday())
        days = [monday + timedelta(days=number) for number in range(7)]
        tries = await self._hall.store.run(read_results, slug, *days)
        pars = await self._hall.store.run(read_pars, slug, *days)
        return league_of(spec, days, tries, pars)

    async def result(self, slug: str, day: date, key: str | None, address: str) -> DailyResult:
        """Return a daily as the player with that key may see it."""
        spec = self._hall.game(slug)
        daily = await self._daily(spec, day)
        tries = [] if key is None else await self._hall.store.run(read_tries, day, player_of(key))
        mine = next((one for one in tries if one.game == slug), None)
        state: DailyState = "new" if mine is None else _state_of(mine)
        study: StudyState = "absent"
        if mine is not None and state == "over":
            study = await self._measure(mine, household(address))
        results = await self._hall.store.run(read_results, slug, day)
        results.sort(key=lambda one: worth(spec, one))
        rows = [_row(spec, one, results, is_shown=self.is_shown(day)) for one in results]
        pars = await self._hall.store.run(read_pars, slug, day)
        may_know = state in ("over", "void") or self.is_shown(day)
        if may_know and not pars:
            self._find_par(daily)
        solved = SOLVED.get(slug)
        return DailyResult(
            day=day.isoformat(),
            game=slug,
            seats=daily.seats,
            state=state,
            table=None if mine is None else mine.table,
            finished=len(rows),
            mine=next((row for row in rows if mine is not None and row.player == mine.player), None),
            par=Par(pars[0].place, pars[0].points) if may_know and pars else None,
            optimum=solved.optimum if may_know and solved is not None and solved.seats == daily.seats else None,
            study=study,
            rows=rows[:MOST_ROWS] if may_know else [],
        )

    # Playing

    async def play(self, slug: str, wanted: PlayDaily, address: str) -> SeatGiven:
        """Begin or continue today's daily of a game; the key always opens the same seat."""
        hall, spec = self._hall, self._hall.game(slug)
        player = await hall.recognise(wanted.key, wanted.name, household(address))
        daily = await self._daily(spec, self.today())
        token = hashlib.sha256(f"{daily.series}:{slug}:{wanted.key}".encode()).hexdigest()
        async with self._opening:
            tries = {one.game: one for one in await hall.store.run(read_tries, daily.day, player)}
            mine = tries.get(slug)
            table_id = new_table_id() if mine is None else mine.table
            if mine is None:
                hall.opening.check_opening(household(address))
                try:
                    await hall.store.run(begin_try, daily.day, slug, player, table_id)
                except TakenError:
                    raise LimitError(words.TOO_MANY_REQUESTS()) from None  # by another process in the same moment
            if mine is None or not mine.status:
                await hall.opening.open_daily(table_id, daily, wanted.name, token, player, address)
        self._find_par(daily)
        return SeatGiven(table_id, PLAYER, token)

    # What decisions have cost, and par

    async def _measure(self, mine: TryRow, address: str) -> StudyState:
        """Have a finished try analysed and store its loss; return the state of the analysis."""
        if mine.loss is not None:
            return "done"
        try:
            table = await answers.finished(self._hall, mine.table, mine.player)
            info = await self._hall.studies.of_table(table, address)
        except QuincunxError as error:  # too many studies, or the table has been tidied away
            log.info("daily_not_studied", table=mine.table, reason=str(error))
            return "absent"
        if info.study is not None:
            await self._hall.store.run(note_loss, mine.table, *_cost(info.study))
        return info.state

    def _find_par(self, daily: Daily) -> None:
        about = daily.day, daily.spec.slug
        if about not in self._valued:
            self._valued.add(about)
            self._hall.spawn(self._note_par(daily))

    async def _note_par(self, daily: Daily) -> None:
        slug = daily.spec.slug
        try:
            if not await self._hall.store.run(read_pars, slug, daily.day):
                result = await self._par(daily)
                await self._hall.store.note(note_par, ParRow(daily.day.isoformat(), slug, *result))
        except (ThinkingError, StoreError) as error:
            log.warning("no_par", day=daily.day.isoformat(), game=slug, reason=str(error))
        finally:
            self._valued.discard((daily.day, slug))

    async def _par(self, daily: Daily) -> tuple[int, int]:
        """Return the place and points of `expert` with the same dice and against the same bots.

        The bots' worker processes compute it.
        """
        room, match, players = self._hall.thinkers, daily.begin(), [PAR, *daily.bots]
        for bot in set(players):
            await room.prepare(daily.spec, bot)
        while not match.is_over:
            seat = match.actors[0]
            key = bot_key(daily.seed, len(match), seat)
            decision = Decision(daily.spec, match.view(seat), seat, match.legal_actions(seat), key, table="par")
            for attempt in range(ATTEMPTS):
                found = await room.answer(decision, players[seat])
                if found.reason is None:
                    break
                await asyncio.sleep(PAUSE_S * (attempt + 1))
            else:
                raise ThinkingError(words.NO_PAR(bot=players[seat], game=daily.spec.title))
            match.push(found.result, seat)
            match.settle()
        return next((row.place, row.points) for row in match.standings() if row.seat == PLAYER)


def _day_of(ledger: Ledger) -> date | None:
    """The day of a table that belongs to a daily."""
    series = ledger.series or ""
    return date.fromisoformat(series.removeprefix(SERIES)) if series.startswith(SERIES) else None


def _state_of(mine: TryRow) -> TryState:
    if mine.ended is not None:
        return "over"
    return "playing" if mine.status in ("waiting", "playing") else "void"


def _row(spec: GameSpec, one: TryRow, results: Sequence[TryRow], *, is_shown: bool) -> DailyRow:
    assert one.place is not None
    assert one.points is not None
    return DailyRow(
        name=one.name,
        rank=rank_of(spec, one, results),
        place=one.place,
        points=one.points,
        loss=None if one.loss is None else one.loss / 1000,
        marks=one.marks or "",
        player=one.player,
        table=one.table if is_shown and one.status else None,
    )


def _cost(study: Study) -> tuple[int, str]:
    """Return the cost of the player's decisions, in thousandths, and the marks to share."""
    losses = [one.loss / study.scale for one in study.decisions if one.seat == PLAYER]
    return round(1000 * sum(losses)), pips_of(losses, study.unit)
