"""Learn the weights of a game's `expert` by play against the bots before it, and write them beside its rules.

The cross-entropy method: draw weights around the best so far, play each draw with duplicate dice and both seats against
`greedy`, keep the best, and narrow down. The same seed learns the same weights.

    python -m tools.train_expert mixeddoubles --rounds 12
"""

import argparse
import json
from importlib import import_module
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core import loops
from quincunx.core.learned import FILE, read_learned
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from quincunx.solvers.search import search_of

DRAWS = 24
KEPT = 6
SPREAD = 0.35
"""How far from the first weights others are drawn at first, as a share of each weight's size."""
LEAST_SPREAD = 8.0
"""The least distance of draws at first: with less, weights in hundredths of a point would make no difference."""
SMOOTH = 0.6


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--pairs", type=int, default=1500, help="duplicate pairs that each draw plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-greedy", action="store_true", help="begin with greedy's weights")
    wanted = parser.parse_args()
    spec = game(wanted.game)
    own, learned = import_module(f"{spec.package}.bots"), read_learned(spec.package).weights
    start = own.GREEDY_WEIGHTS if wanted.from_greedy else learned[: own.WEIGHTS]
    rng = np.random.default_rng(wanted.seed)
    middle = np.array(start, float)
    spread = np.maximum(SPREAD * np.abs(middle), LEAST_SPREAD)
    arena = Arena(spec, wanted.pairs)
    best, best_score = middle, arena.score(middle, 0)
    for number in range(1, wanted.rounds + 1):
        draws = [best, *(middle + spread * rng.standard_normal(len(middle)) for _ in range(DRAWS))]
        scores = [arena.score(draw, number) for draw in draws]
        order = np.argsort(scores)[::-1]
        elite = np.array([draws[index] for index in order[:KEPT]])
        middle = SMOOTH * elite.mean(axis=0) + (1 - SMOOTH) * middle
        spread = SMOOTH * elite.std(axis=0) + (1 - SMOOTH) * spread
        best, best_score = draws[order[0]], scores[order[0]]
        print(f"round {number}: best {best_score:.4f}, as before {scores[0]:.4f}")
    arena.pairs *= 4
    found = max((middle, best), key=lambda weights: arena.score(weights, 10**6))
    print(f"on fresh dice: {arena.score(found, 10**6 + 1):.4f}")
    write(
        spec,
        [*found, *learned[own.WEIGHTS :]],
        f"python -m tools.train_expert {spec.slug} --rounds {wanted.rounds} --pairs {wanted.pairs} "
        f"--seed {wanted.seed}{' --from-greedy' if wanted.from_greedy else ''}",
    )


class Arena:
    """Expert against greedy, in both seats with the same dice."""

    def __init__(self, spec: GameSpec, pairs: int) -> None:
        self.pairs = pairs
        self.margin = search_of(spec).margin
        self.batches = [Batch(spec, 2, bots, duplicate=True) for bots in (("expert", "greedy"), ("greedy", "expert"))]

    def score(self, weights: Any, seed: int) -> float:
        """Half the share of wins, half the lead as the search measures it: 0.5 is even."""
        total = 0.0
        for seat, batch in enumerate(self.batches):
            batch.arrays = batch.arrays._replace(knowledge=np.array(weights))
            results, _ = batch.results(seed, 0, self.pairs)
            places = results[:, loops.RESULTS : loops.RESULTS + 2]
            points = results[:, loops.RESULTS + 2 : loops.RESULTS + 4]
            won = np.where(places[:, 0] == places[:, 1], 0.5, places[:, seat] == 1)
            lead = np.abs(points[:, 0] - points[:, 1]) * np.sign(won - 0.5)
            total += float((won + np.clip(0.5 + lead / (2 * self.margin), 0, 1)).mean()) / 2
        return total / 2


def write(spec: GameSpec, weights: Any, command: str, digits: int = 2) -> None:
    """Write learned weights, with the command that learns them, into the game's folder."""
    folder = spec.folder
    learned = {
        "rules": spec.rules_version,
        "command": command,
        "weights": [round(float(one), digits) for one in weights],
    }
    (folder / FILE).write_text(json.dumps(learned, indent=1) + "\n")


if __name__ == "__main__":
    main()
