"""Learn what a position of Mixed Doubles is worth from play between experts, and write it beside its rules.

Least squares: the lead at the end over what both have when a turn begins, and how far off that usually is. The same
seed learns the same numbers; the weights of `expert` before them stay.

    python -m tools.train_lead --matches 3000
"""

import argparse
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core.seats import CHANCE
from quincunx.core.spec import GameSpec
from quincunx.core.weights import read_learned
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
    told, leads = positions(spec, wanted.matches)
    lead = np.linalg.lstsq(told, leads, rcond=None)[0]
    off = (leads - told @ lead) ** 2
    left = told[:, bots.MOVE_LEFT]
    spread = np.linalg.lstsq(np.stack([np.ones_like(left), left], axis=1), off, rcond=None)[0]
    print(f"{len(leads):,} positions; the lead is off by {off.mean() ** 0.5:.2f} points")
    learned = read_learned(spec.package)
    command = learned.command.partition(" && ")[0] + f" && python -m tools.train_lead --matches {wanted.matches}"
    weights = [*learned.weights[: bots.WEIGHTS], *(round(float(one), 4) for one in (*lead, *spread))]
    write(spec, weights, command, digits=4)


def positions(spec: GameSpec, matches: int) -> tuple[Any, Any]:
    """What is told of every position at the beginning of a turn, and the lead of that seat in the end."""
    batch = Batch(spec, 2, ("expert", "expert"))
    told, leads = [], []
    for number in range(matches):
        state = State()
        setup(state, 2, spec.options())
        seen, turn = [], -1
        for who, what in batch.record(SEED, number, LONGEST):
            if who == CHANCE:
                land(state, what)
            else:
                apply(state, who, what)
            if bots.turn_begins(state) and state.turn != turn:
                turn = state.turn
                seen.append((turn, bots.told_of(state, turn)))
        for seat, row in seen:
            told.append(row)
            leads.append(total(state, seat) - total(state, 1 - seat))
    return np.array(told, float), np.array(leads, float)


if __name__ == "__main__":
    main()
