"""Limits on connections: their number, and the time and bytes that a request may take.

Every connection begins as HTTP, so it is counted here by its peer address; a WebSocket that grows out of it keeps its
place. Refused visitors get one short answer and are counted in the log and in /metrics.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quincunx.server.door.limits import REMEMBERED, Buckets, Limits, household
from quincunx.server.operations import metrics

log = structlog.get_logger()

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""The headers of every answer of the hall."""
NOTHING_LOADED = "default-src 'none'"
"""The content security policy of an answer that is not a page."""
RESERVED_FILES = 64
"""Open files reserved for the database, the bots and the page's files."""
OFFENCES, SHUT_OUT_S = 3, 30.0
"""The number of connections of one address that may be cut off for their frames within this many seconds; one more, and
the address is banned for as long."""
LOG_PAUSE_S = 10
"""Seconds between two log lines about the same kind of trouble."""


def _answer(status: str, words: str, *more: str) -> bytes:
    """A complete HTTP answer that is always the same."""
    lines = [
        f"HTTP/1.1 {status}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(words)}",
        "Connection: close",
        f"Content-Security-Policy: {NOTHING_LOADED}",
        *(f"{name}: {value}" for name, value in HEADERS.items()),
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n" + words).encode("ascii")


NO_ROOM = _answer("503 Service Unavailable", "The hall is full: try again in a while", "Retry-After: 10")
TOO_MUCH = _answer("431 Request Header Fields Too Large", "The request is too big")
NOT_HTTP = _answer("400 Bad Request", "This is no request that HTTP knows")
TOO_LATE = _answer("408 Request Timeout", "The request took too long")


class Trouble:
    """Logs refused and dropped visitors: the first at once, the next ones in one line."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._time = now
        self._said: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()

    def tell(self, kind: str, address: str) -> None:
        """Count an event, and log it unless the same was logged a moment ago."""
        metrics.TURNED_AWAY.labels(kind).inc()
        self._unsaid[kind] += 1
        now = self._time()
        if now - self._said.get(kind, -LOG_PAUSE_S) >= LOG_PAUSE_S:
            self._said[kind] = now
            log.warning("turned_away", kind=kind, address=address, count=self._unsaid.pop(kind))


class Guard:
    """Counts the connections of this process and decides whether there is room for another."""

    def __init__(
        self,
        limits: Limits,
        proxies: tuple[str, ...] = (),
        trouble: Trouble | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.trouble = trouble or Trouble()
        self.most = min(limits.connections, _files_allowed() - RESERVED_FILES)
        self.count = 0
        self._proxies = frozenset(proxies)
        self._by_address: Counter[str] = Counter()
        self._offences = Buckets(now, OFFENCES / SHUT_OUT_S, OFFENCES)
        self._shut_out: dict[str, float] = {}
        """By visitor: the time until which further connections are refused."""
        self._time = now

    def has_room(self, address: str) -> bool:
        """Whether there is room for another connection from that address."""
        if self.count >= self.most:
            self.trouble.tell("full", address)
            return False
        if address in self._proxies:
            return True
        visitor = household(address)
        if self._by_address[visitor] >= self.limits.connections_an_address:
            self.trouble.tell("connections", address)
            return False
        if visitor in self._shut_out:
            if self._time() < self._shut_out[visitor]:
                self.trouble.tell("offences", address)
                return False
            del self._shut_out[visitor]
        return True

    def admit(self, address: str) -> bool:
        """Take a place for a connection from that address until `release`; false if there is none."""
        if not self.has_room(address):
            return False
        if address not in self._proxies:
            self._by_address[household(address)] += 1
        self.count += 1
        return True

    def note_offence(self, address: str) -> None:
        """Note that a connection from that address has sent something that no browser sends.

        After several of them the address is banned for a while. Its other connections stay, since others may share the
        address.
        """
        visitor = household(address)
        if address not in self._proxies and not self._offences.take(visitor):
            self._shut_out[visitor] = self._time() + SHUT_OUT_S
            if len(self._shut_out) > REMEMBERED:
                del self._shut_out[next(iter(self._shut_out))]

    def release(self, address: str) -> None:
        """Release the place of a connection from that address."""
        self.count -= 1
        visitor = household(address)
        if address not in self._proxies and visitor in self._by_address:
            self._by_address[visitor] -= 1
            if self._by_address[visitor] <= 0:
                del self._by_address[visitor]


def _files_allowed() -> int:
    """Return the number of files and sockets that this process may open, raised as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return 2048
    wanted = Limits.connections + RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings plus the hall's guard, which its protocols find here."""

    guard: Guard


class GuardedHttp(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits on the time and size of a request and on slow readers."""

    config: GuardedConfig

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._guard = self.config.guard
        self._has_place = False
        self._late: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._received = 0
        """Bytes received of an incomplete request."""

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._has_place = self._guard.admit(self._address)
        if self._has_place:
            self._expect_request()
        else:
            self._end(NO_ROOM)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget(self._late, self._slow)
        self._leave_place()
        super().connection_lost(exc)

    def _leave_place(self) -> None:
        if self._has_place:
            self._has_place = False
            self._guard.release(self._address)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._expect_request()
        self._received += len(data)
        if self._received > self._guard.limits.request_bytes:
            self._guard.trouble.tell("request_size", self._address)
            self._end(TOO_MUCH)
            return
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Answer data that is not HTTP."""
        self._guard.trouble.tell("malformed", self._address)
        self._end(NOT_HTTP)

    def on_message_complete(self) -> None:
        self._received = 0
        self._forget(self._late)
        self._late = None
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._has_place = False  # the WebSocket has it now
        self._forget(self._late, self._slow)
        super().handle_websocket_upgrade()

    def _expect_request(self) -> None:
        """Start the time limit of a request.

        A client may neither begin a request and never finish it, nor connect and stay silent.
        """
        if self._late is None:
            self._late = self.loop.call_later(self._guard.limits.request_s, self._too_late)

    def _too_late(self) -> None:
        self._guard.trouble.tell("request_time", self._address)
        self._end(TOO_LATE)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._slow = self.loop.call_later(self._guard.limits.answer_s, self._too_slow)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget(self._slow)

    def _too_slow(self) -> None:
        self._guard.trouble.tell("reader", self._address)
        self.transport.abort()

    def _end(self, answer: bytes) -> None:
        """Send a short answer and close; nothing more is read."""
        self._forget(self._late)
        cycle: Any = self.cycle  # none before the first request
        if cycle is None or cycle.response_complete:
            self.transport.write(answer)
        self.transport.close()
        self._slow = self.loop.call_later(1, self.transport.abort)

    def _forget(self, *timers: asyncio.TimerHandle | None) -> None:
        for timer in timers:
            if timer is not None:
                timer.cancel()
