"""The WebSocket side of the hall.

It checks each incoming message, and never waits for a slow reader when it sends.
"""

import asyncio
import re
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
from quincunx.server.door.relay import Answer, LineError, Link, Relay, Request
from quincunx.server.door.table_connection import FORGIVEN_A_SECOND, NO_MESSAGE, TableConnection, decode, malformed
from quincunx.server.door.table_connection import Outbox as AnyOutbox
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


TABLES = "/api/tables"
OF_TABLE = re.compile(r"/api/tables/([^/]+)")
STORE_SILENT = encode(protocol.Problem("store", words.STORE_SILENT()))
MISDIRECTED = b"This hall does not go by that name. Who runs it can add the name by --origin."


class Door:
    """The hall's ASGI application: passes WebSockets to `Sockets` and everything else to Litestar.

    It turns away requests for a foreign host name, and addresses with too many requests.
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
        elif self.state.hall.is_cut_off and (kind == "websocket" or scope["path"].startswith(TABLES)):
            # A proxy then tries another process.
            await _turn_back("http", receive, partial(_say_of, kind, send), 503, b"application/json", STORE_SILENT)
        elif kind == "websocket":
            await self._sockets(scope, receive, send)
        elif (table := OF_TABLE.match(scope["path"])) is not None:
            await self._sockets.pass_on(table[1], self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _may_ask_again(self, scope: MutableMapping[str, Any]) -> bool:
        address = address_of(scope, self._config.proxies)
        if self.state.hall.allowances.requests.take(household(address)):
            return True
        self.trouble.tell("requests", address)
        return False


async def _say_of(kind: str, send: Send, message: AsgiMessage) -> None:
    """Send a part of an HTTP answer, also to a WebSocket handshake."""
    name = message["type"]
    await send({**message, "type": f"websocket.{name}"} if kind == "websocket" else message)


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
        self._present: dict[AnyOutbox, tuple[str, TableConnection | None]] = {}
        """Every connection with its address and its place at a table; None for the lobby's. A relayed connection counts
        at the process that owns the table."""
        self._lobby: tuple[list[TableSummary] | None, bytes] = None, b""
        """The list of tables last sent to the lobby, and the message that contained it."""
        hall.connected, hall.show_out = self._connected, self._show_out
        if hall.store.has_peers:
            hall.relay = Relay(hall.config.peer, self)
        self.app: Any = None
        """The application that answers requests relayed by other processes."""

    def _connected(self) -> list[ConnectionReport]:
        return [_report_of(address, connection) for address, connection in self._present.values()]

    def _show_out(self, whom: Callable[[ConnectionReport], bool], code: int) -> int:
        chosen = [outbox for outbox, (address, at) in self._present.items() if whom(_report_of(address, at))]
        for outbox in chosen:
            outbox.hang_up(code)
        return len(chosen)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        config = self._hall.config
        may_connect, address = may_ask(scope, config), address_of(scope, config.proxies)
        scope["headers"] = []  # they would live as long as the connection
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
            case [*_, "tournaments", tournament]:
                await send({"type": "websocket.accept"})
                await self._serve_tournament(tournament, wire, address, receive, send)
            case [*_, "tables", table_id]:
                await send({"type": "websocket.accept"})
                try:
                    if (link := await self._hall.way_to(table_id)) is not None:
                        await self._serve_elsewhere(link, table_id, wire, address, receive)
                        return
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
        guest = Guest(self._hall, self._present, address, outbox)
        guest.sit(table, partial(self._measure, wire))
        wire.attach(outbox, guest.hear)
        try:
            await receive()
        finally:
            guest.leave()

    # Between processes

    async def _serve_elsewhere(self, link: Link, table_id: str, wire: Wire, address: str, receive: Receive) -> None:
        """Relay a connection's messages to the process that owns the table."""
        outbox = Outbox(wire, self._hall.config.limits.unsent_bytes)
        number = link.enter(table_id, address, outbox)
        wire.attach(outbox, partial(link.say, number))
        try:
            await receive()
        finally:
            link.part(number)

    def welcome(self, table: str, address: str, outbox: AnyOutbox) -> "Guest":
        """Serve a visitor of another process at a table of this one."""
        guest = Guest(self._hall, self._present, address, outbox)
        self._hall.spawn(self._seat(guest, table, outbox))
        return guest

    async def _seat(self, guest: "Guest", table_id: str, outbox: AnyOutbox) -> None:
        try:
            table = await self._hall.table(table_id)
        except TableError as error:
            outbox.say(encode(protocol.Error("table", error.message)))
            outbox.hang_up(protocol.CLOSE_NO_TABLE)
        except StoreError as error:
            log.error("store_failed", table=table_id, error=str(error))
            outbox.hang_up(protocol.CLOSE_TRY_AGAIN)
        else:
            if outbox.is_open:
                guest.sit(table, lambda: RoundTrip(most=PROXY_S))

    async def pass_on(
        self, table_id: str, app: Any, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:
        """Have the process that owns a table answer a request about it."""
        try:
            link = await self._hall.way_to(table_id)
            if link is None:
                await app(scope, receive, send)
                return
            body = await _body(receive, self._hall.config.limits.body_bytes)
            answer = await link.ask(
                Request(
                    0,
                    scope["method"],
                    scope["path"],
                    scope["query_string"],
                    scope["scheme"],
                    scope["client"],
                    list(scope["headers"]),
                    body,
                )
            )
        except (StoreError, LineError) as error:
            log.error("store_failed", table=table_id, error=str(error))
            await _turn_back("http", receive, send, 503, b"application/json", STORE_SILENT)
        else:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await send({"type": "http.response.body", "body": answer.body})

    async def answer(self, request: Request) -> Answer:
        """Answer a request that another process has relayed."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": request.method,
            "path": request.path,
            "raw_path": request.path.encode(),
            "root_path": "",
            "query_string": request.query,
            "scheme": request.scheme,
            "client": request.client,
            "server": None,
            "headers": request.headers,
            "state": {},
        }
        answer = Answer(request.number, 500, [], b"")

        async def receive() -> AsgiMessage:
            return {"type": "http.request", "body": request.body, "more_body": False}

        async def send(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            else:
                answer.body += message.get("body", b"")

        await self.app(scope, receive, send)
        return answer

    def _measure(self, wire: Wire) -> RoundTrip:
        """Return the measurement of a visitor's round trip."""
        if wire.client is not None and wire.client[0] in self._hall.config.proxies:
            return RoundTrip(most=PROXY_S)
        return RoundTrip(partial(kernel_round_trip, wire.transport))

    def _lobby_text(self, tables: list[TableSummary]) -> bytes:
        """Return the message with these tables, encoded once for all watchers of the lobby."""
        if self._lobby[0] is not tables:
            self._lobby = tables, encode(protocol.Lobby(tables, self._hall.build))
        return self._lobby[1]

    async def _serve_lobby(self, wire: Wire, address: str, receive: Receive) -> None:
        watchers = self._hall.lobby_watchers
        await self._serve_news(
            wire, address, receive, self._lobby_text, self._hall.lobby, watchers.add, watchers.discard
        )

    async def _serve_news(
        self,
        wire: Wire,
        address: str,
        receive: Receive,
        say: Callable[[Any], bytes],
        first: Any,
        watch: Callable[[Callable[[Any], None]], None],
        unwatch: Callable[[Callable[[Any], None]], None],
    ) -> None:
        """Send a first message and all later ones to a visitor who sends nothing but pings."""
        outbox = Outbox(wire, self._hall.config.limits.unsent_bytes)
        speed = Bucket(self._hall.loop.time, FORGIVEN_A_SECOND, self._hall.config.limits.bad_messages)
        messages = self._hall.allowances.messages.of(household(address))

        def tell(news: Any) -> None:
            outbox.say(say(news))

        def hear(message: bytes) -> None:
            if speed.take() and messages.take():
                outbox.say(encode(_lobby_answer(message)))
            else:
                outbox.hang_up(protocol.CLOSE_ABUSE)

        tell(first)
        watch(tell)
        wire.attach(outbox, hear)
        self._present[outbox] = address, None
        try:
            await receive()
        finally:
            del self._present[outbox]
            unwatch(tell)

    async def _serve_tournament(self, tournament: str, wire: Wire, address: str, receive: Receive, send: Send) -> None:
        """Send a visitor every change of a tournament."""
        hall = self._hall
        try:
            live = await hall.tournaments.find(tournament)
        except (TableError, StoreError) as error:
            is_gone = isinstance(error, TableError)
            code = protocol.CLOSE_NO_TABLE if is_gone else protocol.CLOSE_TRY_AGAIN
            await send({"type": "websocket.close", "code": code})
            return
        await self._serve_news(
            wire,
            address,
            receive,
            lambda seq: encode(protocol.TournamentNews(seq, hall.now(), hall.build)),
            live.state.seq,
            partial(hall.tournaments.watch, tournament),
            partial(hall.tournaments.unwatch, tournament),
        )


class Guest:
    """Someone who comes to a table, directly or through another process."""

    def __init__(
        self,
        hall: Hall,
        present: "dict[AnyOutbox, tuple[str, TableConnection | None]]",
        address: str,
        outbox: AnyOutbox,
    ) -> None:
        self._hall = hall
        self._present = present
        self._address = address
        self._outbox = outbox
        self._early: list[bytes] = []
        """Messages that came before the table was loaded."""
        self.hear: Callable[[bytes], None] = self._early.append
        """Takes a message."""
        self._connection: TableConnection | None = None
        self._patience: asyncio.TimerHandle | None = None

    def sit(self, table: Table, trip: Callable[[], RoundTrip]) -> None:
        """Connect the visitor to the loaded table."""
        self._connection = TableConnection(self._hall, table, self._outbox, self._address, trip)
        self._present[self._outbox] = self._address, self._connection
        self._patience = self._hall.loop.call_later(self._hall.config.limits.hello_s, self._connection.expect_hello)
        self.hear = self._connection.hear
        for text in self._early:
            self.hear(text)
        self._early.clear()

    def leave(self) -> None:
        """The connection has ended."""
        if self._connection is not None and self._patience is not None:
            del self._present[self._outbox]
            self._patience.cancel()
            self._connection.close()


async def _body(receive: Receive, most: int) -> bytes:
    """Return the body of a request, cut off just above the limit: a longer body is refused."""
    body = b""
    while len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


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
