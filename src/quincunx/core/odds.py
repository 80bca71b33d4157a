"""Weights that several games give to what lands next. Plain functions over ints, interpreted and compiled."""

from quincunx.core.fields import Row


def all_alike(weights: Row, count: int) -> int:
    """So many outcomes, each as likely, as of a fair die or a lot; their count, as `odds` returns it."""
    for outcome in range(count):
        weights[outcome] = 1
    return count
