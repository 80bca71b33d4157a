"""The seats of a table that bots play: when each bot begins to think, and when it acts."""

import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from quincunx.bots import bot_key
from quincunx.bots.reactions import reaction_ms
from quincunx.core.bots import MASTER
from quincunx.core.seats import Seat
from quincunx.protocol import StandIn
from quincunx.server import words
from quincunx.server.hall.requests import race_time
from quincunx.server.hall.tally import TALLY
from quincunx.table import words as table_words
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.pool import LEAST_S

LONGEST_THOUGHT_S = 2.0
"""The most seconds that a bot searches, however slow the pace of its table."""
PAUSES = random.Random()
"""The random source of the bots' pauses, shared by all tables: it is larger than anything else that a table has in
memory."""


class Thinking(Protocol):
    """The room in which bots think."""

    async def answer(self, decision: Decision, bot: str, *, seconds: float) -> Found[int]:
        """Find a bot's action within that time."""
        ...


class Clock(Protocol):
    """An event loop, as far as bots and coaches need one."""

    def time(self) -> float:
        """The time in seconds."""
        ...

    def call_later(self, delay: float, callback: Callable[[], None]) -> Any:
        """Call this after so many seconds."""
        ...


class Home(Protocol):
    """The interface of a table for its bots."""

    @property
    def address(self) -> str:
        """The address that opened the table: each address has an equal share of the workers."""
        ...

    def drives(self) -> bool:
        """Whether this process moves the bots of this table, now."""
        ...

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run this in the background."""
        ...

    def move(self, decide: Callable[[int | None, int], AnyStep], done: Callable[[], None]) -> None:
        """Have an action decided and stored, then call `done`.

        `decide` gets the time that the action counts from (None unless this is a race) and the time now, both in
        milliseconds since 1970.
        """
        ...

    def bots_changed(self) -> None:
        """Report that another level, or the bot itself again, answers for a bot now."""
        ...


class BotSeats:
    """Lets the bots that may act think, each for as long as the table's pace says."""

    __slots__ = ("_clock", "_home", "_ledger", "_thinkers", "_thinking", "stand_ins")

    def __init__(self, ledger: Ledger, thinkers: Thinking, clock: Clock, home: Home) -> None:
        self._ledger = ledger
        self._thinkers = thinkers
        self._clock = clock
        self._home = home
        self._thinking: set[Seat] = set()
        self.stand_ins: dict[Seat, StandIn] = {}
        """By seat: the level that answered last in place of its bot, if the bot itself did not."""

    @property
    def is_idle(self) -> bool:
        """Whether no bot thinks."""
        return not self._thinking

    def drive(self) -> None:
        """Start every bot that may act and does not think yet."""
        ledger = self._ledger
        if ledger.status != "playing" or ledger.held is not None:
            return
        chairs = ledger.chairs
        for seat in ledger.actors:
            if chairs[seat].bot is not None and seat not in self._thinking and self._home.drives():
                self._thinking.add(seat)
                self._start(seat)

    def _start(self, seat: Seat) -> None:
        """Start a bot; it acts when its pause is over.

        In a race it thinks at the end of its pause, so that it knows the latest position.
        """
        pause = self._pause(seat)
        if self._ledger.is_timed:
            self._clock.call_later(max(0.0, pause - self._seconds(seat)), partial(self._begin, seat, 0.0))
        else:
            self._begin(seat, self._clock.time() + pause)

    def _pause(self, seat: Seat) -> float:
        """Seconds that a bot takes to act: the table's pace, never quite the same.

        In a race it is the reaction time of its level, stretched by the pace.
        """
        ledger = self._ledger
        pace, bot = ledger.settings.pace / 1000, ledger.chairs[seat].bot
        if not ledger.is_timed or len(ledger.actors) == 1 or bot is None:
            return pace * PAUSES.uniform(0.7, 1.3)
        assert ledger.match is not None
        return pace * reaction_ms(ledger.match, bot, PAUSES) / 1000

    def _seconds(self, seat: Seat) -> float:
        """Seconds that a bot may search: the table's pace, in a race a part of it.

        It is the least for bots that do not search.
        """
        if self._ledger.chairs[seat].bot != MASTER:
            return LEAST_S
        share = 0.25 if self._ledger.is_timed else 1.0
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
        key, moved = bot_key(ledger.bot_seed, len(ledger.match), seat), ledger.moved
        legal, began = ledger.legal(seat), self._clock.time()
        try:
            decision = Decision(ledger.spec, ledger.view(seat), seat, legal, key, ledger.id, self._home.address)
            found = await self._thinkers.answer(decision, bot, seconds=self._seconds(seat))
        except BaseException:
            self._thinking.discard(seat)
            raise
        TALLY.thoughts.add(self._clock.time() - began)
        if found.reason is not None:
            TALLY.stand_ins[found.reason] += 1
        if len(legal) > 1:
            self._note(seat, found)
        act_now = partial(self._act, seat, found.result, bot, moved)
        rest = due - self._clock.time()
        if rest > 0:
            self._clock.call_later(rest, act_now)
        else:
            act_now()

    def _note(self, seat: Seat, found: Found[int]) -> None:
        """Note and report when another level begins to answer for a bot, and when the bot itself does again."""
        stand_in = None if found.reason is None else StandIn(found.level, found.reason)
        if stand_in != self.stand_ins.get(seat):
            if stand_in is None:
                del self.stand_ins[seat]
            else:
                self.stand_ins[seat] = stand_in
            self._home.bots_changed()

    def _act(self, seat: Seat, action: int, bot: str, moved: int) -> None:
        if self._home.drives():
            self._home.move(partial(self._decide, seat, action, bot, moved), partial(self._done, seat))
        else:
            self._thinking.discard(seat)

    def _decide(self, seat: Seat, action: int, bot: str, moved: int, moment: int | None, _now: int) -> AnyStep:
        ledger = self._ledger
        plays = ledger.chairs[seat].bot
        if plays is None:
            raise Refuse("seat", words.PLAYER_IS_BACK())
        if (plays, ledger.moved) != (bot, moved) and not ledger.is_timed:
            raise Refuse("stale", table_words.MOVED_ON())
        return act(ledger, seat, action, race_time(ledger, moment))

    def _done(self, seat: Seat) -> None:
        self._thinking.discard(seat)
        self.drive()
