"""A WebSocket protocol class for uvicorn with short cuts for whole text messages, and limits on control frames.

uvicorn gets it by its `ws` setting. The library keeps the handshake, pings, closing and everything unusual. The usual
case takes a short cut: whole text messages are handed over together when the sockets have been read, and the hall's
answers are written in one burst. Reading, playing and writing in turns, instead of all three for each message, keeps
each of them in the processor's caches.

The limits: pings, pongs and fragments are counted before they are handled. A visitor who sends too many, or does not
read, is cut off.
"""

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Any, TypeAlias

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the C version where there is one
from websockets.http11 import Response
from websockets.server import ServerProtocol

from quincunx.server.door.guard import HEADERS, NOT_HTTP, NOTHING_LOADED, GuardedConfig
from quincunx.server.door.limits import Bucket
from quincunx.server.hall.tally import TALLY

log = structlog.get_logger()

EXTENSION = "quincunx.wire"
"""The key of the wire among the extensions of an ASGI scope, where the application finds it."""

WHOLE_TEXT, WHOLE_BYTES, PING, PONG = 0x81, 0x82, 0x89, 0x8A
"""First bytes of frames that are a message of their own."""
MASKED = 0x80
HEAD = 6
"""The length of the header of a client's short message: kind, length and four bytes of mask."""
LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES = 126, 127
"""Codes in place of a length that is not below the first of them: the length follows in two bytes, or in eight."""
LINGER_S = 5
"""Seconds that a client may take to read the last words; then the connection is cut."""

short_head, long_head, longest_head = Struct(">BB").pack, Struct(">BBH").pack, Struct(">BBQ").pack
"""Make the header of a message of the server's, with a length of one, two or eight bytes."""

Hear: TypeAlias = Callable[[bytes], None]


class FrameScan:
    """Counts the frames that are no whole message in a stream, however it is cut into pieces."""

    __slots__ = ("_head", "_skip")

    def __init__(self) -> None:
        self._skip = 0
        """Bytes of the last frame that have not come yet."""
        self._head = b""
        """The beginning of a frame whose size is not known yet."""

    def count(self, data: bytes, most: int) -> int:
        """Count the control frames and fragments that begin in these bytes, up to the limit."""
        data, at = self._head + data, self._skip
        end, found = len(data), 0
        while at + 2 <= end and found <= most:
            size, head = data[at + 1] & ~MASKED, 2
            if size >= LENGTH_IN_2_BYTES:
                head = 4 if size == LENGTH_IN_2_BYTES else 10
                size = int.from_bytes(data[at + 2 : at + head], "big")
            head += 4 if data[at + 1] & MASKED else 0
            if at + head > end:
                break
            found += data[at] not in (WHOLE_TEXT, WHOLE_BYTES)
            at += head + size
        self._skip, self._head = max(0, at - end), data[at:]
        return found


class Handshake(ServerProtocol):
    """The library's part of a connection; its answers carry the hall's headers, even when it refuses."""

    def send_response(self, response: Response) -> None:
        for name, value in {**HEADERS, "Content-Security-Policy": NOTHING_LOADED, "Cache-Control": "no-store"}.items():
            if name not in response.headers:
                response.headers[name] = value
        super().send_response(response)


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection that an application may take over with `attach`."""

    __slots__ = ("_closing", "_frames", "_guard", "_is_plain", "_late", "_scan", "hear", "most_bytes", "outbox")

    config: GuardedConfig

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self.hear: Hear | None = None
        """The application's function for messages, once it has taken over."""
        self._is_plain = False
        """Whether all that the library has been given were whole messages, so that the next byte begins a frame."""
        self.most_bytes: int = self.config.ws_max_size
        """The most bytes of a message."""
        self.outbox: Outbox | None = None
        self._closing: asyncio.Task[None] | None = None
        self._guard = self.config.guard
        limits = self._guard.limits
        self._frames = Bucket(self.loop.time, limits.frames_a_second, limits.frames_burst)
        self._scan: FrameScan | None = None
        """Counts frames from the moment that the library gets this connection's bytes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._late = self.loop.call_later(self._guard.limits.request_s, self._too_late)

    def _too_late(self) -> None:
        """Cut off a visitor whose handshake takes too long."""
        if not self.handshake_complete:
            self.turn_out("request_time")

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._is_plain = True
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # uvicorn only knows dicts there

    def attach(self, outbox: "Outbox", hear: Hear) -> None:
        """Hand every message to `hear` from now on; only the end of the connection comes through ASGI."""
        self.outbox = outbox
        self.hear = hear
        del self.request, self.response  # they would keep all headers as long as the connection lives
        self._take_queue()

    def _take_queue(self) -> None:
        """Hand over the messages that the library has queued for the application."""
        assert self.hear is not None
        for _ in range(self.queue.qsize()):
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                self.hear(event.get("bytes") or (event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # In

    def data_received(self, data: bytes) -> None:
        if not self._is_plain:
            self._give_library(data)
            return
        end = len(data)
        is_one = HEAD < end < LENGTH_IN_2_BYTES and data[0] == WHOLE_TEXT and data[1] == end - HEAD + MASKED
        if is_one and self._take_text(data[HEAD:], data[2:HEAD]):
            return  # one short message and nothing else, as nearly always
        most = int(self._guard.limits.frames_burst)
        if not self._may_send(FrameScan().count(data, most)):
            return
        start = 0
        while start < end:
            after = self._take_frame(data, start, end)
            if not after:
                self._is_plain = False
                self._scan = FrameScan()
                self._scan.count(data[start:], most)  # already counted
                hand_over()
                super().data_received(data[start:])
                return
            start = after

    def _give_library(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        limits = self._guard.limits
        if self._scan is None or self._may_send(self._scan.count(data, int(limits.frames_burst))):
            super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._refuse_handshake()

    def _refuse_handshake(self) -> None:
        """Answer a handshake that the library could not parse."""
        self.handshake_complete = self.close_sent = True
        self._guard.trouble.tell("malformed", self.client[0] if self.client else "")
        self.transport.write(b"".join(self.conn.data_to_send()) or NOT_HTTP)
        self.transport.close()

    def _may_send(self, frames: int) -> bool:
        """Whether that many more control frames and fragments are allowed; if not, cut the connection off."""
        if all(self._frames.take() for _ in range(frames)):
            return True
        self._guard.note_offence(self.client[0] if self.client else "")
        self.turn_out("frames")
        return False

    def turn_out(self, kind: str) -> None:
        """Cut off a visitor who sends too much or does not read."""
        self._guard.trouble.tell(kind, self.client[0] if self.client else "")
        self.drop()

    def _take_frame(self, data: bytes, start: int, end: int) -> int:
        """Take a whole frame; return its end, or 0 if the library gets it and everything after it."""
        if end - start < HEAD or self.close_sent:
            return 0
        kind, size, mask = data[start], data[start + 1] - MASKED, start + 2
        if size >= LENGTH_IN_2_BYTES:
            if size == LENGTH_IN_8_BYTES:
                return 0
            size, mask = int.from_bytes(data[mask : mask + 2], "big"), mask + 2
        after = mask + 4 + size
        if size < 0 or after > end or size > self.most_bytes:
            return 0
        if kind == WHOLE_TEXT and self._take_text(data[mask + 4 : after], data[mask : mask + 4]):
            return after
        if kind not in (WHOLE_TEXT, WHOLE_BYTES, PING, PONG):
            return 0
        hand_over()
        super().data_received(data[start:after])
        return end if self.transport.is_closing() else after

    def _take_text(self, masked: bytes, mask: bytes) -> bool:
        """Take a whole text message, unless the library has to."""
        text, hear = apply_mask(masked, mask), self.hear
        if hear is None or not text.isascii():
            return False
        if not heard:
            self.loop.call_soon(hand_over)
        heard.append((hear, text))
        return True

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self.hear is not None:
            self._take_queue()

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self._guard.limits.unsent_bytes:
            self.turn_out("reader")

    # The end

    def hang_up(self, code: int) -> None:
        """Close the connection from this side, without a close frame if none can be sent."""
        self._cut()
        self._cut_off_later()
        if self.writable.is_set():
            self._closing = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": ""}))
        else:
            self.drop()

    def drop(self) -> None:
        """Close the connection without a word."""
        self._cut()
        self.transport.abort()

    def _cut(self) -> None:
        """Cut the connection."""
        hand_over()
        burst()
        self.hear = _deaf
        if self.outbox is not None:
            self.outbox.is_open = False

    def _cut_off_later(self) -> None:
        """Cut the connection after a while: a normal close waits, perhaps for ever, until everything is read."""
        self.loop.call_later(LINGER_S, self.transport.abort)

    def keepalive_timeout(self) -> None:
        if not self.transport.is_closing():
            self.turn_out("keepalive")

    def handle_close(self, event: Any) -> None:
        self._cut()
        super().handle_close(event)
        self._cut_off_later()

    def handle_parser_exception(self) -> None:
        self._cut()
        super().handle_parser_exception()
        self._cut_off_later()

    def shutdown(self) -> None:
        self._cut()
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cut()
        self._late.cancel()
        self._guard.release(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.outbox is not None:
            self.outbox.is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.outbox is not None:
            self.outbox.is_full = False


class Outbox:
    """The hall's side of a connection; small, because every step of every table passes here."""

    __slots__ = ("_most_unsent", "_wire", "is_full", "is_open", "transport")

    def __init__(self, wire: Wire, most_unsent: int) -> None:
        self._wire = wire
        self.transport = wire.transport
        self._most_unsent = most_unsent
        """Bytes that may wait for a reader who does not keep up."""
        self.is_open = True
        """Whether messages can still be sent."""
        self.is_full = False
        """Whether much is waiting to be sent."""

    def say(self, message: bytes) -> None:
        """Send a text message with the next burst; never blocks, never raises. Very slow readers are dropped."""
        if not self.is_open:
            return
        if self.is_full and self.transport.get_write_buffer_size() > self._most_unsent:
            self._wire.turn_out("reader")
            return
        if not said:
            self._wire.loop.call_soon(burst)
        size = len(message)
        if size < LENGTH_IN_2_BYTES:
            head = short_head(WHOLE_TEXT, size)
        elif size < 1 << 16:
            head = long_head(WHOLE_TEXT, LENGTH_IN_2_BYTES, size)
        else:
            head = longest_head(WHOLE_TEXT, LENGTH_IN_8_BYTES, size)
        said.append((self, head + message))

    def hang_up(self, code: int) -> None:
        """Close the connection."""
        if self.is_open:
            self._wire.hang_up(code)


heard: list[tuple[Hear, bytes]] = []
"""The messages that have come and were not handed to the application yet."""


def hand_over() -> None:
    """Hand all received messages to the application, in their order."""
    if heard:
        waiting = heard.copy()
        heard.clear()
        for hear, text in waiting:
            try:
                hear(text)
            except Exception:
                log.exception("message_failed")


said: list[tuple[Outbox, bytes]] = []
"""The messages that the next burst writes."""


def burst() -> None:
    """Write everything that has been said."""
    if said:
        waiting = said.copy()
        said.clear()
        TALLY.sent += len(waiting)
        for outbox, data in waiting:
            if outbox.is_open:
                outbox.transport.write(data)


def _deaf(message: bytes) -> None:
    """Hears, and ignores, what comes after the end."""
