"""Numbers that are known more or less: who of several is ahead, and the higher one of two."""

from itertools import pairwise
from statistics import NormalDist

import pytest

from quincunx.core.normal import chance_above_zero, higher_of


@pytest.mark.parametrize(("mean", "variance"), [(0, 1), (2, 4), (-3, 9), (1, 0.25)])
def test_the_chance_of_more_than_nothing(mean: float, variance: float) -> None:
    assert chance_above_zero(mean, variance) == pytest.approx(1 - NormalDist(mean, variance**0.5).cdf(0))


@pytest.mark.parametrize(("mean", "variance", "other", "off"), [(0, 1, 0, 1), (2, 4, -1, 1), (-3, 2, 5, 9)])
def test_the_higher_of_two(mean: float, variance: float, other: float, off: float) -> None:
    """By the chance that both are below something, in small steps."""
    one, two = NormalDist(mean, variance**0.5), NormalDist(other, off**0.5)
    steps = [place / 100 for place in range(-3000, 3001)]
    shares = [
        (low + high, one.cdf(high) * two.cdf(high) - one.cdf(low) * two.cdf(low)) for low, high in pairwise(steps)
    ]
    highest = sum(both / 2 * share for both, share in shares)
    spread = sum((both / 2 - highest) ** 2 * share for both, share in shares)
    assert higher_of(mean, variance, other, off) == pytest.approx((highest, spread), abs=1e-4)


@pytest.mark.parametrize("seats", range(2, 9))
def test_among_equals_everybody_has_the_same_chance(seats: int) -> None:
    best, off = -1e9, 0.0
    for _ in range(seats - 1):
        best, off = higher_of(best, off, 7.0, 4.0)
    assert chance_above_zero(7.0 - best, 4.0 + off) == pytest.approx(1 / seats, abs=0.003)
