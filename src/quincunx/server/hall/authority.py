"""The authority of a table handles requests one at a time: decide, store, fold, send.

Nothing is folded or sent before it is on disk; the next request waits until then. The sender's seat is looked up from
the token when the request's turn has come, never before: someone who has given the seat up meanwhile is a stranger.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeAlias

import msgspec
import structlog

from quincunx import protocol
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.protocol import AnyRequest
from quincunx.server import words
from quincunx.server.hall.broadcast import Watcher
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.info import changes_of
from quincunx.server.hall.requests import race_time, read_act, step_of
from quincunx.server.hall.tally import TALLY
from quincunx.server.store.errors import StoreError
from quincunx.server.store.writes import Steps, Write, WriteResult
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep, Away, Entry, Removed

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode

MOST_WAITING = 200
"""The most requests that may wait at a table; further ones are refused."""


class Ask(msgspec.Struct, gc=False):
    """A request of someone at the table."""

    token: str | None
    """The hash of the token that the connection has shown; its seat is looked up when the request's turn has come."""
    request: AnyRequest
    watcher: Watcher
    moment: int | None = None
    """In a race: when the action counts as done, in milliseconds since 1970."""


class Chore(msgspec.Struct, gc=False):
    """A request of the hall itself: a bot acts, a clock runs out, a person sits down, the match begins."""

    decide: Callable[[int], AnyStep]
    """Makes the step, given the time in milliseconds since 1970; called again if another process stores a step
    first."""
    done: Callable[[AnyStep | None, Refuse | None], None] | None = None
    """Called with the resulting step, or with the refusal."""


Task: TypeAlias = Ask | Chore


class Listener(Protocol):
    """The interface of a table for its authority."""

    def is_there(self, seat: Seat) -> bool:
        """Whether a seat has a connection, or had one a moment ago."""
        ...

    def advise(self, seat: Seat) -> None:
        """A player asks once more for the hint of a position."""
        ...

    def stepped(self, entry: Entry, moments: list[Moment] | None, was: protocol.Status, answered: Ask | None) -> None:
        """Handle a folded step.

        It added these moments to the match, if any; before it the table had the status `was`; it answers the request
        `answered`, if somebody waits for that.
        """
        ...

    def settled(self, *, is_ours: bool = True) -> None:
        """Do what follows from the last steps, after everybody has received them.

        If another process stored them, leave to it what must happen only once.
        """
        ...

    def failed(self) -> None:
        """Handle a chore that could not be stored, or steps of another process that could not be read.

        Only the table asks again, through `try_again`.
        """
        ...

    def lost(self) -> None:
        """Handle the loss of the table to another owner: this process stores no more of its steps."""
        ...


class Authority:
    """Takes the requests of one table."""

    __slots__ = (
        "_behind",
        "_busy",
        "_doubtful",
        "_ledger",
        "_listener",
        "_now",
        "_pending",
        "_queue",
        "_run",
        "_store",
        "reads",
    )

    def __init__(
        self,
        ledger: Ledger,
        store: Steps,
        listener: Listener,
        now: Callable[[], int],
        run: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._ledger = ledger
        self._store = store
        self._listener = listener
        self._now = now
        self._run = run
        self._queue: list[Task | Callable[[], None]] = []
        self._busy = False
        self._pending: tuple[Task, Entry] | None = None
        """The request whose step is on its way to the store."""
        self._behind = False
        """Whether steps of another process have still to be read."""
        self._doubtful = False
        """Whether a failed write may have been stored after all."""
        self.reads = 0
        """The number of times that it began to read others' steps."""

    @property
    def is_doubtful(self) -> bool:
        """Whether it may be behind a store that does not answer."""
        return self._doubtful

    @property
    def is_idle(self) -> bool:
        """Whether no request waits and no step is being stored."""
        return not (self._queue or self._busy)

    @property
    def is_crowded(self) -> bool:
        """Whether too many requests wait to accept more from people at the table."""
        return len(self._queue) >= MOST_WAITING

    def submit(self, task: Task) -> None:
        """Take a request, at once or when the ones before it are stored."""
        if not (self._busy or self._queue):
            self._take(task)
        elif self.is_crowded and type(task) is Ask:
            self._refuse(task, Refuse("busy", words.TOO_MUCH_ASKED()))
        else:
            self._queue.append(task)

    def submit_first(self, task: Task) -> None:
        """Take a request before all that wait."""
        if self._busy or self._queue:
            self._queue.insert(0, task)
        else:
            self._take(task)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call this when all requests so far are stored and sent."""
        if self._busy or self._queue:
            self._queue.append(call)
        else:
            call()

    def _next(self) -> None:
        while self._queue and not self._busy:
            item = self._queue.pop(0)
            try:
                if isinstance(item, Ask | Chore):
                    self._take(item)
                else:
                    item()
            except Exception:
                log.exception("table_failed", table=self._ledger.id)

    def _take(self, task: Task) -> None:
        if self._doubtful:
            self._catch_up(task)
            return
        try:
            entry = self._decide(task)
            write = None if entry is None else self._write_of(entry)
        except Refuse as refusal:
            self._refuse(task, refusal)
            return
        except Exception:
            log.exception("request_failed", table=self._ledger.id)
            self._refuse(task, Refuse("store", words.MISTAKE_NOTHING()))
            return
        if entry is None or write is None:
            return
        self._busy = True
        self._pending = task, entry
        self._store.append(write)

    def _decide(self, task: Task) -> Entry | None:
        """Return the entry that a request becomes; None for a repeated message."""
        ledger, now = self._ledger, self._now()
        if type(task) is Chore:
            return ledger.propose(task.decide(now), now)
        assert type(task) is Ask
        request = task.request
        seat = ledger.seat_of(_device_token(request, task.token) if ledger.dice.are_real else task.token)
        if seat is None:
            raise Refuse("seat", words.ONLY_WATCHES())
        chair = ledger.chairs[seat]
        if (seq := ledger.answered(chair.owner, request.id)) is not None:
            task.watcher.send(encode(protocol.Ack(request.id, seq, None)))
            return None
        if type(request) is protocol.Act:
            if chair.bot is not None:  # it stands in for the player, who is back
                return ledger.propose(Away(seat), now, seat)  # afterwards this request is decided again
            action = read_act(ledger, seat, request.seq, request.action)
            at = None if task.moment is None else race_time(ledger, task.moment)
            step: AnyStep = act(ledger, seat, action, at)
            return ledger.propose(step, now, seat, request.id)
        if type(request) is protocol.Hint and ledger.has_hint(seat):
            task.watcher.send(encode(protocol.Ack(request.id, ledger.seq, None)))
            self._listener.advise(seat)
            return None
        step = step_of(ledger, seat, request, self._listener.is_there)
        if type(request) is protocol.Start and type(step) is Removed and len(ledger.empty) > 1:
            return ledger.propose(step, now, seat)  # afterwards this request is decided again, for the next empty seat
        return ledger.propose(step, now, seat, request.id)

    def _write_of(self, entry: Entry) -> Write:
        """Return the write for a proposal: the entry, and its changes to the lobby and the book."""
        ledger = self._ledger
        write = Write(ledger.id, ledger.number, (entry,), self._written)
        if (found := changes_of(ledger, entry)) is not None:
            write.summary, write.listed, write.record = found
        return write

    def _written(self, result: WriteResult) -> None:
        pending = self._pending
        assert pending is not None
        self._pending = None
        task, entry = pending
        if result is WriteResult.FENCED:
            self._give_up([task, *self._queue])
            return
        if result is WriteResult.TAKEN:
            self._catch_up(task, was_late=True)
            return
        self._busy = False
        if result is WriteResult.FAILED:
            self._doubtful = True
            self._refuse(task, Refuse("store", words.NOT_STORED_AGAIN()))
        else:
            if isinstance(task, Chore):
                self._fold(entry, None)
                self._report(task, entry.step, None)
            elif entry.message is not None:
                self._fold(entry, task)
            else:
                self._fold(entry, None)
                self._queue.insert(0, task)  # the player is back, and acts; or an empty seat has gone
            self._settle()
        if self._queue:
            self._next()

    def _give_up(self, waiting: list[Task | Callable[[], None]]) -> None:
        """Stop for good: the table has a new owner.

        Clients repeat their requests to it; the hall's own chores are dropped.
        """
        self._queue.clear()
        for task in waiting:
            if isinstance(task, Chore):
                self._report(task, None, Refuse("store", words.NOT_STORED_AGAIN()))
        self._listener.lost()

    def _fold(self, entry: Entry, answered: Ask | None) -> None:
        was = self._ledger.status
        moments = self._ledger.fold(entry)
        try:
            self._listener.stepped(entry, moments, was, answered)
        except Exception:
            log.exception("telling_failed", table=self._ledger.id)

    def _refuse(self, task: Task, refusal: Refuse) -> None:
        TALLY.refusals[refusal.code] += 1
        if isinstance(task, Ask):
            task.watcher.send(encode(protocol.Refused(task.request.id, refusal.code, refusal.reason, refusal.rule)))
            return
        if refusal.code == "store":
            self._listener.failed()
        self._report(task, None, refusal)

    # The waiting requests have their turn even if sending fails.

    def _report(self, chore: Chore, step: AnyStep | None, refusal: Refuse | None) -> None:
        if chore.done is not None:
            try:
                chore.done(step, refusal)
            except Exception:
                log.exception("chore_failed", table=self._ledger.id)

    def _settle(self, *, is_ours: bool = True) -> None:
        try:
            self._listener.settled(is_ours=is_ours)
        except Exception:
            log.exception("table_failed", table=self._ledger.id)

    # Steps stored by other processes

    def catch_up(self) -> None:
        """Read and fold the steps that another process has stored: once, however often this is requested meanwhile."""
        if not self._behind:
            self._behind = True
            self.when_settled(self._read_news)

    def try_again(self) -> None:
        """Retry a failed read, if any, and do once more what follows from the last steps."""
        if self._doubtful:
            self.catch_up()
        self.when_settled(self._settle)

    def _read_news(self) -> None:
        self._behind = False
        self._catch_up(None)

    def _catch_up(self, task: Task | None, *, was_late: bool = False) -> None:
        self._busy = True
        self._run(self._read_on(task, was_late))

    async def _read_on(self, task: Task | None, was_late: bool) -> None:
        entries: list[Entry] = []
        self.reads += 1
        try:
            entries = await self._store.entries(self._ledger.id, self._ledger.seq)
            for entry in entries:
                self._fold(entry, None)
            self._doubtful = False
        except StoreError as error:
            log.error("store_failed", table=self._ledger.id, error=str(error))
            self._doubtful = True
            if task is None:
                self._listener.failed()
        except Exception:
            log.exception("store_failed", table=self._ledger.id)
            self._doubtful = True
        self._busy = False
        if task is not None and (self._doubtful or (was_late and not entries)):
            self._refuse(task, Refuse("store", words.STORE_SILENT()))
        elif task is not None:
            self._queue.insert(0, task)
        if entries:
            self._settle(is_ours=task is not None)
        self._next()


def _device_token(request: AnyRequest, token: str | None) -> str | None:
    """The hash of the token of the seat that asks: players with real dice may share a device."""
    if isinstance(request, protocol.Act | protocol.Enter) and request.token:
        return hash_of(request.token)
    return token
