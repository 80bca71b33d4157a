"""Stores the steps of tables in the browser's database."""

import asyncio
from typing import Protocol

import msgspec
import structlog

from quincunx.server import words
from quincunx.server.store.errors import DamageError
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.state import TableRow
from quincunx.table.steps import AnyStep, Entry

log = structlog.get_logger()


class Kept(msgspec.Struct, array_like=True, frozen=True):
    """A stored step."""

    seq: int
    at: int
    message: str | None
    step: AnyStep
    by: int | None
    chain: str


class Change(msgspec.Struct, frozen=True):
    """A write: steps of one table, and the table itself if it is new."""

    table: str
    steps: list[Kept]
    opened: TableRow | None = None


encode = msgspec.json.Encoder().encode
decode_row = msgspec.json.Decoder(TableRow).decode
decode_steps = msgspec.json.Decoder(list[Kept]).decode


class Database(Protocol):
    """A database of the browser; its values are JSON."""

    async def table(self, table: str) -> str | None:
        """Return the fixed facts of a table."""
        ...

    async def steps(self, table: str, after: int) -> str:
        """The steps of a table after that number."""
        ...

    async def write(self, change: str) -> bool:
        """Store a `Change`, all or nothing; false if a step of the same number is there."""
        ...


class BrowserStore:
    """Writes and reads what the page's own hall stores. Another tab may write to the same tables."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writing: set[asyncio.Task[None]] = set()

    def append(self, write: Write) -> None:
        """Store this, and call `write.done` with the result."""
        task = asyncio.get_running_loop().create_task(self._write(write))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, write: Write) -> None:
        steps = [
            Kept(entry.seq, entry.at, entry.message, entry.step, entry.by, entry.chain.hex()) for entry in write.entries
        ]
        try:
            is_stored = await self._database.write(encode(Change(write.table, steps, write.opened)).decode())
        except Exception as error:  # any error of the browser: the waiting caller must get it
            log.error("store_failed", table=write.table, error=str(error))
            write.done(WriteResult.FAILED)
        else:
            write.done(WriteResult.STORED if is_stored else WriteResult.TAKEN)

    async def table(self, table: str) -> TableRow | None:
        """Return the fixed facts of a table."""
        found = await self._database.table(table)
        return None if found is None else decode_row(found)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the steps of a table after that number; raise DamageError if one cannot be read."""
        try:
            kept = decode_steps(await self._database.steps(table, after))
        except msgspec.MsgspecError as error:
            raise DamageError(table, words.STEP_UNREADABLE(step=str(after + 1), reason=str(error))) from error
        return [Entry(one.seq, one.at, one.message, one.step, one.by, bytes.fromhex(one.chain)) for one in kept]
