"""The application, and the arguments and options that several commands share."""

import math
from typing import Annotated

import typer

from quincunx.cli.usage import App
from quincunx.games import GAMES

BROKEN_PIPE, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes: closed pipe, invalid input, Ctrl-C."""

app = App(
    name="quincunx",
    help="Five dice games on one engine: play them, look up their rules, simulate them."
    " Without a command, it opens the hall in the browser.",
    epilog="quincunx play phase10",
    pretty_exceptions_enable=False,
)


def complete_game(start: str) -> list[str]:
    """The games that start with the typed text, for shell completion."""
    return [spec.slug for spec in GAMES if spec.slug.startswith(start)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="One of {games}.", show_default=False, autocompletion=complete_game),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Use a Ray cluster: auto, host:6379, ray://host:10001, or local for a temporary one on this machine.",
        show_default=False,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME=CHOICE", help="Choose a variant; may be repeated."),
]


Db = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…. Default: a file in the user's data folder."),
]


def finite(number: float) -> float:
    """Return the number, or refuse `nan` and `inf`."""
    if not math.isfinite(number):
        raise typer.BadParameter(str(number))
    return number
