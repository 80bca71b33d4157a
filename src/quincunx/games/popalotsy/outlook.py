"""Each seat's chance to win while rings are dropped, by weights learned from simulated matches of `expert`.

The strength of a seat depends on its number of cards, the number that it could drop if nobody else did, and the number
that it can drop now. Win chances are proportional to the exponentials of strengths.
"""

from math import exp
from typing import Any

from quincunx.core.defaults import UNKNOWN
from quincunx.core.seats import Seat, holds, size_of
from quincunx.games.popalotsy.legality import droppable
from quincunx.games.popalotsy.rings import DICE, NUMBER_MATCH, SIDES, card_of, correct_cards
from quincunx.games.popalotsy.state import DROPPING, State

HELD = 9
"""The numbers of cards that the tables distinguish; the last is for more."""
ALONE = 0
"""By cards held and number that the seat could drop alone: its strength."""
NOW = ALONE + HELD * HELD
"""By cards held and number that it can drop now: the additional strength."""
DONE = NOW + HELD * HELD
"""By cards held: the strength of a seat that is done in this round."""
TABLE = DONE + HELD
MOST_LEARNED = 4
"""There is a table for two, for three, and for four seats or more."""
WEIGHTS = (MOST_LEARNED - 1) * TABLE
ACTS_AHEAD = 3
"""The number of actions in a trial before the weights end it."""


def outlook(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance after a few actions, or in the next round's drops."""
    if state.stage != DROPPING or (state.rounds == root.rounds and _acts_since(root, state) < ACTS_AHEAD):
        return UNKNOWN
    total = 0.0
    own = 0.0
    for other in range(state.seats):
        share = exp(strength_of(state, other, knowledge))
        total += share
        if other == seat:
            own = share
    return own / total


def _acts_since(root: State, state: State) -> int:
    """The number of actions since then: rings dropped or taken back, and seats that are done."""
    acts = size_of(state.done) - size_of(root.done)
    for seat in range(state.seats):
        acts += state.wrong[seat] - root.wrong[seat]
    rings = state.rings - root.rings
    return acts + abs(rings)


def strength_of(state: State, seat: Seat, weights: Any) -> float:
    """The strength of a seat, as the exponent of its share."""
    first = table_of(state.seats)
    if holds(state.done, seat):
        return float(weights[first + done_place(state, seat)])
    return float(weights[first + alone_place(state, seat)] + weights[first + now_place(state, seat)])


def table_of(seats: int) -> int:
    """The index of the table for that many seats."""
    return (min(seats, MOST_LEARNED) - 2) * TABLE


def done_place(state: State, seat: Seat) -> int:
    """The index of the weight of a seat that is done."""
    return DONE + min(state.held[seat], HELD) - 1


def alone_place(state: State, seat: Seat) -> int:
    """The index of the weight for what a seat could drop alone."""
    held = min(state.held[seat], HELD) - 1
    return ALONE + held * HELD + min(drops_alone(state, seat), HELD - 1)


def now_place(state: State, seat: Seat) -> int:
    """The index of the weight for what a seat can drop now."""
    held = min(state.held[seat], HELD) - 1
    now = size_of(state.hand[seat] & droppable(state))
    return NOW + held * HELD + min(now, HELD - 1)


def drops_alone(state: State, seat: Seat) -> int:
    """The number of cards that a seat could drop if nobody else did."""
    hand = state.hand[seat]
    drops = 0
    for die in range(DICE):
        of_colour = hand & correct_cards(die, state.face[die], state.best[die]) & (1 << SIDES) - 1 << die * SIDES
        drops += size_of(of_colour)
        hand &= ~of_colour
    hand |= state.twin[seat]
    for die in range(DICE):
        if state.best[die] < NUMBER_MATCH:
            for colour in range(DICE):
                card = 1 << card_of(colour, state.face[die])
                if colour != die and hand & card:
                    hand &= ~card
                    drops += 1
                    break
    return drops
