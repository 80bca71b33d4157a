"""Whatever way a client cuts its messages into frames and packets, the hall hears the same."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from quincunx.protocol import CreateTable
from quincunx.server.config import HallConfig
from tests.server.conftest import Open, opened, wait_for

PING = b'{"type":"ping","t":%d}'


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=mask)


class Raw:
    """A client that writes bytes as it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def write(self, *packets: bytes) -> None:
        """Each as a packet of its own."""
        for packet in packets:
            self.writer.write(packet)
            await self.writer.drain()
            await asyncio.sleep(0.01)

    async def frame(self) -> tuple[int, bytes]:
        """The next frame: its first byte and what it carries."""
        kind, size = await asyncio.wait_for(self.reader.readexactly(2), 10)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return kind, await self.reader.readexactly(size)

    async def message(self) -> dict[str, Any]:
        """The next message."""
        while True:
            kind, payload = await self.frame()
            if kind == 0x81:
                found: dict[str, Any] = json.loads(payload)
                return found

    async def closed_with(self) -> int:
        """The code with which the hall hangs up."""
        while True:
            kind, payload = await self.frame()
            if kind == 0x88:
                return int.from_bytes(payload[:2], "big")


@asynccontextmanager
async def raw(hall: Open, table: str) -> AsyncIterator[Raw]:
    host, port = hall.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


@pytest.fixture
async def table(hall: Open) -> str:
    return (await hall.client.open_table(CreateTable("pig", 2, "Ann"))).table


def in_one_packet(frames: list[bytes]) -> list[bytes]:
    return [b"".join(frames)]


def byte_by_byte(frames: list[bytes]) -> list[bytes]:
    return [bytes([byte]) for byte in b"".join(frames)]


def off_by_three(frames: list[bytes]) -> list[bytes]:
    together = b"".join(frames)
    return [together[:3], *(together[start : start + 20] for start in range(3, len(together), 20))]


@pytest.mark.parametrize("cut", [list, in_one_packet, byte_by_byte, off_by_three])
async def test_messages_are_heard_in_order_however_they_are_cut(
    hall: Open, table: str, cut: Callable[[list[bytes]], list[bytes]]
) -> None:
    long = PING % 3 + b" " * 300
    first, second = (PING % 4)[:7], (PING % 4)[7:]
    frames = [
        frame(PING % 1),
        frame(b"are you there?", Opcode.PING),
        frame(PING % 2, Opcode.BINARY),
        frame(long),
        frame(b"", Opcode.PONG),
        frame(first, fin=False),
        frame(b"still?", Opcode.PING),
        frame(second, Opcode.CONT),
        frame(PING % 5),
    ]
    async with raw(hall, table) as client:
        await client.write(*cut(frames))
        heard = [await client.frame() for _ in range(7)]
        assert [payload for kind, payload in heard if kind == 0x8A] == [b"are you there?", b"still?"]
        assert [json.loads(payload)["t"] for kind, payload in heard if kind == 0x81] == [1, 2, 3, 4, 5]


async def test_messages_that_come_together_are_answered_in_their_order(hall: Open, table: str) -> None:
    follow = b'{"type":"follow","id":"a.1"}'
    async with raw(hall, table) as client:
        await client.write(frame(b'{"type":"hello","protocol":2}'))
        assert (await client.message())["type"] == "welcome"
        together = [PING % 1, b"nonsense", follow, PING % 2, b"{" + b" " * 5000 + b"}", PING % 3]
        await client.write(b"".join(frame(message) for message in together))
        answers = [await client.message() for _ in together]
        said = [answer.get("t", answer.get("code")) for answer in answers]
        assert said == [1, "malformed", "status", 2, "too_big", 3]


async def test_messages_before_the_hall_listens_are_heard_too(hall: Open, table: str) -> None:
    async with raw(hall, table) as client:
        client.writer.write(frame(PING % 1))
        client.writer.write(frame(PING % 2)[:5])
        await asyncio.sleep(0.05)
        assert (await client.message())["t"] == 1


async def test_text_that_is_not_ascii_is_heard(hall: Open, table: str) -> None:
    async with raw(hall, table) as client:
        await client.write(frame('{"type":"ping","t":1,"what":"Jürgen"}'.encode()), frame(PING % 2))
        assert [(await client.message())["t"] for _ in range(2)] == [1, 2]


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        (frame(b"{}", mask=False), 1002),
        (frame(b"x", Opcode.CONT), 1002),
        (frame(b"x" * 70_000)[:20], 1009),
        (frame(b'{"type":"\xff"}'), 1007),
        (b"\xc1" + frame(PING % 1)[1:], 1002),
    ],
    ids=["unmasked", "continues nothing", "too long", "no UTF-8", "reserved bit"],
)
async def test_what_is_no_websocket_is_hung_up_on(hall: Open, table: str, packet: bytes, code: int) -> None:
    async with raw(hall, table) as client:
        await client.write(frame(PING % 1), packet)
        assert (await client.message())["t"] == 1
        assert await client.closed_with() == code


@pytest.mark.parametrize("goodbye", [frame(b"\x03\xe8", Opcode.CLOSE), b""], ids=["with a word", "without"])
async def test_what_is_said_just_before_leaving_is_heard(hall: Open, goodbye: bytes) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
    async with raw(hall, given.table) as client:
        hello = {"type": "hello", "protocol": 2, "token": given.token}
        wish = {"type": "rename", "id": "a.1", "name": "Eve"}
        client.writer.write(frame(json.dumps(hello).encode()) + frame(json.dumps(wish).encode()) + goodbye)
    await wait_for(lambda: hall.hall.tables[given.table].ledger.names[0] == "Eve")


async def test_a_close_is_answered(hall: Open, table: str) -> None:
    async with raw(hall, table) as client:
        await client.write(frame((1000).to_bytes(2, "big"), Opcode.CLOSE))
        assert await client.closed_with() == 1000
        assert await client.reader.read() == b""


async def test_a_slow_reader_holds_nobody_up_and_is_dropped_in_the_end(config: HallConfig) -> None:
    config.limits.unsent_bytes = 100_000
    async with opened(config) as hall:
        seats = await hall.table()
        live = hall.hall.tables[seats.table]
        async with raw(hall, seats.table) as sleeper:
            sleeper.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a reading transport
            await sleeper.write(frame(b'{"type":"hello","protocol":2}'))
            await wait_for(lambda: len(live.presence.watchers) == 3)
            (wire,) = [watcher for watcher in live.presence.watchers if watcher.token is None]
            for _ in range(20_000):
                wire.send(b"x" * 1000)
                if len(live.presence.watchers) == 2:
                    break
                await asyncio.sleep(0)
            await wait_for(lambda: len(live.presence.watchers) == 2)
            await seats.clients[0].act("roll")
            await wait_for(
                lambda: all(client.now is not None and client.now.seq == live.ledger.seq for client in seats.clients)
            )
