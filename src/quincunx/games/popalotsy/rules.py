"""PoPalotsy: five dice pop up and all drop ring cards over them at once; the first without cards wins.

The functions of a game in the order of a match. `rings` has the beating order, `state` says what lies where and
`legality` what may be done.
"""

from quincunx.core.fields import Grid, Row
from quincunx.core.odds import all_alike
from quincunx.core.seats import CHANCE, HIDDEN, OVER, Actors, Seat, everyone, holds, one
from quincunx.core.standings import FEWEST_WINS, POINTS, place_by_points
from quincunx.games.popalotsy.guessing import GUESSES, deal_hidden
from quincunx.games.popalotsy.knowledge import show, show_dropped, show_lacking, show_shuffled
from quincunx.games.popalotsy.legality import (
    ACTIONS,
    DONE,
    HOLDING_BACK,
    IS_DONE,
    NOT_AN_ACTION,
    NOT_HELD,
    NOT_NOW,
    OK,
    OUT_OF_TURN,
    card_of,
    die_of,
    droppable,
    fault,
    first_culprit,
    round_is_over,
)
from quincunx.games.popalotsy.rings import ALL_KINDS, CARDS, DICE, EMPTY, KINDS, SIDES, all_twins, is_correct, strength
from quincunx.games.popalotsy.state import (
    AFTER_ROUND,
    DEALING,
    DROPPING,
    ENDED,
    FORM,
    HAND_SIZE,
    IN_POPPER,
    INSTANT,
    MOST_ROUNDS,
    MOST_WRONG,
    NOBODY,
    POPPING,
    RACE,
    REFEREE,
    TURNS,
    State,
)


def setup(state: State, seats: int, options: Row) -> None:
    state.seats = seats
    state.form = options[FORM]
    state.referee = options[REFEREE]
    state.draw = ALL_KINDS
    state.draw_twin = all_twins()
    state.draw_left = CARDS
    state.dealing = HAND_SIZE * seats  # §6
    state.stage = DEALING


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if state.stage != DROPPING:
        return CHANCE
    if state.form == TURNS:  # §39, R2
        return one(state.turn)
    return everyone(state.seats) & ~state.done  # §17, R1, R20


def objection(state: State, seat: Seat, action: int) -> int:
    if state.stage != DROPPING:
        return NOT_NOW
    if not holds(to_act(state), seat):
        return OUT_OF_TURN if state.form == TURNS else IS_DONE
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    if action == DONE:
        return HOLDING_BACK if state.form == TURNS else OK  # R3
    if not state.hand[seat] >> card_of(action) & 1:
        return NOT_HELD
    return fault(state, action) if state.form == TURNS else OK  # R9: in the race it can be made


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if state.stage != DROPPING or not holds(to_act(state), seat):
        return 0
    count = 0
    for card in range(KINDS):
        if state.hand[seat] >> card & 1:
            for die in range(DICE):
                if state.form == RACE or is_correct(card, die, state.face[die], state.best[die]):
                    out[count] = card * DICE + die
                    count += 1
    if state.form == RACE:
        out[count] = DONE
        count += 1
    return count


def apply(state: State, seat: Seat, action: int) -> None:
    if action == DONE:
        state.done |= one(seat)
    else:
        _drop(state, seat, card_of(action), die_of(action))
        if state.held[seat] == 0:  # R10
            _check_piles(state)
        if state.held[seat] == 0:  # §38, R11
            state.stage = ENDED
            return
    if state.form == TURNS:
        _pass_turn(state, seat)
    if round_is_over(state):
        _end_round(state)


def odds(state: State, weights: Row) -> int:
    if state.stage == DEALING:
        for card in range(KINDS):
            weights[card] = (state.draw >> card & 1) + (state.draw_twin >> card & 1)
        return KINDS
    return all_alike(weights, SIDES)  # R17


def land(state: State, outcome: int) -> None:
    if state.stage == DEALING:
        _deal(state, outcome)
    else:
        state.face[next_die(state)] = outcome + 1
        if next_die(state) == DICE:
            _start_dropping(state)


def landing_name(state: State) -> int:
    """Name a landing by round, then by card of the deal or by die."""
    if state.stage == DEALING:
        return (state.rounds << 8 | state.dealing) << 1 | 1
    return (state.rounds << 8 | next_die(state)) << 1


def sees(state: State, seat: Seat, who: int, what: int) -> bool:
    return state.stage != DEALING or seat == next_to_receive(state)  # R15


def view(state: State, seat: Seat, out: State) -> None:
    out.draw = HIDDEN
    out.draw_twin = HIDDEN
    for other in range(state.seats):
        if other != seat:  # R15
            out.hand[other] = HIDDEN
            out.twin[other] = HIDDEN


def guess(view: State, seat: Seat, key: Row, out: State) -> None:
    """Deal the hidden cards consistently with public knowledge; exclude deals that would have ended the round."""
    for _ in range(GUESSES):
        deal_hidden(view, seat, key, out)
        if _could_be(out):
            break


def standings(state: State, out: Grid) -> None:
    for seat in range(state.seats):
        out[seat, POINTS] = state.held[seat]
    place_by_points(out, state.seats, FEWEST_WINS)  # §4, R18, R22


def _could_be(state: State) -> bool:
    """While rings are dropped somebody can still drop one, in turns the seat whose turn it is (§34, R2, R3)."""
    if state.stage != DROPPING:
        return True
    if state.form == TURNS:
        return state.hand[state.turn] & droppable(state) != 0
    return not round_is_over(state)


def starter(state: State) -> Seat:
    """The seat that pops, and in turns begins (§15, R2, R16)."""
    return (max(state.rounds, 1) - 1) % state.seats


def next_to_receive(state: State) -> Seat:
    """The seat that the next card is dealt to."""
    return (state.seats - state.dealing % state.seats) % state.seats


def reshuffles(before: State, after: State) -> bool:
    """R12: whether the discards became the draw pile; else it stays as it is, less the card that is dealt."""
    dealt = 1 if before.stage == DEALING else 0
    return after.draw_left > before.draw_left - dealt


def next_die(state: State) -> int:
    """The die that lands next, DICE when all lie."""
    die = 0
    while die < DICE and state.face[die] != IN_POPPER:
        die += 1
    return die


def _deal(state: State, card: int) -> None:
    seat = next_to_receive(state)
    if state.draw_twin >> card & 1:
        state.draw_twin &= ~(1 << card)
    else:
        state.draw &= ~(1 << card)
    state.draw_left -= 1
    give(state, seat, card)
    state.dealing -= 1
    if state.dealing == 0:
        _fill_popper(state)
    else:
        _reshuffle_if_empty(state)


def _reshuffle_if_empty(state: State) -> None:
    if state.draw_left == 0:  # R12
        state.draw = state.discard
        state.draw_twin = state.discard_twin
        state.draw_left = state.discard_left
        state.discard = 0
        state.discard_twin = 0
        state.discard_left = 0
        show_shuffled(state)


def give(state: State, seat: Seat, card: int) -> None:
    """A card into a hand."""
    state.twin[seat] |= state.hand[seat] & 1 << card
    state.hand[seat] |= 1 << card
    state.held[seat] += 1


def _fill_popper(state: State) -> None:
    for die in range(DICE):  # §8, §16, R14
        state.face[die] = IN_POPPER
    state.rounds += 1
    state.stage = POPPING


def _start_dropping(state: State) -> None:
    state.stage = DROPPING
    state.done = 0
    for seat in range(state.seats):
        state.wrong[seat] = 0
    state.turn = starter(state)


def _drop(state: State, seat: Seat, card: int, die: int) -> None:
    show_dropped(state, seat, card)
    if state.twin[seat] >> card & 1:
        state.twin[seat] &= ~(1 << card)
    else:
        state.hand[seat] &= ~(1 << card)
    state.held[seat] -= 1
    _lay(state, state.rings, card, die, seat)  # §10, §19
    state.rings += 1
    worth = strength(card, die, state.face[die])
    if worth > state.best[die]:
        state.best[die] = worth
    elif state.referee == INSTANT:  # §31, §32, R9
        _take_back(state, die, seat)
        state.wrong[seat] += 1
        if state.wrong[seat] == MOST_WRONG:  # R21
            state.done |= one(seat)


def _lay(state: State, place: int, card: int, die: int, seat: Seat) -> None:
    state.ring_card[place] = card
    state.ring_die[place] = die
    state.ring_seat[place] = seat


def _take_back(state: State, die: int, offender: Seat) -> None:
    """R8: the whole pile goes to the offender, but in the check of the round (R9) each wrong card to its owner."""
    best = EMPTY
    kept = 0
    for place in range(state.rings):
        card, owner = state.ring_card[place], state.ring_seat[place]
        if state.ring_die[place] != die:
            _lay(state, kept, card, state.ring_die[place], owner)
            kept += 1
        else:
            worth = strength(card, die, state.face[die])
            taker = owner if worth <= best else offender
            give(state, taker, card)
            show(state, taker, card)
            best = max(best, worth)
    for place in range(kept, state.rings):
        _lay(state, place, 0, 0, 0)
    state.rings = kept
    state.best[die] = EMPTY


def _pass_turn(state: State, seat: Seat) -> None:
    """§39, R2: clockwise, past those who can drop nothing; all learn that they cannot."""
    cards = droppable(state)
    for step in range(1, state.seats + 1):
        other = (seat + step) % state.seats
        if state.hand[other] & cards:
            state.turn = other
            return
        show_lacking(state, other, cards)
    state.turn = seat


def _end_round(state: State) -> None:
    for seat in range(state.seats):  # §34, R3
        if not holds(state.done, seat):
            show_lacking(state, seat, droppable(state))
    _check_piles(state)  # §35
    _discard_rings(state)
    if state.rounds == MOST_ROUNDS:  # R18
        state.stage = ENDED
    elif state.draw_left + state.discard_left < state.seats:  # R13
        _fill_popper(state)
    else:  # §36
        state.dealing = state.seats
        state.stage = DEALING
        _reshuffle_if_empty(state)


def _check_piles(state: State) -> None:
    """R9: with an instant referee all is right already."""
    if state.referee == AFTER_ROUND:
        for die in range(DICE):
            culprit = first_culprit(state, die)
            if culprit != NOBODY:
                _take_back(state, die, culprit)


def _discard_rings(state: State) -> None:
    for place in range(state.rings):  # R12
        card = state.ring_card[place]
        state.discard_twin |= state.discard & 1 << card
        state.discard |= 1 << card
        _lay(state, place, 0, 0, 0)
    state.discard_left += state.rings
    state.rings = 0
    for die in range(DICE):
        state.best[die] = EMPTY
