"""The thinking room of a program without an event loop."""

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from quincunx.bots.advice import Advice
from quincunx.core.bots import Budget
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.thinking import background
from quincunx.thinking.background import BackgroundRoom
from quincunx.thinking.found import Decision, Found
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import HOLD, ROLL

BUDGET = Budget(playouts=40)


@pytest.fixture
def room() -> Iterator[BackgroundRoom]:
    found = BackgroundRoom()
    yield found
    found.close()


def asked() -> Decision:
    """A decision of Pig with two choices."""
    match = Match(PIG, 2, seed=1)
    while len(match.legal_actions(match.actor)) < 2:
        match.push(match.legal_actions(match.actor)[0])
    return Decision(PIG, match.view(match.actor), match.actor, match.legal_actions(match.actor), [1, 2, 3, 4])


def test_a_bot_that_answers_at_once_needs_no_thread(room: BackgroundRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "Thread", None)
    room.prepare(PIG, "greedy", wait=True)
    assert room.answer(asked(), "greedy", 0.05) == Found(ROLL, "greedy")


def test_advice_comes_at_once_and_better_advice_later(room: BackgroundRoom) -> None:
    """And once the search is ready, its advice is the first, and it answers for itself."""
    later: SimpleQueue[Found[Advice] | QuincunxError] = SimpleQueue()
    assert room.answer(asked(), "master", 0.05).reason == "preparing"
    first = room.weigh(asked(), BUDGET, later.put)
    assert (first.level, first.reason) == ("greedy", "preparing")
    assert first.result.why.id == "bots.because"
    assert later.empty()
    better = later.get()
    assert isinstance(better, Found)
    assert (better.level, better.reason) == ("master", None)
    assert {choice.action for choice in better.result.choices} == {HOLD, ROLL}
    assert "wins" in str(better.result.why)
    assert room.weigh(asked(), BUDGET, later.put) == better
    room.prepare(PIG, "master", wait=True)
    assert room.answer(asked(), "master", 0.05).reason is None
    assert later.empty()


def test_why_there_is_no_better_advice_is_said(room: BackgroundRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.thinking.process.COMMAND", ("false",))
    later: SimpleQueue[Found[Advice] | QuincunxError] = SimpleQueue()
    assert room.weigh(asked(), BUDGET, later.put).level == "greedy"
    error = later.get()
    assert isinstance(error, QuincunxError)
    assert str(error) == "master of Pig could not answer: the worker has died"


def test_closing_ends_what_is_under_way(room: BackgroundRoom) -> None:
    room.weigh(asked(), BUDGET, lambda _: None)
    room.prepare(PIG, "master")
    workers = room._room.workers
    room.close()
    assert workers
    assert all(worker.task.done() for worker in workers)
