"""What a simulation of Phase 10 Dice counts besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
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


def summary(counters: Sequence[int], matches: int) -> list[tuple[str, str]]:
    """Turns a match, how often each phase is made in a turn, and the bonuses."""
    tries = counters[:PHASES]
    rows = [("turns a match", f"{sum(tries) / max(matches, 1):.1f}")]
    for phase, name in enumerate(words.PHASES):
        share = (
            f"{counters[MADE + phase] / tries[phase]:.1%} of {tries[phase]:,} tries" if tries[phase] else "never tried"
        )
        rows.append((f"phase {phase + 1}, {name()}", share))
    rows.append(("five phase bonuses a match", f"{counters[FIVE_PHASE_BONUSES] / max(matches, 1):.3f}"))
    rows.append(("first finish bonuses a match", f"{counters[FIRST_FINISH_BONUSES] / max(matches, 1):.3f}"))
    return rows
