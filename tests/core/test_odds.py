"""Weights that several games share."""

import pytest

from quincunx.core.odds import all_alike


@pytest.mark.parametrize("count", [1, 2, 6])
def test_all_alike(count: int) -> None:
    weights = [7] * 6
    assert all_alike(weights, count) == count
    assert weights == [1] * count + [7] * (6 - count)
