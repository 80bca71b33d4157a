"""A seat at a table of a hall, in the terminal."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx import protocol
from quincunx.bots import default_bot
from quincunx.client import words
from quincunx.client.connection import HallError, TableClient
from quincunx.client.ending import show_end
from quincunx.core.errors import NotationError
from quincunx.core.fields import parse_fields
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.words import EMPTY_SEAT
from quincunx.tui.screen import Display, help_page, last_news, number_seats, rules_text, spoken_help
from quincunx.tui.words import BETTER_HINT_COMES, WELCOME

LEAVING = ("quit", "q", "exit")
"""The words that leave."""


class Typed:
    """The lines that a person types, read by one thread as long as the program runs."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self._ask = ask
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader: threading.Thread | None = None

    async def next(self, seconds: float | None = None) -> str | None:
        """The next line, None if there will be no more; a `TimeoutError` if it does not come within that time."""
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True)
            self._reader.start()
        return await asyncio.wait_for(self._lines.get(), seconds)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be gone when a last line is typed
            while True:
                try:
                    text = self._ask()
                except (EOFError, KeyboardInterrupt):
                    loop.call_soon_threadsafe(self._lines.put_nowait, None)
                    return
                loop.call_soon_threadsafe(self._lines.put_nowait, text)
                if text.strip().partition(" ")[0].lower() in LEAVING:
                    return  # do not read another line


class RemoteSeat:
    """One seat of a table in the hall, on a terminal."""

    def __init__(self, client: TableClient, spec: GameSpec, typed: Typed, console: Console) -> None:
        self.client = client
        self.spec = spec
        self.console = console
        self.display = Display(spec)
        self._typed = typed
        self._greeted = False
        self._news: list[str] = []
        """The events since the board was last shown."""
        self._printed = 0
        """The number of its printed lines."""
        self._waiting = ""
        """The players that the last printed message waits for."""
        client.when_lost = lambda: self._say(words.CONNECTION_LOST(), "yellow")

    async def run(self) -> None:
        """Play until the match is over or the person leaves."""
        hearing = asyncio.create_task(self._hear())
        typing = asyncio.create_task(self._obey_all())
        done, waiting = await asyncio.wait((hearing, typing), return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for task in done:
            task.result()

    def _say(self, message: Message | list[Message], style: str = "") -> None:
        self.console.print(Text(say(message), style=style))

    # Messages of the hall

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

    # Typed lines

    async def _obey_all(self) -> None:
        while (text := await self._typed.next()) is not None:
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
