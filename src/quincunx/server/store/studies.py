"""Studies of finished matches: the transcript of each and, once it is analysed, the result. Both are compressed.

A study that nobody has asked for in a while is deleted: it can be made again.
"""

import zlib
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from quincunx.server.store.schema import studies


class StudyRow(NamedTuple):
    """A stored study."""

    transcript: str
    version: int | None
    """The version of the analysis that made the result; none if there is no result."""
    result: bytes | None


def read_study(connection: Connection, study: str, now: int) -> StudyRow | None:
    """Return the study of that id, and note that it was asked for."""
    if "\0" in study:  # PostgreSQL takes no such text
        return None
    row = connection.execute(select(studies).where(studies.c.id == study)).one_or_none()
    if row is None:
        return None
    connection.execute(update(studies).where(studies.c.id == study).values(touched=now))
    result = None if row.result is None else zlib.decompress(row.result)
    return StudyRow(zlib.decompress(row.transcript).decode(), row.version, result)


def begin_study(connection: Connection, study: str, transcript: str, now: int) -> None:
    """Store a transcript to analyse."""
    connection.execute(insert(studies).values(id=study, transcript=zlib.compress(transcript.encode()), touched=now))


def finish_study(connection: Connection, study: str, version: int, result: bytes) -> None:
    """Store the result of an analysis."""
    found = update(studies).where(studies.c.id == study).values(version=version, result=zlib.compress(result))
    connection.execute(found)


def tidy_studies(connection: Connection, since: int) -> int:
    """Delete the studies that nobody has asked for since then; return how many."""
    return connection.execute(delete(studies).where(studies.c.touched < since)).rowcount
