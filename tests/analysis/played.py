"""Matches to analyse."""

from quincunx import Match
from quincunx.bots import bot_key, choose
from quincunx.core.generator import below
from quincunx.core.spec import GameSpec


def played(spec: GameSpec, seats: int, seed: int, bot: str = "greedy") -> Match:
    """A match between bots; in a race each seat is as fast."""
    match = Match(spec, seats, seed=seed)
    while not match.is_over:
        key = bot_key(seed, len(match), 0)
        seat = match.actors[below(key, len(match.actors))]
        match.push(choose(spec, bot, match.view(seat), seat, match.legal_actions(seat), key), seat)
    return match
