"""A position as people say it."""

from quincunx.core.errors import NotationError
from quincunx.core.said import whole
from quincunx.games.phase10.phases import (
    DICE,
    FACE_NUMBER,
    HIGHEST,
    LOW_DICE,
    ONE_COLOUR,
    PHASE_KIND,
    PHASE_LEAST,
    PHASE_MOST,
    PHASES,
    WILD,
)
from quincunx.games.phase10.rules import BONUS, BONUS_OVER, BONUS_PHASES, CHOOSING, NOBODY, ROLLS, State

USUAL_POINTS = 38
"""Of a phase that is made, where nothing is said of them."""


def parse_lenient(text: str) -> State:
    """A position alone at the table as people say it: `8 8 5 6 9 10 W W 3 1, phase 1, 2 rolls left, total 40`."""
    state = State()
    state.seats, state.stage, state.finisher, state.rolls = 1, CHOOSING, NOBODY, 1
    total = -1
    shown: list[str] = []
    for part in (part.strip() for part in text.lower().replace(";", ",").split(",")):
        words = part.split()
        if not words:
            continue
        if words[0] == "phase" and len(words) == 2:
            state.phase[0] = whole(words[1], 1, PHASES, "a phase") - 1
        elif words[0] == "total" and len(words) == 2:
            total = whole(words[1], 0, sum(PHASE_MOST), "a total")
        elif len(words) == 3 and words[1] in ("roll", "rolls") and words[2] == "left":
            state.rolls = ROLLS - whole(words[0], 1, ROLLS - 1, "rolls left")
        else:
            shown += words
    _fill_column(state, total)
    _lay_dice(state, shown)
    if PHASE_KIND[state.phase[0]] == ONE_COLOUR:
        raise NotationError("phase 8 needs the colours of the dice: give the position in notation")
    return state


def _fill_column(state: State, total: int) -> None:
    """Points for the phases that are made: so many together, or what is usual."""
    made = state.phase[0]
    least, most = sum(PHASE_LEAST[:made]), sum(PHASE_MOST[:made])
    left = min(max(USUAL_POINTS * made, least), most) if total < 0 else total
    if not least <= left <= most:
        raise NotationError(f"{made} phases bring {least} to {most} points, not {left}")
    left -= least
    for phase in range(made):
        more = min(left, PHASE_MOST[phase] - PHASE_LEAST[phase])
        state.points[0, phase] = PHASE_LEAST[phase] + more
        left -= more
    if made >= BONUS_PHASES and sum(state.points[0, phase] for phase in range(BONUS_PHASES)) > BONUS_OVER:
        state.five_phase_bonus[0] = BONUS


def _lay_dice(state: State, shown: list[str]) -> None:
    """Numbers onto dice that have them: W and 1 to 4 onto the low ones, 5 to 10 onto the high ones."""
    if len(shown) != DICE:
        raise NotationError(f"ten dice lie on the table, not {len(shown)}: {' '.join(shown) or 'none'}")
    numbers = [WILD if word in ("w", "wild") else whole(word, 1, HIGHEST, "a die") for word in shown]
    low = [number for number in numbers if number in FACE_NUMBER[0]]
    if len(low) != LOW_DICE:
        raise NotationError(f"{len(low)} dice show W or 1 to 4, but {LOW_DICE} dice have these numbers")
    high = [number for number in numbers if number not in FACE_NUMBER[0]]
    for die, number in enumerate(low + high):
        state.face[die] = FACE_NUMBER[die].index(number)
