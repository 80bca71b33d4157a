"""What cannot be in a position of Lowdown."""

from collections.abc import Iterator, Sequence

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from quincunx.core.seats import Seat, everyone, holds, one
from quincunx.games.lowdown import words
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
    full_grids,
    open_rows,
    row_makes,
)
from quincunx.games.lowdown.legality import (
    BLACK_OUT,
    OK,
    PICK,
    WILD,
    WRITE,
    box_of,
    filling_objection,
    pick_objection,
    verb_of,
)
from quincunx.games.lowdown.notation import ROW_NAMES
from quincunx.games.lowdown.rules import number_lands
from quincunx.games.lowdown.state import (
    ALL_DICE,
    ALL_OPEN,
    DICE_OF_A_KIND,
    DRAWING,
    ENDED,
    ENDING_GRIDS,
    MOST_SEATS,
    NO_DIE,
    OPEN_DICE,
    PICKING,
    PLACING,
    ROLLING,
    SECRET,
    WILD_BOXES,
    WRITING,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, beyond the ranges of its numbers."""
    yield from all_of(state, _of_lot, _of_active, _of_boards, _of_crossed_rows)
    yield from all_of(state, _of_rolling, _of_dice, _of_picks, _of_writing, _of_written, _of_first_turn)
    yield from all_of(state, _of_crossing, _of_boxes)
    yield from all_of(state, _of_end)


def _of_lot(state: State) -> Iterator[Message]:
    if state.stage == DRAWING and sum(map(bool, state.ints())) > 1:
        yield words.FLAW_NOTHING_BEFORE_LOT()


def _of_active(state: State) -> Iterator[Message]:
    if state.active >= state.seats:
        yield words.FLAW_ACTIVE_PLAYS()


# Boards


def _of_boards(state: State) -> Iterator[Message]:
    for seat in range(MOST_SEATS):
        marks = state.box.row(seat)
        if seat >= state.seats:
            if any(marks) or state.wilds[seat] or state.crossed[seat]:
                yield words.FLAW_EMPTY_SEAT(seat=seat)
            continue
        if BLACKED_OUT in marks and state.wilds[seat] < WILD_BOXES:
            yield words.FLAW_BLACK_BEFORE_WILDS(seat=seat)
        if BLACKED_OUT in marks and not any(_is_written_full(marks, colour) for colour in range(1, COLOURS + 1)):
            yield words.FLAW_BLACK_BEFORE_FULL(seat=seat)
        if state.wilds[seat] > sum(mark not in (EMPTY, BLACKED_OUT) for mark in marks):
            yield words.FLAW_TOO_MANY_WILDS(seat=seat)


def _is_written_full(marks: Sequence[int], colour: int) -> bool:
    """Whether every box that takes a colour has a number: only then can a colour have fitted nowhere (§32, R11)."""
    return all(marks[box] not in (EMPTY, BLACKED_OUT) for box in range(BOXES) if COLOUR_BOXES[colour] >> box & 1)


def _of_crossed_rows(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        for row in range(ROWS):
            if state.crossed[seat] >> row & 1:
                if row_makes(state.box, seat, row) == MAKES_NOTHING:
                    yield words.FLAW_ROW_MAKES_NOTHING(row=ROW_NAMES[row])
                if state.crossed[seat] & ROW_CLASHES[row] & ~(1 << row):
                    yield words.FLAW_ROW_CROSSES(row=ROW_NAMES[row])


# Dice


def _of_rolling(state: State) -> Iterator[Message]:
    if state.stage != DRAWING and (state.landed < ALL_DICE) != (state.stage == ROLLING):
        yield words.FLAW_DICE_IN_WRONG_STAGE()


def _of_dice(state: State) -> Iterator[Message]:
    for landed in range(ALL_DICE):
        die = landed % OPEN_DICE if landed < ALL_OPEN else SECRET
        shown = state.number[die] if number_lands(landed) else state.colour[die]
        sides = NUMBERS if number_lands(landed) else COLOURS
        if not (1 <= shown <= sides if landed < state.landed else shown == 0):
            yield words.FLAW_DIE_SHOWS()
            break


def _of_picks(state: State) -> Iterator[Message]:
    picked = (state.picked_number, state.picked_colour)
    if state.stage in (ROLLING, PICKING):
        if picked != (NO_DIE, NO_DIE):
            yield words.FLAW_PICKED_TOO_EARLY()
    elif state.stage != DRAWING and picked != (SECRET, SECRET):
        if not all(die < OPEN_DICE for die in picked):
            yield words.FLAW_PICKED_PAIR()
        elif _is_second_twin(state):
            yield words.FLAW_PICKED_TWIN()
        elif state.stage == PLACING and not _could_pick(state):
            yield words.FLAW_PICKED_UNFIT()


def _is_second_twin(state: State) -> bool:
    """Whether an open die is picked though the one before it shows the same (R6)."""
    is_second_number = state.picked_number == 1 and state.number[0] == state.number[1]
    return is_second_number or (state.picked_colour == 1 and state.colour[0] == state.colour[1])


def _could_pick(state: State) -> bool:
    """Whether the open pair that is picked could be, by the board of the active seat."""
    number, colour = state.number[state.picked_number], state.colour[state.picked_colour]
    return pick_objection(state, state.active, PICK + (number - 1) * COLOURS + colour - 1) == OK


# The steps of a turn


def _of_writing(state: State) -> Iterator[Message]:
    busy = state.writing | state.crossing
    if busy & ~everyone(state.seats) or state.writing & state.crossing:
        yield words.FLAW_WRITING_AND_CROSSING()
    if (busy == 0) != (state.stage in (DRAWING, ROLLING, PICKING, ENDED)):
        yield words.FLAW_NOBODY_WRITES()
    if state.stage == PLACING and (state.writing, state.crossing) != (one(state.active), 0):
        yield words.FLAW_ACTIVE_PLACES()
    if state.stage == WRITING and holds(state.writing, state.active):
        yield words.FLAW_ACTIVE_HAS_WRITTEN()


def _of_written(state: State) -> Iterator[Message]:
    """§19, §28: what a seat has filled in this turn, the dice let it fill."""
    if NO_DIE in (state.picked_number, state.picked_colour):
        return
    for seat in range(state.seats):
        if _has_written(state, seat) and not any(_could_fill(state, seat, box) for box in range(BOXES)):
            yield words.FLAW_WRITTEN(seat=seat)


def _could_fill(state: State, seat: Seat, box: int) -> bool:
    """Whether a box can be the one that a seat has filled in this turn."""
    mark = state.box[seat, box]
    if mark == EMPTY:
        return False
    if mark == BLACKED_OUT:
        return _could_do(state, seat, BLACK_OUT + box)
    written = (mark - 1) * BOXES + box
    return _could_do(state, seat, WRITE + written) or _could_do(state, seat, WILD + written)


def _could_do(state: State, seat: Seat, action: int) -> bool:
    """Whether a seat can have come to its board by an action: it is taken back, and asked for its objection."""
    before = state.duplicate()
    before.box[seat, box_of(action)] = EMPTY
    if verb_of(action) == WILD:
        if before.wilds[seat] == 0:
            return False
        before.wilds[seat] -= 1
    return filling_objection(before, seat, action) == OK and full_grids(before.box, seat) < ENDING_GRIDS


def _of_first_turn(state: State) -> Iterator[Message]:
    """§28: in a turn all but the active seat write one of two numbers; after the first, these stand alone."""
    others = [seat for seat in range(state.seats) if seat != (state.active - 1) % state.seats]
    written = {mark for seat in others for mark in state.box.row(seat) if mark != EMPTY}
    if state.turn == 2 and state.stage in (ROLLING, PICKING, PLACING) and len(written) > DICE_OF_A_KIND - 1:
        yield words.FLAW_FIRST_TURN(number=DICE_OF_A_KIND - 1)


def _of_crossing(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        if holds(state.crossing, seat) and not open_rows(state.box, seat, state.crossed[seat]):
            yield words.FLAW_NO_ROW_TO_CROSS(seat=seat)


def _of_boxes(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        filled = sum(mark != EMPTY for mark in state.box.row(seat))
        if state.stage != DRAWING and filled != state.turn - (not _has_written(state, seat)):
            yield words.FLAW_BOX_A_TURN(seat=seat, count=filled, turn=str(state.turn))


def _has_written(state: State, seat: Seat) -> bool:
    return state.stage == ENDED or (state.stage == WRITING and not holds(state.writing, seat))


def _of_end(state: State) -> Iterator[Message]:
    done = [seat for seat in range(state.seats) if full_grids(state.box, seat) >= ENDING_GRIDS]
    if state.stage == ENDED and not done:
        yield words.FLAW_ENDED_TOO_EARLY()
    if state.stage != ENDED and any(not _has_written(state, seat) for seat in done):
        yield words.FLAW_ENDED_TOO_LATE()
