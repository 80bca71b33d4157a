"""`quincunx solve` builds, tells, draws and checks whatever game is solved."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx.cli import run
from quincunx.core.messages import Message
from quincunx.core.words import POINTS
from quincunx.solvers.solved import SOLVED, Progress, Solved


class Figures:
    def to_json(self) -> dict[str, Any]:
        return {"optimum": 7}

    def report(self) -> str:
        return "seven points at best"

    def draw(self, path: Path) -> None:
        path.write_text("drawn", encoding="utf-8")


class Check:
    def __init__(self, holds: bool) -> None:
        self.holds = holds

    def to_json(self) -> dict[str, Any]:
        return {"holds": self.holds}

    def lines(self) -> list[Message]:
        return [POINTS(count=7)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the solver of another solved game is asked for; its certificate holds in the folder `sound` alone."""
    calls: list[str] = []

    def build(folder: Path | None, progress: Progress) -> None:
        calls.append("build")
        progress(POINTS(count=1), 1.0)

    def certify(folder: Path | None, progress: Progress) -> Check:
        calls.append("certify")
        return Check(folder is not None and folder.name == "sound")

    other = SimpleNamespace(build=build, certify=certify, figures=lambda folder: Figures())
    monkeypatch.setitem(sys.modules, "another_solver", other)
    monkeypatch.setitem(SOLVED, "sixes", Solved("another_solver", 2, 1, "last", 1, 1, 1))
    return calls


def test_another_solved_game_is_told(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "sixes"]) == 0
    assert "seven points at best" in capsys.readouterr().out
    assert asked == ["build"]


def test_it_is_drawn_and_checked(asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "scores.png"
    words = ["solve", "sixes", "--certify", "--json", "--plot", str(drawn)]
    assert run([*words, "--folder", str(tmp_path / "sound")]) == 0
    assert json.loads(capsys.readouterr().out) == {"optimum": 7, "certificate": {"holds": True}}
    assert drawn.read_text(encoding="utf-8") == "drawn"
    assert run(words) == 1
    assert asked == ["build", "certify"] * 2


@pytest.mark.usefixtures("asked")
def test_a_game_that_is_not_solved_is_told_which_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "lowdown"]) == 2
    assert "Lowdown is not solved; the solved games are phase10 and sixes" in capsys.readouterr().err


@pytest.mark.usefixtures("asked")
def test_progress_is_printed_line_by_line_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "sixes"]) == 0
    assert "0 % 1 point\n" in capsys.readouterr().err
