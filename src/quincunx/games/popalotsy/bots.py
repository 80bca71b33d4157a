"""Bots of PoPalotsy: `hasty` sometimes drops without looking at the rings, `greedy` keeps its other cards droppable."""

from quincunx.core.draw import below
from quincunx.core.fields import Row
from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.popalotsy.rings import DICE, NO_MATCH, correct_cards, is_correct, strength
from quincunx.games.popalotsy.state import State

SLIP = 3
"""`hasty` does not look at the rings in one of so many drops."""
NOTHING = -1


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
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


def hasty(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Any correct drop, but now and then any card that matches its die; done when none is correct."""
    slips = below(key, SLIP) == 0
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


def drops_correctly(view: State, action: int) -> bool:
    """Whether an action drops a card correctly."""
    die = action % DICE
    return is_correct(action // DICE, die, view.face[die], view.best[die])


def matches(view: State, action: int) -> bool:
    """Whether the card fits the die that it is dropped on, whatever lies there."""
    return strength(action // DICE, action % DICE, view.face[action % DICE]) > NO_MATCH


def promise(view: State, seat: Seat, action: int) -> int:
    """How good a drop is: first the own kinds that can go after it, then the fewer dice the card fits."""
    card, target = action // DICE, action % DICE
    left = view.twin[seat] | view.hand[seat] & ~(1 << card)
    open_after = 0
    fits = 0
    for die in range(DICE):
        top = view.best[die]
        if is_correct(card, die, view.face[die], top):
            fits += 1
        if die == target:
            top = strength(card, die, view.face[die])
        open_after |= correct_cards(die, view.face[die], top)
    return size_of(left & open_after) * (DICE + 1) + DICE - fits


BOTS = {"hasty": hasty, "greedy": greedy}
