"""Relays connections and requests to the processes that own their tables, over one line to each process.

A process without the table forwards its visitors' messages to the owner, and the owner's answers back. Both ends of a
line prove that they know the owner's secret from the database; neither sends it.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import msgspec
import structlog

from quincunx import protocol
from quincunx.core.errors import system_reason
from quincunx.server import words
from quincunx.server.door.table_connection import Outbox
from quincunx.server.store.errors import StoreError
from quincunx.server.store.ownership import Place

log = structlog.get_logger()

HEAD = 4
"""Bytes of the length in front of each frame."""
MOST_BYTES = 1 << 26
"""Bytes of a frame; only answers to requests may be long."""
MOST_STRANGE_BYTES = 1024
"""Bytes of a frame before the other end is authenticated."""
MOST_UNSENT = 1 << 26
"""Bytes that may be queued for the other end; with more, the line is dropped."""
DIAL_S = 1.5
"""Seconds that another process has to accept a line and authenticate."""
BEAT_S = 1.0
"""Seconds between two keep-alive frames of a silent line."""
SILENCE_S = 3.0
"""Seconds of silence after which the other end counts as dead."""
REPLY_S = 15.0
"""Seconds that the owner of a table has to answer a request."""


class LineError(Exception):
    """The other process cannot be reached."""


class Greeting(msgspec.Struct, array_like=True, tag=0):
    """The first frame of a line: a challenge to the other end."""

    nonce: bytes


class Proof(msgspec.Struct, array_like=True, tag=1):
    """A proof that the sender knows the secret, with a challenge to the other end."""

    proof: bytes
    nonce: bytes = b""


class Entering(msgspec.Struct, array_like=True, tag=2):
    """A connection wants to join a table."""

    number: int
    table: str
    address: str


class Said(msgspec.Struct, array_like=True, tag=3):
    """A message of a connection, or to it."""

    number: int
    text: bytes


class Parted(msgspec.Struct, array_like=True, tag=4):
    """A connection has ended, or must be closed with a code."""

    number: int
    code: int = 0


class Request(msgspec.Struct, array_like=True, tag=5):
    """An HTTP request in the form of ASGI."""

    number: int
    method: str
    path: str
    query: bytes
    scheme: str
    client: tuple[str, int] | None
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Answer(msgspec.Struct, array_like=True, tag=6):
    """The answer to a request."""

    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Beat(msgspec.Struct, array_like=True, tag=7):
    """Nothing: the line is alive."""


Frame: TypeAlias = Greeting | Proof | Entering | Said | Parted | Request | Answer | Beat
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Frame).decode
BEATING = Beat()


class LineEnd(asyncio.Protocol):
    """One end of a line: frames in and out, and a watch for silence."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: Any = None
        self._unsent: list[bytes] = []
        self._heard = b""
        self._alive = self._loop.time()
        self._beat: asyncio.TimerHandle | None = None
        self.is_trusted = False
        """Whether the other end is authenticated."""
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        """Send the greeting."""
        self._transport = transport
        self.is_open = True
        self._alive = self._loop.time()
        self._check()

    def _check(self) -> None:
        self._beat = self._loop.call_later(BEAT_S, self._check)
        if self._loop.time() - self._alive > SILENCE_S:
            self.drop()
        else:
            self.send(BEATING)

    def send(self, frame: Frame) -> None:
        """Send a frame together with the others of this turn of the loop."""
        if not self.is_open:
            return
        if not self._unsent:
            self._loop.call_soon(self._flush)
        data = encode(frame)
        self._unsent.append(len(data).to_bytes(HEAD, "big"))
        self._unsent.append(data)

    def _flush(self) -> None:
        if self.is_open:
            if self._transport.get_write_buffer_size() > MOST_UNSENT:
                self.drop()
                return
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        """Handle all complete frames."""
        data, start = self._heard + data if self._heard else data, 0
        while self.is_open:
            begin = start + HEAD
            end = begin + int.from_bytes(data[start:begin], "big")
            if end - begin > (MOST_BYTES if self.is_trusted else MOST_STRANGE_BYTES):
                self.drop()
                return
            if len(data) < begin or len(data) < end:
                break
            start = end
            try:
                self._take(decode(memoryview(data)[begin:end]))
            except Exception:
                log.exception("relay_failed")
                self.drop()
        self._heard = data[start:]
        if self.is_trusted:  # a stranger is dropped, however often it says nothing
            self._alive = self._loop.time()

    def _take(self, frame: Frame) -> None:
        if self.is_trusted:
            self.take(frame)
        else:
            self.prove(frame)

    def prove(self, frame: Frame) -> None:
        """Handle a frame before the other end is authenticated."""
        raise NotImplementedError

    def take(self, frame: Frame) -> None:
        """Handle a frame of an authenticated end."""
        raise NotImplementedError

    def ended(self) -> None:
        """The line has ended."""
        raise NotImplementedError

    def drop(self) -> None:
        """End the line."""
        if self.is_open:
            self._transport.abort()
            self.connection_lost(None)

    def connection_lost(self, _: Exception | None) -> None:
        """End everything that depends on the line."""
        if not self.is_open:
            return
        self.is_open = False
        if self._beat is not None:
            self._beat.cancel()
        self.ended()


def _proof(secret: str, role: bytes, nonce: bytes) -> bytes:
    return hmac.digest(secret.encode(), role + nonce, hashlib.sha256)


OWNER, CALLER = b"owner", b"caller"


class Link(LineEnd):
    """The line to another process, whose tables its visitors join."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret
        self._nonce = secrets.token_bytes(16)
        self._count = 0
        self._outboxes: dict[int, Outbox] = {}
        self._requests: dict[int, asyncio.Future[Answer]] = {}
        self.ready: asyncio.Future[None] = self._loop.create_future()
        """Set when the other end is authenticated."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.send(Greeting(self._nonce))

    def prove(self, frame: Frame) -> None:
        if isinstance(frame, Beat):
            return
        if not isinstance(frame, Proof) or not hmac.compare_digest(
            frame.proof, _proof(self._secret, OWNER, self._nonce)
        ):
            self.drop()
            return
        self.is_trusted = True
        self.send(Proof(_proof(self._secret, CALLER, frame.nonce)))
        if not self.ready.done():
            self.ready.set_result(None)

    def enter(self, table: str, address: str, outbox: Outbox) -> int:
        """Connect a visitor to a table of the other process; return the visitor's number on this line."""
        self._count += 1
        self._outboxes[self._count] = outbox
        self.send(Entering(self._count, table, address))
        return self._count

    def say(self, number: int, text: bytes) -> None:
        """A connection says something."""
        self.send(Said(number, text))

    def part(self, number: int) -> None:
        """A connection has ended."""
        if self._outboxes.pop(number, None) is not None:
            self.send(Parted(number))

    async def ask(self, request: Request) -> Answer:
        """Return the other process's answer to a request; raise LineError if there is none."""
        self._count += 1
        request.number = self._count
        future: asyncio.Future[Answer] = self._loop.create_future()
        self._requests[request.number] = future
        self.send(request)
        if not self.is_open:
            future.set_exception(LineError("the line is lost"))
        try:
            async with asyncio.timeout(REPLY_S):
                return await future
        except TimeoutError:
            raise LineError("no answer") from None
        finally:
            self._requests.pop(request.number, None)

    def take(self, frame: Frame) -> None:
        match frame:
            case Said(number, text):
                if (outbox := self._outboxes.get(number)) is not None:
                    outbox.say(text)
            case Parted(number, code):
                if (outbox := self._outboxes.pop(number, None)) is not None:
                    outbox.hang_up(code)
            case Answer(number):
                future = self._requests.get(number)
                if future is not None and not future.done():
                    future.set_result(frame)

    def ended(self) -> None:
        outboxes, self._outboxes = self._outboxes, {}
        for outbox in outboxes.values():
            outbox.hang_up(protocol.CLOSE_TRY_AGAIN)
        waiting: list[asyncio.Future[Any]] = [self.ready, *self._requests.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(LineError("the line is lost"))
                future.exception()


class Guest(Protocol):
    """A visitor of another process at a table of this one."""

    def hear(self, text: bytes) -> None:
        """Take a message."""
        ...

    def leave(self) -> None:
        """The connection has ended."""
        ...


class Host(Protocol):
    """Serves the visitors of other processes."""

    def welcome(self, table: str, address: str, outbox: Outbox) -> Guest:
        """Serve a visitor of another process at a table."""
        ...

    async def answer(self, request: Request) -> Answer:
        """Answer a request that another process has relayed."""
        ...


class GuestOutbox:
    """Speaks to a visitor of another process."""

    __slots__ = ("_line", "_number", "is_open")

    def __init__(self, line: "Branch", number: int) -> None:
        self._line = line
        self._number = number
        self.is_open = True

    def say(self, message: bytes) -> None:
        """Send a message; never blocks, never raises."""
        if self.is_open:
            self._line.send(Said(self._number, message))

    def hang_up(self, code: int) -> None:
        """Close the connection."""
        if self.is_open:
            self.is_open = False
            self._line.send(Parted(self._number, code))
            self._line.forget(self._number)


class Branch(LineEnd):
    """A line by which another process brings its visitors."""

    def __init__(self, secret: str, host: Host, lines: set["Branch"]) -> None:
        super().__init__()
        self._secret = secret
        self._host = host
        self._lines = lines
        self._nonce = b""
        self._guests: dict[int, tuple[Guest, GuestOutbox]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._lines.add(self)

    def prove(self, frame: Frame) -> None:
        if isinstance(frame, Beat):
            return
        if isinstance(frame, Greeting) and not self._nonce:
            self._nonce = secrets.token_bytes(16)
            self.send(Proof(_proof(self._secret, OWNER, frame.nonce), self._nonce))
        elif (
            self._nonce
            and isinstance(frame, Proof)
            and hmac.compare_digest(frame.proof, _proof(self._secret, CALLER, self._nonce))
        ):
            self.is_trusted = True
        else:
            self.drop()

    def take(self, frame: Frame) -> None:
        match frame:
            case Said(number, text):
                if (found := self._guests.get(number)) is not None:
                    found[0].hear(text)
            case Entering(number, table, address):
                outbox = GuestOutbox(self, number)
                self._guests[number] = self._host.welcome(table, address, outbox), outbox
            case Parted(number):
                self.forget(number)
            case Request():
                task = self._loop.create_task(self._answer(frame))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

    async def _answer(self, request: Request) -> None:
        self.send(await self._host.answer(request))

    def forget(self, number: int) -> None:
        """A connection has ended."""
        if (found := self._guests.pop(number, None)) is not None:
            found[1].is_open = False
            found[0].leave()

    def ended(self) -> None:
        self._lines.discard(self)
        for number in list(self._guests):
            self.forget(number)
        for task in self._answering:
            task.cancel()


class Relay:
    """The lines of this process to the others, and theirs to this one."""

    def __init__(self, listen_at: tuple[str, int], host: Host) -> None:
        self._listen_at = listen_at
        self._host = host
        self.address = ""
        """The address at which the others reach this process."""
        self._server: asyncio.Server | None = None
        self._branches: set[Branch] = set()
        self._links: dict[str, Link] = {}
        self._dialling: dict[str, asyncio.Task[Link]] = {}

    async def open(self, secret: str) -> None:
        """Take lines from now on."""
        loop = asyncio.get_running_loop()
        make: Callable[[], Branch] = lambda: Branch(secret, self._host, self._branches)  # noqa: E731
        try:
            self._server = await loop.create_server(make, *self._listen_at)
        except OSError as error:
            host, port = self._listen_at
            raise StoreError(words.PORT_UNUSABLE(port=str(port), host=host, reason=system_reason(error))) from error
        host, port = self._server.sockets[0].getsockname()[:2]
        self.address = f"{host}:{port}"

    async def close(self) -> None:
        """End all lines."""
        if self._server is not None:
            self._server.close()
        for line in [*self._branches, *self._links.values()]:
            line.drop()
        for task in self._dialling.values():
            task.cancel()

    async def link(self, place: Place) -> Link:
        """Return the line to the process at that place; raise LineError if it cannot be reached."""
        link = self._links.get(place.process)
        if link is not None and link.is_open:
            return link
        if place.process not in self._dialling:
            task = asyncio.get_running_loop().create_task(self._dial(place))
            self._dialling[place.process] = task
            task.add_done_callback(lambda _: self._dialling.pop(place.process, None))
        return await asyncio.shield(self._dialling[place.process])

    async def _dial(self, place: Place) -> Link:
        host, _, port = place.address.rpartition(":")
        link = Link(place.secret)
        try:
            async with asyncio.timeout(DIAL_S):
                await asyncio.get_running_loop().create_connection(lambda: link, host, int(port))
                await link.ready
        except (OSError, TimeoutError) as error:
            link.drop()
            raise LineError(str(error) or "no answer") from None
        self._links = {name: other for name, other in self._links.items() if other.is_open}
        self._links[place.process] = link
        return link
