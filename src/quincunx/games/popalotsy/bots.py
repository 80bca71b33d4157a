"""Bots of PoPalotsy: `hasty` sometimes drops without looking at the rings, `greedy` keeps its other cards droppable."""

from quincunx.core.draw import below
from quincunx.core.fields import Row
from quincunx.core.seats import Seat, size_of
from quincunx.games.popalotsy.rings import DICE, NO_MATCH, correct_cards, is_correct, strength
from quincunx.games.popalotsy.rules import DONE, State

SLIP = 6
"""`hasty` looks at nothing but card and die in one of so many drops."""
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
    """As greedy, but one drop in six is any card that matches a die, whatever lies there."""
    choice = greedy(view, seat, legal, count, key)
    if choice == DONE or below(key, SLIP):
        return choice
    matching = 0
    for index in range(count):
        action = legal[index]
        if action != DONE and strength(action // DICE, action % DICE, view.face[action % DICE]) > NO_MATCH:
            matching += 1
            if below(key, matching) == 0:
                choice = action
    return choice


def drops_correctly(view: State, action: int) -> bool:
    """Whether an action drops a card correctly."""
    die = action % DICE
    return is_correct(action // DICE, die, view.face[die], view.best[die])


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
