"""A console that prints texts from others (names, file names, messages of a hall) safely."""

from collections.abc import Iterable
from io import StringIO
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from quincunx.core.render import printable


class PlainConsole(Console):
    """Prints texts literally: no markup, no emoji names, no terminal escapes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, markup=False, highlight=False, emoji=False)

    def print_qr(self, text: str) -> None:
        """A QR code of a text."""
        import segno

        drawn = StringIO()
        segno.make(text).terminal(out=drawn, compact=True)
        self.file.write(drawn.getvalue())

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Rich's rendering, without control characters from user input."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))
