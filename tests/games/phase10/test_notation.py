"""Phase 10 Dice as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import NotationError, parse_position
from quincunx.core.fields import format_fields
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.notation import describe_event, flaw, format_action, parse_action
from quincunx.games.phase10.rules import ACTIONS, State
from tests.games.phase10.turns import NOTHING, SETS, land, match_at, position


@given(st.integers(0, ACTIONS - 1))
def test_every_action_reads_back(action: int) -> None:
    assert parse_action(State(), 0, format_action(State(), 0, action)) == action


@pytest.mark.parametrize(
    ("text", "same"),
    [("STOP", "stop"), ("keep all", "stop"), ("reroll h1 l2", "reroll L2 H1"), ("keep", "reroll all")],
)
def test_what_people_type(text: str, same: str) -> None:
    assert parse_action(State(), 0, text) == parse_action(State(), 0, same)


@pytest.mark.parametrize("text", ["", "reroll", "stop now", "reroll L5", "reroll L1 l1", "keep H7", "fold"])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(State(), 0, text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 0),
        ("seats", 9),
        ("stage", 4),
        ("face", [6] * 10),
        ("phase", [11] * 8),
        ("order", [0] * 8),
        ("turn", 2),
        ("finisher", 5),
        ("rolling", 0),
        ("rolling", 1024),
        ("rolls", 4),
    ],
)
def test_no_position(field: str, value: int | list[int]) -> None:
    state = position([1, 1])
    assert flaw(state) is None
    setattr(state, field, value)
    assert flaw(state) is not None
    with pytest.raises(NotationError, match="no position of Phase 10 Dice"):
        parse_position(SPEC, format_fields(state))


def test_a_finished_seat_does_not_choose() -> None:
    match = match_at([10, 1])
    land(match, SETS)
    match.state.phase[0] = 10
    assert flaw(match.state) == "a seat that has finished takes no turn"


def test_a_turn_in_words() -> None:
    match = match_at([1, 1])
    names = ["Ann", "Bob"]
    land(match, NOTHING)
    before = match.view()
    match.push_text("stop")
    said = describe_event(before, match.view(), 0, 0, names)
    assert said == "Ann stops. Ann does not make phase 1."
    match.rewind(len(match) - 1)
    match.push_text("reroll H1 H2")
    assert describe_event(before, match.view(), 0, 48, names) == "Ann rolls 2 dice again."
