"""Positions of Phase 10 Dice that play cannot reach, each with the flaw that it is told by."""

from tests.contract.impossible import Impossible


def column(seat: int, phases: int) -> str:
    """Phases that a seat has made, for 40 points each."""
    points = [f"points[{seat},{phase}]=40" for phase in range(phases)]
    return " ".join([f"phase[{seat}]={phases}", *points])


FIRST_ROLL = "stage=2 order=0,1 rolls=1 finisher=8"
TWO_PLAY = f"seats=2 {FIRST_ROLL}"
ONE_HAS_FINISHED = (
    f"seats=3 stage=2 order=0,1,2 turn=1 rolls=1 finisher=0 {column(0, 10)} {column(1, 9)} {column(2, 3)}"
    " failures=0,0,6 first_finish_bonus=40 qualified=2"
)
FORTY = "face=4,4,4,4,2,2,2,2,2,0"
"""Five 7s, a 5 and four wilds: 40 points in phase 10."""
ALONE_AT_THE_END = f"seats=1 stage=3 rolls=1 finisher=0 {column(0, 10)} first_finish_bonus=40 {FORTY}"

ROWS: list[Impossible] = [
    ("order", TWO_PLAY, "order=0,0"),
    ("turn", TWO_PLAY, "turn=5"),
    ("finisher", TWO_PLAY, "finisher=5"),
    ("dice_in_wrong_stage", TWO_PLAY, "rolling=1"),
    ("start_roll", TWO_PLAY, "start_roll=9,3"),
    ("start_rank_and_order", TWO_PLAY, "start_rank=1,0"),
    ("start_rolls_and_order", TWO_PLAY, "start_roll=5,9 start_rank=0,1"),
    ("start_rolls_and_order", TWO_PLAY, "start_roll=7,7 start_rank=0,1"),
    ("start_rolls_and_order", TWO_PLAY, "start_roll=7,0 start_rank=0,1"),
    ("order_alone", "seats=1 rolling=1 finisher=8", ""),
    ("order_alone", f"seats=1 {FIRST_ROLL}", "order=0 start_roll=7"),
    ("start_rank", "seats=2 rolling=3 finisher=8", "start_rank=2"),
    ("rolling", "seats=2 rolling=3 finisher=8", "rolling=7"),
    ("rolling", "seats=2 rolling=3 finisher=8", "rolling=1 start_roll=0,7"),
    ("tied_seat", "seats=2 rolling=3 finisher=8", "rolling=2"),
    ("start_rolls_and_order", "seats=2 rolling=3 finisher=8", "start_roll=7,8"),
    ("start_rolls_and_order", "seats=3 rolling=6 finisher=8", "start_roll=5,9,9 start_rank=0,1,1"),
    ("start_rolls_and_order", "seats=3 rolling=3 finisher=8", "start_roll=0,0,6 start_rank=0,0,2"),
    ("played_before_order", "seats=2 rolling=3 finisher=8", "rolls=1"),
    ("played_before_order", "seats=2 rolling=3 finisher=8", "face=1"),
    ("finished_before_order", "seats=2 rolling=3 finisher=8", "finisher=0"),
    ("rolls", TWO_PLAY, "rolls=3"),
    ("first_roll", TWO_PLAY, "stage=1 rolling=5"),
    ("turns_taken", TWO_PLAY, column(0, 9)),
    ("turns_taken", TWO_PLAY, "failures=9999 tries=9999"),
    ("turns_taken", TWO_PLAY, "failures=1,0 tries=1,0"),
    ("turns_taken", ONE_HAS_FINISHED, "failures=0,0,7"),
    ("turns_taken", ONE_HAS_FINISHED, "failures=0,0,5"),
    ("turns_taken", ONE_HAS_FINISHED, "turn=2"),
    ("first_to_finish", TWO_PLAY, "finisher=1"),
    ("ended_too_early", TWO_PLAY, "stage=3"),
    ("ends_at_finisher", ONE_HAS_FINISHED, "stage=3"),
    ("last_dice", ALONE_AT_THE_END, "face=0,1,2,3,0,1,2,3,4,5"),
    ("last_dice", ALONE_AT_THE_END, "points[0,9]=41"),
    ("last_dice", ONE_HAS_FINISHED, "stage=1 rolling=1008 face=0,0,0,0,2,2,2,2,2,1"),
    ("first_dice", TWO_PLAY, "stage=1 rolling=1023 face=0,0,0,0,0,0,0,0,0,1"),
    ("last_try", ONE_HAS_FINISHED, "turn=2 failures=0,1,6"),
    ("last_try", ONE_HAS_FINISHED, f"failures=0,1,6 tries=0,1 {column(1, 9)} qualified=0"),
    ("turn_after_finish", ONE_HAS_FINISHED, "turn=0"),
    ("qualified_right", ONE_HAS_FINISHED, "qualified=6"),
    ("should_be_qualified", ONE_HAS_FINISHED, f"{column(2, 9)} failures=0"),
    ("should_be_qualified", ONE_HAS_FINISHED, "qualified=0"),
    ("first_finish_bonus", ONE_HAS_FINISHED, "first_finish_bonus=0"),
    ("first_finish_alone", ALONE_AT_THE_END, "first_finish_bonus=0"),
    ("qualified_plays", TWO_PLAY, "qualified=4"),
    ("empty_seat", TWO_PLAY, "failures=0,0,1"),
    ("phase_scores", TWO_PLAY, f"{column(0, 1)} points[0,0]=11"),
    ("phase_never_scores", TWO_PLAY, f"{column(0, 1)} points[0,0]=49"),
    ("points_too_early", TWO_PLAY, "points[0,0]=40"),
    ("five_phase_bonus", TWO_PLAY, "five_phase_bonus=40"),
    ("first_finish_bonus_of", TWO_PLAY, "first_finish_bonus=40"),
    ("tries", TWO_PLAY, f"{column(0, 1)} tries=1"),
    ("tries_of_phase_1", TWO_PLAY, "failures=1,1"),
    ("tries_of_phase_1", TWO_PLAY, "failures=1,1 stage=1 rolling=1023 face=1"),
    ("tries", ONE_HAS_FINISHED, "tries=1 stage=1 rolling=1023 face=1"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
