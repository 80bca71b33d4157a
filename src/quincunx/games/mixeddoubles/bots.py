"""Bots of Mixed Doubles."""

from typing import Any

from quincunx.core.bots import Bots, Floats, Search
from quincunx.core.defaults import UNKNOWN
from quincunx.core.fields import Row
from quincunx.core.learned import load_learned
from quincunx.core.normal import chance_above_zero, higher_of
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    COLOURS,
    COPIES,
    DECK,
    EXTRA_ROLLS,
    FREE_VALUES,
    GREEN,
    VALUES,
    cards_in,
    colour_of,
    count_of,
    free_points,
    kind_of,
    one_card,
    points_in,
)
from quincunx.games.mixeddoubles.legality import (
    DRAW_CARDS,
    END_TURN,
    LOOT,
    LOOT_EXTRA,
    PART_TO,
    PLAY_EXTRA,
    ROB,
    ROLL_DICE,
    SWAP_WITH,
    TAKE,
    WAGER,
    card_wagered,
    is_steal,
    verb_of,
)
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import (
    DRAW,
    DRAWING,
    ENDING,
    NOBODY,
    PARTING,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)

PRIMARY, MIXED = range(2)
WHOLE = 1 << 16
"""A sure thing: chances are parts of this."""
HIT = tuple(
    tuple(round(WHOLE * (1 - (1 - sides / 64) ** rolls)) for rolls in range(VALUES * COPIES + EXTRA_ROLLS + 1))
    for sides in (9, 17)
)
"""By number of rolls: the chance that one of them wins a colour, primary or mixed."""

(OWN, COMMON, OTHERS, STAKED, EXTRA_WORTH, LOOT_PALETTE, LOOT_BANK, STEAL_FROM, KEEP_EXTRA) = range(9)
"""The meaning of the weights, in percent: the value of a point won from the own palette, from the jackpot, from
another's palette; the loss of a point in the jackpot instead of the palette; the value of an EXTRA ROLL, in points;
of stealing a card from a palette, and from a bank; the promise from which a STEAL is used at once; the points in the
own palette and the jackpot from which an EXTRA ROLL is played."""
WEIGHTS = 9
PERCENT = 100
GREEDY_WEIGHTS = (100, 100, 100, 50, 500, 200, 300, -100000, 0)
MINUS_FIVE_WORTH = -500
WORST = -(10**9)


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Wager the cards with the best expected rolls by simple weights, low ones first; steal the best card."""
    return best_action(view, seat, legal, count, GREEDY_WEIGHTS)


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row, knowledge: Any) -> int:
    """The same by weights learned from play."""
    return best_action(view, seat, legal, count, knowledge)


def best_action(view: State, seat: Seat, legal: Row, count: int, weights: Any) -> int:
    if count == 1:
        return legal[0]
    if view.stage == STARTING:
        in_reach = palette_points(view, seat) + jackpot_points(view)
        return PLAY_EXTRA if view.extras > 0 and in_reach >= weights[KEEP_EXTRA] else DRAW_CARDS
    if view.stage == SWAPPING:
        return SWAP_WITH + _best_palette(view, seat, weights)
    if view.stage == PARTING:
        return PART_TO + _leader(view, seat)
    if view.stage == ENDING:
        return END_TURN
    if view.stage == WAGERING:
        if is_steal(verb_of(legal[count - 1])) and view.wagered == 0:
            worth, loot = _best_loot(view, seat, weights)
            if worth >= weights[STEAL_FROM]:
                return loot
        return _best_wager(view, seat, weights)
    return ROLL_DICE


def _best_wager(view: State, seat: Seat, weights: Any) -> int:
    """The next card of the best wager, or the roll if no wager is better."""
    best = ROLL_DICE
    best_worth = _promise(view, seat, view.wager_colour, 0, weights)
    for colour in range(COLOURS):
        if view.wagered == 0 or colour == view.wager_colour:
            lane = _open_lane(view, seat, colour)
            for cards in range(1, cards_in(lane) + 1):
                worth = _promise(view, seat, colour, cards, weights)
                if worth > best_worth:
                    best_worth = worth
                    best = WAGER + kind_of(colour, _lowest_value(lane))
    return best


def _open_lane(view: State, seat: Seat, colour: int) -> int:
    """The cards of a colour that may still be wagered: none below the last wagered one (R5)."""
    lane = view.palette[seat, colour]
    if view.wagered > 0:
        for value in range(1, view.wager_value):
            lane -= count_of(lane, value) * one_card(value)
    return lane


def _promise(view: State, seat: Seat, wager_colour: int, cards: int, weights: Any) -> Any:
    """The expected points of the turn if the `cards` lowest cards are wagered; in parts of WHOLE."""
    rolls = view.rolls + cards
    if view.wagered == 0 and cards > 0:
        rolls -= 1
    worth = 0
    for colour in range(COLOURS):
        prize = weights[OWN] * points_in(view.palette[seat, colour]) + weights[COMMON] * points_in(view.jackpot[colour])
        if colour == wager_colour and view.wagered + cards > 0:
            prize += weights[OTHERS] * _points_of_others(view, seat, colour)
        worth += _hit(colour, rolls) * prize
    staked = _lowest_points(_open_lane(view, seat, wager_colour), cards)
    return worth - (WHOLE - _hit(wager_colour, rolls)) * staked * weights[STAKED]


def turn_promise(view: State, seat: Seat, action: int, weights: Any) -> float:
    """The expected points of the turn with a card wagered and the best of those above it, or with none."""
    if action == ROLL_DICE:
        return float(_promise(view, seat, view.wager_colour, 0, weights)) / (WHOLE * PERCENT)
    cards = planned_cards(view, seat, action, weights)
    return float(_promise(view, seat, colour_of(card_wagered(action)), cards, weights)) / (WHOLE * PERCENT)


def planned_cards(view: State, seat: Seat, action: int, weights: Any) -> int:
    """The best number of cards of a colour to wager, from a card on."""
    colour = colour_of(card_wagered(action))
    cards = range(1, cards_in(_open_lane(view, seat, colour)) + 1)
    return max(cards, key=lambda count: float(_promise(view, seat, colour, count, weights)))


def wager_chance(view: State, action: int, cards: int) -> float:
    """The chance that a roll wins the colour of a card when it and more are wagered, `cards` in all."""
    rolls = view.rolls + cards - (0 if view.wagered > 0 else 1)
    return _hit(colour_of(card_wagered(action)), rolls) / WHOLE


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
    """The worth of the `cards` lowest cards of a lane."""
    points = 0
    for _ in range(cards):
        value = _lowest_value(lane)
        lane -= one_card(value)
        points += value
    return points


def _best_loot(view: State, seat: Seat, weights: Any) -> tuple[Any, int]:
    """The best STEAL and its worth: a card from a palette may help the thief, one from a bank hurts its owner."""
    best = WORST + 0 * weights[LOOT_BANK]
    choice = ROLL_DICE
    for victim in range(view.seats):
        if victim != seat:
            worth, action = _palette_loot(view, victim, weights)
            if worth > best:
                best, choice = worth, action
            worth = _bank_loot(view, victim, weights)
            if worth > best:
                best, choice = worth, ROB + victim
    return best, choice


def _palette_loot(view: State, victim: Seat, weights: Any) -> tuple[Any, int]:
    best = WORST + 0 * weights[LOOT_PALETTE]
    choice = ROLL_DICE
    if view.palette_extra[victim] > 0:
        best, choice = 2 * weights[EXTRA_WORTH], TAKE + victim * LOOT + LOOT_EXTRA
    for colour in range(COLOURS):
        for value in range(1, VALUES + 1):
            if count_of(view.palette[victim, colour], value) > 0 and weights[LOOT_PALETTE] * value > best:
                best, choice = weights[LOOT_PALETTE] * value, TAKE + victim * LOOT + kind_of(colour, value)
    return best, choice


def _bank_loot(view: State, victim: Seat, weights: Any) -> Any:
    points = free_points(view.bank_free[victim])
    cards = 0
    for value in range(FREE_VALUES):
        cards += view.bank_free[victim] >> value & 1
    for colour in range(COLOURS):
        points += points_in(view.bank[victim, colour])
        cards += cards_in(view.bank[victim, colour])
    return weights[LOOT_BANK] * points // cards if cards > 0 else WORST + 0 * weights[LOOT_BANK]


def _best_palette(view: State, seat: Seat, weights: Any) -> int:
    best = NOBODY
    best_worth = WORST + 0 * weights[EXTRA_WORTH]
    for other in range(view.seats):
        if other != seat:
            worth = _palette_worth(view, other, weights)
            if worth > best_worth:
                best_worth = worth
                best = other
    return best


def _palette_worth(view: State, seat: Seat, weights: Any) -> Any:
    worth = weights[EXTRA_WORTH] * (view.palette_extra[seat] + view.palette_steal[seat])
    for colour in range(COLOURS):
        worth += PERCENT * points_in(view.palette[seat, colour])
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


MOVE, MOVE_LEFT, BANKED, IN_PALETTE, THEIR_PALETTE = range(5)
"""The features of a position: that it is a seat's turn, also by the share of the deck that is left; its lead in the
bank; the points in its palette and in the other's; its lead in EXTRA ROLLs and in STEALs; the points in the jackpot;
the promise of a turn to it now, and to the other; and who has MINUS FIVE."""
TOLD = 12
OFF, OFF_LEFT = TOLD, TOLD + 1
"""The square of how far the lead is off, and its part by the share of the deck."""
AGES = 7
"""Their weights, learned by the number of turns left, 0 to 5, or more: palettes are lost in the end."""
WORTHS = TOLD + 2
LEAST_OFF = 1.0
LEARNED = WEIGHTS + AGES * WORTHS


def turn_begins(state: State) -> bool:
    """Whether the seat whose turn it is has done nothing yet."""
    return state.finale == 0 and (state.stage == STARTING or (state.stage == DRAWING and state.to_draw == DRAW))


def told_of(state: State, seat: Seat, rival: Seat, weights: Any) -> tuple[float, ...]:
    """The features of a position when a seat's turn begins, beside another seat."""
    return (
        1.0,
        state.pile_cards / DECK,
        float(total(state, seat) - total(state, rival)),
        float(palette_points(state, seat)),
        float(palette_points(state, rival)),
        float(state.palette_extra[seat] - state.palette_extra[rival]),
        float(state.palette_steal[seat] - state.palette_steal[rival]),
        float(jackpot_points(state)),
        _best_promise(state, seat, weights),
        _best_promise(state, rival, weights),
        1.0 if state.minus_five == seat else 0.0,
        1.0 if state.minus_five == rival else 0.0,
    )


def age_of(state: State) -> int:
    """The number of turns left, as far as the weights distinguish it."""
    return min(AGES - 1, state.pile_cards // DRAW)


def _best_promise(state: State, seat: Seat, weights: Any) -> float:
    """The expected points of a seat's turn with the best wager from the cards before the draw."""
    best = _promise(state, seat, 0, 0, weights)
    for colour in range(COLOURS):
        for cards in range(1, cards_in(state.palette[seat, colour]) + 1):
            best = max(best, _promise(state, seat, colour, cards, weights))
    return float(best / (WHOLE * PERCENT))


def palette_points(state: State, seat: Seat) -> int:
    """The points of the cards in a seat's palette."""
    points = 0
    for colour in range(COLOURS):
        points += points_in(state.palette[seat, colour])
    return points


def jackpot_points(state: State) -> int:
    """The points of the cards in the jackpot."""
    points = 0
    for colour in range(COLOURS):
        points += points_in(state.jackpot[colour])
    return points


def estimate(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance when the next turn begins, by expected final leads with normal errors."""
    if state.turn == root.turn or not turn_begins(state):
        return UNKNOWN
    learned = WEIGHTS + age_of(state) * WORTHS
    off = max(LEAST_OFF, knowledge[learned + OFF] + knowledge[learned + OFF_LEFT] * state.pile_cards / DECK) / 2
    best, best_off = float(WORST), 0.0
    for other in range(state.seats):
        if other != seat:
            best, best_off = higher_of(best, best_off, _beside_the_mover(state, other, knowledge), off)
    return chance_above_zero(_beside_the_mover(state, seat, knowledge) - best, off + best_off)


def _beside_the_mover(state: State, seat: Seat, knowledge: Any) -> float:
    """The expected final lead of a seat over the one whose turn begins; negative if behind."""
    if seat == state.turn:
        return 0.0
    told = told_of(state, state.turn, seat, knowledge)
    first = WEIGHTS + age_of(state) * WORTHS
    lead = 0.0
    for index in range(TOLD):
        lead += knowledge[first + index] * told[index]
    return -lead


def knowledge() -> Floats:
    """The weights of `expert`, then those of a position's value."""
    return load_learned(__package__, LEARNED)


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    knowledge=knowledge,
    search=Search(policy="expert", margin=0, playouts=1000, estimate=estimate),
)
