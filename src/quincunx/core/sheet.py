"""The printed page of a game: score sheet and player aid."""

from typing import NamedTuple

from quincunx.core.messages import Message


class Scores(NamedTuple):
    """A table to write into, with a column per player."""

    rows: tuple[Message | str, ...]
    columns: int


class Track(NamedTuple):
    """Spaces in a row for a scorer, some of them marked."""

    spaces: int
    marked: frozenset[int]
    per_row: int


class Boards(NamedTuple):
    """Grids of boxes to write into; every box has a small label."""

    grids: tuple[tuple[tuple[str, ...], ...], ...]
    """By grid and row: the labels."""
    boxes: int
    """Single boxes beside them."""
    copies: int
    """The number of boards on a page."""
    legend: tuple[tuple[str, Message], ...] = ()
    """The meaning of the letters in the labels."""


class Chart(NamedTuple):
    """A table to look things up in."""

    rows: tuple[tuple[Message | str, ...], ...]


class Sheet(NamedTuple):
    """One page."""

    parts: tuple[Scores | Track | Boards | Chart, ...]
    aid: tuple[int, ...]
    """The sentences of the rules (§) that a player looks up."""
