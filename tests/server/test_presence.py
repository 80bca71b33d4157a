"""Who is at a table: no sockets, and a clock of its own."""

from typing import Any

from quincunx.core.seats import SPECTATOR
from quincunx.server.hall.presence import Presence
from quincunx.table.steps import Opened
from tests.examples import pig
from tests.server.still import StillTable, happen


class Connection:
    """As far as presence looks at one."""

    def __init__(self, token: str | None) -> None:
        self.token = token


class Room:
    """A table of three, and its presence under a clock of its own."""

    def __init__(self) -> None:
        self.table = StillTable(pig.SPEC, 3)
        self.now = 100.0
        self.presence = Presence(self.table.ledger, lambda: self.now)

    def watcher(self, name: str | None) -> Any:
        """Somebody who connects: with a seat, or only to watch."""
        token = None
        if name is not None:
            self.table.sit(name)
            token = self.table.ledger.chairs[self.table.ledger.names.index(name)].token
        return Connection(token)


def test_a_seat_is_there_as_long_as_one_of_its_connections_is() -> None:
    room = Room()
    ann = room.watcher("Ann")
    tab: Any = Connection(ann.token)
    assert room.presence.enter(ann)
    assert not room.presence.enter(tab)
    assert not room.presence.part(ann)
    assert room.presence.connected(0)
    room.now = 107.0
    assert room.presence.part(tab)
    assert not room.presence.connected(0)
    room.now = 120.0
    assert room.presence.gone_since(0) == room.presence.empty_since == 107.0


def test_who_only_watches_has_no_seat() -> None:
    room = Room()
    stranger = room.watcher(None)
    room.presence.enter(stranger)
    assert room.presence.seat(stranger) == SPECTATOR
    assert (room.presence.has_players, list(room.presence.players())) == (False, [])
    assert not room.presence.part(stranger)


def test_an_earlier_absence_is_over_when_somebody_comes_back() -> None:
    room = Room()
    ann = room.watcher("Ann")
    room.presence.enter(ann)
    room.presence.part(ann)
    room.now = 200.0
    room.presence.enter(ann)
    room.now = 300.0
    assert room.presence.part(ann)
    assert room.presence.gone_since(0) == 300.0


def test_who_has_given_a_seat_up_is_forgotten() -> None:
    room = Room()
    room.watcher("Ann")
    room.presence.gone_since(0)
    for number in range(20):
        watcher = room.watcher(f"N{number}")
        room.presence.enter(watcher)
        room.presence.part(watcher)
        happen(room.table.ledger, Opened(1), by=1)
        room.presence.left()
    assert room.presence._gone == {1: 100.0}, "Ann's alone"
