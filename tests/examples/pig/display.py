"""Pig in a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import Seat
from tests.examples.pig import words
from tests.examples.pig.rules import State

HELP = words.HELP


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    scores = ", ".join(f"{names[n]} {view.score[n]}" for n in range(view.seats))
    return Text(say(words.THIS_TURN(scores=scores, brought=view.brought)))


def prompt(view: State, seat: Seat) -> Message:
    return words.PROMPT(brought=view.brought)
