"""Tournaments: the fixed facts of each, and its steps."""

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from quincunx.server.store.schema import tournament_steps, tournaments
from quincunx.tournament.steps import AnyStep, Terms, decode_step, encode_step


class TournamentRow(NamedTuple):
    """The facts that are fixed when a tournament is announced."""

    id: str
    terms: Terms
    host: str
    """The hash of the host's token."""
    secret: str
    """The secret from which the secrets of all rounds follow."""
    opener: int
    """A short hash of the address that announced it."""
    created: int


class StoredStep(NamedTuple):
    """A step with its place among those of its tournament."""

    seq: int
    at: int
    """The time of its decision, in milliseconds since 1970."""
    step: AnyStep


def open_tournament(connection: Connection, row: TournamentRow) -> None:
    """Store a tournament that is announced."""
    terms = msgspec.json.encode(row.terms).decode()
    connection.execute(
        insert(tournaments).values(**row._asdict() | {"terms": terms}, touched=row.created, seq=0, is_over=False)
    )


def read_tournament(connection: Connection, tournament: str) -> TournamentRow | None:
    """Return the fixed facts of a tournament; None for an unknown id."""
    if "\0" in tournament:  # PostgreSQL takes no such text
        return None
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament)).one_or_none()
    if row is None:
        return None
    terms = msgspec.json.decode(row.terms, type=Terms)
    return TournamentRow(row.id, terms, row.host, row.secret, row.opener, row.created)


def read_steps(connection: Connection, tournament: str, after: int) -> list[StoredStep]:
    """Return the steps of a tournament after that number."""
    steps = tournament_steps.c
    found = select(steps.seq, steps.at, steps.body).where(steps.tournament == tournament, steps.seq > after)
    rows = connection.execute(found.order_by(steps.seq))
    return [StoredStep(seq, at, decode_step(body)) for seq, at, body in rows]


def add_step(connection: Connection, tournament: str, step: StoredStep, is_over: bool) -> None:
    """Store the next step of a tournament; its number may be taken."""
    body = encode_step(step.step).decode()
    connection.execute(insert(tournament_steps).values(tournament=tournament, seq=step.seq, at=step.at, body=body))
    news = {"seq": step.seq, "touched": step.at, "is_over": is_over}
    connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(**news))


def running_tournaments(connection: Connection) -> dict[str, int]:
    """Return the unfinished tournaments, each with the number of its last step."""
    running = select(tournaments.c.id, tournaments.c.seq).where(tournaments.c.is_over.is_(False))
    return {row.id: row.seq for row in connection.execute(running)}


def tidy_tournaments(connection: Connection, never_began: int, others: int | None) -> int:
    """Delete the tournaments without steps since then.

    There is one limit for those that never began and one for the others.
    """
    begun = (
        select(func.count())
        .where(tournament_steps.c.tournament == tournaments.c.id, tournament_steps.c.body.like('{"type":"begun"%'))
        .scalar_subquery()
    )
    old = and_(begun == 0, tournaments.c.touched < never_began)
    if others is not None:
        old = or_(old, tournaments.c.touched < others)
    gone = list(connection.scalars(select(tournaments.c.id).where(old)))
    connection.execute(delete(tournament_steps).where(tournament_steps.c.tournament.in_(gone)))
    connection.execute(delete(tournaments).where(tournaments.c.id.in_(gone)))
    return len(gone)
