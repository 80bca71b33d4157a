"""Who plays whom and where, against rules that a few lines check and, for few players, against trying everything."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.tournament.pairing import Entrant, pair
from quincunx.tournament.steps import BOT

Table = list[int]


def note(entrants: dict[int, Entrant], tables: list[Table]) -> int:
    """Write a round into what the pairing knows of the players; how many pairs met again."""
    again = 0
    for table in tables:
        people = [number for number in table if number != BOT]
        again += sum(entrants[one].met[other] > 0 for one, other in combinations(people, 2))
        for seat, number in enumerate(table):
            if number != BOT:
                entrants[number].sat[seat] += 1
                entrants[number].with_bots += len(people) < len(table)
                entrants[number].met.update(other for other in people if other != number)
    return again


def is_sound(tables: list[Table], players: Sequence[int], seats: int) -> bool:
    """Whether everybody sits at one table, and bots are few and spread evenly."""
    people = [len(table) - table.count(BOT) for table in tables]
    return (
        sorted(number for table in tables for number in table if number != BOT) == sorted(players)
        and all(len(table) == seats for table in tables)
        and len(tables) == -(-len(players) // seats)
        and max(people) - min(people) <= 1
    )


def newcomers(players: Sequence[int], seats: int) -> dict[int, Entrant]:
    return {number: Entrant(number, [0] * seats) for number in players}


def imbalance(entrants: dict[int, Entrant]) -> int:
    return max(max(each.sat) - min(each.sat) for each in entrants.values())


@pytest.mark.parametrize("players", [*range(2, 12), 24, 25, 48, 49, 99, 200])
def test_pairs_of_two_to_two_hundred_players(players: int) -> None:
    """Nobody meets twice within half as many rounds as there are opponents, and everybody has both seats in turn."""
    rng = random.Random(players)
    entrants = newcomers(range(1, players + 1), 2)
    for number in range(min(3, players // 2)):
        order = rng.sample(sorted(entrants), players)
        tables = pair([entrants[each] for each in order], 2, rng)
        assert is_sound(tables, order, 2)
        assert note(entrants, tables) == 0, f"round {number + 1}"
        assert imbalance(entrants) <= 1
        assert max(each.with_bots for each in entrants.values()) <= 1


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", [2, 3, 5, 7, 12, 25, 64, 200])
def test_tables_of_two_to_two_hundred_players(seats: int, players: int) -> None:
    """Nobody meets twice where there are many others, and everybody sits equally often in each seat, within one."""
    rng = random.Random(players)
    entrants = newcomers(range(1, players + 1), seats)
    for number in range(3):
        order = rng.sample(sorted(entrants), players)
        tables = pair([entrants[each] for each in order], seats, rng)
        assert is_sound(tables, order, seats)
        again = note(entrants, tables)
        assert again == 0 or (seats - 1) * 3 * (number + 1) > players
        assert imbalance(entrants) <= 1


def partitions(players: tuple[int, ...], size: int) -> Iterator[list[tuple[int, ...]]]:
    """All ways to make tables of that size."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for others in combinations(rest, size - 1):
        for more in partitions(tuple(each for each in rest if each not in others), size):
            yield [(first, *others), *more]


def can_sit(people: Sequence[Entrant]) -> bool:
    """Whether everybody of a table can have a seat that they have not had more often than another."""
    return any(
        all(each.sat[seat] == min(each.sat) for seat, each in enumerate(order)) for order in permutations(people)
    )


def fewest_meetings(entrants: dict[int, Entrant], seats: int) -> int:
    """How many pairs must meet again if everybody gets a seat that is due, by trying everything."""
    least = 10**9
    for tables in partitions(tuple(entrants), seats):
        people = [[entrants[number] for number in table] for table in tables]
        again = sum(one.met[other.number] for table in people for one, other in combinations(table, 2))
        if again < least and all(map(can_sit, people)):
            least = again
    return least


@pytest.mark.parametrize(("seats", "players"), [(2, 2), (2, 4), (2, 6), (2, 8), (3, 6), (3, 9), (4, 4), (4, 8)])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_meets_twice_while_it_can_be_avoided(seats: int, players: int, seed: int) -> None:
    rng = random.Random(seed)
    entrants = newcomers(range(1, players + 1), seats)
    for _ in range(6):
        least = fewest_meetings(entrants, seats)
        tables = pair([entrants[each] for each in rng.sample(sorted(entrants), players)], seats, rng)
        again = sum(entrants[one].met[other] for table in tables for one, other in combinations(table, 2))
        assert again == least
        note(entrants, tables)
        assert imbalance(entrants) <= 1


@given(st.integers(2, 4), st.lists(st.integers(1, 5), min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_late_players_are_paired_like_the_others(seats: int, arrivals: list[int], rng: random.Random) -> None:
    entrants: dict[int, Entrant] = {}
    for some in [2, *arrivals]:
        entrants |= newcomers(range(len(entrants) + 1, len(entrants) + 1 + some), seats)
        order = rng.sample(sorted(entrants), len(entrants))
        tables = pair([entrants[each] for each in order], seats, rng)
        assert is_sound(tables, order, seats)
        note(entrants, tables)
        assert imbalance(entrants) <= 1


@given(st.integers(2, 4), st.integers(6, 12), st.randoms(use_true_random=False))
def test_players_who_leave_are_paired_no_more(seats: int, players: int, rng: random.Random) -> None:
    """Those who are left cannot always have the seats that are due to them; it evens out in the rounds after."""
    entrants = newcomers(range(1, players + 1), seats)
    for number in range(3):
        tables = pair([entrants[each] for each in rng.sample(sorted(entrants), len(entrants))], seats, rng)
        assert is_sound(tables, list(entrants), seats)
        note(entrants, tables)
        if number < 2:
            del entrants[rng.choice(sorted(entrants))]
            entrants = dict(entrants)
    assert imbalance(entrants) <= 3


def test_neighbours_in_the_standings_meet() -> None:
    """Where nobody has met, the tables follow the standings."""
    for seats in (2, 3, 4):
        entrants = newcomers(range(1, 25), seats)
        tables = pair(list(entrants.values()), seats, random.Random(1))
        assert sorted(map(sorted, tables)) == [list(range(first, first + seats)) for first in range(1, 25, seats)]


def test_the_last_of_the_standings_sits_with_a_bot_first() -> None:
    entrants = newcomers(range(1, 8), 2)
    with_bots = Counter[int]()
    for _ in range(7):
        tables = pair(list(entrants.values()), 2, random.Random(1))
        note(entrants, tables)
        with_bots.update(max(table) for table in tables if BOT in table)
    assert set(with_bots.values()) == {1}
    assert min(with_bots) == 1
