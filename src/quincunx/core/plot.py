"""Plots by Matplotlib, which is loaded when one is drawn."""

from pathlib import Path
from typing import Any


def new_plot(width: float, height: float) -> tuple[Any, Any]:
    """A figure of that many inches and its axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained")


def frame(axes: Any) -> None:
    """The usual frame: lines to read heights by, and none above and to the right."""
    axes.margins(x=0.01)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def save_plot(figure: Any, path: Path, dpi: int) -> None:
    """Write a figure, whole or not at all."""
    from matplotlib import pyplot

    part = path.with_name(f".{path.name}.part")
    try:
        figure.savefig(part, dpi=dpi, format=path.suffix[1:].lower())
        part.replace(path)
    finally:
        pyplot.close(figure)
        part.unlink(missing_ok=True)
