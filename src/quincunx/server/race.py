"""Races: actions in the order in which the players can have decided them.

An action counts from its arrival minus the sender's round trip, up to a published allowance: who is far away sees the
dice later and is heard later. It is held until nobody can still send an earlier one.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable

SAMPLES = 8
"""The round trip is the shortest of this many: a hiccup does not count, and delaying answers must be kept up to pay."""


class RoundTrip:
    """How long a connection takes there and back, in seconds."""

    __slots__ = ("_asked", "_samples")

    def __init__(self) -> None:
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._asked: deque[float] = deque(maxlen=SAMPLES)

    def ask(self, now: float) -> float:
        """A ping leaves now; what it carries."""
        self._asked.append(now)
        return now

    def answer(self, asked: float, now: float) -> bool:
        """The answer to a ping has come; false if there was no such ping."""
        if asked not in self._asked:
            return False
        self._asked.remove(asked)
        self._samples.append(now - asked)
        return True

    @property
    def seconds(self) -> float:
        """Nothing for a connection that has not answered yet."""
        return min(self._samples, default=0.0)


class Gate:
    """Holds the actions of a race until their order is certain."""

    def __init__(self, loop: asyncio.AbstractEventLoop, widest: Callable[[], float]) -> None:
        self._loop = loop
        self._widest = widest
        """The largest allowance of anyone at the table."""
        self._held: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, allowance: float, let_through: Callable[[float], None]) -> None:
        """An action has arrived from a sender with this allowance; it is let through with the moment it counts from."""
        moment = self._loop.time() - allowance
        self._count += 1
        heapq.heappush(self._held, (moment, self._count, let_through))
        self._let_through()

    def _let_through(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        widest = self._widest()
        while self._held:
            moment, _, let_through = self._held[0]
            if moment + widest > self._loop.time() + 0.000_5:
                self._timer = self._loop.call_at(moment + widest, self._let_through)
                return
            heapq.heappop(self._held)
            let_through(moment)
