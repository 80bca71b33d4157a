"""A connection at a table: checks each message and passes it to the table, whatever the transport."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Protocol

import msgspec
import structlog

from quincunx import protocol
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.protocol import AnyClientMessage
from quincunx.server import words
from quincunx.server.door.limits import Bucket, household
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.race import RoundTrip
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import Tables
from quincunx.server.hall.tally import TALLY
from quincunx.table.refusal import Refuse

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyClientMessage).decode


class DepthError(QuincunxError):
    """The brackets of a message are nested too deeply."""


NO_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError, DepthError)
"""The exceptions that decoding a message raises; the last two come from brackets nested too deeply."""
DEEPEST = 100
"""The deepest nesting of brackets in a message. msgspec's own limit depends on the version of Python."""
_NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[^][{}"]++', re.DOTALL)
"""Matches strings, and anything else between brackets. An unterminated string matches up to the end of the message:
otherwise each quotation mark in it would be tried as the start of another string."""
FIRST_PINGS = (0.0, 0.15, 0.4)
"""Seconds after the greeting until the first ping in a race; later pings follow every `PING_S` seconds."""
PING_S = 2.0
FORGIVEN_A_SECOND = 2.0
"""The number of a connection's bad messages that are forgiven per second."""


def decode(text: bytes) -> AnyClientMessage:
    """Decode a client's message; raise one of `NO_MESSAGE` if it is invalid."""
    if len(text) > 2 * DEEPEST and text.count(b"[") + text.count(b"{") > DEEPEST:
        _refuse_depth(text)
    message: AnyClientMessage = _decode(text)
    return message


def _refuse_depth(text: bytes) -> None:
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", text):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise DepthError(words.TOO_DEEP(count=DEEPEST))


def malformed(error: Exception) -> Message:
    """Return why something is not a message; for bad JSON, in the decoder's words."""
    return words.MALFORMED(detail=error.message if isinstance(error, QuincunxError) else str(error))


class Outbox(Protocol):
    """The other end of a connection."""

    is_open: bool

    def say(self, message: bytes) -> None:
        """Send a message; never blocks, never raises."""
        ...

    def hang_up(self, code: int) -> None:
        """Close the connection."""
        ...


class TableConnection:
    """Someone at a table: a seat's player or a spectator."""

    __slots__ = (
        "_address",
        "_changes",
        "_greeted",
        "_hall",
        "_hints",
        "_is_suspected",
        "_most_bytes",
        "_outbox",
        "_patience",
        "_pinger",
        "_reactions",
        "_renamings",
        "_round_trip",
        "_speed",
        "_steps",
        "_table",
        "_trip",
        "send",
        "token",
        "wants_views",
    )

    def __init__(
        self, hall: Tables, table: Table, outbox: Outbox, address: str, trip: Callable[[], RoundTrip] = RoundTrip
    ) -> None:
        self.token: str | None = None
        """The hash of the token shown at hello; the table knows which seat it opens now."""
        self.wants_views = False
        self._hall = hall
        self._table = table
        self._outbox = outbox
        self.send = outbox.say
        """Sends a message to the client."""
        self._greeted = False
        self._round_trip: RoundTrip | None = None
        self._trip = trip
        """Makes the meter of a racer's round trip."""
        self._is_suspected = False
        """Whether suspiciously late answers to pings have been logged."""
        self._pinger: asyncio.TimerHandle | None = None
        limits = hall.config.limits
        self._most_bytes = limits.message_bytes
        self._speed = Bucket(hall.loop.time, limits.messages_a_second, limits.burst)
        """The bucket of this connection alone until it has said who it is, then of its seat."""
        allowances, visitor = hall.allowances, household(address)
        self._address = allowances.messages.of(visitor)
        """The messages of all connections of the address."""
        self._steps = allowances.steps.of(visitor)
        self._hints = allowances.hints.of(visitor)
        self._changes = allowances.changes.of(visitor)
        self._renamings = allowances.renamings.of(visitor)
        self._reactions = Bucket(hall.loop.time, limits.reactions_a_minute / 60, limits.reactions_burst)
        """The bucket of this connection alone until it has said who it is, then of its seat."""
        self._patience = Bucket(hall.loop.time, FORGIVEN_A_SECOND, limits.bad_messages)
        table.expect(self)

    @property
    def table_id(self) -> str:
        """The id of the table that it is at."""
        return self._table.ledger.id

    @property
    def seat(self) -> int | None:
        """The seat that its token opens now; None for a spectator."""
        return self._table.ledger.seat_of(self.token)

    @property
    def round_trip(self) -> float:
        """The round trip of a racer in seconds; 0 where it has not been measured."""
        return self._round_trip.seconds if self._round_trip is not None else 0.0

    def expect_hello(self) -> None:
        """Close the connection if it has not said hello by now."""
        if not self._greeted:
            self._outbox.hang_up(protocol.CLOSE_ABUSE)

    def close(self) -> None:
        """Leave the table: the connection has ended."""
        if self._pinger is not None:
            self._pinger.cancel()
        self._table.part(self)

    # Messages

    def hear(self, text: bytes) -> None:
        """Handle a message; neither its faults nor the hall's break the connection."""
        now = self._hall.loop.time()
        if not (self._speed.take_at(now) and self._address.take_at(now)):
            self._complain("too_fast", words.TOO_FAST())
            return
        if len(text) > self._most_bytes:
            self._complain("too_big", words.TOO_BIG(count=self._most_bytes))
            return
        try:
            message = decode(text)
        except NO_MESSAGE as error:
            self._complain("malformed", malformed(error))
            return
        try:
            if type(message) is protocol.Act and self._greeted and self._steps.take_at(now):
                self._table.ask(self, message)
            else:
                self._dispatch(message)
        except Exception:
            log.exception("message_failed", table=self._table.ledger.id)

    def _complain(self, code: str, said: Message) -> None:
        TALLY.errors[code] += 1
        self.send(encode(protocol.Error(code, said)))
        if not self._patience.take():
            self._outbox.hang_up(protocol.CLOSE_ABUSE)

    def _dispatch(self, message: AnyClientMessage) -> None:
        match message:
            case protocol.Ping(t):
                self.send(encode(protocol.ServerPong(t)))
            case protocol.Pong(t):
                self._take_pong(t)
            case protocol.Hello():
                self._hello(message)
            case _ if not self._greeted:
                self._complain("hello_first", words.HELLO_FIRST())
            case protocol.Follow(id):
                self._follow(id)
            case protocol.React(id):
                if self._reactions.take():
                    self._table.react(self, message)
                else:
                    self._refuse(id, words.TOO_MANY_REACTIONS())
            case protocol.Act(id):
                self._refuse(id, words.TOO_MANY_STEPS())
            case protocol.Undo(id) if not self._steps.take():
                self._refuse(id, words.TOO_MANY_STEPS())
            case protocol.Rename(id) if not self._renamings.take():
                self._refuse(id, words.TOO_MANY_NAMES())
            case protocol.Hint(id) if not self._hints.take():
                self._refuse(id, words.TOO_MANY_HINTS())
            case protocol.Hint() | protocol.Resume() | protocol.Undo() | protocol.Rename():
                self._table.ask(self, message)
            case protocol.Commit() | protocol.Reveal():
                self._table.ask(self, message)
            case _ if not self._changes.take():
                self._refuse(message.id, words.TOO_MANY_CHANGES())
            case _:
                self._table.ask(self, message)

    def _refuse(self, id: str, reason: Message) -> None:  # noqa: A002  # the field's name
        TALLY.refusals["busy"] += 1
        self.send(encode(protocol.Refused(id, "busy", reason, None)))

    def _hello(self, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL:
            self._complain("protocol", words.OTHER_PROTOCOL(version=protocol.PROTOCOL))
            self._outbox.hang_up(protocol.CLOSE_PROTOCOL)
            return
        if self._greeted:
            self._complain("hello_again", words.HELLO_AGAIN())
            return
        if hello.token is None and not self._hall.may_watch(self._table.ledger):
            self._complain("sealed", words.TABLE_SEALED())
            self._outbox.hang_up(protocol.CLOSE_NO_TABLE)
            return
        self._greeted = True
        self.wants_views = hello.views
        if hello.token is not None:
            self.token = hash_of(hello.token)
        self._table.join(self, hello.seq, self._welcomed)

    def _welcomed(self, opens: bool | None) -> None:
        """Hear from the table whether the token opens a seat there; a spectator, who has none, is always let in."""
        if opens is None:
            self._outbox.hang_up(protocol.CLOSE_TRY_AGAIN)
            return
        if opens:
            if self.token is not None:
                who = (self._table.ledger.id, self.token)
                self._speed = self._hall.allowances.seats.of(who)
                self._reactions = self._hall.allowances.reactions.of(who)
            self._start_pings()
            return
        self._greeted, self.token = False, None
        self._complain("token", words.NO_SUCH_TOKEN())

    def _follow(self, id: str) -> None:  # noqa: A002  # the field's name
        following = self._table.ledger.rematch
        if following is None:
            self.send(encode(protocol.Refused(id, "status", words.NO_NEXT_YET(), None)))
        elif (table := self._hall.tables.get(following)) is not None:
            self._move_to(table)
        else:
            self._hall.find(following, self._move_to, partial(self._stay, id))

    def _stay(self, id: str, refusal: Refuse) -> None:  # noqa: A002  # the field's name
        self.send(encode(protocol.Refused(id, refusal.code, refusal.reason, refusal.rule)))

    def _move_to(self, table: Table) -> None:
        if not self._outbox.is_open:
            return
        self._table.part(self)
        self._table = table
        table.expect(self)
        if table.ledger.seat_of(self.token) is None:
            self.token = None  # who has no seat at the next table watches there
        table.join(self, 0, self._welcomed)

    # Round trips

    def _start_pings(self) -> None:
        if self._table.ledger.is_timed and self.token is not None and self._round_trip is None:
            self._round_trip = self._trip()
            self._ping(0)

    def _take_pong(self, asked: float) -> None:
        trip = self._round_trip
        if trip is None or not trip.answer(asked, self._hall.loop.time()):
            return
        if trip.is_suspicious and not self._is_suspected:
            self._is_suspected = True
            log.warning("late_answers", table=self._table.ledger.id, seat=self.seat)

    def _ping(self, number: int) -> None:
        if not self._outbox.is_open or self._round_trip is None:
            return
        self.send(encode(protocol.ServerPing(self._round_trip.ask(self._hall.loop.time()))))
        pause = FIRST_PINGS[number + 1] - FIRST_PINGS[number] if number + 1 < len(FIRST_PINGS) else PING_S
        self._pinger = self._hall.loop.call_later(pause, self._ping, number + 1)
