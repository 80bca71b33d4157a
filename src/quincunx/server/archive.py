"""Documents of finished matches: each is made once, beside the play, and kept for a while.

Whoever has the link may ask for them as often as they like; to walk through a long match takes a second of a processor.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

KEPT = 64
"""Documents in memory; the ones that nobody has asked for longest go first."""


class Archive:
    """What was asked for lately. One is made at a time, in a thread of its own: those who play come first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    async def get(self, name: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The document of that name; who asks while it is made waits for the same."""
        if (found := self._kept.get(name)) is None:
            found = self._kept[name] = asyncio.get_running_loop().create_task(make())
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        try:
            document: T = await asyncio.shield(found)
        except Exception:
            self._kept.pop(name, None)
            raise
        return document

    async def aside(self, make: Callable[..., T], *args: Any) -> T:
        """What this makes, in the archive's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, *args)

    def close(self) -> None:
        """What is being made is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)
