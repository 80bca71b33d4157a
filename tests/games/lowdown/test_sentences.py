"""Every sentence of Lowdown."""

import pytest

from quincunx import Match, SetupError
from quincunx.core.seats import CHANCE, HIDDEN, SPECTATOR
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import BOXES, COLOUR_BOXES, GRID_BOXES
from quincunx.games.lowdown.notation import BOX_NAMES, COLOUR_NAMES, ROW_NAMES
from quincunx.games.lowdown.state import PICKING, PLACING, ROLLING, WRITING
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
RED_BOXES = "R1 R2 R3 R4 R5 R7"
ALL_BOXES = " ".join(BOX_NAMES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s1_two_to_four_play_on_boards_of_their_own(seats: int) -> None:
    match = match_at(dice=DICE, seats=seats)
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert holds(match, 0, "R1") == 3
    assert all(holds(match, seat, "R1") == 0 for seat in range(1, seats))
    assert len(picture(match.view(), SPECTATOR)["boards"]) == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_s1_neither_one_nor_five(seats: int) -> None:
    with pytest.raises(SetupError, match="2 to 4 seats"):
        Match(SPEC, seats)


def test_s2_three_number_dice_and_three_colour_dice() -> None:
    match = Match(SPEC, 2, settle=False)
    kinds = []
    while match.awaits_chance:
        kinds.append("number" if match.format_outcome(0) == "1" else "colour")
        match.land(0)
    assert sorted(kinds) == ["colour"] * 3 + ["number"] * 3


def test_s3_a_number_die_shows_one_to_six() -> None:
    match = Match(SPEC, 2, settle=False)
    assert match.odds() == [1] * 6
    assert [match.format_outcome(side) for side in range(6)] == ["1", "2", "3", "4", "5", "6"]


def test_s4_a_colour_die_shows_six_colours() -> None:
    match = match_at(dice="3 5")
    assert match.odds() == [1] * 6
    shown = [match.format_outcome(side) for side in range(6)]
    assert shown == ["red", "orange", "yellow", "green", "blue", "purple"]


def test_s5_three_grids_of_three_by_three() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red")
    assert writable(match, 0, 3, "wild") == ALL_BOXES
    assert len(ALL_BOXES.split()) == 27
    assert [len(grid["boxes"]) for grid in picture(match.view(0), 0)["boards"][0]["grids"]] == [9, 9, 9]


def test_s6_every_grid_has_two_colours() -> None:
    for colour, grid in zip(COLOUR_NAMES, [0, 0, 1, 1, 2, 2], strict=True):
        boxes = [box for box in range(BOXES) if COLOUR_BOXES[COLOUR_NAMES.index(colour) + 1] >> box & 1]
        assert {box // GRID_BOXES for box in boxes} == {grid}


def test_s7_full_and_half_boxes_lie_as_the_layout_says() -> None:
    match = match_at()
    shown = [[box["letters"] for box in grid["boxes"]] for grid in picture(match.view(0), 0)["boards"][0]["grids"]]
    assert shown == [
        ["r", "r", "ro", "r", "ro", "o", "ro", "o", "o"],
        ["g", "g", "gy", "g", "gy", "y", "gy", "y", "y"],
        ["p", "p", "pb", "p", "pb", "b", "pb", "b", "b"],
    ]


def test_s8_a_board_has_four_wild_boxes() -> None:
    match = match_at(any_board(4), wilds=[3, 4], dice=DICE)
    assert [board["wild_boxes"] for board in picture(match.view(), SPECTATOR)["boards"]] == [4, 4]
    play(match, "0 pick 3 red", "0 wild 3 P9")
    assert match.state.wilds[:2] == [4, 4]


def test_s9_all_boards_are_alike() -> None:
    match = match_at(dice=DICE, seats=4)
    play(match, "0 secret", "0 write 2 G1")
    assert legal(match, 1) == legal(match, 2) == legal(match, 3)
    assert writable(match, 1, 3) == "R1 R2 R3 R4 R5 R7 P3 P5 P6 P7 P8 P9"


def test_s10_the_aim_is_the_lowest_score() -> None:
    match = match_at(grids("12. ... ..."), grids("56. ... ..."), grids("34. ... ..."))
    assert [(row.seat, row.place) for row in match.standings()] == [(0, 1), (2, 2), (1, 3)]


def test_s11_boards_are_empty_at_first() -> None:
    state = Match(SPEC, 4, seed=1).state
    assert not any(state.box.cells)
    assert state.wilds == state.crossed == [0, 0, 0, 0]


def test_s12_the_first_seat_begins_and_the_turn_passes_left() -> None:
    match = Match(SPEC, 3, seed=1)
    seen = []
    for _ in range(4):
        seen.append(match.actor)
        match.push_text("secret")
        finish_turn(match)
    assert seen == [0, 1, 2, 0]


def test_s13_the_active_player_rolls_two_numbers_and_two_colours_openly() -> None:
    match = match_at(seats=3, active=1)
    said = []
    for word in ("3", "5", "red", "blue"):
        said.append(str(SPEC.notation.describe_chance(match.state, match.names)))
        land(match, word)
    assert said == [
        "first open number die of seat 1 lands",
        "second open number die of seat 1 lands",
        "first open colour die of seat 1 lands",
        "second open colour die of seat 1 lands",
    ]
    for seat in (0, 1, 2, SPECTATOR):
        assert match.view(seat).number[:2] == [3, 5]
        assert [COLOUR_NAMES[colour - 1] for colour in match.view(seat).colour[:2]] == ["red", "blue"]


@pytest.mark.parametrize(("active", "roller"), [(0, 2), (1, 0), (2, 1)])
def test_s14_the_player_to_the_right_rolls_the_other_two(active: int, roller: int) -> None:
    match = match_at(seats=3, active=active, dice="3 5 red blue")
    assert (
        str(SPEC.notation.describe_chance(match.state, match.names)) == f"the secret number die of seat {roller} lands"
    )
    land(match, "2")
    assert (
        str(SPEC.notation.describe_chance(match.state, match.names)) == f"the secret colour die of seat {roller} lands"
    )
    land(match, "green")
    assert match.actors == [active]


def test_s15_the_pair_is_secret_from_the_active_player() -> None:
    match = match_at(seats=3, dice="3 5 red blue")
    assert not match.sees(0, CHANCE, 1)
    assert match.sees(2, CHANCE, 1)
    land(match, "2")
    assert match.view(0).number[2] == HIDDEN
    assert match.view(0).colour[2] == 0
    land(match, "green")
    assert (match.view(0).number[2], match.view(0).colour[2]) == (HIDDEN, HIDDEN)


def test_s16_one_number_and_one_colour_of_the_open_four() -> None:
    match = match_at(dice=DICE)
    assert legal(match, 0) == {"pick 3 red", "pick 3 blue", "pick 5 red", "pick 5 blue", "secret"}
    refuse(match, 0, "pick 2 green", "§16")
    refuse(match, 0, "pick 3 green", "§16")
    refuse(match, 0, "pick 4 red", "§16")


def test_s17_the_secret_pair_instead() -> None:
    match = match_at(dice=DICE)
    play(match, "0 secret")
    assert match.state.stage == PLACING
    assert writable(match, 0, 2) == "G1 G2 G3 G4 G5 G7"


def test_s18_seen_is_used() -> None:
    match = match_at(dice=DICE)
    play(match, "0 secret")
    refuse(match, 0, "pick 3 red", "cannot be changed")
    refuse(match, 0, "write 3 R1", "§18")
    refuse(match, 0, "wild 5 R1", "§18")
    refuse(match, 0, "done", "first write a number")
    assert all(text.split()[:2] in (["write", "2"], ["wild", "2"]) for text in legal(match, 0))


def test_s19_the_number_goes_into_a_box_of_the_colour() -> None:
    match = match_at(dice="2 5 red blue 2 green")
    play(match, "0 pick 2 red")
    assert writable(match, 0, 2) == RED_BOXES
    refuse(match, 0, "write 2 G1", "none of the colours")
    play(match, "0 write 2 R3")
    assert holds(match, 0, "R3") == 2


def test_s20_a_full_box_takes_only_its_own_colour() -> None:
    match = match_at(dice="2 5 red orange 2 green")
    play(match, "0 pick 2 orange")
    refuse(match, 0, "write 2 R1", "§20")
    assert writable(match, 0, 2) == "R3 R5 R6 R7 R8 R9"


@pytest.mark.parametrize("colour", ["red", "orange"])
def test_s21_a_half_box_takes_either_colour(colour: str) -> None:
    match = match_at(dice="2 5 red orange 2 green")
    play(match, f"0 pick 2 {colour}")
    for box in ("R3", "R5", "R7"):
        assert box in writable(match, 0, 2).split()


def test_s22_four_wild_colours_in_a_match() -> None:
    match = match_at(any_board(3), wilds=[3], dice=DICE)
    play(match, "0 pick 3 red", "0 wild 3 P9")
    finish_turn(match)
    land(match, DICE)
    play(match, "1 pick 3 red")
    finish_turn(match)
    land(match, DICE)
    play(match, "0 pick 3 red")
    refuse(match, 0, "wild 3 P8", "all four wild boxes are marked (§22)")


def test_s23_a_wild_number_is_a_rolled_number_in_any_grid() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red", "0 write 3 R1")
    assert writable(match, 1, 5, "wild") == writable(match, 1, 2, "wild") == ALL_BOXES
    refuse(match, 1, "wild 6 R1", "§27")


def test_s24_each_use_marks_one_wild_box() -> None:
    match = match_at(dice=DICE, seats=3)
    play(match, "0 pick 3 red", "0 wild 3 G1", "1 wild 5 R1", "2 write 5 P6")
    assert match.state.wilds[:3] == [1, 1, 0]


@pytest.mark.parametrize(("action", "marked"), [("write 6 P9", 0), ("wild 1 R1", 1), ("wild 6 P9", 1)])
def test_s24_the_first_and_the_last_box_too(action: str, marked: int) -> None:
    match = match_at(dice="1 6 blue blue 2 green")
    play(match, f"0 pick {action.split()[1]} blue", f"0 {action}")
    assert match.state.wilds[0] == marked


def test_s25_with_either_number_when_no_colour_fits() -> None:
    no_room = grids("661 65. 1..", "... ... ...", "661 65. 1..")
    for number in (5, 1):
        match = match_at(no_room, dice="5 1 purple red 2 blue")
        play(match, f"0 pick {number} purple")
        assert writable(match, 0, number) == ""
        play(match, f"0 wild {number} G3")
        assert (holds(match, 0, "G3"), match.state.wilds[0]) == (number, 1)


def test_s25_and_when_a_colour_fits() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red")
    assert writable(match, 0, 3) == RED_BOXES
    assert writable(match, 0, 3, "wild") == ALL_BOXES


def test_s26_a_wild_still_takes_a_colour_die_away() -> None:
    for colour, left in (("red", "P3 P5 P6 P7 P8 P9"), ("blue", RED_BOXES)):
        match = match_at(dice="3 5 red blue 2 yellow")
        play(match, f"0 pick 3 {colour}", "0 wild 3 G1")
        yellow = "G3 G5 G6 G7 G8 G9"
        assert writable(match, 1, 5) == " ".join(sorted(f"{left} {yellow}".split(), key=BOX_NAMES.index))


def test_s27_picked_dice_serve_nobody_else() -> None:
    match = match_at(dice=DICE, seats=3)
    play(match, "0 pick 3 red", "0 write 3 R1")
    for seat in (1, 2):
        refuse(match, seat, "write 3 P6", "§27")
        refuse(match, seat, "write 5 R1", "none of the colours")


def test_s28_every_other_player_has_to_choose() -> None:
    match = match_at(dice=DICE, seats=4)
    play(match, "0 pick 3 red")
    assert match.actors == [0]
    play(match, "0 write 3 R1")
    assert match.actors == [1, 2, 3]
    refuse(match, 2, "done", "first write a number")
    play(match, "2 write 5 P6")
    assert match.actors == [1, 3]
    assert match.state.stage == WRITING


def test_s29_any_number_with_any_colour() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red", "0 write 3 R1")
    for number in (5, 2):
        assert writable(match, 1, number) == "G1 G2 G3 G4 G5 G7 P3 P5 P6 P7 P8 P9"


def test_s30_several_may_choose_the_same() -> None:
    match = match_at(dice=DICE, seats=4)
    play(match, "0 pick 3 red", "0 write 3 R1", "1 write 2 P6", "2 write 2 P6", "3 write 2 P6")
    assert [holds(match, seat, "P6") for seat in range(4)] == [0, 2, 2, 2]


def test_s31_others_may_use_a_wild_when_nothing_fits() -> None:
    match = match_at(any_board(9), grids(NO_ROWS), dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green", "0 write 3 G4")
    assert writable(match, 1, 5) == ""
    play(match, "1 wild 5 G1")
    assert holds(match, 1, "G1") == 5


def test_s32_nowhere_to_write_and_no_wild_left() -> None:
    match = match_at(any_board(9), grids(NO_ROWS), wilds=[0, 4], dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green", "0 write 3 G4")
    assert legal(match, 1) == {f"black {box}" for box in BOX_NAMES if box[0] != "R"}
    play(match, "1 black P9")
    assert picture(match.view(1), 1)["boards"][1]["grids"][2]["boxes"][8]["black"]


@pytest.mark.parametrize("box", ["R1", "R2"])
def test_s32_the_first_boxes_too(box: str) -> None:
    match = match_at(grids(green=NO_ROWS), any_board(9), wilds=[4], dice="3 5 yellow yellow 2 green")
    before = points(match)[0]
    play(match, "0 pick 3 yellow", f"0 black {box}")
    assert points(match)[0] == before + 6


def test_s32_not_with_a_wild_left() -> None:
    match = match_at(any_board(9), grids(NO_ROWS), wilds=[0, 3], dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green", "0 write 3 G4")
    refuse(match, 1, "black P9", "§32")


def test_s33_a_black_box_stands_for_six() -> None:
    match = match_at(grids("#.. ... ...", FIRST_FULL), grids("5.. ... ...", FIRST_FULL))
    assert points(match) == [25 + 6, 25 + 5]


def test_s34_rows_may_be_crossed_out_once_they_are_filled() -> None:
    match = match_at(grids("22. ... ..."), dice="2 5 red blue 3 green")
    play(match, "0 pick 2 red")
    refuse(match, 0, "cross R123", "first write a number")
    play(match, "0 write 2 R3")
    assert legal(match, 0) == {"cross R123", "done"}
    play(match, "0 cross R123")
    assert points(match)[0] == 0
    assert match.actors == [1]


def test_s34_or_not() -> None:
    match = match_at(grids("22. ... ..."), dice="2 5 red blue 3 green")
    play(match, "0 pick 2 red", "0 write 2 R3", "0 done")
    assert points(match)[0] == 6
    assert match.actors == [1]


@pytest.mark.parametrize("number", range(1, 7))
def test_s35_three_times_the_same_number(number: int) -> None:
    match = match_at(grids(f"{number}{number}. ... ..."), dice=f"{number} 5 red blue 3 green")
    play(match, f"0 pick {number} red", f"0 write {number} R3")
    assert legal(match, 0) == {"cross R123", "done"}


@pytest.mark.parametrize(("last", "counts"), [(2, False), (3, True), (4, False)])
def test_s36_numbers_that_add_up_to_ten(last: int, counts: bool) -> None:
    match = match_at(grids("61. ... ..."), dice=f"{last} 5 red blue 3 green")
    play(match, f"0 pick {last} red", f"0 write {last} R3")
    assert (0 in match.actors) == counts


@pytest.mark.parametrize(("index", "name"), [*enumerate(ROW_NAMES)])
def test_s37_rows_run_across_down_and_along_both_diagonals(index: int, name: str) -> None:
    marks = grids()
    boxes = [BOX_NAMES.index(name[0] + digit) for digit in name[1:]]
    marks[boxes[0]], marks[boxes[1]] = 4, 5
    match = match_at(marks, dice="1 5 red blue 3 green")
    play(match, "0 pick 1 red", f"0 wild 1 {BOX_NAMES[boxes[2]]}", f"0 cross {name}")
    assert match.state.crossed[0] == 1 << index
    assert points(match)[0] == 0


def test_s38_rows_never_cross() -> None:
    match = match_at(grids("136 451 ..."), crossed=["R123"], dice="5 2 red orange 3 green")
    play(match, "0 pick 5 red", "0 write 5 R7")
    refuse(match, 0, "cross R147", "shares a box with a row that is crossed out (§38")
    play(match, "0 cross R456")
    assert points(match)[0] == 5


def test_s39_a_diagonal_shuts_out_its_grid() -> None:
    twos = grids("222 22. 222")
    match = match_at(twos, crossed=["R357"], dice="2 5 orange blue 3 green")
    play(match, "0 pick 2 orange", "0 write 2 R6")
    assert 0 not in match.actors
    match = match_at(twos, dice="2 5 orange blue 3 green")
    play(match, "0 pick 2 orange", "0 write 2 R6")
    assert len(legal(match, 0)) == 9
    play(match, "0 cross R159")
    assert 0 not in match.actors


def test_s40_the_dice_go_left_and_two_stay() -> None:
    match = match_at(dice=DICE, seats=4)
    play(match, "0 secret")
    finish_turn(match)
    land(match, "1 1 red red")
    assert str(SPEC.notation.describe_chance(match.state, match.names)) == "the secret number die of seat 0 lands"
    land(match, "6 blue")
    assert match.actors == [1]
    assert match.view(0).number[2] == 6
    assert match.view(1).number[2] == HIDDEN


def test_s41_the_next_turn_starts_with_all_dice() -> None:
    match = match_at(dice=DICE)
    play(match, "0 pick 3 red")
    finish_turn(match)
    state = match.state
    assert (state.stage, state.turn, state.landed) == (ROLLING, 2, 0)
    assert (state.number, state.colour) == ([0, 0, 0], [0, 0, 0])
    land(match, DICE)
    assert match.state.stage == PICKING


@pytest.mark.parametrize(("red", "over"), [("661 651 11.", True), ("661 651 1..", False)])
def test_s42_two_full_grids_end_the_match(red: str, over: bool) -> None:
    marks = grids(red, NO_ROWS)
    match = match_at(marks, dice="6 5 orange blue 3 yellow")
    play(match, "0 pick 6 orange", "0 write 6 R9")
    finish_turn(match)
    assert match.is_over == over


def test_s43_the_others_finish_their_part() -> None:
    match = match_at(grids("661 651 11.", NO_ROWS), seats=4, dice="6 5 orange blue 3 yellow")
    play(match, "0 pick 6 orange", "0 write 6 R9")
    assert match.actors == [1, 2, 3]
    assert picture(match.view(0), 0)["last_turn"]
    finish_turn(match)
    assert match.is_over
    assert [sum(mark != 0 for mark in match.state.box.row(seat)) for seat in range(4)] == [18] * 4


def test_s44_numbers_that_are_not_crossed_out_are_added_up() -> None:
    match = match_at(grids("136 5.. ...", "4.. ... ..."), crossed=["R123"])
    assert points(match)[0] == 9
    match = match_at(grids("136 5.. ...", "4.. ... ..."))
    assert points(match)[0] == 19


def test_s45_each_black_box_adds_six() -> None:
    match = match_at(grids("##1 ... ...", FIRST_FULL, "... .#. ..."))
    assert points(match)[0] == 3 * 6 + 1 + 25


def test_s46_the_lowest_score_wins() -> None:
    match = match_at(grids("111 651 11.", NO_ROWS), crossed=["R123"], dice="6 5 orange blue 3 yellow")
    play(match, "0 pick 6 orange", "0 write 6 R9")
    finish_turn(match)
    assert match.is_over
    assert match.standings()[0].seat == 0
    assert match.standings()[0].points < match.standings()[1].points


def test_s47_another_match_starts_with_clean_boards() -> None:
    first = Match(SPEC, 2, seed=3)
    for _ in range(10):
        first.push_text("secret")
        finish_turn(first)
    assert any(first.state.box.cells)
    again = Match(SPEC, 2, seed=3, settle=False)
    assert not any(again.state.box.cells)
    assert again.state.turn == 1
