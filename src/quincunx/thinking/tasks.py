"""Questions to workers and their replies: msgpack frames, each with its length in front."""

from typing import Literal, TypeAlias

import msgspec

from quincunx.bots.advice import Advice
from quincunx.core.bots import Budget
from quincunx.solvers.valuer import Precision, Query, Valued

HEAD = 4
"""The number of bytes that hold the length of a frame."""

What: TypeAlias = Literal["answer", "weigh"]
"""The question to a bot: its action, or its advice."""
Result: TypeAlias = int | Advice
"""The answer of a bot: an action or advice."""


class Question(msgspec.Struct, array_like=True, tag="question", frozen=True):
    """Asks a bot about a position."""

    what: What
    package: str
    """The import path of the package that has the game's SPEC."""
    bot: str
    seat: int
    view: bytes
    legal: list[int]
    key: list[int]
    budget: Budget
    done: int | None = None
    """The action to advise about, which the seat has done."""


class Valuation(msgspec.Struct, array_like=True, tag="valuation", frozen=True):
    """Asks for the value of a moment of a match to every seat."""

    package: str
    bot: str
    """The bot that must be ready."""
    seats: int
    query: Query
    precision: Precision


class Preparation(msgspec.Struct, array_like=True, tag="preparation", frozen=True):
    """Asks to load, build or compile what a bot needs."""

    package: str
    bot: str


Task: TypeAlias = Question | Valuation | Preparation


class Reply(msgspec.Struct, array_like=True, frozen=True):
    """The answer, None after a preparation; or the error."""

    result: Result | None = None
    valued: Valued | None = None
    trouble: str | None = None


encode = msgspec.msgpack.Encoder().encode
decode_task = msgspec.msgpack.Decoder(Task).decode
decode_reply = msgspec.msgpack.Decoder(Reply).decode


def frame(message: Task | Reply) -> bytes:
    """A message as bytes, with its length in front."""
    data = encode(message)
    return len(data).to_bytes(HEAD, "big") + data
