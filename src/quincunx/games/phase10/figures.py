"""Statistics of a simulation of Phase 10 Dice besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.words import decimal, percent
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import STARTING, State

MADE = PHASES
FIVE_PHASE_BONUSES = 2 * PHASES
FIRST_FINISH_BONUSES = FIVE_PHASE_BONUSES + 1
NAMES = (
    *(f"tries at phase {n}" for n in range(1, PHASES + 1)),
    *(f"phase {n} made" for n in range(1, PHASES + 1)),
    "five phase bonuses",
    "first finish bonuses",
)


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    """Count the turn that this event ended, if it ended one."""
    if before.stage == STARTING:
        return
    seat = before.order[before.turn]
    phase = before.phase[seat]
    if after.failures[seat] > before.failures[seat]:
        out[phase] += 1
    elif after.phase[seat] > phase:
        out[phase] += 1
        out[MADE + phase] += 1
        if after.five_phase_bonus[seat] > before.five_phase_bonus[seat]:
            out[FIVE_PHASE_BONUSES] += 1
        if after.first_finish_bonus[seat] > before.first_finish_bonus[seat]:
            out[FIRST_FINISH_BONUSES] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    """Turns per match, the rate at which a turn makes each phase, and the bonuses."""
    tries = counters[:PHASES]
    rows = [(words.FIGURE_TURNS(), decimal(sum(tries) / max(matches, 1)))]
    for phase, name in enumerate(words.PHASES):
        made = percent(counters[MADE + phase] / max(tries[phase], 1))
        share = words.FIGURE_OF_TRIES(share=made, count=tries[phase]) if tries[phase] else words.FIGURE_NEVER()
        rows.append((words.FIGURE_PHASE(number=phase + 1, name=name()), share))
    rows.append((words.FIGURE_FIVE_PHASE(), decimal(counters[FIVE_PHASE_BONUSES] / max(matches, 1), 3)))
    rows.append((words.FIGURE_FIRST_FINISH(), decimal(counters[FIRST_FINISH_BONUSES] / max(matches, 1), 3)))
    return rows
