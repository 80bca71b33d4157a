"""The checker finds the solver's tables right, and every kind of wrong table wrong."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from quincunx.games.phase10.phases import FACE_NUMBER
from quincunx.solvers.phase10 import certificate, dice, playing, solitaire
from quincunx.solvers.phase10.certificate import NumberCheck
from quincunx.solvers.phase10.certify import RESIDUAL_BAR, Certificate
from quincunx.solvers.phase10.kernels import FAILED
from quincunx.solvers.phase10.solitaire import END, Stand

LATER = Stand(9, tried=1)
Tables = tuple[Any, Any, dict[tuple[int, int, int], float]]


@pytest.fixture(scope="module")
def check() -> NumberCheck:
    return NumberCheck(*(kind.counts for kind in dice.numbers().kinds))


@pytest.fixture(scope="module")
def solved() -> Tables:
    """The last phase after a failure: its tables, and what it is worth."""
    values = {END: 0.0}
    values[LATER] = solitaire.solve_stand(LATER, values)
    turn = dice.numbers().best_turn(solitaire.payoff(LATER, values)[dice.points(9)])[0]
    return turn.first, turn.last, {(9, 0, 1): values[LATER]}


def test_right_tables_have_no_residual(check: NumberCheck, solved: Tables) -> None:
    first, last, values = solved
    assert check.residual(LATER, values, first, last) <= RESIDUAL_BAR


def spoil_last(first: Any, last: Any, values: Any) -> None:
    last[700, 90] += 1e-8


def spoil_first(first: Any, last: Any, values: Any) -> None:
    first[923, 3] -= 1e-8


def spoil_a_roll(first: Any, last: Any, values: Any) -> None:
    last[17, 5] += 1e-8


def spoil_value(first: Any, last: Any, values: Any) -> None:
    values[9, 0, 1] += 1e-7


def spoil_with_no_number(first: Any, last: Any, values: Any) -> None:
    first[500, 100] = np.nan


@pytest.mark.parametrize("spoil", [spoil_last, spoil_first, spoil_a_roll, spoil_value, spoil_with_no_number])
def test_one_wrong_cell_is_found(check: NumberCheck, solved: Tables, spoil: Callable[..., None]) -> None:
    first, last, values = solved[0].copy(), solved[1].copy(), dict(solved[2])
    spoil(first, last, values)
    assert check.residual(LATER, values, first, last) > RESIDUAL_BAR


def test_a_value_that_is_no_fixed_point_is_found(check: NumberCheck, solved: Tables) -> None:
    """Tables that are right for a wrong value of failing do not lead back to it."""
    values = {END: 0.0, LATER: solved[2][9, 0, 1] + 1}
    turn = dice.numbers().best_turn(solitaire.payoff(LATER, values)[dice.points(9)])[0]
    assert check.residual(LATER, {(9, 0, 1): values[LATER]}, turn.first, turn.last) > 0.5


def test_keepsets_must_be_complete() -> None:
    high, low = (kind.counts for kind in dice.numbers().kinds)
    with pytest.raises(ValueError, match="every keepset once"):
        NumberCheck(high[:-1], low)
    with pytest.raises(ValueError, match="complete keepsets first"):
        NumberCheck(high[::-1], low)


def test_the_rules_and_the_solver_agree_on_what_follows() -> None:
    known = {stand: 100.0 * stand.phase + stand.total for phase in range(10) for stand in solitaire.stands(phase)}
    for stand in (Stand(0), Stand(3, 150), Stand(4, 170), Stand(5), Stand(8), Stand(9), LATER):
        plain = {(key.phase, key.total, key.tried): value for key, value in known.items()}
        made, failing = certificate.worth_after(stand, plain)
        worth = solitaire.payoff(stand, {**known, END: 0.0})
        possible = ~np.isnan(made)
        assert (made[possible] == worth[:FAILED][possible]).all()
        assert failing == worth[FAILED]
        assert possible.sum() > 10


def test_a_certificate_holds_or_not() -> None:
    fine = Certificate(490.0, 1e-12, 1e-12, 1000, 1, 490.1, 489.9, 490.3)
    assert fine.holds
    assert not Certificate(490.0, 1e-8, 1e-12, 1000, 1, 490.1, 489.9, 490.3).holds
    assert not Certificate(490.0, 1e-12, 1e-8, 1000, 1, 490.1, 489.9, 490.3).holds
    assert not Certificate(489.8, 1e-12, 1e-12, 1000, 1, 490.1, 489.9, 490.3).holds
    assert "DOES NOT HOLD" in str(Certificate(0.0, 1.0, 1.0, 1, 1, 490.1, 489.9, 490.3).lines()[-1])


@pytest.mark.parametrize("seed", range(20))
def test_an_action_of_sorted_dice_is_one_of_the_dice_as_they_are(seed: int) -> None:
    random = np.random.default_rng(seed)
    face = [int(side) for side in random.integers(6, size=10)]
    action = int(random.integers(1024))
    order = [
        *sorted(range(4), key=lambda die: FACE_NUMBER[die][face[die]]),
        *sorted(range(4, 10), key=lambda die: FACE_NUMBER[die][face[die]]),
    ]
    assert playing.unsorted(face, action) == sum(1 << order[place] for place in range(10) if action >> place & 1)
