"""What a simulation of Battle of the Sixes counts besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.seats import CHANCE
from quincunx.games.sixes.combinations import FIRST_SOFT, wins
from quincunx.games.sixes.legality import (
    ANSWER,
    COMPLETE,
    PLAY,
    ROLL,
    STOP,
    TAKE,
    side_of,
)
from quincunx.games.sixes.state import ENDED, State

ROUNDS, ROLLS, HARD_SINGLE, HARD_SOFT, SOFT_PLAYED, SOFT_ANSWERS, COMPLETED, FINAL_ROLLS, DECLINED = range(9)
BY_60, BOTH_WIN, ROUND_POINTS = range(9, 12)
NAMES = (
    "rounds",
    "rolls",
    "hard sixes against a single die",
    "hard sixes against a soft six",
    "soft sixes played",
    "soft sixes answered by a soft six",
    "partials completed",
    "final rolls made",
    "final rolls declined",
    "wins with 60 or more",
    "matches with two winning scores",
    "points",
)


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    """Count what a seat has done, and what the end of a round shows."""
    if who == CHANCE:
        if before.in_cup[0] + before.in_cup[1] == 1:
            out[ROLLS] += 1
    else:
        _note_action(what, out)
    if after.rounds > before.rounds or after.stage == ENDED:
        out[ROUNDS] += 1
        out[ROUND_POINTS] += after.last_points[0] + after.last_points[1]
    if after.stage == ENDED:
        _note_end(after, out)


def _note_action(what: int, out: Row) -> None:
    if what == ROLL:
        out[FINAL_ROLLS] += 1
    elif what == STOP:
        out[DECLINED] += 1
    elif what >= COMPLETE:
        out[COMPLETED] += 1
    elif what >= ANSWER:
        if side_of(what) >= FIRST_SOFT:
            out[SOFT_ANSWERS] += 1
    elif what >= PLAY:
        out[SOFT_PLAYED] += 1
    elif what >= TAKE:
        out[HARD_SOFT if side_of(what) >= FIRST_SOFT else HARD_SINGLE] += 1


def _note_end(after: State, out: Row) -> None:
    if wins(after.total[0]) and wins(after.total[1]):
        out[BOTH_WIN] += 1
    if max(after.total[0], after.total[1]) >= 60:
        out[BY_60] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[str, str]]:
    """How long matches and rounds are, and how often each kind of play comes up."""
    rounds = max(counters[ROUNDS], 1)
    matches = max(matches, 1)
    rows = [
        ("rounds a match", f"{counters[ROUNDS] / matches:.2f}"),
        ("rolls a round", f"{counters[ROLLS] / rounds:.2f}"),
        ("points a player and round", f"{counters[ROUND_POINTS] / rounds / 2:.2f}"),
    ]
    for index in range(HARD_SINGLE, BY_60):
        rows.append((f"{NAMES[index]} a round", f"{counters[index] / rounds:.3f}"))
    rows.append((NAMES[BY_60], f"{counters[BY_60] / matches:.1%}"))
    rows.append((NAMES[BOTH_WIN], f"{counters[BOTH_WIN] / matches:.1%}"))
    return rows
