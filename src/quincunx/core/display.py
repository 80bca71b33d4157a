"""Helpers for boards in a terminal, drawn by Rich to fit its width."""

from collections.abc import Callable, Iterator
from typing import Any

NARROW = 76
"""Below this width boards are drawn to fit into 60 columns."""


class Fitted:
    """Something that is drawn for the width that there is."""

    def __init__(self, draw: Callable[[int], Any]) -> None:
        self.draw = draw

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        yield self.draw(options.max_width)
