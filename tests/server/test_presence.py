"""Who is at a table, by connections here and by what other processes say: no sockets, and a clock of its own."""

from typing import Any

from quincunx.core.seats import SPECTATOR
from quincunx.server.hall.presence import HEARSAY_S, Presence
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
    assert (room.presence.seats_here(), list(room.presence.players())) == (0, [])
    assert not room.presence.part(stranger)


def test_what_another_process_says_counts_for_a_while() -> None:
    room = Room()
    for name in ("Ann", "Bob", "Cy"):
        room.table.sit(name)
    for is_news in (True, False):
        room.presence.heard_of("other", 0b110)
        assert room.presence.changed_elsewhere() is is_news
    assert [room.presence.connected(seat) for seat in range(3)] == [False, True, True]
    room.now += HEARSAY_S
    assert not any(room.presence.connected(seat) for seat in range(3))


def test_an_earlier_absence_is_over_when_somebody_comes_back() -> None:
    room = Room()
    ann = room.watcher("Ann")
    room.presence.enter(ann)
    room.presence.part(ann)
    room.now = 200.0
    room.presence.enter(ann)
    room.presence.heard_of("other", 0b1)
    assert not room.presence.part(ann), "another tab is at another process"
    room.now = 300.0
    assert not room.presence.connected(0), "nothing has been heard of it since"
    assert room.presence.gone_since(0) == 300.0


def test_what_was_said_of_a_seat_moves_and_goes_with_it() -> None:
    room = Room()
    for name in ("Ann", "Bob", "Cy"):
        room.table.sit(name)
    room.presence.heard_of("other", 0b110)
    room.presence.left(1)
    assert [room.presence.connected(seat) for seat in range(3)] == [False, False, True]
    room.presence.removed(0)
    assert [room.presence.connected(seat) for seat in range(3)] == [False, True, False]
    room.presence.removed(2)
    assert [room.presence.connected(seat) for seat in range(3)] == [False, True, False], "nobody before it moves"


def test_who_has_given_a_seat_up_is_forgotten() -> None:
    room = Room()
    room.watcher("Ann")
    room.presence.gone_since(0)
    for number in range(20):
        watcher = room.watcher(f"N{number}")
        room.presence.enter(watcher)
        room.presence.part(watcher)
        happen(room.table.ledger, Opened(1), by=1)
        room.presence.left(1)
    assert room.presence._gone == {1: 100.0}, "Ann's alone"
