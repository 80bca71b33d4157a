"""Learn the tables of Lowdown's `expert` by temporal differences: the compiled half.

A seat's board right after it has written is worth what it is worth when the seat has written next, and in the end what
it counts. What is learned from is played by `expert` with the tables as they are. Rates follow temporal coherence
(Beal and Smith): a weight that is pushed to and fro moves less.
"""

from typing import Any

from quincunx.core.fields import Grid, Row
from quincunx.core.generator import seed_key
from quincunx.core.loops import STATE, WHO_SHIFT, Arrays, advance, begin
from quincunx.core.seats import CHANCE
from quincunx.games.lowdown.board import EMPTY, GRID_BOXES, GRID_ROWS, GRIDS, score
from quincunx.games.lowdown.legality import CROSS, WRITE
from quincunx.games.lowdown.state import State
from quincunx.games.lowdown.values import (
    GRID_TABLE,
    NO_BOX,
    PLAN_STARTS,
    board_value,
    clock_of,
    empty_in,
    plan_is_open,
    plan_saving,
    row_place,
    rows_of,
    wild_place,
)

ENTRIES = ("learn", "measure_spread")
MOST_PARTS = 16
"""A board's value is made of at most 13 entries of the tables; their count stands first."""
TIMES, SQUARES, MET, GUESS = range(4)
"""By clock: how often the lead was guessed, the sum of the squared errors; in this match, whether and what."""
LOOKED_AT = 4


def learn(
    states: Any, seats: int, options: Row, arrays: Arrays, rate: float, pushes: Any, sizes: Any, parts: Grid,
    shares: Any, seed: int, first: int, matches: int,
) -> float:  # fmt: skip
    """Play `matches` matches and learn from every board; return the mean score."""
    values = arrays.knowledge
    total = 0.0
    for number in range(first, first + matches):
        seed_key(arrays.key, seed, number)
        begin(states, seats, options)
        for seat in range(seats):
            parts[seat, 0] = 0
        while True:
            event = advance(states, arrays)
            if event < 0:
                break
            who = event >> WHO_SHIFT
            what = event - (who << WHO_SHIFT)
            if who != CHANCE and WRITE <= what < CROSS:
                state = states[STATE]
                clock = clock_of(state)
                push(values, rate, pushes, sizes, parts, shares, who, board_value(state, who, clock, values))
                take_apart(state, who, clock, values, parts, shares)
        for seat in range(seats):
            points = score(states[STATE].box, seat, states[STATE].crossed[seat])
            push(values, rate, pushes, sizes, parts, shares, seat, float(points))
            total += points
    return total / (matches * seats)


def push(values: Any, rate: float, pushes: Any, sizes: Any, parts: Grid, shares: Any, seat: int, target: float) -> None:
    """Move what a seat's last board was worth towards what it has turned out to be."""
    count = parts[seat, 0]
    if count == 0:
        return
    now = shares[seat, 0]
    norm = 0.0
    for part in range(1, count + 1):
        now += shares[seat, part] * values[parts[seat, part]]
        norm += shares[seat, part] * shares[seat, part]
    error = target - now
    for part in range(1, count + 1):
        place = parts[seat, part]
        step = error * shares[seat, part] / norm
        coherence = abs(pushes[place]) / sizes[place] if sizes[place] > 0 else 1.0
        values[place] += rate * coherence * step
        pushes[place] += step
        sizes[place] += abs(step)
    parts[seat, 0] = 0


def take_apart(state: State, seat: int, clock: int, values: Any, parts: Grid, shares: Any) -> None:
    """Write down of which entries a board's value is made; nothing when the match is about to end."""
    parts[seat, 0] = 0
    if clock == 0:
        return
    shares[seat, 0] = board_value(state, seat, clock, values)
    add_part(parts, shares, seat, wild_place(state.wilds[seat], clock), -1.0)
    for grid in range(GRIDS):
        empty = empty_in(state, seat, grid)
        add_part(parts, shares, seat, GRID_TABLE + clock * (GRID_BOXES + 1) + empty, 1.0)
        best = -1
        most = 0.0
        for plan in range(len(PLAN_STARTS)):
            if plan_is_open(state.crossed[seat], grid, plan):
                saving = plan_saving(state, seat, grid, plan, clock, NO_BOX, EMPTY, values)
                if saving > most:
                    best = plan
                    most = saving
        if best >= 0:
            first = grid * GRID_ROWS + PLAN_STARTS[best]
            for row in range(first, first + rows_of(best)):
                place = row_place(state, seat, row, clock, NO_BOX, EMPTY)
                if place >= 0:
                    add_part(parts, shares, seat, place, -1.0)
    count = parts[seat, 0]
    for part in range(1, count + 1):  # what is left is no entry: numbers that are written, rows that are made
        shares[seat, 0] -= shares[seat, part] * values[parts[seat, part]]


def add_part(parts: Grid, shares: Any, seat: int, place: int, share: float) -> None:
    """Write down one entry."""
    parts[seat, 0] += 1
    parts[seat, parts[seat, 0]] = place
    shares[seat, parts[seat, 0]] = share


def measure_spread(states: Any, options: Row, arrays: Arrays, errors: Any, seed: int, matches: int) -> None:
    """By clock, in matches of two: how often the lead was guessed, and the squares of how far that was off."""
    values = arrays.knowledge
    for number in range(matches):
        seed_key(arrays.key, seed, number)
        begin(states, 2, options)
        for row in range(len(errors)):
            errors[row, MET] = 0.0
        while True:
            event = advance(states, arrays)
            if event < 0:
                break
            who = event >> WHO_SHIFT
            what = event - (who << WHO_SHIFT)
            if who == 0 and WRITE <= what < CROSS:
                state = states[STATE]
                clock = clock_of(state)
                errors[clock, MET] = 1.0
                errors[clock, GUESS] = board_value(state, 1, clock, values) - board_value(state, 0, clock, values)
        last = states[STATE]
        lead = score(last.box, 1, last.crossed[1]) - score(last.box, 0, last.crossed[0])
        for row in range(len(errors)):
            if errors[row, MET] > 0:
                errors[row, TIMES] += 1.0
                errors[row, SQUARES] += (lead - errors[row, GUESS]) ** 2
