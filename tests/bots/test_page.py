"""The bots of docs/bots.md play as the page says."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx import game
from quincunx.sim.batch import Batch

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


@pytest.fixture
def mybots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The example, where Python finds it."""
    found = re.search(r"<!-- tests: mybots.py -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    (tmp_path / "mybots.py").write_text(found[1], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield found[1]
    sys.modules.pop("mybots", None)


def test_the_example_is_short(mybots: str) -> None:
    assert len(mybots.splitlines()) < 30


def test_the_example_plays(mybots: str) -> None:
    batch = Batch(game("sixes"), 2, ("mybots:busy", "mybots:Moody"), mode="plain")
    events = batch.record(3, 0)
    assert len(events) > 50
    assert batch.record(3, 1) != events
