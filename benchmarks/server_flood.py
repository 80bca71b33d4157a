"""A visitor who means harm: floods a hall on loopback, all from 127.0.0.1, bounded in connections and in time.

    python benchmarks/server_flood.py PORT KIND CONNECTIONS

KIND is `pings` or `fragments`, as fast as they are taken and without reading what is answered; `idle`, connections that
say nothing; or `halves`, connections that send a request a byte at a time and never end it. Who is cut off comes again.
It says `ready`, and then does as it is told on standard input: `go` floods, `rest` ends every connection and says how
many there were. Whatever it is told, it stops after a minute.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import uvloop

LONGEST_S = 60.0
AGAIN_S = 1.0
"""After which who was cut off or turned away comes again."""
TRICKLE_S = 1.0
FRAMES = 2000
"""Written at a time."""
HANDSHAKE = (
    b"GET /ws/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
EMPTY_PING = b"\x89\x80\0\0\0\0"
BEGUN_TEXT, MORE_TEXT = b"\x01\x81\0\0\0\0a", b"\x00\x81\0\0\0\0a"

Wires: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def ping(wires: Wires) -> None:
    """Empty pings; the pongs are left unread."""
    reader, writer = wires
    if not await _shaken(wires):
        return
    writer.transport.pause_reading()  # type: ignore[attr-defined]  # every transport of a socket has it
    while not reader.at_eof():
        writer.write(EMPTY_PING * FRAMES)
        await writer.drain()


async def send_fragments(wires: Wires) -> None:
    """One message in pieces of a letter, which never ends."""
    reader, writer = wires
    if not await _shaken(wires):
        return
    writer.write(BEGUN_TEXT)
    while not reader.at_eof():
        writer.write(MORE_TEXT * FRAMES)
        await writer.drain()


async def say_nothing(wires: Wires) -> None:
    """Until the other side has had enough."""
    await wires[0].read()


async def send_halves(wires: Wires) -> None:
    """A request that never ends."""
    reader, writer = wires
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    while not reader.at_eof():
        writer.write(b"a")
        await writer.drain()
        await asyncio.sleep(TRICKLE_S)


async def _shaken(wires: Wires) -> bool:
    reader, writer = wires
    writer.write(HANDSHAKE)
    return b" 101 " in await reader.readuntil(b"\r\n\r\n")


KINDS: dict[str, Callable[[Wires], Awaitable[None]]] = {
    "pings": ping,
    "fragments": send_fragments,
    "idle": say_nothing,
    "halves": send_halves,
}


class Flood:
    """Visitors of one kind, who come again for as long as it lasts."""

    def __init__(self, port: int, kind: str) -> None:
        self._port = port
        self._harm = KINDS[kind]
        self.connections = 0

    async def visit(self) -> None:
        while True:
            try:
                wires = await asyncio.open_connection("127.0.0.1", self._port)
                self.connections += 1
                try:
                    await self._harm(wires)
                finally:
                    wires[1].transport.abort()
            except (OSError, EOFError):
                pass
            await asyncio.sleep(AGAIN_S)

    async def last(self, visitors: int, stop: asyncio.Event) -> None:
        tasks = [asyncio.create_task(self.visit()) for _ in range(visitors)]
        try:
            async with asyncio.timeout(LONGEST_S):
                await stop.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def main(port: int, kind: str, visitors: int) -> None:
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    print("ready", flush=True)
    while (await orders.readline()).strip() == b"go":
        stop, flood = asyncio.Event(), Flood(port, kind)
        lasting = asyncio.create_task(flood.last(visitors, stop))
        await orders.readline()
        stop.set()
        await lasting
        print(json.dumps({"connections": flood.connections}), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
