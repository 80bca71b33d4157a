"""Weights of outcomes that several games share. Plain functions over ints, interpreted and compiled."""

from quincunx.core.fields import Row


def all_alike(weights: Row, count: int) -> int:
    """Make `count` outcomes equally likely, as for a fair die or a lot; return `count`, as `odds` does."""
    for outcome in range(count):
        weights[outcome] = 1
    return count
