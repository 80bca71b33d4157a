"""The loops of the checker (`certificate`): written apart from the solver's, and compiled with the game's own rules.

A state of ten dice is a number of ten digits in base seven, the first die's first: a die's side, or 6 in the air.
"""

from typing import Any

from quincunx.games.phase10.phases import NOT_MADE, best_phase, points_of

AIR = 6
BASE = 7
TEN = 10
HALVES = 16807
"""7⁵: the states of five dice."""
WAYS = 7776
"""6⁵: the rolls of five dice."""


HOPELESS = 1e300
"""The error of NaN."""


def larger(worst: float, difference: float) -> float:
    """The larger error of two."""
    if difference != difference:
        return HOPELESS
    return max(worst, abs(difference))


def score_rolls(faces: Any, phase: int, made_worth: Any, failing: float, out: Any) -> None:
    """The worth of ending a turn with these rolls."""
    for roll in range(len(faces)):
        made = best_phase(faces[roll], phase)
        out[roll] = failing if made == NOT_MADE else made_worth[points_of(made)]


def mean_error(table: Any, rolls: Any, ends: Any, starts: Any, targets: Any, odds: Any, low: Any) -> float:
    """The distance of a table from the mean over all outcomes of its dice in the air.

    `ends`, `starts`: for each high keepset its part of `targets` and `odds`; low keepsets follow, from row `low` on.
    """
    worst = 0.0
    for high_keep in range(table.shape[0]):
        for low_keep in range(table.shape[1]):
            mean = 0.0
            for a in range(starts[high_keep], ends[high_keep]):
                part = 0.0
                for b in range(starts[low + low_keep], ends[low + low_keep]):
                    part += odds[b] * rolls[targets[a], targets[b]]
                mean += odds[a] * part
            worst = larger(worst, mean - table[high_keep, low_keep])
    return worst


def best_kept(table: Any, ends: Any, starts: Any, parts: Any, low: int, out: Any) -> None:
    """For every roll the best keepset that is part of it."""
    for high_roll in range(out.shape[0]):
        for low_roll in range(out.shape[1]):
            best = table[high_roll, low_roll]
            for a in range(starts[high_roll], ends[high_roll]):
                for b in range(starts[low + low_roll], ends[low + low_roll]):
                    best = max(best, table[parts[a], parts[b]])
            out[high_roll, low_roll] = best


def state_error(values: Any, first: int, last: int, steps: Any) -> float:
    """The distance of states with a die in the air from the mean over the first such die."""
    worst = 0.0
    for state in range(first, last):
        for die in range(TEN):
            if state // steps[die] % BASE == AIR:
                mean = 0.0
                for side in range(AIR):
                    mean += values[state - (AIR - side) * steps[die]]
                worst = larger(worst, mean / AIR - values[state])
                break
    return worst


def rules_error(
    values: Any, first: int, last: int, halves: Any, sides: Any, phase: int, worth: Any, failing: float, face: Any
) -> float:
    """The distance of landed states from the turn's score by the rules; `halves`: landed states of five dice."""
    worst = 0.0
    for high in range(first, last):
        for die in range(5):
            face[die] = sides[high, die]
        for low in range(WAYS):
            for die in range(5):
                face[5 + die] = sides[low, die]
            made = best_phase(face, phase)
            right = failing if made == NOT_MADE else worth[points_of(made)]
            worst = larger(worst, right - values[halves[high] * HALVES + halves[low]])
    return worst


def landed_error(values: Any, first: int, last: int, halves: Any, rolls: Any) -> float:
    """The distance of landed states from the values of rolls."""
    worst = 0.0
    for high in range(first, last):
        for low in range(WAYS):
            worst = larger(worst, rolls[high * WAYS + low] - values[halves[high] * HALVES + halves[low]])
    return worst


def best_states(values: Any, first: int, last: int, taken: Any, best: Any, rolls: Any) -> None:
    """For every roll the best of the 1024 states with some of its dice in the air.

    `taken`: by roll and by set of five dice, the state when those are in the air.
    """
    for high in range(first, last):
        for low in range(HALVES):
            best[low] = values[taken[high, 0] * HALVES + low]
        for up in range(1, 32):
            base = taken[high, up] * HALVES
            for low in range(HALVES):
                best[low] = max(best[low], values[base + low])
        for low in range(WAYS):
            found = best[taken[low, 0]]
            for up in range(1, 32):
                found = max(found, best[taken[low, up]])
            rolls[high * WAYS + low] = found
