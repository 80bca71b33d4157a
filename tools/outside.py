"""Play `master` against OpenSpiel's own search with the same time a move, and write docs/outside.md.

python -m tools.outside                            all games, the usual number of matches
python -m tools.outside sixes --matches 40         more matches of one game; the page keeps the figures of the others

OpenSpiel searches by MCTS with random rollouts, where something is hidden by ISMCTS, since MCTS would see it. Both play
over the same matches, half of them in each order of seats. OpenSpiel's search is bounded by simulations, not by time:
their number is set anew before each move by how fast the last ones were.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import quincunx.envs  # noqa: F401  # registers the games
from quincunx.bots import bot_key, choose, searcher
from quincunx.core.bots import MASTER, Budget
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES, game
from quincunx.sim.statistics import wilson

PAGE = Path(__file__).parent.parent / "docs" / "outside.md"
KEPT = PAGE.with_name("outside.json")
SECONDS, MATCHES = 0.1, 12
UCT = 2.0
"""How much MCTS explores: the value of OpenSpiel's own examples."""

HEAD = """# Against an outside engine

`master` plays against OpenSpiel's search with the same time per move, on two seats, half of the matches in each order.
OpenSpiel uses its own MCTS with random rollouts. In Lowdown and PoPalotsy it uses ISMCTS, which sees only the player's
information state. It plays our games through the adapter. Its rollouts run through Python while ours are compiled, so
this compares what a researcher gets out of the box, not two algorithms with the same number of playouts.
`python -m tools.outside` repeats the measurement.
"""


class Opponent:
    """OpenSpiel's search, with as many simulations as fit into the time."""

    def __init__(self, spec: GameSpec, of: Any, seconds: float, seed: int) -> None:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        luck = np.random.RandomState(seed + 1)
        self._hides = spec.secrets is not None
        self._bot: Any
        if self._hides:
            self._bot = ismcts.ISMCTSBot(of, evaluator, UCT, 1, random_state=luck, allow_inconsistent_action_sets=True)
        else:
            self._bot = mcts.MCTSBot(of, UCT, 1, evaluator, random_state=luck)
        self._seconds = seconds
        self._rate = 100.0
        self.spent, self.moves, self.simulations = 0.0, 0, 0

    def step(self, state: Any) -> int:
        """The action that the search chooses."""
        count = max(2, round(self._rate * self._seconds))
        if self._hides:
            self._bot._max_simulations = count
        else:
            self._bot.max_simulations = count
        began = perf_counter()
        action = int(self._bot.step(state))
        spent = perf_counter() - began
        self._rate = 0.5 * self._rate + 0.5 * count / spent
        self.spent, self.moves, self.simulations = self.spent + spent, self.moves + 1, self.simulations + count
        return action


def play(spec: GameSpec, seconds: float, seed: int, ours: int) -> tuple[float, Opponent, list[float]]:
    """One match: what it was worth to us, 0 to 1; their search; our seconds a move."""
    of = pyspiel.load_game(f"quincunx_{spec.slug}", {"players": 2})
    state, luck = of.new_initial_state(), np.random.RandomState(seed)
    theirs, spent = Opponent(spec, of, seconds, 1000 + seed), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        elif seat == ours:
            began = perf_counter()
            view, key = state.match.view(seat), bot_key(seed, len(state.match), seat)
            action = choose(spec, MASTER, view, seat, legal, key, Budget(seconds=seconds))
            spent.append(perf_counter() - began)
        else:
            action = theirs.step(state)
        state.apply_action(action)
    return (state.returns()[ours] + 1) / 2, theirs, spent


def measure(spec: GameSpec, seconds: float, matches: int) -> Iterator[dict[str, Any]]:
    """What came of it, after every match."""
    searcher(spec)
    worth, ours, moves, simulations, spent = 0.0, [], 0, 0, 0.0
    for number in range(matches):
        result, theirs, own = play(spec, seconds, number // 2, number % 2)
        worth += result
        ours += own
        moves, simulations, spent = moves + theirs.moves, simulations + theirs.simulations, spent + theirs.spent
        share = wilson(worth, number + 1)
        yield {
            "matches": number + 1,
            "score": share.rate,
            "low": share.low,
            "high": share.high,
            "seconds": seconds,
            "our_seconds": float(np.mean(ours)),
            "their_seconds": spent / max(1, moves),
            "their_simulations": simulations / max(1, moves),
        }


def page(kept: dict[str, Any]) -> str:
    """The page with the figures of all games, in their order."""
    lines = [
        "| game | matches | `master` scores | 95 % | seconds per move, ours and theirs | their simulations per move |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for spec in GAMES:
        if (row := kept.get(spec.slug)) is not None:
            lines.append(
                f"| {spec.title} | {row['matches']} | {100 * row['score']:.0f} % "
                f"| {100 * row['low']:.0f} … {100 * row['high']:.0f} "
                f"| {row['our_seconds']:.2f}, {row['their_seconds']:.2f} | {row['their_simulations']:.0f} |"
            )
    return HEAD + "\n" + "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    wanted = parser.parse_args()
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for spec in [game(slug) for slug in wanted.games] or GAMES:
        for found in measure(spec, wanted.seconds, wanted.matches):
            print(f"{spec.title}: {found['score']:.2f} of {found['matches']}", flush=True)
            kept[spec.slug] = found
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
