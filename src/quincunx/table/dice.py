"""Dice of a table, and the rounds in which players commit to entropy and then reveal it.

docs/dice.md explains what this proves, and against whom.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Struct

from quincunx.core.chance import Named, Scripted, Seeded, seed_of_series
from quincunx.core.seats import Seat
from quincunx.table.proof import PATIENT_ROUNDS, commitment_of, dice_of, seed_of_round

DiceStage: TypeAlias = Literal["commit", "reveal", "done"]
REVEAL_MS = 10_000
"""Milliseconds that players have to reveal and, after a void round, to commit again."""


class Dice(Struct, frozen=True):
    """The source of a table's dice and cards."""

    are_real: ClassVar[bool] = False
    """Whether people roll the dice and enter their faces."""
    take_entropy: ClassVar[bool] = True
    """Whether players add entropy to them before the match."""

    def seed(self, number: int) -> str:
        """The secret of the round of that number."""
        raise NotImplementedError

    def commitment(self, number: int) -> str:
        """The commitment to that secret, published before the match."""
        return commitment_of(self.seed(number))

    def bot_seed(self, number: int) -> str:
        """The seed of the bots' random choices."""
        return self.seed(number)

    def chance(self, number: int, entropy: Sequence[str | None]) -> Seeded | Scripted:
        """Return the dice of a match that begins in that round, from what each seat has revealed."""
        return dice_of(self.seed(number), entropy)


class HallDice(Dice, frozen=True):
    """The committed dice of a hall: the seed of each round follows from a master seed."""

    master: str

    def seed(self, number: int) -> str:
        return seed_of_round(self.master, number)


class RealDice(HallDice, frozen=True):
    """Dice and cards on a real table: nothing proves them, and the master seed is that of the bots."""

    are_real = True
    take_entropy = False

    def commitment(self, number: int) -> str:
        return ""

    def chance(self, number: int, entropy: Sequence[str | None]) -> Scripted:
        return Scripted("")  # no die lands before somebody enters it


class SharedDice(Dice, frozen=True):
    """Dice that the tables of a series share.

    The same die of the same turn shows the same at all of them, whatever players decide. The organiser commits to a
    secret before the series begins, and reveals it afterwards.
    """

    secret: str
    series: str
    """The name of the series: `daily:2026-11-19`."""
    game: str

    take_entropy = False
    """Players add none: with their entropy, tables would differ."""

    def seed(self, number: int) -> str:
        return self.secret

    def bot_seed(self, number: int) -> str:
        """The seed of the dice, so that bots decide alike at all tables."""
        return seed_of_series(self.series, self.game, self.secret)

    def chance(self, number: int, entropy: Sequence[str | None]) -> Seeded:
        return Named(self.bot_seed(number))


class ShownDice(Dice, frozen=True):
    """The dice of a proof, which contains the commitment of every round and the seed of the last one."""

    commitments: Sequence[str]
    last_seed: str
    """Return the only known seed: the match begins in the last round."""

    def seed(self, number: int) -> str:
        return self.last_seed

    def commitment(self, number: int) -> str:
        """Return the hall's commitment of that round; empty if the proof lacks the round."""
        return self.commitments[number - 1] if number <= len(self.commitments) else ""

    def chance(self, number: int, entropy: Sequence[str | None]) -> Seeded:
        return dice_of(self.last_seed, entropy)


class Rounds(Struct, frozen=True):
    """The progress of making a table's dice."""

    commitments: tuple[str | None, ...]
    """By seat: its player's commitment in this round."""
    entropy: tuple[str | None, ...]
    """By seat: its player's revealed entropy in this round."""
    failed: tuple[bool, ...]
    """By seat: whether its player is excluded, for not revealing in an earlier round or for coming too late."""
    number: int = 1
    stage: DiceStage = "commit"
    voided: int = 0
    """The number of void rounds."""
    since: int = 0
    """The beginning of this stage, or the last revelation, in milliseconds since 1970; 0 in the first stage."""

    def missing(self) -> list[Seat]:
        """The seats that have committed and not yet revealed."""
        pairs = zip(self.commitments, self.entropy, strict=True)
        return [seat for seat, (committed, shown) in enumerate(pairs) if committed is not None and shown is None]

    def committed(self, seat: Seat, commitment: str) -> "Rounds":
        """After a commitment."""
        return msgspec.structs.replace(self, commitments=_put(self.commitments, seat, commitment))

    def closed(self, now: int) -> "Rounds":
        """Close the round: players begin to reveal."""
        return msgspec.structs.replace(self, stage="reveal", since=now)

    def revealed(self, seat: Seat, entropy: str, now: int) -> "Rounds":
        """After a player has revealed."""
        after = msgspec.structs.replace(self, entropy=_put(self.entropy, seat, entropy))
        return after if after.missing() else msgspec.structs.replace(after, since=now)

    def forgotten(self, seat: Seat) -> "Rounds":
        """Drop a seat's part: someone else may sit there now.

        After enough void rounds the dice are made without newcomers: a player who commits, does not reveal and sits
        down again cannot void further rounds.
        """
        return msgspec.structs.replace(
            self,
            commitments=_put(self.commitments, seat, None),
            entropy=_put(self.entropy, seat, None),
            failed=_put(self.failed, seat, self.voided >= PATIENT_ROUNDS),
        )

    def added(self) -> "Rounds":
        """Add a seat behind the others."""
        return msgspec.structs.replace(
            self,
            commitments=(*self.commitments, None),
            entropy=(*self.entropy, None),
            failed=(*self.failed, False),
        )

    def removed(self, seat: Seat) -> "Rounds":
        """Remove a seat.

        The commitments of later seats are dropped: they are bound to the seats' numbers, which change.
        """
        return msgspec.structs.replace(
            self,
            commitments=(*self.commitments[:seat], *(None for _ in self.commitments[seat + 1 :])),
            entropy=self.entropy[:seat] + self.entropy[seat + 1 :],
            failed=self.failed[:seat] + self.failed[seat + 1 :],
        )

    def void(self, failed: Sequence[Seat], now: int) -> "Rounds":
        """Begin a new round without the players who failed to reveal."""
        nothing = (None,) * len(self.commitments)
        left_out = tuple(was or seat in failed for seat, was in enumerate(self.failed))
        return Rounds(nothing, nothing, left_out, self.number + 1, "commit", self.voided + 1, now)

    def done(self) -> "Rounds":
        """The dice after the beginning of the match."""
        return msgspec.structs.replace(self, stage="done")


def new_rounds(seats: int) -> Rounds:
    """The first round, before anyone has committed."""
    return Rounds((None,) * seats, (None,) * seats, (False,) * seats)


def _put(row: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]  # of whatever the row is
    return (*row[:seat], value, *row[seat + 1 :])
