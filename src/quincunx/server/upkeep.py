"""What whoever runs a hall does to its database: `quincunx hall --tidy` and `--backup`."""

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

from rich.progress import Progress
from sqlalchemy.exc import SQLAlchemyError

from quincunx.core.errors import SetupError
from quincunx.server.commands import default_db
from quincunx.server.database import database_url
from quincunx.server.dbfile import StoreError, copy_database
from quincunx.server.run import set_up_logs
from quincunx.server.store import Store
from quincunx.server.tidying import Tidied, cutoffs
from quincunx.tui.console import PlainConsole


def tidy_hall(db: str | None, keep_days: int | None) -> None:
    """Throw away what is not kept, once, and say what that was."""
    set_up_logs()
    tidied, freed = asyncio.run(_tidy(db or default_db(), keep_days))
    gone = f"{tidied.tables:,} tables and their {tidied.steps:,} steps are gone"
    room = f"; the file is {freed / 1e6:,.1f} MB smaller" if freed else ""
    PlainConsole().print(f"{gone}{room}." if tidied.tables else f"There is nothing to tidy{room}.")


async def _tidy(db: str, keep_days: int | None) -> tuple[Tidied, int]:
    store = Store(db)
    await store.open()
    try:
        return await store.tidy(cutoffs(time.time_ns() // 1_000_000, keep_days)), await store.compact()
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"the database cannot be tidied: {error}") from error
    finally:
        await store.close()


def back_up_hall(db: str | None, target: Path) -> None:
    """Copy the SQLite file of a hall that may be open, all of it as it was at one moment."""
    url = database_url(db or default_db())
    if url.get_backend_name() != "sqlite" or not url.database:
        raise SetupError("only a SQLite file is copied like this; for PostgreSQL there is pg_dump")
    if not Path(url.database).is_file():
        raise SetupError(f"there is no {url.database}")
    if target.exists():
        raise SetupError(f"{target} is there already: name another file")
    errors = PlainConsole(stderr=True)
    with (
        contextlib.closing(sqlite3.connect(url.database, isolation_level=None)) as source,
        Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress,
    ):
        task = progress.add_task("copying")
        try:
            copy_database(source, target, lambda done, total: progress.update(task, completed=done, total=total))
        except (sqlite3.Error, OSError) as error:
            raise SetupError(f"{url.database} cannot be copied to {target}: {error}") from None
    PlainConsole().print(f"The hall is copied to {target} ({target.stat().st_size / 1e6:,.1f} MB).")
