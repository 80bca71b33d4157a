"""Phase 10 Dice for one player (§40 to §42): stands between two turns, and the result of a turn.

A stand is the phase, in the first five phases their points so far (for the bonus), and in the last phase whether it has
been tried. A failure costs 5 points and leads back to the same stand: its value is a fixed point, found to the last
digit by the secant method. The value of a turn is a convex function of the value of failing, with a slope (the chance
to fail) below 1, so there is one fixed point.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import BONUS, BONUS_OVER, BONUS_PHASES, FAILURE_COST, LAST_PHASE
from quincunx.solvers.phase10 import dice
from quincunx.solvers.phase10.colours import COLOUR_PHASE
from quincunx.solvers.phase10.kernels import FAILED

PAYOFFS = FAILED + 1
"""A payoff has an entry for each number of points, and the last one for a phase that is not made."""
ENOUGH = BONUS_OVER + 1
"""The total that earns the bonus; more points do not help."""
NUMBER_PHASES = tuple(phase for phase in range(PHASES) if phase != COLOUR_PHASE)

USUAL_GAIN = 30.0
"""A rough score of a phase: the start of the search for a fixed point."""
TOLERANCE = 1e-11
MOST_STEPS = 50


class Stand(NamedTuple):
    """A player's standing between two turns."""

    phase: int
    total: int = 0
    """The points of phases 1 to 5 so far, at most `ENOUGH`; 0 after them."""
    tried: int = 0
    """In the last phase: 1 after a failure."""


END = Stand(PHASES)
Values = Mapping[Stand, float]


def after_points(stand: Stand, points: int) -> Stand:
    """The standing after making the phase."""
    phase = stand.phase + 1
    return Stand(phase, min(stand.total + points, ENOUGH) if phase < BONUS_PHASES else 0)


def after_failure(stand: Stand) -> Stand:
    """The standing after failing."""
    return stand._replace(tried=1) if stand.phase == LAST_PHASE else stand


def reward(stand: Stand, points: int) -> int:
    """The points for making the phase: its own, with the five phase bonus (§30) or the first finish bonus (§42)."""
    in_time = stand.phase == BONUS_PHASES - 1 and stand.total + points > BONUS_OVER
    first_try = stand.phase == LAST_PHASE and not stand.tried
    return points + (BONUS if in_time or first_try else 0)


@cache
def possible_points(phase: int) -> tuple[int, ...]:
    """All points that a phase of numbers can bring."""
    return tuple(int(points) for points in np.unique(dice.points(phase)) if points != FAILED)


@cache
def stands(phase: int) -> tuple[Stand, ...]:
    """All stands in a phase; the stand after a failure comes before the one that failed."""
    if phase == LAST_PHASE:
        return Stand(phase, tried=1), Stand(phase)
    if phase >= BONUS_PHASES or phase == 0:
        return (Stand(phase),)
    reached = {after_points(stand, points) for stand in stands(phase - 1) for points in possible_points(phase - 1)}
    return tuple(sorted(reached, reverse=True))


def payoff(stand: Stand, values: Values, failing: float | None = None) -> Any:
    """The worth of a turn's result, by points or `FAILED`; `failing`: the value of the stand after a failure."""
    worth = np.zeros(PAYOFFS)
    for made in range(FAILED):
        after = after_points(stand, made)
        if after in values:  # the phase cannot score other points
            worth[made] = reward(stand, made) + values[after]
    worth[FAILED] = (values[after_failure(stand)] if failing is None else failing) - FAILURE_COST
    return worth


def fixed_point(turn: Callable[[float], float], start: float, known: Sequence[tuple[float, float]] = ()) -> float:
    """The fixed point of `turn`; `known`: pairs (argument, value) from an earlier attempt."""
    pairs = list(known)
    for _ in range(MOST_STEPS):
        number = _next_guess(pairs, start)
        found = turn(number)
        pairs.append((number, found))
        if abs(found - number) <= TOLERANCE:
            return number
    raise ArithmeticError(f"no fixed point in {MOST_STEPS} steps: {pairs[-3:]}")


def _next_guess(pairs: Sequence[tuple[float, float]], start: float) -> float:
    if not pairs:
        return start
    number, found = pairs[-1]
    if len(pairs) == 1:
        return found
    before, found_before = pairs[-2]
    slope = (found - found_before) / (number - before)
    return number + (found - number) / (1 - slope)


def solve_stand(stand: Stand, values: Values, start: float | None = None) -> float:
    """The value of a stand in a phase of numbers, given the values of later stands."""
    if after_failure(stand) != stand:
        return _best_start(payoff(stand, values), stand.phase)
    guess = start if start is not None else values[after_points(stand, possible_points(stand.phase)[-1])] + USUAL_GAIN
    return fixed_point(lambda value: _best_start(payoff(stand, values, value), stand.phase), guess)


def _best_start(worth: Any, phase: int) -> float:
    return dice.numbers().best_turn(worth[dice.points(phase)])[0].start


def final_scores(turns: Mapping[Stand, Any]) -> Any:
    """The probability of each final score, from `LOWEST` up; `turns`: by stand, that of each result of a turn."""
    shares: dict[Stand, Any] = {END: _certain(0)}
    for phase in reversed(range(PHASES)):
        for stand in stands(phase):
            shares[stand] = _scores_from(stand, turns[stand], shares)
    return shares[stands(0)[0]]


LOWEST = -1500
"""Lower scores are as good as impossible: each failure costs 5 points, and the worst phase is made every other turn."""
MOST = 649
"""No final score is higher (§43)."""


def _certain(score: int) -> Any:
    share = np.zeros(MOST + 1 - LOWEST)
    share[score - LOWEST] = 1.0
    return share


def _scores_from(stand: Stand, turn: Any, shares: Mapping[Stand, Any]) -> Any:
    share = np.zeros(MOST + 1 - LOWEST)
    for points in np.flatnonzero(turn[:FAILED]):
        share += turn[points] * _moved(shares[after_points(stand, int(points))], reward(stand, int(points)))
    if after_failure(stand) != stand:
        return share + turn[FAILED] * _moved(shares[after_failure(stand)], -FAILURE_COST)
    for index in reversed(range(len(share) - FAILURE_COST)):
        share[index] += turn[FAILED] * share[index + FAILURE_COST]
    return share


def _moved(share: Any, by: int) -> Any:
    """The same likelihoods for scores so much higher."""
    moved = np.zeros_like(share)
    if by >= 0:
        moved[by:] = share[: len(share) - by]
    else:
        moved[:by] = share[-by:]
    return moved
