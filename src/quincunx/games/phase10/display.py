"""Phase 10 Dice in a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.display import NARROW, Fitted
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import Seat
from quincunx.games.phase10 import words
from quincunx.games.phase10.notation import COLOUR_LETTERS, DIE_NAMES
from quincunx.games.phase10.phases import (
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    NOT_MADE,
    PHASES,
    WILD,
    best_phase,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import CHOOSING, ENDED, NOBODY, ROLLS, STARTING, State, grand_total, penalty

COLOUR_STYLES = ("white on blue", "white on red", "black on dark_orange", "black on green")

SHEET_WIDTH = 78
PHASE_WIDTH = 28
"""Eight columns of names and points stand beside the phases in a terminal of 60 or 80."""
TOTAL_WIDTH = 3
"""The most digits of a total."""

HELP = words.HELP


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """The score sheet and, during a turn, the dice."""
    if view.stage == STARTING:
        return _start_rolls(view, names)
    if view.stage == ENDED:
        return Fitted(lambda width: _sheet(view, names, width))
    return Group(Fitted(lambda width: _sheet(view, names, width)), _dice(view), _made(view, names))


def prompt(view: State, seat: Seat) -> Message:
    """The choice that the seat must make now."""
    phase = view.phase[seat]
    return words.PROMPT(phase=phase + 1, asked=words.PHASES[phase](), roll=view.rolls, rolls=ROLLS)


def _start_rolls(view: State, names: Sequence[str]) -> Text:
    rolls = [f"{names[seat]} {view.start_roll[seat] or '–'}" for seat in range(view.seats)]
    return Text(say(words.STARTING_ORDER(rolls=", ".join(rolls))))


def _sheet(view: State, names: Sequence[str], width: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=0 if width < NARROW else (0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column(say(words.PHASE()), no_wrap=True)
    seats = view.order[: view.seats]
    room = max(TOTAL_WIDTH, (min(width, SHEET_WIDTH) - PHASE_WIDTH) // view.seats - 1)
    for column, seat in enumerate(seats):
        now = column == view.turn and view.stage != ENDED
        table.add_column(
            Text(names[seat], style="bold reverse" if now else "bold"),
            justify="right",
            min_width=TOTAL_WIDTH,
            max_width=room,
        )
    for phase in range(PHASES):
        table.add_row(f"{phase + 1:2} {say(words.PHASES[phase]())}", *(_cell(view, seat, phase) for seat in seats))
        if phase == 4:
            table.add_row(f"   {say(words.FIVE_PHASE_ROW())}", *(_bonus(view.five_phase_bonus[seat]) for seat in seats))
    table.add_row(f"   {say(words.FIRST_FINISH_ROW())}", *(_bonus(view.first_finish_bonus[seat]) for seat in seats))
    if view.seats == 1:
        table.add_row(f"   {say(words.FAILURES())}", str(-penalty(view, 0) or view.failures[0]))
    table.add_row(f"   {say(words.TOTAL())}", *(str(grand_total(view, seat)) for seat in seats), style="bold")
    return table


def _cell(view: State, seat: Seat, phase: int) -> str:
    if phase < view.phase[seat]:
        return str(view.points[seat, phase])
    return "…" if phase == view.phase[seat] else ""


def _bonus(points: int) -> str:
    return str(points) if points else ""


def _dice(view: State) -> Table:
    serving = phase_dice(view.face, view.phase[view.order[view.turn]]) if view.stage == CHOOSING else 0
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_row(*(_face(view, die) for die in range(DICE)))
    table.add_row(*(Text(_caption(die, serving), justify="center") for die in range(DICE)))
    return table


def _face(view: State, die: int) -> Text:
    if view.rolling >> die & 1:
        return Text("  ·  \n", style="dim")
    side = view.face[die]
    number = FACE_NUMBER[die][side]
    colour = FACE_COLOUR[die][side]
    shown = f"{'W' if number == WILD else number}{COLOUR_LETTERS[colour]}"
    return Text(f" {shown:^4}", style=f"bold {COLOUR_STYLES[colour]}")


def _caption(die: int, serving: int) -> str:
    return DIE_NAMES[die] + ("*" if serving >> die & 1 else "")


def _made(view: State, names: Sequence[str]) -> Text:
    seat = view.order[view.turn]
    phase = view.phase[seat]
    made = best_phase(view.face, phase) if view.stage == CHOOSING else NOT_MADE
    text = Text(say(words.AT_PHASE(name=names[seat], phase=phase + 1, asked=words.PHASES[phase]())) + " ")
    if made == NOT_MADE:
        text.append(say(words.NOT_MADE_YET()))
    else:
        text.append(say(words.MADE_SO_FAR(points=points_of(made))), style="bold")
    if view.finisher != NOBODY:
        text.append(f" · {say(words.LAST_TRY())}", style="bold")
    return text
