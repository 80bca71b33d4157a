"""What everybody knows of the cards in a hand.

A hand holds cards that all have seen, because they were taken back, and unseen ones. Unseen cards are counted from the
one dealt first: of each kind `lacked` says how many of the oldest cannot be of it.
"""

from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.rings import KINDS, copies_of
from quincunx.games.popalotsy.state import NOBODY, State


def unseen(state: State, seat: Seat) -> int:
    """The number of cards in a hand that only its seat has seen."""
    return state.held[seat] - size_of(state.shown[seat]) - size_of(state.shown_twin[seat])


def show(state: State, seat: Seat, card: int) -> None:
    """A card that all have seen goes into a hand."""
    state.shown_twin[seat] |= state.shown[seat] & 1 << card
    state.shown[seat] |= 1 << card


def show_dropped(state: State, seat: Seat, card: int) -> None:
    """A card leaves a hand: one that was seen, else the oldest unseen one that it can have been."""
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
    """Everybody learns that none of a seat's unseen cards is of these kinds."""
    hidden = unseen(state, seat)
    for card in range(KINDS):
        if kinds >> card & 1:
            state.lacked[seat, card] = hidden


def show_shuffled(state: State) -> None:
    """Everybody knows the new draw pile, and so which unseen cards the hands have."""
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
    """How often a set of cards has a kind."""
    return (kinds >> card & 1) + (twins >> card & 1)


def can_be(state: State, owner: Seat, place: int, card: int, is_apart: bool) -> bool:
    """Whether an unseen card of a hand, counted from the oldest, or of the pile of NOBODY, can be this one."""
    if owner == NOBODY:
        return not is_apart
    return place >= state.lacked[owner, card] and (place < state.early[owner]) == is_apart
