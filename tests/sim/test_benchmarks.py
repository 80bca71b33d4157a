"""The yardsticks are straight: C plays the same game, and the table says what was measured."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import pages
from benchmarks.__main__ import TITLES
from benchmarks.measuring import Row, brief, in_turns, median_ratio, rate_of, timed_child, used_by
from quincunx import game
from quincunx.sim.batch import Batch

SOURCE = Path(__file__).resolve().parent.parent.parent / "benchmarks" / "c" / "phase10.c"


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, compiler: list[str]) -> str:
    program = str(tmp_path_factory.mktemp("c") / "phase10")
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover"]
    subprocess.run([*compiler, *flags, "-o", program, str(SOURCE)], check=True)
    return program


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_c_plays_the_same_events_to_the_same_points(twin: str, seats: int) -> None:
    batch = Batch(game("phase10"), seats)
    events, decisions = batch.playouts(11, 5, 40)
    expected = {"events": events, "decisions": decisions, "points": batch.points_sum.tolist()}
    assert json.loads(timed_child([twin, str(seats), "11", "5", "40"])[0]) == expected


@pytest.mark.parametrize("words", [[], ["0", "1", "0", "1"], ["9", "1", "0", "1"]])
def test_c_refuses_what_it_cannot_play(twin: str, words: list[str]) -> None:
    assert subprocess.run([twin, *words], capture_output=True, check=False).returncode == 2


def test_a_programs_memory_is_its_own_however_large_the_process_that_asks() -> None:
    large = b"x" * (300 << 20)
    used = used_by([sys.executable, "-c", "b'x' * (50 << 20); print('done')"])
    assert used.printed == "done\n"
    assert 50 << 10 < used.kib < len(large) >> 10
    assert used.seconds > 0


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (41_234_567, "41.2 M"),
        (1e6, "1.0 M"),
        (23_456, "23.5 k"),
        (2389, "2,389"),
        (644, "644"),
        (10, "10"),
        (0.876, "0.88"),
    ],
)
def test_numbers_are_brief(number: float, text: str) -> None:
    assert brief(number) == text


@pytest.mark.parametrize(
    ("row", "texts"),
    [
        (Row("speed", 12e6, "", 10e6), ("speed", "12.0 M", "≥ 10.0 M", "met", "")),
        (Row("speed", 9e6, "", 10e6), ("speed", "9.0 M", "≥ 10.0 M", "NOT MET", "")),
        (Row("start", 0.4, " s", 0.5, True), ("start", "0.40 s", "≤ 0.50 s", "met", "")),
        (Row("start", 0.6, " s", 0.5, True), ("start", "0.60 s", "≤ 0.50 s", "NOT MET", "")),
        (Row("other", 3, " ×", beside="that"), ("other", "3 ×", "", "", "that")),
    ],
)
def test_a_row_says_whether_its_bar_is_met(row: Row, texts: tuple[str, ...]) -> None:
    assert row.texts() == texts
    assert row.to_json()["met"] == {"met": True, "NOT MET": False, "": None}[texts[3]]


def test_things_are_measured_in_turns_after_one_to_warm_up() -> None:
    order: list[str] = []

    def rate(name: str) -> float:
        order.append(name)
        return float(len(order))

    measured = in_turns({"a": lambda: rate("a"), "b": lambda: rate("b")}, 2)
    assert "".join(order) == "ababab"
    assert measured == {"a": [3, 5], "b": [4, 6]}
    assert median_ratio([1, 9, 4], [1, 3, 2]) == 2


def test_a_rate_is_work_by_time() -> None:
    assert rate_of(lambda: sum(range(1000)) and 5, seconds=0.02)() > 0


def test_a_run_of_one_scene_keeps_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{pages.MARKS[0]}\nold\n{pages.MARKS[1]}\nafter\n", encoding="utf-8")
    for name, path in (("DATA", "b.json"), ("PAGE", "b.md"), ("README", "README.md")):
        monkeypatch.setattr(pages, name, tmp_path / path)
    pages.write({"playouts": [Row(pages.FRONT[0], 12e6, "", 10e6)]}, TITLES)
    pages.write({"page": [Row(pages.FRONT[-1], 20, " ms", 50, True), Row("small", 1)]}, TITLES)
    text = (tmp_path / "b.md").read_text(encoding="utf-8")
    assert text.index("## Playouts") < text.index("12.0 M") < text.index("## The page") < text.index("| small | 1 |")
    table = readme.read_text(encoding="utf-8")
    assert "old" not in table
    assert "small" not in table
    assert table.index(pages.FRONT[0]) < table.index(pages.FRONT[-1])
    assert table.startswith("before\n")
    assert table.endswith("\nafter\n")
