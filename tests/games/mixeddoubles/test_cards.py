"""Lanes count as a bag of cards does."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.mixeddoubles.cards import (
    ALL_FREE,
    COLOURS,
    COPIES,
    DECK,
    FULL_LANE,
    KINDS,
    VALUES,
    cards_in,
    colour_of,
    count_of,
    free_points,
    kind_of,
    one_card,
    points_in,
    value_of,
)
from tests.games.mixeddoubles.layouts import deck

bags = st.lists(st.integers(1, VALUES), max_size=VALUES * COPIES).filter(
    lambda values: all(count <= COPIES for count in Counter(values).values())
)


def lane_of(values: list[int]) -> int:
    return sum(one_card(value) for value in values)


@given(bags)
def test_a_lane_is_a_bag(values: list[int]) -> None:
    lane = lane_of(values)
    assert [count_of(lane, value) for value in range(1, VALUES + 1)] == [
        values.count(value) for value in range(1, VALUES + 1)
    ]
    assert cards_in(lane) == len(values)
    assert points_in(lane) == sum(values)
    assert 0 <= lane <= FULL_LANE


@given(bags)
def test_lanes_join_by_adding(values: list[int]) -> None:
    for cut in range(len(values) + 1):
        assert lane_of(values[:cut]) + lane_of(values[cut:]) == lane_of(values)
        assert lane_of(values) - lane_of(values[:cut]) == lane_of(values[cut:])


def test_a_full_lane_has_two_of_each() -> None:
    assert lane_of([*range(1, 8), *range(1, 8)]) == FULL_LANE
    assert (cards_in(FULL_LANE), points_in(FULL_LANE)) == (14, 56)


def test_kinds_and_colours_agree() -> None:
    seen = [(colour_of(kind), value_of(kind)) for kind in range(COLOURS * VALUES)]
    assert seen == [(colour, value) for colour in range(COLOURS) for value in range(1, VALUES + 1)]
    assert [kind_of(colour, value) for colour, value in seen] == list(range(COLOURS * VALUES))


def test_the_deck_has_108_cards() -> None:
    assert sum(deck().values()) == DECK == 108
    assert set(deck()) == set(range(KINDS))


def test_free_cards_add_up() -> None:
    for free in range(ALL_FREE + 1):
        assert free_points(free) == sum(n + 1 for n in range(5) if free >> n & 1)
    assert free_points(ALL_FREE) == 15
