"""Pig for the browser."""

from quincunx.core.drawing import Drawn
from quincunx.core.seats import Seat
from tests.examples.pig.notation import ACTION_WORDS
from tests.examples.pig.rules import State


class PigPicture(Drawn):
    """Everything the page draws."""

    turn: int
    brought: int
    """What the turn has brought so far."""
    scores: list[int]
    """By seat."""


def picture(view: State, seat: Seat) -> PigPicture:
    """What a seat sees."""
    return PigPicture(view.turn, view.brought, view.score[: view.seats])


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The button of the action."""
    return [ACTION_WORDS[action]]
