"""Runs the hall in uvicorn on the given ports, with machine-readable logs."""

import asyncio
import contextlib
import errno
import gc
import logging
import socket
import sys
from collections.abc import Callable

import structlog
import uvicorn
from structlog.tracebacks import ExceptionDictTransformer

from quincunx.core.errors import SetupError, system_reason
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.connections import Door
from quincunx.server.door.entrance import BACKLOG, Entrance
from quincunx.server.door.guard import HEADERS, Guard, GuardedConfig, GuardedHttp
from quincunx.server.door.wire import Wire
from quincunx.server.hall.hall import Hall
from quincunx.server.http.app import make_app
from quincunx.server.operations.admin_socket import AdminSocket

HTTP_MODULE = "httptools_impl"
"""The module of uvicorn that warns about everything that is not HTTP; the guard counts that itself."""


def set_up_logs(level: int = logging.INFO) -> None:
    """Writes one JSON object per line to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            # Without local variables: they may hold tokens and seeds.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: LOG,
    )


class _Log:
    """Writes log lines to standard error; if that is closed, the hall goes on without logs."""

    def msg(self, line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            print(f"{line}\n", end="", file=sys.stderr, flush=True)  # noqa: T201  # this is what the others log through

    debug = info = warning = error = critical = exception = msg


LOG = _Log()


class _NoNews(logging.Filter):
    """Drops uvicorn's warnings about invalid UTF-8 and HTTP: there may be very many."""

    def filter(self, record: logging.LogRecord) -> bool:
        no_text = record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError)
        return not (no_text or (record.module == HTTP_MODULE and record.levelno <= logging.WARNING))


NO_NEWS = _NoNews()


class _Server(uvicorn.Server):
    """Opens the hall before it accepts connections, and closes it after the last.

    Errors of the database are raised, not logged.
    """

    def __init__(self, config: GuardedConfig, hall: Hall, guard: Guard, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._hall = hall
        self._admin_socket = None if hall.config.admin_folder is None else AdminSocket(hall, hall.config.admin_folder)
        self._ready = ready
        self._guard = guard
        self._entrances: list[Entrance] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hall.open()
        await super().startup([])
        self._entrances = [Entrance(listener, self._guard, self._new_protocol) for listener in sockets or ()]
        if self._admin_socket is not None:
            await self._admin_socket.open()
        if sockets:
            self._hall.store.say(url_of(sockets))
        if self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._admin_socket is not None:
            await self._admin_socket.close()
        for entrance in self._entrances:
            await entrance.close()
        await super().shutdown(sockets)
        await self._hall.close()

    def _new_protocol(self) -> asyncio.Protocol:
        """The protocol of a new connection, as uvicorn makes it for its own servers."""
        return GuardedHttp(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def serve(config: HallConfig, listeners: list[socket.socket], ready: Callable[[], None] | None = None) -> None:
    """Serve until stopped."""
    set_up_logs()
    server = make_server(config, ready)
    collect_garbage_rarely()
    server.run(listeners)


def collect_garbage_rarely() -> None:
    """Collect garbage less often: with thousands of live objects per table, full collections take long.

    Modules loaded by now are never collected.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def make_server(config: HallConfig, ready: Callable[[], None] | None = None) -> uvicorn.Server:
    """The server of a hall, not yet running."""
    app = make_app(config)
    settings = GuardedConfig(
        Door(app, app.state.sockets, config),
        http=GuardedHttp,
        ws=Wire,
        ws_max_size=config.limits.message_bytes_hard,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_level="warning",
        server_header=False,
        headers=list(HEADERS.items()),
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )
    settings.guard = Guard(config.limits, config.proxies)
    logging.getLogger("uvicorn.error").addFilter(NO_NEWS)
    return _Server(settings, app.state.hall, settings.guard, ready)


# Ports


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on every address of the host; raise PortError with the reason if that fails."""
    listeners: list[socket.socket] = []
    try:
        if not 0 <= port <= 65_535:
            raise OverflowError(port)
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            listener = socket.socket(family, kind, protocol)
            listeners.append(listener)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)  # with shared addresses a port in use fails only here
    except (OSError, OverflowError) as error:
        for listener in listeners:
            listener.close()
        raise PortError(host, port, error) from None
    return listeners


class PortError(SetupError):
    """The port cannot be opened."""

    def __init__(self, host: str, port: int, error: OSError | OverflowError) -> None:
        self.in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = system_reason(error) if isinstance(error, OSError) else words.NO_PORT()
        unusable = words.PORT_UNUSABLE(port=str(port), host=host, reason=reason)
        super().__init__(words.PORT_IN_USE(port=str(port), host=host) if self.in_use else unusable)


def url_of(listeners: list[socket.socket]) -> str:
    """Return the URL at which this machine reaches a listening socket."""
    host, port = listeners[0].getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
