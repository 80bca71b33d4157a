"""The tables of a hall: the lobby's list, those in play, closing one."""

from collections.abc import Sequence

import msgspec
import structlog
from sqlalchemy import Connection, func, select, update

from quincunx.protocol import TableSummary
from quincunx.server.store.book import strike_out
from quincunx.server.store.dailies import strike_try
from quincunx.server.store.errors import UNREADABLE
from quincunx.server.store.ratings import strike_rated
from quincunx.server.store.schema import CLOSED, entries, tables

log = structlog.get_logger()


def read_lobby(connection: Connection, since: int, limit: int) -> list[TableSummary]:
    """Return listed tables that are waiting or playing and were touched since then, newest first.

    If there are more than `limit`, the newest of each opening address come first, then the second of each, so that
    nobody fills the list alone.
    """
    rank = func.row_number().over(partition_by=tables.c.opener, order_by=tables.c.created.desc())
    listed = (
        select(tables.c.id, tables.c.summary, tables.c.created)
        .where(tables.c.status.in_(("waiting", "playing")), tables.c.listed, tables.c.touched >= since)
        .order_by(rank, tables.c.created.desc(), tables.c.id)
        .limit(limit)
        .subquery()
    )
    rows = connection.execute(select(listed.c.id, listed.c.summary).order_by(listed.c.created.desc(), listed.c.id))
    return [summary for table, text in rows if (summary := _summary(table, text)) is not None]


def _summary(table: str, text: str) -> TableSummary | None:
    try:
        return msgspec.json.decode(text, type=TableSummary)
    except UNREADABLE as error:
        log.error("summary_unreadable", table=table, error=str(error))
        return None


def read_summary(connection: Connection, table: str) -> TableSummary | None:
    """Return a table's line for the lobby, listed or not; None if there is none, or it is closed."""
    if "\0" in table:  # PostgreSQL takes no such text
        return None
    here = (tables.c.id == table, tables.c.status != CLOSED)
    text = connection.scalar(select(tables.c.summary).where(*here))
    return None if text is None else _summary(table, text)


def in_play(connection: Connection, since: int, limit: int) -> list[str]:
    """Return tables that are playing and have moved since then."""
    rows = connection.execute(
        select(tables.c.id)
        .join(entries, entries.c.table_number == tables.c.number)
        .where(tables.c.status == "playing")
        .group_by(tables.c.id)
        .having(func.max(entries.c.at) >= since)
        .order_by(func.max(entries.c.at).desc())
        .limit(limit)
    )
    return [table for (table,) in rows]


def statuses_of(connection: Connection, found: Sequence[str]) -> dict[str, str]:
    """Return the statuses of those of these tables that exist."""
    rows = connection.execute(select(tables.c.id, tables.c.status).where(tables.c.id.in_(found)))
    return {row.id: row.status for row in rows}


def shut_table(connection: Connection, table: str) -> bool:
    """Close this table for good; return whether it exists."""
    shut = update(tables).where(tables.c.id == table)
    shut = shut.values(status=CLOSED, listed=False, process=None, epoch=tables.c.epoch + 1)
    found = connection.execute(shut).rowcount > 0
    strike_out(connection, table)
    strike_try(connection, table)
    strike_rated(connection, table)
    return found
