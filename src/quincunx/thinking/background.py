"""The thinking room for a program without an event loop, such as the terminal."""

from collections.abc import Callable, Coroutine
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx.bots import choose, needs_preparing
from quincunx.core.bots import Budget
from quincunx.core.errors import QuincunxError
from quincunx.core.spec import GameSpec
from quincunx.thinking.found import Decision, Found

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

    from quincunx.bots.advice import Advice
    from quincunx.thinking.room import Room

T = TypeVar("T")


class BackgroundRoom:
    """A room whose event loop runs in a thread, started by the first question that needs it.

    Bots that answer at once are asked in the calling thread.
    """

    _loop: "asyncio.AbstractEventLoop"
    _room: "Room"
    _closing: "asyncio.Event"

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._is_open = Event()

    def prepare(self, spec: GameSpec, bot: str, *, wait: bool = False) -> None:
        """Make a bot ready in the background, or wait until it is ready."""
        if needs_preparing(spec, bot):
            prepared = self._start(self._opened.prepare(spec, bot))
            if wait:
                prepared.result()

    def answer(self, decision: Decision, bot: str, seconds: float) -> Found[int]:
        """The action of a bot, or of a weaker level in its place. The time limit is for bots that search."""
        spec, view, seat, legal, key, *_ = decision
        if not needs_preparing(spec, bot):
            return Found(choose(spec, bot, view, seat, legal, key, Budget(seconds=seconds)), bot)
        return self._start(self._opened.answer(decision, bot, seconds=seconds)).result()

    def weigh(
        self, decision: Decision, budget: Budget, better: "Callable[[Found[Advice] | QuincunxError], None]"
    ) -> "Found[Advice]":
        """Return the best advice that is ready.

        If it has a `reason`, the room's thread calls `better` later: with a better advice, or with the reason why there
        is none.
        """
        from concurrent.futures import Future

        first: Future[Found[Advice]] = Future()

        room = self._opened

        async def weigh() -> None:
            try:
                async for found in room.weigh(decision, budget):
                    (better if first.done() else first.set_result)(found)
            except QuincunxError as error:
                (better if first.done() else first.set_exception)(error)

        self._start(weigh())
        return first.result()

    def close(self) -> None:
        """End the workers and the thread."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()
            self._thread = None

    @property
    def _opened(self) -> "Room":
        if self._thread is None:
            self._thread = Thread(target=self._run, name="thinking", daemon=True)
            self._thread.start()
            self._is_open.wait()
        return self._room

    def _start(self, coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
        import asyncio

        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def _run(self) -> None:
        import asyncio

        asyncio.run(self._serve())

    async def _serve(self) -> None:
        import asyncio

        from quincunx.thinking.room import Room

        self._loop, self._closing, self._room = asyncio.get_running_loop(), asyncio.Event(), Room(quick=0)
        self._is_open.set()
        await self._closing.wait()
        await self._room.close()
