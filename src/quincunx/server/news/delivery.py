"""Delivers notifications: a few at a time, with retries, without delaying play."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog

log = structlog.get_logger()

Deliver: TypeAlias = Callable[[], Awaitable[None]]
"""Delivers one thing; raises `AgainError`, an OSError or a TimeoutError if that is to be tried again."""

MOST = 2000
"""To how many addressees something is being delivered; the others wait."""
MOST_OF_ONE = 10
"""How much waits for one addressee; with more, the oldest is lost."""
AT_ONCE = 8
DELIVERY_S = 10.0
"""Seconds that an attempt may take."""
PAUSES = (5.0, 30.0, 120.0, 600.0)
"""Seconds before another attempt, after each that has failed."""
LONGEST_PAUSE_S = 1800.0


class AgainError(Exception):
    """The other server asks for a retry, after some seconds."""

    def __init__(self, after: float, why: str) -> None:
        super().__init__(why)
        self.after = after


class _Line:
    """What one addressee is to get, one thing after the other: who does not answer holds up nobody else."""

    def __init__(self, to: str, first: Deliver) -> None:
        self.to = to
        """For the log, too; never a whole address, which may be a secret."""
        self.first = first
        self.others: deque[Deliver] = deque()
        self.failures = 0


class Delivery:
    """What is to be delivered, bounded, and those who do it."""

    def __init__(self) -> None:
        self._ready: asyncio.Queue[_Line] = asyncio.Queue()
        self._lines: dict[str, _Line] = {}
        """By addressee, everything that waits or is being delivered."""
        self._room = asyncio.Semaphore(MOST)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits."""
        return not self._lines

    async def put(self, to: str, deliver: Deliver) -> None:
        """Deliver this soon; waits while too many addressees wait."""
        if (line := self._lines.get(to)) is None:
            line = self._lines[to] = _Line(to, deliver)
            await self._room.acquire()
            self._ready.put_nowait(line)
            return
        line.others.append(deliver)
        if len(line.others) >= MOST_OF_ONE:
            line.others.popleft()
            log.warning("news_lost", to=to, attempts=0, reason="too much waits for one addressee")

    async def run(self) -> None:
        """Deliver until cancelled."""
        await asyncio.gather(*(self._work() for _ in range(AT_ONCE)))

    async def _work(self) -> None:
        while True:
            line = await self._ready.get()
            try:
                async with asyncio.timeout(DELIVERY_S):
                    await line.first()
            except (AgainError, OSError, TimeoutError, EOFError, asyncio.LimitOverrunError) as error:
                self._rest(line, error)
            except Exception:
                log.exception("news_failed", to=line.to)
                self._go_on(line)
            else:
                self._go_on(line)

    def _rest(self, line: _Line, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        if line.failures == len(PAUSES):
            log.warning("news_lost", to=line.to, attempts=line.failures + 1, reason=reason)
            self._go_on(line)
            return
        pause = PAUSES[line.failures]
        if isinstance(error, AgainError):
            pause = min(max(pause, error.after), LONGEST_PAUSE_S)
        line.failures += 1
        asyncio.get_running_loop().call_later(pause, self._ready.put_nowait, line)

    def _go_on(self, line: _Line) -> None:
        """Deliver the next thing to the same addressee."""
        if line.others:
            line.first, line.failures = line.others.popleft(), 0
            self._ready.put_nowait(line)
        else:
            del self._lines[line.to]
            self._room.release()
