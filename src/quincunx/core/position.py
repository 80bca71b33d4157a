"""A single position as text: what `Match.position` writes, read back and checked."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
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
"""What a position may say of a field that the rules only count up, such as rounds. It is a tenth of what the field can
hold, so that a match that is played on from the position does not come to the end of it."""


def parse_position(spec: GameSpec, text: str) -> Any:
    """The state that a text describes; a NotationError names everything that cannot be."""
    state = parse_fields(spec.state, text)
    check_position(spec, state)
    return state


def check_position(spec: GameSpec, state: Schema) -> None:
    """A NotationError names everything that makes this no position of the game to begin from.

    The last answers are kept, so that a position that is read and then begun from is examined once.
    """
    if found := list(_no_numbers(state)) or _found(spec, tuple(map(index, state.ints()))):
        raise NotationError(words.NO_POSITION(game=spec.title, flaws=words.together(found)))


@lru_cache(maxsize=128)
def _found(spec: GameSpec, numbers: tuple[int, ...]) -> tuple[Message, ...]:
    state = spec.state()
    state.set_ints(list(numbers))
    return tuple(flaws(spec, state, LONGEST))


def _no_numbers(state: Schema) -> Iterator[Message]:
    """Fields that hold anything but as many whole numbers as they have."""
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
    """Everything that makes this no state of the game: numbers out of range, and what the game finds in the others."""
    wrong = dict(_out_of_range(state, counted))
    return [*wrong.values(), *all_of(_InRange(state, wrong) if wrong else state, spec.part("flaws").flaws)]


def _out_of_range(state: Schema, counted: Span) -> Iterator[tuple[str, Message]]:
    flat = state.ints()
    for field in state.FIELDS:
        span = counted if field.span == COUNTED else field.span
        said = words.ONE_OUT_OF_RANGE if field.shape else words.OUT_OF_RANGE
        for number in flat[field.start : field.start + field.length]:
            if number not in span:
                least, most = str(span.least), str(span.most)
                yield field.name, said(field=field.name, least=least, most=most, number=str(number))
                break


class OutOfRangeError(Exception):
    """A check asks for a field whose numbers are out of range."""


class _InRange:
    """A state that tells only the fields whose numbers are in range."""

    def __init__(self, state: Schema, wrong: Iterable[str]) -> None:
        self._state = state
        self._wrong = {"ints", "duplicate", *wrong}

    def __getattr__(self, name: str) -> Any:
        if name in self._wrong:
            raise OutOfRangeError(name)
        return getattr(self._state, name)


def all_of(state: Any, *checks: Callable[[Any], Iterator[Message]]) -> Iterator[Message]:
    """What all checks find; one that needs a field whose numbers are out of range finds no more."""
    for check in checks:
        with suppress(OutOfRangeError):
            yield from check(state)
