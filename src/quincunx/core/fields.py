"""Declares a game's state: one class with an annotated field for each number or row of numbers.

The class gives two forms of the same bytes. Its objects are plain Python objects, on which the rules run interpreted;
`dtype_of` makes of its fields the type of a NumPy record, on which the same rules run compiled. A game writes:

    @schema
    class State(Schema):
        seats: Annotated[int, Span(1, 8)]
        \"\"\"The number of players.\"\"\"
        face: Annotated[Row, 10, Span(0, 5)]
        \"\"\"The side that each die shows.\"\"\"
        points: Annotated[Grid, 8, 10, Span(0, 60)]
        \"\"\"By seat and phase.\"\"\"

A `Span` is the range of a field at every moment of every match; a view may also contain `HIDDEN`. Every number is 32
bits wide in the record, because narrower ones would overflow in one mode and not in the other.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from quincunx.core import words
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.words import quoted

if TYPE_CHECKING:
    import numpy

AnySchema = TypeVar("AnySchema", bound="Schema")

Row: TypeAlias = list[int]
"""The type of a field that has several numbers; in compiled play it is an array."""


class Grid:
    """A field with rows and columns, `grid[row, column]`; an array in compiled play."""

    __slots__ = ("cells", "columns")

    def __init__(self, rows: int, columns: int) -> None:
        self.columns = columns
        self.cells = [0] * (rows * columns)

    def __getitem__(self, at: tuple[int, int]) -> int:
        row, column = at
        if not (0 <= column < self.columns and row >= 0):
            raise IndexError(f"no cell {at} in a grid of {self.columns} columns")
        return self.cells[row * self.columns + column]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        row, column = at
        if not (0 <= column < self.columns and row >= 0):
            raise IndexError(f"no cell {at} in a grid of {self.columns} columns")
        self.cells[row * self.columns + column] = value

    def copy(self) -> "Grid":
        """Another grid with the same cells. Not for compiled rules."""
        other = Grid.__new__(Grid)
        other.columns, other.cells = self.columns, self.cells[:]
        return other

    def row(self, index: int) -> list[int]:
        """A copy of one row. Not for compiled rules."""
        return self.cells[index * self.columns : (index + 1) * self.columns]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.columns, self.cells) == (other.columns, other.cells)

    __hash__ = None  # type: ignore[assignment]  # mutable, like list

    def __repr__(self) -> str:
        rows = len(self.cells) // self.columns
        return f"Grid({', '.join(str(self.row(index)) for index in range(rows))})"


@dataclass(frozen=True)
class Span:
    """The range of a field's numbers, both ends included."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if not -(2**31) <= self.least <= self.most < 2**31:
            raise TypeError(f"{self.least} to {self.most} is not a range of 32-bit numbers")

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


WIDEST = Span(-(2**31), 2**31 - 1)
"""The span of a field that names none."""

COUNTED = Span(0, 100_000)
"""The span of what the rules let grow without end, such as rounds. No match gets near its end."""


@dataclass(frozen=True)
class Field:
    """One field of a schema."""

    name: str
    shape: tuple[int, ...]
    """Nothing for a single number, else the length of a row, or the rows and columns of a grid."""
    start: int
    """The place of its first number in the list of all numbers of the state."""
    span: Span = WIDEST
    """The range of its numbers."""

    @property
    def length(self) -> int:
        """The number of its ints."""
        length = 1
        for extent in self.shape:
            length *= extent
        return length


class Schema:
    """Base of every game's `State`, which `schema` completes: a plain object whose fields start at zero."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    LENGTH: ClassVar[int] = 0
    """The number of ints in a state."""

    def __init__(self) -> None:
        if not self.FIELDS:
            raise TypeError(f"{type(self).__qualname__} has no fields: declare some, and decorate it with @schema")
        self.clear()

    def clear(self) -> None:
        """Set every field to zero."""
        for field in self.FIELDS:
            setattr(self, field.name, _zero(field.shape))

    def ints(self) -> list[int]:
        """All fields as one flat list."""
        flat: list[int] = []
        for field in self.FIELDS:
            value = getattr(self, field.name)
            if not field.shape:
                flat.append(value)
            else:
                flat.extend(value if len(field.shape) == 1 else value.cells)
        return flat

    def set_ints(self, flat: list[int]) -> None:
        """Set all fields from one flat list."""
        if len(flat) != self.LENGTH:
            raise ValueError(f"{type(self).__qualname__} has {self.LENGTH} ints, not {len(flat)}")
        for field in self.FIELDS:
            part = flat[field.start : field.start + field.length]
            if not field.shape:
                setattr(self, field.name, part[0])
            elif len(field.shape) == 1:
                setattr(self, field.name, part)
            else:
                grid = Grid(*field.shape)
                grid.cells = part
                setattr(self, field.name, grid)

    def duplicate(self) -> Self:
        """Another state with the same fields."""
        raise NotImplementedError("every subclass has its own, written out for its fields")

    def to_bytes(self) -> bytes:
        """The same bytes as the record of compiled play."""
        return struct.pack(f"<{self.LENGTH}i", *self.ints())

    def set_bytes(self, data: bytes) -> None:
        """The inverse of `to_bytes`."""
        self.set_ints(list(struct.unpack(f"<{self.LENGTH}i", data)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and type(other) is type(self) and self.ints() == other.ints()

    __hash__ = None  # type: ignore[assignment]  # mutable: use to_bytes() as a key

    def __repr__(self) -> str:
        return f"{type(self).__name__}({format_fields(self)})"


def schema(cls: type[AnySchema]) -> type[AnySchema]:
    """Complete a class of annotated fields: it gets `FIELDS`, a slot for each field, and a quick `duplicate`.

    Slots keep a state small and quick to read, and keep anyone from setting another attribute. Only a new class can
    have them, so `dataclass` makes this one anew; it also knows where each version of Python keeps the annotations.
    """
    slotted = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields: list[Field] = []
    start = 0
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is not ClassVar:
            shape, span = _shape_and_span(cls, name, hint)
            fields.append(Field(name, shape, start, span))
            start += fields[-1].length
    slotted.FIELDS = tuple(fields)
    slotted.LENGTH = start
    slotted.duplicate = _duplicator(slotted.FIELDS)  # type: ignore[method-assign, assignment]  # for its fields
    return slotted


def _shape_and_span(cls: type, name: str, hint: Any) -> tuple[tuple[int, ...], Span]:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    span = notes.pop() if notes and isinstance(notes[-1], Span) else WIDEST
    wanted = 0 if kind is int else 1 if kind == Row else 2 if kind is Grid else None
    if len(notes) == wanted and all(isinstance(extent, int) and extent > 0 for extent in notes):
        return tuple(notes), span
    raise TypeError(
        f"{cls.__qualname__}.{name} must be int, Row with a length or Grid with rows and columns, "
        f"such as Annotated[Row, 10, Span(0, 5)], not {hint}"
    )


def _duplicator(fields: Iterable[Field]) -> Callable[[Any], Any]:
    """The method `duplicate` of a schema with these fields, made from source text, as `namedtuple` and `dataclass` do.

    Every action at a table of the hall calls it several times. Without source text (going through the fields by name,
    `attrgetter` and a constructor, copying a `__dict__`) it took at least 1.4 times as long.
    """
    copied = [f"other.{field.name} = state.{field.name}{'.copy()' if field.shape else ''}" for field in fields]
    body = ["other = new(type(state))", *copied, "return other"]
    space: dict[str, Any] = {"new": object.__new__}
    exec("def duplicate(state):\n    " + "\n    ".join(body), space)
    made: Callable[[Any], Any] = space["duplicate"]
    made.__doc__ = Schema.duplicate.__doc__
    return made


def _zero(shape: tuple[int, ...]) -> int | Row | Grid:
    if not shape:
        return 0
    return [0] * shape[0] if len(shape) == 1 else Grid(*shape)


def dtype_of(schema: type[Schema]) -> "numpy.dtype[numpy.void]":
    """The NumPy record type of a schema: packed, every field int32."""
    import numpy as np

    taken = set(dir(np.record))
    for field in schema.FIELDS:
        if field.name in taken:
            raise TypeError(f"{schema.__qualname__}.{field.name}: the name is an attribute of numpy.record")
    return np.dtype([(field.name, "<i4", field.shape) for field in schema.FIELDS])


def records(schema: type[Schema], count: int) -> "numpy.ndarray[Any, numpy.dtype[numpy.void]]":
    """`count` states of a schema as NumPy records, all zero."""
    import numpy as np

    return np.zeros(count, dtype_of(schema))


def format_fields(state: Schema) -> str:
    """A state as text: `name=value` for every field that is not all zero.

    The numbers of a row have commas between them, the rows of a grid have slashes.
    """
    return " ".join(_field_texts(state)) or "blank"


def _field_texts(state: Schema) -> Iterator[str]:
    for field in state.FIELDS:
        value = getattr(state, field.name)
        if not field.shape:
            rows = [[value]]
        elif len(field.shape) == 1:
            rows = [list(value)]
        else:
            rows = [value.row(index) for index in range(field.shape[0])]
        if any(any(row) for row in rows):
            yield f"{field.name}={'/'.join(','.join(map(str, row)) for row in rows)}"


def parse_fields(schema: type[Schema], text: str) -> Schema:
    """The inverse of `format_fields`; a NotationError names every word that is wrong."""
    state = schema()
    fields = {field.name: field for field in schema.FIELDS}
    given: set[str] = set()
    unknown: list[Message | str] = []
    wrong: list[Message] = []
    for word in [] if text.strip() == "blank" else text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in fields:
            unknown.append(quoted(word))
        elif name in given:
            wrong.append(words.FIELD_TWICE(field=quoted(name)))
        else:
            given.add(name)
            wrong += _set_field(state, fields[name], value)
    if unknown:
        wrong.insert(0, _no_such_field(unknown, ", ".join(fields)))
    if wrong:
        raise NotationError(words.together(wrong))
    return state


def _no_such_field(unknown: list[Message | str], known: str) -> Message:
    if len(unknown) > 1:
        return words.NO_SUCH_FIELDS(words=unknown, known=known)
    return words.NO_SUCH_FIELD(word=unknown[0], known=known)


def _set_field(state: Schema, field: Field, text: str) -> Iterator[Message]:
    """Set a field to the value in the text, or yield the error."""
    try:
        rows = [[_int32(number) for number in row.split(",")] for row in text.split("/")]
    except ValueError:
        yield words.FIELD_IS_NO_NUMBER(field=quoted(field.name), text=quoted(text))
        return
    columns = field.shape[-1] if field.shape else 1
    expected = (field.shape[0] if len(field.shape) == 2 else 1, columns)
    if (len(rows), *{len(row) for row in rows}) != expected:
        yield words.FIELD_NEEDS(field=quoted(field.name), count=field.length, text=quoted(text))
    elif not field.shape:
        setattr(state, field.name, rows[0][0])
    elif len(field.shape) == 1:
        setattr(state, field.name, rows[0])
    else:
        getattr(state, field.name).cells = [number for row in rows for number in row]


def _int32(text: str) -> int:
    number = int(text)
    if not -(2**31) <= number < 2**31:
        raise ValueError
    return number
