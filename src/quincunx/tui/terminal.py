"""Printing to the terminal and reading typed lines."""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx.core.console import PlainConsole
from quincunx.core.errors import QuincunxError
from quincunx.core.render import say

CURSOR = "> "
ERASE = "\x1b[H\x1b[2J\x1b[3J"
"""Puts the cursor at the top, empties the screen, and leaves nothing to scroll back to."""

ERASE_LINE = "\r\x1b[2K"


class Terminal:
    """A console and a function that reads lines."""

    def __init__(self, console: Console | None = None, read: Callable[[str], str] | None = None) -> None:
        self.console = console or PlainConsole()
        self._read = read or line_reader()
        self._is_asking = False

    def say(self, *parts: RenderableType) -> None:
        """Print each on its own line."""
        for part in parts:
            self.console.print(part)

    def complain(self, reason: QuincunxError | str) -> None:
        """Print an error in one line."""
        if isinstance(reason, QuincunxError):
            reason = say(reason.message)
        self.console.print(Text(f"✗ {reason}", style="red"))

    def ask(self, question: str) -> str:
        """Ask for a line and return it stripped."""
        self.console.print(Text(question, style="bold cyan"))
        self._is_asking = True
        try:
            return self._read(CURSOR).strip()
        finally:
            self._is_asking = False

    def interject(self, *parts: RenderableType) -> None:
        """Print from another thread while a person types.

        The typed line is shown again underneath. Prints nothing unless a line is being read.
        """
        if not self._is_asking:
            return
        self.console.file.write(ERASE_LINE if self.console.is_terminal else "\n")
        self.say(*parts)
        readline = sys.modules.get("readline")
        self.console.file.write(CURSOR + (readline.get_line_buffer() if readline is not None else ""))
        self.console.file.flush()

    def hide(self) -> None:
        """Clear the screen, the scrollback and the input history."""
        if self.console.is_terminal:
            self.console.file.write(ERASE)
            self.console.file.flush()
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def complete_with(self, words: Callable[[], Iterable[str]]) -> None:
        """Set the words for Tab completion."""
        readline = sys.modules.get("readline")
        if readline is None:
            return

        def complete(start: str, index: int) -> str | None:
            fitting = sorted({word for word in words() if word.lower().startswith(start.lower())})
            return f"{fitting[index]} " if index < len(fitting) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


def line_reader() -> Callable[[str], str]:
    """The function that reads a line, with editing if possible."""
    if not sys.stdin.isatty():
        return _read_and_echo
    with suppress(ImportError):
        import readline  # noqa: F401  # line editing and history for input()
    return input


def _read_and_echo(cursor: str) -> str:
    """Read a line of a file or pipe and echo it."""
    line = input(cursor)
    sys.stdout.write(f"{line}\n")
    return line
