"""The hall's door: what a stranger with bad intentions can send before and beside the game."""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quincunx.protocol import CreateTable, Problem
from quincunx.server.config import HallConfig
from quincunx.server.door.guard import Guard, Trouble
from quincunx.server.door.limits import Bucket, Buckets, Limits
from quincunx.server.door.visitors import address_of, is_called_right, is_loopback, may_ask
from quincunx.server.door.wire import FrameScan
from tests.server.conftest import Open, opened, wait_for

MASK = b"\1\2\3\4"


def frame(first: int, data: bytes = b"") -> bytes:
    """A client's frame."""
    size = len(data)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0x80 | 126]) + struct.pack(">H", size)
    return head + MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(data))


async def raw(hall: Open, data: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = hall.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    return reader, writer


async def upgraded(hall: Open, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket of our own, to send frames that no library would."""
    host = hall.url.removeprefix("http://")
    reader, writer = await raw(
        hall,
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode(),
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def ends(reader: asyncio.StreamReader) -> bytes:
    """What comes until the hall ends the connection."""
    found = b""
    try:
        async with asyncio.timeout(20):
            while data := await reader.read(1 << 16):
                found += data
    except ConnectionError:
        pass
    return found


# Frames


async def test_a_flood_of_control_frames_or_fragments_is_cut_off(hall: Open) -> None:
    table = (await hall.client.open_table(CreateTable("pig", 2, "Ann"))).table
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{table}") as client:
        for _ in range(20):  # a few pings are answered
            await asyncio.wait_for(await client.ping(), 20)
    for first, following in ((0x89, 0x89), (0x8A, 0x8A), (0x01, 0x00)):
        reader, writer = await upgraded(hall, f"/ws/tables/{table}")
        writer.write(frame(first) + frame(following) * 2000)
        await ends(reader)
        writer.close()
        await wait_for(lambda: hall.hall.connections == 0)


async def test_pongs_that_nobody_reads_are_not_kept(config: HallConfig) -> None:
    config.limits = Limits(frames_a_second=1e9, frames_burst=1e9, unsent_bytes=50_000)
    async with opened(config) as hall:
        table = (await hall.client.open_table(CreateTable("pig", 2, "Ann"))).table
        _, writer = await upgraded(hall, f"/ws/tables/{table}")

        async def flood() -> None:
            while True:
                writer.write(frame(0x89, b"x" * 125) * 200)
                await writer.drain()

        with pytest.raises(ConnectionError):
            await asyncio.wait_for(flood(), 60)


@given(
    st.lists(st.tuples(st.sampled_from([0x81, 0x82, 0x89, 0x8A, 0x01, 0x00, 0x80, 0x88]), st.integers(0, 300))),
    st.data(),
)
def test_frames_are_counted_however_they_are_cut(frames: list[tuple[int, int]], data: st.DataObject) -> None:
    stream = b"".join(frame(kind, b"x" * size) for kind, size in frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    scan = FrameScan()
    found = sum(scan.count(piece, 10**6) for piece in pieces)
    assert found == sum(kind not in (0x81, 0x82) for kind, _ in frames)


# Connections


async def test_a_request_that_never_ends_is_ended(config: HallConfig) -> None:
    config.limits = Limits(request_s=0.2)
    async with opened(config) as hall:
        starts = (b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: x\r\nX-A:", b"\r\n")
        for reader, writer in [await raw(hall, start) for start in starts]:
            assert b" 408 " in await ends(reader)
            writer.close()
        host = hall.url.removeprefix("http://").encode()
        head = b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nContent-Type: application/json\r\n"
        reader, writer = await raw(hall, head + b'Content-Length: 100\r\n\r\n{"game":')
        await ends(reader)
        writer.close()


async def test_endless_headers_are_refused(hall: Open) -> None:
    reader, writer = await raw(hall, b"GET / HTTP/1.1\r\n" + b"X-A: 1\r\n" * 40_000)
    assert b" 431 " in await ends(reader)
    writer.close()


async def test_connections_of_an_address_and_of_all_are_limited_and_logged(config: HallConfig) -> None:
    config.limits = Limits(connections_an_address=3)
    async with opened(config) as hall:
        held = [await raw(hall) for _ in range(3)]
        reader, writer = await raw(hall)
        assert b" 503 " in await ends(reader)
        writer.close()
        for _, other in held:
            other.close()

        guard = hall.guard
        await wait_for(lambda: guard.count == 0)
        async with httpx.AsyncClient() as client:
            assert (await client.get(f"{hall.url}/health")).status_code == 200


def test_the_guard_knows_how_many_there_are() -> None:
    guard = Guard(Limits(connections=3, connections_an_address=2), proxies=("10.0.0.1",))
    assert [guard.admit("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert guard.admit("10.0.0.1")
    assert not guard.admit("10.0.0.1")
    guard.release("192.0.2.1")
    assert guard.admit("10.0.0.1")
    assert guard.count == 3


def test_trouble_is_said_once_in_a_while() -> None:
    now, lines = 0.0, []
    trouble = Trouble(lambda: now)

    class Log:
        def warning(self, event: str, **fields: Any) -> None:
            lines.append((event, fields))

    import quincunx.server.door.guard as module

    real, module.log = module.log, Log()
    try:
        for _ in range(5):
            trouble.tell("full", "192.0.2.1")
        now = 11.0
        trouble.tell("full", "192.0.2.1")
    finally:
        module.log = real
    assert [fields["count"] for _, fields in lines] == [1, 5]


async def test_who_does_not_say_hello_is_shown_out(config: HallConfig) -> None:
    config.limits = Limits(hello_s=0.1)
    async with opened(config) as hall:
        table = (await hall.client.open_table(CreateTable("pig", 2, "Ann"))).table
        async with connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{table}") as client:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(client.recv(), 20)
            assert client.close_code == 4400


# Limits


def test_a_bucket_allows_so_many_and_fills_again() -> None:
    now = 0.0
    bucket = Bucket(lambda: now, 2, 4)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_connections_of_one_visitor_share_a_bucket() -> None:
    buckets = Buckets(lambda: 0.0, 1, 2)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, True, False, True]


async def test_all_connections_of_a_seat_share_its_limit(config: HallConfig) -> None:
    config.limits = Limits(messages_a_second=1, burst=20)
    async with opened(config) as hall:
        seats = await hall.table()
        sockets = []
        for _ in range(4):
            client = await connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{seats.table}")
            await client.send(json.dumps({"type": "hello", "protocol": 2, "token": seats.tokens[0]}))
            await client.recv()
            sockets.append(client)
        for client in sockets:
            for _ in range(15):
                await client.send('{"type":"ping","t":1}')
        codes = []
        for client in sockets:
            for _ in range(15):
                codes.append(json.loads(await asyncio.wait_for(client.recv(), 20)).get("code", "ok"))
            await client.close()
        assert codes.count("ok") <= 25
        assert "too_fast" in codes
        await seats.close()


@asynccontextmanager
async def stranger_at_tables(
    config: HallConfig, count: int
) -> AsyncIterator[tuple[Open, list[str], httpx.AsyncClient]]:
    """A hall where an address may wait at three tables of others, so many tables, and a client from another address."""
    config.limits = Limits(tables_an_hour=1000, seats_waiting=3)
    async with opened(config) as hall:
        tables = [(await hall.client.open_table(CreateTable("pig", 4, "Ann"))).table for _ in range(count)]
        stranger = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(transport=stranger, base_url=hall.url) as client:
            yield hall, tables, client


async def test_an_address_does_not_take_every_seat(config: HallConfig) -> None:
    async with stranger_at_tables(config, 5) as (hall, tables, client):
        statuses = [(await client.post(f"/api/tables/{table}/seats", json={})).status_code for table in tables]
        assert statuses == [201, 201, 201, 429, 429]
        async with httpx.AsyncClient(base_url=hall.url) as opener:  # who has opened them fills them
            assert (await opener.post(f"/api/tables/{tables[4]}/seats", json={})).status_code == 201


async def test_an_address_does_not_take_more_seats_by_asking_for_all_at_once(config: HallConfig) -> None:
    async with stranger_at_tables(config, 8) as (_, tables, client):
        answers = await asyncio.gather(*(client.post(f"/api/tables/{table}/seats", json={}) for table in tables))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 5


# Who asks


def scope_of(peer: str, **headers: str) -> dict[str, Any]:
    pairs = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"client": (peer, 1), "headers": pairs, "scheme": "http"}


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.9", "1.1.1.1", "192.0.2.9"),
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "rubbish", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.1", "198.51.100.7:80", "198.51.100.7"),
    ],
)
def test_only_trusted_proxies_are_believed(peer: str, forwarded: str, found: str) -> None:
    assert address_of(scope_of(peer, x_forwarded_for=forwarded), ("10.0.0.1", "10.0.0.2")) == found


def test_loopback_has_many_forms() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("192.0.2.1", "", "localhost", "::ffff:192.0.2.1")))


@pytest.mark.parametrize(
    ("host", "right"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("localhost:1", True),
        ("LOCALHOST", True),
        (socket.gethostname(), True),
        (f"{socket.gethostname().partition('.')[0]}.local:80", True),
        ("dice.example", True),
        ("dice.example:8443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        ("[", False),
        ("localhost:x", False),
        ("x" * 5000, False),
        ("evil.example@localhost", False),
        ("x; script-src *@localhost", False),
        ("localhost/evil", False),
        ("local\thost", False),
    ],
)
def test_the_hall_answers_to_its_own_names(host: str, right: bool) -> None:
    config = HallConfig("sqlite://", origins=("https://dice.example",))
    assert is_called_right(scope_of("192.0.2.1", host=host), config) is right


@pytest.mark.parametrize(
    ("origin", "right"),
    [
        ("http://127.0.0.1:8000", True),
        ("https://dice.example", True),
        ("http://127.0.0.1:8001", False),
        ("http://localhost:8000", False),
        ("https://127.0.0.1:8000", False),
        ("http://[", False),
        ("null", False),
    ],
)
def test_only_the_halls_own_pages_ask(origin: str, right: bool) -> None:
    config = HallConfig("sqlite://", origins=("https://dice.example",))
    assert may_ask(scope_of("192.0.2.1", host="127.0.0.1:8000", origin=origin), config) is right


def test_origins_that_contradict_each_other_give_no_rights() -> None:
    config = HallConfig("sqlite://")
    scope = scope_of("192.0.2.1", host="127.0.0.1:8000")
    assert may_ask(scope, config), "no page asks"
    scope["headers"] += [(b"origin", b"http://evil.example"), (b"origin", b"http://127.0.0.1:8000")]
    assert not may_ask(scope, config)


# Requests that no browser sends


@pytest.fixture
async def quiet(shared_hall: Open, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Open]:
    """A hall that must not log anything as its own mistake."""
    yield shared_hall
    said = "".join(capsys.readouterr())
    assert "Traceback" not in said
    assert "request_failed" not in said


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/" + "a" * 5000,
        "/a%ff",
        "/t/%00",
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/api/tables/%00",
        "/api/games/%ff/texts",
        "/assets/" + "x" * 300,
        "/%2e%2e/%2e%2e/x.js",
        "//evil.example/x",
    ],
)
async def test_odd_paths_are_no_mistakes_of_ours(quiet: Open, path: str) -> None:
    host = quiet.url.removeprefix("http://")
    reader, writer = await raw(quiet, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    answer = await ends(reader)
    writer.close()
    assert int(answer.split()[1]) < 500
    assert b"nosniff" in answer
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "body",
    [b"[" * 15_000, b'{"game":"\xff\xfe"}', b"", b"null", b'{"game":"pig","seats":1e999}', b"\x00", b'{"a":' * 3000],
)
async def test_odd_bodies_are_no_mistakes_of_ours(quiet: Open, body: bytes) -> None:
    async with httpx.AsyncClient(base_url=quiet.url) as client:
        answer = await client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    problem = convert(answer.json(), Problem)
    assert problem.code
    assert problem.message


async def test_an_aborted_body_is_no_mistake_of_ours(hall: Open, capfd: pytest.CaptureFixture[str]) -> None:
    host = hall.url.removeprefix("http://").encode()
    head = b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nContent-Type: application/json\r\n"
    for _ in range(5):
        _, writer = await raw(hall, head + b'Content-Length: 100\r\n\r\n{"game":')
        await writer.drain()
        await asyncio.sleep(0.02)
        writer.transport.abort()
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"{hall.url}/health")).status_code == 200
    said = "".join(capfd.readouterr())
    assert said.count("\n") == said.count("broken") == 1, "one line for all"


async def test_odd_headers_are_no_mistakes_of_ours(quiet: Open) -> None:
    table = (await quiet.client.open_table(CreateTable("pig", 2, "Ann"))).table
    async with httpx.AsyncClient(base_url=quiet.url) as client:
        assert (await client.post("/api/tables", json={}, headers={"origin": "http://["})).status_code == 403
        assert (await client.get(f"/api/tables/{table}", headers={"host": "x" * 5000})).status_code == 421
        assert (await client.get("/", headers={"host": "evil.example"})).status_code == 421


async def test_every_answer_carries_the_headers_of_safety(hall: Open) -> None:
    async with httpx.AsyncClient(base_url=hall.url) as client:
        for path in ("/", "/api/games", "/api/tables/none", "/none.js", "/health", "/metrics", "/schema/openapi.json"):
            answer = await client.get(path)
            assert answer.headers["x-content-type-options"] == "nosniff", path
            policy = answer.headers["content-security-policy"]
            assert f"connect-src 'self' {hall.url.replace('http', 'ws')};" in policy, path


async def test_figures_are_for_this_machine(config: HallConfig) -> None:
    config.proxies = ("127.0.0.1",)
    away = {"x-forwarded-for": "198.51.100.7"}
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        for path in ("/metrics", "/schema/openapi.json"):
            assert (await client.get(path)).status_code == 200
            assert (await client.get(path, headers=away)).status_code == 403
    config.public_figures = True
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        assert (await client.get("/metrics", headers=away)).status_code == 200


async def test_a_forwarded_address_from_no_proxy_counts_for_nothing(config: HallConfig) -> None:
    config.limits = Limits(tables_an_hour=2)
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        statuses = [
            (
                await client.post(
                    "/api/tables", json={"game": "pig", "seats": 2}, headers={"x-forwarded-for": f"1.1.1.{n}"}
                )
            ).status_code
            for n in range(3)
        ]
    assert statuses == [201, 201, 429]
