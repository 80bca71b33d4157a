"""The seats that bots play: when each begins, and what becomes of its thought. No sockets: time, table and thinkers are
the test's."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from quincunx.core.spec import GameSpec
from quincunx.games import game
from quincunx.protocol import Settings, StandIn
from quincunx.server.hall.bot_seats import LONGEST_THOUGHT_S, BotSeats
from quincunx.table.match_rules import act
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep, Away, Decided, Filled, Renamed
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.pool import LEAST_S
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL
from tests.server.still import Pondering, StillLoop, begun, happen

LONGEST_PAUSE = 1.3
"""Of a table whose pace is a second."""


class Thinkers:
    """Bots that answer when told, and with what."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.reply: Found[int] | Exception = Found(ROLL, "greedy")

    async def answer(self, decision: Decision, bot: str, *, seconds: float) -> Found[int]:
        spec, view, seat, legal, key, table, address = decision
        assert type(view) is spec.state
        assert any(key)
        told = {"bot": bot, "seat": seat, "legal": legal, "seconds": seconds, "table": table, "address": address}
        self.asked.append(told)
        await Pondering()
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


class Home:
    """A table that does what the bots want when told."""

    address = "10.0.0.7"

    def __init__(self) -> None:
        self.is_ours = True
        self.thoughts: list[Coroutine[Any, Any, None]] = []
        self.moves: list[tuple[Callable[[int | None, int], AnyStep], Callable[[], None]]] = []
        self.changes = 0

    def drives(self) -> bool:
        return self.is_ours

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            coroutine.send(None)
        except StopIteration:
            return
        self.thoughts.append(coroutine)

    def move(self, decide: Callable[[int | None, int], AnyStep], done: Callable[[], None]) -> None:
        self.moves.append((decide, done))

    def bots_changed(self) -> None:
        self.changes += 1


class Room:
    """A match with bots, and everything around them."""

    def __init__(self, *bots: str | None, spec: GameSpec = pig.SPEC, **settings: Any) -> None:
        self.ledger = begun(spec, *bots, **settings)
        self.thinkers = Thinkers()
        self.loop = StillLoop(0.0)
        self.home = Home()
        self.bots = BotSeats(self.ledger, self.thinkers, self.loop, self.home)

    def answers(self, found: Found[int] | Exception) -> None:
        """Whoever has thought longest comes to an answer."""
        self.thinkers.reply = found
        thought = self.home.thoughts.pop(0)
        with pytest.raises(StopIteration):
            thought.send(None)

    def moves(self, moment: int | None = None) -> None:
        """The table does what the first bot wants, or says why not."""
        decide, done = self.home.moves.pop(0)
        try:
            happen(self.ledger, decide(moment, 0))
        finally:
            done()

    def acts(self, action: int) -> None:
        """Whoever's turn it is acts, without being a bot."""
        happen(self.ledger, act(self.ledger, self.ledger.actors[0], action, None))

    def plays(self, found: Found[int]) -> None:
        """The bot whose move it is goes through all of it."""
        self.answers(found)
        self.loop.passes(LONGEST_PAUSE)
        self.moves()


def test_a_bot_begins_once() -> None:
    room = Room("greedy", None)
    room.bots.drive()
    room.bots.drive()
    assert [asked["seat"] for asked in room.thinkers.asked] == [0]
    assert not room.bots.is_idle
    asked = room.thinkers.asked[0]
    assert (asked["bot"], asked["legal"], asked["address"]) == ("greedy", [ROLL], "10.0.0.7")
    assert asked["table"] == room.ledger.id
    room.answers(Found(ROLL, "greedy"))
    room.bots.drive()  # it has answered, and still takes its time
    room.loop.passes(LONGEST_PAUSE)
    room.bots.drive()  # its move is not stored yet
    assert len(room.thinkers.asked) == len(room.home.moves) == 1


def test_people_are_not_played_for() -> None:
    room = Room(None, "greedy")
    room.bots.drive()
    assert room.bots.is_idle
    assert room.thinkers.asked == []


@pytest.mark.parametrize("pace", [400, 1000, 4000])
def test_a_bot_takes_its_time_at_the_pace_of_the_host(pace: int) -> None:
    room = Room("greedy", None, pace=pace)
    room.bots.drive()
    room.answers(Found(ROLL, "greedy"))
    room.loop.passes(0.69 * pace / 1000)
    assert room.home.moves == []
    room.loop.passes((LONGEST_PAUSE - 0.69) * pace / 1000)
    assert len(room.home.moves) == 1


def test_a_bot_that_has_thought_longer_acts_at_once() -> None:
    room = Room("greedy", None)
    room.bots.drive()
    room.loop.passes(5)
    room.answers(Found(ROLL, "greedy"))
    assert len(room.home.moves) == 1


def test_after_its_move_the_next_bot_begins() -> None:
    room = Room("greedy", "greedy")
    room.bots.drive()
    for _ in range(6):
        room.plays(Found(ROLL, "greedy"))
    assert room.ledger.match is not None
    assert len(room.ledger.match) == 12
    assert len(room.thinkers.asked) == 7
    assert [asked["seat"] for asked in room.thinkers.asked][-1] == room.ledger.actors[0]


def test_a_bot_of_another_process_does_not_begin() -> None:
    room = Room("greedy", None)
    room.home.is_ours = False
    room.bots.drive()
    assert room.bots.is_idle
    room.home.is_ours = True
    room.bots.drive()
    room.answers(Found(ROLL, "greedy"))
    room.home.is_ours = False
    room.loop.passes(LONGEST_PAUSE)
    assert room.home.moves == []
    assert room.bots.is_idle


def test_a_thought_that_fails_can_be_begun_again() -> None:
    room = Room("greedy", None)
    room.bots.drive()
    room.thinkers.reply = OSError("the worker is gone")
    with pytest.raises(OSError, match="worker is gone"):
        room.home.thoughts.pop().send(None)
    assert room.bots.is_idle
    room.bots.drive()
    assert len(room.thinkers.asked) == 2


def in_a_turn() -> Room:
    """The bot of seat 0 has rolled, and may roll or hold; it thinks again."""
    room = Room("master", None)
    room.bots.drive()
    for _ in range(50):
        room.plays(Found(ROLL, "master"))
        assert room.ledger.match is not None
        if room.ledger.match.state.brought:
            return room
        while room.ledger.actors == [1]:
            room.acts(ROLL if not room.ledger.match.state.brought else HOLD)
        room.bots.drive()
    raise AssertionError("nothing but ones")


def test_a_stand_in_is_told_once_and_withdrawn() -> None:
    room = in_a_turn()
    assert (room.bots.stand_ins, room.home.changes) == ({}, 0)
    room.answers(Found(ROLL, "greedy", "busy"))
    assert (room.bots.stand_ins, room.home.changes) == ({0: StandIn("greedy", "busy")}, 1)
    room.bots._note(0, Found(ROLL, "greedy", "busy"))
    assert room.home.changes == 1
    room.bots._note(0, Found(ROLL, "greedy", "failed"))
    assert (room.bots.stand_ins, room.home.changes) == ({0: StandIn("greedy", "failed")}, 2)
    room.bots._note(0, Found(ROLL, "master"))
    assert (room.bots.stand_ins, room.home.changes) == ({}, 3)


def test_where_there_is_no_choice_nobody_stands_in() -> None:
    room = Room("master", None)
    room.bots.drive()
    assert room.thinkers.asked[0]["legal"] == [ROLL]
    room.answers(Found(ROLL, "greedy", "busy"))
    assert (room.bots.stand_ins, room.home.changes) == ({}, 0)


def test_what_was_thought_before_something_else_happened_is_not_done() -> None:
    room = in_a_turn()
    room.answers(Found(ROLL, "master"))
    room.loop.passes(LONGEST_PAUSE)
    room.acts(HOLD)
    with pytest.raises(Refuse) as refused:
        room.moves()
    assert refused.value.code == "stale"
    assert room.bots.is_idle


def test_a_name_or_a_setting_does_not_make_a_bot_think_again() -> None:
    """Otherwise a player could hold a bot up for good."""
    room = in_a_turn()
    room.answers(Found(HOLD, "master"))
    happen(room.ledger, Renamed(1, "Zoe"))
    happen(room.ledger, Decided(Settings(pace=60_000)), by=room.ledger.host)
    room.loop.passes(LONGEST_PAUSE)
    room.moves()
    assert room.ledger.actors == [1]


def test_a_bot_does_nothing_for_another_that_has_taken_its_place() -> None:
    room = in_a_turn()
    room.answers(Found(HOLD, "master"))
    happen(room.ledger, Filled(0, "greedy", "Gus"))
    room.loop.passes(LONGEST_PAUSE)
    with pytest.raises(Refuse) as refused:
        room.moves()
    assert refused.value.code == "stale"
    assert [asked["bot"] for asked in room.thinkers.asked][-1] == "greedy"


def test_a_bot_does_nothing_for_a_player_who_is_back() -> None:
    room = Room(None, None)
    happen(room.ledger, Away(0, "greedy"))
    room.bots.drive()
    room.answers(Found(ROLL, "greedy"))
    room.loop.passes(LONGEST_PAUSE)
    happen(room.ledger, Away(0))
    with pytest.raises(Refuse) as refused:
        room.moves()
    assert refused.value.code == "seat"
    assert room.bots.is_idle


@pytest.mark.parametrize(
    ("bot", "pace", "seconds"),
    [("greedy", 1000, LEAST_S), ("master", 1000, 1.0), ("master", 60_000, LONGEST_THOUGHT_S), ("master", 0, LEAST_S)],
)
def test_a_bot_that_searches_has_as_long_as_the_table_takes(bot: str, pace: int, seconds: float) -> None:
    room = Room(bot, None, pace=pace)
    room.bots.drive()
    assert room.thinkers.asked[0]["seconds"] == seconds


def test_in_a_race_a_bot_looks_at_the_last_moment_and_others_may_come_before() -> None:
    room = Room("greedy", "greedy", None, spec=game("popalotsy"))
    room.bots.drive()
    room.bots.drive()
    assert room.thinkers.asked == []
    assert len(room.loop.rings) == 2
    first = min(ring.when for ring in room.loop.rings)
    assert first > 0
    room.loop.passes(first)
    assert len(room.thinkers.asked) == 1
    seat = room.thinkers.asked[0]["seat"]
    action = room.thinkers.asked[0]["legal"][0]
    room.answers(Found(action, "greedy"))
    assert len(room.home.moves) == 1  # at once: its time has passed before it looked
    happen(room.ledger, act(room.ledger, 2, room.ledger.legal(2)[-1], 5))
    room.moves(moment=1_000_000)  # what it saw is old, and counts as long as the rules allow it
    assert room.ledger.match is not None
    assert seat in {event.who for event in room.ledger.match.events}


def test_in_a_race_a_bot_searches_for_a_part_of_the_pace() -> None:
    room = Room("master", None, spec=game("popalotsy"), pace=2000)
    room.bots.drive()
    room.loop.passes(60)
    assert room.thinkers.asked[0]["seconds"] == 0.5


def test_where_one_alone_may_act_a_bot_takes_the_pace_of_the_host() -> None:
    """Whatever its level takes to react where several race."""
    room = Room("random", None, spec=game("popalotsy"), chosen={"form": "turns"})
    assert room.ledger.actors == [0]
    room.bots.drive()
    room.loop.passes(LONGEST_PAUSE)
    assert len(room.thinkers.asked) == 1


def test_a_bot_that_waits_in_a_race_does_not_think_when_it_may_not_act_any_more() -> None:
    room = Room("greedy", None, spec=game("popalotsy"))
    room.bots.drive()
    room.ledger.actors = [1]
    room.loop.passes(60)
    assert room.thinkers.asked == []
    assert room.bots.is_idle


def test_a_bot_that_waits_in_a_race_does_not_think_when_it_is_over_or_elsewhere() -> None:
    room = Room("greedy", None, spec=game("popalotsy"))
    room.bots.drive()
    room.ledger.status = "over"
    room.loop.passes(60)
    assert room.thinkers.asked == []
    assert room.bots.is_idle
    room.bots.drive()
    assert room.bots.is_idle
    room.ledger.status = "playing"
    room.bots.drive()
    room.home.is_ours = False
    room.loop.passes(60)
    assert room.thinkers.asked == []
    assert room.bots.is_idle
