"""Look up the solution: the value of every action at any position.

Only values before rolls are stored. There is no chance between a decision and the next roll, so all plays there are
tried.
"""

from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.sixes.combinations import FIRST_SINGLE, FIRST_SOFT, HARD, SIX, WAY_SINGLE, WAYS, is_single
from quincunx.games.sixes.legality import ACTIONS, dice_left
from quincunx.games.sixes.rules import apply, legal_actions, round_points
from quincunx.games.sixes.state import (
    ANSWERING,
    BEHIND,
    ENDED,
    FINAL_ROLL,
    HARD_SIXES,
    HIGHER,
    ROLLING,
    SEATS,
    SOFT_SIXES,
    State,
)
from quincunx.solvers import words as solver_words
from quincunx.solvers.array_folder import ArrayFolder, ArrayFolderError
from quincunx.solvers.sixes import words
from quincunx.solvers.sixes.build import USUAL_DICE, WINS, open_arrays, sum_name
from quincunx.solvers.sixes.dice_sets import FACES
from quincunx.solvers.sixes.layout import Layout, payoff
from quincunx.solvers.sixes.sweep import BATCHES, BEHIND_0, BEHIND_1, LEVEL, lanes_of


class WinChoice(NamedTuple):
    """An action and the chance to win with it, both players playing perfectly from then on."""

    action: int
    value: float
    odds: tuple[tuple[Message, float], ...] = ()


class Sets(NamedTuple):
    """Both players' unplayed dice of a roll, their partials and their totals if the round ended now."""

    dice: tuple[int, int]
    partials: tuple[int, int]
    totals: tuple[int, int]


class SixesTables:
    """The tables, to be asked about a position."""

    def __init__(self, arrays: ArrayFolder, dice: int) -> None:
        self.arrays = arrays
        self.dice = dice

    @classmethod
    def load(cls, folder: Path | None = None, dice: int = USUAL_DICE) -> "SixesTables":
        """Load the tables for that many dice each; raise an error if they are not built."""
        arrays = open_arrays(folder, dice)
        if not arrays.has(WINS):
            command = "quincunx solve sixes" + ("" if dice == USUAL_DICE else f" --dice {dice}")
            raise ArrayFolderError(solver_words.NO_TABLES(folder=str(arrays.folder), command=command))
        return cls(arrays, dice)

    @cached_property
    def layout(self) -> Layout:
        """The numbering of positions."""
        return Layout(self.dice)

    @property
    def wins(self) -> Any:
        """Seat 0's chance to win when a round of even number begins, by both totals; NaN where a match is over."""
        return self.arrays.load(WINS)

    def best_action(self, state: State) -> int:
        """The best action at a decision."""
        return self.choices(state)[0].action

    def choices(self, state: State) -> list[WinChoice]:
        """Everything that can be done at a decision, best first."""
        if (state.dice_each, state.starter, state.ties) != (self.dice, BEHIND, HIGHER):
            raise SetupError(words.OTHER_RULES(count=self.dice))
        if state.stage in (ROLLING, ENDED):
            raise SetupError(words.NOTHING_TO_DECIDE())
        seat = state.turn
        legal = [0] * ACTIONS
        count = legal_actions(state, seat, legal)
        round_ = Round(self, state)
        found = []
        for action in legal[:count]:
            after = state.duplicate()
            apply(after, seat, action)
            value = round_.value(after)
            found.append(WinChoice(action, value if seat == 0 else 1 - value))
        return sorted(found, key=lambda choice: (-choice.value, choice.action))

    def choice(self, state: State, action: int) -> WinChoice:
        """One choice at a decision."""
        return next(choice for choice in self.choices(state) if choice.action == action)

    def value(self, state: State) -> float:
        """Seat 0's chance to win; dice that have landed count once all of the roll have."""
        return Round(self, state).value(state)

    def win(self, totals: tuple[int, int], parity: int) -> float:
        """Seat 0's chance to win when a round of this parity begins, or would begin, with these totals."""
        found = payoff(*totals)
        if found is not None:
            return found
        return float(self.wins[totals] if parity == 0 else 1 - self.wins[totals[::-1]])


class Round:
    """Values within one round, seen so that its number is even: in odd rounds the seats change roles."""

    def __init__(self, tables: SixesTables, state: State) -> None:
        self.tables = tables
        self.t = tables.layout.tables
        self.swapped = state.rounds % 2 == 1
        self.number = state.rounds
        totals = self._both(list(state.total))
        self.batch = LEVEL if totals[0] == totals[1] else BEHIND_0 if totals[0] < totals[1] else BEHIND_1
        self.known: dict[Any, float] = {}

    def _both(self, pair: Any) -> tuple[int, int]:
        return (int(pair[1]), int(pair[0])) if self.swapped else (int(pair[0]), int(pair[1]))

    def _seat(self, seat: Seat) -> Seat:
        return 1 - seat if self.swapped else seat

    def value(self, state: State) -> float:
        """Seat 0's chance to win at a position of this round, or right after it."""
        value = self._value(state)
        return 1 - value if self.swapped else value

    def _value(self, state: State) -> float:
        if state.stage == ENDED or state.rounds != self.number:
            return self._over(self._both(list(state.total)))
        sets = self._sets(state)
        starter = state.rolls % SEATS
        turn = self._seat(state.turn)
        if state.stage == ROLLING:
            cups = self._both([dice_left(state, seat) for seat in range(SEATS)])
            return self._final(sets, cups) if state.is_final else self._before_roll(sets, cups, starter)
        rest = Rest(self, starter, bool(state.is_final))
        if state.stage == FINAL_ROLL:
            return rest.value(sets)
        if state.stage == HARD_SIXES:
            return rest.hard(sets, turn, state.shown[state.turn, SIX])
        if state.stage == ANSWERING:
            return rest.answered(sets, 1 - turn, state.soft_six)
        assert state.stage == SOFT_SIXES
        return rest.soft(sets, turn, state.passes)

    def _sets(self, state: State) -> Sets:
        shown, partials, totals = [], [], []
        for seat in range(SEATS):
            shown.append(self._number([state.shown[seat, face] for face in range(1, FACES + 1)]))
            sides = [state.laid[seat, pairing] for pairing in range(state.pairings)]
            partials.append(self._number([sides.count(face) for face in range(1, FACES + 1)]))
            totals.append(state.total[seat] + round_points(state, seat))
        return Sets(self._both(shown), self._both(partials), self._both(totals))

    def _number(self, counts: list[int]) -> int:
        return self.tables.layout.number(tuple(counts))

    def _over(self, totals: tuple[int, int]) -> float:
        """The chance to win when the round ends with these totals: the next one is odd."""
        return self.tables.win(totals, 1)

    def _final(self, sets: Sets, cups: tuple[int, int]) -> float:
        """Before a final roll: one player has dice."""
        seat = 0 if cups[0] > 0 else 1
        size = self.t.size
        mine = sets.totals[0] - (int(size[sets.partials[1]]) if seat == 1 else 0)
        theirs = sets.totals[1] - (int(size[sets.partials[0]]) if seat == 0 else 0)
        layout, total = self.tables.layout, mine + theirs
        low, high = max(0, total - layout.top), min(total, layout.top)
        row = int(self.t.final_first[cups[seat]]) + sets.partials[seat]
        width = high - low + 1
        place = (seat * layout.finals + row) * width + mine - low
        return float(self.tables.arrays.load(sum_name(total))[place])

    def _before_roll(self, sets: Sets, cups: tuple[int, int], starter: Seat) -> float:
        """Before a roll of both players."""
        size, layout = self.t.size, self.tables.layout
        mine = sets.totals[0] - int(size[sets.partials[1]])
        theirs = sets.totals[1] - int(size[sets.partials[0]])
        total = mine + theirs
        width = min(total, layout.top) + 1 - max(0, total - layout.top)
        place = 2 * layout.finals * width
        for batch in BATCHES:
            lanes = lanes_of(batch, total, layout.dice, layout.top)
            count = len(batch.starters) * len(lanes)
            if batch is self.batch:
                state = int(self.t.state_first[cups] + self.t.joint[sets.partials])
                half = starter if batch is LEVEL else 0
                place += state * count + half * len(lanes) + mine - lanes.start
                return float(self.tables.arrays.load(sum_name(total))[place])
            place += layout.states * count
        raise AssertionError("no such batch")


class Rest:
    """Values from a decision up to the next roll."""

    def __init__(self, round_: Round, starter: Seat, is_final: bool) -> None:
        self.round = round_
        self.t = round_.t
        self.starter = starter
        """The seat that began with the soft sixes of this roll, in a round that began level."""
        self.is_final = is_final
        self.known: dict[Any, float] = {}

    def value(self, sets: Sets) -> float:
        """The value after the soft sixes of a roll (R18 to R20)."""
        dice = tuple(int(self.t.size[number]) for number in sets.dice)
        stopped = self.round._over(sets.totals)
        if self.is_final or dice == (0, 0):
            return stopped
        if 0 in dice:
            rolled = self.round._final(sets, dice)  # type: ignore[arg-type]  # a pair
            return max(rolled, stopped) if dice[0] else min(rolled, stopped)
        return self.round._before_roll(sets, dice, 1 - self.starter)  # type: ignore[arg-type]  # a pair

    def hard(self, sets: Sets, seat: Seat, sixes: int) -> float:
        """The value with that many unmatched hard sixes of a seat."""
        other = 1 - seat
        if sixes == 0 or sets.dice[other] == 0:
            after = sets._replace(totals=_plus(sets.totals, seat, 2 * sixes))  # R9
            return self.soft(after, self._first(), 0)
        key = (seat, sixes, sets)
        if key not in self.known:
            values = [
                self.hard(self._matched(sets, seat, side, 2 if is_single(side) else 1), seat, sixes - 1)
                for side in range(FIRST_SINGLE, HARD)
                if self.t.minus[sets.dice[other], side] >= 0
            ]
            self.known[key] = max(values) if seat == 0 else min(values)
        return self.known[key]

    def _first(self) -> Seat:
        return self.starter if self.round.batch is LEVEL else self.round.batch.starters[0]

    def _matched(self, sets: Sets, seat: Seat, side: int, points: int) -> Sets:
        """The value after a six of a seat is set against dice of the other."""
        other = 1 - seat
        dice = _with(sets.dice, other, int(self.t.minus[sets.dice[other], side]))
        partials = sets.partials
        if is_single(side):
            partials = _with(partials, other, int(self.t.plus[partials[other], side]))
        return Sets(dice, partials, _plus(sets.totals, seat, points))

    def soft(self, sets: Sets, seat: Seat, passes: int) -> float:
        """The value when it is a seat's turn among the soft sixes, after that many passes."""
        if passes == SEATS:
            return self.value(sets)
        key = (seat, passes, sets, "soft")
        if key not in self.known:
            values = [self.soft(sets, 1 - seat, passes + 1), *self._plays(sets, seat)]
            self.known[key] = max(values) if seat == 0 else min(values)
        return self.known[key]

    def _plays(self, sets: Sets, seat: Seat) -> list[float]:
        t, mine, partial = self.t, sets.dice[seat], sets.partials[seat]
        values = [
            self.answered(self._without(sets, seat, int(t.minus[mine, soft])), seat, soft)
            for soft in range(FIRST_SOFT, HARD)
            if t.minus[mine, soft] >= 0
        ]
        for way in range(WAYS):
            left, fewer = int(t.rest[mine, way]), int(t.minus[partial, WAY_SINGLE[way]])
            if left >= 0 and fewer >= 0:
                after = self._without(sets, seat, left)
                totals = _plus(sets.totals, 1 - seat, -1)  # R16
                values.append(self.soft(Sets(after.dice, _with(sets.partials, seat, fewer), totals), 1 - seat, 0))
        return values

    def _without(self, sets: Sets, seat: Seat, left: int) -> Sets:
        return sets._replace(dice=_with(sets.dice, seat, left))

    def answered(self, sets: Sets, seat: Seat, soft: int) -> float:
        """The value when the other must answer a soft six of a seat, whose dice are already removed."""
        other = 1 - seat
        if sets.dice[other] == 0:  # R13
            return self.soft(sets._replace(totals=_plus(sets.totals, seat, 1)), other, 0)
        values = [
            self.soft(self._matched(sets, seat, side, 1 if is_single(side) else 0), other, 0)
            for side in range(FIRST_SINGLE, HARD)
            if self.t.minus[sets.dice[other], side] >= 0
        ]
        return min(values) if seat == 0 else max(values)


def _with(pair: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _plus(pair: tuple[int, int], seat: Seat, more: int) -> tuple[int, int]:
    return _with(pair, seat, pair[seat] + more)
