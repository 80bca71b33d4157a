"""Questions to the thinking room, and its results."""

from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec

T = TypeVar("T")

Reason: TypeAlias = Literal["preparing", "busy", "failed"]
"""The reasons for a weaker level: the bot is not ready yet, too many bots think, or it found no answer."""


class Decision(NamedTuple):
    """A decision that a bot makes or advises about, from what its seat may know."""

    spec: GameSpec
    view: Any
    seat: Seat
    legal: list[int]
    key: list[int]
    """The key of the bot's random choices."""
    table: str = ""
    address: str = ""
    """The address that opened the table: addresses share the workers' time, then the tables of each."""


class Found(NamedTuple, Generic[T]):
    """A result, and the level that found it."""

    result: T
    level: str
    reason: Reason | None = None
    """Why another level answered; None if the requested one did."""
