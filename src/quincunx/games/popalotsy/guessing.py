"""Dealing again what a seat cannot see: the other hands and the draw pile."""

from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.seats import HIDDEN, Seat
from quincunx.games.popalotsy.knowledge import can_be, times, unseen
from quincunx.games.popalotsy.rings import CARDS, KINDS, copies_of
from quincunx.games.popalotsy.state import NOBODY, State

GUESSES = 200
"""The most tries for a consistent deal; the last one stands."""
SWAPS = 12
"""The least number of swaps per hidden card of a hand, to mix a deal that contradicts known facts."""
MOST_SWAPS = 2_000
"""The most swaps of a deal. It stands then even so: a twin may have been taken for the other (`show_dropped`)."""


def deal_hidden(view: State, seat: Seat, key: Row, out: State) -> None:
    """Deal every hidden card to a hidden hand or the pile, with equal odds for every place where it can be.

    The unused ends of two rows of rings hold the hidden cards and their places meanwhile.
    """
    first, cards, places = view.rings, out.ring_card, out.ring_seat
    end = _list_cards(view, seat, first, cards)
    middle = _list_places(view, first, end, places)
    for last in range(end - 1, first, -1):
        other = first + below(key, last + 1 - first)
        cards[last], cards[other] = cards[other], cards[last]
    _mix(view, key, first, middle, end, cards, places)
    _put(view, first, end, out)


def _list_cards(view: State, seat: Seat, first: int, out: Row) -> int:
    """List the cards that a seat cannot see, `apart` ones as KINDS more; return the end of the list."""
    spare = 0
    if seat < view.seats:
        spare = view.early[seat]
        for card in range(KINDS):
            spare -= max(0, _own(view, seat, card) + _apart(view, card) - _unlocated(view, card))
    end = first
    for card in range(KINDS):
        own, apart, left = _own(view, seat, card), _apart(view, card), _unlocated(view, card)
        own_apart = max(0, own + apart - left)
        if spare > 0 and own_apart < min(own, apart):  # a twin of either sort: which one is no longer told
            own_apart += 1
            spare -= 1
        for number in range(left - own):
            out[end] = card + (KINDS if number < apart - own_apart else 0)
            end += 1
    return end


def _own(view: State, seat: Seat, card: int) -> int:
    """The cards of a kind that only this seat sees."""
    if seat >= view.seats:
        return 0
    return times(card, view.hand[seat], view.twin[seat]) - times(card, view.shown[seat], view.shown_twin[seat])


def _apart(view: State, card: int) -> int:
    return times(card, view.apart, view.apart_twin)


def _unlocated(view: State, card: int) -> int:
    """The cards of a kind of which not everybody knows where they are."""
    left = copies_of(card) - times(card, view.discard, view.discard_twin)
    for place in range(view.rings):
        if view.ring_card[place] == card:
            left -= 1
    for owner in range(view.seats):
        left -= times(card, view.shown[owner], view.shown_twin[owner])
    return left


def _list_places(view: State, first: int, end: int, out: Row) -> int:
    """List the places of hidden cards, hands before the draw pile; return the end of the hands."""
    middle = first
    for owner in range(view.seats):
        if view.hand[owner] == HIDDEN:
            for place in range(unseen(view, owner)):
                out[middle] = owner * CARDS + place
                middle += 1
    for index in range(middle, end):
        out[index] = NOBODY * CARDS
    return middle


def _mix(view: State, key: Row, first: int, middle: int, end: int, cards: Row, places: Row) -> None:
    """Swap cards until each lies where it can be. A deal that needs no swap is as likely as any other."""
    misfits = 0
    for index in range(first, end):
        misfits += _misfit(view, places[index], cards[index])
    if misfits == 0:
        return
    swaps = 0
    while swaps < MOST_SWAPS and (misfits > 0 or swaps < SWAPS * (middle - first)):
        one = first + below(key, middle - first)
        other = first + below(key, end - first)
        before = _misfit(view, places[one], cards[one]) + _misfit(view, places[other], cards[other])
        after = _misfit(view, places[one], cards[other]) + _misfit(view, places[other], cards[one])
        if after <= before:
            cards[one], cards[other] = cards[other], cards[one]
            misfits += after - before
        swaps += 1


def _misfit(view: State, place: int, card: int) -> int:
    return 0 if can_be(view, place // CARDS, place % CARDS, card % KINDS, card >= KINDS) else 1


def _put(view: State, first: int, end: int, out: State) -> None:
    out.draw = 0
    out.draw_twin = 0
    for owner in range(view.seats):
        if view.hand[owner] == HIDDEN:
            out.hand[owner] = view.shown[owner]
            out.twin[owner] = view.shown_twin[owner]
    for index in range(first, end):
        owner, kind = out.ring_seat[index] // CARDS, 1 << out.ring_card[index] % KINDS
        out.ring_seat[index] = 0
        out.ring_card[index] = 0
        if owner == NOBODY:
            out.draw_twin |= out.draw & kind
            out.draw |= kind
        else:
            out.twin[owner] |= out.hand[owner] & kind
            out.hand[owner] |= kind
