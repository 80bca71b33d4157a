"""The last roll of a turn in the phase of one colour, colour by colour.

No two colours can both come seven times (R10). So the value of a last roll is that of failing, plus a *gain* for each
colour. For a colour a die is in one of few states: it shows no side of the colour, or one of them, or it is in the air.
That makes one small table per colour; all four lie in one array, one after the other.
"""

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from quincunx.games.phase10.phases import (
    COLOURS,
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    ONE_COLOUR,
    PHASE_FIRST,
    PHASE_KIND,
    SIDES,
)
from quincunx.solvers.phase10.kernels import FAILED, IN_AIR, PLACES

COLOUR_PHASE = PHASE_KIND.index(ONE_COLOUR)
NEEDED = PHASE_FIRST[COLOUR_PHASE]
NOT_OF_COLOUR = -1


@dataclass(frozen=True, eq=False)
class Colour:
    """One colour's table: its place among the four, and the meaning of its entries."""

    start: int
    """The offset of the table."""
    sides: tuple[tuple[int, ...], ...]
    """By die: the sides that have the colour."""
    shape: tuple[int, ...]
    """By die: not of the colour, each of its sides, in the air."""

    @property
    def size(self) -> int:
        """The number of entries."""
        return prod(self.shape)

    def table(self, array: Any) -> Any:
        """This colour's part of the array, an axis a die."""
        return array[self.start : self.start + self.size].reshape(self.shape)

    def places(self) -> Any:
        """By die and by its side or `IN_AIR`: its part of the index of an entry."""
        places = np.zeros((DICE, PLACES), np.int64)
        for die, sides in enumerate(self.sides):
            stride = prod(self.shape[die + 1 :])
            for state, side in enumerate((*sides, IN_AIR), 1):
                places[die, side] = state * stride
        places[0] += self.start
        return places

    def points(self) -> Any:
        """Of every entry without a die in the air: the seven highest numbers (R10), or `FAILED`."""
        numbers = [
            np.array([NOT_OF_COLOUR, *(FACE_NUMBER[die][side] for side in sides)])
            for die, sides in enumerate(self.sides)
        ]
        shown = np.stack([axis.ravel() for axis in np.meshgrid(*numbers, indexing="ij")], axis=1)
        made = (shown != NOT_OF_COLOUR).sum(axis=1) >= NEEDED
        highest = -np.sort(-np.maximum(shown, 0), axis=1)[:, :NEEDED].sum(axis=1)
        return np.where(made, highest, FAILED).reshape([len(axis) for axis in numbers])

    def landed(self) -> tuple[slice, ...]:
        """The part of the table without a die in the air."""
        return tuple(slice(0, length - 1) for length in self.shape)


@cache
def colours() -> tuple[Colour, ...]:
    """The four tables."""
    made: list[Colour] = []
    start = 0
    for colour in range(COLOURS):
        sides = tuple(tuple(side for side in range(SIDES) if FACE_COLOUR[die][side] == colour) for die in range(DICE))
        made.append(Colour(start, sides, tuple(len(of_die) + 2 for of_die in sides)))
        start += made[-1].size
    return tuple(made)


@cache
def places() -> Any:
    """By colour, die, and side or `IN_AIR`: the die's part of the index of the colour's entry."""
    return np.stack([colour.places() for colour in colours()])


def digits(dice: int) -> Any:
    """By state of `dice` dice: each die's side or `IN_AIR`, the first die's changing slowest."""
    return np.stack(np.unravel_index(np.arange(PLACES**dice), (PLACES,) * dice), axis=1)


def places_of(first: int, end: int) -> Any:
    """By colour and state of these dice: their part of the index of the colour's entry."""
    shown = digits(end - first)
    return sum(places()[:, die][:, shown[:, die - first]] for die in range(first, end)).astype(np.int32)


def size() -> int:
    """The length of the array of all four tables."""
    return sum(colour.size for colour in colours())


def gains(payoff: Any) -> Any:
    """The gain of each colour over failing, in each of its states; `payoff`: by points, or `FAILED`."""
    array = np.zeros(size())
    for colour in colours():
        table = colour.table(array)
        table[colour.landed()] = payoff[colour.points()] - payoff[FAILED]
        for die, sides in enumerate(colour.sides):
            axis = np.moveaxis(table, die, 0)
            axis[-1] = (axis[1:-1].sum(axis=0) + (SIDES - len(sides)) * axis[0]) / SIDES
    return array


def distribution(weights: Any, total: float) -> Any:
    """The probability of each number of points, or `FAILED`, from that of each colour's states."""
    likely = np.zeros(FAILED + 1)
    array = weights.copy()
    for colour in colours():
        table = colour.table(array)
        for die, sides in enumerate(colour.sides):
            axis = np.moveaxis(table, die, 0)
            axis[0] += axis[-1] * (SIDES - len(sides)) / SIDES
            axis[1:-1] += axis[-1] / SIDES
        likely += np.bincount(colour.points().ravel(), table[colour.landed()].ravel(), FAILED + 1)
    likely[FAILED] = 0.0
    likely[FAILED] = total - likely.sum()
    return likely
