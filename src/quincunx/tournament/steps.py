"""The steps of a tournament as they are stored, in order: its whole state follows from them."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

BOT = 0
"""The number of a bot in a seat; players are counted from 1."""
HOST = 0
"""The author of a step: the host; a player's number; None for the hall itself."""
MOST_PLAYERS = 200
FEWEST_PLAYERS = 2


class Terms(Struct, frozen=True):
    """The facts fixed when a tournament is announced."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=8)]
    """Seats of a table."""
    rounds: Annotated[int, Meta(ge=1, le=30)]
    variants: dict[str, str] = {}
    title: str = ""
    minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None
    """Minutes after which bots finish a round for everybody; None for no limit."""
    pause: Annotated[int, Meta(ge=1, le=3600)] = 30
    """Seconds between two rounds."""
    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act."""
    away_after: Annotated[int, Meta(ge=5, le=3600)] = 30
    """Seconds without a connection after which a bot plays for somebody; a table also waits this long for its
    players."""


class Step(Struct, frozen=True, omit_defaults=True, tag=str.lower):
    """One stored step."""


class Joined(Step, frozen=True):
    """Somebody takes part, from the next round on."""

    player: int
    name: str
    token: str
    """The hash of the player's token, which opens the seat at every table, too."""
    key: str = ""
    """The public id of the player's key; empty for a guest."""


class Withdrawn(Step, frozen=True):
    """A player leaves the tournament or is removed by the host."""

    player: int


class Begun(Step, frozen=True):
    """A round began, with these tables."""

    round: int
    tables: list[list[int]]
    """Each with its players from seat 0; `BOT` for a bot."""
    ids: list[str]
    """The ids of these tables in the hall."""
    ends: int | None = None
    """The time at which bots finish it for everybody, in milliseconds since 1970."""


class Ended(Step, frozen=True):
    """A table of the current round has ended."""

    table: int
    """Its index among the tables of the round."""
    places: list[int]
    points: list[int]
    away: list[int] = []
    """The seats whose players were absent: bots made most of their actions."""


class Paused(Step, frozen=True):
    """No further round begins until the host continues."""


class Continued(Step, frozen=True):
    """Rounds begin again."""


class Closed(Step, frozen=True):
    """The tournament ends after the current round, or at once between rounds."""


AnyStep: TypeAlias = Joined | Withdrawn | Begun | Ended | Paused | Continued | Closed

encode_step = msgspec.json.Encoder().encode
decode_step = msgspec.json.Decoder(AnyStep).decode
