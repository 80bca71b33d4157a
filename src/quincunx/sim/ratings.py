"""Ratings from pairings: Bradley–Terry, intervals, and a sequential test that keeps its error.

A *group* is the same dice played in every order of seats. Its score for one of two bots is how often that one came
before the other in it, half for level: with two seats 0, ¼, ½, ¾ or 1, as in the pentanomial statistics of fishtest.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log, sqrt
from typing import Any, Protocol, TypeAlias

from quincunx.sim.statistics import DEVIATIONS, Interval
from quincunx.solvers.valuing import UNIT

EVEN, BETTER = 0.5, 0.52
"""The two scores that the sequential test tells apart."""
ERROR = 0.05
"""How often it may err, either way, over all pairings together."""
FEWEST_GROUPS = 16
"""With fewer groups the variance is not known well enough for a verdict."""
ELO = 400 / log(10)
"""Points of rating for odds of e to 1; 400 points are odds of ten to one."""


CUSHION = 1 / 8
"""The spread of one whole group is at least this: results without luck may agree by chance in the first few."""


class Scores(Protocol):
    """The scores of one bot against another in groups."""

    @property
    def count(self) -> int:
        """How many groups were played."""

    @property
    def score(self) -> float:
        """The share of all points that the first bot won."""

    @property
    def error(self) -> float:
        """The standard error of the score."""


def interval_of(scores: Scores) -> Interval:
    """A score with its 95 % interval, from the spread of groups."""
    reach = DEVIATIONS * scores.error
    return Interval(scores.score, max(0.0, scores.score - reach), min(1.0, scores.score + reach))


@dataclass
class Unlucky:
    """How one bot fared against another, their luck taken off: sums of whole numbers."""

    count: int = 0
    """How many groups were played."""
    total: int = 0
    """What the first bot scored, in units of half a point."""
    squares: int = 0
    """The squares of the scores of groups."""
    each: int = 2
    """How many comparisons a group has."""

    def add(self, other: "Unlucky") -> None:
        """Take in more groups."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def score(self) -> float:
        """The share of all points that the first bot won, cut to 0 … 1: without luck it may pass them a little."""
        return min(1.0, max(0.0, self.total / (self.count * self._whole))) if self.count else 0.5

    @property
    def variance(self) -> float:
        """The variance of a group's score."""
        if self.count < 2:
            return 0.0
        return (self.squares - self.total * self.total / self.count) / (self.count - 1) / self._whole**2

    @property
    def error(self) -> float:
        """The standard error of the score, never nothing."""
        return sqrt((self.variance * self.count + CUSHION) / self.count / self.count) if self.count else 0.5

    @property
    def interval(self) -> Interval:
        """The score with its 95 % interval, from the spread of groups."""
        return interval_of(self)

    @property
    def _whole(self) -> int:
        return 2 * UNIT * self.each

    def turned(self) -> "Unlucky":
        """The same, seen by the other bot."""
        whole = self._whole
        squares = self.count * whole * whole - 2 * whole * self.total + self.squares
        return Unlucky(self.count, self.count * whole - self.total, squares, self.each)


@dataclass
class Pairing:
    """How one bot fared against another."""

    groups: Counter[int] = field(default_factory=Counter)
    """How often a group's score was each number of half points."""
    singles: Counter[int] = field(default_factory=Counter)
    """How often a single comparison was lost (0), level (1) or won (2)."""
    each: int = 2
    """How many comparisons a group has."""
    unlucky: Unlucky | None = None
    """The same without luck, where that was asked for."""

    def add(self, other: "Pairing") -> None:
        """Take in more groups."""
        self.groups += other.groups
        self.singles += other.singles
        if self.unlucky is not None and other.unlucky is not None:
            self.unlucky.add(other.unlucky)

    @property
    def count(self) -> int:
        """How many groups were played."""
        return self.groups.total()

    @property
    def score(self) -> float:
        """The share of all points that the first bot won."""
        return _mean(self.groups) / (2 * self.each) if self.count else 0.5

    @property
    def variance(self) -> float:
        """The variance of a group's score."""
        return _variance(self.groups) / (2 * self.each) ** 2

    @property
    def error(self) -> float:
        """The standard error of the score; a little is added to every outcome, so that it is never nothing."""
        if self.count == 0:
            return 0.5
        cushioned = {outcome: self.groups[outcome] + 0.25 for outcome in range(2 * self.each + 1)}
        return sqrt(_variance(cushioned)) / (2 * self.each) / sqrt(self.count)

    @property
    def interval(self) -> Interval:
        """The score with its 95 % interval, from the spread of groups."""
        return interval_of(self)

    @property
    def fewer(self) -> float | None:
        """How many times fewer matches give the same interval without luck; None if that is not known."""
        if self.unlucky is None or self.unlucky.variance <= 0 or self.variance <= 0:
            return None
        return self.variance / self.unlucky.variance

    @property
    def removed(self) -> float:
        """The share of the variance that duplicate dice have removed: 0 if groups vary as independent matches would.

        Below 0 where matches with the same dice resemble each other more than others do, in whatever order bots sit:
        dice that favour a way to play. Bounds come from the spread of groups, so they allow for it.
        """
        alone = _variance(self.singles) / 4 / self.each
        return 1 - self.variance / alone if alone > 0 else 0.0

    def turned(self) -> "Pairing":
        """The same, seen by the other bot."""
        return Pairing(
            Counter({2 * self.each - points: times for points, times in self.groups.items()}),
            Counter({2 - points: times for points, times in self.singles.items()}),
            self.each,
            None if self.unlucky is None else self.unlucky.turned(),
        )


@dataclass
class CommonGroups:
    """The groups in which all bots of two pairings sat at one table."""

    groups: int = 0
    """How many groups there are."""
    first: int = 0
    """The sum of what the first pairing scored in them, in halves of a point."""
    second: int = 0
    """The sum of what the second pairing scored in them."""
    both: int = 0
    """The sum, over the groups, of the product of the two scores."""
    unit: int = 1
    """What half a point is in these sums."""

    def add(self, other: "CommonGroups") -> None:
        """Take in more groups."""
        self.groups += other.groups
        self.first += other.first
        self.second += other.second
        self.both += other.both

    @property
    def covariance(self) -> float:
        """The covariance of the two sums of scores, in halves of a point."""
        return (self.both - self.first * self.second / self.groups) / self.unit**2 if self.groups else 0.0


Pair: TypeAlias = tuple[int, int]
"""Two bots, by their numbers."""


class Verdict(Enum):
    """The sequential test's verdict on a pairing."""

    OPEN = "not sure yet"
    FIRST = "the first is stronger"
    SECOND = "the second is stronger"
    LEVEL = "neither is 2 % stronger"


def verdict(pairing: Pairing | Unlucky, pairings: int = 1) -> Verdict:
    """Sequential probability ratio tests of 50 against 52 %, one each way, at the error of all pairings together."""
    if pairing.count < FEWEST_GROUPS:
        return Verdict.OPEN
    error = ERROR / (2 * pairings)
    bound = log((1 - error) / error)
    first, second = likelihood_ratio(pairing), likelihood_ratio(pairing.turned())
    if first >= bound:
        return Verdict.FIRST
    if second >= bound:
        return Verdict.SECOND
    return Verdict.LEVEL if first <= -bound and second <= -bound else Verdict.OPEN


def likelihood_ratio(pairing: Scores) -> float:
    """The logarithm of how much likelier the groups are if the first scores 52 % than if it scores 50 %."""
    variance = pairing.error**2 * pairing.count
    return pairing.count * (BETTER - EVEN) * (2 * pairing.score - EVEN - BETTER) / (2 * variance)


@dataclass(frozen=True)
class Rating:
    """A bot's strength, the mean of all being 0; with 95 % bounds."""

    bot: str
    points: float
    low: float
    high: float


def bradley_terry(
    bots: Sequence[str],
    pairings: Mapping[Pair, Pairing] | Mapping[Pair, Unlucky],
    shared: Mapping[tuple[Pair, Pair], CommonGroups] | None = None,
) -> list[Rating]:
    """Ratings that do not depend on the order of matches; every pairing counts one drawn group more, so that nobody
    who won everything is infinitely strong. Bounds follow from the spread of groups.

    Where more than two sit at a table, every pair of places is a comparison. Under Plackett–Luce's model of whole
    finishes any two bots compare as under Bradley–Terry's, so these are its strengths too. But comparisons at one table
    hang together (who beats one has often beaten the other, too): `shared` tells how much, and the bounds allow for it.
    """
    import numpy as np

    size = len(bots)
    strength = np.zeros(size)
    for _ in range(200):
        slope, bend = np.zeros(size), np.zeros((size, size))
        for (a, b), pairing in pairings.items():
            times = pairing.count + 1
            score = (pairing.score * pairing.count + 0.5) / times
            chance = 1 / (1 + np.exp(strength[b] - strength[a]))
            slope[a] += times * (score - chance)
            slope[b] -= times * (score - chance)
            _curve(bend, a, b, times * chance * (1 - chance))
        step = np.linalg.pinv(bend) @ slope
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    errors = _errors(size, strength, pairings, shared or {})
    order = np.argsort(-strength, kind="stable")
    return [
        Rating(
            bots[bot],
            ELO * strength[bot],
            ELO * (strength[bot] - DEVIATIONS * errors[bot]),
            ELO * (strength[bot] + DEVIATIONS * errors[bot]),
        )
        for bot in order
    ]


def _errors(
    size: int,
    strength: Any,
    pairings: Mapping[Pair, Pairing] | Mapping[Pair, Unlucky],
    shared: Mapping[tuple[Pair, Pair], CommonGroups],
) -> Any:
    """Standard errors by the sandwich estimator: the curvature of the likelihood, and how much groups vary."""
    import numpy as np

    bend, spread = np.zeros((size, size)), np.zeros((size, size))
    for (a, b), pairing in pairings.items():
        times = pairing.count + 1
        chance = 1 / (1 + np.exp(strength[b] - strength[a]))
        _curve(bend, a, b, times * chance * (1 - chance))
        _curve(spread, a, b, times * times * pairing.error**2)
    for ((a, b), (c, d)), common in shared.items():
        one, other = np.zeros(size), np.zeros(size)
        one[a], one[b], other[c], other[d] = 1, -1, 1, -1
        together = common.covariance / (4 * pairings[a, b].each * pairings[c, d].each)
        spread += together * (np.outer(one, other) + np.outer(other, one))
    inverse = np.linalg.pinv(bend)
    return np.sqrt(np.maximum(0, np.diag(inverse @ spread @ inverse)))


def _curve(matrix: Any, a: int, b: int, much: float) -> None:
    matrix[a, a] += much
    matrix[b, b] += much
    matrix[a, b] -= much
    matrix[b, a] -= much


def _mean(counts: Mapping[int, float]) -> float:
    return sum(value * times for value, times in counts.items()) / sum(counts.values())


def _variance(counts: Mapping[int, float]) -> float:
    if sum(counts.values()) == 0:
        return 0.0
    mean = _mean(counts)
    return sum(times * (value - mean) ** 2 for value, times in counts.items()) / sum(counts.values())
