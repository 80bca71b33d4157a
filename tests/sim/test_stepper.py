"""One decision at a time from Python is the same match."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from quincunx import IllegalAction, Match
from quincunx.sim.stepper import Stepper
from tests.examples import pig


@pytest.fixture(scope="module")
def stepper() -> Stepper:
    return Stepper(pig.SPEC, 2, seed=7)


def test_a_stepped_match_is_one_that_the_rules_allow(stepper: Stepper) -> None:
    rng = random.Random(5)
    count = stepper.reset(3)
    while count:
        match = Match(pig.SPEC, 2, start=stepper.state, settle=False)
        assert stepper.legal[:count].tolist() == match.legal_actions()
        assert [stepper.seat] == match.actors
        count = stepper.step(stepper.legal[rng.randrange(count)])
    assert stepper.count == 0
    best = stepper.standings()[0]
    assert best.place == 1
    assert best.points >= pig.rules.TARGET


def test_the_same_number_gives_the_same_dice(stepper: Stepper) -> None:
    def states(number: int) -> list[bytes]:
        stepper.reset(number)
        seen = []
        for _ in range(20):
            stepper.step(pig.rules.ROLL)
            seen.append(stepper.state.to_bytes())
        return seen

    first = states(4)
    assert states(5) != first
    assert states(4) == first


def test_without_a_number_the_next_match_begins(stepper: Stepper) -> None:
    def first_roll(number: int | None) -> bytes:
        stepper.reset(number)
        for _ in range(8):
            stepper.step(pig.rules.ROLL)
        state: bytes = stepper.state.to_bytes()
        return state

    assert [first_roll(8), first_roll(None)] == [first_roll(8), first_roll(9)]


@pytest.mark.parametrize("action", [pig.rules.HOLD, 2, -1, 10**9])
def test_an_illegal_action_changes_nothing_and_is_told(stepper: Stepper, action: int) -> None:
    stepper.reset(0)
    before = stepper.state.to_bytes()
    with pytest.raises(IllegalAction, match=f"action {action}: "):
        stepper.step(action)
    assert stepper.state.to_bytes() == before
    assert stepper.count == 1


def test_nothing_can_be_done_after_the_end(stepper: Stepper) -> None:
    count = stepper.reset(0)
    while count:
        count = stepper.step(stepper.legal[count - 1])
    with pytest.raises(IllegalAction, match="the match is over"):
        stepper.step(pig.rules.ROLL)


def test_a_view_is_the_caller_s_own(stepper: Stepper) -> None:
    stepper.reset(0)
    view = stepper.view()
    assert view == stepper.state
    view.seats = 9
    assert stepper.state.seats == 2


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda given: pickle.loads(pickle.dumps(given))])
def test_a_copy_goes_its_own_way(copied: Callable[[Stepper], Stepper]) -> None:
    first = Stepper(pig.SPEC, 3, seed=7)
    first.reset()
    first.step(pig.rules.ROLL)
    other = copied(first)
    before = first.state
    for stepper in (other, first):
        assert (stepper.state, stepper.seats) == (before, 3)
        for _ in range(30):
            stepper.step(stepper.legal[stepper.count - 1])
    assert first.state == other.state != before
    assert first.legal[: first.count] == other.legal[: other.count]
    assert first.reset() == other.reset()
    assert first.state == other.state


def test_a_stepper_says_where_it_stands() -> None:
    stepper = Stepper(pig.SPEC, 2, seed=7)
    assert repr(stepper) == "<Stepper of Pig, 2 seats, seed 7: not begun or over>"
    stepper.reset()
    assert repr(stepper) == "<Stepper of Pig, 2 seats, seed 7: seat 0 to act>"
