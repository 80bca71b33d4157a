"""A checker of the solution: it shares no code with the solver, only the game's rules.

It checks the full tables, before parts are left out, and the value of every stand. It enumerates rolls and keepsets in
its own way, scores each roll by the rules, and measures how far each table is from Bellman's equation.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import factorial, fsum, prod
from typing import Any

import numpy as np

from quincunx.core.jit import compiled
from quincunx.games.phase10 import SPEC, rules
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE
from quincunx.solvers.phase10 import checking

MOST_POINTS = 62
Stand = tuple[int, int, int]
"""Phase from 0, total of the first five phases (221 stands for more), 1 if the last phase has been tried."""


def worth_after(stand: Stand, values: Mapping[Stand, float]) -> tuple[Any, float]:
    """The value of making the phase with each number of points, and of failing, by the rules."""
    made = []
    for points in range(MOST_POINTS + 1):
        state = _state(stand)
        before = _total(state)
        rules._score(state, 0, points)
        after = _stand(state)
        known = after in values or after[0] == rules.FINISHED
        made.append(_total(state) - before + values.get(after, 0.0) if known else np.nan)
    state = _state(stand)
    before = _total(state)
    rules._fail(state, 0)
    return np.array(made), _total(state) - before + values[_stand(state)]


def _total(state: rules.State) -> int:
    """The grand total if it ended here: failures are subtracted at the end (§41)."""
    ended = state.duplicate()
    ended.stage = rules.ENDED
    return rules.grand_total(ended, 0)


def _state(stand: Stand) -> rules.State:
    state = rules.State()
    rules.setup(state, 1, [0])
    state.phase[0], state.points[0, 0], state.tries[0] = stand
    return state


def _stand(state: rules.State) -> Stand:
    phase = int(state.phase[0])
    total = min(rules.running_total(state, 0), rules.BONUS_OVER + 1) if phase < rules.BONUS_PHASES else 0
    return phase, total, int(phase == rules.LAST_PHASE and state.tries[0] > 0)


class _Kind:
    """The keepsets of a table for one kind of dice, in the table's order."""

    def __init__(self, die: int, dice: int, counts: Sequence[Sequence[int]]) -> None:
        self.die = die
        self.numbers = sorted(set(FACE_NUMBER[die]))
        self.chance = [FACE_NUMBER[die].count(number) / len(FACE_NUMBER[die]) for number in self.numbers]
        self.counts = [tuple(int(count) for count in row) for row in counts]
        every = {kept for kept in product(range(dice + 1), repeat=len(self.numbers)) if sum(kept) <= dice}
        if len(self.counts) != len(every) or set(self.counts) != every:
            raise ValueError("a table must have every keepset once")
        self.dice = dice
        self.rolls = [kept for kept in self.counts if sum(kept) == dice]
        if self.rolls != self.counts[: len(self.rolls)]:
            raise ValueError("a table must have complete keepsets first")

    def landings(self, kept: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        """The rolls that a keepset can become, with their odds."""
        air = self.dice - sum(kept)
        for number, roll in enumerate(self.rolls):
            shown = [roll[n] - kept[n] for n in range(len(kept))]
            if min(shown) >= 0:
                ways = factorial(air) // prod(factorial(count) for count in shown)
                yield number, ways * prod(chance**count for chance, count in zip(self.chance, shown))

    def parts(self, roll: tuple[int, ...]) -> list[int]:
        """The keepsets that a roll contains."""
        return [n for n, kept in enumerate(self.counts) if all(few <= many for few, many in zip(kept, roll))]

    def sides(self, roll: tuple[int, ...]) -> list[int]:
        """Sides of its dice that show a roll."""
        shown = zip(self.numbers, roll)
        return [FACE_NUMBER[self.die].index(number) for number, count in shown for _ in range(count)]


class NumberCheck:
    """Checks turns in phases of numbers; tables have high keepsets by low keepsets, in the given order."""

    def __init__(self, high_counts: Any, low_counts: Any) -> None:
        self.high = _Kind(LOW_DICE, DICE - LOW_DICE, high_counts)
        self.low = _Kind(0, LOW_DICE, low_counts)
        self._loops = compiled(SPEC, checking)
        landings = [list(kind.landings(kept)) for kind in (self.high, self.low) for kept in kind.counts]
        self._landing_ends = np.cumsum([len(part) for part in landings])
        self._landing_starts = self._landing_ends - [len(part) for part in landings]
        self._targets = np.array([target for part in landings for target, _ in part])
        self._odds = np.array([odds for part in landings for _, odds in part])
        parts = [kind.parts(roll) for kind in (self.high, self.low) for roll in kind.rolls]
        self._part_ends = np.cumsum([len(part) for part in parts])
        self._part_starts = self._part_ends - [len(part) for part in parts]
        self._parts = np.array([part for of_roll in parts for part in of_roll])

    @cached_property
    def _faces(self) -> Any:
        rolls = product(self.high.rolls, self.low.rolls)
        return np.array([self.low.sides(low) + self.high.sides(high) for high, low in rolls])

    @cached_property
    def _chances(self) -> Any:
        high, low = (dict(kind.landings((0,) * len(kind.numbers))) for kind in (self.high, self.low))
        return np.array([[high[a] * low[b] for b in range(len(self.low.rolls))] for a in range(len(self.high.rolls))])

    def residual(self, stand: Stand, values: Mapping[Stand, float], first: Any, last: Any) -> float:
        """The largest error: of the third roll's table, of the second roll's, and of the stand's value."""
        made, failing = worth_after(stand, values)
        ends = np.empty(len(self._faces))
        self._loops.score_rolls(self._faces, stand[0], made, failing, ends)
        error = self._mean_error(last, ends.reshape(self._chances.shape))
        error = max(error, self._mean_error(first, self._best(last)))
        start = fsum((self._chances * self._best(first)).ravel())
        return _largest(error, abs(start - values[stand]))

    def _mean_error(self, table: Any, rolls: Any) -> float:
        error: float = self._loops.mean_error(
            table, rolls, self._landing_ends, self._landing_starts, self._targets, self._odds, len(self.high.counts)
        )
        return _largest(error, float(np.abs(table[: rolls.shape[0], : rolls.shape[1]] - rolls).max()))

    def _best(self, table: Any) -> Any:
        out = np.empty(self._chances.shape)
        self._loops.best_kept(table, self._part_ends, self._part_starts, self._parts, len(self.high.rolls), out)
        return out


class ColourCheck:
    """Checks a turn in the phase of one colour, table after table; one state is as `checking` describes."""

    STATES = checking.BASE**DICE

    def __init__(self) -> None:
        self._loops = compiled(SPEC, checking)
        digits = list(product(range(checking.BASE), repeat=5))
        landed = [number for number, sides in enumerate(digits) if checking.AIR not in sides]
        self._halves = np.array(landed)
        self._sides = np.array([digits[number] for number in landed])
        number_of = {sides: number for number, sides in enumerate(digits)}
        self._taken = np.array(
            [
                [
                    number_of[tuple(checking.AIR if up >> die & 1 else side for die, side in enumerate(digits[number]))]
                    for up in range(32)
                ]
                for number in landed
            ]
        )
        self._steps = np.array([checking.BASE ** (DICE - 1 - die) for die in range(DICE)])
        self.rolls = np.empty(checking.WAYS**2)

    def last_residual(self, values: Any, stand: Stand, worth: Mapping[Stand, float]) -> float:
        """The largest error of the third roll's table."""
        made, failing = worth_after(stand, worth)
        face = np.zeros(DICE, np.int64)
        loops, halves, sides = self._loops, self._halves, self._sides
        errors = [
            loops.rules_error(values, row, row + 32, halves, sides, stand[0], made, failing, face)
            for row in range(0, checking.WAYS, 32)
        ]
        return _largest(*errors, self._state_error(values))

    def take_best(self, values: Any) -> None:
        """Work out what every roll is worth, given a table."""
        best = np.empty(checking.HALVES)
        for row in range(0, checking.WAYS, 32):
            self._loops.best_states(values, row, row + 32, self._taken, best, self.rolls)

    def residual(self, values: Any) -> float:
        """The largest error of a table, given the values after it."""
        errors = [
            self._loops.landed_error(values, row, row + 32, self._halves, self.rolls)
            for row in range(0, checking.WAYS, 32)
        ]
        return _largest(*errors, self._state_error(values))

    def start(self) -> float:
        """The mean over all rolls."""
        return float(fsum(self.rolls.reshape(checking.WAYS, -1).sum(axis=1)) / len(self.rolls))

    def _state_error(self, values: Any) -> float:
        part = self.STATES // 343
        spans = range(0, self.STATES, part)
        return _largest(*(self._loops.state_error(values, first, first + part, self._steps) for first in spans))


def _largest(*errors: float) -> float:
    """The largest of errors; NaN counts as infinite."""
    return max(float("inf") if np.isnan(error) else float(error) for error in errors)
