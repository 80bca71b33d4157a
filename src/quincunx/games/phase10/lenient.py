"""A position as people say it."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import whole
from quincunx.core.words import A_DIE, A_TOTAL
from quincunx.games.phase10 import words
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
"""The points of a phase that is made, unless stated."""


def parse_lenient(text: str) -> State:
    """Parse a position of one player: `8 8 5 6 9 10 W W 3 1, phase 1, 2 rolls left, total 40`."""
    state = State()
    state.seats, state.stage, state.finisher, state.rolls = 1, CHOOSING, NOBODY, 1
    total = -1
    shown: list[str] = []
    for part in (part.strip() for part in text.lower().replace(";", ",").split(",")):
        said = part.split()
        if not said:
            continue
        if said[0] == "phase" and len(said) == 2:
            state.phase[0] = whole(said[1], 1, PHASES, words.SAID_PHASE) - 1
        elif said[0] == "total" and len(said) == 2:
            total = whole(said[1], 0, sum(PHASE_MOST), A_TOTAL)
        elif len(said) == 3 and said[1] in ("roll", "rolls") and said[2] == "left":
            state.rolls = ROLLS - whole(said[0], 1, ROLLS - 1, words.SAID_ROLLS_LEFT)
        else:
            shown += said
    _fill_column(state, total)
    _lay_dice(state, shown)
    if PHASE_KIND[state.phase[0]] == ONE_COLOUR:
        raise NotationError(words.SAID_NO_COLOURS())
    return state


def _fill_column(state: State, total: int) -> None:
    """Fill in the points of the phases that are made: the stated sum, or the usual ones."""
    made = state.phase[0]
    least, most = sum(PHASE_LEAST[:made]), sum(PHASE_MOST[:made])
    left = min(max(USUAL_POINTS * made, least), most) if total < 0 else total
    if not least <= left <= most:
        raise NotationError(words.SAID_OTHER_TOTAL(count=made, least=least, most=most, total=left))
    for phase in range(made):
        least -= PHASE_LEAST[phase]
        state.points[0, phase] = min(PHASE_MOST[phase], left - least)
        left -= state.points[0, phase]
    if made >= BONUS_PHASES and sum(state.points[0, phase] for phase in range(BONUS_PHASES)) > BONUS_OVER:
        state.five_phase_bonus[0] = BONUS


def _lay_dice(state: State, shown: list[str]) -> None:
    """Assign numbers to dice that have them: W and 1 to 4 to low dice, 5 to 10 to high dice."""
    if len(shown) != DICE:
        raise NotationError(
            words.SAID_TEN_DICE(number=len(shown), dice=" ".join(shown)) if shown else words.SAID_NO_DICE()
        )
    numbers = [WILD if word in ("w", "wild") else whole(word, 1, HIGHEST, A_DIE) for word in shown]
    low = [number for number in numbers if number in FACE_NUMBER[0]]
    if len(low) != LOW_DICE:
        raise NotationError(words.SAID_LOW_DICE(count=len(low), most=LOW_DICE))
    high = [number for number in numbers if number not in FACE_NUMBER[0]]
    for die, number in enumerate(low + high):
        state.face[die] = FACE_NUMBER[die].index(number)
