"""Building the tables of Battle of the Sixes, one sum of base totals after the other; an interrupted build goes on."""

from pathlib import Path

import numpy as np

from quincunx.games.sixes import SPEC
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.sixes import words
from quincunx.solvers.sixes.sweep import Sweep
from quincunx.solvers.solved import SOLVED, Progress, no_progress

USUAL_DICE = 6
DICE = (4, 5, 6)
"""With how many dice each the game can be solved on a usual machine."""
WINS = "wins"
"""The table that is built last: seat 0's chance to win when a round of even number begins, by both totals."""


def open_arrays(folder: Path | None = None, dice: int = USUAL_DICE) -> ArrayFolder:
    """The folder of tables for these rules, this solver and number of dice, built or not."""
    solved = SOLVED[SPEC.slug]
    name = SPEC.slug if dice == USUAL_DICE else f"{SPEC.slug}-{dice}"
    return ArrayFolder(folder or solved.folder(name), solved.label(SPEC.rules_version))


def sum_name(total: int) -> str:
    """The name of the array of all positions with this sum of base totals."""
    return f"sum-{total:03d}"


def build(arrays: ArrayFolder, dice: int = USUAL_DICE, progress: Progress = no_progress) -> None:
    """Build the missing tables."""
    with arrays.building():
        for name in arrays.flaws(thorough=True):
            arrays.forget(name)
        if arrays.has(WINS):
            progress(words.SUM(total=0), 1.0)
            return
        sweep = Sweep(dice)
        first = _restored(arrays, sweep, progress)
        for total in range(first, -1, -1):
            arrays.save(sum_name(total), sweep.solve(total))
            progress(words.SUM(total=total), 1 / (sweep.sums + 1))
            arrays.tell(1 - total / (sweep.sums + 1))
        arrays.save(WINS, sweep.wins)


def _restored(arrays: ArrayFolder, sweep: Sweep, progress: Progress) -> int:
    """Restore the sums that are built; return the first that is not."""
    first = sweep.sums
    while first >= 0 and arrays.has(sum_name(first)):
        first -= 1
    for total in range(sweep.sums, first, -1):
        sweep.restore(total, np.asarray(arrays.load(sum_name(total))), is_near=total <= first + sweep.dice)
        progress(words.SUM(total=total), 1 / (sweep.sums + 1))
    return first
