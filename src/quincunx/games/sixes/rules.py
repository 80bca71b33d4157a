"""Battle of the Sixes: two players set hard and soft sixes against each other, round by round.

The functions of a game in the order of a match; `combinations` has the arithmetic.
"""

from typing import Annotated

from quincunx.core.fields import Row, Schema, Table
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, one
from quincunx.core.standings import PLACE, POINTS
from quincunx.games.sixes.combinations import (
    FACES,
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    WAYS,
    add_side,
    dice_shown,
    has_rest,
    has_side,
    has_soft,
    is_single,
    points_against,
    wins,
)

SEATS = 2
MAX_DICE = 12
PAIRINGS = SEATS * MAX_DICE
"""Every pairing takes at least one die."""
ROLL_CAP = 200

DICE_CHOICES = (6, 4, 5, 8, 10, 12)
"""By choice of the first variant: the dice of each player. Invented: the sheet does not say."""
BEHIND, TURNS = range(2)
"""Who begins with soft sixes (R11)."""
HIGHER, SHARED = range(2)
"""Who wins when both have a winning score (R4)."""

ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL, ENDED = range(6)

AGAINST_HARD, AGAINST_SOFT = range(2)
NO_PAIRING = -1

PASS, ROLL, STOP = range(3)
TAKE = 3
"""TAKE + side: set a hard six against these dice of the opponent; the first is a single 1."""
PLAY = TAKE + HARD - FIRST_SINGLE
"""PLAY + n: play the n-th soft six."""
ANSWER = PLAY + HARD - FIRST_SOFT
"""ANSWER + side: match the opponent's soft six with these dice."""
COMPLETE = ANSWER + HARD - FIRST_SINGLE
"""COMPLETE + way: complete a single die that lies against a hard six; + WAYS: against a soft six."""
ACTIONS = COMPLETE + 2 * WAYS

OK, OUT_OF_TURN, NOT_AN_ACTION, HARD_FIRST, ANSWER_FIRST, FINAL_FIRST, NO_HARD, NO_SOFT, NO_FINAL = range(9)
NOT_THEIRS, NOT_YOURS, NO_PARTIAL = range(9, 12)


class State(Schema):
    dice_each: int
    """With how many dice each player begins a round."""
    starter: int
    """BEHIND or TURNS."""
    ties: int
    """HIGHER or SHARED."""
    stage: int
    """ROLLING, HARD_SIXES, SOFT_SIXES, ANSWERING, FINAL_ROLL or ENDED."""
    turn: int
    """The seat that acts."""
    rounds: int
    """The number of the round, from 0."""
    rolls: int
    """The number of the roll in the round, from 0."""
    is_final: int
    """1 in the final roll of a round, else 0."""
    passes: int
    """Passes in a row."""
    soft_six: int
    """The side that waits for its answer, NO_DICE if none does."""
    total: Annotated[Row, SEATS]
    """Where each scorer stands."""
    last_points: Annotated[Row, SEATS]
    """What each seat scored in the round before."""
    in_cup: Annotated[Row, SEATS]
    """Dice of this roll that have still to land."""
    shown: Annotated[Table, SEATS, FACES]
    """Unplayed dice by seat and face."""
    pairings: int
    """How many pairings lie on the table."""
    laid: Annotated[Table, SEATS, PAIRINGS]
    """What each seat has in each pairing of the round: a side."""


def setup(state: State, seats: int, options: Row) -> None:
    state.dice_each = DICE_CHOICES[options[0]]  # §1
    state.starter = options[1]
    state.ties = options[2]
    _fill_cups(state)  # §2: both totals are 0


def to_act(state: State) -> Actors:
    if state.stage == ENDED:
        return OVER
    if state.stage == ROLLING:
        return CHANCE
    return one(state.turn)


def objection(state: State, seat: Seat, action: int) -> int:
    if state.stage == ROLLING or state.stage == ENDED or seat != state.turn:
        return OUT_OF_TURN
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    if state.stage == HARD_SIXES:
        return _objection_to_take(state, seat, action)
    if state.stage == ANSWERING:
        return _objection_to_answer(state, seat, action)
    if state.stage == FINAL_ROLL:  # §25, R19
        return OK if action in (ROLL, STOP) else FINAL_FIRST
    return _objection_to_soft_turn(state, seat, action)


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if state.stage == ROLLING or state.stage == ENDED or seat != state.turn:
        return 0
    if state.stage == HARD_SIXES:
        return _list_sides(state, 1 - seat, TAKE, out)
    if state.stage == ANSWERING:
        return _list_sides(state, seat, ANSWER, out)
    if state.stage == FINAL_ROLL:
        out[0] = ROLL
        out[1] = STOP
        return 2
    return _list_soft_turn(state, seat, out)


def apply(state: State, seat: Seat, action: int) -> None:
    if action == PASS:
        state.passes += 1
        _turn_of(state, 1 - seat)
    elif action == ROLL:
        state.is_final = 1
        _roll(state)
    elif action == STOP:
        _end_round(state)
    elif action < PLAY:
        _take(state, seat, action - TAKE + FIRST_SINGLE)
    elif action < ANSWER:
        _play(state, seat, action - PLAY + FIRST_SOFT)
    elif action < COMPLETE:
        _answer(state, seat, action - ANSWER + FIRST_SINGLE)
    else:
        _complete(state, seat, (action - COMPLETE) % WAYS, (action - COMPLETE) // WAYS)


def odds(state: State, weights: Row) -> int:
    for side in range(SIX):
        weights[side] = 1
    return SIX


def land(state: State, outcome: int) -> None:
    seat = 0 if state.in_cup[0] > 0 else 1
    state.in_cup[seat] -= 1
    state.shown[seat, outcome + 1] += 1
    if state.in_cup[0] + state.in_cup[1] == 0:
        _pair_hard_sixes(state)


def view(state: State, seat: Seat, out: State) -> None:
    """Nothing is secret: a view is the state."""


def standings(state: State, out: Table) -> None:
    for seat in range(SEATS):
        out[seat, POINTS] = state.total[seat]
        out[seat, PLACE] = 2 if _is_behind(state, seat) else 1


def round_points(state: State, seat: Seat) -> int:
    """§27: what the pairings give a seat as they lie now."""
    points = 0
    for pairing in range(state.pairings):
        points += points_against(state.laid[seat, pairing], state.laid[1 - seat, pairing])
    return points


def find_partial(state: State, seat: Seat, single: int, against: int) -> int:
    """R14: the first pairing with this single die against a hard or a soft six, or NO_PAIRING."""
    for pairing in range(state.pairings):
        if state.laid[seat, pairing] == single:
            hard = state.laid[1 - seat, pairing] == HARD
            if hard == (against == AGAINST_HARD):
                return pairing
    return NO_PAIRING


def can_complete(state: State, seat: Seat) -> bool:
    """Whether a seat can complete a partial with its unplayed dice."""
    for pairing in range(state.pairings):
        single = state.laid[seat, pairing]
        if is_single(single):
            for way in range(WAYS):
                if WAY_SINGLE[way] == single and has_rest(state.shown, seat, way):
                    return True
    return False


def may_be_completed(state: State, seat: Seat, pairing: int) -> bool:
    """Whether a seat has a single die in this pairing and dice left to complete it with, in this roll or the next."""
    return is_single(state.laid[seat, pairing]) and dice_left(state, seat) > 0 and state.stage != ENDED


def dice_left(state: State, seat: Seat) -> int:
    """How many dice of a seat have not been played in this round."""
    return state.in_cup[seat] + dice_shown(state.shown, seat)


def _is_behind(state: State, seat: Seat) -> bool:
    other = 1 - seat
    if wins(state.total[seat]) != wins(state.total[other]):  # §5
        return wins(state.total[other])
    if wins(state.total[seat]) and state.ties == SHARED:
        return False
    return state.total[other] > state.total[seat]  # R4


def _objection_to_take(state: State, seat: Seat, action: int) -> int:
    if action < TAKE or action >= PLAY:  # §9, R5, R17
        return HARD_FIRST
    return OK if has_side(state.shown, 1 - seat, action - TAKE + FIRST_SINGLE) else NOT_THEIRS  # R6, R8


def _objection_to_answer(state: State, seat: Seat, action: int) -> int:
    if action < ANSWER or action >= COMPLETE:  # §17, R12
        return ANSWER_FIRST
    return OK if has_side(state.shown, seat, action - ANSWER + FIRST_SINGLE) else NOT_YOURS


def _objection_to_soft_turn(state: State, seat: Seat, action: int) -> int:
    if action == PASS:  # §16
        return OK
    if action < TAKE:
        return NO_FINAL
    if action < PLAY:
        return NO_HARD
    if action < ANSWER:
        return OK if has_side(state.shown, seat, action - PLAY + FIRST_SOFT) else NOT_YOURS
    if action < COMPLETE:
        return NO_SOFT
    way = (action - COMPLETE) % WAYS
    if find_partial(state, seat, WAY_SINGLE[way], (action - COMPLETE) // WAYS) == NO_PAIRING:
        return NO_PARTIAL
    return OK if has_rest(state.shown, seat, way) else NOT_YOURS  # R15


def _list_sides(state: State, owner: Seat, first: int, out: Row) -> int:
    count = 0
    for side in range(FIRST_SINGLE, HARD):
        if has_side(state.shown, owner, side):
            out[count] = first + side - FIRST_SINGLE
            count += 1
    return count


def _list_soft_turn(state: State, seat: Seat, out: Row) -> int:
    out[0] = PASS
    count = 1
    for soft in range(FIRST_SOFT, HARD):
        if has_side(state.shown, seat, soft):
            out[count] = PLAY + soft - FIRST_SOFT
            count += 1
    for against in range(2):
        for way in range(WAYS):
            if has_rest(state.shown, seat, way) and find_partial(state, seat, WAY_SINGLE[way], against) != NO_PAIRING:
                out[count] = COMPLETE + against * WAYS + way
                count += 1
    return count


def _fill_cups(state: State) -> None:
    """§8, R24: a round begins with all dice."""
    for seat in range(SEATS):
        for face in range(1, FACES):
            state.shown[seat, face] = 0
        state.in_cup[seat] = state.dice_each
    state.stage = ROLLING


def _roll(state: State) -> None:
    """§22: unused dice go back into the cup."""
    for seat in range(SEATS):
        state.in_cup[seat] = dice_shown(state.shown, seat)
        for face in range(1, FACES):
            state.shown[seat, face] = 0
    state.rolls += 1
    state.stage = ROLLING


def _lay(state: State, seat: Seat, mine: int, theirs: int) -> None:
    """§10: a pairing is on the table and stays there."""
    state.laid[seat, state.pairings] = mine
    state.laid[1 - seat, state.pairings] = theirs
    state.pairings += 1


def _pair_hard_sixes(state: State) -> None:
    while state.shown[0, SIX] > 0 and state.shown[1, SIX] > 0:  # §10, R5
        state.shown[0, SIX] -= 1
        state.shown[1, SIX] -= 1
        _lay(state, 0, HARD, HARD)
    _match_hard_sixes(state)


def _match_hard_sixes(state: State) -> None:
    """Let the owner of an unmatched hard six choose while there are dice to choose from."""
    owner = 0 if state.shown[0, SIX] > 0 else 1
    if state.shown[owner, SIX] > 0 and dice_shown(state.shown, 1 - owner) > 0:
        state.stage = HARD_SIXES
        state.turn = owner
        return
    while state.shown[owner, SIX] > 0:  # R9
        state.shown[owner, SIX] -= 1
        _lay(state, owner, HARD, NO_DICE)
    _begin_soft_sixes(state)  # §15, §23


def _take(state: State, seat: Seat, side: int) -> None:
    """§13, §14"""
    state.shown[seat, SIX] -= 1
    add_side(state.shown, 1 - seat, side, -1)
    _lay(state, seat, HARD, side)
    _match_hard_sixes(state)


def _begin_soft_sixes(state: State) -> None:
    state.passes = 0
    if state.starter == BEHIND and state.total[0] != state.total[1]:  # R11
        _turn_of(state, 0 if state.total[0] < state.total[1] else 1)
    else:
        _turn_of(state, (state.rounds + state.rolls) % SEATS)


def _turn_of(state: State, seat: Seat) -> None:
    """The next turn among the soft sixes; whoever can only pass is passed over (R27)."""
    state.stage = SOFT_SIXES
    state.turn = seat
    while state.passes < SEATS and not _can_play(state, state.turn):
        state.passes += 1
        state.turn = 1 - state.turn
    if state.passes == SEATS:  # R11
        _end_soft_sixes(state)


def _can_play(state: State, seat: Seat) -> bool:
    return has_soft(state.shown, seat) or can_complete(state, seat)


def _play(state: State, seat: Seat, soft: int) -> None:
    add_side(state.shown, seat, soft, -1)
    state.passes = 0
    if dice_shown(state.shown, 1 - seat) > 0:  # §17
        state.soft_six = soft
        state.stage = ANSWERING
        state.turn = 1 - seat
    else:  # R13
        _lay(state, seat, soft, NO_DICE)
        _turn_of(state, 1 - seat)


def _answer(state: State, seat: Seat, side: int) -> None:
    """§18, §19; then it is the answering player's turn."""
    add_side(state.shown, seat, side, -1)
    _lay(state, 1 - seat, state.soft_six, side)
    state.soft_six = NO_DICE
    _turn_of(state, seat)


def _complete(state: State, seat: Seat, way: int, against: int) -> None:
    """§20, §21, R16: the single die becomes part of a soft six."""
    pairing = find_partial(state, seat, WAY_SINGLE[way], against)
    state.laid[seat, pairing] = WAY_SOFT[way]
    state.shown[seat, WAY_SINGLE[way]] += 1
    add_side(state.shown, seat, WAY_SOFT[way], -1)
    state.passes = 0
    _turn_of(state, 1 - seat)


def _end_soft_sixes(state: State) -> None:
    state.passes = 0
    out_0 = dice_shown(state.shown, 0) == 0  # R18
    out_1 = dice_shown(state.shown, 1) == 0
    if state.is_final == 1 or (out_0 and out_1) or state.rolls + 1 >= ROLL_CAP:  # §26, R20, R21
        _end_round(state)
    elif out_0 or out_1:  # §24, §25
        state.stage = FINAL_ROLL
        state.turn = 1 if out_0 else 0
    else:
        _roll(state)


def _end_round(state: State) -> None:
    for seat in range(SEATS):  # §12, §27, R2
        state.last_points[seat] = round_points(state, seat)
        state.total[seat] += state.last_points[seat]
    if wins(state.total[0]) or wins(state.total[1]):  # §5
        state.stage = ENDED
    else:
        _clear_table(state)
        _fill_cups(state)


def _clear_table(state: State) -> None:
    for pairing in range(state.pairings):
        state.laid[0, pairing] = NO_DICE
        state.laid[1, pairing] = NO_DICE
    state.pairings = 0
    state.rounds += 1
    state.rolls = 0
    state.is_final = 0
