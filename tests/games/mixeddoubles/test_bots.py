"""What the search of Mixed Doubles knows of a position when a turn begins."""

import numpy as np
import pytest

from quincunx.core.defaults import UNKNOWN
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.bots import AGES, THEIR_PALETTE, TOLD, WEIGHTS, WORTHS, estimate, turn_begins
from quincunx.games.mixeddoubles.state import STARTING, State
from tests.games.mixeddoubles.layouts import position
from tools.train_lead import learn, matches


def chance(state: State, seat: int) -> float:
    """That a seat wins, when the turn of another has just ended."""
    before = state.duplicate()
    before.turn = (state.turn + 1) % state.seats
    return estimate(before, state, seat, SPEC.knowledge)


def test_nothing_is_known_before_the_turn_has_ended() -> None:
    state = position("r3", "g4", stage=STARTING)
    assert turn_begins(state)
    assert estimate(state, state, 0, SPEC.knowledge) == UNKNOWN
    assert 0 < chance(state, 0) < 1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (position("r3", "g4", banks=("b7",), stage=STARTING), position("r3", "g4", stage=STARTING)),
        (position("r3 g7 g7", "g4", stage=STARTING), position("r3", "g4", stage=STARTING)),
        (position("r3 extra", "g4", stage=STARTING), position("r3", "g4", stage=STARTING)),
        (position("g4", "g7 g7 r5", stage=STARTING), position("y4", "g7 g7 r5", stage=STARTING)),
        (position("r3", "g4", jackpot="o7 o6", stage=STARTING), position("r3", "g4", stage=STARTING)),
    ],
    ids=["bank", "palette", "extra roll", "a colour that the other has", "jackpot"],
)
def test_what_is_good_for_the_seat_to_move(better: State, worse: State) -> None:
    assert chance(better, 0) > chance(worse, 0)
    assert chance(better, 1) == pytest.approx(1 - chance(better, 0))


def test_with_three_a_seat_is_measured_by_what_it_has_itself() -> None:
    """Also who is last, whoever of the two others is second."""
    banks = ("", "b7 b6", "r7 r7 r6 r6")
    behind = position("y1", "y2", "y3", banks=banks, turn=1, stage=STARTING)
    nearer = position("y1 o7 o7 o6", "y2", "y3", banks=banks, turn=1, stage=STARTING)
    assert chance(nearer, 0) > chance(behind, 0)


def test_values_are_learned_from_differences() -> None:
    """Least squares of temporal differences finds a value that holds from turn to turn, at every age."""
    rng = np.random.default_rng(1)
    worth = rng.standard_normal((AGES, TOLD))
    played = []
    for _ in range(400):
        ages = np.arange(2 * AGES)[::-1] // 2
        told = rng.standard_normal((len(ages), TOLD))
        for now in range(1, len(ages)):  # the next turn is worth the same to the other side
            mine, before = worth[ages[now]], told[now - 1] @ worth[ages[now - 1]]
            told[now] -= mine * (told[now] @ mine + before) / (mine @ mine)
        played.append((told, ages, (told * worth[ages]).sum(axis=1)))
    found = learn(played)
    assert found[:, :TOLD] == pytest.approx(worth, abs=1e-6)


def test_matches_tell_what_lies_there_at_every_turn() -> None:
    ((told, ages, leads),) = matches(SPEC, 1)
    assert told.shape == (len(leads), TOLD)
    assert set(told[:, 0]) == {1.0}
    assert list(ages) == sorted(ages, reverse=True)
    assert np.abs(leads).min() == np.abs(leads).max()


def test_a_palette_of_the_other_is_no_threat_at_the_very_end() -> None:
    """It goes to the jackpot before the other can win it; early on it is as good as half won."""
    weights = SPEC.knowledge[WEIGHTS:].reshape(AGES, WORTHS)
    assert abs(weights[1, THEIR_PALETTE]) < 0.2 < abs(weights[AGES - 1, THEIR_PALETTE])
