"""Positions of Lowdown that play cannot reach, each with the flaw that it is told by."""

from quincunx.games.lowdown import state as low
from quincunx.games.lowdown.board import COLOUR_BOXES, GREEN, empty_boxes
from tests.contract.impossible import Impossible, Played, at

PLAYED: dict[str, Played] = {
    "lot": (at(low.DRAWING), 2, {"first": "drawn"}),
    "picking": (at(low.PICKING), 2, {}),
    "placing": (at(low.PLACING), 2, {}),
    "early without wilds": (
        lambda state: state.stage == low.PICKING and state.wilds[0] == 4 and state.turn == 7,
        2,
        {},
    ),
    "no room for green": (
        lambda state: (
            state.stage == low.PLACING
            and state.active == 0
            and state.wilds[0] == 4
            and not COLOUR_BOXES[GREEN] & empty_boxes(state.box, 0)
        ),
        2,
        {},
    ),
    "second turn of four": (lambda state: state.stage == low.PICKING and state.turn == 2, 4, {}),
    "writing": (at(low.WRITING), 2, {}),
    "ended": (at(low.ENDED), 2, {}),
}
"""By name: where random play gets to, with how many seats and which variants."""

ROWS: list[Impossible] = [
    ("nothing_before_lot", "lot", "turn=1"),
    ("active_plays", "picking", "active=3"),
    ("dice_in_wrong_stage", "picking", "landed=5"),
    ("die_shows", "picking", "number=0,1,1"),
    ("picked_too_early", "picking", "picked_number=0"),
    ("picked_pair", "placing", "picked_number=2 picked_colour=0"),
    ("picked_twin", "placing", "number=5,5,6"),
    ("picked_twin", "placing", "colour=4,4,1 picked_colour=1"),
    ("picked_unfit", "no room for green", "colour=4,1,5 picked_number=0 picked_colour=0"),
    ("empty_seat", "picking", "box[3,0]=1"),
    ("black_before_wilds", "picking", "box[0,0]=7"),
    ("black_before_full", "early without wilds", "box[0,1]=7"),
    ("too_many_wilds", "picking", "wilds=1"),
    ("row_makes_nothing", "picking", "crossed=1"),
    ("row_crosses", "picking", "crossed=9"),
    ("writing_and_crossing", "placing", "writing=1 crossing=1"),
    ("writing_and_crossing", "placing", "writing=5"),
    ("nobody_writes", "placing", "writing=0"),
    ("nobody_writes", "picking", "writing=1"),
    ("active_places", "placing", "writing=2"),
    ("active_has_written", "writing", "writing=1"),
    ("written", "writing", "number=5,4,6"),
    ("written", "ended", "number=5,5,5 colour=3,4,3 box[0,4]=4 box[0,22]=6 box[0,25]=6 crossed=0,4"),
    ("first_turn", "second turn of four", "box[2,12]=4 box[3,11]=2"),
    ("no_row_to_cross", "writing", "crossing=1"),
    ("box_a_turn", "picking", "turn=2"),
    ("ended_too_early", "picking", "stage=5"),
    ("ended_too_late", "ended", "stage=1"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
