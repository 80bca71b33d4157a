"""Bots of Phase 10 Dice."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.phase10.phases import (
    COLOURS,
    DICE,
    FACE_COLOUR,
    HIGHEST,
    LOW_DICE,
    NIBBLE,
    ONE_COLOUR,
    ONE_RUN,
    PHASE_FIRST,
    PHASE_KIND,
    PHASE_SECOND,
    TWO_SETS,
    WILD,
    count,
    dice_for,
    dice_of_colour,
    tally_of,
)
from quincunx.games.phase10.rules import ALL_DICE, State

SLOT_WORTH = 100
"""A slot that is filled counts more than any points."""
WORST = -(10**6)


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Keep the dice that come nearest to the phase, the dearest numbers first, and roll the others."""
    phase = view.phase[seat]
    if PHASE_KIND[phase] == ONE_COLOUR:
        kept = dice_of_colour(view.face, _commonest_colour(view.face), PHASE_FIRST[phase])
    else:
        kept = dice_for(view.face, nearest_demand(tally_of(view.face), phase))
    return ALL_DICE & ~kept


def _commonest_colour(face: Row) -> int:
    shown = 0
    for die in range(DICE):
        shown += 1 << NIBBLE * FACE_COLOUR[die][face[die]]
    best = 0
    for colour in range(COLOURS):
        if count(shown, colour) > count(shown, best):
            best = colour
    return best


def nearest_demand(tally: int, phase: int) -> int:
    """Of all ways to make the phase, the one that lacks fewest dice; among those, the one worth most."""
    best = 0
    best_worth = WORST
    first, second = PHASE_FIRST[phase], PHASE_SECOND[phase]
    for a in range(1, HIGHEST + 1):
        for b in range(1, HIGHEST + 1):
            demand = _demand(PHASE_KIND[phase], first, second, a, b)
            if demand != 0:
                worth = _worth(tally, demand)
                if worth > best_worth:
                    best = demand
                    best_worth = worth
    return best


def _demand(kind: int, first: int, second: int, a: int, b: int) -> int:
    """A set of a (or a run from a) and a set of b (or a run from b), 0 if there is no such thing."""
    if kind == TWO_SETS:
        return (first << NIBBLE * a) + (second << NIBBLE * b)
    if kind == ONE_RUN:
        return _run(a, first) if b == 1 else 0
    run = _run(b, second)
    return 0 if run == 0 else (first << NIBBLE * a) + run


def _run(start: int, length: int) -> int:
    if start + length - 1 > HIGHEST:
        return 0
    demand = 0
    for number in range(start, start + length):
        demand += 1 << NIBBLE * number
    return demand


def _worth(tally: int, demand: int) -> int:
    missing = 0
    low = 0
    points = 0
    for number in range(1, HIGHEST + 1):
        wanted = count(demand, number)
        natural = min(count(tally, number), wanted)
        missing += wanted - natural
        points += number * natural
        if number <= LOW_DICE:
            low += wanted
    if low > LOW_DICE:
        return WORST  # only low dice show low numbers and wilds
    return points - SLOT_WORTH * max(0, missing - count(tally, WILD))


BOTS = {"greedy": greedy}
