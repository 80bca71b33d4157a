"""Ratings from pairings: Bradley–Terry, intervals, and a sequential test with a bounded error.

A *group* is the same dice played in every order of seats. Its score for one of two bots is the share of its matches
that the bot won, half for a draw: with two seats 0, ¼, ½, ¾ or 1, as in the pentanomial statistics of fishtest.
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
"""The two scores that the sequential test compares."""
ERROR = 0.05
"""The probability of an error, either way, over all pairings together."""
FEWEST_GROUPS = 16
"""The fewest groups for a verdict: with fewer the variance is too uncertain."""
ELO = 400 / log(10)
"""Points of rating for odds of e to 1; 400 points are odds of ten to one."""


CUSHION = 1 / 8
"""The least spread assumed for one whole group: the first few results without luck may agree by chance."""


class Scores(Protocol):
    """The scores of one bot against another in groups."""

    @property
    def count(self) -> int:
        """The number of groups played."""

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
    """One bot's results against another without their luck, as sums of whole numbers."""

    count: int = 0
    """The number of groups played."""
    total: int = 0
    """The score of the first bot, in units of half a point."""
    squares: int = 0
    """The squares of the scores of groups."""
    each: int = 2
    """The number of comparisons in a group."""

    def add(self, other: "Unlucky") -> None:
        """Take in more groups."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def score(self) -> float:
        """The share of all points that the first bot won, clipped to 0 … 1.

        Without luck it may exceed these bounds a little.
        """
        return min(1.0, max(0.0, self.total / (self.count * self._whole))) if self.count else 0.5

    @property
    def variance(self) -> float:
        """The variance of a group's score."""
        if self.count < 2:
            return 0.0
        return (self.squares - self.total * self.total / self.count) / (self.count - 1) / self._whole**2

    @property
    def error(self) -> float:
        """The standard error of the score, always above 0."""
        return sqrt((self.variance * self.count + CUSHION) / self.count / self.count) if self.count else 0.5

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
    """One bot's results against another."""

    groups: Counter[int] = field(default_factory=Counter)
    """By number of half points: the groups with that score."""
    singles: Counter[int] = field(default_factory=Counter)
    """The numbers of single comparisons that were lost (0), level (1) and won (2)."""
    each: int = 2
    """The number of comparisons in a group."""
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
        """The number of groups played."""
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
        """The standard error of the score; a little is added to every outcome, so that it is always above 0."""
        if self.count == 0:
            return 0.5
        cushioned = {outcome: self.groups[outcome] + 0.25 for outcome in range(2 * self.each + 1)}
        return sqrt(_variance(cushioned)) / (2 * self.each) / sqrt(self.count)

    @property
    def fewer(self) -> float | None:
        """The factor by which matches without luck may be fewer for the same interval; None if unknown."""
        if self.unlucky is None or self.unlucky.variance <= 0 or self.variance <= 0:
            return None
        return self.variance / self.unlucky.variance

    @property
    def removed(self) -> float:
        """The share of the variance that duplicate dice have removed: 0 if groups vary as independent matches would.

        It is negative where matches with the same dice resemble each other more than other matches do, in whatever
        order the bots sit, because the dice favour a way to play. Bounds come from the spread of groups, so they allow
        for that.
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
    """The number of groups."""
    first: int = 0
    """The sum of what the first pairing scored in them, in halves of a point."""
    second: int = 0
    """The sum of what the second pairing scored in them."""
    both: int = 0
    """The sum, over the groups, of the product of the two scores."""
    unit: int = 1
    """The unit of half a point in these sums."""

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
    """Sequential probability ratio tests of 50 against 52 %, one each way, with one error over all pairings."""
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
    """Return the log-likelihood ratio of a score of 52 % against 50 % for the first bot."""
    variance = pairing.error**2 * pairing.count
    return pairing.count * (BETTER - EVEN) * (2 * pairing.score - EVEN - BETTER) / (2 * variance)


@dataclass(frozen=True)
class Rating:
    """A bot's strength relative to the mean of all, with 95 % bounds."""

    bot: str
    points: float
    low: float
    high: float


def bradley_terry(
    bots: Sequence[str],
    pairings: Mapping[Pair, Pairing] | Mapping[Pair, Unlucky],
    shared: Mapping[tuple[Pair, Pair], CommonGroups] | None = None,
) -> list[Rating]:
    """Return ratings that do not depend on the order of matches.

    Every pairing counts one drawn group more, so that a bot that won everything is not infinitely strong. Bounds follow
    from the spread of groups.

    With more than two at a table, every pair of places is a comparison. Under Plackett–Luce's model of whole finishes,
    two bots compare as under Bradley–Terry's, so these are its strengths, too. But comparisons at one table are
    correlated: a bot that beats one opponent has often beaten the other, too. `shared` measures that, and the bounds
    allow for it.
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
    """Return standard errors by the sandwich estimator.

    It uses the curvature of the likelihood and the variance of groups.
    """
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
