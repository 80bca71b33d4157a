"""Legality: what a player may do, and the rule that forbids the rest."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOXES,
    COLOUR_BOXES,
    COLOURS,
    EMPTY,
    MAKES_NOTHING,
    NUMBERS,
    ROW_CLASHES,
    ROWS,
    empty_boxes,
    open_rows,
    row_makes,
)
from quincunx.games.lowdown.state import DICE_OF_A_KIND, OPEN_DICE, WILD_BOXES, State

PICK = 0
"""The first of the actions that pick a pair, by number and colour."""
TAKE_SECRET = PICK + NUMBERS * COLOURS
WRITE = TAKE_SECRET + 1
"""The first of the actions that write, by number and box."""
WILD = WRITE + NUMBERS * BOXES
"""The first of the actions that write with a wild colour, by number and box."""
BLACK_OUT = WILD + NUMBERS * BOXES
"""The first of the actions that black a box out, by box."""
CROSS = BLACK_OUT + BOXES
"""The first of the actions that cross a row out, by row."""
DONE = CROSS + ROWS
"""The action of a player who crosses out no more rows in this turn."""
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


# The parts of an action


def verb_of(action: int) -> int:
    """The verb of an action, as its first action: PICK, TAKE_SECRET, WRITE, WILD, BLACK_OUT, CROSS or DONE."""
    if action < TAKE_SECRET:
        return PICK
    if action < WRITE:
        return TAKE_SECRET
    if action < WILD:
        return WRITE
    if action < BLACK_OUT:
        return WILD
    if action < CROSS:
        return BLACK_OUT
    return CROSS if action < DONE else DONE


def number_picked(action: int) -> int:
    """The number of a pair that is picked."""
    return action // COLOURS + 1


def colour_picked(action: int) -> int:
    """The colour of a pair that is picked."""
    return action % COLOURS + 1


def number_written(action: int) -> int:
    """The number that is written, with a wild or without."""
    return (action - WRITE) // BOXES % NUMBERS + 1


def mark_of(action: int) -> int:
    """The mark of a filled box: its number, or BLACKED_OUT."""
    return BLACKED_OUT if verb_of(action) == BLACK_OUT else number_written(action)


def box_of(action: int) -> int:
    """The box that is written into or blacked out."""
    return (action - WRITE) % BOXES


def row_of(action: int) -> int:
    """The row that is crossed out."""
    return action - CROSS


# Legality


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


def pick_objection(state: State, seat: Seat, action: int) -> int:
    verb = verb_of(action)
    if verb == TAKE_SECRET:  # §17, R12
        return OK
    if verb != PICK:
        return PICK_FIRST
    number = number_picked(action)
    colour = colour_picked(action)
    if not (open_numbers(state) >> number & 1 and open_colours(state) >> colour & 1):  # §16, R1
        return NOT_AMONG_OPEN_DICE
    if not pickable_colours(state, seat) >> colour & 1:  # R28
        return PAIR_FITS_NOWHERE
    return OK


def list_picks(state: State, seat: Seat, out: Row) -> int:
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


def filling_objection(state: State, seat: Seat, action: int) -> int:
    verb = verb_of(action)
    if verb in (PICK, TAKE_SECRET):
        return ALREADY_PICKED
    if verb in (CROSS, DONE):
        return WRITE_FIRST
    box = box_of(action)
    if verb != BLACK_OUT and not numbers_for(state, seat) >> number_written(action) & 1:
        return NUMBER_NOT_YOURS
    if state.box[seat, box] != EMPTY:  # §19, R14, R20
        return BOX_FILLED
    if verb == WRITE:
        return OK if boxes_for(state, seat) >> box & 1 else COLOUR_NOT_YOURS  # §20, §21
    if verb == WILD:
        return OK if has_wild(state, seat) else NO_WILD_LEFT  # §22, R9
    if has_wild(state, seat) or boxes_for(state, seat):  # §32, R10, R11
        return CAN_STILL_WRITE
    return OK


def list_fillings(state: State, seat: Seat, out: Row) -> int:
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


def crossing_objection(state: State, seat: Seat, action: int) -> int:
    verb = verb_of(action)
    if verb == DONE:  # R17
        return OK
    if verb != CROSS:
        return ALREADY_WRITTEN
    row = row_of(action)
    if row_makes(state.box, seat, row) == MAKES_NOTHING:  # §35, §36, R15
        return ROW_MAKES_NOTHING
    if state.crossed[seat] & ROW_CLASHES[row]:  # §38, R18
        return ROWS_CROSS
    return OK


def list_crossings(state: State, seat: Seat, out: Row) -> int:
    rows = open_rows(state.box, seat, state.crossed[seat])
    count = 0
    for row in range(ROWS):
        if rows >> row & 1:
            out[count] = CROSS + row
            count += 1
    out[count] = DONE
    return count + 1
