"""Report of the solution: for people, for programs, as a plot."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from quincunx.core.messages import Message
from quincunx.core.plot import frame, new_plot, save_plot
from quincunx.core.render import digits, percentage, say
from quincunx.core.report import new_table
from quincunx.core.words import decimal
from quincunx.games.phase10 import SPEC, words
from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import BONUS_OVER, BONUS_PHASES
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.phase10 import words as said
from quincunx.solvers.phase10.build import turns_of, values_of
from quincunx.solvers.phase10.kernels import FAILED
from quincunx.solvers.phase10.solitaire import LOWEST, Stand, after_failure, after_points, stands
from quincunx.solvers.solved import SOLVED

QUANTILES = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
TOTALS_COUNT = range(2, BONUS_PHASES + 1)
"""The phases whose value depends on what the ones before have brought."""
SHOWN_TOTALS = 20
"""The step of the totals in the printed table, in points."""


@dataclass(frozen=True)
class PhaseFigures:
    """The figures of a phase under optimal play, averaged over the totals at its beginning."""

    phase: int
    asks_for: str
    chance: float
    """The chance to make it in a turn."""
    first_try: float
    """The chance to make it at the first try."""
    turns: float
    """The number of turns."""
    points: float
    """The points that it brings when it is made, without bonuses."""


@dataclass(frozen=True)
class Solution:
    """The solved game in figures."""

    optimum: float
    deviation: float
    quantiles: Mapping[str, int]
    five_phase_bonus: float
    """The chance to get the five phase bonus."""
    first_finish_bonus: float
    """The chance to get the first finish bonus."""
    phases: tuple[PhaseFigures, ...]
    values: tuple[tuple[Stand, float], ...]
    """The worth of every stand: the mean of the points to come."""
    scores: Mapping[int, float]
    """The probability of each final score."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return {
            "game": SPEC.slug,
            "rules": SPEC.rules_version,
            "solver": SOLVED[SPEC.slug].version,
            "optimum": self.optimum,
            "deviation": self.deviation,
            "quantiles": dict(self.quantiles),
            "five_phase_bonus": self.five_phase_bonus,
            "first_finish_bonus": self.first_finish_bonus,
            "phases": [asdict(figures) for figures in self.phases],
            "values": [
                {"phase": stand.phase + 1, "total": stand.total, "tried": bool(stand.tried), "value": value}
                for stand, value in self.values
            ],
            "scores": {str(score): share for score, share in self.scores.items()},
        }

    def report(self) -> RenderableType:
        """The figures as tables for people."""
        return Group(
            Text(say(said.OPTIMUM(game=SPEC.title, points=decimal(self.optimum, 6))), style="bold"),
            _phases(self),
            _values(self),
            _scores(self),
            Text(say(_bonuses(self)), style="dim"),
        )

    def draw(self, path: Path) -> None:
        """A picture of the final scores, whole or not at all."""
        _draw(self, path)


def solution(arrays: ArrayFolder) -> Solution:
    """The figures of tables that are built."""
    values, turns = values_of(arrays), turns_of(arrays)
    reached = _reached(turns)
    scores = arrays.load("scores")
    points = np.arange(LOWEST, LOWEST + len(scores))
    mean = float(scores @ points)
    return Solution(
        optimum=values[Stand(0)],
        deviation=float(np.sqrt(scores @ (points - mean) ** 2)),
        quantiles={f"{share:g}": int(points[np.searchsorted(np.cumsum(scores), share)]) for share in QUANTILES},
        five_phase_bonus=_bonus_chance(turns, reached),
        first_finish_bonus=1 - float(turns[Stand(PHASES - 1)][FAILED]),
        phases=tuple(_phase_figures(phase, turns, reached) for phase in range(PHASES)),
        values=tuple((stand, values[stand]) for phase in range(PHASES) for stand in sorted(stands(phase))),
        scores={int(score): float(share) for score, share in zip(points, scores) if share >= 1e-12},
    )


def _reached(turns: Mapping[Stand, Any]) -> dict[Stand, float]:
    """The probability that a phase begins at each stand."""
    reached = {Stand(0): 1.0}
    for phase in range(PHASES - 1):
        for stand in stands(phase):
            made = 1 - turns[stand][FAILED]
            for points in np.flatnonzero(turns[stand][:FAILED]):
                after = after_points(stand, int(points))
                reached[after] = reached.get(after, 0.0) + reached[stand] * float(turns[stand][points] / made)
    return reached


def _bonus_chance(turns: Mapping[Stand, Any], reached: Mapping[Stand, float]) -> float:
    chance = 0.0
    for stand in stands(BONUS_PHASES - 1):
        turn = turns[stand]
        chance += reached[stand] * float(turn[max(0, BONUS_OVER + 1 - stand.total) : FAILED].sum() / (1 - turn[FAILED]))
    return chance


def _phase_figures(phase: int, turns: Mapping[Stand, Any], reached: Mapping[Stand, float]) -> PhaseFigures:
    """The figures of a phase; after a failure in the last phase, those of the stand that follows it."""
    first_try, took, points = 0.0, 0.0, 0.0
    for stand in stands(phase):
        weight = reached.get(stand, 0.0)
        turn, later = turns[stand], turns[after_failure(stand)]
        first_try += weight * (1 - turn[FAILED])
        took += weight * (1 + turn[FAILED] / (1 - later[FAILED]))
        earned = later[:FAILED] @ np.arange(FAILED) / (1 - later[FAILED])
        points += weight * (turn[:FAILED] @ np.arange(FAILED) + turn[FAILED] * earned)
    return PhaseFigures(
        phase + 1, str(words.PHASES[phase]()), float(1 / took), float(first_try), float(took), float(points)
    )


def _bonuses(found: Solution) -> Message:
    five, first = _percent(found.five_phase_bonus), _percent(found.first_finish_bonus)
    after_failure = dict(found.values)[Stand(PHASES - 1, tried=1)]
    return said.BONUSES(five=five, first=first, value=decimal(after_failure, 4))


def _phases(found: Solution) -> RichTable:
    table = new_table(said.A_PHASE(), said.FIRST_TRY(), said.TURNS(), said.POINTS(), said.VALUE())
    for row in phase_rows(found):
        table.add_row(*row)
    return table


def phase_rows(found: Solution) -> list[tuple[str, ...]]:
    """A row per phase: its name, the chance at the first try, turns, points; its value if all totals have the same."""
    values = dict(found.values)
    return [
        (
            f"{figures.phase:2}  {say(words.PHASES[figures.phase - 1]())}",
            _percent(figures.first_try),
            digits(figures.turns, ".3f"),
            digits(figures.points, ".2f"),
            "" if figures.phase in TOTALS_COUNT else digits(values[Stand(figures.phase - 1)], ".4f"),
        )
        for figures in found.phases
    ]


def _values(found: Solution) -> RichTable:
    table = new_table(said.VALUE_AT(), *(said.PHASE(number=phase) for phase in TOTALS_COUNT))
    for row in value_rows(found):
        table.add_row(*row)
    return table


def value_rows(found: Solution, every: int = SHOWN_TOTALS) -> list[tuple[str, ...]]:
    """A line for each total that is shown: its value in the phases where it matters and can be."""
    values = dict(found.values)
    rows = []
    for total in sorted({stand.total for stand in values if stand.total and stand.total % every == 0}):
        cells = [values.get(Stand(phase - 1, total)) for phase in TOTALS_COUNT]
        rows.append((str(total), *("" if value is None else digits(value, ".4f") for value in cells)))
    return rows


def _scores(found: Solution) -> RichTable:
    table = new_table(
        said.SCORE(), said.MEAN(), said.DEVIATION(), *(percentage(float(share), "g") for share in found.quantiles)
    )
    table.add_row(
        "",
        digits(found.optimum, ".3f"),
        digits(found.deviation, ".3f"),
        *(str(score) for score in found.quantiles.values()),
    )
    return table


def _percent(share: float) -> str:
    return percentage(share, ".2f")


def _draw(found: Solution, path: Path) -> None:
    figure, axes = new_plot(9, 4.6)
    shown = {score: share for score, share in found.scores.items() if share >= 1e-6}
    axes.bar(list(shown), list(shown.values()), width=1.0, color="#0072b2")
    axes.axvline(found.optimum, color="#d55e00", linewidth=1.4)
    mean = say(said.MEAN_OF(points=decimal(found.optimum, 2)))
    axes.annotate(mean, (found.optimum, 0), (6, 8), textcoords="offset points", color="#d55e00")
    axes.set_title(say(said.FINAL_SCORE(game=SPEC.title)), loc="left", weight="bold")
    axes.set_xlabel(say(said.POINTS()))
    axes.set_ylabel(say(said.CHANCE()))
    axes.yaxis.set_major_formatter(lambda share, _: percentage(share, "g"))
    frame(axes)
    save_plot(figure, path, 110)
