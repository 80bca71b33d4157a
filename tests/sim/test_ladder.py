"""The ratings beside the levels: from arenas to each game's ladder.json and to the terminal."""

import dataclasses
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from quincunx import game
from quincunx.bots import check_bot
from quincunx.core.errors import SetupError
from quincunx.core.spec import GameSpec
from quincunx.protocol import LevelInfo
from quincunx.server.hall.games import level_infos
from quincunx.server.operations.solutions import Building
from quincunx.solvers.phase10.build import open_arrays
from quincunx.tui.offers import offers
from tools import ladder


def arena(*pairings: tuple[str, str, float], slug: str = "sixes", seats: int = 2, rules: int | None = None) -> Any:
    return {
        "game": slug,
        "seats": seats,
        "rules": game(slug).rules_version if rules is None else rules,
        "pairings": [{"bots": [a, b], "groups": 999, "score": {"rate": rate}} for a, b, rate in pairings],
    }


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(ladder, "GAMES", tmp_path)
    (tmp_path / "sixes").mkdir()

    def write(kept: dict[str, Any]) -> dict[str, Any] | None:
        ladder.write_ratings(kept, "sixes")
        file = tmp_path / "sixes" / "ladder.json"
        return json.loads(file.read_text()) if file.exists() else None

    return write


def test_every_level_is_rated_by_the_one_below(written: Any) -> None:
    levels = game("sixes").bot_names
    steps = {f"arena {n}": arena((below, f"{level}:60", 1 / 11)) for n, (below, level) in enumerate(pairwise(levels))}
    told = written(steps)
    assert list(told["ratings"]) == list(levels)
    assert told["ratings"]["random"] == 1000
    assert told["ratings"]["greedy"] == pytest.approx(1400, abs=2), "ten to one are 400 points"
    assert told["commands"] == list(steps)


def test_other_speeds_seats_rules_and_games_do_not_count(written: Any) -> None:
    kept = {
        "speeds": arena(("random@1", "greedy@2", 0.1)),
        "seats": arena(("random", "greedy", 0.1), seats=3),
        "rules": arena(("random", "greedy", 0.1), rules=0),
        "game": arena(("random", "greedy", 0.1), slug="phase10"),
    }
    assert written(kept) is None


def levels_of(spec: GameSpec) -> list[LevelInfo]:
    return level_infos(spec, Building("none"), may_build=False)


def is_ready(spec: GameSpec) -> bool:
    tables = levels_of(spec)[-1].tables
    assert tables is not None
    return tables.state == "there"


def rated(monkeypatch: pytest.MonkeyPatch, rules: int) -> GameSpec:
    spec = dataclasses.replace(game("sixes"))
    told = {"format": 1, "rules": rules, "ratings": {"random": 1000, "greedy": 1234}, "commands": []}
    monkeypatch.setattr(GameSpec, "text", lambda self, name: json.dumps(told))
    return spec


def test_the_terminal_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = rated(monkeypatch, game("sixes").rules_version)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(offers(spec))
    line = next(line for line in shown.get().splitlines() if line.strip().startswith("greedy"))
    assert line.split()[:2] == ["greedy", "1234"]


def test_a_rating_under_other_rules_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = rated(monkeypatch, game("sixes").rules_version + 1)
    assert spec.ratings == {}


def test_a_game_without_a_ladder_has_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    def text(self: GameSpec, name: str) -> str:
        raise FileNotFoundError(name)

    monkeypatch.setattr(GameSpec, "text", text)
    assert dataclasses.replace(game("sixes")).ratings == {}


def test_perfect_is_offered_alone_and_once_its_tables_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    spec = game("phase10")
    assert levels_of(spec)[-1].bot == "perfect"
    assert levels_of(spec)[-1].seats == 1
    assert not is_ready(spec)
    folder = tmp_path / "quincunx" / "solvers" / "phase10"
    folder.mkdir(parents=True)
    (folder / "scores.npy").write_bytes(b"12345")
    manifest = {"version": "rules 0, solver 1", "arrays": {"scores": {"size": 5}}, "facts": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert not is_ready(spec), "of other rules"
    manifest["version"] = f"rules {spec.rules_version}, solver 1"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert is_ready(spec)
    (folder / "scores.npy").write_bytes(b"123")
    assert not is_ready(spec), "cut off"
    assert "perfect" not in [info.bot for info in levels_of(game("lowdown"))]


def test_the_terminal_says_what_perfect_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    spec = game("phase10")

    def shown() -> str:
        console = Console(width=200)
        with console.capture() as captured:
            console.print(offers(spec))
        return next(line for line in captured.get().splitlines() if line.strip().startswith("perfect"))

    assert "quincunx solve phase10 builds them" in shown()
    arrays = open_arrays()
    with arrays.building():
        arrays.tell(0.42)
        assert "being built: 42 %" in shown()
        with pytest.raises(SetupError, match="being built: 42 %"):
            check_bot(spec, "perfect", 1)
    assert "quincunx solve phase10 builds them" in shown(), "nobody builds them any more"


def test_figures_of_ladders_that_are_no_longer_played_go() -> None:
    played = ladder.LADDERS[0]
    found = {"game": played.slug, "bots": played.bots.split(","), "seats": played.seats}
    alone = {"mean": 476.6, "error": 0.1, "optimum": 490.7}
    kept = {"old": found | {"bots": ["expert", "master:7"]}, "of an older form": {"mean": 1.0}, "now": found}
    assert set(ladder.listed(kept | {ladder.ALONE: alone})) == {"now", ladder.ALONE}


def test_the_page_says_which_figures_are_of_an_older_seed() -> None:
    found = json.loads(ladder.KEPT.read_text())
    fresh = {command: one for command, one in found.items() if f"--seed {ladder.SEED}" in command}
    assert ladder.OLDER not in ladder.page(fresh)
    assert ladder.PAGE.read_text() == ladder.page(found)


def test_a_score_without_luck_decides_where_it_is_known() -> None:
    row = {
        "bots": ["expert", "master:9"],
        "groups": 100,
        "score": {"rate": 0.5, "low": 0.4, "high": 0.6},
        "variance_removed": 0.5,
        "without_luck": None,
    }
    assert "expert against master:9 (not sure) | 50.0 % | 40.0 … 60.0 |" in ladder.pairings({"pairings": [row]})
    row["without_luck"] = {"rate": 0.48, "low": 0.465, "high": 0.495}
    told = ladder.pairings({"pairings": [row], "replays": 31})
    assert told.endswith("| master:9 against expert | 50.0 % | 40.0 … 60.0 | 100 | 50 % | 52.0 % (50.5 … 53.5) |")
