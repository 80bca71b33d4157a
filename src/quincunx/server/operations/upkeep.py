"""Upkeep of a hall's database: `quincunx hall --tidy` and `--backup`."""

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

from rich.progress import Progress

from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError, system_reason
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.words import decimal
from quincunx.server import words
from quincunx.server.operations.open_hall import default_db
from quincunx.server.operations.run import set_up_logs
from quincunx.server.store.database import database_url
from quincunx.server.store.errors import StoreError
from quincunx.server.store.sqlite_file import copy_database
from quincunx.server.store.store import Store
from quincunx.server.store.tidying import Tidied, cutoffs

LEAST_ROOM = 50_000
"""Freed bytes below this are not mentioned: they would print as 0.0 MB."""


def tidy_hall(db: str | None, keep_days: int | None) -> None:
    """Delete expired tables once, and print how many."""
    set_up_logs()
    if file := _file_of(db):
        _expect(file)
    tidied, freed = asyncio.run(_tidy(db or default_db(), keep_days))
    PlainConsole().print(say(_said(tidied, freed)))


def _file_of(db: str | None) -> str | None:
    """Return the SQLite file of a hall, None for another database."""
    url = database_url(db or default_db())
    return url.database or None if url.get_backend_name() == "sqlite" else None


def _expect(file: str) -> None:
    if not Path(file).is_file():
        raise SetupError(words.NO_FILE(file=file))


def _said(tidied: Tidied, freed: int) -> Message:
    room, freed = decimal(freed / 1e6), freed if freed >= LEAST_ROOM else 0
    if not tidied.tables:
        return words.NOTHING_BUT_SMALLER(room=room) if freed else words.NOTHING_TO_TIDY()
    steps = words.WITH_STEPS(count=tidied.steps)
    if not freed:
        return words.GONE(count=tidied.tables, steps=steps)
    return words.GONE_AND_SMALLER(count=tidied.tables, steps=steps, room=room)


async def _tidy(db: str, keep_days: int | None) -> tuple[Tidied, int]:
    store = Store(db)
    await store.open()
    try:
        return await store.tidy(cutoffs(time.time_ns() // 1_000_000, keep_days)), await store.compact()
    except StoreError as error:
        raise StoreError(words.CANNOT_TIDY(reason=str(error))) from error
    finally:
        await store.close()


def back_up_hall(db: str | None, target: Path) -> None:
    """Copy the SQLite file of a hall, open or not, as it is at one moment."""
    file = _file_of(db)
    if file is None:
        raise SetupError(words.ONLY_SQLITE())
    _expect(file)
    if target.exists():
        raise SetupError(words.THERE_ALREADY(file=str(target)))
    errors = PlainConsole(stderr=True)
    with (
        contextlib.closing(sqlite3.connect(file, isolation_level=None)) as source,
        Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress,
    ):
        task = progress.add_task(say(words.COPYING()))
        try:
            copy_database(source, target, lambda done, total: progress.update(task, completed=done, total=total))
        except (sqlite3.Error, OSError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else str(error)
            raise SetupError(words.CANNOT_COPY(file=file, target=str(target), reason=reason)) from None
    PlainConsole().print(say(words.COPIED(file=str(target), size=decimal(target.stat().st_size / 1e6))))
