"""Worker processes on an event loop."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable

from quincunx.thinking.tasks import HEAD, Reply, Task, decode_reply, frame

COMMAND = (sys.executable, "-m", "quincunx.thinking.worker")
NICENESS = 10
"""Processes that serve people come first."""


def usable_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def surroundings() -> dict[str, str]:
    """The environment of a worker: it finds the modules that its parent finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


async def run_to_end(module: str, argument: str) -> tuple[int, str]:
    """Run a Python module as a program; return its exit code and standard error.

    It ends when this is cancelled, and when its input does.
    """
    # Its own session: Ctrl-C interrupts only this process, which then closes the program's input.
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, argument, stdin=pipe, stderr=pipe, env=surroundings(), start_new_session=True
    )
    assert process.stderr is not None
    try:
        said = await process.stderr.read()
        return await process.wait(), said.decode(errors="replace")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Process:
    """A worker process that replies on the event loop; it ends when its input does."""

    def __init__(self, heard: Callable[[Reply | None], None], niceness: int = NICENESS) -> None:
        self._heard = heard
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._unsent: list[bytes] = []
        self._killed = False
        self.task = asyncio.get_running_loop().create_task(self._run())

    @property
    def pid(self) -> int | None:
        """The id of the process, once it has been started."""
        return None if self._process is None else self._process.pid

    def ask(self, task: Task) -> None:
        """Send a task; a process that is still starting gets it later."""
        self._unsent.append(frame(task))
        self._send()

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def _send(self) -> None:
        stdin = None if self._process is None else self._process.stdin
        if stdin is not None and not stdin.is_closing():  # else the process has died, and its end is reported soon
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
        # Its own session: Ctrl-C interrupts only the parent, which then closes the worker's input.
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *COMMAND, str(self._niceness), stdin=pipe, stdout=pipe, env=surroundings(), start_new_session=True
        )
        if self._killed:
            process.kill()
            return
        self._send()
        assert process.stdout is not None
        while True:
            length = int.from_bytes(await process.stdout.readexactly(HEAD), "big")
            reply = decode_reply(await process.stdout.readexactly(length))
            if not self._killed:
                self._heard(reply)

    async def _end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()
