"""Why bots of Battle of the Sixes do what they do, and what is likely after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC, words
from quincunx.games.sixes.bots import POINT, chance_of, worth
from quincunx.games.sixes.state import State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if level == GREEDY:
        return words.WHY_WORTH(points=decimal(worth(view, seat, action) / POINT))
    return words.WHY_CHANCE(share=decimal(100 * chance_of(view, seat, action, knowledge)))


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """The chance to win as `expert` sees it."""
    return [(words.WINS_THE_MATCH(), chance_of(view, seat, action, SPEC.knowledge))]
