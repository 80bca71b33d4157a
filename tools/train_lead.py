"""Learn what a position of Mixed Doubles is worth from play between experts, and write it beside its rules.

Least squares of temporal differences: what a position is worth when a turn begins is, on average, what the next one is
worth to the other side with its sign turned, and in the end the lead. How far off that is goes by what is left of the
deck. The same seed learns the same numbers; the weights of `expert` before them stay.

    python -m tools.train_lead --matches 3000
"""

import argparse
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from quincunx import game
from quincunx.core.learned import read_learned
from quincunx.core.seats import CHANCE
from quincunx.core.spec import GameSpec
from quincunx.games.mixeddoubles import bots
from quincunx.games.mixeddoubles.rules import apply, land, setup, total
from quincunx.games.mixeddoubles.state import State
from quincunx.sim.batch import Batch
from tools.train_expert import write

SLUG = "mixeddoubles"
LONGEST = 5000
SEED = 1


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3000)
    wanted = parser.parse_args()
    spec = game(SLUG)
    found = learn(list(matches(spec, wanted.matches)))
    learned = read_learned(spec.package)
    command = learned.command.partition(" && ")[0] + f" && python -m tools.train_lead --matches {wanted.matches}"
    weights = [*learned.weights[: bots.WEIGHTS], *(round(float(one), 4) for one in found.ravel())]
    write(spec, weights, command, digits=4)


Played: TypeAlias = tuple[Any, Any, Any]
"""What is told of each position of a match when a turn begins, how old the match is then, and the lead in the end of
the seat whose turn it is."""


def matches(spec: GameSpec, count: int) -> Iterator[Played]:
    """Matches of expert against itself."""
    batch = Batch(spec, 2, ("expert", "expert"))
    for number in range(count):
        state = State()
        setup(state, 2, spec.options())
        told: list[tuple[float, ...]] = []
        ages: list[int] = []
        seats: list[int] = []
        for who, what in batch.record(SEED, number, LONGEST):
            if who == CHANCE:
                land(state, what)
            else:
                apply(state, who, what)
            if bots.turn_begins(state) and [state.turn] != seats[-1:]:
                seats.append(state.turn)
                ages.append(bots.age_of(state))
                told.append(bots.told_of(state, state.turn, 1 - state.turn, spec.knowledge))
        lead = total(state, 0) - total(state, 1)
        yield np.array(told, float), np.array(ages), np.array([lead if seat == 0 else -lead for seat in seats], float)


def learn(played: list[Played]) -> Any:
    """By age: what each thing that is told is worth, in points of the lead; and how far off the lead is, squared."""
    size = bots.AGES * bots.TOLD
    bend, aim = np.zeros((size, size)), np.zeros(size)
    for told, ages, leads in played:
        spread = np.zeros((len(told), bots.AGES, bots.TOLD))
        spread[np.arange(len(told)), ages] = told
        rows = spread.reshape(len(told), size)
        bend += rows[:-1].T @ (rows[:-1] + rows[1:]) + np.outer(rows[-1], rows[-1])
        aim += rows[-1] * leads[-1]
    worth = np.linalg.lstsq(bend, aim, rcond=None)[0].reshape(bots.AGES, bots.TOLD)
    told, ages, leads = (np.concatenate([one[part] for one in played]) for part in range(3))
    off = (leads - (told * worth[ages]).sum(axis=1)) ** 2
    print(f"{len(told):,} positions; the lead is off by {off.mean() ** 0.5:.2f} points")
    return np.concatenate([worth, [_line(told[ages == age], off[ages == age]) for age in range(bots.AGES)]], axis=1)


def _line(told: Any, off: Any) -> Any:
    """The straight line that tells the squares by what is left of the deck."""
    return np.linalg.lstsq(told[:, [bots.MOVE, bots.MOVE_LEFT]], off, rcond=None)[0]


if __name__ == "__main__":
    main()
