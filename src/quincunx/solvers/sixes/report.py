"""Report of the solution: for people, for programs, as a plot."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from quincunx.core.plot import new_plot, save_plot
from quincunx.core.render import percentage, say
from quincunx.core.report import new_table
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.combinations import MOST_TOTAL
from quincunx.solvers.sixes import words
from quincunx.solvers.sixes.tables import SixesTables
from quincunx.solvers.solved import SOLVED

SHOWN = (0, 5, 10, 14, 20, 23, 30, 32, 40, 41, 50, 55, 59)
"""The totals in the table for people: every ten, and one point before a winning score."""


@dataclass(frozen=True)
class Solution:
    """The solved game in figures."""

    dice: int
    wins: Any
    """Seat 0's chance to win when a round of even number begins, by both totals; NaN where a match is over."""

    @property
    def first_seat(self) -> float:
        """Seat 0's chance to win the match."""
        return float(self.wins[0, 0])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        totals = range(MOST_TOTAL + 1)
        wins = [[None if np.isnan(self.wins[a, b]) else float(self.wins[a, b]) for b in totals] for a in totals]
        return {
            "game": SPEC.slug,
            "rules": SPEC.rules_version,
            "solver": SOLVED[SPEC.slug].version,
            "dice": self.dice,
            "first_seat": self.first_seat,
            "wins": wins,
        }

    def report(self) -> RenderableType:
        """The figures as tables for people."""
        table = new_table(words.OWN_TOTAL(), *(str(total) for total in SHOWN))
        for mine in SHOWN:
            table.add_row(str(mine), *(percentage(float(self.wins[mine, theirs]), ".1f") for theirs in SHOWN))
        value = decimal(100 * self.first_seat, 4)
        return Group(
            Text(say(words.FIRST_SEAT(game=SPEC.title, count=self.dice, percent=value)), style="bold"),
            table,
            Text(say(words.ABOUT_TABLE()), style="dim"),
        )

    def draw(self, path: Path) -> None:
        """Write a picture of the chance to win by both totals, whole or not at all."""
        figure, axes = new_plot(7.4, 6.2)
        size = MOST_TOTAL + 1
        shown = axes.imshow(100 * self.wins[:size, :size], origin="lower", cmap="RdBu", vmin=0, vmax=100)
        axes.set_title(say(words.CHANCE_BY_TOTALS(game=SPEC.title, count=self.dice)), loc="left", weight="bold")
        axes.set_xlabel(say(words.OTHER_TOTAL()))
        axes.set_ylabel(say(words.OWN_TOTAL()))
        bar = figure.colorbar(shown, ax=axes, shrink=0.85)
        bar.ax.yaxis.set_major_formatter(lambda value, _: percentage(value / 100, "g"))
        save_plot(figure, path, 110)


def solution(tables: SixesTables) -> Solution:
    """The figures of tables that are built."""
    return Solution(tables.dice, tables.wins)
