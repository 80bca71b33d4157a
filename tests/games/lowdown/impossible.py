"""Positions of Lowdown that play cannot reach, each with the flaw that it is told by."""

from quincunx.games.lowdown import state as low
from tests.contract.impossible import Impossible, Played, at

PLAYED: dict[str, Played] = {
    "lot": (at(low.DRAWING), 2, {"first": "drawn"}),
    "picking": (at(low.PICKING), 2, {}),
    "placing": (at(low.PLACING), 2, {}),
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
    ("empty_seat", "picking", "box[3,0]=1"),
    ("black_before_wilds", "picking", "box[0,0]=7"),
    ("too_many_wilds", "picking", "wilds=1"),
    ("row_makes_nothing", "picking", "crossed=1"),
    ("row_crosses", "picking", "crossed=9"),
    ("writing_and_crossing", "placing", "writing=1 crossing=1"),
    ("writing_and_crossing", "placing", "writing=5"),
    ("nobody_writes", "placing", "writing=0"),
    ("nobody_writes", "picking", "writing=1"),
    ("active_places", "placing", "writing=2"),
    ("active_has_written", "writing", "writing=1"),
    ("no_row_to_cross", "writing", "crossing=1"),
    ("box_a_turn", "picking", "turn=2"),
    ("ended_too_early", "picking", "stage=5"),
    ("ended_too_late", "ended", "stage=1"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
