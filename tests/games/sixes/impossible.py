"""Positions of Battle of the Sixes that play cannot reach, each with the flaw that it is told by."""

from quincunx.games.sixes import state as sixes
from tests.contract.impossible import Impossible, Played, at

NO_SIX = "dice_each=4 shown[0,5]=4 shown[1,5]=4"
SOFT_THEN_HARD = "dice_each=6 in_cup=3,4 pairings=2 laid[0,0]=6 laid[1,0]=1 laid[0,1]=16 laid[1,1]=16"
SOFT_OF_BOTH = "dice_each=4 shown[0,5]=3 shown[0,1]=1 shown[1,5]=3 shown[1,1]=1"
FOUR_HARD_SIXES = (
    "dice_each=4 stage=5 rounds=3 rolls=1 is_final=1 total=15,2 last_points=2,2 "
    "pairings=5 laid[0,0]=16 laid[1,0]=16 laid[0,1]=16 laid[1,1]=16 laid[0,2]=16 laid[1,2]=16"
)
SOFT_OF_ALL = "laid[0,0]=6 laid[1,0]=13"
LAID_IN_TWO_ROLLS = (
    f"dice_each=6 stage=2 is_final=1 rolls=2 shown[0,4]=1 shown[0,2]=1 pairings=3 {SOFT_OF_ALL} "
    "laid[0,1]=16 laid[1,1]=5 laid[0,2]=16 laid[1,2]=5"
)

PLAYED: dict[str, Played] = {
    "answering": (at(sixes.ANSWERING), 2, {}),
    "ended": (at(sixes.ENDED), 2, {}),
}
"""By name: where random play gets to, with how many seats and which variants."""

ROWS: list[Impossible] = [
    ("dice_each", "dice_each=7 in_cup=7,7", ""),
    ("soft_six", "answering", "soft_six=1"),
    ("beyond_last_pairing", "dice_each=6 in_cup=6,6", "laid[0,5]=6"),
    ("pairing_needs_six", "dice_each=6 in_cup=5,5", "pairings=1 laid[0,0]=1 laid[1,0]=1"),
    ("no_zero", "dice_each=6 in_cup=6,6", "shown[0,0]=1"),
    ("landing_order", "dice_each=6 in_cup=6,3", "shown[1,1]=3"),
    ("dice_of_seat", "dice_each=6 in_cup=6,6", "in_cup=6,5"),
    ("unmatched_six", "dice_each=6 in_cup=6,5", "pairings=1 laid[1,0]=16"),
    ("cannot_have", "dice_each=6 in_cup=6,6", "rounds=1 total=13 last_points=13"),
    ("cannot_have", "dice_each=6 in_cup=6,6", "rounds=2 total=25 last_points=12"),
    ("points_too_early", "dice_each=6 in_cup=6,6", "total=2 last_points=2"),
    ("points_together", "dice_each=6 in_cup=6,6", "rounds=1 total=12,12 last_points=12,12"),
    ("points_together", "dice_each=6 in_cup=6,6", "rounds=1 total=11,1 last_points=11,1"),
    ("points_together", "dice_each=6 in_cup=6,6", "rounds=3 total=14,13"),
    ("points_together", "dice_each=6 in_cup=6,6", "rounds=4 total=36"),
    ("points_together", "dice_each=4 in_cup=4,4", "rounds=1 total=3,3 last_points=3,3"),
    ("won_before", "dice_each=6 in_cup=6,6", "rounds=3 total=17 last_points=2"),
    ("last_points", "ended", "last_points=0,0"),
    ("dice_in_cup", "dice_each=6 in_cup=6,6", "stage=2"),
    ("soft_six_waits", "dice_each=6 in_cup=6,6", "soft_six=6"),
    ("unmatched_hard_sixes", NO_SIX, "stage=1"),
    ("hard_sixes_first", NO_SIX, "stage=2 shown[0,5]=3 shown[0,6]=1"),
    ("nothing_to_choose", NO_SIX, "stage=2"),
    ("passes", "dice_each=6 in_cup=6,6", "passes=1"),
    ("order_of_pairings", SOFT_THEN_HARD, "rolls=1"),
    ("order_of_pairings", "dice_each=4 shown[0,6]=2 shown[1,5]=3", "stage=1 pairings=1 laid[0,0]=6 laid[1,0]=5"),
    ("order_of_pairings", LAID_IN_TWO_ROLLS, "rolls=1"),
    ("order_without_dice", FOUR_HARD_SIXES, "laid[1,3]=16 laid[0,4]=16"),
    ("turn", SOFT_OF_BOTH, "stage=2 turn=1"),
    ("turn", SOFT_OF_BOTH, "stage=2 passes=1"),
    ("over", "dice_each=6 in_cup=6,6", "rounds=3 total=15"),
    ("final_roll", NO_SIX, "stage=4"),
    ("final_roll_once", "dice_each=6 in_cup=6,6", "is_final=1"),
    ("final_roll_once", "dice_each=4 shown[1,5]=4", "stage=3 turn=1 soft_six=11 is_final=1 rolls=1"),
    ("final_roll_once", "dice_each=4 shown[0,3]=1", f"stage=4 rolls=1 pairings=2 {SOFT_OF_ALL} laid[0,1]=16"),
    ("must_be_final", "dice_each=6 in_cup=6,6", "rolls=1 in_cup=6,0"),
    ("pairing_too_early", "dice_each=6 in_cup=5,5", "pairings=1 laid[0,0]=16 laid[1,0]=16"),
    ("round_not_over", NO_SIX, "stage=5 rounds=2 total=15"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
