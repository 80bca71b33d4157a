"""Output of commands: text, tables, JSON, progress."""

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


def progress_bar(*, parts: bool = False) -> "Progress":
    """Show a progress bar on standard error while work is done, which is counted or measured as a part of the whole.

    Standard output stays clean for pipes.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    done = TaskProgressColumn() if parts else MofNCompleteColumn()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
    console = plain_console(errors=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def show(renderable: "RenderableType") -> None:
    """Print, with the user's pager if the text exceeds the screen."""
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
