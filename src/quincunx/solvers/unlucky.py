"""Play matches and tell what luck brought every seat: the compiled half of `sim.unlucky`, for any game.

Luck is what a position is worth less what it was expected to be worth, so it is nothing on average whatever the values
are: a result without its luck has the same mean, and varies less the better the values are.
"""

from typing import Any

from quincunx.core.fields import Grid, Row
from quincunx.core.loops import EVENTS, NO_EVENT, STATE, advance, let_land
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.slots import copy_state, outlook, replayed, to_act
from quincunx.solvers.trials import NOBODY, ROOT, prepare
from quincunx.solvers.valuing import SINCE, UNIT, play_on, result, worth

ENTRIES = ("play_by_turns", "play_by_rolls")
"""What is called from Python when compiled."""


def play_by_turns(
    states: Any,
    seats: int,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    luck: Row,
    knowledge: Any,
    limit: int,
    table: Grid,
    replays: int,
    other_key: Row,
    other_luck: Row,
    brought: Row,
) -> int:
    """Play a match to its end, and replay each turn by the same bots with other dice.

    A turn ends where the game knows the chances to win (`replayed`). To `brought` is added, `replays + 1` times, what
    the turn brought every seat against the mean of all its playings.
    """
    goes_on = True
    while goes_on:
        copy_state(states, SINCE, STATE)
        for _ in range(replays):
            is_known = play_turn(states, bots, legal, weights, other_key, other_luck, knowledge, limit)
            for seat in range(seats):
                brought[seat] -= worth_of_turn(states, seats, seat, is_known, knowledge, table)
            copy_state(states, STATE, SINCE)
        goes_on = play_turn(states, bots, legal, weights, key, luck, knowledge, limit)
        for seat in range(seats):
            brought[seat] += replays * worth_of_turn(states, seats, seat, goes_on, knowledge, table)
    return NO_EVENT


def play_turn(
    states: Any, bots: Row, legal: Row, weights: Row, key: Row, luck: Row, knowledge: Any, limit: int
) -> bool:
    """Play on until a turn ends, which is returned, or the match."""
    for _ in range(limit):
        if replayed(states[SINCE], states[STATE], 0, knowledge) >= 0:
            return True
        if advance(states, bots, legal, weights, key, luck, knowledge) < 0:
            return False
    return False


def worth_of_turn(states: Any, seats: int, seat: Seat, goes_on: bool, knowledge: Any, table: Grid) -> int:
    """What a seat has where a turn has ended, or the match."""
    if goes_on:
        return int(replayed(states[SINCE], states[STATE], seat, knowledge) * UNIT + 0.5)
    return result(states, seats, seat, table)


def play_by_rolls(
    states: Any,
    seats: int,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    luck: Row,
    knowledge: Any,
    limit: int,
    table: Grid,
    trials: int,
    players: Row,
    seed: int,
    other_key: Row,
    other_luck: Row,
    brought: Row,
    counts: Row,
) -> int:
    """Go on with a match until it is over, too long, or a seat must be asked; value it before and after each roll.

    Trials in which `players` play for all seats value it, with the same dice before and after. To `brought` is added,
    `trials` times, what dice and cards brought every seat.
    """
    while counts[EVENTS] < limit:
        if to_act(states[STATE]) == CHANCE:
            copy_state(states, SINCE, STATE)
            numbers = range(counts[EVENTS] * trials, (counts[EVENTS] + 1) * trials)
            given = (seats, players, legal, weights, other_key, other_luck, knowledge, limit, table, seed, numbers)
            add_trials(states, -1, given, brought)
            while to_act(states[STATE]) == CHANCE and outlook(states[SINCE], states[STATE], 0, knowledge) < 0:
                let_land(states[STATE], weights, key, luck)
                counts[EVENTS] += 1
            add_trials(states, 1, given, brought)
        else:
            event = advance(states, bots, legal, weights, key, luck, knowledge)
            if event < 0:
                return event
            counts[EVENTS] += 1
    return NO_EVENT


def add_trials(states: Any, times: int, given: Any, brought: Row) -> None:
    """Add what trials from the present state come to for every seat."""
    seats, players, legal, weights, other_key, other_luck, knowledge, limit, table, seed, numbers = given
    copy_state(states, ROOT, STATE)
    for number in numbers:
        prepare(states, NOBODY, seed, number, other_key, other_luck)
        is_known = play_on(states, players, legal, weights, other_key, other_luck, knowledge, limit)
        for seat in range(seats):
            brought[seat] += times * worth(states, seats, seat, is_known, knowledge, table)
    copy_state(states, STATE, ROOT)
