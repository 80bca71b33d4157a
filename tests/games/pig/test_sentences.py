"""Every sentence of Pig."""

import pytest

from quincunx import IllegalAction, Match, Scripted, SetupError
from quincunx.core.play import Standing
from tests.examples.pig import SPEC


def played(dice: str, actions: str, seats: int = 2) -> Match:
    match = Match(SPEC, seats, chance=Scripted(dice))
    for action in actions.split():
        match.push_text(action)
    return match


def test_s1_two_to_four_players_take_turns() -> None:
    assert played("6 6 6", "roll hold roll hold roll hold", seats=3).actor == 0
    for seats in (1, 5):
        with pytest.raises(SetupError, match="2 to 4 seats"):
            Match(SPEC, seats)


def test_s2_a_player_rolls_or_holds() -> None:
    match = played("6", "roll")
    assert [match.format_action(action) for action in match.legal_actions()] == ["roll", "hold"]
    with pytest.raises(IllegalAction, match="not seat 1's move"):
        match.push_text("roll", 1)


@pytest.mark.parametrize("number", [2, 6])
def test_s3_two_to_six_are_added(number: int) -> None:
    assert played(f"3 {number}", "roll roll").state.brought == 3 + number


def test_s4_a_one_ends_the_turn_and_loses_it() -> None:
    match = played("6 1", "roll roll")
    assert (match.actor, match.state.brought, match.state.score[0]) == (1, 0, 0)


def test_s5_holding_keeps_and_passes_on() -> None:
    match = played("6 5", "roll roll hold")
    assert (match.actor, match.state.score[0]) == (1, 11)


def test_s6_a_hundred_wins() -> None:
    match = played("6 " * 16 + "4", "roll " * 16 + "roll hold")
    assert match.is_over
    assert match.standings() == [Standing(0, 1, 100), Standing(1, 2, 0)]
    assert not played("6 " * 16 + "3", "roll " * 16 + "roll hold").is_over


def test_r1_nobody_holds_before_rolling() -> None:
    with pytest.raises(IllegalAction, match="at least one roll"):
        played("", "hold")
