"""What lies where in Battle of the Sixes: dice, pairings and scorers."""

from typing import Annotated

from quincunx.core.fields import Row, Schema, Table, schema
from quincunx.games.sixes.combinations import FACES

SEATS = 2
MAX_DICE = 12
PAIRINGS = SEATS * MAX_DICE
"""Every pairing takes at least one die."""
ROLL_CAP = 200

DICE_CHOICES = (6, 4, 5, 8, 10, 12)
"""By choice of the first variant: the dice of each player. Invented: the sheet does not say."""
BEHIND, TURNS = range(2)
"""Who begins with soft sixes (R11)."""
HIGHER, SHARED = range(2)
"""Who wins when both have a winning score (R4)."""

ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL, ENDED = range(6)


@schema
class State(Schema):
    dice_each: int
    """With how many dice each player begins a round."""
    starter: int
    """BEHIND or TURNS."""
    ties: int
    """HIGHER or SHARED."""
    stage: int
    """ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL or ENDED."""
    turn: int
    """The seat that acts."""
    rounds: int
    """The number of the round, from 0."""
    rolls: int
    """The number of the roll in the round, from 0."""
    is_final: int
    """1 in the final roll of a round, else 0."""
    passes: int
    """Passes in a row."""
    soft_six: int
    """The side that waits for its answer, NO_DICE if none does."""
    total: Annotated[Row, SEATS]
    """Where each scorer stands."""
    last_points: Annotated[Row, SEATS]
    """What each seat scored in the round before."""
    in_cup: Annotated[Row, SEATS]
    """Dice of this roll that have still to land."""
    shown: Annotated[Table, SEATS, FACES]
    """Unplayed dice by seat and face."""
    pairings: int
    """How many pairings lie on the table."""
    laid: Annotated[Table, SEATS, PAIRINGS]
    """What each seat has in each pairing of the round: a side."""
