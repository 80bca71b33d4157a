"""The seats of a table that bots play: when each begins to think, and what becomes of its thought."""

import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from quincunx.bots.reactions import reaction_ms
from quincunx.core.bots import MASTER
from quincunx.core.seats import Seat
from quincunx.server import words
from quincunx.server.decisions import Decision, act, race_time
from quincunx.server.ledger import Ledger
from quincunx.server.pool import LEAST_S, Found
from quincunx.server.protocol import StandIn
from quincunx.server.refusal import Refuse
from quincunx.server.thinkers import key_for

LONGEST_THOUGHT_S = 2.0
"""However slowly a table plays."""
PAUSES = random.Random()
"""What the pauses of all tables are drawn from: one would be larger than anything else that a table keeps."""


class Thinking(Protocol):
    """Whoever thinks for the bots."""

    async def choose(
        self,
        spec: Any,
        bot: str,
        view: Any,
        seat: Seat,
        legal: list[int],
        key: list[int],
        *,
        seconds: float,
        table: str,
        address: str,
    ) -> Found:
        """What the bot does."""
        ...


class Clock(Protocol):
    """An event loop, as far as bots need one."""

    def time(self) -> float:
        """In seconds."""
        ...

    def call_later(self, delay: float, callback: Callable[[], None]) -> Any:
        """Call after so many seconds."""
        ...


class Home(Protocol):
    """What the bots need of their table."""

    @property
    def address(self) -> str:
        """Whose tables share the workers with this one."""
        ...

    def drives(self) -> bool:
        """Whether the bots of this table are this process's business."""
        ...

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """In the background."""
        ...

    def move(self, decide: Callable[[int | None, int], Decision], done: Callable[[], None]) -> None:
        """Have this decided, given the moment (in a race) and the time; then call that."""
        ...

    def bots_changed(self) -> None:
        """Another level plays for a bot, or it plays itself again."""
        ...


class BotSeats:
    """Lets bots think whose move it is, each for as long as the table's pace says."""

    def __init__(self, ledger: Ledger, thinkers: Thinking, clock: Clock, home: Home) -> None:
        self._ledger = ledger
        self._thinkers = thinkers
        self._clock = clock
        self._home = home
        self._thinking: set[Seat] = set()
        self.stand_ins: dict[Seat, StandIn] = {}
        """By seat: who answered last for a bot that could not."""

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
            if ledger.chairs[seat].bot is not None and seat not in self._thinking and self._home.drives():
                self._thinking.add(seat)
                self._start(seat)

    def _start(self, seat: Seat) -> None:
        """A bot thinks while it seems to take its time; in a race it looks again at the last moment."""
        pause = self._pause(seat)
        if self._ledger.spec.race:
            self._clock.call_later(max(0.0, pause - self._seconds(seat)), partial(self._begin, seat, 0.0))
        else:
            self._begin(seat, self._clock.time() + pause)

    def _pause(self, seat: Seat) -> float:
        """How long a bot takes, never quite the same; where several race, as long as one of its level does."""
        ledger = self._ledger
        pace, bot = ledger.settings.pace / 1000, ledger.chairs[seat].bot
        if not ledger.spec.race or len(ledger.actors) == 1 or bot is None:
            return pace * PAUSES.uniform(0.7, 1.3)
        assert ledger.match is not None
        return pace * reaction_ms(ledger.match, bot, PAUSES) / 1000

    def _seconds(self, seat: Seat) -> float:
        """How long a bot that searches may think: the table's pace, in a race a part of it; others need no time."""
        if self._ledger.chairs[seat].bot != MASTER:
            return LEAST_S
        share = 0.25 if self._ledger.spec.race else 1.0
        return min(LONGEST_THOUGHT_S, max(LEAST_S, share * self._ledger.settings.pace / 1000))

    def _begin(self, seat: Seat, due: float) -> None:
        if self._home.drives():
            self._home.run(self._think(seat, due))
        else:
            self._thinking.discard(seat)

    async def _think(self, seat: Seat, due: float) -> None:
        ledger = self._ledger
        bot = ledger.chairs[seat].bot
        if ledger.status != "playing" or bot is None or seat not in ledger.actors:
            self._thinking.discard(seat)
            return
        assert ledger.match is not None
        key, seq = key_for(ledger.seed, seat, len(ledger.match)), ledger.seq
        legal = ledger.legal(seat)
        try:
            found = await self._thinkers.choose(
                ledger.spec,
                bot,
                ledger.view(seat),
                seat,
                legal,
                key,
                seconds=self._seconds(seat),
                table=ledger.id,
                address=self._home.address,
            )
        except BaseException:
            self._thinking.discard(seat)
            raise
        if len(legal) > 1:
            self._note(seat, found)
        act_now = partial(self._act, seat, found.action, seq)
        rest = due - self._clock.time()
        if rest > 0:
            self._clock.call_later(rest, act_now)
        else:
            act_now()

    def _note(self, seat: Seat, found: Found) -> None:
        """Say so when another level begins to play for a bot, and when it plays itself again."""
        stand_in = None if found.reason is None else StandIn(found.level, found.reason)
        if stand_in != self.stand_ins.get(seat):
            if stand_in is None:
                del self.stand_ins[seat]
            else:
                self.stand_ins[seat] = stand_in
            self._home.bots_changed()

    def _act(self, seat: Seat, action: int, seq: int) -> None:
        if self._home.drives():
            self._home.move(partial(self._decide, seat, action, seq), partial(self._done, seat))
        else:
            self._thinking.discard(seat)

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
