"""Counts of live play as plain numbers: counting loads no library and takes no lock."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence


class Spread:
    """A histogram of times with bounds in seconds."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """The last entry counts the times beyond all bounds."""
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a time."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds


class Tally:
    """The counts of one process."""

    def __init__(self) -> None:
        self.steps = 0
        """Stored steps of tables."""
        self.sent = 0
        """Messages sent to clients."""
        self.refusals: Counter[str] = Counter()
        """Messages refused, by reason."""
        self.errors: Counter[str] = Counter()
        """Invalid messages, by reason."""
        self.stand_ins: Counter[str] = Counter()
        """Answers by a weaker level than the bot's, by reason."""
        self.thoughts = Spread((0.001, 0.01, 0.05, 0.2, 1, 5, 30))
        """Times that bots think."""


TALLY = Tally()
