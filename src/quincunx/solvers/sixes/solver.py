"""The solver of Battle of the Sixes for commands and halls (`solvers.solved.Solver`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.errors import SetupError
from quincunx.games.sixes.state import State
from quincunx.solvers.sixes import words
from quincunx.solvers.sixes.build import DICE, USUAL_DICE, open_arrays
from quincunx.solvers.sixes.build import build as build_arrays
from quincunx.solvers.sixes.report import Solution, solution
from quincunx.solvers.sixes.tables import SixesTables, WinChoice
from quincunx.solvers.solved import Progress, SolutionCheck, Solver


@dataclass(frozen=True)
class DiceSolver:
    """The solver of the game for a number of dice each."""

    dice: int

    def build(self, folder: Path | None, progress: Progress) -> None:
        """Build the missing tables."""
        build_arrays(open_arrays(folder, self.dice), self.dice, progress)

    def load(self, folder: Path | None) -> SixesTables:
        """Load the tables; raise an error if they are not built."""
        return SixesTables.load(folder, self.dice)

    def figures(self, folder: Path | None) -> Solution:
        """The figures of the tables, once they are built."""
        return solution(self.load(folder))

    def certify(self, folder: Path | None, progress: Progress) -> SolutionCheck:
        """Check the tables by other code, and play many matches through the rules."""
        from quincunx.solvers.sixes.certify import certify as check  # needs a compiler, reading tables does not

        return check(self.load(folder), progress)

    def best_response(self, bot: str, variants: Mapping[str, str], progress: Progress) -> tuple[float, float]:
        """By the bot's seat: its chance to win against a player who knows it."""
        from quincunx.solvers.sixes.response import best_response as respond  # compiles

        return respond(bot, variants, progress)

    def with_dice(self, dice: int) -> Solver:
        """The solver for another number of dice."""
        return with_dice(dice)


def with_dice(dice: int) -> Solver:
    """Return the solver for that many dice each; raise SetupError if the game is too large to be solved."""
    if dice not in DICE:
        raise SetupError(words.OTHER_DICE(dice=", ".join(map(str, DICE)), given=dice))
    return DiceSolver(dice)


class AnyTables:
    """The tables for any number of dice; each is loaded on first use."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tables: dict[int, SixesTables] = {}

    def _of(self, state: State) -> SixesTables:
        if state.dice_each not in self._tables:
            with_dice(state.dice_each)  # refused if there are no such tables
            self._tables[state.dice_each] = SixesTables.load(self._folder, state.dice_each)
        return self._tables[state.dice_each]

    def best_action(self, state: State) -> int:
        """The best action at a decision."""
        return self._of(state).best_action(state)

    def value(self, state: State) -> float:
        """Seat 0's chance to win."""
        return self._of(state).value(state)

    def choices(self, state: State) -> list[WinChoice]:
        """Everything that can be done at a decision, best first."""
        return self._of(state).choices(state)

    def choice(self, state: State, action: int) -> WinChoice:
        """One thing that can be done at a decision."""
        return self._of(state).choice(state, action)


def load(folder: Path | None) -> AnyTables:
    """Return the tables; looking up missing ones raises an error."""
    return AnyTables(folder)


_usual = DiceSolver(USUAL_DICE)
build, figures, certify, best_response = _usual.build, _usual.figures, _usual.certify, _usual.best_response

if TYPE_CHECKING:
    from quincunx.solvers.sixes import solver

    SOLVER: Solver = solver
