"""The steps of a table as they are stored, in order: its whole state follows from them."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

AwayChoice: TypeAlias = Literal["wait", "default", "bot"]
CoachChoice: TypeAlias = Literal["off", "hints", "training"]


class Settings(Struct, frozen=True):
    """The settings that the host chooses."""

    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act; a bot that searches thinks no longer than this."""
    clock: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Seconds that a person has for a decision; None for no limit. Then a bot plays until the player is back, or, with
    `away` at `default`, the hall takes the first legal action."""
    away: AwayChoice = "wait"
    """What the hall does when a player has had no connection for `away_after` seconds: wait, take the first legal
    action, or let a bot play until the player is back."""
    away_after: Annotated[int, Meta(ge=5, le=86_400)] = 60
    """Seconds without a connection until `away` applies."""
    listed: bool = True
    """Whether the lobby shows the table."""
    coach: CoachChoice = "hints"
    """What the coach does: nothing, give hints on request, or also tell the cost of a decision before the dice roll. If
    several people play, all of them must have agreed."""


class Step(Struct, frozen=True, gc=False, omit_defaults=True, tag=str.lower):
    """One stored step."""


class Sat(Step, frozen=True):
    """A person sat down, and owns the seat from now on."""

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
    """The bot's name; empty where a bot takes over for someone who has left."""


class Opened(Step, frozen=True):
    """A seat becomes empty: its player left, or the host removed player or bot."""

    seat: int


class Added(Step, frozen=True):
    """The host added an empty seat behind the others."""


class Removed(Step, frozen=True):
    """The host removed an empty seat; later seats move up by one and commit again."""

    seat: int


class Left(Step, frozen=True):
    """The player gave up the seat during the match."""

    seat: int


class Renamed(Step, frozen=True):
    """The player changed their name."""

    seat: int
    name: str


class Hosted(Step, frozen=True):
    """The player of this seat became the host."""

    seat: int


class Agreed(Step, frozen=True):
    """The player agreed to the coach at this table, or withdrew that."""

    seat: int
    yes: bool


class Hinted(Step, frozen=True):
    """The player took a hint."""

    seat: int


class Committed(Step, frozen=True):
    """The player committed to entropy for a round of the dice."""

    seat: int
    round: int
    commitment: str


class Closed(Step, frozen=True):
    """Commitments are closed: from now on players reveal."""

    round: int


class Revealed(Step, frozen=True):
    """The player revealed the entropy."""

    seat: int
    round: int
    entropy: str


class Voided(Step, frozen=True):
    """A round became void: these seats committed and did not reveal in time, or the hall restarted."""

    round: int
    failed: list[int] = []
    commitment: str = ""
    """The hall's commitment of the next round, which the chain binds by this."""


class Offered(Step, frozen=True):
    """The player wants a rematch, or does not."""

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
    """The previous variants, as a header writes them: the first value of the chain binds those that the table opened
    with."""


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
    """The owner of the dice or cards; None where that does not matter."""
    land: list[int]
    """Their faces, in the order in which they land."""
    first: int | None = None
    """The first event after which the dice of the turn were distinguished differently; None if none."""
    events: list[tuple[int, int]] = []
    """The events since then in their new form, as who and what."""


class Corrected(Step, frozen=True):
    """A player corrected wrong entries: from there on these events happened."""

    seat: int
    entry: int
    """The event at which the corrected dice or cards began to land."""
    owner: int | None
    """The owner of the corrected ones."""
    faces: list[str]
    """Their faces as entered."""
    first: int
    """The first event that may differ."""
    events: list[tuple[int, int]]
    """The events from `first` on, as who and what: as far as the earlier ones still fit."""


class Resumed(Step, frozen=True):
    """An action that the coach has judged stands, and these dice or cards landed after it."""

    land: list[int] = []


class Undone(Step, frozen=True):
    """A seat undid its last action: the match has this many events again."""

    seat: int
    length: int


class Away(Step, frozen=True):
    """A bot plays for the player from now on; without a bot, the player is back."""

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
    """The time of its decision, in milliseconds since 1970."""
    message: str | None
    """The id of the message that requested it; None without one."""
    step: AnyStep
    by: int | None = None
    """The owner (see `Chair.owner`) who requested it; None for the hall and bots."""
    chain: bytes = b""
    """The hash over this step and all before it."""
