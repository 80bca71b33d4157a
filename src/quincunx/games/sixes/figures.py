"""Statistics of a simulation of Battle of the Sixes besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE
from quincunx.core.words import decimal, percent
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import FIRST_SOFT, wins
from quincunx.games.sixes.legality import ANSWER, COMPLETE, PLAY, ROLL, STOP, TAKE, side_of, verb_of
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
    """Count a seat's action, and the result of a round at its end."""
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
    verb = verb_of(what)
    if verb == ROLL:
        out[FINAL_ROLLS] += 1
    elif verb == STOP:
        out[DECLINED] += 1
    elif verb == COMPLETE:
        out[COMPLETED] += 1
    elif verb == ANSWER:
        if side_of(what) >= FIRST_SOFT:
            out[SOFT_ANSWERS] += 1
    elif verb == PLAY:
        out[SOFT_PLAYED] += 1
    elif verb == TAKE:
        out[HARD_SOFT if side_of(what) >= FIRST_SOFT else HARD_SINGLE] += 1


def _note_end(after: State, out: Row) -> None:
    if wins(after.total[0]) and wins(after.total[1]):
        out[BOTH_WIN] += 1
    if max(after.total[0], after.total[1]) >= 60:
        out[BY_60] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    """The length of matches and rounds, and the frequency of each kind of play."""
    rounds = max(counters[ROUNDS], 1)
    matches = max(matches, 1)
    rows = [
        (words.FIGURE_ROUNDS(), decimal(counters[ROUNDS] / matches, 2)),
        (words.FIGURE_ROLLS(), decimal(counters[ROLLS] / rounds, 2)),
        (words.FIGURE_POINTS(), decimal(counters[ROUND_POINTS] / rounds / 2, 2)),
    ]
    for name, counter in zip(words.FIGURES_A_ROUND, counters[HARD_SINGLE:BY_60], strict=True):
        rows.append((name(), decimal(counter / rounds, 3)))
    rows.append((words.FIGURE_BY_60(), percent(counters[BY_60] / matches)))
    rows.append((words.FIGURE_BOTH_WIN(), percent(counters[BOTH_WIN] / matches)))
    return rows
