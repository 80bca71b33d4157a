"""Battle of the Sixes: two players set hard and soft sixes against each other, round by round.

The functions of a game in the order of a match. `combinations` has the arithmetic, `state` says what lies where and
`legality` what may be done.
"""

from quincunx.core.fields import Grid, Row
from quincunx.core.odds import all_alike
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, one
from quincunx.core.standings import PLACE, POINTS
from quincunx.games.sixes.combinations import (
    FACES,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    add_side,
    dice_shown,
    points_against,
    wins,
)
from quincunx.games.sixes.legality import (
    ACTIONS,
    ANSWER,
    FINAL_FIRST,
    NOT_AN_ACTION,
    OK,
    OUT_OF_TURN,
    PASS,
    PLAY,
    ROLL,
    STOP,
    TAKE,
    against_of,
    answer_objection,
    can_play,
    find_partial,
    list_sides,
    list_soft_turn,
    side_of,
    soft_turn_objection,
    take_objection,
    verb_of,
    way_of,
)
from quincunx.games.sixes.state import (
    ANSWERING,
    BEHIND,
    DICE_CHOICES,
    ENDED,
    FINAL_ROLL,
    HARD_SIXES,
    ROLL_CAP,
    ROLLING,
    SEATS,
    SHARED,
    SOFT_SIXES,
    State,
)


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
        return take_objection(state, seat, action)
    if state.stage == ANSWERING:
        return answer_objection(state, seat, action)
    if state.stage == FINAL_ROLL:  # §25, R19
        return OK if action in (ROLL, STOP) else FINAL_FIRST
    return soft_turn_objection(state, seat, action)


def legal_actions(state: State, seat: Seat, out: Row) -> int:
    if state.stage == ROLLING or state.stage == ENDED or seat != state.turn:
        return 0
    if state.stage == HARD_SIXES:
        return list_sides(state, 1 - seat, TAKE, out)
    if state.stage == ANSWERING:
        return list_sides(state, seat, ANSWER, out)
    if state.stage == FINAL_ROLL:
        out[0] = ROLL
        out[1] = STOP
        return 2
    return list_soft_turn(state, seat, out)


def apply(state: State, seat: Seat, action: int) -> None:
    verb = verb_of(action)
    if verb == PASS:
        state.passes += 1
        _turn_of(state, 1 - seat)
    elif verb == ROLL:
        state.is_final = 1
        _roll(state)
    elif verb == STOP:
        _end_round(state)
    elif verb == TAKE:
        _take(state, seat, side_of(action))
    elif verb == PLAY:
        _play(state, seat, side_of(action))
    elif verb == ANSWER:
        _answer(state, seat, side_of(action))
    else:
        _complete(state, seat, way_of(action), against_of(action))


def odds(state: State, weights: Row) -> int:
    return all_alike(weights, SIX)


def land(state: State, outcome: int) -> None:
    seat = roller(state)
    state.in_cup[seat] -= 1
    state.shown[seat, outcome + 1] += 1
    if state.in_cup[0] + state.in_cup[1] == 0:
        _pair_hard_sixes(state)


def landing_name(state: State) -> int:
    """Name a landing by seat, round, roll and die."""
    seat = roller(state)
    return ((seat << 20 | state.rounds) << 10 | state.rolls) << 4 | state.in_cup[seat]


def view(state: State, seat: Seat, out: State) -> None:
    """Nothing is secret: a view is the state."""


def standings(state: State, out: Grid) -> None:
    for seat in range(SEATS):
        out[seat, POINTS] = state.total[seat]
        out[seat, PLACE] = 2 if _is_behind(state, seat) else 1


def roller(state: State) -> Seat:
    """Whose die lands next."""
    return 0 if state.in_cup[0] > 0 else 1


def round_points(state: State, seat: Seat) -> int:
    """§27: what the pairings give a seat as they lie now."""
    points = 0
    for pairing in range(state.pairings):
        points += points_against(state.laid[seat, pairing], state.laid[1 - seat, pairing])
    return points


def soft_starter(state: State) -> Seat:
    """R11: who begins with the soft sixes of a roll."""
    if state.starter == BEHIND and state.total[0] != state.total[1]:
        return 0 if state.total[0] < state.total[1] else 1
    return (state.rounds + state.rolls) % SEATS


def _is_behind(state: State, seat: Seat) -> bool:
    other = 1 - seat
    if wins(state.total[seat]) != wins(state.total[other]):  # §5
        return wins(state.total[other])
    if wins(state.total[seat]) and state.ties == SHARED:
        return False
    return state.total[other] > state.total[seat]  # R4


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
    """Have the owner of an unmatched hard six choose while there are dice to choose from."""
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
    _turn_of(state, soft_starter(state))


def _turn_of(state: State, seat: Seat) -> None:
    """The next turn among the soft sixes; players who can only pass are skipped (R27)."""
    state.stage = SOFT_SIXES
    state.turn = seat
    while state.passes < SEATS and not can_play(state, state.turn):
        state.passes += 1
        state.turn = 1 - state.turn
    if state.passes == SEATS:  # R11
        _end_soft_sixes(state)


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
