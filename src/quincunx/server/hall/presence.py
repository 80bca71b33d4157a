"""The connections at a table."""

from collections.abc import Callable, Iterable

from quincunx.core.seats import SPECTATOR, Seat
from quincunx.server.hall.broadcast import Watcher
from quincunx.table.ledger import Ledger


class Presence:
    """The connections of one table. The ledger always knows whose they are: a seat may have changed hands."""

    __slots__ = ("_gone", "_ledger", "_time", "empty_since", "watchers")

    def __init__(self, ledger: Ledger, time: Callable[[], float]) -> None:
        self._ledger = ledger
        self._time = time
        self.watchers: dict[Watcher, None] = {}
        self.empty_since = time()
        """The time at which the last connection ended, by `time`."""
        self._gone: dict[int, float] = {}
        """By owner: when that player's last connection ended."""

    def seat(self, watcher: Watcher) -> Seat:
        """The seat of a connection now; `SPECTATOR` for one without."""
        seat = self._ledger.seat_of(watcher.token)
        return SPECTATOR if seat is None else seat

    def enter(self, watcher: Watcher) -> bool:
        """Add a connection; return whether its seat was not connected before."""
        seat = self.seat(watcher)
        was_there = self.connected(seat)
        self.watchers[watcher] = None
        if seat != SPECTATOR:
            self._gone.pop(self._ledger.chairs[seat].owner, None)
        return not was_there

    def part(self, watcher: Watcher) -> bool:
        """Remove a connection; return whether its seat is no longer connected."""
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
        """Whether a seat has a connection."""
        if not 0 <= seat < self._ledger.seats:
            return False
        token = self._ledger.chairs[seat].token
        if token is None:
            return False
        return any(watcher.token == token for watcher in self.watchers)

    def gone_since(self, seat: Seat) -> float:
        """The time at which an absent seat lost its last connection; now, if it never had one."""
        return self._gone.setdefault(self._ledger.chairs[seat].owner, self._time())

    @property
    def has_players(self) -> bool:
        """Whether one of the connections has a seat."""
        return any(True for _ in self.players())

    def left(self) -> None:
        """Forget someone who has given up a seat."""
        owners = {chair.owner for chair in self._ledger.chairs}
        self._gone = {owner: at for owner, at in self._gone.items() if owner in owners}

    def players(self) -> Iterable[tuple[Watcher, Seat]]:
        """The connections that have a seat."""
        for watcher in self.watchers:
            if (seat := self.seat(watcher)) != SPECTATOR:
                yield watcher, seat
