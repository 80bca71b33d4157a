"""How long each seat has been asked to act, and when it is late: no sockets, and a clock that only passes when told."""

from typing import Any

import pytest

from quincunx.core.spec import GameSpec
from quincunx.games import game
from quincunx.protocol import Settings
from quincunx.server.hall.clocks import REMEMBERED, Clocks
from quincunx.server.hall.presence import Presence
from quincunx.table.match_rules import act
from quincunx.table.steps import Decided, Undone
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL
from tests.server.still import begun, happen

BEGAN = 1000.0
NO_ONE = 0.002
"""Seconds that are nobody's: more than the clocks overlook."""


class Connection:
    """As far as presence looks at one."""

    def __init__(self, token: str) -> None:
        self.token = token


class Watch:
    """A match with its clocks, by a time that the test sets."""

    def __init__(self, *bots: str | None, spec: GameSpec = pig.SPEC, **settings: Any) -> None:
        self.now = BEGAN
        self.ledger = begun(spec, *bots, **settings)
        self.presence = Presence(self.ledger, lambda: self.now)
        self.clocks = Clocks(self.ledger, self.presence, lambda: self.now)

    def act(self, action: int) -> None:
        """Whoever's turn it is acts."""
        happen(self.ledger, act(self.ledger, self.ledger.actors[0], action, None))
        self.clocks.note_actors()

    def rolls_until_it_may_hold(self) -> int:
        """The seat to act has rolled, and not a 1: which one."""
        for _ in range(50):
            self.act(ROLL)
            if self.ledger.match is not None and self.ledger.match.state.brought:
                return self.ledger.actors[0]
        raise AssertionError("nothing but ones")

    def undo(self, seat: int) -> None:
        assert self.ledger.match is not None
        happen(self.ledger, Undone(seat, len(self.ledger.match) - 1), by=seat)
        self.clocks.note_actors()

    def decide(self, **settings: Any) -> None:
        happen(self.ledger, Decided(Settings(**settings)), by=self.ledger.host)
        self.clocks.note_actors()

    def left_s(self, seat: int) -> float:
        left = self.clocks.deadline(seat)
        assert left is not None
        return left / 1000

    def connects(self, seat: int) -> Any:
        connection: Any = Connection(f"token-{seat}")
        self.presence.enter(connection)
        return connection


def test_time_runs_for_whoever_is_asked_and_all_are_told_of_it() -> None:
    watch = Watch(None, None, clock=30)
    assert watch.clocks.is_timed
    assert watch.left_s(0) == watch.left_s(1) == 30
    watch.now += 10
    assert watch.left_s(0) == watch.left_s(1) == 20
    watch.now += 100
    assert watch.left_s(0) == 0


def test_whoever_has_acted_is_asked_anew() -> None:
    watch = Watch(None, None, clock=30)
    watch.now += 10
    seat = watch.rolls_until_it_may_hold()
    assert watch.left_s(seat) == 30
    watch.now += 7
    watch.act(HOLD)
    assert watch.ledger.actors == [1 - seat]
    assert watch.left_s(1 - seat) == 30


def test_nothing_is_counted_where_nobody_is_in_a_hurry() -> None:
    watch = Watch(None, None)
    watch.now += 10_000
    assert not watch.clocks.is_timed
    assert (watch.clocks.deadline(0), watch.clocks.next_alarm(), watch.clocks.late()) == (None, None, [])
    watch.decide(clock=30)
    assert watch.left_s(0) == 30


def test_a_clock_that_is_taken_off_and_put_back_gives_no_time() -> None:
    watch = Watch(None, None, clock=30)
    watch.now += 10
    watch.decide()
    assert (watch.clocks.deadline(0), watch.clocks.late()) == (None, [])
    watch.now += 100
    watch.decide(clock=60)
    assert watch.left_s(0) == 20
    watch.decide(away="bot")
    watch.decide()
    watch.decide(clock=30)
    assert watch.left_s(0) == 20
    watch.decide()
    watch.act(ROLL)
    watch.decide(clock=30)
    assert watch.left_s(watch.ledger.actors[0]) == 30, "that is another decision"


def test_other_settings_give_no_time() -> None:
    watch = Watch(None, None, clock=30)
    watch.now += 12
    watch.decide(clock=30, pace=0, listed=False)
    assert watch.left_s(0) == 18
    watch.clocks.note_actors()
    assert watch.left_s(0) == 18
    for clock in (31, 30, 40):
        watch.decide(clock=clock)
        watch.now += 3
    assert watch.left_s(0) == 18 - 9
    watch.decide(clock=5)
    assert watch.left_s(0) == 5, "a shorter clock leaves all of it"


def test_who_takes_an_action_back_gets_no_time() -> None:
    watch = Watch(None, None, clock=60)
    seat = watch.rolls_until_it_may_hold()
    watch.now += 12
    watch.act(HOLD)
    watch.now += 5
    watch.undo(seat)
    assert watch.ledger.actors == [seat]
    assert watch.left_s(seat) == 60 - 12
    watch.now += 3
    watch.act(HOLD)
    watch.now += 1
    watch.undo(seat)
    assert watch.left_s(seat) == 60 - 12 - 3


def test_who_takes_an_action_back_after_a_while_gets_no_time_for_that_either() -> None:
    watch = Watch(None, None, spec=game("mixeddoubles"), clock=60)
    seat = None
    while seat is None or watch.ledger.actors != [seat]:  # until more is asked of a seat that may take something back
        watch.now += 12
        watch.act(watch.ledger.legal(watch.ledger.actors[0])[-1])
        assert watch.ledger.status == "playing"
        seat = watch.ledger.undoer
    assert watch.left_s(seat) == 60
    watch.now += 5
    watch.undo(seat)
    assert watch.left_s(seat) == 60 - 12 - 5


def test_what_was_spent_before_the_clocks_were_set_anew_does_not_come_back() -> None:
    watch = Watch(None, None, clock=60)
    seat = watch.rolls_until_it_may_hold()
    watch.now += 12
    watch.act(HOLD)
    watch.decide(clock=10)
    watch.undo(seat)
    assert watch.left_s(seat) == 10


def test_who_was_asked_in_between_is_asked_anew_after_an_undo() -> None:
    watch = Watch(None, None, clock=60)
    seat = watch.rolls_until_it_may_hold()
    watch.act(HOLD)
    watch.now += 20
    watch.undo(seat)
    watch.now += 4
    watch.act(HOLD)
    assert watch.left_s(1 - seat) == 60


def test_only_the_last_actions_are_remembered() -> None:
    watch = Watch(None, None, clock=60)
    for _ in range(2 * REMEMBERED):
        watch.act(ROLL)
    assert len(watch.clocks._spent) == REMEMBERED


def test_a_player_who_is_back_has_all_the_time_again() -> None:
    watch = Watch(None, None, clock=30)
    watch.now += 25
    watch.clocks.restart(1)  # not asked: nothing to give
    assert watch.left_s(0) == 5
    watch.clocks.restart(0)
    assert watch.left_s(0) == 30
    watch.now += 25
    watch.clocks.restart(0)
    assert watch.left_s(0) == 5, "once for a decision"


def test_who_is_asked_anew_may_be_back_anew_but_not_by_taking_back() -> None:
    watch = Watch(None, None, clock=60)
    seat = watch.rolls_until_it_may_hold()
    watch.now += 12
    watch.clocks.restart(seat)
    watch.now += 5
    watch.act(HOLD)
    watch.undo(seat)
    watch.clocks.restart(seat)
    assert watch.left_s(seat) == 60 - 5
    watch.act(HOLD)
    watch.now += 8
    watch.clocks.restart(1 - seat)
    assert watch.left_s(1 - seat) == 60


def test_a_seat_is_late_when_its_time_has_passed() -> None:
    watch = Watch(None, None, clock=30)
    assert watch.clocks.next_alarm() == BEGAN + 30
    watch.now += 30 - NO_ONE
    assert watch.clocks.late() == []
    watch.now = BEGAN + 30
    assert watch.clocks.late() == [0]


def test_bots_are_never_late() -> None:
    watch = Watch("greedy", None, clock=30)
    watch.now += 1000
    assert (watch.clocks.deadline(0), watch.clocks.next_alarm(), watch.clocks.late()) == (None, None, [])


@pytest.mark.parametrize("away", ["default", "bot"])
def test_an_absent_seat_has_its_own_alarm(away: str) -> None:
    watch = Watch(None, None, away=away, away_after=20)
    assert watch.clocks.deadline(0) is None
    assert watch.clocks.next_alarm() == BEGAN + 20
    here = watch.connects(0)
    assert watch.clocks.next_alarm() is None
    watch.now += 100
    assert watch.clocks.late() == []
    watch.presence.part(here)
    assert watch.clocks.next_alarm() == watch.now + 20
    watch.now += 20
    assert watch.clocks.late() == [0]


def test_absence_counts_from_when_the_seat_is_asked() -> None:
    watch = Watch(None, None, away="bot", away_after=20)
    seat = watch.rolls_until_it_may_hold()
    watch.connects(seat)
    watch.presence.part(watch.connects(1 - seat))
    watch.now += 500
    watch.act(HOLD)
    assert watch.clocks.next_alarm() == watch.now + 20
    assert watch.clocks.late() == []


def test_of_clock_and_absence_the_earlier_counts() -> None:
    watch = Watch(None, None, clock=50, away="bot", away_after=20)
    assert watch.clocks.next_alarm() == BEGAN + 20
    here = watch.connects(0)
    assert watch.clocks.next_alarm() == BEGAN + 50
    watch.now += 40
    watch.presence.part(here)
    assert watch.clocks.next_alarm() == BEGAN + 50


def test_where_several_are_asked_each_has_its_own_time() -> None:
    watch = Watch(None, None, None, spec=game("popalotsy"), clock=30)
    assert watch.ledger.actors == [0, 1, 2]
    watch.now += 10
    watch.clocks.restart(1)
    assert [watch.left_s(seat) for seat in range(3)] == [20, 30, 20]
    assert watch.left_s(-1) == 20  # who only watches is told of the first
    watch.now += 20
    assert watch.clocks.late() == [0, 2]


def test_nobody_is_late_when_the_match_is_over() -> None:
    watch = Watch(None, None, clock=30)
    while watch.ledger.status == "playing":
        watch.rolls_until_it_may_hold()
        watch.act(HOLD)
    watch.now += 1000
    assert (watch.clocks.deadline(0), watch.clocks.next_alarm(), watch.clocks.late()) == (None, None, [])
