"""Values of positions and choices for every seat, in whole units: by exact tables, or by trials.

Trials have a fixed seed and end by their error: the same query has the same answer everywhere.
"""

from collections.abc import Callable
from functools import cache
from math import ceil, sqrt
from typing import Any, Protocol

import msgspec

from quincunx.core import loops
from quincunx.core.arrays import arrays_of, states_of, zeros_of
from quincunx.core.bots import EXPERT
from quincunx.core.play import view_of
from quincunx.core.seats import OVER, Seat
from quincunx.core.spec import GameSpec
from quincunx.core.standings import PLACE, POINTS
from quincunx.solvers import trials, valuing
from quincunx.solvers.search import search_of
from quincunx.solvers.solved import ExactTables, is_built, load_tables, solved_for
from quincunx.solvers.trials import NOBODY
from quincunx.solvers.valuing import AS_IT_IS, ROUGH, UNIT

SEED = 24
FIRST_TRIALS = 64
"""Trials come in blocks, each as long as all before it: so positions that differ little get the same trials."""
MOST_TRIALS = 1 << 16
PLAYOUT_LIMIT = 20_000


class Option(msgspec.Struct, frozen=True):
    """Something that a seat could do."""

    action: int
    values: list[int]
    """Its value for every seat."""
    gain: int
    """Its gain over the actual choice, for the seat that chose."""
    gain_error: int
    """The standard error of the gain."""


class Query(msgspec.Struct, frozen=True):
    """Asks about one moment of a match."""

    before: bytes
    """The state before the event."""
    after: bytes
    """The state after it."""
    seat: int | None = None
    """The seat that chose; none for a die or a card."""
    choice: int | None = None
    """Its action, if there was another one to choose."""


class Valued(msgspec.Struct, frozen=True):
    """The answer."""

    before: list[int]
    """The value of the state before the event to every seat."""
    error: int
    """The greatest standard error of these; 0 if they are exact."""
    trials: int
    """The number of trials of the state before; 0 if its values are exact."""
    spread: int
    """The variance of one trial, and below that of a plain playout to the end: in thousandths of a win, squared."""
    plain_spread: int
    after: list[int] | None = None
    """The values of the state after the event, where they are known without trials."""
    options: list[Option] = []
    """The seat's options by what it could know: first its choice, then the others, best first."""
    open_options: list[Option] = []
    """The choice and the best other option with everything known, if something was hidden."""


class Precision(msgspec.Struct, frozen=True):
    """How small the standard errors shall be: in millionths of a win or, alone at the table, of the game's margin."""

    value: int
    gain: int


class Valuer(Protocol):
    """Answers questions about a game for one number of seats."""

    def answer(self, query: Query, precision: Precision) -> Valued:
        """The value of the moment."""


def valuer_of(spec: GameSpec, seats: int, state: Any) -> Valuer:
    """Return the valuer of matches like that of a position.

    It is exact where the game is solved and its tables are built, else it uses trials.
    """
    if solved_for(spec, seats) and is_built(spec, state):
        return _exact_valuer(spec)
    return _trial_valuer(spec, seats)


@cache
def _exact_valuer(spec: GameSpec) -> "ExactValuer":
    return ExactValuer(spec, load_tables(spec))


@cache
def _trial_valuer(spec: GameSpec, seats: int) -> "TrialValuer":
    return TrialValuer(spec, seats)


def results_of(spec: GameSpec, seats: int, state: Any) -> list[int]:
    """The result of a finished match for every seat, in units."""
    from quincunx.core.fields import Grid

    table = Grid(seats, 2)
    spec.rules.standings(state, table)
    if seats == 1:
        return [table[0, POINTS] * UNIT]
    sharing = sum(table[seat, PLACE] == 1 for seat in range(seats))
    return [UNIT // sharing if table[seat, PLACE] == 1 else 0 for seat in range(seats)]


def expert_on_all_seats(spec: GameSpec, seats: int) -> list[int]:
    """The bots of trials, as loops number them: `expert`, or the game's strongest that answers at once."""
    policy = EXPERT if EXPERT in spec.reflex_names else spec.reflex_names[-1]
    return [spec.reflex_names.index(policy) + (1 << loops.SPEED_SHIFT)] * seats


class ExactValuer:
    """Values by the tables of a solved game."""

    def __init__(self, spec: GameSpec, tables: ExactTables) -> None:
        self.spec = spec
        self.tables = tables

    def answer(self, query: Query, precision: Precision) -> Valued:
        """The exact value of the moment."""
        state = self.spec.state()
        state.set_bytes(query.before)
        if query.seat is None:
            return Valued(self._values(state), 0, 0, 0, 0)
        after = self.spec.state()
        after.set_bytes(query.after)
        chosen = self._values(after)
        if query.choice is None:
            return Valued(chosen, 0, 0, 0, 0)
        found = [Option(query.choice, chosen, 0, 0)]
        other = next((one.action for one in self.tables.choices(state) if one.action != query.choice), None)
        if other is not None:
            self.spec.rules.apply(state, query.seat, other)
            values = self._values(state)
            found.append(Option(other, values, values[query.seat] - chosen[query.seat], 0))
        best = max(found, key=lambda option: option.gain)
        return Valued(best.values, 0, 0, 0, 0, options=found)

    def _values(self, state: Any) -> list[int]:
        seats = self.spec.seats_in(state)
        if self.spec.rules.to_act(state) == OVER:
            return results_of(self.spec, seats, state)
        value = round(self.tables.value(state) * UNIT)
        return [value] if seats == 1 else [value, UNIT - value]


class TrialValuer:
    """Values by trials in which the game's expert plays for every seat."""

    def __init__(self, spec: GameSpec, seats: int) -> None:
        from quincunx.core.jit import compiled

        self.spec = spec
        self.seats = seats
        self._win = search_of(spec).margin if seats == 1 else 1
        """What stands for a win: alone at the table, so many points."""
        self._code: Any = compiled(spec, valuing)
        self._states: Any = states_of(spec, valuing.VALUING_STATES)
        self._arrays = arrays_of(spec, expert_on_all_seats(spec, seats), spec.knowledge)
        self._actions, self._usual = zeros_of(spec.actions), zeros_of(seats)

    def answer(self, query: Query, precision: Precision) -> Valued:
        """The value of the moment by trials."""
        self._set(valuing.SINCE, query.before)
        self._set(trials.ROOT, query.before)
        state = _Trials(self, [AS_IT_IS], NOBODY, 0)
        state.until(state.error, 0, precision.value * self._win)
        after = self._known_after(query)
        options: list[Option] = []
        open_options: list[Option] = []
        if query.seat is not None and query.choice is not None:
            options, open_options = self._weigh(query, query.seat, query.choice, precision.gain * self._win)
        mean = [state.mean(0, seat) / UNIT for seat in range(self.seats)]
        plain = max(share * (1 - share) for share in mean) if self.seats > 1 else 0
        return Valued(
            [state.mean(0, seat) for seat in range(self.seats)],
            state.error(0),
            state.tries(0),
            round(max(state.variance(0, seat) for seat in range(self.seats))),
            round(plain * ROUGH**2),
            after,
            options,
            open_options,
        )

    def _known_after(self, query: Query) -> list[int] | None:
        self._set(trials.ROOT, query.after)
        out = zeros_of(self.seats)
        known = self._code.known_now(self._states, self.seats, self._arrays, out)
        return [int(value) for value in out] if known else None

    def _weigh(self, query: Query, seat: Seat, choice: int, gain: int) -> tuple[list[Option], list[Option]]:
        """The options by what the seat could know and, where something was hidden, with everything known."""
        has_secrets = self.spec.secrets is not None
        self._set(trials.ROOT, self._view(query.before, seat) if has_secrets else query.before)
        count = self._code.list_candidates(self._states, seat, self._arrays, self._actions)
        others = [int(action) for action in self._actions[:count] if action != choice]
        found = self._compare(seat, choice, others, seat if has_secrets else NOBODY, gain)
        if not has_secrets or not found:
            return found, []
        self._set(trials.ROOT, query.before)
        return found, self._compare(seat, choice, [found[1].action], NOBODY, gain)

    def _compare(self, seat: Seat, choice: int, others: list[int], guesser: Seat, gain: int) -> list[Option]:
        """The choice, then the others, best first.

        The better half gets twice the trials until one is left. That one and the choice are measured again by fresh
        trials: the best of many looks better than it is in the trials by which it was found.
        """
        if not others:
            return []
        first = _Trials(self, [choice, *others], guesser, seat)
        times = FIRST_TRIALS
        for _ in range(ceil(sqrt(len(others)))):
            first.more(times)
            first.halve()
            times *= 2
        ranked = first.ranked()
        last = _Trials(self, [choice, others[ranked[0] - 1]], guesser, seat, begin=MOST_TRIALS)
        last.until(last.gain_error, 1, gain)
        best = last.options()
        return [*best, *(option for option in first.options()[1:] if option.action != best[1].action)]

    def _view(self, state: bytes, seat: Seat) -> bytes:
        whole = self.spec.state()
        whole.set_bytes(state)
        view: bytes = view_of(self.spec, whole, seat).to_bytes()
        return view

    def _set(self, place: int, state: bytes) -> None:
        import numpy as np

        self._states[place] = np.frombuffer(state, self._states.dtype)[0]


class _Trials:
    """Trials of some options from one root, and their sums."""

    def __init__(self, valuer: TrialValuer, options: list[int], guesser: Seat, seat: Seat, *, begin: int = 0) -> None:
        import numpy as np

        self._valuer = valuer
        self._actions = options
        self._options = np.array(options, np.int64)
        self._alive = np.ones(len(options), np.int64)
        self._guesser = guesser
        self._seat = seat
        self._next = begin
        self._sums = np.zeros((len(options) * valuer.seats, valuing.SUMS), np.int64)

    def more(self, times: int) -> None:
        """Try every remaining option that many times more."""
        valuer = self._valuer
        valuer._code.try_options(
            valuer._states,
            valuer.seats,
            self._guesser,
            self._seat,
            self._options,
            self._alive,
            len(self._actions),
            SEED,
            self._next,
            times,
            valuer._arrays,
            PLAYOUT_LIMIT,
            valuer._usual,
            self._sums,
        )
        self._next += times

    def until(self, error: Callable[[int], int], index: int, most: int) -> None:
        """Go on until that error of an option is small enough."""
        self.more(FIRST_TRIALS)
        while error(index) > most and self.tries(0) < MOST_TRIALS:
            self.more(self.tries(0))

    def halve(self) -> None:
        """Keep the first option and the better half of the others."""
        ranked = self.ranked()
        for index in ranked[(len(ranked) + 1) // 2 :]:
            self._alive[index] = 0

    def ranked(self) -> list[int]:
        """The remaining options, best first, without the first one."""
        alive = [index for index in range(1, len(self._actions)) if self._alive[index]]
        return sorted(alive, key=lambda index: (-self.mean(index, self._seat), index))

    def options(self) -> list[Option]:
        """The options: the first one, then the others, best first."""
        seats = range(self._valuer.seats)
        found = [
            Option(action, [self.mean(index, seat) for seat in seats], self.gain(index), self.gain_error(index))
            for index, action in enumerate(self._actions)
        ]
        return [found[0], *sorted(found[1:], key=lambda option: -option.gain)]

    def tries(self, index: int) -> int:
        return int(self._row(index, 0)[valuing.TRIES])

    def mean(self, index: int, seat: Seat) -> int:
        row = self._row(index, seat)
        return round(int(row[valuing.SUM]) / int(row[valuing.TRIES]))

    def variance(self, index: int, seat: Seat, total: int = valuing.SUM, squares: int = valuing.SQUARES) -> float:
        """The variance of one trial, in rough units."""
        row = self._row(index, seat)
        tries = int(row[valuing.TRIES])
        mean = int(row[total]) / tries / ROUGH
        return max(0.0, int(row[squares]) / tries - mean * mean) * tries / max(1, tries - 1)

    def error(self, index: int) -> int:
        """The greatest standard error of the values of an option."""
        worst = max(self.variance(index, seat) for seat in range(self._valuer.seats))
        return ceil(sqrt(worst / self.tries(index)) * ROUGH)

    def gain(self, index: int) -> int:
        row = self._row(index, self._seat)
        return round(int(row[valuing.GAIN]) / int(row[valuing.TRIES]))

    def gain_error(self, index: int) -> int:
        found = self.variance(index, self._seat, valuing.GAIN, valuing.GAIN_SQUARES)
        return ceil(sqrt(found / self.tries(index)) * ROUGH)

    def _row(self, index: int, seat: Seat) -> Any:
        return self._sums[index * self._valuer.seats + seat]
