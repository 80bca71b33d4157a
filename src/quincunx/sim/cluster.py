"""Work beyond one machine: parts of a simulation or an arena on a Ray cluster.

A part depends only on its arguments, so a part lost with its machine is repeated elsewhere, with the same result.
Results come in the order of the parts, so the figures equal those of one process.
"""

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from typing import Any, TypeVar

from quincunx.core.errors import SetupError, system_reason
from quincunx.core.words import NO_SUCH_MODULE, quoted
from quincunx.sim import words

PART_CPUS = 1
IN_FLIGHT = 4
"""Parts under way for each core of the cluster."""
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
        if address == LOCAL:  # as fast as `--workers`: Ray gives way to all other programs, unless told
            os.environ.setdefault("RAY_worker_niceness", "0")
        # Ray says on standard output that a machine is lost: that is for figures alone.
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
        task = self._ray.remote(work).options(num_cpus=PART_CPUS, max_retries=-1)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        shared = self._ray.put(told)
        under_way: deque[Any] = deque()
        for part in parts:
            under_way.append(task.remote(shared, *part))
            if len(under_way) >= IN_FLIGHT * max(1, cores):
                yield self._result(under_way.popleft())
        while under_way:
            yield self._result(under_way.popleft())

    def _result(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, SetupError):
                raise error.cause from None
            raise
