"""One turn in the phase of one colour: sweeps over all 7¹⁰ states of ten dice, each on a side or in the air.

One array holds in turn the values of states with the last roll in the air, of rolls before the last decision, of states
with the second roll in the air, and of first rolls.
"""

from collections.abc import Callable, Iterator
from functools import cache
from math import fsum
from typing import Any

import numpy as np

from quincunx.games.phase10.phases import DICE, SIDES
from quincunx.solvers.phase10 import colours
from quincunx.solvers.phase10.kernels import COLUMN_DICE, FAILED, IN_AIR, PLACES, ROW_DICE, ROWS, STATES, STRIP
from quincunx.solvers.phase10.loops import loops

ALL_ROLLS = SIDES**DICE
KEPT_IN_AIR = 4
"""Stored tables have only the states with at least this many dice in the air; the others are quick to compute."""

Tick = Callable[[float], None]
"""Hears which part of a sweep has been done, in sweeps: 0.01 is a hundredth of one."""


def no_tick(part: float) -> None:
    """Hears progress that nobody watches."""


class Sweeps:
    """The array, and the sweeps that fill it. Every sweep can be interrupted from the keyboard."""

    def __init__(self, tick: Tick = no_tick) -> None:
        self.values = np.empty(STATES)
        self.tick = tick
        self._loops = loops()
        self._row_places, self._column_places = colours.places_of(0, ROW_DICE), colours.places_of(ROW_DICE, DICE)
        self._rows, self._columns = _landed(ROW_DICE), _landed(COLUMN_DICE)
        self._strips = _landed(COLUMN_DICE - 3) * STRIP
        assert STRIP == PLACES**3

    def best_start(self, payoff: Any) -> float:
        """The worth of the best turn before its first roll."""
        self.last(payoff)
        self.best()
        self.expect()
        self.best()
        return self.mean()

    def last(self, payoff: Any) -> None:
        """The worth of every state with the last roll in the air."""
        gains = colours.gains(payoff)
        for row in self._over(ROWS):
            self._loops.fill_last(
                self.values, row, row + 1, gains, self._row_places, self._column_places, float(payoff[FAILED])
            )

    def best(self, choice: Any = None) -> None:
        """The value of every roll, as the best state that it contains; `choice` by state follows the values."""
        for row in self._over(ROWS):
            self._loops.best_columns(self.values, choice, row, row + 1)
        for strip in self._over(len(self._strips)):
            self._loops.best_rows(self.values, choice, self._strips, strip, strip + 1)

    def expect(self) -> None:
        """The worth of every state, given the worth of every roll."""
        for strip in self._over(len(self._strips)):
            self._loops.expect_rows(self.values, self._strips, strip, strip + 1)
        for row in self._over(ROWS):
            self._loops.expect_columns(self.values, row, row + 1)

    def mean(self) -> float:
        """The mean over all rolls."""
        rows = range(len(self._rows))
        sums = [self._loops.sum_landed(self.values, self._rows, self._columns, row, row + 1) for row in rows]
        return float(fsum(sums) / ALL_ROLLS)

    def choose(self) -> Any:
        """As `best`; by roll the dice that are best rolled again, as bits."""
        choice = np.empty(STATES, np.uint16)
        self._loops.note_air(choice, _air(0, ROW_DICE), _air(ROW_DICE, DICE))
        self.best(choice)
        actions = np.empty(ALL_ROLLS, np.uint16)
        self._loops.take_landed(choice, self._rows, self._columns, actions)
        return actions

    def kept(self) -> Any:
        """The states with `KEPT_IN_AIR` dice or more in the air, in the order of `offsets`."""
        out = np.empty(kept_size())
        self._loops.take_in_air(
            self.values,
            _air(0, ROW_DICE),
            _air(ROW_DICE, DICE),
            _kept(ROW_DICE),
            _kept(COLUMN_DICE),
            _ways(COLUMN_DICE),
            offsets(),
            out,
        )
        self.tick(1)
        return out

    def follow(self, payoff: Any, last_actions: Any) -> None:
        """The worth of every roll when the last decision is made by a plan."""
        self._loops.follow_last(
            self.values,
            last_actions,
            self._rows,
            self._columns,
            colours.gains(payoff),
            self._row_places,
            self._column_places,
            float(payoff[FAILED]),
        )
        self.tick(1)

    def distribution(self, first_actions: Any, last_actions: Any) -> Any:
        """The probability of each number of points, or `FAILED`, in a turn by a plan."""
        self.values[:] = 0.0
        self._loops.weigh_first(self.values, first_actions, self._rows, self._columns, 1 / ALL_ROLLS)
        self.tick(1)
        self._loops.spread_columns(self.values)
        self._loops.spread_rows(self.values, self._strips)
        self.tick(1)
        weights = np.zeros(colours.size())
        self._loops.weigh_last(
            self.values, last_actions, self._rows, self._columns, self._row_places, self._column_places, weights
        )
        self.tick(1)
        return colours.distribution(weights, 1.0)

    def _over(self, parts: int) -> Iterator[int]:
        for part in range(parts):
            yield part
            self.tick(0.5 / parts)


@cache
def offsets() -> Any:
    """By the dice in the air, as bits: the offset of their states in a stored table; -1 if they are not stored."""
    starts = np.full(1 << DICE, -1, np.int64)
    place = 0
    for air in range(1 << DICE):
        if air.bit_count() >= KEPT_IN_AIR:
            starts[air] = place
            place += SIDES ** (DICE - air.bit_count())
    return starts


def kept_size() -> int:
    """The number of states of a stored table."""
    in_air = [air.bit_count() for air in range(1 << DICE)]
    return sum(SIDES ** (DICE - count) for count in in_air if count >= KEPT_IN_AIR)


def _landed(dice: int) -> Any:
    """The states without a die in the air."""
    return np.flatnonzero((colours.digits(dice) != IN_AIR).all(axis=1))


def _air(first: int, end: int) -> Any:
    """By state of these dice: those in the air, as bits."""
    in_air = colours.digits(end - first) == IN_AIR
    return (in_air << np.arange(first, end)).sum(axis=1).astype(np.uint16)


def _kept(dice: int) -> Any:
    """By state of `dice` dice: its kept dice as one number."""
    number = np.zeros(PLACES**dice, np.int64)
    for digit in colours.digits(dice).T:
        number = np.where(digit == IN_AIR, number, number * SIDES + digit)
    return number


def _ways(dice: int) -> Any:
    """By state of `dice` dice: the number of arrangements of its kept dice."""
    ways: Any = SIDES ** (colours.digits(dice) != IN_AIR).sum(axis=1)
    return ways
