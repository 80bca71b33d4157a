"""Tables of figures for people, as simulations and solutions print them."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column
from rich.table import Table as RichTable

from quincunx.core.messages import Message
from quincunx.core.render import say

WIDE = 10_000
"""More columns than any terminal has."""


def new_table(first: Message, *others: Message | str, texts: int = 1) -> RichTable:
    """A table of figures after one or more columns of text.

    The titles of columns are messages, or texts that are the same in every language.
    """
    table = FigureTable()
    table.add_column(say(first))
    for number, column in enumerate(others, 1):
        title = column if isinstance(column, str) else say(column)
        table.add_column(title, justify="left" if number < texts else "right", no_wrap=number >= texts)
    return table


def text_table(*titles: Message) -> RichTable:
    """A table of texts, which wrap in a narrow terminal."""
    return RichTable(*map(say, titles), box=SIMPLE_HEAD, pad_edge=False)


class FigureTable(RichTable):
    """A table that never cuts figures: in a narrow terminal it becomes several, each with the first column."""

    def __init__(self) -> None:
        super().__init__(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table itself, or those that it is divided into."""
        parts = list(self._parts(console, options))
        return super().__rich_console__(console, options) if len(parts) == 1 else parts

    def _parts(self, console: Console, options: ConsoleOptions) -> Iterator["FigureTable"]:
        first, *others = self.columns
        part = self._of((first,))
        for column in others:
            wider = self._of((*part.columns, column))
            natural = Measurement.get(console, options.update(width=WIDE), wider).maximum
            if natural > options.max_width and len(part.columns) > 1:
                yield part
                wider = self._of((first, column))
            part = wider
        yield part

    def _of(self, columns: Sequence[Column]) -> "FigureTable":
        """A table of some of the columns."""
        part = FigureTable()
        for column in columns:
            part.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap)
        for row in zip(*(column.cells for column in columns), strict=True):
            part.add_row(*row)
        return part
