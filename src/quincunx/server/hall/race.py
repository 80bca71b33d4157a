"""Races: actions in the order in which the players can have decided them.

An action counts from its arrival minus the sender's round trip, up to a published allowance: a distant player sees the
dice later and is heard later. It is held until no earlier one can arrive any more.

A player who answers pings late on purpose seems to be distant. So the answers alone are not trusted: the round trip is
at most what the kernel has measured on the same connection, where it tells; a program cannot delay what its kernel
acknowledges.
"""

import asyncio
import heapq
import socket
import struct
from collections import deque
from collections.abc import Callable
from typing import Any

SAMPLES = 8
"""The number of last pings used: the round trip is the shortest of them, so that a single delay does not count."""
KERNEL_SLACK_S = 0.01
"""Seconds that a program may take longer to answer than its kernel."""
PROXY_S = 0.1
"""The longest round trip, in seconds, of a visitor behind a proxy: there the kernel only knows the way to the proxy."""
SUSPICIOUS_S = 0.1
"""Seconds by which answers are suspiciously later than the kernel's."""
INFO_BYTES = 256
SMOOTHED_AT, SHORTEST_AT = 68, 148
"""The offsets of the smoothed and the shortest round trip in Linux's `struct tcp_info`, in microseconds."""
NEVER_US = 0xFFFFFFFF
"""The kernel's value for a shortest round trip that was never measured."""


def kernel_round_trip(transport: Any) -> float | None:
    """Return the kernel's shortest round trip of a connection, in seconds; None if it has none."""
    option = getattr(socket, "TCP_INFO", None)
    connection = transport.get_extra_info("socket")
    if option is None or connection is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, option, INFO_BYTES)
        (shortest,) = struct.unpack_from("=I", info, SHORTEST_AT) if len(info) > SHORTEST_AT + 4 else (NEVER_US,)
        (smoothed,) = struct.unpack_from("=I", info, SMOOTHED_AT)
    except (OSError, struct.error):
        return None
    known = smoothed if shortest == NEVER_US else shortest
    return float(known) / 1e6 if known else None


class RoundTrip:
    """A connection's round trip in seconds."""

    __slots__ = ("_asked", "_bound", "_fastest", "_kernel", "_samples")

    def __init__(self, kernel: Callable[[], float | None] = lambda: None, most: float = float("inf")) -> None:
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._asked: deque[float] = deque(maxlen=SAMPLES)
        self._kernel = kernel
        self._fastest = float("inf")
        """The shortest round trip of all pings: it bounds the others if the kernel has no measurement."""
        self._bound = most

    def ask(self, now: float) -> float:
        """Note a departing ping; return its number."""
        self._asked.append(now)
        return now

    def answer(self, asked: float, now: float) -> bool:
        """Note the answer to a ping; false if there was no such ping."""
        if asked not in self._asked:
            return False
        self._asked.remove(asked)
        self._samples.append(now - asked)
        self._fastest = min(self._fastest, now - asked)
        return True

    @property
    def seconds(self) -> float:
        """The round trip in seconds; 0 for a connection that has not answered yet."""
        if not self._samples:
            return 0.0
        kernel = self._kernel()
        bound = self._fastest if kernel is None else kernel + KERNEL_SLACK_S
        return min(*self._samples, bound, self._bound)

    @property
    def is_suspicious(self) -> bool:
        """Whether the answers take much longer than the way there and back does."""
        kernel = self._kernel()
        return kernel is not None and len(self._samples) == SAMPLES and min(self._samples) > kernel + SUSPICIOUS_S


class Gate:
    """Holds the actions of a race until no earlier one can come."""

    def __init__(self, loop: asyncio.AbstractEventLoop, widest: Callable[[], float]) -> None:
        self._loop = loop
        self._widest = widest
        """Gives the largest allowance of anyone at the table, in seconds."""
        self._held: list[tuple[float, int, str | None, Callable[[float], None]]] = []
        """A heap of actions: the time from which each counts, a running number, its sender, and its callback."""
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, allowance: float, let_through: Callable[[float], None], sender: str | None = None) -> None:
        """Take an action from a sender with this allowance, in seconds.

        `let_through` is called with the time from which it counts. Actions of one sender stay in their order, though
        the allowance may have grown in between.
        """
        own = [moment for moment, _, whose, _ in self._held if whose is not None and whose == sender]
        moment = max([self._loop.time() - allowance, *own])
        self._count += 1
        heapq.heappush(self._held, (moment, self._count, sender, let_through))
        self._let_through()

    def _let_through(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        widest = self._widest()
        while self._held:
            moment, _, _, let_through = self._held[0]
            if moment + widest > self._loop.time() + 0.000_5:
                self._timer = self._loop.call_at(moment + widest, self._let_through)
                return
            heapq.heappop(self._held)
            let_through(moment)
