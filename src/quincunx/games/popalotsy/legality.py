"""Legality: what a seat may do, and the objection to the rest."""

from quincunx.core.seats import Seat, holds
from quincunx.games.popalotsy.rings import DICE, EMPTY, EXACT, KINDS, NO_MATCH, NUMBER_MATCH, correct_cards, strength
from quincunx.games.popalotsy.state import NOBODY, State

DONE = KINDS * DICE
"""The action that ends a seat's round; other actions drop a card on a die."""
ACTIONS = DONE + 1

(
    OK,
    NOT_NOW,
    OUT_OF_TURN,
    IS_DONE,
    NOT_HELD,
    HOLDING_BACK,
    MATCHES_NOTHING,
    NOT_HIGHER,
    NUMBER_IS_THERE,
    SECOND_NUMBER,
    EXACT_IS_THERE,
    NOT_AN_ACTION,
) = range(12)


def card_of(action: int) -> int:
    """The card that is dropped."""
    return action // DICE


def die_of(action: int) -> int:
    """The die that it is dropped on."""
    return action % DICE


def fault(state: State, action: int) -> int:
    """The objection to a drop, OK if it is correct."""
    die = die_of(action)
    best = state.best[die]
    worth = strength(card_of(action), die, state.face[die])
    if worth > best:
        return OK
    if worth == NO_MATCH:
        return MATCHES_NOTHING  # §18
    if best == EXACT:
        return EXACT_IS_THERE  # §25, §30
    if best < NUMBER_MATCH:
        return NOT_HIGHER  # §22, R5
    return SECOND_NUMBER if worth == NUMBER_MATCH else NUMBER_IS_THERE  # R4, R6


def droppable(state: State) -> int:
    """The kinds of cards for which some die has a correct drop now, as bits."""
    cards = 0
    for die in range(DICE):
        cards |= correct_cards(die, state.face[die], state.best[die])
    return cards


def round_is_over(state: State) -> bool:
    """Whether nobody who is not done has a correct drop left (§34, R3)."""
    cards = droppable(state)
    for seat in range(state.seats):
        if not holds(state.done, seat) and state.hand[seat] & cards:
            return False
    return True


def first_culprit(state: State, die: int) -> Seat:
    """The owner of the lowest wrong ring around a die, or NOBODY."""
    best = EMPTY
    for place in range(state.rings):
        if state.ring_die[place] == die:
            worth = strength(state.ring_card[place], die, state.face[die])
            if worth <= best:
                return state.ring_seat[place]
            best = worth
    return NOBODY
