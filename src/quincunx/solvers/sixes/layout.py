"""The numbering of the solver's positions, and the layout of their values in memory."""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from quincunx.games.sixes.combinations import MOST_TOTAL, wins
from quincunx.solvers.sixes.dice_sets import FACES, NONE, DiceSets

SIX_CHANCE = 1 / 6


class Tables(NamedTuple):
    """The look-up tables of the kernels; see `DiceSets` for the sets."""

    size: Any
    rank: Any
    first: Any
    weight: Any
    plus: Any
    minus: Any
    rest: Any
    union: Any
    takes: Any
    take_first: Any
    count: Any
    """By size: the number of sets."""
    up_to: Any
    """By size: the number of sets that are not larger."""
    sixes: Any
    """By dice and sixes: the chance of that many sixes."""
    joint: Any
    """By partials of seat 0 and of seat 1: the number of the pair; NONE if together they are too many."""
    joint_0: Any
    joint_1: Any
    within: Any
    """By size: the number of pairs that are together not larger."""
    joints: Any
    """By dice of seat 0 and seat 1: the number of possible pairs of partials."""
    pair_first: Any
    state_first: Any
    bound_first: Any
    final_first: Any


class Layout:
    """The numbers of positions of each kind for a number of dice each, and their tables."""

    def __init__(self, dice: int) -> None:
        self.dice = dice
        self.top = MOST_TOTAL + 2 * dice
        """The highest total that a round can end with."""
        self._sets = DiceSets(dice)
        self.tables = _tables(self._sets, dice)
        joints, count = self.tables.joints, self.tables.count
        self.states = int(joints.sum())
        """Positions before a roll in which both have dice."""
        self.pairs = int((np.outer(count, count) * joints).sum())
        """The same with dice rolled."""
        self.bounds = int(self.tables.bound_first[-1])
        """Positions in which only one player has dice, rolled."""
        self.finals = int(self.tables.final_first[-1])
        """The same before the final roll."""

    def number(self, counts: tuple[int, ...]) -> int:
        """The number of a set of dice, given how many show 1 to 5."""
        return self._sets.number(counts)


def _tables(sets: DiceSets, dice: int) -> Tables:
    count = np.array([comb(size + FACES - 1, FACES - 1) for size in range(dice + 1)], np.int64)
    up_to = np.cumsum(count)
    joint, pairs = _joints(sets, dice)
    sizes = sets.size[[one for one, _ in pairs]] + sets.size[[two for _, two in pairs]]
    within = np.array([int((sizes <= size).sum()) for size in range(dice + 1)], np.int64)
    joints = np.zeros((dice + 1, dice + 1), np.int64)
    pair_first, state_first = np.zeros_like(joints), np.zeros_like(joints)
    rows = states = 0
    for m0 in range(1, dice + 1):
        for m1 in range(1, dice + 1):
            joints[m0, m1] = within[dice - max(m0, m1)]
            pair_first[m0, m1], state_first[m0, m1] = rows, states
            rows += int(count[m0] * count[m1] * joints[m0, m1])
            states += int(joints[m0, m1])
    bound_first, final_first = np.zeros(dice + 2, np.int64), np.zeros(dice + 2, np.int64)
    for m in range(1, dice + 1):
        bound_first[m + 1] = bound_first[m] + count[m] * up_to[dice - m]
        final_first[m + 1] = final_first[m] + up_to[dice - m]
    takes, take_first = [], np.zeros((dice + 1, len(sets.sets) + 1), np.int64)
    start = 0
    for sixes, (starts, found) in enumerate(sets.takes):
        take_first[sixes] = starts + start
        takes.append(found)
        start += len(found)
    chances = [
        [comb(n, h) * SIX_CHANCE**h * (1 - SIX_CHANCE) ** (n - h) if h <= n else 0.0 for h in range(dice + 1)]
        for n in range(dice + 1)
    ]
    return Tables(
        size=sets.size, rank=sets.rank, first=sets.first, weight=sets.weight, plus=sets.plus, minus=sets.minus,
        rest=sets.rest, union=sets.union, takes=np.concatenate(takes), take_first=take_first, count=count,
        up_to=up_to, sixes=np.array(chances), joint=joint, joint_0=np.array([one for one, _ in pairs], np.int64),
        joint_1=np.array([two for _, two in pairs], np.int64), within=within, joints=joints, pair_first=pair_first,
        state_first=state_first, bound_first=bound_first, final_first=final_first,
    )  # fmt: skip


def _joints(sets: DiceSets, dice: int) -> tuple[Any, list[tuple[int, int]]]:
    """Pairs of partials while both players have a die: together fewer than all dice of one."""
    most = len(sets.sets)
    pairs = [(one, two) for one in range(most) for two in range(most) if sets.size[one] + sets.size[two] < dice]
    pairs.sort(key=lambda pair: int(sets.size[pair[0]] + sets.size[pair[1]]))
    joint = np.full((most, most), NONE, np.int64)
    for number, (one, two) in enumerate(pairs):
        joint[one, two] = number
    return joint, pairs


def payoff(mine: int, theirs: int) -> float | None:
    """Seat 0's share of the win when a round ends with these totals; None if the match goes on."""
    if not (wins(mine) or wins(theirs)):
        return None
    if wins(mine) and wins(theirs):  # R4
        return 0.5 if mine == theirs else float(mine > theirs)
    return float(wins(mine))
