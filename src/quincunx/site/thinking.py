"""Bots that think in the page's own worker: interpreted, one after the other, each within its time."""

import asyncio
from functools import cache

from quincunx.bots import choose, level_below
from quincunx.core.bots import MASTER, Budget
from quincunx.core.fields import Schema
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.site.knowledge import bots_of
from quincunx.solvers.search import Searcher
from quincunx.thinking.found import Found


class Thinkers:
    """Finds the actions of bots."""

    async def answer(
        self,
        spec: GameSpec,
        bot: str,
        view: Schema,
        seat: Seat,
        legal: list[int],
        key: list[int],
        *,
        seconds: float,
        table: str,
        address: str,
    ) -> Found[int]:
        """The action of a bot, or of a weaker level in place of one that does not play here."""
        await asyncio.sleep(0)  # people come first
        level = bot
        while level not in bots_of(spec, knows=len(spec.knowledge) > 1):
            level = level_below(spec, level)
        if len(legal) == 1:
            action = legal[0]
        elif level == MASTER:
            action = _searcher(spec).choose(view, seat, legal, key, Budget(seconds=seconds))
        else:
            action = choose(spec, level, view, seat, legal, key)
        return Found(action, level, None if level == bot else "failed")


@cache
def _searcher(spec: GameSpec) -> Searcher:
    return Searcher(spec, mode="plain")
