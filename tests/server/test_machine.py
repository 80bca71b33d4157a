"""A table under every message from many connections, with a store that is slow, fails, or loses its answer.

What holds is said by a model of its own, which knows nothing but the steps that are stored: no step without its seat's
present owner, no message done twice, nothing told to anyone that its seat of that moment may not know.
"""

import contextlib
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from quincunx import protocol
from quincunx.core.fields import format_fields
from quincunx.core.seats import SPECTATOR
from quincunx.games import game
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.presenter import presenter_of
from quincunx.server.store.writes import WriteResult
from quincunx.table.ledger import Ledger
from quincunx.table.proof import player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.steps import (
    Acted,
    Added,
    AnyStep,
    Away,
    Closed,
    Committed,
    Decided,
    Entry,
    Filled,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Revealed,
    Sat,
    Started,
    Undone,
    Voided,
)
from quincunx.thinking.found import Decision, Found
from tests.server.still import Caller, StillStore, StillTable

OWN = (Acted, Undone, Committed, Revealed, Renamed, Offered, Left)
"""Steps of a seat that its own player asks for."""
HOSTS = (Filled, Decided, Started, Closed, Added, Removed, Opened, Away)
"""Steps that the host asks for."""
UNASKED = (Acted, Away, Hosted, Closed, Voided, Started)
"""Steps that nobody asks for: bots, clocks and the dice."""


class Model:
    """Who owns which seat, from the stored steps alone."""

    def __init__(self, seats: int) -> None:
        self.owners: list[int | None] = [None] * seats
        self.tokens: dict[str, int] = {}
        """By token's hash: its owner."""
        self.bots: list[bool] = [False] * seats
        self.host: int | None = None
        self.done: set[tuple[int | None, str]] = set()
        self.next = 1

    def seat_of(self, token: str | None) -> int | None:
        owner = None if token is None else self.tokens.get(token)
        return self.owners.index(owner) if owner is not None and owner in self.owners else None

    def take(self, entry: Entry) -> None:
        """A step is stored: it must be its owner's, or the host's, or nobody's."""
        step, by = entry.step, entry.by
        self._check(step, by)
        if entry.message is not None:
            assert (by, entry.message) not in self.done, "done twice"
            self.done.add((by, entry.message))
        match step:
            case Sat(seat, _, token, owner):
                assert self.owners[seat] is None
                assert owner == self.next
                self.next += 1
                self.owners[seat], self.tokens[token], self.bots[seat] = owner, owner, False
                self.host = owner if self.host is None else self.host
            case Filled(seat):
                self.bots[seat] = True
            case Opened(seat) | Left(seat):
                self.host = None if self.host == self.owners[seat] else self.host
                self.owners[seat] = None
                self.bots[seat] = False
            case Hosted(seat):
                assert self.owners[seat] is not None
                self.host = self.owners[seat]
            case Added():
                self.owners.append(None)
                self.bots.append(False)
            case Removed(seat):
                assert self.owners[seat] is None
                del self.owners[seat], self.bots[seat]

    def _check(self, step: AnyStep, by: int | None) -> None:
        if isinstance(step, Sat):
            assert by == step.owner
        elif by is None:
            assert isinstance(step, UNASKED), step
        else:
            assert by in self.owners, f"{step} by {by}, who has no seat"
            is_own = isinstance(step, (*OWN, Opened, Away)) and self.owners[step.seat] == by
            is_hosts = isinstance(step, HOSTS) and by == self.host
            assert is_own or is_hosts, f"{step} by {by}: seats are of {self.owners}, the host is {self.host}"


class Known(StillStore):
    """A store whose every step the model takes before anyone hears of it."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model

    def release(self, outcome: WriteResult = WriteResult.STORED, *, loses_answer: bool = False) -> None:
        write = self.waiting[0]
        if outcome is WriteResult.STORED:
            for entry in write.entries:
                self.model.take(entry)
        if loses_answer:
            self.waiting.pop(0)
            self.kept.extend(write.entries)
            write.done(WriteResult.FAILED)
        else:
            super().release(outcome)


class Instinct:
    """A bot that does the first thing it may."""

    async def answer(self, decision: Decision, _: str, **__: Any) -> Found[int]:
        return Found(decision.legal[0], "random")


class HallUnderAttack(RuleBasedStateMachine):
    """One table of a hall, everyone who ever sat there, and strangers."""

    SPEC = game("lowdown")

    def __init__(self) -> None:
        super().__init__()
        self.at = StillTable(self.SPEC, 3, pace=0, away="bot", away_after=5)
        self.model = Model(3)
        self.at.hall.store = Known(self.model)
        self.at.hall.thinkers = Instinct()  # type: ignore[assignment]  # all that it needs of one
        self.at.table = type(self.at.table)(self.at.ledger, self.at.hall)  # type: ignore[arg-type]  # all that it needs of one
        self.tokens: list[str] = ["never given"]
        self.callers: list[tuple[Caller, str | None]] = []
        self.said: list[Any] = []
        self.stranger = self._connected(None)

    @initialize(people=st.integers(1, 3), plays=st.booleans(), slow=st.booleans())
    def open(self, people: int, plays: bool, slow: bool) -> None:
        """Most of what can go wrong needs people at the table, each with two connections."""
        for name in ("Ann", "Bob", "Cyd")[:people]:
            self.sit(name, None)
            self._connected(self.tokens[-1])
            self._connected(self.tokens[-1])
        if plays:
            self.begin()
        self.at.store.slow = slow

    # What is heard

    def _connected(self, token: str | None) -> Caller:
        caller = Caller(self.at)
        say = caller.ear.say

        def checked(message: bytes) -> None:
            self._check_heard(msgspec.json.decode(message), caller)
            say(message)

        caller.ear.say = checked  # type: ignore[method-assign]  # on purpose
        caller.connection.send = checked
        caller.say(protocol.Hello(token, 0, True, protocol.PROTOCOL))
        self.callers.append((caller, token))
        return caller

    def _check_heard(self, said: dict[str, Any], caller: Caller) -> None:
        """At the moment at which something is told: it is what the seat of that moment may know, by the model."""
        seat = self.model.seat_of(caller.connection.token)
        if said["type"] in ("welcome", "table"):
            assert said["you"] == seat, f"{said['type']} says {said['you']} to the owner of {seat}"
        now = said["snapshot"] if said["type"] == "welcome" else said if said["type"] == "update" else None
        ledger = self.at.ledger
        if now is None or ledger.match is None or now["picture"] is None:
            return
        who = SPECTATOR if seat is None else seat
        view = ledger.view(who)
        assert now["view"] == format_fields(view)
        assert now["picture"] == _wire(presenter_of(ledger.spec).picture(view, who))
        if seat not in ledger.actors:
            assert now["legal"] == []
            assert not now["undo"] or seat == ledger.undoer

    # Coming and going

    @rule(name=st.sampled_from(["Ann", "Bob", "Cyd", ""]), seat=st.none() | st.integers(0, 3))
    def sit(self, name: str, seat: int | None) -> None:
        with contextlib.suppress(Refuse):
            self.tokens.append(self.at.sit(name, seat))

    @precondition(lambda self: len(self.callers) < 12)
    @rule(data=st.data())
    def come(self, data: st.DataObject) -> None:
        self._connected(data.draw(st.none() | st.sampled_from(self.tokens)))

    @precondition(lambda self: len(self.callers) > 1)
    @rule(data=st.data())
    def go(self, data: st.DataObject) -> None:
        caller, _ = self.callers.pop(data.draw(st.integers(1, len(self.callers) - 1)))
        caller.close()

    # Messages

    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        caller, token = data.draw(st.sampled_from(self.callers))
        self._say(caller, data.draw(_requests(self, caller, token)))

    @precondition(lambda self: len(self.callers) > 1)
    @rule(data=st.data())
    def ask_together(self, data: st.DataObject) -> None:
        """Several things at once, as when somebody leaves and goes on acting."""
        caller, token = data.draw(st.sampled_from(self.callers))
        for _ in range(data.draw(st.integers(2, 4))):
            self._say(caller, data.draw(_requests(self, caller, token)))

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def say_again(self, data: st.DataObject) -> None:
        """An old message, from whoever has a connection."""
        caller, _ = data.draw(st.sampled_from(self.callers))
        caller.say(data.draw(st.sampled_from(self.said)))

    def _say(self, caller: Caller, message: Any) -> None:
        self.said.append(message)
        caller.say(message)

    @precondition(lambda self: self.at.ledger.status == "playing")
    @rule(count=st.integers(1, 3), choice=st.integers(0, 5))
    def play(self, count: int, choice: int) -> None:
        """Those act whose move it is."""
        for _ in range(count):
            for caller, token in self.callers:
                seat = self.model.seat_of(None if token is None else hash_of(token))
                if seat is not None and (legal := self.at.ledger.legal(seat)):
                    view, action = self.at.ledger.view(seat), legal[choice % len(legal)]
                    text = self.at.ledger.spec.notation.format_action(view, seat, action)
                    self._say(caller, protocol.Act(caller.id(), self.at.ledger.seq, text))
                    break

    @precondition(lambda self: len(self.callers) > 1)
    @rule(data=st.data(), slow=st.booleans())
    def change_hands(self, data: st.DataObject, slow: bool) -> None:
        """Someone leaves, or is sent away; meanwhile they go on asking, come back, and another sits down there."""
        caller, token = data.draw(st.sampled_from(self.callers[1:]))
        seat = self.model.seat_of(None if token is None else hash_of(token))
        if seat is None:
            return
        self.at.store.slow = slow
        self._say(caller, protocol.Leave(caller.id()))
        for tab, same in [pair for pair in self.callers if pair[1] == token]:
            self._say(tab, data.draw(_requests(self, tab, same)))
        if len(self.callers) < 12:
            self._connected(token)
        self.sit("Eve", seat)
        if len(self.callers) < 12:
            self._connected(self.tokens[-1])
        for tab, same in [pair for pair in self.callers if pair[1] == token]:
            self._say(tab, data.draw(_requests(self, tab, same)))

    @rule()
    def begin(self) -> None:
        """Bots on the empty seats, and off."""
        for caller, token in self.callers:
            seat = self.model.seat_of(None if token is None else hash_of(token))
            if seat is not None and self.at.ledger.host == seat and self.at.ledger.status == "waiting":
                for other, chair in enumerate(self.at.ledger.chairs):
                    if chair.is_empty:
                        self._say(caller, protocol.Fill(caller.id(), other, "random"))
                self._say(caller, protocol.Start(caller.id()))

    # The store, and time

    @rule(slow=st.booleans())
    def change_pace(self, slow: bool) -> None:
        self.at.store.slow = slow
        while not slow and self.at.store.waiting:
            self.at.store.release()

    @precondition(lambda self: self.at.store.waiting)
    @rule(how=st.sampled_from(["stored", "stored", "failed", "answer lost"]))
    def release(self, how: str) -> None:
        store = self.at.store
        assert isinstance(store, Known)
        if how == "failed":
            store.release(WriteResult.FAILED)
        else:
            store.release(loses_answer=how == "answer lost")

    @rule(seconds=st.sampled_from([0.1, 1.0, 11.0, 30.0]))
    def wait(self, seconds: float) -> None:
        self.at.hall.loop.passes(seconds)

    # What holds

    @invariant()
    def the_ledger_knows_the_owners(self) -> None:
        ledger = self.at.ledger
        if ledger.seq == len(self.at.store.kept):
            assert [chair.owner or None for chair in ledger.chairs] == self.model.owners
            for token in self.tokens:
                assert ledger.seat_of(hash_of(token)) == self.model.seat_of(hash_of(token))

    def teardown(self) -> None:
        """What is stored makes the same table anew."""
        rebuilt = Ledger(self.SPEC, self.at.row)
        for entry in self.at.store.kept:
            rebuilt.fold(entry)
        if self.at.ledger.seq == rebuilt.seq:
            assert rebuilt.chain == self.at.ledger.chain
            assert rebuilt.names == self.at.ledger.names
            assert rebuilt.status == self.at.ledger.status


def _wire(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _requests(machine: HallUnderAttack, caller: Caller, token: str | None) -> st.SearchStrategy[Any]:
    """Every message that changes a table, likely and unlikely ones."""
    ledger, id_ = machine.at.ledger, caller.id()
    round_ = ledger.rounds.number
    seat = machine.model.seat_of(None if token is None else hash_of(token))
    secret = f"e{hash_of(f'{token} {round_}')[:8]}"
    commitment = player_commitment(ledger.id, round_, seat or 0, secret)
    legal = ["nonsense"]
    if seat is not None and seat in ledger.actors:
        view = ledger.view(seat)
        legal = [ledger.spec.notation.format_action(view, seat, action) for action in ledger.legal(seat)[:20]] or legal
    seats, numbers = st.integers(0, 3), st.just(ledger.seq) | st.integers(0, ledger.seq + 1)
    return st.one_of(
        st.builds(protocol.Act, st.just(id_), numbers, st.sampled_from(legal)),
        st.builds(protocol.Act, st.just(id_), st.just(ledger.seq), st.sampled_from(legal)),
        st.builds(protocol.Undo, st.just(id_), numbers),
        st.builds(
            protocol.Commit, st.just(id_), st.just(ledger.rounds.number), st.sampled_from([commitment, "0" * 64])
        ),
        st.builds(protocol.Reveal, st.just(id_), st.just(ledger.rounds.number), st.sampled_from([secret, "x"])),
        st.builds(protocol.Start, st.just(id_)),
        st.builds(protocol.Fill, st.just(id_), seats, st.just("random")),
        st.builds(protocol.Open, st.just(id_), seats),
        st.builds(protocol.Add, st.just(id_)),
        st.builds(protocol.Remove, st.just(id_), seats),
        st.builds(protocol.Rename, st.just(id_), st.sampled_from(["Zoe", "Mallory"])),
        st.builds(
            protocol.Change,
            st.just(id_),
            st.builds(protocol.SomeSettings, pace=st.just(0), away=st.sampled_from(["bot", "wait", "default"])),
        ),
        st.builds(protocol.Back, st.just(id_)),
        st.builds(protocol.Offer, st.just(id_), st.booleans()),
        st.builds(protocol.React, st.just(id_), st.just("lucky")),
        st.builds(protocol.Leave, st.just(id_)),
    )


def test_nobody_plays_or_sees_for_another() -> None:
    run_state_machine_as_test(HallUnderAttack, settings=settings(max_examples=20, stateful_step_count=25))


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)  # half an hour of one core: on a busy machine that is long
def test_nobody_plays_or_sees_for_another_for_long() -> None:
    run_state_machine_as_test(HallUnderAttack, settings=settings(max_examples=1500, stateful_step_count=80))
