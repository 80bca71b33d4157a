"""The solver of Phase 10 Dice for commands and halls (`solvers.solved.Solver`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.errors import SetupError
from quincunx.solvers.phase10 import words
from quincunx.solvers.phase10.build import Build, open_arrays
from quincunx.solvers.phase10.report import Solution, solution
from quincunx.solvers.phase10.tables import SolitaireTables
from quincunx.solvers.solved import Progress, SolutionCheck, Solver


def build(folder: Path | None, progress: Progress) -> None:
    """Build the missing tables."""
    Build(open_arrays(folder), progress).run()


def load(folder: Path | None) -> SolitaireTables:
    """Load the tables; raise an error if they are not built."""
    return SolitaireTables.load(folder)


def figures(folder: Path | None) -> Solution:
    """The figures of the tables, once they are built."""
    return solution(open_arrays(folder))


def certify(folder: Path | None, progress: Progress) -> SolutionCheck:
    """Check the tables by other code, and play a million matches through the rules."""
    from quincunx.solvers.phase10.certify import certify as check  # imports the compiler, which queries do not need

    return check(open_arrays(folder), progress)


def best_response(bot: str, variants: Mapping[str, str], progress: Progress) -> None:
    """Always None: a single player has no opponent."""


def with_dice(dice: int) -> Solver:
    """Refuse: this game always has ten dice."""
    raise SetupError(words.TEN_DICE())


if TYPE_CHECKING:
    from quincunx.solvers.phase10 import solver

    SOLVER: Solver = solver
