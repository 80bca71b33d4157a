"""The level of a seat's decisions, by its error rate."""

import json
from functools import cache
from importlib import resources
from itertools import pairwise
from math import sqrt
from typing import cast

from quincunx.analysis.report import Grade
from quincunx.core.bots import LEVELS
from quincunx.core.spec import GameSpec

FILE = "rates.json"
FLAWLESS = 0
WORSE = 3
"""A seat that loses more than this many times the weakest level's loss per decision is graded `random`."""


@cache
def measured_rates(slug: str, seats: int) -> dict[str, int]:
    """Return each level's error rate in this game with that number of seats, or with two.

    It is empty if it was not measured.
    """
    rates = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))["rates"]
    found: dict[str, int] = rates.get(f"{slug} {seats}") or rates.get(f"{slug} 2", {})
    return found if seats > 1 or f"{slug} {seats}" in rates else {}


def grade_of(spec: GameSpec, seats: int, rate: int) -> Grade | None:
    """The level for an error rate. The border between two measured levels is the geometric mean of their rates."""
    if rate == FLAWLESS:
        return "flawless"
    rates = measured_rates(spec.slug, seats)
    levels = [level for level in reversed(LEVELS) if level in rates]
    for better, worse in pairwise(levels):
        if rate <= sqrt(rates[better] * rates[worse]):
            return cast("Grade", better)
    if not levels:
        return None
    return "random" if rate > WORSE * rates[levels[-1]] else cast("Grade", levels[-1])
