"""Phase 10 Dice: ten dice, ten phases in order, three rolls a turn; the highest grand total wins.

The functions of a game in the order of a match; `phases` has the arithmetic.
"""

from typing import Annotated

from quincunx.core.defaults import NO_NAME
from quincunx.core.fields import COUNTED, Grid, Row, Schema, Span, schema
from quincunx.core.odds import all_alike
from quincunx.core.seats import CHANCE, MAX_SEATS, OVER, Actors, Seat, holds, lowest, one, size_of
from quincunx.core.standings import MOST_WINS, POINTS, place_by_points
from quincunx.games.phase10.phases import (
    DICE,
    FACE_NUMBER,
    HIGHEST,
    LOW_DICE,
    MOST_POINTS,
    NOT_MADE,
    PHASES,
    SIDES,
    best_phase,
    points_of,
)

ROLLS = 3
ALL_DICE = (1 << DICE) - 1
ALL_SEATS = (1 << MAX_SEATS) - 1
STARTING_DIE = LOW_DICE
"""The high die that is rolled for the starting order."""

BONUS = 40
BONUS_PHASES = 5
BONUS_OVER = 220
FAILURE_COST = 5
LAST_PHASE = PHASES - 1
FINISHED = PHASES

STARTING, ROLLING, CHOOSING, ENDED = range(4)
NOBODY = MAX_SEATS

STOP = 0
"""The action that ends the rolling; every other action is the set of dice to roll again, as bits."""
ACTIONS = 1 << DICE

OK, OUT_OF_TURN, NOT_AN_ACTION = range(3)


@schema
class State(Schema):
    seats: Annotated[int, Span(1, MAX_SEATS)]
    """The number of players."""
    stage: Annotated[int, Span(STARTING, ENDED)]
    """STARTING, ROLLING, CHOOSING or ENDED."""
    order: Annotated[Row, MAX_SEATS, Span(0, MAX_SEATS - 1)]
    """The seat in each column of the scorepad, left to right."""
    turn: Annotated[int, Span(0, MAX_SEATS - 1)]
    """The column whose turn it is."""
    rolls: Annotated[int, Span(0, ROLLS)]
    """Rolls made or under way in this turn."""
    rolling: Annotated[int, Span(0, ALL_DICE)]
    """Dice in the air, as bits; in the roll for starting order, seats that have still to roll."""
    face: Annotated[Row, DICE, Span(0, SIDES - 1)]
    """The side that each die shows."""
    start_roll: Annotated[Row, MAX_SEATS, Span(0, HIGHEST)]
    """Each seat's last roll for the starting order."""
    start_rank: Annotated[Row, MAX_SEATS, Span(0, MAX_SEATS - 1)]
    """The leftmost column that each seat may still get."""
    phase: Annotated[Row, MAX_SEATS, Span(0, FINISHED)]
    """The phase each seat works on, from 0; FINISHED after the last."""
    points: Annotated[Grid, MAX_SEATS, PHASES, Span(0, MOST_POINTS)]
    """By seat and phase: the points scored."""
    five_phase_bonus: Annotated[Row, MAX_SEATS, Span(0, BONUS)]
    """By seat: the bonus for the first five phases, BONUS or 0."""
    first_finish_bonus: Annotated[Row, MAX_SEATS, Span(0, BONUS)]
    """By seat: the bonus for finishing first, BONUS or 0."""
    failures: Annotated[Row, MAX_SEATS, COUNTED]
    """By seat: the number of turns without a phase."""
    tries: Annotated[Row, MAX_SEATS, COUNTED]
    """By seat: the number of failed turns at its present phase."""
    finisher: Annotated[int, Span(0, NOBODY)]
    """The column that finished first, NOBODY until then."""
    qualified: Annotated[int, Span(0, ALL_SEATS)]
    """Seats that can still earn the first finish bonus in their last try, as bits."""


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats
    state.finisher = NOBODY
    if seats == 1:  # R25
        _start_turn(state)
    else:  # §7
        state.stage = STARTING
        state.rolling = (1 << seats) - 1


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if state.stage == CHOOSING:
        return one(state.order[state.turn])
    return CHANCE


def objection(state: State, seat: Seat, action: int) -> int:
    if state.stage != CHOOSING or seat != state.order[state.turn]:
        return OUT_OF_TURN
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    return OK  # §13, §15, R2: any dice, also those set aside before


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if state.stage != CHOOSING or seat != state.order[state.turn]:
        return 0
    for action in range(ACTIONS):
        out[action] = action
    return ACTIONS


def apply(state: State, seat: Seat, action: int) -> None:
    if action == STOP:  # R2, R26
        _end_turn(state)
    else:  # §14, §16
        state.rolls += 1
        state.rolling = action
        state.stage = ROLLING


def odds(state: State, weights: Row) -> int:
    return all_alike(weights, SIDES)


def land(state: State, outcome: int) -> None:
    if state.stage == STARTING:
        _land_start_roll(state, outcome)
    else:
        _land_die(state, outcome)


def landing_name(state: State) -> int:
    """Name a landing by seat, turn of the seat, roll and die; the starting order comes before any decision."""
    if state.stage == STARTING:
        return NO_NAME
    seat = state.order[state.turn]
    turns = state.phase[seat] + state.failures[seat]
    return ((seat << 20 | turns) << 2 | state.rolls) << 4 | lowest(state.rolling)


def view(state: State, seat: Seat, out: State) -> None:
    """Nothing is secret: a view is the state."""


def standings(state: State, out: Grid) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = grand_total(state, seat)
    place_by_points(out, state.seats, MOST_WINS)  # §39, R17, R18


def grand_total(state: State, seat: Seat) -> int:
    total = running_total(state, seat) + state.five_phase_bonus[seat] + state.first_finish_bonus[seat]
    return total - penalty(state, seat)


def penalty(state: State, seat: Seat) -> int:
    """§41: the cost of failures at the end, for a single player."""
    return FAILURE_COST * state.failures[seat] if state.seats == 1 and state.stage == ENDED else 0


def running_total(state: State, seat: Seat) -> int:
    total = 0
    for phase in range(state.phase[seat]):
        total += state.points[seat, phase]
    return total


def tied_seats(state: State) -> Actors:
    """The first seats that still share a rank, none if all have their own."""
    for rank in range(state.seats):
        tied = 0
        for seat in range(state.seats):
            if state.start_rank[seat] == rank:
                tied |= one(seat)
        if size_of(tied) > 1:
            return tied
    return 0


def _land_start_roll(state: State, side: int) -> None:
    seat = lowest(state.rolling)
    state.start_roll[seat] = FACE_NUMBER[STARTING_DIE][side]
    state.rolling &= ~one(seat)
    if state.rolling == 0:
        _rank_start_rolls(state)
        state.rolling = tied_seats(state)  # R1
        if state.rolling == 0:
            _take_columns(state)


def _rank_start_rolls(state: State) -> None:
    """§8: each seat goes behind those of its tie who rolled higher."""
    tied = tied_seats(state)
    for seat in range(state.seats):
        if holds(tied, seat):
            for other in range(state.seats):
                if holds(tied, other) and state.start_roll[other] > state.start_roll[seat]:
                    state.start_rank[seat] += 1


def _take_columns(state: State) -> None:
    for seat in range(state.seats):  # §9
        state.order[state.start_rank[seat]] = seat
    _start_turn(state)


def _start_turn(state: State) -> None:
    state.stage = ROLLING
    state.rolls = 1
    state.rolling = ALL_DICE  # §12


def _land_die(state: State, side: int) -> None:
    die = lowest(state.rolling)
    state.face[die] = side
    state.rolling &= ~(1 << die)
    if state.rolling == 0:
        if state.rolls == ROLLS:  # §16, R26
            _end_turn(state)
        else:
            state.stage = CHOOSING


def _end_turn(state: State) -> None:
    seat = state.order[state.turn]
    made = best_phase(state.face, state.phase[seat])
    if made == NOT_MADE:
        _fail(state, seat)
    else:
        _score(state, seat, points_of(made))
    _pass_turn(state, made != NOT_MADE)


def _fail(state: State, seat: Seat) -> None:
    state.failures[seat] += 1
    state.tries[seat] += 1


def _score(state: State, seat: Seat, points: int) -> None:
    state.points[seat, state.phase[seat]] = points  # R3: a made phase is taken
    state.phase[seat] += 1
    if state.phase[seat] == BONUS_PHASES and running_total(state, seat) > BONUS_OVER:
        state.five_phase_bonus[seat] = BONUS  # §30
    if state.phase[seat] == FINISHED:
        _finish(state, seat)
    state.tries[seat] = 0


def _finish(state: State, seat: Seat) -> None:
    if state.finisher == NOBODY:
        state.finisher = state.turn
        if state.seats > 1 or state.tries[seat] == 0:  # §31, §42
            state.first_finish_bonus[seat] = BONUS
        for column in range(state.turn + 1, state.seats):  # §32, R15
            if state.phase[state.order[column]] == LAST_PHASE:
                state.qualified |= one(state.order[column])
    elif holds(state.qualified, seat):
        state.first_finish_bonus[seat] = BONUS


def _pass_turn(state: State, made: bool) -> None:
    goes_on = made and state.phase[state.order[state.turn]] < FINISHED
    if state.finisher == NOBODY or not goes_on:  # §37, §38: only in a last try
        state.turn = (state.turn + 1) % state.seats  # §10, §11
    if state.turn == state.finisher:  # §34: all others have had their last try
        state.stage = ENDED
    else:
        _start_turn(state)
