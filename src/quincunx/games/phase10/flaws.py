"""What cannot be in a position of Phase 10 Dice."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from quincunx.core.seats import MAX_SEATS, Seat, everyone, holds, lowest, one
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import (
    COLOURS,
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    HIGHEST,
    NIBBLE,
    NOT_MADE,
    ONE_COLOUR,
    PHASE_FIRST,
    PHASE_KIND,
    PHASE_LEAST,
    PHASE_MOST,
    PHASES,
    SIDES,
    best_of_tally,
    highest_of,
    points_of,
)
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
from quincunx.games.phase10.turns import dice_in

NUMBERS = HIGHEST + 1
PHASE_GAPS = ((49, 52, 53, 55, 56, 58, 59), (19,), (), (46, 47, 48), (50, 51), (53,), (53, 55, 59), (), (18,), (61,))
"""By phase: points between its least and its most that no dice bring."""
START_ROLLS = FACE_NUMBER[STARTING_DIE]


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, beyond the ranges of its numbers."""
    yield from all_of(state, _of_turn, _of_finisher, _of_rolling, _of_start_rolls, _of_ranks, _of_order_of_rolls)
    yield from all_of(state, _of_start_alone, _of_start_ranks, _of_tied_seats, _of_tied_rolls, _before_order)
    yield from all_of(state, _finish_before_order, _of_order, _of_rolls, _of_first_roll, _of_turns_taken)
    yield from all_of(state, _of_first_to_finish, _of_end, _of_last_tries, _of_qualified, _of_last_dice)
    yield from all_of(state, _of_empty_seats, _of_points, _of_five_phase_bonus, _of_tries)
    yield from all_of(state, _of_first_finish_bonus, _of_first_finish_alone)


def _of_turn(state: State) -> Iterator[Message]:
    if state.turn >= state.seats:
        yield words.FLAW_TURN()


def _of_finisher(state: State) -> Iterator[Message]:
    if state.seats <= state.finisher < NOBODY:
        yield words.FLAW_FINISHER()


def _of_rolling(state: State) -> Iterator[Message]:
    if (state.rolling == 0) != (state.stage in (CHOOSING, ENDED)):
        yield words.FLAW_DICE_IN_WRONG_STAGE()


# The starting order. A position that is written by hand may leave out how it came about.


def _of_start_rolls(state: State) -> Iterator[Message]:
    if any(roll and roll not in START_ROLLS for roll in state.start_roll):
        yield words.FLAW_START_ROLL()


def _of_ranks(state: State) -> Iterator[Message]:
    columns = [state.start_rank[seat] for seat in state.order[: state.seats]]
    if state.stage != STARTING and any(columns) and columns != list(range(state.seats)):
        yield words.FLAW_START_RANK_AND_ORDER()


def _of_order_of_rolls(state: State) -> Iterator[Message]:
    rolls = tuple(state.start_roll[seat] for seat in state.order[: state.seats])
    if state.stage != STARTING and any(rolls) and state.seats > 1 and not _splits(rolls, max(START_ROLLS)):
        yield words.FLAW_START_ROLLS_AND_ORDER()


@lru_cache(maxsize=1024)
def _splits(rolls: tuple[int, ...], most: int, is_rest: bool = False) -> bool:
    """Whether seats whose last rolls these are, column by column, were told apart by a roll of so many at most.

    Those of a tie have rolled again (§8, R1): what was rolled before is forgotten. A rest may be one tie as a whole.
    """
    if not rolls:
        return True
    for size in range(1, len(rolls) + is_rest):
        rolled = rolls[0] if size == 1 else most
        alike = size == 1 or _splits(rolls[:size], max(START_ROLLS))
        if min(START_ROLLS) <= rolled <= most and alike and _splits(rolls[size:], rolled - 1, True):
            return True
    return False


def _of_start_alone(state: State) -> Iterator[Message]:
    if state.seats == 1 and (state.stage == STARTING or any(state.start_roll)):
        yield words.FLAW_ORDER_ALONE()


def _of_start_ranks(state: State) -> Iterator[Message]:
    ranks = state.start_rank[: state.seats]
    if state.stage == STARTING and any(rank != sum(other < rank for other in ranks) for rank in ranks):
        yield words.FLAW_START_RANK()


def _of_tied_seats(state: State) -> Iterator[Message]:
    if state.stage != STARTING:
        return
    landed = tied_seats(state) & ~state.rolling
    if state.rolling & ~tied_seats(state) or landed >> lowest(state.rolling | one(MAX_SEATS)):
        yield words.FLAW_ROLLING()
    if any(state.start_roll[seat] == 0 and not holds(state.rolling, seat) for seat in range(state.seats)):
        yield words.FLAW_TIED_SEAT()


def _of_tied_rolls(state: State) -> Iterator[Message]:
    """Who is tied has rolled the same, until rolling again; those of the first tie perhaps not for the first time."""
    if state.stage != STARTING:
        return
    ranks = state.start_rank[: state.seats]
    first = tied_seats(state)
    rolls: list[int] = []
    for rank in sorted(set(ranks)):
        tied = [seat for seat in range(state.seats) if ranks[seat] == rank]
        is_first = holds(first, tied[0])
        alike = {state.start_roll[seat] for seat in tied if not is_first or holds(state.rolling, seat)}
        rolls += (max(START_ROLLS), min(START_ROLLS)) if is_first else alike  # as if told apart already
        if len(alike) > 1 or (0 in alike and any(ranks)):
            yield words.FLAW_START_ROLLS_AND_ORDER()
    if len(set(ranks)) > 1 and not _splits(tuple(rolls), max(START_ROLLS)):
        yield words.FLAW_START_ROLLS_AND_ORDER()


def _before_order(state: State) -> Iterator[Message]:
    rows = (state.phase, state.failures, state.order, state.face)
    if state.stage == STARTING and (any(map(any, rows)) or state.turn or state.rolls or state.qualified):
        yield words.FLAW_PLAYED_BEFORE_ORDER()


def _finish_before_order(state: State) -> Iterator[Message]:
    if state.stage == STARTING and state.finisher != NOBODY:
        yield words.FLAW_FINISHED_BEFORE_ORDER()


# Turns


def _of_order(state: State) -> Iterator[Message]:
    if state.stage != STARTING and not _has_order(state):
        yield words.FLAW_ORDER()


def _has_order(state: State) -> bool:
    return state.stage != STARTING and sorted(state.order[: state.seats]) == list(range(state.seats))


def _of_rolls(state: State) -> Iterator[Message]:
    if state.stage != STARTING and not 1 <= state.rolls <= (ROLLS - 1 if state.stage == CHOOSING else ROLLS):
        yield words.FLAW_ROLLS()


def _of_first_roll(state: State) -> Iterator[Message]:
    if state.stage == ROLLING and state.rolls == 1 and state.rolling & -state.rolling != ALL_DICE + 1 - state.rolling:
        yield words.FLAW_FIRST_ROLL()


def _turns_of(state: State, seat: Seat) -> int:
    """Each turn makes a phase or is a failure."""
    return state.phase[seat] + state.failures[seat]


def _of_turns_taken(state: State) -> Iterator[Message]:
    """§10, §11: until somebody has finished, all have had as many turns, and who has played in this round one more."""
    if not _has_order(state) or state.turn >= state.seats or state.finisher != NOBODY:
        return
    rounds = _turns_of(state, state.order[state.turn])
    for column, seat in enumerate(state.order[: state.seats]):
        if _turns_of(state, seat) != rounds + (column < state.turn):
            yield _other_turns(state, seat)


def _other_turns(state: State, seat: Seat) -> Message:
    return words.FLAW_TURNS_TAKEN(seat=seat, phases=state.phase[seat], failures=str(state.failures[seat]))


# The end


def _finishers(state: State) -> list[int]:
    """The columns that have finished."""
    return [column for column, seat in enumerate(state.order[: state.seats]) if state.phase[seat] == FINISHED]


def _of_first_to_finish(state: State) -> Iterator[Message]:
    if _has_order(state) and state.finisher not in (_finishers(state) or [NOBODY]):
        yield words.FLAW_FIRST_TO_FINISH()


def _of_end(state: State) -> Iterator[Message]:
    if not _has_order(state):
        return
    finished = _finishers(state)
    if state.stage == ENDED and not finished:
        yield words.FLAW_ENDED_TOO_EARLY()
    elif state.stage == ENDED and state.turn != state.finisher:
        yield words.FLAW_ENDS_AT_FINISHER()
    elif state.stage != ENDED and finished and state.finisher in finished:
        waiting = _still_to_try(state)
        if not waiting or any(column in finished for column in waiting):
            yield words.FLAW_TURN_AFTER_FINISH()


def _still_to_try(state: State) -> list[int]:
    """The columns from the turn on that have their last try before the turn is the finisher's again."""
    if state.finisher == NOBODY or state.stage == ENDED:
        return []
    steps = (state.finisher - state.turn) % state.seats
    return [(state.turn + step) % state.seats for step in range(steps)]


def _made_last(state: State, column: int) -> int:
    """How many phases a column has made since somebody finished, by the turns that it has had since then (§34).

    All other turns since then are failures: one in a last try that is over and did not lead to the end (§36).
    """
    seat = state.order[column]
    since = _turns_of(state, seat) - _turns_of(state, state.order[state.finisher]) + (column > state.finisher)
    is_over = column not in _still_to_try(state)
    return since - (is_over and state.phase[seat] < FINISHED)


def _others(state: State) -> list[int]:
    """All columns but the one that finished first; none before."""
    if not _has_order(state) or state.turn >= state.seats or state.finisher not in _finishers(state):
        return []
    return [column for column in range(state.seats) if column != state.finisher]


def _of_last_tries(state: State) -> Iterator[Message]:
    """§36, §37: a last try is over with the first failure, and at the end."""
    for column in _others(state):
        seat, made = state.order[column], _made_last(state, column)
        waiting = _still_to_try(state)[1:]
        least = 1 if state.phase[seat] == FINISHED else 0
        if not least <= made <= (0 if column in waiting else state.phase[seat]):
            yield _other_turns(state, seat)
        elif state.phase[seat] < FINISHED and column not in waiting:
            failed = 0 if column == state.turn and state.stage != ENDED else 1
            if state.tries[seat] < failed or (made and state.tries[seat] > failed):
                yield words.FLAW_LAST_TRY(seat=seat, count=state.tries[seat])


def _of_qualified(state: State) -> Iterator[Message]:
    """§32, R15: who was in phase 10 at that moment, to the right."""
    others = _others(state)
    for column, seat in enumerate(state.order[: state.seats]) if _has_order(state) else ():
        was_last = column in others and state.phase[seat] - _made_last(state, column) == LAST_PHASE
        is_right = was_last and column > state.finisher
        if holds(state.qualified, seat) and not is_right:
            yield words.FLAW_QUALIFIED_RIGHT()
        if is_right and not holds(state.qualified, seat):
            yield words.FLAW_SHOULD_BE_QUALIFIED(seat=seat)
    if state.qualified & ~everyone(state.seats):
        yield words.FLAW_QUALIFIED_PLAYS()


# The dice of the turn before


def _of_last_dice(state: State) -> Iterator[Message]:
    """Dice that have not landed in this turn still lie as in the one before; after the end all do.

    A position that is written by hand may leave out what dice in the air have shown.
    """
    if not _has_order(state) or state.turn >= state.seats or state.finisher not in (_finishers(state) or [NOBODY]):
        return
    lying = ALL_DICE if state.stage == ENDED else state.rolling if state.rolls == 1 else 0
    shown = tuple(state.face[die] if holds(lying, die) else SIDES for die in range(DICE))
    is_told = state.stage == ENDED or any(0 < side < SIDES for side in shown)
    column = _column_before(state)
    seat = state.order[column]
    if is_told and _turns_of(state, seat) == 0:
        yield words.FLAW_FIRST_DICE()
    elif is_told:
        failed = state.tries[seat] > 0
        phase = state.phase[seat] - (not failed)
        if phase in range(PHASES) and not _brings(shown, phase, NOT_MADE if failed else state.points[seat, phase]):
            yield words.FLAW_LAST_DICE(seat=seat)


def _column_before(state: State) -> int:
    """The column that had the turn before this one: in a last try that goes on, the same (§37)."""
    is_same = state.turn in _others(state) and state.stage != ENDED and _made_last(state, state.turn) > 0
    return state.turn if is_same else (state.turn - 1) % state.seats


@lru_cache(maxsize=1024)
def _brings(shown: tuple[int, ...], phase: int, points: int) -> bool:
    """Whether dice can bring so many points in a phase, or `NOT_MADE`; a die of SIDES may show any side."""
    sides = [range(SIDES) if side == SIDES else (side,) for side in shown]
    size = PHASE_FIRST[phase]
    if PHASE_KIND[phase] != ONE_COLOUR:
        made = (best_of_tally(tally, phase) for tally in _tallies(sides))
        return any((NOT_MADE if best == NOT_MADE else points_of(best)) == points for best in made)
    if points != NOT_MADE:
        tallies = (tally for colour in range(COLOURS) for tally in _tallies(sides, colour))
        return any(dice_in(tally, NUMBERS) >= size and highest_of(tally, size) == points for tally in tallies)
    # Every die has every colour, so those that may show any side need not make seven of one.
    return all(min(dice_in(tally, NUMBERS) for tally in _tallies(sides, colour)) < size for colour in range(COLOURS))


def _tallies(sides: Sequence[Sequence[int]], colour: int = COLOURS) -> set[int]:
    """Everything that dice with these sides can show (see `phases`); only dice of a colour, where one is given."""
    tallies = {0}
    for die, known in enumerate(sides):
        counted = [side for side in known if colour in (COLOURS, FACE_COLOUR[die][side])]
        numbers = {1 << NIBBLE * FACE_NUMBER[die][side] for side in counted}
        if len(counted) < len(known):
            numbers.add(0)
        tallies = {tally + more for tally in tallies for more in numbers}
    return tallies


# Columns


def _of_empty_seats(state: State) -> Iterator[Message]:
    rows = (state.order, state.start_roll, state.start_rank, state.phase, state.five_phase_bonus)
    more = (state.first_finish_bonus, state.failures, state.tries)
    for seat in range(state.seats, MAX_SEATS):
        if any(row[seat] for row in rows + more) or any(state.points.row(seat)) or holds(state.qualified, seat):
            yield words.FLAW_EMPTY_SEAT(seat=seat)


def _of_points(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        phase, points = state.phase[seat], state.points.row(seat)
        for number in range(phase):
            if points[number] in PHASE_GAPS[number]:
                yield words.FLAW_PHASE_NEVER_SCORES(phase=number + 1, count=points[number])
            elif not can_score(number, points[number]):
                yield words.FLAW_PHASE_SCORES(phase=number + 1, least=PHASE_LEAST[number], most=PHASE_MOST[number])
        if any(points[phase:]):
            yield words.FLAW_POINTS_TOO_EARLY(seat=seat)


def can_score(phase: int, points: int) -> bool:
    """Whether some dice bring so many points in a phase."""
    return PHASE_LEAST[phase] <= points <= PHASE_MOST[phase] and points not in PHASE_GAPS[phase]


def _of_five_phase_bonus(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        earned = state.phase[seat] >= BONUS_PHASES and sum(state.points.row(seat)[:BONUS_PHASES]) > BONUS_OVER
        if state.five_phase_bonus[seat] != (BONUS if earned else 0):
            yield words.FLAW_FIVE_PHASE_BONUS()


def _of_tries(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        if state.tries[seat] > (0 if state.phase[seat] == FINISHED else state.failures[seat]):
            yield words.FLAW_TRIES(seat=seat)
        if state.phase[seat] == 0 and state.tries[seat] != state.failures[seat]:
            yield words.FLAW_TRIES_OF_PHASE_1(seat=seat)


def _of_first_finish_bonus(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        if state.first_finish_bonus[seat] not in (0, BONUS if state.phase[seat] == FINISHED else 0):
            yield words.FLAW_FIRST_FINISH_BONUS_OF()
    if state.seats > 1 and _has_order(state) and state.finisher in _finishers(state):
        for column in _finishers(state):
            seat = state.order[column]
            earned = column == state.finisher or holds(state.qualified, seat)
            if state.first_finish_bonus[seat] != (BONUS if earned else 0):
                yield words.FLAW_FIRST_FINISH_BONUS()


def _of_first_finish_alone(state: State) -> Iterator[Message]:
    is_flawless = state.seats == 1 and state.phase[0] == FINISHED and state.failures[0] == 0
    if is_flawless and state.first_finish_bonus[0] != BONUS:
        yield words.FLAW_FIRST_FINISH_ALONE()
