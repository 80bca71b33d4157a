"""What cannot be in a position of Lowdown."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from quincunx.core.seats import Seat, everyone, holds, one
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
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
from quincunx.games.lowdown.notation import ROW_NAMES
from quincunx.games.lowdown.rules import number_lands
from quincunx.games.lowdown.state import (
    ALL_DICE,
    ALL_OPEN,
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
    yield from all_of(state, _of_rolling, _of_dice, _of_picks, _of_writing, _of_crossing, _of_boxes, _of_end)


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
        if state.wilds[seat] > sum(mark not in (EMPTY, BLACKED_OUT) for mark in marks):
            yield words.FLAW_TOO_MANY_WILDS(seat=seat)


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
    elif state.stage != DRAWING and picked != (SECRET, SECRET) and not all(die < OPEN_DICE for die in picked):
        yield words.FLAW_PICKED_PAIR()


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


def _of_crossing(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        if holds(state.crossing, seat) and not open_rows(state.box, seat, state.crossed[seat]):
            yield words.FLAW_NO_ROW_TO_CROSS(seat=seat)


def _of_boxes(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        filled = sum(mark != EMPTY for mark in state.box.row(seat))
        if state.stage != DRAWING and filled != state.turn - (not _has_written(state, seat)):
            yield words.FLAW_BOX_A_TURN(seat=seat, filled=filled, turn=str(state.turn))


def _has_written(state: State, seat: Seat) -> bool:
    return state.stage == ENDED or (state.stage == WRITING and not holds(state.writing, seat))


def _of_end(state: State) -> Iterator[Message]:
    done = [seat for seat in range(state.seats) if full_grids(state.box, seat) >= ENDING_GRIDS]
    if state.stage == ENDED and not done:
        yield words.FLAW_ENDED_TOO_EARLY()
    if state.stage != ENDED and any(not _has_written(state, seat) for seat in done):
        yield words.FLAW_ENDED_TOO_LATE()
