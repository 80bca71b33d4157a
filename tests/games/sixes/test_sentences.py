"""Every sentence of Battle of the Sixes."""

import pytest

from quincunx import Match, SetupError
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.display import prompt
from quincunx.games.sixes.state import ANSWERING, FINAL_ROLL, HARD_SIXES, ROLLING, SOFT_SIXES
from tests.games.sixes.tables import (
    a_hard_six_each,
    ahead_by_a_hard_six,
    begin,
    legal,
    out_of_dice,
    play,
    points,
    refuse,
    roll,
    table,
    unplayed,
)


@pytest.mark.parametrize("dice", ["4", "5", "6", "8", "10", "12"])
def test_s1_two_players_have_as_many_dice(dice: str) -> None:
    match = Match(SPEC, variants={"dice": dice}, settle=False)
    assert match.seats == 2
    assert match.state.in_cup == [int(dice), int(dice)]
    for seats in (1, 3):
        with pytest.raises(SetupError, match="2"):
            Match(SPEC, seats)


def test_s2_scorers_begin_at_0() -> None:
    match = Match(SPEC, settle=False)
    assert match.state.total == [0, 0]
    assert [row.points for row in match.standings()] == [0, 0]


@pytest.mark.parametrize(("before", "over"), [(57, False), (58, True), (59, True)])
def test_s3_sixty_or_more_wins(before: int, over: bool) -> None:
    assert ahead_by_a_hard_six((before, 0)).is_over is over


@pytest.mark.parametrize("score", [15, 24, 33, 42, 51])
def test_s4_two_digits_that_make_six_win(score: int) -> None:
    assert ahead_by_a_hard_six((score - 2, 0)).is_over
    assert not ahead_by_a_hard_six((score - 3, 0)).is_over
    assert not ahead_by_a_hard_six((score - 1, 0)).is_over


def test_s5_the_first_winning_score_wins() -> None:
    match = ahead_by_a_hard_six((13, 50))
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(0, 1, 15), (1, 2, 50)]
    assert not ahead_by_a_hard_six((12, 50)).is_over


def test_s6_a_hard_six_is_a_die_that_shows_six() -> None:
    assert begin("6 5 5 5", "5 5 5 5").state.stage == HARD_SIXES
    assert begin("5 1 5 5", "5 5 5 5").state.stage == SOFT_SIXES


def test_s7_a_soft_six_is_dice_that_add_up_to_six() -> None:
    match = begin("4 3 2 2 1 1", "5 5 5 5 5 5", dice="6")
    assert legal(match) == ["pass", "play 4+2", "play 4+1+1", "play 3+2+1", "play 2+2+1+1"]
    play(match, "0 play 4+2", "1 answer 5")
    assert legal(match) == ["pass", "play 3+2+1"]


def test_s8_both_roll_before_anyone_acts() -> None:
    match = begin("6 5 1 5", "6 5 1")
    assert match.state.stage == ROLLING
    assert not match.actors
    roll(match, "5")
    assert match.actors == [0]


@pytest.mark.parametrize("other", ["pass", "play 4+2", "add 1 to 5 vs hard", "answer 5", "roll", "stop"])
def test_s9_hard_sixes_must_be_played_at_once(other: str) -> None:
    refuse(begin("6 4 2 5", "5 5 5 5"), f"0 {other}", "hard six must first")


def test_s10_dice_are_matched_side_by_side() -> None:
    match = begin("6 5 5 5", "6 5 5 5")
    assert table(match) == ["6 : 6"]
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5")
    assert table(match) == ["6 : 5"]
    match = play(begin("5 5 5 5", "6 5 4 4"), "1 take 5")
    assert table(match) == ["5 : 6"]


def test_s11_matched_dice_are_not_used_again() -> None:
    match = play(begin("6 6 5 5", "5 4 4 4"), "0 take 5")
    refuse(match, "0 take 5", "no such unplayed dice")
    play(match, "0 take 4")
    assert match.state.stage == ROLLING
    assert match.state.in_cup == [2, 2]


def test_s12_points_come_at_the_end_of_the_round() -> None:
    match = begin("6 6 6 6", "6 6 5 4")
    play(match, "0 take 5")
    assert points(match) == (2, 0)
    assert match.state.total == [0, 0]
    play(match, "0 take 4")
    assert match.state.total == [4, 0]


def test_s13_a_hard_six_may_take_a_soft_six() -> None:
    match = begin("6 5 5 5", "5 1 4 4")
    assert "take 5+1" in legal(match)
    play(match, "0 take 5+1")
    assert table(match) == ["6 : 5+1"]
    assert match.state.in_cup == [3, 2]


def test_s14_a_hard_six_may_take_a_single_die() -> None:
    match = begin("6 5 5 5", "5 1 4 4")
    assert legal(match) == ["take 1", "take 4", "take 5", "take 5+1"]
    play(match, "0 take 1")
    assert table(match) == ["6 : 1"]


def test_s15_soft_sixes_wait_for_the_hard_ones() -> None:
    match = begin("6 6 4 2", "5 5 5 5")
    refuse(match, "0 play 4+2", "hard six must first")
    play(match, "0 take 5")
    refuse(match, "0 play 4+2", "hard six must first")
    play(match, "0 take 5", "0 play 4+2")
    assert match.state.stage == ANSWERING


def test_s16_soft_sixes_are_optional() -> None:
    match = begin("4 2 5 1", "5 5 5 5")
    assert legal(match) == ["pass", "play 5+1", "play 4+2"]
    assert play(match, "0 pass").state.in_cup == [4, 4]
    match = play(begin("4 2 5 1", "5 5 5 5"), "0 play 4+2", "1 answer 5", "0 play 5+1", "1 answer 5")
    assert table(match) == ["4+2 : 5", "5+1 : 5"]
    refuse(begin("4 2 5 1", "5 5 5 5"), "0 play 3+3", "no such unplayed dice")


def test_s17_a_soft_six_must_be_matched() -> None:
    match = play(begin("4 2 5 5", "5 5 5 5"), "0 play 4+2")
    assert match.actors == [1]
    refuse(match, "1 pass", "must be answered")
    assert table(match) == []
    assert table(play(match, "1 answer 5")) == ["4+2 : 5"]


def test_s18_by_a_soft_six() -> None:
    match = play(begin("4 2 5 5", "5 1 5 5"), "0 play 4+2", "1 answer 5+1")
    assert table(match) == ["4+2 : 5+1"]
    assert unplayed(play(begin("4 2 5 5", "5 1 5 5"), "0 play 4+2")) == ["5 5", "5 5 5 1"]


def test_s19_or_by_a_single_die() -> None:
    match = play(begin("4 2 5 5", "5 1 4 4"), "0 play 4+2")
    assert legal(match) == ["answer 1", "answer 4", "answer 5", "answer 5+1"]
    assert table(play(match, "1 answer 4")) == ["4+2 : 4"]


def test_s20_one_die_completes_a_partial() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 4")
    assert legal(match) == ["pass", "add 1 to 5 vs hard"]
    play(match, "1 add 1 to 5 vs hard")
    assert table(match) == ["6 : 5+1"]


def test_s21_several_dice_complete_a_partial() -> None:
    match = play(begin("4 2 5 5", "3 4 4 4"), "0 play 4+2", "1 answer 3", "* 5 5 2 1 4")
    assert legal(match) == ["pass", "play 4+2", "add 2+1 to 3 vs soft"]
    play(match, "1 add 2+1 to 3 vs soft")
    assert table(match) == ["4+2 : 3+2+1"]


@pytest.mark.parametrize("single", [1, 2, 3, 4, 5])
def test_s20_every_single_die_is_a_partial(single: int) -> None:
    rest = 6 - single
    fill = "5 5 5" if rest == 4 else "4 4 4"
    match = play(begin("6 5 5 5", f"{single} {fill}"), f"0 take {single}", f"* 5 5 5 {rest} 5 5")
    assert "complete" in str(prompt(match.view(1), 1))
    play(match, f"1 add {rest} to {single} vs hard")
    assert points(match) == (1, 0)


def test_s22_unused_dice_are_rolled_again() -> None:
    match = play(begin("6 5 5 5", "5 1 4 4"), "0 take 5+1")
    assert match.state.in_cup == [3, 2]
    assert unplayed(roll(match, "3 3 3", "2")) == ["3 3 3", "2"]


def test_s23_hard_sixes_first_after_every_roll() -> None:
    match = play(begin("5 5 5 5", "5 5 5 5"), "* 6 4 2 5 5 5 5 5")
    assert match.state.stage == HARD_SIXES
    refuse(match, "0 play 4+2", "hard six must first")
    play(match, "0 take 5")
    assert match.state.stage == SOFT_SIXES


def test_s24_rolling_goes_on_until_someone_is_out_of_dice() -> None:
    match = begin("6 6 6 5", "6 6 6 5")
    assert (match.state.stage, match.state.rolls) == (ROLLING, 1)
    roll(match, "5 5")
    assert (match.state.stage, match.state.rolls) == (ROLLING, 2)
    assert out_of_dice("5 5 5").state.stage == FINAL_ROLL
    refuse(begin("5 1 5 5", "5 5 5 5"), "0 roll", "final roll comes when")


def test_s25_the_opponent_has_one_final_roll() -> None:
    match = out_of_dice("5 5 5")
    assert match.actors == [0]
    assert legal(match) == ["roll", "stop"]
    refuse(match, "0 pass", "only the final roll is left")
    play(match, "0 roll")
    assert match.state.in_cup == [3, 0]
    assert points(roll(match, "6 5")) == (1, 0)


def test_s25_whoever_the_opponent_is() -> None:
    match = play(begin("3 1 1 1", "6 5 5 5"), "1 take 3+1+1+1")
    assert (match.state.stage, match.actors) == (FINAL_ROLL, [1])
    play(match, "1 roll")
    assert match.state.in_cup == [0, 3]


def test_s26_after_the_final_roll_the_round_is_over() -> None:
    match = play(out_of_dice("5 5 5"), "0 roll", "* 6 4 4")
    assert match.state.rounds == 1
    assert match.state.total == [3, 0]
    match = play(out_of_dice("5 5 5"), "0 roll", "* 4 2 4")
    assert match.state.rounds == 0
    assert play(match, "0 pass").state.rounds == 1


def test_s27_points_move_the_scorers() -> None:
    match = a_hard_six_each((3, 7))
    assert match.state.total == [5, 9]
    assert match.state.last_points == [2, 2]


def test_s28_hard_against_single() -> None:
    for single in "12345":
        match = play(begin(f"6 5 5 {single}", f"{single} {single} 4 5"), f"0 take {single}")
        assert (table(match)[0], points(match)) == (f"6 : {single}", (2, 0))


def test_s29_hard_against_nothing() -> None:
    match = play(begin("6 6 6 6", "2 2 1 1"), "0 take 2+2+1+1")
    assert match.state.total == [7, 0]


def test_s30_hard_against_soft() -> None:
    match = play(begin("5 5 5 5", "6 5 5 5"), "1 take 5", "* 5 1 5 6 5 5", "1 take 5+1")
    assert (table(match), points(match)) == (["5 : 6", "5+1 : 6"], (0, 3))


def test_s31_hard_against_hard() -> None:
    match = begin("6 6 5 5", "6 6 5 5")
    assert (table(match), points(match)) == (["6 : 6", "6 : 6"], (0, 0))


def test_s32_soft_against_single() -> None:
    for single in "12345":
        match = play(begin("4 2 5 5", f"{single} 5 5 5"), "0 play 4+2", f"1 answer {single}")
        assert (table(match), points(match)) == ([f"4+2 : {single}"], (1, 0))


def test_s33_soft_against_nothing() -> None:
    match = play(out_of_dice("4 2 5"), "0 play 4+2")
    assert (table(match), points(match)) == (["6 : 3+1+1+1", "4+2 : -"], (2, 0))


def test_s34_soft_against_soft() -> None:
    match = play(begin("4 2 5 5", "5 1 5 5"), "0 play 4+2", "1 answer 5+1")
    assert (table(match), points(match)) == (["4+2 : 5+1"], (0, 0))
