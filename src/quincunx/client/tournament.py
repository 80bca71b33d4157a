"""`quincunx join` of a tournament: from table to table, and back to the standings."""

import asyncio
import contextlib

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quincunx import protocol
from quincunx.bots import check_bot
from quincunx.client import words
from quincunx.client.bot import Guest
from quincunx.client.connection import HallClient, HallError
from quincunx.client.seat import LEAVING, RemoteSeat, Typed
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.spec import GameSpec
from quincunx.core.words import decimal
from quincunx.games import game
from quincunx.tui.screen import help_page, spoken_help

LOOK_S = 1.0
"""Seconds between two looks at the tournament."""


async def take_part(
    hall: HallClient,
    tournament: str,
    token: str | None,
    name: str,
    watch: bool,
    typed: Typed,
    console: Console,
    bot: str | None,
) -> None:
    """Join a tournament, resume with a player's token, or only watch."""
    spec = game((await hall.tournament(tournament)).game)
    if bot is not None:
        check_bot(spec, bot)
    if token is None and not watch:
        token = (await hall.take_part(tournament, name)).token
    me = None if token is None else (await hall.who_am_i(tournament, token)).player
    here = Participant(hall, tournament, spec, None if me is None else token, me, typed, console, bot)
    await here.run()


class Participant:
    """A player or spectator of a tournament, in a terminal."""

    def __init__(
        self,
        hall: HallClient,
        tournament: str,
        spec: GameSpec,
        token: str | None,
        me: int | None,
        typed: Typed,
        console: Console,
        bot: str | None,
    ) -> None:
        self._hall = hall
        self._tournament = tournament
        self._spec = spec
        self._token = token
        self._me = me
        """The number in the tournament; none for a spectator."""
        self._typed = typed
        self._console = console
        self._bot = bot
        self._played: set[str] = set()
        """The tables whose match is over."""
        self._begun = self._ended = 0
        """The rounds already announced."""
        self._told = ""
        """The last printed reason for waiting."""

    async def run(self) -> None:
        """Until the tournament is over, or the person leaves."""
        self._greet(await self._hall.tournament(self._tournament))
        while True:
            try:
                info = await self._hall.tournament(self._tournament)
                self._tell(info)
                if info.status == "over":
                    return
                if (table := self._table(info)) is not None and not await self._play(table):
                    return
            except HallError as refusal:  # the hall starts again, or another process has the table
                if refusal.code not in ("store", "unreachable", "http", "table"):
                    raise
            if not await self._rest():
                return

    def _table(self, info: protocol.TournamentInfo) -> str | None:
        """My table of this round, unless its match is over."""
        tables = info.rounds[-1].tables if info.status == "playing" else []
        mine = (table.id for table in tables if self._me in table.players and table.result is None)
        return next((table for table in mine if table not in self._played), None)

    async def _play(self, table: str) -> bool:
        """Play a match; False if the person leaves before its end."""
        async with self._hall.watch(table, self._token, views=True) as client:
            if self._bot is not None:
                await Guest(client, self._spec, self._bot, self._console).run()
            else:
                await RemoteSeat(client, self._spec, self._typed, self._console).run()
            if client.is_over:
                self._played.add(table)
            return client.is_over

    # Commands between the rounds

    async def _rest(self) -> bool:
        """Wait, and run typed commands meanwhile; False if the person leaves."""
        if self._bot is not None:
            await asyncio.sleep(LOOK_S)
            return True
        try:
            text = await self._typed.next(LOOK_S)
        except TimeoutError:
            return True
        return text is not None and await self._obey(text.strip().lower())

    async def _obey(self, word: str) -> bool:
        """Run a command between the rounds; False if the person leaves."""
        match word:
            case typed if typed in LEAVING:
                return False
            case "leave" if self._token is not None:
                order = protocol.TournamentOrder(self._token, "remove", self._me)
                with contextlib.suppress(HallError):  # it is over
                    await self._hall.direct(self._tournament, order)
                self._say(words.TOURNAMENT_LEFT())
                return False
            case "standings":
                self._show(await self._hall.tournament(self._tournament))
            case "":
                pass
            case _:
                self._console.print(help_page(spoken_help(words.TOURNAMENT_HELP)))
        return True

    # Output

    def _say(self, message: Message, style: str = "") -> None:
        self._console.print(Text(say(message), style=style))

    def _greet(self, info: protocol.TournamentInfo) -> None:
        self._console.print(Text(info.title or self._spec.title, style="bold"))
        if self._me is None:
            self._say(words.YOU_WATCH())
            return
        command = f"quincunx join {self._hall.url}/tournaments/{info.id}#{self._token}"
        mine = words.YOU_TAKE_PART(name=_names(info)[self._me], command=command)
        self._console.print(say(mine), soft_wrap=True)  # no line break within a link that people copy

    def _tell(self, info: protocol.TournamentInfo) -> None:
        """Print the news since the last look, and the reason for waiting."""
        over = sum(played.secret is not None for played in info.rounds)
        if over > self._ended:
            self._ended = over
            self._say(words.ROUND_IS_OVER(number=over, total=info.total), "bold")
            self._show(info)
        if len(info.rounds) > self._begun and info.status == "playing":
            self._begun = len(info.rounds)
            self._say(words.ROUND_BEGINS(number=self._begun, total=info.total), "bold green")
        self._say_waiting(info)

    def _say_waiting(self, info: protocol.TournamentInfo) -> None:
        """Print the reason for waiting, once."""
        if info.status == "over":
            message = words.TOURNAMENT_IS_OVER()
        elif info.paused:
            message = words.TOURNAMENT_PAUSED()
        elif info.status == "playing":
            if self._table(info) is not None:
                return
            message = words.ROUND_GOES_ON(count=sum(table.result is None for table in info.rounds[-1].tables))
        elif info.next is None:
            message = words.WAITING_FOR_HOST(count=sum(not player.gone for player in info.players))
        else:
            message = words.NEXT_ROUND_SOON()
        if (text := say(message)) != self._told:
            self._told = text
            self._console.print(Text(text, style="dim"))

    def _show(self, info: protocol.TournamentInfo) -> None:
        """Print the standings."""
        names, shown = _names(info), Table(box=None, show_header=False)
        for line in info.standings:
            shares = ["–" if score is None else say(decimal(score.share, 2)) for score in line.rounds]
            row = (f"{line.place}.", names[line.player], say(decimal(line.total, 2)), "  ".join(shares))
            shown.add_row(*map(Text, row), style="bold" if line.player == self._me else "")
        self._console.print(shown)


def _names(info: protocol.TournamentInfo) -> dict[int, str]:
    return {player.number: player.name for player in info.players}
