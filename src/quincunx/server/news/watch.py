"""Watches a table for notifications: turns that begin, players absent from a round."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from quincunx.core.seats import Seat
from quincunx.server.hall.table import Table

if TYPE_CHECKING:
    from quincunx.server.news.news import News


class Watch:
    """The news of one table.

    A turn begins when a seat may act and somebody else has acted since it did. Its number is one more than the `seq` of
    the seat's own last action: the same at each process, and after a restart.
    """

    __slots__ = ("_is_over", "_loop", "_noted", "_patience", "_table", "_timers", "_told")

    def __init__(self, table: Table, told: "News", loop: asyncio.AbstractEventLoop, patience: float) -> None:
        self._table = table
        self._told = told
        self._loop = loop
        self._patience = patience
        """Seconds that a player may be gone when the turn begins."""
        self._noted: dict[Seat, int] = {}
        self._timers: dict[Seat, asyncio.TimerHandle] = {}
        self._is_over = table.ledger.status == "over"

    def look(self, *, is_ours: bool) -> None:
        """Handle the last step; only the process that has stored it reports the end of the match."""
        ledger = self._table.ledger
        if ledger.status == "over" and not self._is_over:
            self._is_over = True
            if is_ours:
                self._told.over(self._table)
        for seat in ledger.actors:
            number = self._turn_of(seat)
            if number is not None and self._noted.get(seat) != number:
                self._noted[seat] = number
                self._set(seat, self._check, seat, number)

    def _turn_of(self, seat: Seat) -> int | None:
        """Return the number of a seat's present turn; None without one, or if its player has begun it."""
        ledger = self._table.ledger
        chair, own = ledger.chairs[seat], ledger.own
        if ledger.status != "playing" or seat not in ledger.actors or not chair.is_human or chair.bot is not None:
            return None
        if ledger.is_race or len(ledger.people) < 2 or (own[seat] and own[seat] == max(own)):
            return None
        return own[seat] + 1

    def _check(self, seat: Seat, number: int) -> None:
        if self._turn_of(seat) == number and not self._table.connected(seat):
            self._told.turn(self._table, seat, number)

    def _set(self, seat: Seat, call: Callable[..., None], *args: int) -> None:
        if (before := self._timers.get(seat)) is not None:
            before.cancel()
        self._timers[seat] = self._loop.call_later(self._patience, call, *args)

    def close(self) -> None:
        """Watch no more."""
        for timer in self._timers.values():
            timer.cancel()
