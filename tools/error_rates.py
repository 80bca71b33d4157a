"""Measure the error rates of the bots, by which an analysis grades players, and write them beside it.

Bots of one level play each other at two seats; every match is analysed. In a race any seat may act next.

    python -m tools.error_rates --matches 2
"""

import argparse
import json
from pathlib import Path

import quincunx.analysis
from quincunx import GAMES, Match, game
from quincunx.analysis import analyse
from quincunx.analysis.grades import FILE
from quincunx.bots import bot_key, choose
from quincunx.core.bots import EXPERT, GREEDY
from quincunx.core.generator import below
from quincunx.core.spec import GameSpec

SEATS = 2
LEVELS = (GREEDY, EXPERT)


def main() -> None:
    """Measure and write, game by game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("games", nargs="*", default=[spec.slug for spec in GAMES])
    wanted = parser.parse_args()
    path = Path(quincunx.analysis.__file__).with_name(FILE)
    measured = json.loads(path.read_text(encoding="utf-8"))
    measured["command"] = f"python -m tools.error_rates --matches {wanted.matches}"
    for slug in wanted.games:
        rates = {level: rate_of(game(slug), level, wanted.matches) for level in LEVELS}
        print(slug, rates, flush=True)
        measured["rates"][f"{slug} {SEATS}"] = rates
        path.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def rate_of(spec: GameSpec, level: str, matches: int) -> int:
    """The mean loss of a decision of a level, in units."""
    accounts = [account for seed in range(matches) for account in analyse(played(spec, level, seed)).accounts]
    losses = sum(account.error_rate * account.decisions for account in accounts)
    return round(losses / max(1, sum(account.decisions for account in accounts)))


def played(spec: GameSpec, level: str, seed: int) -> Match:
    """A match between bots of one level."""
    match = Match(spec, SEATS, seed=seed)
    while not match.is_over:
        key = bot_key(seed, len(match), 0)
        seat = match.actors[below(key, len(match.actors))]
        match.push(choose(spec, level, match.view(seat), seat, match.legal_actions(seat), key), seat)
    return match


if __name__ == "__main__":
    main()
