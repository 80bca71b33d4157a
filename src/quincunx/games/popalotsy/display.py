"""The table of PoPalotsy in a terminal: five dice with their rings, the players, the own hand."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import Seat, holds
from quincunx.core.words import CARDS
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.legality import droppable
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, COLOURS_SAID, cards_in, format_card, pile_of
from quincunx.games.popalotsy.rings import DICE, EXACT, colour_of
from quincunx.games.popalotsy.rules import starter
from quincunx.games.popalotsy.state import AFTER_ROUND, DEALING, DROPPING, ENDED, IN_POPPER, TURNS, State

STYLES = ("bold red", "bold dark_orange", "bold yellow", "bold green", "bold dodger_blue1")
PIPS = " ⚀⚁⚂⚃⚄⚅"
PANEL = 15
"""The width of a die with its rings: five stand side by side in 80 columns."""
NAME_ROOM = 6

HELP = words.HELP


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """Everything the person at that seat may see."""
    parts: list[RenderableType] = [_headline(view, names), _dice(view, names), _players(view, seat, names)]
    if seat < view.seats:
        parts.append(_hand(view, seat))
    return Group(*parts)


def prompt(view: State, seat: Seat) -> Message:
    """One line: the choice to make now."""
    if view.stage == ENDED:
        return words.PROMPT_OVER()
    if view.stage != DROPPING:
        return words.PROMPT_DEALING() if view.stage == DEALING else words.PROMPT_POPPER()
    if view.form == TURNS:
        return words.PROMPT_TURN() if view.turn == seat else words.PROMPT_OTHER()
    return words.PROMPT_DONE() if holds(view.done, seat) else words.PROMPT_RACE()


def _headline(view: State, names: Sequence[str]) -> Text:
    racing = words.IN_RACE_LATER() if view.referee == AFTER_ROUND else words.FORM_RACE()
    headline = words.HEADLINE(
        round=max(view.rounds, 1),
        name=names[starter(view)],
        form=words.FORM_TURNS() if view.form == TURNS else racing,
        draw=view.draw_left,
        discards=view.discard_left,
    )
    return Text(say(headline))


def _dice(view: State, names: Sequence[str]) -> Columns:
    return Columns([_die(view, die, names) for die in range(DICE)])


def _die(view: State, die: int, names: Sequence[str]) -> Panel:
    face = view.face[die]
    shown = say(words.POPPER()) if face == IN_POPPER else f"{PIPS[face]} {face}"
    body = Text(f"{COLOUR_LETTERS[die].upper()}  {shown}\n", style=STYLES[die])
    for card, owner in reversed(pile_of(view, die)):
        body.append("\n")
        body.append(format_card(card), STYLES[colour_of(card)])
        body.append(f" ← {_short(names[owner])}", "default")
    if view.best[die] == EXACT:
        body.append(f"\n{say(words.CLOSED())}", "dim")
    return Panel(body, title=say(COLOURS_SAID[die]()), border_style=STYLES[die], width=PANEL)


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1] + "…"


def _players(view: State, seat: Seat, names: Sequence[str]) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for other in range(view.seats):
        name = say(words.YOU(name=names[other])) if other == seat else names[other]
        cards = say(CARDS(count=view.held[other]))
        table.add_row(name, cards, "▮" * view.held[other], _state_of(view, other))
    return table


def _state_of(view: State, seat: Seat) -> str:
    if view.held[seat] == 0 and view.stage == ENDED:
        return say(words.IS_WINNER())
    if view.stage != DROPPING:
        return ""
    if view.form == TURNS:
        return say(words.TO_DROP()) if view.turn == seat else ""
    return say(words.IS_DONE_NOW() if holds(view.done, seat) else words.RACING())


def _hand(view: State, seat: Seat) -> Text:
    """Draw the hand; in turns, not in a race, underline the cards that can be dropped."""
    lit = droppable(view) if view.form == TURNS and view.stage == DROPPING else 0
    text = Text(say(words.YOUR_HAND()))
    for card in cards_in(view.hand[seat], view.twin[seat]):
        style = STYLES[colour_of(card)] + (" underline" if lit >> card & 1 else "")
        text.append("  ")
        text.append(f"[{format_card(card)}]", style)
    return text
