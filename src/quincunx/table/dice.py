"""Dice that nobody can choose: the rounds in which players commit to entropy and then reveal it.

docs/dice.md says what this proves, and against whom.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from quincunx.core.seats import Seat
from quincunx.table.proof import PATIENT_ROUNDS

DiceStage: TypeAlias = Literal["commit", "reveal", "done"]
REVEAL_MS = 10_000
"""Milliseconds that players have to reveal and, after a void round, to commit again."""


class Rounds(Struct):
    """How far the making of a table's dice is."""

    commitments: list[str | None]
    """By seat: what its player has committed to in this round."""
    entropy: list[str | None]
    """By seat: what its player has revealed in this round."""
    failed: list[bool]
    """By seat: whether its player is left out, having failed to reveal in an earlier round or come too late."""
    number: int = 1
    stage: DiceStage = "commit"
    voided: int = 0
    """How many rounds were void."""
    since: int = 0
    """When this stage began, or the last player revealed, in milliseconds since 1970; 0 in the first stage."""

    def missing(self) -> list[Seat]:
        """Who has committed and not yet revealed."""
        pairs = zip(self.commitments, self.entropy, strict=True)
        return [seat for seat, (committed, shown) in enumerate(pairs) if committed is not None and shown is None]

    def forget(self, seat: Seat) -> None:
        """Forget a seat's part: someone else may sit there now. After enough void rounds the dice are made without
        newcomers: whoever commits, does not reveal and sits down again voids no more of them."""
        self.commitments[seat] = self.entropy[seat] = None
        self.failed[seat] = self.voided >= PATIENT_ROUNDS

    def add_seat(self) -> None:
        """Add a seat behind the others."""
        self.commitments.append(None)
        self.entropy.append(None)
        self.failed.append(False)

    def remove_seat(self, seat: Seat) -> None:
        """Remove a seat. The commitments of those behind it are dropped: they are bound to the seats' numbers, which
        change."""
        del self.commitments[seat], self.entropy[seat], self.failed[seat]
        self.commitments[seat:] = [None] * (len(self.commitments) - seat)

    def void(self, failed: Sequence[Seat], now: int) -> None:
        """Begin a new round, without those who failed to reveal."""
        seats = len(self.commitments)
        for seat in failed:
            self.failed[seat] = True
        self.commitments, self.entropy = [None] * seats, [None] * seats
        self.number, self.stage, self.since = self.number + 1, "commit", now
        self.voided += 1


def new_rounds(seats: int) -> Rounds:
    """The first round, before anyone has committed."""
    return Rounds([None] * seats, [None] * seats, [False] * seats)
