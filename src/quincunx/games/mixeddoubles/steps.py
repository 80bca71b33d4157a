"""The steps of a match, in the order in which a turn reaches them."""

from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    ALL_FREE,
    ALL_IN,
    COLOURS,
    DECK,
    EXTRA_ROLL,
    EXTRA_ROLLS,
    FREE,
    FREE_VALUES,
    FULL_LANE,
    KINDS,
    MINUS_FIVE,
    STEAL,
    STEALS,
    VALUES,
    colour_of,
    count_of,
    kind_of,
    one_card,
    value_of,
)
from quincunx.games.mixeddoubles.charts import DICE, colours_pushed, colours_won, is_double_wild, is_swap
from quincunx.games.mixeddoubles.legality import (
    LOOT_EXTRA,
    LOOT_STEAL,
    MOVE_TO,
    ROB,
    can_steal,
    loot_of,
    other_of,
    verb_of,
)
from quincunx.games.mixeddoubles.state import (
    DRAW,
    DRAWING,
    ENDED,
    ENDING,
    EVERYBODY,
    FINALE,
    FINALE_ROLLS,
    NOBODY,
    PARTING,
    PAUSING,
    ROBBING,
    ROLLING,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)


def stack_pile(state: State) -> None:
    for colour in range(COLOURS):
        state.pile[colour] = FULL_LANE
    state.pile_all_in = ALL_COLOURS
    state.pile_extra = EXTRA_ROLLS
    state.pile_steal = STEALS
    state.pile_free = ALL_FREE
    state.pile_cards = DECK
    state.minus_five = NOBODY


# Drawing


def weigh_pile(state: State, weights: Row) -> int:
    for colour in range(COLOURS):
        lane = state.pile[colour]
        for value in range(1, VALUES + 1):
            weights[kind_of(colour, value)] = count_of(lane, value)
        weights[ALL_IN + colour] = state.pile_all_in >> colour & 1
    weights[EXTRA_ROLL] = state.pile_extra
    weights[STEAL] = state.pile_steal
    for free in range(FREE_VALUES):
        weights[FREE + free] = state.pile_free >> free & 1
    weights[MINUS_FIVE] = 1 if state.minus_five == NOBODY else 0
    return KINDS


def land_dealt(state: State, kind: int) -> None:
    _draw(state, (DRAW * state.seats - state.to_draw) // DRAW, kind)
    if state.to_draw == 0:
        for seat in range(state.seats):  # R1
            _play_all_ins(state, seat)
        _start_turn(state)


def land_drawn(state: State, kind: int) -> None:
    _draw(state, state.turn, kind)
    if state.to_draw == 0:
        _play_all_ins(state, state.turn)  # §35, R3
        state.stage = WAGERING


def _draw(state: State, seat: Seat, kind: int) -> None:
    state.to_draw -= 1
    state.pile_cards -= 1
    if kind < ALL_IN:
        state.pile[colour_of(kind)] -= one_card(value_of(kind))
        state.palette[seat, colour_of(kind)] += one_card(value_of(kind))  # §4
    elif kind < EXTRA_ROLL:
        state.pile_all_in -= 1 << kind - ALL_IN
        state.palette_all_in[seat] += 1 << kind - ALL_IN
    elif kind == EXTRA_ROLL:
        state.pile_extra -= 1
        state.palette_extra[seat] += 1
    elif kind == STEAL:
        state.pile_steal -= 1
        state.palette_steal[seat] += 1
    elif kind < MINUS_FIVE:
        state.pile_free -= 1 << kind - FREE
        state.bank_free[seat] += 1 << kind - FREE  # §44, R33
    else:
        state.minus_five = seat


def _play_all_ins(state: State, drawer: Seat) -> None:
    colours = state.palette_all_in[drawer]
    if colours != 0:
        for seat in range(state.seats):
            if state.all_in_binds == EVERYBODY or seat == drawer:  # R2
                _push(state, seat, colours)  # §36
        state.discard_all_in += colours  # §7
        state.palette_all_in[drawer] = 0


def _push(state: State, seat: Seat, colours: int) -> None:
    for colour in range(COLOURS):
        if colours >> colour & 1:
            state.jackpot[colour] += state.palette[seat, colour]
            state.palette[seat, colour] = 0


# A turn


def _start_turn(state: State) -> None:
    state.wagered = 0
    state.wager_colour = 0
    state.wager_value = 0
    if state.pile_cards == 0:  # §48, R23
        _start_finale(state)
    else:
        state.rolls = 1  # §14
        state.extras = state.palette_extra[state.turn]  # R16
        state.to_draw = min(DRAW, state.pile_cards)  # §11, R22
        _open_start(state)


def _open_start(state: State) -> None:
    may_play = state.extras > 0 or can_steal(state, state.turn)
    state.stage = STARTING if may_play else DRAWING


def _open(state: State, stage: int) -> None:
    """Offer the legal actions of this stage to the player, or go on if there are none."""
    if stage == STARTING:
        _open_start(state)
    elif stage == WAGERING or can_steal(state, state.turn):
        state.stage = stage
    elif stage == PAUSING:
        state.stage = ROLLING
    else:
        next_turn(state)


def play_extra(state: State, seat: Seat) -> None:
    state.palette_extra[seat] -= 1
    state.discard_extra += 1
    state.extras -= 1
    state.rolls += 1  # §38
    _open_start(state)


def wager(state: State, seat: Seat, kind: int) -> None:
    colour, value = colour_of(kind), value_of(kind)
    state.palette[seat, colour] -= one_card(value)
    state.jackpot[colour] += one_card(value)
    if state.wagered > 0:  # §13, R6: the roll for the first card is the one every turn has
        state.rolls += 1
    state.wagered += 1
    state.wager_colour = colour
    state.wager_value = value


def steal(state: State, seat: Seat, action: int) -> None:
    state.palette_steal[seat] -= 1
    state.discard_steal += 1
    stage = state.stage
    if stage == WAGERING and state.wagered > 0:  # R5, R17: what is wagered stands
        stage = PAUSING
    verb = verb_of(action)
    if verb == ROB:
        state.robbed = other_of(action)
        state.resume = stage
        state.stage = ROBBING  # §42
    else:
        if verb == MOVE_TO:
            state.minus_five = other_of(action)  # §47
        else:
            _take(state, seat, other_of(action), loot_of(action))
        _open(state, stage)


def _take(state: State, seat: Seat, victim: Seat, loot: int) -> None:
    if loot == LOOT_EXTRA:
        state.palette_extra[victim] -= 1
        state.palette_extra[seat] += 1
    elif loot == LOOT_STEAL:
        state.palette_steal[victim] -= 1
        state.palette_steal[seat] += 1
    else:
        state.palette[victim, colour_of(loot)] -= one_card(value_of(loot))
        state.palette[seat, colour_of(loot)] += one_card(value_of(loot))  # §41


def weigh_bank(state: State, weights: Row) -> int:
    for kind in range(KINDS):
        weights[kind] = 0
    for colour in range(COLOURS):
        lane = state.bank[state.robbed, colour]
        for value in range(1, VALUES + 1):
            weights[kind_of(colour, value)] = count_of(lane, value)  # R18
    for free in range(FREE_VALUES):
        weights[FREE + free] = state.bank_free[state.robbed] >> free & 1
    return KINDS


def land_loot(state: State, kind: int) -> None:
    if kind < ALL_IN:
        state.bank[state.robbed, colour_of(kind)] -= one_card(value_of(kind))
        state.palette[state.turn, colour_of(kind)] += one_card(value_of(kind))  # §41
    else:
        state.bank_free[state.robbed] -= 1 << kind - FREE
        state.bank_free[state.turn] += 1 << kind - FREE  # §43
    state.robbed = NOBODY
    _open(state, state.resume)


# A roll


def land_die(state: State, face: int) -> None:
    state.die[state.landed] = face
    state.landed += 1
    if state.landed == DICE:
        state.landed = 0
        state.rolls -= 1
        _read_charts(state, state.turn, state.die[0], state.die[1])


def _read_charts(state: State, seat: Seat, first: int, second: int) -> None:
    """§15: what the roll wins, pushes or swaps."""
    won = colours_won(first, second)
    _push(state, seat, colours_pushed(first, second))  # §32, §33
    _win(state, seat, won)
    if is_swap(first, second) and state.seats > 2:  # §34
        state.stage = SWAPPING
    elif _succeeds(state, won) and state.part_minus_five and state.minus_five == seat:  # §53, R35
        state.stage = PARTING
    elif state.finale > 0 and state.double_wild and is_double_wild(first, second):  # §52, R36
        state.champion = seat
        state.stage = ENDED
    else:
        if is_swap(first, second):  # R15: there is only one partner
            swap(state, seat, 1 - seat)
        after_roll(state)


def _succeeds(state: State, won: int) -> bool:
    return state.wagered > 0 and won >> state.wager_colour & 1 != 0  # R8, R11


def _win(state: State, seat: Seat, won: int) -> None:
    for colour in range(COLOURS):
        if won >> colour & 1:
            state.bank[seat, colour] += state.palette[seat, colour] + state.jackpot[colour]  # §22, §23
            state.palette[seat, colour] = 0
            state.jackpot[colour] = 0
    if _succeeds(state, won):
        for other in range(state.seats):  # §26, §27, R10
            state.bank[seat, state.wager_colour] += state.palette[other, state.wager_colour]
            state.palette[other, state.wager_colour] = 0


def swap(state: State, seat: Seat, partner: Seat) -> None:
    for colour in range(COLOURS):
        lane = state.palette[seat, colour]
        state.palette[seat, colour] = state.palette[partner, colour]
        state.palette[partner, colour] = lane
    extras, steals = state.palette_extra, state.palette_steal
    extras[seat], extras[partner] = extras[partner], extras[seat]
    steals[seat], steals[partner] = steals[partner], steals[seat]
    if state.minus_five == seat:  # §46
        state.minus_five = partner
    elif state.minus_five == partner:
        state.minus_five = seat


def after_roll(state: State) -> None:
    if state.finale > 0:
        _after_finale_roll(state)
    elif state.rolls > 0:  # R7
        _open(state, PAUSING)
    else:
        _open(state, ENDING)


def next_turn(state: State) -> None:
    state.turn = (state.turn + 1) % state.seats  # §8, R27
    _start_turn(state)


# The end


def _start_finale(state: State) -> None:
    for seat in range(state.seats):
        _push(state, seat, ALL_COLOURS)  # §48
    state.extras = 0
    state.finale = state.seats
    state.rolls = FINALE_ROLLS  # §49, R24
    state.stage = FINALE


def _after_finale_roll(state: State) -> None:
    if state.rolls == 0:
        state.finale -= 1
        state.turn = (state.turn + 1) % state.seats  # R23
        state.rolls = FINALE_ROLLS
    state.stage = FINALE if state.finale > 0 else ENDED  # §50
