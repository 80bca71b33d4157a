"""Score sheets and player aids on paper."""

import re
from pathlib import Path

import pytest

from quincunx import GAMES, game
from quincunx.cli import run
from quincunx.core.render import catalogue_of
from quincunx.core.sheet import Boards, Scores
from quincunx.core.spec import GameSpec
from quincunx.sim.paper import MARGIN, PAPERS, _fill, _Page, sheet_file


class Paper:
    """Notes what a page draws, in place of matplotlib's axes."""

    def __init__(self) -> None:
        self.texts: list[tuple[float, float, str]] = []
        self.boxes: list[tuple[float, float, float, float]] = []

    def text(self, x: float, y: float, text: str, **_: object) -> None:
        self.texts.append((x, y, text))

    def add_patch(self, box: object) -> None:
        self.boxes.append((box.get_x(), box.get_y(), box.get_width(), box.get_height()))  # type: ignore[attr-defined]  # a rectangle


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_lies_on_the_page(spec: GameSpec, paper: str, language: str) -> None:
    width, height = PAPERS[paper]
    drawn = Paper()
    _fill(_Page(drawn, catalogue_of(language), width, height), spec)  # type: ignore[arg-type]  # it draws nothing else
    assert len(drawn.texts) > 20
    assert all(MARGIN <= x <= width - MARGIN and MARGIN <= y <= height - MARGIN for x, y, _ in drawn.texts)
    right, bottom = width - MARGIN + 0.01, height - MARGIN
    assert all(x >= MARGIN and x + wide <= right and y + high <= bottom for x, y, wide, high in drawn.boxes)


def test_the_aid_is_in_the_language() -> None:
    drawn = Paper()
    _fill(_Page(drawn, catalogue_of("de"), *PAPERS["a4"]), game("phase10"))  # type: ignore[arg-type]  # as above
    said = " ".join(text for _, _, text in drawn.texts)
    assert "Wertungsblatt" in said
    assert "§12 Ein Zug beginnt mit einem Wurf aller zehn Würfel." in said


def test_what_is_coloured_has_a_letter() -> None:
    """In black and white a box must say which colours it takes."""
    (boards,) = game("lowdown").part("sheet").SHEET.parts
    assert isinstance(boards, Boards)
    labels = [label for grid in boards.grids for row in grid for label in row]
    assert len(labels) == 27
    assert all(re.fullmatch(r"[ROYGBP](/[ROYGBP])?", label) for label in labels)


def test_phase_10_has_a_row_for_every_score() -> None:
    (scores,) = game("phase10").part("sheet").SHEET.parts
    assert isinstance(scores, Scores)
    assert len(scores.rows) == 14


def test_a_page_is_one_page() -> None:
    assert sheet_file(game("sixes"), "en", "letter").count(b"/Count 1 ") == 1


def test_the_command_writes_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheet.pdf"
    assert run(["print", "sixes", "--pdf", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert run(["print", "sixes", "--pdf", str(path), "--paper", "a5"]) == 2
    assert "a4, letter" in capsys.readouterr().err
