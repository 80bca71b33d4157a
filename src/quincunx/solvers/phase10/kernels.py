"""The loops of the solver: plain functions over flat arrays, compiled by `core.jit`.

Nothing here allocates. Two kinds of tables occur. Where dice are alike, a table has an axis for each kind of dice, and
along it one entry for each *keepset* (see `dice_pool`). In the phase of one colour every die counts by itself: a table
has ten axes of seven, the six sides of a die and `IN_AIR`; the first three dice are its *rows*, the others its
*columns*, so that the columns of a row, and the rows of a strip of columns, fit into the processor's cache.
"""

from typing import Any

from quincunx.games.phase10.phases import DICE, NOT_MADE, SIDES, best_phase, points_of

IN_AIR = SIDES
"""Beside the sides of a die: it is being rolled."""
PLACES = SIDES + 1
ROW_DICE = 3
COLUMN_DICE = DICE - ROW_DICE
ROWS = PLACES**ROW_DICE
COLUMNS = PLACES**COLUMN_DICE
STATES = ROWS * COLUMNS
STRIP = PLACES**3
"""Columns that are worked on together, so that all their rows fit into the cache."""

COLOURS = 4
FAILED = 63
"""Stands for the points of a phase that is not made."""


def score(faces: Any, phase: int, out: Any) -> None:
    """The points of a phase for many rolls, by the game's own rules."""
    for roll in range(len(faces)):
        made = best_phase(faces[roll], phase)
        out[roll] = FAILED if made == NOT_MADE else points_of(made)


def choose(values: Any, choice: Any, outer: int, inner: int, fewer: Any) -> None:
    """Find along one axis the best keepset within each keepset, and its value."""
    size = len(fewer)
    for block in range(outer):
        base = block * size * inner
        for step in range(size):
            keep = size - 1 - step
            target = base + keep * inner
            for symbol in range(fewer.shape[1]):
                other = fewer[keep, symbol]
                if other != keep:
                    source = base + other * inner
                    for place in range(inner):
                        if values[source + place] > values[target + place]:
                            values[target + place] = values[source + place]
                            choice[target + place] = choice[source + place]


def fill_last(
    values: Any, first: int, last: int, gains: Any, row_places: Any, column_places: Any, failing: float
) -> None:
    """Fill rows of the table with the last roll in the air: the sum of each colour's gain over failing."""
    for row in range(first, last):
        base = row * COLUMNS
        r0, r1, r2, r3 = row_places[0, row], row_places[1, row], row_places[2, row], row_places[3, row]
        for column in range(COLUMNS):
            values[base + column] = (
                failing
                + gains[r0 + column_places[0, column]]
                + gains[r1 + column_places[1, column]]
                + gains[r2 + column_places[2, column]]
                + gains[r3 + column_places[3, column]]
            )


def best_columns(values: Any, choice: Any, first: int, last: int) -> None:
    """In these rows, along the axes of columns: reroll a die where that is better.

    `choice`, unless it is None, follows the values.
    """
    for row in range(first, last):
        stride = 1
        for _ in range(COLUMN_DICE):
            for block in range(COLUMNS // (PLACES * stride)):
                start = row * COLUMNS + block * PLACES * stride
                air = start + IN_AIR * stride
                for side in range(SIDES):
                    for place in range(stride):
                        here = start + side * stride + place
                        _keep_better(values, choice, here, air + place)
            stride *= PLACES


def _keep_better(values: Any, choice: Any, here: int, other: int) -> None:
    if choice is None:
        values[here] = max(values[here], values[other])
    elif values[other] > values[here]:
        values[here] = values[other]
        choice[here] = choice[other]


def expect_columns(values: Any, first: int, last: int) -> None:
    """In these rows, along the axes of columns: take the mean over the sides of a die in the air."""
    for row in range(first, last):
        stride = 1
        for _ in range(COLUMN_DICE):
            for block in range(COLUMNS // (PLACES * stride)):
                start = row * COLUMNS + block * PLACES * stride
                for place in range(stride):
                    here = start + place
                    total = values[here] + values[here + stride] + values[here + 2 * stride]
                    total += values[here + 3 * stride] + values[here + 4 * stride] + values[here + 5 * stride]
                    values[here + IN_AIR * stride] = total / SIDES
            stride *= PLACES


def best_rows(values: Any, choice: Any, strips: Any, first: int, last: int) -> None:
    """In these strips of columns, along the axes of rows: reroll a die where that is better."""
    for strip in range(first, last):
        stride = 1
        for _ in range(ROW_DICE):
            for block in range(ROWS // (PLACES * stride)):
                for step in range(SIDES * stride):
                    here = (block * PLACES * stride + step) * COLUMNS + strips[strip]
                    air = ((block * PLACES + IN_AIR) * stride + step % stride) * COLUMNS + strips[strip]
                    for place in range(STRIP):
                        _keep_better(values, choice, here + place, air + place)
            stride *= PLACES


def expect_rows(values: Any, strips: Any, first: int, last: int) -> None:
    """In these strips of columns, along the axes of rows: take the mean over the sides of a die in the air."""
    for strip in range(first, last):
        stride = 1
        for _ in range(ROW_DICE):
            step = stride * COLUMNS
            for block in range(ROWS // (PLACES * stride)):
                for row in range(block * PLACES * stride, (block * PLACES + 1) * stride):
                    start = row * COLUMNS + strips[strip]
                    for place in range(STRIP):
                        here = start + place
                        total = values[here] + values[here + step] + values[here + 2 * step]
                        total += values[here + 3 * step] + values[here + 4 * step] + values[here + 5 * step]
                        values[here + IN_AIR * step] = total / SIDES
            stride *= PLACES


def sum_landed(values: Any, rows: Any, columns: Any, first: int, last: int) -> float:
    """The sum over all rolls of ten dice in these of the rows and columns without a die in the air."""
    total = 0.0
    for row in range(first, last):
        base = rows[row] * COLUMNS
        part = 0.0
        for column in range(len(columns)):
            part += values[base + columns[column]]
        total += part
    return total


def note_air(choice: Any, row_air: Any, column_air: Any) -> None:
    """Write the dice in the air of every state, as bits."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            choice[row * COLUMNS + column] = row_air[row] | column_air[column]


def take_landed(table: Any, rows: Any, columns: Any, out: Any) -> None:
    """Copy the entries without a die in the air, one after the other."""
    for row in range(len(rows)):
        base = rows[row] * COLUMNS
        for column in range(len(columns)):
            out[row * len(columns) + column] = table[base + columns[column]]


def take_in_air(
    values: Any, row_air: Any, column_air: Any, row_kept: Any, column_kept: Any, column_ways: Any, offset: Any, out: Any
) -> None:
    """Copy the entries of the sets of dice in the air that have an offset.

    The index within a set is the number of the kept dice's sides.
    """
    for row in range(ROWS):
        for column in range(COLUMNS):
            start = offset[row_air[row] | column_air[column]]
            if start >= 0:
                place = start + row_kept[row] * column_ways[column] + column_kept[column]
                out[place] = values[row * COLUMNS + column]


def follow_last(
    values: Any, actions: Any, rows: Any, columns: Any, gains: Any, row_places: Any, column_places: Any, failing: float
) -> None:
    """The worth of a roll when the last decision is made by a plan."""
    for row in range(len(rows)):
        for column in range(len(columns)):
            action = actions[row * len(columns) + column]
            kept_row = rolled_row(rows[row], action)
            kept_column = rolled_column(columns[column], action)
            worth = failing
            for colour in range(COLOURS):
                worth += gains[row_places[colour, kept_row] + column_places[colour, kept_column]]
            values[rows[row] * COLUMNS + columns[column]] = worth


def rolled_row(row: int, action: int) -> int:
    """The row after the dice of an action have been taken up."""
    changed = 0
    stride = ROWS
    for die in range(ROW_DICE):
        stride //= PLACES
        changed += stride * (IN_AIR if action >> die & 1 else row // stride % PLACES)
    return changed


def rolled_column(column: int, action: int) -> int:
    """The column after the dice of an action have been taken up."""
    changed = 0
    stride = COLUMNS
    for die in range(COLUMN_DICE):
        stride //= PLACES
        changed += stride * (IN_AIR if action >> ROW_DICE + die & 1 else column // stride % PLACES)
    return changed


def weigh_first(weights: Any, actions: Any, rows: Any, columns: Any, weight: float) -> None:
    """Sum the weights of states after the first decision by a plan; every first roll has this weight."""
    for row in range(len(rows)):
        for column in range(len(columns)):
            action = actions[row * len(columns) + column]
            weights[rolled_row(rows[row], action) * COLUMNS + rolled_column(columns[column], action)] += weight


def spread_columns(weights: Any) -> None:
    """Along the axes of columns: spread a die in the air evenly over its sides."""
    for row in range(ROWS):
        stride = 1
        for _ in range(COLUMN_DICE):
            for block in range(COLUMNS // (PLACES * stride)):
                start = row * COLUMNS + block * PLACES * stride
                air = start + IN_AIR * stride
                for side in range(SIDES):
                    for place in range(stride):
                        weights[start + side * stride + place] += weights[air + place] / SIDES
            stride *= PLACES


def spread_rows(weights: Any, strips: Any) -> None:
    """Along the axes of rows: spread a die in the air evenly over its sides."""
    for strip in range(len(strips)):
        stride = 1
        for _ in range(ROW_DICE):
            for block in range(ROWS // (PLACES * stride)):
                for step in range(SIDES * stride):
                    here = (block * PLACES * stride + step) * COLUMNS + strips[strip]
                    air = ((block * PLACES + IN_AIR) * stride + step % stride) * COLUMNS + strips[strip]
                    for place in range(STRIP):
                        weights[here + place] += weights[air + place] / SIDES
            stride *= PLACES


def weigh_last(
    weights: Any, actions: Any, rows: Any, columns: Any, row_places: Any, column_places: Any, out: Any
) -> None:
    """Sum the weights of each colour's states after the last decision by a plan."""
    for row in range(len(rows)):
        for column in range(len(columns)):
            action = actions[row * len(columns) + column]
            kept_row = rolled_row(rows[row], action)
            kept_column = rolled_column(columns[column], action)
            weight = weights[rows[row] * COLUMNS + columns[column]]
            for colour in range(COLOURS):
                out[row_places[colour, kept_row] + column_places[colour, kept_column]] += weight
