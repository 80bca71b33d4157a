"""Solving all positions of one sum of base totals after another, from the highest down."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from quincunx.solvers.sixes import common
from quincunx.solvers.sixes import kernels as k
from quincunx.solvers.sixes.layout import Layout, payoff

CLOSE = 1e-13
"""Values that differ by less count as the same."""
NEAR = 1e-9
"""A difference after which one more step of the secant method leads to CLOSE."""
MOST_ROUNDS = 60
STEEPEST = 0.9


class Batch(NamedTuple):
    """Rounds that began alike: with seat 0 behind, with seat 1 behind, or level."""

    name: str
    starters: tuple[int, ...]
    """By half of the lanes: the seat that begins with soft sixes after the next roll (R11)."""


BEHIND_0, BEHIND_1, LEVEL = Batch("behind0", (0,)), Batch("behind1", (1,)), Batch("level", (0, 1))
BATCHES = (BEHIND_0, BEHIND_1, LEVEL)


def lanes_of(batch: Batch, total: int, dice: int, top: int) -> range:
    """The base totals of seat 0 that occur with this sum in such rounds."""
    low, high = max(0, total - top), min(total, top)
    if batch is not BEHIND_1:
        high = min(high, (total + 2 * dice) // 2)
    if batch is not BEHIND_0:
        low = max(low, (total - 2 * dice + 1) // 2)
    return range(low, high + 1)


Part: TypeAlias = "int | tuple[int, int | str]"
"""A part of the memory, by its number in `g`; those that each role has for itself, by role and number or batch."""


class Memory:
    """One large array of values, the places of its parts, and the sizes that the loops need."""

    def __init__(self, dice: int, roles: int, size_of_g: int) -> None:
        self.layout = layout = Layout(dice)
        self.dice, self.top = dice, layout.top
        self.sums = 2 * self.top
        self.all_sums = self.sums + 4 * dice + 1
        self.row = self.top + 1 + 4 * dice
        self.slots = 2 * dice + 4
        """The number of sums in the ring: a roll adds at most twelve points to one total, a few partials go."""
        self.adding = dice + 1
        self._size_of_g = size_of_g
        self._places: dict[Part, int] = {}
        place = self.row
        for part, size in self._sizes().items():
            self._places[part] = place
            place += size
        self._mem = np.zeros(place + self.row)
        for role in range(roles):
            for total in range(self.all_sums):
                for mine in range(min(total + 1, self.row)):
                    value = payoff(mine, total - mine)
                    self._set_payoff(role, mine, total - mine, 0.5 if value is None else value)

    def _sizes(self) -> dict[Part, int]:
        """How long each part is."""
        layout = self.layout
        return {common.VALUES: layout.states * self._widest(), common.MEANS: layout.states * self._widest()}

    def _sizes_of_role(self, role: int) -> dict[Part, int]:
        added = self.adding * self.layout.states * self.row
        sizes: dict[Part, int] = {(role, batch.name): len(batch.starters) * added for batch in BATCHES}
        return sizes | {(role, common.PAYOFFS): self.all_sums * self.row}

    def _widest(self) -> int:
        sums = range(self.sums + 1)
        return max(len(batch.starters) * len(self._lanes(batch, total)) for batch in BATCHES for total in sums)

    def _set_payoff(self, role: int, mine: int, theirs: int, value: float) -> None:
        self._mem[self._places[role, common.PAYOFFS] + (mine + theirs) * self.row + mine] = value

    def _lanes(self, batch: Batch, total: int) -> range:
        return lanes_of(batch, total, self.dice, self.top)

    def _grid(self, total: int) -> range:
        return range(max(0, total - self.top), min(total, self.top) + 1)

    def _open(self, total: int) -> list[int]:
        """The totals of seat 0, of those with this sum, with which the match goes on."""
        return [mine for mine in self._grid(total) if payoff(mine, total - mine) is None]

    def _g(self, total: int, lanes: range, role: int = 0, batch: Batch | None = None) -> Any:
        halves = 1 if batch is None else len(batch.starters)
        g = np.zeros(self._size_of_g, np.int64)
        for part, place in self._places.items():
            if isinstance(part, int):
                g[part] = place
            elif part[0] == role and isinstance(part[1], int):
                g[part[1]] = place
        g[common.DICE], g[common.SUM], g[common.LOW], g[common.ROW] = self.dice, total, lanes.start, self.row
        g[common.WIDTH], g[common.HALVES], g[common.LANES] = len(lanes), halves, len(lanes) * halves
        g[common.SLOTS], g[common.ADDING_SLOTS] = self.slots, self.adding
        layout = self.layout
        g[common.BOUNDS], g[common.FINALS], g[common.STATES] = layout.bounds, layout.finals, layout.states
        if batch is not None:
            g[common.ADDED] = self._places[role, batch.name]
            g[common.STARTER_0], g[common.STARTER_1] = batch.starters[0], batch.starters[-1]
        return g

    def _values(self, batch: Batch, lanes: range) -> Any:
        """Return the values before rolls, by state and lane, of the last batch."""
        width = len(batch.starters) * len(lanes)
        start = self._places[common.VALUES]
        return self._mem[start : start + self.layout.states * width].reshape(self.layout.states, width)

    def _forget_added(self, role: int, batch: Batch, total: int) -> None:
        """Forget what was added to the values before rolls with this sum."""
        size = self.layout.states * self.row
        for half in range(len(batch.starters)):
            start = self._places[role, batch.name] + (half * self.adding + total % self.adding) * size
            self._mem[start : start + size] = 0.0


def guess(wins: Any, mine: int, theirs: int) -> float:
    """A first guess of the chance to win with these totals, from higher ones."""
    near = wins[mine : mine + 2, theirs : theirs + 2]
    return 0.5 if np.isnan(near).all() else float(np.nanmean(near))


class Sweep(Memory):
    """The memory of the solver, and the chances to win that are known so far."""

    def __init__(self, dice: int) -> None:
        from quincunx.core.jit import compiled
        from quincunx.games.sixes import SPEC

        super().__init__(dice, 1, k.SIZE)
        self.wins = np.full((self.top + 1, self.top + 1), np.nan)
        """Seat 0's chance to win when a round of even number begins with these totals."""
        self._loops: Any = compiled(SPEC, k)

    def _sizes(self) -> dict[Part, int]:
        layout, widest = self.layout, self._widest()
        bounds, finals = (count * self.slots * self.row for count in (layout.bounds, layout.finals))
        sizes = super()._sizes() | self._sizes_of_role(0)
        sizes |= {common.SCRATCH: 4 * widest}
        sizes |= dict.fromkeys((k.ON_TURN_0, k.ON_TURN_1), layout.pairs * widest)
        sizes |= dict.fromkeys((k.ALONE_0, k.ALONE_1, k.LAST_0, k.LAST_1), bounds)
        sizes |= dict.fromkeys((k.MEAN_ALONE_0, k.MEAN_ALONE_1, k.MEAN_LAST_0, k.MEAN_LAST_1), finals)
        return sizes | dict.fromkeys((k.FINAL_0, k.FINAL_1), finals)

    def _beginning(self, batch: Batch, total: int) -> range:
        """The lanes in which such rounds begin. While nobody scores for good, no lane leads to another."""
        grid, half = self._grid(total), total // 2
        if batch is LEVEL:
            return range(total - half, half + 1)
        return range(grid.start, total - half) if batch is BEHIND_0 else range(half + 1, grid.stop)

    # One sum

    def solve(self, total: int) -> Any:
        """Solve all positions with this sum of base totals; return their values before rolls, as they are stored."""
        self._find_wins(total)
        self._solve_bounds(total)
        kept = [self._finals(total, part) for part in (k.FINAL_0, k.FINAL_1)]
        for batch in BATCHES:
            self._solve_batch(batch, total)
            kept.append(self._values(batch, self._lanes(batch, total)).copy())
            self._push(batch, total)
        return np.concatenate([part.ravel() for part in kept])

    def restore(self, total: int, kept: Any, *, is_near: bool) -> None:
        """Restore a solved sum from its stored values; `is_near`: within reach of a roll's sixes."""
        solved = self._split(total, kept)
        for batch, values in solved.items():
            self._wins_of(batch, total, self._lanes(batch, total), values)
        self._tell_payoffs(total)
        self._solve_bounds(total)
        if is_near:
            for batch, values in solved.items():
                self._values(batch, self._lanes(batch, total))[:] = values
                self._solve_batch(batch, total, is_known=True)
                self._push(batch, total)

    def _split(self, total: int, kept: Any) -> dict[Batch, Any]:
        """The stored values of a sum before rolls, by batch; before them stand those before final rolls."""
        place, values = 2 * self.layout.finals * len(self._grid(total)), {}
        for batch in BATCHES:
            size = self.layout.states * len(batch.starters) * len(self._lanes(batch, total))
            values[batch] = kept[place : place + size].reshape(self.layout.states, -1)
            place += size
        return values

    def _find_wins(self, total: int) -> None:
        """Find the chances to win at the beginning of rounds with this sum; a round may end as it began."""
        open_ = self._open(total)
        for mine in open_:
            self.wins[mine, total - mine] = guess(self.wins, mine, total - mine)
        before = None
        for _ in range(MOST_ROUNDS if open_ else 0):
            told = {mine: float(self.wins[mine, total - mine]) for mine in open_}
            self._tell_payoffs(total)
            self._solve_bounds(total)
            for batch in BATCHES:
                self._solve_batch(batch, total, only_level=True)
                lanes = self._beginning(batch, total)
                self._wins_of(batch, total, lanes, self._values(batch, lanes))
            found = {mine: float(self.wins[mine, total - mine]) for mine in open_}
            slopes = _slopes(before, told, found, total)
            before = told, found
            for mine in open_:
                self.wins[mine, total - mine] = _meeting(slopes, told, found, mine, total - mine)
            if max(abs(found[mine] - told[mine]) for mine in open_) < NEAR:
                break
        self._tell_payoffs(total)

    def _tell_payoffs(self, total: int) -> None:
        """Write the payoffs of these totals: an odd round follows, in which the seats change roles."""
        for mine in self._open(total):
            self._set_payoff(0, mine, total - mine, 1 - float(self.wins[total - mine, mine]))

    def _solve_bounds(self, total: int) -> None:
        self._loops.solve_bounds(self._g(total, self._grid(total)), self._mem, self.layout.tables)

    def _solve_batch(self, batch: Batch, total: int, *, only_level: bool = False, is_known: bool = False) -> None:
        lanes = self._beginning(batch, total) if only_level else self._lanes(batch, total)
        g, dice = self._g(total, lanes, 0, batch), self.dice
        for size in range(2, 2 * dice + 1 if lanes else 0):
            for m0 in range(max(1, size - dice), min(dice, size - 1) + 1):
                self._loops.solve_pairs(g, self._mem, self.layout.tables, m0, size - m0, only_level, is_known)

    def _push(self, batch: Batch, total: int) -> None:
        """Add the values after rolls with unmatched sixes to lower sums; then clear what was added to this one."""
        g = self._g(total, self._lanes(batch, total), 0, batch)
        for m0 in range(1, self.dice + 1):
            for m1 in range(1, self.dice + 1):
                self._loops.push_takes(g, self._mem, self.layout.tables, m0, m1)
        self._forget_added(0, batch, total)

    def _finals(self, total: int, part: int) -> Any:
        grid, finals = self._grid(total), self.layout.finals
        start = self._places[part] + (total % self.slots) * finals * self.row
        rows = self._mem[start : start + finals * self.row].reshape(finals, self.row)
        return rows[:, grid.start : grid.stop].copy()

    def _wins_of(self, batch: Batch, total: int, lanes: range, values: Any) -> None:
        """Store the chances to win at the beginning of rounds, from the values of these lanes."""
        begin = values[int(self.layout.tables.state_first[self.dice, self.dice])]
        for mine in self._beginning(batch, total):
            if payoff(mine, total - mine) is None:
                self.wins[mine, total - mine] = begin[mine - lanes.start]


def _slopes(before: Any, told: dict[int, float], found: dict[int, float], total: int) -> dict[int, float]:
    """By total: the slope of a value in that of the same totals with the seats exchanged."""
    if before is None:
        return dict.fromkeys(told, 0.0)
    slopes = {}
    for mine in told:
        change = told[total - mine] - before[0][total - mine]
        slope = (before[1][mine] - found[mine]) / change if abs(change) > CLOSE else 0.0
        slopes[mine] = min(max(slope, 0.0), STEEPEST)
    return slopes


def _meeting(
    slopes: dict[int, float], told: dict[int, float], found: dict[int, float], mine: int, theirs: int
) -> float:
    """Return the point where both values agree if they keep these slopes."""
    here, there = (found[x] + slopes[x] * told[y] for x, y in ((mine, theirs), (theirs, mine)))
    return (here - slopes[mine] * there) / (1 - slopes[mine] * slopes[theirs])
