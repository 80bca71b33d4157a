"""The loops that play any game to its end: linked for a game, then interpreted or compiled.

A batch of states has four slots that the loops use, so that nothing is allocated while they run.
"""

from typing import Any

from quincunx.core.draw import below, seed_key, weighted
from quincunx.core.fields import Row, Table
from quincunx.core.legal import random_action
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, holds, lowest
from quincunx.core.slots import (
    ACTIONS,
    apply,
    bot_1,
    bot_2,
    bot_3,
    copy_state,
    land,
    legal_actions,
    note,
    objection,
    odds,
    setup,
    standings,
    to_act,
    view,
)
from quincunx.core.standings import PLACE, POINTS

ENTRIES = ("playouts", "playouts_noted", "record", "reset", "step")
"""What is called from Python when compiled."""

STATE, VIEW, BEFORE, BLANK = range(4)
"""What the slots of a batch hold."""
SLOTS = 4

RANDOM = 0
BOT_NUMBER = 255
SPEED_SHIFT = 8
"""A seat's bot is one int: its speed above its number."""

EVENTS, DECISIONS, CUT_OFF = range(3)
"""What is counted over all matches of a batch."""
COUNTS = 3
FIRST_TO_ACT = COUNTS
"""A match's row of results: its counts, the seat that acted first, then every seat's place and every seat's points."""
RESULTS = COUNTS + 1

WHO_SHIFT = 20
"""An event is one int: who above, what below this many bits."""
NO_EVENT = -1
NO_SEAT = -1
REFUSED = -1


def advance(states: Any, bots: Row, legal: Row, weights: Row, key: Row) -> int:
    """One event: a die or card lands, or a bot acts. `NO_EVENT` when the match is over."""
    state = states[STATE]
    actors = to_act(state)
    if actors == OVER:
        return NO_EVENT
    if actors == CHANCE:
        outcome = weighted(key, weights, odds(state, weights))
        land(state, outcome)
        return (CHANCE << WHO_SHIFT) + outcome
    seat = next_to_act(actors, bots, key)
    action = choose(states, bots[seat] & BOT_NUMBER, seat, legal, key)
    apply(state, seat, action)
    return (seat << WHO_SHIFT) + action


def next_to_act(actors: Actors, bots: Row, key: Row) -> Seat:
    """Any seat that may act: who is twice as fast is twice as likely."""
    if actors & (actors - 1) == 0:
        return lowest(actors)
    total = 0
    for seat in range(len(bots)):
        if holds(actors, seat):
            total += bots[seat] >> SPEED_SHIFT
    rest = below(key, total)
    chosen = 0
    for seat in range(len(bots)):
        if holds(actors, seat):
            chosen = seat
            rest -= bots[seat] >> SPEED_SHIFT
            if rest < 0:
                break
    return chosen


def choose(states: Any, bot: int, seat: Seat, legal: Row, key: Row) -> int:
    """What a bot does; every bot but the random one is given a view."""
    count = legal_actions(states[STATE], seat, legal)
    if bot == RANDOM:
        return random_action(states[STATE], seat, legal, count, key)
    copy_state(states, VIEW, STATE)
    view(states[STATE], seat, states[VIEW])
    if bot == 1:
        return bot_1(states[VIEW], seat, legal, count, key)
    if bot == 2:
        return bot_2(states[VIEW], seat, legal, count, key)
    return bot_3(states[VIEW], seat, legal, count, key)


def begin(states: Any, seats: int, options: Row) -> None:
    """Set up the state of a new match."""
    copy_state(states, STATE, BLANK)
    setup(states[STATE], seats, options)


def play(states: Any, bots: Row, legal: Row, weights: Row, key: Row, limit: int, counts: Row) -> None:
    """Play a match that has begun to its end, or cut it off after so many events."""
    events = 0
    decisions = 0
    while events < limit:
        event = advance(states, bots, legal, weights, key)
        if event == NO_EVENT:
            break
        events += 1
        if event >> WHO_SHIFT != CHANCE:
            decisions += 1
    close(states, events, decisions, counts)


def play_noted(
    states: Any, bots: Row, legal: Row, weights: Row, key: Row, limit: int, counts: Row, figures: Row
) -> Seat:
    """As `play`, counting the game's own figures too; the seat that acted first."""
    events = 0
    decisions = 0
    first = NO_SEAT
    while events < limit:
        copy_state(states, BEFORE, STATE)
        event = advance(states, bots, legal, weights, key)
        if event == NO_EVENT:
            break
        events += 1
        who = event >> WHO_SHIFT
        if who != CHANCE:
            decisions += 1
            if first == NO_SEAT:
                first = who
        note(states[BEFORE], states[STATE], who, event - (who << WHO_SHIFT), figures)
    close(states, events, decisions, counts)
    return first


def close(states: Any, events: int, decisions: int, counts: Row) -> None:
    """Count a match that has been played; one that is not over was cut off."""
    counts[EVENTS] += events
    counts[DECISIONS] += decisions
    if to_act(states[STATE]) != OVER:
        counts[CUT_OFF] += 1


def playouts(
    states: Any,
    seats: int,
    options: Row,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    seed: int,
    first: int,
    matches: int,
    limit: int,
    table: Table,
    counts: Row,
    points_sum: Row,
) -> None:
    """Play many matches, counting events and summing each seat's points."""
    for number in range(first, first + matches):
        seed_key(key, seed, number)
        begin(states, seats, options)
        play(states, bots, legal, weights, key, limit, counts)
        standings(states[STATE], table)
        for seat in range(seats):
            points_sum[seat] += table[seat, POINTS]


def playouts_noted(
    states: Any,
    seats: int,
    options: Row,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    seed: int,
    first: int,
    matches: int,
    limit: int,
    table: Table,
    counts: Row,
    figures: Row,
    results: Table,
) -> None:
    """Play many matches, a row of results for each, counting the game's figures."""
    for index in range(matches):
        seed_key(key, seed, first + index)
        begin(states, seats, options)
        for column in range(COUNTS):
            counts[column] = 0
        results[index, FIRST_TO_ACT] = play_noted(states, bots, legal, weights, key, limit, counts, figures)
        for column in range(COUNTS):
            results[index, column] = counts[column]
        standings(states[STATE], table)
        for seat in range(seats):
            results[index, RESULTS + seat] = table[seat, PLACE]
            results[index, RESULTS + seats + seat] = table[seat, POINTS]


def record(
    states: Any,
    seats: int,
    options: Row,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    seed: int,
    number: int,
    log: Row,
) -> int:
    """Play one match and write its events down; how many there were (the log's length if it is too short)."""
    seed_key(key, seed, number)
    begin(states, seats, options)
    for index in range(len(log)):
        event = advance(states, bots, legal, weights, key)
        if event == NO_EVENT:
            return index
        log[index] = event
    return len(log)


def reset(states: Any, seats: int, options: Row, seed: int, number: int, legal: Row, weights: Row, key: Row) -> int:
    """Begin the match of that number; then as `settle`."""
    seed_key(key, seed, number)
    begin(states, seats, options)
    return settle(states, legal, weights, key)


def step(states: Any, seat: Seat, action: int, legal: Row, weights: Row, key: Row) -> int:
    """A seat acts; then as `settle`. `REFUSED`, and nothing has happened, if it may not."""
    state = states[STATE]
    if action < 0 or action >= ACTIONS or not holds(to_act(state), seat) or objection(state, seat, action) != 0:
        return REFUSED
    apply(state, seat, action)
    return settle(states, legal, weights, key)


def settle(states: Any, legal: Row, weights: Row, key: Row) -> int:
    """Let dice and cards land until a seat must act; its legal actions into legal.

    The lowest seat that may act, above `WHO_SHIFT`, and the count of its actions below; 0 when the match is over.
    """
    state = states[STATE]
    actors = to_act(state)
    while actors == CHANCE:
        land(state, weighted(key, weights, odds(state, weights)))
        actors = to_act(state)
    if actors == OVER:
        return 0
    seat = lowest(actors)
    return (seat << WHO_SHIFT) + legal_actions(state, seat, legal)
