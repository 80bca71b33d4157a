"""What people see of a simulation: tables and a picture."""

import struct
from pathlib import Path

import pytest
from rich.console import Console

from quincunx import SetupError
from quincunx.sim import plot
from quincunx.sim.report import report
from quincunx.sim.simulate import Plan, Simulation, simulate
from quincunx.sim.speed import MODES, measure, speed_table
from tests.examples import pig


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return simulate(Plan.of(pig.SPEC, bots=("greedy", "random", "random"), matches=50, seed=7))


def shown(renderable: object, width: int = 80) -> str:
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115  # closed below
    console.print(renderable)
    console.file.close()
    return console.export_text()


def test_the_tables_fit_into_80_columns_and_hold_the_figures(simulation: Simulation) -> None:
    text = shown(report(simulation))
    assert "…" not in text
    assert "Pig: 50 matches of 3, seed 7" in text
    points = simulation.points(0)
    assert points is not None
    assert f"{points.mean:,.1f}" in text
    assert f"{100 * simulation.wins(0).rate:.2f} %" in text
    for name, figure in simulation.summary:
        assert str(name) in text
        assert str(figure) in text
    assert "1/n" in text
    assert "cut off" not in text


@pytest.mark.parametrize("width", [40, 60])
def test_a_narrow_terminal_shows_every_figure_with_its_seat(simulation: Simulation, width: int) -> None:
    wide, narrow = shown(report(simulation)), shown(report(simulation), width)
    assert "…" not in narrow
    assert max(map(len, narrow.splitlines())) <= width
    for seat, bot in enumerate(simulation.plan.bots):
        (row,) = (line.split() for line in wide.splitlines() if line.startswith(f" {seat} {bot}"))
        rows = [line.split()[2:] for line in narrow.splitlines() if line.startswith(f" {seat} {bot}")]
        assert len(rows) > 1
        assert [word for part in rows for word in part] == row[2:]


def test_what_acting_first_is_worth_is_told_where_bots_are_equal(simulation: Simulation) -> None:
    assert "acts first wins" not in shown(report(simulation))
    equal = simulate(Plan.of(pig.SPEC, bots=("greedy",), matches=50, seed=7))
    assert f"The seat that acts first wins {100 * equal.first_to_act.rate:.2f} %" in shown(report(equal))


def test_matches_that_were_cut_off_are_told() -> None:
    text = shown(report(simulate(Plan.of(pig.SPEC, matches=3, limit=5))))
    assert "3 matches were cut off after 5 events" in text


def test_the_picture_is_written_whole(simulation: Simulation, tmp_path: Path) -> None:
    path = tmp_path / "points.png"
    plot.check(path)
    plot.draw(simulation, path)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1350, 780)
    assert [file.name for file in tmp_path.iterdir()] == ["points.png"]


def test_a_picture_can_be_drawn_of_matches_that_were_all_cut_off(tmp_path: Path) -> None:
    plot.draw(simulate(Plan.of(pig.SPEC, matches=3, limit=5)), tmp_path / "none.svg")
    assert (tmp_path / "none.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize("name", ["points.doc", "points", "nowhere/points.png", "folder.png"])
def test_a_place_for_no_picture_is_refused_before_anything_is_played(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(SetupError):
        plot.check(tmp_path / name)


@pytest.mark.parametrize("mode", MODES)
def test_speed_is_measured_in_both_modes(mode: str) -> None:
    speed = measure(pig.SPEC, mode=mode, seconds=0.02)
    assert speed.events_a_second > speed.decisions_a_second > 0
    assert f"{speed.events_a_second:,.0f}" in shown(speed_table([speed]))


def test_compiled_play_is_much_faster() -> None:
    compiled, plain = (measure(pig.SPEC, mode=mode, seconds=0.05) for mode in MODES)
    assert compiled.events_a_second > 10 * plain.events_a_second
