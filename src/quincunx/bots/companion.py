"""Strong bots for a program that waits for their answers itself, as the terminal does: each in a process of its own.

What a bot needs is made ready there; meanwhile, and when it does not answer in time, the next level below plays for it.
"""

import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol

from quincunx.bots import choose, level_below, needs_preparing, unready_levels
from quincunx.bots.worker import (
    COMMAND,
    GRACE_S,
    HEAD,
    MOST_FAILURES,
    PREPARE_S,
    Answer,
    Preparation,
    Worker,
    WorkerTask,
    decode_answer,
    encode_task,
    frame,
    question_of,
    surroundings,
)
from quincunx.core.bots import Budget
from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec


class Answered(NamedTuple):
    """What is done for a bot, and by whom: the level that was asked for, or one below it."""

    action: int
    level: str
    stands_in: bool
    """Whether a weaker bot answered."""


class AwaitedWorker(Worker, Protocol):
    """A worker whose answers the program waits for itself."""

    def answer(self, seconds: float) -> Answer | None:
        """What it says within that time; None if nothing."""
        ...

    @property
    def is_alive(self) -> bool:
        """Whether it can still answer."""
        ...


class AwaitedProcess:
    """A worker in a process of its own, with a thread that reads its answers."""

    def __init__(self) -> None:
        # A session of its own: Ctrl-C is for whoever plays.
        self._process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings(), start_new_session=True
        )
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, task: WorkerTask) -> None:
        """Send it a task."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame(encode_task(task)))
            self._process.stdin.flush()
        except OSError:
            self._process.kill()

    def answer(self, seconds: float) -> Answer | None:
        """The answer that comes within that time; None if none does."""
        try:
            return self._answers.get(timeout=seconds) if seconds > 0 else self._answers.get_nowait()
        except Empty:
            return None

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        read = self._process.stdout.read
        while len(head := read(HEAD)) == HEAD:
            self._answers.put(decode_answer(read(int.from_bytes(head, "big"))))


class Companion:
    """The bots of one match."""

    def __init__(self, spec: GameSpec, hire: Callable[[], AwaitedWorker] = AwaitedProcess) -> None:
        self.spec = spec
        self._hire = hire
        self._workers: dict[str, AwaitedWorker] = {}
        """By bot that must be made ready."""
        self._ready: set[str] = set()
        self._failures: Counter[str] = Counter()

    def make_ready(self, bot: str) -> None:
        """Begin to make a bot ready in the background, and the levels that play for it meanwhile."""
        for level in unready_levels(self.spec, bot):
            self.is_ready(level)

    def is_ready(self, bot: str, seconds: float = 0) -> bool:
        """Whether it can answer, now or within that time; if not, it is being made ready from now on."""
        worker = self._workers.get(bot)
        if worker is None:
            if self._failures[bot] < MOST_FAILURES:
                worker = self._workers[bot] = self._hire()
                worker.ask(Preparation(self.spec.package, bot))
            if worker is None or not seconds:
                return False
        if bot not in self._ready:
            answer = worker.answer(seconds)
            if answer is not None and answer.trouble is None:
                self._ready.add(bot)
            elif answer is not None or not worker.is_alive:
                self._lose(bot)
        return bot in self._ready

    def wait(self, bot: str) -> None:
        """Wait until a bot can answer, where nobody minds the wait."""
        if needs_preparing(self.spec, bot):
            self.is_ready(bot, PREPARE_S)

    def decide(self, bot: str, view: Any, seat: Seat, legal: Sequence[int], key: Row, seconds: float) -> Answered:
        """What the bot does within that time, or else the next level below it that can answer."""
        level = bot
        while True:
            if not needs_preparing(self.spec, level):
                action: int | None = choose(self.spec, level, view, seat, legal, list(key), Budget(seconds=seconds))
            elif self.is_ready(level):
                action = self._ask(level, view, seat, legal, key, seconds)
            else:
                action = None
            if action is not None:
                return Answered(action, level, level != bot)
            level = level_below(self.spec, level)

    def close(self) -> None:
        """End all workers."""
        for bot in list(self._workers):
            self._drop(bot)

    def _ask(self, bot: str, view: Any, seat: Seat, legal: Sequence[int], key: Row, seconds: float) -> int | None:
        worker = self._workers[bot]
        worker.ask(question_of(self.spec, bot, view, seat, legal, key, seconds))
        answer = worker.answer(seconds + GRACE_S)
        if answer is None or answer.action not in legal:
            self._lose(bot)
            return None
        return answer.action

    def _lose(self, bot: str) -> None:
        self._failures[bot] += 1
        self._drop(bot)

    def _drop(self, bot: str) -> None:
        self._ready.discard(bot)
        self._workers.pop(bot).kill()
