"""The interface of a store for tables."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from quincunx.protocol import TableSummary
from quincunx.server.store.record import Record
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry


class WriteResult(Enum):
    """The result of a write."""

    STORED = "stored"
    TAKEN = "taken"
    """Another writer has already stored a step with this number."""
    FENCED = "fenced"
    """Another process owns the table now: this one stores no more of its steps."""
    FAILED = "failed"
    """The store did not answer, or refused: the step may have been stored or not."""


class Write(msgspec.Struct, gc=False):
    """One table's write, all or nothing."""

    table: str
    number: int
    entries: Sequence[Entry]
    done: Callable[[WriteResult], None]
    summary: TableSummary | None = None
    listed: bool = True
    opened: TableRow | None = None
    record: Record | None = None
    """The record of the match, if this write ends it."""
    epoch: int = 0
    """The epoch under which the writer owns the table; set by the store."""


class Steps(Protocol):
    """The interface of a store for an authority."""

    def append(self, write: Write) -> None:
        """Store this, and call `write.done` with the result."""
        ...

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the steps of a table after that number; raise DamageError if one is missing or cannot be read."""
        ...


class TableStore(Steps, Protocol):
    """The interface of a store for the tables of a hall."""

    shared: bool
    """Whether others may store steps of the same tables at any time."""

    async def table(self, table: str) -> TableRow | None:
        """Return the fixed facts of a table; raise DamageError if they cannot be read."""
        ...
