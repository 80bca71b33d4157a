"""Mixed Doubles: stake cards of one colour, roll two dice, win what their colours mix to; the most points win.

The functions of a game in the order of a match. `cards` counts cards, `charts` reads the dice, `state` says what lies
where, `legality` what may be done and `steps` what happens.
"""

from quincunx.core.defaults import NO_NAME
from quincunx.core.fields import Grid, Row
from quincunx.core.odds import all_alike
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, one
from quincunx.core.standings import MOST_WINS, PLACE, POINTS, place_by_points
from quincunx.games.mixeddoubles.cards import COLOURS, MINUS_FIVE_POINTS, free_points, points_in
from quincunx.games.mixeddoubles.charts import FACES, SIDES_WITH
from quincunx.games.mixeddoubles.legality import (
    ACTIONS,
    DRAW_CARDS,
    END_TURN,
    KEEP,
    NO_PARTING_NOW,
    NO_SWAP_NOW,
    NOT_AN_ACTION,
    OK,
    OUT_OF_TURN,
    PART_TO,
    PLAY_EXTRA,
    ROLL_DICE,
    SWAP_WITH,
    WAGER,
    card_wagered,
    is_step,
    list_others,
    list_steals,
    list_steps,
    list_wagers,
    other_of,
    partner_objection,
    steal_objection,
    steals_open,
    step_objection,
    verb_of,
    wager_objection,
)
from quincunx.games.mixeddoubles.state import (
    ALL_IN_BINDS,
    CASTING_LOTS,
    DEALING,
    DOUBLE_WILD,
    DRAW,
    DRAWING,
    ENDED,
    FIRST,
    LOT,
    NOBODY,
    PART_MINUS_FIVE,
    PARTING,
    ROBBING,
    ROLLING,
    SWAPPING,
    WAGERING,
    State,
    is_chance,
)
from quincunx.games.mixeddoubles.steps import (
    after_roll,
    land_dealt,
    land_die,
    land_drawn,
    land_loot,
    next_turn,
    play_extra,
    stack_pile,
    steal,
    swap,
    wager,
    weigh_bank,
    weigh_pile,
)


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats
    state.all_in_binds = options[ALL_IN_BINDS]
    state.double_wild = options[DOUBLE_WILD]
    state.part_minus_five = options[PART_MINUS_FIVE]
    state.robbed = NOBODY
    state.champion = NOBODY
    stack_pile(state)
    state.to_draw = DRAW * seats  # §10
    state.stage = CASTING_LOTS if options[FIRST] == LOT else DEALING  # R27


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if is_chance(state.stage):
        return CHANCE
    return one(state.turn)


def objection(state: State, seat: Seat, action: int) -> int:
    if seat != state.turn or state.stage == ENDED or is_chance(state.stage):
        return OUT_OF_TURN
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    verb = verb_of(action)
    if verb == WAGER:
        return wager_objection(state, seat, card_wagered(action))
    if is_step(verb):
        return step_objection(state, verb)
    if verb == SWAP_WITH:
        return partner_objection(state, seat, other_of(action), SWAPPING, NO_SWAP_NOW)
    if verb == PART_TO:
        return partner_objection(state, seat, other_of(action), PARTING, NO_PARTING_NOW)
    if verb == KEEP:
        return OK if state.stage == PARTING else NO_PARTING_NOW
    return steal_objection(state, seat, action)


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    """All actions without objection, ascending: only cards that lie somewhere are looked at."""
    if seat != state.turn or state.stage == ENDED or is_chance(state.stage):
        return 0
    count = 0
    if state.stage == WAGERING:
        count = list_wagers(state, seat, out)
    count = list_steps(state, out, count)
    if state.stage == SWAPPING:
        return list_others(state, seat, SWAP_WITH, out, count)
    if state.stage == PARTING:
        count = list_others(state, seat, PART_TO, out, count)
        out[count] = KEEP
        return count + 1
    if state.palette_steal[seat] > 0 and steals_open(state.stage):
        count = list_steals(state, seat, out, count)
    return count


def apply(state: State, seat: Seat, action: int) -> None:
    verb = verb_of(action)
    if verb == WAGER:
        wager(state, seat, card_wagered(action))
    elif verb == ROLL_DICE:
        state.stage = ROLLING
    elif verb == DRAW_CARDS:
        state.extras = 0  # §39
        state.stage = DRAWING
    elif verb == END_TURN:
        next_turn(state)
    elif verb == PLAY_EXTRA:
        play_extra(state, seat)
    elif verb == SWAP_WITH:
        swap(state, seat, other_of(action))
        after_roll(state)
    elif verb == PART_TO:
        state.minus_five = other_of(action)  # §53
        after_roll(state)
    elif verb == KEEP:
        after_roll(state)
    else:
        steal(state, seat, action)


def odds(state: State, weights: Row) -> int:
    if state.stage == ROLLING:
        for face in range(FACES):
            weights[face] = SIDES_WITH[face]
        return FACES
    if state.stage == CASTING_LOTS:
        return all_alike(weights, state.seats)
    if state.stage == ROBBING:
        return weigh_bank(state, weights)
    return weigh_pile(state, weights)


def land(state: State, outcome: int) -> None:
    if state.stage == ROLLING:
        land_die(state, outcome)
    elif state.stage == CASTING_LOTS:
        state.turn = outcome
        state.stage = DEALING
    elif state.stage == ROBBING:
        land_loot(state, outcome)
    elif state.stage == DEALING:
        land_dealt(state, outcome)
    else:
        land_drawn(state, outcome)


def landing_name(state: State) -> int:
    """Name a landing by turn (no two turns have the same pile), then by roll and die, STEAL or card drawn."""
    if state.stage == CASTING_LOTS:
        return NO_NAME
    turn = (state.pile_cards << 3 | state.finale) << 10
    if state.stage == ROLLING:
        return (turn | state.rolls << 1 | state.landed) << 2 | 1
    return (turn | state.discard_steal) << 2 | (2 if state.stage == ROBBING else 3)


def view(state: State, seat: Seat, out: State) -> None:
    """§4, R29: all cards that lie anywhere lie open, so a view is the state."""


def standings(state: State, out: Grid) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = total(state, seat)
    place_by_points(out, state.seats, MOST_WINS)  # §9, R26
    if state.champion != NOBODY:  # §52
        for seat in range(state.seats):
            if out[seat, POINTS] >= out[state.champion, POINTS]:
                out[seat, PLACE] += 1
        out[state.champion, PLACE] = 1


def total(state: State, seat: Seat) -> int:
    """The points in a seat's bank, less five for MINUS FIVE in its palette."""
    points = free_points(state.bank_free[seat])  # §5
    for colour in range(COLOURS):
        points += points_in(state.bank[seat, colour])
    if state.minus_five == seat:  # §45, R21
        points += MINUS_FIVE_POINTS
    return points
