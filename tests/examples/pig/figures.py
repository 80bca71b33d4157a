"""What a simulation of Pig counts."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.seats import CHANCE
from tests.examples.pig.rules import State

NAMES = ("rolls", "ones")


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    if who == CHANCE:
        out[0] += 1
        if what == 0:
            out[1] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[str, str]]:
    return [
        ("rolls a match", f"{counters[0] / max(matches, 1):.1f}"),
        ("ones", f"{counters[1] / max(counters[0], 1):.1%}"),
    ]
