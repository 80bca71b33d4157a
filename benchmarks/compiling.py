"""How long the first simulation of Phase 10 Dice waits for the compiler, once for each machine and version."""

import os
import sys
import tempfile

from benchmarks.measuring import Row, timed_child

PROGRAM = "from quincunx import game; from quincunx.sim.batch import Batch; Batch(game('phase10'), 2).results(1, 0, 1)"


def run(repeats: int) -> list[Row]:
    """With an empty cache, then from the cache; nothing was promised."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", f"import os; os.environ['XDG_CACHE_HOME'] = {folder!r}; {PROGRAM}"]
        first = timed_child(words)[1]
        again = min(timed_child(words)[1] for _ in range(max(1, repeats // 2)))
    beside = f"{again:.1f} s from the cache, with Python and imports ({os.cpu_count()} cores)"
    return [Row("Phase 10 Dice: first compilation", first, " s", beside=beside)]
