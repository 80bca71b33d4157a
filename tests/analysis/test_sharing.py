"""The marks of a line to share."""

from typing import Any

from quincunx.analysis.report import SCALE, Alternative, Analysis, Mark
from quincunx.analysis.sharing import pips


def analysis(losses: list[int], unit: str = "wins") -> Analysis[Any]:
    choices = [Alternative(number, "", 0, 0, 0) for number in range(2)]
    marks = [
        Mark(number, 0, "", [0], 0, [0], [-loss], [0], loss=loss, choices=choices) for number, loss in enumerate(losses)
    ]
    forced = Mark(99, 0, "", [0], 0, [0], [0], [0])
    others = Mark(100, 1, "", [0], 0, [0], [-SCALE], [0], loss=SCALE, choices=choices)
    return Analysis(
        *("sixes", "Battle of the Sixes", 1, 2, ["Ann", "Bob"], {}, unit, SCALE, False, False, 0, None),  # type: ignore[arg-type]  # a row
        marks=[*marks, forced, others],
        accounts=[],
        mistakes=[],
        rolls=[],
    )


def test_each_mark_is_what_a_stretch_of_own_decisions_cost() -> None:
    percent = SCALE // 100
    assert pips(analysis([0, 1, percent, 2 * percent, 3 * percent, 6 * percent, 11 * percent]), 0) == "⚅⚄⚄⚃⚂⚁⚀"


def test_a_long_match_has_ten_marks_of_equal_stretches() -> None:
    assert pips(analysis([0] * 95 + [SCALE] * 5), 0) == "⚅" * 9 + "⚀"


def test_points_are_measured_by_points() -> None:
    assert pips(analysis([0, SCALE, 31 * SCALE], "points"), 0) == "⚅⚄⚀"


def test_who_had_nothing_to_decide_has_no_marks() -> None:
    assert pips(analysis([]), 0) == ""
