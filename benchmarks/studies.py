"""Live tables beside two analyses: the same hall and tables, in turns with the analyses at work and with them stopped.

The hall and its thinking processes share core 0, the players have core 1.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

from benchmarks.measuring import Row
from benchmarks.server import FLAT, WARM_UP, Turns, hall, players_of_the_hall
from quincunx import game
from tests.analysis.played import played

ANALYSES = 2
SEATS = 8
"""Phase 10 Dice by eight bots has the longest matches: they are analysed for minutes."""
MOST_TIMES = 1.5
STARTS = 300.0
"""Seconds until both analyses must be under way; the first one compiles."""


def run(repeats: int) -> list[Row]:
    """Turns with and without, one after the other."""
    beside: list[dict[str, float]] = []
    alone: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, pid, _):
        studies = [_begin(port, number) for number in range(ANALYSES)]
        _wait_for(port, studies)
        with players_of_the_hall(port, FLAT.tables, FLAT.think) as players:
            players.play(WARM_UP)
            for _ in range(FLAT.turns * repeats):
                beside.append(players.play(FLAT.seconds))
                with _stopped(_children(pid)):
                    alone.append(players.play(FLAT.seconds))
            if not all(_is_under_way(port, study) for study in studies):
                raise SystemExit("an analysis was over before the last turn")
    times = Turns(beside).times(Turns(alone), "other_p99_ms")
    title = f"hall, {FLAT.tables} tables flat out: p99 beside {ANALYSES} analyses, times that without"
    figures = (Turns(turns)["other_p99_ms"] for turns in (beside, alone))
    return [Row(title, times, " ×", MOST_TIMES, True, "{:.1f} against {:.1f} ms".format(*figures))]


def _begin(port: int, number: int) -> str:
    """Have a match analysed for an address of its own (the hall makes one at a time for each); the id of the study."""
    match = played(game("phase10"), SEATS, number)
    body = json.dumps({"transcript": match.transcript()}).encode()
    line = HTTPConnection("127.0.0.1", port, source_address=(f"127.0.0.{2 + number}", 0))
    with contextlib.closing(line):
        line.request("POST", "/api/studies", body, {"Content-Type": "application/json"})
        found: str = json.load(line.getresponse())["id"]
        return found


def _is_under_way(port: int, study: str) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/api/studies/{study}") as answer:
        info = json.load(answer)
    if info["state"] == "failed":
        raise SystemExit("the hall could not analyse a match")
    return bool(info["state"] == "working" and info["progress"] > 0)


def _wait_for(port: int, studies: list[str]) -> None:
    until = time.monotonic() + STARTS
    while not all(_is_under_way(port, study) for study in studies):
        if time.monotonic() > until:
            raise SystemExit(f"the analyses have not begun after {STARTS:.0f} s")
        print("waiting for the analyses …", file=sys.stderr, flush=True)
        time.sleep(5)


def _children(pid: int) -> list[int]:
    return [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]


@contextlib.contextmanager
def _stopped(pids: list[int]) -> Iterator[None]:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
