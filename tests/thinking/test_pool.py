"""The pool of bots' workers, without processes and without waiting: workers answer and time passes when told."""

from collections.abc import Callable

import pytest
import structlog

from quincunx.bots.advice import weigh
from quincunx.core.bots import Budget
from quincunx.core.match import Match
from quincunx.games import game
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.pool import (
    GRACE_S,
    LEAST_S,
    MOST_FAILURES,
    MOST_WAITING,
    PREPARE_S,
    QUICK_WORKERS,
    Kind,
    Pool,
    Thought,
)
from quincunx.thinking.tasks import Preparation, Question, Reply, Task, What
from tests.server.still import StillLoop

SPEC = game("phase10")
MATCH = Match(SPEC, 2, seed=5)
LEGAL = MATCH.legal_actions(MATCH.actor)


class FakeWorker:
    """Does nothing by itself."""

    def __init__(self, heard: Callable[[Reply | None], None]) -> None:
        self.heard = heard
        self.tasks: list[Task] = []
        self.is_killed = False

    def ask(self, task: Task) -> None:
        assert not self.is_killed
        self.tasks.append(task)

    def kill(self) -> None:
        self.is_killed = True

    @property
    def task(self) -> Task:
        return self.tasks[-1]

    @property
    def seconds(self) -> float:
        assert isinstance(self.task, Question)
        assert self.task.budget.seconds is not None
        return self.task.budget.seconds


class Scene:
    """A pool, its workers, and what was found."""

    def __init__(self, strong: int = 2, *, quick: int = QUICK_WORKERS) -> None:
        self.workers: list[FakeWorker] = []
        self.loop = StillLoop()
        self.pool = Pool(
            self._hire,
            self.loop.call_later,
            self.loop.time,
            quick=quick,
            strong=strong,
            log=structlog.get_logger(),
        )
        self.found: dict[str, Found[int]] = {}
        self.troubles: dict[str, str] = {}

    def _hire(self, heard: Callable[[Reply | None], None]) -> FakeWorker:
        self.workers.append(FakeWorker(heard))
        return self.workers[-1]

    def ask(
        self,
        bot: str,
        table: str,
        address: str = "",
        seconds: float = 1.0,
        legal: list[int] = LEGAL,
        *,
        what: What = "answer",
        budget: Budget | None = None,
        patient: bool = False,
    ) -> None:
        def done(found: Found[int] | str) -> None:
            assert table not in self.found, "answered twice"
            if isinstance(found, str):
                self.troubles[table] = found
            else:
                self.found[table] = found

        seat = MATCH.actor
        decision = Decision(SPEC, MATCH.view(seat), seat, legal, [1, 2, 3, 4], table, address or table)
        self.pool.think(Thought(what, decision, bot, budget or Budget(seconds=seconds), done, patient=patient))

    def at(self, kind: type[Task]) -> list[FakeWorker]:
        """The workers that are at a task of that kind."""
        busy = {post.worker for desk in (self.pool.quick, self.pool.strong) for post in desk.posts if not post.is_idle}
        return [worker for worker in self.workers if worker in busy and isinstance(worker.task, kind)]

    def prepare(self) -> None:
        """Everything that is being made ready becomes so."""
        while preparing := self.at(Preparation):
            preparing[0].heard(Reply())

    def answer(self, worker: FakeWorker, action: int = LEGAL[1]) -> None:
        worker.heard(Reply(action))

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
    scene.at(Preparation)[0].heard(Reply())
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
    stuck.heard(Reply(LEGAL[0]))  # too late
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


@pytest.mark.parametrize("answer", [Reply(10**6), Reply(None), Reply(trouble="ValueError()")])
def test_what_is_no_legal_action_is_not_done(answer: Reply) -> None:
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
            worker.heard(Reply(trouble="MemoryError()"))
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
    scene.at(Question)[0].heard(Reply(trouble="SetupError()"))
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
    was ordered, and there is nothing to do."""
    desk = scene.pool.strong
    sixes, doubles, lowdown = (Kind(game(name), "master") for name in ("sixes", "mixeddoubles", "lowdown"))
    expert, master = Kind(SPEC, "expert"), Kind(SPEC, "master")

    def makes_ready() -> tuple[str, str]:
        """What is being made ready, which then is."""
        (worker,) = scene.at(Preparation)
        task = worker.task
        worker.heard(Reply())
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


def test_a_patient_thought_waits_for_its_own_level(scene: Scene) -> None:
    scene.ask("master", "t", patient=True)
    assert [worker.task.bot for worker in scene.at(Preparation)] == ["master"], "nothing else is made ready first"
    assert not scene.at(Question)
    scene.prepare()
    scene.answer_all()
    assert scene.found["t"] == Found(LEGAL[1], "master")


def test_a_patient_thought_takes_no_answer_from_a_weaker_level(scene: Scene) -> None:
    scene.ask("master", "t", patient=True)
    scene.prepare()
    scene.at(Question)[0].heard(Reply(trouble="MemoryError()"))
    assert scene.troubles == {"t": "MemoryError()"}
    scene.ask("master", "u", patient=True)
    scene.ask("master", "v", patient=True)
    scene.at(Question)[0].heard(None)
    assert scene.troubles.keys() == {"t", "u"}
    scene.prepare()
    scene.answer_all()
    assert scene.found == {"v": Found(LEGAL[1], "master")}, "it waited for the next worker"


def test_a_patient_thought_hears_that_its_level_cannot_be_made_ready(scene: Scene) -> None:
    scene.ask("master", "t", patient=True)
    for _ in range(MOST_FAILURES):
        assert not scene.troubles
        scene.at(Preparation)[0].heard(Reply(trouble="MemoryError()"))
    assert scene.troubles == {"t": "MemoryError()"}
    assert not scene.at(Preparation)
    scene.ask("master", "u", patient=True)
    assert scene.troubles.keys() == {"t", "u"}


def test_whoever_waits_for_a_bot_hears_it_from_whichever_worker_is_ready(scene: Scene) -> None:
    """The worker that is ready makes another bot ready just now."""
    scene = ready_for_master()
    for name in ("sixes", "mixeddoubles", "lowdown"):
        scene.pool.strong.order(Kind(game(name), "master"))
        (busy,) = scene.at(Preparation)
        busy.heard(Reply())
    heard: list[str | None] = []
    scene.pool.strong.order(Kind(game("popalotsy"), "master"))
    scene.pool.prepare(SPEC, "master", heard.append)
    assert heard == [None]


def test_advice_orders_nothing_of_its_own(scene: Scene) -> None:
    """Whoever asks for advice waits for the best, and has that made ready."""
    scene.ask("master", "t", what="weigh")
    (worker,) = scene.at(Question)
    assert isinstance(worker.task, Question)
    assert (worker.task.what, worker.task.bot) == ("weigh", "greedy")
    worker.heard(Reply(weigh(SPEC, "greedy", MATCH.view(MATCH.actor), MATCH.actor, LEGAL, [1, 2, 3, 4])))
    assert scene.found["t"].reason == "preparing"
    assert not scene.at(Preparation)


def test_without_quick_workers_the_asking_process_answers() -> None:
    scene = Scene(quick=0)
    scene.ask("greedy", "t")
    assert scene.found["t"].level == "greedy"
    scene.ask("master", "u")
    assert scene.found["u"].level == "greedy"
    assert [worker.task.bot for worker in scene.workers] == ["expert"]


def test_a_thought_in_playouts_is_not_cut_short() -> None:
    scene = ready_for_master()
    for number in range(10):
        scene.ask("master", f"t{number}", budget=Budget(playouts=400))
    asked = scene.at(Question)[0]
    assert isinstance(asked.task, Question)
    assert asked.task.budget == Budget(playouts=400)
    scene.loop.passes(PREPARE_S - 1)
    assert not asked.is_killed
    scene.loop.passes(2)
    assert asked.is_killed
