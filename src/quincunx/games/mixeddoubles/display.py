"""Mixed Doubles in a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.display import NARROW, Fitted
from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import ALL_IN, COLOURS, VALUES, cards_in, count_of, points_in
from quincunx.games.mixeddoubles.legality import can_steal, list_wagers
from quincunx.games.mixeddoubles.notation import COLOURS_SAID, FACES_SAID, say_card
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

HELP = words.HELP

NAME_WIDTH = 12
LANE_WIDTH = 5
"""Three cards."""
POINTS_WIDTH = 4
DICE_LIE = (ROLLING, PAUSING, ENDING, SWAPPING, PARTING)
"""The stages in which the dice show a roll of this turn, or part of it."""

PROMPTS = {PAUSING: words.PROMPT_PAUSE, ENDING: words.PROMPT_END, FINALE: words.PROMPT_FINALE}


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """Palettes, banks and jackpot, a column a colour; then the dice and the wager."""
    return Group(Fitted(lambda width: _palettes(view, names, width)), _status(view, names))


def _palettes(view: State, names: Sequence[str], width: int) -> RenderableType:
    """Draw the palettes; in a narrow terminal the special cards are under the table and names are cut."""
    narrow = width < NARROW
    lanes = [(say(said()), max(LANE_WIDTH, len(say(said())))) for said in COLOURS_SAID]
    totals = [(say(words.PTS() if narrow else words.POINTS()), POINTS_WIDTH), (say(words.CARDS()), 0)]
    left = width - sum(room + 1 for _, room in lanes) - sum(max(room, len(title)) + 1 for title, room in totals)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=0, show_edge=not narrow)
    table.add_column("", no_wrap=True, max_width=min(NAME_WIDTH, left) if narrow else NAME_WIDTH)
    for (title, room), style in zip(lanes, COLOUR_STYLES, strict=True):
        table.add_column(Text(title, style=style), no_wrap=True, min_width=room)
    if not narrow:
        table.add_column(say(words.SPECIAL()), no_wrap=True)
    for title, room in totals:
        table.add_column(title, justify="right", no_wrap=True, min_width=room)
    for who in range(view.seats):
        name, *cards, points, banked = _palette_row(view, who, names)
        special = [] if narrow else [Text("\n".join(_specials(view, who)))]
        table.add_row(name, *cards, *special, points, banked)
    table.add_section()
    cards = [_lane(view.jackpot[colour]) for colour in range(COLOURS)]
    jackpot = Text(str(_points(view.jackpot)), style="dim")
    table.add_row(Text(say(words.JACKPOT()), style="bold"), *cards, *([] if narrow else [Text("")]), jackpot)
    return Group("", table, "", *_specials_below(view, names)) if narrow else table


def _specials_below(view: State, names: Sequence[str]) -> list[Text]:
    held = ((names[who], _specials(view, who)) for who in range(view.seats))
    return [Text(f"{name}: {', '.join(cards)}") for name, cards in held if cards]


def prompt(view: State, seat: Seat) -> Message:
    """The choice that the seat must make now."""
    if view.stage == STARTING:
        return _start_prompt(view.extras > 0, can_steal(view, seat))
    if view.stage == WAGERING:
        asked = _wager_prompt(view, seat)
        if not view.wagered:
            return asked
        return words.PROMPT_WAGERED(cards=view.wagered, colour=COLOURS_SAID[view.wager_colour](), asked=asked)
    if view.stage in (SWAPPING, PARTING):
        asks = words.PROMPT_SWAP if view.stage == SWAPPING else words.PROMPT_PART
        return asks(other=(seat + 1) % view.seats)
    return PROMPTS.get(view.stage, words.PROMPT_NONE)()


def _start_prompt(has_extra: bool, steals: bool) -> Message:
    if has_extra:
        return words.PROMPT_START_BOTH() if steals else words.PROMPT_START_EXTRA()
    return words.PROMPT_START_STEAL() if steals else words.PROMPT_START()


def _wager_prompt(view: State, seat: Seat) -> Message:
    steals = can_steal(view, seat)
    if not list_wagers(view, seat, [0] * ALL_IN):
        if not steals:
            return words.PROMPT_ROLL(count=view.rolls)
        return words.PROMPT_WAGER(count=view.rolls, choices=words.DO_STEAL())
    wager = words.WAGER_MORE() if view.wagered else words.WAGER_CARDS()
    return words.PROMPT_WAGER(count=view.rolls, choices=words.CARDS_OR_STEAL(wager=wager) if steals else wager)


def _palette_row(view: State, who: Seat, names: Sequence[str]) -> list[Text]:
    now = who == view.turn and view.stage not in (CASTING_LOTS, DEALING, ENDED)
    name = Text(f"{who} {names[who]}", style="bold reverse" if now else "bold")
    lanes = [_lane(view.palette[who, colour]) for colour in range(COLOURS)]
    banked = sum(cards_in(lane) for lane in view.bank.row(who)) + view.bank_free[who].bit_count()
    points = Text(str(total(view, who)), style="bold")
    return [name, *lanes, points, Text(str(banked))]


def _lane(lane: int) -> Text:
    """The cards of a lane, three in a line."""
    cards = [str(value) for value in range(1, VALUES + 1) for _ in range(count_of(lane, value))]
    return Text("\n".join(" ".join(cards[start : start + 3]) for start in range(0, len(cards), 3)))


def _specials(view: State, who: Seat) -> list[str]:
    all_ins = [say(say_card(ALL_IN + colour)) for colour in range(COLOURS) if view.palette_all_in[who] >> colour & 1]
    held = (
        (words.EXTRA_ROLL, view.palette_extra[who]),
        (words.STEAL, view.palette_steal[who]),
        (words.MINUS_FIVE, int(view.minus_five == who)),
    )
    several = [card() if count == 1 else words.SEVERAL(number=count, card=card()) for card, count in held if count]
    return all_ins + [say(card) for card in several]


def _points(lanes: Sequence[int]) -> int:
    return sum(points_in(lane) for lane in lanes)


def _status(view: State, names: Sequence[str]) -> Text:
    if view.stage == ENDED:
        won = [] if view.champion == NOBODY else [words.WINS_BY_WILD(name=names[view.champion])]
        return Text(say([words.IS_OVER(), *won]), style="bold")
    text = Text(say(words.PILE(cards=view.pile_cards)))
    if view.stage in DICE_LIE:
        text.append(f" · {say(words.DICE())} ").append_text(_dice(view))
    if view.wagered:
        colour = COLOURS_SAID[view.wager_colour]()
        text.append(f" · {say(words.HAS_WAGERED(name=names[view.turn], cards=view.wagered, colour=colour))}")
    if view.finale:
        text.append(f" · {say(words.FINALE_ROLLS(rolls=view.finale))}", style="bold")
    elif view.rolls:
        text.append(f" · {say(words.ROLLS_TO_MAKE(count=view.rolls))}")
    return text


def _dice(view: State) -> Text:
    return Text(" ").join(
        Text(" … ", style="dim")
        if view.stage == ROLLING and die >= view.landed
        else Text(f" {say(FACES_SAID[face]())} ", style=f"bold {FACE_STYLES[face]}")
        for die, face in enumerate(view.die)
    )
