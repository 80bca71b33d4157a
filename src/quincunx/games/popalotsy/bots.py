"""Bots of PoPalotsy: `greedy` sometimes drops without looking at the rings, `expert` keeps its cards droppable."""

from typing import Any

from quincunx.core.bots import Bots, Search
from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.legality import DONE, card_of, die_of
from quincunx.games.popalotsy.rings import DICE, NO_MATCH, correct_cards, is_correct, strength
from quincunx.games.popalotsy.state import State

SLIPS = {"greedy": 6, "expert": 40}
"""By level: one in how many drops is made without looking at the rings; `master` always looks, `random` never."""
GREEDY_SLIPS = SLIPS["greedy"]
EXPERT_SLIPS = SLIPS["expert"]
REACTIONS_MS = {"random": 4000, "greedy": 2500, "expert": 1400, "master": 700}
"""How long each takes from one drop to the next where all race: from a toddler to a machine."""
NOTHING = -1


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Any correct drop, but now and then any card that matches its die; done when none is correct."""
    slips = below(key, GREEDY_SLIPS) == 0
    return _any_drop(view, legal, count, key, slips)


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """The correct drop after which most of its own cards can still go, with a slip once in a while."""
    if below(key, EXPERT_SLIPS) == 0:
        return _any_drop(view, legal, count, key, True)
    return sure_drop(view, seat, legal, count)


def sure_drop(view: State, seat: Seat, legal: Row, count: int) -> int:
    """The correct drop after which most of its own cards can still go; done when there is none."""
    choice = DONE
    best = NOTHING
    for index in range(count):
        action = legal[index]
        if action != DONE and drops_correctly(view, action):
            score = promise(view, seat, action)
            if score > best:
                best = score
                choice = action
    return choice


def _any_drop(view: State, legal: Row, count: int, key: Row, slips: bool) -> int:
    choice = DONE
    found = 0
    correct = 0
    for index in range(count):
        action = legal[index]
        if action != DONE:
            if drops_correctly(view, action):
                correct += 1
            elif not slips or not matches(view, action):
                continue
            found += 1
            if below(key, found) == 0:
                choice = action
    return choice if correct > 0 else DONE


def candidates(view: State, seat: Seat, legal: Row, count: int, knowledge: Any, out: Row) -> int:
    """The candidates of `master`: every correct drop, and done; it never drops a wrong card."""
    found = 0
    for index in range(count):
        if legal[index] == DONE or drops_correctly(view, legal[index]):
            out[found] = legal[index]
            found += 1
    return found


def drops_correctly(view: State, action: int) -> bool:
    """Whether an action drops a card correctly."""
    die = die_of(action)
    return is_correct(card_of(action), die, view.face[die], view.best[die])


def matches(view: State, action: int) -> bool:
    """Whether the card fits the die that it is dropped on, whatever lies there."""
    return strength(card_of(action), die_of(action), view.face[die_of(action)]) > NO_MATCH


def promise(view: State, seat: Seat, action: int) -> int:
    """How good a drop is: first the own kinds that can go after it, then the fewer dice the card fits."""
    card = card_of(action)
    fits = 0
    for die in range(DICE):
        if is_correct(card, die, view.face[die], view.best[die]):
            fits += 1
    return open_after(view, seat, action) * (DICE + 1) + DICE - fits


def open_after(view: State, seat: Seat, action: int) -> int:
    """How many kinds of a seat's cards can be dropped correctly after a drop."""
    card, target = card_of(action), die_of(action)
    left = view.twin[seat] | view.hand[seat] & ~(1 << card)
    kinds = 0
    for die in range(DICE):
        top = strength(card, die, view.face[die]) if die == target else view.best[die]
        kinds |= correct_cards(die, view.face[die], top)
    return size_of(left & kinds)


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    search=Search(policy="expert", margin=5, playouts=300, candidates=candidates),
    reactions_ms=REACTIONS_MS,
)
