"""Phase 10 Dice for the browser.

stage         "starting", "rolling", "choosing" or "over"
dice          ten of {name, number, colour, letter, rolling, serves}: `number` is "1" to "10" or "W"; `serves` says that
              the die belongs to the best way to make the phase now; empty while rolling for the starting order
roll, rolls   which roll of the turn this is, and how many there are
turn          the seat whose turn it is (null before the order is known and at the end)
phase         {number, name, points}: the phase of that seat, and what it would score now (null if it is not made)
phases        the ten names
sheet         a column for each seat, left to right: {seat, phase (1 to 10, 11 when finished), points (ten numbers or
              nulls), five_phase_bonus, first_finish_bonus, to_bonus, failures, penalty, total}; `to_bonus` is what
              phases 1 to 5 still lack to 221, null when decided; `penalty` is what failures cost alone, at the end
start_rolls   by seat, the number rolled for the starting order, 0 before
last_tries    whether somebody has finished and the others have their last try
finisher      the seat that finished first, or null
actions       {stop: "stop", reroll: "reroll"}: a roll is `reroll` with the names of the dice
"""

from typing import Any

from quincunx.core.seats import Seat
from quincunx.games.phase10 import words
from quincunx.games.phase10.notation import COLOUR_LETTERS, COLOUR_NAMES, DIE_NAMES
from quincunx.games.phase10.phases import (
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    NOT_MADE,
    WILD,
    best_phase,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import (
    BONUS_OVER,
    BONUS_PHASES,
    CHOOSING,
    ENDED,
    FINISHED,
    NOBODY,
    ROLLING,
    ROLLS,
    STARTING,
    State,
    grand_total,
    penalty,
    running_total,
)

STAGES = {STARTING: "starting", ROLLING: "rolling", CHOOSING: "choosing", ENDED: "over"}


def picture(view: State, seat: Seat) -> dict[str, Any]:
    """Everything the page draws."""
    playing = view.stage in (ROLLING, CHOOSING)
    started = view.stage != STARTING
    columns = view.order[: view.seats] if started else list(range(view.seats))
    return {
        "stage": STAGES[view.stage],
        "dice": _dice(view) if started else [],
        "roll": view.rolls,
        "rolls": ROLLS,
        "turn": view.order[view.turn] if playing else None,
        "phase": _phase(view) if playing else None,
        "phases": [phase() for phase in words.PHASES],
        "sheet": [_column(view, who) for who in columns],
        "start_rolls": view.start_roll[: view.seats],
        "last_tries": view.finisher != NOBODY,
        "finisher": None if view.finisher == NOBODY else view.order[view.finisher],
        "actions": {"stop": "stop", "reroll": "reroll"},
    }


def _dice(view: State) -> list[dict[str, Any]]:
    serving = phase_dice(view.face, view.phase[view.order[view.turn]]) if view.stage == CHOOSING else 0
    return [_die(view, die, serving) for die in range(DICE)]


def _die(view: State, die: int, serving: int) -> dict[str, Any]:
    side = view.face[die]
    number = FACE_NUMBER[die][side]
    colour = FACE_COLOUR[die][side]
    return {
        "name": DIE_NAMES[die],
        "number": "W" if number == WILD else str(number),
        "colour": COLOUR_NAMES[colour],
        "letter": COLOUR_LETTERS[colour],
        "rolling": bool(view.rolling >> die & 1),
        "serves": bool(serving >> die & 1),
    }


def _phase(view: State) -> dict[str, Any]:
    phase = view.phase[view.order[view.turn]]
    made = best_phase(view.face, phase) if view.stage == CHOOSING else NOT_MADE
    return {
        "number": phase + 1,
        "name": words.PHASES[phase](),
        "points": None if made == NOT_MADE else points_of(made),
    }


def _column(view: State, who: Seat) -> dict[str, Any]:
    done = view.phase[who]
    return {
        "seat": who,
        "phase": done + 1,
        "points": [view.points[who, phase] if phase < done else None for phase in range(FINISHED)],
        "five_phase_bonus": view.five_phase_bonus[who],
        "first_finish_bonus": view.first_finish_bonus[who],
        "to_bonus": max(0, BONUS_OVER + 1 - running_total(view, who)) if done < BONUS_PHASES else None,
        "failures": view.failures[who],
        "penalty": penalty(view, who),
        "total": grand_total(view, who),
    }
