"""Sessions without a terminal: lines go in, text comes out."""

import re
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from quincunx.core.spec import GameSpec
from quincunx.tui.play import play
from quincunx.tui.terminal import Terminal


class Screen:
    """A terminal whose person types the given lines, then closes it; `keys` sees the text so far."""

    def __init__(self, lines: Iterable[str], *, width: int = 80, height: int | None = None) -> None:
        self.file = StringIO()
        settings: dict[str, Any] = {"markup": False, "highlight": False, "emoji": False, "color_system": None}
        console = Console(file=self.file, width=width, height=height, force_terminal=height is not None, **settings)
        self.terminal = Terminal(console, self._read)
        self._lines = iter(lines)

    def _read(self, cursor: str) -> str:
        try:
            line = next(self._lines)
        except StopIteration:
            raise EOFError from None
        self.file.write(f"{cursor}{line}\n")
        return line

    @property
    def text(self) -> str:
        """All that was printed, what was typed included."""
        return self.file.getvalue()

    @property
    def words(self) -> str:
        """The text without line breaks, to look for sentences in."""
        return re.sub(r"\s+", " ", self.text)


def session(lines: Iterable[str], which: str | GameSpec = "phase10", **options: Any) -> Screen:
    """Play by these lines until they end or the match does."""
    screen = Screen(lines)
    assert play(which, terminal=screen.terminal, **options) == 0
    return screen


def events(path: Path) -> list[str]:
    """The lines of a transcript after its header."""
    return [line for line in path.read_text().partition("\n\n")[2].splitlines() if line]


class Simulated:
    """A pace whose clock jumps: a line comes when the script says so, time passes only by waiting."""

    single_keys = False
    typing = ""

    def __init__(self, lines: Iterable[tuple[int, str]]) -> None:
        self.time = 0
        self._lines = list(lines)

    def now(self) -> int:
        return self.time

    def line(self, until: int | None) -> str | None:
        if self._lines and (until is None or self._lines[0][0] <= until):
            at, line = self._lines.pop(0)
            self.time = max(self.time, at)
            return line
        if until is None:
            raise EOFError
        self.time = max(self.time, until)
        return None

    def alert(self) -> AbstractContextManager[object]:
        return nullcontext()
