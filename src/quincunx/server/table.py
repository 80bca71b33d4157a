"""A live table: one authority that checks, stores, then acknowledges and tells everyone.

Requests are taken one at a time. What a request changes is made in the ledger, written to the store, and only when it
is on disk told to anyone; the next request waits until then.
"""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeAlias

import msgspec
import structlog

from quincunx.core.fields import format_fields
from quincunx.core.match import Moment
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.server import metrics, protocol, words
from quincunx.server.config import HallConfig
from quincunx.server.entries import AnyStep, Away, Entry, Mixed, Started
from quincunx.server.ledger import MOVES, Ledger, Memo, Refuse
from quincunx.server.protocol import (
    Line,
    Snapshot,
    TableInfo,
)
from quincunx.server.race import Gate
from quincunx.server.stage import told
from quincunx.server.store import Outcome, Store, Write
from quincunx.server.telling import Watcher, choices_of, standings_of, tell_step, to_act_of
from quincunx.server.thinkers import Thinkers, key_for

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode

PLAY = frozenset({*MOVES, Started})
"""The steps of the match itself."""
UNSEEN = frozenset({*MOVES, Mixed, Away})
"""The steps that leave a table's line in the lobby as it was, unless they end the match."""
HISTORY_STEPS = 40
"""As many steps are told in words to someone who comes new."""


Made: TypeAlias = tuple[AnyStep, list[Moment] | None]
"""A change that was made: its step, and the moments of the match in it."""


class Services(Protocol):
    """What a table needs of its hall."""

    config: HallConfig
    store: Store
    thinkers: Thinkers
    loop: asyncio.AbstractEventLoop

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def lobby_changed(self) -> None:
        """A table's line in the lobby is different now."""
        ...

    def drives(self, table: "Table") -> bool:
        """Whether this process moves the bots and clocks of the table."""
        ...

    def seats_changed(self, table: "Table") -> None:
        """A seat has got its first connection here or lost its last."""
        ...


class Request(msgspec.Struct, gc=False):
    """Someone wants to change the table."""

    seat: Seat
    wish: protocol.Act | Callable[[int], Made]
    """A person's action, the most frequent of all: made whole or not at all, it needs no memo. Or what checks and makes
    any other change, given the time in milliseconds since 1970; a `Refuse` if it may not be made.

    Made again if another process was faster."""
    id: str | None = None
    watcher: Watcher | None = None
    moment: float | None = None
    """In a race: when it counts as done, by the loop's clock."""
    done: Callable[[AnyStep | None, Refuse | None], None] | None = None


class Pending(msgspec.Struct, gc=False):
    """A change that is made and on its way to the store."""

    request: Request
    entry: Entry
    moments: list[Moment] | None
    memo: Memo | None
    was: protocol.Status
    """The table's status before."""


class Table:
    """A table in memory, with whoever watches it."""

    def __init__(self, ledger: Ledger, services: Services) -> None:
        self.ledger = ledger
        self.watchers: dict[Watcher, None] = {}
        self.idle_since = services.loop.time()
        self._services = services
        self._loop = services.loop
        self._queue: list[Request | Callable[[], None]] = []
        self._busy = False
        self._pending: Pending | None = None
        self._doubtful = False
        """Whether a write has failed that may yet have been stored."""
        self._elsewhere: dict[str, tuple[int, float]] = {}
        """Seats connected to other processes: by process, bits of seats and when that was said."""
        self._thinking: set[Seat] = set()
        self._is_timed = False
        """Whether something is shown or done for who does not act."""
        self._since: dict[Seat, float] = {}
        """Since when a seat has been asked to act."""
        self._gone: dict[Seat, float] = {}
        """Since when a seat has had no connection."""
        self._alarm: asyncio.TimerHandle | None = None
        self._gate = Gate(self._loop, self._widest_allowance) if ledger.spec.race else None
        self._tasks: set[asyncio.Task[None]] = set()
        self._note_actors()

    # Watchers

    def connected(self, seat: Seat) -> bool:
        """Whether a seat has a connection, here or at another process."""
        return any(watcher.seat == seat for watcher in self.watchers) or self._is_elsewhere(seat)

    def info(self) -> TableInfo:
        """The table as everyone may know it."""
        return self.ledger.info(self.connected, self._services.config.allowance_ms)

    def join(self, watcher: Watcher, seq: int, answer: Callable[[], None]) -> None:
        """A connection begins to watch; it is welcomed when nothing is on its way to the store."""
        self.when_settled(partial(self._welcome, watcher, seq, answer))

    def _welcome(self, watcher: Watcher, seq: int, answer: Callable[[], None]) -> None:
        was_there = self.connected(watcher.seat)
        self.watchers[watcher] = None
        self._gone.pop(watcher.seat, None)
        you = None if watcher.seat == SPECTATOR else watcher.seat
        snapshot = self._snapshot(watcher.seat, seq, watcher.wants_views)
        welcome = protocol.Welcome(protocol.PROTOCOL, self.info(), you, snapshot)
        watcher.send(encode(welcome))
        answer()
        if you is not None and not was_there:
            self._tell_table(but=watcher)
            self._services.seats_changed(self)
        if you is not None and self.ledger.chairs[you].is_away:
            self.submit(Request(you, lambda _: (self.ledger.come_back(you), None)))

    def part(self, watcher: Watcher) -> None:
        """A connection ends."""
        if self.watchers.pop(watcher, self) is self:
            return
        if watcher.seat != SPECTATOR and not self.connected(watcher.seat):
            self._gone[watcher.seat] = self._loop.time()
            self._services.seats_changed(self)
            self.when_settled(self._tell_table)
            self.when_settled(self._set_alarm)
        if not self.watchers:
            self.idle_since = self._loop.time()

    def heard_of(self, process: str, seats: int) -> None:
        """Another process says which seats are connected to it, as bits."""
        before = self._elsewhere.get(process, (0, 0.0))[0]
        self._elsewhere[process] = (seats, self._loop.time())
        if before != seats:
            self.when_settled(self._tell_table)

    def seats_here(self) -> int:
        """The seats that are connected here, as bits."""
        bits = 0
        for watcher in self.watchers:
            if watcher.seat != SPECTATOR:
                bits |= 1 << watcher.seat
        return bits

    def _is_elsewhere(self, seat: Seat) -> bool:
        now = self._loop.time()
        return any(bits >> seat & 1 and now - said < 30 for bits, said in self._elsewhere.values())

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost by forgetting the table."""
        return not (self.watchers or self._queue or self._busy or self._thinking or self._alarm or self._tasks)

    def close(self) -> None:
        """The hall closes: nothing more happens here."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()

    # Requests

    def submit(self, request: Request) -> None:
        """Take a request, at once or when the ones before it are stored."""
        if self._busy or self._queue:
            self._queue.append(request)
        else:
            self._take(request)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call when everything made so far is stored."""
        if self._busy or self._queue:
            self._queue.append(call)
        else:
            call()

    def _next(self) -> None:
        while self._queue and not self._busy:
            item = self._queue.pop(0)
            try:
                if isinstance(item, Request):
                    self._take(item)
                else:
                    item()
            except Exception:
                log.exception("table_failed", table=self.ledger.id)

    def _take(self, request: Request) -> None:
        if self._doubtful:
            self._catch_up(request)
            return
        ledger = self.ledger
        message = None
        if request.id is not None:
            message = f"{request.seat}:{request.id}"
            if (answered := ledger.answered(request.seat, message)) is not None:
                self._acknowledge(request, answered)
                return
        wish, memo, was = request.wish, None, ledger.status
        now = self._services.now()
        moments: list[Moment] | None
        try:
            if isinstance(wish, protocol.Act):
                step, moments = self._make_act(request.seat, wish, request.moment, now)
            else:
                memo = ledger.mark()
                step, moments = wish(now)
        except Refuse as refusal:
            self._refuse(request, refusal)
            return
        except Exception:
            log.exception("request_failed", table=ledger.id)
            if memo is not None:
                ledger.revert(memo)
            self._refuse(request, Refuse("store", words.MISTAKE_NOTHING()))
            return
        entry = Entry(ledger.seq + 1, now, message, step)
        self._busy = True
        self._pending = Pending(request, entry, moments, memo, was)
        write = Write(ledger.id, ledger.number, (entry,), self._written)
        if type(step) not in UNSEEN or ledger.status != was:
            write.summary, write.listed = ledger.summary(), ledger.settings.listed
        self._services.store.append(write)

    def _written(self, outcome: Outcome) -> None:
        pending = self._pending
        assert pending is not None
        self._pending = None
        request, entry = pending.request, pending.entry
        if outcome is not Outcome.STORED:
            self._take_back(pending, outcome)
            return
        self.ledger.stored(entry)
        try:
            self._tell(entry, pending.moments, pending.was, request)
        except Exception:
            log.exception("telling_failed", table=self.ledger.id)
        if request.done is not None:
            request.done(entry.step, None)
        self._busy = False
        self._after_step()
        if self._queue:
            self._next()

    def _take_back(self, pending: Pending, outcome: Outcome) -> None:
        request = pending.request
        if pending.memo is None:
            self.ledger.revert_act()
        else:
            self.ledger.revert(pending.memo)
        if outcome is Outcome.TAKEN:
            self._catch_up(request, was_late=True)
            return
        self._doubtful = True
        self._busy = False
        self._refuse(request, Refuse("store", words.NOT_STORED_AGAIN()))
        self._next()

    def _acknowledge(self, request: Request, seq: int) -> None:
        if request.watcher is not None and request.id is not None:
            request.watcher.send(encode(protocol.Ack(request.id, seq)))

    def _refuse(self, request: Request, refusal: Refuse) -> None:
        metrics.REFUSALS.labels(refusal.code).inc()
        if request.watcher is not None and request.id is not None:
            request.watcher.send(encode(protocol.Refused(request.id, refusal.code, refusal.reason, refusal.rule)))
        if request.done is not None:
            request.done(None, refusal)

    # Other processes

    def catch_up(self) -> None:
        """Another process has stored something."""
        self.when_settled(partial(self._catch_up, None))

    def _catch_up(self, request: Request | None, *, was_late: bool = False) -> None:
        self._busy = True
        self._run(self._read_on(request, was_late))

    async def _read_on(self, request: Request | None, was_late: bool) -> None:
        try:
            entries = await self._services.store.entries(self.ledger.id, self.ledger.seq)
        except Exception:
            log.exception("store_failed", table=self.ledger.id)
            self._doubtful = True
            if request is not None:
                self._refuse(request, Refuse("store", words.STORE_SILENT()))
            request, entries = None, []
        else:
            self._doubtful = False
            if was_late and not entries and request is not None:
                self._refuse(request, Refuse("store", words.NOT_STORED()))
                request = None
        for entry in entries:
            was = self.ledger.status
            moments = self.ledger.advance(entry, show=bool(self.watchers))
            self._tell(entry, moments, was, None)
        if request is not None:
            self._queue.insert(0, request)
        self._busy = False
        if entries:
            self._after_step()
        self._next()

    def _run(self, coroutine: Any) -> None:
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("table_failed", table=self.ledger.id, exc_info=task.exception())

    # What a seat may ask for

    def act(self, watcher: Watcher, message: protocol.Act) -> None:
        """A person acts; in a race when its moment has come."""
        seat = watcher.seat
        if self.ledger.chairs[seat].bot is not None:
            self.submit(Request(seat, lambda _: (self.ledger.come_back(seat), None)))
        if self._gate is None:
            self.submit(Request(seat, message, message.id, watcher))
        else:
            allowance = min(watcher.round_trip, self._services.config.allowance_ms / 1000)
            self._gate.enter(
                allowance,
                lambda moment: self.submit(Request(seat, message, message.id, watcher, moment)),
            )

    def _make_act(self, seat: Seat, message: protocol.Act, moment: float | None, now: int) -> Made:
        action = self.ledger.read_act(seat, message.seq, message.action)
        return self.ledger.act(seat, action, now, None if moment is None else self._race_time(moment, now))

    def _race_time(self, moment: float, now: int) -> int:
        """Milliseconds since the match began; never before what has already happened."""
        match = self.ledger.match
        assert match is not None
        wanted = now - (self._loop.time() - moment) * 1000
        earliest = 0
        for index in range(len(match) - 1, -1, -1):
            if (at := match.event(index).at) is not None:
                earliest = at
                break
        return max(earliest, int(wanted - self.ledger.started))

    def ask(self, watcher: Watcher, id: str, make: Callable[[], AnyStep]) -> None:  # noqa: A002  # the field's name
        """A seat wants anything but to act."""
        self.submit(Request(watcher.seat, lambda _: (make(), None), id, watcher))

    def start(self, watcher: Watcher | None, id: str | None) -> None:  # noqa: A002  # the field's name
        """The match begins: by the host's word, or by itself."""
        seat = SPECTATOR if watcher is None else watcher.seat
        by = None if watcher is None else watcher.seat
        self.submit(Request(seat, lambda now: self.ledger.start(by, now), id, watcher))

    # Telling

    def _tell(self, entry: Entry, moments: list[Moment] | None, was: str, request: Request | None) -> None:
        origin, ack = (None, None) if request is None else (request.watcher, request.id)
        if type(entry.step) in PLAY:
            has_turned = was != self.ledger.status
            if has_turned and was == "waiting":
                self._tell_table()
            if self._is_timed:
                self._note_actors()
            answered = origin
            if origin is not None and ack is not None and (origin not in self.watchers or origin.seat == SPECTATOR):
                answered = None
                origin.send(encode(protocol.Ack(ack, entry.seq)))
            deadline = self.deadline if self._is_timed else None
            tell_step(self.ledger, entry, moments, self.watchers, answered, ack, deadline)
            if has_turned:
                if was != "waiting":
                    self._tell_table()
                self._services.lobby_changed()
            return
        if origin is not None and ack is not None:
            origin.send(encode(protocol.Ack(ack, entry.seq)))
        self._drop_strangers()
        self._note_actors()
        self._tell_table()
        self._services.lobby_changed()

    def _drop_strangers(self) -> None:
        """Whoever has left or lost a seat watches on as a spectator."""
        for watcher in self.watchers:
            if watcher.seat != SPECTATOR and not self.ledger.chairs[watcher.seat].is_human:
                watcher.seat = SPECTATOR

    def _tell_table(self, but: Watcher | None = None) -> None:
        info = self.info()
        told: dict[Seat, bytes] = {}
        for watcher in self.watchers:
            if watcher is not but:
                seat = watcher.seat
                if seat not in told:
                    told[seat] = encode(protocol.Table(info, None if seat == SPECTATOR else seat))
                watcher.send(told[seat])

    def _snapshot(self, seat: Seat, after: int, with_view: bool) -> Snapshot:
        ledger = self.ledger
        if ledger.match is None:
            return Snapshot(ledger.seq, [], None, [], [], None, [], False, None, None)
        view = ledger.view(seat)
        legal, prompt = choices_of(ledger, seat, view)
        return Snapshot(
            seq=ledger.seq,
            lines=self._history(seat, after),
            picture=ledger.stage.picture(view, seat),
            to_act=to_act_of(ledger),
            legal=legal,
            prompt=prompt,
            standings=standings_of(ledger, view),
            undo=seat == ledger.undoer,
            deadline=self.deadline(seat),
            view=format_fields(view) if with_view else None,
        )

    def _history(self, seat: Seat, after: int) -> list[Line]:
        assert self.ledger.match is not None
        steps, first = self.ledger.steps_after(after, HISTORY_STEPS)
        if not steps:
            return []
        moments = list(self.ledger.match.walk(first))
        ends = [begin for _, _, begin in steps[1:]] + [len(self.ledger.match)]
        lines: list[Line] = []
        for (seq, at, begin), end in zip(steps, ends, strict=True):
            part = moments[begin - first : end - first]
            _, said, last = told(self.ledger.stage, part, self.ledger.names, seat, seq, at)
            lines += [line for line, _ in said] + last
        return lines

    # Bots and clocks

    def _after_step(self) -> None:
        if self.ledger.status != "waiting":
            self.drive()
        elif self.ledger.can_start():
            self.start(None, None)

    def drive(self) -> None:
        """Let bots whose move it is think, and clocks run, if that is this process's business."""
        ledger = self.ledger
        if ledger.status != "playing":
            return
        for seat in ledger.actors:
            if ledger.chairs[seat].bot is not None and seat not in self._thinking and self._services.drives(self):
                self._thinking.add(seat)
                self._loop.call_later(self._pause(seat), self._run_bot, seat)
        if self._since or self._alarm:
            self._set_alarm()

    def _pause(self, seat: Seat) -> float:
        """How long a bot takes: never quite the same; in a race the stronger the quicker."""
        pace = self.ledger.settings.pace / 1000
        if not self.ledger.spec.race:
            return pace * random.uniform(0.7, 1.3)
        names = self.ledger.spec.bot_names
        bot = self.ledger.chairs[seat].bot
        rank = names.index(bot) if bot in names else 0
        return pace * (1.6 - 0.3 * rank) * random.lognormvariate(0, 0.35)

    def _run_bot(self, seat: Seat) -> None:
        if self._services.drives(self):
            self._run(self._think(seat))
        else:
            self._thinking.discard(seat)

    async def _think(self, seat: Seat) -> None:
        ledger = self.ledger
        try:
            bot = ledger.chairs[seat].bot
            if ledger.status != "playing" or bot is None or seat not in ledger.actors:
                return
            match = ledger.match
            assert match is not None
            key = key_for(ledger.seed, seat, len(match))
            seq = ledger.seq
            action = await self._services.thinkers.choose(
                ledger.spec, bot, ledger.view(seat), seat, ledger.legal(seat), key
            )
            moved = self._loop.create_future()
            make = partial(self._make_bot_act, seat, action, seq)
            if self._gate is None:
                self.submit(Request(seat, partial(make, None), done=lambda *_: moved.set_result(None)))
            else:
                self._gate.enter(
                    0.0,
                    lambda moment: self.submit(
                        Request(seat, partial(make, moment), done=lambda *_: moved.set_result(None))
                    ),
                )
            await moved
        finally:
            self._thinking.discard(seat)
        self.drive()

    def _make_bot_act(self, seat: Seat, action: int, seq: int, moment: float | None, now: int) -> Made:
        if self.ledger.chairs[seat].bot is None:
            raise Refuse("seat", words.PLAYER_IS_BACK())
        if seq != self.ledger.seq and not self.ledger.spec.race:
            raise Refuse("stale", words.MOVED_ON())
        return self.ledger.act(seat, action, now, None if moment is None else self._race_time(moment, now))

    def _widest_allowance(self) -> float:
        widest = max((watcher.round_trip for watcher in self.watchers if watcher.seat != SPECTATOR), default=0.0)
        return min(widest, self._services.config.allowance_ms / 1000)

    def _note_actors(self) -> None:
        settings = self.ledger.settings
        self._is_timed = settings.clock is not None or settings.away != "wait"
        if not self._is_timed:
            self._since = {}
            return
        now = self._loop.time()
        match = self.ledger.match
        last = None if match is None else match.last_who
        self._since = {
            seat: self._since[seat] if seat in self._since and seat != last else now for seat in self.ledger.actors
        }

    def deadline(self, seat: Seat) -> int | None:
        """Milliseconds left for this seat, or for the first of those to act."""
        clock = self.ledger.settings.clock
        if clock is None or self.ledger.status != "playing":
            return None
        people = [other for other in self._since if self.ledger.chairs[other].bot is None]
        if not people:
            return None
        begun = self._since[seat] if seat in people else min(self._since[other] for other in people)
        return max(0, int((begun + clock - self._loop.time()) * 1000))

    def _expiry(self, seat: Seat) -> float | None:
        """When the hall acts for a seat that does not."""
        settings = self.ledger.settings
        if settings.away == "wait" or self.ledger.chairs[seat].bot is not None:
            return None
        ends = []
        if settings.clock is not None:
            ends.append(self._since[seat] + settings.clock)
        if not self.connected(seat):
            ends.append(max(self._since[seat], self._gone.setdefault(seat, self._loop.time())) + settings.away_after)
        return min(ends, default=None)

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self._since or self.ledger.status != "playing" or not self._services.drives(self):
            return
        ends = [end for seat in self._since if (end := self._expiry(seat)) is not None]
        if ends:
            self._alarm = self._loop.call_at(min(ends), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.when_settled(self._act_for_the_absent)

    def _act_for_the_absent(self) -> None:
        now = self._loop.time()
        for seat in list(self._since):
            end = self._expiry(seat)
            if end is not None and end <= now + 0.001:
                if self.ledger.settings.away == "bot":
                    self.submit(Request(seat, partial(self._make_stand_in, seat)))
                else:
                    self.submit(Request(seat, partial(self._make_default, seat)))
        self._set_alarm_later()

    def _set_alarm_later(self) -> None:
        self.when_settled(self._set_alarm)

    def _make_stand_in(self, seat: Seat, _: int) -> tuple[AnyStep, None]:
        return self.ledger.stand_in(seat), None

    def _make_default(self, seat: Seat, now: int) -> Made:
        legal = self.ledger.legal(seat)
        if not legal:
            raise Refuse("turn", words.TOO_LATE())
        at = self._race_time(self._loop.time(), now) if self.ledger.spec.race else None
        return self.ledger.act(seat, legal[0], now, at)
