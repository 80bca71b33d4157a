"""The steps of a tournament as they are stored: everything a tournament is follows from them, in order."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

BOT = 0
"""Stands at a seat for a bot; players are counted from 1."""
HOST = 0
"""Who does a step: the host; a player does it by the player's number, the hall itself by none."""
MOST_PLAYERS = 200
FEWEST_PLAYERS = 2


class Terms(Struct, frozen=True):
    """What is fixed when a tournament is announced."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=8)]
    """Seats of a table."""
    rounds: Annotated[int, Meta(ge=1, le=30)]
    variants: dict[str, str] = {}
    title: str = ""
    minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None
    """The clock of a round: after so many minutes bots finish it for everybody. None for no limit."""
    pause: Annotated[int, Meta(ge=1, le=3600)] = 30
    """Seconds between two rounds."""
    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act."""
    away_after: Annotated[int, Meta(ge=5, le=3600)] = 30
    """Seconds without a connection after which a bot plays for somebody; tables wait as long for their players."""


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
    """A player takes part in no further round: removed by the host, or gone."""

    player: int


class Begun(Step, frozen=True):
    """A round began: who sits where."""

    round: int
    tables: list[list[int]]
    """Each with its players from seat 0; `BOT` for a bot."""
    ids: list[str]
    """The ids of these tables in the hall."""
    ends: int | None = None
    """When bots finish it for everybody, in milliseconds since 1970."""


class Ended(Step, frozen=True):
    """A table of the round that is being played has ended."""

    table: int
    """Its index among the tables of the round."""
    places: list[int]
    points: list[int]
    away: list[int] = []
    """The seats whose players were absent: bots did most of their actions."""


class Paused(Step, frozen=True):
    """No further round begins until the host goes on."""


class Continued(Step, frozen=True):
    """Rounds begin again."""


class Closed(Step, frozen=True):
    """The tournament ends with the round that is being played, or at once if none is."""


AnyStep: TypeAlias = Joined | Withdrawn | Begun | Ended | Paused | Continued | Closed

encode_step = msgspec.json.Encoder().encode
decode_step = msgspec.json.Decoder(AnyStep).decode
