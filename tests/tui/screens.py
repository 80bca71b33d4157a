"""Screens of the terminal as text: what a person sees in the middle of a match of each game.

`python -m tests.tui.screens` records them anew and prints what has changed.
"""

import random
import sys
from difflib import unified_diff
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from quincunx import GAMES, Match
from quincunx.core.narration import narrator_of
from quincunx.core.render import say
from quincunx.core.spec import GameSpec
from quincunx.tui.screen import Display

GOLDEN = Path(__file__).parent / "golden"
WIDTHS = (60, 80, 120)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
DECISIONS = 60
"""After so many a match is under way in every game; one that is shorter, before its last."""
NEWS = 4


def middle_of(spec: GameSpec) -> Match:
    """A match under way, the same every time."""
    seats = spec.usual_seats
    match, rng = Match(spec, seats, seed="screens", names=NAMES[:seats]), random.Random(5)
    for _ in range(DECISIONS):
        seat = rng.choice(match.actors)
        match.push(rng.choice(match.legal_actions(seat)), seat)
        if match.is_over:
            match.pop()
            break
    return match


def screen(match: Match, width: int) -> str:
    """The board, the last news and the prompt, as the seat that may act sees them."""
    console = Console(file=StringIO(), width=width, markup=False, highlight=False, emoji=False)
    display, seat = Display(match.spec), match.actors[0]
    console.print(display.board(match.view(seat), seat, match.names))
    for line in narrator_of(match.spec).told(match.walk(len(match) - NEWS), seat, match.names):
        if line.said:
            console.print(Text(f"• {say(line.said)}"))
    console.print(display.prompt(match.view(seat), seat))
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines()) + "\n"


def path_of(spec: GameSpec, width: int) -> Path:
    """Where a screen is kept."""
    return GOLDEN / f"{spec.slug}-{width}.txt"


def main() -> None:
    """Record all of them, and tell what is new."""
    GOLDEN.mkdir(exist_ok=True)
    for spec in GAMES:
        for width in WIDTHS:
            path, now = path_of(spec, width), screen(middle_of(spec), width)
            was = path.read_text(encoding="utf-8") if path.exists() else ""
            sys.stdout.writelines(unified_diff(was.splitlines(True), now.splitlines(True), path.name, path.name))
            path.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
