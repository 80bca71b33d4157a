"""The record of a finished match."""

from collections.abc import Sequence

import msgspec

from quincunx.core.match import Match
from quincunx.protocol import BookSeat


class Record(msgspec.Struct, frozen=True):
    """The record of a match: for the book, the results of a daily, and the players' ratings."""

    table: str
    game: str
    variants: dict[str, str]
    ended: int
    """The time of its end, in milliseconds since 1970."""
    took: int
    """Its duration in milliseconds."""
    events: int
    margin: int | None
    """The points between the first two of the standings; None for a match of one player."""
    seats: list[BookSeat]
    left: Sequence[int] = ()
    """The seats whose players gave them up: in the ratings they are last, whatever the bots in their places did."""
    real: bool = False
    """Whether it was played with real dice."""
    trained: bool = False
    """Whether the coach judged decisions before the dice rolled."""
    listed: bool = True
    """Whether the book has it."""
    series: str | None = None
    """The name of the tables that shared their dice with this one, if any."""


def record_of(
    table: str, match: Match, ended: int, started: int, names: Sequence[str], bots: Sequence[str | None]
) -> Record:
    """The record of a match that is over."""
    standings = match.standings()
    by_seat = sorted(standings)
    margin = abs(standings[0].points - standings[1].points) if len(standings) > 1 else None
    seats = [BookSeat(names[row.seat], bots[row.seat], row.place, row.points, None) for row in by_seat]
    return Record(table, match.spec.slug, match.variants, ended, ended - started, len(match), margin, seats)
