"""The front page is true: its examples run, its commands and games exist, its links lead somewhere."""

import json
import re
from pathlib import Path

import pytest

from benchmarks import pages
from quincunx import GAMES
from quincunx.cli import app, run
from quincunx.core.spec import GameSpec

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["match", "many", "environment"])
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out.count("\n") >= 2


def test_the_first_example_is_ten_lines_that_end_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in EXAMPLES[0].splitlines() if line]
    assert len(lines) <= 10
    exec(compile(EXAMPLES[0], "README.md", "exec"), {"__name__": "readme"})
    first, second = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"1 (Ann|Bob) \d{3}", first)
    assert re.fullmatch(r"[12] (Ann|Bob) \d+", second)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_game_is_in_the_table_as_it_is(spec: GameSpec) -> None:
    fewest, most = spec.seats[0], spec.seats[-1]
    seats = str(most) if fewest == most else f"{fewest}–{most}"
    minutes = "–".join(map(str, spec.minutes))
    row = f"| [{spec.title}](docs/games/{spec.slug}.md) (`{spec.slug}`) | {seats} | {minutes} | {spec.tagline()} |"
    assert row in README.splitlines(), f"the table of games in README.md lacks this row:\n{row}"


def test_every_command_is_listed() -> None:
    registered = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    listed = set(re.findall(r"^quincunx (\w+) +(?:GAME|FILE|LINK|DIR)? +\w", README, re.MULTILINE))
    assert listed == registered - {"hall"}
    assert "\nquincunx                      the hall" in README


def test_the_example_of_a_simulation_is_understood(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = re.search(r"^quincunx (simulate .*) --plot", README, re.MULTILINE)
    assert found is not None
    words = found[1].replace("100000", "20").split()
    assert run([*words, "--workers", "1", "--plot", str(tmp_path / "points.png")]) == 0
    assert "20 matches of 3" in capsys.readouterr().out
    assert (tmp_path / "points.png").exists()


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert link.startswith("https://") or (ROOT / link).exists()


def test_the_titles_are_said_to_be_the_publishers() -> None:
    assert "The games' titles belong to their publishers." in README


def test_the_figures_are_those_measured_last_met_or_not() -> None:
    table = README.partition(pages.MARKS[0])[2].partition(pages.MARKS[1])[0]
    rows = pages.front(json.loads(pages.DATA.read_text(encoding="utf-8")))
    assert len(rows) == len(pages.FRONT), "every row of the front has been measured"
    assert table.strip() == pages.table_of(rows)
