"""Dailies: the secrets of their dice, the tries of players, and the results."""

from datetime import UTC, date, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from quincunx.bots.daily import PLAYER
from quincunx.server.store.record import Record
from quincunx.server.store.schema import days, pars, players, tables, tries

SERIES = "daily:"
"""The prefix of a daily's series; the date follows."""
SECRET_DAYS = 2
"""Days from the beginning of a daily until its secret is shown: one to begin it, one more to finish it."""


class DayRow(NamedTuple):
    """The secret of a day's dice."""

    day: str
    secret: str
    committed: int
    """The time of the hall's commitment, in milliseconds since 1970."""


class TryRow(NamedTuple):
    """A player's try at a daily."""

    day: str
    game: str
    player: str
    name: str
    table: str
    status: str
    """The status of its table."""
    ended: int | None
    """The time of its end, in milliseconds since 1970; None if it has not ended, or does not count."""
    place: int | None
    points: int | None
    loss: int | None
    """In thousandths of a win or point; None until the match is analysed."""
    marks: str | None


class Par(NamedTuple):
    """The result of `expert` in a daily."""

    day: str
    game: str
    place: int
    points: int


def shown_from(day: date) -> int:
    """Return when the secret of a day is shown and its results are final, in milliseconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + SECRET_DAYS * 86_400) * 1000


def read_days(connection: Connection, first: date, last: date) -> list[DayRow]:
    """Return the stored secrets of these days."""
    here = days.c.day.between(first.isoformat(), last.isoformat())
    return [DayRow(*row) for row in connection.execute(select(days).where(here).order_by(days.c.day))]


def note_days(connection: Connection, secrets: dict[str, str], now: int) -> None:
    """Store a secret for each of these days that has none."""
    known = set(connection.scalars(select(days.c.day).where(days.c.day.in_(secrets))))
    rows = [{"day": day, "secret": secret, "committed": now} for day, secret in secrets.items() if day not in known]
    if rows:
        connection.execute(insert(days), rows)


def begin_try(connection: Connection, day: date, game: str, player: str, table: str) -> None:
    """Store that a player begins a daily."""
    connection.execute(insert(tries).values(day=day.isoformat(), game=game, player=player, table_id=table))


def finish_try(connection: Connection, record: Record) -> None:
    """Store the result of a try, unless the dice of that day have been shown already."""
    assert record.series is not None
    if record.ended >= shown_from(date.fromisoformat(record.series.removeprefix(SERIES))):
        return
    mine = record.seats[PLAYER]
    found = update(tries).where(tries.c.table_id == record.table)
    connection.execute(found.values(ended=record.ended, place=mine.place, points=mine.points))


def strike_try(connection: Connection, table: str) -> None:
    """Void the result of a try; the player gets no second try."""
    found = update(tries).where(tries.c.table_id == table)
    connection.execute(found.values(ended=None, place=None, points=None, loss=None, marks=None))


def note_loss(connection: Connection, table: str, loss: int, marks: str) -> None:
    """Store what the decisions of a try have cost."""
    connection.execute(update(tries).where(tries.c.table_id == table).values(loss=loss, marks=marks))


_TRIES = (
    select(
        tries.c.day,
        tries.c.game,
        tries.c.player,
        players.c.name,
        tries.c.table_id,
        tables.c.status,
        tries.c.ended,
        tries.c.place,
        tries.c.points,
        tries.c.loss,
        tries.c.marks,
    )
    .join(players, players.c.id == tries.c.player)
    .outerjoin(tables, tables.c.id == tries.c.table_id)
)


def read_tries(connection: Connection, day: date, player: str) -> list[TryRow]:
    """Return a player's tries at the dailies of a day."""
    here = (tries.c.day == day.isoformat(), tries.c.player == player)
    return [TryRow(*row) for row in connection.execute(_TRIES.where(*here))]


def read_results(connection: Connection, game: str, *days: date) -> list[TryRow]:
    """Return the valid results of a game on these days."""
    here = (tries.c.day.in_(map(date.isoformat, days)), tries.c.game == game, tries.c.ended.is_not(None))
    return [TryRow(*row) for row in connection.execute(_TRIES.where(*here).order_by(tries.c.ended, tries.c.player))]


def count_results(connection: Connection, day: date) -> dict[str, int]:
    """By game: how many results of a day count."""
    here = (tries.c.day == day.isoformat(), tries.c.ended.is_not(None))
    rows = connection.execute(select(tries.c.game, func.count()).where(*here).group_by(tries.c.game))
    return {row[0]: row[1] for row in rows}


def days_finished(connection: Connection, player: str) -> set[date]:
    """Return the days on which a player has finished a daily."""
    here = (tries.c.player == player, tries.c.ended.is_not(None))
    return set(map(date.fromisoformat, connection.scalars(select(tries.c.day).where(*here).distinct())))


def read_pars(connection: Connection, game: str, *days: date) -> list[Par]:
    """Return the results of `expert` in a game on these days."""
    here = (pars.c.game == game, pars.c.day.in_(map(date.isoformat, days)))
    return [Par(*row) for row in connection.execute(select(pars).where(*here))]


def note_par(connection: Connection, par: Par) -> None:
    """Store the result of `expert` in a daily."""
    connection.execute(insert(pars).values(par._asdict()))
