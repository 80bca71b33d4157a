"""Only `thinking/` starts processes that think; parts of a job are done in their order."""

import os
import re
from pathlib import Path

import quincunx
from quincunx.thinking.crew import Crew

SOURCES = Path(quincunx.__file__).parent
STARTS = re.compile(r"subprocess|multiprocessing|ProcessPoolExecutor|os\.fork\(")
STARTERS = {
    "thinking/crew.py",
    "thinking/process.py",
    "server/operations/processes.py",  # a hall's own processes
    "server/operations/solutions.py",  # a program that writes tables of a solved game
}


def test_nobody_else_starts_a_process() -> None:
    files = ((file, file.relative_to(SOURCES).as_posix()) for file in SOURCES.rglob("*.py"))
    assert {name for file, name in files if STARTS.search(file.read_text(encoding="utf-8"))} == STARTERS


def twice(told: tuple[int], part: int) -> tuple[int, int]:
    return os.getpid(), told[0] * part


def test_parts_are_done_elsewhere_and_come_in_their_order() -> None:
    with Crew(2) as crew:
        found = list(crew.map(twice, (2,), ((part,) for part in range(20))))
    assert [result for _, result in found] == list(range(0, 40, 2))
    assert os.getpid() not in {process for process, _ in found}
