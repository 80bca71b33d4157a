"""Bots: two protocols, the names of the levels, and the budget of an answer.

A bot is given a view, never the truth. A reflex bot answers at once; a searching bot spends a budget. Both may read the
game's knowledge (`GameSpec.knowledge`): tables and learned weights, one array of floats that nobody changes.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from inspect import isclass, signature
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from quincunx.core import words
from quincunx.core.contract import Candidates, Estimate, flaws_of_function
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import quoted

if TYPE_CHECKING:
    import numpy

Floats: TypeAlias = "numpy.ndarray[Any, numpy.dtype[numpy.float64]]"
"""An array of floats, such as the knowledge of a game's bots."""

RANDOM, GREEDY, EXPERT, MASTER, PERFECT = LEVELS = ("random", "greedy", "expert", "master", "perfect")
"""The names of bots that people pick from, weakest first, the same in every game."""

REFLEX_ARGUMENTS = 5
"""The number of arguments of a reflex bot."""
KNOWING_ARGUMENTS = 6
"""The number of arguments of a bot that reads its game's knowledge."""


def takes_knowledge(bot: Callable[..., int]) -> bool:
    """Whether a reflex bot reads the game's knowledge."""
    return len(signature(bot).parameters) == KNOWING_ARGUMENTS


class Reflex(Protocol):
    """A bot that answers at once. A function of this form that Numba can compile plays at full speed."""

    def __call__(self, view: Any, seat: Seat, legal: Row, count: int, key: Row) -> int:
        """One of the first `count` actions of `legal`, ascending; `key` is for `core.generator`."""


class KnowingReflex(Protocol):
    """A reflex bot that reads the knowledge of its game."""

    def __call__(self, view: Any, seat: Seat, legal: Row, count: int, key: Row, knowledge: Any) -> int:
        """One of the first `count` actions of `legal`, ascending; `key` is for `core.generator`."""


@dataclass(frozen=True)
class Budget:
    """The budget of an answer: playouts where a seed must mean the same everywhere, seconds only at a table."""

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.playouts is None) == (self.seconds is None):
            raise SetupError(words.ONE_BUDGET())
        if (self.playouts or self.seconds or 0) <= 0:
            raise SetupError(words.NO_BUDGET(budget=str(self.playouts or self.seconds or 0)))

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.seconds is not None else f"{self.playouts:,} playouts"


@runtime_checkable
class Searching(Protocol):
    """A bot that spends a budget."""

    scratch: int
    """The number of scratch states that it needs."""
    arrays: tuple[str, ...]
    """The names of the read-only arrays it wants: `knowledge`, or none."""

    def think(
        self,
        view: Any,
        seat: Seat,
        legal: Row,
        count: int,
        key: Row,
        budget: Budget,
        states: Any,
        arrays: Mapping[str, Any],
    ) -> int:
        """One of the first `count` actions of `legal`, within the budget."""


@dataclass(frozen=True)
class Search:
    """A game's part of the search, which is otherwise the same for all games."""

    policy: str
    """The reflex bot that plays on after the tried action."""
    margin: int
    """The lead in points that counts as a full win. Half the worth of a trial comes from winning, half from the lead as
    a share of this. Where trials end in chances to win (`estimate`), leads count only alone at the table."""
    playouts: int
    """The usual budget of an answer in simulations and ladders."""
    proof: float = 1.0
    """The number of standard errors by which an action must beat the choice of the strongest bot without search."""
    candidates: Candidates | None = None
    """Selects the actions to search; without it all legal ones are searched."""
    estimate: Estimate | None = None
    """Each seat's chance to win from where a trial stopped; without it every trial is played to its end."""
    outlook: Estimate | None = None
    """The same for the trials of an analysis; without it `estimate`."""
    replayed: Estimate | None = None
    """The same for an arena that removes luck: a replay ends where it knows the chances; without it `outlook`."""

    def __post_init__(self) -> None:
        forms = {"candidates": Candidates, "estimate": Estimate, "outlook": Estimate, "replayed": Estimate}
        given = {name: getattr(self, name) for name in forms if getattr(self, name) is not None}
        if wrong := [flaw for name in given for flaw in flaws_of_function(name, given[name], forms[name])]:
            raise TypeError(f"a search cannot use this: {'; '.join(wrong)}")


@dataclass(frozen=True)
class Bots:
    """The bots of a game and their knowledge: `BOTS` in its `bots.py`."""

    reflexes: Mapping[str, Reflex | KnowingReflex]
    """The bots that answer at once, by level, weakest first."""
    knowledge: Callable[[], Floats] | None = None
    """The function that loads the bots' tables or learned weights."""
    by_heart: Callable[[Floats], Floats] | None = None
    """From that: the part that a page can carry, from which bots choose without weighing; None where a page can carry
    all."""
    search: Search | None = None
    """The game's part of a search; without it no searching bot plays the game."""
    reactions_ms: Mapping[str, int] = field(default_factory=dict)
    """In a race, by level: the usual milliseconds from one action of a bot to the next."""


class BotName(NamedTuple):
    """A bot as people write it: `greedy`, `greedy@2` (twice as fast), `master:400` (playouts), `module:Name`."""

    name: str
    """Its level, or `module:Name`; without speed and playouts."""
    speed: int = 1
    """The factor of its usual speed in a race."""
    playouts: int | None = None
    """The playouts per answer; None for the usual number."""

    @property
    def is_outside(self) -> bool:
        """Whether it is an external bot, given by module and name."""
        return ":" in self.name


HERE = ""
"""The entry of `sys.path` for the current folder."""
MOST_SPEED = 1000
MOST_PLAYOUTS = 10**9


def read_bot(text: str) -> BotName:
    """Parse a bot's name; raise SetupError if it is invalid."""
    name, at, speed = text.strip().partition("@")
    if at and not (speed.isascii() and speed.isdecimal() and 1 <= int(speed) <= MOST_SPEED):
        raise SetupError(words.BOTS_SPEED(most=str(MOST_SPEED), example=f"{name}@2", speed=quoted(speed)))
    level, colon, playouts = name.partition(":")
    if colon and playouts.isascii() and playouts.isdecimal():
        if not 1 <= int(playouts) <= MOST_PLAYOUTS:
            raise SetupError(words.BOTS_PLAYOUTS(bot=name, most=MOST_PLAYOUTS))
        return BotName(level, int(speed or "1"), int(playouts))
    return BotName(name, int(speed or "1"))


def load_outside(name: str) -> Any:
    """Load an external bot, `module:name`: a function of a view, or a class whose objects are called like one.

    A module that is not installed is looked for in the current folder.
    """
    module_name, _, attribute = name.partition(":")
    if HERE not in sys.path:
        sys.path.append(HERE)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        raise _no_bot(name, words.NO_SUCH_MODULE(module=quoted(error.name))) from None
    except ImportError as error:
        raise _no_bot(name, str(error)) from None
    except (SyntaxError, ValueError) as error:
        raise _no_bot(name, words.NO_MODULE(module=module_name, error=str(error))) from None
    if not hasattr(module, attribute):
        raise _no_bot(name, words.NOT_IN_MODULE(module=module_name, name=quoted(attribute)))
    bot = getattr(module, attribute)
    if isclass(bot):
        try:
            bot = bot()
        except TypeError as error:
            raise _no_bot(name, words.NEEDS_ARGUMENTS(error=str(error))) from None
    _check_outside(name, bot)
    return bot


def _no_bot(name: str, reason: Message | str) -> SetupError:
    return SetupError(words.NO_OWN_BOT(bot=quoted(name), reason=reason))


def _check_outside(name: str, bot: Any) -> None:
    if isinstance(bot, Searching):
        return
    form = "(view, seat, legal, count, key)"
    if not callable(bot):
        raise _no_bot(name, words.NOT_CALLABLE(form=form))
    try:
        signature(bot).bind(*range(REFLEX_ARGUMENTS))
    except TypeError:
        raise _no_bot(name, words.OTHER_ARGUMENTS(form=form, found=str(signature(bot)))) from None
