"""Lowdown in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quincunx.core.display import NARROW, Fitted
from quincunx.core.messages import Message, Value
from quincunx.core.render import say
from quincunx.core.seats import HIDDEN, SPECTATOR, Seat, holds
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOX_COLOURS,
    COLOURS,
    EMPTY,
    GRID_BOXES,
    GRID_COLOURS,
    GRIDS,
    NUMBERS,
    ROW_BOXES,
    ROWS,
    SIDE,
    open_rows,
    score,
)
from quincunx.games.lowdown.legality import boxes_for, has_wild, numbers_for
from quincunx.games.lowdown.notation import COLOUR_LETTERS, COLOURS_SAID, GRID_LETTERS, ROW_NAMES
from quincunx.games.lowdown.rules import secret_roller
from quincunx.games.lowdown.state import (
    DICE_OF_A_KIND,
    DRAWING,
    ENDED,
    OPEN_DICE,
    PICKING,
    ROLLING,
    SECRET,
    WILD_BOXES,
    State,
)

COLOUR_STYLES = (
    "dim",
    "white on red",
    "black on dark_orange",
    "black on yellow",
    "black on green",
    "white on blue",
    "white on purple",
)
HALF_STYLE = "black on grey70"
CROSSED_STYLE = "dim strike"
BLACK_STYLE = "white on black"

HELP = words.HELP


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """All boards, one's own first, and the dice."""
    own = 0 if seat == SPECTATOR else seat
    order = [(own + step) % view.seats for step in range(view.seats)]
    boards = Fitted(lambda width: _boards(view, order, names, 1 if width < NARROW else 2))
    return boards if view.stage == ENDED else Group(boards, _dice(view, names))


def _boards(view: State, order: Sequence[Seat], names: Sequence[str], a_line: int) -> Table:
    boards = Table.grid(padding=(0, 1))
    for start in range(0, len(order), a_line):
        boards.add_row(*(_board(view, who, names) for who in order[start : start + a_line]))
    return boards


def prompt(view: State, seat: Seat) -> Message:
    """The choice that the seat must make now."""
    if view.stage == PICKING:
        return words.PROMPT_PICK()
    if holds(view.writing, seat):
        return _write_prompt(view, seat)
    rows = open_rows(view.box, seat, view.crossed[seat])
    return words.PROMPT_CROSS(rows=", ".join(ROW_NAMES[row] for row in range(ROWS) if rows >> row & 1))


def _write_prompt(view: State, seat: Seat) -> Message:
    if not (boxes_for(view, seat) or has_wild(view, seat)):
        return words.PROMPT_BLACK()
    wilds = WILD_BOXES - view.wilds[seat]
    numbers = _either([number for number in range(1, NUMBERS + 1) if numbers_for(view, seat) >> number & 1])
    if not boxes_for(view, seat):
        return words.PROMPT_WILD(numbers=numbers, count=wilds)
    return words.PROMPT_WRITE(numbers=numbers, colours=_either(_colours_for(view, seat)), count=wilds)


def _colours_for(view: State, seat: Seat) -> list[Message]:
    return [
        COLOURS_SAID[colour]()
        for colour in range(1, COLOURS + 1)
        if any(
            view.colour[die] == colour and (die == view.picked_colour) == (seat == view.active)
            for die in range(DICE_OF_A_KIND)
        )
    ]


def _either(choices: Sequence[Value]) -> Value:
    """One of them, or "this or that"."""
    *most, last = choices
    return words.EITHER(first=_either(most), last=last) if most else last


def _board(view: State, who: Seat, names: Sequence[str]) -> Panel:
    text = Text()
    for letter, (first, second) in zip(GRID_LETTERS, GRID_COLOURS, strict=True):
        text.append(f"{'    ' if letter == GRID_LETTERS[0] else ' '}")
        text.append(f"{f'{letter} {COLOUR_LETTERS[first]}/{COLOUR_LETTERS[second]}':9}", style="bold")
    crossed = {box for row in range(ROWS) if view.crossed[who] >> row & 1 for box in ROW_BOXES[row]}
    for line in range(SIDE):
        text.append(f"\n{line * SIDE + 1}-{line * SIDE + SIDE} ", style="dim")
        for grid in range(GRIDS):
            for column in range(SIDE):
                box = grid * GRID_BOXES + line * SIDE + column
                text.append_text(_box(view.box[who, box], box, box in crossed))
            text.append(" " if grid < GRIDS - 1 else "")
    marked = view.wilds[who]
    text.append(f"\n{say(words.MARKS(marks='X' * marked + '.' * (WILD_BOXES - marked)))} ")
    text.append(str(score(view.box, who, view.crossed[who])), style="bold")
    title = names[who] + (" *" if who == view.active and view.stage not in (DRAWING, ENDED) else "")
    return Panel(text, title=Text(title, style="bold"), expand=False)


def _box(mark: int, box: int, crossed: bool) -> Text:
    if mark == BLACKED_OUT:
        return Text("###", style=BLACK_STYLE)
    colours = [colour for colour in range(1, COLOURS + 1) if BOX_COLOURS[box] >> colour & 1]
    if crossed:
        return Text(f"-{mark}-", style=CROSSED_STYLE)
    style = COLOUR_STYLES[colours[0]] if len(colours) == 1 else HALF_STYLE
    if mark != EMPTY:
        return Text(f" {mark} ", style=f"bold {style}")
    first = next(pair for pair in GRID_COLOURS if colours[0] in pair)
    letters = [COLOUR_LETTERS[colour] for colour in first if colour in colours]
    return Text("/".join(letters).center(3), style=style)


def _dice(view: State, names: Sequence[str]) -> Text:
    if view.stage == DRAWING:
        return Text(say(words.LOT()))
    text = Text(f"{say(words.TURN(turn=view.turn, name=names[view.active]))} ")
    _append_dice(text, view, range(OPEN_DICE))
    text.append(f"· {say(words.SECRET_OF(name=names[secret_roller(view)]))} ")
    _append_dice(text, view, range(SECRET, DICE_OF_A_KIND))
    if view.stage not in (ROLLING, PICKING):
        text.append(say(words.PICKED()), style="dim")
    return text


def _append_dice(text: Text, view: State, dice: range) -> None:
    for die in dice:
        number = view.number[die]
        shown = {0: "·", HIDDEN: "?"}.get(number, str(number))
        text.append(_bracketed(shown, die == view.picked_number), style="bold")
        text.append(" ")
    for die in dice:
        colour = view.colour[die]
        known = colour > 0
        shown = say(COLOURS_SAID[colour]()) if known else {0: "·", HIDDEN: "?"}[colour]
        text.append(_bracketed(shown, die == view.picked_colour), style=COLOUR_STYLES[colour] if known else "bold")
        text.append(" ")


def _bracketed(shown: str, picked: bool) -> str:
    return f"[{shown}]" if picked else shown
