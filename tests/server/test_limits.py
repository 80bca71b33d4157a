"""What a visitor may not do, and what becomes of them."""

import asyncio
import contextlib
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quincunx.client.connection import HallError
from quincunx.protocol import CreateTable
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from tests.server.conftest import Open, opened


async def socket_of(hall: Open, table: str, **more: Any) -> ClientConnection:
    return await connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{table}", **more)


async def heard(socket: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return found


async def test_malformed_messages_get_a_typed_error_and_the_connection_lives_on(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
    async with await socket_of(hall, given.table) as socket:
        for text, code in (
            ("", "malformed"),
            ("{", "malformed"),
            ("[]", "malformed"),
            ('{"type":"dance"}', "malformed"),
            ('{"type":"act","id":"a.1","seq":0,"action":"roll"}', "hello_first"),
            ('{"type":"act","id":1,"seq":"x"}', "malformed"),
            ('{"type":"hello","protocol":2,"token":"nobody"}', "token"),
            (json.dumps({"type": "hello", "protocol": 2, "token": "x" * 5000}), "too_big"),
        ):
            await socket.send(text)
            assert (await heard(socket))["code"] == code
        await socket.send(b"\xff\xfe")
        assert (await heard(socket))["code"] == "malformed"
        await socket.send('{"type":"hello","protocol":2}')
        assert (await heard(socket))["type"] == "welcome"
        await socket.send('{"type":"hello","protocol":2}')
        assert (await heard(socket))["code"] == "hello_again"


async def test_a_message_beyond_all_measure_closes_the_connection(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
    async with await socket_of(hall, given.table) as socket:
        await socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            await heard(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_too_fast(config: HallConfig) -> None:
    config.limits = Limits(messages_a_second=1, burst=10)
    async with opened(config) as hall:
        given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        async with await socket_of(hall, given.table) as socket:
            for number in range(20):
                await socket.send(f'{{"type":"ping","t":{number}}}')
            kinds = [(await heard(socket)).get("code", "pong") for _ in range(20)]
            assert kinds[:10] == ["pong"] * 10
            assert kinds[-1] == "too_fast"
            await asyncio.sleep(1.1)
            await socket.send('{"type":"ping","t":99}')
            assert (await heard(socket))["type"] == "pong"


async def test_abuse_closes_the_connection(config: HallConfig) -> None:
    config.limits = Limits(bad_messages=20)
    async with opened(config) as hall:
        given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        async with await socket_of(hall, given.table) as socket:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(60):
                    await socket.send("rubbish")
            with contextlib.suppress(ConnectionClosed):
                while True:
                    assert (await heard(socket))["code"] == "malformed"
            assert socket.close_code == 4400


async def test_tables_and_connections_of_an_address(config: HallConfig) -> None:
    config.limits = Limits(tables_an_hour=3, connections_an_address=2)
    async with opened(config) as hall:
        for _ in range(3):
            given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        with pytest.raises(HallError) as refusal:
            await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        assert refusal.value.code == "too_many"
        sockets: list[ClientConnection] = []

        async def connect_more() -> None:
            for _ in range(3):
                sockets.append(await socket_of(hall, given.table))

        with pytest.raises(InvalidStatus) as refused:
            await connect_more()
        assert refused.value.response.status_code == 503
        for socket in sockets:
            await socket.close()


async def test_only_the_halls_own_page_may_connect(config: HallConfig) -> None:
    config.origins = ("https://friend.example",)
    async with opened(config) as hall:
        given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        for origin in (hall.url, "https://friend.example", None):
            async with await socket_of(hall, given.table, origin=origin) as socket:
                await socket.send('{"type":"hello","protocol":2}')
                assert (await heard(socket))["type"] == "welcome"
        for origin in ("https://evil.example", "null", hall.url.replace("127.0.0.1", "localhost")):
            async with await socket_of(hall, given.table, origin=origin) as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await heard(socket)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4403


async def test_the_connections_end_is_told(hall: Open) -> None:
    table = await hall.table()
    ann, bob = table.clients
    await bob.__aexit__(None, None, None)
    for _ in range(200):
        if ann.table is not None and not ann.table.seats[1].connected:
            break
        await asyncio.sleep(0.01)
    else:
        pytest.fail("Ann has not heard that Bob is gone")
    await ann.__aexit__(None, None, None)


async def test_other_sites_may_not_open_tables(hall: Open) -> None:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    def post(origin: str) -> int:
        body = json.dumps({"game": "pig", "seats": 2}).encode()
        headers = {"Content-Type": "application/json", "Origin": origin}
        try:
            with urlopen(Request(f"{hall.url}/api/tables", body, headers), timeout=10) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    assert await asyncio.to_thread(post, hall.url) == 201
    assert await asyncio.to_thread(post, "https://evil.example") == 403


async def test_an_id_that_no_database_takes_is_malformed(hall: Open) -> None:
    table = await hall.table()
    async with await socket_of(hall, table.table) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 2, "token": table.tokens[0]}))
        assert (await heard(socket))["type"] == "welcome"
        for wrong in (
            "\0",
            "",
            "a",
            "a.",
            ".1",
            "a.0",
            "a.01",
            "a.1.2",
            "a.1\n",
            "x" * 17 + ".1",
            "a b.1",
            "ä.1",
            "a.1234567890",
        ):
            await socket.send(json.dumps({"type": "act", "id": wrong, "seq": 100, "action": "roll"}))
            assert (await heard(socket))["code"] == "malformed"
    await table.close()
