"""The players of a hall: everyone who has sat down with a key of their own."""

from typing import NamedTuple

from sqlalchemy import Connection, exists, func, insert, select, update

from quincunx.server.store.schema import players


class PlayerRow(NamedTuple):
    """A player, as administrators see them."""

    player: str
    name: str
    opener: int
    """A short hash of the address that first used the key."""
    created: int
    """The time of the first use, in milliseconds since 1970."""
    keys: int
    """The number of keys first used from that address."""


def knows_player(connection: Connection, player: str) -> bool:
    """Whether somebody has sat down with that key."""
    return bool(connection.scalar(select(exists().where(players.c.id == player))))


def name_of_player(connection: Connection, player: str) -> str | None:
    """Return the name that a player used last; None for an unknown id."""
    if "\0" in player:  # PostgreSQL takes no such text
        return None
    return connection.scalar(select(players.c.name).where(players.c.id == player))


def note_player(connection: Connection, player: str, name: str, opener: int, now: int) -> None:
    """Store the name of a player, who may be new."""
    if not rename_player(connection, player, name):
        connection.execute(insert(players).values(id=player, name=name, opener=opener, created=now))


def rename_player(connection: Connection, player: str, name: str) -> bool:
    """Give a player another name; return whether there is such a player."""
    return connection.execute(update(players).where(players.c.id == player).values(name=name)).rowcount > 0


def read_players(connection: Connection, limit: int) -> list[PlayerRow]:
    """Return the newest players, latest first."""
    keys = func.count().over(partition_by=players.c.opener)
    found = select(players.c.id, players.c.name, players.c.opener, players.c.created, keys)
    rows = connection.execute(found.order_by(players.c.created.desc(), players.c.id).limit(limit))
    return [PlayerRow(*row) for row in rows]
