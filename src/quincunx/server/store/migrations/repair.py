"""Repairs SQLite files that an older version has left in the middle of an upgrade.

Older versions upgraded SQLite files without a transaction: killed in between, they left a file that nobody could open.
Such a half upgrade is undone here, before the usual upgrade and in the same transaction.
"""

from sqlalchemy import Connection, inspect, text

from quincunx.core.words import quoted
from quincunx.server import words
from quincunx.server.store.sqlite_file import StoreError

MOVED_ASIDE = {"entries": "old_entries", "tables": "old_tables"}


def repair(connection: Connection, version: str | None) -> None:
    """Undo what an upgrade has done that was cut short, if there was one."""
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL has always done it in one transaction
    if version is None:
        _drop_half_made(connection)
    elif version == "0001":
        _move_back(connection)


def _drop_half_made(connection: Connection) -> None:
    """The first start of a hall was cut short: some tables are there and empty."""
    for name in MOVED_ASIDE:
        _drop_empty(connection, name)


def _move_back(connection: Connection) -> None:
    """The way to 0002 was cut short: the index is gone, tables are renamed, new ones may be there and empty."""
    for name, aside in MOVED_ASIDE.items():
        if inspect(connection).has_table(aside):
            _drop_empty(connection, name)
            connection.execute(text(f"alter table {aside} rename to {name}"))
    connection.execute(text("create index if not exists tables_by_status on tables (status, touched)"))


def _drop_empty(connection: Connection, name: str) -> None:
    if not inspect(connection).has_table(name):
        return
    if connection.execute(text(f"select 1 from {name} limit 1")).first() is not None:
        raise StoreError(words.FOREIGN_TABLE(name=quoted(name)))
    connection.execute(text(f"drop table {name}"))
