"""The curve of a match."""

from pathlib import Path

import msgspec
import pytest

from quincunx.analysis.plot import draw
from quincunx.analysis.report import Account
from tests.analysis.test_sharing import analysis


@pytest.mark.parametrize("name", ["$\\frac{$", "$b$", "_ann", "名前"])
def test_a_name_is_in_the_legend_as_it_is(tmp_path: Path, name: str) -> None:
    account = Account(0, name, 0, 0, 0, 0, 0, 0, 0, 1, 0, None)
    draw(msgspec.structs.replace(analysis([0, 1]), accounts=[account]), tmp_path / "curve.svg")
    assert f"<!-- {name} -->" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
