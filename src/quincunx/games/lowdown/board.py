"""The dice and the board as tables, and the arithmetic of rows and scores.

Boxes are numbered 0 to 26, nine per grid, left to right and top to bottom. Sets of boxes and rows are bits of an int.
"""

from quincunx.core.fields import Grid

NO_COLOUR, RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = range(7)
COLOURS = 6

NUMBER_SIDES = (1, 1, 1, 1, 1, 1)
"""The number of sides of a number die that show 1, 2, 3, … (§3; deduced)."""
COLOUR_SIDES = (1, 1, 1, 1, 1, 1)
"""The number of sides of a colour die that show RED, ORANGE, … (§4; deduced)."""
GRID_COLOURS = ((RED, ORANGE), (GREEN, YELLOW), (PURPLE, BLUE))
"""By grid: its first and its second colour (§6; stated)."""
LAYOUT = "AAH AHB HBB"
"""Every grid's boxes: A in its first colour, B in its second, H half and half (§7; invented)."""

NUMBERS = len(NUMBER_SIDES)
GRIDS = 3
SIDE = 3
GRID_BOXES = SIDE * SIDE
BOXES = GRIDS * GRID_BOXES
ALL_BOXES = (1 << BOXES) - 1

EMPTY = 0
BLACKED_OUT = NUMBERS + 1
"""The contents of a box besides a number from 1."""
BLACKOUT_POINTS = 6
TEN = 10

BOX_COLOURS = tuple(
    {"A": 1 << first, "B": 1 << second, "H": 1 << first | 1 << second}[kind]
    for first, second in GRID_COLOURS
    for kind in LAYOUT.replace(" ", "")
)
"""By box: the colours it takes, as bits."""
COLOUR_BOXES = tuple(
    sum(1 << box for box in range(BOXES) if BOX_COLOURS[box] >> colour & 1) for colour in range(COLOURS + 1)
)
"""By colour: the boxes that take it, as bits."""
COLOUR_GRID = tuple(sum(grid for grid in range(GRIDS) if colour in GRID_COLOURS[grid]) for colour in range(COLOURS + 1))
"""By colour: the grid of these boxes."""
GRID_MASKS = tuple((1 << GRID_BOXES) - 1 << GRID_BOXES * grid for grid in range(GRIDS))
"""By grid: its boxes, as bits."""

GRID_ROWS = 8
ROWS = GRIDS * GRID_ROWS
ACROSS, DOWN, FALLING, RISING = 0, 3, 6, 7
"""The first row of each direction within a grid; the two diagonals have one each."""
_ROWS_OF_A_GRID = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ROW_BOXES = tuple(tuple(GRID_BOXES * grid + box for box in row) for grid in range(GRIDS) for row in _ROWS_OF_A_GRID)
"""By row: its three boxes (§37, R19)."""
ROW_CLASHES = tuple(
    sum(1 << other for other in range(ROWS) if set(ROW_BOXES[other]) & set(ROW_BOXES[row])) for row in range(ROWS)
)
"""By row: the rows that share a box with it, itself included, as bits (§38, R18)."""

MAKES_NOTHING, THREE_OF_A_KIND, MAKES_TEN = range(3)


def empty_boxes(box: Grid, seat: int) -> int:
    """The boxes of a seat's board that hold nothing, as bits."""
    empty = 0
    for index in range(BOXES):
        if box[seat, index] == EMPTY:
            empty |= 1 << index
    return empty


def full_grids(box: Grid, seat: int) -> int:
    """The number of filled grids of a seat's board; black boxes count (R21)."""
    empty = empty_boxes(box, seat)
    full = 0
    for grid in range(GRIDS):
        if empty & GRID_MASKS[grid] == 0:
            full += 1
    return full


def makes(a: int, b: int, c: int) -> int:
    """The result of three boxes: three of a kind, ten, or nothing; a black or empty box makes nothing (R15)."""
    if min(a, b, c) == EMPTY or max(a, b, c) == BLACKED_OUT:
        return MAKES_NOTHING
    if a == b and b == c:  # §35
        return THREE_OF_A_KIND
    if a + b + c == TEN:  # §36
        return MAKES_TEN
    return MAKES_NOTHING


def row_makes(box: Grid, seat: int, row: int) -> int:
    """The result of a row of a seat's board."""
    return makes(box[seat, ROW_BOXES[row][0]], box[seat, ROW_BOXES[row][1]], box[seat, ROW_BOXES[row][2]])


def row_points(box: Grid, seat: int, row: int) -> int:
    """The points that a row's boxes hold."""
    points = 0
    for place in range(SIDE):
        points += points_of(box[seat, ROW_BOXES[row][place]])
    return points


def points_of(mark: int) -> int:
    """The points of a box by its contents (§44, §45, R23)."""
    return BLACKOUT_POINTS if mark == BLACKED_OUT else mark


def open_rows(box: Grid, seat: int, crossed: int) -> int:
    """The rows that a seat may cross out now, as bits: they make something and touch no crossed row."""
    rows = 0
    for row in range(ROWS):
        if crossed & ROW_CLASHES[row] == 0 and row_makes(box, seat, row) != MAKES_NOTHING:
            rows |= 1 << row
    return rows


def score(box: Grid, seat: int, crossed: int) -> int:
    """The score of a board: everything that is not crossed out."""
    points = 0
    for index in range(BOXES):
        points += points_of(box[seat, index])
    for row in range(ROWS):
        if crossed >> row & 1:
            points -= row_points(box, seat, row)
    return points


def best_crossing(box: Grid, seat: int, crossed: int) -> int:
    """The rows that would lower the score most if crossed out now, as bits; of equal ways the first."""
    rows = 0
    may_cross = open_rows(box, seat, crossed)
    for grid in range(GRIDS):
        rows |= _best_of_grid(box, seat, may_cross, grid * GRID_ROWS)
    return rows


def _best_of_grid(box: Grid, seat: int, may_cross: int, first: int) -> int:
    """§38, §39: rows across never touch each other, nor do rows down; every other two rows of a grid touch."""
    best = 0
    best_points = 0
    for start in (ACROSS, DOWN, FALLING, RISING):
        rows = 0
        points = 0
        for row in range(first + start, first + start + (SIDE if start < FALLING else 1)):
            if may_cross >> row & 1:
                rows |= 1 << row
                points += row_points(box, seat, row)
        if points > best_points:
            best = rows
            best_points = points
    return best
