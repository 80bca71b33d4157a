"""Sends a step of a match to each watcher, with exactly what that watcher may know."""

from collections.abc import Callable, Collection
from functools import cache, lru_cache
from typing import Any, Protocol

import msgspec
from msgspec import Raw

from quincunx.core.fields import format_fields
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.core.standings import PLACE, POINTS
from quincunx.core.timeline import Moment
from quincunx.protocol import MOST_LEGAL, Frame, Line, StandingInfo, Update
from quincunx.server.hall.info import correction_line, due_info
from quincunx.server.hall.presenter import Report, presenter_of, told
from quincunx.server.words import TAKES_BACK, TAKES_HINT
from quincunx.table.ledger import Ledger
from quincunx.table.steps import Corrected, Entry, Hinted, Undone

encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """A connection that watches a table."""

    token: str | None
    """The hash of the token that it has shown; None for a spectator. The ledger knows whose seat that opens."""
    wants_views: bool

    def send(self, message: bytes) -> None:
        """Queue a message; never blocks, never raises."""
        ...

    @property
    def round_trip(self) -> float:
        """The round trip of the connection in seconds."""
        ...


def legal_texts(ledger: Ledger, seat: Seat, view: Any) -> list[str] | None:
    """The legal actions of a seat as texts; none if there are too many to list."""
    legal = ledger.legal(seat)
    if len(legal) > MOST_LEGAL:
        return None
    format_action = ledger.spec.notation.format_action
    return [format_action(view, seat, action) for action in legal]


def to_act_of(ledger: Ledger) -> Any:
    """The seats that may act, or the word "over"."""
    return "over" if ledger.status == "over" else ledger.actors


def standings_of(ledger: Ledger, view: Any) -> Any:
    """Places and points as far as the view has them, in JSON; the true ones when the match is over."""
    assert ledger.match is not None
    cells = _blank(ledger.seats).copy()
    presenter_of(ledger.spec).standings(ledger.match.state if ledger.status == "over" else view, cells)
    return _rows(tuple(cells.values()))


@cache
def _blank(seats: int) -> dict[tuple[int, int], int]:
    """Zeros for the place and the points of each seat.

    The rules write into a dict as they would into an array, and faster.
    """
    return {(seat, column): 0 for seat in range(seats) for column in (PLACE, POINTS)}


@lru_cache(maxsize=4096)
def _rows(values: tuple[int, ...]) -> Raw:
    """Standings of these places and points, best first; cached, since most steps leave them as they were."""
    rows = [StandingInfo(seat, values[2 * seat + PLACE], values[2 * seat + POINTS]) for seat in range(len(values) // 2)]
    return Raw(encode(sorted(rows, key=lambda row: row.place)))


def tell_step(
    ledger: Ledger,
    entry: Entry,
    moments: list[Moment] | None,
    watchers: Collection[Watcher],
    answered: Watcher | None,
    ack: str | None,
    deadline: Callable[[Seat], int | None] | None,
) -> None:
    """Send a step of the match to everyone; the watcher that it answers is also sent `ack`, the id of its message.

    Common parts are encoded once: everything but actions and picture in a game without secrets, and the whole message
    for the watchers of one seat, such as spectators, who may be many. Without watchers nothing is encoded.
    """
    if not watchers:
        return
    match, spec = ledger.match, ledger.spec
    assert match is not None
    seq, presenter, undoer, actors = entry.seq, presenter_of(spec), ledger.undoer, ledger.actors
    to_act, is_open, picture = to_act_of(ledger), presenter.is_open, presenter.picture
    made: dict[tuple[Seat, bool], bytes] = {}
    if is_open:
        view = match.state
        said, lines = _told(ledger, entry, moments, SPECTATOR)
        standings = standings_of(ledger, view)
    tokens, are_real, chain = ledger.tokens, ledger.dice.are_real, entry.chain.hex()
    for watcher in watchers:
        token, wants_view = watcher.token, watcher.wants_views
        seat = SPECTATOR if token is None else tokens.get(token, SPECTATOR)
        if watcher is not answered and (message := made.get((seat, wants_view))) is not None:
            watcher.send(message)
            continue
        if not is_open:
            view = ledger.view(seat)
            said, lines = _told(ledger, entry, moments, seat)
            standings = standings_of(ledger, view)
        message = encode(
            Update(  # in the order of its fields, which is faster than by their names
                seq,
                ack if watcher is answered else None,
                moments is None,
                [Frame([line], picture(seen, seat)) for line, seen in said] if said else [],
                lines,
                picture(view, seat),
                to_act,
                legal_texts(ledger, seat, view) if seat in actors else [],
                standings,
                seat == undoer,
                due_info(ledger, seat) if are_real else None,
                deadline and deadline(seat),
                format_fields(view) if wants_view else None,
                chain,
            )
        )
        if watcher is not answered:
            made[seat, wants_view] = message
        watcher.send(message)


def _told(ledger: Ledger, entry: Entry, moments: list[Moment] | None, seat: Seat) -> Report:
    step = entry.step
    if type(step) is Corrected:
        return [], [correction_line(ledger, ledger.corrections[-1], seat)]
    if type(step) is Hinted:
        return [], [hint_line(ledger, entry.seq, entry.at, step.seat)]
    if type(step) is Undone:
        return [], [Line(entry.seq, step.seat, [TAKES_BACK(name=ledger.names[step.seat])], entry.at)]
    assert moments is not None
    return told(presenter_of(ledger.spec), moments, ledger.names, seat, entry.seq, entry.at)


def hint_line(ledger: Ledger, seq: int, at: int, seat: Seat) -> Line:
    """Return the message to everyone that a hint was taken."""
    return Line(seq, seat, [TAKES_HINT(name=ledger.names[seat])], at)
