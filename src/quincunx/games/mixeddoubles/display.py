"""Mixed Doubles in a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import ALL_IN, COLOURS, VALUES, cards_in, count_of, points_in
from quincunx.games.mixeddoubles.legality import can_steal, list_wagers
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    ENDED,
    ENDING,
    FINALE,
    NOBODY,
    PARTING,
    PAUSING,
    ROLLING,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)

COLOUR_STYLES = (
    "white on blue",
    "black on yellow",
    "white on red",
    "black on green",
    "white on magenta",
    "black on dark_orange",
)
FACE_STYLES = (*COLOUR_STYLES[:3], "black on white", "white on grey30")

HELP = """\
wager red 3            stake a card (or: wager r3); then more of its colour, from low to high, until you roll or steal
roll                   roll once, and once more for each further card wagered
draw                   draw three cards, when something can be played before
extra roll             play an EXTRA ROLL before the draw
steal red 5 from 1     play a STEAL on the palette of seat 1; also: steal extra roll from 1, steal steal from 1
steal bank 1           play a STEAL on a bank: chance picks the card
steal minus five to 2  play a STEAL to move MINUS FIVE between two others
swap 1                 after two pushes: exchange palettes with seat 1
part 1, keep           after a won wager, under that option: hand MINUS FIVE on, or not
end                    end the turn, when a STEAL could still be played
Blue and yellow make green, blue and red purple, yellow and red orange.
Players are named by the number of their seat."""

NAME_WIDTH = 12
DICE_LIE = (ROLLING, PAUSING, ENDING, SWAPPING, PARTING)
"""The stages in which the dice show a roll of this turn, or part of it."""

PROMPTS = {
    PAUSING: "before the next roll: steal or roll",
    ENDING: "after the last roll: steal or end",
    SWAPPING: "two pushes: swap palettes with which seat? (swap {other})",
    PARTING: "the wager is won: part with MINUS FIVE (part {other}), or keep it?",
    FINALE: "the finale: roll once for what lies in the jackpot",
}


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """Palettes, banks and jackpot, a column a colour; then the dice and the wager."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=0)
    table.add_column("", no_wrap=True, max_width=NAME_WIDTH)
    for colour, name in enumerate(COLOUR_NAMES):
        table.add_column(Text(name, style=COLOUR_STYLES[colour]), no_wrap=True, min_width=5)
    table.add_column("special", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("cards", justify="right", no_wrap=True)
    for who in range(view.seats):
        table.add_row(*_palette_row(view, who, names))
    table.add_section()
    lanes = [_lane(view.jackpot[colour]) for colour in range(COLOURS)]
    table.add_row(Text("jackpot", style="bold"), *lanes, Text(""), Text(str(_points(view.jackpot)), style="dim"))
    return Group(table, _status(view, names))


def prompt(view: State, seat: Seat) -> str:
    """What is asked of the seat now."""
    if view.stage == STARTING:
        return f"before the draw: {'extra roll, ' * (view.extras > 0)}{'steal, ' * can_steal(view, seat)}or draw"
    if view.stage == WAGERING:
        return _wager_prompt(view, seat)
    return PROMPTS.get(view.stage, "").format(other=(seat + 1) % view.seats)


def _wager_prompt(view: State, seat: Seat) -> str:
    may = ["steal"] * can_steal(view, seat) + ["roll"]
    if list_wagers(view, seat, [0] * ALL_IN):
        may.insert(0, "wager more" if view.wagered else "wager cards of one colour")
    wagered = f"wagered: {view.wagered} {COLOUR_NAMES[view.wager_colour]} · " if view.wagered else ""
    rolls = "1 roll" if view.rolls == 1 else f"{view.rolls} rolls"
    return f"{wagered}{rolls} · {', '.join(may[:-1])}{', or ' if may[:-1] else ''}{may[-1]}"


def _palette_row(view: State, who: Seat, names: Sequence[str]) -> list[Text]:
    now = who == view.turn and view.stage not in (CASTING_LOTS, DEALING, ENDED)
    name = Text(f"{who} {names[who]}", style="bold reverse" if now else "bold")
    lanes = [_lane(view.palette[who, colour]) for colour in range(COLOURS)]
    banked = sum(cards_in(lane) for lane in view.bank.row(who)) + view.bank_free[who].bit_count()
    points = Text(str(total(view, who)), style="bold")
    return [name, *lanes, Text("\n".join(_specials(view, who))), points, Text(str(banked))]


def _lane(lane: int) -> Text:
    """The cards of a lane, three in a line."""
    cards = [str(value) for value in range(1, VALUES + 1) for _ in range(count_of(lane, value))]
    return Text("\n".join(" ".join(cards[start : start + 3]) for start in range(0, len(cards), 3)))


def _specials(view: State, who: Seat) -> list[str]:
    all_ins = [f"ALL IN {name}" for colour, name in enumerate(COLOUR_NAMES) if view.palette_all_in[who] >> colour & 1]
    held = {
        "EXTRA ROLL": view.palette_extra[who],
        "STEAL": view.palette_steal[who],
        "MINUS FIVE": int(view.minus_five == who),
    }
    return all_ins + [name if count == 1 else f"{count} {name}s" for name, count in held.items() if count]


def _points(lanes: Sequence[int]) -> int:
    return sum(points_in(lane) for lane in lanes)


def _status(view: State, names: Sequence[str]) -> Text:
    if view.stage == ENDED:
        won = "" if view.champion == NOBODY else f" {names[view.champion]} wins by double wild."
        return Text(f"The match is over.{won}", style="bold")
    text = Text(f"pile {view.pile_cards}")
    if view.stage in DICE_LIE:
        text.append(" · dice ").append_text(_dice(view))
    if view.wagered:
        text.append(f" · {names[view.turn]} has wagered {view.wagered} {COLOUR_NAMES[view.wager_colour]}")
    if view.finale:
        text.append(f" · finale, {view.finale} to roll", style="bold")
    elif view.rolls:
        text.append(f" · {view.rolls} {'roll' if view.rolls == 1 else 'rolls'} to make")
    return text


def _dice(view: State) -> Text:
    return Text(" ").join(
        Text(" … ", style="dim")
        if view.stage == ROLLING and die >= view.landed
        else Text(f" {FACE_NAMES[face]} ", style=f"bold {FACE_STYLES[face]}")
        for die, face in enumerate(view.die)
    )
