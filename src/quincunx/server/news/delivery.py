"""Delivers what the hall sends out: by a few at a time, with patience, and so that nobody who plays waits for it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import structlog

log = structlog.get_logger()

Deliver: TypeAlias = Callable[[], Awaitable[None]]
"""Delivers one thing; raises `AgainError`, an OSError or a TimeoutError if that is to be tried again."""

MOST = 2000
"""How many things wait at most."""
AT_ONCE = 8
DELIVERY_S = 10.0
"""Seconds that an attempt may take."""
PAUSES = (5.0, 30.0, 120.0, 600.0)
"""Seconds before another attempt, after each that has failed."""
LONGEST_PAUSE_S = 1800.0


class AgainError(Exception):
    """The other server wants to be asked again, after some seconds."""

    def __init__(self, after: float, why: str) -> None:
        super().__init__(why)
        self.after = after


class _Errand(NamedTuple):
    to: str
    """For the log; never a whole address, which may be a secret."""
    deliver: Deliver
    failures: int = 0


class Delivery:
    """A bounded queue of things to deliver, and those who do it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[_Errand] = asyncio.Queue(MOST)
        self._resting = 0
        """How many wait for another attempt."""
        self._busy = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits."""
        return not self._busy and not self._resting and self._queue.empty()

    async def put(self, to: str, deliver: Deliver) -> None:
        """Deliver this soon; waits while too much waits."""
        await self._queue.put(_Errand(to, deliver))

    async def run(self) -> None:
        """Deliver until cancelled."""
        await asyncio.gather(*(self._work() for _ in range(AT_ONCE)))

    async def _work(self) -> None:
        while True:
            errand = await self._queue.get()
            self._busy += 1
            try:
                async with asyncio.timeout(DELIVERY_S):
                    await errand.deliver()
            except (AgainError, OSError, TimeoutError, EOFError, asyncio.LimitOverrunError) as error:
                self._rest(errand, error)
            except Exception:
                log.exception("news_failed", to=errand.to)
            finally:
                self._busy -= 1

    def _rest(self, errand: _Errand, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        if errand.failures == len(PAUSES) or self._resting >= MOST:
            log.warning("news_lost", to=errand.to, attempts=errand.failures + 1, reason=reason)
            return
        pause = PAUSES[errand.failures]
        if isinstance(error, AgainError):
            pause = min(max(pause, error.after), LONGEST_PAUSE_S)
        self._resting += 1
        asyncio.get_running_loop().call_later(pause, self._again, errand._replace(failures=errand.failures + 1))

    def _again(self, errand: _Errand) -> None:
        self._resting -= 1
        try:
            self._queue.put_nowait(errand)
        except asyncio.QueueFull:
            log.warning("news_lost", to=errand.to, attempts=errand.failures, reason="the queue is full")
