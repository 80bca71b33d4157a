"""A seeded hall whose analyses and coach answer at once, by made-up values: sums and marks do not depend on which.

The first legal action is worth most, and each further one a little less. `python -m tests.web.quick_minds` runs it.
"""

import zlib
from collections.abc import AsyncIterator
from typing import Any
from unittest import mock

from quincunx.bots.advice import Advice, Choice, sentence
from quincunx.core.bots import Budget
from quincunx.core.match import Match
from quincunx.core.spec import GameSpec
from quincunx.solvers.valuer import Option, Precision, Query, Valued
from quincunx.solvers.valuing import UNIT
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.room import Room
from tests.web import seeded

STEP = UNIT // 50
MOST = 4
"""The most actions that are weighed."""


def worth(seats: int, state: bytes) -> list[int]:
    """Values that add up to a win."""
    first = zlib.crc32(state) % UNIT
    return [first if seat == 0 else (UNIT - first) // (seats - 1) for seat in range(seats)]


async def value(_room: Room, spec: GameSpec, seats: int, query: Query, _precision: Precision, **_: Any) -> Valued:
    """A moment of a match; some choices are mistakes."""
    before = worth(seats, query.before)
    options: list[Option] = []
    if query.seat is not None and query.choice is not None:
        state = spec.state()
        state.set_bytes(query.before)
        legal = Match(spec, seats, start=state, settle=False).legal_actions(query.seat)
        ranks = {action: rank for rank, action in enumerate(legal)}
        others = [action for action in legal[:MOST] if action != query.choice]
        for action in (query.choice, *others):
            gain = STEP * (min(MOST, ranks[query.choice]) - min(MOST, ranks[action]))
            values = [one + (gain if seat == query.seat else -gain) for seat, one in enumerate(before)]
            options.append(Option(action, values, gain, STEP // 10))
    return Valued(before, 5_000, 64, 1, 1, None, options)


def advice(decision: Decision, shown: list[int]) -> Advice:
    """The first actions, best first."""
    spec, view, seat, legal = decision[:4]
    choices = [
        Choice(action, spec.notation.format_action(view, seat, action), 0.6 - 0.1 * legal.index(action), 0.01, 0.0, 9)
        for action in shown
    ]
    return Advice(spec.slug, seat, "master", "wins", shown[0], choices, sentence(choices, alone=False))


async def weigh(_room: Room, decision: Decision, _budget: Budget) -> AsyncIterator[Found[Advice]]:
    """A first advice with one choice, then a better one."""
    yield Found(advice(decision, decision.legal[:1]), "greedy", "preparing")
    yield Found(advice(decision, decision.legal[:3]), "master")


async def judge(_room: Room, decision: Decision, done: int, _budget: Budget) -> Advice:
    """Whatever is not the first legal action is dear."""
    return advice(decision, list(dict.fromkeys([decision.legal[0], done])))


if __name__ == "__main__":
    with mock.patch.multiple(Room, value=value, weigh=weigh, judge=judge):
        seeded.run()
