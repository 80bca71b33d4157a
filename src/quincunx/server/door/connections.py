"""The WebSocket side of the hall: checks each message that comes in, and never waits for a slow reader with those that
go out."""

from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

import msgspec
import structlog

from quincunx import protocol
from quincunx.protocol import TableSummary
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.guard import NOTHING_LOADED, Trouble
from quincunx.server.door.limits import Bucket, household
from quincunx.server.door.table_connection import FORGIVEN_A_SECOND, NO_MESSAGE, TableConnection, decode, malformed
from quincunx.server.door.visitors import address_of, is_called_right, may_ask
from quincunx.server.door.wire import EXTENSION, Outbox, Wire
from quincunx.server.hall.hall import Hall
from quincunx.server.hall.race import PROXY_S, RoundTrip, kernel_round_trip
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import TableError
from quincunx.server.operations import metrics
from quincunx.server.operations.admin_socket import ConnectionReport
from quincunx.server.store.errors import StoreError

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]


MISDIRECTED = b"This hall does not go by that name. Who runs it can add the name by --origin."


class Door:
    """The hall's ASGI application: passes WebSockets to `Sockets` and everything else to Litestar.

    Requests by a name that is not the hall's, and too many from one address, are turned back here.
    """

    def __init__(self, app: Any, sockets: "Sockets", config: HallConfig) -> None:
        self.state = app.state
        self._app = app
        self._sockets = sockets
        self._config = config
        self.trouble: Trouble = app.state.trouble

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind != "lifespan" and not is_called_right(scope, self._config):
            await _turn_back(kind, receive, send, 421, b"text/plain; charset=utf-8", MISDIRECTED)
        elif kind != "lifespan" and not self._may_ask_again(scope):
            problem = encode(protocol.Problem("too_many", words.TOO_MANY_REQUESTS()))
            await _turn_back(kind, receive, send, 429, b"application/json", problem)
        elif kind == "websocket":
            await self._sockets(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _may_ask_again(self, scope: MutableMapping[str, Any]) -> bool:
        address = address_of(scope, self._config.proxies)
        if self.state.hall.allowances.requests.take(household(address)):
            return True
        self.trouble.tell("requests", address)
        return False


async def _turn_back(kind: str, receive: Receive, send: Send, status: int, media: bytes, why: bytes) -> None:
    if kind == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": protocol.CLOSE_ORIGIN})
        return
    headers = [
        (b"content-type", media),
        (b"content-length", b"%d" % len(why)),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", NOTHING_LOADED.encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})


class Sockets:
    """The ASGI application for /ws/…."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._by_address: dict[str, int] = {}
        self._present: dict[Outbox, tuple[str, TableConnection | None]] = {}
        """Every connection with its address and what it has at a table; None for the lobby's."""
        self._lobby: tuple[list[TableSummary] | None, bytes] = None, b""
        """The list of tables that the lobby was told last, and the message that told it."""
        hall.connected, hall.show_out = self._connected, self._show_out

    def _connected(self) -> list[ConnectionReport]:
        return [_report_of(address, connection) for address, connection in self._present.values()]

    def _show_out(self, whom: Callable[[ConnectionReport], bool]) -> int:
        chosen = [outbox for outbox, (address, at) in self._present.items() if whom(_report_of(address, at))]
        for outbox in chosen:
            outbox.hang_up(protocol.CLOSE_SHOWN_OUT)
        return len(chosen)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        config = self._hall.config
        may_connect, address = may_ask(scope, config), address_of(scope, config.proxies)
        scope["headers"] = []  # kept as long as the connection otherwise
        if not may_connect:
            await self._turn_away(send, protocol.CLOSE_ORIGIN)
            return
        if address in self._hall.bans:
            await self._turn_away(send, protocol.CLOSE_SHOWN_OUT)
            return
        visitor = household(address)
        if self._by_address.get(visitor, 0) >= config.limits.connections_an_address:
            await self._turn_away(send, protocol.CLOSE_ABUSE)
            return
        self._by_address[visitor] = self._by_address.get(visitor, 0) + 1
        self._hall.connections += 1
        metrics.CONNECTIONS.inc()
        try:
            wire: Wire = scope["extensions"][EXTENSION]
            await self._serve([part for part in scope["path"].split("/") if part], wire, address, receive, send)
        finally:
            metrics.CONNECTIONS.dec()
            self._hall.connections -= 1
            self._by_address[visitor] -= 1
            if not self._by_address[visitor]:
                del self._by_address[visitor]

    async def _turn_away(self, send: Send, code: int) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code})

    async def _serve(self, path: list[str], wire: Wire, address: str, receive: Receive, send: Send) -> None:
        match path:
            case [*_, "lobby"]:
                await send({"type": "websocket.accept"})
                await self._serve_lobby(wire, address, receive)
            case [*_, "tables", table_id]:
                await send({"type": "websocket.accept"})
                try:
                    table = await self._hall.table(table_id)
                except TableError as error:
                    await send(
                        {"type": "websocket.send", "text": encode(protocol.Error("table", error.message)).decode()}
                    )
                    await send({"type": "websocket.close", "code": protocol.CLOSE_NO_TABLE})
                    return
                except StoreError as error:
                    log.error("store_failed", table=table_id, error=str(error))
                    await send({"type": "websocket.close", "code": protocol.CLOSE_TRY_AGAIN})
                    return
                await self._serve_table(table, wire, address, receive)
            case _:
                await self._turn_away(send, protocol.CLOSE_NO_TABLE)

    async def _serve_table(self, table: Table, wire: Wire, address: str, receive: Receive) -> None:
        outbox = Outbox(wire, self._hall.config.limits.unsent_bytes)
        connection = TableConnection(self._hall, table, outbox, address, partial(self._measure, wire))
        wire.attach(outbox, connection.hear)
        patience = self._hall.loop.call_later(self._hall.config.limits.hello_s, connection.expect_hello)
        self._present[outbox] = address, connection
        try:
            await receive()
        finally:
            del self._present[outbox]
            patience.cancel()
            connection.close()

    def _measure(self, wire: Wire) -> RoundTrip:
        """What measures the round trip of a visitor."""
        if wire.client is not None and wire.client[0] in self._hall.config.proxies:
            return RoundTrip(most=PROXY_S)
        return RoundTrip(partial(kernel_round_trip, wire.transport))

    def _lobby_text(self, tables: list[TableSummary]) -> bytes:
        """The message with these tables, made once for all who watch the lobby."""
        if self._lobby[0] is not tables:
            self._lobby = tables, encode(protocol.Lobby(tables, self._hall.build))
        return self._lobby[1]

    async def _serve_lobby(self, wire: Wire, address: str, receive: Receive) -> None:
        outbox = Outbox(wire, self._hall.config.limits.unsent_bytes)
        speed = Bucket(self._hall.loop.time, FORGIVEN_A_SECOND, self._hall.config.limits.bad_messages)
        messages = self._hall.allowances.messages.of(household(address))

        def tell(tables: list[TableSummary]) -> None:
            outbox.say(self._lobby_text(tables))

        def hear(message: bytes) -> None:
            if speed.take() and messages.take():
                outbox.say(encode(_lobby_answer(message)))
            else:
                outbox.hang_up(protocol.CLOSE_ABUSE)

        tell(self._hall.lobby)
        self._hall.lobby_watchers.add(tell)
        wire.attach(outbox, hear)
        self._present[outbox] = address, None
        try:
            await receive()
        finally:
            del self._present[outbox]
            self._hall.lobby_watchers.discard(tell)


def _report_of(address: str, connection: TableConnection | None) -> ConnectionReport:
    if connection is None:
        return ConnectionReport(address, None, None)
    return ConnectionReport(address, connection.table_id, connection.seat)


def _lobby_answer(message: bytes) -> protocol.ServerPong | protocol.Error:
    try:
        heard = decode(message)
    except NO_MESSAGE as error:
        return protocol.Error("malformed", malformed(error))
    if isinstance(heard, protocol.Ping):
        return protocol.ServerPong(heard.t)
    return protocol.Error("table", words.LOBBY_ONLY_PINGS())
