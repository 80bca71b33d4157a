"""Every ruling of Battle of the Sixes."""

import pytest

from quincunx import Match, NotationError, SetupError
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.legality import ACTIONS, TAKE
from quincunx.games.sixes.state import ANSWERING, FINAL_ROLL, HARD_SIXES, ROLL_CAP, ROLLING, SOFT_SIXES
from tests.games.sixes.tables import (
    a_hard_six_each,
    ahead_by_a_hard_six,
    begin,
    final_roll_with_partial,
    legal,
    out_of_dice,
    play,
    points,
    refuse,
    roll,
    table,
    unplayed,
)


def places(match: Match) -> list[int]:
    return [row.place for row in sorted(match.standings())]


def test_r1_six_does_not_win_and_sixty_does() -> None:
    match = ahead_by_a_hard_six((4, 0))
    assert (match.state.total, match.is_over) == ([6, 0], False)
    match = ahead_by_a_hard_six((58, 0))
    assert (match.state.total, match.is_over) == ([60, 0], True)


def test_r2_passing_a_winning_score_is_nothing() -> None:
    match = begin("6 6 6 6", "6 6 5 1", totals=(14, 0))
    play(match, "0 take 5+1")
    assert (match.state.total, match.is_over) == ([17, 0], False)
    match = begin("6 6 5 5", "5 5 4 2", totals=(14, 0))
    play(match, "0 take 4+2")
    assert points(match) == (1, 0)
    assert not match.is_over
    play(match, "0 take 5")
    assert not match.is_over


@pytest.mark.parametrize("before", [58, 59])
def test_r3_sixty_may_be_passed(before: int) -> None:
    match = ahead_by_a_hard_six((before, 0))
    assert match.is_over
    assert match.standings()[0].points == before + 2


@pytest.mark.parametrize(
    ("totals", "ties", "expected"),
    [
        ((13, 22), "higher", [2, 1]),
        ((22, 13), "higher", [1, 2]),
        ((13, 13), "higher", [1, 1]),
        ((13, 58), "higher", [2, 1]),
        ((59, 58), "higher", [1, 2]),
        ((13, 22), "shared", [1, 1]),
        ((13, 30), "shared", [1, 2]),
    ],
)
def test_r4_both_win_in_one_round(totals: tuple[int, int], ties: str, expected: list[int]) -> None:
    match = a_hard_six_each(totals, ties=ties)
    assert match.is_over
    assert places(match) == expected


def test_r5_sixes_are_forced_and_pair_by_themselves() -> None:
    match = begin("6 6 6 5", "6 5 5 5")
    assert table(match) == ["6 : 6"]
    assert (match.state.stage, match.actors) == (HARD_SIXES, [0])
    assert unplayed(match) == ["6 6 5", "5 5 5"]
    refuse(match, "0 pass", "hard six must first")
    match = begin("6 5 5 5", "6 6 5 5")
    assert match.actors == [1]
    assert begin("6 5 5 5", "6 5 5 5").state.stage == ROLLING


def test_r6_the_owner_of_the_six_picks_option_and_dice() -> None:
    match = begin("6 5 5 5", "4 3 2 1")
    assert legal(match) == ["take 1", "take 2", "take 3", "take 4", "take 4+2", "take 3+2+1"]
    refuse(match, "1 answer 4", "not seat 1's move")
    play(match, "0 take 3+2+1")
    assert table(match) == ["6 : 3+2+1"]


def test_r7_the_smaller_score_may_be_chosen() -> None:
    assert points(play(begin("6 5 5 5", "5 1 4 4"), "0 take 5")) == (2, 0)
    assert points(play(begin("6 5 5 5", "5 1 4 4"), "0 take 5+1")) == (1, 0)


def test_r8_only_unplayed_dice_of_this_roll_are_available() -> None:
    match = begin("6 6 5 5", "4 3 3 3")
    refuse(match, "0 take 5", "no such unplayed dice")
    play(match, "0 take 4")
    refuse(match, "0 take 4", "no such unplayed dice")
    play(match, "0 take 3+3", "* 6 5 1")
    assert legal(match) == ["take 1"]


def test_r9_a_six_without_a_partner_scores_two() -> None:
    match = begin("6 6 6 6", "5 1 4 2")
    assert all(text.startswith("take") for text in legal(match))
    play(match, "0 take 5+1", "0 take 4+2")
    assert match.state.last_points == [1 + 1 + 2 + 2, 0]
    match = play(out_of_dice("5 5 5"), "0 roll", "* 6 6 5")
    assert match.state.last_points == [1 + 2 + 2, 0]


def test_r10_a_soft_six_has_two_dice_or_more() -> None:
    match = begin("5 1 4 2 3 3 1 1", "5 5 5 5 5 5 5 5", dice="8")
    plays = [text for text in legal(match) if text != "pass"]
    assert plays == [
        "play 5+1",
        "play 4+2",
        "play 4+1+1",
        "play 3+3",
        "play 3+2+1",
        "play 3+1+1+1",
    ]
    texts = [match.format_action(action) for action in range(ACTIONS)]
    assert sum(text.startswith("play") for text in texts) == 10
    for text in ("play 6", "play 5", "play 4+1", "play 5+2"):
        with pytest.raises(NotationError):
            match.parse_action(text)


def test_r11_turns_alternate_and_two_passes_end_them() -> None:
    match = begin("4 2 5 1", "3 3 5 1")
    assert match.actors == [0]
    play(match, "0 pass")
    assert match.actors == [1]
    play(match, "1 play 3+3", "0 answer 5")
    assert match.actors == [0]
    play(match, "0 pass", "1 pass")
    assert match.state.stage == ROLLING
    assert play(begin("4 2 5 1", "3 3 5 1"), "0 play 4+2", "1 answer 5").actors == [1]


def test_r11_completing_is_a_turn() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 4 2 5 4 2 1", "1 add 1 to 5 vs hard")
    assert match.actors == [0]
    assert legal(play(match, "0 pass")) == ["pass", "play 4+2"]


@pytest.mark.parametrize(
    ("totals", "rounds", "rolls", "starter", "first"),
    [
        ((0, 0), 0, 0, "behind", 0),
        ((7, 7), 1, 0, "behind", 1),
        ((7, 7), 0, 1, "behind", 1),
        ((7, 7), 1, 1, "behind", 0),
        ((7, 8), 1, 0, "behind", 0),
        ((8, 7), 0, 0, "behind", 1),
        ((8, 7), 0, 0, "turns", 0),
        ((7, 8), 1, 0, "turns", 1),
    ],
)
def test_r11_the_player_behind_begins(
    totals: tuple[int, int], rounds: int, rolls: int, starter: str, first: int
) -> None:
    match = begin("4 2 5 1", "4 2 5 1", totals=totals, rounds=rounds, rolls=rolls, starter=starter)
    assert match.actors == [first]


def test_r11_points_of_the_round_do_not_count() -> None:
    match = play(begin("6 4 2 5", "4 2 5 5"), "0 take 5")
    assert points(match) == (2, 0)
    assert match.actors == [0]


def test_r12_the_answer_is_free_but_forced() -> None:
    match = play(begin("4 2 5 5", "5 1 4 4"), "0 play 4+2")
    assert legal(match) == ["answer 1", "answer 4", "answer 5", "answer 5+1"]
    refuse(match, "1 pass", "must be answered")
    refuse(match, "1 add 1 to 5 vs hard", "must be answered")
    refuse(match, "1 answer 3+3", "no such unplayed dice")
    refuse(match, "0 pass", "not seat 0's move")
    assert points(play(match, "1 answer 1")) == (1, 0)
    refuse(begin("4 2 5 5", "5 1 4 4"), "0 answer 4", "no soft six to answer")


def test_r13_a_soft_six_against_a_player_without_dice() -> None:
    match = play(out_of_dice("4 2 5"), "0 play 4+2")
    assert match.state.stage == FINAL_ROLL
    assert points(match) == (2, 0)


def test_r14_a_partial_is_a_single_die_of_this_round() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 1 1 5 4")
    refuse(match, "1 add 1 to 5 vs soft", "no single die of yours")
    assert "add 1 to 5 vs hard" in legal(match)
    play(match, "1 pass")
    refuse(match, "0 add 1 to 5 vs hard", "no single die of yours")
    match = ahead_by_a_hard_six()
    roll(match, "5 5 5 5", "5 5 5 1")
    refuse(match, "1 add 1 to 5 vs hard", "no single die of yours")
    match = play(begin("4 2 5 5", "5 1 1 4"), "0 play 4+2", "1 answer 5+1", "* 5 5 5 1")
    refuse(match, "1 add 1 to 5 vs soft", "no single die of yours")


def test_r15_exactly_six_at_once_with_own_dice() -> None:
    match = play(begin("6 5 5 5", "3 4 4 4"), "0 take 3", "* 5 5 3 2 1 3")
    assert legal(match) == ["pass", "play 3+2+1", "add 3 to 3 vs hard", "add 2+1 to 3 vs hard"]
    for text in ("add 2 to 3 vs hard", "add 3+1 to 3 vs hard", "add 1 to 3 vs hard"):
        with pytest.raises(NotationError, match="not six"):
            match.push_text(text)
    refuse(match, "1 add 1+1+1 to 3 vs hard", "you have no such unplayed dice")
    match = play(begin("6 5 5 5", "3 4 4 4"), "0 take 3", "* 5 5 3 2 2 5")
    assert match.state.stage == ROLLING


def test_r16_completing_scores_the_pairing_anew() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 4")
    assert points(match) == (2, 0)
    play(match, "1 add 1 to 5 vs hard")
    assert points(match) == (1, 0)
    assert match.state.in_cup == [3, 2]
    match = play(begin("4 2 5 5", "5 4 4 4"), "0 play 4+2", "1 answer 5", "* 5 5 1 4 4")
    assert points(match) == (1, 0)
    play(match, "1 add 1 to 5 vs soft")
    assert points(match) == (0, 0)


def test_r16_the_named_pairing_is_completed() -> None:
    match = begin("6 4 2 5 5 5", "5 5 4 4 4 4", dice="6")
    play(match, "0 take 5", "0 play 4+2", "1 answer 5", "* 5 5 5 1 4 4 4")
    assert legal(match) == ["pass", "add 1 to 5 vs hard", "add 1 to 5 vs soft"]
    play(match, "1 add 1 to 5 vs soft")
    assert table(match) == ["6 : 5", "4+2 : 5+1"]


def test_r17_completing_belongs_to_the_soft_turns() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 4 2 5 1 6 4")
    assert (match.state.stage, match.actors) == (HARD_SIXES, [1])
    refuse(match, "1 add 1 to 5 vs hard", "hard six must first")
    play(match, "1 take 5", "1 pass", "0 play 4+2")
    assert match.state.stage == ANSWERING
    refuse(match, "1 add 1 to 5 vs hard", "must be answered")
    match = play(final_roll_with_partial(), "0 roll", "* 2 5 5 5", "0 add 2 to 4 vs soft")
    assert match.state.last_points == [1, 0]


def test_r18_the_current_roll_may_be_used_against_no_dice() -> None:
    match = out_of_dice("4 2 5")
    assert (match.state.stage, unplayed(match)) == (SOFT_SIXES, ["5 4 2", ""])
    assert legal(match) == ["pass", "play 4+2"]
    assert play(match, "0 play 4+2").state.stage == FINAL_ROLL
    assert play(out_of_dice("4 2 5"), "0 pass").state.stage == FINAL_ROLL


def test_r19_the_final_roll_may_be_declined_and_allows_everything() -> None:
    match = play(final_roll_with_partial(), "0 stop")
    assert match.state.last_points == [1, 1]
    match = play(final_roll_with_partial(), "0 roll", "* 6 2 5 1")
    assert points(match) == (3, 1)
    assert legal(match) == ["pass", "play 5+1", "add 2 to 4 vs soft"]
    play(match, "0 add 2 to 4 vs soft", "0 play 5+1")
    assert match.state.last_points == [4, 0]
    match = play(final_roll_with_partial(), "0 roll", "* 6 2 5 1", "0 pass")
    assert match.state.last_points == [3, 1]


def test_r20_no_final_roll_when_both_run_out() -> None:
    match = begin("6 6 6 6", "6 6 6 6")
    assert (match.state.stage, match.state.rounds) == (ROLLING, 1)
    match = play(begin("5 1 4 2", "4 2 3 3"), "0 play 5+1", "1 answer 4+2", "1 play 3+3", "0 answer 4+2")
    assert (match.state.stage, match.state.rounds) == (ROLLING, 1)


def test_r21_a_round_ends_after_200_rolls() -> None:
    match = begin()
    for _ in range(ROLL_CAP - 1):
        roll(match, "5 5 5 5", "5 5 5 5")
    assert (match.state.rounds, match.state.rolls) == (0, 199)
    roll(match, "5 5 5 5", "5 5 5 5")
    assert (match.state.rounds, match.state.rolls) == (1, 0)
    assert ROLL_CAP == 200


@pytest.mark.parametrize(("rolls", "rounds"), [(198, 0), (199, 1)])
def test_r21_the_cap_leaves_no_final_roll(rolls: int, rounds: int) -> None:
    match = begin("6 5 5 5", "3 1 1 1", rolls=rolls)
    play(match, "0 take 3+1+1+1")
    assert match.state.rounds == rounds
    assert (match.state.stage == FINAL_ROLL) is (rounds == 0)
    assert sum(match.state.last_points) == rounds


def test_r22_a_six_is_no_single_answer() -> None:
    match = play(begin("4 2 5 5", "5 1 4 4"), "0 play 4+2")
    for text in ("answer 6", "take 6"):
        with pytest.raises(NotationError, match="faces from 1 to 5"):
            match.parse_action(text)
    assert not any("6" in match.format_action(action) for action in range(TAKE, ACTIONS))


def test_r23_completing_only_denies() -> None:
    match = play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 4")
    before = points(match)
    after = points(play(match, "1 add 1 to 5 vs hard"))
    assert (after[1] - before[1], after[0] - before[0]) == (0, -1)


def test_r24_all_dice_come_back_for_the_next_round() -> None:
    match = ahead_by_a_hard_six()
    assert match.state.in_cup == [4, 4]
    assert table(match) == []
    assert unplayed(match) == ["", ""]


def test_r25_nobody_begins() -> None:
    match = begin()
    assert match.awaits_chance
    assert match.state.in_cup == [4, 4]


def test_r26_only_two_can_play() -> None:
    assert list(SPEC.seats) == [2]
    with pytest.raises(SetupError):
        Match(SPEC, 3)


def test_r27_who_can_only_pass_is_not_asked() -> None:
    assert begin("5 5 5 5", "5 5 5 5").state.stage == ROLLING
    match = begin("5 5 5 5", "4 2 5 5")
    assert match.actors == [1]
    assert play(match, "1 pass").state.stage == ROLLING
    match = begin("4 2 5 5", "5 5 5 5")
    assert match.actors == [0]
    assert play(match, "0 pass").state.stage == ROLLING
