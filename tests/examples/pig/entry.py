"""Pig with a real die."""

from collections.abc import Sequence

from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import Seat
from tests.examples.pig import words
from tests.examples.pig.rules import State


def due(state: State) -> int:
    """One die."""
    return 1


def owner(state: State) -> Seat:
    """Whose turn it is."""
    return state.turn


def says(state: State, names: Sequence[str]) -> Message:
    """The die lands."""
    return words.DIE_LANDS()


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """One of the six sides."""
    return Face(str(outcome + 1), words.DIE(codes=str(outcome + 1)))
