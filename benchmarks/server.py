"""The hall beside boardgame.io's server: the same players, the same number of tables, loopback, two cores.

The servers run on core 0, their players on core 1; both are up all the time, and one is played at while the other
rests. The hall stores every action (SQLite, on disk before it is told); boardgame.io keeps its matches in memory. It
needs Node and, the first time, npm's registry.
"""

import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from select import select
from urllib.request import urlopen

from benchmarks.measuring import Row

ROOT = Path(__file__).resolve().parents[1]
BGIO = ROOT / "benchmarks" / "bgio"
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") / 1024
WARM_UP = 2.0
CALM = 0.02
"""Of a processor: as much may be taken by other machines during a turn that counts, if there are enough such turns."""
MOST_TURNS = 3
"""Times the turns that are wanted: then the calmest must do."""
PATIENCE = 60.0
"""Seconds that players may take to answer."""
MEMORY_TABLES = 1000


@dataclass(frozen=True)
class Scene:
    """How the tables are played at."""

    tables: int
    think: int
    """Milliseconds between two actions of a table."""
    seconds: float
    """Seconds per turn: the speed of a shared machine changes, so many short turns beat a few long ones."""
    turns: int
    """Of each server, a repeat."""


FLAT = Scene(tables=100, think=0, seconds=1.0, turns=5)
PACED = Scene(tables=500, think=1000, seconds=4.0, turns=1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory_kib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB


@contextlib.contextmanager
def hall(
    folder: Path, module: str = "tests.hall", *, db: str | None = None, limited: bool = False
) -> Iterator[tuple[int, int, float]]:
    """A hall, on a SQLite file of its own unless told; its port, its process and how many seconds it took to answer."""
    port = free_port()
    words = ["-m", module, "--db", db or f"sqlite:///{folder}/hall.db", "--port", str(port)]
    if not limited:
        words.append("--unlimited")
    begun = time.perf_counter()
    process = subprocess.Popen(
        ["taskset", "-c", "0", sys.executable, *words, "--game", "tests.examples.pig"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
    )
    try:
        while True:
            with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                break
            if process.poll() is not None:
                raise SystemExit(f"the hall ended with {process.returncode} before it answered")
            time.sleep(0.01)
        yield port, process.pid, time.perf_counter() - begun
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def boardgame_io(modules: Path) -> Iterator[int]:
    port = free_port()
    process = subprocess.Popen(
        ["taskset", "-c", "0", "node", "server.js", str(port)],
        cwd=modules,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.5)
        yield port
    finally:
        process.kill()
        process.wait()


class Players:
    """A load generator, which plays when told to."""

    def __init__(self, words: list[str], folder: Path, *numbers: int) -> None:
        self._process = subprocess.Popen(
            ["taskset", "-c", "1", *words, *map(str, numbers)],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._read() != "ready":
            raise SystemExit(f"{' '.join(words)} has not come to play")

    def _read(self) -> str:
        out = self._process.stdout
        assert out is not None
        return out.readline().strip() if select([out], [], [], PATIENCE)[0] else "nothing"

    def _tell(self, order: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()

    def go(self) -> None:
        self._tell("go")

    def rest(self) -> dict[str, float]:
        """What was measured since `go`."""
        self._tell("rest")
        said = self._read()
        if not said.startswith("{"):
            raise SystemExit(f"the players do not stop playing: they say {said!r}")
        figures: dict[str, float] = json.loads(said)
        return figures

    def play(self, seconds: float) -> dict[str, float]:
        self.go()
        time.sleep(seconds)
        return self.rest()

    def __enter__(self) -> "Players":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def players_of_the_hall(port: int, tables: int, think: int, addresses: int = 0, door: int = 0) -> Players:
    return Players([sys.executable, "benchmarks/server_load.py"], ROOT, port, tables, think, addresses, door or port)


def measure_memory(tables: int) -> float:
    """KiB of a live table, its two connections included, after it has been played at for a while."""
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, pid, _):
        with players_of_the_hall(port, 20, 0) as some:
            some.play(2)
        time.sleep(1)
        highest = before = memory_kib(pid)
        with players_of_the_hall(port, tables, 2000) as many:
            many.go()
            for _ in range(75):
                time.sleep(0.2)
                highest = max(highest, memory_kib(pid))
        return (highest - before) / tables


def install() -> Path | None:
    """boardgame.io beside a copy of our scripts, outside the project."""
    if shutil.which("npm") is None:
        return None
    folder = Path(tempfile.gettempdir()) / "quincunx-boardgame-io"
    folder.mkdir(exist_ok=True)
    for file in BGIO.iterdir():
        shutil.copy(file, folder / file.name)
    if not (folder / "node_modules" / "boardgame.io").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder


class Turns:
    """What several turns of play have given."""

    def __init__(self, turns: list[dict[str, float]]) -> None:
        self._turns = turns

    def __getitem__(self, name: str) -> float:
        """The median of a figure."""
        return statistics.median(turn[name] for turn in self._turns)

    def times(self, other: "Turns", name: str) -> float:
        """How many times the other's figure, turn by turn: the median."""
        pairs = zip(self._turns, other._turns, strict=True)
        return statistics.median(mine[name] / theirs[name] for mine, theirs in pairs)


def run(repeats: int) -> list[Row]:
    """Flat out and at a human pace, in turns; then memory and start."""
    modules = install()
    if modules is None:
        print("boardgame.io is left out: it needs npm", file=sys.stderr)
    starts: list[float] = []
    flat = measure_scene(modules, FLAT, repeats, starts)
    paced = measure_scene(modules, PACED, repeats, starts)
    return [*_rows(flat, paced), _start_row(starts), _memory_row()]


def measure_scene(modules: Path | None, scene: Scene, repeats: int, starts: list[float]) -> tuple[Turns, Turns | None]:
    """The hall and boardgame.io, both up all the time, playing one after the other.

    Of all turns those count in which other machines took least of this one's processor.
    """
    wanted = scene.turns * repeats
    turns: list[tuple[float, dict[str, float], dict[str, float]]] = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port, _, start = stack.enter_context(hall(folder))
        starts.append(start)
        at_hall = stack.enter_context(players_of_the_hall(port, scene.tables, scene.think))
        at_hall.play(WARM_UP)
        if modules is not None:
            other = stack.enter_context(boardgame_io(modules))
            elsewhere = stack.enter_context(Players(["node", "load.js"], modules, other, scene.tables, scene.think))
            elsewhere.play(WARM_UP)
        while sum(stolen <= CALM for stolen, _, _ in turns) < wanted and len(turns) < MOST_TURNS * wanted:
            before, begun = stolen_seconds(), time.perf_counter()
            here = at_hall.play(scene.seconds)
            there = elsewhere.play(scene.seconds) if modules is not None else {}
            turns.append(((stolen_seconds() - before) / (time.perf_counter() - begun), here, there))
    calmest = sorted(turns, key=itemgetter(0))[:wanted]
    print(
        f"{scene.tables} tables: {wanted} of {len(turns)} turns count; in the worst of them other machines took"
        f" {calmest[-1][0]:.1%} of a processor",
        file=sys.stderr,
    )
    ours = Turns([here for _, here, _ in calmest])
    return ours, None if modules is None else Turns([there for _, _, there in calmest])


def stolen_seconds() -> float:
    """What a hypervisor has given to other machines while this one had something to do; 0 where nobody says."""
    try:
        cells = Path("/proc/stat").read_text().split(maxsplit=9)
    except OSError:
        return 0.0
    return int(cells[8]) / os.sysconf("SC_CLK_TCK")


def _rows(flat: tuple[Turns, Turns | None], paced: tuple[Turns, Turns | None]) -> list[Row]:
    rate = f"hall, {FLAT.tables} tables flat out: acknowledged actions per second, each on disk"
    delay = f"hall, {FLAT.tables} tables flat out: p99 from an action to the other seat"
    human = f"hall, {PACED.tables} tables at one action per second: p99 from an action to the other seat"
    ours, theirs = flat
    rows = [Row(rate, ours["actions_s"])]
    if theirs is None:
        rows.append(Row(delay, ours["other_p99_ms"], " ms", at_most=True))
    else:
        rows.append(
            Row(
                "hall, 100 tables flat out: actions against boardgame.io in memory",
                ours.times(theirs, "actions_s"),
                " ×",
                2.5,
                beside=f"boardgame.io: {theirs['actions_s']:,.0f} per second",
            )
        )
        rows.append(
            Row(
                delay,
                ours["other_p99_ms"],
                " ms",
                theirs["other_p99_ms"] / 2,
                at_most=True,
                beside=f"boardgame.io: {theirs['other_p99_ms']:.0f} ms",
            )
        )
    ours, theirs = paced
    beside = "" if theirs is None else f"boardgame.io: {theirs['other_p99_ms']:.0f} ms"
    rows.append(Row(human, ours["other_p99_ms"], " ms", 10, at_most=True, beside=beside))
    return rows


def _start_row(starts: list[float]) -> Row:
    return Row("hall: start to answering, fresh process", statistics.median(starts), " s", 2, at_most=True)


def _memory_row() -> Row:
    measured = measure_memory(MEMORY_TABLES)
    return Row(f"hall: memory per live table, over {MEMORY_TABLES:,}", measured, " KiB", 60, at_most=True)
