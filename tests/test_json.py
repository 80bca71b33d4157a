"""What commands print with `--json` has the shape that docs/json.schema.json tells."""

import json
from pathlib import Path
from unittest.mock import AsyncMock

import msgspec
import pytest

from quincunx import Match, game
from quincunx.bots.advice import Advice, Choice
from quincunx.bots.words import FORCED
from quincunx.cli import app, run
from quincunx.core.transcript import write_transcript
from quincunx.solvers.phase10.certify import Certificate
from tools.json_shapes import PAGE, SHAPES, schema
from tools.json_shapes import Certificate as CertificateShape


def test_the_schema_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema()


def test_every_command_with_json_has_a_shape() -> None:
    from typer.main import get_command

    def found(command: object, name: str) -> set[str]:
        own = {name} if any("--json" in option.opts for option in getattr(command, "params", ())) else set()
        inner = getattr(command, "commands", {})
        return own.union(*(found(other, f"{name} {word}".strip()) for word, other in inner.items()))

    assert found(get_command(app), "") == set(SHAPES)


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
    words = [word.format(file=transcript) for word in line.split()]
    run([*words, "--json"])
    printed = json.loads(capsys.readouterr().out)
    msgspec.convert(printed, SHAPES[words[0]])


def test_a_certificate_has_its_shape() -> None:
    msgspec.convert(Certificate(1.0, 0.0, 0.0, 1, 1, 1.0, 0.5, 1.5).to_json(), CertificateShape)
