"""Targets of strong play: trials per second, answers in time, the exact solver and its tables, the arena on two cores.

The first answer of a strong bot in a fresh hall is measured by `thinkers`.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from itertools import islice
from time import process_time
from unittest.mock import patch

from benchmarks.measuring import Row, Used, in_turns, median_ratio, used_by
from quincunx import GAMES, Match, game
from quincunx.bots import bot_key
from quincunx.core.bots import EXPERT, RANDOM, Budget
from quincunx.core.spec import GameSpec
from quincunx.sim.simulate import Plan, simulate
from quincunx.solvers import search
from quincunx.solvers.search import Searcher

LEAST_DECISIONS = 1e6
PLAYOUTS = 4000
BUDGET_S = 0.05
ANSWERS = 200
"""Of each game."""
LATE = 1.1
IN_TIME = 0.999
MOST_MINUTES, MOST_GIB = 5, 4
MOST_ADVICE_MS, MOST_MEMORY_MIB = 50, 200
LEAST_OF_OPTIMUM = 0.97
SOLITAIRES = 20_000
LEAST_ON_TWO_CORES, LEAST_OF_THAT_ON_RAY = 1.8, 0.9


def run(repeats: int) -> list[Row]:
    """All of it: the solver alone takes minutes."""
    searching = [_trials(spec, repeats) for spec in GAMES]
    return [*searching, _in_time(), *_solved(), *_arena(repeats)]


def _trials(spec: GameSpec, repeats: int) -> Row:
    searcher = Searcher(spec, policy=RANDOM)
    match = next(_decisions(spec))
    view, seat = match.view(match.actors[0]), match.actors[0]

    def rate() -> float:
        before, began = searcher.decisions, process_time()
        searcher.weigh(view, seat, bot_key("bench", 0, seat), Budget(playouts=PLAYOUTS))
        return (searcher.decisions - before) / (process_time() - began)

    figure = statistics.median(in_turns({"trials": rate}, repeats)["trials"])
    return Row(f"{spec.title}: decisions of random playouts per second in a search", figure, "", LEAST_DECISIONS)


def _decisions(spec: GameSpec) -> Iterator[Match]:
    """Random matches at moments with something to decide, one after the other."""
    for number in range(10_000):
        match = Match(spec, max(2, spec.seats[0]), seed=f"bench {number}")
        rng = random.Random(number)
        while match.actors:
            seat = match.actors[0]
            legal = match.legal_actions(seat)
            if len(legal) > 1:
                yield match
            match.push(rng.choice(legal), seat)


def _in_time() -> Row:
    """By the processor's clock: what other programs take away meanwhile is not the search's doing."""
    late: list[str] = []
    longest = 0.0
    for spec in GAMES:
        searcher = Searcher(spec)
        searcher.warm_up()
        for number, match in enumerate(islice(_decisions(spec), 0, 5 * ANSWERS, 5)):
            seat = match.actors[0]
            view, legal = match.view(seat), match.legal_actions(seat)
            began = process_time()
            with patch.object(search, "perf_counter", process_time):
                searcher.choose(view, seat, legal, bot_key("bench", number, seat), Budget(seconds=BUDGET_S))
            spent = (process_time() - began) / BUDGET_S
            longest = max(longest, spent)
            late += [spec.title] * (spent > LATE)
    count = ANSWERS * len(GAMES)
    beside = f"of {count:,} answers in {1000 * BUDGET_S:.0f} ms each; the longest took {longest:.2f} × its budget"
    return Row(
        "answers of `master` within their budget and a tenth",
        100 * (1 - len(late) / count),
        " %",
        100 * IN_TIME,
        beside=beside,
    )


def _solved() -> list[Row]:
    """The solver from nothing, compiled anew; then what its tables give."""
    with tempfile.TemporaryDirectory() as folder:
        solver = _child("-m", "quincunx", "solve", "phase10", "--json", cache=folder)
        optimum = float(json.loads(solver.printed)["optimum"])
        adviser = _child("-m", "benchmarks.strength_advice", cache=folder)
        advice = json.loads(adviser.printed)
    slowest = f"of {advice['positions']} positions; the median took {advice['median_ms']:.0f} ms"
    mean = _solitaire()
    return [
        Row(
            "the exact solver of Phase 10 Dice from nothing, minutes of one core",
            solver.seconds / 60,
            "",
            MOST_MINUTES,
            True,
        ),
        Row("its memory at most, GiB", solver.kib / 2**20, "", MOST_GIB, True),
        Row("advice from its tables, the slowest", advice["slowest_ms"], " ms", MOST_ADVICE_MS, True, slowest),
        Row("memory of a process that gives it at most, MiB", adviser.kib / 2**10, "", MOST_MEMORY_MIB, True),
        Row(
            "Phase 10 Dice alone: `expert`, of the optimum",
            mean / optimum,
            " ×",
            LEAST_OF_OPTIMUM,
            beside=f"{mean:.1f} points on average of {SOLITAIRES:,} matches, {optimum:.2f} at best",
        ),
    ]


def _child(*words: str, cache: str) -> Used:
    return used_by([sys.executable, *words], {**os.environ, "XDG_CACHE_HOME": cache})


def _solitaire() -> float:
    points = simulate(Plan.of(game("phase10"), seats=1, bots=[EXPERT], matches=SOLITAIRES)).points(0)
    assert points is not None
    return points.mean


def _arena(repeats: int) -> list[Row]:
    """On one core, on two and on Ray, in turns."""
    ways = ["one", "two", *(["ray"] if find_spec("ray") else [])]
    measured = in_turns({way: partial(_arena_rate, way) for way in ways}, max(1, repeats // 2))
    middle = {way: statistics.median(figures) for way, figures in measured.items()}
    rows = [
        Row(
            "an arena on two cores, × one core",
            median_ratio(measured["two"], measured["one"]),
            " ×",
            LEAST_ON_TWO_CORES,
            beside=f"{middle['two']:,.0f} against {middle['one']:,.0f} matches per second",
        )
    ]
    if "ray" in measured:
        share = median_ratio(measured["ray"], measured["two"])
        beside = f"{middle['ray']:,.0f} matches per second"
        rows.append(
            Row("the same on two local workers of Ray, × that", share, " ×", LEAST_OF_THAT_ON_RAY, beside=beside)
        )
    return rows


def _arena_rate(way: str) -> float:
    words = [sys.executable, "-m", "benchmarks.strength_arena", way]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
