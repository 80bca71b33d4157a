"""What tables need of a store, whatever it stores in."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from quincunx.protocol import TableSummary
from quincunx.server.store.record import Record
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry


class WriteResult(Enum):
    """What became of a write."""

    STORED = "stored"
    TAKEN = "taken"
    """Someone else has already stored a step with this number."""
    FENCED = "fenced"
    """Another process owns the table now: nothing that this one decides about it is stored any more."""
    FAILED = "failed"
    """The store did not answer, or refused: the step may have been stored or not."""


class Write(msgspec.Struct, gc=False):
    """What one table wants to be stored, all or nothing."""

    table: str
    number: int
    entries: Sequence[Entry]
    done: Callable[[WriteResult], None]
    summary: TableSummary | None = None
    listed: bool = True
    opened: TableRow | None = None
    record: Record | None = None
    """What the match leaves in the hall, when it is over."""
    epoch: int = 0
    """Under which the writer owns the table; set by the store."""


class Steps(Protocol):
    """What an authority needs of a store."""

    def append(self, write: Write) -> None:
        """Store this; `write.done` is called with the result."""
        ...

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The steps of a table after that number; a DamageError when one is missing or cannot be read."""
        ...


class TableStore(Steps, Protocol):
    """What the tables of a hall need of a store."""

    shared: bool
    """Whether others may store steps of the same tables at any time."""

    async def table(self, table: str) -> TableRow | None:
        """What is fixed of a table; a DamageError when it cannot be read."""
        ...
