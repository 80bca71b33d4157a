"""Deletes old tables: those that never began after a week, the others after the days that `--keep` names."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select

from quincunx.server.store.schema import CLOSED, entries, tables

DAY_MS = 86_400_000
NEVER_BEGAN_DAYS = 7
"""Days until a table is deleted that never began, or that an administrator closed."""
TABLES_AT_ONCE = 100
"""The tables deleted in one transaction: few, so that players never wait for long."""
TIDY_LOCK = 5_151_516


class Tidied(NamedTuple):
    """The numbers of deleted rows."""

    tables: int = 0
    steps: int = 0


def cutoffs(now: int, keep_days: int | None) -> dict[str, int]:
    """By the status of a table: the time of the last step before which it is deleted."""
    week = min(NEVER_BEGAN_DAYS, keep_days if keep_days is not None else NEVER_BEGAN_DAYS)
    found = {"waiting": now - week * DAY_MS, CLOSED: now - week * DAY_MS}
    if keep_days is not None:
        found |= dict.fromkeys(("playing", "over"), now - keep_days * DAY_MS)
    return found


def tidy_some(connection: Connection, since: dict[str, int], spared: frozenset[str]) -> Tidied:
    """Delete some of the tables that have not moved since then, except the spared ones.

    Return nothing when none is left.
    """
    if connection.dialect.name == "postgresql" and not connection.scalar(
        select(func.pg_try_advisory_xact_lock(TIDY_LOCK))
    ):
        return Tidied()  # another process is doing it
    numbers = [number for (number,) in connection.execute(_untouched(since, spared))]
    if not numbers:
        return Tidied()
    steps = connection.execute(delete(entries).where(entries.c.table_number.in_(numbers))).rowcount
    connection.execute(delete(tables).where(tables.c.number.in_(numbers)))
    return Tidied(len(numbers), steps)


def _untouched(since: dict[str, int], spared: frozenset[str]) -> Any:
    """Return the query for tables that have not moved since then: neither touched, nor with a later step."""
    moved = (
        select(entries.c.at)
        .where(entries.c.table_number == tables.c.number)
        .order_by(entries.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    old = or_(
        *(
            and_(tables.c.status == status, tables.c.touched < time, func.coalesce(moved, tables.c.created) < time)
            for status, time in since.items()
        )
    )
    return (
        select(tables.c.number).where(old, tables.c.id.not_in(spared)).order_by(tables.c.number).limit(TABLES_AT_ONCE)
    )
