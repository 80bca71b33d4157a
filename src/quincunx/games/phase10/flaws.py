"""Flaws of a state of Phase 10 Dice: reasons why play from it would be unsafe or unfair."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import everyone
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import PHASE_LEAST, PHASE_MOST
from quincunx.games.phase10.rules import BONUS, CHOOSING, ENDED, FINISHED, NOBODY, ROLLS, STARTING, State


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    if (state.rolling == 0) != (state.stage in (CHOOSING, ENDED)):
        yield words.FLAW_DICE_IN_WRONG_STAGE()
    yield from _of_columns(state)
    if state.stage == STARTING:
        yield from _of_starting(state)
    elif state.turn >= state.seats or sorted(state.order[: state.seats]) != list(range(state.seats)):
        yield words.FLAW_ORDER()
    else:
        yield from _of_turn(state)


def _of_starting(state: State) -> Iterator[Message]:
    """The roll for the starting order."""
    ranks = state.start_rank[: state.seats]
    if state.seats == 1:
        yield words.FLAW_ORDER_ALONE()
    if state.rolling & ~everyone(state.seats):
        yield words.FLAW_ROLLING()
    if any(rank != sum(other < rank for other in ranks) for rank in ranks):
        yield words.FLAW_START_RANK()
    if any(state.phase) or any(state.failures) or state.turn or state.finisher != NOBODY:
        yield words.FLAW_PLAYED_BEFORE_ORDER()


def _of_columns(state: State) -> Iterator[Message]:
    for seat in range(state.seats):
        for phase in range(state.phase[seat]):
            least, most = PHASE_LEAST[phase], PHASE_MOST[phase]
            if not least <= state.points[seat, phase] <= most:
                yield words.FLAW_PHASE_SCORES(phase=phase + 1, least=least, most=most)
        if not {state.five_phase_bonus[seat], state.first_finish_bonus[seat]} <= {0, BONUS}:
            yield words.FLAW_BONUS(bonus=BONUS)


def _of_turn(state: State) -> Iterator[Message]:
    if not 1 <= state.rolls <= (ROLLS - 1 if state.stage == CHOOSING else ROLLS):
        yield words.FLAW_ROLLS()
    finished = [column for column in range(state.seats) if state.phase[state.order[column]] == FINISHED]
    if state.finisher not in (finished or [NOBODY]):
        yield words.FLAW_FIRST_TO_FINISH()
    elif state.stage == ENDED:
        if state.turn != state.finisher:
            yield words.FLAW_ENDS_AT_FINISHER()
    elif finished:
        tries = (state.finisher - state.turn) % state.seats  # §34: columns that have a last try
        if tries == 0 or any((state.turn + step) % state.seats in finished for step in range(tries)):
            yield words.FLAW_TURN_AFTER_FINISH()
