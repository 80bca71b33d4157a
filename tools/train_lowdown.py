"""Learn the tables of Lowdown's `expert` by temporal differences in play against itself; write them beside its rules.

The same numbers learn the same tables; what is written is their mean over the second half of the matches.

    python -m tools.train_lowdown --matches 160000
"""

import argparse
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core import loops
from quincunx.core.arrays import arrays_of, states_of
from quincunx.core.jit import compiled
from quincunx.games.lowdown.board import GRID_BOXES, NUMBERS, SIDE
from quincunx.games.lowdown.state import WILD_BOXES
from quincunx.games.lowdown.values import (
    CLOCKS,
    GRID_TABLE,
    HALVES,
    HAVES,
    OTHER_PLAN,
    ROW_TABLE,
    SPREAD_TABLE,
    VALUES,
    WILD_TABLE,
)
from tools.train_expert import write
from tools.training import lowdown as learning

ROUND = 4000
"""How many matches are learned from between two measurements of how far guessed leads are off."""
LOOKS = 1000
"""How many matches such a measurement plays."""
RATE = 0.5
SEATS = 2
LEAST_SPREAD = 0.5
OTHER_SHARE = 0.1
"""The share that the second best plan of a grid counts: it is not learned, so that it cannot grow without end."""


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=160_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    learner = Learner(wanted.seed)
    means = []
    for first in range(0, wanted.matches, ROUND):
        points = learner.play(first, min(ROUND, wanted.matches - first))
        if 2 * first >= wanted.matches:
            means.append(learner.values.copy())
        print(f"{first + ROUND:,} matches: {points:.3f} points a seat", flush=True)
    learner.values = np.mean(means, axis=0)
    learner.measure_spread()
    command = f"python -m tools.train_lowdown --matches {wanted.matches} --seed {wanted.seed}"
    write(game("lowdown"), learner.values, command)


class Learner:
    """The tables while they are being learned, with the loops that play for it."""

    def __init__(self, seed: int) -> None:
        spec = game("lowdown")
        self.seed = seed
        self.values = beginning()
        self._loops = compiled(spec, learning)
        expert = spec.reflex_names.index("expert") + (1 << loops.SPEED_SHIFT)
        self._arrays = arrays_of(spec, [expert] * SEATS, self.values)
        self._states = states_of(spec, loops.STATES)
        self._options = np.array(spec.options())
        self._pushes, self._sizes = np.zeros(VALUES), np.zeros(VALUES)
        shape = SEATS, learning.MOST_PARTS
        self._parts, self._shares = np.zeros(shape, np.int64), np.zeros(shape)

    def play(self, first: int, matches: int) -> float:
        """Learn from `matches` matches; return their mean score."""
        found = self._loops.learn(
            self._states,
            SEATS,
            self._options,
            self._arrays,
            RATE,
            self._pushes,
            self._sizes,
            self._parts,
            self._shares,
            self.seed,
            first,
            matches,
        )
        self.measure_spread()
        return float(found)

    def measure_spread(self) -> None:
        """Measure by clock how far guessed leads are off; a clock that is hardly met keeps what it has."""
        errors = np.zeros((CLOCKS, learning.LOOKED_AT))
        self._loops.measure_spread(self._states, self._options, self._arrays, errors, self.seed + 1, LOOKS)
        counted = errors[:, learning.TIMES] > LOOKS // 20
        spread = np.sqrt(errors[counted, learning.SQUARES] / errors[counted, learning.TIMES])
        self.values[SPREAD_TABLE : SPREAD_TABLE + CLOCKS][counted] = np.maximum(LEAST_SPREAD, spread)


def beginning() -> Any:
    """The tables to begin with, by rough reckoning; when nothing is to come, nothing is saved any more."""
    values = np.zeros(VALUES)
    for clock in range(CLOCKS):
        values[SPREAD_TABLE + clock] = 1 + 0.7 * clock
        values[OTHER_PLAN + clock] = OTHER_SHARE if clock else 0.0
    for clock in range(1, CLOCKS):
        hope = min(0.9, 0.1 + 0.05 * clock)
        for have in range(HAVES):
            missing = SIDE if have == 0 else SIDE - 1 if have <= NUMBERS else 1
            start = ROW_TABLE + (clock * HAVES + have) * HALVES
            values[start : start + HALVES] = 10 * hope**missing
        for empty in range(GRID_BOXES + 1):
            values[GRID_TABLE + clock * (GRID_BOXES + 1) + empty] = 2.2 * min(clock, 6) / 6 * empty
        for left in range(WILD_BOXES + 1):
            values[WILD_TABLE + clock * (WILD_BOXES + 1) + left] = 3 * min(clock, 8) / 8 * left
    return values


if __name__ == "__main__":
    main()
