"""Accepts connections, one per turn of the event loop; those beyond the limits are closed at once.

The event loop's own server would accept all waiting connections at once and create a transport and a protocol for each
before they could be refused: a thousand simultaneous connections would hold up every player.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

from quincunx.server.door.guard import NO_ROOM, Guard

BACKLOG = 2048
PAUSE_S = 0.1
"""Seconds to wait when the system provides no more connections, e.g. when there are no file descriptors left."""
READ_BYTES = 65_536


class Entrance:
    """Accepts the connections of a listening socket until closed."""

    def __init__(self, listener: socket.socket, guard: Guard, protocol: Callable[[], asyncio.Protocol]) -> None:
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._guard = guard
        self._protocol = protocol
        self._entering: set[asyncio.Task[None]] = set()
        self._porter = self._loop.create_task(self._serve())

    async def close(self) -> None:
        """Accept no more connections."""
        tasks = [self._porter, *self._entering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self) -> None:
        while True:
            try:
                self._take(*await self._loop.sock_accept(self._listener))
            except ConnectionError:  # gone before it was taken
                pass
            except OSError:
                self._guard.trouble.tell("full", "")
                await asyncio.sleep(PAUSE_S)
            await asyncio.sleep(0)  # others first: a waiting connection would be accepted at once

    def _take(self, visitor: socket.socket, address: Any) -> None:
        visitor.setblocking(False)
        if self._guard.has_room(address[0]):
            task = self._loop.create_task(self._enter(visitor))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)
        else:
            _turn_away(visitor)

    async def _enter(self, visitor: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, visitor)
        except OSError:
            visitor.close()


def _turn_away(visitor: socket.socket) -> None:
    """Answer that the hall is full. Read what has arrived before closing, or the system would discard the answer."""
    with contextlib.suppress(OSError), visitor:
        visitor.send(NO_ROOM)
        visitor.shutdown(socket.SHUT_WR)
        visitor.recv(READ_BYTES)
