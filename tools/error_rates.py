"""Measure the error rates of the bots, by which an analysis grades players, and write them beside it.

Bots of one level play each other at two seats; every match is analysed. In a race any seat may act next.

    python -m tools.error_rates --matches 20
"""

import argparse
import json
from math import sqrt
from pathlib import Path
from statistics import stdev

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
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("games", nargs="*", default=[spec.slug for spec in GAMES])
    wanted = parser.parse_args()
    path = Path(quincunx.analysis.__file__).with_name(FILE)
    measured = json.loads(path.read_text(encoding="utf-8"))
    for slug in wanted.games:
        found = {level: rate_of(game(slug), level, wanted.matches) for level in LEVELS}
        print(slug, found, flush=True)
        measured["rates"][f"{slug} {SEATS}"] = {level: rate for level, (rate, _) in found.items()}
        errors = {level: error for level, (_, error) in found.items()}
        measured["measured"][f"{slug} {SEATS}"] = {"matches": wanted.matches, "standard_errors": errors}
        path.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def rate_of(spec: GameSpec, level: str, matches: int) -> tuple[int, int]:
    """The mean loss per decision of a level and its standard error, in units."""
    losses, decisions = [], []
    for seed in range(matches):
        accounts = analyse(played(spec, level, seed)).accounts
        losses.append(sum(account.error_rate * account.decisions for account in accounts))
        decisions.append(sum(account.decisions for account in accounts))
    rate = sum(losses) / sum(decisions)
    # matches are independent of each other, decisions of one match are not
    rest = [loss - rate * count for loss, count in zip(losses, decisions, strict=True)]
    return round(rate), round(stdev(rest) * sqrt(matches) / sum(decisions))


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
