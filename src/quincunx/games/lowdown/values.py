"""The expected count of a board in the end, by learned tables: what `expert` knows.

The *clock* is the number of boxes that the seat nearest to two full grids has still to fill: the fewest turns to come.
Every grid is played for one *plan*: its rows across, its rows down or one diagonal. A row that lacks numbers saves what
the tables say by the numbers it has, by its missing half boxes (they are easier to fill) and by the clock.
"""

from typing import Any

from quincunx.core.seats import Seat
from quincunx.games.lowdown.board import (
    ACROSS,
    BLACKED_OUT,
    BOX_COLOURS,
    DOWN,
    EMPTY,
    FALLING,
    GRID_BOXES,
    GRID_ROWS,
    GRIDS,
    MAKES_NOTHING,
    NUMBERS,
    RISING,
    ROW_BOXES,
    SIDE,
    makes,
    points_of,
)
from quincunx.games.lowdown.state import ENDING_GRIDS, WILD_BOXES, State

CLOCKS = ENDING_GRIDS * GRID_BOXES + 1
HAVES = 1 + NUMBERS + NUMBERS * (NUMBERS + 1) // 2
"""The contents of an unfinished row: nothing, one number or two."""
HALVES = SIDE + 1
"""The number of its missing half boxes, plus one."""
ROW_TABLE = 0
"""By clock, numbers and missing half boxes: the expected saving of an unfinished row."""
GRID_TABLE = ROW_TABLE + CLOCKS * HAVES * HALVES
"""By clock and empty boxes of a grid: their expected count."""
WILD_TABLE = GRID_TABLE + CLOCKS * (GRID_BOXES + 1)
"""By clock and remaining wilds: their expected saving."""
SPREAD_TABLE = WILD_TABLE + CLOCKS * (WILD_BOXES + 1)
"""By clock: the standard deviation of the lead."""
OTHER_PLAN = SPREAD_TABLE + CLOCKS
"""By clock: the part of the saving of a grid's second best plan that counts."""
VALUES = OTHER_PLAN + CLOCKS

NO_BOX = -1
PLAN_STARTS = (ACROSS, DOWN, FALLING, RISING)
IS_HALF = tuple(int(colours & colours - 1 != 0) for colours in BOX_COLOURS)


def clock_of(view: State) -> int:
    """The fewest turns to come."""
    clock = CLOCKS - 1
    for seat in range(view.seats):
        clock = min(clock, to_fill(view, seat, GRIDS))
    return clock


def to_fill(view: State, seat: Seat, written: int) -> int:
    """Boxes that a seat has to fill until two grids are full, when one more is written in that grid, or GRIDS."""
    total = 0
    most = 0
    for grid in range(GRIDS):
        empty = empty_in(view, seat, grid) - (1 if grid == written else 0)
        total += empty
        most = max(most, empty)
    return total - most


def empty_in(view: State, seat: Seat, grid: int) -> int:
    """The number of empty boxes of a grid."""
    empty = 0
    for box in range(grid * GRID_BOXES, (grid + 1) * GRID_BOXES):
        if view.box[seat, box] == EMPTY:
            empty += 1
    return empty


def board_value(view: State, seat: Seat, clock: int, values: Any) -> float:
    """The expected count of a board."""
    total = -wild_value(view.wilds[seat], clock, values)
    for grid in range(GRIDS):
        total += grid_value(view, seat, grid, clock, NO_BOX, EMPTY, values)
    return total


def wild_value(used: int, clock: int, values: Any) -> float:
    """The expected saving of the remaining wilds."""
    return float(values[wild_place(used, clock)])


def wild_place(used: int, clock: int) -> int:
    """The index of the wilds in the tables."""
    return WILD_TABLE + clock * (WILD_BOXES + 1) + WILD_BOXES - used


def grid_value(view: State, seat: Seat, grid: int, clock: int, box: int, mark: int, values: Any) -> float:
    """The expected count of a grid, with this mark in that box."""
    total = 0.0
    empty = 0
    for index in range(grid * GRID_BOXES, (grid + 1) * GRID_BOXES):
        held = mark if index == box else view.box[seat, index]
        if held == EMPTY:
            empty += 1
        else:
            total += points_of(held)
    total += float(values[GRID_TABLE + clock * (GRID_BOXES + 1) + empty])
    best = 0.0
    second = 0.0
    for plan in range(len(PLAN_STARTS)):
        if plan_is_open(view.crossed[seat], grid, plan):
            saving = plan_saving(view, seat, grid, plan, clock, box, mark, values)
            if saving > best:
                second = best
                best = saving
            elif saving > second:
                second = saving
    return total - best - second * float(values[OTHER_PLAN + clock])


def plan_is_open(crossed: int, grid: int, plan: int) -> bool:
    """Whether the rows that are crossed out belong to a plan."""
    start = PLAN_STARTS[plan]
    rows = (1 << rows_of(plan)) - 1 << start
    return crossed >> grid * GRID_ROWS & (1 << GRID_ROWS) - 1 & ~rows == 0


def rows_of(plan: int) -> int:
    """The number of rows of a plan."""
    return SIDE if PLAN_STARTS[plan] < FALLING else 1


def plan_saving(view: State, seat: Seat, grid: int, plan: int, clock: int, box: int, mark: int, values: Any) -> float:
    """The expected saving of a plan."""
    first = grid * GRID_ROWS + PLAN_STARTS[plan]
    saving = 0.0
    for row in range(first, first + rows_of(plan)):
        place = row_place(view, seat, row, clock, box, mark)
        saving += values[place] if place >= 0 else -1.0 - place
    return saving


def row_place(view: State, seat: Seat, row: int, clock: int, box: int, mark: int) -> int:
    """The index of an unfinished row in the tables; for a finished one -1 - the points that it saves."""
    low = 0
    high = 0
    missing = 0
    halves = 0
    total = 0
    for place in range(SIDE):
        index = ROW_BOXES[row][place]
        held = mark if index == box else view.box[seat, index]
        if held == BLACKED_OUT:
            return -1
        if held == EMPTY:
            missing += 1
            halves += IS_HALF[index]
        else:
            total += held
            low = held if low == 0 else min(low, held)
            high = max(high, held)
    if missing == 0:
        return -1 - total if makes(low, high, total - low - high) != MAKES_NOTHING else -1
    have = 0 if missing == SIDE else high
    if missing == 1:
        have = NUMBERS + high * (high - 1) // 2 + low
    return ROW_TABLE + (clock * HAVES + have) * HALVES + halves
