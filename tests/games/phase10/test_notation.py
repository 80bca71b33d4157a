"""Phase 10 Dice as text."""

import pytest

from quincunx import Match, NotationError, Scripted, parse_position
from quincunx.core.fields import format_fields
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.notation import describe_event, parse_action
from quincunx.games.phase10.rules import State
from tests.games.phase10.turns import NOTHING, SETS, land, match_at, position, take_turn


@pytest.mark.parametrize(
    ("text", "same"),
    [("STOP", "stop"), ("keep all", "stop"), ("reroll h1 l2", "reroll L2 H1")],
)
def test_what_people_type(text: str, same: str) -> None:
    assert parse_action(State(), 0, text) == parse_action(State(), 0, same)


@pytest.mark.parametrize("text", ["", "reroll", "keep", "stop now", "reroll L5", "reroll L1 l1", "keep H7", "fold"])
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
        ("rolls", 0),
        ("failures", [-1] * 8),
        ("failures", [2**31 - 1] * 8),
        ("five_phase_bonus", [4] * 8),
        ("first_finish_bonus", [39] * 8),
        ("finisher", 0),
        ("finisher", -1),
        ("phase", [10] * 8),
    ],
)
def test_no_position(field: str, value: int | list[int]) -> None:
    state = position([1, 1])
    assert not flaws(SPEC, state)
    setattr(state, field, value)
    assert flaws(SPEC, state)
    with pytest.raises(NotationError, match="no position of Phase 10 Dice"):
        parse_position(SPEC, format_fields(state))


def test_a_finished_seat_does_not_choose() -> None:
    match = match_at([10, 1, 10])
    take_turn(match, SETS)
    land(match, NOTHING)
    assert not flaws(SPEC, match.state)
    match.state.turn = 0
    assert "a seat that has finished takes no turn" in map(str, flaws(SPEC, match.state))
    match.state.turn, match.state.phase[2] = 1, 10
    assert "a seat that has finished takes no turn" in map(str, flaws(SPEC, match.state))


def test_a_turn_in_words() -> None:
    match = match_at([1, 1])
    names = ["Ann", "Bob"]
    land(match, NOTHING)
    before = match.view()
    match.push_text("stop")
    said = describe_event(before, match.view(), 0, 0, names)
    assert english(said) == "Ann stops. Ann does not make phase 1."
    match.rewind(len(match) - 1)
    match.push_text("reroll H1 H2")
    assert english(describe_event(before, match.view(), 0, 48, names)) == "Ann rolls 2 dice again."


def test_no_choice_after_the_third_roll() -> None:
    match = match_at([1, 1])
    land(match, NOTHING)
    for rolls, possible in ((1, True), (2, True), (3, False)):
        match.state.rolls = rolls
        assert (not flaws(SPEC, match.state)) == possible


@pytest.mark.parametrize(
    ("field", "value"),
    [("start_rank", [1, 1, 1]), ("start_rank", [9, 0, 0]), ("rolling", 0b1000), ("turn", 1)],
)
def test_no_roll_for_the_starting_order(field: str, value: int | list[int]) -> None:
    match = Match(SPEC, 3, settle=False)
    assert not flaws(SPEC, match.state)
    setattr(match.state, field, value + [0] * 5 if isinstance(value, list) else value)
    assert flaws(SPEC, match.state)


def test_for_the_starting_order_only_the_number_counts() -> None:
    match = Match(SPEC, 2, settle=False)
    assert [match.format_outcome(match.parse_outcome(text)) for text in ("10", "10g", "10R", "5b")] == [
        "10g",
        "10g",
        "10g",
        "5r",
    ]
    for text in ("4", "11", "W", "g", ""):
        with pytest.raises(NotationError, match="die H1 cannot show"):
            match.parse_outcome(text)
    with pytest.raises(NotationError, match="die L1 cannot show '1'"):
        match_at([1]).parse_outcome("1")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("roll L1 H2", "reroll L1 H2"),
        ("keep 10g, Wb", "reroll L1 L3 L4 H1 H2 H3 H4 H6"),
        ("reroll 8b 8b", "reroll H3 H4"),
        ("reroll 8b H3", "reroll H3 H4"),
    ],
)
def test_dice_go_by_what_they_show(typed: str, meant: str) -> None:
    match = Match(SPEC, 1, chance=Scripted("1b Wb 2r 4r 7b 9b 8b 8b 10g 8r"))
    assert match.format_action(match.parse_action(typed)) == meant


@pytest.mark.parametrize("typed", ["keep 6b", "reroll 10g 10g", "roll"])
def test_what_no_die_shows_is_refused(typed: str) -> None:
    match = Match(SPEC, 1, chance=Scripted("1b Wb 2r 4r 7b 9b 8b 8b 10g 8r"))
    with pytest.raises(NotationError):
        match.parse_action(typed)
