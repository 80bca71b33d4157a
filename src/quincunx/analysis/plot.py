"""The curve of a match: the value of every moment to every seat."""

from pathlib import Path

from quincunx.analysis import words
from quincunx.analysis.report import Analysis
from quincunx.core.messages import Message
from quincunx.core.plot import new_plot
from quincunx.core.render import percentage, say
from quincunx.core.words import UNITS
from quincunx.sim.plot import COLOURS, LINES, save


def draw(analysis: Analysis[Message], path: Path) -> None:
    """Write the picture, whole or not at all."""
    figure, axes = new_plot(9, 4.6)
    curves = []
    for account in analysis.accounts:
        seat = account.seat
        values = [*(mark.before[seat] for mark in analysis.marks), account.result]
        colour, line = COLOURS[seat % len(COLOURS)], LINES[seat % len(LINES)]
        heights = [value / analysis.scale for value in values]
        curves += axes.plot(heights, label=account.name, color=colour, linestyle=line)
        dear = [one.first for one in analysis.mistakes if one.seat == seat]
        axes.plot(dear, [heights[number] for number in dear], "o", color=colour)
    axes.set_title(say(words.MATCH_OF(game=analysis.title)), loc="left", weight="bold")
    axes.set_xlabel(say(words.EVENTS()))
    if analysis.unit == "wins":
        axes.set_ylabel(say(words.WIN_CHANCE()))
        axes.set_ylim(0, 1)
        axes.yaxis.set_major_formatter(lambda share, _: percentage(share, "g"))
    else:
        axes.set_ylabel(say(UNITS["points"]()))
    save(figure, axes, path, curves)
