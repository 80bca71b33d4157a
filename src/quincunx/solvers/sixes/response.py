"""The best response to a bot of Battle of the Sixes: what a player who knows the bot wins against it, exactly.

The bot sits on either seat, and in odd rounds the seats change roles: two families of tables, one for each role of the
bot in even rounds, are solved side by side from the highest sum of base totals down, as in `sweep`.
"""

from collections import namedtuple
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from quincunx.core.errors import SetupError
from quincunx.core.fields import records
from quincunx.core.jit import compiled
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.bots import LANDING, LAST_LANDING, POINT
from quincunx.games.sixes.combinations import FIRST_SINGLE, FIRST_SOFT, HARD, wins
from quincunx.games.sixes.state import SEATS, State
from quincunx.solvers.sixes import common, turns, words
from quincunx.solvers.sixes import response_kernels as k
from quincunx.solvers.sixes.certify import book_from
from quincunx.solvers.sixes.layout import Tables, payoff
from quincunx.solvers.sixes.sweep import (
    BATCHES,
    BEHIND_0,
    BEHIND_1,
    CLOSE,
    LEVEL,
    MOST_ROUNDS,
    NEAR,
    Batch,
    Memory,
    Part,
    guess,
)
from quincunx.solvers.solved import Progress

KINDS = {"random": k.RANDOM, "greedy": k.GREEDY, "expert": k.EXPERT}
"""The bots whose choices are known for all positions."""
RESPONSE_DICE = "4"
"""With more dice it takes more memory than a usual machine has."""
SCRATCH_ROWS = 12
FLAGS = 2
_made: Any = namedtuple
ResponseTables = _made("ResponseTables", [*Tables._fields, "soft", "wins", "take_chance"])


def best_response(bot: str, variants: Mapping[str, str], progress: Progress) -> tuple[float, float]:
    """By the bot's seat: its chance to win against a player who knows it."""
    if bot not in KINDS:
        raise SetupError(words.NO_RESPONSE(known=", ".join(KINDS), bot=bot))
    dice = variants["dice"]
    if dice != RESPONSE_DICE or SPEC.options(variants) != SPEC.options({"dice": dice}):
        raise SetupError(words.RESPONSE_DICE(dice=RESPONSE_DICE))
    response = Response(bot, int(dice))
    for total in response.solve():
        progress(words.RESPONDING(bot=bot, total=total), 1 / (response.sums + 1))
    return response.found().wins


class Found(NamedTuple):
    """The best response to a bot."""

    bot: str
    dice: int
    wins: tuple[float, float]
    """By the bot's seat: its chance to win against the best response."""
    book: turns.Book
    """All values before rolls."""


class Response(Memory):
    """The memory of one solution."""

    def __init__(self, bot: str, dice: int) -> None:
        self.bot, self.kind = bot, KINDS[bot]
        super().__init__(dice, SEATS, k.SIZE)
        self.wins = [np.full((self.top + 1, self.top + 1), np.nan) for _ in range(SEATS)]
        """By the bot's role: seat 0's chance to win when an even round begins."""
        self._tables = self._with_bot_tables()
        self._loops: Any = compiled(SPEC, k)
        self._fill_bot()

    def _sizes(self) -> dict[Part, int]:
        layout, row, slots, widest = self.layout, self.row, self.slots, self._widest()
        thinks = self.kind == k.EXPERT
        many = self.dice + 1
        sizes = super()._sizes()
        sizes |= dict.fromkeys(
            (k.ON_BOT, k.ON_BEST, k.PLAYED_0, k.PASSED_0, k.PLAYED_1, k.PASSED_1), layout.pairs * widest
        )
        sizes |= {
            common.SCRATCH: SCRATCH_ROWS * row,
            k.WORTH_PAIRS: 4 * layout.pairs * row * thinks,
            k.PASSING: 2 * layout.pairs * row * thinks,
            k.WORTH_BOUNDS: 16 * slots * FLAGS * layout.bounds * row * thinks,
            k.WORTH_GONE: 2 * self.all_sums * row * thinks,
            k.LEAF: 16 * many * many * self.all_sums * row * thinks,
            k.ROLLING_ON: 8 * many * self.all_sums * row * thinks,
            k.POINTS_MARGIN: 2 * self.all_sums * row,
        }
        for role in range(SEATS):
            sizes |= self._sizes_of_role(role)
            sizes[role, k.ALONE] = 4 * slots * FLAGS * layout.bounds * row
            sizes[role, k.MEANS_ALONE] = 4 * slots * FLAGS * layout.finals * row
            sizes[role, k.FINAL] = 2 * slots * FLAGS * layout.finals * row
        return sizes

    def _with_bot_tables(self) -> Any:
        t = self.layout.tables
        soft = (t.minus[:, FIRST_SOFT:HARD] >= 0).any(axis=1).astype(np.int64)
        won = np.array([wins(total) for total in range(self.all_sums + 1)], np.int64)
        return ResponseTables(*t, soft=soft, wins=won, take_chance=_take_chances(t, self.dice))

    def _fill_bot(self) -> None:
        if self.kind == k.EXPERT:
            states = records(State, 1)
            states["dice_each"] = self.dice
            self._loops.fill_chances(self._g(0, range(1), 0), self._mem, states, SPEC.knowledge)
        mine, total = np.arange(self.row)[None, :], np.arange(self.all_sums)[:, None]
        theirs = np.maximum(total - mine, 0)
        won = self._tables.wins
        part = self._places[k.POINTS_MARGIN]
        for is_final, landing in enumerate((LANDING, LAST_LANDING)):
            size = self.all_sums * self.row
            worth = POINT * (mine - theirs) + landing * (won[mine] - won[theirs])
            self._mem[part + is_final * size :][:size] = np.broadcast_to(worth, (self.all_sums, self.row)).ravel()

    def _g(self, total: int, lanes: range, role: int = 0, batch: Batch | None = None) -> Any:
        g = super()._g(total, lanes, role, batch)
        g[k.SUMS], g[k.PAIRS], g[k.BOT], g[k.KIND] = self.all_sums, self.layout.pairs, role, self.kind
        return g

    # Solving

    def solve(self) -> Iterator[int]:
        """Solve one sum of base totals after the other and yield each; `found` has the result."""
        self._kept: list[list[Any]] = [[], []]
        for total in range(self.sums, -1, -1):
            if self.kind == k.EXPERT:
                self._loops.weigh_all(self._g(total, self._grid(total), 0), self._mem, self._tables)
            self._find_wins(total)
            for role in range(SEATS):
                kept = [self._finals(total, role)]
                for batch in BATCHES:
                    self._solve_batch(role, batch, total)
                    kept.append(self._values(batch, self._lanes(batch, total)).ravel().copy())
                    self._push(role, batch, total)
                self._kept[role].insert(0, np.concatenate(kept))
            yield total

    def found(self) -> Found:
        """Return the result, once all is solved."""
        book = book_from(self.layout, self._kept, self.wins, FLAGS)
        # The bot on seat 1 of an even round: seat 0 is the best response.
        return Found(self.bot, self.dice, (float(self.wins[0][0, 0]), 1 - float(self.wins[1][0, 0])), book)

    def _find_wins(self, total: int) -> None:
        """Find the chances to win at the beginning of rounds with this sum; a round may end as it began."""
        open_ = self._open(total)
        for role in range(SEATS):
            for mine in open_:
                self.wins[role][mine, total - mine] = guess(self.wins[role], mine, total - mine)
        before: Any = None
        for _ in range(MOST_ROUNDS if open_ else 0):
            told = self._wins_now(open_, total)
            for role in range(SEATS):
                self._tell_payoffs(role, total, told)
                self._solve_bounds(role, total)
                for batch in BATCHES:
                    self._solve_batch(role, batch, total, only_level=True)
                    self._note_wins(role, batch, total)
            found = self._wins_now(open_, total)
            slopes = _slopes(before, told, found)
            before = told, found
            here, there = (found[role] + slopes[role] * told[1 - role][::-1] for role in range(SEATS))
            for role, own, other in ((0, here, there), (1, there, here)):
                met = (own - slopes[role] * other[::-1]) / (1 - slopes[role] * slopes[1 - role][::-1])
                for place, mine in enumerate(open_):
                    self.wins[role][mine, total - mine] = met[place]
            if max(float(np.abs(found[role] - told[role]).max()) for role in range(SEATS)) < NEAR:
                break
        told = self._wins_now(open_, total)
        for role in range(SEATS):
            self._tell_payoffs(role, total, told)
            self._solve_bounds(role, total)

    def _wins_now(self, open_: list[int], total: int) -> list[Any]:
        return [np.array([self.wins[role][mine, total - mine] for mine in open_]) for role in range(SEATS)]

    def _tell_payoffs(self, role: int, total: int, told: list[Any]) -> None:
        """Write the payoffs of these totals: an odd round follows, in which seats and bot change roles."""
        for mine, value in zip(self._open(total), told[1 - role][::-1], strict=True):
            self._set_payoff(role, mine, total - mine, 1 - float(value))

    def _solve_bounds(self, role: int, total: int) -> None:
        self._loops.solve_bounds(self._g(total, self._grid(total), role), self._mem, self._tables)

    def _solve_batch(self, role: int, batch: Batch, total: int, *, only_level: bool = False) -> None:
        g = self._g(total, self._lanes(batch, total), role, batch)
        self._loops.solve_batch(g, self._mem, self._tables, only_level)

    def _push(self, role: int, batch: Batch, total: int) -> None:
        self._loops.push_all(self._g(total, self._lanes(batch, total), role, batch), self._mem, self._tables)
        self._forget_added(role, batch, total)

    def _finals(self, total: int, role: int) -> Any:
        grid, finals = self._grid(total), self.layout.finals
        start, size = self._places[role, k.FINAL], 2 * self.slots * FLAGS * finals * self.row
        shape = (SEATS, self.slots, FLAGS * finals, self.row)
        rows = self._mem[start : start + size].reshape(shape)[:, total % self.slots]
        return rows[:, :, grid.start : grid.stop].ravel()

    def _note_wins(self, role: int, batch: Batch, total: int) -> None:
        begin = self._values(batch, self._lanes(batch, total))[
            int(self.layout.tables.state_first[self.dice, self.dice])
        ]
        for lane, mine in enumerate(self._lanes(batch, total)):
            theirs = total - mine
            fits = {BEHIND_0: mine < theirs, BEHIND_1: mine > theirs, LEVEL: mine == theirs}[batch]
            if fits and payoff(mine, theirs) is None:
                self.wins[role][mine, theirs] = begin[lane]


def _slopes(before: Any, told: list[Any], found: list[Any]) -> list[Any]:
    """By role and total: the slope of a value in that of the next round."""
    if before is None:
        return [np.zeros_like(one) for one in told]
    slopes = []
    for role in range(SEATS):
        change = (told[1 - role] - before[0][1 - role])[::-1]
        fall = before[1][role] - found[role]
        moved = np.abs(change) > CLOSE
        slopes.append(np.clip(np.where(moved, fall / np.where(moved, change, 1.0), 0.0), 0.0, 0.9))
    return slopes


def _take_chances(t: Tables, dice: int) -> Any:
    """By row of `takes`: its chance if a player draws one side after the other at random."""
    chances = np.zeros(len(t.takes))
    for sixes in range(dice + 1):
        for x in range(len(t.size)):
            ends: dict[tuple[int, int, int], float] = {(x, 0, 0): 1.0}
            for _ in range(sixes):
                after: dict[tuple[int, int, int], float] = {}
                for (left, singles, groups), share in ends.items():
                    sides = [side for side in range(FIRST_SINGLE, HARD) if t.minus[left, side] >= 0]
                    for side in sides:
                        more = int(t.plus[singles, side]) if side < FIRST_SOFT else singles
                        end = (int(t.minus[left, side]), more, groups + 1)
                        after[end] = after.get(end, 0.0) + share / len(sides)
                    if not sides:
                        end = (left, singles, groups)
                        after[end] = after.get(end, 0.0) + share
                ends = after
            for row in range(int(t.take_first[sixes, x]), int(t.take_first[sixes, x + 1])):
                left, singles, groups = map(int, t.takes[row])
                chances[row] = ends.get((left, singles, groups), 0.0)
    return chances
