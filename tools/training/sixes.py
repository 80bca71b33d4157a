"""Count what both players still gain in a round from where they stand: the compiled half of what `expert` learns."""

from typing import Any

from quincunx.core.fields import Grid, Row
from quincunx.core.generator import seed_key
from quincunx.core.loops import STATE, Arrays, advance, begin
from quincunx.games.sixes.combinations import dice_shown
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ENDED, ROLLING, SEATS
from quincunx.games.sixes.values import GAINS, LEAST_GAIN, context_of

ENTRIES = ("count_gains",)
PLACE, POINTS = range(2)
"""What is noted of a moment, for each seat: the context in the tables, and the points of the round so far."""
MOST_MOMENTS = 4096
"""Moments of a round that are noted: before every roll. No round has more in practice, and more are left out."""


def count_gains(
    states: Any, options: Row, arrays: Arrays, noted: Grid, gains: Grid, seed: int, first: int, matches: int
) -> None:
    """Play `matches` matches and count, before every roll, what each seat gained until the round ended."""
    for number in range(first, first + matches):
        seed_key(arrays.key, seed, number)
        begin(states, SEATS, options)
        moments = note_moment(states, noted, 0)
        rounds = 0
        while True:
            event = advance(states, arrays)
            if event < 0:
                break
            state = states[STATE]
            if state.rounds != rounds or state.stage == ENDED:
                count_round(state.last_points, noted, moments, gains)
                rounds = state.rounds
                moments = 0
            if state.stage == ROLLING and dice_shown(state.shown, 0) + dice_shown(state.shown, 1) == 0:
                moments = note_moment(states, noted, moments)


def note_moment(states: Any, noted: Grid, moments: int) -> int:
    """Write a moment down; how many there are then."""
    state = states[STATE]
    if moments == MOST_MOMENTS:
        return moments
    for seat in range(SEATS):
        noted[moments, 2 * seat + PLACE] = context_of(state, seat)
        noted[moments, 2 * seat + POINTS] = round_points(state, seat)
    return moments + 1


def count_round(points: Row, noted: Grid, moments: int, gains: Grid) -> None:
    """Count the gains of a round that has ended."""
    for moment in range(moments):
        for seat in range(SEATS):
            gain = points[seat] - noted[moment, 2 * seat + POINTS] - LEAST_GAIN
            gains[noted[moment, 2 * seat + PLACE], min(max(gain, 0), GAINS - 1)] += 1
