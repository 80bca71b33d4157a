"""A simple opponent: it keeps its own cards droppable, and counts which kinds of cards a drop leaves the others."""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.legality import DONE, card_of, die_of
from quincunx.games.popalotsy.rings import ALL_KINDS, DICE, KINDS, copies_of, correct_cards, is_correct, strength

WORST = -(10**6)
OWN, FITS = 1000, 100


def rival(view: Any, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """The correct drop after which most own kinds can go; then one that fits few dice, then one that helps few."""
    choice = DONE
    best = WORST
    for index in range(count):
        action = legal[index]
        if action != DONE and fits(view, card_of(action), die_of(action)):
            score = score_of(view, seat, action)
            if score > best:
                best = score
                choice = action
    return choice


def fits(view: Any, card: int, die: int) -> bool:
    return is_correct(card, die, view.face[die], view.best[die])


def score_of(view: Any, seat: Seat, action: int) -> int:
    kinds = 0
    dice = 0
    for die in range(DICE):
        best = view.best[die]
        if die == die_of(action):
            best = strength(card_of(action), die, view.face[die])
        kinds |= correct_cards(die, view.face[die], best)
        dice += fits(view, card_of(action), die)
    mine = view.twin[seat] | view.hand[seat] & ~(1 << card_of(action))
    return OWN * size_of(mine & kinds) - FITS * dice - size_of(kinds & unseen(view, seat))


def unseen(view: Any, seat: Seat) -> int:
    """The kinds of which the seat does not see every card."""
    kinds = ALL_KINDS
    for card in range(KINDS):
        seen = view.hand[seat] >> card & 1
        seen += view.twin[seat] >> card & 1
        seen += view.discard >> card & 1
        seen += view.discard_twin >> card & 1
        for place in range(view.rings):
            if view.ring_card[place] == card:
                seen += 1
        if seen == copies_of(card):
            kinds &= ~(1 << card)
    return kinds
