"""The value of a position of Battle of the Sixes: the win chance, by the tables of `expert`.

One table has the distribution of a player's further gain in the round, by the dice that both have left to roll and
whether a single die of the opponent may be completed; it is counted in play. The win chance from any two totals follows
exactly from the gains of whole rounds. There is no chance before the next roll, so all plays and answers are tried.
"""

from typing import Any

from quincunx.core.bots import Floats
from quincunx.core.seats import Seat
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    WAYS,
    add_side,
    has_rest,
    has_side,
    is_single,
    points_against,
    wins,
)
from quincunx.games.sixes.legality import NO_PAIRING, dice_left, find_partial
from quincunx.games.sixes.rules import soft_starter
from quincunx.games.sixes.state import DICE_CHOICES, SEATS, SHARED, State

LEAST_GAIN = -2
"""A single die that is completed takes a point away."""
GAINS = 18
STEPS = 10
DICE_STEP = (0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9)
"""By dice that a player has left: the step in the tables."""
GAIN_TABLE = 0
"""By steps of own and other dice, and whether the other has a partial: the chance of every gain."""
CONTEXTS = STEPS * STEPS * 2
WIN_TABLE = GAIN_TABLE + CONTEXTS * GAINS
"""By dice of the variant, own and other total: the chance to win."""
TOTALS = 60 + 24
VALUES = WIN_TABLE + len(DICE_CHOICES) * TOTALS * TOTALS
RARE = 0.0005
"""Gains that are less likely are left out."""


def context(mine: int, theirs: int, their_partial: int) -> int:
    """The index of a player's possible gains in the table."""
    return (DICE_STEP[mine] * STEPS + DICE_STEP[theirs]) * 2 + their_partial


def context_of(view: State, seat: Seat) -> int:
    """The same for a seat as things lie."""
    return context(dice_left(view, seat), dice_left(view, 1 - seat), has_partial(view, 1 - seat))


def has_partial(view: State, seat: Seat) -> int:
    """Whether a single die of a seat lies against a six."""
    for pairing in range(view.pairings):
        if is_single(view.laid[seat, pairing]):
            return 1
    return 0


def roll_chance(view: State, seat: Seat, mine: int, theirs: int, values: Any) -> float:
    """The chance to win when unplayed dice are rolled again, with these totals if the round ended now."""
    first = GAIN_TABLE + context_of(view, seat) * GAINS
    second = GAIN_TABLE + context_of(view, 1 - seat) * GAINS
    chance = 0.0
    for gain in range(GAINS):
        share = values[first + gain]
        if share > 0:
            for loss in range(GAINS):
                other = values[second + loss]
                if other > 0:
                    after = total_chance(view, mine + gain + LEAST_GAIN, theirs + loss + LEAST_GAIN, values)
                    chance += share * other * after
    return chance


def rest_chance(view: State, seat: Seat, mine: int, theirs: int, values: Any) -> float:
    """The chance to win when the soft sixes of a roll are over (R18 to R21)."""
    my_dice, their_dice = dice_left(view, seat), dice_left(view, 1 - seat)
    if view.is_final == 1 or my_dice + their_dice == 0:
        return total_chance(view, mine, theirs, values)
    rolled = roll_chance(view, seat, mine, theirs, values)
    if their_dice == 0:
        return max(rolled, total_chance(view, mine, theirs, values))
    if my_dice == 0:
        return min(rolled, total_chance(view, mine, theirs, values))
    return rolled


def soft_chance(view: State, seat: Seat, passes: int, plays: int, mine: int, theirs: int, values: Any) -> float:
    """The chance to win of the seat whose turn it is among the soft sixes, both playing as well as they can.

    Exact up to the next roll, except after two plays. Recursive compiled code cannot be cached on disk, so every depth
    has its own function.
    """
    if passes == SEATS or plays == 0:
        return rest_chance(view, seat, mine, theirs, values)
    if plays == 1:
        return _last_play(view, seat, passes, mine, theirs, values)
    other = 1 - seat
    best = _best_first(view, seat, mine, theirs, values)
    if passes + 1 == SEATS:
        return max(best, 1 - rest_chance(view, other, theirs, mine, values))
    passed = max(_best_first(view, other, theirs, mine, values), 1 - rest_chance(view, seat, mine, theirs, values))
    return max(best, 1 - passed)


def _last_play(view: State, seat: Seat, passes: int, mine: int, theirs: int, values: Any) -> float:
    """The same where one more play is looked at."""
    other = 1 - seat
    best = _best_last(view, seat, mine, theirs, values)
    if passes + 1 == SEATS:
        return max(best, 1 - rest_chance(view, other, theirs, mine, values))
    passed = max(_best_last(view, other, theirs, mine, values), 1 - rest_chance(view, seat, mine, theirs, values))
    return max(best, 1 - passed)


def _best_first(view: State, seat: Seat, mine: int, theirs: int, values: Any) -> float:
    """The best play of a seat, looking one play ahead; negative if there is none."""
    other = 1 - seat
    best = -1.0
    for soft in range(FIRST_SOFT, HARD):
        if has_side(view.shown, seat, soft):
            add_side(view.shown, seat, soft, -1)
            worst = 2.0
            for side in range(FIRST_SINGLE, HARD):
                if has_side(view.shown, other, side):
                    lay(view, seat, soft, side)
                    gain = points_against(soft, side)
                    worst = min(worst, 1 - _last_play(view, other, 0, theirs, mine + gain, values))
                    take_back(view, seat)
            if worst > 1:  # R13
                worst = 1 - _last_play(view, other, 0, theirs, mine + 1, values)
            add_side(view.shown, seat, soft, 1)
            best = max(best, worst)
    for completion in range(2 * WAYS):
        pairing = _completed(view, seat, completion)
        if pairing != NO_PAIRING:
            best = max(best, 1 - _last_play(view, other, 0, theirs - 1, mine, values))
            complete(view, seat, pairing, completion % WAYS, -1)
    return best


def _best_last(view: State, seat: Seat, mine: int, theirs: int, values: Any) -> float:
    """The best play of a seat, without looking ahead; negative if there is none."""
    other = 1 - seat
    best = -1.0
    for soft in range(FIRST_SOFT, HARD):
        if has_side(view.shown, seat, soft):
            add_side(view.shown, seat, soft, -1)
            worst = 2.0
            for side in range(FIRST_SINGLE, HARD):
                if has_side(view.shown, other, side):
                    lay(view, seat, soft, side)
                    gain = points_against(soft, side)
                    worst = min(worst, 1 - rest_chance(view, other, theirs, mine + gain, values))
                    take_back(view, seat)
            if worst > 1:  # R13
                worst = 1 - rest_chance(view, other, theirs, mine + 1, values)
            add_side(view.shown, seat, soft, 1)
            best = max(best, worst)
    for completion in range(2 * WAYS):
        pairing = _completed(view, seat, completion)
        if pairing != NO_PAIRING:
            best = max(best, 1 - rest_chance(view, other, theirs - 1, mine, values))
            complete(view, seat, pairing, completion % WAYS, -1)
    return best


def _completed(view: State, seat: Seat, completion: int) -> int:
    """Complete a single die in one of the ways, against either kind of six; the pairing, if that can be done."""
    against, way = completion // WAYS, completion % WAYS
    if not has_rest(view.shown, seat, way):
        return NO_PAIRING
    pairing = find_partial(view, seat, WAY_SINGLE[way], against)
    if pairing != NO_PAIRING:
        complete(view, seat, pairing, way, 1)
    return pairing


def lay(view: State, seat: Seat, soft: int, side: int) -> None:
    """Lay the opponent's dice against a side of a seat's."""
    add_side(view.shown, 1 - seat, side, -1)
    view.laid[seat, view.pairings] = soft
    view.laid[1 - seat, view.pairings] = side
    view.pairings += 1


def take_back(view: State, seat: Seat) -> None:
    """Take the last pairing back, the opponent's dice with it."""
    view.pairings -= 1
    add_side(view.shown, 1 - seat, view.laid[1 - seat, view.pairings], 1)
    view.laid[0, view.pairings] = NO_DICE
    view.laid[1, view.pairings] = NO_DICE


def complete(view: State, seat: Seat, pairing: int, way: int, times: int) -> None:
    """Make a single die a soft six; with -1 take that back."""
    view.laid[seat, pairing] = WAY_SOFT[way] if times > 0 else WAY_SINGLE[way]
    view.shown[seat, WAY_SINGLE[way]] += times
    add_side(view.shown, seat, WAY_SOFT[way], -times)


def hard_chance(view: State, seat: Seat, sixes: int, plays: int, mine: int, theirs: int, values: Any) -> float:
    """The chance to win with `sixes` hard sixes still to be set against dice of the opponent, at best."""
    other = 1 - seat
    best, left, gained, side = 0.0, sixes, 0, FIRST_SINGLE
    while True:
        nothing_left = dice_left(view, other) - view.shown[other, SIX] == 0
        if left == 0 or nothing_left:
            best = max(best, _after_hard(view, seat, plays, mine + gained + 2 * left, theirs, values))  # R9
        else:
            while side < HARD and not has_side(view.shown, other, side):
                side += 1
            if side < HARD:  # the next six against the same side or one behind it: the order makes no difference
                lay(view, seat, HARD, side)
                gained += points_against(HARD, side)
                left -= 1
                continue
        if left == sixes:
            return best
        side = view.laid[other, view.pairings - 1]
        take_back(view, seat)
        gained -= points_against(HARD, side)
        left += 1
        side += 1


def _after_hard(view: State, seat: Seat, plays: int, mine: int, theirs: int, values: Any) -> float:
    """The chance to win when the hard sixes are set."""
    if soft_starter(view) == seat:
        return soft_chance(view, seat, 0, plays, mine, theirs, values)
    return 1 - soft_chance(view, 1 - seat, 0, plays, theirs, mine, values)


def total_chance(view: State, mine: int, theirs: int, values: Any) -> float:
    """The chance to win when a round ends with these totals."""
    if view.ties == SHARED and wins(mine) and wins(theirs):
        return 0.5
    mine, theirs = min(max(mine, 0), TOTALS - 1), min(max(theirs, 0), TOTALS - 1)
    return float(values[WIN_TABLE + (variant_of(view) * TOTALS + mine) * TOTALS + theirs])


def variant_of(view: State) -> int:
    """The number of the variant that says how many dice each has."""
    for index in range(len(DICE_CHOICES)):
        if DICE_CHOICES[index] == view.dice_each:
            return index
    return 0


def win_chances(gains: Any) -> Any:
    """The exact win chance from any two totals, given the distribution of gains per round."""
    import numpy as np

    chances = np.zeros((TOTALS, TOTALS))
    whole = gains[-LEAST_GAIN:] / gains[-LEAST_GAIN:].sum()
    joint = np.outer(whole, whole)
    again = joint[0, 0]
    size = len(whole)
    for mine in reversed(range(TOTALS)):
        for theirs in reversed(range(TOTALS)):
            if wins(mine) or wins(theirs):
                level = mine == theirs
                ahead = wins(mine) and (not wins(theirs) or mine > theirs)
                chances[mine, theirs] = 0.5 if level else float(ahead)
            else:
                next_ = chances[mine : mine + size, theirs : theirs + size]
                chances[mine, theirs] = (joint * next_).sum() / (1 - again)
    return chances


def tables(gains: Floats) -> Floats:
    """The tables of `expert`, from the counted gains."""
    import numpy as np

    values = np.zeros(VALUES)
    by_context = np.reshape(gains, (CONTEXTS, GAINS))
    by_context = np.where(by_context < RARE, 0.0, by_context)
    by_context /= by_context.sum(axis=1, keepdims=True)
    values[GAIN_TABLE:WIN_TABLE] = by_context.ravel()
    for index, dice in enumerate(DICE_CHOICES):
        chances = win_chances(by_context[context(dice, dice, 0)])
        start = WIN_TABLE + index * TOTALS * TOTALS
        values[start : start + TOTALS * TOTALS] = chances.reshape(-1)
    return values
