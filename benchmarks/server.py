"""The hall beside boardgame.io's server: the same players, the same number of tables, loopback, two cores.

The server runs on core 0, the players on core 1. The hall stores every action (SQLite, on disk before it is told);
boardgame.io keeps its matches in memory. It needs Node and, the first time, npm's registry.
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
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from benchmarks.measuring import Row

ROOT = Path(__file__).resolve().parents[1]
BGIO = ROOT / "benchmarks" / "bgio"
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") / 1024
SECONDS = 4.0
"""Of each turn: the speed of a shared machine changes within minutes, so many short turns beat a few long ones."""
MEMORY_TABLES = 1000
SCENES = ((100, 0), (500, 1000))
"""Tables, and milliseconds between two actions of a table: flat out, and at a human pace."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory_kib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB


@contextlib.contextmanager
def hall(folder: Path) -> Iterator[tuple[int, int, float]]:
    """A hall; its port, its process and how many seconds it took to answer."""
    port = free_port()
    words = ["-m", "quincunx.server", "--db", f"sqlite:///{folder}/hall.db", "--port", str(port)]
    begun = time.perf_counter()
    process = subprocess.Popen(
        ["taskset", "-c", "0", sys.executable, *words, "--game", "tests.examples.pig", "--unlimited"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        while True:
            with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                break
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


def load(words: list[str], folder: Path, timeout: float) -> dict[str, Any]:
    done = subprocess.run(
        ["taskset", "-c", "1", *words],
        cwd=folder,
        env={**os.environ, "NODE_ENV": "production"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def measure_hall(tables: int, think: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, _, start):
        words = [sys.executable, "benchmarks/server_load.py", str(port), str(tables), str(seconds), str(think)]
        return {"server": "hall", "start_s": round(start, 2), **load(words, ROOT, seconds + 60)}


def measure_boardgame_io(modules: Path, tables: int, think: int, seconds: float) -> dict[str, Any]:
    with boardgame_io(modules) as port:
        words = ["node", "load.js", str(port), str(tables), str(seconds), str(think)]
        return {"server": "boardgame.io", **load(words, modules, seconds + 60)}


def measure_memory(tables: int) -> dict[str, Any]:
    """What a live table takes, its two connections included, after it has been played at for a while."""
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, pid, _):
        words = [sys.executable, "benchmarks/server_load.py", str(port)]
        load([*words, "20", "2", "0"], ROOT, 60)
        time.sleep(1)
        before = memory_kib(pid)
        players = subprocess.Popen(
            ["taskset", "-c", "1", *words, str(tables), "15", "2000"], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        try:
            assert players.stdout is not None
            highest = before
            while players.poll() is None:
                highest = max(highest, memory_kib(pid))
                time.sleep(0.2)
        finally:
            players.kill()
            players.communicate()
        return {"server": "hall", "tables": tables, "kib_a_table": round((highest - before) / tables, 1)}


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


def middle(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure."""
    return {
        name: statistics.median(row[name] for row in rows) if isinstance(value, int | float) else value
        for name, value in rows[0].items()
    }


def run(repeats: int) -> list[Row]:
    """Flat out and at a human pace, in turns; then memory and start."""
    modules = install()
    if modules is None:
        print("boardgame.io is left out: it needs npm", file=sys.stderr)
    ours: dict[int, dict[str, Any]] = {}
    theirs: dict[int, dict[str, Any]] = {}
    for tables, think in SCENES:
        halls, others = [], []
        for _ in range(repeats):
            halls.append(measure_hall(tables, think, SECONDS))
            if modules is not None:
                others.append(measure_boardgame_io(modules, tables, think, SECONDS))
        ours[tables] = middle(halls)
        if others:
            theirs[tables] = middle(others)
    return [*_rows(ours, theirs), _memory_row()]


def _rows(ours: dict[int, dict[str, Any]], theirs: dict[int, dict[str, Any]]) -> list[Row]:
    (flat, _), (paced, _) = SCENES
    hall_flat, hall_paced = ours[flat], ours[paced]
    rate = f"hall, {flat} tables flat out: acknowledged actions a second, each on disk"
    delay = f"hall, {flat} tables flat out: p99 from an action to the other seat"
    human = f"hall, {paced} tables at one action a second: p99 from an action to the other seat"
    if not theirs:
        rows = [Row(rate, hall_flat["actions_s"]), Row(delay, hall_flat["other_p99_ms"], " ms", at_most=True)]
        beside = ""
    else:
        peer, peer_paced = theirs[flat], theirs[paced]
        rows = [
            Row(rate, hall_flat["actions_s"]),
            Row(
                "the same against boardgame.io in memory",
                hall_flat["actions_s"] / peer["actions_s"],
                " ×",
                3,
                beside=f"boardgame.io: {peer['actions_s']:,.0f} a second",
            ),
            Row(
                delay,
                hall_flat["other_p99_ms"],
                " ms",
                peer["other_p99_ms"] / 2,
                at_most=True,
                beside=f"boardgame.io: {peer['other_p99_ms']:.0f} ms",
            ),
        ]
        beside = f"boardgame.io: {peer_paced['other_p99_ms']:.0f} ms"
    rows.append(Row(human, hall_paced["other_p99_ms"], " ms", 10, at_most=True, beside=beside))
    rows.append(Row("hall: start to answering, fresh process", hall_flat["start_s"], " s", 2, at_most=True))
    return rows


def _memory_row() -> Row:
    measured = measure_memory(MEMORY_TABLES)["kib_a_table"]
    return Row(f"hall: memory a live table, over {MEMORY_TABLES:,}", measured, " KiB", 50, at_most=True)
