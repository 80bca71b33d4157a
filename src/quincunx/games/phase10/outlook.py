"""Each seat's chance to win when a turn begins, by tables learned from simulated turns of `expert`.

The final lead is normal: its mean is the lead now, the expected bonuses for five phases, and the learned effect of the
phases of two seats.
"""

from typing import Any

from quincunx.core.defaults import UNKNOWN
from quincunx.core.normal import chance_above_zero, higher_of
from quincunx.core.seats import Seat
from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import (
    ALL_DICE,
    BONUS,
    BONUS_OVER,
    BONUS_PHASES,
    NOBODY,
    ROLLING,
    State,
    grand_total,
    running_total,
)

STANDS = PHASES + 1
"""The number of places of a seat: each phase, or finished."""
LEAD, OFF = range(2)
"""By the phases of the seat whose turn begins and of another: the mean of its final lead at equal points now, and the
variance of that lead."""
CELL = 2
TO_COME, SPREAD = range(2)
"""By phase: the points to come from there to the bonus for five phases, and their standard deviation."""
BONUSES = STANDS * STANDS * CELL
"""The index of the first of these."""
LEARNED = BONUSES + BONUS_PHASES * CELL


def outlook(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance when the next turn begins; trials of the last round go on to the end."""
    begins = state.stage == ROLLING and state.rolls == 1 and state.rolling == ALL_DICE
    if state.seats == 1 or state.turn == root.turn or not begins or state.finisher != NOBODY:
        return UNKNOWN
    first = len(knowledge) - LEARNED
    best, best_off = -1e9, 0.0
    for other in range(state.seats):
        if other != seat:
            lead, off = _beside_the_mover(state, other, first, knowledge)
            best, best_off = higher_of(best, best_off, lead, off)
    lead, off = _beside_the_mover(state, seat, first, knowledge)
    return chance_above_zero(lead - best, off + best_off)


def _beside_the_mover(state: State, seat: Seat, first: int, knowledge: Any) -> tuple[float, float]:
    """The expected final lead of a seat over the one whose turn begins, and half its variance."""
    mover = state.order[state.turn]
    if seat == mover:
        off = 0.0
        for other in range(state.seats):
            if other != mover:
                off += _lead_of_mover(state, other, first, knowledge)[1]
        return 0.0, off / (state.seats - 1)
    lead, off = _lead_of_mover(state, seat, first, knowledge)
    return -lead, off


def _lead_of_mover(state: State, seat: Seat, first: int, knowledge: Any) -> tuple[float, float]:
    mover = state.order[state.turn]
    cell = first + (state.phase[mover] * STANDS + state.phase[seat]) * CELL
    mine, theirs = _bonus_chance(state, mover, first, knowledge), _bonus_chance(state, seat, first, knowledge)
    lead = grand_total(state, mover) - grand_total(state, seat) + BONUS * (mine - theirs) + knowledge[cell + LEAD]
    off = knowledge[cell + OFF] + BONUS * BONUS * (mine * (1 - mine) + theirs * (1 - theirs))
    return lead, off / 2


def _bonus_chance(state: State, seat: Seat, first: int, knowledge: Any) -> float:
    """The chance that a seat still gets the bonus for five phases."""
    phase = state.phase[seat]
    if phase >= BONUS_PHASES:
        return 0.0
    place = first + BONUSES + phase * CELL
    missing = BONUS_OVER + 0.5 - running_total(state, seat)
    return chance_above_zero(knowledge[place + TO_COME] - missing, knowledge[place + SPREAD] ** 2)
