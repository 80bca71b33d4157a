"""`python -m tests.server.jumping_clock hall …`: as `quincunx hall …`, on a clock that SIGUSR1 moves by an hour."""

import signal
import sys
import time
from typing import Any

HOUR_NS = 3600 * 10**9
_real = time.time_ns
_ahead = 0


def _jump(*_: Any) -> None:
    global _ahead
    _ahead = HOUR_NS - _ahead  # an hour on, and back again


time.time_ns = lambda: _real() + _ahead
time.time = lambda: (_real() + _ahead) / 10**9
signal.signal(signal.SIGUSR1, _jump)

from quincunx.cli import run  # noqa: E402  # whatever it imports is to see this clock

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
