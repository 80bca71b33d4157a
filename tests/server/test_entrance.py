"""Connections come in one at a time, and whoever has no place costs next to nothing."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from quincunx.server.door.entrance import Entrance
from quincunx.server.door.guard import OFFENCES, SHUT_OUT_S, Guard
from quincunx.server.door.limits import Limits
from tests.server.conftest import Open
from tests.server.test_door import ends, raw, upgraded

PINGS = 5000
EMPTY_PING = b"\x89\x80\0\0\0\0"
LOBBY = 0x81
"""The first byte of the first message there."""


class Visitors:
    """Connections to a port, and the protocols that were made for them."""

    def __init__(self) -> None:
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(100)
        self.made = 0
        self.calls: list[socket.socket] = []

    def call(self, count: int) -> None:
        for _ in range(count):
            self.calls.append(socket.create_connection(self.listener.getsockname()))

    def protocol(self) -> asyncio.Protocol:
        self.made += 1
        return asyncio.Protocol()


@pytest.fixture
async def visitors() -> AsyncIterator[Visitors]:
    found = Visitors()
    yield found
    for call in found.calls:
        call.close()
    found.listener.close()


async def test_a_crowd_comes_in_between_everything_else(visitors: Visitors) -> None:
    visitors.call(60)
    entrance = Entrance(visitors.listener, Guard(Limits()), visitors.protocol)
    steps, before = [], 0
    while visitors.made < 60:
        await asyncio.sleep(0)
        steps.append(visitors.made - before)
        before = visitors.made
    await entrance.close()
    assert max(steps) <= 2


async def test_who_has_no_place_is_told_so_and_nothing_is_made_for_them(visitors: Visitors) -> None:
    guard = Guard(Limits())
    guard.most = 0
    entrance = Entrance(visitors.listener, guard, visitors.protocol)
    reader, writer = await asyncio.open_connection(*visitors.listener.getsockname())
    writer.write(b"GET / HTTP/1.1\r\n\r\n")
    answer = await ends(reader)
    writer.close()
    await entrance.close()
    assert b" 503 " in answer
    assert b"retry-after" in answer.lower()
    assert visitors.made == 0


def test_who_offends_again_and_again_is_shut_out_for_a_while() -> None:
    clock = [0.0]
    guard = Guard(Limits(), proxies=("198.51.100.1",), now=lambda: clock[0])
    for _ in range(OFFENCES):
        guard.note_offence("198.51.100.7")
    assert guard.admit("198.51.100.7")
    guard.note_offence("198.51.100.7")
    assert not guard.has_room("198.51.100.7")
    assert guard.count == 1, "who is there stays"
    assert guard.has_room("198.51.100.8")
    clock[0] = SHUT_OUT_S + 1
    assert guard.has_room("198.51.100.7")
    for _ in range(10 * OFFENCES):
        guard.note_offence("198.51.100.1")
    assert guard.has_room("198.51.100.1"), "a proxy speaks for many"


async def test_a_flood_of_pings_is_cut_off_before_one_is_answered(hall: Open) -> None:
    for _ in range(OFFENCES + 1):
        reader, writer = await upgraded(hall, "/ws/lobby")
        assert (await reader.readexactly(1))[0] == LOBBY
        writer.write(EMPTY_PING * PINGS)
        assert b"\x8a\x00" not in await ends(reader)
        writer.close()
    reader, writer = await raw(hall)
    assert b" 503 " in await ends(reader), "four times are enough"
    writer.close()
