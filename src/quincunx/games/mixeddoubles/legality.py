"""Legality: what a player may do, and the rule that forbids the rest."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import ALL_IN, COLOURS, VALUES, colour_of, count_of, kind_of, value_of
from quincunx.games.mixeddoubles.state import ENDING, FINALE, NOBODY, PAUSING, SEATS, STARTING, WAGERING, State

WAGER = 0
"""The first of the actions that wager a numbered card, by its kind."""
ROLL_DICE = WAGER + ALL_IN
DRAW_CARDS = ROLL_DICE + 1
END_TURN = DRAW_CARDS + 1
PLAY_EXTRA = END_TURN + 1
SWAP_WITH = PLAY_EXTRA + 1
"""The first of the actions that swap palettes, by the other seat."""
PART_TO = SWAP_WITH + SEATS
"""The first of the actions that part with MINUS FIVE, by the seat that gets it."""
KEEP = PART_TO + SEATS
MOVE_TO = KEEP + 1
"""The first of the actions that bring MINUS FIVE to a third seat by a STEAL, by that seat."""
ROB = MOVE_TO + SEATS
"""The first of the actions that steal a card from a bank, by its seat."""
TAKE = ROB + SEATS
"""The first of the actions that steal a card from a palette, by its seat and by the loot."""
LOOT_EXTRA = ALL_IN
LOOT_STEAL = LOOT_EXTRA + 1
LOOT = LOOT_STEAL + 1
"""The number of cards that can be stolen from a palette: numbered cards by kind, EXTRA ROLL, STEAL."""
ACTIONS = TAKE + SEATS * LOOT

(
    OK,
    OUT_OF_TURN,
    NOT_AN_ACTION,
    NO_WAGER_NOW,
    NOT_IN_PALETTE,
    OTHER_COLOUR,
    NOT_ASCENDING,
    NO_ROLL_NOW,
    NO_DRAW_NOW,
    NO_END_NOW,
    NO_EXTRA_NOW,
    NO_EXTRA_HELD,
    NO_SWAP_NOW,
    NOT_ANOTHER,
    NO_PARTING_NOW,
    NO_STEAL_NOW,
    NO_STEAL_HELD,
    NOTHING_THERE,
    NOT_THERE,
    NO_MINUS_FIVE,
    NO_THIRD,
) = range(21)


# The parts of an action


def verb_of(action: int) -> int:
    """The verb of an action, as its first action.

    It is WAGER, ROLL_DICE, DRAW_CARDS, END_TURN, PLAY_EXTRA, SWAP_WITH, PART_TO, KEEP, MOVE_TO, ROB or TAKE.
    """
    if action < ROLL_DICE:
        return WAGER
    if action < SWAP_WITH or action == KEEP:
        return action
    if action < PART_TO:
        return SWAP_WITH
    if action < KEEP:
        return PART_TO
    if action < ROB:
        return MOVE_TO
    return ROB if action < TAKE else TAKE


def is_step(verb: int) -> bool:
    """Whether it is an action without an object: ROLL_DICE, DRAW_CARDS, END_TURN or PLAY_EXTRA."""
    return verb in (ROLL_DICE, DRAW_CARDS, END_TURN, PLAY_EXTRA)


def is_steal(verb: int) -> bool:
    """Whether it takes a STEAL: MOVE_TO, ROB or TAKE."""
    return verb in (MOVE_TO, ROB, TAKE)


def card_wagered(action: int) -> int:
    """The kind of the card that is wagered."""
    return action - WAGER


def other_of(action: int) -> Seat:
    """The other seat of a swap, a parting, a move, a robbery or a theft."""
    if action < PART_TO:
        return action - SWAP_WITH
    if action < KEEP:
        return action - PART_TO
    if action < ROB:
        return action - MOVE_TO
    if action < TAKE:
        return action - ROB
    return (action - TAKE) // LOOT


def loot_of(action: int) -> int:
    """The card taken from a palette."""
    return (action - TAKE) % LOOT


# Legality


def wager_objection(state: State, seat: Seat, kind: int) -> int:
    if state.stage != WAGERING:  # R5
        return NO_WAGER_NOW
    if state.wagered > 0 and colour_of(kind) != state.wager_colour:  # §12
        return OTHER_COLOUR
    if state.wagered > 0 and value_of(kind) < state.wager_value:
        return NOT_ASCENDING
    return OK if count_of(state.palette[seat, colour_of(kind)], value_of(kind)) > 0 else NOT_IN_PALETTE


def step_objection(state: State, verb: int) -> int:
    stage = state.stage
    if verb == ROLL_DICE:
        return OK if stage in (WAGERING, PAUSING, FINALE) else NO_ROLL_NOW
    if verb == DRAW_CARDS:
        return OK if stage == STARTING else NO_DRAW_NOW
    if verb == END_TURN:
        return OK if stage == ENDING else NO_END_NOW  # R7
    if stage != STARTING:  # §39, R16
        return NO_EXTRA_NOW
    return OK if state.extras > 0 else NO_EXTRA_HELD  # R34


def partner_objection(state: State, seat: Seat, partner: int, stage: int, code: int) -> int:
    if state.stage != stage:
        return code
    return OK if _is_other(state, seat, partner) else NOT_ANOTHER


def _is_other(state: State, seat: Seat, other: int) -> bool:
    return other != seat and other < state.seats


def steals_open(stage: int) -> bool:
    """R17, R34: before the draw, after it, between rolls and after the last one; not in the finale (R24)."""
    return stage in (STARTING, WAGERING, PAUSING, ENDING)


def steal_objection(state: State, seat: Seat, action: int) -> int:
    if not steals_open(state.stage):
        return NO_STEAL_NOW
    if state.palette_steal[seat] == 0:
        return NO_STEAL_HELD
    verb = verb_of(action)
    if verb == MOVE_TO:
        return _move_objection(state, seat, other_of(action))
    victim = other_of(action)
    if not _is_other(state, seat, victim):  # §40
        return NOT_ANOTHER
    if verb == ROB:
        return OK if bank_has_cards(state, victim) else NOTHING_THERE  # R19
    return OK if _lies_there(state, victim, loot_of(action)) else NOT_THERE


def _move_objection(state: State, seat: Seat, goal: int) -> int:
    if goal >= state.seats:
        return NOT_ANOTHER
    if state.minus_five in (seat, NOBODY):  # §47
        return NO_MINUS_FIVE
    return OK if goal != seat and goal != state.minus_five else NO_THIRD  # R20, R37


def bank_has_cards(state: State, seat: Seat) -> bool:
    for colour in range(COLOURS):
        if state.bank[seat, colour] != 0:
            return True
    return state.bank_free[seat] != 0


def _lies_there(state: State, seat: Seat, loot: int) -> bool:
    if loot == LOOT_EXTRA:
        return state.palette_extra[seat] > 0
    if loot == LOOT_STEAL:
        return state.palette_steal[seat] > 0
    return count_of(state.palette[seat, colour_of(loot)], value_of(loot)) > 0


def can_steal(state: State, seat: Seat) -> bool:
    """Whether the seat has a STEAL and something to use it on."""
    if state.palette_steal[seat] == 0:
        return False
    for victim in range(state.seats):
        if victim != seat and _has_loot(state, victim):
            return True
    return state.seats > 2 and state.minus_five != seat and state.minus_five != NOBODY


def _has_loot(state: State, seat: Seat) -> bool:
    if state.palette_extra[seat] > 0 or state.palette_steal[seat] > 0 or bank_has_cards(state, seat):
        return True
    for colour in range(COLOURS):
        if state.palette[seat, colour] != 0:
            return True
    return False


def list_wagers(state: State, seat: Seat, out: Row) -> int:
    if state.wagered > 0:
        return _list_lane(state, seat, state.wager_colour, state.wager_value, WAGER, out, 0)
    count = 0
    for colour in range(COLOURS):
        count = _list_lane(state, seat, colour, 1, WAGER, out, count)
    return count


def _list_lane(state: State, owner: Seat, colour: int, from_value: int, first: int, out: Row, count: int) -> int:
    lane = state.palette[owner, colour]
    if lane != 0:
        for value in range(from_value, VALUES + 1):
            if count_of(lane, value) > 0:
                out[count] = first + kind_of(colour, value)
                count += 1
    return count


def list_steps(state: State, out: Row, count: int) -> int:
    for step in range(ROLL_DICE, SWAP_WITH):
        if step_objection(state, step) == OK:
            out[count] = step
            count += 1
    return count


def list_others(state: State, seat: Seat, first: int, out: Row, count: int) -> int:
    for other in range(state.seats):
        if other != seat:
            out[count] = first + other
            count += 1
    return count


def list_steals(state: State, seat: Seat, out: Row, count: int) -> int:
    for goal in range(state.seats):
        if _move_objection(state, seat, goal) == OK:
            out[count] = MOVE_TO + goal
            count += 1
    for victim in range(state.seats):
        if victim != seat and bank_has_cards(state, victim):
            out[count] = ROB + victim
            count += 1
    for victim in range(state.seats):
        if victim != seat:
            count = _list_palette(state, victim, out, count)
    return count


def _list_palette(state: State, victim: Seat, out: Row, count: int) -> int:
    first = TAKE + victim * LOOT
    for colour in range(COLOURS):
        count = _list_lane(state, victim, colour, 1, first, out, count)
    for loot in range(LOOT_EXTRA, LOOT):
        if _lies_there(state, victim, loot):
            out[count] = first + loot
            count += 1
    return count
