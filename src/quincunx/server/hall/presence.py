"""Who is at a table: its connections here, and the seats that are connected to other processes."""

from collections.abc import Callable, Iterable

from quincunx.core.seats import SPECTATOR, Seat
from quincunx.server.hall.broadcast import Watcher
from quincunx.table.ledger import Ledger

HEARSAY_S = 30.0
"""Seconds for which it counts what another process has said about its connections."""


class Presence:
    """The connections of one table. Whose they are is always asked of the ledger: a seat may have changed hands."""

    __slots__ = ("_elsewhere", "_gone", "_known", "_ledger", "_time", "empty_since", "watchers")

    def __init__(self, ledger: Ledger, time: Callable[[], float]) -> None:
        self._ledger = ledger
        self._time = time
        self.watchers: dict[Watcher, None] = {}
        self.empty_since = time()
        """When the last connection ended, by `time`."""
        self._elsewhere: dict[str, tuple[int, float]] = {}
        """By process: the seats that it has said are connected to it, as bits, and when it said so."""
        self._known = 0
        """The seats that were connected to other processes when somebody asked last, as bits."""
        self._gone: dict[int, float] = {}
        """By owner: since when that player has had no connection."""

    def seat(self, watcher: Watcher) -> Seat:
        """The seat of a connection now; `SPECTATOR` for one without."""
        seat = self._ledger.seat_of(watcher.token)
        return SPECTATOR if seat is None else seat

    def enter(self, watcher: Watcher) -> bool:
        """A connection begins to watch; whether its seat was not connected before."""
        seat = self.seat(watcher)
        was_there = self.connected(seat)
        self.watchers[watcher] = None
        if seat != SPECTATOR:
            self._gone.pop(self._ledger.chairs[seat].owner, None)
        return not was_there

    def part(self, watcher: Watcher) -> bool:
        """A connection ends; whether its seat is connected no more."""
        if watcher not in self.watchers:
            return False
        del self.watchers[watcher]
        if not self.watchers:
            self.empty_since = self._time()
        seat = self.seat(watcher)
        if seat == SPECTATOR or self.connected(seat):
            return False
        self._gone[self._ledger.chairs[seat].owner] = self._time()
        return True

    def connected(self, seat: Seat) -> bool:
        """Whether a seat has a connection, here or at another process."""
        if not 0 <= seat < self._ledger.seats:
            return False
        token = self._ledger.chairs[seat].token
        if token is None:
            return False
        for watcher in self.watchers:
            if watcher.token == token:
                return True
        return bool(self._seats_elsewhere() >> seat & 1)

    def gone_since(self, seat: Seat) -> float:
        """When a seat that is not connected lost its last connection; now, if it never had one."""
        return self._gone.setdefault(self._ledger.chairs[seat].owner, self._time())

    def seats_here(self) -> int:
        """The seats that are connected here, as bits."""
        bits = 0
        for watcher in self.watchers:
            if (seat := self.seat(watcher)) != SPECTATOR:
                bits |= 1 << seat
        return bits

    def heard_of(self, process: str, bits: int) -> None:
        """Another process says which seats are connected to it."""
        self._elsewhere[process] = (bits, self._time())

    def changed_elsewhere(self) -> bool:
        """Whether other seats are connected to other processes than when this was asked last; whoever was until then
        is gone from now on."""
        before, self._known = self._known, self._seats_elsewhere()
        for seat, chair in enumerate(self._ledger.chairs):
            if self._known >> seat & 1:
                self._gone.pop(chair.owner, None)
            elif before >> seat & 1 and not self.connected(seat):
                self._gone[chair.owner] = self._time()
        return before != self._known

    def left(self, seat: Seat) -> None:
        """Someone has given a seat up: forget them, and what other processes have said about the seat, which is not
        true of the next player."""
        owners = {chair.owner for chair in self._ledger.chairs}
        self._gone = {owner: at for owner, at in self._gone.items() if owner in owners}
        self._elsewhere = {name: (bits & ~(1 << seat), at) for name, (bits, at) in self._elsewhere.items()}
        self._known = self._seats_elsewhere()

    def removed(self, seat: Seat) -> None:
        """A seat has been taken away: those behind it have moved up by one."""
        low = (1 << seat) - 1
        self._elsewhere = {name: (bits & low | bits >> 1 & ~low, at) for name, (bits, at) in self._elsewhere.items()}
        self._known = self._seats_elsewhere()

    def _seats_elsewhere(self) -> int:
        now, seats = self._time(), 0
        for bits, said in self._elsewhere.values():
            if now - said < HEARSAY_S:
                seats |= bits
        return seats

    def players(self) -> Iterable[tuple[Watcher, Seat]]:
        """The connections that have a seat."""
        for watcher in self.watchers:
            if (seat := self.seat(watcher)) != SPECTATOR:
                yield watcher, seat
