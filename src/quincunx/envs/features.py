"""A view as numbers for a learner: named parts, derived from the schema and its ranges alone.

Every int of a view becomes one part, by the range that its field declares:

    few values        one number for each value, 1 at the one it has (all 0 if it is hidden)
    a set as bits     one number for each member, 1 if it is in the set (all -1 if it is hidden)
    many values       one number from 0 to 1 (-1 if it is hidden); an unbounded one by its logarithm

The last part says whose view it is. `Features(spec).explain(vector)` decodes a vector to names and values.
"""

from functools import cache
from math import expm1, log1p
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx.core.fields import COUNTED, Field
from quincunx.core.seats import HIDDEN, MAX_SEATS, Seat
from quincunx.core.spec import GameSpec

if TYPE_CHECKING:
    import numpy

FEW = 12
"""Fields with at most this many values are one-hot encoded."""

ONE_OF, SET, SCALED, GROWING = range(4)
"""The kinds of parts."""
KIND, LEAST, MOST, START = range(4)
"""Columns of the plan that compiled code fills features by: a row for each int of a state."""


class Part(NamedTuple):
    """The place of one int of a view in the vector."""

    name: str
    kind: int
    least: int
    most: int
    start: int
    length: int


def _kind(field: Field) -> int:
    least, most = field.span.least, field.span.most
    if most - least < FEW:
        return ONE_OF
    if least == 0 and most & (most + 1) == 0:
        return SET
    return GROWING if most >= COUNTED.most else SCALED


def _length(kind: int, field: Field) -> int:
    least, most = field.span.least, field.span.most
    return {ONE_OF: most - least + 1, SET: most.bit_length()}.get(kind, 1)


def _names(field: Field) -> list[str]:
    if not field.shape:
        return [field.name]
    if len(field.shape) == 1:
        return [f"{field.name}[{index}]" for index in range(field.shape[0])]
    rows, columns = field.shape
    return [f"{field.name}[{row}, {column}]" for row in range(rows) for column in range(columns)]


class Features:
    """The vector of one game."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.parts: list[Part] = []
        start = 0
        for field in spec.state.FIELDS:
            kind = _kind(field)
            for name in _names(field):
                part = Part(name, kind, field.span.least, field.span.most, start, _length(kind, field))
                self.parts.append(part)
                start += part.length
        self.me = start
        """The offset of the part that encodes the viewer's seat."""
        self.length = start + MAX_SEATS

    def plan(self) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """For compiled code: kind, least, most and start of every int of a state."""
        import numpy as np

        return np.array([(part.kind, part.least, part.most, part.start) for part in self.parts], np.int64)

    def encode(self, view: Any, seat: Seat) -> "numpy.ndarray[Any, numpy.dtype[numpy.float32]]":
        """A seat's view as numbers."""
        import numpy as np

        out = np.zeros(self.length, np.float32)
        for part, number in zip(self.parts, view.ints(), strict=True):
            write_part(number, part.kind, part.least, part.most, part.start, out)
        if seat < MAX_SEATS:
            out[self.me + seat] = 1
        return out

    def explain(self, vector: Any) -> dict[str, int | None]:
        """Decode a vector: by name of the part, the number in the view; None where it is hidden."""
        if len(vector) != self.length:
            raise ValueError(f"features of {self.spec.title} are {self.length} numbers, not {len(vector)}")
        said = {part.name: _read(part, vector[part.start : part.start + part.length]) for part in self.parts}
        mine = [seat for seat in range(MAX_SEATS) if vector[self.me + seat] > 0.5]
        return said | {"me": mine[0] if mine else None}


def write_part(number: int, kind: int, least: int, most: int, start: int, out: Any) -> None:
    """Write one int of a view as numbers into `out`, which is 0 there. Compiled and interpreted."""
    hidden = number == HIDDEN and least > HIDDEN
    if kind == ONE_OF:
        if not hidden:
            out[start + number - least] = 1.0
    elif kind == SET:
        member = 0
        while most >> member:
            out[start + member] = -1.0 if hidden else float(number >> member & 1)
            member += 1
    elif hidden:
        out[start] = -1.0
    elif kind == SCALED:
        out[start] = (number - least) / (most - least)
    else:
        out[start] = log1p(number) / log1p(most)


def _read(part: Part, numbers: Any) -> int | None:
    if part.kind == ONE_OF:
        return next((part.least + index for index, number in enumerate(numbers) if number > 0.5), None)
    if numbers[0] < -0.5:
        return None
    if part.kind == SET:
        return sum(1 << member for member, number in enumerate(numbers) if number > 0.5)
    if part.kind == SCALED:
        return part.least + round(float(numbers[0]) * (part.most - part.least))
    return round(expm1(float(numbers[0]) * log1p(part.most)))


@cache
def features_of(spec: GameSpec) -> Features:
    """The features of a game."""
    return Features(spec)
