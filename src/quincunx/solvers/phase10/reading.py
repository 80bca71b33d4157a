"""The value of a turn in the phase of one colour, read from partial tables.

States with few dice in the air are not stored: all outcomes of their dice are tried, and the plan gives the choice.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from quincunx.games.phase10.phases import DICE, SIDES
from quincunx.games.phase10.rules import ROLLS
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.phase10 import colours
from quincunx.solvers.phase10.kernels import FAILED, IN_AIR, PLACES
from quincunx.solvers.phase10.sweeps import KEPT_IN_AIR, offsets

DIE_BITS = 1 << np.arange(DICE)
SIDE_STEPS = SIDES ** np.arange(DICE - 1, -1, -1)
HALF = DICE // 2
PLACE_STEPS = PLACES ** np.arange(HALF - 1, -1, -1)


def taken_up(rolls: Any, actions: Any) -> Any:
    """The states when each roll's dice of an action are in the air."""
    return np.where(np.asarray(actions)[:, None] & DIE_BITS, IN_AIR, rolls)


def landings(states: Any) -> Any:
    """All rolls after states with equally many dice in the air: by state and way, all ways equally likely."""
    dice = np.argwhere(states == IN_AIR)[:, 1].reshape(len(states), -1)
    count = dice.shape[1]
    ways = np.indices((SIDES,) * count, np.uint8).reshape(count, SIDES**count).T
    rolls = np.repeat(states[:, None].astype(np.uint8), len(ways), axis=1)
    np.put_along_axis(rolls, dice[:, None], ways[None], axis=2)
    return rolls


@cache
def _half_places() -> tuple[Any, Any]:
    """By colour and state of the first and of the last five dice: their part of the index of its entry."""
    return colours.places_of(0, HALF), colours.places_of(HALF, DICE)


def entries(states: Any) -> Any:
    """By colour and state: the number of the colour's entry."""
    first, last = _half_places()
    return first[:, states[:, :HALF] @ PLACE_STEPS] + last[:, states[:, HALF:] @ PLACE_STEPS]


class Reading:
    """The values of states for some payoffs under one plan, by the roll in the air."""

    def __init__(
        self, arrays: ArrayFolder, payoffs: Sequence[Any], kept: Mapping[int, Sequence[str]], plans: Mapping[int, str]
    ) -> None:
        self.arrays = arrays
        self.payoffs = payoffs
        self.kept = kept
        """By roll, the first and second: by payoff, the table of states with `KEPT_IN_AIR` dice or more in the air."""
        self.plans = plans
        """By roll that has landed, the first and second: the table of the dice to roll again."""

    @cached_property
    def gains(self) -> tuple[Any, ...]:
        """By payoff: the gains of colours in a last roll."""
        return tuple(colours.gains(payoff) for payoff in self.payoffs)

    def actions(self, rolls: Any, roll: int) -> Any:
        """The plan's action after that roll."""
        return self.arrays.take(self.plans[roll], rolls @ SIDE_STEPS)

    def worth(self, states: Any, roll: int) -> Any:
        """By payoff, if it is stored: the values of states with their dice of that roll in the air."""
        if roll == ROLLS:
            places = entries(states)
            worth = [payoff[FAILED] + gains[places].sum(axis=0) for payoff, gains in zip(self.payoffs, self.gains)]
            return np.stack(worth)
        in_air = states == IN_AIR
        count = in_air.sum(axis=1)
        values = np.empty((len(self.kept[roll]), len(states)))
        many = count >= KEPT_IN_AIR
        values[:, many] = self._kept_worth(states[many], in_air[many], roll)
        for few in range(KEPT_IN_AIR):
            if (count == few).any():
                values[:, count == few] = self._tried_worth(states[count == few], roll)
        return values

    def _kept_worth(self, states: Any, in_air: Any, roll: int) -> Any:
        place = np.zeros(len(states), np.int64)
        for side, air in zip(states.T, in_air.T):
            place = np.where(air, place, place * SIDES + side)
        place += offsets()[in_air @ DIE_BITS]
        return np.stack([self.arrays.take(name, place) for name in self.kept[roll]])

    def _tried_worth(self, states: Any, roll: int) -> Any:
        rolls = landings(states)
        values = self._landed_worth(rolls.reshape(-1, DICE), roll)[: len(self.kept[roll])]
        return values.reshape(len(values), len(states), -1).mean(axis=2)

    def _landed_worth(self, rolls: Any, roll: int) -> Any:
        """The values of rolls after that roll has landed, under the plan."""
        actions = self.actions(rolls, roll)
        stopped = actions == 0
        worth = self.worth(taken_up(rolls, actions), roll + 1)
        if roll + 1 < ROLLS:
            worth[:, stopped] = self.worth(rolls[stopped], ROLLS)[: len(worth)]
        return worth
