"""Starting the hall: uvicorn, and logs that a program can read."""

import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable

import structlog
import uvicorn
from structlog.tracebacks import ExceptionDictTransformer

from quincunx.server.app import make_app
from quincunx.server.config import HallConfig
from quincunx.server.guard import Guard, GuardedHttp, Settings
from quincunx.server.socket import Door
from quincunx.server.wire import Wire


def set_up_logs(level: int = logging.INFO) -> None:
    """One JSON object a line on standard error."""
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
    """Standard error, wherever it leads; where it leads nowhere any more, the hall goes on without."""

    def msg(self, line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            print(f"{line}\n", end="", file=sys.stderr, flush=True)  # noqa: T201  # this is what the others log through

    debug = info = warning = error = critical = exception = msg


LOG = _Log()


class _NoNews(logging.Filter):
    """A visitor who sends no UTF-8 is shown out by uvicorn: nothing to print a traceback for."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


NO_NEWS = _NoNews()


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and self.started:
            self._ready()


def serve(config: HallConfig, host: str, port: int, ready: Callable[[], None] | None = None) -> None:
    """Serve until stopped."""
    set_up_logs()
    server = make_server(config, host, port, ready)
    # Thousands of live objects a table make full collections long; what is loaded by now stays for good.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    server.run()


def make_server(config: HallConfig, host: str, port: int, ready: Callable[[], None] | None = None) -> uvicorn.Server:
    """The server of a hall, not yet running."""
    app = make_app(config)
    settings = Settings(
        Door(app, app.state.sockets, config),
        host=host,
        port=port,
        http=GuardedHttp,
        ws=Wire,
        ws_max_size=config.limits.message_bytes_hard,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )
    settings.guard = Guard(config.limits, config.proxies)
    logging.getLogger("uvicorn.error").addFilter(NO_NEWS)
    return _Server(settings, ready)
