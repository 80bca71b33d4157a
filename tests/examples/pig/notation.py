"""Pig as text: `roll`, `hold`; the die lands as its number."""

from collections.abc import Sequence

from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.words import quoted
from tests.examples.pig import words
from tests.examples.pig.rules import HOLD, SIDES, State

ACTION_WORDS = ("roll", "hold")


def format_action(state: State, seat: Seat, action: int) -> str:
    return ACTION_WORDS[action]


def parse_action(state: State, seat: Seat, text: str) -> int:
    if text.strip().lower() not in ACTION_WORDS:
        raise NotationError(words.NO_ACTION(text=quoted(text)))
    return ACTION_WORDS.index(text.strip().lower())


def format_outcome(state: State, outcome: int) -> str:
    return str(outcome + 1)


def parse_outcome(state: State, text: str) -> int:
    if text not in [str(number) for number in range(1, SIDES + 1)]:
        raise NotationError(words.CANNOT_SHOW(text=quoted(text)))
    return int(text) - 1


def describe_chance(state: State, names: Sequence[str]) -> Message:
    return words.DIE_LANDS()


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    if who == CHANCE:
        rolls = words.ROLLS(name=names[before.turn], die=words.DIE(codes=str(what + 1)))
        return [rolls, words.TURN_IS_LOST()] if what == 0 else [rolls]
    return [words.HOLDS(name=names[who], count=after.score[who])] if what == HOLD else []
