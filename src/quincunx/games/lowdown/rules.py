"""Lowdown: write dice into three grids, cross out rows that are triples or make ten; the lowest score wins.

The functions of a game in the order of a match; `board` has the tables and the arithmetic of rows.
"""

from typing import Annotated

from quincunx.core.fields import Row, Schema, Table
from quincunx.core.seats import CHANCE, HIDDEN, OVER, Actors, Seat, everyone, holds, one
from quincunx.core.standings import FEWEST_WINS, POINTS, place_by_points
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOXES,
    COLOUR_BOXES,
    COLOUR_SIDES,
    COLOURS,
    EMPTY,
    MAKES_NOTHING,
    NUMBER_SIDES,
    NUMBERS,
    ROW_CLASHES,
    ROWS,
    empty_boxes,
    full_grids,
    open_rows,
    row_makes,
    score,
)

MOST_SEATS = 4
WILD_BOXES = 4
ENDING_GRIDS = 2

OPEN_DICE = 2
SECRET = 2
"""Of three dice of a kind, 0 and 1 lie open; this one is secret."""
DICE_OF_A_KIND = 3
NO_DIE = DICE_OF_A_KIND
ALL_OPEN = 2 * OPEN_DICE
ALL_DICE = 2 * DICE_OF_A_KIND

DRAWING, ROLLING, PICKING, PLACING, WRITING, ENDED = range(6)

FIRST = 0
"""The option of who begins."""
SEAT_0, DRAWN = range(2)

PICK = 0
"""Actions from here: an open number and an open colour."""
TAKE_SECRET = PICK + NUMBERS * COLOURS
WRITE = TAKE_SECRET + 1
"""Actions from here: a number and the box it is written into."""
WILD = WRITE + NUMBERS * BOXES
"""Actions from here: the same with a wild colour."""
BLACK_OUT = WILD + NUMBERS * BOXES
"""Actions from here: the box that is blacked out."""
CROSS = BLACK_OUT + BOXES
"""Actions from here: the row that is crossed out."""
DONE = CROSS + ROWS
"""No more rows this turn."""
ACTIONS = DONE + 1

(
    OK,
    OUT_OF_TURN,
    PICK_FIRST,
    WRITE_FIRST,
    ALREADY_PICKED,
    ALREADY_WRITTEN,
    NOT_AMONG_OPEN_DICE,
    PAIR_FITS_NOWHERE,
    NUMBER_NOT_YOURS,
    BOX_FILLED,
    COLOUR_NOT_YOURS,
    NO_WILD_LEFT,
    CAN_STILL_WRITE,
    ROW_MAKES_NOTHING,
    ROWS_CROSS,
) = range(15)


class State(Schema):
    seats: int
    """How many play."""
    stage: int
    """DRAWING, ROLLING, PICKING, PLACING, WRITING or ENDED."""
    turn: int
    """The number of the turn, from 1."""
    active: int
    """The seat whose turn it is."""
    landed: int
    """How many dice of this turn's roll have landed: two numbers and two colours openly, then the secret pair."""
    number: Annotated[Row, DICE_OF_A_KIND]
    """What the number dice show; 0 until they land."""
    colour: Annotated[Row, DICE_OF_A_KIND]
    """What the colour dice show; NO_COLOUR until they land."""
    picked_number: int
    """The number die that the active player picked, NO_DIE until then."""
    picked_colour: int
    """The colour die that the active player picked, NO_DIE until then."""
    writing: int
    """Seats that have still to write in this step, as bits."""
    crossing: int
    """Seats that have written and may cross out rows, as bits."""
    wilds: Annotated[Row, MOST_SEATS]
    """By seat: the wild boxes that are marked."""
    box: Annotated[Table, MOST_SEATS, BOXES]
    """By seat: what each box holds, EMPTY, a number or BLACKED_OUT."""
    crossed: Annotated[Row, MOST_SEATS]
    """By seat: the rows that are crossed out, as bits."""


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats
    if options[FIRST] == DRAWN:  # R25
        state.stage = DRAWING
    else:
        _start_turn(state, 0)


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if state.stage == PICKING:
        return one(state.active)
    if state.stage == PLACING or state.stage == WRITING:
        return state.writing | state.crossing  # R7
    return CHANCE


def objection(state: State, seat: Seat, action: int) -> int:
    if not holds(to_act(state), seat):
        return OUT_OF_TURN
    if state.stage == PICKING:
        return _object_to_pick(state, seat, action)
    if holds(state.writing, seat):
        return _object_to_filling(state, seat, action)
    return _object_to_crossing(state, seat, action)


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if not holds(to_act(state), seat):
        return 0
    if state.stage == PICKING:
        return _legal_picks(state, seat, out)
    if holds(state.writing, seat):
        return _legal_fillings(state, seat, out)
    return _legal_crossings(state, seat, out)


def apply(state: State, seat: Seat, action: int) -> None:
    if action < WRITE:
        _pick(state, action)
    elif action < CROSS:
        _fill(state, seat, action)
    else:
        _cross(state, seat, action)


def odds(state: State, weights: Row) -> int:
    if state.stage == DRAWING:
        for seat in range(state.seats):
            weights[seat] = 1
        return state.seats
    if number_lands(state.landed):
        for side in range(NUMBERS):
            weights[side] = NUMBER_SIDES[side]
        return NUMBERS
    for side in range(COLOURS):
        weights[side] = COLOUR_SIDES[side]
    return COLOURS


def land(state: State, outcome: int) -> None:
    if state.stage == DRAWING:
        _start_turn(state, outcome)
    else:
        _land_die(state, outcome)


def view(state: State, seat: Seat, out: State) -> None:
    if is_secret(state) and seat != secret_roller(state):  # §15, R4
        if state.landed > ALL_OPEN:
            out.number[SECRET] = HIDDEN
        if state.landed == ALL_DICE:
            out.colour[SECRET] = HIDDEN


def sees(state: State, seat: Seat, who: int, what: int) -> bool:
    """A secret die is known as it lands to its roller alone (§15, R4)."""
    return state.stage != ROLLING or state.landed < ALL_OPEN or seat == secret_roller(state)


def standings(state: State, out: Table) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = score(state.box, seat, state.crossed[seat])
    place_by_points(out, state.seats, FEWEST_WINS)  # §46, R24


def is_secret(state: State) -> bool:
    """Whether the active player has still to pick."""
    return state.stage == ROLLING or state.stage == PICKING


def secret_roller(state: State) -> Seat:
    """The player to the right of the active player (§14, R27)."""
    return (state.active + state.seats - 1) % state.seats


def number_lands(landed: int) -> bool:
    """Whether the die after so many is a number die: two of them, two colour dice, then one of each."""
    return landed < OPEN_DICE or landed == ALL_OPEN


def open_numbers(state: State) -> int:
    """The numbers on the open dice, as bits."""
    return 1 << state.number[0] | 1 << state.number[1]


def open_colours(state: State) -> int:
    """The colours on the open dice, as bits."""
    return 1 << state.colour[0] | 1 << state.colour[1]


def numbers_for(state: State, seat: Seat) -> int:
    """The numbers a seat may write, as bits: the active player's pick, or for the others what remains (§27, R5)."""
    numbers = 0
    for die in range(DICE_OF_A_KIND):
        if (die == state.picked_number) == (seat == state.active):
            numbers |= 1 << state.number[die]
    return numbers


def boxes_for(state: State, seat: Seat) -> int:
    """The empty boxes that take a colour the seat may use, as bits (§19, §28)."""
    boxes = 0
    for die in range(DICE_OF_A_KIND):
        if (die == state.picked_colour) == (seat == state.active):
            boxes |= COLOUR_BOXES[state.colour[die]]
    return boxes & empty_boxes(state.box, seat)


def has_wild(state: State, seat: Seat) -> bool:
    """Whether a seat has a wild box left (§22)."""
    return state.wilds[seat] < WILD_BOXES


def pickable_colours(state: State, seat: Seat) -> int:
    """The open colours that may be picked, as bits: those that fit a box, or all with a wild or when none fits."""
    if has_wild(state, seat):  # R8, R28
        return open_colours(state)
    empty = empty_boxes(state.box, seat)
    fitting = 0
    for die in range(OPEN_DICE):
        if COLOUR_BOXES[state.colour[die]] & empty:
            fitting |= 1 << state.colour[die]
    return fitting if fitting else open_colours(state)  # R12, R13


def _start_turn(state: State, active: Seat) -> None:
    """§13, §40: the six dice come together again."""
    state.stage = ROLLING
    state.turn += 1
    state.active = active
    state.landed = 0
    state.picked_number = NO_DIE
    state.picked_colour = NO_DIE
    for die in range(DICE_OF_A_KIND):
        state.number[die] = 0
        state.colour[die] = 0


def _land_die(state: State, side: int) -> None:
    die = state.landed % OPEN_DICE if state.landed < ALL_OPEN else SECRET
    if number_lands(state.landed):
        state.number[die] = side + 1
    else:
        state.colour[die] = side + 1
    state.landed += 1
    if state.landed == ALL_DICE:
        state.stage = PICKING


def _object_to_pick(state: State, seat: Seat, action: int) -> int:
    if action > TAKE_SECRET:
        return PICK_FIRST
    if action == TAKE_SECRET:  # §17, R12
        return OK
    number = action // COLOURS + 1
    colour = action % COLOURS + 1
    if not (open_numbers(state) >> number & 1 and open_colours(state) >> colour & 1):  # §16, R1
        return NOT_AMONG_OPEN_DICE
    if not pickable_colours(state, seat) >> colour & 1:  # R28
        return PAIR_FITS_NOWHERE
    return OK


def _legal_picks(state: State, seat: Seat, out: Row) -> int:
    numbers = open_numbers(state)
    colours = pickable_colours(state, seat)
    count = 0
    for number in range(1, NUMBERS + 1):
        if numbers >> number & 1:
            for colour in range(1, COLOURS + 1):
                if colours >> colour & 1:
                    out[count] = (number - 1) * COLOURS + colour - 1
                    count += 1
    out[count] = TAKE_SECRET
    return count + 1


def _pick(state: State, action: int) -> None:
    if action == TAKE_SECRET:
        state.picked_number = SECRET
        state.picked_colour = SECRET
    else:  # R6: one die is set aside, its twin stays
        state.picked_number = 0 if state.number[0] == action // COLOURS + 1 else 1
        state.picked_colour = 0 if state.colour[0] == action % COLOURS + 1 else 1
    state.stage = PLACING
    state.writing = one(state.active)


def _object_to_filling(state: State, seat: Seat, action: int) -> int:
    if action < WRITE:
        return ALREADY_PICKED
    if action >= CROSS:
        return WRITE_FIRST
    box = (action - WRITE) % BOXES
    if action < BLACK_OUT and not numbers_for(state, seat) >> (action - WRITE) // BOXES % NUMBERS + 1 & 1:
        return NUMBER_NOT_YOURS
    if state.box[seat, box] != EMPTY:  # §19, R14, R20
        return BOX_FILLED
    if action < WILD:
        return OK if boxes_for(state, seat) >> box & 1 else COLOUR_NOT_YOURS  # §20, §21
    if action < BLACK_OUT:
        return OK if has_wild(state, seat) else NO_WILD_LEFT  # §22, R9
    if has_wild(state, seat) or boxes_for(state, seat):  # §32, R10, R11
        return CAN_STILL_WRITE
    return OK


def _legal_fillings(state: State, seat: Seat, out: Row) -> int:
    boxes = boxes_for(state, seat)
    count = _list_boxes(state, seat, WRITE, boxes, out, 0)
    empty = empty_boxes(state.box, seat)
    if has_wild(state, seat):
        count = _list_boxes(state, seat, WILD, empty, out, count)
    elif boxes == 0:
        for box in range(BOXES):
            if empty >> box & 1:
                out[count] = BLACK_OUT + box
                count += 1
    return count


def _list_boxes(state: State, seat: Seat, base: int, boxes: int, out: Row, count: int) -> int:
    numbers = numbers_for(state, seat)
    for number in range(1, NUMBERS + 1):
        if numbers >> number & 1:
            first = base + (number - 1) * BOXES
            for box in range(BOXES):
                if boxes >> box & 1:
                    out[count] = first + box
                    count += 1
    return count


def _fill(state: State, seat: Seat, action: int) -> None:
    box = (action - WRITE) % BOXES
    if action < BLACK_OUT:
        state.box[seat, box] = (action - WRITE) // BOXES % NUMBERS + 1
        if action >= WILD:  # §24
            state.wilds[seat] += 1
    else:
        state.box[seat, box] = BLACKED_OUT
    state.writing &= ~one(seat)
    if state.stage == PLACING:  # §28: now all others at once
        state.stage = WRITING
        state.writing = everyone(state.seats) & ~one(seat)
    _offer_rows(state, seat)


def _offer_rows(state: State, seat: Seat) -> None:
    """§34, R16, R17: who can cross out is asked, who cannot has finished the turn."""
    if open_rows(state.box, seat, state.crossed[seat]):
        state.crossing |= one(seat)
    else:
        _finish(state, seat)


def _object_to_crossing(state: State, seat: Seat, action: int) -> int:
    if action < CROSS:
        return ALREADY_WRITTEN
    if action == DONE:  # R17
        return OK
    row = action - CROSS
    if row_makes(state.box, seat, row) == MAKES_NOTHING:  # §35, §36, R15
        return ROW_MAKES_NOTHING
    if state.crossed[seat] & ROW_CLASHES[row]:  # §38, R18
        return ROWS_CROSS
    return OK


def _legal_crossings(state: State, seat: Seat, out: Row) -> int:
    rows = open_rows(state.box, seat, state.crossed[seat])
    count = 0
    for row in range(ROWS):
        if rows >> row & 1:
            out[count] = CROSS + row
            count += 1
    out[count] = DONE
    return count + 1


def _cross(state: State, seat: Seat, action: int) -> None:
    if action == DONE:
        _finish(state, seat)
    else:
        state.crossed[seat] |= 1 << action - CROSS
        _offer_rows(state, seat)


def _finish(state: State, seat: Seat) -> None:
    state.crossing &= ~one(seat)
    if state.writing == 0 and state.crossing == 0:  # §43, R22
        _end_turn(state)


def _end_turn(state: State) -> None:
    for seat in range(state.seats):
        if full_grids(state.box, seat) >= ENDING_GRIDS:  # §42
            state.stage = ENDED
    if state.stage != ENDED:
        _start_turn(state, (state.active + 1) % state.seats)  # §12, §41
