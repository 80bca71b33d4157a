"""The state of Lowdown: the dice, who has still to act, and every board."""

from typing import Annotated

from quincunx.core.fields import Grid, Row, Schema, Span, schema
from quincunx.games.lowdown.board import BLACKED_OUT, BOXES, COLOURS, EMPTY, NO_COLOUR, NUMBERS, ROWS

MOST_SEATS = 4
ALL_SEATS = (1 << MOST_SEATS) - 1
ALL_ROWS = (1 << ROWS) - 1
WILD_BOXES = 4
ENDING_GRIDS = 2

OPEN_DICE = 2
SECRET = 2
"""Of three dice of a kind, 0 and 1 lie open; this one is secret."""
DICE_OF_A_KIND = 3
NO_DIE = DICE_OF_A_KIND
ALL_OPEN = 2 * OPEN_DICE
ALL_DICE = 2 * DICE_OF_A_KIND

DRAWING, ROLLING, PICKING, PLACING, WRITING, ENDED = range(6)

FIRST = 0
"""The option of who begins."""
SEAT_0, DRAWN = range(2)


@schema
class State(Schema):
    seats: Annotated[int, Span(2, MOST_SEATS)]
    """The number of players."""
    stage: Annotated[int, Span(DRAWING, ENDED)]
    """DRAWING, ROLLING, PICKING, PLACING, WRITING or ENDED."""
    turn: Annotated[int, Span(0, BOXES)]
    """The number of the turn, from 1."""
    active: Annotated[int, Span(0, MOST_SEATS - 1)]
    """The seat whose turn it is."""
    landed: Annotated[int, Span(0, ALL_DICE)]
    """The number of landed dice of this turn: two numbers and two colours in the open, then the secret pair."""
    number: Annotated[Row, DICE_OF_A_KIND, Span(0, NUMBERS)]
    """The faces of the number dice; 0 until they land."""
    colour: Annotated[Row, DICE_OF_A_KIND, Span(NO_COLOUR, COLOURS)]
    """The faces of the colour dice; NO_COLOUR until they land."""
    picked_number: Annotated[int, Span(0, NO_DIE)]
    """The number die that the active player picked, NO_DIE until then."""
    picked_colour: Annotated[int, Span(0, NO_DIE)]
    """The colour die that the active player picked, NO_DIE until then."""
    writing: Annotated[int, Span(0, ALL_SEATS)]
    """Seats that have still to write in this step, as bits."""
    crossing: Annotated[int, Span(0, ALL_SEATS)]
    """Seats that have written and may cross out rows, as bits."""
    wilds: Annotated[Row, MOST_SEATS, Span(0, WILD_BOXES)]
    """By seat: the wild boxes that are marked."""
    box: Annotated[Grid, MOST_SEATS, BOXES, Span(EMPTY, BLACKED_OUT)]
    """By seat: the content of each box: EMPTY, a number or BLACKED_OUT."""
    crossed: Annotated[Row, MOST_SEATS, Span(0, ALL_ROWS)]
    """By seat: the rows that are crossed out, as bits."""
