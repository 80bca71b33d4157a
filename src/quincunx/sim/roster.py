"""The bots of a batch by seat: reflex bots by their number in the compiled loops, others asked in Python."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any

from quincunx.bots import check_bot, choose
from quincunx.core import loops
from quincunx.core.bots import PERFECT, Searching, load_outside, read_bot, takes_knowledge
from quincunx.core.defaults import WRONG_ACTION, WRONG_SEAT, IllegalAnswerError
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.spec import GameSpec
from quincunx.sim import words

STREAM_OF_SEAT = 1 << 40
"""The most matches: a bot that is asked draws from its own stream of the match, numbered from here."""


class Thinker:
    """A bot that is asked in Python for one seat: one that searches, with its budget, or one that does not compile."""

    def __init__(self, name: str, seat: int, decide: Callable[[Any, int, list[int], Row], int]) -> None:
        self.name = name
        self.seat = seat
        self._decide = decide
        self.key: Row = [0] * KEY_WORDS
        self.answers = 0
        """The number of its answers."""
        self.seconds = 0.0
        """The total seconds of its answers."""

    def start(self, seed: int, number: int) -> None:
        """Get ready for the match of that number."""
        seed_key(self.key, seed, (self.seat + 1) * STREAM_OF_SEAT + number)

    def choose(self, view: Any, seat: int, legal: list[int]) -> int:
        """The bot's choice among the legal actions."""
        began = perf_counter()
        action = int(self._decide(view, seat, legal, self.key))
        self.seconds += perf_counter() - began
        self.answers += 1
        return action


class Roster:
    """The bots of a lineup."""

    def __init__(self, spec: GameSpec, bots: Sequence[str], *, compiling: bool) -> None:
        self.spec = spec
        self.bots = list(bots)
        """By seat: its bot, as it was named."""
        self.outside: tuple[Callable[..., int], ...] = ()
        """Reflex bots from outside that are linked beside the game's own."""
        self.numbers: list[int] = []
        """By seat: the bot's number in the lower bits, its speed above them."""
        self.thinkers: dict[int, Thinker] = {}
        """By seat: the bots that are asked."""
        self._compiling = compiling
        for seat, bot in enumerate(bots):
            read = read_bot(bot)
            number = self._number(bot, seat)
            self.numbers.append(number + (read.speed << loops.SPEED_SHIFT))

    def knowledge(self) -> Any:
        """The game's knowledge, if a bot of the lineup asks for it."""
        import numpy as np

        names = self.spec.reflex_names
        used = [number & loops.BOT_NUMBER for number in self.numbers]
        knowing = any(0 < number < len(names) and takes_knowledge(self.spec.bots[names[number]]) for number in used)
        return self.spec.knowledge if knowing else np.zeros(1)

    @contextmanager
    def refusing(self, key: Any) -> Iterator[None]:
        """While compiled loops run with this key, turn an illegal choice into a SetupError that names the bot."""
        try:
            yield
        except IllegalAnswerError:
            raise self.refusal(int(key[WRONG_SEAT]), int(key[WRONG_ACTION])) from None

    def refusal(self, seat: int, action: int) -> SetupError:
        """The error for the bot of a seat that chose an illegal action."""
        return SetupError(words.CHOSE_ILLEGALLY(bot=self.bots[seat], action=str(action), game=self.spec.title))

    def _number(self, bot: str, seat: int) -> int:
        read = read_bot(bot)
        names = self.spec.reflex_names
        if read.name in names:
            check_bot(self.spec, bot)
            return names.index(read.name)
        if read.is_outside:
            return self._outside(bot, seat)
        if read.name != PERFECT:  # its tables are checked for the variants of each position
            check_bot(self.spec, read.name)
        return self._asked(bot, seat)

    def _outside(self, bot: str, seat: int) -> int:
        name = read_bot(bot).name
        player = load_outside(name)
        if player in self.outside:
            return len(self.spec.reflex_names) + self.outside.index(player)
        if self._compiling and not isinstance(player, Searching):
            from quincunx.core.jit import compiles

            if compiles(self.spec, player):
                self.outside += (player,)
                return len(self.spec.reflex_names) + len(self.outside) - 1
        return self._asked(bot, seat)

    def _asked(self, bot: str, seat: int) -> int:
        self.thinkers[seat] = Thinker(bot, seat, partial(choose, self.spec, bot.partition("@")[0]))
        return loops.ASKED
