"""The size of a state."""

from benchmarks.measuring import Row
from quincunx import GAMES


def run(repeats: int) -> list[Row]:
    """Every game's, in bytes."""
    return [Row(f"{spec.title}: size of a state", 4 * spec.state.LENGTH, " B", 1024, at_most=True) for spec in GAMES]
