"""Work beyond one machine: parts of a simulation or an arena on a Ray cluster.

A part depends only on its arguments, so a part lost with its machine is repeated elsewhere, with the same result.
Results come in the order of the parts, so the figures equal those of one process.
"""

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import redirect_stdout
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

from quincunx.core.errors import SetupError, system_reason
from quincunx.core.words import NO_SUCH_MODULE, quoted
from quincunx.sim import words

PART_CPUS = 1
TASK_S = 0.5
"""Seconds that a task should take: it does as many parts as that needs, since handing it over takes milliseconds."""
IN_FLIGHT = 4
"""Tasks under way for each core of the cluster."""
DOOR_S = 5.0
LOCAL = "local"
"""The address that starts a cluster here for this run alone."""

T = TypeVar("T")


def _check_door(address: str) -> None:
    """Raise SetupError where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), DOOR_S).close()
        except (OSError, OverflowError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else str(error)
            raise SetupError(words.NO_CLUSTER(address=address, reason=reason)) from None


class Cluster:
    """A connection to a Ray cluster; the process has one at a time."""

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            is_missing = isinstance(error, ModuleNotFoundError)
            reason = NO_SUCH_MODULE(module=quoted(error.name)) if is_missing else str(error)
            raise SetupError(words.NEEDS_RAY(error=reason)) from None
        self._ray: Any = ray
        _check_door(address)
        if address == LOCAL:  # otherwise Ray lowers its priority below all other programs
            os.environ.setdefault("RAY_worker_niceness", "0")
        self._size = 1
        """The number of parts per task."""
        # Ray reports lost machines on standard output, which is for figures alone.
        self._aside = redirect_stdout(sys.stderr)
        self._aside.__enter__()
        try:
            ray.init(
                address=None if address == LOCAL else address,
                include_dashboard=False if address == LOCAL else None,
                log_to_driver=False,
                logging_level="error",
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            self._aside.__exit__(None, None, None)
            reason = " ".join(str(error).split())
            raise SetupError(words.NO_CLUSTER(address=address, reason=reason)) from None

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; end one that was started for this run."""
        self._ray.shutdown()
        self._aside.__exit__(None, None, None)

    def map(self, work: Callable[..., T], told: tuple[Any, ...], parts: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """Yield `work(told, *part)` for every part, in order; repeat parts whose process is lost."""
        task = self._ray.remote(_do).options(num_cpus=PART_CPUS, max_retries=-1)
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        shared = self._ray.put(told)
        most = max(1, len(parts) // (2 * cores)) if isinstance(parts, Sized) else sys.maxsize
        under_way: deque[Any] = deque()
        waiting = iter(parts)
        while group := list(islice(waiting, min(self._size, most))):
            under_way.append(task.remote(work, shared, group))
            if len(under_way) >= IN_FLIGHT * cores:
                yield from self._results(under_way.popleft())
        while under_way:
            yield from self._results(under_way.popleft())

    def _results(self, reference: Any) -> list[Any]:
        """The results of a task; how long it took says how many parts the next ones do."""
        done, took = self._result(reference)
        self._size = max(1, min(2 * self._size, int(TASK_S * len(done) / max(took, 1e-6))))
        results: list[Any] = done
        return results

    def _result(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, SetupError):
                raise error.cause from None
            raise


def _do(work: Callable[..., T], told: tuple[Any, ...], parts: list[tuple[Any, ...]]) -> tuple[list[T], float]:
    """Some parts in a process of the cluster, and the seconds that they took."""
    begun = perf_counter()
    return [work(told, *part) for part in parts], perf_counter() - begun
