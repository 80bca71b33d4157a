"""A turn with identical dice: the kept ones are counted by what they show.

A *keepset* says how many of a kind's dice are kept showing each symbol; the other dice are in the air. Keepsets are
numbered, complete ones (no die in the air) first, then those with one die in the air, and so on. A *pool* is dice of
one or more kinds: ten dice by their numbers are six high and four low ones. A *table of keeps* has an axis for each
kind; an entry is what the turn is worth when those dice are kept and the others are in the air.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np

from quincunx.solvers.phase10.loops import loops


@dataclass(frozen=True, eq=False)
class DiceKind:
    """The keepsets of some dice that are alike."""

    dice: int
    chances: Any
    """By symbol: the probability that a die shows it."""
    counts: Any
    """By keepset and symbol: the number of kept dice that show it."""
    complete: int
    """The number of complete keepsets; they come first."""
    levels: tuple[slice, ...]
    """The keepsets with no die in the air, with one, with two …"""
    nexts: Any
    """By keepset and symbol: the keepset after one more die shows it; of a complete one, itself."""
    fewer: Any
    """By keepset and symbol: the keepset without one die that shows it; itself if there is none."""
    rolls: Any
    """By complete keepset and set of its dice, sorted by symbol, as bits: the keepset when those are rolled again."""
    rolled: Any
    """By complete keepset and keepset: the dice that are rolled again, the first of equals kept; NOT_WITHIN if it is
    no part of it."""

    def numbers_of(self, counts: Any) -> Any:
        """The numbers of keepsets, each given by its counts."""
        return self._number_by_code[counts @ self._code]

    @cached_property
    def _code(self) -> Any:
        """The factor of each symbol's count in one number for all counts."""
        return (self.dice + 1) ** np.arange(self.counts.shape[1])

    @cached_property
    def _number_by_code(self) -> Any:
        numbers = np.zeros((self.dice + 1) ** self.counts.shape[1], np.int64)
        numbers[self.counts @ self._code] = np.arange(self.size)
        return numbers

    @property
    def size(self) -> int:
        """The number of keepsets."""
        return len(self.counts)


NOT_WITHIN = 255


def kind_of(dice: int, weights: tuple[int, ...]) -> DiceKind:
    """All keepsets of `dice` dice; `weights`: the number of sides of a die with each symbol."""
    symbols = len(weights)
    counts = [kept for kept in product(range(dice + 1), repeat=symbols) if sum(kept) <= dice]
    counts.sort(key=lambda kept: (-sum(kept), kept))
    number = {kept: index for index, kept in enumerate(counts)}
    complete = sum(sum(kept) == dice for kept in counts)
    nexts, fewer = (
        [
            [number.get(_changed(kept, symbol, by), index) for symbol in range(symbols)]
            for index, kept in enumerate(counts)
        ]
        for by in (1, -1)
    )
    rolls = np.zeros((complete, 1 << dice), np.int64)
    rolled = np.full((complete, len(counts)), NOT_WITHIN, np.uint8)
    for index in range(complete):
        shown = [symbol for symbol, count in enumerate(counts[index]) for _ in range(count)]
        for dice_rolled in reversed(range(1 << dice)):
            kept = [symbol for die, symbol in enumerate(shown) if not dice_rolled >> die & 1]
            keep = number[tuple(kept.count(symbol) for symbol in range(symbols))]
            rolls[index, dice_rolled] = keep
            if _keeps_first_of_equals(shown, dice_rolled):
                rolled[index, keep] = dice_rolled
    return DiceKind(
        dice,
        np.array(weights) / sum(weights),
        np.array(counts, np.int64),
        complete,
        _levels(counts, dice),
        np.array(nexts, np.int64),
        np.array(fewer, np.int64),
        rolls,
        rolled,
    )


def _levels(counts: list[tuple[int, ...]], dice: int) -> tuple[slice, ...]:
    kept = [sum(of_symbols) for of_symbols in counts]
    starts = [kept.index(dice - air) for air in range(dice + 1)]
    return tuple(slice(start, end) for start, end in zip(starts, [*starts[1:], len(counts)]))


def _changed(kept: tuple[int, ...], symbol: int, by: int) -> tuple[int, ...]:
    return (*kept[:symbol], kept[symbol] + by, *kept[symbol + 1 :])


def _keeps_first_of_equals(shown: list[int], rolled: int) -> bool:
    return not any(
        rolled >> die & 1 and not rolled >> die + 1 & 1 and shown[die] == shown[die + 1]
        for die in range(len(shown) - 1)
    )


@dataclass(frozen=True, eq=False)
class TurnPlan:
    """The entry of a table of keeps to choose, by roll, at the first and the last decision of a turn."""

    first: Any
    last: Any


@dataclass(frozen=True, eq=False)
class Turn:
    """The worth of a turn."""

    first: Any
    """The table of keeps with the second roll in the air."""
    last: Any
    """The table of keeps with the third roll in the air."""
    start: float
    """The worth of the turn before its first roll."""


class DicePool:
    """Dice of some kinds, and turns with them. Rolls are arrays with an axis per kind, of its complete keepsets."""

    def __init__(self, *kinds: DiceKind) -> None:
        self.kinds = kinds
        self.shape = tuple(kind.size for kind in kinds)
        self.complete = tuple(kind.complete for kind in kinds)
        self._landed = tuple(slice(0, kind.complete) for kind in kinds)

    @cached_property
    def chance_of_roll(self) -> Any:
        """By roll: the probability that all dice together show it."""
        keeps = np.zeros(self.shape)
        keeps[(-1,) * len(self.kinds)] = 1.0
        return self.landing(keeps)

    def best_turn(self, ends: Any) -> tuple[Turn, TurnPlan]:
        """The best turn, where `ends` has the value of each last roll."""
        last = self.expected(ends)
        values, last_choice = self._best(last)
        first = self.expected(values)
        values, first_choice = self._best(first)
        return Turn(first, last, self.mean(values)), TurnPlan(first_choice, last_choice)

    def turn_by_plan(self, plan: TurnPlan, ends: Any) -> Turn:
        """The turn by a plan, where `ends` has the value of each last roll."""
        last = self.expected(ends)
        first = self.expected(last.ravel()[plan.last])
        return Turn(first, last, self.mean(first.ravel()[plan.first]))

    def expected(self, rolls: Any) -> Any:
        """The table of keeps, given what every roll is worth."""
        table = rolls
        for kind in self.kinds:  # each axis moves to the end, so that they end up in order
            table = np.moveaxis(_expected(kind, table), 0, -1)
        return np.ascontiguousarray(table)

    def landing(self, keeps: Any) -> Any:
        """The probability of every roll, from that of every entry of a table of keeps."""
        table = keeps
        for kind in self.kinds:
            table = np.moveaxis(_landing(kind, table), 0, -1)
        return np.ascontiguousarray(table)

    def mean(self, rolls: Any) -> float:
        """The mean over all rolls."""
        return float(np.sum(self.chance_of_roll * rolls))

    def kept(self, choice: Any, rolls: Any) -> Any:
        """The probability of every entry of a table of keeps after a choice for every roll; `rolls`: theirs."""
        return np.bincount(choice.ravel(), rolls.ravel(), prod(self.shape)).reshape(self.shape)

    def _best(self, keeps: Any) -> tuple[Any, Any]:
        values = keeps.reshape(-1).copy()
        choice = np.arange(keeps.size)
        inner = keeps.size
        for kind in self.kinds:
            inner //= kind.size
            loops().choose(values, choice, keeps.size // (inner * kind.size), inner, kind.fewer)
        return values.reshape(self.shape)[self._landed].copy(), choice.reshape(self.shape)[self._landed].copy()


def _expected(kind: DiceKind, rolls: Any) -> Any:
    """Along the first axis: set the value of a keepset to the mean over its next die."""
    table = np.empty((kind.size, *rolls.shape[1:]))
    table[: kind.complete] = rolls
    for level in kind.levels[1:]:
        table[level] = sum(chance * table[kind.nexts[level, symbol]] for symbol, chance in enumerate(kind.chances))
    return table


def _landing(kind: DiceKind, keeps: Any) -> Any:
    """Along the first axis: pass probabilities on to the outcomes of the next die."""
    table = keeps.copy()
    for level in reversed(kind.levels[:-1]):
        for symbol, chance in enumerate(kind.chances):
            fewer = kind.fewer[level, symbol]
            shows = fewer != np.arange(level.start, level.stop)
            table[level][shows] += chance * table[fewer[shows]]
    return table[: kind.complete]
