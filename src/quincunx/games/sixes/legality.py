"""Legality: what a player may do, and the rule that forbids the rest."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    WAY_SINGLE,
    WAYS,
    dice_shown,
    has_rest,
    has_side,
    has_soft,
    is_single,
)
from quincunx.games.sixes.state import ENDED, State

AGAINST_HARD, AGAINST_SOFT = range(2)
NO_PAIRING = -1

PASS, ROLL, STOP = range(3)
TAKE = 3
"""The first of the actions that set a hard six against dice of the opponent, by the side; that of a single 1."""
PLAY = TAKE + HARD - FIRST_SINGLE
"""The first of the actions that play a soft six, by the soft six."""
ANSWER = PLAY + HARD - FIRST_SOFT
"""The first of the actions that answer the opponent's soft six, by the side; that of a single 1."""
COMPLETE = ANSWER + HARD - FIRST_SINGLE
"""The first of the actions that complete a single die: by way against a hard six, then by way against a soft six."""
ACTIONS = COMPLETE + 2 * WAYS

OK, OUT_OF_TURN, NOT_AN_ACTION, HARD_FIRST, ANSWER_FIRST, FINAL_FIRST, NO_HARD, NO_SOFT, NO_FINAL = range(9)
NOT_THEIRS, NOT_YOURS, NO_PARTIAL = range(9, 12)


# The parts of an action


def verb_of(action: int) -> int:
    """The verb of an action, as its first action: PASS, ROLL, STOP, TAKE, PLAY, ANSWER or COMPLETE."""
    if action < TAKE:
        return action
    if action < PLAY:
        return TAKE
    if action < ANSWER:
        return PLAY
    return ANSWER if action < COMPLETE else COMPLETE


def side_of(action: int) -> int:
    """The dice that are taken, played or answered with."""
    if action < PLAY:
        return action - TAKE + FIRST_SINGLE
    if action < ANSWER:
        return action - PLAY + FIRST_SOFT
    return action - ANSWER + FIRST_SINGLE


def way_of(action: int) -> int:
    """The way in which a single die is completed."""
    return (action - COMPLETE) % WAYS


def against_of(action: int) -> int:
    """The side that the die lies against."""
    return (action - COMPLETE) // WAYS


# Legality


def find_partial(state: State, seat: Seat, single: int, against: int) -> int:
    """R14: the first pairing with this single die against a hard or a soft six, or NO_PAIRING."""
    for pairing in range(state.pairings):
        if state.laid[seat, pairing] == single:
            hard = state.laid[1 - seat, pairing] == HARD
            if hard == (against == AGAINST_HARD):
                return pairing
    return NO_PAIRING


def can_complete(state: State, seat: Seat) -> bool:
    """Whether a seat can complete a partial with its unplayed dice."""
    for pairing in range(state.pairings):
        single = state.laid[seat, pairing]
        if is_single(single):
            for way in range(WAYS):
                if WAY_SINGLE[way] == single and has_rest(state.shown, seat, way):
                    return True
    return False


def can_play(state: State, seat: Seat) -> bool:
    """Whether a seat can do more than pass among the soft sixes (R27)."""
    return has_soft(state.shown, seat) or can_complete(state, seat)


def may_be_completed(state: State, seat: Seat, pairing: int) -> bool:
    """Whether a seat has a single die in this pairing and dice left to complete it with, in this roll or the next."""
    return is_single(state.laid[seat, pairing]) and dice_left(state, seat) > 0 and state.stage != ENDED


def dice_left(state: State, seat: Seat) -> int:
    """The number of a seat's dice not yet played in this round."""
    return state.in_cup[seat] + dice_shown(state.shown, seat)


def take_objection(state: State, seat: Seat, action: int) -> int:
    if verb_of(action) != TAKE:  # §9, R5, R17
        return HARD_FIRST
    return OK if has_side(state.shown, 1 - seat, side_of(action)) else NOT_THEIRS  # R6, R8


def answer_objection(state: State, seat: Seat, action: int) -> int:
    if verb_of(action) != ANSWER:  # §17, R12
        return ANSWER_FIRST
    return OK if has_side(state.shown, seat, side_of(action)) else NOT_YOURS


def soft_turn_objection(state: State, seat: Seat, action: int) -> int:
    verb = verb_of(action)
    if verb == PASS:  # §16
        return OK
    if verb in (ROLL, STOP):
        return NO_FINAL
    if verb == TAKE:
        return NO_HARD
    if verb == PLAY:
        return OK if has_side(state.shown, seat, side_of(action)) else NOT_YOURS
    if verb == ANSWER:
        return NO_SOFT
    way = way_of(action)
    if find_partial(state, seat, WAY_SINGLE[way], against_of(action)) == NO_PAIRING:
        return NO_PARTIAL
    return OK if has_rest(state.shown, seat, way) else NOT_YOURS  # R15


def list_sides(state: State, owner: Seat, first: int, out: Row) -> int:
    count = 0
    for side in range(FIRST_SINGLE, HARD):
        if has_side(state.shown, owner, side):
            out[count] = first + side - FIRST_SINGLE
            count += 1
    return count


def list_soft_turn(state: State, seat: Seat, out: Row) -> int:
    out[0] = PASS
    count = 1
    for soft in range(FIRST_SOFT, HARD):
        if has_side(state.shown, seat, soft):
            out[count] = PLAY + soft - FIRST_SOFT
            count += 1
    for against in range(2):
        for way in range(WAYS):
            if has_rest(state.shown, seat, way) and find_partial(state, seat, WAY_SINGLE[way], against) != NO_PAIRING:
                out[count] = COMPLETE + against * WAYS + way
                count += 1
    return count
