"""Processes on this machine that share the parts of a long job, such as the matches of an arena."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

IN_FLIGHT = 4
"""Parts under way for each process."""

T = TypeVar("T")


class Crew:
    """A crew of worker processes."""

    def __init__(self, workers: int) -> None:
        self._executor = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts)
        self._most = IN_FLIGHT * workers

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; drop the parts that have not begun."""
        self._executor.shutdown(cancel_futures=True)

    def map(self, work: Callable[..., T], told: tuple[Any, ...], parts: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """`work(told, *part)` for every part, in their order."""
        under_way: deque[Future[T]] = deque()
        for part in parts:
            under_way.append(self._executor.submit(work, told, *part))
            if len(under_way) >= self._most:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its processes
