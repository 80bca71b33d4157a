"""The arithmetic of sixes: the possible sides of a pairing, and the points of a pairing.

Dice differ by their faces only, so one small int encodes what a side holds: nothing, a single die, one of the
ten soft sixes or a hard six.
"""

from quincunx.core.fields import Grid
from quincunx.core.seats import Seat

SIX = 6
FACES = SIX + 1
"""Columns of a count by face; column 0 stays empty."""

NO_DICE = 0
FIRST_SINGLE = 1
"""A single die is the side of its own number, 1 to 5."""
FIRST_SOFT = 6
HARD = 16
SIDES = 17

SIDE_COUNT = (
    (0, 0, 0, 0, 0, 0, 0),
    (0, 1, 0, 0, 0, 0, 0),
    (0, 0, 1, 0, 0, 0, 0),
    (0, 0, 0, 1, 0, 0, 0),
    (0, 0, 0, 0, 1, 0, 0),
    (0, 0, 0, 0, 0, 1, 0),
    (0, 1, 0, 0, 0, 1, 0),
    (0, 0, 1, 0, 1, 0, 0),
    (0, 2, 0, 0, 1, 0, 0),
    (0, 0, 0, 2, 0, 0, 0),
    (0, 1, 1, 1, 0, 0, 0),
    (0, 3, 0, 1, 0, 0, 0),
    (0, 0, 3, 0, 0, 0, 0),
    (0, 2, 2, 0, 0, 0, 0),
    (0, 4, 1, 0, 0, 0, 0),
    (0, 6, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 1),
)
"""By side and face: how many dice. §7, R10: a soft six is two dice or more, each below six, adding up to six."""

SIDE_DICE = tuple(sum(counts) for counts in SIDE_COUNT)

WAYS = 18
WAY_SINGLE = (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5)
"""By way to complete a partial: the single die that lies there."""
WAY_SOFT = (6, 8, 10, 11, 13, 14, 15, 7, 10, 12, 13, 14, 9, 10, 11, 7, 8, 6)
"""By way: the soft six that it becomes."""


def is_single(side: int) -> bool:
    """Whether a side is one die below six."""
    return FIRST_SINGLE <= side < FIRST_SOFT


def is_soft(side: int) -> bool:
    """Whether a side is a soft six."""
    return FIRST_SOFT <= side < HARD


def points_against(mine: int, theirs: int) -> int:
    """The scoring table: the points of a side against another."""
    if mine == HARD:
        if theirs == HARD:  # §31
            return 0
        return 1 if is_soft(theirs) else 2  # §30, §28, §29
    if is_soft(mine):
        return 1 if theirs < FIRST_SOFT else 0  # §32, §33, §34, R23
    return 0


MOST_TOTAL = 59
"""The highest total that does not win."""


def wins(total: int) -> bool:
    """§3, §4, R1, R3: 60 or more, or two digits that add up to six."""
    return total > MOST_TOTAL or (total >= 10 and total // 10 + total % 10 == SIX)


def dice_shown(shown: Grid, seat: Seat) -> int:
    """The number of a seat's unplayed dice."""
    dice = 0
    for face in range(1, FACES):
        dice += shown[seat, face]
    return dice


def has_side(shown: Grid, seat: Seat, side: int) -> bool:
    """Whether a seat's unplayed dice hold this side."""
    for face in range(1, FACES):
        if shown[seat, face] < SIDE_COUNT[side][face]:
            return False
    return True


def has_rest(shown: Grid, seat: Seat, way: int) -> bool:
    """Whether a seat's unplayed dice hold all of a soft six but its single die."""
    single = WAY_SINGLE[way]
    soft = WAY_SOFT[way]
    for face in range(1, SIX):
        wanted = SIDE_COUNT[soft][face]
        if face == single:
            wanted -= 1
        if shown[seat, face] < wanted:
            return False
    return True


def has_soft(shown: Grid, seat: Seat) -> bool:
    """Whether a seat's unplayed dice hold any soft six."""
    for soft in range(FIRST_SOFT, HARD):
        if has_side(shown, seat, soft):
            return True
    return False


def add_side(shown: Grid, seat: Seat, side: int, times: int) -> None:
    """Give a seat the dice of a side `times` times; -1 takes them away."""
    for face in range(1, FACES):
        shown[seat, face] += times * SIDE_COUNT[side][face]
