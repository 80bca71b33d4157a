"""The shortest way between a socket and the hall, for uvicorn's `ws` setting.

The library keeps the handshake, pings, closing and everything unusual. What is usual goes straight through: a text
message that arrives whole is handed over at once, and what the hall says is written in one burst when it has finished
speaking, so that the other side is woken once.
"""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the C version where there is one

from quincunx.server import metrics
from quincunx.server.protocol import CLOSE_TOO_SLOW

EXTENSION = "quincunx.wire"
"""Where an ASGI application finds the wire: among the extensions of its scope."""

WHOLE_TEXT, WHOLE_BYTES, PING, PONG = 0x81, 0x82, 0x89, 0x8A
"""First bytes of frames that are a message of their own."""
MASKED = 0x80
LONGER, LONGEST = 126, 127
"""In place of a length: it follows in two bytes, in eight."""

Hear: TypeAlias = Callable[[bytes], None]


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection that an application may take over with `attach`."""

    _said: ClassVar[dict["Wire", bytes]] = {}
    """Of all connections together: what the next burst writes."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._hear: Hear | None = None
        self._is_plain = False
        """Whether all that the library has been given were whole messages, so that the next byte begins a frame."""
        self._closing: asyncio.Task[None] | None = None
        self.most_unsent = 1 << 20
        """Bytes that may wait for a reader who does not keep up."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._is_plain = True
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # uvicorn only knows dicts there

    def attach(self, hear: Hear) -> None:
        """Hand every message to `hear` from now on; only the end of the connection still comes through ASGI."""
        self._hear = hear
        self._hand_over()

    def _hand_over(self) -> None:
        """What the library has queued for the application, which `attach` has made its own."""
        assert self._hear is not None
        for _ in range(self.queue.qsize()):
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                self._hear(event.get("bytes") or (event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._hear = _deaf

    # In

    def data_received(self, data: bytes) -> None:
        if not self._is_plain:
            super().data_received(data)
            return
        start, end = 0, len(data)
        while start < end:
            after = self._take_frame(data, start, end)
            if not after:
                self._is_plain = False
                super().data_received(data[start:])
                return
            start = after

    def _take_frame(self, data: bytes, start: int, end: int) -> int:
        """Take a frame that is whole; where it ends, or 0 if the library is to have it and everything after it."""
        if end - start < 6 or self.close_sent:
            return 0
        kind, size, mask = data[start], data[start + 1] - MASKED, start + 2
        if size == LONGEST:
            return 0
        if size == LONGER:
            size, mask = int.from_bytes(data[mask : mask + 2], "big"), mask + 2
        first = mask + 4
        after = first + size
        if size < 0 or after > end or size > self.config.ws_max_size:
            return 0
        if kind == WHOLE_TEXT and self._hear is not None:
            text = apply_mask(data[first:after], data[mask:first])
            if text.isascii():
                self._hear(text)
                return after
        if kind not in (WHOLE_TEXT, WHOLE_BYTES, PING, PONG):
            return 0
        super().data_received(data[start:after])
        return after

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self._hear is not None:
            self._hand_over()

    # Out

    @property
    def is_open(self) -> bool:
        """Whether anything can still be said and heard."""
        return not (self._closing or self.close_sent or self.disconnected)

    def say(self, message: bytes) -> None:
        """Send a text message with the next burst; whoever reads far too slowly is dropped."""
        if self._closing or self.close_sent or self.disconnected:
            return
        if not self.writable.is_set() and self.transport.get_write_buffer_size() > self.most_unsent:
            self.hang_up(CLOSE_TOO_SLOW)
            return
        metrics.TALLY.sent += 1
        size = len(message)
        if size < LONGER:
            head = bytes((WHOLE_TEXT, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        said = Wire._said
        if not said:
            self.loop.call_soon(burst)
        before = said.get(self)
        said[self] = head + message if before is None else before + head + message

    def hang_up(self, code: int) -> None:
        """Close the connection from this side; without a word if it takes none."""
        if not self.is_open:
            return
        self._hear = _deaf
        self.flush()
        if self.writable.is_set():
            self._closing = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": ""}))
        else:
            self.disconnected = True
            self.transport.abort()

    def flush(self) -> None:
        """Write at once what is waiting for the next burst."""
        if (waiting := Wire._said.pop(self, None)) is not None:
            self.transport.write(waiting)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()


def _deaf(message: bytes) -> None:
    """For what comes after the hall has hung up."""


def burst() -> None:
    """Write everything that has been said."""
    said, Wire._said = Wire._said, {}
    for wire, waiting in said.items():
        if not wire.disconnected:
            wire.transport.write(waiting)
