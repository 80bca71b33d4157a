"""The phase of one colour: what is added up colour by colour is what the rules say."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from quincunx.games.phase10.phases import DICE, FACE_COLOUR, NOT_MADE, best_phase, points_of
from quincunx.solvers.phase10 import colours, sweeps
from quincunx.solvers.phase10.kernels import FAILED, IN_AIR
from quincunx.solvers.phase10.sweeps import KEPT_IN_AIR


def payoff() -> Any:
    worth = np.arange(FAILED + 1) ** 1.1 - 30
    worth[FAILED] = 2.5
    return worth


def nearly_one_colour(seed: int) -> list[int]:
    """A roll in which one colour is common, with three dice in the air."""
    random = np.random.default_rng(seed)
    colour = random.integers(4)
    sides = []
    for die in range(DICE):
        of_colour = [side for side in range(6) if FACE_COLOUR[die][side] == colour]
        sides.append(int(random.choice(of_colour) if random.random() < 0.75 else random.integers(6)))
    for die in random.choice(DICE, 3, replace=False):
        sides[die] = IN_AIR
    return sides


@pytest.mark.parametrize("seed", range(12))
def test_a_last_roll_is_worth_what_trying_everything_finds(seed: int) -> None:
    kept, worth = nearly_one_colour(seed), payoff()
    entries = colours.places()[:, range(DICE), kept].sum(axis=1)
    found = worth[FAILED] + colours.gains(worth)[entries].sum()
    ways = product(*(range(6) if side == IN_AIR else [side] for side in kept))
    made = [best_phase(list(face), colours.COLOUR_PHASE) for face in ways]
    values = [worth[FAILED if one == NOT_MADE else points_of(one)] for one in made]
    assert found == pytest.approx(sum(values) / len(values), abs=1e-12)


def test_what_is_likely_and_what_is_worth_agree_by_colours() -> None:
    kept, worth = nearly_one_colour(3), payoff()
    weights = np.zeros(colours.size())
    entries = colours.places()[:, range(DICE), kept].sum(axis=1)
    weights[entries] = 1.0
    likely = colours.distribution(weights, 1.0)
    assert likely.sum() == pytest.approx(1)
    assert likely @ worth == pytest.approx(worth[FAILED] + colours.gains(worth)[entries].sum(), abs=1e-12)


def test_kept_states_have_a_place_each() -> None:
    starts = sweeps.offsets()
    kept = [air for air in range(1 << DICE) if starts[air] >= 0]
    assert all(air.bit_count() >= KEPT_IN_AIR for air in kept)
    ends = [int(starts[air]) + 6 ** (DICE - air.bit_count()) for air in kept]
    assert [int(starts[air]) for air in kept] == [0, *ends[:-1]]
    assert ends[-1] == sweeps.kept_size()
