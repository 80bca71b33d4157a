"""Lowdown: write dice into three grids, cross out rows that are triples or make ten; the lowest score wins.

The functions of a game in the order of a match. `board` has the tables and the arithmetic of rows, `state` says what
lies where and `legality` what may be done.
"""

from quincunx.core.defaults import NO_NAME
from quincunx.core.fields import Grid, Row
from quincunx.core.generator import weighted
from quincunx.core.odds import all_alike
from quincunx.core.seats import CHANCE, HIDDEN, OVER, Actors, Seat, everyone, holds, one
from quincunx.core.standings import FEWEST_WINS, POINTS, place_by_points
from quincunx.games.lowdown.board import COLOUR_SIDES, COLOURS, NUMBER_SIDES, NUMBERS, full_grids, open_rows, score
from quincunx.games.lowdown.legality import (
    CROSS,
    DONE,
    OUT_OF_TURN,
    PICK,
    TAKE_SECRET,
    WILD,
    box_of,
    colour_picked,
    crossing_objection,
    filling_objection,
    list_crossings,
    list_fillings,
    list_picks,
    mark_of,
    number_picked,
    pick_objection,
    row_of,
    verb_of,
)
from quincunx.games.lowdown.state import (
    ALL_DICE,
    ALL_OPEN,
    DICE_OF_A_KIND,
    DRAWING,
    DRAWN,
    ENDED,
    ENDING_GRIDS,
    FIRST,
    NO_DIE,
    OPEN_DICE,
    PICKING,
    PLACING,
    ROLLING,
    SECRET,
    WRITING,
    State,
)


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats
    if options[FIRST] == DRAWN:  # R25
        state.stage = DRAWING
    else:
        _start_turn(state, 0)


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if state.stage == PICKING:
        return one(state.active)
    if state.stage == PLACING or state.stage == WRITING:
        return state.writing | state.crossing  # R7
    return CHANCE


def objection(state: State, seat: Seat, action: int) -> int:
    if not holds(to_act(state), seat):
        return OUT_OF_TURN
    if state.stage == PICKING:
        return pick_objection(state, seat, action)
    if holds(state.writing, seat):
        return filling_objection(state, seat, action)
    return crossing_objection(state, seat, action)


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if not holds(to_act(state), seat):
        return 0
    if state.stage == PICKING:
        return list_picks(state, seat, out)
    if holds(state.writing, seat):
        return list_fillings(state, seat, out)
    return list_crossings(state, seat, out)


def apply(state: State, seat: Seat, action: int) -> None:
    verb = verb_of(action)
    if verb in (PICK, TAKE_SECRET):
        _pick(state, action)
    elif verb in (CROSS, DONE):
        _cross(state, seat, action)
    else:
        _fill(state, seat, action)


def odds(state: State, weights: Row) -> int:
    if state.stage == DRAWING:
        return all_alike(weights, state.seats)
    if number_lands(state.landed):
        for side in range(NUMBERS):
            weights[side] = NUMBER_SIDES[side]
        return NUMBERS
    for side in range(COLOURS):
        weights[side] = COLOUR_SIDES[side]
    return COLOURS


def land(state: State, outcome: int) -> None:
    if state.stage == DRAWING:
        _start_turn(state, outcome)
    else:
        _land_die(state, outcome)


def landing_name(state: State) -> int:
    """Name a landing by turn and die; the lot for the first turn comes before any decision."""
    return NO_NAME if state.stage == DRAWING else state.turn << 3 | state.landed


def view(state: State, seat: Seat, out: State) -> None:
    if is_secret(state) and seat != secret_roller(state):  # §15, R4
        if state.landed > ALL_OPEN:
            out.number[SECRET] = HIDDEN
        if state.landed == ALL_DICE:
            out.colour[SECRET] = HIDDEN


def guess(view: State, seat: Seat, key: Row, out: State) -> None:
    """The secret pair may show anything."""
    if view.number[SECRET] == HIDDEN:
        out.number[SECRET] = weighted(key, NUMBER_SIDES, NUMBERS) + 1
    if view.colour[SECRET] == HIDDEN:
        out.colour[SECRET] = weighted(key, COLOUR_SIDES, COLOURS) + 1


def sees(state: State, seat: Seat, who: int, what: int) -> bool:
    """A secret die is known as it lands to its roller alone (§15, R4)."""
    return state.stage != ROLLING or state.landed < ALL_OPEN or seat == secret_roller(state)


def standings(state: State, out: Grid) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = score(state.box, seat, state.crossed[seat])
    place_by_points(out, state.seats, FEWEST_WINS)  # §46, R24


def is_secret(state: State) -> bool:
    """Whether the active player has still to pick."""
    return state.stage == ROLLING or state.stage == PICKING


def secret_roller(state: State) -> Seat:
    """The player to the right of the active player (§14, R27)."""
    return (state.active + state.seats - 1) % state.seats


def number_lands(landed: int) -> bool:
    """Whether die number `landed` is a number die: two of them, two colour dice, then one of each."""
    return landed < OPEN_DICE or landed == ALL_OPEN


def _start_turn(state: State, active: Seat) -> None:
    """§13, §40: the six dice come together again."""
    state.stage = ROLLING
    state.turn += 1
    state.active = active
    state.landed = 0
    state.picked_number = NO_DIE
    state.picked_colour = NO_DIE
    for die in range(DICE_OF_A_KIND):
        state.number[die] = 0
        state.colour[die] = 0


def _land_die(state: State, side: int) -> None:
    die = state.landed % OPEN_DICE if state.landed < ALL_OPEN else SECRET
    if number_lands(state.landed):
        state.number[die] = side + 1
    else:
        state.colour[die] = side + 1
    state.landed += 1
    if state.landed == ALL_DICE:
        state.stage = PICKING


def _pick(state: State, action: int) -> None:
    if action == TAKE_SECRET:
        state.picked_number = SECRET
        state.picked_colour = SECRET
    else:  # R6: one die is set aside, its twin stays
        state.picked_number = 0 if state.number[0] == number_picked(action) else 1
        state.picked_colour = 0 if state.colour[0] == colour_picked(action) else 1
    state.stage = PLACING
    state.writing = one(state.active)


def _fill(state: State, seat: Seat, action: int) -> None:
    box = box_of(action)
    state.box[seat, box] = mark_of(action)
    if verb_of(action) == WILD:  # §24
        state.wilds[seat] += 1
    state.writing &= ~one(seat)
    if state.stage == PLACING:  # §28: now all others at once
        state.stage = WRITING
        state.writing = everyone(state.seats) & ~one(seat)
    _offer_rows(state, seat)


def _offer_rows(state: State, seat: Seat) -> None:
    """§34, R16, R17: who can cross out is asked, who cannot has finished the turn."""
    if open_rows(state.box, seat, state.crossed[seat]):
        state.crossing |= one(seat)
    else:
        _finish(state, seat)


def _cross(state: State, seat: Seat, action: int) -> None:
    if action == DONE:
        _finish(state, seat)
    else:
        state.crossed[seat] |= 1 << row_of(action)
        _offer_rows(state, seat)


def _finish(state: State, seat: Seat) -> None:
    state.crossing &= ~one(seat)
    if state.writing == 0 and state.crossing == 0:  # §43, R22
        _end_turn(state)


def _end_turn(state: State) -> None:
    for seat in range(state.seats):
        if full_grids(state.box, seat) >= ENDING_GRIDS:  # §42
            state.stage = ENDED
    if state.stage != ENDED:
        _start_turn(state, (state.active + 1) % state.seats)  # §12, §41
