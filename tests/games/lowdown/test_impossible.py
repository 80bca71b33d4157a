"""Positions of Lowdown that play cannot reach, and some that it can, one by one."""

from quincunx.games.lowdown import SPEC
from tests.contract.impossible import at, check, reached


def test_lowdown_wilds_used_and_nothing_written() -> None:
    check(SPEC, reached(SPEC, at(1)), "more wilds than it has written", wilds=[1, 0, 0, 0])
