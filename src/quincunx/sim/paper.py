"""Score sheets and player aids as a page to print."""

import io
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.core.messages import Message
from quincunx.core.render import English, catalogue_of, render, rules_of
from quincunx.core.sheet import Boards, Chart, Scores, Sheet, Track
from quincunx.core.spec import GameSpec
from quincunx.core.words import PLAYER, SCORE_SHEET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
INCH = 25.4
MARGIN = 12.0
LINE = 3.9
"""Millimetres from line to line of the aid."""
WIDEST = 118
"""Letters on a line of the aid."""
MARK = "#d9d9d9"


class _Page:
    """Draws one part under the other, in millimetres from the top left corner."""

    def __init__(self, axes: "Axes", catalogue: English, width: float, height: float) -> None:
        self.axes, self.catalogue = axes, catalogue
        self.width, self.height = width, height
        self.y = MARGIN

    def say(self, said: Message | str) -> str:
        return said if isinstance(said, str) else render(said, self.catalogue)

    def text(self, x: float, y: float, text: str, size: float, **how: Any) -> None:
        self.axes.text(x, y, text, fontsize=size, **{"va": "center", "ha": "left", **how})

    def box(self, x: float, y: float, width: float, height: float, fill: str = "white") -> None:
        from matplotlib.patches import Rectangle

        self.axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor="black", linewidth=0.8))

    def scores(self, part: Scores, room: float) -> None:
        first = max(24.0, 1.75 * max(len(self.say(row)) for row in part.rows))
        wide = (self.width - 2 * MARGIN - first) / part.columns
        high = min(9.5, room / (len(part.rows) + 1))
        for number, row in enumerate((PLAYER(), *part.rows)):
            y = self.y + number * high
            self.box(MARGIN, y, first, high, MARK if number == 0 else "white")
            self.text(MARGIN + 1.5, y + high / 2, self.say(row), 8)
            for column in range(part.columns):
                self.box(MARGIN + first + column * wide, y, wide, high, MARK if number == 0 else "white")
        self.y += (len(part.rows) + 1) * high + 5

    def track(self, part: Track) -> None:
        wide = (self.width - 2 * MARGIN) / part.per_row
        for space in range(part.spaces):
            x, y = MARGIN + space % part.per_row * wide, self.y + space // part.per_row * 11
            self.box(x, y, wide, 11, MARK if space in part.marked else "white")
            star = "★ " if space in part.marked else ""
            self.text(x + wide / 2, y + 5.5, f"{star}{space}", 10, ha="center")
        self.y += (part.spaces + part.per_row - 1) // part.per_row * 11 + 5

    def boards(self, part: Boards) -> None:
        side, gap = 13.0, 8.0
        for _ in range(part.copies):
            self.text(MARGIN, self.y + 3, f"{self.say(PLAYER())}: ____________________", 10)
            self.y += 8
            for number, grid in enumerate(part.grids):
                for row, labels in enumerate(grid):
                    for column, label in enumerate(labels):
                        x = MARGIN + number * (3 * side + gap) + column * side
                        self.box(x, self.y + row * side, side, side, MARK if "/" in label else "white")
                        self.text(x + 1, self.y + row * side + 2.4, label, 7)
            for number in range(part.boxes):
                x = MARGIN + len(part.grids) * (3 * side + gap) + number % 2 * side
                self.box(x, self.y + number // 2 * side, side, side)
                self.text(x + side / 2, self.y + number // 2 * side + side / 2, "★", 12, ha="center", color="#aaaaaa")
            self.y += 3 * side + 7

    def chart(self, part: Chart) -> None:
        columns = len(part.rows[0])
        wide, high = (self.width - 2 * MARGIN) / columns, 10.0
        for number, row in enumerate(part.rows):
            for column, cell in enumerate(row):
                x, y = MARGIN + column * wide, self.y + number * high
                self.box(x, y, wide, high, MARK if number == 0 or column == 0 else "white")
                lines = textwrap.wrap(self.say(cell), max(8, int(wide / 1.6)))
                self.text(x + wide / 2, y + high / 2, "\n".join(lines), 6.5, ha="center")
        self.y += len(part.rows) * high + 5

    def aid(self, lines: list[str]) -> None:
        for line in lines:
            self.text(MARGIN, self.y + LINE / 2, line, 7.4)
            self.y += LINE


def sheet_file(spec: GameSpec, language: str, paper: str, form: str = "pdf") -> bytes:
    """A game's page as a PDF or PNG, in a language, on a paper."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    width, height = PAPERS[paper]
    figure = Figure(figsize=(width / INCH, height / INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    _fill(_Page(axes, catalogue_of(language), width, height), spec)
    return _saved(figure, form)


def _saved(figure: "Figure", form: str) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=form, dpi=110, metadata={"CreationDate": None} if form == "pdf" else None)
    return out.getvalue()


def _fill(page: _Page, spec: GameSpec) -> None:
    sheet: Sheet = spec.part("sheet").SHEET
    lines = _aid_lines(spec, sheet, page.catalogue)
    page.text(MARGIN, page.y + 4, spec.title, 18, weight="bold")
    page.text(page.width - MARGIN, page.y + 4, page.say(SCORE_SHEET()), 10, ha="right")
    page.y += 13
    for part in sheet.parts:
        if isinstance(part, Scores):
            page.scores(part, page.height - MARGIN - page.y - 5 - LINE * len(lines))
        elif isinstance(part, Track):
            page.track(part)
        elif isinstance(part, Boards):
            page.boards(part)
        else:
            page.chart(part)
    page.aid(lines)


def _aid_lines(spec: GameSpec, sheet: Sheet, catalogue: English) -> list[str]:
    """The sentences of the aid, each with its number, on lines of the page."""
    rules = dict(re.findall(r"^§(\d+) (.+)$", rules_of(spec, "RULES.md", catalogue), re.MULTILINE))
    lines: list[str] = []
    for number in sheet.aid:
        plain = re.sub(r"[*`_]", "", rules[str(number)])
        lines += textwrap.wrap(f"§{number} {plain}", WIDEST, subsequent_indent="      ")
    return lines


def write_sheet(spec: GameSpec, path: Path, language: str, paper: str) -> None:
    """Write a game's page."""
    path.write_bytes(sheet_file(spec, language, paper, path.suffix[1:].lower()))
