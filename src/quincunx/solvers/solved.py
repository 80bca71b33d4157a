"""Which games are solved, and whether their tables are there. Light: a hall asks without loading NumPy."""

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from quincunx.core.spec import GameSpec


@dataclass(frozen=True)
class Solved:
    """A game that is solved for so many seats."""

    module: str
    """Has `Tables` (`load`, `best_action`, `choices` with their `odds`)."""
    seats: int
    version: int
    """Of the solver: raised whenever the tables may become others."""
    last: str
    """The table that is built last: where it is, all are."""
    minutes: int
    """About so long they take to be built,"""
    memory_gib: int
    """with so much memory,"""
    disk_gib: int
    """and so much they take on disk then."""

    def folder(self, slug: str) -> Path:
        """Where the tables are, for everyone who runs programs as this user."""
        return user_cache_path("quincunx") / "solvers" / slug

    def label(self, rules: int) -> str:
        """What a folder of these tables says it holds."""
        return f"rules {rules}, solver {self.version}"


SOLVED = {
    "phase10": Solved(
        "quincunx.solvers.phase10", seats=1, version=1, last="scores", minutes=4, memory_gib=4, disk_gib=1
    )
}
"""By game."""
MANIFEST, LOCK, SO_FAR = "manifest.json", "lock", "so-far"
"""Files beside the tables: what there is, the lock of whoever builds them, and how much that one has done."""


def solved_for(spec: GameSpec, seats: int) -> Solved | None:
    """The solution of a game with so many seats, whether or not its tables have been built."""
    found = SOLVED.get(spec.slug)
    return found if found is not None and found.seats == seats else None


def is_built(spec: GameSpec) -> bool:
    """Whether the tables of a solved game are there, by what their folder says."""
    found = SOLVED.get(spec.slug)
    if found is None:
        return False
    folder = found.folder(spec.slug)
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        sizes = {name: int(entry["size"]) for name, entry in manifest["arrays"].items()}
        whole = all((folder / f"{name}.npy").stat().st_size == size for name, size in sizes.items())
        return whole and found.last in sizes and manifest["version"] == found.label(spec.rules_version)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def build_progress(spec: GameSpec) -> float | None:
    """How much of the tables has been built, from 0 to 1, by whatever process builds them now; none if nobody does."""
    folder = SOLVED[spec.slug].folder(spec.slug)
    if not is_locked(folder / LOCK):
        return None
    try:
        return min(1.0, max(0.0, float((folder / SO_FAR).read_text(encoding="utf-8"))))
    except (OSError, ValueError):  # it has only just begun
        return 0.0


def is_locked(lock: Path) -> bool:
    """Whether a process holds a lock now. Where locks cannot be asked (Windows) nobody seems to."""
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
    """Build them, or what is missing of them."""
    import_module(f"{SOLVED[spec.slug].module}.build").build()


def load_tables(spec: GameSpec) -> Any:
    """The tables; an error that says so if they are not there."""
    return import_module(SOLVED[spec.slug].module).Tables.load()
