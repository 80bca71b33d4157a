"""Sets of dice below six, by number: their contents, remainders and probabilities.

A set is a multiset of faces 1 to 5. The same numbers stand for unplayed dice of a roll and for partials on the table.
Sets are ordered by size, so that all sets of at most n dice come first.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any

import numpy as np

from quincunx.games.sixes.combinations import FIRST_SINGLE, FIRST_SOFT, HARD, SIDE_COUNT, WAY_SINGLE, WAY_SOFT, WAYS

FACES = 5
NONE = -1


class DiceSets:
    """All sets of at most `dice` dice, as tables for the kernels."""

    def __init__(self, dice: int) -> None:
        self.dice = dice
        sets = [
            tuple(chosen.count(face) for face in range(1, FACES + 1))
            for size in range(dice + 1)
            for chosen in combinations_with_replacement(range(1, FACES + 1), size)
        ]
        self._ids = {counts: number for number, counts in enumerate(sets)}
        self.sets = sets
        self.size = np.array([sum(counts) for counts in sets], np.int64)
        self.first = np.array([comb(size + FACES - 1, FACES) for size in range(dice + 2)], np.int64)
        """By size: the number of its first set."""
        self.rank = np.arange(len(sets)) - self.first[self.size]
        self.weight = np.array([_arrangements(counts) / FACES ** sum(counts) for counts in sets])
        """The chance of a set among dice that show no six."""
        self.plus = self._table(dice_sides(range(HARD)), +1)
        """By set and side: the set with that side added."""
        self.minus = self._table(dice_sides(range(HARD)), -1)
        """By set and side: the set without that side; NONE if it lacks the side."""
        self.rest = self._table([_rest(way) for way in range(WAYS)], -1)
        """By set and way: the set without the rest of a partial."""
        self.union = self._union()
        self.takes = [self._takes(count) for count in range(dice + 1)]

    def number(self, counts: tuple[int, ...]) -> int:
        """The number of a set; NONE if it is too large or no set."""
        return self._ids.get(counts, NONE)

    def _table(self, parts: Any, sign: int) -> Any:
        rows = [[self.number(_shifted(counts, part, sign)) for part in parts] for counts in self.sets]
        return np.array(rows, np.int64)

    def _union(self) -> Any:
        found = np.full((len(self.sets), len(self.sets)), NONE, np.int64)
        for number, one in enumerate(self.sets):
            for other in range(self.first[self.dice - self.size[number] + 1]):
                found[number, other] = self.number(_shifted(one, self.sets[other], 1))
        return found

    def _takes(self, count: int) -> tuple[Any, Any]:
        """All ways to set hard sixes against a set, as rows (remaining set, singles taken, dice groups).

        Fewer groups than sixes only where nothing is left. The first array has the first row of each set.
        """
        rows: list[tuple[int, int, int]] = []
        starts = [0]
        for number in range(len(self.sets)):
            rows += sorted(self._ends(number, count))
            starts.append(len(rows))
        return np.array(starts, np.int64), np.array(rows, np.int64).reshape(-1, 3)

    @cache  # noqa: B019  # lives as long as the tables
    def _ends(self, number: int, count: int) -> frozenset[tuple[int, int, int]]:
        if count == 0 or number == 0:
            return frozenset({(number, 0, 0)})
        found = set()
        for side in range(FIRST_SINGLE, HARD):
            left = int(self.minus[number, side])
            if left != NONE:
                for rest, singles, groups in self._ends(left, count - 1):
                    taken = int(self.plus[singles, side]) if side < FIRST_SOFT else singles
                    found.add((rest, taken, groups + 1))
        return frozenset(found)


def dice_sides(sides: Any) -> list[tuple[int, ...]]:
    """Sides of a pairing as counts of faces 1 to 5."""
    return [tuple(SIDE_COUNT[side][1 : FACES + 1]) for side in sides]


def _rest(way: int) -> tuple[int, ...]:
    counts = list(SIDE_COUNT[WAY_SOFT[way]][1 : FACES + 1])
    counts[WAY_SINGLE[way] - 1] -= 1
    return tuple(counts)


def _shifted(counts: tuple[int, ...], part: tuple[int, ...], sign: int) -> tuple[int, ...]:
    return tuple(count + sign * other for count, other in zip(counts, part, strict=True))


def _arrangements(counts: tuple[int, ...]) -> int:
    ways = factorial(sum(counts))
    for count in counts:
        ways //= factorial(count)
    return ways
