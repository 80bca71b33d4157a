"""The ten dice as a pool, by their numbers."""

from functools import cache
from typing import Any

import numpy as np

from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE
from quincunx.solvers.phase10.dice_pool import DicePool, kind_of
from quincunx.solvers.phase10.loops import loops

LOW_SYMBOLS = tuple(sorted(set(FACE_NUMBER[0])))
"""The faces of low dice: W and 1 to 4."""
HIGH_SYMBOLS = tuple(sorted(set(FACE_NUMBER[LOW_DICE])))
"""The faces of high dice: 5 to 10."""


@cache
def numbers() -> DicePool:
    """High dice, then low dice, by their numbers."""
    high = kind_of(DICE - LOW_DICE, tuple(FACE_NUMBER[LOW_DICE].count(symbol) for symbol in HIGH_SYMBOLS))
    low = kind_of(LOW_DICE, tuple(FACE_NUMBER[0].count(symbol) for symbol in LOW_SYMBOLS))
    return DicePool(high, low)


@cache
def points(phase: int) -> Any:
    """By roll of numbers: the points of a phase, or `FAILED`."""
    out = np.zeros(numbers().complete, np.int64)
    loops().score(_faces(), phase, out.reshape(-1))
    return out


def _faces() -> Any:
    """A roll of ten dice for each pair of a complete high and low keepset, as sides of dice."""
    high, low = numbers().kinds
    lows = [_sides(0, LOW_SYMBOLS, kept) for kept in low.counts[: low.complete]]
    highs = [_sides(LOW_DICE, HIGH_SYMBOLS, kept) for kept in high.counts[: high.complete]]
    return np.array([sides + others for others in highs for sides in lows], np.int64)


def _sides(die: int, symbols: tuple[int, ...], kept: Any) -> list[int]:
    return [FACE_NUMBER[die].index(symbol) for symbol, count in zip(symbols, kept) for _ in range(count)]
