"""What a simulation of Pig counts."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE
from quincunx.core.words import decimal, percent
from tests.examples.pig import words
from tests.examples.pig.rules import State

NAMES = ("rolls", "ones")


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    if who == CHANCE:
        out[0] += 1
        if what == 0:
            out[1] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    return [
        (words.FIGURE_ROLLS(), decimal(counters[0] / max(matches, 1))),
        (words.FIGURE_ONES(), percent(counters[1] / max(counters[0], 1))),
    ]
