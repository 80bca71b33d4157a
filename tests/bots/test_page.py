"""The bots of docs/bots.md play as the page says."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx import Match, game
from quincunx.bots import bot_key, choose
from quincunx.core.bots import Budget
from quincunx.sim.batch import Batch

SCRIPT = Path(sys.executable).with_name("quincunx")
"""As it is installed: it does not look for modules where it is started, as `python -m` does."""
SOURCE = Path(quincunx.__file__).parents[1]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


def saved(name: str, folder: Path) -> str:
    """An example of the page, saved where it says."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"<!-- tests: {name}.py -->\n```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    (folder / f"{name}.py").write_text(found[1], encoding="utf-8")
    return found[1]


@pytest.fixture
def mybots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The examples, where Python finds them; the text of the first."""
    text = saved("mybots", tmp_path)
    saved("mysearch", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield text
    for name in ("mybots", "mysearch"):
        sys.modules.pop(name, None)


def test_the_example_is_short(mybots: str) -> None:
    assert len(mybots.splitlines()) < 30


@pytest.mark.parametrize("budget", [None, Budget(seconds=1)])
def test_the_example_that_searches_does_the_same_by_the_same_key(mybots: str, budget: Budget | None) -> None:
    match = Match(game("sixes"), seed=4)
    while len(match.legal_actions()) < 3:
        match.push(match.legal_actions()[-1])
    seat, legal, before = match.actor, match.legal_actions(), match.state.to_bytes()
    chosen = [
        choose(match.spec, "mysearch:Trying", match.view(seat), seat, legal, bot_key("page", number, seat), budget)
        for number in (1, 1)
    ]
    assert chosen[0] == chosen[1]
    assert chosen[0] in legal
    assert match.state.to_bytes() == before


def test_the_example_plays(mybots: str) -> None:
    batch = Batch(game("sixes"), 2, ("mybots:busy", "mybots:Moody"), mode="plain")
    events = batch.record(3, 0)
    assert len(events) > 50
    assert batch.record(3, 1) != events


COMMANDS = re.findall(r"^quincunx (.*mybots:.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "command",  # these compile the whole game anew, with the bot in it
    [pytest.param(one, marks=() if one.startswith("play") else pytest.mark.slow) for one in COMMANDS],
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
