"""Reasons of the bots of Phase 10 Dice, and odds after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.phase10 import words
from quincunx.games.phase10.aims import is_by_heart, plays_to_win, win_chance
from quincunx.games.phase10.bots import missing_dice, phase_chance, turn_points
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, ONE_COLOUR, PHASE_KIND, WILD
from quincunx.games.phase10.rules import LAST_PHASE, STOP, State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if level == GREEDY or is_by_heart(knowledge):
        return words.WHY_NEAREST(count=missing_dice(view, seat))
    if view.phase[seat] == LAST_PHASE and plays_to_win(view, seat):
        return words.WHY_WIN(share=decimal(100 * win_chance(view, seat, action, knowledge)))
    return words.WHY_TURN(share=decimal(100 * phase_chance(view, seat, action)))


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """The chance to make the phase in this turn."""
    return [(words.MAKES_THE_PHASE(), phase_chance(view, seat, action))]


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """The chance to make the phase, its points, and wilds that are not rolled again."""
    parts = [Part(words.CHANCE_OF_PHASE(), phase_chance(view, seat, action), is_share=True)]
    if action == STOP or PHASE_KIND[view.phase[seat]] != ONE_COLOUR:
        parts.append(Part(words.TURN_POINTS(), turn_points(view, seat, action)))
    if action != STOP:
        wilds = sum(FACE_NUMBER[die][view.face[die]] == WILD for die in range(DICE) if not action >> die & 1)
        parts.append(Part(words.WILDS_KEPT(), wilds))
    return parts
