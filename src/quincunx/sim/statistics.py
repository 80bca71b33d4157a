"""Totals of many matches: integers that can be summed in any order, and statistics computed from them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple, Self

from quincunx.core import loops

CONFIDENCE = 0.95
DEVIATIONS = 1.959963984540054
"""Standard deviations on either side that contain 95 % of a normal distribution."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Interval(NamedTuple):
    """A rate with its bounds at 95 % confidence."""

    rate: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Interval:
    """Wilson's score interval of a rate. Half a success widens it as much as a whole one, so it stays cautious."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    rate = successes / trials
    square = DEVIATIONS * DEVIATIONS
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    reach = DEVIATIONS * sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return Interval(rate, middle - reach if successes > 0 else 0.0, middle + reach if successes < trials else 1.0)


@dataclass(frozen=True)
class Spread:
    """The distribution of whole numbers, exact as far as floats go."""

    count: int
    mean: float
    deviation: float
    least: int
    most: int
    quantiles: tuple[int, ...]
    """The quantiles of `QUANTILES`."""

    @classmethod
    def of(cls, counter: Mapping[int, int]) -> Self | None:
        """Return the distribution of counted numbers; None if there are none."""
        count = sum(counter.values())
        if count == 0:
            return None
        total = sum(number * times for number, times in counter.items())
        squares = sum(number * number * times for number, times in counter.items())
        variance = Fraction(squares * count - total * total, count * max(1, count - 1))
        return cls(
            count=count,
            mean=total / count,
            deviation=sqrt(variance),
            least=min(counter),
            most=max(counter),
            quantiles=tuple(quantile(counter, share) for share in QUANTILES),
        )

    def to_json(self) -> dict[str, Any]:
        """The figures as plain values for JSON."""
        return {
            "mean": self.mean,
            "deviation": self.deviation,
            "least": self.least,
            "most": self.most,
            "quantiles": {f"{share:g}": number for share, number in zip(QUANTILES, self.quantiles, strict=True)},
        }


def quantile(counter: Mapping[int, int], share: float) -> int:
    """Return the smallest number that at least this share of all counted numbers does not exceed."""
    wanted = share * sum(counter.values())
    passed = 0
    for number in sorted(counter):
        passed += counter[number]
        if passed >= wanted:
            return number
    raise ValueError("a quantile of nothing")


@dataclass
class MatchTally:
    """Counts over matches: whole numbers alone, so that sums do not depend on their order."""

    seats: int
    matches: int = 0
    cut_off: int = 0
    """Matches that were cut off at the most events; they count nowhere else."""
    wins: list[Counter[int]] = field(default_factory=list)
    """By seat: the number of matches in which it came first together with n seats, itself included."""
    points: list[Counter[int]] = field(default_factory=list)
    """By seat: how often it had each number of points."""
    events: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    first_to_act: Counter[int] = field(default_factory=Counter)
    """As `wins`, for the seat that acted first."""
    figures: list[int] = field(default_factory=list)
    """The game's own counters."""

    def __post_init__(self) -> None:
        self.wins = self.wins or [Counter() for _ in range(self.seats)]
        self.points = self.points or [Counter() for _ in range(self.seats)]

    @property
    def finished(self) -> int:
        """Matches that were played to their end."""
        return self.matches - self.cut_off

    @classmethod
    def of(cls, seats: int, results: Any, figures: Iterable[int]) -> Self:
        """Count the rows of results that `Batch.results` gives."""
        import numpy as np

        tally = cls(seats, matches=len(results), figures=[int(figure) for figure in figures])
        ended = results[results[:, loops.CUT_OFF] == 0]
        tally.cut_off = len(results) - len(ended)
        tally.events = _counted(ended[:, loops.EVENTS])
        tally.decisions = _counted(ended[:, loops.DECISIONS])
        first_place = ended[:, loops.RESULTS : loops.RESULTS + seats] == 1
        sharing = first_place.sum(axis=1)
        for seat in range(seats):
            tally.wins[seat] = _counted(sharing[first_place[:, seat]])
            tally.points[seat] = _counted(ended[:, loops.RESULTS + seats + seat])
        starter = ended[:, loops.FIRST_TO_ACT]
        started = starter != loops.NO_SEAT
        won = np.zeros(len(ended), bool)
        won[started] = first_place[started, starter[started]]
        tally.first_to_act = _counted(sharing[won])
        return tally

    def add(self, other: "MatchTally") -> None:
        """Add the matches of another tally."""
        self.matches += other.matches
        self.cut_off += other.cut_off
        self.events += other.events
        self.decisions += other.decisions
        self.first_to_act += other.first_to_act
        for seat in range(self.seats):
            self.wins[seat] += other.wins[seat]
            self.points[seat] += other.points[seat]
        figures = self.figures or [0] * len(other.figures)
        self.figures = [mine + theirs for mine, theirs in zip(figures, other.figures, strict=True)]


def win_share(wins: Mapping[int, int]) -> Fraction:
    """Wins of a seat, where a win shared by n seats counts as 1/n of one."""
    return sum((Fraction(times, sharing) for sharing, times in wins.items()), Fraction())


def _counted(numbers: Any) -> Counter[int]:
    import numpy as np

    values, times = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))
