"""Checks shared by several kinds of steps: who may do a step, and when."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.table import words
from quincunx.table.refusal import Refuse
from quincunx.table.state import Chair, TableState


class Kind(NamedTuple):
    """The rules of a kind of step."""

    check: Callable[[TableState, Any, Seat | None], None]
    """Raises a `Refuse` if it may not happen."""
    happen: Callable[[TableState, Any], list[Moment] | None]
    """Changes the table; returns the moments that it added to the match."""


Kinds: TypeAlias = dict[type, Kind]


def chair_at(table: TableState, seat: Seat) -> Chair:
    if not 0 <= seat < table.seats:
        raise Refuse("seat", words.NO_SUCH_SEAT(seat=seat))
    return table.chairs[seat]


def check_own(table: TableState, seat: Seat, by: Seat | None) -> None:
    if by != seat or not chair_at(table, seat).is_human:
        raise Refuse("seat", words.OTHERS_SEAT(seat=seat))


def check_own_or_hall(table: TableState, seat: Seat, by: Seat | None) -> None:
    if by not in (None, seat) or not chair_at(table, seat).is_human:
        raise Refuse("seat", words.OTHERS_SEAT(seat=seat))


def check_hall(by: Seat | None) -> None:
    if by is not None:
        raise Refuse("seat", words.HALL_ONLY())


def check_host(table: TableState, by: Seat | None) -> None:
    if by is None or by != table.host:
        raise Refuse("host", words.HOST_ONLY())
    if table.series is not None:
        raise Refuse("host", words.SAME_FOR_ALL())


def check_host_or_hall(table: TableState, by: Seat | None) -> None:
    if by is not None:
        check_host(table, by)


def check_calm(table: TableState) -> None:
    """Refuse to change seats while players reveal their parts of the dice.

    Otherwise a hall that knows all parts could choose whose entropy counts.
    """
    if table.rounds.stage == "reveal":
        raise Refuse("status", words.REVEALING())


def check_full(table: TableState) -> None:
    for seat in table.empty:
        raise Refuse("seat", words.SEAT_EMPTY(seat=seat))


def check_waiting(table: TableState) -> None:
    if table.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN())


def whose_move(table: TableState) -> Message:
    """The seats to move, for someone whose move it is not."""
    if table.held is not None:
        return words.COACH_JUDGES()
    names = [table.names[seat] for seat in table.actors]
    if names:
        return words.MOVE_OF(names=names)
    is_due = table.dice.are_real and table.status == "playing"
    return words.DICE_FIRST() if is_due else words.NOBODY_MAY_ACT()
