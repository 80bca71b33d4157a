"""Every sentence of Phase 10 Dice."""

from collections import Counter
from io import StringIO

import pytest
from rich.console import Console

from quincunx import ChanceError, IllegalAction, Match, NotationError, Scripted, SetupError
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.notation import format_face
from quincunx.games.phase10.phases import (
    COLOURS,
    FACE_COLOUR,
    FACE_NUMBER,
    NOT_MADE,
    WILD,
    best_phase,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import CHOOSING, ROLLING, grand_total, running_total
from quincunx.games.phase10.words import PHASES
from tests.games.drawing import picture_of
from tests.games.phase10.turns import (
    COLOUR,
    MAKING,
    NOTHING,
    RUN,
    SETS,
    face,
    land,
    match_at,
    take_turn,
    words,
)

picture = picture_of("phase10")


def scored(roll: str, phase: int) -> int | None:
    """What a roll scores in a phase (counted from 1), None if it does not make it."""
    made = best_phase(face(roll), phase - 1)
    return None if made == NOT_MADE else points_of(made)


def started(rolls: str, seats: int) -> Match:
    """A match after its roll for the starting order."""
    match = Match(SPEC, seats, settle=False)
    for word in rolls.split():
        match.land(match.parse_outcome(word))
    return match


@pytest.mark.parametrize("seats", [1, 8])
def test_s1_one_to_eight_play(seats: int) -> None:
    assert Match(SPEC, seats).seats == seats
    with pytest.raises(SetupError, match="1 to 8 seats, not 9"):
        Match(SPEC, 9)
    with pytest.raises(SetupError, match="not 0"):
        Match(SPEC, 0)


def test_s2_ten_dice_six_high_and_four_low() -> None:
    assert sum(min(numbers) >= 5 for numbers in FACE_NUMBER) == 6
    assert sum(max(numbers) <= 4 for numbers in FACE_NUMBER) == 4
    match = Match(SPEC, 1, settle=False)
    land(match, RUN)
    assert not match.awaits_chance


def test_s3_high_dice_show_five_to_ten_in_four_colours() -> None:
    for die in range(4, 10):
        assert FACE_NUMBER[die] == (5, 6, 7, 8, 9, 10)
        assert set(FACE_COLOUR[die]) == set(range(COLOURS))


def test_s4_low_dice_show_one_to_four_and_wilds_in_all_colours() -> None:
    for die in range(4):
        assert FACE_NUMBER[die] == (1, 2, 3, 4, WILD, WILD)
        assert set(FACE_COLOUR[die]) == set(range(COLOURS))
    wilds = Counter(FACE_COLOUR[die][side] for die in range(4) for side in (4, 5))
    assert wilds == dict.fromkeys(range(COLOURS), 2)


def test_s5_a_column_has_ten_spaces_in_this_order() -> None:
    made = [[phase for phase in range(1, 11) if scored(roll, phase) is not None] for roll in (SETS, RUN, COLOUR)]
    assert made == [[1, 2, 3, 7, 9, 10], [4, 5, 6], [4, 8]]
    assert len(PHASES) == 10
    match = match_at([1])
    for roll in MAKING:
        take_turn(match, roll)
    assert match.is_over
    assert all(match.state.points[0, phase] > 0 for phase in range(10))


def test_s6_finishing_first_helps_and_the_highest_score_wins() -> None:
    match = match_at([10, 10], points=20)
    match.state.points[1, 0] = 80
    take_turn(match, SETS)
    take_turn(match, NOTHING)
    assert match.is_over
    assert [row.seat for row in match.standings()] == [0, 1]
    match = match_at([10, 10], points=20)
    match.state.points[1, 0] = 200
    take_turn(match, SETS)
    take_turn(match, NOTHING)
    assert [row.seat for row in match.standings()] == [1, 0]


def test_s7_every_player_rolls_a_high_die_for_the_order() -> None:
    match = Match(SPEC, 3, settle=False)
    for seat in range(3):
        assert (
            str(match.spec.notation.describe_chance(match.state, match.names))
            == f"seat {seat} rolls for the starting order"
        )
        assert [match.format_outcome(side)[:-1] for side in range(6)] == ["5", "6", "7", "8", "9", "10"]
        match.land(seat)
    assert match.state.stage == ROLLING


def test_s8_highest_roll_plays_first_lowest_last() -> None:
    match = started("7b 5r 10g 6o", 4)
    assert match.state.order[:4] == [2, 0, 3, 1]
    land(match, RUN)
    assert match.actor == 2


def test_s9_columns_are_taken_from_the_left_in_turn_order() -> None:
    match = started("5r 10g", 2)
    assert [column["seat"] for column in picture(match.view(0), 0)["sheet"]] == [1, 0]
    shown = StringIO()
    Console(width=80, file=shown).print(SPEC.part("display").board(match.view(0), 0, ["Ann", "Bob"]))
    assert shown.getvalue().split()[:3] == ["phase", "Bob", "Ann"]


def test_s10_s11_turns_pass_from_column_to_column_and_round_again() -> None:
    match = started("5r 10g 7b", 3)
    seats = []
    for _ in range(4):
        land(match, NOTHING)
        seats.append(match.actor)
        match.push_text("stop")
    assert seats == [1, 2, 0, 1]


def test_s11_nobody_acts_out_of_turn() -> None:
    match = match_at([1, 1])
    land(match, RUN)
    with pytest.raises(IllegalAction, match="not seat 1's move"):
        match.push_text("stop", 1)
    assert SPEC.rules.objection(match.state, 1, 0) != 0


def test_s12_a_turn_begins_with_all_ten_dice() -> None:
    match = match_at([1, 1])
    for landed in range(10):
        assert match.awaits_chance, landed
        match.land(0)
    assert not match.awaits_chance
    assert match.landings == 10


def test_s13_any_dice_may_be_set_aside() -> None:
    match = match_at([1])
    land(match, RUN)
    assert len(match.legal_actions()) == 1024
    assert match.parse_action("keep H1 L1") == match.parse_action("reroll L2 L3 L4 H2 H3 H4 H5 H6")


def test_s14_the_others_are_rolled_a_second_time() -> None:
    match = match_at([1])
    land(match, RUN)
    before = list(match.state.face)
    match.push_text("keep L1 L2 L3 L4 H1 H2 H3 H4")
    assert str(match.spec.notation.describe_chance(match.state, match.names)) == "seat 0: die H5 lands"
    match.land(0)
    match.land(0)
    assert match.state.face == [*before[:8], 0, 0]
    assert match.state.rolls == 2


def test_s15_dice_set_aside_may_be_taken_back() -> None:
    match = match_at([1])
    land(match, RUN)
    match.push_text("reroll H6")
    match.land(0)
    match.push_text("reroll L1 H6")
    assert str(match.spec.notation.describe_chance(match.state, match.names)) == "seat 0: die L1 lands"


def test_s16_the_third_roll_is_the_last() -> None:
    match = match_at([1, 1])
    land(match, NOTHING)
    match.push_text("reroll all")
    land(match, NOTHING)
    assert match.actor == 0
    match.push_text("reroll H1 H2")
    match.land(0)
    match.land(0)
    assert match.state.turn == 1


def test_s17_after_the_last_roll_the_score_is_taken_and_the_turn_is_over() -> None:
    match = match_at([1, 1])
    land(match, NOTHING)
    match.push_text("reroll all")
    land(match, NOTHING)
    match.push_text("reroll all")
    land(match, SETS)
    assert match.state.points[0, 0] > 0
    assert match.state.order[match.state.turn] == 1


def test_s18_a_set_is_several_dice_of_one_number() -> None:
    assert scored("1 2 1 2 / 10 10 10 7 7 7", 1) == 51
    assert scored("1 2 1 2 / 10 10 10 7 7 8", 1) is None


def test_s19_wilds_take_the_place_of_numbers_in_a_set() -> None:
    assert scored("W W 1 2 / 10 7 7 7 5 6", 1) == 31
    assert scored("W 1 2 4 / 10 7 7 7 5 6", 1) is None


def test_s20_a_run_is_consecutive_numbers() -> None:
    assert scored("1 1 2 2 / 7 8 9 10 5 5", 2) is None
    assert scored("1 1 1 2 / 7 8 9 10 5 5", 2) == 3 + 34
    assert scored("1 1 1 2 / 7 8 10 10 5 5", 2) is None


def test_s21_wilds_take_the_place_of_numbers_in_a_run() -> None:
    assert scored("W W 1 2 / 6 9 5 5 5 5", 3) == 20 + 15
    assert scored("W 3 1 2 / 6 9 5 5 5 5", 3) == 20 + 6
    assert scored("W 1 1 2 / 6 9 5 5 5 5", 3) is None


def test_s22_one_colour_needs_all_seven_of_it() -> None:
    assert scored(COLOUR, 8) == 0 + 4 + 2 + 9 + 8 + 10 + 10
    assert scored(COLOUR.replace("Wo", "1b"), 8) is None


def test_s23_a_wild_of_another_colour_does_not_help() -> None:
    example = face("Wo 4o 3r 2o / 9o 8o 5o 5r 6b 10o")
    made = best_phase(example, 7)
    assert points_of(made) == 2 + 4 + 5 + 8 + 9 + 10
    assert sorted(format_face(die, example[die]) for die in range(10) if phase_dice(example, 7) >> die & 1) == sorted(
        ["2o", "4o", "Wo", "5o", "8o", "9o", "10o"]
    )
    assert scored("Wr 4o 3r 2o / 9o 8o 5o 5r 6b 10o", 8) is None


def test_s24_two_sets_of_three_may_be_of_one_number() -> None:
    assert scored("1 2 3 4 / 10 10 10 10 10 10", 1) == 60
    assert scored("1 2 3 4 / 10 10 10 9 9 9", 1) == 57


def test_s25_phases_are_made_in_order() -> None:
    match = match_at([1])
    take_turn(match, RUN)
    assert match.state.phase[0] == 0
    take_turn(match, SETS)
    assert match.state.phase[0] == 1
    take_turn(match, RUN)
    assert match.state.phase[0] == 1


def test_s26_a_failed_phase_scores_nothing_and_is_tried_again() -> None:
    match = match_at([3, 3])
    before = grand_total(match.state, 0)
    take_turn(match, NOTHING)
    assert grand_total(match.state, 0) == before
    assert match.state.phase[0] == 2
    take_turn(match, NOTHING)
    take_turn(match, SETS)
    assert match.state.phase[0] == 3


def test_s27_only_the_phase_of_the_player_scores() -> None:
    match = match_at([2, 2])
    assert all(scored(SETS, phase) is not None for phase in (1, 2, 3))
    take_turn(match, SETS)
    assert match.state.phase[:2] == [2, 1]
    assert [match.state.points[0, phase] for phase in range(3)] == [40, scored(SETS, 2), 0]


def test_s27_a_made_phase_scores_its_dice() -> None:
    assert scored("1 2 3 4 / 5 6 7 8 9 10", 4) == 4 + 5 + 6 + 7 + 8 + 9 + 10
    match = match_at([4, 4])
    take_turn(match, RUN)
    assert match.state.points[0, 3] == 49


def test_s28_other_dice_and_wilds_score_nothing() -> None:
    assert scored("W W 4 4 / 8 8 8 10 7 6", 1) == 34
    match = match_at([1, 1])
    take_turn(match, "W W 4 4 / 8 8 8 10 7 6")
    assert match.state.points[0, 0] == 34


def test_s29_totals_are_known_after_every_phase() -> None:
    match = match_at([1])
    for phase, roll in enumerate((SETS, SETS), 1):
        take_turn(match, roll)
        total = sum(match.state.points[0, done] for done in range(phase))
        assert running_total(match.state, 0) == total
        assert match.standings()[0].points == total


@pytest.mark.parametrize(("earlier", "bonus"), [(171, 40), (170, 0), (169, 0), (172, 40)])
def test_s30_over_220_after_phase_5_earns_40(earlier: int, bonus: int) -> None:
    match = match_at([5, 5], points=40)
    match.state.points[0, 0] += earlier - 2 - 4 * 40
    take_turn(match, RUN)
    assert match.state.points[0, 4] == 52
    assert running_total(match.state, 0) == earlier + 50
    assert match.state.five_phase_bonus[0] == bonus


def test_s31_the_first_to_finish_gets_40() -> None:
    match = match_at([10, 1])
    before = grand_total(match.state, 0)
    take_turn(match, SETS)
    assert grand_total(match.state, 0) == before + match.state.points[0, 9] + 40


@pytest.mark.parametrize(
    ("phases", "turn", "column", "bonus"),
    [
        ([10, 10], 0, 1, 40),  # already in phase 10, started behind the finisher
        ([10, 10], 1, 0, 0),  # started ahead of the finisher
        ([10, 9], 0, 1, 0),  # only gets to phase 10 in the last try
    ],
)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_s32_who_else_gets_the_first_finish_bonus(
    phases: list[int], turn: int, column: int, bonus: int, order: tuple[int, int]
) -> None:
    match = match_at(phases, turn=turn, order=order)
    second = order[column]
    take_turn(match, SETS)
    while not match.is_over:
        take_turn(match, MAKING[match.state.phase[second]])
    assert match.state.phase[second] == 10
    assert match.state.first_finish_bonus[second] == bonus


def test_s32_who_fails_gets_no_bonus() -> None:
    match = match_at([10, 10])
    take_turn(match, SETS)
    take_turn(match, NOTHING)
    assert match.is_over
    assert match.state.first_finish_bonus[1] == 0


def test_s33_s34_normal_play_ends_and_everybody_else_has_one_last_try() -> None:
    match = match_at([3, 10, 5], turn=1, order=(1, 0, 2))
    take_turn(match, SETS)
    seats = []
    while not match.is_over:
        land(match, NOTHING)
        seats.append(match.actor)
        match.push_text("stop")
    assert seats == [2, 1]


def test_s35_a_last_try_is_a_turn_of_three_rolls() -> None:
    match = match_at([10, 7])
    take_turn(match, SETS)
    land(match, NOTHING)
    match.push_text("reroll all")
    land(match, NOTHING)
    match.push_text("reroll all")
    land(match, SETS)
    assert match.state.phase[1] == 7
    assert match.state.rolls == 1


def test_s36_who_fails_the_last_try_is_done() -> None:
    match = match_at([10, 7])
    take_turn(match, SETS)
    total = grand_total(match.state, 1)
    take_turn(match, NOTHING)
    assert match.is_over
    assert grand_total(match.state, 1) == total


def test_s37_who_makes_it_gets_another_turn_at_once() -> None:
    match = match_at([10, 7, 1])
    take_turn(match, SETS)
    take_turn(match, SETS)
    assert match.state.phase[1] == 7
    land(match, NOTHING)
    assert match.actor == 1


def test_s38_until_failing_or_finishing() -> None:
    match = match_at([10, 7, 9])
    take_turn(match, SETS)
    for roll in (SETS, COLOUR, SETS, SETS):
        assert match.state.order[match.state.turn] == 1
        take_turn(match, roll)
    assert match.state.phase[1] == 10
    assert match.state.order[match.state.turn] == 2
    take_turn(match, NOTHING)
    assert match.is_over


def test_s39_the_highest_grand_total_wins() -> None:
    match = match_at([10, 10, 10], points=10)
    match.state.points[2, 0] = 500
    take_turn(match, SETS)
    take_turn(match, NOTHING)
    take_turn(match, NOTHING)
    assert [(row.seat, row.place) for row in match.standings()] == [(2, 1), (0, 2), (1, 3)]


def test_s40_one_may_play_alone() -> None:
    match = Match(SPEC, 1, chance=Scripted(words(RUN)))
    assert match.actor == 0
    match = match_at([10])
    take_turn(match, SETS)
    assert match.is_over
    assert match.standings()[0].place == 1


def test_s41_alone_each_failure_costs_5_at_the_end() -> None:
    match = match_at([10])
    take_turn(match, NOTHING)
    take_turn(match, NOTHING)
    before = match.standings()[0].points
    assert before == running_total(match.state, 0), "nothing comes off before the end"
    take_turn(match, SETS)
    assert match.is_over
    assert match.standings()[0].points == running_total(match.state, 0) - 10
    together = match_at([1, 1])
    take_turn(together, NOTHING)
    assert together.standings()[0].points == 0


@pytest.mark.parametrize(("tries", "bonus"), [(0, 40), (1, 0)])
def test_s42_alone_the_bonus_needs_the_first_try(tries: int, bonus: int) -> None:
    match = match_at([10])
    for _ in range(tries):
        take_turn(match, NOTHING)
    take_turn(match, SETS)
    assert match.is_over
    assert match.state.first_finish_bonus[0] == bonus


def test_s42_failures_before_phase_10_leave_the_bonus() -> None:
    match = match_at([9])
    take_turn(match, NOTHING)
    take_turn(match, SETS)
    take_turn(match, SETS)
    assert match.state.first_finish_bonus[0] == 40


def test_s43_a_perfect_match_scores_649() -> None:
    """The rolls are the best of each phase; test_phases finds by search that no roll is better."""
    best = [
        "1 2 3 4 / 10 10 10 10 10 10",
        "W 1 2 3 / 10 10 10 8 9 10",
        "W W 1 2 / 10 10 10 10 9 10",
        "4 1 2 3 / 5 6 7 8 9 10",
        "3 4 1 2 / 5 6 7 8 9 10",
        "2 3 4 1 / 5 6 7 8 9 10",
        "W W 1 2 / 10 10 10 10 10 10",
        "Wo 4o 2r 2o / 9o 8o 10o 7o 8o 10o",
        "W 1 2 3 / 10 10 10 10 10 10",
        "4 4 4 1 / 10 10 10 10 10 9",
    ]
    match = match_at([1])
    for roll in best:
        take_turn(match, roll)
    assert match.is_over
    assert match.standings()[0].points == 649


def test_s44_more_than_600_points_are_for_the_roll_of_honour() -> None:
    assert [points for points in (599, 600, 601, 649) if SPEC.honour is not None and points > SPEC.honour] == [601, 649]


def test_bad_dice_and_actions_are_refused() -> None:
    match = match_at([1])
    with pytest.raises(NotationError, match="die L1 cannot show '5r': it has 1b 2g 3o 4g Wr Wo"):
        match.parse_outcome("5r")
    with pytest.raises(ChanceError, match="cannot land"):
        match.land(6)
    with pytest.raises(IllegalAction, match="still to land"):
        match.push(0, 0)
    land(match, RUN)
    with pytest.raises(NotationError, match="'X9' is not a die"):
        match.push_text("reroll X9")
    with pytest.raises(NotationError, match="named twice"):
        match.push_text("reroll L1 L1")
    with pytest.raises(IllegalAction, match="not an action of Phase 10 Dice"):
        match.push(1024)
    assert match.state.stage == CHOOSING
