"""Documents of finished matches (transcripts, proofs, replays) and QR codes: each is made once, in a thread, and kept
for a while.

Whoever has the link may ask for them as often as they like, and to walk through a long match takes a second of
processor time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

KEPT = 64
"""How many documents are kept in memory; those that nobody has asked for longest go first."""


class Documents:
    """The documents that were asked for lately. They are made one at a time, in a thread, so that those who play come
    first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="documents")

    async def get(self, name: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The document of that name; those who ask while it is being made wait for the same one."""
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
        """What `make` returns, called in the thread of documents."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, *args)

    def close(self) -> None:
        """Stop the thread without waiting for what is being made."""
        self._thread.shutdown(wait=False, cancel_futures=True)
