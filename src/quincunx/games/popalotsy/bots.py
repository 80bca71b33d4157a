"""Bots of PoPalotsy: `greedy` sometimes drops without looking at the rings, `expert` counts who can drop what next."""

from typing import Any

from quincunx.core.bots import Bots, Floats, Search
from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.learned import load_learned
from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.knowledge import times
from quincunx.games.popalotsy.legality import DONE, card_of, die_of
from quincunx.games.popalotsy.outlook import WEIGHTS, outlook
from quincunx.games.popalotsy.rings import DICE, KINDS, NO_MATCH, copies_of, correct_cards, is_correct, strength
from quincunx.games.popalotsy.state import State

GREEDY_SLIPS = 6
"""`greedy` ignores the rings in one of this many drops; `expert` never does, `random` always."""
RIVALRY = 0.5
"""The cost of a card that others are expected to be able to drop, in own cards."""
WORST = -1e9
REACTIONS_MS = {"random": 4000, "greedy": 2500, "expert": 1400, "master": 700}
"""The milliseconds between drops of each level in a race: from a toddler to a machine."""


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Drop any correct card, now and then any card that matches its die; done when none is correct."""
    slips = below(key, GREEDY_SLIPS) == 0
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


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Make the correct drop that leaves it most cards to drop, and the others few; done when there is none."""
    single, double = unseen_kinds(view, seat, 1), unseen_kinds(view, seat, 2)
    share = share_held(view, seat, single, double)
    choice = DONE
    best = WORST
    for index in range(count):
        action = legal[index]
        if action != DONE and drops_correctly(view, action):
            score = promise(view, seat, action, single, double, share)
            if score > best:
                best = score
                choice = action
    return choice


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


def unseen_kinds(view: State, seat: Seat, copies: int) -> int:
    """The kinds of which a seat does not see that many cards, as bits: others hold them, or the draw pile."""
    kinds = 0
    for card in range(KINDS):
        left = copies_of(card) - times(card, view.hand[seat], view.twin[seat])
        left -= times(card, view.discard, view.discard_twin)
        for place in range(view.rings):
            if view.ring_card[place] == card:
                left -= 1
        if left >= copies:
            kinds |= 1 << card
    return kinds


def share_held(view: State, seat: Seat, single: int, double: int) -> float:
    """The share of the unseen cards that is in other hands."""
    held = 0
    for other in range(view.seats):
        if other != seat:
            held += view.held[other]
    return held / max(size_of(single) + size_of(double), 1)


def promise(view: State, seat: Seat, action: int, single: int, double: int, share: float) -> float:
    """The expected number of own kinds dropped after a drop, less the cards that others can drop then."""
    kinds = open_kinds(view, action)
    left = own_left(view, seat, action) & kinds
    own = 0.0
    for card in range(KINDS):
        if left >> card & 1:
            own += _chance_to_go(view, action, card, single, double, share)
    return own - RIVALRY * share * (size_of(single & kinds) + size_of(double & kinds))


def _chance_to_go(view: State, action: int, card: int, single: int, double: int, share: float) -> float:
    """The chance that some die stays open for a card: no other hand has what closes it."""
    closed = 1.0
    for die in range(DICE):
        worth, best = strength(card, die, view.face[die]), best_after(view, die, action)
        if worth > best:
            closing = correct_cards(die, view.face[die], max(best, worth - 1))
            closed *= 1.0 - (1.0 - min(share, 1.0)) ** (size_of(single & closing) + size_of(double & closing))
    return 1.0 - closed


def best_after(view: State, die: int, action: int) -> int:
    """The strength of the strongest ring around a die after a drop."""
    return strength(card_of(action), die, view.face[die]) if die == die_of(action) else view.best[die]


def open_kinds(view: State, action: int) -> int:
    """The kinds of cards that can be dropped correctly after a drop, as bits."""
    kinds = 0
    for die in range(DICE):
        kinds |= correct_cards(die, view.face[die], best_after(view, die, action))
    return kinds


def own_left(view: State, seat: Seat, action: int) -> int:
    """The kinds of cards that a seat holds after a drop, as bits."""
    return view.twin[seat] | view.hand[seat] & ~(1 << card_of(action))


def knowledge() -> Floats:
    """The value of a seat's cards, for analyses."""
    return load_learned(__package__, WEIGHTS)


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    knowledge=knowledge,
    search=Search(policy="expert", margin=5, playouts=300, candidates=candidates, outlook=outlook),
    reactions_ms=REACTIONS_MS,
)
