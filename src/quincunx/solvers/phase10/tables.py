"""Queries to the solved game: values of positions, choices, and probabilities.

    tables = SolitaireTables.load()
    tables.choices(state)[0].action

Alone at the table only: a state has one seat. Tables are mapped into memory and shared by all processes; no query needs
a compiler.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.games.phase10 import SPEC, words
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE
from quincunx.games.phase10.rules import (
    ACTIONS,
    BONUS_PHASES,
    CHOOSING,
    ENDED,
    LAST_PHASE,
    ROLLING,
    ROLLS,
    STOP,
    State,
    grand_total,
)
from quincunx.solvers.array_folder import ArrayFolder, ArrayFolderError
from quincunx.solvers.phase10 import dice, solitaire
from quincunx.solvers.phase10 import words as said
from quincunx.solvers.phase10.build import (
    chance_payoff,
    choice_of,
    open_arrays,
    rows_of,
    values_of,
)
from quincunx.solvers.phase10.colours import COLOUR_PHASE
from quincunx.solvers.phase10.dice_pool import TurnPlan
from quincunx.solvers.phase10.kernels import IN_AIR
from quincunx.solvers.phase10.reading import Reading, taken_up
from quincunx.solvers.phase10.solitaire import ENOUGH, NUMBER_PHASES, Stand
from quincunx.solvers.solved import SOLVED
from quincunx.solvers.words import NO_TABLES

ALL_ACTIONS = np.arange(ACTIONS)
CACHED_TURNS = 16
LAST = SOLVED["phase10"].last


class SolvedChoice(NamedTuple):
    """An action, and its results when all later choices are the best."""

    action: int
    """The dice to roll again, as bits; `STOP` for none."""
    value: float
    """The mean of the final score."""
    chance: float
    """The chance to make the phase in this turn."""

    @property
    def odds(self) -> tuple[tuple[Message, float], ...]:
        """The aims in words, each with its chance."""
        return ((words.MAKES_THE_PHASE(), self.chance),)


def stand_of(state: State) -> Stand:
    """A position of a single player."""
    phase = int(state.phase[0])
    brought = sum(int(state.points[0, made]) for made in range(min(phase, BONUS_PHASES)))
    tried = int(phase == LAST_PHASE and state.tries[0] > 0)
    return Stand(phase, min(brought, ENOUGH) if phase < BONUS_PHASES else 0, tried)


class SolitaireTables:
    """The tables, once they are built."""

    def __init__(self, arrays: ArrayFolder) -> None:
        self.arrays = arrays
        self.values = values_of(arrays)
        """By stand: the mean of the points to come."""
        self._rows = {stand: row for row, stand in enumerate(rows_of(arrays))}
        self._first, self._last = arrays.load("number_first"), arrays.load("number_last")
        self._points = arrays.load("number_points")
        self._number_turn = lru_cache(CACHED_TURNS)(self._work_out_turn)

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """Load the tables of the user's cache folder, or of another; raise ArrayFolderError if they are missing."""
        arrays = open_arrays(folder)
        if not arrays.has(LAST) or arrays.flaws():
            raise ArrayFolderError(NO_TABLES(folder=str(arrays.folder), command=f"quincunx solve {SPEC.slug}"))
        return cls(arrays)

    @staticmethod
    def available(folder: Path | None = None) -> bool:
        """Whether the tables are built."""
        arrays = open_arrays(folder)
        return arrays.has(LAST) and not arrays.flaws()

    def value(self, state: State) -> float:
        """The mean of the final score under optimal play, from any position."""
        _check(state)
        now = _so_far(state)
        if state.stage == ENDED:
            return float(now)
        stand = self._stand(state)
        if state.stage == ROLLING:
            return now + float(self._worth(stand, _in_air(state)[None], state.rolls)[0, 0])
        return self.choice(state, self.best_action(state)).value

    def best_action(self, state: State) -> int:
        """The best action at a decision."""
        _check(state, CHOOSING)
        stand, face = self._stand(state), np.array(_sides(state))
        if stand.phase == COLOUR_PHASE:
            return int(self._score.actions(face[None], int(state.rolls))[0])
        plans = self._first if state.rolls == 1 else self._last
        high, low = _numbers_each(face[None])
        action = int(plans[self._rows[stand], high[0], low[0]])
        order = _sorted_dice(face)
        return sum(1 << order[place] for place in range(DICE) if action >> place & 1)

    def choices(self, state: State) -> list[SolvedChoice]:
        """The choices at a decision, best first; only one of equivalent ones."""
        _check(state, CHOOSING)
        stand, now = self._stand(state), _so_far(state)
        actions = self._different(stand, state)
        values, chances = self._choice_worth(stand, state, actions)
        found = [SolvedChoice(*(cell.item() for cell in row)) for row in zip(actions, now + values, chances)]
        best = self.best_action(state)
        return sorted(found, key=lambda choice: (-choice.value, choice.action != best))

    def choice(self, state: State, action: int) -> SolvedChoice:
        """One choice at a decision."""
        _check(state, CHOOSING)
        value, chance = self._choice_worth(self._stand(state), state, np.array([action]))[:, 0]
        return SolvedChoice(action, _so_far(state) + float(value), float(chance))

    def _stand(self, state: State) -> Stand:
        stand = stand_of(state)
        if stand not in self.values:
            raise SetupError(said.NO_SUCH_STAND(phase=stand.phase + 1, total=str(stand.total)))
        return stand

    def _choice_worth(self, stand: Stand, state: State, actions: Any) -> Any:
        """The results of actions: points still to come, and the chance to make the phase."""
        sides = np.array(_sides(state))
        worth = self._worth(stand, taken_up(np.tile(sides, (len(actions), 1)), actions), int(state.rolls) + 1)
        if (actions == STOP).any():
            worth[:, actions == STOP] = self._worth(stand, sides[None], ROLLS)
        return worth

    def _worth(self, stand: Stand, states: Any, roll: int) -> Any:
        """The results of states with their dice of that roll in the air; of the first roll only the points to come."""
        if stand.phase == COLOUR_PHASE:
            return self._score.worth(states, roll)
        aims = ("score",) if roll == 1 else ("score", "its chance")
        return np.stack([self._number_turn(aim, stand)[roll - 1][_numbers_each(states)] for aim in aims])

    def _work_out_turn(self, aim: str, stand: Stand) -> tuple[Any, Any, Any]:
        """In a phase of numbers, the tables of keeps of the first, second and third roll."""
        pool, plan = dice.numbers(), self._plan(stand)
        payoff = solitaire.payoff(stand, self.values) if aim == "score" else chance_payoff()
        turn = pool.turn_by_plan(plan, payoff[self._points[NUMBER_PHASES.index(stand.phase)]])
        return pool.expected(turn.first.ravel()[plan.first]), turn.first, turn.last

    def _plan(self, stand: Stand) -> TurnPlan:
        row = self._rows[stand]
        return TurnPlan(choice_of(np.array(self._first[row])), choice_of(np.array(self._last[row])))

    def _different(self, stand: Stand, state: State) -> Any:
        """The actions that lead to different states: in a phase of numbers dice that show the same are alike."""
        sides = np.array(_sides(state))
        if stand.phase == COLOUR_PHASE:
            return ALL_ACTIONS
        high, low = _numbers_each(taken_up(np.tile(sides, (ACTIONS, 1)), ALL_ACTIONS))
        first = np.unique(high * dice.numbers().shape[1] + low, return_index=True)[1]
        best = self.best_action(state)
        same = (high[first] == high[best]) & (low[first] == low[best])
        return np.where(same, best, first)

    @cached_property
    def _score(self) -> Reading:
        payoffs = solitaire.payoff(Stand(COLOUR_PHASE), self.values), chance_payoff()
        kept = {1: ["colour_first_roll"], 2: ["colour_second_roll", "colour_chance"]}
        return Reading(self.arrays, payoffs, kept, {1: "colour_first", 2: "colour_last"})


def _so_far(state: State) -> int:
    """The score without further points; failures count already, though they are subtracted at the end (§41)."""
    ended = state.duplicate()
    ended.stage = ENDED
    return grand_total(ended, 0)


def _check(state: State, stage: int | None = None) -> None:
    if state.seats != 1:
        raise SetupError(said.ALONE_ONLY())
    if stage is not None and state.stage != stage:
        raise SetupError(said.NOTHING_TO_DECIDE())


def _sides(state: State) -> list[int]:
    return [int(side) for side in state.face]


def _in_air(state: State) -> Any:
    return np.array([IN_AIR if state.rolling >> die & 1 else int(state.face[die]) for die in range(DICE)])


def _sorted_dice(face: Any) -> list[int]:
    """The dice in the order that plans count them: low ones by symbol, then high ones."""
    number = [FACE_NUMBER[die][face[die]] for die in range(DICE)]
    return [*sorted(range(LOW_DICE), key=number.__getitem__), *sorted(range(LOW_DICE, DICE), key=number.__getitem__)]


NUMBER_OF_SIDE = np.array([[*numbers, -1] for numbers in FACE_NUMBER])


def _numbers_each(states: Any) -> tuple[Any, Any]:
    """The keepsets of high and of low dice, as numbers."""
    shown = NUMBER_OF_SIDE[np.arange(DICE), states]
    high, low = dice.numbers().kinds
    return _keepsets(high, shown[:, LOW_DICE:], dice.HIGH_SYMBOLS), _keepsets(
        low, shown[:, :LOW_DICE], dice.LOW_SYMBOLS
    )


def _keepsets(kind: Any, shown: Any, symbols: Sequence[int]) -> Any:
    counts = np.stack([(shown == symbol).sum(axis=1) for symbol in symbols], axis=1)
    return kind.numbers_of(counts)
