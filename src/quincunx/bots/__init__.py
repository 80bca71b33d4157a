"""Bots at a table: what a bot of a game does at one moment, interpreted, from its own view alone.

Simulations call the same functions compiled; here a person waits for one answer, not for a compiler.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from inspect import signature
from threading import Thread
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.bots import KNOWING_ARGUMENTS, MASTER, RANDOM, Budget, Searching, load_outside, read_bot
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


class Decision(NamedTuple):
    """What is done for a bot at a table, and by whom: the level that was asked for, or one below it."""

    action: int
    level: str
    stands_in: bool
    """Whether a weaker bot answered, because the other is still being made ready."""


def decide(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: Sequence[int], key: Row, budget: Budget | None = None
) -> Decision:
    """`choose` where somebody waits: a bot that is not ready is made so in the background, the next below answers."""
    check_bot(spec, name)
    level = name
    while not is_ready(spec, level):
        _prepare(spec, level)
        level = level_below(spec, level)
    action = choose(spec, level, view, seat, legal, key, budget)
    return Decision(action, level, level != name)


def level_below(spec: GameSpec, name: str) -> str:
    """The next weaker bot of a game."""
    return spec.bot_names[spec.bot_names.index(read_bot(name).name) - 1]


def is_ready(spec: GameSpec, name: str) -> bool:
    """Whether a bot can answer at once: what it must load, build or compile is there."""
    bot = read_bot(name).name
    if bot in spec.bots and takes_knowledge(spec.bots[bot]):
        return "knowledge" in vars(spec)
    return bot != MASTER or spec.slug in _searchers


_searchers: dict[str, Any] = {}
"""By game: the search, once it is compiled."""
_preparing: dict[tuple[str, str], Thread] = {}


def _prepare(spec: GameSpec, name: str) -> None:
    """Make a bot ready in the background."""
    name = read_bot(name).name
    if (spec.slug, name) not in _preparing:
        work = searcher if name == MASTER else load_knowledge
        thread = _preparing[spec.slug, name] = Thread(target=work, args=(spec,), daemon=True)
        thread.start()


def load_knowledge(spec: GameSpec) -> Any:
    """What the game's bots know by heart; tables are built the first time."""
    return spec.knowledge


def searcher(spec: GameSpec) -> Any:
    """The compiled search of a game, made once a process; it comes back when it is compiled."""
    if spec.slug not in _searchers:
        from quincunx.solvers.search import Searcher

        made = Searcher(spec)
        made.warm_up()
        _searchers.setdefault(spec.slug, made)
    return _searchers[spec.slug]


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
