"""The playouts in plain C are the engine's: same seed, same events, same points."""

import json
import subprocess
from pathlib import Path

import pytest

from quincunx.games.mixeddoubles import SPEC
from quincunx.sim.batch import Batch

SOURCE = Path(__file__).parents[3] / "benchmarks" / "c" / "mixeddoubles.c"
MATCHES = 200


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, compiler: list[str]) -> Path:
    """The compiled playouts."""
    made = tmp_path_factory.mktemp("c") / "mixeddoubles"
    subprocess.run([*compiler, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", made, SOURCE], check=True)
    return made


@pytest.mark.parametrize("seats", SPEC.seats)
def test_same_seed_same_events_same_points(program: Path, seats: int) -> None:
    said = subprocess.run([program, str(seats), "2024", "7", str(MATCHES)], check=True, capture_output=True, text=True)
    twin = json.loads(said.stdout)
    batch = Batch(SPEC, seats)
    events, decisions = batch.playouts(2024, 7, MATCHES)
    assert (twin["events"], twin["decisions"]) == (events, decisions)
    assert twin["points"] == [int(points) for points in batch.points_sum]


def test_it_refuses_what_the_game_does_not_allow(program: Path) -> None:
    for arguments in (["7", "1", "0", "1"], ["2"]):
        assert subprocess.run([program, *arguments], capture_output=True, check=False).returncode == 2
