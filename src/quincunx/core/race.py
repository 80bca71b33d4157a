"""Races: several seats may act at the same time."""

from collections.abc import Mapping
from typing import Any

from quincunx.core.match import Match
from quincunx.core.spec import GameSpec


def race_starter(spec: GameSpec, seats: int, variants: Mapping[str, str], start: Any = None) -> int | None:
    """Return the number of outcomes of the die that starts a race.

    None if this match is played in turns; 0 if the race starts without a die. The answer does not depend on the dice.
    """
    if not spec.race:
        return None
    trial = Match(spec, seats, variants=variants, start=start, seed=0, settle=False)
    outcomes = 0
    while trial.awaits_chance:
        outcomes = len(trial.odds())
        trial.land(trial.chance.outcome(trial))
    return outcomes if len(trial.actors) > 1 else None
