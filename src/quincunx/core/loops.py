"""The loops that play any game to its end: linked for a game, then interpreted or compiled.

A batch has four states that the loops use, so that nothing is allocated while they run.
"""

from typing import Any, NamedTuple

from quincunx.core.defaults import NO_NAME, random_action
from quincunx.core.fields import Grid, Row
from quincunx.core.generator import KEY_WORDS, below, next_seed, seed_key, weighted
from quincunx.core.seats import CHANCE, OVER, Actors, Seat, holds, lowest
from quincunx.core.slots import (
    ACTIONS,
    apply,
    confirm,
    copy_state,
    land,
    landing_name,
    legal_actions,
    note,
    objection,
    odds,
    reflex,
    setup,
    standings,
    to_act,
    view,
)
from quincunx.core.standings import PLACE, POINTS

ENTRIES = ("play_on", "playouts", "playouts_noted", "offer", "do", "start", "finish", "record", "reset", "step")
"""The functions called from Python when compiled."""

STATE, VIEW, BEFORE, BLANK = range(4)
"""The uses of the states of a batch."""
STATES = 4

RANDOM = 0
BOT_NUMBER = 255
ASKED = BOT_NUMBER
"""The number of a bot that is asked in Python: one that searches, or that cannot be compiled."""
SPEED_SHIFT = 8
"""A seat's bot is one int: its speed above its number."""

EVENTS, DECISIONS, CUT_OFF = range(3)
"""The counters."""
COUNTS = 3
FIRST_TO_ACT = COUNTS
"""A match's row of results: its counts, the seat that acted first, then every seat's place and every seat's points."""
RESULTS = COUNTS + 1

WHO_SHIFT = 20
"""An event is one int: who above, what below this many bits."""
NO_EVENT = -1
ASKING = -2
"""ASKING - seat stands in place of an event where that seat must be asked."""

DUPLICATE = KEY_WORDS
"""The index in `luck` of whether dice are duplicated; the row begins with a key for one landing."""
LUCK_SEED = DUPLICATE + 1
"""The index in `luck` of the seed of the match's named dice."""
LUCK = LUCK_SEED + 1
NO_SEAT = -1
REFUSED = -1


class Arrays(NamedTuple):
    """What playing loops read and write besides states."""

    bots: Any
    """By seat: its bot."""
    legal: Any
    weights: Any
    key: Any
    luck: Any
    knowledge: Any
    table: Any
    """The standings, by seat."""
    counts: Any


def advance(states: Any, arrays: Arrays) -> int:
    """Advance by one event: a die or card lands, or a bot acts.

    `NO_EVENT` when the match is over; `ASKING - seat`, and nothing has happened, if that seat must be asked in Python.
    """
    state = states[STATE]
    actors = to_act(state)
    if actors == OVER:
        return NO_EVENT
    if actors == CHANCE:
        return (CHANCE << WHO_SHIFT) + let_land(state, arrays)
    seat = next_to_act(actors, arrays.bots, arrays.key)
    bot = arrays.bots[seat] & BOT_NUMBER
    if bot == ASKED:
        return ASKING - seat
    action = choose(states, STATE, VIEW, bot, seat, arrays.legal, arrays.key, arrays.knowledge)
    apply(state, seat, action)
    return (seat << WHO_SHIFT) + action


def let_land(state: Any, arrays: Arrays) -> int:
    """Land one die or card; duplicate dice are drawn by name, so that no decision shifts another's luck."""
    key, luck, weights = arrays.key, arrays.luck, arrays.weights
    count = odds(state, weights)
    name = landing_name(state) if luck[DUPLICATE] else NO_NAME
    if name == NO_NAME:
        outcome = weighted(key, weights, count)
    else:
        seed_key(luck, luck[LUCK_SEED], name)
        outcome = weighted(luck, weights, count)
    land(state, outcome)
    return outcome


def seed_luck(luck: Row, seed: int, number: int) -> None:
    """The named dice of a match, where dice are duplicated."""
    if luck[DUPLICATE]:
        seed_key(luck, seed, number)
        luck[LUCK_SEED] = next_seed(luck)


def next_to_act(actors: Actors, bots: Row, key: Row) -> Seat:
    """Draw a seat that may act; a seat twice as fast is twice as likely."""
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


def choose(states: Any, at: int, view_at: int, bot: int, seat: Seat, legal: Row, key: Row, knowledge: Any) -> int:
    """The action of a reflex bot in one of the states; every bot but the random one gets a view, in another state."""
    count = legal_actions(states[at], seat, legal)
    if bot == RANDOM:
        return random_action(states[at], seat, legal, count, key)
    copy_state(states, view_at, at)
    view(states[at], seat, states[view_at])
    action = reflex(bot, states[view_at], seat, legal, count, key, knowledge)
    return confirm(states[at], seat, action, key)


def begin(states: Any, seats: int, options: Row) -> None:
    """Set up the state of a new match."""
    copy_state(states, STATE, BLANK)
    setup(states[STATE], seats, options)


def play(states: Any, arrays: Arrays, limit: int) -> None:
    """Play a match that has begun to its end, or cut it off after `limit` events."""
    events = 0
    decisions = 0
    while events < limit:
        event = advance(states, arrays)
        if event < 0:
            break
        events += 1
        if event >> WHO_SHIFT != CHANCE:
            decisions += 1
    arrays.counts[EVENTS] += events
    arrays.counts[DECISIONS] += decisions
    if to_act(states[STATE]) != OVER:
        arrays.counts[CUT_OFF] += 1


def play_on(states: Any, arrays: Arrays, limit: int, figures: Row) -> int:
    """Go on with a match, counting the game's own figures, until it is over, too long, or a seat must be asked."""
    while arrays.counts[EVENTS] < limit:
        copy_state(states, BEFORE, STATE)
        event = advance(states, arrays)
        if event < 0:
            return event
        count_event(states, event, arrays.counts, figures)
    return NO_EVENT


def count_event(states: Any, event: int, counts: Row, figures: Row) -> None:
    """Count an event that led from BEFORE to STATE."""
    who = event >> WHO_SHIFT
    counts[EVENTS] += 1
    if who != CHANCE:
        counts[DECISIONS] += 1
        if counts[FIRST_TO_ACT] == NO_SEAT:
            counts[FIRST_TO_ACT] = who
    note(states[BEFORE], states[STATE], who, event - (who << WHO_SHIFT), figures)


def start(states: Any, seats: int, options: Row, arrays: Arrays, seed: int, number: int) -> None:
    """Begin the match of that number, with nothing counted."""
    seed_key(arrays.key, seed, number)
    seed_luck(arrays.luck, seed, number)
    begin(states, seats, options)
    for column in range(COUNTS):
        arrays.counts[column] = 0
    arrays.counts[FIRST_TO_ACT] = NO_SEAT


def finish(states: Any, seats: int, arrays: Arrays, results: Grid, index: int) -> None:
    """Write the row of results of a match; one that is not over was cut off."""
    table, counts = arrays.table, arrays.counts
    if to_act(states[STATE]) != OVER:
        counts[CUT_OFF] += 1
    for column in range(RESULTS):
        results[index, column] = counts[column]
    standings(states[STATE], table)
    for seat in range(seats):
        results[index, RESULTS + seat] = table[seat, PLACE]
        results[index, RESULTS + seats + seat] = table[seat, POINTS]


def offer(states: Any, seat: Seat, legal: Row) -> int:
    """Write the asked seat's view to the state VIEW and its legal actions to `legal`; return their count."""
    copy_state(states, VIEW, STATE)
    view(states[STATE], seat, states[VIEW])
    return legal_actions(states[STATE], seat, legal)


def do(states: Any, seat: Seat, action: int, counts: Row, figures: Row) -> bool:
    """Let an asked seat act; return False if it may not."""
    if action < 0 or action >= ACTIONS or objection(states[STATE], seat, action) != 0:
        return False
    copy_state(states, BEFORE, STATE)
    apply(states[STATE], seat, action)
    count_event(states, (seat << WHO_SHIFT) + action, counts, figures)
    return True


def playouts(
    states: Any, seats: int, options: Row, arrays: Arrays, seed: int, first: int, matches: int, limit: int, points: Row
) -> None:
    """Play many matches, counting events and summing each seat's points."""
    for number in range(first, first + matches):
        seed_key(arrays.key, seed, number)
        seed_luck(arrays.luck, seed, number)
        begin(states, seats, options)
        play(states, arrays, limit)
        standings(states[STATE], arrays.table)
        for seat in range(seats):
            points[seat] += arrays.table[seat, POINTS]


def playouts_noted(
    states: Any, seats: int, options: Row, arrays: Arrays, seed: int, first: int, matches: int, limit: int,
    figures: Row, results: Grid,
) -> None:  # fmt: skip
    """Play many matches, a row of results for each, counting the game's figures."""
    for index in range(matches):
        start(states, seats, options, arrays, seed, first + index)
        play_on(states, arrays, limit, figures)
        finish(states, seats, arrays, results, index)


def record(states: Any, arrays: Arrays, log: Row, length: int) -> int:
    """Go on with a match, append its events to the log, and return the new length.

    If a seat must be asked, `ASKING - seat` follows them in the log.
    """
    while length < len(log):
        event = advance(states, arrays)
        log[length] = event
        if event < 0:
            break
        length += 1
    return length


def reset(states: Any, seats: int, options: Row, seed: int, number: int, legal: Row, weights: Row, key: Row) -> int:
    """Begin the match of that number; then as `settle`."""
    seed_key(key, seed, number)
    begin(states, seats, options)
    return settle(states, legal, weights, key)


def step(states: Any, seat: Seat, action: int, legal: Row, weights: Row, key: Row) -> int:
    """Let a seat act, then settle; return `REFUSED`, without a change, if it may not."""
    state = states[STATE]
    if action < 0 or action >= ACTIONS or not holds(to_act(state), seat) or objection(state, seat, action) != 0:
        return REFUSED
    apply(state, seat, action)
    return settle(states, legal, weights, key)


def settle(states: Any, legal: Row, weights: Row, key: Row) -> int:
    """Land dice and cards until a seat must act; write its legal actions to `legal`.

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
