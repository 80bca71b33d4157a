"""The table of PoPalotsy in a terminal: five dice with their rings, the players, the own hand."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quincunx.core.seats import Seat, holds
from quincunx.games.popalotsy.legality import droppable
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, COLOUR_NAMES, cards_in, format_card, pile_of
from quincunx.games.popalotsy.rings import DICE, EXACT, colour_of
from quincunx.games.popalotsy.rules import starter
from quincunx.games.popalotsy.state import AFTER_ROUND, DEALING, DROPPING, ENDED, IN_POPPER, TURNS, State

STYLES = ("bold red", "bold dark_orange", "bold yellow", "bold green", "bold dodger_blue1")
PIPS = " ⚀⚁⚂⚃⚄⚅"
PANEL = 15
"""The width of a die with its rings: five stand side by side in 80 columns."""
NAME_ROOM = 6

HELP = (
    "r4 on o (or r4o) drops the red 4 on the orange die; done ends your round. Colours: r o y g b.\n"
    "A ring must match the die by colour or number. Higher colour beats lower, number beats colour, exact beats all.\n"
    "A wrong ring costs you the whole pile."
)


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """Everything the person at that seat may see."""
    parts: list[RenderableType] = [_headline(view, names), _dice(view, names), _players(view, seat, names)]
    if seat < view.seats:
        parts.append(_hand(view, seat))
    return Group(*parts)


def prompt(view: State, seat: Seat) -> str:
    """One line that says what is asked now."""
    if view.stage == ENDED:
        return "The match is over."
    if view.stage != DROPPING:
        return "The cards are being dealt." if view.stage == DEALING else "The dice are in the popper."
    if view.form == TURNS:
        return "Your turn: drop a card (r4 on o)." if view.turn == seat else "Another player's turn."
    if holds(view.done, seat):
        return "You are done for this round."
    return "Race! Drop a card (r4o), or say done."


def _headline(view: State, names: Sequence[str]) -> Text:
    form = "in turns" if view.form == TURNS else "race"
    if view.form != TURNS and view.referee == AFTER_ROUND:
        form += ", piles checked later"
    text = f"Round {max(view.rounds, 1)} · {names[starter(view)]} pops · {form}"
    return Text(f"{text} · draw pile {view.draw_left} · discards {view.discard_left}")


def _dice(view: State, names: Sequence[str]) -> Columns:
    return Columns([_die(view, die, names) for die in range(DICE)])


def _die(view: State, die: int, names: Sequence[str]) -> Panel:
    face = view.face[die]
    shown = "popper" if face == IN_POPPER else f"{PIPS[face]} {face}"
    body = Text(f"{COLOUR_LETTERS[die].upper()}  {shown}\n", style=STYLES[die])
    for card, owner in reversed(pile_of(view, die)):
        body.append("\n")
        body.append(format_card(card), STYLES[colour_of(card)])
        body.append(f" ← {_short(names[owner])}", "default")
    if view.best[die] == EXACT:
        body.append("\nclosed", "dim")
    return Panel(body, title=COLOUR_NAMES[die], border_style=STYLES[die], width=PANEL)


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1] + "…"


def _players(view: State, seat: Seat, names: Sequence[str]) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for other in range(view.seats):
        name = f"{names[other]} (you)" if other == seat else names[other]
        cards = f"{view.held[other]} {'card' if view.held[other] == 1 else 'cards'}"
        table.add_row(name, cards, "▮" * view.held[other], _state_of(view, other))
    return table


def _state_of(view: State, seat: Seat) -> str:
    if view.held[seat] == 0 and view.stage == ENDED:
        return "wins"
    if view.stage != DROPPING:
        return ""
    if view.form == TURNS:
        return "to drop" if view.turn == seat else ""
    return "done" if holds(view.done, seat) else "racing"


def _hand(view: State, seat: Seat) -> Text:
    """In turns the cards that can go are underlined; in the race finding them is the game."""
    lit = droppable(view) if view.form == TURNS and view.stage == DROPPING else 0
    text = Text("Your hand:")
    for card in cards_in(view.hand[seat], view.twin[seat]):
        style = STYLES[colour_of(card)] + (" underline" if lit >> card & 1 else "")
        text.append("  ")
        text.append(f"[{format_card(card)}]", style)
    return text
