"""Value positions by trials: the compiled half of `solvers.valuer`, for any game.

A trial plays on to the end, or until the game knows every seat's chance to win (`outlook`). The same named dice serve
every position and every action, so that luck cancels when two are compared.
"""

from typing import Any

from quincunx.core.fields import Grid, Row
from quincunx.core.loops import STATE, Arrays, advance
from quincunx.core.seats import Seat
from quincunx.core.slots import apply, copy_state, outlook, standings
from quincunx.core.standings import POINTS
from quincunx.solvers.trials import ROOT, SEARCH_STATES, list_candidates, prepare, share_of  # noqa: F401  # an entry

ENTRIES = ("known_now", "list_candidates", "try_options")
"""The functions that Python calls in compiled form."""

SINCE = SEARCH_STATES
"""The position after which the game says where trials may end."""
VALUING_STATES = SEARCH_STATES + 1

UNIT = 1_000_000
"""A sure win, or a point where the game is played for points."""
ROUGH = 1_000
"""Squares are summed of values in these units, so that they fit into 64 bits."""
AS_IT_IS = -1
"""In place of an action: the position as it is."""
TRIES, SUM, SQUARES, GAIN, GAIN_SQUARES = range(5)
"""The sums for each option and seat: trials, values and their squares, and the same of the differences to the first
option in the same trials."""
SUMS = 5


def known_now(states: Any, seats: int, arrays: Arrays, out: Row) -> bool:
    """Whether a trial ends at the root; if so, write the value for every seat to `out`."""
    copy_state(states, STATE, ROOT)
    if outlook(states[SINCE], states[STATE], 0, arrays.knowledge) < 0:
        return False
    for seat in range(seats):
        out[seat] = worth(states, seats, seat, True, arrays)
    return True


def try_options(
    states: Any, seats: int, guesser: Seat, seat: Seat, options: Row, alive: Row, count: int, seed: int, first: int,
    times: int, arrays: Arrays, limit: int, usual: Row, sums: Grid,
) -> None:  # fmt: skip
    """Try each remaining option that many times, beginning with the trial of that number."""
    for number in range(first, first + times):
        for index in range(count):
            if alive[index]:
                prepare(states, guesser, seed, number, arrays)
                if options[index] != AS_IT_IS:
                    apply(states[STATE], seat, options[index])
                is_known = play_on(states, arrays, limit)
                for other in range(seats):
                    value = worth(states, seats, other, is_known, arrays)
                    if index == 0:
                        usual[other] = value
                    add(sums, index * seats + other, value, value - usual[other])


def play_on(states: Any, arrays: Arrays, limit: int) -> bool:
    """Play on until the game knows the win chances, or to the end; return whether it knows them."""
    for _ in range(limit):
        if outlook(states[SINCE], states[STATE], 0, arrays.knowledge) >= 0:
            return True
        if advance(states, arrays) < 0:
            return False
    return False


def worth(states: Any, seats: int, seat: Seat, is_known: bool, arrays: Arrays) -> int:
    """The value of a trial for a seat."""
    if is_known:
        return int(outlook(states[SINCE], states[STATE], seat, arrays.knowledge) * UNIT + 0.5)
    return result(states, seats, seat, arrays.table)


def result(states: Any, seats: int, seat: Seat, table: Grid) -> int:
    """The result of a finished match for a seat."""
    standings(states[STATE], table)
    if seats == 1:
        return table[0, POINTS] * UNIT
    return share_of(UNIT, table, seats, seat)


def add(sums: Grid, row: int, value: int, gain: int) -> None:
    """Add the value of a trial to a row of sums."""
    rough, rough_gain = value // ROUGH, gain // ROUGH
    sums[row, TRIES] += 1
    sums[row, SUM] += value
    sums[row, SQUARES] += rough * rough
    sums[row, GAIN] += gain
    sums[row, GAIN_SQUARES] += rough_gain * rough_gain
