"""A single position as text: what `Match.position` writes, read back and checked."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import Any

from quincunx.core import words
from quincunx.core.errors import NotationError
from quincunx.core.fields import COUNTED, Schema, Span, parse_fields
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec

LONGEST = Span(0, COUNTED.most // 10)
"""What a position may say of a field that the rules only count up, such as rounds. It is a tenth of what the field can
hold, so that a match that is played on from the position does not come to the end of it."""


def parse_position(spec: GameSpec, text: str) -> Any:
    """The state that a text describes; a NotationError names everything that cannot be."""
    state = parse_fields(spec.state, text)
    check_position(spec, state)
    return state


def check_position(spec: GameSpec, state: Schema) -> None:
    """A NotationError names everything that makes this no position of the game.

    The last answers are kept, so that a position that is read and then begun from is examined once.
    """
    if found := _found(spec, tuple(state.ints())):
        together = reduce(lambda one, other: words.AND_THEN(one=one, other=other), found)
        raise NotationError(words.NO_POSITION(game=spec.title, flaws=together))


@lru_cache(maxsize=128)
def _found(spec: GameSpec, numbers: tuple[int, ...]) -> tuple[Message, ...]:
    state = spec.state()
    state.set_ints(list(numbers))
    return tuple(flaws(spec, state))


def flaws(spec: GameSpec, state: Schema) -> list[Message]:
    """Everything that makes this no position of the game: numbers out of range, else what the game itself finds."""
    return list(_out_of_range(state)) or list(spec.part("flaws").flaws(state))


def _out_of_range(state: Schema) -> Iterator[Message]:
    flat = state.ints()
    for field in state.FIELDS:
        span = LONGEST if field.span == COUNTED else field.span
        said = words.ONE_OUT_OF_RANGE if field.shape else words.OUT_OF_RANGE
        for number in flat[field.start : field.start + field.length]:
            if number not in span:
                yield said(field=field.name, least=str(span.least), most=str(span.most), number=str(number))
                break
