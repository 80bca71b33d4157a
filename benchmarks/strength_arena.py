"""`python -m benchmarks.strength_arena one|two|ray`: matches per second in an arena, once everything has started."""

import os
import sys
from time import perf_counter

from quincunx import game
from quincunx.sim.arena import ArenaPlan, run_arena

ROUNDS = 4
ROUND_MATCHES = 800


def main() -> None:
    """Print it."""
    way = sys.argv[1]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    plan = ArenaPlan.of(game("sixes"), ["greedy", "expert"], matches=ROUNDS * ROUND_MATCHES)
    ticks = []
    for arena in run_arena(plan, workers=2 if way == "two" else 1, ray="local" if way == "ray" else None):
        ticks.append((perf_counter(), sum(arena.played.values()) * plan.group))
    (began, first), (ended, last) = ticks[0], ticks[-1]
    print((last - first) / (ended - began))


if __name__ == "__main__":
    main()
