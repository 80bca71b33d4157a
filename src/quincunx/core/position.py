"""A single position as text: what `Match.position` writes, read back and checked."""

from collections.abc import Iterator
from typing import Any

from quincunx.core.errors import NotationError
from quincunx.core.fields import COUNTED, Field, Schema, Span, parse_fields
from quincunx.core.spec import GameSpec

LONGEST = Span(0, COUNTED.most // 10)
"""What a position may claim of a field that only counts up, so that a match played on from it keeps within the span."""


def parse_position(spec: GameSpec, text: str) -> Any:
    """The state that a text describes; a NotationError names everything that cannot be."""
    state = parse_fields(spec.state, text)
    found = flaws(spec, state)
    if found:
        raise NotationError(f"no position of {spec.title}: {'; '.join(found)}")
    return state


def flaws(spec: GameSpec, state: Schema) -> list[str]:
    """Everything that makes this no position of the game: numbers out of range, else what the game itself finds."""
    return list(_out_of_range(state)) or list(spec.part("flaws").flaws(state))


def _out_of_range(state: Schema) -> Iterator[str]:
    flat = state.ints()
    for field in state.FIELDS:
        span = LONGEST if field.span == COUNTED else field.span
        for number in flat[field.start : field.start + field.length]:
            if number not in span:
                yield f"{_numbers_of(field)} {span.least} to {span.most}, not {number}"
                break


def _numbers_of(field: Field) -> str:
    return f"the numbers of {field.name} must be" if field.shape else f"{field.name} must be"
