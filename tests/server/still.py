"""A hall that stands still: tables and connections without sockets, a clock that only passes when told, and a store
that answers when told. For tests of what happens between asking and storing."""

from collections.abc import Callable, Coroutine, Generator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from quincunx.core.spec import GameSpec
from quincunx.protocol import PROTOCOL, Hello, Settings
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Allowances, unlimited
from quincunx.server.door.table_connection import TableConnection, encode
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.requests import sit
from quincunx.server.hall.table import Table
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import begin
from quincunx.table.state import TableRow
from quincunx.table.steps import AnyStep, Entry, Filled, Sat

NOTHING_CHOSEN: Mapping[str, str] = MappingProxyType({})


class Ring:
    """A timer that can be stopped."""

    def __init__(self, when: float, call: Callable[..., None], args: tuple[Any, ...]) -> None:
        self.when, self.call, self.args = when, call, args
        self.is_stopped = False

    def cancel(self) -> None:
        """It never rings."""
        self.is_stopped = True


class StillLoop:
    """An event loop whose time only passes when told; coroutines run at once, up to where they would wait."""

    def __init__(self, start: float = 1_700_000_000.0) -> None:
        self.moment = start
        self.rings: list[Ring] = []
        self.thoughts: list[Coroutine[Any, Any, None]] = []
        """Of bots, which never come to an end here."""

    def time(self) -> float:
        return self.moment

    def call_later(self, delay: float, call: Callable[..., None], *args: Any) -> Ring:
        return self.call_at(self.moment + delay, call, *args)

    def call_at(self, when: float, call: Callable[..., None], *args: Any) -> Ring:
        ring = Ring(when, call, args)
        self.rings.append(ring)
        return ring

    def create_task(self, coroutine: Coroutine[Any, Any, None]) -> "Done":
        try:
            awaited = coroutine.send(None)
        except StopIteration:
            return Done()
        except Exception as error:
            return Done(error)
        assert awaited is THOUGHT, "this loop stands still: nothing can be waited for"
        self.thoughts.append(coroutine)
        return Done(is_done=False)

    def passes(self, seconds: float) -> None:
        """Time goes on, and what is due rings."""
        end = self.moment + seconds
        while due := [ring for ring in self.rings if not ring.is_stopped and ring.when <= end]:
            ring = min(due, key=lambda item: item.when)
            self.rings.remove(ring)
            self.moment = max(self.moment, ring.when)
            ring.call(*ring.args)
        self.rings = [ring for ring in self.rings if not ring.is_stopped]
        self.moment = end


class Done:
    """A task that has ended, by an error perhaps, or never does."""

    def __init__(self, error: Exception | None = None, *, is_done: bool = True) -> None:
        self._error = error
        self._is_done = is_done

    def add_done_callback(self, call: Callable[[Any], None]) -> None:
        if self._is_done:
            call(self)

    def cancelled(self) -> bool:
        return False

    def exception(self) -> Exception | None:
        return self._error


THOUGHT = object()
"""What a bot waits for."""


class Pondering:
    """An answer that never comes."""

    def __await__(self) -> Generator[Any, None, None]:
        yield THOUGHT


class StillThinkers:
    """Bots that think as long as the hall stands still."""

    async def answer(self, *_: Any, **__: Any) -> None:
        await Pondering()


class StillStore:
    """Stores at once, or (`slow`) when told, or (`broken`) not at all; what is stored is kept."""

    shared = True
    """Whether others may store steps, too."""

    def __init__(self) -> None:
        self.kept: list[Entry] = []
        self.slow = self.broken = False
        self.failures = 0
        self.waiting: list[Write] = []

    def append(self, write: Write) -> None:
        self.waiting.append(write)
        if self.broken:
            self.failures += 1
            self.release(WriteResult.FAILED)
        elif not self.slow:
            self.release()

    def release(self, outcome: WriteResult = WriteResult.STORED) -> None:
        """The first that waits is stored, or is not."""
        write = self.waiting.pop(0)
        if outcome is WriteResult.STORED:
            self.kept.extend(write.entries)
        write.done(outcome)

    async def entries(self, _table: str, after: int = 0) -> list[Entry]:
        return [entry for entry in self.kept if entry.seq > after]


class StillHall:
    """All that a table and a connection ask of a hall."""

    build = "still"

    def __init__(self, start: int = 1_700_000_000_000) -> None:
        self.config = HallConfig("sqlite://")
        self.config.limits = unlimited()
        self.loop = StillLoop(start / 1000)
        self.allowances = Allowances(self.config.limits, self.loop.time)
        self.store = StillStore()
        self.thinkers = StillThinkers()
        self.tables: dict[str, Table] = {}
        self.rematches: list[Table] = []

    def now(self) -> int:
        return int(self.loop.moment * 1000)

    def lobby_changed(self) -> None:
        """Nobody is in the lobby."""

    def lost(self, _table: Table) -> None:
        """There are no other processes."""

    def drives(self, _table: Table) -> bool:
        return True

    def may_watch(self, _ledger: Ledger) -> bool:
        return True

    def start_rematch(self, table: Table) -> None:
        self.rematches.append(table)


class NoSocket:
    """A transport that has none."""

    def get_extra_info(self, _name: str) -> None:
        return None


class Ear:
    """The other end of a connection."""

    is_open = True

    def __init__(self) -> None:
        self.transport = NoSocket()
        self.heard: list[str] = []
        self.closed_with: int | None = None

    def say(self, message: bytes) -> None:
        self.heard.append(message.decode())

    def hang_up(self, code: int) -> None:
        self.closed_with = code


def row_of(
    spec: GameSpec,
    seats: int,
    table: str = "still23456",
    seed: str = "5e" * 32,
    chosen: Mapping[str, str] = NOTHING_CHOSEN,
    **settings: Any,
) -> TableRow:
    """A table as it is opened, with the variants that were chosen."""
    variants = spec.variant_names(spec.options(chosen))
    words = encode(Settings(**settings)).decode()
    return TableRow(table, 1, spec.slug, spec.rules_version, seats, variants, words, seed, 5, "ab" * 32)


def happen(ledger: Ledger, step: AnyStep, by: int | None = None) -> None:
    """A step is decided and stored at once, without a hall."""
    ledger.fold(ledger.propose(step, 0, by))


def begun(spec: GameSpec, *bots: str | None, **settings: Any) -> Ledger:
    """A match that has just begun, without a hall: bots, or (none) people whose tokens are `token-<seat>`."""
    ledger = Ledger(spec, row_of(spec, len(bots), **settings))
    for seat, bot in enumerate(bots):
        name = f"N{seat}"
        happen(ledger, Sat(seat, name, f"token-{seat}", ledger.next_owner) if bot is None else Filled(seat, bot, name))
    happen(ledger, begin(ledger))
    return ledger


class StillTable:
    """A table of a hall that stands still, and its connections."""

    def __init__(self, spec: GameSpec, seats: int = 2, **settings: Any) -> None:
        self.row = row_of(spec, seats, **settings)
        self.hall = StillHall()
        self.ledger = Ledger(spec, self.row)
        self.table = Table(self.ledger, self.hall)  # type: ignore[arg-type]  # a hall that stands in
        self.count = 0

    @property
    def store(self) -> StillStore:
        return self.hall.store

    def sit(self, name: str, seat: int | None = None) -> str:
        """Someone sits down; their token."""
        from quincunx.server.hall.authority import Chore

        self.count += 1
        token = f"token-of-{name}-{self.count}"
        refusals: list[Any] = []
        self.table.authority.submit(
            Chore(
                lambda _: sit(self.ledger, name, hash_of(token), seat),
                lambda _, refusal: refusals.append(refusal),
            )
        )
        if refusals and refusals[0] is not None:
            raise refusals[0]
        return token

    def connect(self, token: str | None, seq: int = 0, *, views: bool = False, address: str = "") -> "Caller":
        """A connection that says hello."""
        caller = Caller(self, address)
        caller.say(Hello(token, seq, views, PROTOCOL))
        return caller


class Caller:
    """A connection to a table that stands still, and everything it has heard."""

    def __init__(self, at: StillTable, address: str = "") -> None:
        self.ear = Ear()
        self.connection = TableConnection(at.hall, at.table, self.ear, address)  # type: ignore[arg-type]  # all that it needs of them
        self.name = f"c{id(self) % 10**9}"
        self.count = 0

    def id(self) -> str:
        """The next message's."""
        self.count += 1
        return f"{self.name}.{self.count}"

    def say(self, message: Any) -> None:
        self.connection.hear(encode(message))

    def hear(self) -> list[dict[str, Any]]:
        """What has come since last asked."""
        heard = [msgspec.json.decode(text) for text in self.ear.heard]
        self.ear.heard.clear()
        return heard

    def close(self) -> None:
        self.connection.close()
