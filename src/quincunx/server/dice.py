"""Dice that nobody chooses: the rounds in which players commit to entropy and reveal it, and the key that comes of it.

docs/dice.md says what is proved by this, against whom.
"""

import secrets
from collections.abc import Sequence

from msgspec import Struct

from quincunx.core.seats import Seat
from quincunx.server.protocol import DiceStage

REVEAL_MS = 10_000
"""So long players have to reveal; and, after a round that was void, to commit anew."""


class Rounds(Struct):
    """How far a table's dice are."""

    commitments: list[str | None]
    """By seat, in this round."""
    entropy: list[str | None]
    """By seat: what was revealed in this round."""
    failed: list[bool]
    """By seat: its player did not reveal in an earlier round, and is left out."""
    number: int = 1
    stage: DiceStage = "commit"
    voided: int = 0
    """How many rounds were void."""
    since: int = 0
    """When this stage began, or the last had revealed, in milliseconds since 1970."""

    def missing(self) -> list[Seat]:
        """Who has committed and not yet revealed."""
        pairs = zip(self.commitments, self.entropy, strict=True)
        return [seat for seat, (committed, shown) in enumerate(pairs) if committed is not None and shown is None]

    def forget(self, seat: Seat) -> None:
        """Someone else may sit there now."""
        self.commitments[seat] = self.entropy[seat] = None
        self.failed[seat] = False

    def add_seat(self) -> None:
        """One more, behind the others."""
        self.commitments.append(None)
        self.entropy.append(None)
        self.failed.append(False)

    def remove_seat(self, seat: Seat) -> None:
        """One fewer: those behind it have another number now, and commitments are bound to numbers."""
        del self.commitments[seat], self.entropy[seat], self.failed[seat]
        self.commitments[seat:] = [None] * (len(self.commitments) - seat)

    def void(self, failed: Sequence[Seat], now: int) -> None:
        """Begin a new round without those who failed."""
        seats = len(self.commitments)
        for seat in failed:
            self.failed[seat] = True
        self.commitments, self.entropy = [None] * seats, [None] * seats
        self.number, self.stage, self.since = self.number + 1, "commit", now
        self.voided += 1


def new_rounds(seats: int) -> Rounds:
    """Before anyone has committed."""
    return Rounds([None] * seats, [None] * seats, [False] * seats)


def new_seed() -> str:
    """A table's master seed: 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def new_salt() -> str:
    """The key of a table's salts, drawn apart from the seed."""
    return secrets.token_hex(32)
