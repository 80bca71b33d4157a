"""The arithmetic of rows against a brute-force twin that knows boxes by their place on paper."""

import random
from itertools import combinations, product

from quincunx.core.fields import Grid
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOX_COLOURS,
    BOXES,
    COLOUR_BOXES,
    COLOURS,
    GRIDS,
    MAKES_NOTHING,
    MAKES_TEN,
    NUMBERS,
    ROW_BOXES,
    ROW_CLASHES,
    ROWS,
    THREE_OF_A_KIND,
    best_crossing,
    empty_boxes,
    full_grids,
    makes,
    open_rows,
    row_points,
    score,
)

SEAT = 1
MARKS = range(BLACKED_OUT + 1)


def lines_on_paper() -> set[frozenset[tuple[int, int, int]]]:
    """Every straight line of three boxes (grid, line, column) within a grid, found by walking."""
    lines = set()
    for grid, line, column in product(range(3), repeat=3):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            walk = [(grid, line + step * down, column + step * right) for step in range(3)]
            if all(0 <= place < 3 for box in walk for place in box):
                lines.add(frozenset(walk))
    return lines


def on_paper(row: int) -> frozenset[tuple[int, int, int]]:
    return frozenset((box // 9, box % 9 // 3, box % 3) for box in ROW_BOXES[row])


def random_board(rng: random.Random, filled: float, marks: list[int]) -> Grid:
    box = Grid(4, BOXES)
    for index in range(BOXES):
        box[SEAT, index] = rng.choice(marks) if rng.random() < filled else 0
        box[0, index] = rng.choice(marks)
    return box


def row_values(box: Grid, row: int) -> list[int]:
    return [box[SEAT, index] for index in ROW_BOXES[row]]


def qualifies(values: list[int]) -> bool:
    numbers = all(value in range(1, NUMBERS + 1) for value in values)
    return numbers and (len(set(values)) == 1 or sum(values) == 10)


def allowed(box: Grid, crossed: set[int]) -> set[int]:
    taken = {index for row in crossed for index in ROW_BOXES[row]}
    return {row for row in range(ROWS) if qualifies(row_values(box, row)) and not taken & set(ROW_BOXES[row])}


def bits(rows: set[int]) -> int:
    return sum(1 << row for row in rows)


def brute_force_best(box: Grid, crossed: set[int]) -> int:
    """The most points that any set of rows without a common box takes away, grid by grid."""
    total = 0
    for grid in range(GRIDS):
        rows = [row for row in allowed(box, crossed) if row // 8 == grid]
        best = 0
        for size in range(1, 4):
            for chosen in combinations(rows, size):
                boxes = [index for row in chosen for index in ROW_BOXES[row]]
                if len(set(boxes)) == len(boxes):
                    best = max(best, sum(box[SEAT, index] for index in boxes))
        total += best
    return total


def cases() -> list[tuple[Grid, set[int]]]:
    rng = random.Random(10)
    boards = []
    for number in range(600):
        marks = [[1, 2, 3, 4, 5, 6], [3, 4], [2, 4, 4, 7], [1, 1, 1, 6, 3]][number % 4]
        box = random_board(rng, rng.choice([0.3, 0.7, 1.0]), marks)
        crossed: set[int] = set()
        for _ in range(rng.randrange(3)):
            if rows := sorted(allowed(box, crossed)):
                crossed.add(rng.choice(rows))
        boards.append((box, crossed))
    return boards


def test_the_rows_are_the_lines_of_the_grids() -> None:
    assert {on_paper(row) for row in range(ROWS)} == lines_on_paper()
    assert len(ROW_BOXES) == ROWS == 24


def test_rows_clash_when_they_share_a_box() -> None:
    for row, other in product(range(ROWS), repeat=2):
        assert bool(ROW_CLASHES[row] >> other & 1) == bool(on_paper(row) & on_paper(other))


def test_a_grid_can_lose_three_rows_across_or_down_or_one_diagonal() -> None:
    largest = set()
    for size in range(1, 9):
        for chosen in combinations(range(8), size):
            if all(not ROW_CLASHES[a] >> b & 1 for a, b in combinations(chosen, 2)):
                largest.add(chosen)
    assert {rows for rows in largest if len(rows) == 3} == {(0, 1, 2), (3, 4, 5)}
    assert {rows for rows in largest if 6 in rows or 7 in rows} == {(6,), (7,)}


def test_what_three_boxes_make() -> None:
    for triple in product(MARKS, repeat=3):
        expected = MAKES_NOTHING
        if qualifies(list(triple)):
            expected = MAKES_TEN if sum(triple) == 10 else THREE_OF_A_KIND
        assert makes(*triple) == expected


def test_a_triple_never_makes_ten() -> None:
    assert all(3 * number != 10 for number in range(1, NUMBERS + 1))


def test_boxes_and_colours_agree() -> None:
    for box, colour in product(range(BOXES), range(1, COLOURS + 1)):
        assert BOX_COLOURS[box] >> colour & 1 == COLOUR_BOXES[colour] >> box & 1
    assert COLOUR_BOXES[0] == 0


def test_each_grid_has_three_boxes_of_every_kind() -> None:
    kinds = [bin(colours).count("1") for colours in BOX_COLOURS]
    for grid in range(GRIDS):
        assert kinds[9 * grid : 9 * grid + 9].count(2) == 3
        assert sorted(kinds[9 * grid : 9 * grid + 9]) == [1] * 6 + [2] * 3
    assert all(bin(COLOUR_BOXES[colour]).count("1") == 6 for colour in range(1, COLOURS + 1))


def test_open_rows_and_score_against_brute_force() -> None:
    found = 0
    for box, crossed in cases():
        rows = allowed(box, crossed)
        found += len(rows)
        assert open_rows(box, SEAT, bits(crossed)) == bits(rows)
        gone = {index for row in crossed for index in ROW_BOXES[row]}
        values = {index: {7: 6}.get(box[SEAT, index], box[SEAT, index]) for index in range(BOXES)}
        assert score(box, SEAT, bits(crossed)) == sum(values[index] for index in values.keys() - gone)
    assert found > 1000


def test_best_crossing_against_brute_force() -> None:
    for box, crossed in cases():
        best = best_crossing(box, SEAT, bits(crossed))
        rows = {row for row in range(ROWS) if best >> row & 1}
        assert rows <= allowed(box, crossed)
        assert all(not ROW_CLASHES[a] >> b & 1 for a, b in combinations(rows, 2))
        assert sum(row_points(box, SEAT, row) for row in rows) == brute_force_best(box, crossed)


def test_empty_boxes_and_full_grids_against_brute_force() -> None:
    for box, _ in cases():
        empty = {index for index in range(BOXES) if box[SEAT, index] == 0}
        assert empty_boxes(box, SEAT) == sum(1 << index for index in empty)
        assert full_grids(box, SEAT) == sum(not any(index // 9 == grid for index in empty) for grid in range(GRIDS))
