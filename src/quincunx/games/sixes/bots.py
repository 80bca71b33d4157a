"""Bots of Battle of the Sixes.

`greedy` weighs points, winning scores and the dice that are left, one play ahead; `expert` knows the chance to win.
"""

from typing import Any

from quincunx.core.bots import Bots, Floats, Search
from quincunx.core.defaults import UNKNOWN
from quincunx.core.fields import Row
from quincunx.core.learned import load_learned
from quincunx.core.seats import Seat
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    add_side,
    dice_shown,
    has_side,
    has_soft,
    points_against,
    wins,
)
from quincunx.games.sixes.legality import (
    ANSWER,
    PASS,
    PLAY,
    ROLL,
    STOP,
    TAKE,
    against_of,
    find_partial,
    side_of,
    verb_of,
    way_of,
)
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ENDED, ROLLING, State
from quincunx.games.sixes.values import (
    CONTEXTS,
    GAINS,
    complete,
    hard_chance,
    lay,
    roll_chance,
    soft_chance,
    tables,
    take_back,
    total_chance,
)

POINT = 100
"""The weight of a point, the unit of the other weights."""
DIE = 110
"""The worth of a die that can still be rolled."""
LAST_DIE = 70
"""Its worth when the opponent has none and only the final roll is to come."""
SOFT_SIX = 30
"""The worth of a soft six that lies ready."""
LANDING = 150
"""The worth of a winning score during the round."""
LAST_LANDING = 2000
"""Its worth when only the final roll is left."""


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """The action that leaves the most; the first of several."""
    choice = legal[0]
    best = worth(view, seat, choice)
    for index in range(1, count):
        value = worth(view, seat, legal[index])
        if value > best:
            best = value
            choice = legal[index]
    return choice


def worth(view: State, seat: Seat, action: int) -> int:
    """The worth of the position after an action, for a seat."""
    verb = verb_of(action)
    if verb == PASS:
        return prospect(view, seat, 0, 0)
    if verb in (ROLL, STOP):
        return worth_of_final_roll(view, seat, action)
    if verb == TAKE:
        return worth_of_take(view, seat, side_of(action))
    if verb == PLAY:
        return worth_of_play(view, seat, side_of(action))
    if verb == ANSWER:
        return worth_of_answer(view, seat, side_of(action))
    return worth_of_completing(view, seat, way_of(action))


def worth_of_final_roll(view: State, seat: Seat, action: int) -> int:
    """1 for the better choice, else 0: stop on a winning score, roll otherwise."""
    mine = view.total[seat] + round_points(view, seat)
    theirs = view.total[1 - seat] + round_points(view, 1 - seat)
    ahead = wins(mine) and (not wins(theirs) or mine >= theirs)
    return 1 if ahead == (action == STOP) else 0


def worth_of_take(view: State, seat: Seat, side: int) -> int:
    add_side(view.shown, 1 - seat, side, -1)
    value = prospect(view, seat, points_against(HARD, side), 0)
    add_side(view.shown, 1 - seat, side, 1)
    return value


def worth_of_play(view: State, seat: Seat, soft: int) -> int:
    """The worth of a play, if the opponent answers with a soft six where possible."""
    answer = likely_answer(view, 1 - seat)
    add_side(view.shown, seat, soft, -1)
    add_side(view.shown, 1 - seat, answer, -1)
    value = prospect(view, seat, points_against(soft, answer), 0)
    add_side(view.shown, seat, soft, 1)
    add_side(view.shown, 1 - seat, answer, 1)
    return value


def likely_answer(view: State, seat: Seat) -> int:
    """The smallest soft six that a seat has, else its highest die."""
    for soft in range(FIRST_SOFT, HARD):
        if has_side(view.shown, seat, soft):
            return soft
    for step in range(FIRST_SOFT - FIRST_SINGLE):
        single = FIRST_SOFT - 1 - step
        if view.shown[seat, single] > 0:
            return single
    return NO_DICE


def worth_of_answer(view: State, seat: Seat, side: int) -> int:
    add_side(view.shown, seat, side, -1)
    value = prospect(view, seat, 0, points_against(view.soft_six, side))
    add_side(view.shown, seat, side, 1)
    return value


def worth_of_completing(view: State, seat: Seat, way: int) -> int:
    """The worth of a completion: the opponent loses a point, whether the six is hard or soft."""
    view.shown[seat, WAY_SINGLE[way]] += 1
    add_side(view.shown, seat, WAY_SOFT[way], -1)
    value = prospect(view, seat, 0, -1)
    add_side(view.shown, seat, WAY_SOFT[way], 1)
    view.shown[seat, WAY_SINGLE[way]] -= 1
    return value


def prospect(view: State, seat: Seat, gain: int, loss: int) -> int:
    """The position with more points for the seat and for the opponent."""
    mine = view.total[seat] + round_points(view, seat) + gain
    theirs = view.total[1 - seat] + round_points(view, 1 - seat) + loss
    landing = LAST_LANDING if view.is_final == 1 else LANDING
    value = POINT * (mine - theirs) + hand(view, seat) - hand(view, 1 - seat)
    if wins(mine):
        value += landing
    if wins(theirs):
        value -= landing
    return value


def hand(view: State, seat: Seat) -> int:
    """The worth of unplayed dice."""
    value = SOFT_SIX if has_soft(view.shown, seat) else 0
    if view.is_final == 1:
        return value
    dice = dice_shown(view.shown, seat)
    return value + dice * (DIE if dice_shown(view.shown, 1 - seat) > 0 else LAST_DIE)


SURE_LOSS = -1.0
PLAYS = 2
"""The number of plays that `expert` looks ahead after its own, at most to the next roll."""


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row, knowledge: Any) -> int:
    """The action with the best chance to win, by counted gains and exact chances of totals; the first of several."""
    choice = legal[0]
    best = SURE_LOSS
    for index in range(count):
        chance = chance_of(view, seat, legal[index], knowledge)
        if chance > best:
            best = chance
            choice = legal[index]
    return choice


def chance_of(view: State, seat: Seat, action: int, knowledge: Any) -> float:
    """The chance to win with an action, seen from a seat."""
    other = 1 - seat
    mine = view.total[seat] + round_points(view, seat)
    theirs = view.total[other] + round_points(view, other)
    verb = verb_of(action)
    if verb == STOP:
        return total_chance(view, mine, theirs, knowledge)
    if verb == ROLL:
        return roll_chance(view, seat, mine, theirs, knowledge)
    if verb == PASS:
        return 1 - soft_chance(view, other, view.passes + 1, PLAYS, theirs, mine, knowledge)
    if verb == TAKE:
        return _chance_of_take(view, seat, side_of(action), mine, theirs, knowledge)
    if verb == PLAY:
        return _chance_of_play(view, seat, side_of(action), mine, theirs, knowledge)
    if verb == ANSWER:
        return _chance_of_answer(view, seat, view.soft_six, side_of(action), mine, theirs, knowledge)
    way = way_of(action)
    pairing = find_partial(view, seat, WAY_SINGLE[way], against_of(action))
    complete(view, seat, pairing, way, 1)
    chance = 1 - soft_chance(view, other, 0, PLAYS, theirs - 1, mine, knowledge)
    complete(view, seat, pairing, way, -1)
    return chance


def _chance_of_take(view: State, seat: Seat, side: int, mine: int, theirs: int, knowledge: Any) -> float:
    """The win chance after a take; with several hard sixes to set it looks less far ahead."""
    sixes = view.shown[seat, SIX]
    view.shown[seat, SIX] = 0
    lay(view, seat, HARD, side)
    plays = PLAYS if sixes == 1 else 1
    chance = hard_chance(view, seat, sixes - 1, plays, mine + points_against(HARD, side), theirs, knowledge)
    take_back(view, seat)
    view.shown[seat, SIX] = sixes
    return chance


def _chance_of_play(view: State, seat: Seat, soft: int, mine: int, theirs: int, knowledge: Any) -> float:
    """The win chance after a play, if the opponent gives the best answer."""
    other = 1 - seat
    add_side(view.shown, seat, soft, -1)
    best = SURE_LOSS
    for side in range(FIRST_SINGLE, HARD):
        if has_side(view.shown, other, side):
            best = max(best, _chance_of_answer(view, other, soft, side, theirs, mine, knowledge))
    if best == SURE_LOSS:  # R13
        best = soft_chance(view, other, 0, PLAYS, theirs, mine + 1, knowledge)
    add_side(view.shown, seat, soft, 1)
    return 1 - best


def _chance_of_answer(view: State, seat: Seat, soft: int, side: int, mine: int, theirs: int, knowledge: Any) -> float:
    """The win chance after an answer; the answering player is next."""
    lay(view, 1 - seat, soft, side)
    chance = soft_chance(view, seat, 0, PLAYS, mine, theirs + points_against(soft, side), knowledge)
    take_back(view, 1 - seat)
    return chance


def estimate(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance at the end of the round, from both totals."""
    if state.rounds == root.rounds or state.stage == ENDED:
        return UNKNOWN
    return total_chance(state, state.total[seat], state.total[1 - seat], knowledge)


def outlook(root: State, state: State, seat: Seat, knowledge: Any) -> float:
    """The win chance at the next roll or the end of the round, for an analysis: a tenth of the time."""
    if state.rounds == root.rounds and state.rolls == root.rolls:
        return UNKNOWN
    if state.stage != ROLLING or dice_shown(state.shown, 0) + dice_shown(state.shown, 1) > 0:
        return UNKNOWN
    mine, theirs = state.total[seat], state.total[1 - seat]
    if state.rolls == 0:
        return total_chance(state, mine, theirs, knowledge)
    mine += round_points(state, seat)
    theirs += round_points(state, 1 - seat)
    return roll_chance(state, seat, mine, theirs, knowledge)


def knowledge() -> Floats:
    """The tables of `expert`."""
    return tables(load_learned(__package__, CONTEXTS * GAINS))


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    knowledge=knowledge,
    search=Search(policy="expert", margin=0, playouts=300, estimate=estimate, outlook=outlook, replayed=estimate),
)
