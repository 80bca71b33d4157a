"""Bots of Mixed Doubles."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    COLOURS,
    COPIES,
    EXTRA_ROLLS,
    FREE_VALUES,
    GREEN,
    VALUES,
    cards_in,
    count_of,
    free_points,
    kind_of,
    one_card,
    points_in,
)
from quincunx.games.mixeddoubles.legality import (
    DRAW_CARDS,
    END_TURN,
    KEEP,
    LOOT,
    LOOT_EXTRA,
    PART_TO,
    PLAY_EXTRA,
    ROB,
    ROLL_DICE,
    SWAP_WITH,
    TAKE,
    WAGER,
)
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import ENDING, NOBODY, PARTING, STARTING, SWAPPING, WAGERING, State

PRIMARY, MIXED = range(2)
WHOLE = 1 << 16
"""Chances are parts of this."""
HIT = tuple(
    tuple(round(WHOLE * (1 - (1 - sides / 64) ** rolls)) for rolls in range(VALUES * COPIES + EXTRA_ROLLS + 1))
    for sides in (9, 17)
)
"""The chance that some of so many rolls win a colour, primary or mixed."""

EXPOSURE = 50
"""What a card loses, in percent of its points, by lying in the jackpot and not in a palette."""
EXTRA_WORTH = 5
"""What an EXTRA ROLL or a STEAL in a palette is worth, in points."""
MINUS_FIVE_WORTH = -5
WORST = -(10**9)


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Wager what the next rolls should bring most by, from low cards to high; steal the dearest card in sight."""
    if count == 1:
        return legal[0]
    if view.stage == STARTING:
        return PLAY_EXTRA if view.extras > 0 else DRAW_CARDS
    if view.stage == SWAPPING:
        return SWAP_WITH + _best_palette(view, seat)
    if view.stage == PARTING:
        return PART_TO + _leader(view, seat)
    if view.stage == ENDING:
        return END_TURN
    if view.stage == WAGERING:
        if legal[count - 1] > KEEP and view.wagered == 0:
            return _best_loot(view, seat)
        return _best_wager(view, seat)
    return ROLL_DICE


def _best_wager(view: State, seat: Seat) -> int:
    """The next card of the wager that promises most, or the roll if that is none."""
    best = ROLL_DICE
    best_worth = _promise(view, seat, view.wager_colour, 0)
    for colour in range(COLOURS):
        if view.wagered == 0 or colour == view.wager_colour:
            lane = _open_lane(view, seat, colour)
            for cards in range(1, cards_in(lane) + 1):
                worth = _promise(view, seat, colour, cards)
                if worth > best_worth:
                    best_worth = worth
                    best = WAGER + kind_of(colour, _lowest_value(lane))
    return best


def _open_lane(view: State, seat: Seat, colour: int) -> int:
    """The cards of a colour that may still be wagered: none below the last one (R5), whoever has laid that down."""
    lane = view.palette[seat, colour]
    if view.wagered > 0:
        for value in range(1, view.wager_value):
            lane -= count_of(lane, value) * one_card(value)
    return lane


def _promise(view: State, seat: Seat, wager_colour: int, cards: int) -> int:
    """The points that the turn should bring when so many more cards, the lowest, are wagered; in parts of WHOLE."""
    rolls = view.rolls + cards
    if view.wagered == 0 and cards > 0:
        rolls -= 1
    worth = 0
    for colour in range(COLOURS):
        prize = points_in(view.palette[seat, colour]) + points_in(view.jackpot[colour])
        if colour == wager_colour and view.wagered + cards > 0:
            prize += _points_of_others(view, seat, colour)
        worth += _hit(colour, rolls) * prize
    staked = _lowest_points(_open_lane(view, seat, wager_colour), cards)
    return worth - (WHOLE - _hit(wager_colour, rolls)) * staked * EXPOSURE // 100


def _hit(colour: int, rolls: int) -> int:
    return HIT[PRIMARY if colour < GREEN else MIXED][rolls]


def _points_of_others(view: State, seat: Seat, colour: int) -> int:
    points = 0
    for other in range(view.seats):
        if other != seat:
            points += points_in(view.palette[other, colour])
    return points


def _lowest_value(lane: int) -> int:
    value = 1
    while count_of(lane, value) == 0:
        value += 1
    return value


def _lowest_points(lane: int, cards: int) -> int:
    """What so many of the lowest cards of a lane are worth."""
    points = 0
    for _ in range(cards):
        value = _lowest_value(lane)
        lane -= one_card(value)
        points += value
    return points


def _best_loot(view: State, seat: Seat) -> int:
    """A card from a palette counts for both sides what it may bring; one from a bank surely hurts, and may bring."""
    best = WORST
    choice = ROLL_DICE
    for victim in range(view.seats):
        if victim != seat:
            worth, action = _palette_loot(view, victim)
            if worth > best:
                best, choice = worth, action
            worth = _bank_loot(view, victim)
            if worth > best:
                best, choice = worth, ROB + victim
    return choice


def _palette_loot(view: State, victim: Seat) -> tuple[int, int]:
    best = WORST
    choice = ROLL_DICE
    if view.palette_extra[victim] > 0:
        best, choice = 2 * EXTRA_WORTH, TAKE + victim * LOOT + LOOT_EXTRA
    for colour in range(COLOURS):
        for value in range(1, VALUES + 1):
            if count_of(view.palette[victim, colour], value) > 0 and 2 * value > best:
                best, choice = 2 * value, TAKE + victim * LOOT + kind_of(colour, value)
    return best, choice


def _bank_loot(view: State, victim: Seat) -> int:
    points = free_points(view.bank_free[victim])
    cards = 0
    for value in range(FREE_VALUES):
        cards += view.bank_free[victim] >> value & 1
    for colour in range(COLOURS):
        points += points_in(view.bank[victim, colour])
        cards += cards_in(view.bank[victim, colour])
    return 3 * points // cards if cards > 0 else WORST


def _best_palette(view: State, seat: Seat) -> int:
    best = NOBODY
    best_worth = WORST
    for other in range(view.seats):
        if other != seat:
            worth = _palette_worth(view, other)
            if worth > best_worth:
                best_worth = worth
                best = other
    return best


def _palette_worth(view: State, seat: Seat) -> int:
    worth = EXTRA_WORTH * (view.palette_extra[seat] + view.palette_steal[seat])
    for colour in range(COLOURS):
        worth += points_in(view.palette[seat, colour])
    if view.minus_five == seat:
        worth += MINUS_FIVE_WORTH
    return worth


def _leader(view: State, seat: Seat) -> Seat:
    """The other seat with the most points."""
    best = NOBODY
    best_points = WORST
    for other in range(view.seats):
        if other != seat and total(view, other) > best_points:
            best_points = total(view, other)
            best = other
    return best


BOTS = {"greedy": greedy}
