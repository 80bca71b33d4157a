"""Read typed lines while a clock runs."""

import contextlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from rich.console import Console

from quincunx.tui.terminal import line_reader

with contextlib.suppress(ImportError):  # there is no termios on Windows
    import select
    import termios
    import tty

ENTER, ERASE, ERASE_ALL, END, ESCAPE = "\r\n", "\x7f\x08", "\x15", "\x04", "\x1b"


class Pace(Protocol):
    """A clock in milliseconds and a source of typed lines."""

    single_keys: bool
    """Whether keys come one by one while alert; if not, all lines of the session must be read from here."""
    typing: str
    """The start of the next line, as typed so far."""

    def now(self) -> int:
        """The time in milliseconds, counted from some moment."""
        ...

    def line(self, until: int | None) -> str | None:
        """The next line as soon as it is there.

        Return None if it is not there at the time `until`, or if only a key was pressed.
        """
        ...

    def alert(self) -> contextlib.AbstractContextManager[object]:
        """Read single keys while it lasts; the caller shows the typed text."""
        ...


def milliseconds() -> int:
    """The time of the machine's own clock, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class PipedLines:
    """Lines of a file, a pipe or a simple terminal.

    A thread waits for them.
    """

    single_keys = False

    def __init__(self, file: int = 0) -> None:
        self.typing = ""
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._file = file
        self._thread: threading.Thread | None = None

    def now(self) -> int:
        """The time of the machine's own clock, in milliseconds."""
        return milliseconds()

    def line(self, until: int | None) -> str | None:
        """The next line; an EOFError after the last."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._wait_for_lines, daemon=True)
            self._thread.start()
        try:
            line = self._lines.get(timeout=None if until is None else max(0, until - self.now()) / 1000)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def alert(self) -> contextlib.AbstractContextManager[object]:
        """Nothing changes: lines come whole."""
        return contextlib.nullcontext()

    def _wait_for_lines(self) -> None:
        """Read lines without Python's buffers.

        A thread that waits inside those would block the end of the program.
        """
        rest = b""
        while data := os.read(self._file, 4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._lines.put(line.decode(errors="replace"))
        if rest:
            self._lines.put(rest.decode(errors="replace"))
        self._lines.put(None)


class Keys:
    """Single keys, joined to lines here.

    So the screen can change while a person types.
    """

    single_keys = True

    def __init__(self, file: int = 0) -> None:
        self.typing = ""
        self._file = file
        self._skipping = False

    def now(self) -> int:
        """The time of the machine's own clock, in milliseconds."""
        return milliseconds()

    @contextlib.contextmanager
    def alert(self) -> Iterator[None]:
        """Keys come one by one and are not echoed; Ctrl-C still interrupts."""
        before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)
        try:
            yield
        finally:
            self.typing = ""
            termios.tcsetattr(self._file, termios.TCSADRAIN, before)

    def line(self, until: int | None) -> str | None:
        """While alert: the next line; None also after every key, so that the caller can show it."""
        wait = None if until is None else max(0, until - self.now()) / 1000
        if not select.select([self._file], [], [], wait)[0]:
            return None
        for key in os.read(self._file, 1).decode(errors="ignore"):
            if key in ENTER:
                line, self.typing = self.typing, ""
                return line
            self._edit(key)
        return None

    def _edit(self, key: str) -> None:
        if key == END and not self.typing:
            raise EOFError
        if key == ESCAPE or self._skipping:  # arrows and their like: \x1b [ … letter
            self._skipping = key in (ESCAPE, "[") or not key.isalpha()
        elif key in ERASE:
            self.typing = self.typing[:-1]
        elif key == ERASE_ALL:
            self.typing = ""
        elif key.isprintable():
            self.typing += key


def real_pace(console: Console) -> Pace:
    """Return `Keys` on an interactive terminal, else `PipedLines`."""
    drawable = sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal
    return Keys() if drawable and "termios" in sys.modules else PipedLines()


@contextlib.contextmanager
def lines_for_a_thread() -> Iterator[Callable[[], str]]:
    """A way to read lines in a thread that may still wait for one when the program ends.

    It holds none of Python's locks then. A terminal, from which readline takes the echo meanwhile, is left as it was.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):  # then input() waits inside Python's buffers
        yield partial(_next_line, PipedLines(), echo=not sys.stdin.isatty())
    elif "termios" not in sys.modules:
        yield partial(line_reader(), "")
    else:
        file = sys.stdin.fileno()
        before = termios.tcgetattr(file)
        try:
            yield partial(line_reader(), "")
        finally:
            termios.tcsetattr(file, termios.TCSADRAIN, before)


def _next_line(lines: PipedLines, *, echo: bool) -> str:
    line = lines.line(None) or ""
    if echo:
        sys.stdout.write(f"{line}\n")
    return line
