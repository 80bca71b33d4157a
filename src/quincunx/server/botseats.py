"""The seats of a table that bots play: when each begins to think, and what becomes of its thought."""

import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from quincunx.core.seats import Seat
from quincunx.server import words
from quincunx.server.decisions import Decision, act, race_time
from quincunx.server.ledger import Ledger
from quincunx.server.refusal import Refuse
from quincunx.server.thinkers import key_for


class Thinking(Protocol):
    """Whoever thinks for the bots."""

    async def choose(
        self, spec: Any, bot: str, view: Any, seat: Seat, legal: list[int], key: list[int], table: str = ""
    ) -> int:
        """What the bot does."""
        ...


class BotSeats:
    """Lets bots think whose move it is, each after a pause."""

    def __init__(
        self,
        ledger: Ledger,
        thinkers: Thinking,
        later: Callable[[float, Callable[[], None]], Any],
        run: Callable[[Coroutine[Any, Any, None]], None],
        move: Callable[[Callable[[int | None, int], Decision], Callable[[], None]], None],
        drives: Callable[[], bool],
    ) -> None:
        self._ledger = ledger
        self._thinkers = thinkers
        self._later = later
        self._run = run
        self._move = move
        """Have this decided, given the moment (in a race) and the time; then call that."""
        self._drives = drives
        """Whether the bots of this table are this process's business."""
        self._thinking: set[Seat] = set()

    @property
    def is_idle(self) -> bool:
        """Whether no bot thinks."""
        return not self._thinking

    def drive(self) -> None:
        """Let those bots begin whose move it is and who have not yet."""
        ledger = self._ledger
        if ledger.status != "playing":
            return
        for seat in ledger.actors:
            if ledger.chairs[seat].bot is not None and seat not in self._thinking and self._drives():
                self._thinking.add(seat)
                self._later(self._pause(seat), partial(self._begin, seat))

    def _pause(self, seat: Seat) -> float:
        """How long a bot takes: never quite the same; in a race the stronger the quicker."""
        pace = self._ledger.settings.pace / 1000
        if not self._ledger.spec.race:
            return pace * random.uniform(0.7, 1.3)
        names = self._ledger.spec.bot_names
        bot = self._ledger.chairs[seat].bot
        rank = names.index(bot) if bot in names else 0
        return pace * (1.6 - 0.3 * rank) * random.lognormvariate(0, 0.35)

    def _begin(self, seat: Seat) -> None:
        if self._drives():
            self._run(self._think(seat))
        else:
            self._thinking.discard(seat)

    async def _think(self, seat: Seat) -> None:
        ledger = self._ledger
        bot = ledger.chairs[seat].bot
        if ledger.status != "playing" or bot is None or seat not in ledger.actors:
            self._thinking.discard(seat)
            return
        assert ledger.match is not None
        key, seq = key_for(ledger.seed, seat, len(ledger.match)), ledger.seq
        try:
            action = await self._thinkers.choose(
                ledger.spec, bot, ledger.view(seat), seat, ledger.legal(seat), key, ledger.id
            )
        except BaseException:
            self._thinking.discard(seat)
            raise
        self._move(partial(self._decide, seat, action, seq), partial(self._done, seat))

    def _decide(self, seat: Seat, action: int, seq: int, moment: int | None, _now: int) -> Decision:
        ledger = self._ledger
        if ledger.chairs[seat].bot is None:
            raise Refuse("seat", words.PLAYER_IS_BACK())
        if seq != ledger.seq and not ledger.spec.race:
            raise Refuse("stale", words.MOVED_ON())
        return act(ledger, seat, action, race_time(ledger, moment))

    def _done(self, seat: Seat) -> None:
        self._thinking.discard(seat)
        self.drive()
