"""A bot that cannot be compiled, takes its time, and leaves a mark for every process in which it plays."""

import os
import time
from pathlib import Path
from typing import Any

from quincunx.core.generator import below

PAUSE_S = 0.002


def steady(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """Chance decides; where nobody looks for marks it does not dawdle."""
    if marks := os.environ.get("QUINCUNX_RAY_MARKS"):
        (Path(marks) / str(os.getpid())).touch()
        time.sleep(PAUSE_S)
    return int(legal[below(key, count)])
