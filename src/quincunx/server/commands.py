"""What `quincunx hall` and `join` do."""

import asyncio
import contextlib
import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path
from rich.console import Console
from rich.text import Text

from quincunx.bots import check_bot
from quincunx.core.errors import SetupError
from quincunx.core.fields import parse_fields
from quincunx.core.render import rules_of, say
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES, game
from quincunx.server import protocol
from quincunx.server.client import HallClient, HallError, TableClient
from quincunx.server.dbfile import OccupiedError
from quincunx.server.guest import Guest
from quincunx.tui.console import PlainConsole
from quincunx.tui.screen import Display, help_page

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORTS = range(8000, 8020)


def office_folder() -> Path:
    """Where the halls of this user have the sockets of `quincunx hall admin`."""
    return user_data_path("quincunx") / "halls"


def default_db() -> str:
    """The SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('quincunx') / 'hall.db'}"


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
    public_figures: bool = False,
    keep_days: int | None = None,
    workers: int = 1,
    extra_games: tuple[str, ...] = (),
) -> None:
    """Serve the hall until stopped."""
    from quincunx.server.config import HallConfig
    from quincunx.server.limits import Limits
    from quincunx.server.run import serve, url_of

    config = HallConfig(
        db or default_db(),
        games=(*GAMES, *(import_module(name).SPEC for name in extra_games)),
        limits=Limits(tables_an_hour=tables_an_hour),
        allowance_ms=allowance,
        origins=tuple(check_origin(origin) for origin in origins),
        proxies=tuple(check_address(proxy) for proxy in proxies),
        public_figures=public_figures,
        keep_days=keep_days,
        office=office_folder(),
    )
    console = PlainConsole()
    with contextlib.ExitStack() as stack:
        listeners = listeners_at(host or (EVERYWHERE if lan else LOOPBACK), port, console)
        for listener in listeners:
            stack.enter_context(listener)
        here = url_of(listeners)
        if lan:
            config.network = f"http://{lan_address()}:{urlsplit(here).port}"

        def ready() -> None:
            console.print(Text.assemble("The hall is open: ", (here, "bold"), "   (Ctrl-C closes it)"))
            if lan:
                _invite(console, f"{config.network}/")
            if browser:
                webbrowser.open(here)

        try:
            if workers > 1:
                from quincunx.server.workers import serve_by_many

                serve_by_many(config, listeners, workers, ready)
            else:
                serve(config, listeners, ready)
        except OccupiedError as error:
            if error.url is None or host or lan or port is not None:
                raise
            console.print(Text.assemble("The hall is open already: ", (error.url, "bold")))
            if browser:
                webbrowser.open(error.url)


def check_origin(text: str) -> str:
    """An origin as browsers write it: scheme, name and port, nothing behind."""
    try:
        parts = urlsplit(text.rstrip("/"))
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not parts.path
    except ValueError:
        good = False
    if not good:
        raise SetupError(f"an origin is a scheme and a name, as in https://dice.example, not {text!r}")
    return text.rstrip("/").lower()


def check_address(text: str) -> str:
    """An address as a number, in its usual form."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise SetupError(f"a proxy is named by its address, as in 127.0.0.1, not {text!r}") from None


def _invite(console: Console, address: str) -> None:
    import segno

    console.print(Text.assemble("In your network: ", (address, "bold")))
    segno.make(address).terminal(out=sys.stdout, compact=True)


def lan_address() -> str:
    """This machine's address in its network (nothing is sent)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def listeners_at(host: str, port: int | None, console: Console) -> list[socket.socket]:
    """Sockets at the port that is asked for; without one at 8000 or, if that is taken, one after it, which is said."""
    from quincunx.server.run import PortError, listen

    if port is not None:
        try:
            return listen(host, port)
        except PortError as error:
            if not error.in_use:
                raise
            free = listeners_at(host, None, Console(quiet=True))
            other = free[0].getsockname()[1]
            for listener in free:
                listener.close()
            raise SetupError(f"{error}: name another, such as --port {other}") from None
    for number in PORTS:
        try:
            found = listen(host, number)
        except PortError as error:
            if not error.in_use:
                raise
            continue
        if number != PORTS[0]:
            console.print(f"Port {PORTS[0]} is in use by something else; the hall takes {number}.")
        return found
    raise SetupError(f"ports {PORTS[0]} to {PORTS[-1]} are all in use: name another with --port")


# join


def read_link(link: str) -> tuple[str, str, str | None]:
    """The hall, the table and, behind #, the seat's token of an invitation."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    words = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or len(words) < 2 or words[-2] != "t" or not words[-1]:
        raise SetupError(f"an invitation looks like http://127.0.0.1:8000/t/abc234defg, not {link!r}")
    return f"{parts.scheme}://{parts.netloc}", words[-1], parts.fragment or None


def join_table(link: str, name: str, *, watch: bool, bot: str | None = None, ask: Callable[[], str] = input) -> None:
    """Sit down at a table of a hall and play there from the terminal, or let a bot of this machine play."""
    try:
        asyncio.run(_join(link, name, watch, ask, PlainConsole(), bot))
    except KeyboardInterrupt:
        return


async def _join(
    link: str, name: str, watch: bool, ask: Callable[[], str], console: Console, bot: str | None = None
) -> None:
    hall_url, table, token = read_link(link)
    hall = HallClient(hall_url)
    info = await hall.table(table)
    if bot is not None:
        check_bot(game(info.game), bot)
    if token is None and not watch and info.status == "waiting":
        given = await hall.take_seat(table, name)
        token = given.token
        console.print(f"You have seat {given.seat}. To come back: quincunx join {hall_url}/t/{table}#{token}")
    async with hall.watch(table, token, views=True) as client:
        if bot is not None:
            await Guest(client, game(info.game), bot, console).run()
        else:
            await RemoteSeat(client, game(info.game), ask, console).run()


class RemoteSeat:
    """One seat of a table in the hall, on a terminal."""

    WORDS = "help, legal, undo, start, bots, rules, quit; or what you do"

    def __init__(self, client: TableClient, spec: GameSpec, ask: Callable[[], str], console: Console) -> None:
        self.client = client
        self.spec = spec
        self.ask = ask
        self.console = console
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._left = False

    async def run(self) -> None:
        """Until the match is over or the person leaves."""
        hearing = asyncio.create_task(self._hear())
        typing = asyncio.create_task(self._obey())
        threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        done, waiting = await asyncio.wait((hearing, typing), return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self._left = True
        for task in done:
            task.result()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be gone when a last line is typed
            while not self._left:
                try:
                    text = self.ask()
                except (EOFError, KeyboardInterrupt):
                    loop.call_soon_threadsafe(self._typed.put_nowait, None)
                    return
                loop.call_soon_threadsafe(self._typed.put_nowait, text)

    async def _hear(self) -> None:
        client = self.client
        async for message in client:
            match message:
                case protocol.Welcome(_, table, you, snapshot):
                    await self._greet(table, you)
                    self._tell(snapshot.lines)
                    self._show()
                case protocol.Update():
                    for frame in message.frames:
                        self._tell(frame.lines)
                    self._tell(message.lines)
                    self._show()
                case protocol.TableNews(table):
                    self._say_seats(table)
                case protocol.Refused(_, _, reason):
                    self.console.print(Text.assemble(("No:", "red"), f" {say(reason)}"))
            if client.is_over:
                self._standings()
                return

    async def _greet(self, table: protocol.TableInfo, you: int | None) -> None:
        where = "You only watch." if you is None else f"You are {table.seats[you].name} on seat {you}."
        self.console.print(Text.assemble((self.spec.title, "bold"), f". {where} Type: {self.WORDS}"))
        self.console.print(f"Dice: commitment {table.dice.commitment}")
        self._say_seats(table)

    def _say_seats(self, table: protocol.TableInfo) -> None:
        if table.status == "waiting":
            names = [seat.name or "(empty)" for seat in table.seats]
            self.console.print(f"Waiting: {', '.join(names)}")

    def _tell(self, lines: list[protocol.Line]) -> None:
        for line in lines:
            self.console.print(say(line.said))

    def _show(self) -> None:
        now, table, you = self.client.now, self.client.table, self.client.you
        if now is None or now.view is None or table is None or not (self.client.may_act or you is None):
            return
        view = parse_fields(self.spec.state, now.view)
        names = [seat.name for seat in table.seats]
        self.console.print(self.spec.part("display").board(view, SPECTATOR if you is None else you, names))
        if now.prompt:
            self.console.print(Text(say(now.prompt), "bold"))

    def _standings(self) -> None:
        assert self.client.now is not None
        assert self.client.table is not None
        for row in self.client.now.standings:
            name = self.client.table.seats[row.seat].name
            self.console.print(f"{row.place}. {name}: {row.points:,} points")

    async def _obey(self) -> None:
        while (text := await self._typed.get()) is not None:
            word, _, rest = text.strip().partition(" ")
            match word.lower():
                case "":
                    continue
                case "quit" | "q" | "exit":
                    return
                case "help" | "?":
                    self.console.print(self.WORDS)
                    self.console.print(help_page(Display(self.spec).help))
                case "rules":
                    self.console.print(rules_of(self.spec, "RULES.md"))
                case "legal":
                    self._say_legal()
                case "undo":
                    await self._try(self.client.undo)
                case "start":
                    await self._try(self.client.start)
                case "bots":
                    await self._fill(rest.strip() or self.spec.bot_names[-1])
                case _:
                    await self._try(partial(self.client.act, text.strip()))

    def _say_legal(self) -> None:
        legal = self.client.now.legal if self.client.now is not None else []
        if legal is None:
            self.console.print(help_page(Display(self.spec).help))
        else:
            self.console.print(", ".join(legal) or "nothing now")

    async def _fill(self, bot: str) -> None:
        assert self.client.table is not None
        for seat in self.client.table.seats:
            if seat.kind == "empty":
                await self._try(partial(self.client.fill, seat.seat, bot))

    async def _try(self, ask: Callable[[], Awaitable[int]]) -> None:
        """Refusals are printed when they are heard."""
        with contextlib.suppress(HallError):
            await ask()
