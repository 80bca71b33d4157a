"""Builds tables of Phase 10 Dice in the solver's place: two short parts, with a wait for a word between them."""

import ctypes
import os
import time
from pathlib import Path
from unittest import mock

import numpy as np

from quincunx.core.words import PLAIN
from quincunx.solvers import builder
from quincunx.solvers.phase10 import build
from quincunx.solvers.phase10.build import Build, BuildPart
from quincunx.solvers.solved import SOLVED

GO_ON = "QUINCUNX_GO_ON"
"""Names a file: what it holds says whether to go on, to fail or to hold everything up."""
BEGUN, HELD = "begun", "held"


def first(building: Build, tick: object) -> None:
    """Counts how often it is done."""
    begun = Path(os.environ[GO_ON]).with_name(BEGUN)
    with begun.open("a") as file:
        file.write(f"{os.getpid()} {os.nice(0)}\n")
    building.arrays.save("first", np.arange(10))


def second(building: Build, tick: object) -> None:
    word = Path(os.environ[GO_ON])
    while not (said := word.read_text() if word.exists() else ""):
        time.sleep(0.01)
    if said == "hold":
        word.with_name(HELD).touch()
        ctypes.PyDLL(None).sleep(3600)  # as compiled code does: no other thread runs meanwhile
    if said == "fail":
        raise OSError("no space left")
    building.arrays.save(SOLVED["phase10"].last, np.arange(10))


PARTS = (
    BuildPart(PLAIN(text="first"), 1, ("first",), first),
    BuildPart(PLAIN(text="second"), 3, (SOLVED["phase10"].last,), second),
)

if __name__ == "__main__":
    with mock.patch.object(build, "all_parts", return_value=PARTS):
        builder.main()
