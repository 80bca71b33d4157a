"""The addresses and networks that are kept out of a hall."""

from sqlalchemy import Connection, delete, insert, select

from quincunx.server.store.schema import bans


def read_bans(connection: Connection) -> list[str]:
    """Return the banned networks."""
    return list(connection.scalars(select(bans.c.network).order_by(bans.c.network)))


def add_ban(connection: Connection, network: str) -> None:
    """Keep a network out."""
    remove_ban(connection, network)
    connection.execute(insert(bans).values(network=network))


def remove_ban(connection: Connection, network: str) -> None:
    """Let a network in again."""
    connection.execute(delete(bans).where(bans.c.network == network))
