"""A light installation: without NumPy, Numba and matplotlib one plays, and is told what the rest needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.bots import bots_here, check_bot, check_level, levels
from quincunx.bots.advice import adviser_of
from quincunx.client.connection import HallClient, HallError
from quincunx.core import full
from quincunx.core.errors import SetupError
from quincunx.games import GAMES, game
from quincunx.protocol import Advised, CreateTable, Hint, Settings
from quincunx.server.hall.games import level_infos
from quincunx.server.operations.solutions import Building
from quincunx.table.verify import verify
from tests.server.conftest import Process

MISSING = (*full.PACKAGES, "llvmlite")
AT_START = f"import sys\nsys.modules.update(dict.fromkeys({MISSING}))\n"
"""For Python's `sitecustomize`: these packages are not there, in workers neither."""


@pytest.fixture
def light(tmp_path: Path) -> dict[str, str]:
    """The environment of a program in which nothing of the extra is installed."""
    (tmp_path / "sitecustomize.py").write_text(AT_START, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}


@pytest.fixture
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full, "is_installed", lambda: False)
    for spec in GAMES:  # as a site brings it; another test may have asked for it
        monkeypatch.delitem(vars(spec), "knowledge", raising=False)


def told(line: str, env: dict[str, str], typed: str = "") -> tuple[int, str]:
    """The exit code of a command line, and what it prints."""
    words = [sys.executable, "-m", "quincunx", *line.split()]
    done = subprocess.run(words, input=typed, capture_output=True, text=True, env=env, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "package"),
    [
        ("simulate phase10 --bots greedy,greedy --matches 2", "numba"),
        ("solve phase10", "numpy"),
        ("print phase10 --pdf sheet.pdf", "matplotlib"),
    ],
)
def test_what_a_command_lacks_is_said_in_one_line(line: str, package: str, light: dict[str, str]) -> None:
    assert told(line, light) == (2, f"quincunx: this needs {package}: pip install 'quincunx[full]'\n")


def test_one_plays_with_hints_in_the_terminal(light: dict[str, str]) -> None:
    code, shown = told("play lowdown --seed 1 --bots greedy", light, "hint\nquit\n")
    assert code == 0, shown
    assert "pick" in shown.partition("> hint")[2]


async def test_bots_play_a_match_and_give_hints_in_the_hall(light: dict[str, str], tmp_path: Path) -> None:
    hall = Process(f"sqlite:///{tmp_path / 'hall.sqlite'}", tmp_path / "hall.log")
    hall.path.insert(0, light["PYTHONPATH"])
    hall.start()
    try:
        client = HallClient(hall.url)
        wanted = CreateTable("sixes", 2, bots=["greedy", "greedy"], play=False, settings=Settings(pace=0))
        table = (await client.open_table(wanted)).table
        async with client.watch(table) as watching:
            async for _ in watching:
                if watching.table is not None and watching.table.status == "over":
                    break
        assert verify(await client.proof(table), game).problem is None
        given = await client.open_table(CreateTable("phase10", 1, "Ann"))
        async with client.watch(given.table, given.token) as player:
            async for _ in player:
                if player.may_act:
                    break
            await player._ask(Hint(player._id(), player.seq))
            hint = None
            while not isinstance(hint, Advised):
                hint = await anext(player)
            assert (hint.level, hint.better) == ("greedy", False)
        with pytest.raises(HallError, match="expert does not play in a light installation"):
            await client.open_table(CreateTable("sixes", 2, "Ann", bots=["expert"]))
    finally:
        hall.kill()


@pytest.mark.usefixtures("nothing_compiles")
def test_bots_that_answer_at_once_play_in_every_game() -> None:
    for spec in GAMES:
        assert bots_here(spec)[:2] == ("random", "greedy")
        assert levels(spec, spec.seats[0]) == bots_here(spec)
        infos = level_infos(spec, Building("none"), may_build=True)
        assert tuple(info.bot for info in infos) == bots_here(spec)
        assert adviser_of(spec, spec.state()) == "greedy"
        with pytest.raises(SetupError, match=r"pip install 'quincunx\[full\]'; here play random, greedy"):
            check_bot(spec, "master")
        with pytest.raises(SetupError, match="perfect does not play in a light installation"):
            check_level(spec, "perfect", 1)


def test_other_modules_that_are_missing_stay_a_mistake() -> None:
    assert full.lack(ModuleNotFoundError("No module named 'nonsense'", name="nonsense")) is None
    lack = full.lack(ModuleNotFoundError("No module named 'numpy.linalg'", name="numpy.linalg"))
    assert lack is not None
    assert "numpy" in str(lack)
