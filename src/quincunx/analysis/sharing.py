"""A line to share about a match: the quality of its decisions, without the luck and without spoilers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from quincunx.analysis.report import Analysis
from quincunx.core.seats import Seat

MOST_MARKS = 10
"""The most marks of a line; each stands for a stretch of the match."""
PIPS = "⚀⚁⚂⚃⚄⚅"
"""The marks, from six pips for a stretch without a loss to one for the costliest. They do not depend on colours."""
DEAR = {"wins": (0.10, 0.05, 0.02, 0.01, 0.0), "points": (30.0, 15.0, 5.0, 2.0, 0.0)}
"""By unit: the losses, in wins or points, from which a stretch has one pip, two pips and so on up to five."""


def pips(analysis: Analysis[Any], seat: Seat) -> str:
    """Return the marks of a seat's decisions in order."""
    losses = [mark.loss for mark in analysis.marks if mark.seat == seat and len(mark.choices) > 1]
    return pips_of([loss / analysis.scale for loss in losses], analysis.unit)


def pips_of(losses: Sequence[float], unit: Literal["wins", "points"]) -> str:
    """Return the marks of decisions with these losses."""
    count = min(MOST_MARKS, len(losses))
    ends = [len(losses) * number // count for number in range(count + 1)] if count else []
    return "".join(_pip(sum(losses[first:last]), DEAR[unit]) for first, last in pairwise(ends))


def _pip(loss: float, dear: tuple[float, ...]) -> str:
    return next((PIPS[number] for number, least in enumerate(dear) if loss > least), PIPS[-1])
