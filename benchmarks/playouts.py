"""Random playouts of whole matches, compiled: events per second, beside plain C that does the same work."""

import json
import statistics
import subprocess
import tempfile
from pathlib import Path
from time import process_time

from benchmarks.measuring import Row, c_compiler, in_turns, median_ratio, timed_child
from quincunx import GAMES
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch

SOURCES = Path(__file__).parent / "c"
SEED = 7
WANTED_EVENTS = 20_000_000
"""The approximate number of events per turn of each game."""
LEAST = {"phase10": 10e6}
"""The target, in events per second; for every other game:"""
LEAST_OTHERS = 3e6
LEAST_OF_C = 0.5


def run(repeats: int) -> list[Row]:
    """Every game; beside C where there is a twin in `c/`."""
    with tempfile.TemporaryDirectory() as folder:
        return [row for spec in GAMES for row in _game(spec, Path(folder), repeats)]


def _game(spec: GameSpec, folder: Path, repeats: int) -> list[Row]:
    seats = max(2, spec.seats[0])
    batch = Batch(spec, seats)
    events, _ = batch.playouts(SEED, 0, 100)
    matches = max(1, 100 * WANTED_EVENTS // events)
    rates = {"engine": lambda: _engine(batch, matches)}
    program = _compile(spec, folder)
    if program is not None:
        _check_twin(batch, program, matches)
        rates["C"] = lambda: _plain_c(program, seats, matches)
    measured = in_turns(rates, repeats)
    figure = statistics.median(measured["engine"])
    rows = [Row(f"{spec.title}: compiled playouts, events per second", figure, "", LEAST.get(spec.slug, LEAST_OTHERS))]
    if program is not None:
        share = median_ratio(measured["engine"], measured["C"])
        theirs = f"C: {statistics.median(measured['C']) / 1e6:.1f} M events per second"
        rows.append(Row(f"{spec.title}: share of plain C", share, " ×", LEAST_OF_C, beside=theirs))
    return rows


def _engine(batch: Batch, matches: int) -> float:
    start = process_time()
    events, _ = batch.playouts(SEED, 0, matches)
    return events / (process_time() - start)


def _compile(spec: GameSpec, folder: Path) -> str | None:
    """The C twin of a game; None without a twin or a compiler."""
    source = SOURCES / f"{spec.slug}.c"
    compiler = c_compiler()
    if not source.exists() or compiler is None:
        return None
    program = str(folder / spec.slug)
    subprocess.run([*compiler, "-O3", "-march=native", "-o", program, str(source)], check=True)
    return program


def _check_twin(batch: Batch, program: str, matches: int) -> None:
    """The same work: the same events, decisions and points."""
    points = batch.points_sum.copy()
    events, decisions = batch.playouts(SEED, 0, matches)
    ours = {"events": events, "decisions": decisions, "points": (batch.points_sum - points).tolist()}
    theirs = json.loads(timed_child([program, str(batch.seats), str(SEED), "0", str(matches)])[0])
    theirs.pop("seconds", None)
    if ours != theirs:
        raise AssertionError(f"C plays another game: {theirs} instead of {ours}")


def _plain_c(program: str, seats: int, matches: int) -> float:
    printed, seconds = timed_child([program, str(seats), str(SEED), "0", str(matches)])
    return float(json.loads(printed)["events"]) / seconds
