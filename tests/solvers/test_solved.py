"""The whole of it: built from nothing, certified, asked. Minutes, and 3.2 GiB of memory."""

import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.measuring import used_by
from quincunx import game
from quincunx.core.errors import SetupError
from quincunx.games.phase10 import rules
from quincunx.games.phase10.phases import DICE, PHASE_LEAST, PHASES
from quincunx.solvers.phase10 import SolitaireTables
from quincunx.solvers.phase10.build import Build, open_arrays
from quincunx.solvers.phase10.report import solution
from quincunx.solvers.phase10.solitaire import LOWEST, MOST, Stand
from quincunx.solvers.solved import SOLVED, no_progress

pytestmark = pytest.mark.slow
GIBIBYTE = 1 << 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phase10")
    Build(open_arrays(folder)).run()
    return folder


@pytest.fixture(scope="module")
def tables(folder: Path) -> SolitaireTables:
    return SolitaireTables.load(folder)


def position(phase: int, face: list[int], rolls: int, rolling: int = 0) -> rules.State:
    """In that phase, each of the first five before it made with as few points as it can bring."""
    state = game("phase10").state()
    assert isinstance(state, rules.State)
    rules.setup(state, 1, [0])
    state.stage = rules.ROLLING if rolling else rules.CHOOSING
    state.rolls, state.rolling, state.phase[0] = rolls, rolling, phase
    for made in range(min(phase, rules.BONUS_PHASES)):
        state.points[0, made] = PHASE_LEAST[made]
    state.face[:] = face
    return state


def test_the_optimum_is_what_it_was(folder: Path) -> None:
    found = solution(open_arrays(folder))
    assert found.optimum == pytest.approx(490.667896156, abs=1e-8)
    assert found.optimum == pytest.approx(SOLVED["phase10"].optimum, abs=1e-6)
    assert sum(found.scores.values()) == pytest.approx(1, abs=1e-9)
    assert sum(score * share for score, share in found.scores.items()) == pytest.approx(found.optimum, abs=1e-6)
    assert min(found.scores) > LOWEST + 500
    assert max(found.scores) <= MOST


def test_it_is_certified(folder: Path) -> None:
    from quincunx.solvers.phase10.certify import certify  # has a compiler, which who only asks does without

    certificate = certify(open_arrays(folder), no_progress)
    assert certificate.matches == 1_000_000
    assert certificate.holds, certificate


def test_the_tables_are_small_enough(folder: Path) -> None:
    assert open_arrays(folder).size() <= GIBIBYTE


@pytest.mark.parametrize(("phase", "rolls"), list(product(range(PHASES), (1, 2))))
def test_values_hang_together(tables: SolitaireTables, phase: int, rolls: int) -> None:
    """A decision is worth its best choice; dice in the air are worth the mean over the next one."""
    random = np.random.default_rng(10 * phase + rolls)
    face = [int(side) for side in random.integers(6, size=DICE)]
    state = position(phase, face, rolls)
    choices = tables.choices(state)
    assert tables.value(state) == pytest.approx(choices[0].value, abs=1e-9)
    assert choices[0].action == tables.best_action(state)
    for rolling in (1 << 3, 0b1010000000, 0b1110000001, 0b1111000011):
        before = position(phase, face, rolls, rolling)
        after = []
        for side in range(6):
            landed = before.duplicate()
            assert isinstance(landed, rules.State)
            rules.land(landed, side)
            after.append(tables.value(landed))
        assert tables.value(before) == pytest.approx(sum(after) / 6, abs=1e-9)


def test_the_value_of_the_start_is_the_optimum(tables: SolitaireTables) -> None:
    start = game("phase10").state()
    assert isinstance(start, rules.State)
    rules.setup(start, 1, [0])
    assert tables.value(start) == pytest.approx(tables.values[Stand(0)], abs=1e-9)


def test_failures_so_far_count_at_every_moment(tables: SolitaireTables) -> None:
    """They are taken off at the end (§41): what a position is worth knows them all along."""
    for state in (position(3, [0, 3, 5, 1, 2, 4, 0, 3, 1, 5], 1), position(3, [0] * DICE, 2, rolling=0b110)):
        failed = state.duplicate()
        failed.failures[0] = 2
        assert tables.value(failed) == pytest.approx(tables.value(state) - 10, abs=1e-9)


@pytest.mark.parametrize("ask", [SolitaireTables.value, SolitaireTables.best_action, SolitaireTables.choices])
def test_points_that_no_match_brings_are_refused(
    tables: SolitaireTables, ask: Callable[[SolitaireTables, rules.State], Any]
) -> None:
    """Phase 1 brings 54 or 57, nothing between."""
    state = position(1, [0] * DICE, 1)
    state.points[0, 0] = 55
    with pytest.raises(SetupError, match="no match reaches phase 2 with 55 points"):
        ask(tables, state)


def test_a_process_that_asks_stays_small(folder: Path) -> None:
    """Under 200 MiB at its peak, and without a compiler."""
    script = f"""
import sys
from pathlib import Path
from quincunx.solvers.phase10 import SolitaireTables
from tests.solvers.test_solved import position
tables = SolitaireTables.load(Path({str(folder)!r}))
for phase in range(10):
    for rolls in (1, 2):
        state = position(phase, [0, 3, 5, 1, 2, 4, 0, 3, 1, 5], rolls)
        tables.choices(state)
assert "numba" not in sys.modules
"""
    assert used_by([sys.executable, "-c", script]).kib < 200 << 10
