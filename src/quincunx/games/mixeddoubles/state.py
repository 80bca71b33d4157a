"""What lies where in Mixed Doubles, and where a turn stands."""

from typing import Annotated

from quincunx.core.fields import Row, Schema, Table, schema
from quincunx.games.mixeddoubles.cards import COLOURS
from quincunx.games.mixeddoubles.charts import DICE

SEATS = 6
NOBODY = SEATS
DRAW = 3
FINALE_ROLLS = 1

ALL_IN_BINDS, DOUBLE_WILD, PART_MINUS_FIVE, FIRST = range(4)
"""The variants, in their order."""
EVERYBODY, DRAWER = range(2)
SEAT_0, LOT = range(2)

CASTING_LOTS = 0
"""Stages. Chance picks who begins,"""
DEALING = 1
"""deals the first palettes,"""
DRAWING = 2
"""turns up the cards of a draw,"""
ROLLING = 3
"""lands the dice,"""
ROBBING = 4
"""picks the card stolen from a bank. The player may act before the draw,"""
STARTING = 5
WAGERING = 6
"""wager or roll,"""
PAUSING = 7
"""STEAL before the next roll,"""
ENDING = 8
"""or after the last one,"""
SWAPPING = 9
"""must pick a partner for a SWAP,"""
PARTING = 10
"""may part with MINUS FIVE,"""
FINALE = 11
"""and has one roll at the end."""
ENDED = 12


@schema
class State(Schema):
    seats: int
    """How many play."""
    all_in_binds: int
    """EVERYBODY or DRAWER."""
    double_wild: int
    """Whether two wilds in the finale win."""
    part_minus_five: int
    """Whether a successful wager lets MINUS FIVE go."""
    stage: int
    """CASTING_LOTS to ENDED."""
    turn: int
    """The seat whose turn it is."""
    to_draw: int
    """Cards still to come from the pile in this draw or deal."""
    extras: int
    """EXTRA ROLLs held since the turn began: these may be played."""
    wagered: int
    """Cards wagered in this turn."""
    wager_colour: int
    """Their colour, if there are any."""
    wager_value: int
    """The value of the last of them."""
    rolls: int
    """Rolls that the turn has still to make; one is there before any wager."""
    landed: int
    """Dice of the roll under way that lie still."""
    die: Annotated[Row, DICE]
    """The face each die shows, or showed last."""
    robbed: int
    """The seat from whose bank a card is being stolen, else NOBODY."""
    resume: int
    """The stage to go back to when that is done."""
    finale: int
    """Seats that have still to roll in the finale; 0 before it."""
    champion: int
    """The seat that won by two wilds, else NOBODY."""
    palette: Annotated[Table, SEATS, COLOURS]
    """The numbered cards before each seat, a lane for each colour."""
    palette_all_in: Annotated[Row, SEATS]
    """ALL IN cards just drawn, a set of colours."""
    palette_extra: Annotated[Row, SEATS]
    """EXTRA ROLL cards before each seat."""
    palette_steal: Annotated[Row, SEATS]
    """STEAL cards before each seat."""
    minus_five: int
    """The seat before whom MINUS FIVE lies, NOBODY while it is in the pile."""
    bank: Annotated[Table, SEATS, COLOURS]
    """The numbered cards each seat has won."""
    bank_free: Annotated[Row, SEATS]
    """The FREE cards in each bank, a set."""
    jackpot: Annotated[Row, COLOURS]
    """The common lanes."""
    pile: Annotated[Row, COLOURS]
    """The numbered cards not yet drawn."""
    pile_all_in: int
    """ALL IN cards not yet drawn, a set of colours."""
    pile_extra: int
    """EXTRA ROLL cards not yet drawn."""
    pile_steal: int
    """STEAL cards not yet drawn."""
    pile_free: int
    """FREE cards not yet drawn, a set."""
    pile_cards: int
    """All cards not yet drawn."""
    discard_all_in: int
    """ALL IN cards played, a set of colours."""
    discard_extra: int
    """EXTRA ROLL cards played."""
    discard_steal: int
    """STEAL cards played."""


def is_chance(stage: int) -> bool:
    return stage <= ROBBING
