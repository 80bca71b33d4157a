"""Count the gains that `expert` of Battle of the Sixes knows, in play against itself, and write them beside its rules.

`greedy` plays first; then `expert` by what was counted before, several times over.

    python -m tools.train_sixes --rounds 3 --matches 8000
"""

import argparse
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core import loops
from quincunx.core.arrays import arrays_of, states_of
from quincunx.core.jit import compiled
from quincunx.games.sixes.state import DICE_CHOICES, SEATS
from quincunx.games.sixes.values import CONTEXTS, GAINS, STEPS, VALUES, tables
from tools.train_expert import write
from tools.training import sixes as learning

SHARES = {6: 1.0, 4: 0.2, 5: 0.2, 8: 0.1, 10: 0.05, 12: 0.03}
"""By dice of each player: the share of the matches that are played with them; more dice take longer."""
ENOUGH = 200
"""Numbers of dice left that were met at least so often are well enough known to stand in for others."""
CUSHION = 30
"""The weight, in gains, of the counts with the nearest well known numbers of dice."""
DIGITS = 5


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="of expert, after one of greedy")
    parser.add_argument("--matches", type=int, default=8000, help="of a round, with six dice each")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    spec = game("sixes")
    values = np.zeros(VALUES)
    for number in range(wanted.rounds + 1):
        bot = spec.reflex_names.index("expert" if number else "greedy")
        counted = count(bot, values, wanted.seed + number, wanted.matches)
        gains = chances(counted)
        values = tables(gains)
        print(f"round {number}: {counted.sum():,} gains counted", flush=True)
    command = f"python -m tools.train_sixes --rounds {wanted.rounds} --matches {wanted.matches} --seed {wanted.seed}"
    write(spec, gains.ravel(), command, DIGITS)


def count(bot: int, values: Any, seed: int, matches: int) -> Any:
    """By context and gain: how often it came to that."""
    spec = game("sixes")
    counted = np.zeros((CONTEXTS, GAINS), np.int64)
    noted = np.zeros((learning.MOST_MOMENTS, 2 * SEATS), np.int64)
    arrays = arrays_of(spec, [bot + (1 << loops.SPEED_SHIFT)] * SEATS, values)
    for dice in DICE_CHOICES:
        compiled(spec, learning).count_gains(
            states_of(spec, loops.STATES),
            np.array(spec.options({"dice": str(dice)})),
            arrays,
            noted,
            counted,
            seed,
            0,
            max(1, round(SHARES[dice] * matches)),
        )
    return counted


def chances(counted: Any) -> Any:
    """By context and gain: the chance; where little was counted, mostly that of the nearest dice."""
    by_dice = counted.reshape(STEPS, STEPS, 2, GAINS).astype(float)
    met = np.argwhere(by_dice.sum(axis=(2, 3)) >= ENOUGH)
    found = np.zeros(by_dice.shape)
    for mine, theirs in np.ndindex(STEPS, STEPS):
        near = met[np.abs(met - (mine, theirs)).sum(axis=1).argmin()]
        usual = by_dice[tuple(near)].sum(axis=0)
        found[mine, theirs] = by_dice[mine, theirs] + CUSHION * usual / usual.sum()
    found /= found.sum(axis=-1, keepdims=True)
    return found.reshape(CONTEXTS, GAINS)


if __name__ == "__main__":
    main()
