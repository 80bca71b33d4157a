"""Phase 10 Dice as text."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import Match, NotationError, Scripted, parse_position
from quincunx.core.fields import format_fields
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.notation import describe_event, format_action, parse_action
from quincunx.games.phase10.rules import ACTIONS, State
from tests.games.phase10.turns import NOTHING, RUN, SETS, land, match_at, position, take_turn


@given(st.integers(0, ACTIONS - 1))
def test_every_action_reads_back(action: int) -> None:
    assert parse_action(State(), 0, format_action(State(), 0, action)) == action


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
        ("qualified", 1),
        ("failures", [-1] * 8),
        ("failures", [2**31 - 1] * 8),
        ("tries", [1] * 8),
        ("five_phase_bonus", [40] * 8),
        ("first_finish_bonus", [40] * 8),
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
    [("start_rank", [1, 1, 0]), ("start_rank", [9, 0, 0]), ("rolling", 0b1000), ("start_roll", [4, 0, 0]), ("turn", 1)],
)
def test_no_roll_for_the_starting_order(field: str, value: int | list[int]) -> None:
    match = Match(SPEC, 3, settle=False)
    assert not flaws(SPEC, match.state)
    setattr(match.state, field, value + [0] * 5 if isinstance(value, list) else value)
    assert flaws(SPEC, match.state)


def test_who_has_a_rank_of_their_own_does_not_roll_again() -> None:
    match = Match(SPEC, 3, settle=False)
    for side in (5, 2, 2):
        match.land(side)
    assert match.state.rolling == 0b110
    match.state.rolling = 0b111
    assert "rolling must name the last of the seats that are tied for the starting order" in map(
        str, flaws(SPEC, match.state)
    )


@given(st.data())
def test_every_position_without_a_flaw_can_be_played_on(data: st.DataObject) -> None:
    """A few numbers of a real position changed: either it is refused, or nothing breaks from there."""
    rng = data.draw(st.randoms(use_true_random=False))
    state = data.draw(st.sampled_from(real_positions())).duplicate()
    flat = state.ints()
    for _ in range(data.draw(st.integers(1, 3))):
        flat[rng.randrange(State.LENGTH)] = rng.choice([-1, 0, 1, 2, 3, 5, 8, 9, 10, 40, 62, 1023])
    state.set_ints(flat)
    if not flaws(SPEC, state):
        match = Match(SPEC, state.seats, settle=False, start=state)
        for _ in range(150):
            if match.is_over:
                break
            if match.awaits_chance:
                match.land(rng.randrange(6))
            else:
                match.push(rng.choice([0, *range(1, 1024, 93)]))
            assert not flaws(SPEC, match.state)
        match.state.to_bytes()
        match.standings()


@cache
def real_positions() -> list[State]:
    """Positions of every stage."""
    positions: list[State] = [Match(SPEC, 4, settle=False).state, position([1]), position([3, 10, 9, 1], turn=2)]
    tied = Match(SPEC, 3, settle=False)
    for side in (5, 2, 2):
        tied.land(side)
    last_tries = match_at([10, 10, 5, 9], turn=1)
    take_turn(last_tries, SETS)
    positions += [tied.state, last_tries.state.duplicate()]
    take_turn(last_tries, RUN)
    land(last_tries, NOTHING)
    ended = match_at([10])
    take_turn(ended, SETS)
    positions += [last_tries.state, ended.state]
    assert not any(flaws(SPEC, state) for state in positions)
    return positions


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
