"""Strong bots of the terminal: in processes of their own, with the level below to play for them."""

import pytest

from quincunx.bots.companion import Answered, Companion
from quincunx.bots.worker import MOST_FAILURES, Answer, Preparation, Question, WorkerTask
from quincunx.core.match import Match
from quincunx.games import game
from tests.examples.pig import SPEC as PIG

SPEC = game("phase10")
MATCH = Match(SPEC, 2, seed=5)
LEGAL = MATCH.legal_actions(MATCH.actor)
BEST = 999


class FakeWorker:
    """Answers what it is told to, when it is told to."""

    def __init__(self) -> None:
        self.tasks: list[WorkerTask] = []
        self.answers: list[Answer] = []
        self.is_alive = True
        self.is_killed = False

    def ask(self, task: WorkerTask) -> None:
        self.tasks.append(task)

    def answer(self, seconds: float) -> Answer | None:
        return self.answers.pop(0) if self.answers else None

    def kill(self) -> None:
        self.is_killed = True


class Scene:
    def __init__(self) -> None:
        self.workers: list[FakeWorker] = []
        self.companion = Companion(SPEC, self._hire)

    def _hire(self) -> FakeWorker:
        self.workers.append(FakeWorker())
        return self.workers[-1]

    def of(self, bot: str) -> FakeWorker:
        return next(w for w in reversed(self.workers) if isinstance(w.tasks[0], Preparation) and w.tasks[0].bot == bot)

    def decide(self, bot: str) -> Answered:
        return self.companion.decide(bot, MATCH.view(MATCH.actor), MATCH.actor, LEGAL, [1, 2, 3, 4], 0.5)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_bot_that_answers_at_once_needs_no_process(scene: Scene) -> None:
    assert scene.decide("greedy")[1:] == ("greedy", False)
    assert not scene.workers


def test_the_level_below_plays_until_a_bot_is_ready(scene: Scene) -> None:
    assert scene.decide("master")[1:] == ("greedy", True)
    scene.of("expert").answers += [Answer(), Answer(LEGAL[3])]
    assert scene.decide("master") == Answered(LEGAL[3], "expert", stands_in=True)
    scene.of("master").answers += [Answer(), Answer(LEGAL[2])]
    assert scene.decide("master") == Answered(LEGAL[2], "master", stands_in=False)
    asked = scene.of("master").tasks[-1]
    assert isinstance(asked, Question)
    assert asked.seconds == 0.5


@pytest.mark.parametrize("answers", [[], [Answer(trouble="MemoryError()")], [Answer(BEST**2)]])
def test_who_does_not_answer_is_started_anew(scene: Scene, answers: list[Answer]) -> None:
    scene.decide("expert")
    first = scene.of("expert")
    first.answers += [Answer(), *answers]
    assert scene.decide("expert")[1:] == ("greedy", True)
    assert first.is_killed
    scene.decide("expert")
    assert scene.of("expert") is not first


def test_a_bot_that_cannot_be_made_ready_is_given_up(scene: Scene) -> None:
    for _ in range(10):
        scene.decide("expert")
        scene.workers[-1].is_alive = False
    assert len(scene.workers) == MOST_FAILURES
    assert all(worker.is_killed for worker in scene.workers)


def test_closing_ends_every_process(scene: Scene) -> None:
    scene.companion.make_ready("master")
    assert len(scene.workers) == 2
    scene.companion.close()
    assert all(worker.is_killed for worker in scene.workers)


def test_a_real_process_plays() -> None:
    match = Match(PIG, 2, seed=1)
    while len(match.legal_actions(match.actor)) < 2:
        match.push(match.legal_actions(match.actor)[0])
    companion = Companion(PIG)
    asked = (match.view(match.actor), match.actor, match.legal_actions(match.actor), [1, 2, 3, 4], 0.05)
    try:
        assert companion.decide("master", *asked).stands_in
        companion.wait("master")
        found = companion.decide("master", *asked)
        assert found.level == "master"
        assert found.action in match.legal_actions(match.actor)
    finally:
        companion.close()
