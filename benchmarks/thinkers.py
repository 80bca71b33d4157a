"""How long a bot's first answer takes in a hall that has just been installed: nothing compiled, no worker started."""

import asyncio
import os
import statistics
import tempfile
from time import perf_counter
from unittest.mock import patch

from benchmarks.measuring import Row
from quincunx import GAMES, Match
from quincunx.bots import bot_key
from quincunx.core.bots import MASTER, RANDOM
from quincunx.core.spec import GameSpec
from quincunx.thinking.found import Decision
from quincunx.thinking.room import Room

BAR = 1.1
"""No longer than any other bot's; a tenth is what two measurements of the same differ by."""


def run(repeats: int) -> list[Row]:
    """Every bot of every game in turns; the slowest game decides."""
    rows = []
    for spec in GAMES:
        bots = [bot for bot in spec.bot_names if bot != RANDOM]
        seconds = {bot: [0.0] * repeats for bot in bots}
        for repeat in range(repeats):
            for bot in bots:
                seconds[bot][repeat] = asyncio.run(_first_answer(spec, bot))
        middle = {bot: statistics.median(times) for bot, times in seconds.items()}
        master = middle.pop(MASTER)
        slowest = max(middle, key=lambda bot: middle[bot])
        beside = f"{1000 * master:.0f} ms, and {slowest} {1000 * middle[slowest]:.0f} ms"
        what = f"{spec.title}: the first answer of `master` in a fresh hall, × the slowest other bot's"
        rows.append(Row(what, master / middle[slowest], "", BAR, True, beside))
    return [max(rows, key=lambda row: row.figure)]


async def _first_answer(spec: GameSpec, bot: str) -> float:
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    while len(match.legal_actions(match.actors[0])) == 1:
        match.push(match.legal_actions(match.actors[0])[0], match.actors[0])
    seat = match.actors[0]
    view, legal = match.view(seat), match.legal_actions(seat)
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_CACHE_HOME=folder):
        room = Room()
        began = perf_counter()
        await room.answer(Decision(spec, view, seat, legal, bot_key("bench", 1, seat)), bot)
        seconds = perf_counter() - began
        await room.close()
    return seconds
