"""What the short cuts of `server/door/wire.py` are worth: the same hall with and without them, by turns (ADR 8)."""

import contextlib
import tempfile
from pathlib import Path

from benchmarks.measuring import Row
from benchmarks.server import FLAT, WARM_UP, Turns, hall, players_of_the_hall

WORTH = 1.2
"""Without them the hall does a sixth less, or they go."""


def run(repeats: int) -> list[Row]:
    """Acknowledged actions per second of both."""
    turns: list[list[dict[str, float]]] = [[], []]
    with contextlib.ExitStack() as stack:
        players = []
        for module in ("tests.hall", "benchmarks.plain_hall"):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            port, _, _ = stack.enter_context(hall(folder, module))
            players.append(stack.enter_context(players_of_the_hall(port, FLAT.tables, FLAT.think)))
            players[-1].play(WARM_UP)
        for _ in range(FLAT.turns * repeats):
            for measured, some in zip(turns, players, strict=True):
                measured.append(some.play(FLAT.seconds))
    ours, plain = map(Turns, turns)
    return [
        Row(
            f"hall, {FLAT.tables} tables flat out: with the wire's short cuts against without",
            ours.times(plain, "actions_s"),
            " ×",
            WORTH,
            beside=f"{plain['actions_s']:,.0f} per second by the library, {ours['actions_s']:,.0f} by the short cuts",
        )
    ]
