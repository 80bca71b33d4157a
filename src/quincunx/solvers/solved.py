"""Which games are solved, and whether their tables are there. Light: a hall asks without loading NumPy."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from platformdirs import user_cache_path

from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec

if TYPE_CHECKING:
    from rich.console import RenderableType

Progress: TypeAlias = Callable[[Message, float], None]
"""Called with the current work and the share of the whole done since the last call."""


class ExactChoice(Protocol):
    """An action, and its value when all later choices are the best."""

    @property
    def action(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def odds(self) -> tuple[tuple[Message, float], ...]:
        """The aims of the game, with the chance that the choice reaches each."""


class ExactTables(Protocol):
    """The tables of a solved game, to be asked about a position."""

    def best_action(self, state: Any) -> int:
        """The best action at a decision."""

    def value(self, state: Any) -> float:
        """Seat 0's chance to win, or its points alone at the table, when all later choices are the best."""

    def choices(self, state: Any) -> Sequence[ExactChoice]:
        """Everything that can be done at a decision, best first."""

    def choice(self, state: Any, action: int) -> ExactChoice:
        """One choice at a decision."""


class SolutionFigures(Protocol):
    """A report of a solution: for programs, for people, as a plot."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""

    def report(self) -> "RenderableType":
        """The figures as tables for people."""

    def draw(self, path: Path) -> None:
        """Write a picture of the figures, whole or not at all."""


class SolutionCheck(Protocol):
    """The result of checking a solution."""

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""

    def lines(self) -> list[Message]:
        """The findings, one sentence each."""


class Solver(Protocol):
    """The interface of a solver package; tables are in the named folder, or in the shared one."""

    def build(self, folder: Path | None, progress: Progress) -> None:
        """Build the missing tables."""

    def load(self, folder: Path | None) -> ExactTables:
        """Load the tables; raise an error if they are not built."""

    def figures(self, folder: Path | None) -> SolutionFigures:
        """The figures of the tables, once they are built."""

    def certify(self, folder: Path | None, progress: Progress) -> SolutionCheck:
        """Check the tables by code of its own."""

    def best_response(self, bot: str, variants: Mapping[str, str], progress: Progress) -> tuple[float, float] | None:
        """By the bot's seat: its chance to win against a player who knows it; None where nobody plays against it."""

    def with_dice(self, dice: int) -> "Solver":
        """The solver for `dice` dice each; raise SetupError if there is none."""


USUAL = 0
"""In place of a number of dice: the game's usual variants."""


def _always_usual(view: Any) -> int | None:
    return USUAL


def _dice_of_sixes(view: Any) -> int | None:
    """Six dice are usual; with other variants than that of the dice the game is not solved."""
    is_solved = view.starter == view.ties == 0 and view.dice_each in (4, 5, 6)
    return (USUAL if view.dice_each == 6 else int(view.dice_each)) if is_solved else None


@dataclass(frozen=True)
class Solved:
    """A game that is solved for a number of seats."""

    module: str
    """The import path of its `Solver`."""
    seats: int
    version: int
    """The version of the solver: raised whenever the tables may become others."""
    last: str
    """The name of the table that is built last: where it is, all are."""
    minutes: int
    """About how many minutes it takes to build the tables."""
    memory_gib: int
    """About how much memory building them needs."""
    disk_gib: int
    """About how much room they take on disk."""
    optimum: float | None = None
    """The points that optimal play brings on average, alone at the table; None where nobody plays alone."""
    dice_of: Callable[[Any], int | None] = _always_usual
    """By a position: for how many dice its tables are, or USUAL; None where its variants are not solved."""

    @property
    def solver(self) -> Solver:
        """The solver, which builds, reads and checks the tables; importing it loads NumPy."""
        return cast("Solver", import_module(self.module))

    def folder(self, slug: str) -> Path:
        """The folder of the tables, shared by all programs of this user."""
        return user_cache_path("quincunx") / "solvers" / slug

    def label(self, rules: int) -> str:
        """The name of the tables in their folder."""
        return f"rules {rules}, solver {self.version}"


SOLVED = {
    "phase10": Solved(
        "quincunx.solvers.phase10.solver",
        seats=1,
        version=1,
        last="scores",
        minutes=4,
        memory_gib=4,
        disk_gib=1,
        optimum=490.667896,
    ),
    "sixes": Solved(
        "quincunx.solvers.sixes.solver",
        seats=2,
        version=1,
        last="wins",
        minutes=20,
        memory_gib=3,
        disk_gib=1,
        dice_of=_dice_of_sixes,
    ),
}
"""The solved games, by slug."""
MANIFEST, LOCK, SO_FAR = "manifest.json", "lock", "so-far"
"""Files beside the tables: the list of arrays, the lock of the building process, and its progress."""


def no_progress(what: Message, part: float) -> None:
    """Hears progress that nobody watches."""


def solved_for(spec: GameSpec, seats: int) -> Solved | None:
    """The solution of a game with `seats`, whether or not its tables have been built."""
    found = SOLVED.get(spec.slug)
    return found if found is not None and found.seats == seats else None


class TablesOf(NamedTuple):
    """The folder of the tables of some variants, and the command that builds them."""

    folder: Path
    command: str


def tables_for(spec: GameSpec, view: Any = None) -> TablesOf | None:
    """The tables of a game, or of a position's variants; None if these are not solved."""
    found = SOLVED.get(spec.slug)
    dice = USUAL if found is None or view is None else found.dice_of(view)
    if found is None or dice is None:
        return None
    if dice == USUAL:
        return TablesOf(found.folder(spec.slug), f"quincunx solve {spec.slug}")
    return TablesOf(found.folder(f"{spec.slug}-{dice}"), f"quincunx solve {spec.slug} --dice {dice}")


def is_built(spec: GameSpec, view: Any = None) -> bool:
    """Whether the tables of a solved game, or of a position's variants, are there, by what their folder says."""
    tables = tables_for(spec, view)
    if tables is None:
        return False
    found, folder = SOLVED[spec.slug], tables.folder
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        sizes = {name: int(entry["size"]) for name, entry in manifest["arrays"].items()}
        whole = all((folder / f"{name}.npy").stat().st_size == size for name, size in sizes.items())
        return whole and found.last in sizes and manifest["version"] == found.label(spec.rules_version)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def build_progress(folder: Path) -> float | None:
    """The progress of the process that builds the tables now, from 0 to 1; None if none does."""
    if not is_locked(folder / LOCK):
        return None
    try:
        return min(1.0, max(0.0, float((folder / SO_FAR).read_text(encoding="utf-8"))))
    except (OSError, ValueError):  # it has only just begun
        return 0.0


def is_locked(lock: Path) -> bool:
    """Whether a process holds a lock now; always False where locks cannot be tested (Windows)."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def build_tables(spec: GameSpec) -> None:
    """Build the missing tables of a solved game."""
    SOLVED[spec.slug].solver.build(None, no_progress)


def load_tables(spec: GameSpec) -> ExactTables:
    """Load the tables of a solved game; raise an error if they are not built."""
    return SOLVED[spec.slug].solver.load(None)
