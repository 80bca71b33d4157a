"""Bots that think in the page's own worker: interpreted, one after the other, each within its time."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache

from quincunx.bots import choose, level_below
from quincunx.bots.advice import Advice, weigh
from quincunx.core.bots import MASTER, Budget
from quincunx.core.spec import GameSpec
from quincunx.site.knowledge import bots_of
from quincunx.solvers.search import Searcher
from quincunx.thinking.found import Decision, Found

PAUSE_S = 0.05
"""Seconds between a quick hint and the search for a better one."""


class Thinkers:
    """Finds the actions of bots, and advice."""

    async def answer(self, decision: Decision, bot: str, *, seconds: float) -> Found[int]:
        """The action of a bot, or of a weaker level in place of one that does not play here."""
        await asyncio.sleep(0)  # people come first
        spec, view, seat, legal, key, *_ = decision
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

    async def weigh(self, decision: Decision, budget: Budget) -> AsyncIterator[Found[Advice]]:
        """The advice of the best bot that answers at once, then that of the search, if there is one here."""
        await asyncio.sleep(0)
        spec, view, seat, legal, key, *_ = decision
        *levels, best = bots_of(spec, knows=len(spec.knowledge) > 1)
        quick = levels[-1] if best == MASTER else best
        yield Found(weigh(spec, quick, view, seat, legal, list(key)), quick, None if quick == best else "preparing")
        if best == MASTER:
            await asyncio.sleep(PAUSE_S)  # the page draws the first one
            yield Found(weigh(spec, best, view, seat, legal, list(key), budget, searching=_searcher(spec)), best)

    async def judge(self, decision: Decision, done: int, budget: Budget) -> Advice | None:
        """The advice of the search about an action that was done; none without a search."""
        await asyncio.sleep(0)
        spec, view, seat, legal, key, *_ = decision
        if bots_of(spec, knows=len(spec.knowledge) > 1)[-1] != MASTER:
            return None
        return weigh(spec, MASTER, view, seat, legal, key, budget, done, _searcher(spec))


@cache
def _searcher(spec: GameSpec) -> Searcher:
    return Searcher(spec, mode="plain")
