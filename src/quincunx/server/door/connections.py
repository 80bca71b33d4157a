"""The WebSocket side of the hall: checks each message that comes in, and never waits for a slow reader with those that
go out."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

import msgspec
import structlog

from quincunx import protocol
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.protocol import AnyClientMessage, TableSummary
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.guard import NOTHING_LOADED, Trouble
from quincunx.server.door.limits import Bucket, household
from quincunx.server.door.visitors import address_of, is_called_right, may_ask
from quincunx.server.door.wire import EXTENSION, Outbox, Wire
from quincunx.server.hall.hall import Hall, TableError
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.race import PROXY_S, RoundTrip, kernel_round_trip
from quincunx.server.hall.table import Table
from quincunx.server.operations import metrics
from quincunx.server.operations.admin_socket import ConnectionReport
from quincunx.server.store.errors import StoreError
from quincunx.table.refusal import Refuse

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyClientMessage).decode

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]


class DepthError(QuincunxError):
    """The brackets of a message are nested too deeply."""


NO_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError, DepthError)
"""The exceptions that decoding a message raises; the last two for brackets that are nested too deeply."""
DEEPEST = 100
"""How deeply brackets may be nested in a message. How deep msgspec goes by itself depends on the Python it runs on."""
_NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[^][{}"]++', re.DOTALL)
"""Matches strings, and whatever stands between brackets. A string that never ends is matched up to the end of the
message: otherwise each quotation mark in it would be tried as the beginning of another string."""
FIRST_PINGS = (0.0, 0.15, 0.4)
"""Seconds after the greeting at which the round trip is measured first, in a race; then it is every `PING_S`
seconds."""
PING_S = 2.0
FORGIVEN_A_SECOND = 2.0
"""How many bad messages of a connection are forgotten again each second."""
MISDIRECTED = b"This hall does not go by that name. Who runs it can add the name by --origin."


def decode(text: bytes) -> AnyClientMessage:
    """A client's message; raises one of `NO_MESSAGE` for what is none."""
    if len(text) > 2 * DEEPEST and text.count(b"[") + text.count(b"{") > DEEPEST:
        _refuse_depth(text)
    message: AnyClientMessage = _decode(text)
    return message


def _refuse_depth(text: bytes) -> None:
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", text):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise DepthError(words.TOO_DEEP(count=DEEPEST))


def _malformed(error: Exception) -> Message:
    """Why something is no message; what is wrong with its JSON as the decoder says it."""
    return words.MALFORMED(detail=error.message if isinstance(error, QuincunxError) else str(error))


class TableConnection:
    """Someone at a table: a seat's player or a spectator."""

    __slots__ = (
        "_address",
        "_changes",
        "_greeted",
        "_hall",
        "_is_behind_proxy",
        "_is_suspected",
        "_most_bytes",
        "_outbox",
        "_patience",
        "_pinger",
        "_reactions",
        "_renamings",
        "_round_trip",
        "_speed",
        "_steps",
        "_table",
        "send",
        "token",
        "wants_views",
    )

    def __init__(
        self, hall: Hall, table: Table, outbox: Outbox, address: str, *, is_behind_proxy: bool = False
    ) -> None:
        self.token: str | None = None
        """The hash of the token that was shown at hello; which seat it opens now, the table knows."""
        self.wants_views = False
        self._hall = hall
        self._table = table
        self._outbox = outbox
        self.send = outbox.say
        """Sends a message to the client."""
        self._greeted = False
        self._round_trip: RoundTrip | None = None
        self._is_behind_proxy = is_behind_proxy
        self._is_suspected = False
        """Whether the log has been told that answers to pings come strangely late."""
        self._pinger: asyncio.TimerHandle | None = None
        limits = hall.config.limits
        self._most_bytes = limits.message_bytes
        self._speed = Bucket(hall.loop.time, limits.messages_a_second, limits.burst)
        """Counts for this connection alone until it has said who it is, then for its seat."""
        allowances, visitor = hall.allowances, household(address)
        self._address = allowances.messages.of(visitor)
        """The messages of all connections of the address."""
        self._steps = allowances.steps.of(visitor)
        self._changes = allowances.changes.of(visitor)
        self._renamings = allowances.renamings.of(visitor)
        self._reactions = Bucket(hall.loop.time, limits.reactions_a_minute / 60, limits.reactions_burst)
        """Counts for this connection alone until it has said who it is, then for its seat."""
        self._patience = Bucket(hall.loop.time, FORGIVEN_A_SECOND, limits.bad_messages)
        table.expect(self)

    @property
    def table_id(self) -> str:
        """The id of the table that it is at."""
        return self._table.ledger.id

    @property
    def seat(self) -> int | None:
        """The seat that its token opens now; none for a spectator."""
        return self._table.ledger.seat_of(self.token)

    @property
    def round_trip(self) -> float:
        """The round trip of a race's player in seconds; 0 where it has not been measured."""
        return self._round_trip.seconds if self._round_trip is not None else 0.0

    def expect_hello(self) -> None:
        """Close the connection if it has not said hello by now."""
        if not self._greeted:
            self._outbox.hang_up(protocol.CLOSE_ABUSE)

    def close(self) -> None:
        """Leave the table: the connection has ended."""
        if self._pinger is not None:
            self._pinger.cancel()
        self._table.part(self)

    # Messages

    def hear(self, text: bytes) -> None:
        """Take a message; nothing that is wrong with it, or with the hall, breaks the connection."""
        if not (self._speed.take() and self._address.take()):
            self._complain("too_fast", words.TOO_FAST())
            return
        if len(text) > self._most_bytes:
            self._complain("too_big", words.TOO_BIG(count=self._most_bytes))
            return
        try:
            message = decode(text)
        except NO_MESSAGE as error:
            self._complain("malformed", _malformed(error))
            return
        try:
            if type(message) is protocol.Act and self._greeted and self._steps.take():
                self._table.ask(self, message)
            else:
                self._dispatch(message)
        except Exception:
            log.exception("message_failed", table=self._table.ledger.id)

    def _complain(self, code: str, said: Message) -> None:
        metrics.ERRORS.labels(code).inc()
        self.send(encode(protocol.Error(code, said)))
        if not self._patience.take():
            self._outbox.hang_up(protocol.CLOSE_ABUSE)

    def _dispatch(self, message: AnyClientMessage) -> None:
        match message:
            case protocol.Ping(t):
                self.send(encode(protocol.ServerPong(t)))
            case protocol.Pong(t):
                self._take_pong(t)
            case protocol.Hello():
                self._hello(message)
            case _ if not self._greeted:
                self._complain("hello_first", words.HELLO_FIRST())
            case protocol.Follow(id):
                self._follow(id)
            case protocol.React(id):
                if self._reactions.take():
                    self._table.react(self, message)
                else:
                    self._refuse(id, words.TOO_MANY_REACTIONS())
            case protocol.Act(id):
                self._refuse(id, words.TOO_MANY_STEPS())
            case protocol.Undo(id) if not self._steps.take():
                self._refuse(id, words.TOO_MANY_STEPS())
            case protocol.Rename(id) if not self._renamings.take():
                self._refuse(id, words.TOO_MANY_NAMES())
            case protocol.Undo() | protocol.Rename() | protocol.Commit() | protocol.Reveal():
                self._table.ask(self, message)
            case _ if not self._changes.take():
                self._refuse(message.id, words.TOO_MANY_CHANGES())
            case _:
                self._table.ask(self, message)

    def _refuse(self, id: str, reason: Message) -> None:  # noqa: A002  # the field's name
        metrics.REFUSALS.labels("busy").inc()
        self.send(encode(protocol.Refused(id, "busy", reason, None)))

    def _hello(self, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL:
            self._complain("protocol", words.OTHER_PROTOCOL(version=protocol.PROTOCOL))
            self._outbox.hang_up(protocol.CLOSE_PROTOCOL)
            return
        if self._greeted:
            self._complain("hello_again", words.HELLO_AGAIN())
            return
        self._greeted = True
        self.wants_views = hello.views
        if hello.token is not None:
            self.token = hash_of(hello.token)
        self._table.join(self, hello.seq, self._welcomed)

    def _welcomed(self, opens: bool | None) -> None:
        """Hear from the table whether the token opens a seat there; a spectator, who has none, is always let in."""
        if opens is None:
            self._outbox.hang_up(protocol.CLOSE_TRY_AGAIN)
            return
        if opens:
            if self.token is not None:
                who = (self._table.ledger.id, self.token)
                self._speed = self._hall.allowances.seats.of(who)
                self._reactions = self._hall.allowances.reactions.of(who)
            self._start_pings()
            return
        self._greeted, self.token = False, None
        self._complain("token", words.NO_SUCH_TOKEN())

    def _follow(self, id: str) -> None:  # noqa: A002  # the field's name
        following = self._table.ledger.rematch
        if following is None:
            self.send(encode(protocol.Refused(id, "status", words.NO_NEXT_YET(), None)))
        elif (table := self._hall.tables.get(following)) is not None:
            self._move_to(table)
        else:
            self._hall.find(following, self._move_to, partial(self._stay, id))

    def _stay(self, id: str, refusal: Refuse) -> None:  # noqa: A002  # the field's name
        self.send(encode(protocol.Refused(id, refusal.code, refusal.reason, refusal.rule)))

    def _move_to(self, table: Table) -> None:
        if not self._outbox.is_open:
            return
        self._table.part(self)
        self._table = table
        table.expect(self)
        if table.ledger.seat_of(self.token) is None:
            self.token = None  # who has no seat at the next table watches there
        table.join(self, 0, self._welcomed)

    # Round trips

    def _start_pings(self) -> None:
        if self._table.ledger.spec.race and self.token is not None and self._round_trip is None:
            most = PROXY_S if self._is_behind_proxy else float("inf")
            kernel = partial(kernel_round_trip, self._outbox.transport)
            self._round_trip = RoundTrip((lambda: None) if self._is_behind_proxy else kernel, most)
            self._ping(0)

    def _take_pong(self, asked: float) -> None:
        trip = self._round_trip
        if trip is None or not trip.answer(asked, self._hall.loop.time()):
            return
        if trip.is_suspicious and not self._is_suspected:
            self._is_suspected = True
            log.warning("late_answers", table=self._table.ledger.id, seat=self.seat)

    def _ping(self, number: int) -> None:
        if not self._outbox.is_open or self._round_trip is None:
            return
        self.send(encode(protocol.ServerPing(self._round_trip.ask(self._hall.loop.time()))))
        pause = FIRST_PINGS[number + 1] - FIRST_PINGS[number] if number + 1 < len(FIRST_PINGS) else PING_S
        self._pinger = self._hall.loop.call_later(pause, self._ping, number + 1)


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
        is_proxied = wire.client is not None and wire.client[0] in self._hall.config.proxies
        connection = TableConnection(self._hall, table, outbox, address, is_behind_proxy=is_proxied)
        wire.attach(outbox, connection.hear)
        patience = self._hall.loop.call_later(self._hall.config.limits.hello_s, connection.expect_hello)
        self._present[outbox] = address, connection
        try:
            await receive()
        finally:
            del self._present[outbox]
            patience.cancel()
            connection.close()

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
        return protocol.Error("malformed", _malformed(error))
    if isinstance(heard, protocol.Ping):
        return protocol.ServerPong(heard.t)
    return protocol.Error("table", words.LOBBY_ONLY_PINGS())
