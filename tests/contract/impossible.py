"""Positions that play cannot reach: how tests make them of positions that it can.

A game's own are in `tests/games/<slug>/impossible.py`: `ROWS` has at least one for every flaw of its `words.py`, and
`PLAYED` says by which names its rows call positions that play reaches.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from quincunx import Match
from quincunx.core.fields import Grid
from quincunx.core.position import flaws
from quincunx.core.spec import GameSpec
from tests.contract.games import part_of_tests

PART = "impossible"
"""The module of a game's tests that has its rows."""

Wanted: TypeAlias = Callable[[Any], bool]
"""Whether a state is as wanted."""
Played: TypeAlias = tuple[Wanted, int, dict[str, str]]
"""The first such state that random play gets to, with so many seats and these variants."""
Impossible: TypeAlias = tuple[str, str, str]
"""A flaw, a position (a name of `PLAYED`, or fields as text), and what is changed in it so that it has the flaw."""


def at(stage: int) -> Wanted:
    """A state in that stage."""
    return lambda state: bool(state.stage == stage)


def reached(spec: GameSpec, wanted: Wanted, seats: int | None = None, **variants: str) -> Any:
    """The first state of a match of random play that is as wanted."""
    for seed in range(400):
        match = Match(spec, seats, variants=variants, seed=seed, settle=False)
        while not match.is_over and len(match) < 4_000:
            if wanted(match.state):
                break
            if match.awaits_chance:
                match.roll()
            else:
                actions = match.legal_actions(match.actors[-1])
                match.push(actions[(seed + len(match)) % len(actions)], match.actors[-1])
        if wanted(match.state):
            assert flaws(spec, match.state) == []
            return match.state
    raise AssertionError(f"{spec.slug} did not get there")


def changed(state: Any, text: str) -> Any:
    """The same with other numbers: `turn=1 held=1,2 points[0,3]=61`; what a row has no number for is 0."""
    for word in text.split():
        name, _, value = word.partition("=")
        numbers = [int(number) for number in value.split(",")]
        field, *places = re.findall(r"\w+", name)
        held = getattr(state, field)
        if isinstance(held, int):
            setattr(state, field, numbers[0])
        elif isinstance(held, Grid):
            held[int(places[0]), int(places[1])] = numbers[0]
        elif places:
            held[int(places[0])] = numbers[0]
        else:
            held[:] = numbers + [0] * (len(held) - len(numbers))
    return state


@cache
def before(spec: GameSpec, name: str) -> Any:
    """The position that a row calls so, before anything is changed."""
    if "=" in name:
        return changed(spec.state(), name)
    wanted, seats, variants = part_of_tests(spec, PART).PLAYED[name]
    return reached(spec, wanted, seats, **variants)


def check(spec: GameSpec, state: Any, said: str, **fields: Any) -> None:
    """With these fields the state has a flaw that is told so."""
    for name, value in fields.items():
        setattr(state, name, value)
    assert said in "; ".join(map(str, flaws(spec, state)))
