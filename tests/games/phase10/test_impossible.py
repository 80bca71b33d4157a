"""Positions of Phase 10 Dice that play cannot reach, and some that it can, one by one."""

from itertools import product
from typing import Any

import pytest

from quincunx import Match
from quincunx.core.fields import format_fields
from quincunx.core.position import flaws
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10 import rules as p10
from tests.contract.impossible import at, before, changed, check, reached
from tests.games.phase10.impossible import ALONE_AT_THE_END, FORTY, ONE_HAS_FINISHED, TWO_PLAY, column


@pytest.mark.parametrize("text", [TWO_PLAY, ONE_HAS_FINISHED, ALONE_AT_THE_END])
def test_what_is_changed_could_be(text: str) -> None:
    assert flaws(SPEC, before(SPEC, text)) == []


def made(state: Any, seat: int, points: list[int]) -> Any:
    """Phases that a seat has made, for these points."""
    state.phase[seat] = len(points)
    for phase, scored in enumerate(points):
        state.points[seat, phase] = scored
    return state


@pytest.mark.parametrize(("points", "possible"), [(17, False), (18, True), (49, True), (50, False), (61, False)])
def test_no_phase_scores_more_than_its_dice_can(points: int, possible: bool) -> None:
    state = made(reached(SPEC, at(p10.CHOOSING), 2), 0, [40, 40, 40, points])
    state.failures[1] = state.tries[1] = 4
    assert (flaws(SPEC, state) == []) == possible


def test_a_qualified_seat_in_phase_4() -> None:
    state = reached(SPEC, at(p10.CHOOSING), 3)
    first, second, third = state.order[:3]
    made(made(state, first, [40] * 10), second, [40] * 3)
    state.turn, state.finisher, state.first_finish_bonus[first] = 1, 0, 40
    state.failures[second], state.failures[third], state.tries[third] = 6, 9, 9
    assert flaws(SPEC, state) == []
    check(SPEC, state, "qualified must be seats", qualified=1 << second)


def test_an_unqualified_seat_with_the_first_finish_bonus() -> None:
    state = reached(SPEC, at(p10.CHOOSING), 3)
    for seat in state.order[:2]:
        made(state, seat, [40] * 10).first_finish_bonus[seat] = 40
    state.turn, state.finisher = 2, 0
    state.failures[:], state.tries[:] = [0] * 8, [0] * 8
    check(SPEC, state, "for the finisher and for who was qualified")


@pytest.mark.parametrize(
    ("rolls", "possible"),
    [
        ("9,5", True),
        ("5,9", False),
        ("7,7", False),
        ("10,9,8", True),
        ("9,10,5", True),  # the last two were tied and rolled again
        ("6,10,5", True),
        ("5,10,6", False),  # nobody is behind who rolled the lowest
        ("8,7,9", True),
        ("8,7,10", False),  # nobody is ahead of who rolled the highest
        ("8,9,7,6", True),
        ("8,8,7,6", True),
        ("8,8,8", False),
        ("7,6,7,6", True),  # two ties
        ("9,9,9,9", False),
    ],
)
def test_the_rolls_lead_to_the_order(rolls: str, possible: bool) -> None:
    seats = len(rolls.split(","))
    text = f"seats={seats} stage=2 order={','.join(map(str, range(seats)))} rolls=1 finisher=8 start_roll={rolls}"
    assert (flaws(SPEC, before(SPEC, text)) == []) == possible


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_roll_for_the_starting_order_is_known_in_every_way(seats: int) -> None:
    """All positions before the first turn, of which play reaches some."""
    match = Match(SPEC, seats, settle=False)
    found, waiting = {match.position()}, [match.state]
    while waiting:
        state = waiting.pop()
        for side in range(6):
            following = state.duplicate()
            SPEC.rules.land(following, side)
            if following.stage == p10.STARTING and format_fields(following) not in found:
                found.add(format_fields(following))
                waiting.append(following)
    accepted = set()
    for rolls in product((0, 5, 6, 7, 8, 9, 10), repeat=seats):
        for ranks in product(range(seats), repeat=seats):
            for rolling in range(1, 1 << seats):
                state = match.state.duplicate()
                state.start_roll[:seats], state.start_rank[:seats], state.rolling = rolls, ranks, rolling
                if not flaws(SPEC, state):
                    accepted.add(format_fields(state))
    assert accepted == found


LAST_DICE = [
    (FORTY, "1023", True),  # as the finisher left them
    ("face=0,0,0,0,2,2,2,2,2,0", "1008", True),  # four have landed since
    ("face=0,0,0,0,2,2,2,2,2,1", "1008", False),  # 41 points with four wilds
    ("face=4,4,4,4,0,0,0,0,1,2", "768", True),  # eight have landed since: 40 in one of many ways
    ("face=4,4,4,4,0,1,2,3,4,5", "1008", False),
    ("face=0,0,0,0,0,1,2,3,4,5", "1008", False),  # no five of a number with four wilds at most
    ("face=0,0,0,0,0,0,0,0,0,0", "1008", True),  # not told
]


@pytest.mark.parametrize(("face", "rolling", "possible"), LAST_DICE)
def test_dice_that_have_not_landed_lie_as_the_turn_before_left_them(face: str, rolling: str, possible: bool) -> None:
    state = changed(before(SPEC, ONE_HAS_FINISHED).duplicate(), f"stage=1 rolling={rolling} {face}")
    assert (flaws(SPEC, state) == []) == possible


@pytest.mark.parametrize(
    "changes",
    [
        "failures=0,1,6 tries=0,1 turn=2",  # the second has failed in the last try
        f"{column(1, 10)} turn=2 first_finish_bonus=40,40",  # or has made phase 10
        f"{column(1, 10)} turn=2 first_finish_bonus=40,40 {column(2, 5)}",  # the third goes on after two phases more
        f"failures=0,1,7 tries=0,1,1 turn=0 stage=3 {column(2, 5)}",  # and has failed in phase 6
    ],
)
def test_a_last_try_goes_on_until_it_fails(changes: str) -> None:
    assert flaws(SPEC, changed(before(SPEC, ONE_HAS_FINISHED).duplicate(), changes)) == []


@pytest.mark.parametrize("failures", [0, 1, 7])
@pytest.mark.parametrize("bonus", [0, 40])
def test_alone_only_a_failure_can_cost_the_first_finish_bonus(failures: int, bonus: int) -> None:
    state = changed(before(SPEC, ALONE_AT_THE_END).duplicate(), f"failures={failures} first_finish_bonus={bonus}")
    assert (flaws(SPEC, state) == []) == (failures > 0 or bonus == 40)
