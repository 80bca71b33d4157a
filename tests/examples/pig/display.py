"""Pig in a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from quincunx.core.seats import Seat
from tests.examples.pig.rules import State

HELP = "roll, or hold"


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    scores = ", ".join(f"{names[n]} {view.score[n]}" for n in range(view.seats))
    return Text(f"{scores}; this turn {view.brought}")


def prompt(view: State, seat: Seat) -> str:
    return f"{view.brought} so far: roll or hold"
