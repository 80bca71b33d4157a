"""Measures how long each seat has been asked to act, and when the hall acts in its place."""

from collections.abc import Callable
from math import inf

from quincunx.core.seats import Seat
from quincunx.server.hall.presence import Presence
from quincunx.table.ledger import Ledger

REMEMBERED = 64
"""The number of last actions remembered with their times, in case they are taken back. Few can be: none from before the
last landing of a die."""


class Clocks:
    """The clocks of one table; `time` gives the time in seconds."""

    __slots__ = (
        "_asked",
        "_clock",
        "_ledger",
        "_left",
        "_noted",
        "_presence",
        "_renewed",
        "_spent",
        "_time",
        "_when",
        "is_timed",
    )

    def __init__(self, ledger: Ledger, presence: Presence, time: Callable[[], float]) -> None:
        self._ledger = ledger
        self._presence = presence
        self._time = time
        self._clock: int | None = None
        """Seconds for each decision, when the actors were noted last; None without a clock."""
        self._when = time()
        """The time at which they were noted."""
        self._left: dict[Seat, float] = {}
        """By seat that may act: the seconds that it had left then; infinite if no clock has run for this decision."""
        self._asked: dict[Seat, float] = {}
        """By seat: when it was asked to act."""
        self._noted = 0
        """The number of events of the match seen so far."""
        self._spent: list[tuple[int, Seat, float]] = []
        """The last actions, each as its number, its seat and the seconds it had left: a seat that takes an action back
        gets no new time."""
        self._renewed: set[Seat] = set()
        """The seats that get no more time for the present decision: they came back once, or took an action back."""
        self.is_timed = False
        """Whether time mattered when the actors were noted last: something happens to a seat that does not act in time,
        or a clock has only been taken off in the middle of a decision."""
        self.note_actors()

    def _times(self) -> bool:
        settings = self._ledger.settings
        return settings.clock is not None or settings.away != "wait" or min(self._left.values(), default=inf) < inf

    def note_actors(self) -> None:
        """Update the clocks after a step: somebody else may be asked to act now, or the settings have changed.

        Another clock gives nobody more time for a decision under way.
        """
        now, left = self._time(), self._left
        if self._clock is not None:
            left = {seat: seconds - (now - self._when) for seat, seconds in left.items()}
        self._clock, self._when = self._ledger.settings.clock, now
        match = self._ledger.match
        first, self._noted = self._noted, 0 if match is None else len(match)
        self.is_timed = self._times()
        if not self.is_timed:
            self._left, self._asked, self._spent, self._renewed = {}, {}, [], set()
            return
        whole = inf if self._clock is None else float(self._clock)
        # A seat that has acted since is asked anew, whatever landed afterwards.
        for number in range(first, self._noted):
            assert match is not None
            who = match.event(number).who
            if who in left:
                self._spent.append((number, who, left.pop(who)))
                self._asked.pop(who, None)
                self._renewed.discard(who)
        while self._spent and self._spent[-1][0] >= self._noted:  # taken back
            _, who, before = self._spent.pop()
            left[who] = before - (whole - left[who] if who in left and whole < inf else 0.0)
            self._renewed.add(who)
        del self._spent[:-REMEMBERED]
        self._left = {seat: min(left.get(seat, whole), whole) for seat in self._ledger.actors}
        self._asked = {seat: self._asked.get(seat, now) for seat in self._left}
        self._renewed &= self._left.keys()
        self.is_timed = self._times()

    def restart(self, seat: Seat) -> None:
        """Give a returning player the whole time again, once per decision."""
        if seat in self._left and seat not in self._renewed:
            now = self._time()
            self._renewed.add(seat)
            self._asked[seat] = now
            if self._clock is not None:
                self._left[seat] = self._clock + now - self._when

    def deadline(self, seat: Seat) -> int | None:
        """Return the milliseconds left for this seat if it is to act, else for the first of the people who are.

        Return None if no clock runs.
        """
        if self._clock is None or self._ledger.status != "playing":
            return None
        left = {other: left for other, left in self._left.items() if self._ledger.chairs[other].bot is None}
        if not left:
            return None
        seconds = left[seat] if seat in left else min(left.values())
        return max(0, int((self._when + seconds - self._time()) * 1000))

    def next_alarm(self) -> float | None:
        """Return when the next seat runs out of time; None if no seat does."""
        if self._ledger.status != "playing":
            return None
        ends = [end for seat in self._left if (end := self._end(seat)) is not None]
        return min(ends, default=None)

    def late(self) -> list[Seat]:
        """The seats that have run out of time."""
        if self._ledger.status != "playing":
            return []
        now = self._time() + 0.001
        return [seat for seat in self._left if (end := self._end(seat)) is not None and end <= now]

    def _end(self, seat: Seat) -> float | None:
        """Return when the hall acts in place of this seat; None if it never does."""
        settings = self._ledger.settings
        if self._ledger.chairs[seat].bot is not None:
            return None
        ends = []
        if self._clock is not None:
            ends.append(self._when + self._left[seat])
        if settings.away != "wait" and not self._presence.connected(seat):
            ends.append(max(self._asked[seat], self._presence.gone_since(seat)) + settings.away_after)
        return min(ends, default=None)
