"""`quincunx join` and `quincunx open`: a hall's table in the terminal."""

import asyncio
import contextlib
import ipaddress
import re
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import SplitResult, urlsplit

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx import protocol
from quincunx.bots import check_bot, default_bot
from quincunx.client import words
from quincunx.client.bot import Guest
from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.client.ending import show_end
from quincunx.core.console import PlainConsole
from quincunx.core.errors import NotationError, SetupError
from quincunx.core.fields import parse_fields
from quincunx.core.messages import Message
from quincunx.core.naming import clean_name
from quincunx.core.render import say
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.words import EMPTY_SEAT, quoted
from quincunx.games import game
from quincunx.tui.pace import lines_for_a_thread
from quincunx.tui.screen import Display, help_page, last_news, number_seats, rules_text, spoken_help
from quincunx.tui.words import BETTER_HINT_COMES, WELCOME

LEAVING = ("quit", "q", "exit")
"""The words that leave."""


def read_link(link: str) -> tuple[str, str, str | None]:
    """Split an invitation into hall, table and the seat's token."""
    parts = _split(link)
    names = [] if parts is None else parts.path.strip("/").split("/")
    if parts is None or len(names) < 2 or names[-2] != "t" or not re.fullmatch(r"[\w-]+", names[-1], re.ASCII):
        raise SetupError(words.NO_INVITATION(link=quoted(link)))
    return f"{parts.scheme}://{parts.netloc}", names[-1], parts.fragment or None


def read_hall(url: str) -> str:
    """Parse the origin of a hall from a typed address."""
    parts = _split(url)
    if parts is None or parts.path.strip("/"):
        raise SetupError(words.NO_ADDRESS(url=quoted(url)))
    return f"{parts.scheme}://{parts.netloc}"


def _split(url: str) -> SplitResult | None:
    """The parts of a web address, or None if invalid.

    The scheme is optional.
    """
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets that do not close, or a port that is none
        return None
    return parts if known and re.fullmatch(r"[!-~]+", parts.netloc) else None


def join_table(link: str, name: str, *, watch: bool, bot: str | None = None) -> None:
    """Play at a table from the terminal, or let a bot play."""
    with contextlib.suppress(KeyboardInterrupt), lines_for_a_thread() as ask:
        asyncio.run(join(link, name, watch, ask, PlainConsole(), bot))


async def join(
    link: str, name: str, watch: bool, ask: Callable[[], str], console: Console, bot: str | None = None
) -> None:
    """Do the work of `join_table` in a coroutine."""
    hall_url, table, token = read_link(link)
    hall = HallClient(hall_url)
    info = await hall.table(table)
    if bot is not None:
        check_bot(game(info.game), bot)
    if token is None and not watch and info.status == "waiting":
        given = await hall.take_seat(table, clean_name(name))
        token = given.token
        command = f"quincunx join {hall_url}/t/{table}#{token}"
        # No line break within a link that people copy.
        console.print(say(words.YOUR_SEAT(seat=given.seat or 0, command=command)), soft_wrap=True)
    async with hall.watch(table, token, views=True) as client:
        if bot is not None:
            await Guest(client, game(info.game), bot, console).run()
        else:
            await RemoteSeat(client, game(info.game), ask, console).run()


def open_table(wanted: protocol.CreateTable, hall_url: str, *, stay: bool) -> None:
    """Open a table at a hall, show its link and play."""
    with contextlib.suppress(KeyboardInterrupt), lines_for_a_thread() as ask:
        asyncio.run(open_and_join(wanted, hall_url, stay, ask, PlainConsole()))


async def open_and_join(
    wanted: protocol.CreateTable, hall_url: str, stay: bool, ask: Callable[[], str], console: PlainConsole
) -> None:
    """Do the work of `open_table` in a coroutine."""
    spec = game(wanted.game)
    hall = HallClient(read_hall(hall_url))
    given = await hall.open_table(wanted)
    origin = (await hall.hall()).network or hall.url
    link = f"{origin}/t/{given.table}"
    console.print(Text(say(words.TABLE_IS_OPEN())))
    console.print(Text(link, style="bold"), soft_wrap=True)
    console.print_qr(link)
    if leads_here(origin):
        console.print(Text(say(words.ONLY_THIS_COMPUTER()), style="dim"))
    command = f"quincunx join {link}#{given.token}"
    console.print(say(words.YOUR_SEAT(seat=given.seat or 0, command=command)), soft_wrap=True)
    if stay:
        async with hall.watch(given.table, given.token, views=True) as client:
            await RemoteSeat(client, spec, ask, console).run()


def leads_here(origin: str) -> bool:
    """Whether an origin points to this computer."""
    name = urlsplit(origin).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


class RemoteSeat:
    """One seat of a table in the hall, on a terminal."""

    def __init__(self, client: TableClient, spec: GameSpec, ask: Callable[[], str], console: Console) -> None:
        self.client = client
        self.spec = spec
        self.ask = ask
        self.console = console
        self.display = Display(spec)
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._left = False
        self._greeted = False
        self._news: list[str] = []
        """The events since the board was last shown."""
        self._printed = 0
        """How much of it has been printed."""
        self._waiting = ""
        """The players whom this seat was last told to wait for."""
        client.when_lost = lambda: self._say(words.CONNECTION_LOST(), "yellow")

    async def run(self) -> None:
        """Play until the match is over or the person leaves."""
        hearing = asyncio.create_task(self._hear())
        typing = asyncio.create_task(self._obey_all())
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
                if text.strip().partition(" ")[0].lower() in LEAVING:
                    return  # before the terminal is asked for another line

    def _say(self, message: Message | list[Message], style: str = "") -> None:
        self.console.print(Text(say(message), style=style))

    # What is heard

    async def _hear(self) -> None:
        async for message in self.client:
            match message:
                case protocol.Welcome(_, table, you, snapshot):
                    self._greet(table, you)
                    self._tell(snapshot.lines)
                    self._show()
                case protocol.Update():
                    for frame in message.frames:
                        self._tell(frame.lines)
                    self._tell(message.lines)
                    self._show()
                case protocol.TableNews(table):
                    self._say_seats(table)
                case protocol.Advised():
                    self._say(message.why)
                    if message.better:
                        self._say(BETTER_HINT_COMES(bot=message.level), "dim")
                case protocol.Judged():
                    self._say([message.why, words.UNDO_OR_RESUME()], "yellow")
                case protocol.Refused(_, _, reason):
                    self._say(words.NO(reason=reason), "red")
            if self.client.is_over:
                self._show_board()
                show_end(self.client, self.spec, self.console)
                return

    def _greet(self, table: protocol.TableInfo, you: int | None) -> None:
        if self._greeted:
            self._say(words.CONNECTED_AGAIN(), "green")
            return
        self._greeted = True
        where = words.YOU_WATCH() if you is None else words.YOU_ARE(name=table.seats[you].name, seat=you)
        self.console.print(Text.assemble((self.spec.title, "bold"), f". {say(where)}"))
        self._say(WELCOME(), "dim")
        if not table.real:
            self._say(words.COMMITMENT(hash=table.dice.commitment), "dim")
        self._say_seats(table)

    def _say_seats(self, table: protocol.TableInfo) -> None:
        if table.countdown:
            self._say(words.GET_READY(), "bold")
        elif table.status == "waiting":
            names = [seat.name or say(EMPTY_SEAT()) for seat in table.seats]
            self._say_waiting(words.WAITING(names=", ".join(names)))

    def _say_waiting(self, message: Message) -> None:
        """Print whom this seat waits for, once."""
        text = say(message)
        if text != self._waiting:
            self._waiting = text
            self.console.print(Text(text, style="dim"))

    def _tell(self, lines: list[protocol.Line]) -> None:
        self._news += [say(line.said) for line in lines]

    def _view(self) -> Any:
        now = self.client.now
        return None if now is None or now.view is None else parse_fields(self.spec.state, now.view)

    @property
    def _names(self) -> list[str]:
        table = self.client.table
        return [] if table is None else [seat.name for seat in table.seats]

    def _show(self) -> None:
        """Print the news, and the board for actors and spectators."""
        if self.client.may_act or self.client.you is None:
            board = self._board()
            last = [] if board is None else last_news(self.console, board, self._news)
            self._print_news(self._news[: len(self._news) - len(last)][self._printed :])
            self._show_board()
            self._print_news(last)
            self._news.clear()
            self._say_prompt()
        elif (throw := self._throw()) is not None:
            self._print_news(self._news[self._printed :])
            self._waiting = ""
            faces = " ".join(face.text for face in throw.faces)
            self._say(words.ENTER(what=throw.says, count=throw.count, faces=faces), "bold cyan")
        else:
            self._print_news(self._news[self._printed :])
            self._say_whose_move()
        self._printed = len(self._news)

    def _print_news(self, lines: list[str]) -> None:
        for line in lines:
            self.console.print(Text(f"• {line}"))

    def _say_prompt(self) -> None:
        self._waiting = ""
        view, you = self._view(), self.client.you
        if view is not None and you is not None:
            self.console.print(Text(self.display.prompt(view, you), style="bold cyan"))

    def _say_whose_move(self) -> None:
        """Print which people are to act."""
        now, table = self.client.now, self.client.table
        if now is None or table is None or now.to_act == "over":
            return
        people = [table.seats[seat].name for seat in now.to_act if table.seats[seat].level is None]
        if people:
            self._say_waiting(words.WAITING_FOR(names=people))

    def _board(self) -> RenderableType | None:
        view, you = self._view(), self.client.you
        return None if view is None else self.display.board(view, SPECTATOR if you is None else you, self._names)

    def _show_board(self) -> None:
        board = self._board()
        if board is not None:
            self.console.rule(style="dim")
            self.console.print(board)

    # What is typed

    async def _obey_all(self) -> None:
        while (text := await self._typed.get()) is not None:
            if text.strip() and not await self._obey(text.strip()):
                return

    async def _obey(self, text: str) -> bool:
        """Run a typed line; return False if the person leaves."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.lower():
            case typed if typed in LEAVING:
                return False
            case "help" | "?":
                self.console.print(help_page(self.display.help))
                self.console.print(help_page(spoken_help(words.TABLE_HELP)))
            case "rules":
                self.console.print(Text(rules_text(self.spec, rest)))
            case "legal":
                self._say_legal()
            case "board":
                self._show_board()
            case "undo":
                await self._try(self.client.undo)
            case "hint":
                await self._try(self.client.hint)
            case "agree":
                await self._try(self.client.agree)
            case "resume":
                await self._try(self.client.resume)
            case "start":
                await self._try(self.client.start)
            case "bots":
                await self._fill(rest or default_bot(self.spec))
            case "name":
                await self._try(partial(self.client.rename, rest))
            case _ if (throw := self._throw()) is not None:
                faces = text.replace(",", " ").split()
                await self._try(partial(self.client.enter, faces, throw.owner))
            case _:
                await self._try(partial(self.client.act, self._numbered(text)))
        return True

    def _numbered(self, text: str) -> str:
        """Replace names by seats if the line becomes an action."""
        view, you = self._view(), self.client.you
        if view is None or you is None:
            return text
        try:
            self.spec.notation.parse_action(view, you, text)
        except NotationError:
            return number_seats(text, self._names)
        return text

    def _throw(self) -> protocol.ThrowInfo | None:
        """The dice or cards that this person is to enter: their own before those of others."""
        now, you = self.client.now, self.client.you
        throws = [throw for throw in now.due.throws if throw.faces] if now is not None and now.due is not None else []
        return min(throws, key=lambda throw: throw.owner != you, default=None)

    def _say_legal(self) -> None:
        legal = self.client.now.legal if self.client.now is not None else []
        if legal is None:
            self.console.print(help_page(self.display.help))
        else:
            self.console.print(Text(" · ".join(legal) or say(words.NOTHING_NOW())))

    async def _fill(self, bot: str) -> None:
        assert self.client.table is not None
        for seat in self.client.table.seats:
            if seat.kind == "empty":
                await self._try(partial(self.client.fill, seat.seat, bot))

    async def _try(self, ask: Callable[[], Awaitable[int]]) -> None:
        """Send a request to the hall, and print a refusal."""
        with contextlib.suppress(HallError):
            await ask()
