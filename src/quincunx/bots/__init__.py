"""Bots at a table: a bot's action at one moment, interpreted, from its own view alone.

Simulations call the same functions compiled; here a person should not wait for a compiler.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from operator import index
from traceback import extract_tb, format_list
from typing import Any

from quincunx.core import full
from quincunx.core.bots import MASTER, PERFECT, RANDOM, Budget, Searching, load_outside, read_bot, takes_knowledge
from quincunx.core.defaults import random_action
from quincunx.core.errors import BotError, SetupError
from quincunx.core.fields import Row
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.messages import Message
from quincunx.core.seats import MAX_SEATS, Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import (
    BEING_BUILT,
    BOT_NEEDS_FULL,
    NO_PLAYOUTS,
    NO_SUCH_BOT,
    NOT_BUILT,
    NOT_SOLVED,
    OTHER_VARIANTS,
    SOLVED_FOR,
    quoted,
)
from quincunx.solvers import solved

USUAL_PLAYOUTS = 100
"""The budget of a searching bot from outside, in a game that has no search of its own."""


def opening(spec: GameSpec, seats: int, variants: Mapping[str, str] | None) -> Any:
    """The first position of a match with these variants."""
    state = spec.state()
    spec.rules.setup(state, seats, spec.options(variants))
    return state


def levels(spec: GameSpec, seats: int, view: Any = None) -> tuple[str, ...]:
    """The game's own bots that play here for `seats`, weakest first; `perfect` only where its tables are there."""
    names = bots_here(spec)
    is_perfect = full.is_installed() and solved.solved_for(spec, seats) is not None and solved.is_built(spec, view)
    return (*names, PERFECT) if is_perfect else names


def bots_here(spec: GameSpec) -> tuple[str, ...]:
    """The game's own bots that this installation can play, weakest first."""
    return tuple(name for name in spec.bot_names if plays_here(spec, name))


def plays_here(spec: GameSpec, name: str) -> bool:
    """Whether this installation has what a bot needs.

    Where nothing is compiled, only bots that need no preparing play, and in a browser those that it has brought the
    knowledge for.
    """
    return full.is_installed() or not needs_preparing(spec, name) or "knowledge" in vars(spec)


def check_level(spec: GameSpec, name: str, seats: int, view: Any = None) -> None:
    """Raise SetupError unless this is one of the game's own bots for `seats`; load nothing from outside."""
    _check_installation(spec, name)
    if name not in levels(spec, seats, view):
        if name == PERFECT:
            _check_perfect(spec, seats, view)
        raise SetupError(NO_SUCH_BOT(game=spec.title, bot=quoted(name), known=", ".join(levels(spec, seats))))


def _check_installation(spec: GameSpec, name: str) -> None:
    if name in (*spec.bot_names, PERFECT) and not plays_here(spec, name):
        raise SetupError(BOT_NEEDS_FULL(bot=name, known=", ".join(bots_here(spec))))


def _check_perfect(spec: GameSpec, seats: int | None, view: Any) -> None:
    found = solved.SOLVED.get(spec.slug)
    if found is None:
        raise SetupError(NOT_SOLVED(game=spec.title))
    if seats is not None and seats != found.seats:
        raise SetupError(SOLVED_FOR(game=spec.title, count=found.seats))
    if (lack := lack_of_tables(spec, view)) is not None:
        raise SetupError(lack)


def lack_of_tables(spec: GameSpec, view: Any = None) -> Message | None:
    """Return why `perfect` cannot play a solved game, or these variants, now; None if it can."""
    if solved.is_built(spec, view):
        return None
    tables = solved.tables_for(spec, view)
    if tables is None:
        return OTHER_VARIANTS(game=spec.title)
    progress = solved.build_progress(tables.folder)
    if progress is not None:
        return BEING_BUILT(percent=int(100 * progress))
    return NOT_BUILT(command=tables.command)


def check_bot(spec: GameSpec, name: str, seats: int | None = None, view: Any = None) -> None:
    """Raise SetupError unless this bot (`level` or `module:name`) plays the game with `seats`."""
    read = read_bot(name)
    _check_installation(spec, read.name)
    if read.is_outside:
        load_outside(read.name)
    elif read.name == PERFECT:
        _check_perfect(spec, seats, view)
    elif read.name not in spec.bot_names:
        raise SetupError(NO_SUCH_BOT(game=spec.title, bot=quoted(read.name), known=", ".join(spec.bot_names)))
    elif read.playouts is not None and read.name in spec.reflex_names:
        raise SetupError(NO_PLAYOUTS(bot=read.name))


def default_bot(spec: GameSpec) -> str:
    """Return the default opponent: greedy if the game has it, else its strongest."""
    return "greedy" if "greedy" in spec.bots else spec.bot_names[-1]


def bot_key(seed: int | str, moment: int, seat: Seat) -> Row:
    """The random key of a seat's decision at one moment of a match, such as its number of events."""
    digest = hashlib.sha256(f"bots:{seed}".encode()).digest()
    key = [0] * KEY_WORDS
    seed_key(key, int.from_bytes(digest[:8], "big") >> 1, moment * MAX_SEATS + seat)
    return key


def choose(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: Sequence[int], rng: Row, budget: Budget | None = None
) -> int:
    """Return the legal action that a bot chooses; `rng` is a key from `bot_key`."""
    check_bot(spec, name, view=view)
    read = read_bot(name)
    if read.name == RANDOM:
        return random_action(view, seat, list(legal), len(legal), rng)
    if read.name in spec.bots:
        player = spec.bots[read.name]
        more = (spec.knowledge,) if takes_knowledge(player) else ()
        return int(player(view, seat, list(legal), len(legal), rng, *more))
    if read.is_outside:
        return _outside_choice(spec, read.name, view, seat, list(legal), rng, budget)
    if read.name == PERFECT:
        return int(perfect_player(spec).best_action(view))
    budget = budget or Budget(playouts=read.playouts or usual_playouts(spec))
    return int(searcher(spec).choose(view, seat, legal, rng, budget))


def usual_playouts(spec: GameSpec) -> int:
    """The default budget of a search of this game."""
    return USUAL_PLAYOUTS if spec.search is None else spec.search.playouts


def level_below(spec: GameSpec, name: str) -> str:
    """The next weaker bot of a game; below a bot that is not the game's own comes the default bot."""
    names, bot = (*spec.bot_names, PERFECT), read_bot(name).name
    return names[names.index(bot) - 1] if bot in names else default_bot(spec)


def needs_preparing(spec: GameSpec, name: str) -> bool:
    """Whether a bot must load, build or compile something before its first answer."""
    bot = read_bot(name).name
    return bot in (MASTER, PERFECT) or (bot in spec.bots and takes_knowledge(spec.bots[bot]))


def unready_levels(spec: GameSpec, name: str) -> list[str]:
    """Return a bot and the levels below it that need preparing, weakest first."""
    found: list[str] = []
    while needs_preparing(spec, name):
        found.insert(0, name)
        name = level_below(spec, name)
    return found


def make_ready(spec: GameSpec, name: str) -> None:
    """Load, build or compile what a bot and those below it need; that may take a minute."""
    for level in unready_levels(spec, name):
        bot = read_bot(level).name
        if bot == MASTER:
            searcher(spec)
        elif bot == PERFECT:
            perfect_player(spec)
        else:
            load_knowledge(spec)


_searchers: dict[str, Any] = {}
"""By the game's slug: its search, once that is compiled."""


def load_knowledge(spec: GameSpec) -> Any:
    """The tables of the game's bots; built on first use."""
    return spec.knowledge


def searcher(spec: GameSpec) -> Any:
    """The compiled search of a game, made once in a process; the first call waits until it is compiled."""
    if spec.slug not in _searchers:
        from quincunx.solvers.search import Searcher

        made = Searcher(spec)
        made.warm_up()
        _searchers.setdefault(spec.slug, made)
    return _searchers[spec.slug]


@cache
def perfect_player(spec: GameSpec) -> solved.ExactTables:
    """The tables of a solved game."""
    return solved.load_tables(spec)


def _outside_choice(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: list[int], rng: Row, budget: Budget | None
) -> int:
    player = _outside(name)
    if isinstance(player, Searching):
        states = [spec.state() for _ in range(player.scratch)]
        arrays = {array: spec.array(array) for array in player.arrays}
        budget = budget or Budget(playouts=usual_playouts(spec))
        decide = partial(player.think, view, seat, legal, len(legal), rng, budget, states, arrays)
    else:
        decide = partial(player, view, seat, legal, len(legal), rng)
    try:
        answer = decide()
    except Exception as error:
        from quincunx.bots import words  # only bots from outside need them, which no hall plays

        frames = "".join(format_list(extract_tb(error.__traceback__)[1:]))
        said = words.RAISES(bot=name, error=f"{type(error).__name__}: {error}")
        raise BotError(said, frames) from None
    return _number(name, answer)


def _number(name: str, answer: Any) -> int:
    try:
        return index(answer)
    except TypeError:
        from quincunx.bots import words  # only bots from outside need them, which no hall plays

        raise SetupError(words.NO_NUMBER(bot=name, answer=quoted(answer))) from None


@cache
def _outside(name: str) -> Any:
    return load_outside(name)
