"""The one authority of a table, beside other processes and a store that fails: decided, stored, folded, told, once."""

from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from quincunx import protocol
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.server.hall.authority import MOST_WAITING, Ask, Authority, Chore
from quincunx.server.store.errors import StoreError
from quincunx.server.store.writes import WriteResult
from quincunx.server.words import DATABASE_SILENT
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act
from quincunx.table.refusal import Refuse
from quincunx.table.steps import Acted, AnyStep, Entry, Renamed
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import ROLL
from tests.server.still import Pondering, StillStore, begun


class Watcher:
    """Somebody's connection: keeps what it is told."""

    wants_views = False
    round_trip = 0.0

    def __init__(self, token: str | None = "token-0") -> None:
        self.token = token
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))


class SharedStore(StillStore):
    """One that other processes write to; it may be away, or (`held`) take its time to read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = self.held = False
        self.readings = 0

    async def entries(self, _table: str, after: int = 0) -> list[Entry]:
        self.readings += 1
        if self.held:
            await Pondering()
        if self.is_away:
            raise StoreError(DATABASE_SILENT())
        return await super().entries(_table, after)


class Room:
    """A match of two people in one process, the same match in another, and the store between them."""

    def __init__(self) -> None:
        self.ledger = begun(PIG, None, None)
        self.theirs = begun(PIG, None, None)
        self.first = self.ledger.seq
        self.store = SharedStore()
        self.told: list[tuple[AnyStep, Ask | None]] = []
        self.moments: list[Moment] = []
        self.settlings = self.own_settlings = self.failures = self.losses = 0
        self.reading: list[Coroutine[Any, Any, None]] = []
        self.advised: list[int] = []
        self.authority = Authority(self.ledger, self.store, self, lambda: 77, self.run)

    def advise(self, seat: int) -> None:
        self.advised.append(seat)

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            coroutine.send(None)
        except StopIteration:
            return
        self.reading.append(coroutine)

    def read(self) -> None:
        """What the store was asked for comes."""
        with pytest.raises(StopIteration):
            self.reading.pop(0).send(None)

    # As a listener

    def is_there(self, _seat: Seat) -> bool:
        return True

    def stepped(self, entry: Entry, moments: list[Moment] | None, _was: protocol.Status, answered: Ask | None) -> None:
        assert self.ledger.seq == entry.seq, "folded, then told"
        self.told.append((entry.step, answered))
        self.moments += moments or []

    def settled(self, *, is_ours: bool = True) -> None:
        self.settlings += 1
        self.own_settlings += is_ours

    def failed(self) -> None:
        self.failures += 1

    def lost(self) -> None:
        self.losses += 1

    # What happens

    @property
    def steps(self) -> list[AnyStep]:
        """Those that have been told."""
        return [step for step, _ in self.told]

    def neighbour(self, step: AnyStep | None = None, message: str | None = None, by: int | None = None) -> Entry:
        """Another process stores a step; without any, its mover rolls."""
        entry = self.theirs.propose(step or act(self.theirs, self.theirs.actors[0], ROLL, None), 5, by, message)
        self.theirs.fold(entry)
        self.store.kept.append(entry)
        return entry

    def asks(self, watcher: Watcher, message: str = "a.1", seq: int | None = None) -> None:
        """The player of seat 0 rolls."""
        request = protocol.Act(message, self.ledger.seq if seq is None else seq, "roll")
        self.authority.submit(Ask(watcher.token, request, watcher))


class Wish:
    """The hall wants somebody to be called otherwise; keeps how often it was decided, and what became of it."""

    def __init__(self, name: str = "Eve") -> None:
        self.step = Renamed(1, name)
        self.decided = 0
        self.steps: list[AnyStep | None] = []
        self.refusals: list[str] = []
        self.chore = Chore(self.decide, self.done)

    def decide(self, now: int) -> AnyStep:
        assert now == 77
        self.decided += 1
        return self.step

    def done(self, step: AnyStep | None, refusal: Refuse | None) -> None:
        self.steps.append(step)
        if refusal is not None:
            self.refusals.append(refusal.code)


@pytest.fixture
def room() -> Room:
    return Room()


def test_nothing_is_folded_or_told_before_it_is_stored(room: Room) -> None:
    room.store.slow = True
    wish, watcher = Wish(), Watcher()
    room.authority.submit(wish.chore)
    room.asks(watcher)
    assert (room.ledger.seq, room.told, wish.steps) == (room.first, [], [])
    assert len(room.store.waiting) == 1, "the next waits until then"
    room.store.release()
    assert (room.ledger.seq, room.steps, wish.steps) == (room.first + 1, [wish.step], [wish.step])
    room.store.release()
    assert room.authority.is_idle
    assert (room.ledger.seq, room.settlings, room.own_settlings) == (room.first + 2, 2, 2)
    answered = room.told[-1][1]
    assert answered is not None
    assert (answered.request.id, watcher.heard) == ("a.1", []), "the listener answers"


def test_a_chore_is_decided_again_when_another_process_was_faster(room: Room) -> None:
    room.store.slow = True
    wish = Wish()
    room.authority.submit(wish.chore)
    rolled = room.neighbour()
    room.store.release(WriteResult.TAKEN)
    assert (wish.decided, room.steps, room.settlings) == (2, [rolled.step], 1)
    assert wish.steps == [], "it is not done yet"
    assert not room.authority.is_idle
    room.store.release()
    assert (room.ledger.seq, wish.steps, wish.refusals) == (room.first + 2, [wish.step], [])
    assert [entry.seq for entry in room.store.kept] == [room.first + 1, room.first + 2]
    assert room.authority.is_idle


def test_what_is_decided_again_keeps_its_place(room: Room) -> None:
    room.store.slow = True
    first, second = Wish("Eve"), Wish("Ida")
    room.authority.submit(first.chore)
    room.authority.submit(second.chore)
    rolled = room.neighbour()
    room.store.release(WriteResult.TAKEN)
    room.store.release()
    room.store.release()
    assert room.steps == [rolled.step, first.step, second.step]


def test_a_chore_that_is_not_to_be_done_any_more_says_so(room: Room) -> None:
    room.store.slow = True
    refusals: list[Refuse | None] = []
    chore = Chore(lambda _: act(room.ledger, 0, ROLL, None), lambda _, refusal: refusals.append(refusal))
    while 0 in room.theirs.actors:  # the other process rolls on until it is the other's turn
        room.neighbour()
    room.authority.submit(chore)
    room.store.release(WriteResult.TAKEN)
    assert [refusal and refusal.code for refusal in refusals] == ["turn"]
    assert room.steps == [entry.step for entry in room.store.kept]
    assert room.failures == 0


def test_a_number_that_is_taken_by_nobody_is_refused(room: Room) -> None:
    room.store.slow = True
    wish, watcher = Wish(), Watcher()
    room.authority.submit(wish.chore)
    room.store.release(WriteResult.TAKEN)
    assert (wish.decided, wish.steps, wish.refusals, room.failures) == (1, [None], ["store"], 1)
    room.asks(watcher)
    room.store.release(WriteResult.TAKEN)
    assert [(told["id"], told["code"]) for told in watcher.heard] == [("a.1", "store")]
    assert (room.ledger.seq, room.told, room.settlings) == (room.first, [], 0)
    assert room.failures == 1, "who has asked hears it, and asks again"
    room.store.slow = False
    room.asks(watcher, "a.2")
    assert room.ledger.seq == room.first + 1


def test_an_action_on_a_position_that_another_process_has_changed_is_refused(room: Room) -> None:
    room.store.slow = True
    watcher = Watcher()
    room.asks(watcher)
    rolled = room.neighbour()
    room.store.release(WriteResult.TAKEN)
    assert [told["code"] for told in watcher.heard] == ["stale"]
    assert (room.steps, room.store.waiting) == ([rolled.step], [])


def test_a_step_of_a_neighbour_is_folded_as_it_is(room: Room) -> None:
    rolled = room.neighbour()
    named = room.neighbour(Renamed(1, "Zoe"))
    assert room.told == []
    room.authority.catch_up()
    assert room.told == [(rolled.step, None), (named.step, None)]
    assert isinstance(rolled.step, Acted)
    assert [moment.event.what for moment in room.moments] == [ROLL, *rolled.step.land]
    assert (room.ledger.seq, room.ledger.chain) == (room.theirs.seq, room.theirs.chain)
    assert room.ledger.chairs[1].name == "Zoe"
    assert (room.settlings, room.own_settlings) == (1, 0), "once for all of them"
    room.authority.catch_up()
    assert (len(room.told), room.settlings) == (2, 1)


def test_what_a_neighbour_stores_meanwhile_is_read_when_the_own_step_is_stored(room: Room) -> None:
    room.store.slow = True
    wish = Wish()
    room.authority.submit(wish.chore)
    room.authority.catch_up()
    assert room.store.readings == 0
    room.store.release()
    assert (room.store.readings, wish.steps) == (1, [wish.step])
    assert room.authority.is_idle


def test_many_notices_of_a_neighbour_are_one_reading_and_crowd_nobody_out(room: Room) -> None:
    room.store.slow = True
    room.authority.submit(Wish().chore)
    for _ in range(MOST_WAITING):
        room.authority.catch_up()
    watcher = Watcher()
    room.asks(watcher)
    room.store.release()
    assert (room.store.readings, watcher.heard) == (1, [])
    room.store.held = True
    room.authority.catch_up()
    room.store.release()
    room.authority.catch_up()  # what comes while the store is read may not be in what it answers
    room.store.held = False
    room.read()
    assert (room.store.readings, room.authority.is_idle) == (3, True)


def test_nothing_is_decided_while_steps_are_read(room: Room) -> None:
    room.store.held = True
    room.authority.catch_up()
    wish = Wish()
    room.authority.submit(wish.chore)
    assert (wish.decided, room.authority.is_idle) == (0, False)
    rolled = room.neighbour()
    room.read()
    assert room.steps == [rolled.step, wish.step]
    assert wish.decided == 1


def test_after_a_write_in_doubt_the_store_is_read_before_anything_is_decided(room: Room) -> None:
    room.store.broken = True
    wish = Wish()
    room.authority.submit(wish.chore)
    assert (wish.refusals, room.failures, room.told) == (["store"], 1, [])
    room.store.broken = False
    rolled = room.neighbour()
    again = Wish("Ida")
    room.authority.submit(again.chore)
    assert room.store.readings == 1
    assert room.steps == [rolled.step, again.step]
    room.authority.submit(Wish("Ada").chore)
    assert room.store.readings == 1, "there is no doubt any more"


def test_a_message_whose_write_was_in_doubt_is_not_done_twice(room: Room) -> None:
    room.store.slow = True
    watcher = Watcher()
    room.asks(watcher)
    entry = room.store.waiting[0].entries[0]
    room.store.release(WriteResult.FAILED)
    assert [told["code"] for told in watcher.heard] == ["store"]
    room.store.kept.append(entry)  # it was stored after all
    room.asks(watcher, seq=room.first)
    assert [told["type"] for told in watcher.heard] == ["refused", "ack"]
    assert watcher.heard[-1]["seq"] == entry.seq
    assert room.told == [(entry.step, None)]
    assert (room.ledger.seq, room.store.waiting) == (entry.seq, [])


def test_while_the_store_is_away_everything_is_refused_and_nothing_lost(room: Room) -> None:
    room.store.broken = room.store.is_away = True
    wish, watcher = Wish(), Watcher()
    room.authority.submit(wish.chore)
    for number in range(1, 4):
        room.asks(watcher, f"a.{number}")
    assert [told["code"] for told in watcher.heard] == ["store"] * 3
    assert (room.store.readings, room.told) == (3, [])
    room.store.broken = room.store.is_away = False
    room.asks(watcher, "a.4")
    assert (room.ledger.seq, len(watcher.heard), room.store.readings) == (room.first + 1, 3, 4)


def test_what_could_not_be_read_is_read_before_anything_is_decided(room: Room) -> None:
    room.store.is_away = True
    rolled = room.neighbour()
    room.authority.catch_up()
    assert (room.told, room.settlings, room.authority.is_idle) == ([], 0, True)
    room.store.is_away = False
    wish = Wish()
    room.authority.submit(wish.chore)
    assert (room.steps, wish.decided) == ([rolled.step, wish.step], 1)


def test_steps_of_a_neighbour_that_could_not_be_read_are_read_in_a_while(room: Room) -> None:
    rolled = room.neighbour()
    room.store.is_away = True
    room.authority.catch_up()
    assert (room.steps, room.failures) == ([], 1)
    room.authority.try_again()
    assert (room.steps, room.failures) == ([], 2)
    room.store.is_away = False
    room.authority.try_again()
    assert (room.steps, room.failures) == ([rolled.step], 2)
    readings = room.store.readings
    room.authority.try_again()
    assert room.store.readings == readings, "there is no doubt any more"


def test_too_much_at_once_is_refused_to_those_at_the_table_alone(room: Room) -> None:
    room.store.slow = True
    room.authority.submit(Wish().chore)
    wishes = [Wish(f"N{number}") for number in range(MOST_WAITING)]
    for wish in wishes:
        room.authority.submit(wish.chore)
    watcher, last = Watcher(), Wish()
    room.asks(watcher)
    room.authority.submit(last.chore)
    assert [told["code"] for told in watcher.heard] == ["busy"]
    while room.store.waiting:
        room.store.release()
    assert all(wish.steps == [wish.step] for wish in (*wishes, last))


def test_trouble_of_one_who_is_told_does_not_hold_up_those_who_wait(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who has gone, say, and cannot be answered any more."""
    room.store.slow = True
    first, second = Wish("Eve"), Wish("Ida")
    first.chore.done = lambda *_: 1 / 0  # type: ignore[assignment]  # it never returns
    room.authority.submit(first.chore)
    room.authority.submit(second.chore)
    room.store.release()
    assert (room.settlings, len(room.store.waiting)) == (1, 1)
    monkeypatch.setattr(room, "settled", lambda **_: 1 / 0)
    third = Wish("Ada")
    room.authority.submit(third.chore)
    room.store.release()
    room.store.release()
    assert room.steps == [first.step, second.step, third.step]
    assert room.authority.is_idle


def test_a_step_that_cannot_be_made_ready_to_store_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "after", lambda *_: 1 / 0)
        wish = Wish()
        room.authority.submit(wish.chore)
        assert (wish.refusals, room.ledger.seq, room.authority.is_idle) == (["store"], room.first, True)
    again = Wish()
    room.authority.submit(again.chore)
    assert room.steps == [again.step]
