"""What commands print with `--json` has the shape that docs/json.schema.json tells."""

import json
import re
import shlex
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import numpy as np
import pytest

from quincunx import Match, game
from quincunx.bots.advice import Advice, Choice
from quincunx.bots.words import FORCED
from quincunx.cli import app, run
from quincunx.core.transcript import write_transcript
from quincunx.games.sixes.combinations import MOST_TOTAL
from quincunx.solvers.phase10.certify import Certificate as CertificatePhase10
from quincunx.solvers.phase10.report import PhaseFigures
from quincunx.solvers.phase10.report import Solution as SolutionPhase10
from quincunx.solvers.phase10.solitaire import Stand
from quincunx.solvers.sixes.certify import Certificate as CertificateSixes
from quincunx.solvers.sixes.report import Solution as SolutionSixes
from quincunx.solvers.solved import SOLVED
from tools.json_shapes import PAGE, SHAPES, schema

VARIATION = re.compile(rf" (--exploit|{'|'.join(SOLVED)})$")
"""What stands behind a command whose shape it changes."""


def test_the_schema_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema()


def test_every_command_with_json_has_a_shape() -> None:
    from typer.main import get_command

    def found(command: object, name: str) -> set[str]:
        own = {name} if any("--json" in option.opts for option in getattr(command, "params", ())) else set()
        inner = getattr(command, "commands", {})
        return own.union(*(found(other, f"{name} {word}".strip()) for word, other in inner.items()))

    assert found(get_command(app), "") == {VARIATION.sub("", name) for name in SHAPES}


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    match = Match(game("phase10"), 2, seed=3, names=["Ann", "Bob"])
    match.push_text("stop")
    path = tmp_path / "match.txt"
    path.write_text(write_transcript(match), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "line",
    [
        "rules sixes",
        "replay {file}",
        "verify {file}",
        "simulate sixes --matches 2 --workers 1",
        "arena popalotsy --matches 4 --workers 1 --bots random,greedy --replays 2",
        "bench sixes --seconds 0.01",
        "advise phase10 seats=1",
        "judge sixes",
        'judge sixes "hard vs 4+2"',
    ],
)
def test_what_is_printed_has_its_shape(
    line: str, transcript: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [Choice(0, "stop", 1.0, 0.1, 1.0, 9)]
    advice = Advice("phase10", 0, "master", "points", 0, choices, FORCED(action="stop"))
    monkeypatch.setattr("quincunx.cli.advise._best_advice", AsyncMock(return_value=advice))
    monkeypatch.setattr("quincunx.bots.advice.read_position", lambda *_: None)
    monkeypatch.setattr("quincunx.bots.advice.choice_at", lambda *_: None)
    words = [word.format(file=transcript) for word in shlex.split(line)]
    run([*words, "--json"])
    printed = json.loads(capsys.readouterr().out)
    msgspec.convert(printed, SHAPES[words[0]])


FIRST = PhaseFigures(1, "2 sets of 3", 0.9, 0.8, 1.1, 40.0)
PHASE10 = SolutionPhase10(490.67, 41.5, {"0.5": 490}, 0.5, 0.9, (FIRST,), ((Stand(0), 490.67),), {7: 1.0})
SIXES = SolutionSixes(4, np.pad([[0.5]], (0, MOST_TOTAL), constant_values=np.nan))


@pytest.mark.parametrize(
    ("game", "solution", "certificate"),
    [
        ("phase10", PHASE10, CertificatePhase10(1.0, 0.0, 0.0, 1, 1, 1.0, 0.5, 1.5)),
        ("sixes", SIXES, CertificateSixes(0.5, 1, 0.0, 1, 1, 0.5, 0.4, 0.6)),
    ],
)
def test_a_solution_has_its_shape(game: str, solution: Any, certificate: Any) -> None:
    printed = solution.to_json() | {"certificate": certificate.to_json()}
    msgspec.convert(json.loads(json.dumps(printed)), SHAPES[f"solve {game}"])
