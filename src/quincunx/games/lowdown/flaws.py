"""Flaws of a state of Lowdown: reasons why play from it would be unsafe or unfair."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import everyone, holds, one
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import EMPTY, MAKES_NOTHING, ROW_CLASHES, ROWS, full_grids, row_makes
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
    WRITING,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    if state.stage == DRAWING:
        if sum(map(bool, state.ints())) > 1:
            yield words.FLAW_NOTHING_BEFORE_LOT()
    elif state.active >= state.seats:
        yield words.FLAW_ACTIVE_PLAYS()
    else:
        yield from _of_dice(state)
        yield from _of_writers(state)
        yield from _of_boards(state)


def _of_dice(state: State) -> Iterator[Message]:
    if (state.landed < ALL_DICE) != (state.stage == ROLLING):
        yield words.FLAW_DICE_IN_WRONG_STAGE()
    for landed in range(ALL_DICE):
        die = landed % OPEN_DICE if landed < ALL_OPEN else SECRET
        shown = state.number[die] if number_lands(landed) else state.colour[die]
        if (shown > 0) != (landed < state.landed):
            yield words.FLAW_DIE_SHOWS()
            break
    picked = (state.picked_number, state.picked_colour)
    if state.stage in (ROLLING, PICKING):
        if picked != (NO_DIE, NO_DIE):
            yield words.FLAW_PICKED_TOO_EARLY()
    elif picked != (SECRET, SECRET) and max(picked) >= OPEN_DICE:
        yield words.FLAW_PICKED_PAIR()


def _of_writers(state: State) -> Iterator[Message]:
    busy = state.writing | state.crossing
    if busy & ~everyone(state.seats) or state.writing & state.crossing:
        yield words.FLAW_WRITING_AND_CROSSING()
    if (busy == 0) != (state.stage not in (PLACING, WRITING)):
        yield words.FLAW_NOBODY_WRITES()
    if state.stage == PLACING and (state.writing, state.crossing) != (one(state.active), 0):
        yield words.FLAW_ACTIVE_PLACES()
    if state.stage == WRITING and holds(state.writing, state.active):
        yield words.FLAW_ACTIVE_HAS_WRITTEN()


def _of_boards(state: State) -> Iterator[Message]:
    for seat in range(state.seats, MOST_SEATS):
        if any(state.box.row(seat)) or state.wilds[seat] or state.crossed[seat]:
            yield words.FLAW_EMPTY_SEAT(seat=seat)
    done = [full_grids(state.box, seat) >= ENDING_GRIDS for seat in range(state.seats)]
    if state.stage == ENDED and not any(done):
        yield words.FLAW_ENDED_TOO_EARLY()
    for seat in range(state.seats):
        has_written = state.stage == ENDED or (state.stage == WRITING and not holds(state.writing, seat))
        filled = sum(mark != EMPTY for mark in state.box.row(seat))
        if filled != state.turn - (not has_written):
            yield words.FLAW_BOX_A_TURN(seat=seat, count=filled, turn=str(state.turn))
        if done[seat] and not has_written:
            yield words.FLAW_ENDED_TOO_LATE()
        yield from _of_crossed_rows(state, seat)


def _of_crossed_rows(state: State, seat: int) -> Iterator[Message]:
    for row in range(ROWS):
        if state.crossed[seat] >> row & 1:
            if row_makes(state.box, seat, row) == MAKES_NOTHING:
                yield words.FLAW_ROW_MAKES_NOTHING(row=ROW_NAMES[row])
            if state.crossed[seat] & ROW_CLASHES[row] & ~(1 << row):
                yield words.FLAW_ROW_CROSSES(row=ROW_NAMES[row])
