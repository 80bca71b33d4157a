"""Score sheets and player aids as a page to print."""

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.core.messages import Message
from quincunx.core.render import English, catalogue_of, render, rules_of
from quincunx.core.sheet import Boards, Chart, Scores, Sheet, Track
from quincunx.core.spec import GameSpec
from quincunx.core.words import PLAYER, SCORE_SHEET, SHEET_AID, SHEET_TOTAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
INCH = 25.4
POINT = INCH / 72
MARGIN = 12.0
GAP = 6.0
"""Millimetres between parts."""
LINE = 3.7
"""Millimetres from line to line of the aid."""
AID_SIZE = 7.6
AID_HEAD = 7.0
HANGING = 8.5
"""Millimetres by which the sentences of the aid are indented behind their numbers."""
HIGHEST_ROW = 12.5
DARK, MARK, PALE, FAINT = "#222222", "#dddddd", "#f1f1f1", "#8a8a8a"


def wide_as(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text in millimetres."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(weight="bold" if bold else "normal", size=size)
    return POINT * float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines that are no wider than that many millimetres."""
    lines: list[str] = []
    for word in text.split():
        if lines and wide_as(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class _Page:
    """Draws one part under the other, in millimetres from the top left corner."""

    def __init__(self, axes: "Axes", catalogue: English, width: float, height: float) -> None:
        self.axes, self.catalogue = axes, catalogue
        self.width, self.height = width, height
        self.inner = width - 2 * MARGIN
        self.y = MARGIN

    def say(self, said: Message | str) -> str:
        return said if isinstance(said, str) else render(said, self.catalogue)

    def text(self, x: float, y: float, text: str, size: float, **how: Any) -> None:
        self.axes.text(x, y, text, fontsize=size, **{"va": "center", "ha": "left", "color": DARK, **how})

    def box(self, x: float, y: float, width: float, height: float, fill: str = "white", **how: Any) -> None:
        from matplotlib.patches import Rectangle

        look = {"facecolor": fill, "edgecolor": FAINT, "linewidth": 0.5, **how}
        self.axes.add_patch(Rectangle((x, y), width, height, **look))

    def frame(self, x: float, y: float, width: float, height: float, fill: str = "none", **how: Any) -> None:
        """A box with round corners and a strong line."""
        from matplotlib.patches import FancyBboxPatch

        look = {"facecolor": fill, "edgecolor": DARK, "linewidth": 1.1, **how}
        style = "round,pad=0,rounding_size=1.4"
        self.axes.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=style, **look))

    def head(self, spec: GameSpec) -> None:
        """Draw the title beside five pips, and the tagline."""
        self.frame(MARGIN, self.y, 13, 13, DARK)
        for x, y in ((3, 3), (10, 3), (6.5, 6.5), (3, 10), (10, 10)):
            self.text(MARGIN + x, self.y + y, "●", 6.5, color="white", ha="center")
        self.text(MARGIN + 17, self.y + 4.4, spec.title, 21, weight="bold")
        self.text(MARGIN + 17, self.y + 11, self.say(spec.tagline()), 8.5, color="#555555")
        self.text(self.width - MARGIN, self.y + 4.4, self.say(SCORE_SHEET()), 10, ha="right", color="#555555")
        self.y += 13 + GAP

    def scores(self, part: Scores, room: float) -> None:
        names = [self.say(row) for row in (PLAYER(), *part.rows)]
        first = max(16.0, 4 + max(wide_as(name, 8.5, bold=True) for name in names))
        wide = (self.inner - first) / part.columns
        high = min(HIGHEST_ROW, room / len(names))
        for number, name in enumerate(names):
            y = self.y + number * high
            is_head, is_sum = number == 0, number == len(names) - 1 and not name.isdecimal()
            fill = MARK if is_head or is_sum else PALE if number % 2 == 0 else "white"
            for column in range(part.columns):
                self.box(MARGIN + first + column * wide, y, wide, high, fill)
            self.box(MARGIN, y, first, high, fill)
            self.text(MARGIN + 2, y + high / 2, name, 8.5, weight="bold" if is_head or is_sum else "normal")
        self.frame(MARGIN, self.y, self.inner, len(names) * high)
        self.y += len(names) * high + GAP

    def track(self, part: Track) -> None:
        wide, high = self.inner / part.per_row, 12.0
        rows = (part.spaces + part.per_row - 1) // part.per_row
        for space in range(part.spaces):
            x, y = MARGIN + space % part.per_row * wide, self.y + space // part.per_row * high
            wins = space in part.marked
            self.frame(x + 0.7, y + 0.7, wide - 1.4, high - 1.4, DARK if wins else "white", linewidth=0.7)
            self.text(
                x + wide / 2,
                y + high / 2,
                f"★ {space}" if wins else str(space),
                11.5 if wins else 10.5,
                ha="center",
                weight="bold" if wins else "normal",
                color="white" if wins else DARK,
            )
        self.y += rows * high + GAP

    def boards(self, part: Boards, room: float) -> None:
        across = sum(len(grid[0]) for grid in part.grids) + (part.boxes + 1) // 2
        down = len(part.grids[0])
        high = room / part.copies
        side = min((self.inner - GAP * len(part.grids)) / across, (high - 8 - GAP) / down)
        gap = (self.inner - side * across) / len(part.grids)
        for _ in range(part.copies):
            self.text(MARGIN, self.y + 3.4, f"{self.say(PLAYER())}:", 9.5, weight="bold")
            self._rule(MARGIN + 20, self.y + 5.4, 66)
            legend = " · ".join(f"{letter} {self.say(said)}" for letter, said in part.legend)
            self.text(self.width - MARGIN, self.y + 3.6, legend, 7.5, ha="right", color="#555555")
            x = MARGIN
            for grid in part.grids:
                self._grid(grid, x, self.y + 8, side)
                x += side * len(grid[0]) + gap
            for number in range(part.boxes):
                left, top = x + number % 2 * side, self.y + 8 + number // 2 * side
                self.frame(left + 0.6, top + 0.6, side - 1.2, side - 1.2, "white", linewidth=0.8)
                self.text(left + side / 2, top + side / 2, "★", 20, ha="center", color=MARK)
            rest = down - (part.boxes + 1) // 2
            self.frame(x + 0.6, self.y + 8 + (down - rest) * side + 0.6, 2 * side - 1.2, rest * side - 1.2, PALE)
            self.text(x + 2.2, self.y + 8 + (down - rest) * side + 3.6, self.say(SHEET_TOTAL()), 7)
            self.y += high

    def _grid(self, grid: tuple[tuple[str, ...], ...], x: float, y: float, side: float) -> None:
        """Draw boxes with the letters of their colours, and numbers named like their rows."""
        for row, labels in enumerate(grid):
            for column, label in enumerate(labels):
                left, top = x + column * side, y + row * side
                first, _, second = label.partition("/")
                self.box(left, top, side, side, PALE if second else "white", edgecolor=DARK, linewidth=0.6)
                self.text(left + 1.1, top + 2.6, first, 8, weight="bold")
                if second:
                    self.text(left + side - 1.1, top + side - 2.6, second, 8, weight="bold", ha="right")
                self.text(left + side - 1, top + 2.4, str(row * len(labels) + column + 1), 5.5, ha="right", color=FAINT)
        self.frame(x, y, side * len(grid[0]), side * len(grid))

    def _rule(self, x: float, y: float, width: float) -> None:
        self.box(x, y, width, 0, linewidth=0.7, edgecolor=DARK)

    def chart(self, part: Chart) -> None:
        columns = len(part.rows[0])
        wide, high = self.inner / columns, 11.0
        for number, row in enumerate(part.rows):
            for column, cell in enumerate(row):
                x, y = MARGIN + column * wide, self.y + number * high
                is_head = number == 0 or column == 0
                self.box(x, y, wide, high, MARK if is_head else "white")
                said = SIGNS.get(self.say(cell), self.say(cell))
                size = 15 if said in SIGNS.values() else 8
                lines = wrapped(said, size, wide - 3)
                weight = "bold" if is_head or size > 8 else "normal"
                self.text(x + wide / 2, y + high / 2, "\n".join(lines), size, ha="center", weight=weight)
        self.frame(MARGIN, self.y, self.inner, len(part.rows) * high)
        self.y += len(part.rows) * high + GAP

    def aid(self, columns: list[list[tuple[str, str]]]) -> None:
        """Draw the rules at a glance, in two columns in a box."""
        high = aid_height(columns)
        self.frame(MARGIN, self.y, self.inner, high, PALE)
        self.text(MARGIN + 3, self.y + 4.2, self.say(SHEET_AID()), 9.5, weight="bold")
        for number, lines in enumerate(columns):
            x = MARGIN + 3 + number * self.inner / 2
            for place, (mark, line) in enumerate(lines):
                y = self.y + AID_HEAD + (place + 0.5) * LINE
                self.text(x, y, mark, AID_SIZE, weight="bold")
                self.text(x + HANGING, y, line, AID_SIZE)


SIGNS = {"+": "✓", "–": "✗"}
"""Signs of a chart as they are drawn."""


def aid_height(columns: list[list[tuple[str, str]]]) -> float:
    """Millimetres of the box of the aid."""
    return AID_HEAD + max(map(len, columns)) * LINE + 2.5


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
    columns = _aid_columns(spec, sheet, page)
    page.head(spec)
    bottom = page.height - MARGIN - aid_height(columns)
    for part in sheet.parts:
        room = bottom - page.y - GAP
        if isinstance(part, Scores):
            page.scores(part, room)
        elif isinstance(part, Track):
            page.track(part)
        elif isinstance(part, Boards):
            page.boards(part, room)
        else:
            page.chart(part)
    page.y = bottom
    page.aid(columns)


def _aid_columns(spec: GameSpec, sheet: Sheet, page: _Page) -> list[list[tuple[str, str]]]:
    """The sentences of the aid in lines of two columns, each with its number at its first line."""
    rules = dict(re.findall(r"^§(\d+) (.+)$", rules_of(spec, "RULES.md", page.catalogue), re.MULTILINE))
    width = page.inner / 2 - HANGING - 9
    sentences = []
    for number in sheet.aid:
        lines = wrapped(re.sub(r"[*`_]", "", rules[str(number)]), AID_SIZE, width)
        sentences.append([(f"§{number}" if place == 0 else "", line) for place, line in enumerate(lines)])
    left: list[tuple[str, str]] = []
    half = sum(map(len, sentences)) / 2
    while sentences and len(left) + len(sentences[0]) / 2 <= half:
        left += sentences.pop(0)
    return [left, [line for lines in sentences for line in lines]]


def write_sheet(spec: GameSpec, path: Path, language: str, paper: str) -> None:
    """Write a game's page."""
    path.write_bytes(sheet_file(spec, language, paper, path.suffix[1:].lower()))
