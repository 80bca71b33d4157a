"""What cannot be in a position of Lowdown."""

from collections.abc import Iterator

from quincunx.core.seats import Seat, everyone, holds, one
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


def flaws(state: State) -> Iterator[str]:
    """All of them, for a state whose numbers are in range."""
    if state.stage == DRAWING:
        if sum(map(bool, state.ints())) > 1:
            yield "nothing has happened before the lot decides"
        return
    if state.active >= state.seats:
        yield "active must be a seat that plays"
    yield from _of_dice(state)
    for seat in range(MOST_SEATS):
        yield from _of_board(state, seat) if seat < state.seats else _of_empty_seat(state, seat)
    yield from _of_turn(state)
    yield from _of_end(state)


def _of_dice(state: State) -> Iterator[str]:
    if (state.landed < ALL_DICE) != (state.stage == ROLLING):
        yield "the dice are rolling in the wrong stage"
    for landed in range(ALL_DICE):
        die = landed % OPEN_DICE if landed < ALL_OPEN else SECRET
        shown = state.number[die] if number_lands(landed) else state.colour[die]
        sides = NUMBERS if number_lands(landed) else COLOURS
        if not (1 <= shown <= sides if landed < state.landed else shown == 0):
            yield "a die that has landed shows 1 to 6, a die that has not shows 0"
            break
    picked = (state.picked_number, state.picked_colour)
    if state.stage in (ROLLING, PICKING):
        if picked != (NO_DIE, NO_DIE):
            yield "dice are picked too early"
    elif picked != (SECRET, SECRET) and not all(die < OPEN_DICE for die in picked):
        yield "an open pair is picked, or the secret pair (R1)"


def _of_empty_seat(state: State, seat: Seat) -> Iterator[str]:
    if any(state.box.row(seat)) or state.wilds[seat] or state.crossed[seat]:
        yield f"seat {seat} does not play, its board is empty"


def _of_board(state: State, seat: Seat) -> Iterator[str]:
    marks = state.box.row(seat)
    if BLACKED_OUT in marks and state.wilds[seat] < WILD_BOXES:
        yield f"no box of seat {seat} is blacked out while a wild is left (R10)"
    if state.wilds[seat] > sum(mark not in (EMPTY, BLACKED_OUT) for mark in marks):
        yield f"seat {seat} has used more wilds than it has written numbers"
    for row in range(ROWS):
        if state.crossed[seat] >> row & 1:
            if row_makes(state.box, seat, row) == MAKES_NOTHING:
                yield f"the crossed row {ROW_NAMES[row]} is neither a triple nor ten"
            if state.crossed[seat] & ROW_CLASHES[row] & ~(1 << row):
                yield f"the crossed row {ROW_NAMES[row]} crosses another"


def _of_turn(state: State) -> Iterator[str]:
    busy = state.writing | state.crossing
    if busy & ~everyone(state.seats) or state.writing & state.crossing:
        yield "writing and crossing name different seats that play"
    if (busy == 0) != (state.stage in (ROLLING, PICKING, ENDED)):
        yield "nobody writes or crosses out in this stage, or somebody has to"
    if state.stage == PLACING and (state.writing, state.crossing) != (one(state.active), 0):
        yield "only the active seat places"
    if state.stage == WRITING and holds(state.writing, state.active):
        yield "the active seat has written"
    for seat in range(state.seats):
        if holds(state.crossing, seat) and not open_rows(state.box, seat, state.crossed[seat]):
            yield f"seat {seat} may cross out and has no row for it"
        filled = sum(mark != EMPTY for mark in state.box.row(seat))
        written = state.stage == ENDED or (state.stage == WRITING and not holds(state.writing, seat))
        if filled != state.turn - (not written):
            yield f"seat {seat} has {filled} boxes filled in turn {state.turn}: one a turn"


def _of_end(state: State) -> Iterator[str]:
    done = [seat for seat in range(state.seats) if full_grids(state.box, seat) >= ENDING_GRIDS]
    if state.stage == ENDED:
        if not done:
            yield "the match has ended although nobody has filled two grids"
    elif any(state.stage != WRITING or holds(state.writing, seat) for seat in done):
        yield "somebody has filled two grids, the match has ended"
