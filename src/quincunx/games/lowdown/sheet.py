"""Lowdown on paper: three boards on a page."""

from quincunx.core.sheet import Boards, Sheet
from quincunx.games.lowdown.board import BOX_COLOURS, COLOURS, GRID_BOXES, GRIDS, SIDE
from quincunx.games.lowdown.notation import COLOUR_LETTERS, COLOURS_SAID
from quincunx.games.lowdown.state import WILD_BOXES

BOARDS_ON_A_PAGE = 3


def _label(box: int) -> str:
    """The letters of the colours that a box takes."""
    return "/".join(
        COLOUR_LETTERS[colour].upper() for colour in range(1, COLOURS + 1) if BOX_COLOURS[box] >> colour & 1
    )


GRIDS_OF_BOARD = tuple(
    tuple(tuple(_label(grid * GRID_BOXES + row * SIDE + column) for column in range(SIDE)) for row in range(SIDE))
    for grid in range(GRIDS)
)

LEGEND = tuple((COLOUR_LETTERS[colour].upper(), COLOURS_SAID[colour]()) for colour in range(1, COLOURS + 1))

SHEET = Sheet(
    (Boards(GRIDS_OF_BOARD, WILD_BOXES, BOARDS_ON_A_PAGE, LEGEND),),
    aid=(13, 14, 16, 17, 22, 28, 32, 35, 36, 38, 42, 45, 46),
)
