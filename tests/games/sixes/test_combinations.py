"""The arithmetic of sixes against brute force: all multisets of dice, and the scoring table written out."""

from collections import Counter
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.fields import Grid
from quincunx.games.sixes.combinations import (
    FACES,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIDE_COUNT,
    SIDE_DICE,
    SIDES,
    WAY_SINGLE,
    WAY_SOFT,
    WAYS,
    add_side,
    dice_shown,
    has_rest,
    has_side,
    has_soft,
    points_against,
    wins,
)
from quincunx.games.sixes.notation import SIDE_FACES, kind_of, rest_of

SOFT_SIXES = [
    faces for size in range(2, 7) for faces in combinations_with_replacement((5, 4, 3, 2, 1), size) if sum(faces) == 6
]
hands = st.lists(st.integers(1, 6), max_size=12)


def shown(hand: list[int]) -> Grid:
    table = Grid(2, FACES)
    for face in hand:
        table[1, face] += 1
    return table


def holds(hand: list[int], wanted: tuple[int, ...]) -> bool:
    return Counter(wanted) <= Counter(hand)


def test_the_sides_are_all_there_is() -> None:
    assert sorted(SIDE_FACES[FIRST_SOFT:HARD]) == sorted(SOFT_SIXES)
    assert SIDE_FACES[NO_DICE] == ()
    assert SIDE_FACES[1:FIRST_SOFT] == ((1,), (2,), (3,), (4,), (5,))
    assert SIDE_FACES[HARD] == (6,)
    assert len(SIDE_COUNT) == len(SIDE_DICE) == SIDES
    assert [len(faces) for faces in SIDE_FACES] == list(SIDE_DICE)


def test_the_ways_to_complete_are_all_there_are() -> None:
    expected = {(single, faces) for faces in SOFT_SIXES for single in faces}
    ways = [(WAY_SINGLE[way], SIDE_FACES[WAY_SOFT[way]]) for way in range(WAYS)]
    assert len(ways) == len(set(ways)) == WAYS
    assert set(ways) == expected
    assert all(sum(rest_of(way)) + WAY_SINGLE[way] == 6 for way in range(WAYS))


@given(hands)
def test_what_a_hand_holds(hand: list[int]) -> None:
    table = shown(hand)
    assert [has_side(table, 1, side) for side in range(SIDES)] == [holds(hand, faces) for faces in SIDE_FACES]
    assert [has_rest(table, 1, way) for way in range(WAYS)] == [holds(hand, rest_of(way)) for way in range(WAYS)]
    assert has_soft(table, 1) == any(holds(hand, faces) for faces in SOFT_SIXES)
    assert dice_shown(table, 1) == len(hand)
    assert dice_shown(table, 0) == 0


@given(hands, st.integers(0, SIDES - 1))
def test_dice_of_a_side_come_and_go(hand: list[int], side: int) -> None:
    table = shown(hand)
    add_side(table, 1, side, 1)
    assert table == shown([*hand, *SIDE_FACES[side]])
    add_side(table, 1, side, -1)
    assert table == shown(hand)


def test_the_scoring_table_row_by_row() -> None:
    rows = {
        ("hard", "single"): 2,
        ("hard", "none"): 2,
        ("hard", "soft"): 1,
        ("soft", "hard"): 0,
        ("hard", "hard"): 0,
        ("soft", "single"): 1,
        ("soft", "none"): 1,
        ("soft", "soft"): 0,
    }
    for mine in range(SIDES):
        for theirs in range(SIDES):
            expected = rows.get((kind_of(mine), kind_of(theirs)), 0)
            assert points_against(mine, theirs) == expected


def test_winning_scores_from_0_to_100() -> None:
    by_digits = {n for n in range(101) if len(str(n)) == 2 and sum(map(int, str(n))) == 6}
    assert {n for n in range(101) if wins(n)} == by_digits | set(range(60, 101))
    assert [n for n in range(60) if wins(n)] == [15, 24, 33, 42, 51]
