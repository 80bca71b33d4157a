"""The difference of two choices, by the parts of their values that a game names."""

from collections.abc import Mapping
from typing import Any

from quincunx.core.contract import Part
from quincunx.core.messages import Message, Sentence
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import decimal, percent


def parts_of(spec: GameSpec, view: Any, seat: Seat, action: int) -> dict[str, Part]:
    """Return what makes an action good or bad, by its name."""
    if not spec.has_part("reasons"):
        return {}
    return {str(part.what): part for part in spec.part("reasons").parts_after(view, seat, action)}


def compared(
    this: Mapping[str, Part], other: Mapping[str, Part], said: Sentence
) -> tuple[list[Message], list[Message]]:
    """Return the parts in which one is worse than another, and those in which it is better."""
    found: tuple[list[Message], list[Message]] = [], []
    for name, part in this.items():
        if name not in other:
            continue
        is_count = all(float(one.amount).is_integer() for one in (part, other[name]))
        amounts = [_shown(one, digits=0 if is_count else 1) for one in (part, other[name])]
        if amounts[0] != amounts[1]:
            more = part.amount > other[name].amount
            found[more != part.is_cost].append(said(what=part.what, amount=amounts[0], other=amounts[1]))
    return found


def _shown(part: Part, digits: int) -> Message:
    return percent(part.amount) if part.is_share else decimal(part.amount, digits)
