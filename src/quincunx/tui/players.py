"""The players: people at the keyboard and bots, seat by seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quincunx.bots import check_bot, default_bot
from quincunx.core import words as core_words
from quincunx.core.bots import read_bot
from quincunx.core.errors import SetupError
from quincunx.core.naming import LONGEST_NAME
from quincunx.core.render import say
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.tui import words

PERSON = "person"
"""The name of a person's seat in a transcript's header."""


@dataclass(frozen=True)
class Player:
    """The holder of a seat: a person, unless a bot's name is given."""

    name: str
    bot: str | None = None


def people(players: Iterable[Player]) -> list[Seat]:
    """The seats that people hold."""
    return [seat for seat, player in enumerate(players) if player.bot is None]


def players_for(spec: GameSpec, seats: int | None, bots: Sequence[str] | None, names: Sequence[str]) -> list[Player]:
    """The players by seat, people first.

    If `bots` is None, default bots take the seats without a name.
    """
    persons = len(names) or 1
    if seats is None:
        wanted = persons + len(bots) if bots is not None else max(2, persons)
        seats = min(max(wanted, spec.seats[0]), max(wanted, spec.seats[-1]))
    spec.check_seats(seats)
    for bot in bots or ():
        check_bot(spec, bot, seats)
    if bots is None:
        bots = [default_bot(spec)] * (seats - persons)
    if len(names) + len(bots) > seats:
        raise SetupError(core_words.DO_NOT_FIT(players=len(names) + len(bots), seats=core_words.SEATS(count=seats)))
    return [*_persons(names, seats - len(bots)), *_bots(bots, names)]


def _persons(names: Sequence[str], count: int) -> list[Player]:
    for name in names:
        if not name or any(letter in name for letter in "#\n\r\t"):
            raise SetupError(words.NO_NAME(name=quoted(name)))
        if len(name) > LONGEST_NAME:
            raise SetupError(words.LONG_NAME(length=len(name), most=LONGEST_NAME))
    if len(set(names)) < len(names):
        raise SetupError(words.SAME_NAME())
    numbers = range(len(names) + 1, count + 1)
    missing = [say(words.SOMEBODY() if count == 1 else words.PLAYER_NUMBER(number=number)) for number in numbers]
    return [Player(name) for name in (*names, *missing)]


def called(bot: str) -> str:
    """A bot's name at the table: its level, or its class."""
    read = read_bot(bot)
    return read.name.partition(":")[2] if read.is_outside else read.name.capitalize()


def _bots(bots: Sequence[str], taken: Sequence[str]) -> list[Player]:
    players: list[Player] = []
    used = set(taken)
    for bot in bots:
        name, number = called(bot), 1
        while name in used:
            number += 1
            name = f"{called(bot)} {number}"
        used.add(name)
        players.append(Player(name, bot))
    return players
