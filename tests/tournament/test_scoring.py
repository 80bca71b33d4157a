"""Matchpoints: constant sums, no order, and nobody beats the absent."""

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from quincunx.tournament.scoring import scores_of, standings
from quincunx.tournament.state import Round, Tournament
from quincunx.tournament.steps import BOT, Begun, Ended, Joined, Terms


def played(tables: list[list[int]], results: list[Ended]) -> Round:
    return Round(
        1, tables, [f"t{index}" for index in range(len(tables))], None, 0, {each.table: each for each in results}
    )


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A finished round in which some are absent and some seats are bots'."""
    seats, count = draw(st.integers(2, 4)), draw(st.integers(1, 12))
    tables, results, number = [], [], 0
    for index in range(count):
        table = []
        for _ in range(seats):
            is_bot = draw(st.integers(0, 5)) == 0
            number += not is_bot
            table.append(BOT if is_bot else number)
        points = draw(st.lists(st.integers(-3, 3), min_size=seats, max_size=seats))
        places = [1 + sum(other > mine for other in points) for mine in points]
        away = draw(st.lists(st.integers(0, seats - 1), unique=True, max_size=1))
        tables.append(table)
        results.append(Ended(index, places, points, away))
    return played(tables, results)


@given(rounds())
def test_the_shares_of_a_seat_sum_to_half_its_players(found: Round) -> None:
    scores = scores_of(found, low_wins=False).values()
    for seat in range(len(found.tables[0])):
        present = [score for score in scores if score.seat == seat and not score.away]
        assert sum(score.share for score in present) == Fraction(len(present), 2)


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_results_changes_nothing(found: Round, rng: random.Random) -> None:
    order = list(found.results.values())
    rng.shuffle(order)
    assert scores_of(played(found.tables, order), low_wins=False) == scores_of(found, low_wins=False)


@given(rounds(), st.integers(-9, 9))
def test_what_bots_make_for_the_absent_changes_nobodys_share(found: Round, points: int) -> None:
    before = scores_of(found, low_wins=False)
    for index, result in found.results.items():
        ours = [points if seat in result.away else old for seat, old in enumerate(result.points)]
        found.results[index] = Ended(index, result.places, ours, result.away)
    after = scores_of(found, low_wins=False)
    assert {number: score.share for number, score in before.items()} == {
        number: score.share for number, score in after.items()
    }
    assert all(score.share == 0 and score.beaten == 0 for score in after.values() if score.away)


def test_a_seat_is_compared_with_the_same_seat() -> None:
    tables = [[1, 2], [3, 4], [5, 6]]
    results = [Ended(0, [1, 2], [30, 10]), Ended(1, [1, 2], [20, 10]), Ended(2, [2, 1], [40, 50])]
    scores = scores_of(played(tables, results), low_wins=False)
    shares = {number: score.share for number, score in scores.items()}
    half = Fraction(1, 2)
    assert shares == {1: 1, 3: half, 5: 0, 2: Fraction(1, 4), 4: Fraction(1, 4), 6: 1}


def test_low_totals_win_where_the_game_says_so() -> None:
    tables, results = [[1, 2], [3, 4]], [Ended(0, [1, 2], [10, 30]), Ended(1, [1, 2], [20, 30])]
    assert scores_of(played(tables, results), low_wins=True)[1].share == 1
    assert scores_of(played(tables, results), low_wins=False)[1].share == 0


def test_who_is_alone_in_a_seat_has_half() -> None:
    scores = scores_of(played([[1, 2]], [Ended(0, [1, 2], [9, 1])]), low_wins=False)
    assert [scores[1].share, scores[2].share] == [Fraction(1, 2), Fraction(1, 2)]
    assert [scores[1].beaten, scores[2].beaten] == [1, 0]


def test_opponents_beaten_decide_between_equal_totals() -> None:
    tournament = Tournament(Terms("sixes", 2, 2), 0)
    for number in (1, 2, 3):
        tournament.apply(Joined(number, f"P{number}", f"t{number}"), 0)
    tournament.apply(Begun(1, [[2, 1], [3, BOT]], ["a", "b"]), 0)
    tournament.apply(Ended(0, [2, 1], [5, 6]), 1)
    assert [row.place for row in standings(tournament, low_wins=False)] == [1, 1, 1]
    tournament.apply(Ended(1, [1, 2], [5, 6]), 2)
    rows = standings(tournament, low_wins=False)
    assert [(row.place, row.player, row.total) for row in rows] == [
        (1, 3, Fraction(1)),
        (2, 1, Fraction(1, 2)),
        (3, 2, Fraction(0)),
    ]


def test_a_round_is_compared_over_the_tables_that_have_ended() -> None:
    found = played([[1, 2], [3, 4], [5, 6]], [Ended(0, [1, 2], [9, 3]), Ended(2, [2, 1], [4, 8])])
    shares = {number: score.share for number, score in scores_of(found, low_wins=False).items()}
    assert shares == {1: 1, 2: 0, 5: 0, 6: 1}
