"""The curve of a match."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.analysis.plot import draw
from quincunx.analysis.report import Account, Highlight
from quincunx.core.words import POINTS
from tests.analysis.test_sharing import analysis

ANN = Account(0, "Ann", 0, 0, 0, 0, 0, 0, 0, 1, 0, None)


@pytest.mark.parametrize("name", ["$\\frac{$", "$b$", "_ann", "名前"])
def test_a_name_is_in_the_legend_as_it_is(tmp_path: Path, name: str) -> None:
    account = msgspec.structs.replace(ANN, name=name)
    draw(msgspec.structs.replace(analysis([0, 1]), accounts=[account]), tmp_path / "curve.svg")
    assert f"<!-- {name} -->" in (tmp_path / "curve.svg").read_text(encoding="utf-8")


def test_mistakes_are_dots_without_a_line_between_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("quincunx.analysis.plot.save", lambda figure, axes, path, handles: drawn.extend(axes.lines))
    mistakes = [Highlight(0, number, number, 1, POINTS(count=1)) for number in (0, 2)]
    draw(msgspec.structs.replace(analysis([1, 0, 1]), accounts=[ANN], mistakes=mistakes), tmp_path / "curve.svg")
    assert [(line.get_marker(), line.get_linestyle()) for line in drawn] == [("None", "-"), ("o", "None")]
