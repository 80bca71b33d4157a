"""Optimal play as a compiled function over the tables, and matches through the rules engine with it."""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.generator import seed_key, weighted
from quincunx.core.seats import CHANCE, OVER, Seat
from quincunx.core.slots import apply, copy_state, land, odds, setup, standings, to_act
from quincunx.core.standings import POINTS
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE, SIDES

ENTRIES = ("play_alone",)

STATE, BLANK = range(2)
STATES = 2
ENOUGH = 221
"""More points from the first five phases are no better."""
BONUS_PHASES = 5
LAST_PHASE = 9
COLOUR_PHASE = 7
LOW_SYMBOLS = 5
LOWEST_HIGH = 5


def play_alone(
    states: Any,
    options: Row,
    weights: Row,
    key: Row,
    seed: int,
    first: int,
    table: Any,
    number_first: Any,
    number_last: Any,
    colour_first: Any,
    colour_last: Any,
    rows: Any,
    low_rolls: Any,
    high_rolls: Any,
    scores: Any,
) -> None:
    """Play a match for each entry of scores, by the tables."""
    for match in range(len(scores)):
        seed_key(key, seed, first + match)
        copy_state(states, STATE, BLANK)
        state = states[STATE]
        setup(state, 1, options)
        actors = to_act(state)
        while actors != OVER:
            if actors == CHANCE:
                land(state, weighted(key, weights, odds(state, weights)))
            else:
                plan, colours = (number_first, colour_first) if state.rolls == 1 else (number_last, colour_last)
                apply(state, 0, perfect(state, 0, plan, colours, rows, low_rolls, high_rolls))
            actors = to_act(state)
        standings(state, table)
        scores[match] = table[0, POINTS]


def perfect(view: Any, seat: Seat, plan: Any, colours: Any, rows: Any, low_rolls: Any, high_rolls: Any) -> int:
    """The best action of a player alone; `plan`, `colours`: the tables for the roll that has landed."""
    phase = view.phase[seat]
    if phase == COLOUR_PHASE:
        return int(colours[number_of_roll(view.face)])
    row = rows[phase, stand_of(view, seat, phase)]
    low, high = number_of_low(view.face), number_of_high(view.face)
    return unsorted(view.face, plan[row, high_rolls[high], low_rolls[low]])


def stand_of(view: Any, seat: Seat, phase: int) -> int:
    """A position of a single player: the total where it counts, and in the last phase whether it has been tried."""
    if phase == LAST_PHASE:
        return int(min(1, view.tries[seat]))
    total = 0
    if phase < BONUS_PHASES:
        for made in range(phase):
            total += view.points[seat, made]
    return min(total, ENOUGH)


def number_of_roll(face: Row) -> int:
    """The sides of all dice as one number."""
    number = 0
    for die in range(DICE):
        number = number * SIDES + face[die]
    return number


def number_of_low(face: Row) -> int:
    """The faces of the low dice as one number."""
    number = 0
    for die in range(LOW_DICE):
        number = number * LOW_SYMBOLS + FACE_NUMBER[die][face[die]]
    return number


def number_of_high(face: Row) -> int:
    """The faces of the high dice as one number."""
    number = 0
    for die in range(LOW_DICE, DICE):
        number = number * SIDES + FACE_NUMBER[die][face[die]] - LOWEST_HIGH
    return number


def unsorted(face: Row, action: int) -> int:
    """An action of sorted dice, low and high ones apart, as one of the dice as they are."""
    real = 0
    for die in range(DICE):
        first = 0 if die < LOW_DICE else LOW_DICE
        end = LOW_DICE if die < LOW_DICE else DICE
        place = first
        own = FACE_NUMBER[die][face[die]]
        for other in range(first, end):
            shown = FACE_NUMBER[other][face[other]]
            if shown < own or (shown == own and other < die):
                place += 1
        if action >> place & 1:
            real |= 1 << die
    return real
