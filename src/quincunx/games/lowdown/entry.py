"""Lowdown with real dice: the active player enters the open dice, the secret roller the secret pair."""

from collections.abc import Sequence

from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import Seat
from quincunx.core.words import PLAIN
from quincunx.games.lowdown import words
from quincunx.games.lowdown.notation import COLOUR_NAMES, COLOURS_SAID, describe_chance, format_outcome
from quincunx.games.lowdown.rules import number_lands, secret_roller
from quincunx.games.lowdown.state import ALL_DICE, ALL_OPEN, DRAWING, State


def due(state: State) -> int:
    """The dice of this turn that have still to land (§13, §14), or the lot."""
    return 1 if state.stage == DRAWING else ALL_DICE - state.landed


def owner(state: State) -> Seat | None:
    """The seat that rolls the next die; nobody casts the lot."""
    if state.stage == DRAWING:
        return None
    return state.active if state.landed < ALL_OPEN else secret_roller(state)


def says(state: State, names: Sequence[str]) -> Message:
    """What to roll next, in words."""
    if state.stage == DRAWING:
        return describe_chance(state, names)
    if state.landed < ALL_OPEN:
        return words.ROLLS_OPEN(name=names[state.active])
    return words.ROLLS_SECRET(name=names[secret_roller(state)])


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """A number, a colour, or the player that the lot names."""
    text = format_outcome(state, outcome)
    if state.stage == DRAWING:
        return Face(text, PLAIN(text=names[outcome]))
    if number_lands(state.landed):
        return Face(text, PLAIN(text=text))
    return Face(text, COLOURS_SAID[outcome + 1](), COLOUR_NAMES[outcome])
