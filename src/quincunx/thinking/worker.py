"""A worker process: `python -m quincunx.thinking.worker NICENESS` does tasks from standard input, one at a time.

It ends at once when its input does, in the middle of a thought too, so it cannot outlive the process that asked.
"""

import os
import sys
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from quincunx.bots import choose, make_ready
from quincunx.bots.advice import weigh
from quincunx.core.spec import GameSpec
from quincunx.solvers.valuer import valuer_of
from quincunx.thinking.tasks import HEAD, Preparation, Question, Reply, Result, Task, Valuation, decode_task, frame


def carry_out(task: Task) -> Reply:
    """Do a task; an error of a bot becomes a reply."""
    try:
        spec: GameSpec = import_module(task.package).SPEC
        if isinstance(task, Preparation):
            make_ready(spec, task.bot)
            return Reply()
        if isinstance(task, Valuation):
            before = spec.state()
            before.set_bytes(task.query.before)
            return Reply(valued=valuer_of(spec, task.seats, before).answer(task.query, task.precision))
        return Reply(_found(spec, task))
    except Exception as error:
        return Reply(trouble=repr(error))


def _found(spec: GameSpec, task: Question) -> Result:
    view = spec.state()
    view.set_bytes(task.view)
    asked = (spec, task.bot, view, task.seat, task.legal, list(task.key), task.budget)
    if task.what == "weigh":
        return weigh(*asked, task.done)
    return task.legal[0] if len(task.legal) == 1 else choose(*asked)


def _listen(stream: BinaryIO, tasks: "SimpleQueue[Task]") -> None:
    while len(head := stream.read(HEAD)) == HEAD:
        tasks.put(decode_task(stream.read(int.from_bytes(head, "big"))))
    os._exit(0)


def main() -> None:
    """Do tasks until the input ends."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    tasks: SimpleQueue[Task] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)  # a bot's prints are not replies
        while True:
            replies.write(frame(carry_out(tasks.get())))
            replies.flush()


if __name__ == "__main__":
    main()
