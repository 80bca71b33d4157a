"""Alone at the table: what follows a turn, and fixed points."""

import numpy as np
import pytest

from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import BONUS_OVER
from quincunx.solvers.phase10 import dice, solitaire
from quincunx.solvers.phase10.build import actions_of, chance_payoff, choice_of
from quincunx.solvers.phase10.kernels import FAILED
from quincunx.solvers.phase10.solitaire import END, ENOUGH, MOST, Stand, after_failure, after_points, reward, stands


def test_the_five_phase_bonus_needs_more_than_220() -> None:
    assert reward(Stand(4, 180), 40) == 40
    assert reward(Stand(4, 180), 41) == 81
    assert reward(Stand(4, ENOUGH), 30) == 70
    assert reward(Stand(3, 200), 41) == 41


def test_the_first_finish_bonus_needs_the_first_try() -> None:
    assert reward(Stand(9), 50) == 90
    assert reward(Stand(9, tried=1), 50) == 50
    assert after_failure(Stand(9)) == after_failure(Stand(9, tried=1)) == Stand(9, tried=1)
    assert after_failure(Stand(3, 100)) == Stand(3, 100)


def test_totals_count_until_the_bonus_is_decided() -> None:
    assert after_points(Stand(1, 50), 40) == Stand(2, 90)
    assert after_points(Stand(3, 200), 40) == Stand(4, ENOUGH)
    assert after_points(Stand(4, 200), 40) == Stand(5)
    assert after_points(Stand(9), 40) == END


def test_every_stand_leads_to_stands() -> None:
    known = {stand for phase in range(PHASES) for stand in stands(phase)} | {END}
    for phase in solitaire.NUMBER_PHASES:
        for stand in stands(phase):
            assert after_failure(stand) in known
            assert {after_points(stand, points) for points in solitaire.possible_points(phase)} <= known
    assert max(stand.total for stand in known) == ENOUGH == BONUS_OVER + 1


def test_a_fixed_point_is_found_to_the_last_digit() -> None:
    def turn(value: float) -> float:
        return max(3 + 0.2 * value, 1 + 0.5 * value, -20 + 0.9 * value)

    assert solitaire.fixed_point(turn, 0.0) == pytest.approx(3.75, abs=1e-11)
    assert solitaire.fixed_point(turn, 500.0) == pytest.approx(3.75, abs=1e-11)


def test_a_search_for_a_fixed_point_goes_on_from_what_is_known() -> None:
    asked: list[float] = []

    def turn(value: float) -> float:
        asked.append(value)
        return 10 + 0.5 * value

    assert solitaire.fixed_point(turn, 0.0, [(0.0, 10.0), (10.0, 15.0)]) == 20.0
    assert asked == [20.0]


def test_the_last_phase_by_value_iteration() -> None:
    """A failure leads back: so many turns that the rest does not count lead to the same value."""
    values = {END: 0.0}
    later = solitaire.solve_stand(Stand(9, tried=1), values)
    value = 40.0
    for _ in range(60):
        worth = solitaire.payoff(Stand(9, tried=1), values, value)
        value = dice.numbers().best_turn(worth[dice.points(9)])[0].start
    assert later == pytest.approx(value, abs=1e-9)


def test_actions_name_choices() -> None:
    pool = dice.numbers()
    plan = pool.best_turn(chance_payoff()[dice.points(6)])[1]
    assert (choice_of(actions_of(plan.first)) == plan.first).all()
    assert (choice_of(actions_of(plan.last)) == plan.last).all()


def test_final_scores_of_turns_that_are_certain() -> None:
    """Who makes every phase with 50 points, phase 3 after failing every other time, ends where arithmetic says."""
    turns = {stand: np.zeros(FAILED + 1) for phase in range(PHASES) for stand in stands(phase)}
    for stand, turn in turns.items():
        turn[50] = 0.5 if stand.phase == 2 else 1.0
        turn[FAILED] = 1 - turn[50]
    for stand in list(turns):
        turns.setdefault(after_points(stand, 50), turns[stand])
    scores = solitaire.final_scores(turns)
    assert scores.sum() == pytest.approx(1)
    assert [scores[580 - 5 * failures - solitaire.LOWEST] for failures in range(4)] == [0.5, 0.25, 0.125, 0.0625]
    assert len(scores) == MOST + 1 - solitaire.LOWEST
