"""Reasons of the bots of Battle of the Sixes, and odds after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC, words
from quincunx.games.sixes.bots import POINT, chance_of, worth
from quincunx.games.sixes.legality import dice_left
from quincunx.games.sixes.rules import apply, round_points
from quincunx.games.sixes.state import ENDED, State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if level == GREEDY:
        return words.WHY_WORTH(points=decimal(worth(view, seat, action) / POINT))
    return words.WHY_CHANCE(share=decimal(100 * chance_of(view, seat, action, knowledge)))


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """The chance to win as `expert` sees it."""
    return [(words.WINS_THE_MATCH(), chance_of(view, seat, action, SPEC.knowledge))]


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """The points of the round, and the dice that both have left."""
    after = view.duplicate()
    apply(after, seat, action)
    other = 1 - seat
    if after.rounds > view.rounds or after.stage == ENDED:
        return [Part(words.ROUND_LEAD(), after.last_points[seat] - after.last_points[other])]
    return [
        Part(words.ROUND_LEAD(), round_points(after, seat) - round_points(after, other)),
        Part(words.OWN_DICE(), dice_left(after, seat)),
        Part(words.THEIR_DICE(), dice_left(after, other), is_cost=True),
    ]
