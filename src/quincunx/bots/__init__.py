"""Bots at a table: what a bot of a game does at one moment, interpreted, from its own view alone.

Simulations call the same functions compiled; here a person waits for one answer, not for a compiler.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from inspect import signature
from typing import Any

from quincunx.core import words
from quincunx.core.bots import KNOWING_ARGUMENTS, RANDOM, Budget, Searching, load_outside, read_bot
from quincunx.core.draw import KEY_WORDS, seed_key
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.legal import random_action
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec

USUAL_PLAYOUTS = 100
"""Of a searching bot from outside, in a game that has no search of its own."""


def check_bot(spec: GameSpec, name: str) -> None:
    """A SetupError unless this bot plays the game: one of its own, or `module:name`."""
    read = read_bot(name)
    if read.is_outside:
        load_outside(read.name)
    elif read.name not in spec.bot_names:
        raise SetupError(words.NO_SUCH_BOT(game=spec.title, bot=repr(read.name), known=", ".join(spec.bot_names)))
    elif read.playouts is not None and read.name in spec.reflex_names:
        raise SetupError(words.NO_PLAYOUTS(bot=read.name))


def takes_knowledge(bot: Callable[..., int]) -> bool:
    """Whether a reflex bot reads the game's knowledge."""
    return len(signature(bot).parameters) == KNOWING_ARGUMENTS


def default_bot(spec: GameSpec) -> str:
    """The opponent of someone who names none: greedy if the game has it, else its strongest."""
    return "greedy" if "greedy" in spec.bots else spec.bot_names[-1]


def bot_key(seed: int | str, moment: int) -> Row:
    """The key for a decision at one moment of a match (say, its number of events): the same however it was reached."""
    digest = hashlib.sha256(f"bots:{seed}".encode()).digest()
    key = [0] * KEY_WORDS
    seed_key(key, int.from_bytes(digest[:8], "big") >> 1, moment)
    return key


def choose(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: Sequence[int], rng: Row, budget: Budget | None = None
) -> int:
    """The action of the bot of that name, among the legal ones; `rng` is a key as `bot_key` makes it."""
    check_bot(spec, name)
    read = read_bot(name)
    if read.name == RANDOM:
        return random_action(view, seat, list(legal), len(legal), rng)
    if read.name in spec.bots:
        player = spec.bots[read.name]
        more = (spec.knowledge,) if takes_knowledge(player) else ()
        return int(player(view, seat, list(legal), len(legal), rng, *more))
    if read.is_outside:
        return _outside_choice(spec, read.name, view, seat, list(legal), rng, budget)
    budget = budget or Budget(playouts=read.playouts or spec.search.playouts)
    return int(searcher(spec).choose(view, seat, legal, rng, budget))


@cache
def searcher(spec: GameSpec) -> Any:
    """The compiled search of a game, made once a process."""
    from quincunx.solvers.search import Searcher

    return Searcher(spec)


def _outside_choice(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: list[int], rng: Row, budget: Budget | None
) -> int:
    player = _outside(name)
    if isinstance(player, Searching):
        states = [spec.state() for _ in range(player.scratch)]
        arrays = {array: spec.array(array) for array in player.arrays}
        usual = spec.search.playouts if spec.search is not None else USUAL_PLAYOUTS
        return int(player.think(view, seat, legal, len(legal), rng, budget or Budget(playouts=usual), states, arrays))
    return int(player(view, seat, legal, len(legal), rng))


@cache
def _outside(name: str) -> Any:
    return load_outside(name)
