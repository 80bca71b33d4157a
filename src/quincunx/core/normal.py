"""Normal distributions, each given by a mean and a variance.

Plain functions over floats, interpreted and compiled.
"""

from math import erf, exp, pi, sqrt

SQRT_2 = sqrt(2)
SQRT_2_PI = sqrt(2 * pi)


def chance_above_zero(mean: float, variance: float) -> float:
    """P(X > 0) for X ~ N(mean, variance)."""
    return 0.5 + 0.5 * erf(mean / sqrt(variance) / SQRT_2)


def higher_of(mean: float, variance: float, other: float, other_variance: float) -> tuple[float, float]:
    """Mean and variance of the maximum of two independent normal variables (C. E. Clark, 1961)."""
    apart = sqrt(variance + other_variance)
    lead = (mean - other) / apart
    first = chance_above_zero(lead, 1.0)
    both = apart * exp(-0.5 * lead * lead) / SQRT_2_PI
    highest = mean * first + other * (1 - first) + both
    square = (mean * mean + variance) * first + (other * other + other_variance) * (1 - first) + (mean + other) * both
    return highest, square - highest * highest
