"""What lies where in PoPalotsy: hands, piles and the rings around the dice."""

from typing import Annotated

from quincunx.core.fields import Row, Schema, schema
from quincunx.games.popalotsy.rings import CARDS, DICE

MOST_SEATS = 6
HAND_SIZE = 5
MOST_ROUNDS = 100
MOST_DROPS = 200
"""In one round (R21)."""

DEALING, POPPING, DROPPING, ENDED = range(4)
RACE, TURNS = range(2)
INSTANT, AFTER_ROUND = range(2)
FORM, REFEREE = range(2)
"""The variants."""
IN_POPPER = 0
"""The face of a die that has not landed."""
NOBODY = MOST_SEATS


@schema
class State(Schema):
    seats: int
    """How many play."""
    form: int
    """RACE or TURNS."""
    referee: int
    """INSTANT or AFTER_ROUND."""
    stage: int
    """DEALING, POPPING, DROPPING or ENDED."""
    rounds: int
    """Rounds begun."""
    turn: int
    """In turns, the seat to drop."""
    done: int
    """Seats that have said so in this round, as bits."""
    drops: int
    """Drops made in this round, right or wrong."""
    dealing: int
    """Cards still to be dealt."""
    face: Annotated[Row, DICE]
    """What each die shows, IN_POPPER before it lands."""
    best: Annotated[Row, DICE]
    """The strength of the strongest ring around each die, EMPTY without rings."""
    held: Annotated[Row, MOST_SEATS]
    """How many cards each seat holds."""
    hand: Annotated[Row, MOST_SEATS]
    """The kinds of cards each seat holds, as bits."""
    twin: Annotated[Row, MOST_SEATS]
    """The kinds of which it holds two."""
    draw_left: int
    """How many cards the draw pile has."""
    draw: int
    """The kinds of cards in it, as bits."""
    draw_twin: int
    """The kinds of which it has two."""
    discard_left: int
    """How many cards have been discarded."""
    discard: int
    """The kinds among them, as bits."""
    discard_twin: int
    """The kinds of which two are among them."""
    rings: int
    """How many rings lie around the dice."""
    ring_card: Annotated[Row, CARDS]
    """The rings in the order in which they were dropped."""
    ring_die: Annotated[Row, CARDS]
    """The die that each lies around."""
    ring_seat: Annotated[Row, CARDS]
    """The seat that its arrow points to."""
