"""One match, an event at a time: linked for a game and compiled, called from Python at every step.

A batch of two states has the match and a view of it. Nothing is allocated, and there are no rules here.
"""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.generator import weighted
from quincunx.core.seats import CHANCE, MAX_SEATS, SPECTATOR, Seat, holds
from quincunx.core.slots import ACTIONS, apply, copy_state, land, legal_actions, objection, odds, sees, to_act, view
from quincunx.envs.features import KIND, LEAST, MOST, START, write_part

ENTRIES = ("happen", "act", "settle", "choices", "chances", "watch", "observe")
"""The functions called from Python when compiled."""

STATE, VIEW = range(2)
STATES = 2

REFUSED = -1
"""Returned in place of the actors: the event is impossible, and nothing has changed."""
ACTORS = (1 << MAX_SEATS + 1) - 1
"""The bits of an answer that say who may act then."""
MORE = MAX_SEATS + 1
"""The offset of the rest of an answer: who saw the event, or how many dice and cards have landed."""


def happen(states: Any, seats: int, who: int, what: int, weights: Row) -> int:
    """Apply one event, by a seat or by `CHANCE`; return who may act then, and who may know the event."""
    state = states[STATE]
    actors = to_act(state)
    if who == CHANCE:
        count = odds(state, weights) if actors == CHANCE else 0
        if not 0 <= what < count or weights[what] == 0:
            return REFUSED
        seen = witnesses(state, seats, who, what)
        land(state, what)
    else:
        if not holds(actors, who) or not 0 <= what < ACTIONS or objection(state, who, what) != 0:
            return REFUSED
        seen = witnesses(state, seats, who, what)
        apply(state, who, what)
    return seen << MORE | to_act(state)


def witnesses(state: Any, seats: int, who: int, what: int) -> int:
    """Return the seats, and `SPECTATOR`, that may know the next event."""
    seen = int(sees(state, SPECTATOR, who, what)) << SPECTATOR
    for seat in range(seats):
        seen |= int(sees(state, seat, who, what)) << seat
    return seen


def act(states: Any, seat: Seat, action: int, key: Row, weights: Row) -> int:
    """Let a seat act and dice land until a seat must act again; return who may act then, and the landings."""
    state = states[STATE]
    if not holds(to_act(state), seat) or not 0 <= action < ACTIONS or objection(state, seat, action) != 0:
        return REFUSED
    apply(state, seat, action)
    return settle(states, key, weights)


def settle(states: Any, key: Row, weights: Row) -> int:
    """Land dice and cards until a seat must act; return who may act then, and the number of landings."""
    state = states[STATE]
    landed = 0
    actors = to_act(state)
    while actors == CHANCE:
        land(state, weighted(key, weights, odds(state, weights)))
        landed += 1
        actors = to_act(state)
    return landed << MORE | actors


def choices(states: Any, seat: Seat, legal: Row) -> int:
    """List the legal actions of a seat in `legal`; return their count."""
    return legal_actions(states[STATE], seat, legal) if holds(to_act(states[STATE]), seat) else 0


def chances(states: Any, weights: Row, outcomes: Row, probabilities: Any) -> int:
    """List the possible next outcomes, ascending, with their odds; return their count, 0 if no die or card is due."""
    total = 0
    count = odds(states[STATE], weights) if to_act(states[STATE]) == CHANCE else 0
    for outcome in range(count):
        total += weights[outcome]
    possible = 0
    for outcome in range(count):
        if weights[outcome] > 0:
            outcomes[possible] = outcome
            probabilities[possible] = weights[outcome] / total
            possible += 1
    return possible


def watch(states: Any, seat: Seat, filtered: int, ints: Any, plan: Any, features: Any) -> None:
    """Write a seat's view, or the full state, as features; they arrive all zero."""
    copy_state(states, VIEW, STATE)
    if filtered:
        view(states[STATE], seat, states[VIEW])
    for number in range(len(plan)):
        write_part(
            ints[VIEW, number],
            plan[number, KIND],
            plan[number, LEAST],
            plan[number, MOST],
            plan[number, START],
            features,
        )
    if seat < MAX_SEATS:
        features[len(features) - MAX_SEATS + seat] = 1.0


def observe(states: Any, seat: Seat, ended: int, legal: Row, ints: Any, plan: Any, features: Any, mask: Any) -> None:
    """Write a seat's view as features, and its legal actions as a mask; both arrive all zero."""
    watch(states, seat, 1, ints, plan, features)
    count = 0 if ended else choices(states, seat, legal)
    for place in range(count):
        mask[legal[place]] = 1
