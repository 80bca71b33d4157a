"""A histogram of every seat's final points."""

import os
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from quincunx.core.errors import SetupError
from quincunx.core.plot import frame, new_plot, save_plot
from quincunx.core.render import digits, percentage, say
from quincunx.core.spec import either
from quincunx.core.words import UNITS
from quincunx.sim import words
from quincunx.sim.simulate import Simulation

FORMATS = (".png", ".svg", ".pdf")
MOST_BINS = 60
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000")
"""The colour of every seat, distinguishable for colour-blind people, too."""
LINES = ("solid", (0, (5, 2)), (0, (1, 1)), (0, (4, 1, 1, 1)))


def check(path: Path) -> None:
    """Raise SetupError unless a picture can be written there: better before a long simulation than after it."""
    if path.suffix.lower() not in FORMATS:
        raise SetupError(words.NO_PLOT(path=str(path), formats=either(FORMATS)))
    folder = path.absolute().parent
    if not folder.is_dir():
        raise SetupError(words.NO_FOLDER(path=str(path), folder=str(folder)))
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise SetupError(words.NOT_WRITABLE(path=str(path)))


def draw(simulation: Simulation, path: Path) -> None:
    """Write the picture atomically."""
    plan, tally = simulation.plan, simulation.tally
    figure, axes = new_plot(9, 5.2)
    edges = _edges([number for counter in tally.points for number in counter])
    for seat in range(plan.seats):
        _outline(axes, tally.points[seat], edges, seat, _label(simulation, seat))
    title = words.POINTS_AT_THE_END(game=plan.spec.title, count=tally.finished)
    axes.set_title(say(title), loc="left", weight="bold")
    axes.set_xlabel(say(UNITS[plan.spec.unit]()))
    axes.set_ylabel(say(words.SHARE_OF_MATCHES()))
    axes.yaxis.set_major_formatter(lambda share, _: percentage(share, "g"))
    axes.set_ylim(bottom=0)
    save(figure, axes, path)


def save(figure: Any, axes: Any, path: Path, handles: list[Any] | None = None) -> None:
    """Write a picture with the usual frame and a legend; `handles` are in it whatever they are called."""
    frame(axes)
    for text in axes.legend(handles=handles, frameon=False).get_texts():
        text.set_parse_math(False)  # a name may have dollar signs
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # or characters that no font here has
        save_plot(figure, path, 150)


def _label(simulation: Simulation, seat: int) -> str:
    points = simulation.points(seat)
    bot = simulation.plan.bots[seat]
    if points is None:
        return say(words.LINE_OF_SEAT(seat=seat, bot=bot))
    return say(words.LINE_OF_SEAT_MEAN(seat=seat, bot=bot, mean=digits(points.mean, ",.1f")))


def _edges(numbers: list[int]) -> list[float]:
    """Return the edges of bins of one whole width, few enough to be visible."""
    least, most = min(numbers, default=0), max(numbers, default=0)
    width = -(-(most - least + 1) // MOST_BINS)
    bins = (most - least) // width + 1
    return [least - 0.5 + width * n for n in range(bins + 1)]


def _outline(axes: Any, counter: Counter[int], edges: list[float], seat: int, label: str) -> None:
    width = edges[1] - edges[0]
    heights = [0.0] * (len(edges) - 1)
    total = counter.total() or 1
    for number, times in counter.items():
        heights[int((number - edges[0]) // width)] += times / total
    colour = COLOURS[seat % len(COLOURS)]
    axes.stairs(heights, edges, fill=True, color=colour, alpha=0.18)
    axes.stairs(heights, edges, color=colour, linewidth=1.6, linestyle=LINES[seat % len(LINES)], label=label)
