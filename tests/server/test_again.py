"""What the hall wanted and could not store is tried again until it can, and no more than once a second."""

import asyncio
from typing import Any

import pytest

from quincunx.protocol import Act, Commit, Fill, Reveal, Start
from quincunx.server.hall.table import RETRY_S
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.proof import player_commitment
from quincunx.table.steps import Committed
from quincunx.thinking.found import Decision, Found
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, wait_for
from tests.server.still import Caller, StillTable

DOWN_S = 20


class Rollers:
    """Bots that roll, always and at once."""

    async def answer(self, decision: Decision, bot: str, **_: Any) -> Found[int]:
        return Found(decision.legal[0], bot, None)


def store_one(at: StillTable) -> None:
    """What waits is stored, and nothing that follows from it."""
    at.store.broken = True
    at.store.release()


def mend(at: StillTable) -> None:
    at.store.slow = at.store.broken = False


def commit(at: StillTable, seat: int, caller: Caller) -> None:
    number = at.ledger.rounds.number
    words = player_commitment(at.ledger.id, number, seat, f"{seat:032x}")
    caller.say(Commit(caller.id(), number, words, seat))


def reveal(seat: int, caller: Caller) -> None:
    caller.say(Reveal(caller.id(), 1, f"{seat:032x}"))


def test_a_round_of_the_dice_is_closed_and_the_match_begins() -> None:
    at = StillTable(PIG)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    commit(at, 0, ann)
    at.store.slow = True
    commit(at, 1, bob)
    store_one(at)
    at.hall.loop.passes(DOWN_S)
    assert not at.ledger.rounds.since, "the round is not closed"
    assert at.store.failures <= DOWN_S / RETRY_S + 1
    mend(at)
    at.hall.loop.passes(RETRY_S)
    assert at.ledger.rounds.stage == "reveal"
    reveal(0, ann)
    at.store.slow = True
    reveal(1, bob)
    store_one(at)
    assert at.ledger.match is None
    mend(at)
    at.hall.loop.passes(RETRY_S)
    assert at.ledger.match is not None
    assert at.ledger.rounds.voided == 0


def test_a_bot_plays_on_and_does_not_wear_out_the_store() -> None:
    at = StillTable(PIG, pace=10)
    at.table.bots._thinkers = Rollers()
    ann = at.connect(at.sit("Ann"))
    ann.say(Fill(ann.id(), 1, "random"))
    ann.say(Start(ann.id()))
    assert at.ledger.status == "playing"
    while at.ledger.actors == [0]:
        ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    at.store.broken = True
    at.hall.loop.passes(DOWN_S)
    assert 0 < at.store.failures <= DOWN_S / RETRY_S + 1
    mend(at)
    at.hall.loop.passes(60)
    assert at.ledger.actors == [0]


def test_a_bot_whose_thought_fails_thinks_again() -> None:
    class Failing(Rollers):
        times = 3

        async def answer(self, decision: Decision, bot: str, **more: Any) -> Found[int]:
            self.times -= 1
            if self.times >= 0:
                raise OSError("too many open files")
            return await super().answer(decision, bot, **more)

    at = StillTable(PIG, pace=10)
    at.table.bots._thinkers = Failing()
    ann = at.connect(at.sit("Ann"))
    ann.say(Fill(ann.id(), 1, "random"))
    ann.say(Start(ann.id()))
    while at.ledger.actors == [0]:
        ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    at.hall.loop.passes(3 * RETRY_S + 60)
    assert at.ledger.actors == [0]


def test_the_clock_acts_later_and_does_not_wear_out_the_store() -> None:
    at = StillTable(PIG, clock=5, away="default")
    ann, _ = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    ann.say(Start(ann.id()))
    at.store.broken = True
    at.hall.loop.passes(5 + DOWN_S)
    assert 0 < at.store.failures <= DOWN_S / RETRY_S + 1
    seq = at.ledger.seq
    mend(at)
    at.hall.loop.passes(RETRY_S)
    assert at.ledger.seq > seq


async def test_what_a_client_adds_to_the_dice_is_sent_again(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both commitments fail; nobody presses anything."""
    append, failures = hall.hall.store.append, [1, 1]

    def fail_twice(write: Write) -> None:
        if failures and isinstance(write.entries[0].step, Committed):
            failures.pop()
            asyncio.get_running_loop().call_soon(write.done, WriteResult.FAILED)
        else:
            append(write)

    monkeypatch.setattr(hall.hall.store, "append", fail_twice)
    table = await hall.table()
    assert not failures
    dice = table.clients[0].table
    assert dice is not None
    assert all(dice.dice.commitments)
    await table.close()


async def test_a_rematch_is_opened_later(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.table()
    while not table.clients[0].is_over:
        await table.in_step()
        assert table.mover.now is not None
        await table.mover.act((table.mover.now.legal or [])[-1])
    append, failures = hall.hall.store.append, [1]

    def fail_once(write: Write) -> None:
        if failures and write.opened is not None:
            failures.pop()
            asyncio.get_running_loop().call_soon(write.done, WriteResult.FAILED)
        else:
            append(write)

    monkeypatch.setattr(hall.hall.store, "append", fail_once)
    for client in table.clients:
        await client.offer()
    await wait_for(lambda: all(client.table and client.table.rematch for client in table.clients))
    await table.close()
