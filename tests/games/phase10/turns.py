"""Rolls and positions that the tests of Phase 10 Dice share."""

from collections.abc import Sequence

from quincunx import Match
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.notation import format_face
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, PHASE_LEAST, PHASE_MOST, SIDES, WILD
from quincunx.games.phase10.rules import ALL_DICE, BONUS, BONUS_OVER, BONUS_PHASES, NOBODY, ROLLING, State

SETS = "W W W W / 10 10 10 10 10 9"
"""Makes phases 1, 2, 3, 7, 9 and 10."""
RUN = "1 2 3 4 / 5 6 7 8 9 10"
"""Makes phases 4, 5 and 6."""
COLOUR = "Wo 4o 2r 2o / 9o 8o 10o 6g 5b 10o"
"""Makes phase 8: L1 L2 L4 H1 H2 H3 H6 are orange."""
NOTHING = "1 1 2 2 / 5 5 7 7 9 9"
"""Makes no phase."""
MAKING = (SETS, SETS, SETS, RUN, RUN, RUN, SETS, COLOUR, SETS, SETS)


def words(roll: str) -> list[str]:
    """A roll as the ten dice land: four low dice, a slash, six high dice; without a colour, any side will do."""
    shown = roll.replace("/", " ").split()
    assert len(shown) == DICE
    return [word if word[-1].isalpha() and word != "W" else _any_side(die, word) for die, word in enumerate(shown)]


def _any_side(die: int, word: str) -> str:
    number = WILD if word == "W" else int(word)
    return format_face(die, FACE_NUMBER[die].index(number))


def face(roll: str) -> list[int]:
    """A roll as sides."""
    return [
        next(side for side in range(SIDES) if format_face(die, side) == word) for die, word in enumerate(words(roll))
    ]


def position(phases: Sequence[int], *, turn: int = 0, points: int = 40, order: Sequence[int] = ()) -> State:
    """A turn about to begin: the columns in these phases (counted from 1), by default of the seats in order.

    Each phase has brought that many points, or what comes nearest to it in that phase. Who is behind has failed as
    often as it takes, in phase 1.
    """
    state = State()
    state.seats = len(phases)
    state.stage = ROLLING
    state.rolls = 1
    state.rolling = ALL_DICE
    state.finisher = NOBODY
    state.turn = turn
    for column, phase in enumerate(phases):
        seat = state.order[column] = order[column] if order else column
        state.phase[seat] = phase - 1
        for done in range(phase - 1):
            state.points[seat, done] = max(PHASE_LEAST[done], min(PHASE_MOST[done], points))
        if phase > BONUS_PHASES and sum(state.points.row(seat)[:BONUS_PHASES]) > BONUS_OVER:
            state.five_phase_bonus[seat] = BONUS
    rounds = max(phase - 1 - (column < turn) for column, phase in enumerate(phases))
    for column, phase in enumerate(phases):
        seat = state.order[column]
        state.failures[seat] = rounds + (column < turn) - (phase - 1)
        state.tries[seat] = state.failures[seat] if phase == 1 else 0
    return state


def match_at(phases: Sequence[int], *, turn: int = 0, points: int = 40, order: Sequence[int] = ()) -> Match:
    start = position(phases, turn=turn, points=points, order=order)
    return Match(SPEC, len(phases), settle=False, start=start)


def land(match: Match, roll: str) -> None:
    """Ten dice land."""
    for word in words(roll):
        match.land(match.parse_outcome(word))


def take_turn(match: Match, roll: str) -> None:
    """One roll, then stop."""
    land(match, roll)
    match.push_text("stop")
