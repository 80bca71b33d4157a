"""Pig: roll and add up, or hold and keep; a 1 loses the turn."""

from typing import Annotated

from quincunx.core.fields import COUNTED, Grid, Row, Schema, Span, schema
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, one
from quincunx.core.standings import MOST_WINS, POINTS, place_by_points

SEATS = 4
SIDES = 6
TARGET = 100

ROLL, HOLD = range(2)
ACTIONS = 2

OK, OUT_OF_TURN, NOTHING_ROLLED = range(3)

CHOOSING, ROLLING, ENDED = range(3)


@schema
class State(Schema):
    seats: Annotated[int, Span(2, SEATS)]
    """How many play."""
    stage: Annotated[int, Span(CHOOSING, ENDED)]
    """CHOOSING, ROLLING or ENDED."""
    turn: Annotated[int, Span(0, SEATS - 1)]
    """The seat whose turn it is."""
    brought: Annotated[int, COUNTED]
    """What the turn has brought so far."""
    score: Annotated[Row, SEATS, COUNTED]
    """What each seat holds."""


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    return CHANCE if state.stage == ROLLING else one(state.turn)


def objection(state: State, seat: Seat, action: int) -> int:
    if state.stage != CHOOSING or seat != state.turn:
        return OUT_OF_TURN
    if action == HOLD and state.brought == 0:
        return NOTHING_ROLLED  # R1
    return OK


def apply(state: State, seat: Seat, action: int) -> None:
    if action == ROLL:
        state.stage = ROLLING
    else:
        _hold(state)


def odds(state: State, weights: Row) -> int:
    for side in range(SIDES):
        weights[side] = 1
    return SIDES


def land(state: State, outcome: int) -> None:
    state.stage = CHOOSING
    if outcome == 0:  # §4
        _pass_turn(state)
    else:  # §3
        state.brought += outcome + 1


def view(state: State, seat: Seat, out: State) -> None:
    """Nothing is secret."""


def standings(state: State, out: Grid) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = state.score[seat]
    place_by_points(out, state.seats, MOST_WINS)


def _hold(state: State) -> None:
    state.score[state.turn] += state.brought  # §5
    if state.score[state.turn] >= TARGET:  # §6
        state.stage = ENDED
    else:
        _pass_turn(state)


def _pass_turn(state: State) -> None:
    state.brought = 0
    state.turn = (state.turn + 1) % state.seats
