"""Finds the actions of a hall's bots: starts the worker processes, and hands each decision to the pool."""

import asyncio
import contextlib
from collections.abc import Callable
from time import perf_counter
from typing import Any

from quincunx.bots.worker import (
    COMMAND,
    HEAD,
    Answer,
    WorkerTask,
    decode_answer,
    encode_task,
    frame,
    surroundings,
    usable_cores,
)
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.server.operations import metrics
from quincunx.server.pool import Found, Pool, Thought

FEWEST_STRONG = 2
"""The fewest workers for bots that search: while one makes a bot ready, another can answer."""


class AsyncProcess:
    """A worker in a process of its own, whose answers the event loop hears; it ends when its input does."""

    def __init__(self, heard: Callable[[Answer | None], None]) -> None:
        self._heard = heard
        self._process: asyncio.subprocess.Process | None = None
        self._unsent: list[bytes] = []
        self._killed = False
        self.task = asyncio.get_running_loop().create_task(self._run())

    @property
    def pid(self) -> int | None:
        """The process, once it has been started."""
        return None if self._process is None else self._process.pid

    def ask(self, task: WorkerTask) -> None:
        """Send it a task; a process that is still being started gets it when it is there."""
        self._unsent.append(frame(encode_task(task)))
        self._send()

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def _send(self) -> None:
        stdin = None if self._process is None else self._process.stdin
        if stdin is not None and not stdin.is_closing():  # else the process has died, which is heard in a moment
            stdin.writelines(self._unsent)
            self._unsent.clear()

    async def _run(self) -> None:
        try:
            await self._serve()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            await self._end()
        if not self._killed:
            self._heard(None)

    async def _serve(self) -> None:
        # A session of its own: Ctrl-C is for the hall, which then closes the worker's input.
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, env=surroundings(), start_new_session=True
        )
        if self._killed:
            process.kill()
            return
        self._send()
        assert process.stdout is not None
        while True:
            length = int.from_bytes(await process.stdout.readexactly(HEAD), "big")
            answer = decode_answer(await process.stdout.readexactly(length))
            if not self._killed:
                self._heard(answer)

    async def _end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()


class Thinkers:
    """The worker processes of a hall and the pool that gives them work."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._workers: set[AsyncProcess] = set()
        self.pool = Pool(self._hire, loop.call_later, loop.time, max(FEWEST_STRONG, usable_cores()))

    @property
    def workers(self) -> list[AsyncProcess]:
        """The worker processes that are alive."""
        return list(self._workers)

    def _hire(self, heard: Callable[[Answer | None], None]) -> AsyncProcess:
        worker = AsyncProcess(heard)
        self._workers.add(worker)
        worker.task.add_done_callback(lambda _: self._workers.discard(worker))
        return worker

    async def choose(
        self,
        spec: GameSpec,
        bot: str,
        view: Any,
        seat: Seat,
        legal: list[int],
        key: list[int],
        *,
        seconds: float = 1.0,
        table: str = "",
        address: str = "",
    ) -> Found:
        """The action of a bot, or of a weaker level in its place; a bot that searches thinks for at most so many
        seconds."""
        answered: asyncio.Future[Found] = asyncio.get_running_loop().create_future()

        def done(found: Found) -> None:
            if not answered.done():
                answered.set_result(found)

        started = perf_counter()
        self.pool.think(Thought(spec, bot, view, seat, legal, key, seconds, table, address, done))
        found = await answered
        metrics.BOT_SECONDS.observe(perf_counter() - started)
        return found

    async def close(self) -> None:
        """End the workers."""
        self.pool.close()
        await asyncio.gather(*(worker.task for worker in self.workers), return_exceptions=True)
