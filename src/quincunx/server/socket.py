"""The WebSocket end of the hall: messages in, each checked; messages out, never waiting for a slow reader."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quincunx.core.seats import SPECTATOR, Seat
from quincunx.server import metrics, protocol
from quincunx.server.hall import Hall, TableError
from quincunx.server.protocol import AnyClientMessage, TableSummary
from quincunx.server.race import RoundTrip
from quincunx.server.seating import hash_of
from quincunx.server.table import Table

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyClientMessage).decode

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]

NO_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What decoding raises: the last for brackets in brackets in brackets."""
FIRST_PINGS = (0.0, 0.15, 0.4)
"""When a race's round trips are measured after the greeting, in seconds; then every `PING_S`."""
PING_S = 2.0
FORGIVEN_A_SECOND = 2.0
"""Bad messages that are forgotten again."""


class Line:
    """One connection: sends at once while the reader keeps up, queues a little when not, and gives up in the end."""

    __slots__ = ("_backlog", "_loop", "_most", "_send", "_sender", "_unsent", "close_code", "closed", "wire")

    def __init__(self, send: Send, loop: asyncio.AbstractEventLoop, most_unsent: int) -> None:
        self._send = send
        self._loop = loop
        self._most = most_unsent
        self._backlog: deque[str] | None = None
        self._unsent = 0
        self._sender: asyncio.Task[None] | None = None
        self.closed = False
        self.close_code = 1000
        self.wire: Wire | None = None

    def send(self, message: bytes) -> None:
        """Send, or queue behind what waits."""
        if self.closed:
            return
        if self._sender is None and self.wire is not None and self.wire.send(message):
            metrics.TALLY.sent += 1
            return
        text = message.decode()
        if self._sender is None:
            rest = _begin(self._send({"type": "websocket.send", "text": text}))
            if rest is None:
                metrics.TALLY.sent += 1
                return
            if isinstance(rest, BaseException):
                self.closed = True
                return
            self._sender = self._loop.create_task(self._drain(rest))
            return
        if self._backlog is None:
            self._backlog = deque()
        self._backlog.append(text)
        self._unsent += len(text)
        if self._unsent > self._most:
            self.give_up(protocol.CLOSE_TOO_SLOW)

    async def _drain(self, rest: Awaitable[None]) -> None:
        try:
            await rest
            while self._backlog and not self.closed:
                text = self._backlog.popleft()
                self._unsent -= len(text)
                await self._send({"type": "websocket.send", "text": text})
                metrics.TALLY.sent += 1
        except Exception:
            self.closed = True
        finally:
            self._sender = None

    def give_up(self, code: int) -> None:
        """Close the connection from this side."""
        if not self.closed:
            self.closed = True
            self.close_code = code
            self._backlog = None
            if self._sender is not None:
                self._sender.cancel()
            self._sender = self._loop.create_task(self._close(code))

    async def _close(self, code: int) -> None:
        try:
            await self._send({"type": "websocket.close", "code": code})
        except Exception:
            log.debug("already_closed")


class Wire:
    """The shortest way to and from uvicorn's connection: text frames in as they are parsed, out as bytes.

    The library keeps the handshake, the parsing of frames, pings and closing; what is left out is a queue, a task
    switch and two system calls for each message in, and two copies for each message out.
    """

    __slots__ = ("_handle", "_protocol", "_queue")

    def __init__(self, protocol: WebSocketsSansIOProtocol, handle: Callable[[AsgiMessage], None]) -> None:
        self._protocol = protocol
        self._handle = handle
        self._queue = protocol.queue
        protocol.queue = self  # type: ignore[assignment]
        for _ in range(self._queue.qsize()):
            self.put_nowait(self._queue.get_nowait())
        if protocol.read_paused:
            protocol.transport.resume_reading()
        protocol.read_paused = True  # so that it never pauses: messages are handled at once, none is kept

    def put_nowait(self, message: Any) -> None:
        """What the connection has parsed: a message is handled now, the end goes to the task that waits for it."""
        if message["type"] == "websocket.receive":
            self._handle(message)
        else:
            self._queue.put_nowait(message)

    async def get(self) -> Any:
        """The end of the connection."""
        return await self._queue.get()

    def empty(self) -> bool:
        """Never: reading is not to be resumed, for it is never paused."""
        return False

    def send(self, message: bytes) -> bool:
        """Write a text frame now; false if the connection cannot take it now."""
        protocol = self._protocol
        if not protocol.writable.is_set() or protocol.close_sent or protocol.disconnected:
            return False
        size = len(message)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        protocol.transport.write(head + message)
        return True


def wire_of(send: Send, handle: Callable[[AsgiMessage], None]) -> Wire | None:
    """The wire behind an ASGI connection, if it is one that we know."""
    protocol = getattr(send, "__self__", None)
    return Wire(protocol, handle) if type(protocol) is WebSocketsSansIOProtocol else None


class _Resumed:
    """Awaits what is left of a coroutine that has already been started by hand."""

    def __init__(self, coroutine: Any, first: Any) -> None:
        self._coroutine = coroutine
        self._first = first

    def __await__(self) -> Any:
        waiting = self._first
        while True:
            try:
                value = yield waiting
            except BaseException as error:
                try:
                    waiting = self._coroutine.throw(error)
                except StopIteration:
                    return
            else:
                try:
                    waiting = self._coroutine.send(value)
                except StopIteration:
                    return


def _begin(coroutine: Any) -> Any:
    """Run a coroutine as far as it goes without waiting: None if it is done, its error, or the rest of it to await."""
    try:
        waiting = coroutine.send(None)
    except StopIteration:
        return None
    except Exception as error:
        return error
    return _Resumed(coroutine, waiting)


class Bucket:
    """So many a second, and a few more at a time."""

    __slots__ = ("_level", "_loop", "_most", "_rate", "_then")

    def __init__(self, loop: asyncio.AbstractEventLoop, rate: float, most: float) -> None:
        self._loop = loop
        self._rate = rate
        self._most = most
        self._level = most
        self._then = loop.time()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = self._loop.time()
        self._level = min(self._most, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class TableConnection:
    """Someone at a table: a seat's player or a spectator."""

    __slots__ = (
        "_greeted",
        "_hall",
        "_line",
        "_patience",
        "_pinger",
        "_round_trip",
        "_speed",
        "_table",
        "_token",
        "seat",
        "wants_views",
    )

    def __init__(self, hall: Hall, table: Table, line: Line) -> None:
        self.seat: Seat = SPECTATOR
        self.wants_views = False
        self._hall = hall
        self._table = table
        self._line = line
        self._greeted = False
        self._token: str | None = None
        self._round_trip: RoundTrip | None = None
        self._pinger: asyncio.TimerHandle | None = None
        limits = hall.config.limits
        self._speed = Bucket(hall.loop, limits.messages_a_second, limits.burst)
        self._patience = Bucket(hall.loop, FORGIVEN_A_SECOND, limits.bad_messages)

    def send(self, message: bytes) -> None:
        """To the client."""
        self._line.send(message)

    @property
    def round_trip(self) -> float:
        """Seconds there and back."""
        return self._round_trip.seconds if self._round_trip is not None else 0.0

    def close(self) -> None:
        """The connection has ended."""
        if self._pinger is not None:
            self._pinger.cancel()
        self._table.part(self)

    # Messages

    def hear(self, text: str | bytes) -> None:
        """A message has come."""
        if not self._speed.take():
            self._complain("too_fast", "too many messages: slow down")
            return
        if _bytes(text) > self._hall.config.limits.message_bytes:
            self._complain("too_big", f"a message has at most {self._hall.config.limits.message_bytes} bytes")
            return
        try:
            message = decode(text)
        except NO_MESSAGE as error:
            self._complain("malformed", str(error))
            return
        self._dispatch(message)

    def _complain(self, code: str, words: str) -> None:
        metrics.ERRORS.labels(code).inc()
        self.send(encode(protocol.Error(code, words)))
        if not self._patience.take():
            self._line.give_up(protocol.CLOSE_ABUSE)

    def _dispatch(self, message: AnyClientMessage) -> None:
        if type(message) is protocol.Act and self._greeted and self.seat != SPECTATOR:
            self._table.act(self, message)
            return
        match message:
            case protocol.Ping(t):
                self.send(encode(protocol.ServerPong(t)))
            case protocol.Pong(t):
                if self._round_trip is not None:
                    self._round_trip.answer(t, self._hall.loop.time())
            case protocol.Hello():
                self._hello(message)
            case _ if not self._greeted:
                self._complain("hello_first", "the first message is hello")
            case protocol.Follow(id):
                self._follow(id)
            case _ if self.seat == SPECTATOR:
                self.send(encode(protocol.Refused(message.id, "seat", "who only watches cannot do this", None)))
            case _:
                self._ask(message)

    def _hello(self, hello: protocol.Hello) -> None:
        if self._greeted:
            self._complain("hello_again", "you have said hello already")
            return
        if hello.token is not None:
            self._token = hash_of(hello.token)
            seat = self._table.ledger.seat_of(self._token)
            if seat is None:
                self._complain("token", "this token opens no seat here; without a token you can watch")
                return
            self.seat = seat
        self._greeted = True
        self.wants_views = hello.views
        self._table.join(self, hello.seq, self._start_pings)

    def _ask(self, message: AnyClientMessage) -> None:
        table, ledger, seat = self._table, self._table.ledger, self.seat
        match message:
            case protocol.Undo(id, seq):
                table.ask(self, id, lambda: ledger.undo(seat, seq))
            case protocol.Entropy(id, value):
                table.ask(self, id, lambda: ledger.mix(seat, value))
            case protocol.Start(id):
                table.start(self, id)
            case protocol.Fill(id, other, bot):
                table.ask(self, id, lambda: ledger.fill(seat, other, bot, table.connected(other)))
            case protocol.Open(id, other):
                table.ask(self, id, lambda: ledger.open(seat, other))
            case protocol.Rename(id, name):
                table.ask(self, id, lambda: ledger.rename(seat, name))
            case protocol.Change(id):
                table.ask(self, id, lambda: ledger.decide(seat, message))
            case protocol.Leave(id):
                table.ask(self, id, lambda: ledger.leave(seat))
            case protocol.Rematch(id):
                self._rematch(id)

    def _rematch(self, id: str) -> None:  # noqa: A002  # the field's name
        ledger = self._table.ledger
        if ledger.status != "over":
            self.send(encode(protocol.Refused(id, "status", "the match is not over", None)))
            return
        self._hall.start_rematch(self._table)
        self.send(encode(protocol.Ack(id, ledger.seq)))

    def _follow(self, id: str) -> None:  # noqa: A002
        following = self._table.ledger.rematch
        if following is None:
            self.send(encode(protocol.Refused(id, "status", "there is no next table yet", None)))
        elif (table := self._hall.tables.get(following)) is not None:
            self._move_to(table)
        else:
            self._hall.find(following, self._move_to)

    def _move_to(self, table: Table) -> None:
        if self._line.closed:
            return
        self._table.part(self)
        self._table = table
        seat = None if self._token is None else table.ledger.seat_of(self._token)
        self.seat = SPECTATOR if seat is None else seat
        table.join(self, 0, self._start_pings)

    # Round trips

    def _start_pings(self) -> None:
        if self._table.ledger.spec.race and self.seat != SPECTATOR and self._round_trip is None:
            self._round_trip = RoundTrip()
            self._ping(0)

    def _ping(self, number: int) -> None:
        if self._line.closed or self._round_trip is None:
            return
        self.send(encode(protocol.ServerPing(self._round_trip.ask(self._hall.loop.time()))))
        pause = FIRST_PINGS[number + 1] - FIRST_PINGS[number] if number + 1 < len(FIRST_PINGS) else PING_S
        self._pinger = self._hall.loop.call_later(pause, self._ping, number + 1)


class Door:
    """The hall's ASGI application: WebSockets straight to their end, everything else to Litestar."""

    def __init__(self, app: Any, sockets: "Sockets") -> None:
        self.state = app.state
        self._app = app
        self._sockets = sockets

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class Sockets:
    """The ASGI application for /ws/…."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._by_address: dict[str, int] = {}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        may_connect = self._may_connect(scope)
        scope["headers"] = []  # kept as long as the connection otherwise
        if not may_connect:
            await self._turn_away(send, protocol.CLOSE_ORIGIN)
            return
        address = _address(scope)
        if self._by_address.get(address, 0) >= self._hall.config.limits.connections_an_address:
            await self._turn_away(send, protocol.CLOSE_ABUSE)
            return
        self._by_address[address] = self._by_address.get(address, 0) + 1
        self._hall.connections += 1
        metrics.CONNECTIONS.inc()
        try:
            await self._serve([part for part in scope["path"].split("/") if part], receive, send)
        finally:
            metrics.CONNECTIONS.dec()
            self._hall.connections -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _may_connect(self, scope: MutableMapping[str, Any]) -> bool:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin or origin in self._hall.config.origins:
            return True
        return bool(urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1"))

    async def _turn_away(self, send: Send, code: int) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code})

    async def _serve(self, path: list[str], receive: Receive, send: Send) -> None:
        match path:
            case [*_, "lobby"]:
                await send({"type": "websocket.accept"})
                await self._serve_lobby(receive, send)
            case [*_, "tables", table_id]:
                await send({"type": "websocket.accept"})
                try:
                    table = await self._hall.table(table_id)
                except TableError as error:
                    await send({"type": "websocket.send", "text": encode(protocol.Error("table", str(error))).decode()})
                    await send({"type": "websocket.close", "code": protocol.CLOSE_NO_TABLE})
                    return
                await self._serve_table(table, receive, send)
            case _:
                await self._turn_away(send, protocol.CLOSE_NO_TABLE)

    async def _serve_table(self, table: Table, receive: Receive, send: Send) -> None:
        line = Line(send, self._hall.loop, self._hall.config.limits.unsent_bytes)
        connection = TableConnection(self._hall, table, line)

        def handle(message: AsgiMessage) -> None:
            if not line.closed:
                text = message.get("text")
                try:
                    connection.hear(message.get("bytes") or b"" if text is None else text)
                except Exception:
                    log.exception("message_failed", table=table.ledger.id)

        line.wire = wire_of(send, handle)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                handle(message)
        finally:
            line.closed = True
            connection.close()

    async def _serve_lobby(self, receive: Receive, send: Send) -> None:
        line = Line(send, self._hall.loop, self._hall.config.limits.unsent_bytes)

        def tell(tables: list[TableSummary]) -> None:
            line.send(encode(protocol.Lobby(tables)))

        tell(self._hall.lobby)
        self._hall.lobby_watchers.add(tell)
        speed = Bucket(self._hall.loop, FORGIVEN_A_SECOND, self._hall.config.limits.bad_messages)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if not speed.take():
                    line.give_up(protocol.CLOSE_ABUSE)
                elif not line.closed:
                    self._answer_in_lobby(line, message)
        finally:
            line.closed = True
            self._hall.lobby_watchers.discard(tell)

    def _answer_in_lobby(self, line: Line, message: AsgiMessage) -> None:
        try:
            heard = decode(message.get("text") or message.get("bytes") or b"")
        except NO_MESSAGE as error:
            line.send(encode(protocol.Error("malformed", str(error))))
            return
        if isinstance(heard, protocol.Ping):
            line.send(encode(protocol.ServerPong(heard.t)))
        else:
            line.send(encode(protocol.Error("table", "the lobby only answers ping: tables are at /ws/tables/{id}")))


def _address(scope: MutableMapping[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _bytes(text: str | bytes) -> int:
    return len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode())
