"""The steps of a table as they are stored: everything a table is follows from them, in order."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from quincunx.server.protocol import Settings


class Step(Struct, frozen=True, gc=False, omit_defaults=True, tag=str.lower):
    """One stored step."""


class Sat(Step, frozen=True):
    """A person sat down; of the token only the hash is kept."""

    seat: int
    name: str
    token: str


class Filled(Step, frozen=True):
    """A bot plays the seat from now on."""

    seat: int
    bot: str


class Opened(Step, frozen=True):
    """The seat is empty again."""

    seat: int


class Left(Step, frozen=True):
    """The player gave the seat up during the match."""

    seat: int


class Renamed(Step, frozen=True):
    """The player goes by another name."""

    seat: int
    name: str


class Mixed(Step, frozen=True):
    """The player added entropy."""

    seat: int
    value: str


class Decided(Step, frozen=True):
    """The host changed settings."""

    settings: Settings


class Started(Step, frozen=True):
    """The match began, and these dice or cards landed first."""

    land: list[int] = []


class Acted(Step, frozen=True):
    """A seat acted, and these dice or cards landed after it."""

    seat: int
    action: int
    land: list[int] = []
    at: int | None = None
    """Milliseconds since the match began, where time matters."""


class Undone(Step, frozen=True):
    """A seat took its last action back: the match has this many events again."""

    seat: int
    length: int


class Away(Step, frozen=True):
    """A bot stands in for the player, or (none) the player is back."""

    seat: int
    bot: str | None = None


class Followed(Step, frozen=True):
    """The next match is at another table."""

    table: str


AnyStep: TypeAlias = (
    Sat | Filled | Opened | Left | Renamed | Mixed | Decided | Started | Acted | Undone | Away | Followed
)

encode_step = msgspec.json.Encoder().encode
decode_step = msgspec.json.Decoder(AnyStep).decode


class Entry(Struct, frozen=True, gc=False):
    """A step with its place in the table's list."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    message: str | None
    """The client's id of the message that asked for it, behind the seat's number."""
    step: AnyStep
