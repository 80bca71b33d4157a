"""Play matches and measure every seat's luck: the compiled half of `sim.unlucky`, for any game.

Luck is the value of a position less its expected value, so its mean is 0 whatever the values are: a result without its
luck has the same mean, and the better the values, the smaller its variance.
"""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.loops import EVENTS, NO_EVENT, STATE, Arrays, advance, let_land
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.slots import copy_state, outlook, replayed, to_act
from quincunx.solvers.trials import NOBODY, ROOT, prepare
from quincunx.solvers.valuing import SINCE, UNIT, play_on, result, worth

ENTRIES = ("play_by_turns", "play_by_rolls")
"""The functions that Python calls in compiled form."""


def play_by_turns(
    states: Any, seats: int, arrays: Arrays, others: Arrays, limit: int, replays: int, brought: Row
) -> int:
    """Play a match to its end, and replay each turn by the same bots with other dice: `others` has their keys.

    A turn ends where the game knows the chances to win (`replayed`). To `brought` is added, `replays + 1` times, what
    the turn brought every seat against the mean of all its playings.
    """
    goes_on = True
    while goes_on:
        copy_state(states, SINCE, STATE)
        for _ in range(replays):
            is_known = play_turn(states, others, limit)
            for seat in range(seats):
                brought[seat] -= worth_of_turn(states, seats, seat, is_known, arrays)
            copy_state(states, STATE, SINCE)
        goes_on = play_turn(states, arrays, limit)
        for seat in range(seats):
            brought[seat] += replays * worth_of_turn(states, seats, seat, goes_on, arrays)
    return NO_EVENT


def play_turn(states: Any, arrays: Arrays, limit: int) -> bool:
    """Play on until a turn or the match ends; return whether a turn ended."""
    for _ in range(limit):
        if replayed(states[SINCE], states[STATE], 0, arrays.knowledge) >= 0:
            return True
        if advance(states, arrays) < 0:
            return False
    return False


def worth_of_turn(states: Any, seats: int, seat: Seat, goes_on: bool, arrays: Arrays) -> int:
    """The value of a seat where a turn, or the match, has ended."""
    if goes_on:
        return int(replayed(states[SINCE], states[STATE], seat, arrays.knowledge) * UNIT + 0.5)
    return result(states, seats, seat, arrays.table)


def play_by_rolls(
    states: Any, seats: int, arrays: Arrays, others: Arrays, limit: int, trials: int, brought: Row, seed: int
) -> int:
    """Go on with a match until it is over, too long, or a seat must be asked; value it before and after each roll.

    Trials between the bots of `others` value it, with the same dice before and after. To `brought` is added, `trials`
    times, what dice and cards brought every seat.
    """
    counts = arrays.counts
    while counts[EVENTS] < limit:
        if to_act(states[STATE]) == CHANCE:
            copy_state(states, SINCE, STATE)
            numbers = range(counts[EVENTS] * trials, (counts[EVENTS] + 1) * trials)
            add_trials(states, seats, others, limit, seed, numbers, -1, brought)
            while to_act(states[STATE]) == CHANCE and outlook(states[SINCE], states[STATE], 0, arrays.knowledge) < 0:
                let_land(states[STATE], arrays)
                counts[EVENTS] += 1
            add_trials(states, seats, others, limit, seed, numbers, 1, brought)
        else:
            event = advance(states, arrays)
            if event < 0:
                return event
            counts[EVENTS] += 1
    return NO_EVENT


def add_trials(
    states: Any, seats: int, arrays: Arrays, limit: int, seed: int, numbers: Any, times: int, brought: Row
) -> None:
    """Add the results of trials from the present state for every seat."""
    copy_state(states, ROOT, STATE)
    for number in numbers:
        prepare(states, NOBODY, seed, number, arrays)
        is_known = play_on(states, arrays, limit)
        for seat in range(seats):
            brought[seat] += times * worth(states, seats, seat, is_known, arrays)
    copy_state(states, STATE, ROOT)
