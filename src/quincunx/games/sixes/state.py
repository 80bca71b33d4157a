"""The state of Battle of the Sixes: dice, pairings and scorers."""

from typing import Annotated

from quincunx.core.fields import COUNTED, Grid, Row, Schema, Span, schema
from quincunx.games.sixes.combinations import FACES, HARD, NO_DICE

SEATS = 2
MAX_DICE = 12
PAIRINGS = SEATS * MAX_DICE
"""The most pairings: each takes at least one die."""
ROLL_CAP = 200
MOST_POINTS = 2 * MAX_DICE
"""The most points of a round: a hard six with each die, and nothing against any of them."""

DICE_CHOICES = (6, 4, 5, 8, 10, 12)
"""By choice of the first variant: the dice of each player. Invented: the sheet does not say."""
BEHIND, TURNS = range(2)
"""The choices for who begins with soft sixes (R11)."""
HIGHER, SHARED = range(2)
"""The choices for who wins when both have a winning score (R4)."""

ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL, ENDED = range(6)


@schema
class State(Schema):
    dice_each: Annotated[int, Span(4, MAX_DICE)]
    """With how many dice each player begins a round."""
    starter: Annotated[int, Span(BEHIND, TURNS)]
    """BEHIND or TURNS."""
    ties: Annotated[int, Span(HIGHER, SHARED)]
    """HIGHER or SHARED."""
    stage: Annotated[int, Span(ROLLING, ENDED)]
    """ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL or ENDED."""
    turn: Annotated[int, Span(0, SEATS - 1)]
    """The seat that acts."""
    rounds: Annotated[int, COUNTED]
    """The number of the round, from 0."""
    rolls: Annotated[int, Span(0, ROLL_CAP - 1)]
    """The number of the roll in the round, from 0."""
    is_final: Annotated[int, Span(0, 1)]
    """1 in the final roll of a round, else 0."""
    passes: Annotated[int, Span(0, SEATS - 1)]
    """The number of passes in a row."""
    soft_six: Annotated[int, Span(NO_DICE, HARD - 1)]
    """The side that waits for its answer, NO_DICE if none does."""
    total: Annotated[Row, SEATS, Span(0, 59 + MOST_POINTS)]
    """The space of each scorer."""
    last_points: Annotated[Row, SEATS, Span(0, MOST_POINTS)]
    """By seat: the points of the last round."""
    in_cup: Annotated[Row, SEATS, Span(0, MAX_DICE)]
    """Dice of this roll that have still to land."""
    shown: Annotated[Grid, SEATS, FACES, Span(0, MAX_DICE)]
    """Unplayed dice by seat and face."""
    pairings: Annotated[int, Span(0, PAIRINGS)]
    """The number of pairings on the table."""
    laid: Annotated[Grid, SEATS, PAIRINGS, Span(NO_DICE, HARD)]
    """By seat: its side of each pairing of the round."""
