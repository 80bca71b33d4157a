"""PoPalotsy with real dice and cards: every player enters their own hand; a die is a colour and a number."""

from collections.abc import Sequence

from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import Seat
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, COLOUR_NAMES, COLOURS_SAID, format_card, say_card
from quincunx.games.popalotsy.rings import DICE, colour_of
from quincunx.games.popalotsy.rules import next_die, next_to_receive
from quincunx.games.popalotsy.state import DEALING, State

VARIANTS = {"referee": "round"}
"""Nobody looks through real piles before the round is over (§35, R9)."""


def due(state: State) -> int:
    """All cards of a deal, or the dice that are still in the popper."""
    return state.dealing if state.stage == DEALING else DICE - next_die(state)


def owner(state: State) -> Seat | None:
    """The seat that gets the next card; the dice are everybody's."""
    return next_to_receive(state) if state.stage == DEALING else None


def says(state: State, names: Sequence[str]) -> Message:
    """What to throw or draw next, in words."""
    if state.stage == DEALING:
        left = -(-state.dealing // state.seats)
        return words.DEALT_CARDS(name=names[next_to_receive(state)], count=left)
    return words.DICE_POP()


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """A card, or a die by its colour and number."""
    if state.stage == DEALING:
        return Face(format_card(outcome), say_card(outcome), COLOUR_NAMES[colour_of(outcome)])
    die = next_die(state)
    said = words.DIE(colour=COLOURS_SAID[die](), number=outcome + 1)
    return Face(f"{COLOUR_LETTERS[die]}{outcome + 1}", said, COLOUR_NAMES[die])
