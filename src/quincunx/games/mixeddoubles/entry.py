"""Mixed Doubles with real dice and cards."""

from collections.abc import Sequence

from quincunx.core.drawing import Colour
from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import Seat
from quincunx.core.words import PLAIN
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import ALL_IN, EXTRA_ROLL, colour_of
from quincunx.games.mixeddoubles.charts import DICE
from quincunx.games.mixeddoubles.notation import (
    COLOUR_NAMES,
    FACES_SAID,
    dealt_to,
    describe_chance,
    format_outcome,
    say_card,
)
from quincunx.games.mixeddoubles.state import CASTING_LOTS, DEALING, DRAW, ROBBING, ROLLING, State


def due(state: State) -> int:
    """Both dice of a roll, the cards of a draw or of the whole deal; else one card or lot."""
    if state.stage == ROLLING:
        return DICE - state.landed
    return 1 if state.stage in (CASTING_LOTS, ROBBING) else state.to_draw


def owner(state: State) -> Seat | None:
    """The seat that rolls or draws; nobody casts the lot."""
    if state.stage == CASTING_LOTS:
        return None
    return dealt_to(state) if state.stage == DEALING else state.turn


def says(state: State, names: Sequence[str]) -> Message:
    """What to roll or draw next, in words."""
    if state.stage == DEALING:
        return words.DEALT_CARDS(name=names[dealt_to(state)], count=DRAW)
    if state.stage == ROLLING and state.landed == 0:
        return words.ROLLS_BOTH(name=names[state.turn])
    if state.stage in (CASTING_LOTS, ROBBING, ROLLING):
        return describe_chance(state, names)
    return words.DRAWS_CARDS(name=names[state.turn], count=due(state))


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """A face of a die, a card, or the player that the lot names."""
    text = format_outcome(state, outcome)
    if state.stage == CASTING_LOTS:
        return Face(text, PLAIN(text=names[outcome]))
    if state.stage == ROLLING:
        return Face(text, FACES_SAID[outcome](), COLOUR_NAMES[outcome] if outcome < len(COLOUR_NAMES) // 2 else None)
    return Face(text, say_card(outcome), _colour(outcome))


def _colour(kind: int) -> Colour | None:
    if kind < ALL_IN:
        return COLOUR_NAMES[colour_of(kind)]
    return COLOUR_NAMES[kind - ALL_IN] if kind < EXTRA_ROLL else None
