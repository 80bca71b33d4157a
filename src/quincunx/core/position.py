"""Positions: read from text and checked for what would make play unsafe."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import index
from typing import Any

from quincunx.core import words
from quincunx.core.errors import NotationError
from quincunx.core.fields import COUNTED, Field, Grid, Schema, Span, parse_fields
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted

LONGEST = Span(0, COUNTED.most // 10)
"""The range, in a position, of a field that the rules only count up, such as rounds. It is a tenth of what the field
can hold, so that play from the position does not reach its end."""


def parse_position(spec: GameSpec, text: str) -> Any:
    """Return the state that a text describes; a NotationError names all its flaws."""
    state = parse_fields(spec.state, text)
    check_position(spec, state)
    return state


def check_position(spec: GameSpec, state: Schema) -> None:
    """Raise a NotationError that names all flaws, if the state has any.

    The last answers are cached, so that a position is checked once when it is read and then played from.
    """
    if found := list(_no_numbers(state)) or _found(spec, tuple(map(index, state.ints()))):
        raise NotationError(words.NO_POSITION(game=spec.title, flaws=words.together(found)))


@lru_cache(maxsize=128)
def _found(spec: GameSpec, numbers: tuple[int, ...]) -> tuple[Message, ...]:
    state = spec.state()
    state.set_ints(list(numbers))
    return tuple(flaws(spec, state, LONGEST))


def _no_numbers(state: Schema) -> Iterator[Message]:
    """Find the fields that do not hold the right number of ints."""
    for field in state.FIELDS:
        held = getattr(state, field.name, None)
        try:
            numbers = [index(number) for number in _cells(field, held)]
        except (TypeError, AttributeError):
            yield words.FIELD_IS_NO_NUMBER(field=quoted(field.name), text=quoted(held))
            continue
        if len(numbers) != field.length or (isinstance(held, Grid) and held.columns != field.shape[-1]):
            yield words.FIELD_NEEDS(field=quoted(field.name), count=field.length, text=quoted(held))


def _cells(field: Field, held: Any) -> Iterable[Any]:
    cells: Iterable[Any] = held.cells if len(field.shape) == 2 else held if field.shape else (held,)
    return cells


def flaws(spec: GameSpec, state: Schema, counted: Span = COUNTED) -> list[Message]:
    """List what makes a state invalid: numbers out of range, or else the game's flaws."""
    return list(_out_of_range(state, counted)) or list(spec.part("flaws").flaws(state))


def _out_of_range(state: Schema, counted: Span) -> Iterator[Message]:
    flat = state.ints()
    for field in state.FIELDS:
        span = counted if field.span == COUNTED else field.span
        said = words.ONE_OUT_OF_RANGE if field.shape else words.OUT_OF_RANGE
        for number in flat[field.start : field.start + field.length]:
            if number not in span:
                yield said(field=field.name, least=str(span.least), most=str(span.most), number=str(number))
                break
