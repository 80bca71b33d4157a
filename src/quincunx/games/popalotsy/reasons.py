"""Reasons of the bots of PoPalotsy, and odds after a choice."""

from math import comb
from typing import Any

from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import HIDDEN, Seat, size_of
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.bots import GREEDY_SLIPS, drops_correctly, open_kinds, own_left
from quincunx.games.popalotsy.legality import DONE, card_of, die_of, droppable
from quincunx.games.popalotsy.notation import cards_in
from quincunx.games.popalotsy.rings import KINDS, copies_of, correct_cards, strength
from quincunx.games.popalotsy.state import State


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if action == DONE:
        return words.WHY_DONE()
    if drops_correctly(view, action):
        return words.WHY_CORRECT(count=size_of(own_left(view, seat, action) & open_kinds(view, action)))
    return words.WHY_SLIP(number=GREEDY_SLIPS)


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """For a correct drop: the chance that another hand holds a card that beats it."""
    if action == DONE or not drops_correctly(view, action):
        return []
    return [(words.CAN_BE_BEATEN(), beaten_chance(view, action))]


def beaten_chance(view: State, action: int) -> float:
    """The chance that a hidden hand holds a card that beats a drop, each hidden card as likely anywhere."""
    die = die_of(action)
    face = view.face[die]
    beating = correct_cards(die, face, strength(card_of(action), die, face))
    seen = [*view.ring_card[: view.rings], *cards_in(view.discard, view.discard_twin)]
    hidden = 0
    for other in range(view.seats):
        if view.hand[other] == HIDDEN:
            hidden += view.held[other]
        else:
            seen += cards_in(view.hand[other], view.twin[other])
    pool = sum(map(copies_of, range(KINDS))) - len(seen)
    stronger = sum(copies_of(card) - seen.count(card) for card in range(KINDS) if beating >> card & 1)
    return 1 - comb(pool - stronger, hidden) / comb(pool, hidden)


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """The cards left, those that can still be dropped, and the chance that others beat the drop."""
    held = view.held[seat]
    if action == DONE:
        lost = size_of(view.hand[seat] & droppable(view))
        return [Part(words.CARDS_LEFT(), held, is_cost=True), Part(words.COULD_GO(), lost, is_cost=True)]
    if not drops_correctly(view, action):
        return [Part(words.CARDS_LEFT(), held, is_cost=True)]
    return [
        Part(words.CARDS_LEFT(), held - 1, is_cost=True),
        Part(words.STILL_GO(), size_of(own_left(view, seat, action) & open_kinds(view, action))),
        Part(words.CHANCE_TO_BE_BEATEN(), beaten_chance(view, action), is_share=True, is_cost=True),
    ]
