"""What commands print: text, tables, JSON, progress."""

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from quincunx.core.messages import Message
from quincunx.tui import words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress


def plain_console(*, errors: bool = False) -> "Console":
    from quincunx.core.console import PlainConsole

    return PlainConsole(stderr=errors)


def progress_bar() -> "Progress":
    """A bar on standard error, so that what is printed can be piped; gone when it is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = plain_console(errors=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def parts_bar() -> "Progress":
    """The same for work that is measured in parts of the whole."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    console = plain_console(errors=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def show(renderable: "RenderableType") -> None:
    """Print; through the user's pager where it would not fit on the screen."""
    console = plain_console()
    if not console.is_terminal:
        console.print(renderable)
        return
    with console.capture() as captured:
        console.print(renderable)
    text = captured.get()
    if text.count("\n") < console.height:
        sys.stdout.write(text)
        return
    import pydoc

    os.environ.setdefault("LESS", "-R")
    pydoc.pager(text)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def no_text(error: UnicodeDecodeError) -> Message:
    return words.NO_TEXT_FILE(byte=str(error.start))
