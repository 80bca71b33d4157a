"""Reasons of the bots of Mixed Doubles, and odds after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.mixeddoubles import SPEC, words
from quincunx.games.mixeddoubles.bots import GREEDY_WEIGHTS, palette_points, planned_cards, turn_promise, wager_chance
from quincunx.games.mixeddoubles.legality import ACTIONS, ROLL_DICE, WAGER, verb_of
from quincunx.games.mixeddoubles.rules import apply, legal_actions, total
from quincunx.games.mixeddoubles.state import WAGERING, State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    weights = GREEDY_WEIGHTS if level == GREEDY else knowledge
    if view.stage == WAGERING and verb_of(action) in (WAGER, ROLL_DICE):
        return words.WHY_PROMISE(points=decimal(turn_promise(view, seat, action, weights)))
    return words.WHY_WEIGHED(count=legal_actions(view, seat, [0] * ACTIONS))


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """For a wager: the chance that a roll wins its colour, with all the cards that `expert` would wager."""
    if view.stage == WAGERING and verb_of(action) == WAGER:
        cards = planned_cards(view, seat, action, SPEC.knowledge)
        return [(words.WINS_THE_WAGER(count=cards), wager_chance(view, action, cards))]
    return []


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """Of a wager: what the turn promises, and the chance to win; else the points in the palette and the lead."""
    if view.stage == WAGERING and verb_of(action) in (WAGER, ROLL_DICE):
        parts = [Part(words.TURN_POINTS(), turn_promise(view, seat, action, SPEC.knowledge))]
        for _, chance in chances_after(view, seat, action):
            parts.append(Part(words.CHANCE_OF_WAGER(), chance, is_share=True))
        return parts
    after = view.duplicate()
    apply(after, seat, action)
    best = max(total(after, other) for other in range(view.seats) if other != seat)
    return [Part(words.IN_PALETTE(), palette_points(after, seat)), Part(words.AHEAD(), total(after, seat) - best)]
