"""`quincunx hall --workers 4`: several processes of one hall on one port and one PostgreSQL.

One that dies is restarted.

The parent listens, but never serves. The processes inherit its sockets, so another one answers the calls that wait when
one of them dies. The processes in which bots think are separate, see `thinking/`.
"""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import structlog

from quincunx.core.errors import SetupError
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.operations.run import collect_garbage_rarely, make_server, set_up_logs
from quincunx.server.store.database import database_url
from quincunx.server.store.store import Store

log = structlog.get_logger()

STOPPING = (signal.SIGINT, signal.SIGTERM)
PAUSE_S = 1.0
"""Seconds until a process is restarted that died soon after its start."""
CLOSING_S = 15.0
"""Seconds that the processes may take to close."""


def check_processes(db: str) -> None:
    """Refuse to serve a database that several processes cannot share."""
    if database_url(db).get_backend_name() != "postgresql":
        raise SetupError(words.WORKERS_NEED())
    if not hasattr(os, "fork"):
        raise SetupError(words.NO_WORKERS())


def serve_by_processes(
    config: HallConfig, listeners: list[socket.socket], count: int, ready: Callable[[], None] | None = None
) -> None:
    """Serve with that number of processes until stopped; `check_processes` must have passed."""
    set_up_logs()
    asyncio.run(_try_database(config.db))
    collect_garbage_rarely()
    Processes(config, listeners, count, ready).run()


async def _try_database(db: str) -> None:
    """Open and close the database once, so that its errors are reported and its upgrade runs only once."""
    store = Store(db)
    await store.open()
    await store.close()


class Processes:
    """The processes of a hall, each with a number."""

    def __init__(
        self, config: HallConfig, listeners: list[socket.socket], count: int, ready: Callable[[], None] | None
    ) -> None:
        self._config = config
        self._listeners = listeners
        self._ready = ready
        self._numbers: dict[int, int] = {}
        """By the id of a process: its number."""
        self._due = dict.fromkeys(range(count), 0.0)
        """The numbers of the processes to start, and when."""
        self._started: dict[int, float] = {}
        self._end: float | None = None
        """The time by which the last process must have closed; None until they are stopped."""
        self._we_live, self._parent_lives = os.pipe()
        """A pipe that ends when the parent dies."""

    def run(self) -> None:
        """Start the processes and restart dead ones until stopped."""
        with _held_back(signal.SIGCHLD, *STOPPING) as held:
            while self._end is None or self._numbers:
                self._start_due()
                got = signal.sigtimedwait(held, self._patience())
                if got is not None and got.si_signo in STOPPING:
                    self._stop()
                self._reap()
        os.close(self._we_live)
        os.close(self._parent_lives)

    def _start_due(self) -> None:
        for number in [number for number, when in self._due.items() if when <= time.monotonic()]:
            del self._due[number]
            self._start(number)

    def _patience(self) -> float:
        if self._end is not None and time.monotonic() > self._end:
            self._tell(signal.SIGKILL)
        return PAUSE_S / 4 if self._due or self._end is not None else 60

    def _start(self, number: int) -> None:
        ready, self._ready = self._ready, None  # said once
        pid = os.fork()
        if pid == 0:
            os._exit(self._work(number, ready))
        self._numbers[pid] = number
        self._started[pid] = time.monotonic()
        log.info("worker_started", worker=number, pid=pid)

    def _work(self, number: int, ready: Callable[[], None] | None) -> int:
        """Serve in the new process; return its exit code."""
        os.close(self._parent_lives)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())

        def started() -> None:
            asyncio.get_running_loop().add_reader(self._we_live, orphaned)
            if ready is not None:
                ready()

        def orphaned() -> None:
            asyncio.get_running_loop().remove_reader(self._we_live)
            server.should_exit = True

        host, port = self._config.peer
        server = make_server(replace(self._config, peer=(host, port and port + number)), started)
        try:
            server.run(self._listeners)
        except KeyboardInterrupt:
            return 0
        except Exception:
            log.exception("worker_failed")
            return 1
        return 0

    def _stop(self) -> None:
        if self._end is None:
            self._end = time.monotonic() + CLOSING_S
            self._due.clear()
        self._tell(signal.SIGTERM)

    def _tell(self, what: signal.Signals) -> None:
        for pid in self._numbers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def _reap(self) -> None:
        for pid in list(self._numbers):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                self._ended(pid, os.waitstatus_to_exitcode(status))

    def _ended(self, pid: int, code: int) -> None:
        number, lived = self._numbers.pop(pid), time.monotonic() - self._started.pop(pid)
        if self._end is not None:
            return
        log.error("worker_ended", worker=number, pid=pid, code=code)
        self._due[number] = time.monotonic() + (0 if lived > PAUSE_S else PAUSE_S)


@contextlib.contextmanager
def _held_back(*signals: signal.Signals) -> Iterator[set[signal.Signals]]:
    """Block these signals until they are waited for."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield set(signals)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
