"""`quincunx analyse`: what it prints and writes, and what it refuses."""

import json
from pathlib import Path
from unittest.mock import AsyncMock

import msgspec
import pytest

from quincunx import Match, game
from quincunx.analysis import Analysis, analyse
from quincunx.analysis.page import page
from quincunx.analysis.sentences import as_text
from quincunx.cli import run
from quincunx.core.messages import Message
from quincunx.core.render import speak
from tests.analysis.played import played
from tests.examples.pig import SPEC as PIG


@pytest.fixture(scope="module")
def analysis() -> Analysis[Message]:
    return analyse(played(PIG, 2, 4, "random"))


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(played(game("popalotsy"), 2, 1).transcript(), encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0
    return capsys.readouterr().out


@pytest.fixture
def valued(analysis: Analysis[Message], monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """No worker is started: another match has been analysed already."""
    found = AsyncMock(return_value=analysis)
    monkeypatch.setattr("quincunx.cli.study._analysis", found)
    return found


def test_the_parts_mistakes_and_rolls_are_told(
    capsys: pytest.CaptureFixture[str], transcript: Path, analysis: Analysis[Message], valued: AsyncMock
) -> None:
    text = " ".join(said(capsys, "analyse", str(transcript)).split())
    assert "own decisions" in text
    for one in (*analysis.mistakes, *analysis.rolls):
        assert str(one.said) in text
    assert f"{analysis.trials:,} trials" in text


def test_it_is_told_in_german(
    capsys: pytest.CaptureFixture[str], transcript: Path, analysis: Analysis[Message], valued: AsyncMock
) -> None:
    assert "Die teuersten Fehler" in said(capsys, "analyse", str(transcript), "--lang", "de")
    speak("de")
    assert '<html lang="de">' in page(analysis)
    assert "statt" in as_text(analysis).mistakes[0].said


def test_json_has_its_shape(
    capsys: pytest.CaptureFixture[str], transcript: Path, analysis: Analysis[Message], valued: AsyncMock
) -> None:
    printed = json.loads(said(capsys, "analyse", str(transcript), "--json"))
    assert msgspec.convert(printed, Analysis[str]) == as_text(analysis)


def test_curve_and_page_are_written(transcript: Path, tmp_path: Path, valued: AsyncMock) -> None:
    plot, html = tmp_path / "curve.svg", tmp_path / "match.html"
    assert run(["analyse", str(transcript), "--plot", str(plot), "--html", str(html)]) == 0
    assert "<svg" in plot.read_text(encoding="utf-8")
    text = html.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "src=" not in text
    assert "href=" not in text


def test_a_name_is_no_markup_in_the_page(analysis: Analysis[Message]) -> None:
    names = ["<script>", "b"]
    accounts = [msgspec.structs.replace(one, name=names[one.seat]) for one in analysis.accounts]
    assert "<script>" not in page(msgspec.structs.replace(analysis, names=names, accounts=accounts))


def _unfinished() -> bytes:
    return Match(game("phase10"), 2, seed=1).transcript().encode()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe\x00",
        b"quincunx 2\ngame: chess\n",
        b"quincunx 2\ngame: sixes\nrules: 1\nseats: 2\nnames: a, b\n\n* 9 9 9\n",
        _unfinished(),
    ],
    ids=["empty", "no text", "no game", "no dice", "unfinished"],
)
def test_a_hostile_file_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: bytes, valued: AsyncMock
) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(text)
    assert run(["analyse", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert not valued.called


def test_a_picture_that_cannot_be_written_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], transcript: Path, tmp_path: Path, valued: AsyncMock
) -> None:
    assert run(["analyse", str(transcript), "--plot", str(tmp_path / "curve.txt")]) == 2
    assert run(["analyse", str(transcript), "--html", str(tmp_path / "nowhere" / "a.html")]) == 2
    assert not valued.called
