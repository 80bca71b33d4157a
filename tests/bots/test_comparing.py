"""How two choices differ, in sentences."""

import pytest

from quincunx.bots.comparing import compared
from quincunx.bots.words import INSTEAD
from quincunx.core.contract import Part
from quincunx.core.words import BLUE


@pytest.mark.parametrize(
    ("this", "other", "is_share", "said"),
    [
        (1, 2, False, "blue 1 instead of 2"),
        (-1, 0, False, "blue −1 instead of 0"),
        (1.5, 2, False, "blue 1.5 instead of 2.0"),
        (0, 1, True, "blue 0.0 % instead of 100.0 %"),
    ],
)
def test_counts_are_told_as_whole_numbers(this: float, other: float, is_share: bool, said: str) -> None:
    one, two = ({"blue": Part(BLUE(), amount, is_share)} for amount in (this, other))
    worse, better = compared(one, two, INSTEAD)
    assert ([str(message) for message in worse], better) == ([said], [])
