"""The steps of a table as they are stored: everything a table is follows from them, in order."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

AwayChoice: TypeAlias = Literal["wait", "default", "bot"]
CoachChoice: TypeAlias = Literal["off", "hints", "training"]


class Settings(Struct, frozen=True):
    """What the host of a table decides."""

    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act; a bot that searches thinks no longer than this."""
    clock: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Seconds that a person has for a decision; none for no limit. When they have passed, a bot plays on until the
    player is back, or, where `away` is `default`, the first legal action is done."""
    away: AwayChoice = "wait"
    """What the hall does when a player has no connection for `away_after` seconds: wait, do the first legal action, or
    let a bot play until the player is back."""
    away_after: Annotated[int, Meta(ge=5, le=86_400)] = 60
    """Seconds without a connection until `away` applies."""
    listed: bool = True
    """Whether the lobby shows the table."""
    coach: CoachChoice = "hints"
    """What the coach does: nothing, give hints to players who ask, or also say what a decision has cost before the dice
    roll. Where several people play, all of them must have agreed to it."""


class Step(Struct, frozen=True, gc=False, omit_defaults=True, tag=str.lower):
    """One stored step."""


class Sat(Step, frozen=True):
    """A person sat down, and is this owner of the seat from now on."""

    seat: int
    name: str
    token: str = ""
    """The hash of the person's token; empty where steps are shown."""
    owner: int = 0
    """The person's number at this table, from 1."""
    player: str = ""
    """The public id of the person's key; empty for a guest."""


class Filled(Step, frozen=True):
    """A bot plays the seat from now on."""

    seat: int
    bot: str
    name: str = ""
    """The bot's name; empty where the bot goes on for someone who has left."""


class Opened(Step, frozen=True):
    """A seat becomes empty: its player left, or the host removed player or bot."""

    seat: int


class Added(Step, frozen=True):
    """The host has put one more seat to the table, empty, behind the others."""


class Removed(Step, frozen=True):
    """The host removes an empty seat; those behind it move up by one and commit again."""

    seat: int


class Left(Step, frozen=True):
    """The player gave the seat up during the match."""

    seat: int


class Renamed(Step, frozen=True):
    """The player goes by another name."""

    seat: int
    name: str


class Hosted(Step, frozen=True):
    """The player of this seat is the host now."""

    seat: int


class Agreed(Step, frozen=True):
    """The player agrees that the coach helps at this table, or does not any more."""

    seat: int
    yes: bool


class Hinted(Step, frozen=True):
    """The player took a hint."""

    seat: int


class Committed(Step, frozen=True):
    """The player has committed to entropy for a round of the dice."""

    seat: int
    round: int
    commitment: str


class Closed(Step, frozen=True):
    """Everyone has committed who will: from now on players reveal."""

    round: int


class Revealed(Step, frozen=True):
    """The player has shown the entropy."""

    seat: int
    round: int
    entropy: str


class Voided(Step, frozen=True):
    """A round becomes void: these seats committed and did not reveal in time, or the hall restarted."""

    round: int
    failed: list[int] = []
    commitment: str = ""
    """The hall's commitment of the next round, which the chain binds by this."""


class Offered(Step, frozen=True):
    """The player wants another match, or does not."""

    seat: int
    yes: bool


class Decided(Step, frozen=True):
    """The host changed settings."""

    settings: Settings


class Varied(Step, frozen=True):
    """The host changed the variants of the game before the match."""

    variants: dict[str, str]
    """All of them, as they are now."""
    was: str
    """Those before, as a header writes them: the first value of the chain binds those that the table opened with."""


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


class Entered(Step, frozen=True):
    """A player entered dice or cards of a table with real dice."""

    seat: int
    owner: int | None
    """Whose dice or cards they are; none where that does not matter."""
    land: list[int]
    """What they show, in the order in which they land."""
    first: int | None = None
    """The event from which on the dice of the turn were told apart otherwise; none if they were not."""
    events: list[tuple[int, int]] = []
    """The events since then, as who and what, by which the turn is told now."""


class Corrected(Step, frozen=True):
    """A player corrected dice or cards that were entered wrongly: from there on these events happened."""

    seat: int
    entry: int
    """The event by which the dice or cards began to land that were entered then."""
    owner: int | None
    """Whose of them are corrected."""
    faces: list[str]
    """What they show, as they were entered."""
    first: int
    """The first event that may be another."""
    events: list[tuple[int, int]]
    """The events from `first` on, as who and what: as far as what had happened still fits."""


class Resumed(Step, frozen=True):
    """An action that the coach has judged stands, and these dice or cards landed after it."""

    land: list[int] = []


class Undone(Step, frozen=True):
    """A seat took its last action back: the match has this many events again."""

    seat: int
    length: int


class Away(Step, frozen=True):
    """A bot stands in for the player from now on; without a bot, the player is back."""

    seat: int
    bot: str | None = None


class Followed(Step, frozen=True):
    """The next match is at another table."""

    table: str


AnyStep: TypeAlias = (
    Sat
    | Filled
    | Opened
    | Added
    | Removed
    | Left
    | Renamed
    | Hosted
    | Agreed
    | Hinted
    | Committed
    | Closed
    | Revealed
    | Voided
    | Offered
    | Decided
    | Varied
    | Started
    | Acted
    | Entered
    | Corrected
    | Resumed
    | Undone
    | Away
    | Followed
)

encode_step = msgspec.json.Encoder().encode
decode_step = msgspec.json.Decoder(AnyStep).decode


decode_parts = msgspec.json.Decoder(tuple[int, int, int | None, msgspec.Raw]).decode
"""Reads number, time, owner and step of a text of `text_of`."""


def text_of(seq: int, at: int, by: int | None, step: AnyStep) -> bytes:
    """Return a step as the chain and a proof have it: JSON without the token's hash."""
    if isinstance(step, Sat):
        step = msgspec.structs.replace(step, token="")
    return encode_step((seq, at, by, step))


class Entry(Struct, frozen=True, gc=False):
    """A step with its place among the stored steps of its table."""

    seq: int
    at: int
    """When it was decided, in milliseconds since 1970."""
    message: str | None
    """The id of the message that asked for it; none if none did."""
    step: AnyStep
    by: int | None = None
    """The owner (see `Chair.owner`) who asked for it; none for the hall and bots."""
    chain: bytes = b""
    """The hash that binds this step and all before it."""
