"""Tables of figures for people, as simulations and solutions print them."""

from rich.box import SIMPLE_HEAD
from rich.table import Table as RichTable

from quincunx.core.messages import Message
from quincunx.core.render import say


def new_table(first: Message, *others: Message | str) -> RichTable:
    """A table of figures; the titles of columns are messages, or texts that are the same in every language."""
    table = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(say(first))
    for column in others:
        table.add_column(column if isinstance(column, str) else say(column), justify="right", no_wrap=True)
    return table
