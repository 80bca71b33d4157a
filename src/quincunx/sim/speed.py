"""The speed of random play: events and decisions per second on one core."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time
from typing import Any

from rich.table import Table as RichTable

from quincunx.core.render import digits, say
from quincunx.core.report import new_table
from quincunx.core.spec import GameSpec
from quincunx.sim import words
from quincunx.sim.batch import Batch

MODES = ("compiled", "plain")
MODE_NAMES = {"compiled": "compiled", "plain": "interpreted"}
SEED = 7


@dataclass(frozen=True)
class Speed:
    """The speed of one game in one mode."""

    game: str
    mode: str
    seats: int
    matches: int
    events_a_second: float
    decisions_a_second: float

    def to_json(self) -> dict[str, Any]:
        """The figures as plain values for JSON."""
        return asdict(self)


def measure(spec: GameSpec, *, seats: int | None = None, mode: str = "compiled", seconds: float = 1.0) -> Speed:
    """Play random matches for `seconds` of processor time, in batches that double while they are short."""
    seats = max(2, spec.seats[0]) if seats is None else seats
    batch = Batch(spec, seats, mode=mode)
    batch.playouts(SEED, 0, 1)
    matches, chunk, events, decisions, spent = 0, 1, 0, 0, 0.0
    while spent < seconds:
        start = process_time()
        more_events, more_decisions = batch.playouts(SEED, matches, chunk)
        took = process_time() - start
        spent += took
        events += more_events
        decisions += more_decisions
        matches += chunk
        if took < seconds / 10:
            chunk *= 2
    return Speed(spec.slug, MODE_NAMES[mode], seats, matches, events / spent, decisions / spent)


def speed_table(speeds: Sequence[Speed]) -> RichTable:
    """The speeds as a table for people."""
    figures = (words.SEATS, words.MATCHES, words.EVENTS_A_SECOND, words.DECISIONS_A_SECOND)
    table = new_table(words.GAME(), words.MODE(), *(column() for column in figures), texts=2)
    for speed in speeds:
        table.add_row(
            speed.game,
            say(words.MODES[speed.mode]()),
            str(speed.seats),
            digits(speed.matches, ","),
            digits(speed.events_a_second, ",.0f"),
            digits(speed.decisions_a_second, ",.0f"),
        )
    return table
