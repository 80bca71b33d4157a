"""Public knowledge of hands.

A hand holds cards that everybody has seen, because they were taken back, and unseen ones. Unseen cards are numbered in
the order of the deal; `lacked` says for each kind how many of the oldest cannot be of it.
"""

from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.rings import KINDS, copies_of
from quincunx.games.popalotsy.state import NOBODY, State


def unseen(state: State, seat: Seat) -> int:
    """The number of cards in a hand that only its seat has seen."""
    return state.held[seat] - size_of(state.shown[seat]) - size_of(state.shown_twin[seat])


def show(state: State, seat: Seat, card: int) -> None:
    """Note that a card which all have seen goes into a hand."""
    state.shown_twin[seat] |= state.shown[seat] & 1 << card
    state.shown[seat] |= 1 << card


def show_dropped(state: State, seat: Seat, card: int) -> None:
    """Note that a card leaves a hand: a seen one, else the oldest unseen one that can be it."""
    if state.shown_twin[seat] >> card & 1:
        state.shown_twin[seat] &= ~(1 << card)
    elif state.shown[seat] >> card & 1:
        state.shown[seat] &= ~(1 << card)
    else:
        _show_unseen(state, seat, card)


def _show_unseen(state: State, seat: Seat, card: int) -> None:
    place = state.lacked[seat, card]
    if place < state.early[seat] and state.apart >> card & 1:
        state.early[seat] -= 1
        if state.apart_twin >> card & 1:
            state.apart_twin &= ~(1 << card)
        else:
            state.apart &= ~(1 << card)
    else:
        place = min(max(place, state.early[seat]), unseen(state, seat) - 1)
        state.early[seat] = min(state.early[seat], place)
    for kind in range(KINDS):
        if state.lacked[seat, kind] > place:
            state.lacked[seat, kind] -= 1


def show_lacking(state: State, seat: Seat, kinds: int) -> None:
    """Note that none of a seat's unseen cards is of these kinds."""
    hidden = unseen(state, seat)
    for card in range(KINDS):
        if kinds >> card & 1:
            state.lacked[seat, card] = hidden


def show_shuffled(state: State) -> None:
    """Note which unseen cards the hands have while everybody knows the draw pile."""
    state.apart = 0
    state.apart_twin = 0
    for card in range(KINDS):
        left = copies_of(card) - times(card, state.draw, state.draw_twin)
        for seat in range(state.seats):
            left -= times(card, state.shown[seat], state.shown_twin[seat])
        if left > 0:
            state.apart |= 1 << card
        if left > 1:
            state.apart_twin |= 1 << card
    for seat in range(state.seats):
        state.early[seat] = unseen(state, seat)


def times(card: int, kinds: int, twins: int) -> int:
    """The count of a kind in a set of cards."""
    return (kinds >> card & 1) + (twins >> card & 1)


def can_be(state: State, owner: Seat, place: int, card: int, is_apart: bool) -> bool:
    """Return whether a card can be at a place in a hand, or in the draw pile, whose owner is NOBODY."""
    if owner == NOBODY:
        return not is_apart
    return place >= state.lacked[owner, card] and (place < state.early[owner]) == is_apart
