"""Every ruling of Lowdown."""

from itertools import permutations

import pytest

from quincunx import Match, NotationError
from quincunx.core.seats import CHANCE, HIDDEN, SPECTATOR
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import ROW_BOXES
from quincunx.games.lowdown.notation import BOX_NAMES
from quincunx.games.lowdown.state import PICKING
from tests.games.drawing import picture_of
from tests.games.lowdown.boards import (
    FIRST_FULL,
    NO_ROWS,
    any_board,
    finish_turn,
    grids,
    holds,
    land,
    legal,
    match_at,
    play,
    points,
    refuse,
    writable,
)

picture = picture_of("lowdown")

DICE = "3 5 red blue 2 green"
NO_RED_NO_ORANGE = grids(NO_ROWS)
"""Nothing red or orange fits any more."""


def test_r1_an_open_and_a_secret_die_do_not_mix() -> None:
    match = match_at(dice=DICE)
    refuse(match, 0, "pick 3 green", "R1")
    refuse(match, 0, "pick 2 red", "R1")
    play(match, "0 secret")
    refuse(match, 0, "write 2 R1", "none of the colours")
    refuse(match, 0, "write 3 G1", "§18")


def test_r2_the_secret_pair_is_taken_unseen_for_good() -> None:
    match = match_at(dice=DICE)
    assert match.view(0).number[2] == HIDDEN
    refuse(match, 0, "write 2 G1", "first pick")
    play(match, "0 secret")
    assert match.view(0).number[2] == 2
    refuse(match, 0, "pick 3 red", "R2")
    refuse(match, 0, "secret", "R2")


def test_r3_a_wild_may_replace_the_secret_colour_but_not_the_number() -> None:
    match = match_at(dice=DICE)
    play(match, "0 secret")
    refuse(match, 0, "wild 3 R1", "§18")
    play(match, "0 wild 2 R1")
    assert (holds(match, 0, "R1"), match.state.wilds[0]) == (2, 1)


def test_r4_only_the_roller_knows_the_pair_until_the_pick() -> None:
    match = match_at(dice=DICE, seats=4, active=1)
    known = {seat: match.view(seat).number[2] for seat in (0, 1, 2, 3, SPECTATOR)}
    assert known == {0: 2, 1: HIDDEN, 2: HIDDEN, 3: HIDDEN, SPECTATOR: HIDDEN}
    assert match.view(0).colour[2] == 4
    assert match.view(2).colour[2] == HIDDEN
    play(match, "1 pick 3 red")
    assert match.actors == [1]
    assert all(match.view(seat).number[2] == 2 for seat in (0, 1, 2, 3, SPECTATOR))


@pytest.mark.parametrize("landed", ["", "2"])
def test_r4_the_landing_of_a_secret_die_is_seen_by_its_roller_alone(landed: str) -> None:
    match = match_at(dice=f"3 5 red blue {landed}", seats=3)
    assert [match.sees(seat, CHANCE, 0) for seat in (0, 1, 2, SPECTATOR)] == [False, False, True, False]


def test_r4_views_are_the_same_whatever_the_pair() -> None:
    pairs = [match_at(dice=f"3 5 red blue {pair}", seats=3) for pair in ("2 green", "6 red", "3 blue")]
    for seat in (0, 1, SPECTATOR):
        assert len({match.view(seat).to_bytes() for match in pairs}) == 1
        assert len({str(picture(match.view(seat), seat)) for match in pairs}) == 1
    assert len({match.view(2).to_bytes() for match in pairs}) == 3


def test_r5_the_four_dice_that_remain() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert {text.split()[1] for text in legal(match, 1)} == {"5", "2"}
    assert writable(match, 1, 5) == writable(match, 1, 2) == "G1 G2 G3 G4 G5 G7 P3 P5 P6 P7 P8 P9"
    match = match_at(dice=DICE)
    play(match, "0 secret", "0 write 2 G1")
    assert {text.split()[1] for text in legal(match, 1)} == {"3", "5"}
    assert writable(match, 1, 3) == writable(match, 1, 5) == "R1 R2 R3 R4 R5 R7 P3 P5 P6 P7 P8 P9"


def test_r6_a_die_that_shows_the_same_stays() -> None:
    match = match_at(dice="3 3 red red 3 red")
    assert legal(match, 0) == {"pick 3 red", "secret"}
    play(match, "0 pick 3 red", "0 write 3 R1", "1 write 3 R1")
    assert [holds(match, seat, "R1") for seat in (0, 1)] == [3, 3]
    match = match_at(dice="3 4 red blue 3 red")
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert "R1" in writable(match, 1, 3).split()


@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
def test_r7_any_order_gives_the_same_state(order: tuple[int, ...]) -> None:
    writes = {1: "1 write 5 P6", 2: "2 wild 2 R1", 3: "3 write 5 P6"}
    match, other = (match_at(dice=DICE, seats=4) for _ in range(2))
    play(match, "0 pick 3 red", "0 write 3 R1", *(writes[seat] for seat in order))
    play(other, "0 pick 3 red", "0 write 3 R1", *writes.values())
    assert match.state.turn == 2
    assert match.state.to_bytes() == other.state.to_bytes()


def test_r7_crossing_out_goes_on_beside_the_writing() -> None:
    start = [grids("22. ... ..."), grids("22. ... ..."), grids("... ... ...", "33. ... ...")]
    lines = {0: ["0 cross R123"], 1: ["1 wild 2 R3", "1 cross R123"], 2: ["2 write 3 G3", "2 done"]}
    ends = set()
    for order in ([0, 1, 1, 2, 2], [2, 1, 0, 2, 1], [1, 2, 2, 1, 0]):
        match = match_at(*start, dice="2 3 red blue 2 green")
        play(match, "0 pick 2 red", "0 write 2 R3")
        assert match.actors == [0, 1, 2]
        todo = {seat: list(actions) for seat, actions in lines.items()}
        play(match, *(todo[seat].pop(0) for seat in order))
        ends.add(match.state.to_bytes())
    assert len(ends) == 1


def test_r8_the_active_player_chooses_which_colour_die_goes_with_a_wild() -> None:
    for colour, left in (("red", {"blue", "green"}), ("blue", {"red", "green"})):
        match = match_at(dice=DICE)
        play(match, f"0 pick 3 {colour}", "0 wild 3 G9")
        yours = {die["shows"] for die in picture(match.view(1), 1)["dice"] if die["yours"] and die["kind"] == "colour"}
        assert yours == left


def test_r8_with_the_secret_pair_both_secret_dice_go() -> None:
    match = match_at(dice=DICE, seats=3)
    play(match, "0 secret", "0 wild 2 R1")
    yours = [die["shows"] for die in picture(match.view(1), 1)["dice"] if die["yours"]]
    assert yours == ["3", "5", "red", "blue"]
    play(match, "1 wild 3 R1")
    assert [die["shows"] for die in picture(match.view(2), 2)["dice"] if die["yours"]] == yours


def test_r9_others_may_use_a_wild_although_a_colour_fits() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert writable(match, 1, 5)
    play(match, "1 wild 5 R1")
    assert match.state.wilds[1] == 1


def test_r10_a_wild_that_is_left_has_to_be_used() -> None:
    match = match_at(any_board(9), NO_RED_NO_ORANGE, wilds=[0, 3], dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green", "0 write 3 G4")
    assert {text.split()[0] for text in legal(match, 1)} == {"wild"}
    refuse(match, 1, "black G1", "no wild is left")
    refuse(match, 1, "done", "first write")


def test_r11_no_blackout_by_choice() -> None:
    match = match_at(any_board(9), wilds=[4, 4], dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green")
    refuse(match, 0, "black G4", "R11")
    assert {text.split()[0] for text in legal(match, 0)} == {"write"}


def test_r12_the_secret_pair_may_be_tried_but_need_not() -> None:
    stuck = [NO_RED_NO_ORANGE, any_board(9)]
    match = match_at(*stuck, wilds=[4], dice="3 5 red orange 2 green")
    assert legal(match, 0) == {"pick 3 red", "pick 3 orange", "pick 5 red", "pick 5 orange", "secret"}
    play(match, "0 secret", "0 write 2 G1")
    assert holds(match, 0, "G1") == 2


def test_r12_it_may_fail_too() -> None:
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[4], dice="3 5 red orange 2 red")
    play(match, "0 secret")
    assert {text.split()[0] for text in legal(match, 0)} == {"black"}
    play(match, "0 black G1")
    assert points(match)[0] == sum(map(int, NO_ROWS.replace(" ", ""))) + 6


def test_r12_a_player_who_could_place_may_gamble() -> None:
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[4], dice="3 5 green orange 2 red")
    assert legal(match, 0) == {"pick 3 green", "pick 5 green", "secret"}
    play(match, "0 secret")
    assert {text.split()[0] for text in legal(match, 0)} == {"black"}


@pytest.mark.parametrize(
    ("pick", "left"), [("3 red", ["5", "2", "orange", "green"]), ("5 orange", ["3", "2", "red", "green"])]
)
def test_r13_a_blackout_still_takes_two_dice_away(pick: str, left: list[str]) -> None:
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[4], dice="3 5 red orange 2 green")
    play(match, f"0 pick {pick}", "0 black G1")
    assert [die["shows"] for die in picture(match.view(1), 1)["dice"] if die["yours"]] == left


def test_r13_or_the_secret_pair() -> None:
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[4], dice="3 5 red orange 2 red")
    play(match, "0 secret", "0 black G1")
    assert [die["shows"] for die in picture(match.view(1), 1)["dice"] if die["yours"]] == ["3", "5", "red", "orange"]


def test_r14_only_an_empty_box_is_blacked_out() -> None:
    match = match_at(grids("136 651 116"), any_board(9), wilds=[4], crossed=["R123"], dice="3 5 red orange 2 green")
    play(match, "0 pick 3 red")
    refuse(match, 0, "black R9", "R14")
    refuse(match, 0, "black R1", "R14")
    assert len(legal(match, 0)) == 18


@pytest.mark.parametrize(("green", "box"), [("#.. ... ...", "G2"), ("13. ... ...", "G3"), ("##. ... ...", "G3")])
def test_r15_a_black_box_belongs_to_no_row(green: str, box: str) -> None:
    """Neither 6 1 3 with a blackout for the 6 nor three blackouts make a row."""
    match = match_at(grids(NO_ROWS, green), wilds=[4], dice="3 5 red orange 2 green")
    play(match, "0 pick 3 red", f"0 black {box}")
    assert 0 not in match.actors


def test_r15_not_even_as_part_of_a_ten() -> None:
    match = match_at(grids("#1. ... ...", FIRST_FULL), dice="3 5 red orange 2 green")
    play(match, "0 pick 3 red", "0 write 3 R3")
    assert 0 not in match.actors


def test_r16_every_player_crosses_out_after_writing() -> None:
    board = grids("22. ... ...", "44. ... ...")
    match = match_at(board, board, board, dice="2 4 red green 2 red")
    refuse(match, 0, "cross R123", "first pick")
    play(match, "0 pick 2 red")
    refuse(match, 0, "cross R123", "R16")
    play(match, "0 write 2 R3", "1 write 2 R3", "2 write 4 G3")
    assert match.actors == [0, 1, 2]
    play(match, "2 cross G123", "1 cross R123", "0 cross R123")
    assert points(match) == [8, 8, 4]


def test_r17_several_rows_at_once() -> None:
    match = match_at(grids("136 451 22."), dice="6 4 orange red 5 green")
    play(match, "0 pick 6 orange", "0 write 6 R9", "0 cross R123", "0 cross R789", "0 cross R456")
    assert points(match)[0] == 0


def test_r17_rows_of_earlier_turns_too_and_the_choice_comes_back() -> None:
    match = match_at(grids("22. ... ..."), dice="2 5 red blue 3 green")
    play(match, "0 pick 2 red", "0 write 2 R3", "0 done")
    finish_turn(match)
    land(match, "1 1 red blue 4 yellow")
    play(match, "1 secret")
    play(match, "1 write 4 G9", "0 write 1 P6", "0 cross R123")
    assert points(match)[0] == 1


def test_r17_in_the_last_turn_but_not_by_itself() -> None:
    start = grids("222 651 11.", NO_ROWS)
    ends = []
    for choice in ("cross R123", "done"):
        match = match_at(start, dice="6 5 orange blue 3 yellow")
        play(match, "0 pick 6 orange", "0 write 6 R9", f"0 {choice}")
        finish_turn(match)
        assert match.is_over
        ends.append(points(match)[0])
    assert ends[1] - ends[0] == 6


def test_r17_never_undone() -> None:
    match = match_at(grids("111 1.. 1.."), crossed=["R123"], dice="3 5 red blue 2 green")
    play(match, "0 pick 3 red", "0 write 3 R5")
    assert 0 not in match.actors
    assert match.state.crossed[0] == 1


def test_r18_rows_that_touch_in_a_corner_cross() -> None:
    match = match_at(grids("136 4.. ...", "22. ... ..."), crossed=["R123"], dice="5 2 red green 3 blue")
    play(match, "0 pick 5 red", "0 write 5 R7")
    assert 0 not in match.actors
    match = match_at(grids("136 4.. ...", "22. ... ..."), dice="5 2 red green 3 blue")
    play(match, "0 pick 5 red", "0 write 5 R7", "0 cross R147")
    assert 0 not in match.actors


def test_r19_no_row_runs_over_two_grids() -> None:
    assert all(len({box // 9 for box in boxes}) == 1 for boxes in ROW_BOXES)
    with pytest.raises(NotationError, match="not a row"):
        SPEC.notation.parse_action(SPEC.state(), 0, "cross R124")
    match = match_at(grids("..2 ... ...", "2.. ... ..."), dice="2 5 red green 3 blue")
    play(match, "0 pick 2 green", "0 write 2 G2")
    assert 0 not in match.actors


def test_r20_a_wild_number_enters_any_empty_box() -> None:
    match = match_at(any_board(9), dice=DICE)
    play(match, "0 pick 3 red")
    empty = [box for box in BOX_NAMES if box[1] not in "123"]
    assert writable(match, 0, 3, "wild").split() == empty
    assert "R4" in writable(match, 0, 3).split()
    refuse(match, 0, "wild 3 R1", "R20")
    play(match, "0 wild 3 R4")
    assert match.state.wilds[0] == 1
    assert match.actors == [1]


def test_r21_crossed_and_black_boxes_count_as_filled() -> None:
    match = match_at(grids("136 #51 11.", NO_ROWS), crossed=["R123"], dice="6 5 orange blue 3 yellow")
    play(match, "0 pick 6 orange", "0 write 6 R9")
    finish_turn(match)
    assert match.is_over


def test_r22_another_player_may_end_it_and_all_finish() -> None:
    match = match_at(any_board(17), any_board(17), grids("661 651 11.", NO_ROWS), dice="3 5 red blue 2 orange")
    play(match, "0 pick 3 blue", "0 wild 3 P9")
    refuse(match, 2, "write 3 R9", "§27")
    play(match, "2 write 5 R9")
    assert not match.is_over
    assert match.actors == [1]
    finish_turn(match)
    assert match.is_over
    assert match.state.turn == 18


def test_r22_several_may_end_it() -> None:
    last = grids("661 651 11.", NO_ROWS)
    match = match_at(last, last, dice="6 5 orange blue 3 orange")
    play(match, "0 pick 6 orange", "0 write 6 R9", "1 write 5 R9")
    assert match.is_over
    assert points(match) == [66, 65]


def test_r23_empty_and_wild_boxes_count_nothing() -> None:
    board = grids("1.. ... ...", "661 ... ...")
    match = match_at(board, board, wilds=[4, 0])
    assert points(match) == [14, 14]


def test_r24_the_win_is_shared() -> None:
    last = grids("661 651 11.", NO_ROWS)
    match = match_at(last, last, last, dice="6 6 orange blue 5 orange")
    play(match, "0 pick 6 orange", "0 write 6 R9", "1 write 6 R9", "2 write 5 R9")
    assert [(row.seat, row.place) for row in match.standings()] == [(2, 1), (0, 2), (1, 2)]
    match.rewind(len(match) - 1)
    play(match, "2 write 6 R9")
    assert [row.place for row in match.standings()] == [1, 1, 1]


def test_r25_seat_0_begins() -> None:
    match = Match(SPEC, 3, seed=5)
    assert match.actors == [0]


def test_r25_or_a_seat_drawn_by_lot() -> None:
    match = Match(SPEC, 3, variants={"first": "drawn"}, settle=False)
    assert match.odds() == [1, 1, 1]
    assert str(SPEC.notation.describe_chance(match.state, match.names)) == "a lot decides who has the first turn"
    land(match, "seat2")
    land(match, DICE)
    assert match.actors == [2]
    assert match.view(1).number[2] == 2
    play(match, "2 secret")
    finish_turn(match)
    assert match.state.active == 0


def test_r26_whose_turn_it_was_rolls_the_next_secret_pair() -> None:
    match = match_at(dice=DICE, seats=3)
    rollers = []
    for turn in range(4):
        assert match.state.stage == PICKING
        active = match.actor
        known = [seat for seat in range(3) if match.view(seat).number[2] == 2]
        rollers.append((active, *known))
        match.push_text("secret")
        finish_turn(match)
        land(match, DICE)
        assert match.state.turn == turn + 2
    assert rollers == [(0, 2), (1, 0), (2, 1), (0, 2)]


def test_r27_two_players() -> None:
    match = match_at(dice=DICE)
    assert (match.view(0).number[2], match.view(1).number[2]) == (HIDDEN, 2)
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert match.actors == [1]
    assert {"write 5 P6", "write 2 G1"} <= legal(match, 1)


def test_r28_a_pair_that_fits_nowhere_is_not_picked() -> None:
    dice = "3 5 red green 2 blue"
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[4], dice=dice)
    refuse(match, 0, "pick 3 red", "R28")
    assert legal(match, 0) == {"pick 3 green", "pick 5 green", "secret"}
    match = match_at(NO_RED_NO_ORANGE, any_board(9), wilds=[3], dice=dice)
    play(match, "0 pick 3 red")
    assert {text.split()[0] for text in legal(match, 0)} == {"wild"}
