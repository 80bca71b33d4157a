"""The pool of bots' workers, without processes and without waiting: workers answer and time passes when told."""

from collections.abc import Callable

import pytest
import structlog

from quincunx.bots.worker import GRACE_S, MOST_FAILURES, PREPARE_S, Answer, Preparation, Question, WorkerTask
from quincunx.core.match import Match
from quincunx.games import game
from quincunx.server.pool import (
    LEAST_S,
    MOST_WAITING,
    QUICK_WORKERS,
    Found,
    Kind,
    Pool,
    Thought,
)
from tests.server.still import StillLoop

SPEC = game("phase10")
MATCH = Match(SPEC, 2, seed=5)
LEGAL = MATCH.legal_actions(MATCH.actor)


class FakeWorker:
    """Does nothing by itself."""

    def __init__(self, heard: Callable[[Answer | None], None]) -> None:
        self.heard = heard
        self.tasks: list[WorkerTask] = []
        self.is_killed = False

    def ask(self, task: WorkerTask) -> None:
        assert not self.is_killed
        self.tasks.append(task)

    def kill(self) -> None:
        self.is_killed = True

    @property
    def task(self) -> WorkerTask:
        return self.tasks[-1]

    @property
    def seconds(self) -> float:
        assert isinstance(self.task, Question)
        return self.task.seconds


class Scene:
    """A pool, its workers, and what was found."""

    def __init__(self, strong: int = 2) -> None:
        self.workers: list[FakeWorker] = []
        self.loop = StillLoop()
        self.pool = Pool(self._hire, self.loop.call_later, self.loop.time, strong)
        self.found: dict[str, Found] = {}

    def _hire(self, heard: Callable[[Answer | None], None]) -> FakeWorker:
        self.workers.append(FakeWorker(heard))
        return self.workers[-1]

    def ask(self, bot: str, table: str, address: str = "", seconds: float = 1.0, legal: list[int] = LEGAL) -> None:
        def done(found: Found) -> None:
            assert table not in self.found, "answered twice"
            self.found[table] = found

        seat = MATCH.actor
        self.pool.think(
            Thought(SPEC, bot, MATCH.view(seat), seat, legal, [1, 2, 3, 4], seconds, table, address or table, done)
        )

    def at(self, kind: type[WorkerTask]) -> list[FakeWorker]:
        """The workers that are at a task of that kind."""
        busy = {post.worker for desk in (self.pool.quick, self.pool.strong) for post in desk.posts if not post.is_idle}
        return [worker for worker in self.workers if worker in busy and isinstance(worker.task, kind)]

    def prepare(self) -> None:
        """Everything that is being made ready becomes so."""
        while preparing := self.at(Preparation):
            preparing[0].heard(Answer())

    def answer(self, worker: FakeWorker, action: int = LEGAL[1]) -> None:
        worker.heard(Answer(action))

    def answer_all(self) -> None:
        while thinking := self.at(Question):
            self.answer(thinking[0])


@pytest.fixture
def scene() -> Scene:
    return Scene()


def ready_for_master(strong: int = 2) -> Scene:
    """A pool in which every strong worker is ready for master, and nobody thinks."""
    scene = Scene(strong)
    for number in range(2 * strong):
        for table in range(strong + 1):
            scene.ask("master", f"warm up {number} {table}")
        scene.prepare()
        scene.answer_all()
        scene.prepare()
    kind = Kind(SPEC, "master")
    assert [kind in post.ready for post in scene.pool.strong.posts] == [True] * strong
    scene.found.clear()
    return scene


def test_nothing_is_asked_where_nothing_is_to_choose(scene: Scene) -> None:
    scene.ask("master", "forced", legal=[7])
    scene.ask("random", "chance")
    assert scene.found["forced"] == Found(7, "master")
    assert scene.found["chance"].level == "random"
    assert not scene.workers


def test_the_level_below_answers_while_a_bot_is_made_ready(scene: Scene) -> None:
    scene.ask("master", "t")
    assert [worker.task.bot for worker in scene.at(Question)] == ["greedy"]
    assert not scene.at(Preparation), "the first answer does not share the processor with a compiler"
    scene.answer_all()
    assert [worker.task.bot for worker in scene.at(Preparation)] == ["expert"], "the weaker is ready sooner"
    assert scene.found.pop("t") == Found(LEGAL[1], "greedy", "preparing")
    scene.at(Preparation)[0].heard(Answer())
    assert [worker.task.bot for worker in scene.at(Preparation)] == ["master"]
    scene.ask("master", "t")
    scene.answer_all()
    assert scene.found.pop("t") == Found(LEGAL[1], "expert", "preparing"), "another worker makes master ready"
    scene.prepare()
    scene.ask("master", "t")
    scene.answer_all()
    assert scene.found.pop("t") == Found(LEGAL[1], "master")


def test_what_is_ready_by_the_time_of_the_answer_is_not_made_ready_again(scene: Scene) -> None:
    for table in ("t", "u"):
        scene.ask("expert", table)
    first, second = scene.at(Question)
    scene.answer(first)
    scene.prepare()
    scene.answer(second)
    assert scene.at(Preparation) == []
    made = [task for worker in scene.workers for task in worker.tasks if isinstance(task, Preparation)]
    assert [task.bot for task in made] == ["expert"]


def test_only_one_worker_at_a_time_makes_something_ready() -> None:
    scene = Scene(4)
    for number in range(20):
        scene.ask(("expert", "master")[number % 2], f"t{number}")
        scene.answer_all()
        assert len(scene.at(Preparation)) == 1
    scene.prepare()
    scene.answer_all()
    assert len(scene.found) == 20


def test_workers_are_hired_when_needed_and_no_more_than_allowed(scene: Scene) -> None:
    scene.ask("greedy", "t0")
    assert len(scene.workers) == 1
    scene.answer_all()
    scene.ask("greedy", "t1")
    assert len(scene.workers) == 1
    for number in range(2, 50):
        scene.ask("greedy", f"t{number}")
    assert len(scene.workers) == QUICK_WORKERS
    scene.answer_all()
    assert len(scene.found) == 50


def test_searches_never_hold_up_bots_that_answer_at_once() -> None:
    scene = ready_for_master()
    for number in range(30):
        scene.ask("master", f"m{number}", "crowd")
    scene.ask("greedy", "g")
    quick = [worker for worker in scene.at(Question) if worker.task.bot == "greedy"]
    scene.answer(quick[0])
    assert scene.found == {"g": Found(LEGAL[1], "greedy")}


def test_a_table_of_another_address_comes_next_however_many_one_has() -> None:
    scene = ready_for_master()
    for number in range(30):
        scene.ask("master", f"crowd {number}", "crowd")
    scene.ask("master", "lone", "other")
    for _ in range(4):
        scene.answer(scene.at(Question)[0])
    assert "lone" in scene.found
    assert len(scene.found) == 4


def test_thoughts_are_shorter_the_more_wait_and_the_log_says_so() -> None:
    scene = ready_for_master()
    scene.loop.passes(60)
    with structlog.testing.capture_logs() as logs:
        for number in range(40):
            scene.ask("master", f"t{number}")
        asked = [worker.seconds for worker in scene.at(Question)]
        assert asked[0] == 1.0, "the first had the workers to itself"
        scene.answer(scene.at(Question)[0])
        seconds = [worker.seconds for worker in scene.at(Question)]
        assert min(seconds) == pytest.approx(2 / 39, abs=0.01)
        scene.loop.passes(4)
        scene.answer_all()
        hurried = [line for line in logs if line["event"] == "bots_hurried"]
        assert hurried
        assert hurried[0]["waiting"] > 0
        scene.loop.passes(60)
        scene.ask("master", "later")
        assert scene.at(Question)[0].seconds == 1.0
        assert logs[-1]["event"] == "bots_unhurried"
    scene.answer_all()
    assert len(scene.found) == 41


def test_no_thought_is_shorter_than_the_shortest() -> None:
    scene = ready_for_master()
    for number in range(60):
        scene.ask("master", f"t{number}", seconds=0.03)
    shortest: list[float] = []
    while thinking := scene.at(Question):
        shortest.append(thinking[0].seconds)
        scene.answer(thinking[0])
    assert min(shortest) == LEAST_S


def test_when_too_many_wait_the_one_with_most_is_answered_by_a_weaker_level() -> None:
    scene = ready_for_master()
    for number in range(MOST_WAITING + 20):
        scene.ask("master", f"crowd {number}", "crowd")
    for number in range(5):
        scene.ask("master", f"other {number}", f"other {number}")
    assert len(scene.pool.strong.queue) == MOST_WAITING
    scene.answer_all()
    levels = {table: found.level for table, found in scene.found.items() if found.level != "master"}
    assert len(levels) == 20 + 5 - 2
    assert all(table.startswith("crowd") for table in levels)
    assert {found.reason for found in scene.found.values()} == {None, "busy"}
    assert len(scene.found) == MOST_WAITING + 25


def test_a_worker_that_is_late_is_replaced_and_the_level_below_answers() -> None:
    scene = ready_for_master()
    scene.ask("master", "t")
    (stuck,) = scene.at(Question)
    scene.loop.passes(1 + GRACE_S - 0.1)
    assert not stuck.is_killed
    with structlog.testing.capture_logs() as logs:
        scene.loop.passes(0.2)
    assert stuck.is_killed
    assert {"event": "bot_failed", "bot": "master"}.items() <= logs[0].items()
    (below,) = scene.at(Question)
    assert below.task.bot == "expert"
    scene.answer(below)
    assert scene.found["t"] == Found(LEGAL[1], "expert", "failed")
    stuck.heard(Answer(LEGAL[0]))  # too late
    stuck.heard(None)
    scene.ask("master", "u")
    scene.answer_all()
    assert scene.found["u"].level == "master"


def test_a_worker_that_dies_is_replaced_and_the_level_below_answers() -> None:
    scene = ready_for_master()
    scene.ask("master", "t")
    scene.at(Question)[0].heard(None)
    scene.answer_all()
    assert scene.found["t"] == Found(LEGAL[1], "expert", "failed")


def test_whoever_waited_for_a_dead_worker_alone_does_not_wait_until_another_is_ready() -> None:
    scene = Scene()
    scene.ask("master", "warm up")
    scene.answer_all()
    scene.prepare()
    (post,) = [post for post in scene.pool.strong.posts if Kind(SPEC, "master") in post.ready]
    able = next(worker for worker in scene.workers if worker is post.worker)
    scene.ask("master", "a")
    scene.ask("master", "b")
    able.heard(None)
    scene.answer_all()
    assert scene.found["a"].reason == "failed"
    assert scene.found["b"].level != "master"
    assert scene.found["b"].reason == "preparing"
    scene.prepare()
    scene.ask("master", "c")
    scene.answer_all()
    assert scene.found["c"] == Found(LEGAL[1], "master")


@pytest.mark.parametrize("answer", [Answer(10**6), Answer(None), Answer(trouble="ValueError()")])
def test_what_is_no_legal_action_is_not_done(answer: Answer) -> None:
    scene = ready_for_master()
    scene.ask("master", "t")
    scene.at(Question)[0].heard(answer)
    scene.answer_all()
    assert scene.found["t"] == Found(LEGAL[1], "expert", "failed")


def test_where_every_worker_fails_chance_decides_never_the_first_legal_action(scene: Scene) -> None:
    for number in range(30):
        scene.ask("greedy", f"t{number}")
    while thinking := scene.at(Question):
        thinking[0].heard(None)
    assert {found.level for found in scene.found.values()} == {"random"}
    assert {found.reason for found in scene.found.values()} == {"failed"}


def test_a_bot_that_cannot_be_made_ready_is_given_up(scene: Scene) -> None:
    for number in range(10):
        scene.ask("expert", f"t{number}")
        for worker in scene.at(Preparation):
            worker.heard(Answer(trouble="MemoryError()"))
        scene.answer_all()
    tried = [task for worker in scene.workers for task in worker.tasks if isinstance(task, Preparation)]
    assert len(tried) == MOST_FAILURES
    assert {found.level for found in scene.found.values()} == {"greedy"}


def test_making_ready_has_its_limit_too(scene: Scene) -> None:
    scene.ask("expert", "t")
    scene.answer_all()
    (stuck,) = scene.at(Preparation)
    scene.loop.passes(PREPARE_S + 1)
    assert stuck.is_killed
    scene.ask("expert", "u")
    scene.answer_all()
    assert len(scene.at(Preparation)) == 1


def test_a_bot_that_is_no_level_any_more_is_played_for(scene: Scene) -> None:
    scene.ask("hasty", "t")
    scene.at(Question)[0].heard(Answer(trouble="SetupError()"))
    scene.answer_all()
    assert scene.found["t"] == Found(LEGAL[1], "greedy", "failed")


def test_closing_ends_all_workers() -> None:
    scene = ready_for_master()
    scene.ask("greedy", "t")
    scene.pool.close()
    assert all(worker.is_killed for worker in scene.workers)
    scene.loop.passes(1000)


def test_an_order_that_another_has_met_holds_up_no_other(scene: Scene) -> None:
    """To make `master` ready makes `expert` ready too, here in the last worker that was not: nobody is left to do what
    was ordered, and nothing is to be done."""
    desk = scene.pool.strong
    sixes, doubles, lowdown = (Kind(game(name), "master") for name in ("sixes", "mixeddoubles", "lowdown"))
    expert, master = Kind(SPEC, "expert"), Kind(SPEC, "master")

    def makes_ready() -> tuple[str, str]:
        """What is being made ready, which then is."""
        (worker,) = scene.at(Preparation)
        task = worker.task
        worker.heard(Answer())
        return task.package.rpartition(".")[2], task.bot

    desk.order(expert)
    assert makes_ready() == ("phase10", "expert")
    for kind in (sixes, doubles, master):
        desk.order(kind)
    assert makes_ready() == ("sixes", "master")
    assert not desk.is_ready(expert), "the one that has it makes another ready"
    desk.order(expert)
    assert makes_ready() == ("mixeddoubles", "master")
    assert makes_ready() == ("phase10", "master")
    desk.order(lowdown)
    assert makes_ready() == ("lowdown", "master")
