"""A tournament held by one process: 200 players at a human pace, from the first round to the end.

The hall runs on core 0, the players on core 1. Whoever waits for the next round watches the tournament as
the page does.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import Row
from benchmarks.server import ROOT, hall

PLAYERS = 200
ROUNDS = 2
THINK_MS = 1000
"""Milliseconds between two actions of a table."""


def run(repeats: int) -> list[Row]:
    """One tournament: it takes minutes, and has thousands of actions."""
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, pid, _):
        words = ["taskset", "-c", "1", sys.executable, "-m", "benchmarks.tournament_load"]
        used, begun = processor_seconds(pid), time.perf_counter()
        played = subprocess.run(
            [*words, *map(str, (port, PLAYERS, ROUNDS, THINK_MS))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
            check=True,
            stdout=subprocess.PIPE,
        )
        busy = (processor_seconds(pid) - used) / (time.perf_counter() - begun)
    figures = json.loads(played.stdout)
    title = f"hall, tournament of {PLAYERS} players at one action per second and table"
    beside = f"p50: {figures['other_p50_ms']:.1f} ms, over {figures['actions']:,} actions in {ROUNDS} rounds"
    return [
        Row(f"{title}: p99 from an action to the other seat", figures["other_p99_ms"], " ms", 10, True, beside),
        Row(f"{title}: processor time of the hall, share of a core", busy, at_most=True),
        Row(f"{title}: a round begins until everybody sits", figures["seated_s"], " s", at_most=True),
    ]


def processor_seconds(pid: int) -> float:
    """What a process has used of the processor."""
    cells = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")
