"""The state of Mixed Doubles, with the stages of a turn."""

from typing import Annotated

from quincunx.core.fields import Grid, Row, Schema, Span, schema
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    ALL_FREE,
    COLOURS,
    COPIES,
    DECK,
    EXTRA_ROLLS,
    FULL_LANE,
    STEALS,
    VALUES,
)
from quincunx.games.mixeddoubles.charts import DICE, FACES

SEATS = 6
NOBODY = SEATS
DRAW = 3
FINALE_ROLLS = 1
LANE_CARDS = VALUES * COPIES
"""The number of numbered cards per colour, and the most that can be wagered."""

ALL_IN_BINDS, DOUBLE_WILD, PART_MINUS_FIVE, FIRST = range(4)
"""The variants, in their order."""
EVERYBODY, DRAWER = range(2)
SEAT_0, LOT = range(2)

CASTING_LOTS = 0
"""The stage in which chance picks who begins."""
DEALING = 1
"""The stage in which chance deals the first palettes."""
DRAWING = 2
"""The stage in which chance turns up the cards of a draw."""
ROLLING = 3
"""The stage in which the dice land."""
ROBBING = 4
"""The stage in which chance picks the card that is stolen from a bank."""
STARTING = 5
"""The stage in which the player may act before the draw."""
WAGERING = 6
"""The stage in which the player wagers or rolls."""
PAUSING = 7
"""The stage in which the player may STEAL before the next roll."""
ENDING = 8
"""The stage in which the player may STEAL after the last roll."""
SWAPPING = 9
"""The stage in which the player must pick a partner for a SWAP."""
PARTING = 10
"""The stage in which the player may part with MINUS FIVE."""
FINALE = 11
"""The stage in which the player has one roll at the end of the match."""
ENDED = 12


@schema
class State(Schema):
    seats: Annotated[int, Span(2, SEATS)]
    """The number of players."""
    all_in_binds: Annotated[int, Span(EVERYBODY, DRAWER)]
    """EVERYBODY or DRAWER."""
    double_wild: Annotated[int, Span(0, 1)]
    """Whether two wilds in the finale win."""
    part_minus_five: Annotated[int, Span(0, 1)]
    """Whether a successful wager lets a player pass on MINUS FIVE."""
    stage: Annotated[int, Span(CASTING_LOTS, ENDED)]
    """CASTING_LOTS to ENDED."""
    turn: Annotated[int, Span(0, SEATS - 1)]
    """The seat whose turn it is."""
    to_draw: Annotated[int, Span(0, DRAW * SEATS)]
    """Cards still to come from the pile in this draw or deal."""
    extras: Annotated[int, Span(0, EXTRA_ROLLS)]
    """EXTRA ROLLs held since the turn began: these may be played."""
    wagered: Annotated[int, Span(0, LANE_CARDS)]
    """Cards wagered in this turn."""
    wager_colour: Annotated[int, Span(0, COLOURS - 1)]
    """The colour of the cards that are wagered, if there are any."""
    wager_value: Annotated[int, Span(0, VALUES)]
    """The value of the last card that was wagered."""
    rolls: Annotated[int, Span(0, LANE_CARDS + EXTRA_ROLLS)]
    """Rolls that the turn has still to make; one is there before any wager."""
    landed: Annotated[int, Span(0, DICE - 1)]
    """Dice of the roll under way that lie still."""
    die: Annotated[Row, DICE, Span(0, FACES - 1)]
    """The face each die shows, or showed last."""
    robbed: Annotated[int, Span(0, NOBODY)]
    """The seat from whose bank a card is being stolen, else NOBODY."""
    resume: Annotated[int, Span(CASTING_LOTS, ENDED)]
    """The stage to go back to when the card is stolen."""
    finale: Annotated[int, Span(0, SEATS)]
    """Seats that have still to roll in the finale; 0 before it."""
    champion: Annotated[int, Span(0, NOBODY)]
    """The seat that won by two wilds, else NOBODY."""
    palette: Annotated[Grid, SEATS, COLOURS, Span(0, FULL_LANE)]
    """The numbered cards before each seat, a lane for each colour."""
    palette_all_in: Annotated[Row, SEATS, Span(0, ALL_COLOURS)]
    """ALL IN cards just drawn, a set of colours."""
    palette_extra: Annotated[Row, SEATS, Span(0, EXTRA_ROLLS)]
    """EXTRA ROLL cards before each seat."""
    palette_steal: Annotated[Row, SEATS, Span(0, STEALS)]
    """STEAL cards before each seat."""
    minus_five: Annotated[int, Span(0, NOBODY)]
    """The seat before whom MINUS FIVE lies, NOBODY while it is in the pile."""
    bank: Annotated[Grid, SEATS, COLOURS, Span(0, FULL_LANE)]
    """The numbered cards each seat has won."""
    bank_free: Annotated[Row, SEATS, Span(0, ALL_FREE)]
    """The FREE cards in each bank, a set."""
    jackpot: Annotated[Row, COLOURS, Span(0, FULL_LANE)]
    """The common lanes."""
    pile: Annotated[Row, COLOURS, Span(0, FULL_LANE)]
    """The numbered cards not yet drawn."""
    pile_all_in: Annotated[int, Span(0, ALL_COLOURS)]
    """ALL IN cards not yet drawn, a set of colours."""
    pile_extra: Annotated[int, Span(0, EXTRA_ROLLS)]
    """EXTRA ROLL cards not yet drawn."""
    pile_steal: Annotated[int, Span(0, STEALS)]
    """STEAL cards not yet drawn."""
    pile_free: Annotated[int, Span(0, ALL_FREE)]
    """FREE cards not yet drawn, a set."""
    pile_cards: Annotated[int, Span(0, DECK)]
    """All cards not yet drawn."""
    discard_all_in: Annotated[int, Span(0, ALL_COLOURS)]
    """ALL IN cards played, a set of colours."""
    discard_extra: Annotated[int, Span(0, EXTRA_ROLLS)]
    """EXTRA ROLL cards played."""
    discard_steal: Annotated[int, Span(0, STEALS)]
    """STEAL cards played."""


def is_chance(stage: int) -> bool:
    return stage <= ROBBING
