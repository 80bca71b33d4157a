"""Mixed Doubles for the browser.

stage       "lots", "deal", "draw", "roll", "rob", "start", "wager", "pause", "end", "swap", "part", "finale" or "over"
turn        the seat whose turn it is, null before the first turn and at the end
pile        how many cards are still to be drawn
discard     {all_in, extra_roll, steal}: how many of these were played
dice        two of {face, letter, rolling}: `face` is "blue", "yellow", "red", "wild" or "push"
rolls       rolls that the turn has still to make
wager       {colour, cards} or null
finale      how many seats have still to roll in the finale, 0 before it
champion    the seat that won by a double wild, or null
colours     six of {name, letter, border, sides, prize}: `border` names the colours it is mixed from, `sides` is how
            many of 64 rolls win it, `prize` what the player whose turn it is would win with it now, in points
jackpot     six lanes of cards {name, colour, letter, value, action}, in the order of `colours`
jackpot_points  what each lane is worth
players     by seat: {seat, palette, specials, bank, total, action}: `palette` is six lanes, `specials` cards {name,
            action}, `bank` {points, cards, lanes, free, action}; `action` is a SWAP with that player, or handing them
            MINUS FIVE
actions     {roll, draw, end, extra_roll, keep}: their text where it may be done now, else null

An `action` is the text that a click on the thing sends, null where a click means nothing now: `wager red 3` on a card
of the own palette, `steal red 3 from 1` on a card of another, `steal bank 1` on a bank.
"""

from typing import Any

from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    COLOURS,
    FREE_VALUES,
    GREEN,
    VALUES,
    cards_in,
    count_of,
    kind_of,
    points_in,
)
from quincunx.games.mixeddoubles.charts import DICE, MIXTURES, SIDES_WITH, WILD
from quincunx.games.mixeddoubles.legality import (
    ACTIONS,
    DRAW_CARDS,
    END_TURN,
    KEEP,
    LOOT,
    LOOT_EXTRA,
    LOOT_STEAL,
    MOVE_TO,
    PART_TO,
    PLAY_EXTRA,
    ROB,
    ROLL_DICE,
    SWAP_WITH,
    TAKE,
    WAGER,
)
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES, format_action
from quincunx.games.mixeddoubles.rules import legal_actions, total
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAWING,
    ENDED,
    ENDING,
    FINALE,
    NOBODY,
    PARTING,
    PAUSING,
    ROBBING,
    ROLLING,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)

STAGES = {
    CASTING_LOTS: "lots",
    DEALING: "deal",
    DRAWING: "draw",
    ROLLING: "roll",
    ROBBING: "rob",
    STARTING: "start",
    WAGERING: "wager",
    PAUSING: "pause",
    ENDING: "end",
    SWAPPING: "swap",
    PARTING: "part",
    FINALE: "finale",
    ENDED: "over",
}


class _Clicks:
    """The text of what a seat may do now, by action."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        legal = [0] * ACTIONS
        self.legal = frozenset(legal[: legal_actions(view, seat, legal)])

    def text(self, *actions: int) -> str | None:
        """The first of these that may be done."""
        for action in actions:
            if action in self.legal:
                return format_action(self.view, self.seat, action)
        return None


def picture(view: State, seat: Seat) -> dict[str, Any]:
    """Everything the page draws."""
    clicks = _Clicks(view, seat)
    return {
        "stage": STAGES[view.stage],
        "turn": None if view.stage in (CASTING_LOTS, DEALING, ENDED) else view.turn,
        "pile": view.pile_cards,
        "discard": {
            "all_in": view.discard_all_in.bit_count(),
            "extra_roll": view.discard_extra,
            "steal": view.discard_steal,
        },
        "dice": [_die(view, die) for die in range(DICE)],
        "rolls": view.rolls,
        "wager": {"colour": COLOUR_NAMES[view.wager_colour], "cards": view.wagered} if view.wagered else None,
        "finale": view.finale,
        "champion": None if view.champion == NOBODY else view.champion,
        "colours": [_colour(view, colour) for colour in range(COLOURS)],
        "jackpot": [_lane(view.jackpot[colour], colour) for colour in range(COLOURS)],
        "jackpot_points": [points_in(lane) for lane in view.jackpot],
        "players": [_player(view, who, seat, clicks) for who in range(view.seats)],
        "actions": {
            "roll": clicks.text(ROLL_DICE),
            "draw": clicks.text(DRAW_CARDS),
            "end": clicks.text(END_TURN),
            "extra_roll": clicks.text(PLAY_EXTRA),
            "keep": clicks.text(KEEP),
        },
    }


def _die(view: State, die: int) -> dict[str, Any]:
    face = FACE_NAMES[view.die[die]]
    return {"face": face, "letter": face[0].upper(), "rolling": view.stage == ROLLING and die >= view.landed}


def _colour(view: State, colour: int) -> dict[str, Any]:
    """`sides`: of 64 rolls of the two dice, those that win the colour."""
    wins = [
        SIDES_WITH[first] * SIDES_WITH[second]
        for first, row in enumerate(MIXTURES)
        for second, won in enumerate(row)
        if won >> colour & 1
    ]
    border = [name for primary, name in enumerate(COLOUR_NAMES[:GREEN]) if MIXTURES[WILD][primary] >> colour & 1]
    return {
        "name": COLOUR_NAMES[colour],
        "letter": COLOUR_NAMES[colour][0].upper(),
        "border": border,
        "sides": sum(wins),
        "prize": prize(view, colour),
    }


def prize(view: State, colour: int) -> int:
    """The points that the player whose turn it is would win with this colour now."""
    points = points_in(view.palette[view.turn, colour]) + points_in(view.jackpot[colour])
    if view.wagered and colour == view.wager_colour:
        others = (who for who in range(view.seats) if who != view.turn)
        points += sum(points_in(view.palette[who, colour]) for who in others)
    return points


def _lane(
    lane: int, colour: int, first_action: int | None = None, clicks: _Clicks | None = None
) -> list[dict[str, Any]]:
    name = COLOUR_NAMES[colour]
    cards = []
    for value in range(1, VALUES + 1):
        action = None
        if clicks is not None and first_action is not None:
            action = clicks.text(first_action + kind_of(colour, value))
        card = {"name": f"{name} {value}", "colour": name, "letter": name[0].upper(), "value": value, "action": action}
        cards += [card] * count_of(lane, value)
    return cards


def _player(view: State, who: Seat, seat: Seat, clicks: _Clicks) -> dict[str, Any]:
    first = WAGER if who == seat else TAKE + who * LOOT
    return {
        "seat": who,
        "palette": [_lane(view.palette[who, colour], colour, first, clicks) for colour in range(COLOURS)],
        "specials": _specials(view, who, seat, clicks),
        "bank": _bank(view, who, clicks),
        "total": total(view, who),
        "action": clicks.text(SWAP_WITH + who, PART_TO + who, MOVE_TO + who),
    }


def _specials(view: State, who: Seat, seat: Seat, clicks: _Clicks) -> list[dict[str, Any]]:
    extra = PLAY_EXTRA if who == seat else TAKE + who * LOOT + LOOT_EXTRA
    cards: list[dict[str, Any]] = [
        {"name": f"ALL IN {name}", "action": None}
        for colour, name in enumerate(COLOUR_NAMES)
        if view.palette_all_in[who] & ALL_COLOURS & 1 << colour
    ]
    cards += [{"name": "EXTRA ROLL", "action": clicks.text(extra)}] * view.palette_extra[who]
    cards += [{"name": "STEAL", "action": clicks.text(TAKE + who * LOOT + LOOT_STEAL)}] * view.palette_steal[who]
    return cards + [{"name": "MINUS FIVE", "action": None}] * (view.minus_five == who)


def _bank(view: State, who: Seat, clicks: _Clicks) -> dict[str, Any]:
    lanes = view.bank.row(who)
    free = [value for value in range(1, FREE_VALUES + 1) if view.bank_free[who] >> (value - 1) & 1]
    return {
        "points": sum(points_in(lane) for lane in lanes) + sum(free),
        "cards": sum(cards_in(lane) for lane in lanes) + len(free),
        "lanes": [_lane(lane, colour) for colour, lane in enumerate(lanes)],
        "free": free,
        "action": clicks.text(ROB + who),
    }
