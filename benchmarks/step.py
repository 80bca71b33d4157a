"""What a step of the hall takes, counted instead of timed: calls of Python functions and bytecodes.

Counts hardly differ from run to run, beside any load, so that a detour of a few calls is seen, which the times of a
busy machine hide. From a message's text to the answers of both seats; storing and sockets are left out.
"""

import asyncio
import random
import sys
import tempfile
from types import FrameType
from typing import Any

from benchmarks.measuring import Row
from quincunx.protocol import CreateTable, Settings, TakeSeat
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import unlimited
from quincunx.server.door.table_connection import TableConnection
from quincunx.server.hall.hall import Hall
from quincunx.server.store.writes import Write, WriteResult
from tests.examples.pig import SPEC

STEPS = 400
HERE = "127.0.0.1"


class Ear:
    """A socket that discards what it is sent."""

    is_open = True

    def say(self, message: bytes) -> None:
        """Nobody hears it."""

    def hang_up(self, code: int) -> None:
        """The hall does not want us."""
        raise SystemExit(f"shown out by {code}")


class Counter:
    """Counts while it watches."""

    def __init__(self) -> None:
        self.calls = 0
        self.bytecodes = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> "Counter":
        if event == "call":
            frame.f_trace_opcodes = True
            self.calls += 1
        elif event == "opcode":
            self.bytecodes += 1
        return self


def run(repeats: int) -> list[Row]:
    """Pig for two, one table; counts need no repeats."""
    counter = asyncio.run(_count())
    return [
        Row("a step of the hall: calls of Python functions", counter.calls / STEPS),
        Row("a step of the hall: bytecodes", counter.bytecodes / STEPS),
    ]


async def _count() -> Counter:
    counter, draw = Counter(), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(HallConfig(f"sqlite:///{folder}/hall.db", games=(SPEC,), limits=unlimited()))
        await hall.open()
        try:
            seats = await _seat_two(hall)
            for number in range(STEPS):
                ledger = next(iter(hall.tables.values())).ledger
                assert ledger.match is not None
                seat = ledger.actors[0]
                brought, score = ledger.match.state.brought, ledger.match.state.score
                score[seat] = min(score[seat], 10)  # the match is never over
                action = b"hold" if brought and draw.random() < 0.5 else b"roll"
                text = b'{"type":"act","id":"step.%d","seq":%d,"action":"%s"}' % (number + 1, ledger.seq, action)
                sys.settrace(counter)
                seats[seat].hear(text)
                sys.settrace(None)
        finally:
            await hall.close()
    return counter


async def _seat_two(hall: Hall) -> list[TableConnection]:
    wanted = CreateTable(SPEC.slug, 2, "Ann", settings=Settings(listed=False))
    first = await hall.opening.open_table(wanted, HERE)
    second = await hall.opening.take_seat(first.table, TakeSeat("Bob"), HERE)
    hall.store.append = _stored  # type: ignore[method-assign]  # its work is not counted
    table = hall.tables[first.table]
    seats = []
    for given in (first, second):
        assert given.token is not None
        seats.append(TableConnection(hall, table, Ear(), HERE))
        seats[-1].hear(b'{"type":"hello","protocol":2,"token":"%s"}' % given.token.encode())
    seats[0].hear(b'{"type":"start","id":"begin.1"}')
    return seats


def _stored(write: Write) -> None:
    write.done(WriteResult.STORED)
