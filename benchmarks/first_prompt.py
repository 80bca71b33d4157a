"""How long `quincunx play phase10` takes to its first prompt: freshly installed, and with everything cached."""

import os
import pty
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import quincunx
from benchmarks.measuring import Row

PROMPT = b"> "
BAR = 0.5


def run(repeats: int) -> list[Row]:
    """In turns, by the clock on the wall; the fastest of each, since whatever else runs here only makes it slower."""
    fresh, cached = [], []
    for _ in range(2 * repeats):
        fresh.append(_fresh())
        cached.append(_start(Path(quincunx.__file__).parent.parent, {}))
    wall, busy = min(fresh)
    others = f"{min(cached)[0]:.2f} s with everything cached; processor's time {busy:.2f} s"
    beside = f"fastest of {len(fresh)} starts; {others}"
    return [Row("`quincunx play phase10` to the first prompt, nothing cached", wall, " s", BAR, True, beside)]


def _fresh() -> tuple[float, float]:
    """A copy without bytecode, and no cache or data folders."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        shutil.copytree(
            Path(quincunx.__file__).parent, source / "quincunx", ignore=shutil.ignore_patterns("__pycache__", "static")
        )
        empty = {name: str(Path(folder) / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        return _start(source, empty | {"PYTHONDONTWRITEBYTECODE": "1"})


def _start(source: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds to the prompt, by the clock on the wall and by the processor's."""
    screen, terminal = pty.openpty()
    words = [sys.executable, "-m", "quincunx", "play", "phase10", "--seed", "bench"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        surroundings = os.environ | {"PYTHONPATH": str(source), "XDG_DATA_HOME": folder} | environment
        start = time.perf_counter()
        program = subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal, env=surroundings)
        os.close(terminal)
        shown = b""
        while not shown.endswith(PROMPT):
            shown += os.read(screen, 65536)
        seconds = time.perf_counter() - start
        program.terminate()
        program.wait()
        os.close(screen)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
