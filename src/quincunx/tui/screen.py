"""Boards, standings and other tables for the terminal."""

import re
from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from quincunx.core.fields import Schema
from quincunx.core.match import Match
from quincunx.core.messages import Sentence
from quincunx.core.render import digits, rules_of, say
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import UNITS, quoted
from quincunx.tui import words

MOMENTS = 10
"""Columns of the table that says how a match went."""
LISTED = 60
"""The most legal actions to list one by one; of more, only examples are shown."""
EXAMPLES = 8
"""The number of examples then."""
LAST_NEWS = 4
"""The most lines of news between board and prompt."""
AROUND = 3
"""The lines of a screen besides board and news: the rule, the question, what is typed."""


class Display:
    """A game's display, or a plain one if it has none."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.part = spec.part("display") if spec.has_part("display") else None

    def board(self, view: Schema, seat: Seat, names: list[str]) -> RenderableType:
        """The board for the person at that seat."""
        if self.part is None:
            return fields_table(view)
        drawn: RenderableType = self.part.board(view, seat, names)
        return drawn

    def prompt(self, view: Schema, seat: Seat) -> str:
        """The question to the seat now."""
        asked = words.WHAT_DO_YOU_DO() if self.part is None else self.part.prompt(view, seat)
        return say(asked)

    @property
    def help(self) -> list[tuple[str, str]]:
        """The game's commands with explanations."""
        return spoken_help([("", words.TYPED_AS_LISTED)] if self.part is None else self.part.HELP)


def last_news(console: Console, board: RenderableType, news: list[str]) -> list[str]:
    """The latest news that fits under the board."""
    last = news[-LAST_NEWS:]
    if console.is_terminal:
        room = console.height - len(console.render_lines(board)) - AROUND
        while len(last) > 1 and sum(len(console.render_lines(Text(f"• {said}"))) for said in last) > room:
            del last[0]
    return last


def fields_table(view: Schema) -> RichTable:
    """Every field that is not zero, for a game without a display."""
    table = RichTable(box=box.SIMPLE_HEAD, show_header=False)
    for word in repr(view).partition("(")[2].rstrip(")").split():
        table.add_row(*word.split("=", 1))
    return table


def spoken_help(lines: Iterable[tuple[str, Sentence]]) -> list[tuple[str, str]]:
    """Lines of help in the reader's language."""
    return [(typed, say(sentence())) for typed, sentence in lines]


def help_page(lines: Iterable[tuple[str, str]]) -> Group:
    """The commands and what they do, in two columns."""
    parts: list[RenderableType] = []
    table: RichTable | None = None
    for typed, what in lines:
        if not typed:
            table = None
            parts.append(Text(what))
            continue
        if table is None:
            table = RichTable.grid(padding=(0, 2, 0, 0))
            table.add_column(no_wrap=True, style="bold")
            parts.append(table)
        table.add_row(Text(typed), Text(what))
    return Group(*parts)


def legal_text(match: Match, seat: Seat) -> str:
    """The legal actions, or some of them when there are many."""
    legal = match.legal_actions(seat)
    if len(legal) <= LISTED:
        return " · ".join(match.format_action(action, seat) for action in legal)
    step = len(legal) // EXAMPLES
    examples = " · ".join(match.format_action(action, seat) for action in legal[::step][:EXAMPLES])
    return say(words.MANY_LEGAL(count=len(legal), examples=examples))


def rules_text(spec: GameSpec, word: str = "") -> str:
    """The rules and rulings, or only lines with a word."""
    text = rules_of(spec, "RULES.md") + "\n" + rules_of(spec, "RULINGS.md")
    if not word:
        return text
    lines = [line for line in text.splitlines() if word.lower() in line.lower()]
    return "\n".join(lines) or say(words.NO_RULE_SPEAKS(word=quoted(word)))


def number_seats(line: str, names: list[str]) -> str:
    """Replace players' names by seat numbers in a line.

    The longest names come first.
    """
    for seat, name in sorted(enumerate(names), key=lambda item: -len(item[1])):
        line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", str(seat), line, flags=re.IGNORECASE)
    return line


def standings_table(match: Match) -> RenderableType:
    """Place, name and points, best first."""
    title = (words.STANDINGS if match.is_over else words.STANDINGS_SO_FAR)()
    table = RichTable(box=box.SIMPLE_HEAD)
    table.add_column(say(words.PLACE()), justify="right")
    table.add_column(say(words.PLAYER()))
    table.add_column(say(UNITS[match.spec.unit]()), justify="right")
    for row in match.standings():
        wins = match.is_over and row.place == 1
        name = Text(match.names[row.seat] + (" ★" if wins else ""))
        table.add_row(str(row.place), name, digits(row.points, ","), style="bold" if wins else "")
    return Group(Text(say(title), style="italic"), table)


def course_table(match: Match) -> RichTable | None:
    """The points at ten moments; None for shorter matches."""
    actions = [number for number, event in enumerate(match.events, 1) if not event.by_chance]
    if len(actions) < MOMENTS:
        return None
    moments = [len(actions) * step // MOMENTS for step in range(1, MOMENTS + 1)]
    columns = _points_after(match, [actions[moment - 1] for moment in moments])
    title = say(words.HOW_IT_WENT[match.spec.unit]())
    table = RichTable(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("")
    for moment in moments:
        table.add_column(str(moment), justify="right", min_width=len(str(moments[-1])))
    for seat, name in enumerate(match.names):
        table.add_row(Text(name), *(_point(column, seat) for column in columns))
    return table


def _point(column: dict[Seat, tuple[int, int]], seat: Seat) -> Text:
    place, points = column[seat]
    return Text(str(points), style="bold" if place == 1 else "")


def _points_after(match: Match, lengths: list[int]) -> list[dict[Seat, tuple[int, int]]]:
    """Place and points by seat after each of these numbers of events.

    The last moment includes everything that followed.
    """
    moments = [match.fork(at) for at in lengths[:-1]] + [match]
    return [{row.seat: (row.place, row.points) for row in moment.standings()} for moment in moments]
