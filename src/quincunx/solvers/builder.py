"""Builds the tables of a solved game beside a hall: `python -m quincunx.solvers.builder phase10`.

It ends at once when its input does, even in the middle of a part, so it cannot outlive its parent. Finished parts are
kept, and the next build continues from there.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from quincunx import game
from quincunx.core.errors import QuincunxError
from quincunx.solvers.solved import build_tables

NICENESS = 19
"""Games on this machine come first."""
PR_SET_PDEATHSIG = 1
EXPENDABLE = "1000"
"""The system kills this process, not the hall, if memory runs out."""


def _end_with(stream: BinaryIO) -> None:
    while stream.read(1):
        pass
    os._exit(0)


def _end_with_parent() -> None:
    """On Linux the system ends this process with its parent: compiled code keeps the input unread for seconds."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def step_back() -> None:
    """Take nothing away from those who play."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EXPENDABLE, encoding="ascii")


def main() -> None:
    """Build the tables of the named game; report an error in one line."""
    step_back()
    _end_with_parent()
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        build_tables(game(sys.argv[1]))
    except (QuincunxError, OSError, MemoryError) as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
