"""What cannot be in a position of Phase 10 Dice."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import MAX_SEATS, Seat, everyone, holds, one
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import FACE_NUMBER, PHASE_LEAST, PHASE_MOST
from quincunx.games.phase10.rules import (
    ALL_DICE,
    BONUS,
    BONUS_OVER,
    BONUS_PHASES,
    CHOOSING,
    ENDED,
    FINISHED,
    LAST_PHASE,
    NOBODY,
    ROLLING,
    ROLLS,
    STARTING,
    STARTING_DIE,
    State,
    tied_seats,
)


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, if its numbers are in range."""
    yield from _of_numbers(state)
    yield from _of_start_rolls(state)
    if state.stage == STARTING:
        yield from _of_start(state)
    elif sorted(state.order[: state.seats]) != list(range(state.seats)):
        yield words.FLAW_ORDER()
    else:
        yield from _of_turn(state)
        yield from _of_end(state)
    for seat in range(MAX_SEATS):
        yield from _of_column(state, seat) if seat < state.seats else _of_empty_seat(state, seat)


def _of_numbers(state: State) -> Iterator[Message]:
    if state.turn >= state.seats:
        yield words.FLAW_TURN()
    if state.seats <= state.finisher < NOBODY:
        yield words.FLAW_FINISHER()
    if (state.rolling == 0) != (state.stage in (CHOOSING, ENDED)):
        yield words.FLAW_DICE_IN_WRONG_STAGE()


def _of_start_rolls(state: State) -> Iterator[Message]:
    """A position that is written by hand may leave out how the starting order came about."""
    if any(roll and roll not in FACE_NUMBER[STARTING_DIE] for roll in state.start_roll):
        yield words.FLAW_START_ROLL()
    columns = [state.start_rank[seat] for seat in state.order[: state.seats]]
    if state.stage != STARTING and any(columns) and columns != list(range(state.seats)):
        yield words.FLAW_START_RANK_AND_ORDER()


def _of_start(state: State) -> Iterator[Message]:
    ranks = state.start_rank[: state.seats]
    if state.seats == 1:
        yield words.FLAW_ORDER_ALONE()
    if any(rank != sum(other < rank for other in ranks) for rank in ranks):
        yield words.FLAW_START_RANK()
    tied = tied_seats(state)
    if state.rolling & ~tied:
        yield words.FLAW_ROLLING()
    elif any(holds(tied, seat) and state.start_roll[seat] == 0 for seat in _sitting_out(state)):
        yield words.FLAW_TIED_SEAT()
    if any(state.phase) or any(state.failures) or any(state.order) or state.turn or state.rolls or state.qualified:
        yield words.FLAW_PLAYED_BEFORE_ORDER()
    if state.finisher != NOBODY:
        yield words.FLAW_FINISHED_BEFORE_ORDER()


def _sitting_out(state: State) -> list[Seat]:
    return [seat for seat in range(state.seats) if not holds(state.rolling, seat)]


def _of_turn(state: State) -> Iterator[Message]:
    if not 1 <= state.rolls <= (ROLLS - 1 if state.stage == CHOOSING else ROLLS):
        yield words.FLAW_ROLLS()
    if state.stage == ROLLING and state.rolls == 1 and state.rolling & -state.rolling != ALL_DICE + 1 - state.rolling:
        yield words.FLAW_FIRST_ROLL()


def _of_end(state: State) -> Iterator[Message]:
    finished = [state.phase[seat] == FINISHED for seat in state.order[: state.seats]]
    columns = [NOBODY] if not any(finished) else [column for column in range(state.seats) if finished[column]]
    if state.finisher not in columns:
        yield words.FLAW_FIRST_TO_FINISH()
        return
    if state.stage == ENDED and not any(finished):
        yield words.FLAW_ENDED_TOO_EARLY()
    elif state.stage == ENDED and state.turn != state.finisher:
        yield words.FLAW_ENDS_AT_FINISHER()
    waiting = [] if state.stage == ENDED else _still_to_try(state)
    if any(finished) and state.stage != ENDED and (not waiting or any(finished[column] for column in waiting)):
        yield words.FLAW_TURN_AFTER_FINISH()
    for column, seat in enumerate(state.order[: state.seats]):
        qualified = holds(state.qualified, seat)
        if qualified and (column <= state.finisher or state.phase[seat] < LAST_PHASE):
            yield words.FLAW_QUALIFIED_RIGHT()
        # Whoever is at it may have come to phase 10 in this last try (§37).
        untried = column in waiting and column != state.turn
        if not qualified and untried and column > state.finisher and state.phase[seat] == LAST_PHASE:
            yield words.FLAW_SHOULD_BE_QUALIFIED(seat=seat)
        if state.seats > 1 and state.phase[seat] == FINISHED:
            earned = column == state.finisher or qualified
            if state.first_finish_bonus[seat] != (BONUS if earned else 0):
                yield words.FLAW_FIRST_FINISH_BONUS()
    if state.qualified & ~everyone(state.seats):
        yield words.FLAW_QUALIFIED_PLAYS()


def _still_to_try(state: State) -> list[int]:
    """The columns from the turn on that have their last try before the turn is the finisher's again."""
    if state.finisher == NOBODY:
        return []
    steps = (state.finisher - state.turn) % state.seats
    return [(state.turn + step) % state.seats for step in range(steps)]


def _of_empty_seat(state: State, seat: Seat) -> Iterator[Message]:
    rows = (state.order, state.start_roll, state.start_rank, state.phase, state.five_phase_bonus)
    more = (state.first_finish_bonus, state.failures, state.tries)
    if any(row[seat] for row in rows + more) or any(state.points.row(seat)) or state.qualified & one(seat):
        yield words.FLAW_EMPTY_SEAT(seat=seat)


def _of_column(state: State, seat: Seat) -> Iterator[Message]:
    phase, points = state.phase[seat], state.points.row(seat)
    for number in range(phase):
        if not PHASE_LEAST[number] <= points[number] <= PHASE_MOST[number]:
            yield words.FLAW_PHASE_SCORES(phase=number + 1, least=PHASE_LEAST[number], most=PHASE_MOST[number])
    if any(points[phase:]):
        yield words.FLAW_POINTS_TOO_EARLY(seat=seat)
    earned = phase >= BONUS_PHASES and sum(points[:BONUS_PHASES]) > BONUS_OVER
    if state.five_phase_bonus[seat] != (BONUS if earned else 0):
        yield words.FLAW_FIVE_PHASE_BONUS()
    if state.first_finish_bonus[seat] not in (0, BONUS if phase == FINISHED else 0):
        yield words.FLAW_FIRST_FINISH_BONUS_OF()
    if state.tries[seat] > (0 if phase == FINISHED else state.failures[seat]):
        yield words.FLAW_TRIES(seat=seat)
    if phase == 0 and state.tries[seat] != state.failures[seat]:
        yield words.FLAW_TRIES_OF_PHASE_1(seat=seat)
