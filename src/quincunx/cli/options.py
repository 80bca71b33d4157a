"""The application, and the arguments and options that several commands share."""

import math
from typing import Annotated

import typer

from quincunx.cli.usage import App
from quincunx.games import GAMES

BROKEN_PIPE, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes: nobody reads what is printed; the input is wrong; Ctrl-C."""

app = App(
    name="quincunx",
    help="Five dice games on one engine: play them, look up their rules, simulate them."
    " Without a command the hall opens, a page in the browser.",
    epilog="quincunx play phase10",
    pretty_exceptions_enable=False,
)


def complete_game(start: str) -> list[str]:
    """The games that begin like what is typed, for the shell."""
    return [spec.slug for spec in GAMES if spec.slug.startswith(start)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="One of {games}.", show_default=False, autocompletion=complete_game),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, host:6379, ray://host:10001, or local for one of this machine alone.",
        show_default=False,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME=CHOICE", help="Play by a variant; can be given several times."),
]


Db = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…; a file in the user's data folder by default."),
]


def finite(number: float) -> float:
    """The same number, unless it is none (`nan`) or without end (`inf`)."""
    if not math.isfinite(number):
        raise typer.BadParameter(str(number))
    return number


_swallowed: list[object] = []
