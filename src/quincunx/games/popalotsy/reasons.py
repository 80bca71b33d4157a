"""Why bots of PoPalotsy do what they do."""

from typing import Any

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.bots import SLIPS, drops_correctly, open_after
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.popalotsy.state import State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if action == DONE:
        return words.WHY_DONE()
    if drops_correctly(view, action):
        return words.WHY_CORRECT(count=open_after(view, seat, action))
    return words.WHY_SLIP(number=SLIPS[level])


def odds(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """Whether a drop is correct is not left to chance."""
    return []
