"""The hall's book: the results of finished matches of listed tables, and the records among them.

Its rows are written together with the last step of a match, and stay when the table is deleted.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.protocol import BookGame, BookMatch, BookSeat, BookTotal
from quincunx.server.store.record import Record
from quincunx.server.store.schema import CLOSED, book, tables, totals

BEST = 3
"""The number of best totals shown per game."""
HONOURED = 50
"""The most totals in a roll of honour."""


# Writing


def write_record(connection: Connection, record: Record) -> None:
    """Add a match to the book."""
    connection.execute(
        insert(book).values(
            table_id=record.table,
            game=record.game,
            variants=msgspec.json.encode(record.variants).decode(),
            ended=record.ended,
            took=record.took,
            events=record.events,
            margin=record.margin,
            real=record.real,
            trained=record.trained,
        )
    )
    rows = [
        {
            "table_id": record.table,
            "seat": seat,
            "game": record.game,
            "name": row.name,
            "bot": row.level,
            "place": row.place,
            "points": row.points,
            "hints": row.hints,
            "player": row.player,
        }
        for seat, row in enumerate(record.seats)
    ]
    connection.execute(insert(totals), rows)


def strike_out(connection: Connection, table: str) -> None:
    """Remove a match from the book."""
    connection.execute(delete(totals).where(totals.c.table_id == table))
    connection.execute(delete(book).where(book.c.table_id == table))


def take_name(connection: Connection, table: str, seat: Seat, name: str) -> str | None:
    """Replace the name of a seat, and remove its witness; return the old name, None if it is not in the book."""
    here = and_(totals.c.table_id == table, totals.c.seat == seat)
    was: str | None = connection.scalar(select(totals.c.name).where(here))
    if was is not None:
        connection.execute(update(totals).where(here).values(name=name, witness=None))
    return was


def write_witness(connection: Connection, table: str, seat: Seat, witness: str) -> bool:
    """Name the witness of a seat's total; false if the total is not in the book or already has one."""
    here = and_(totals.c.table_id == table, totals.c.seat == seat, totals.c.witness.is_(None))
    return connection.execute(update(totals).where(here).values(witness=witness)).rowcount > 0


# Reading


def read_book(connection: Connection, games: Iterable[GameSpec]) -> list[BookGame]:
    """The records of every game that has been finished here."""
    found = [_records(connection, spec) for spec in games]
    return [page for page in found if page.matches]


def _records(connection: Connection, spec: GameSpec) -> BookGame:
    of_game = book.c.game == spec.slug
    best, worst = totals.c.points.desc(), totals.c.points.asc()
    if spec.low_wins:
        best, worst = worst, best
    people = and_(totals.c.game == spec.slug, totals.c.bot.is_(None))
    honours = []
    if spec.honour is not None:
        worthy = and_(people, totals.c.points > spec.honour, totals.c.witness.is_not(None))
        honours = _totals(connection, worthy, totals.c.points.desc(), HONOURED)
    return BookGame(
        game=spec.slug,
        matches=connection.scalar(select(func.count()).select_from(book).where(of_game)) or 0,
        best=_totals(connection, people, best, BEST),
        worst=_totals(connection, people, worst, 1),
        longest=_match(connection, of_game, book.c.events.desc()),
        closest=_match(connection, and_(of_game, book.c.margin.is_not(None)), book.c.margin.asc()),
        honours=honours,
    )


def _totals(connection: Connection, where: Any, order: Any, most: int) -> list[BookTotal]:
    rows = connection.execute(
        select(totals.c.table_id, totals.c.seat)
        .join(book, book.c.table_id == totals.c.table_id)
        .where(where)
        .order_by(order, book.c.ended, totals.c.table_id, totals.c.seat)
        .limit(most)
    ).all()
    return [
        BookTotal(seat, match)
        for table, seat in rows
        if (match := _match(connection, book.c.table_id == table, book.c.ended)) is not None
    ]


def _match(connection: Connection, where: Any, order: Any) -> BookMatch | None:
    is_kept = exists().where(tables.c.id == book.c.table_id, tables.c.status != CLOSED)
    row = connection.execute(
        select(book, is_kept.label("kept")).where(where).order_by(order, book.c.ended, book.c.table_id).limit(1)
    ).one_or_none()
    if row is None:
        return None
    seats = connection.execute(select(totals).where(totals.c.table_id == row.table_id).order_by(totals.c.seat))
    return BookMatch(
        table=row.table_id,
        variants=msgspec.json.decode(row.variants, type=dict[str, str]),
        ended=row.ended,
        took=row.took,
        events=row.events,
        margin=row.margin,
        seats=[
            BookSeat(seat.name, seat.bot, seat.place, seat.points, seat.witness, seat.hints, seat.player)
            for seat in seats
        ],
        kept=bool(row.kept),
        real=bool(row.real),
        trained=bool(row.trained),
    )
