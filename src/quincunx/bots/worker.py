"""Bots in a process of their own, so that a long thought never holds anybody up.

`python -m quincunx.bots.worker` reads tasks from standard input and writes an answer to each to standard output, each a
length in four bytes and a msgpack array. It ends at once when its input does, in the middle of a thought too, so it
cannot outlive the process that asked.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Protocol, TypeAlias

import msgspec

from quincunx.bots import choose, make_ready
from quincunx.core.bots import Budget
from quincunx.core.spec import GameSpec

HEAD = 4
"""How many bytes tell the length of a frame."""
COMMAND = (sys.executable, "-m", "quincunx.bots.worker")
NICENESS = 10
"""Whoever serves people comes first."""
GRACE_S = 5.0
"""Seconds after its time is up within which a worker must answer; then it is replaced."""
PREPARE_S = 900.0
"""Seconds that a worker may take to make a bot ready."""
MOST_FAILURES = 3
"""How often a bot may fail to get ready; after that it is not tried again."""


class Question(msgspec.Struct, array_like=True, tag="question", frozen=True):
    """Asks what a bot would do."""

    package: str
    """The import path of the package that has the game's SPEC."""
    bot: str
    seat: int
    view: bytes
    legal: list[int]
    key: list[int]
    seconds: float
    """How long a bot that searches may think."""


class Preparation(msgspec.Struct, array_like=True, tag="preparation", frozen=True):
    """Asks to make a bot ready: to load, build or compile what it needs."""

    package: str
    bot: str


WorkerTask: TypeAlias = Question | Preparation


class Answer(msgspec.Struct, array_like=True, frozen=True):
    """What the bot does, nothing if it was only made ready; or why there is no answer."""

    action: int | None = None
    trouble: str | None = None


class Worker(Protocol):
    """A process that does one task at a time."""

    def ask(self, task: WorkerTask) -> None:
        """Send it a task."""
        ...

    def kill(self) -> None:
        """End it at once; nothing more is heard of it."""
        ...


encode_task = msgspec.msgpack.Encoder().encode
decode_task = msgspec.msgpack.Decoder(WorkerTask).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode


def frame(data: bytes) -> bytes:
    """Bytes with their length in front."""
    return len(data).to_bytes(HEAD, "big") + data


def question_of(
    spec: GameSpec, bot: str, view: Any, seat: int, legal: Sequence[int], key: Sequence[int], seconds: float
) -> Question:
    """A question about a position as it is sent."""
    return Question(spec.package, bot, seat, view.to_bytes(), list(legal), list(key), seconds)


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def surroundings() -> dict[str, str]:
    """The environment of a worker: it finds what its parent finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def answer(task: WorkerTask) -> Answer:
    """Carry a task out; whatever goes wrong with a bot is told, not raised."""
    try:
        spec: GameSpec = import_module(task.package).SPEC
        if isinstance(task, Preparation):
            make_ready(spec, task.bot)
            return Answer()
        view = spec.state()
        view.set_bytes(task.view)
        return Answer(choose(spec, task.bot, view, task.seat, task.legal, list(task.key), Budget(seconds=task.seconds)))
    except Exception as error:
        return Answer(trouble=repr(error))


def _listen(stream: BinaryIO, tasks: "SimpleQueue[WorkerTask]") -> None:
    while len(head := stream.read(HEAD)) == HEAD:
        tasks.put(decode_task(stream.read(int.from_bytes(head, "big"))))
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    tasks: SimpleQueue[WorkerTask] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what a bot prints is no answer
        while True:
            answers.write(frame(encode_task(answer(tasks.get()))))
            answers.flush()


if __name__ == "__main__":
    main()
