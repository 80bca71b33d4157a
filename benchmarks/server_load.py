"""A load generator for the hall: N tables of two, playing Pig to the end and again.

    python benchmarks/server_load.py PORT TABLES THINK_MS [ADDRESSES [DOOR]]

THINK_MS 0 keeps one action of every table always under way; otherwise each table acts about once in THINK_MS. The
tables are shared out among so many ADDRESSES, 127.0.0.2 and on; without, all come from 127.0.0.1. Players connect at
the port DOOR instead of PORT, where their tables are opened.

It says `ready` when everybody sits, and then does as it is told on standard input: `go` plays, `rest` stops playing and
answers, when every action under way is acknowledged, with a line of JSON about the time since `go`: acknowledged
actions per second, and how long it took from sending an action to the other seat's message and to one's own.
The WebSocket client is as small as can be, so that the server is what is measured.
"""

import asyncio
import base64
import json
import random
import sys
import time
from typing import Any, Literal

import msgspec
import uvloop

clock = time.perf_counter
encode = msgspec.json.encode

TEXT, PING, PONG = 1, 9, 10
"""Kinds of frames."""


class Said(msgspec.Struct):
    """What this client reads of a message."""

    type: str = ""
    seq: int = 0
    ack: str | None = None
    to_act: list[int] | Literal["over"] = []
    picture: dict[str, Any] | None = None
    snapshot: "Said | None" = None
    table: dict[str, Any] | None = None
    you: int | None = None
    code: str = ""
    message: Any = None
    reason: Any = None


decode = msgspec.json.Decoder(Said).decode


class Load:
    """What all players share."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.playing = False
        self.began = 0.0
        self.under_way = 0
        """Actions sent and not acknowledged."""
        self.idle = asyncio.Event()
        """Set when there are none."""
        self.waiting: list[tuple[Player, dict[str, Any]]] = []
        """Who acts first when play goes on."""
        self.own: list[float] = []
        self.other: list[float] = []
        self.draw = random.Random(2).random

    def go(self) -> None:
        self.own.clear()
        self.other.clear()
        self.began = clock()
        self.playing = True
        waiting, self.waiting = self.waiting, []
        for player, picture in waiting:
            asyncio.get_running_loop().call_later(self.think * self.draw(), player.act, picture)

    async def rest(self) -> dict[str, Any]:
        self.playing = False
        if self.under_way:
            self.idle.clear()
            await self.idle.wait()
        took = clock() - self.began
        self.own.sort()
        self.other.sort()
        return {
            "actions": len(self.own),
            "actions_s": round(len(self.own) / took, 1),
            "other_p50_ms": quantile(self.other, 0.5),
            "other_p99_ms": quantile(self.other, 0.99),
            "own_p50_ms": quantile(self.own, 0.5),
            "own_p99_ms": quantile(self.own, 0.99),
        }


class Player(asyncio.Protocol):
    """One seat."""

    def __init__(self, load: Load, pair: "Pair") -> None:
        self.load = load
        self.pair = pair
        self.buffer = b""
        self.open = asyncio.get_running_loop().create_future()
        self.shaken = False
        self.seat = 0
        self.seq = 0
        self.count = 0
        self.acting = ""
        """The id of the action that is under way."""
        self.following = ""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def greet(self, path: str, token: str | None) -> None:
        key = base64.b64encode(random.randbytes(16)).decode()
        self.hello = None if token is None else encode({"type": "hello", "protocol": 2, "token": token})
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def say(self, payload: bytes, kind: int = TEXT) -> None:
        size, kind = len(payload), 0x80 | kind
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.shaken:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.shaken = True
            self.buffer = rest
            if self.hello is not None:
                self.say(self.hello)
        while len(self.buffer) >= 2:
            size, start = self.buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + size:
                return
            kind, payload = self.buffer[0] & 0x0F, self.buffer[start : start + size]
            self.buffer = self.buffer[start + size :]
            if kind == TEXT:
                self.hear(decode(payload))
            elif kind == PING:
                self.say(payload, PONG)

    def hear(self, said: Said) -> None:
        if said.type == "update":
            self.hear_update(said)
        elif said.type == "welcome":
            assert said.you is not None
            self.seat = said.you
            self.pair.players[said.you] = self
            self.pair.sent.clear()
            assert said.table is not None
            if said.table["status"] == "waiting":
                if said.table["host"] == said.you:
                    self.ask("start")
            elif said.snapshot is not None:
                self.seq = said.snapshot.seq
                if said.snapshot.picture is not None and self.seat in said.snapshot.to_act:
                    self.pair.next(self, said.snapshot.picture)
            if not self.open.done():
                self.open.set_result(None)
        elif said.type == "table":
            assert said.table is not None
            following = said.table["rematch"]
            if following and following != self.following:
                self.following = following
                self.ask("follow")
        elif said.type in ("refused", "error"):
            raise AssertionError(said)

    def hear_update(self, said: Said) -> None:
        now = clock()
        self.seq = said.seq
        load, pair = self.load, self.pair
        acknowledged = said.ack is not None and said.ack == self.acting
        sent = pair.sent.get(said.seq)
        if sent is not None:
            (load.own if acknowledged else load.other).append(now - sent)
        if acknowledged:
            self.acting = ""
            load.under_way -= 1
            if not load.under_way:
                load.idle.set()
        if said.to_act == "over":
            self.ask("offer", yes=True)
            return
        if self.seat in said.to_act:
            assert said.picture is not None
            pair.next(self, said.picture)

    def ask(self, kind: str, **fields: Any) -> None:
        self.count += 1
        self.say(encode({"type": kind, "id": f"load.{self.count}", **fields}))

    def act(self, picture: dict[str, Any]) -> None:
        if not self.load.playing:
            self.load.waiting.append((self, picture))
            return
        self.load.under_way += 1
        brought = picture["brought"]
        enough = picture["scores"][self.seat] + brought >= 100
        action = b"hold" if enough or (brought and self.load.draw() < 0.5) else b"roll"
        self.count += 1
        self.acting = f"load.{self.count}"
        self.pair.sent[self.seq + 1] = clock()
        self.say(b'{"type":"act","id":"load.%d","seq":%d,"action":"%s"}' % (self.count, self.seq, action))


class Pair:
    """Two players of one table."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.players: dict[int, Player] = {}
        self.sent: dict[int, float] = {}
        """By the number of the step that it becomes: when an action was sent."""

    def next(self, player: Player, picture: dict[str, Any]) -> None:
        if self.load.think:
            pause = self.load.think * (0.5 + self.load.draw())
            asyncio.get_running_loop().call_later(pause, player.act, picture)
        else:
            player.act(picture)


async def post(port: int, path: str, body: Any, address: str) -> Any:
    """One small request; the answer as JSON."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    data = encode(body)
    writer.write(
        b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (path.encode(), len(data), data)
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    assert b" 20" in head.splitlines()[0], head + answer
    return json.loads(answer) if answer else None


async def seat_pair(port: int, door: int, load: Load, address: str) -> None:
    """Open a table, sit two players down."""
    loop = asyncio.get_running_loop()
    pair = Pair(load)
    wanted = {"game": "pig", "seats": 2, "name": "Ann", "settings": {"listed": False}}
    first = await post(port, "/api/tables", wanted, address)
    second = await post(port, f"/api/tables/{first['table']}/seats", {"name": "Bob"}, address)
    for given in (first, second):
        _, player = await loop.create_connection(lambda: Player(load, pair), "127.0.0.1", door, local_addr=(address, 0))
        player.greet(f"/ws/tables/{given['table']}", given["token"])
        await player.open


def quantile(values: list[float], share: float) -> float | None:
    """In milliseconds."""
    return round(values[min(len(values) - 1, int(share * len(values)))] * 1000, 2) if values else None


async def main(port: int, tables: int, think: float, addresses: int = 0, door: int = 0) -> None:
    load = Load(think / 1000)
    homes = [f"127.0.0.{2 + number}" for number in range(addresses)] or ["127.0.0.1"]
    for start in range(0, tables, 25):
        numbers = range(start, min(start + 25, tables))
        await asyncio.gather(*(seat_pair(port, door or port, load, homes[number % len(homes)]) for number in numbers))
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    print("ready", flush=True)
    while order := (await orders.readline()).decode().strip():
        if order == "go":
            load.go()
        else:
            print(json.dumps(await load.rest()), flush=True)


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:])))
