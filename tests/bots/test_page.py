"""The bots of docs/bots.md play as the page says."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx import game
from quincunx.sim.batch import Batch

SCRIPT = Path(sys.executable).with_name("quincunx")
"""As it is installed: it does not look for modules where it is started, as `python -m` does."""
SOURCE = Path(quincunx.__file__).parents[1]
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


@pytest.mark.parametrize(
    "command", re.findall(r"^quincunx (.*mybots:.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
)
def test_the_commands_work_where_the_example_is_saved(mybots: str, tmp_path: Path, command: str) -> None:
    words = re.sub(r"--matches \d+", "--matches 4 --workers 2", command).split()
    done = subprocess.run(
        [SCRIPT, *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(tmp_path)},
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "busy" in done.stdout or "Moody" in done.stdout
