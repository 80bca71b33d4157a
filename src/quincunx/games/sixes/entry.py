"""Battle of the Sixes with real dice: each player enters what lies before them."""

from collections.abc import Sequence

from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.rules import roller
from quincunx.games.sixes.state import State


def due(state: State) -> int:
    """The dice that are rolled together (§8, §22)."""
    return state.in_cup[0] + state.in_cup[1]


def owner(state: State) -> Seat:
    """Whose die lands next."""
    return roller(state)


def says(state: State, names: Sequence[str]) -> Message:
    """What to roll next, in words."""
    seat = owner(state)
    return words.ROLLS_DICE(name=names[seat], count=state.in_cup[seat])


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """A face of the next die."""
    return Face(str(outcome + 1), words.FACES(codes=str(outcome + 1)))
