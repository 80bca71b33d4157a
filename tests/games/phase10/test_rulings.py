"""Every ruling of Phase 10 Dice."""

import pytest

from quincunx import IllegalAction, Match, SetupError
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.phases import (
    FACE_NUMBER,
    NIBBLE,
    NOT_MADE,
    WILD,
    best_phase,
    best_run,
    best_set_and_run,
    best_two_sets,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import STARTING, grand_total
from tests.games.drawing import picture_of
from tests.games.phase10.test_sentences import scored, started
from tests.games.phase10.turns import COLOUR, MAKING, NOTHING, RUN, SETS, face, land, match_at, take_turn

picture = picture_of("phase10")


def test_r1_tied_players_roll_again_among_themselves() -> None:
    match = started("8g 10g 8g 10g", 4)
    assert match.state.stage == STARTING
    assert match.state.rolling == 0b1010
    for word in ("5r", "6o"):
        match.land(match.parse_outcome(word))
    assert match.state.rolling == 0b0101
    for word in ("7b", "7b", "7b", "9o"):
        match.land(match.parse_outcome(word))
    assert match.state.order[:4] == [3, 1, 2, 0]


def test_r1_eight_players_always_settle() -> None:
    for seed in range(20):
        match = Match(SPEC, 8, seed=seed)
        assert sorted(match.state.order) == list(range(8))


def test_r2_any_dice_and_stopping_after_any_roll() -> None:
    match = match_at([1, 1])
    land(match, NOTHING)
    match.push_text("stop")
    assert match.state.turn == 1
    land(match, NOTHING)
    match.push_text("reroll L1")
    match.land(0)
    assert len(match.legal_actions()) == 1024
    match.push_text("stop")
    assert match.state.turn == 0


def test_r3_a_made_phase_is_taken() -> None:
    match = match_at([1, 1])
    take_turn(match, SETS)
    assert match.state.points[0, 0] == points_of(best_phase(face(SETS), 0))
    assert match.state.phase[0] == 1


def test_r4_wilds_go_where_they_serve_best() -> None:
    # One W must help the set of 10s or the run 7 8 9 10: the run 6 7 8 9 leaves the 10 to the set.
    assert scored("W 1 2 3 / 10 10 6 7 8 9", 2) == 20 + 30
    # Taking the largest set first (5 5 5 and a run of 7 8 9 W) would score less than 10 10 W and 7 8 9 + W.
    assert scored("W W 1 2 / 10 10 7 8 9 5", 2) == 20 + 24


def test_r5_both_sets_may_be_of_one_number_in_every_phase() -> None:
    assert scored("W W 1 2 / 10 10 10 10 10 10", 7) == 60
    assert scored("W 1 2 3 / 10 10 10 10 10 10", 9) == 60
    assert scored("W W 1 2 / 10 10 10 10 10 10", 10) == 60


def test_r6_no_die_serves_twice() -> None:
    assert scored("1 1 2 3 / 10 10 10 9 8 7", 2) is None
    assert scored("1 1 2 W / 10 10 10 9 8 7", 2) == 30 + 24
    assert scored("1 2 4 W / 10 10 9 9 8 7", 2) is None


def test_r7_a_part_of_wilds_only_scores_nothing() -> None:
    four_wilds = 4 << NIBBLE * WILD
    four_nines = 4 << NIBBLE * 9
    assert points_of(best_run(four_wilds, 4)) == 0
    assert best_run(four_wilds, 5) == NOT_MADE
    assert points_of(best_two_sets(four_wilds + four_nines, 4, 4)) == 36
    assert points_of(best_set_and_run(four_wilds + four_nines, 4, 4)) == 36


def test_r8_a_wild_stands_for_one_to_ten_only() -> None:
    # 7 8 9 10 W W W could only reach seven upwards by 11 to 13: it is 4 to 10, with the wilds below.
    made = best_phase(face("W W W 1 / 7 8 9 10 7 7"), 3)
    assert points_of(made) == 34
    assert scored("W W 1 1 / 7 8 9 10 7 7", 4) is None


def test_r9_a_wild_in_phase_8_is_of_its_own_colour_for_nothing() -> None:
    assert scored(COLOUR, 8) == 43
    assert scored(COLOUR.replace("Wo", "3o"), 8) == 46
    assert scored(COLOUR.replace("Wo", "Wr"), 8) is None


def test_r10_the_seven_highest_of_the_colour_score() -> None:
    eight = face("Wo 4o 2r 2o / 9o 8o 10o 7o 5b 10o")
    assert points_of(best_phase(eight, 7)) == 4 + 2 + 9 + 8 + 10 + 7 + 10
    assert not phase_dice(eight, 7) & 1


def test_r11_the_best_stretch_of_a_longer_run_scores() -> None:
    assert scored(RUN, 4) == 49
    assert scored(RUN, 5) == 52


def test_r12_numbers_are_used_before_wilds() -> None:
    made = face("W W 1 2 / 10 10 10 7 7 7")
    used = phase_dice(made, 0)
    assert [FACE_NUMBER[die][made[die]] for die in range(10) if used >> die & 1] == [10, 10, 10, 7, 7, 7]
    assert WILD not in [FACE_NUMBER[die][made[die]] for die in range(10) if used >> die & 1]


def test_r13_the_five_phase_bonus_comes_once_also_in_the_last_tries_and_before_penalties() -> None:
    match = match_at([10, 5], points=43)
    take_turn(match, SETS)
    take_turn(match, RUN)
    assert match.state.five_phase_bonus[1] == 40
    alone = match_at([5], points=43)
    for _ in range(10):
        take_turn(alone, NOTHING)
    take_turn(alone, RUN)
    assert alone.state.five_phase_bonus[0] == 40
    before = grand_total(alone.state, 0)
    take_turn(alone, RUN)
    assert grand_total(alone.state, 0) == before + 54


def test_r14_all_others_try_from_the_finishers_left() -> None:
    match = match_at([1, 1, 10, 1], turn=2, order=(2, 0, 3, 1))
    take_turn(match, SETS)
    seats = []
    while not match.is_over:
        land(match, NOTHING)
        seats.append(match.actor)
        match.push_text("stop")
    assert seats == [1, 2, 0]


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (3, 0, 4, 1, 2)])
def test_r15_several_may_get_the_bonus_but_none_from_the_left_or_from_phase_9(order: tuple[int, ...]) -> None:
    match = match_at([10, 10, 10, 9, 10], turn=1, order=order)
    take_turn(match, SETS)
    while not match.is_over:
        take_turn(match, SETS)
    assert match.state.phase[:5] == [10] * 5
    assert [match.state.first_finish_bonus[seat] for seat in order] == [0, 40, 40, 0, 40]


def test_r16_a_second_finisher_starts_nothing() -> None:
    match = match_at([10, 10, 10])
    for _ in range(3):
        take_turn(match, SETS)
    assert match.is_over
    assert match.state.finisher == 0


def test_r17_the_highest_total_wins_not_the_first() -> None:
    match = match_at([10, 10], points=5)
    match.state.points[1, 0] = 300
    take_turn(match, SETS)
    take_turn(match, NOTHING)
    assert match.standings()[0].seat == 1


def test_r18_a_tie_is_a_shared_win() -> None:
    match = match_at([10, 10])
    take_turn(match, SETS)
    take_turn(match, SETS)
    assert [(row.place, row.points) for row in match.standings()] == [(1, 459), (1, 459)]


def test_r19_alone_a_score_may_be_negative_and_only_phase_10_ends_it() -> None:
    match = match_at([1])
    for _ in range(200):
        take_turn(match, NOTHING)
    for roll in MAKING[:9]:
        take_turn(match, roll)
        assert not match.is_over
    take_turn(match, SETS)
    assert match.is_over
    assert match.standings()[0].points < 0


def test_r20_failures_cost_5_each_but_not_the_bonus() -> None:
    without, with_failure = match_at([9]), match_at([9])
    take_turn(with_failure, NOTHING)
    for match in (without, with_failure):
        take_turn(match, SETS)
        take_turn(match, SETS)
    assert without.standings()[0].points - with_failure.standings()[0].points == 5


def test_r21_eight_at_most() -> None:
    assert Match(SPEC, 8).seats == 8
    with pytest.raises(SetupError, match="not 9"):
        Match(SPEC, 9)


def test_r22_each_low_die_has_two_wilds() -> None:
    assert [numbers.count(WILD) for numbers in FACE_NUMBER] == [2] * 4 + [0] * 6


def test_r23_the_printed_example_scores_34() -> None:
    assert scored("W W 1 2 / 8 8 8 10 5 6", 1) == 34


def test_r24_who_has_finished_takes_no_more_turns() -> None:
    match = match_at([1, 10, 1], turn=1)
    take_turn(match, SETS)
    final = grand_total(match.state, 1)
    while not match.is_over:
        land(match, NOTHING)
        assert match.actor != 1
        match.push_text("stop")
    assert grand_total(match.state, 1) == final


def test_r25_alone_there_is_no_roll_for_the_order() -> None:
    match = Match(SPEC, 1, settle=False)
    assert str(match.spec.notation.describe_chance(match.state, match.names)) == "seat 0: die L1 lands"
    take_turn(match, NOTHING)
    column = picture(match.view(0), 0)["sheet"][0]
    assert (column["failures"], column["penalty"], column["total"]) == (1, 0, 0)


def test_r26_rolling_no_dice_is_stopping_and_the_third_roll_ends_the_turn() -> None:
    match = match_at([1, 1])
    land(match, NOTHING)
    assert match.format_action(0) == "stop"
    for _ in range(2):
        match.push_text("reroll H1")
        match.land(0)
    assert match.awaits_chance
    assert match.state.turn == 1
    with pytest.raises(IllegalAction):
        match.push_text("stop", 0)


def test_r27_together_a_second_finisher_may_have_failed_before() -> None:
    match = match_at([10, 10])
    take_turn(match, NOTHING)
    take_turn(match, NOTHING)
    take_turn(match, SETS)
    take_turn(match, SETS)
    assert match.state.failures[1] == 1
    assert match.state.first_finish_bonus[:2] == [40, 40]
    assert best_phase(face(NOTHING), 9) == NOT_MADE
