"""Documents of finished matches (transcripts, proofs, replays) and QR codes.

Each is made once, in a thread, and cached for a while: anyone with the link may ask for them again and again, and
walking through a long match takes a second of processor time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

KEPT = 64
"""The most documents in memory; the least recently used go first."""


class Documents:
    """A cache of documents. They are made one at a time, in a thread, so that players come first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="documents")

    async def get(self, name: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the document of that name; everyone who asks while it is being made waits for the same one."""
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
        """Return the result of `make`, called in the thread of documents."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, *args)

    def close(self) -> None:
        """Stop the thread without waiting for unfinished documents."""
        self._thread.shutdown(wait=False, cancel_futures=True)
