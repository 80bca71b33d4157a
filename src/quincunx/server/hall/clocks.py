"""How long each seat has been asked to act, and when the hall acts for one that does not."""

from collections.abc import Callable

from quincunx.core.seats import Seat
from quincunx.server.hall.presence import Presence
from quincunx.table.state import Ledger

REMEMBERED = 64
"""How many of the last actions are remembered with the time they took, for when they are taken back. Few can be: none
from before the last landing of a die."""


class Clocks:
    """The clocks of one table; `time` gives the time in seconds."""

    __slots__ = ("_ledger", "_noted", "_presence", "_renewed", "_rule", "_since", "_spent", "_time", "is_timed")

    def __init__(self, ledger: Ledger, presence: Presence, time: Callable[[], float]) -> None:
        self._ledger = ledger
        self._presence = presence
        self._time = time
        self.is_timed = False
        """Whether anything happens to a seat that does not act in time."""
        self._rule: tuple[int | None, str, int] | None = None
        """The settings that time is measured by."""
        self._since: dict[Seat, float] = {}
        """By seat: since when it has been asked to act."""
        self._noted = 0
        """How many events of the match have been looked at."""
        self._spent: list[tuple[int, Seat, float]] = []
        """The last actions, each as its number, its seat and the seconds it took: a seat that takes an action back gets
        no new time."""
        self._renewed: set[Seat] = set()
        """The seats that get no more time for what they are asked: they were back once, or took an action back."""
        self.note_actors()

    def forget(self) -> None:
        """Forget the time that was used: everybody has as much as if they were asked only now."""
        self._since = {}
        self._spent = []
        self._renewed = set()

    def note_actors(self) -> None:
        """Bring the clocks up to date after a step: somebody else may be asked to act now, or the settings have
        changed."""
        settings = self._ledger.settings
        self.is_timed = settings.clock is not None or settings.away != "wait"
        rule = settings.clock, settings.away, settings.away_after
        if rule != self._rule:
            self._rule = rule
            self.forget()  # nobody is late by a clock that was not there
        match = self._ledger.match
        first, self._noted = self._noted, 0 if match is None else len(match)
        if not self.is_timed:
            self.forget()
            return
        now, since = self._time(), self._since
        used = {seat: now - asked for seat, asked in since.items()}
        # Whoever has acted since is asked anew, whatever landed after it; a change of names or pace gives no time.
        for number in range(first, self._noted):
            assert match is not None
            who = match.event(number).who
            if who in used:
                self._spent.append((number, who, used.pop(who)))
                self._renewed.discard(who)
        while self._spent and self._spent[-1][0] >= self._noted:  # taken back
            _, who, seconds = self._spent.pop()
            used[who] = used.get(who, 0.0) + seconds
            self._renewed.add(who)
        del self._spent[:-REMEMBERED]
        self._since = {seat: now - used.get(seat, 0.0) for seat in self._ledger.actors}
        self._renewed &= self._since.keys()

    def restart(self, seat: Seat) -> None:
        """Give a player who is back the whole time again, once for a decision: nobody stays away and comes back
        without end."""
        if seat in self._since and seat not in self._renewed:
            self._renewed.add(seat)
            self._since[seat] = self._time()

    def deadline(self, seat: Seat) -> int | None:
        """Milliseconds left for this seat if it is to act, else for the first of the people who are; none if no clock
        runs."""
        clock = self._ledger.settings.clock
        if clock is None or self._ledger.status != "playing":
            return None
        people = [other for other in self._since if self._ledger.chairs[other].bot is None]
        if not people:
            return None
        begun = self._since[seat] if seat in people else min(self._since[other] for other in people)
        return max(0, int((begun + clock - self._time()) * 1000))

    def next_alarm(self) -> float | None:
        """When the next seat runs out of time; none if none does."""
        if self._ledger.status != "playing":
            return None
        ends = [end for seat in self._since if (end := self._end(seat)) is not None]
        return min(ends, default=None)

    def late(self) -> list[Seat]:
        """The seats that have run out of time."""
        if self._ledger.status != "playing":
            return []
        now = self._time() + 0.001
        return [seat for seat in self._since if (end := self._end(seat)) is not None and end <= now]

    def _end(self, seat: Seat) -> float | None:
        """When the hall acts in place of a seat that does not; none if it never does."""
        settings = self._ledger.settings
        if self._ledger.chairs[seat].bot is not None:
            return None
        ends = []
        if settings.clock is not None:
            ends.append(self._since[seat] + settings.clock)
        if settings.away != "wait" and not self._presence.connected(seat):
            ends.append(max(self._since[seat], self._presence.gone_since(seat)) + settings.away_after)
        return min(ends, default=None)
