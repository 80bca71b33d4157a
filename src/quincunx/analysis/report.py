"""The result of an analysis, as plain values for JSON.

Every value is a whole number of units: `scale` units are a sure win, or one point where one seat plays alone. For each
mark and seat, `before + luck + decision + correction` is the next mark's `before`, and the result after the last mark.
For each account, `start + luck + own + others + correction` is the result. Both hold to the last unit.
"""

from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

from quincunx.core.messages import Message
from quincunx.solvers.valuing import UNIT

Said = TypeVar("Said", Message, str)
"""A sentence: a message, or its text in one language."""

SCALE = UNIT

VERSION = 5
"""Raised whenever the same match gets another analysis or another form of it; older stored results are made again."""

Grade: TypeAlias = Literal["flawless", "master", "expert", "greedy", "random"]
"""The level that a seat decided like, by its error rate."""


class Alternative(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A choice that a seat had at a decision."""

    action: int
    text: str
    """The action in the notation of transcripts."""
    value: int
    """Its value to the seat, from what the seat could know."""
    gain: int
    """Its gain over the seat's choice. Trials with the same dice measure it better than the difference of two
    values."""
    error: int
    """The standard error of the gain; 0 if it is exact."""


class Mark(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One event of the match and its effect."""

    number: int
    """The number of events before it."""
    seat: int | None
    """The seat that decided; null for a die or a card."""
    text: str
    """The event in the notation of transcripts."""
    before: list[int]
    """By seat: the value of the state before the event, everything known."""
    error: int
    """The greatest standard error of these values; 0 if they are exact."""
    luck: list[int]
    """By seat: the value of a die or card less its expectation; for a decision, the effect of hidden things."""
    decision: list[int]
    """By seat: the effect of the decision compared with the best one; never above 0 for the seat that decided."""
    correction: list[int]
    """By seat: the discrepancy between the values before and after the event."""
    loss: int = 0
    """The loss of the decision for its seat, from what the seat could know; 0 unless another choice is proved to be
    better."""
    open_loss: int | None = None
    """The same with everything known; null where nothing was hidden."""
    choices: list[Alternative] = []
    """The choices of the seat: first its own, then the others, best first; empty if there was nothing to decide."""


class Account(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The account of one seat."""

    seat: int
    name: str
    start: int
    """The value when the match began."""
    luck: int
    own: int
    """The sum of its own decisions: 0 at best."""
    others: int
    """The sum of the others' decisions for this seat."""
    correction: int
    """The sum of discrepancies between values; 0 where they are exact."""
    result: int
    adjusted: int
    """The result without the luck."""
    decisions: int
    """The number of decisions with something to decide."""
    error_rate: int
    """The mean loss of these; 0 if there were none."""
    grade: Grade | None
    """The level that decides about as well; null if there was nothing to decide or no level is measured."""


class Highlight(msgspec.Struct, Generic[Said], forbid_unknown_fields=True, frozen=True):
    """A costly mistake or a lucky roll."""

    seat: int
    """The seat that lost or won by it."""
    first: int
    """The number of its first event: the decision, or the first die of the roll."""
    last: int
    amount: int
    """Its cost or gain, above 0."""
    said: Said


class Analysis(msgspec.Struct, Generic[Said], forbid_unknown_fields=True, frozen=True):
    """An analysis of a finished match."""

    game: str
    title: str
    """The game's name for people."""
    rules: int
    seats: int
    names: list[str]
    variants: dict[str, str]
    unit: Literal["wins", "points"]
    scale: int
    """The number of units in a sure win, or in a point."""
    exact: bool
    """Whether the values are exact."""
    deep: bool
    trials: int
    """The number of trials behind the values."""
    variance_factor: float | None
    """The number of plain playouts that one trial replaces, by their variances; null where values are exact."""
    marks: list[Mark]
    accounts: list[Account]
    mistakes: list[Highlight[Said]]
    """The three dearest mistakes, dearest first."""
    rolls: list[Highlight[Said]]
    """The three luckiest rolls, luckiest first."""
