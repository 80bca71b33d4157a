"""A live table: combines its parts, and sends every step to the watchers.

The authority decides, stores and folds; presence knows the connections; clocks measure time; bots think. Watchers get
only what they may know.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import structlog

from quincunx import protocol
from quincunx.core.fields import format_fields
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.core.timeline import Moment
from quincunx.protocol import AnyRequest, Line, Snapshot, TableInfo
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.hall.authority import Ask, Authority, Chore
from quincunx.server.hall.bot_seats import BotSeats, Thinking
from quincunx.server.hall.broadcast import Watcher, hint_line, legal_texts, standings_of, tell_step, to_act_of
from quincunx.server.hall.clocks import Clocks
from quincunx.server.hall.coach import Adviser, Coach
from quincunx.server.hall.info import correction_line, due_info, table_info
from quincunx.server.hall.presence import Presence
from quincunx.server.hall.presenter import presenter_of, told
from quincunx.server.hall.race import Gate
from quincunx.server.hall.requests import GONE_S, go_on, pass_host, race_time, stand_in, void
from quincunx.server.store.writes import TableStore
from quincunx.table.dice import REVEAL_MS
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act
from quincunx.table.refusal import Refuse
from quincunx.table.steps import (
    Acted,
    AnyStep,
    Away,
    Corrected,
    Entered,
    Entry,
    Hinted,
    Left,
    Opened,
    Resumed,
    Started,
    Undone,
    Voided,
)

if TYPE_CHECKING:
    from quincunx.server.news.watch import Watch

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode

PLAY = frozenset({Acted, Corrected, Entered, Hinted, Resumed, Undone, Started})
"""The steps of the match itself, and the narration among them."""
RETRY_S = 1.0
"""Seconds after which the hall retries a failed write: nobody else asks again for bots, clocks and dice."""
HOST_GONE_S = 30.0
"""Seconds after which the hosting passes from an absent host to somebody who is there."""
HISTORY_STEPS = 40
"""The number of last steps that a newcomer gets in words."""


class Thinkers(Thinking, Adviser, Protocol):
    """The room that thinks for a table's bots and coach."""


class Services(Protocol):
    """The interface of a hall for its tables."""

    config: HallConfig
    store: TableStore
    thinkers: Thinkers
    loop: asyncio.AbstractEventLoop
    build: str
    """The version of the page that the hall has."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def lobby_changed(self) -> None:
        """A table's line in the lobby is different now."""
        ...

    def drives(self, table: "Table") -> bool:
        """Whether the bots and clocks of the table run."""
        ...

    def lost(self, table: "Table") -> None:
        """Another process owns the table now."""
        ...

    def start_rematch(self, table: "Table") -> None:
        """The remaining players want another match."""
        ...


class Table:
    """A table in memory, with its watchers."""

    __slots__ = (
        "_alarm",
        "_coming",
        "_epoch",
        "_gate",
        "_host_alarm",
        "_loop",
        "_retry",
        "_services",
        "_tasks",
        "authority",
        "bots",
        "clocks",
        "coach",
        "ledger",
        "news",
        "presence",
    )

    def __init__(self, ledger: Ledger, services: Services) -> None:
        self.ledger = ledger
        self._services = services
        self._loop = services.loop
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming: set[Watcher] = set()
        """Connections not welcomed yet."""
        self._alarm: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._host_alarm: asyncio.TimerHandle | None = None
        time = services.loop.time
        self._epoch = services.now() - time() * 1000
        """The zero of the loop's clock, in milliseconds since 1970: races and countdowns do not follow jumps of the
        wall clock."""
        self.presence = Presence(ledger, time)
        self.authority = Authority(ledger, services.store, self, self.now, self.run)
        self.clocks = Clocks(ledger, self.presence, time)
        self.bots = BotSeats(ledger, services.thinkers, self._loop, self)
        self.coach = Coach(ledger, services.thinkers, self._loop, self)
        self.news: Watch | None = None
        """Watches for news that somebody wants; none if nobody does."""
        self._gate = Gate(self._loop, self._widest_allowance) if ledger.is_timed else None

    def now(self) -> int:
        """Milliseconds since 1970, by a clock that never jumps."""
        return int(self._epoch + self._loop.time() * 1000)

    # Watchers

    def connected(self, seat: Seat) -> bool:
        """Whether a seat has a connection."""
        return self.presence.connected(seat)

    def is_there(self, seat: Seat) -> bool:
        """Whether a seat has a connection or had one a moment ago: nobody is replaced while they load the page."""
        return self.connected(seat) or self._loop.time() - self.presence.gone_since(seat) < GONE_S

    def info(self) -> TableInfo:
        """The table as everyone may know it."""
        allowance = self._services.config.allowance_ms
        return table_info(self.ledger, self.connected, allowance, self.bots.stand_ins, self.now())

    def expect(self, watcher: Watcher) -> None:
        """Expect a connection that has yet to join: until it does, or parts, the table stays in memory."""
        self._coming.add(watcher)

    def join(self, watcher: Watcher, seq: int, answer: Callable[[bool | None], None]) -> None:
        """Let an expected connection watch.

        It is welcomed when no step is being stored, unless it has ended by then, and if its token opens a seat then.
        `answer` hears whether it was; None if the store does not answer and nobody can know.
        """
        self.authority.when_settled(partial(self._welcome, watcher, seq, answer, self.authority.reads))

    def _welcome(self, watcher: Watcher, seq: int, answer: Callable[[bool | None], None], reads: int) -> None:
        if watcher not in self._coming:
            return  # the connection has ended meanwhile
        seat = self.presence.seat(watcher)
        if seat == SPECTATOR and watcher.token is not None:
            # Another hall on the same store may have given the seat.
            if self._services.store.shared and self.authority.reads == reads:
                self.authority.catch_up()
                self.authority.when_settled(partial(self._welcome, watcher, seq, answer, reads))
            else:
                answer(None if self.authority.is_doubtful else False)
            return
        self._coming.discard(watcher)
        comes = self.presence.enter(watcher)
        you = None if seat == SPECTATOR else seat
        snapshot = self._snapshot(seat, seq, watcher.wants_views)
        welcome = protocol.Welcome(protocol.PROTOCOL, self.info(), you, snapshot, self._services.build)
        watcher.send(encode(welcome))
        answer(True)
        if you is None:
            return
        for message in self.coach.remind(you):
            watcher.send(message)
        if comes:
            self._tell_table(but=watcher)
            self._watch_host()
        if self.ledger.chairs[you].is_away:
            self.authority.submit(Chore(partial(self._decide_back, watcher.token)))

    def part(self, watcher: Watcher) -> None:
        """A connection ends."""
        self._coming.discard(watcher)
        if self.presence.part(watcher):
            self.authority.when_settled(self._tell_table)
            self.authority.when_settled(self.drive)
            self.authority.when_settled(self._consider_rematch)
            self._watch_host()

    @property
    def is_attended(self) -> bool:
        """Whether one of its players is connected here, or somebody watches a match of bots."""
        return self.presence.has_players if self.ledger.people else bool(self.presence.watchers)

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost by forgetting the table."""
        busy = self.presence.watchers or self._coming or self._alarm or self._retry or self._tasks
        return not busy and self.authority.is_idle and self.bots.is_idle

    def close(self) -> None:
        """Stop everything that runs here."""
        for timer in (self._alarm, self._retry, self._host_alarm):
            if timer is not None:
                timer.cancel()
        if self.news is not None:
            self.news.close()
        for task in self._tasks:
            task.cancel()

    # For the coach

    def advise(self, seat: Seat) -> None:
        """A player asks for a hint."""
        self.coach.advise(seat)

    def submit(self, chore: Chore) -> None:
        """Have something decided and stored."""
        self.authority.submit(chore)

    def tell_seat(self, seat: Seat, message: bytes) -> None:
        """Send a message to a seat's player alone."""
        for watcher in self.presence.watchers:
            if self.presence.seat(watcher) == seat:
                watcher.send(message)

    # Requests

    def ask(self, watcher: Watcher, request: AnyRequest) -> None:
        """Handle a request of someone at the table; an action of a race waits until its moment has come."""
        if self._gate is None or type(request) is not protocol.Act:
            self.authority.submit(Ask(watcher.token, request, watcher))
            return
        allowance = self._allowance_of(watcher)
        token = watcher.token
        self._gate.enter(
            allowance, lambda moment: self.authority.submit(Ask(token, request, watcher, self._date(moment))), token
        )

    def react(self, watcher: Watcher, message: protocol.React) -> None:
        """Handle a reaction; nothing is stored."""
        if self.authority.is_crowded:
            watcher.send(encode(protocol.Refused(message.id, "busy", words.TOO_MUCH_ASKED(), None)))
            return
        self.authority.when_settled(partial(self._tell_reaction, watcher, message))

    def _tell_reaction(self, watcher: Watcher, message: protocol.React) -> None:
        seat = self.ledger.seat_of(watcher.token)
        if seat is None:
            watcher.send(encode(protocol.Refused(message.id, "seat", words.ONLY_WATCHES(), None)))
            return
        watcher.send(encode(protocol.Ack(message.id, self.ledger.seq, self.ledger.chain.hex())))
        reaction = encode(protocol.Reacted(seat, message.reaction))
        for other in self.presence.watchers:
            other.send(reaction)

    def _date(self, moment: float) -> int:
        """A moment of the loop's clock in milliseconds since 1970."""
        return int(self._epoch + moment * 1000)

    def _allowance_of(self, watcher: Watcher) -> float:
        """Return the seconds by which a watcher's action is backdated, at most the allowance.

        It is the shortest round trip of all the player's connections, who may see by one and answer by another.
        """
        trips = [other.round_trip for other in self.presence.watchers if other.token == watcher.token]
        return min([watcher.round_trip, *trips, self._services.config.allowance_ms / 1000])

    def _widest_allowance(self) -> float:
        widest = max((watcher.round_trip for watcher, _ in self.presence.players()), default=0.0)
        return min(widest, self._services.config.allowance_ms / 1000)

    # For the bots

    def drives(self) -> bool:
        """Whether this process moves the bots and clocks of this table now.

        It does not while a failed write waits for a retry.
        """
        return self._retry is None and self._services.drives(self)

    @property
    def address(self) -> str:
        """Identifies the address that opened the table: each address has an equal share of the bots' workers."""
        return str(self.ledger.opener)

    def bots_changed(self) -> None:
        """Handle a change of the level that answers for a bot."""
        self.authority.when_settled(self._tell_table)

    def move(self, decide: Callable[[int | None, int], AnyStep], done: Callable[[], None]) -> None:
        """Have a bot's action decided and stored; in a race it waits for its time like everyone else's."""
        if self._gate is None:
            self.authority.submit(Chore(partial(decide, None), lambda *_: done()))
        else:
            self._gate.enter(
                0.0,
                lambda moment: self.authority.submit(Chore(partial(decide, self._date(moment)), lambda *_: done())),
            )

    def _decide_back(self, token: str | None, _now: int) -> AnyStep:
        seat = self.ledger.seat_of(token)
        if seat is None:
            raise Refuse("seat", words.ONLY_WATCHES())
        return Away(seat)

    # Sending

    def stepped(self, entry: Entry, moments: list[Moment] | None, was: protocol.Status, answered: Ask | None) -> None:
        """Send a stored and folded step to everyone."""
        step = entry.step
        if type(step) in PLAY:
            self._tell_play(entry, moments, was, answered)
            if isinstance(step, Hinted):
                self._tell_table()
                if answered is not None:
                    self.advise(step.seat)
            return
        if isinstance(step, Opened | Left):
            self.presence.left()
        if isinstance(step, Voided):
            log.info("dice_round_void", table=self.ledger.id, round=step.round, failed=step.failed)
        if answered is not None:
            answered.watcher.send(encode(protocol.Ack(answered.request.id, entry.seq, entry.chain.hex())))
        self.clocks.note_actors()
        if isinstance(step, Away) and step.bot is None:
            self.clocks.restart(step.seat)
        self._watch_host()
        self._tell_table()
        self._services.lobby_changed()

    def _tell_play(
        self, entry: Entry, moments: list[Moment] | None, was: protocol.Status, answered: Ask | None
    ) -> None:
        has_turned = was != self.ledger.status
        if has_turned and was == "waiting":
            self._tell_table()
        timed = self.clocks.is_timed or was == "waiting"
        if timed:
            self.clocks.note_actors()
        watcher, ack = (None, None) if answered is None else (answered.watcher, answered.request.id)
        if watcher is not None and ack is not None and watcher not in self.presence.watchers:
            watcher.send(encode(protocol.Ack(ack, entry.seq, entry.chain.hex())))
        deadline = self.clocks.deadline if timed else None
        tell_step(self.ledger, entry, moments, self.presence.watchers, watcher, ack, deadline)
        if has_turned:
            if was != "waiting":
                self._tell_table()
            self._services.lobby_changed()

    def _tell_table(self, but: Watcher | None = None) -> None:
        watchers = [watcher for watcher in self.presence.watchers if watcher is not but]
        if not watchers:
            return
        info = self.info()
        told: dict[Seat, bytes] = {}
        for watcher in watchers:
            seat = self.presence.seat(watcher)
            if seat not in told:
                told[seat] = encode(protocol.TableNews(info, None if seat == SPECTATOR else seat))
            watcher.send(told[seat])

    def _snapshot(self, seat: Seat, after: int, with_view: bool) -> Snapshot:
        ledger = self.ledger
        if ledger.match is None:
            return Snapshot(ledger.seq, [], None, [], [], [], False, None, None, None)
        view = ledger.view(seat)
        return Snapshot(
            seq=ledger.seq,
            lines=self._history(seat, after),
            picture=presenter_of(ledger.spec).picture(view, seat),
            to_act=to_act_of(ledger),
            legal=legal_texts(ledger, seat, view),
            standings=standings_of(ledger, view),
            undo=seat == ledger.undoer,
            due=due_info(ledger, seat),
            deadline=self.clocks.deadline(seat),
            view=format_fields(view) if with_view else None,
        )

    def _history(self, seat: Seat, after: int) -> list[Line]:
        ledger = self.ledger
        assert ledger.match is not None
        steps = ledger.steps_after(after, HISTORY_STEPS)
        if not steps:
            return []
        first = steps[0][2]
        moments = list(ledger.match.walk(first))
        ends = [begin for _, _, begin in steps[1:]] + [len(ledger.match)]
        names = ledger.names
        lines: list[Line] = []
        for (seq, at, begin), end in zip(steps, ends, strict=True):
            said, last = told(presenter_of(ledger.spec), moments[begin - first : end - first], names, seat, seq, at)
            lines += [line for line, _ in said] + last
        since = steps[0][0]
        lines += [hint_line(ledger, hint.seq, hint.at, hint.seat) for hint in ledger.hints if hint.seq > since]
        lines += [correction_line(ledger, made, seat) for made in ledger.corrections if made.seq >= since]
        return sorted(lines, key=lambda line: line.seq)

    # Consequences of a step and of time

    def settled(self, *, is_ours: bool = True) -> None:
        """Do what follows from the last step, now that everyone has received it.

        The process that has stored the step opens the table of the next match.
        """
        ledger = self.ledger
        if ledger.host is None and ledger.people:
            # First of all: otherwise a stranger who sits down at a table without a host would become the host.
            self.authority.submit_first(Chore(lambda _: pass_host(ledger, self.connected)))
        if ledger.status == "over" and is_ours:
            self._consider_rematch()
        self.drive()
        if self.news is not None:
            self.news.look(is_ours=is_ours)

    def failed(self) -> None:
        """Retry later what could not be stored or read, or has failed, and request nothing else until then."""
        if self._retry is None:
            self._retry = self._loop.call_later(RETRY_S, self._try_again)

    def lost(self) -> None:
        """Another process owns the table now."""
        self._services.lost(self)

    def _try_again(self) -> None:
        self._retry = None
        self.authority.try_again()

    def drive(self) -> None:
        """Run bots, clocks and the making of dice, if this process owns the table."""
        if self.ledger.status == "playing":
            if self.ledger.held is None:
                self.bots.drive()
            else:
                self.coach.drive()
        elif go_on(self.ledger, self.now()) is not None and self.drives():
            self.authority.submit(Chore(self._decide_to_go_on))
        if self.clocks.is_timed or self._alarm is not None or self.ledger.rounds.since:
            self._set_alarm()

    def void_round(self) -> None:
        """Void a round of the dice in which somebody has still to reveal: the hall has restarted."""
        rounds = self.ledger.rounds
        if rounds.stage == "reveal" and rounds.missing():
            self.authority.submit(Chore(partial(self._decide_void, rounds.number)))

    def _decide_void(self, number: int, _now: int) -> AnyStep:
        rounds = self.ledger.rounds
        if rounds.stage != "reveal" or rounds.number != number:
            raise Refuse("stale", words.NOTHING_TO_DO())
        return void(self.ledger)

    def _decide_to_go_on(self, now: int) -> AnyStep:
        decision = go_on(self.ledger, now)
        if decision is None:
            raise Refuse("stale", words.NOTHING_TO_DO())
        return decision

    def _consider_rematch(self) -> None:
        """Open the next table when everyone who is still there has answered.

        Two must want it, or one if nobody has declined.
        """
        ledger = self.ledger
        if ledger.status != "over" or ledger.rematch is not None or True not in ledger.offers:
            return
        if ledger.offers.count(True) < 2 and False in ledger.offers:
            return
        if all(ledger.offers[seat] is not None or not self.connected(seat) for seat in ledger.people):
            self._services.start_rematch(self)

    def _watch_host(self) -> None:
        """Pass the hosting on after a while if the host is absent and another person is there."""
        host = self.ledger.host
        if self._host_alarm is not None or host is None or self.ledger.status == "over":
            return
        if not self.connected(host) and self.presence.has_players:
            gone = self._loop.time() - self.presence.gone_since(host)
            self._host_alarm = self._loop.call_later(max(0.0, HOST_GONE_S - gone), self._replace_host)

    def _replace_host(self) -> None:
        self._host_alarm = None
        self.authority.submit(Chore(lambda _: pass_host(self.ledger, self.connected, self._is_gone)))
        self.authority.when_settled(self._watch_host)

    def _is_gone(self, seat: Seat) -> bool:
        return not self.connected(seat) and self._loop.time() - self.presence.gone_since(seat) >= HOST_GONE_S

    def _next_alarm(self) -> float | None:
        rounds = self.ledger.rounds
        if self.ledger.status == "waiting":
            if not rounds.since or not self.ledger.is_full:
                return None
            patience = REVEAL_MS if rounds.stage == "commit" or rounds.missing() else self.ledger.countdown
            return self._loop.time() + max(0, rounds.since + patience - self.now()) / 1000 + 0.001
        return self.clocks.next_alarm()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        end = self._next_alarm()
        if end is not None and self.drives():
            self._alarm = self._loop.call_at(end, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.authority.when_settled(self._act_for_the_absent)

    def _act_for_the_absent(self) -> None:
        decide = self._decide_default if self.ledger.settings.away == "default" else self._decide_stand_in
        for seat in self.clocks.late():
            self.authority.submit(Chore(partial(decide, seat)))
        self.authority.when_settled(self.drive)

    def _decide_stand_in(self, seat: Seat, _now: int) -> AnyStep:
        return stand_in(self.ledger, seat)

    def _decide_default(self, seat: Seat, now: int) -> AnyStep:
        legal = self.ledger.legal(seat)
        if not legal or seat not in self.clocks.late():
            raise Refuse("turn", words.TOO_LATE())
        return act(self.ledger, seat, legal[0], race_time(self.ledger, now if self.ledger.is_timed else None))

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run this in the background; log its failure, and retry after a while."""
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("table_failed", table=self.ledger.id, exc_info=task.exception())
            self.failed()
