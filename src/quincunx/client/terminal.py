"""`quincunx join` and `quincunx open`: a hall's table in the terminal."""

import asyncio
import contextlib
import ipaddress
import re
from collections.abc import Callable
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from rich.console import Console
from rich.text import Text

from quincunx import protocol
from quincunx.bots import check_bot
from quincunx.client import words
from quincunx.client.bot import Guest
from quincunx.client.connection import HallClient
from quincunx.client.seat import RemoteSeat, Typed
from quincunx.client.tournament import take_part
from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError
from quincunx.core.naming import clean_name
from quincunx.core.render import say
from quincunx.core.words import quoted
from quincunx.games import game
from quincunx.tui.pace import lines_for_a_thread


class Invitation(NamedTuple):
    """The target of a link."""

    hall: str
    to: Literal["t", "tournaments"]
    id: str
    token: str | None
    """The token of the seat, or of the player in a tournament; None if the link has none."""


def read_link(link: str) -> Invitation:
    """Split an invitation to a table or a tournament."""
    parts = _split(link)
    names = [] if parts is None else parts.path.strip("/").split("/")
    if parts is not None and len(names) > 1 and re.fullmatch(r"[\w-]+", names[-1], re.ASCII):
        origin, token = f"{parts.scheme}://{parts.netloc}", parts.fragment or None
        match names[-2]:
            case "t" | "tournaments" as kind:
                return Invitation(origin, kind, names[-1], token)
    raise SetupError(words.NO_INVITATION(link=quoted(link)))


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
    hall_url, kind, table, token = read_link(link)
    hall = HallClient(hall_url)
    if kind == "tournaments":
        await take_part(hall, table, token, clean_name(name), watch, Typed(ask), console, bot)
        return
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
            await RemoteSeat(client, game(info.game), Typed(ask), console).run()


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
            await RemoteSeat(client, spec, Typed(ask), console).run()


def leads_here(origin: str) -> bool:
    """Whether an origin points to this computer."""
    name = urlsplit(origin).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
