"""Why Pig's bot does what it does."""

from typing import Any

from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from tests.examples.pig import words
from tests.examples.pig.rules import HOLD, State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    return words.WHY(brought=view.brought)


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """Pig has none to tell."""
    return []


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """What is safe after it."""
    return [Part(words.SAFE(), view.score[seat] + (view.brought if action == HOLD else 0))]
