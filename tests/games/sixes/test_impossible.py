"""Positions of Battle of the Sixes that play cannot reach, and some that it can, one by one."""

import pytest

from quincunx import Match, NotationError
from quincunx.core.position import check_position, flaws
from quincunx.games.sixes import SPEC
from quincunx.games.sixes import state as sixes
from tests.contract.impossible import at, before, check, reached


def test_sixes_with_more_rounds_than_anybody_plays() -> None:
    check(SPEC, reached(SPEC, at(sixes.SOFT_SIXES)), "rounds must be 0 to 100000", rounds=2**31 - 2)


def test_any_number_of_rounds_may_bring_nobody_a_point() -> None:
    """Six against six, and soft against soft, give nothing (§31, §34): so many rounds with low totals can be."""
    match = Match(SPEC, 2, variants={"dice": "4"}, settle=False)
    for _ in range(30):
        for _ in range(8):
            match.land(5)
    assert (match.state.rounds, match.state.total) == (30, [0, 0])
    match.state.rounds = 9_999
    assert flaws(SPEC, match.state) == []


def test_a_player_out_of_dice_before_a_roll_that_is_not_final() -> None:
    state = reached(SPEC, lambda state: state.stage == sixes.ROLLING and state.is_final == 1)
    check(SPEC, state, "the roll must be final", is_final=0)


def test_a_final_roll_after_the_last_roll_of_a_round() -> None:
    check(SPEC, reached(SPEC, at(sixes.FINAL_ROLL)), "the final roll belongs", rolls=sixes.ROLL_CAP - 1)


@pytest.mark.parametrize(("mine", "theirs", "possible"), [(12, 0, True), (10, 2, True), (9, 2, True), (11, 1, False)])
def test_so_many_points_can_six_dice_give_in_a_round(mine: int, theirs: int, possible: bool) -> None:
    text = f"dice_each=6 in_cup=6,6 rounds=1 total={mine},{theirs} last_points={mine},{theirs}"
    assert (flaws(SPEC, before(SPEC, text)) == []) == possible


def test_a_match_counts_further_than_a_position_to_begin_from_may() -> None:
    state = before(SPEC, "dice_each=6 in_cup=6,6 rounds=10001").duplicate()
    assert flaws(SPEC, state) == []
    with pytest.raises(NotationError, match="rounds must be 0 to 10000, not 10001"):
        check_position(SPEC, state)
