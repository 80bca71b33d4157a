"""Which process owns a table: it has the table in memory, decides and stores its steps. PostgreSQL only.

A table's row names its process and an epoch, which goes up whenever another process takes the table. Each write locks
the rows of its tables against that, and stores nothing unless their epochs are still the writer's: a process that was
frozen or cut off and wakes up cannot add a step.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, text

from quincunx.server.store.schema import CHANNEL, NOW

LEASE_S = 4.0
"""Seconds after which other processes may take the tables of one that does not renew its lease."""


class Place(NamedTuple):
    """The owner of a table."""

    process: str
    address: str
    """The address at which other processes reach this one."""
    secret: str
    """The secret that callers must know."""


class Held(NamedTuple):
    """A table that this process owns now."""

    epoch: int


OWNER = text(f"""
    select tables.process, processes.address, processes.secret
    from tables join processes on processes.name = tables.process
    where tables.id = :table and processes.expires > {NOW}
""")
LOCK = text("select process, epoch from tables where id = :table for update")
TAKE = text("update tables set process = :me, epoch = :epoch where id = :table")
TAKEN = text("select pg_notify(:channel, :notice)")


def own(connection: Connection, table: str, me: str, unreachable: Iterable[str]) -> Held | Place | None:
    """Take a table without a living owner, or with one that cannot be reached; else return its owner.

    Return None if there is no such table.
    """
    place = _place(connection, table)
    if place is not None and place.process not in (me, *unreachable):
        return place
    # Waits for a write of its owner that is under way; later writes of that owner are refused.
    row = connection.execute(LOCK, {"table": table}).one_or_none()
    if row is None:
        return None
    place = _place(connection, table)  # it may have got another owner meanwhile
    if place is not None and place.process not in (me, *unreachable):
        return place
    connection.execute(TAKE, {"table": table, "me": me, "epoch": row.epoch + 1})
    if place is not None and place.process != me:  # a live owner must drop the table now, not at its next write
        connection.execute(TAKEN, {"channel": CHANNEL, "notice": f"{me} taken {table}"})
    return Held(row.epoch + 1)


def _place(connection: Connection, table: str) -> Place | None:
    row = connection.execute(OWNER, {"table": table}).one_or_none()
    return None if row is None else Place(*row)


RELEASE = text("""
    update tables set process = null
    from unnest(cast(:tables as text[]), cast(:epochs as int[])) as mine(id, epoch)
    where tables.id = mine.id and tables.epoch = mine.epoch
""")
STILL = text("select id, epoch from tables where process = :me")
ORPHANS = text(f"""
    select id from tables
    where status = 'playing' and process in (select name from processes where expires <= {NOW})
    order by touched desc limit :limit
""")


def release(connection: Connection, tables: dict[str, int]) -> None:
    """Give up these tables, unless they have another epoch by now."""
    connection.execute(RELEASE, {"tables": list(tables), "epochs": list(tables.values())})


def still_owned(connection: Connection, me: str) -> dict[str, int]:
    """Return the tables of a process, each with its epoch."""
    return {row.id: row.epoch for row in connection.execute(STILL, {"me": me})}


def orphans(connection: Connection, limit: int) -> list[str]:
    """Return some tables in play whose process has died, those that moved last."""
    return [row.id for row in connection.execute(ORPHANS, {"limit": limit})]


STORE_ENTRIES = """
with own as (
    select tables.number from tables
    join (select distinct * from unnest($1::bigint[], $8::int[]) as mine(number, epoch)) as mine
    on tables.number = mine.number and tables.epoch = mine.epoch
    for key share of tables
)
insert into entries (table_number, seq, at, message, body, owner, chain)
select new.* from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::bytea[])
as new(number, seq, at, message, body, owner, chain) join own on own.number = new.number
"""
"""Store the steps of the tables whose epochs are still these, and lock those tables against a new owner."""
