"""Results of the thinking room, and the level that found them."""

from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

Reason: TypeAlias = Literal["preparing", "busy", "failed"]
"""Why a weaker level answers: the bot is still being made ready, too many think, or it found no answer."""


class Found(NamedTuple, Generic[T]):
    """A result, and the level that found it."""

    result: T
    level: str
    reason: Reason | None = None
    """Why it was not the level that was asked; None if it was."""
