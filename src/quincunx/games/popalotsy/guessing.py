"""Dealing again what a seat cannot see: the other hands and the draw pile."""

from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.seats import HIDDEN, Seat
from quincunx.games.popalotsy.rings import ALL_KINDS, KINDS, all_twins
from quincunx.games.popalotsy.state import State

GUESSES = 200
"""So often a deal is tried that could be; the last one stands."""


def deal_hidden(view: State, seat: Seat, key: Row, out: State) -> None:
    """Every hidden card to a hidden hand or to the pile, each as likely anywhere."""
    out.draw = ALL_KINDS
    out.draw_twin = all_twins()
    _withdraw_known(view, out)
    left = view.draw_left
    for other in range(view.seats):
        if view.hand[other] == HIDDEN:
            left += view.held[other]
    for other in range(view.seats):
        if view.hand[other] == HIDDEN:
            out.hand[other] = 0
            out.twin[other] = 0
            for _ in range(view.held[other]):
                _give_one(out, other, below(key, left))
                left -= 1


def _withdraw_known(view: State, out: State) -> None:
    """The pool is the deck without the rings, the discards and the hands that are seen."""
    for place in range(view.rings):
        _withdraw(out, view.ring_card[place])
    for card in range(KINDS):
        known = (view.discard >> card & 1) + (view.discard_twin >> card & 1)
        for owner in range(view.seats):
            if view.hand[owner] != HIDDEN:
                known += (view.hand[owner] >> card & 1) + (view.twin[owner] >> card & 1)
        for _ in range(known):
            _withdraw(out, card)


def _withdraw(out: State, card: int) -> None:
    if out.draw_twin >> card & 1:
        out.draw_twin &= ~(1 << card)
    else:
        out.draw &= ~(1 << card)


def _give_one(out: State, owner: Seat, rest: int) -> None:
    """The card of that number in the pool, counting twins twice."""
    for card in range(KINDS):
        rest -= (out.draw >> card & 1) + (out.draw_twin >> card & 1)
        if rest < 0:
            _withdraw(out, card)
            out.twin[owner] |= out.hand[owner] & 1 << card
            out.hand[owner] |= 1 << card
            return
