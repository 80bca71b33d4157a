"""The thinking room on an event loop: four kinds of questions, and the workers that answer them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from quincunx.bots.advice import Advice, adviser_of
from quincunx.core.bots import MASTER, Budget
from quincunx.core.errors import QuincunxError
from quincunx.core.spec import GameSpec
from quincunx.solvers.valuer import Precision, Query, Valued
from quincunx.thinking import words
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.pool import QUICK_WORKERS, Log, Pool, Thought
from quincunx.thinking.process import NICENESS, Process, usable_cores
from quincunx.thinking.tasks import Reply, Valuation, What

FEWEST_STRONG = 2
"""The fewest workers for bots that search: while one makes a bot ready, another can answer."""


class ThinkingError(QuincunxError):
    """A question that no worker could answer."""


class Room:
    """Worker processes and the pool that gives them work.

    With no `quick` workers, bots that answer at once do so in this process. Of `strong` workers there are as many as
    cores, and two at least. Each gives way to other processes as its `niceness` says.
    """

    def __init__(
        self, *, quick: int = QUICK_WORKERS, strong: int | None = None, niceness: int = NICENESS, log: Log | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self._workers: set[Process] = set()
        self._niceness = niceness
        strong = strong or max(FEWEST_STRONG, usable_cores())
        self.pool = Pool(self._hire, loop.call_later, loop.time, quick=quick, strong=strong, log=log)

    @property
    def workers(self) -> list[Process]:
        """The worker processes that are alive."""
        return list(self._workers)

    @property
    def waiting(self) -> int:
        """The number of thoughts that wait for a strong worker."""
        return len(self.pool.strong.queue)

    async def prepare(self, spec: GameSpec, bot: str) -> None:
        """Load, build or compile what a bot needs, in a worker; return when it is ready or cannot be."""
        prepared = asyncio.Event()
        self.pool.prepare(spec, bot, lambda _: prepared.set())
        await prepared.wait()

    async def answer(self, decision: Decision, bot: str, *, seconds: float = 1.0) -> Found[int]:
        """The action of a bot, or of a weaker level in its place. The time limit is for bots that search."""
        return await self._ask("answer", decision, bot, Budget(seconds=seconds))

    async def weigh(self, decision: Decision, budget: Budget) -> AsyncIterator[Found[Advice]]:
        """Yield the advice of the strongest level that is ready, then the best advice if that was another level's."""
        adviser = adviser_of(decision.spec, decision.view)
        found = await self._ask("weigh", decision, adviser, budget)
        yield found
        if found.reason is not None:
            yield await self._ask("weigh", decision, adviser, budget, patient=True)

    async def judge(self, decision: Decision, done: int, budget: Budget) -> Advice | None:
        """The best advice about an action that was done; none while its level is not ready or too many think."""
        adviser = adviser_of(decision.spec, decision.view)
        found = await self._ask("weigh", decision, adviser, budget, done_action=done)
        if found.reason == "preparing":
            self.pool.prepare(decision.spec, adviser, lambda _: None)
        return found.result if found.reason is None else None

    async def value(
        self, spec: GameSpec, seats: int, query: Query, precision: Precision, *, table: str = "", address: str = ""
    ) -> Valued:
        """The value of a moment of a match for every seat."""
        valuation = Valuation(spec.package, MASTER, seats, query, precision)
        nothing = Decision(spec, spec.state(), 0, [], [], table, address)
        found = await self._ask("answer", nothing, MASTER, Budget(playouts=1), valuation=valuation, patient=True)
        valued: Valued = found.result
        return valued

    async def close(self) -> None:
        """End the workers."""
        self.pool.close()
        await asyncio.gather(*(worker.task for worker in self.workers), return_exceptions=True)

    async def _ask(self, what: What, decision: Decision, bot: str, budget: Budget, **more: Any) -> Found[Any]:
        answered: asyncio.Future[Found[Any] | str] = asyncio.get_running_loop().create_future()

        def done(found: Found[Any] | str) -> None:
            if not answered.done():
                answered.set_result(found)

        self.pool.think(Thought(what, decision, bot, budget, done, **more))
        found = await answered
        if isinstance(found, str):
            raise ThinkingError(words.NOTHING_FOUND(bot=bot, game=decision.spec.title, trouble=found))
        return found

    def _hire(self, heard: Callable[[Reply | None], None]) -> Process:
        worker = Process(heard, self._niceness)
        self._workers.add(worker)
        worker.task.add_done_callback(lambda _: self._workers.discard(worker))
        return worker
