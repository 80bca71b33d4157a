"""`quincunx hall`: opens a hall at a free port and prints its address."""

import contextlib
import ipaddress
import os
import socket
import webbrowser
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path
from rich.console import Console
from rich.text import Text

from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.words import quoted
from quincunx.games import GAMES
from quincunx.server import words
from quincunx.server.store.errors import OccupiedError
from quincunx.server.store.sqlite_file import hall_of

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORTS = range(8000, 8020)
SECRET = "QUINCUNX_WEBHOOK_SECRET"
MAIL_USER, MAIL_PASSWORD = "QUINCUNX_SMTP_USER", "QUINCUNX_SMTP_PASSWORD"
"""The environment variables with the secrets of webhook and mail: command lines are for all to see."""


def admin_folder() -> Path:
    """Return the folder of the sockets for `quincunx hall admin` of this user's halls."""
    return user_data_path("quincunx") / "halls"


def default_file() -> Path:
    """Return the SQLite file in the user's data folder."""
    return user_data_path("quincunx") / "hall.db"


def default_db() -> str:
    """Return the URL of that file as a database."""
    return f"sqlite:///{default_file()}"


def url_of_open_hall() -> str | None:
    """Return where the hall with that file is open on this computer; None if it is not."""
    return hall_of(default_file())


def open_hall(
    *,
    db: str | None,
    host: str | None,
    port: int | None,
    lan: bool,
    browser: bool,
    allowance: int,
    tables_an_hour: int,
    origins: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    peer: str | None = None,
    webhook: str | None = None,
    mail_from: str | None = None,
    smtp: str = "localhost:25",
    public_figures: bool = False,
    keep_days: int | None = None,
    workers: int = 1,
    extra_games: tuple[str, ...] = (),
) -> None:
    """Serve the hall until stopped."""
    from quincunx.server.config import HallConfig
    from quincunx.server.door.limits import Limits
    from quincunx.server.news.mail import check_mail, check_server
    from quincunx.server.news.webhook import check_hook
    from quincunx.server.operations.run import serve, url_of

    secret = os.environ.get(SECRET, "")
    if webhook is not None:
        check_hook(webhook, secret)
    origins = tuple(check_origin(origin) for origin in origins)
    if mail_from is not None:
        check_mail(mail_from, origins[0] if origins else "")
    config = HallConfig(
        db or default_db(),
        games=(*GAMES, *(import_module(name).SPEC for name in extra_games)),
        limits=Limits(tables_an_hour=tables_an_hour),
        allowance_ms=allowance,
        origins=origins,
        proxies=tuple(check_address(proxy) for proxy in proxies),
        webhook=webhook,
        webhook_secret=secret,
        mail_from=mail_from,
        mail_server=check_server(smtp),
        mail_login=(os.environ.get(MAIL_USER, ""), os.environ.get(MAIL_PASSWORD, "")),
        public_figures=public_figures,
        keep_days=keep_days,
        admin_folder=admin_folder(),
        peer=HallConfig.peer if peer is None else check_peer(peer),
    )
    console = PlainConsole()
    if workers > 1:
        from quincunx.server.operations.processes import check_processes, serve_by_processes

        check_processes(config.db)
    with contextlib.ExitStack() as stack:
        listeners = listeners_at(host or (EVERYWHERE if lan else LOOPBACK), port, console)
        for listener in listeners:
            stack.enter_context(listener)
        here = url_of(listeners)
        if lan:
            config.network = f"http://{lan_address()}:{urlsplit(here).port}"

        def ready() -> None:
            console.print(_with_bold(words.OPEN(url=here), here))
            if lan:
                _invite(console, f"{config.network}/")
            if browser:
                webbrowser.open(here)

        try:
            if workers > 1:
                serve_by_processes(config, listeners, workers, ready)
            else:
                serve(config, listeners, ready)
        except OccupiedError as error:
            if error.url is None or host or lan or port is not None:
                raise
            console.print(_with_bold(words.OPEN_ALREADY(url=error.url), error.url))
            if browser:
                webbrowser.open(error.url)


def _with_bold(message: Message, part: str) -> Text:
    """Print a message, one part of it bold."""
    text = Text(say(message))
    text.highlight_words([part], "bold")
    return text


def check_origin(text: str) -> str:
    """Return an origin as browsers write it (scheme, name and port, nothing after them).

    Raise SetupError if it is invalid.
    """
    try:
        parts = urlsplit(text.rstrip("/"))
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not parts.path
    except ValueError:
        good = False
    if not good:
        raise SetupError(words.NO_ORIGIN(text=quoted(text)))
    return text.rstrip("/").lower()


def check_address(text: str) -> str:
    """Return an IP address in its usual form; raise SetupError if it is invalid."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise SetupError(words.NO_PROXY(text=quoted(text))) from None


def check_peer(text: str) -> tuple[str, int]:
    """Return an address of this machine and a port, 0 if none is named; raise SetupError if it is invalid."""
    try:
        parts = urlsplit(f"//{text}")
        host, port = str(ipaddress.ip_address(parts.hostname or "")), parts.port or 0
    except ValueError:
        raise SetupError(words.NO_PEER(text=quoted(text))) from None
    return host, port


def _invite(console: PlainConsole, address: str) -> None:
    console.print(_with_bold(words.IN_YOUR_NETWORK(url=address), address))
    console.print_qr(address)


def lan_address() -> str:
    """Return this machine's address in its network (nothing is sent)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def listeners_at(host: str, port: int | None, console: Console) -> list[socket.socket]:
    """Return sockets at the requested port. Without one, take 8000 or the next free port, and print it."""
    from quincunx.server.operations.run import PortError, listen

    if port is not None:
        try:
            return listen(host, port)
        except PortError as error:
            if not error.in_use:
                raise
            free = listeners_at(host, None, Console(quiet=True))
            other = str(free[0].getsockname()[1])
            for listener in free:
                listener.close()
            raise SetupError(words.NAME_ANOTHER_PORT(reason=error.message, port=other)) from None
    for number in PORTS:
        try:
            found = listen(host, number)
        except PortError as error:
            if not error.in_use:
                raise
            continue
        if number != PORTS[0]:
            console.print(say(words.OTHER_PORT(port=str(PORTS[0]), other=str(number))))
        return found
    raise SetupError(words.ALL_PORTS_IN_USE(first=str(PORTS[0]), last=str(PORTS[-1])))
