"""Ratings: every result that counts, and the strength of each player that follows from them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from quincunx.protocol import Rating
from quincunx.server.rating.model import NEW, Kind, Skill, after_match, anchor_of
from quincunx.server.store.record import Record
from quincunx.server.store.schema import players, rated, ratings

SURE_FROM = 10
"""The fewest matches of a listed player."""


class RatingRow(NamedTuple):
    """A player's strength in a game."""

    player: str
    name: str
    game: str
    kind: Kind
    skill: Skill


def rate_match(connection: Connection, record: Record) -> None:
    """Rate a match if at least two of its seats are known players or measured bots, and one of them is a player.

    Guests do not count.
    """
    seats = [
        {
            "table_id": record.table,
            "seat": seat,
            "game": record.game,
            "kind": _kind_of(record),
            "ended": record.ended,
            "player": row.player,
            "bot": None if row.player else row.level,
            "place": len(record.seats) + 1 if seat in record.left else row.place,
        }
        for seat, row in enumerate(record.seats)
        if row.player or (row.level and anchor_of(record.game, row.level))
    ]
    if len(seats) > 1 and any(row["player"] for row in seats):
        connection.execute(insert(rated), seats)
        _fold(connection, record.game, _kind_of(record), [(row["player"], row["bot"], row["place"]) for row in seats])  # type: ignore[misc]  # the columns' types


def _kind_of(record: Record) -> Kind:
    if record.real:
        return "real"
    return "hints" if record.trained or any(row.hints for row in record.seats) else "plain"


def _fold(connection: Connection, game: str, kind: Kind, seats: Iterable[tuple[str | None, str | None, int]]) -> None:
    """Update the ratings of the players of a match."""
    seats = list(seats)
    known = _skills(connection, game, kind, {player for player, _, _ in seats if player})
    skills = []
    for player, bot, _ in seats:
        skill = known.get(player, NEW) if player else anchor_of(game, bot or "")
        assert skill is not None
        skills.append(skill)
    after = after_match(skills, [place for _, _, place in seats])
    for (player, _, _), skill in zip(seats, after, strict=True):
        if player:
            here = (ratings.c.player == player, ratings.c.game == game, ratings.c.kind == kind)
            if player in known:
                connection.execute(update(ratings).where(*here).values(skill._asdict()))
            else:
                connection.execute(insert(ratings).values(player=player, game=game, kind=kind, **skill._asdict()))


def _skills(connection: Connection, game: str, kind: Kind, wanted: set[str]) -> dict[str, Skill]:
    here = (ratings.c.game == game, ratings.c.kind == kind, ratings.c.player.in_(wanted))
    found = select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.matches).where(*here)
    rows = connection.execute(found.order_by(ratings.c.player).with_for_update())
    return {row.player: Skill(row.mu, row.sigma, row.matches) for row in rows}


def strike_rated(connection: Connection, table: str) -> None:
    """Remove a match from the ratings: those of its game are computed again from the others."""
    here = rated.c.table_id == table
    about = connection.execute(select(rated.c.game, rated.c.kind).where(here).limit(1)).one_or_none()
    if about is None:
        return
    connection.execute(delete(rated).where(here))
    connection.execute(delete(ratings).where(ratings.c.game == about.game, ratings.c.kind == about.kind))
    seats = select(rated.c.table_id, rated.c.player, rated.c.bot, rated.c.place)
    rest = connection.execute(
        seats.where(rated.c.game == about.game, rated.c.kind == about.kind).order_by(
            rated.c.ended, rated.c.table_id, rated.c.seat
        )
    )
    matches: dict[str, list[tuple[str | None, str | None, int]]] = {}
    for row in rest:
        matches.setdefault(row.table_id, []).append((row.player, row.bot, row.place))
    for match in matches.values():
        _fold(connection, about.game, about.kind, match)


_ROWS = select(
    ratings.c.player, players.c.name, ratings.c.game, ratings.c.kind, ratings.c.mu, ratings.c.sigma, ratings.c.matches
).join(players, players.c.id == ratings.c.player)


def read_ratings(connection: Connection, player: str) -> list[RatingRow]:
    """A player's ratings."""
    return _rows(connection, _ROWS.where(ratings.c.player == player).order_by(ratings.c.game, ratings.c.kind))


def best_rated(connection: Connection, game: str, kind: Kind, limit: int) -> list[RatingRow]:
    """Return the highest rated players of a game among those with a reliable rating."""
    here = (ratings.c.game == game, ratings.c.kind == kind, ratings.c.matches >= SURE_FROM)
    return _rows(connection, _ROWS.where(*here).order_by(ratings.c.mu.desc(), ratings.c.player).limit(limit))


def _rows(connection: Connection, query: object) -> list[RatingRow]:
    rows = connection.execute(query)  # type: ignore[call-overload]  # a query
    return [RatingRow(row.player, row.name, row.game, row.kind, Skill(row.mu, row.sigma, row.matches)) for row in rows]


def ratings_of(rows: Sequence[RatingRow]) -> list[Rating]:
    """Ratings for the protocol."""
    return [Rating(row.game, row.kind, row.skill.rating, row.skill.doubt, row.skill.matches) for row in rows]
