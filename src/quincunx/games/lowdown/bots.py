"""Bots of Lowdown.

`greedy` looks one number ahead: it guesses what every grid will count in the end, less the rows that are made or on
their way, and writes where that guess falls most. Guesses are in hundredths of a point.
"""

from typing import Any, TypeAlias

from quincunx.core.bots import Bots, Floats, Search
from quincunx.core.defaults import UNKNOWN, all_legal
from quincunx.core.fields import Row
from quincunx.core.learned import load_learned
from quincunx.core.normal import chance_above_zero, higher_of
from quincunx.core.seats import Seat, holds
from quincunx.games.lowdown.board import (
    ACROSS,
    ALL_BOXES,
    BLACKED_OUT,
    BLUE,
    BOX_COLOURS,
    BOXES,
    COLOUR_BOXES,
    COLOUR_GRID,
    COLOURS,
    DOWN,
    EMPTY,
    FALLING,
    GREEN,
    GRID_BOXES,
    GRID_MASKS,
    GRID_ROWS,
    GRIDS,
    MAKES_NOTHING,
    NUMBERS,
    ORANGE,
    PURPLE,
    RED,
    RISING,
    ROW_BOXES,
    ROWS,
    SIDE,
    TEN,
    YELLOW,
    best_crossing,
    empty_boxes,
    makes,
    points_of,
)
from quincunx.games.lowdown.legality import (
    CROSS,
    DONE,
    TAKE_SECRET,
    WILD,
    box_of,
    colour_picked,
    has_wild,
    mark_of,
    number_picked,
    row_of,
    verb_of,
)
from quincunx.games.lowdown.state import ENDED, PICKING, State
from quincunx.games.lowdown.values import (
    NO_BOX,
    SPREAD_TABLE,
    VALUES,
    board_value,
    clock_of,
    grid_value,
    to_fill,
    wild_value,
)

Grids: TypeAlias = tuple[tuple[int, float], tuple[int, float], tuple[int, float]]
"""By grid: the values that `expert` computes before the fillings (`_each_grid`)."""
Leads: TypeAlias = tuple[float, float, float, float, float, float]
"""A number's points by colour (`_leads`)."""

POINT = 100
USUAL_TURNS = 24
WRITTEN = 220
"""The expected points of the next number in an empty box."""
SURE = 100
"""A sure thing: chances are in hundredths, too."""
HOPE_AT_LAST = 10
HOPE_A_TURN = 6
HOPE_AT_MOST = 90
"""The chance that a row which lacks one number is completed, by the turns that are left."""
WILD_WORTH = 300
WILD_FADES = 8
"""The number of turns before the end at which a wild starts to lose its worth."""
HALF_BOX = 12
"""The worth of keeping a half box for later."""
GOOD_ENOUGH = 0
"""An open pair that changes no more than this is picked without a thought of the secret pair."""
HOPELESS = 1 << 30


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """The choice after which the board promises the lowest score."""
    if view.stage == PICKING:
        return _best_pick(view, seat, legal, count)
    if holds(view.writing, seat):
        return _best_filling(view, seat, legal, count)
    return _best_row(view, seat, legal, count)


def _best_pick(view: State, seat: Seat, legal: Row, count: int) -> int:
    """The best open pair, or the secret pair if that promises more on average."""
    best = TAKE_SECRET
    least = HOPELESS
    for index in range(count - 1):
        number = number_picked(legal[index])
        otherwise = _wild_change(view, seat, number)
        pair = _pair_change(view, seat, number, colour_picked(legal[index]), otherwise)
        if pair < least:
            best = legal[index]
            least = pair
    if least > GOOD_ENOUGH and _secret_change(view, seat) < least:
        return TAKE_SECRET
    return best


def _secret_change(view: State, seat: Seat) -> int:
    total = 0
    for number in range(1, NUMBERS + 1):
        otherwise = _wild_change(view, seat, number)
        for colour in range(1, COLOURS + 1):
            total += _pair_change(view, seat, number, colour, otherwise)
    return total // (NUMBERS * COLOURS)


def _pair_change(view: State, seat: Seat, number: int, colour: int, otherwise: int) -> int:
    """The value of the best placing of a pair; `otherwise` is without its colour."""
    by_colour = _least_change(view, seat, number, COLOUR_BOXES[colour])
    if by_colour < HOPELESS and not has_wild(view, seat):
        return by_colour
    return min(by_colour, otherwise)


def _wild_change(view: State, seat: Seat, number: int) -> int:
    """The value of a number in the best of all boxes with a wild; without a wild, of a blackout."""
    if has_wild(view, seat):
        return _least_change(view, seat, number, ALL_BOXES) + wild_cost(view)
    return _least_change(view, seat, BLACKED_OUT, ALL_BOXES)


def _least_change(view: State, seat: Seat, mark: int, boxes: int) -> int:
    boxes &= empty_boxes(view.box, seat)
    least = HOPELESS
    for box in range(BOXES):
        if boxes >> box & 1:
            least = min(least, change(view, seat, mark, box))
    return least


def _best_filling(view: State, seat: Seat, legal: Row, count: int) -> int:
    best = legal[0]
    least = HOPELESS
    for index in range(count):
        promised = filling_change(view, seat, legal[index])
        if promised < least:
            best = legal[index]
            least = promised
    return best


def filling_change(view: State, seat: Seat, action: int) -> int:
    """The change of the board's expected count by a filling."""
    promised = change(view, seat, mark_of(action), box_of(action))
    return promised + wild_cost(view) if verb_of(action) == WILD else promised


def _best_row(view: State, seat: Seat, legal: Row, count: int) -> int:
    """Cross out rows of the grid's best plan, but none that conflicts with it."""
    crossed = view.crossed[seat]
    for index in range(count - 1):
        row = row_of(legal[index])
        box = ROW_BOXES[row][0]
        now = promise(view, seat, crossed, box, view.box[seat, box])
        if promise(view, seat, crossed | 1 << row, box, view.box[seat, box]) <= now:
            return legal[index]
    return DONE


def change(view: State, seat: Seat, mark: int, box: int) -> int:
    """The change of its grid's expected count by a mark in an empty box."""
    crossed = view.crossed[seat]
    half = HALF_BOX if BOX_COLOURS[box] & BOX_COLOURS[box] - 1 else 0
    return half + promise(view, seat, crossed, box, mark) - promise(view, seat, crossed, box, EMPTY)


def wild_cost(view: State) -> int:
    """The worth of a wild: nothing in the end."""
    return WILD_WORTH * min(turns_left(view), WILD_FADES) // WILD_FADES


def turns_left(view: State) -> int:
    """Turns that usually follow this one."""
    return max(0, USUAL_TURNS - view.turn)


def promise(view: State, seat: Seat, crossed: int, box: int, mark: int) -> int:
    """The expected count of a box's grid, with this mark in the box."""
    left = turns_left(view)
    grid = box // GRID_BOXES
    total = 0
    for index in range(grid * GRID_BOXES, (grid + 1) * GRID_BOXES):
        held = mark if index == box else view.box[seat, index]
        total += _to_come(left) if held == EMPTY else POINT * points_of(held)
    return total - _best_saving(view, seat, crossed, box, mark, left)


def _to_come(left: int) -> int:
    """The expected count of an empty box, which may stay empty."""
    return WRITTEN * min(left, 6) // 6


def _best_saving(view: State, seat: Seat, crossed: int, box: int, mark: int, left: int) -> int:
    """The expected saving of the best plan: rows across, rows down or a diagonal, with the rows already crossed out."""
    first = box // GRID_BOXES * GRID_ROWS
    best = 0
    for start in (ACROSS, DOWN, FALLING, RISING):
        rows = SIDE if start < FALLING else 1
        plan = (1 << rows) - 1 << first + start
        if crossed >> first & (1 << GRID_ROWS) - 1 & ~(plan >> first) == 0:
            saving = 0
            for row in range(first + start, first + start + rows):
                saving += _row_saving(view, seat, row, box, mark, left)
            best = max(best, saving)
    return best


def _row_saving(view: State, seat: Seat, row: int, box: int, mark: int, left: int) -> int:
    """The expected saving of a row: its points times its chance."""
    a = mark if ROW_BOXES[row][0] == box else view.box[seat, ROW_BOXES[row][0]]
    b = mark if ROW_BOXES[row][1] == box else view.box[seat, ROW_BOXES[row][1]]
    c = mark if ROW_BOXES[row][2] == box else view.box[seat, ROW_BOXES[row][2]]
    if max(a, b, c) == BLACKED_OUT:
        return 0
    missing = (a == EMPTY) + (b == EMPTY) + (c == EMPTY)
    points = POINT * (a + b + c)
    if missing == 0:
        return points if makes(a, b, c) != MAKES_NOTHING else 0
    hope = min(HOPE_AT_MOST, HOPE_AT_LAST + HOPE_A_TURN * left)
    chance = hope
    if missing == 1:
        chance = _last_number_chance(a, b, c, hope)
    elif missing == 2:
        chance = hope * hope // SURE
    else:
        chance = hope * hope // SURE * hope // SURE
    return (points + missing * _to_come(left)) * chance // SURE


def _last_number_chance(a: int, b: int, c: int, hope: int) -> int:
    """The chance of a row that lacks one number: by ten, by three of a kind, or by both."""
    need = TEN - a - b - c
    low = a + b + c - max(a, b, c)
    ways = 0
    if 1 <= need <= NUMBERS:
        ways += 1
    if low == max(a, b, c) and need != low:
        ways += 1
    if ways == 2:
        return hope + (SURE - hope) * hope // SURE
    return hope * ways


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row, knowledge: Any) -> int:
    """The choice after which the seat is furthest ahead, by learned tables for every board."""
    if view.stage != PICKING and not holds(view.writing, seat):
        return _last_row(view, seat, legal, count, knowledge)
    grids = _each_grid(view, seat, knowledge)
    if view.stage == PICKING:
        return _dearest_pick(view, seat, legal, count, grids, knowledge)
    return _dearest_filling(view, seat, legal, count, grids, knowledge)


def pair_outlook(view: State, seat: Seat, number: int, colour: int, knowledge: Any) -> float:
    """The expected lead after a pair, as in `outlook`."""
    grids = _each_grid(view, seat, knowledge)
    return _pair_outlook(view, seat, colour, _leads(view, seat, number, grids, knowledge), grids, knowledge)


def _each_grid(view: State, seat: Seat, knowledge: Any) -> Grids:
    """By grid: the clock after a seat has written there, and its expected lead without that grid."""
    return (
        _without_grid(view, seat, 0, knowledge),
        _without_grid(view, seat, 1, knowledge),
        _without_grid(view, seat, 2, knowledge),
    )


def _without_grid(view: State, seat: Seat, grid: int, knowledge: Any) -> tuple[int, float]:
    clock = _clock_after(view, seat, grid)
    return clock, _ahead_beside(view, seat, grid, clock, knowledge)


def _clock_after(view: State, seat: Seat, grid: int) -> int:
    """The clock after a seat has written in a grid, which is not full."""
    clock = to_fill(view, seat, grid)
    for other in range(view.seats):
        if other != seat:
            clock = min(clock, to_fill(view, other, GRIDS))
    return max(0, clock)


def _ahead_beside(view: State, seat: Seat, grid: int, clock: int, knowledge: Any) -> float:
    """The expected lead of a seat over its best rival, without one of its own grids."""
    rival = float(HOPELESS)
    for other in range(view.seats):
        if other != seat:
            rival = min(rival, board_value(view, other, clock, knowledge))
    own = board_value(view, seat, clock, knowledge)
    return rival - own + grid_value(view, seat, grid, clock, NO_BOX, EMPTY, knowledge)


def outlook(view: State, seat: Seat, lead: float, grid: int, wild: int, grids: Grids, knowledge: Any) -> float:
    """The expected lead after a filling, in standard deviations: near the end a small lead is enough."""
    clock = grids[grid][0]
    if wild:
        used = view.wilds[seat]
        lead -= wild_value(used, clock, knowledge) - wild_value(used + 1, clock, knowledge)
    return lead / float(knowledge[SPREAD_TABLE + clock])


def _lead(view: State, seat: Seat, mark: int, box: int, grids: Grids, knowledge: Any) -> float:
    """How many points a mark in a box leaves a seat ahead."""
    grid = box // GRID_BOXES
    clock, ahead = grids[grid]
    return ahead - grid_value(view, seat, grid, clock, box, mark, knowledge)


def _dearest_filling(view: State, seat: Seat, legal: Row, count: int, grids: Grids, knowledge: Any) -> int:
    choice = legal[0]
    best = -float(HOPELESS)
    for index in range(count):
        found = _filling_outlook(view, seat, legal[index], grids, knowledge)
        if found > best:
            best = found
            choice = legal[index]
    return choice


def _filling_outlook(view: State, seat: Seat, action: int, grids: Grids, knowledge: Any) -> float:
    """The expected lead after an action that fills a box."""
    wild, box = 1 if verb_of(action) == WILD else 0, box_of(action)
    lead = _lead(view, seat, mark_of(action), box, grids, knowledge)
    return outlook(view, seat, lead, box // GRID_BOXES, wild, grids, knowledge)


def _dearest_pick(view: State, seat: Seat, legal: Row, count: int, grids: Grids, knowledge: Any) -> int:
    """The open pair with the best outlook, or the secret pair if its mean is better."""
    choice = TAKE_SECRET
    best = -float(HOPELESS)
    secret = 0.0
    for number in range(1, NUMBERS + 1):
        leads = _leads(view, seat, number, grids, knowledge)
        for colour in range(1, COLOURS + 1):
            found = _pair_outlook(view, seat, colour, leads, grids, knowledge)
            secret += found
            for index in range(count - 1):
                if (number_picked(legal[index]), colour_picked(legal[index])) == (number, colour) and found > best:
                    best = found
                    choice = legal[index]
    return choice if best >= secret / (NUMBERS * COLOURS) else TAKE_SECRET


def _leads(view: State, seat: Seat, number: int, grids: Grids, knowledge: Any) -> Leads:
    """By colour: how many points a number in the best of its empty boxes leaves a seat ahead."""
    return (
        _best_lead(view, seat, number, COLOUR_BOXES[RED], grids, knowledge),
        _best_lead(view, seat, number, COLOUR_BOXES[ORANGE], grids, knowledge),
        _best_lead(view, seat, number, COLOUR_BOXES[YELLOW], grids, knowledge),
        _best_lead(view, seat, number, COLOUR_BOXES[GREEN], grids, knowledge),
        _best_lead(view, seat, number, COLOUR_BOXES[BLUE], grids, knowledge),
        _best_lead(view, seat, number, COLOUR_BOXES[PURPLE], grids, knowledge),
    )


def _best_lead(view: State, seat: Seat, mark: int, boxes: int, grids: Grids, knowledge: Any) -> float:
    best = -float(HOPELESS)
    for box in range(BOXES):
        if boxes >> box & 1 and view.box[seat, box] == EMPTY:
            best = max(best, _lead(view, seat, mark, box, grids, knowledge))
    return best


def _pair_outlook(view: State, seat: Seat, colour: int, leads: Leads, grids: Grids, knowledge: Any) -> float:
    """The value of the best placing of a pair: by its colour, with a wild in any box, or as a blackout."""
    found = outlook(view, seat, leads[colour - 1], COLOUR_GRID[colour], 0, grids, knowledge)
    if has_wild(view, seat):
        for other in range(1, COLOURS + 1):
            found = max(found, outlook(view, seat, leads[other - 1], COLOUR_GRID[other], 1, grids, knowledge))
    elif leads[colour - 1] == -float(HOPELESS):
        for grid in range(GRIDS):
            lead = _best_lead(view, seat, BLACKED_OUT, GRID_MASKS[grid], grids, knowledge)
            found = max(found, outlook(view, seat, lead, grid, 0, grids, knowledge))
    return found


def _last_row(view: State, seat: Seat, legal: Row, count: int, knowledge: Any) -> int:
    """Cross out what saves most if the match may end with this turn, and nothing before: rows may wait (R17)."""
    if clock_of(view) > 1:
        return DONE
    for row in range(ROWS):
        if best_crossing(view.box, seat, view.crossed[seat]) >> row & 1:
            return CROSS + row
    return DONE


THOUGHTS = 5
"""The number of fillings that `master` considers."""


def candidates(view: State, seat: Seat, legal: Row, count: int, knowledge: Any, out: Row) -> int:
    """The fillings with the best outlook, every pick and every row."""
    if view.stage == PICKING or not holds(view.writing, seat):
        return all_legal(view, seat, legal, count, knowledge, out)
    grids = _each_grid(view, seat, knowledge)
    found = 0
    bound = float(HOPELESS)
    while found < THOUGHTS:
        choice = legal[0]
        best = -float(HOPELESS)
        for index in range(count):
            promised = _filling_outlook(view, seat, legal[index], grids, knowledge)
            if best < promised < bound:
                choice = legal[index]
                best = promised
        if best == -float(HOPELESS):
            break
        out[found] = choice
        bound = best
        found += 1
    return found


TURNS_AHEAD = 2
"""The number of turns in a trial before the tables end it."""


def estimate(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance some turns later, by the tables' expected counts with normal errors."""
    if state.turn < root.turn + TURNS_AHEAD or state.stage == ENDED:
        return UNKNOWN
    clock = clock_of(state)
    off = float(knowledge[SPREAD_TABLE + clock]) ** 2 / 2  # a lead is off by as much as two boards
    best, best_off = -float(HOPELESS), 0.0
    for other in range(state.seats):
        if other != seat:
            best, best_off = higher_of(best, best_off, -board_value(state, other, clock, knowledge), off)
    return chance_above_zero(-board_value(state, seat, clock, knowledge) - best, off + best_off)


FEW_TURNS = 3
"""The turns before the end in which replays are played out, because the tables are not accurate there."""


def replayed(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """As `estimate`, but the end of the match is played out; an analysis would take ten times as long."""
    return UNKNOWN if clock_of(state) <= FEW_TURNS else estimate(root, state, seat, knowledge)


def knowledge() -> Floats:
    """The tables of `expert`."""
    return load_learned(__package__, VALUES)


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    knowledge=knowledge,
    search=Search(policy="expert", margin=0, playouts=300, candidates=candidates, estimate=estimate, replayed=replayed),
)
