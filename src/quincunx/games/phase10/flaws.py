"""What cannot be in a position of Phase 10 Dice."""

from collections.abc import Iterator

from quincunx.core.seats import MAX_SEATS, Seat, everyone, holds, one
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


def flaws(state: State) -> Iterator[str]:
    """All of them, for a state whose numbers are in range."""
    yield from _of_numbers(state)
    yield from _of_start_rolls(state)
    if state.stage == STARTING:
        yield from _of_start(state)
    elif sorted(state.order[: state.seats]) != list(range(state.seats)):
        yield "order must name every seat once"
    else:
        yield from _of_turn(state)
        yield from _of_end(state)
    for seat in range(MAX_SEATS):
        yield from _of_column(state, seat) if seat < state.seats else _of_empty_seat(state, seat)


def _of_numbers(state: State) -> Iterator[str]:
    if state.turn >= state.seats:
        yield "turn must be a column of the scorepad"
    if state.seats <= state.finisher < NOBODY:
        yield "finisher must be a column of the scorepad, or 8 for nobody"
    if (state.rolling == 0) != (state.stage in (CHOOSING, ENDED)):
        yield "dice are rolling in the wrong stage"


def _of_start_rolls(state: State) -> Iterator[str]:
    """A position that is written by hand may leave out how the starting order came about."""
    if any(roll and roll not in FACE_NUMBER[STARTING_DIE] for roll in state.start_roll):
        yield "a roll for the starting order is 5 to 10, or 0 before it"
    columns = [state.start_rank[seat] for seat in state.order[: state.seats]]
    if state.stage != STARTING and any(columns) and columns != list(range(state.seats)):
        yield "start_rank and order must tell the same columns"


def _of_start(state: State) -> Iterator[str]:
    ranks = state.start_rank[: state.seats]
    if state.seats == 1:
        yield "nobody rolls for the starting order alone (R25)"
    if any(rank != sum(other < rank for other in ranks) for rank in ranks):
        yield "start_rank must say for each seat how many are sure to play before it"
    tied = tied_seats(state)
    if state.rolling & ~tied:
        yield "rolling must name seats that are tied for the starting order"
    elif any(holds(tied, seat) and state.start_roll[seat] == 0 for seat in _sitting_out(state)):
        yield "a tied seat that rolls no more has rolled"
    if any(state.phase) or any(state.failures) or any(state.order) or state.turn or state.rolls or state.qualified:
        yield "nobody plays before the starting order is known"
    if state.finisher != NOBODY:
        yield "nobody finishes before the starting order is known"


def _sitting_out(state: State) -> list[Seat]:
    return [seat for seat in range(state.seats) if not holds(state.rolling, seat)]


def _of_turn(state: State) -> Iterator[str]:
    if not 1 <= state.rolls <= (ROLLS - 1 if state.stage == CHOOSING else ROLLS):
        yield "a turn has one to three rolls, and no choice after the last"
    if state.stage == ROLLING and state.rolls == 1 and state.rolling & -state.rolling != ALL_DICE + 1 - state.rolling:
        yield "in the first roll all dice land, from the first to the last"


def _of_end(state: State) -> Iterator[str]:
    finished = [state.phase[seat] == FINISHED for seat in state.order[: state.seats]]
    columns = [NOBODY] if not any(finished) else [column for column in range(state.seats) if finished[column]]
    if state.finisher not in columns:
        yield "finisher must be the column that finished first"
        return
    if state.stage == ENDED and not any(finished):
        yield "the match ends when somebody has finished"
    elif state.stage == ENDED and state.turn != state.finisher:
        yield "the match ends when the turn comes back to the finisher"
    waiting = [] if state.stage == ENDED else _still_to_try(state)
    if any(finished) and state.stage != ENDED and (not waiting or any(finished[column] for column in waiting)):
        yield "a seat that has finished takes no turn"
    for column, seat in enumerate(state.order[: state.seats]):
        qualified = holds(state.qualified, seat)
        if qualified and (column <= state.finisher or state.phase[seat] < LAST_PHASE):
            yield "qualified must be seats to the right of the finisher that were in phase 10"
        # Whoever is at it may have come to phase 10 in this last try (§37).
        untried = column in waiting and column != state.turn
        if not qualified and untried and column > state.finisher and state.phase[seat] == LAST_PHASE:
            yield f"seat {seat} is in phase 10 to the right of the finisher, and qualified"
        if state.seats > 1 and state.phase[seat] == FINISHED:
            earned = column == state.finisher or qualified
            if state.first_finish_bonus[seat] != (BONUS if earned else 0):
                yield "the first finish bonus is 40 for the finisher and for who was qualified, else 0"
    if state.qualified & ~everyone(state.seats):
        yield "qualified must be seats that play"


def _still_to_try(state: State) -> list[int]:
    """The columns from the turn on that have their last try before the turn is the finisher's again."""
    if state.finisher == NOBODY:
        return []
    steps = (state.finisher - state.turn) % state.seats
    return [(state.turn + step) % state.seats for step in range(steps)]


def _of_empty_seat(state: State, seat: Seat) -> Iterator[str]:
    rows = (state.order, state.start_roll, state.start_rank, state.phase, state.five_phase_bonus)
    more = (state.first_finish_bonus, state.failures, state.tries)
    if any(row[seat] for row in rows + more) or any(state.points.row(seat)) or state.qualified & one(seat):
        yield f"seat {seat} does not play, and has nothing"


def _of_column(state: State, seat: Seat) -> Iterator[str]:
    phase, points = state.phase[seat], state.points.row(seat)
    for number in range(phase):
        if not PHASE_LEAST[number] <= points[number] <= PHASE_MOST[number]:
            yield f"phase {number + 1} scores {PHASE_LEAST[number]} to {PHASE_MOST[number]} points when it is made"
    if any(points[phase:]):
        yield f"seat {seat} has points in a phase that it has not made"
    earned = phase >= BONUS_PHASES and sum(points[:BONUS_PHASES]) > BONUS_OVER
    if state.five_phase_bonus[seat] != (BONUS if earned else 0):
        yield "the five phase bonus is 40 for more than 220 after phase 5, otherwise 0"
    if state.first_finish_bonus[seat] not in (0, BONUS if phase == FINISHED else 0):
        yield "the first finish bonus is 40 or 0, and only for who has finished"
    if state.tries[seat] > (0 if phase == FINISHED else state.failures[seat]):
        yield f"seat {seat} has more tries in its phase than failures altogether"
    if phase == 0 and state.tries[seat] != state.failures[seat]:
        yield f"seat {seat} is in phase 1: all its failures are tries of it"
