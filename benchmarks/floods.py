"""The hall under attack: one address floods it while others play, and a long match is come back to.

The hall runs with its usual limits on core 0. Players come from 127.0.0.2 and on, and the visitor who means harm from
127.0.0.1, both on core 1, where the flood gives way to the players: what they measure is the hall's delay.
"""

import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import connect

from benchmarks.measuring import Row
from benchmarks.server import ROOT, WARM_UP, Players, hall, memory_kib, players_of_the_hall
from quincunx.client.connection import HallClient
from quincunx.protocol import PROTOCOL, CreateTable, Hello, SeatGiven, Settings

FLOODS = {"pings": 20, "fragments": 20, "idle": 1100, "halves": 1100}
"""Visitors of each kind."""
NAMES = {
    "pings": "pings that nobody reads the answers of",
    "fragments": "a message in endless pieces",
    "idle": "1,100 idle connections",
    "halves": "1,100 half-sent requests",
}
TABLES, THINK_MS, ADDRESSES = 200, 500, 40
TURN_S = 5.0
AFTERWARDS_S = 10.0
HELLOS = 100
SHORT, LONG = 100, 20_000
"""Events of the matches that are come back to."""


def run(repeats: int) -> list[Row]:
    """Each flood in turns with peace; all of them together for the memory; then the greetings."""
    return [*_flood_rows(repeats), *_hello_rows(repeats)]


def _flood_rows(repeats: int) -> list[Row]:
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        port, pid, _ = stack.enter_context(hall(Path(folder), limited=True))
        players = stack.enter_context(players_of_the_hall(port, TABLES, THINK_MS, ADDRESSES))
        players.play(WARM_UP)
        return [*(_delay_row(port, kind, players, repeats) for kind in FLOODS), _memory_row(port, pid)]


@contextlib.contextmanager
def flooding(port: int, *kinds: str) -> Iterator[None]:
    """A flood meanwhile."""
    words = ["nice", "-n", "15", sys.executable, "benchmarks/server_flood.py", str(port)]
    with contextlib.ExitStack() as stack:
        floods = [stack.enter_context(Players([*words, kind, str(FLOODS[kind])], ROOT)) for kind in kinds]
        for flood in floods:
            flood.go()
        yield
        for kind, flood in zip(kinds, floods, strict=True):
            print(f"{kind}: {flood.rest()['connections']:,} connections came", file=sys.stderr)


def _delay_row(port: int, kind: str, players: Players, repeats: int) -> Row:
    pairs = []
    for _ in range(repeats):
        calm = players.play(TURN_S)["other_p99_ms"]
        with flooding(port, kind):
            time.sleep(0.5)
            pairs.append((calm, players.play(TURN_S)["other_p99_ms"]))
    times = statistics.median(flooded / calm for calm, flooded in pairs)
    calm, flooded = (statistics.median(turn) for turn in zip(*pairs, strict=True))
    what = f"hall, one address sends {NAMES[kind]}: the others' p99, × in peace"
    return Row(what, times, " ×", 2, at_most=True, beside=f"{flooded:.1f} ms, in peace {calm:.1f} ms")


def _memory_row(port: int, pid: int) -> Row:
    """Players hold their places and do not play: what is played is kept, and is not what is measured."""
    before = memory_kib(pid)
    with flooding(port, *FLOODS):
        highest = max(_seen(pid))
    time.sleep(AFTERWARDS_S)
    after = memory_kib(pid)
    what = f"hall: memory {AFTERWARDS_S:.0f} s after all floods at once, × before"
    beside = f"{before / 1024:.0f} MiB before, {highest / 1024:.0f} meanwhile, {after / 1024:.0f} after"
    return Row(what, after / before, " ×", 1.1, at_most=True, beside=beside)


def _seen(pid: int) -> Iterator[float]:
    for _ in range(int(TURN_S / 0.1)):
        yield memory_kib(pid)
        time.sleep(0.1)


def _hello_rows(repeats: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (port, _, _):
        short, long = asyncio.run(_greetings(f"http://127.0.0.1:{port}", repeats))
    what = f"hall: hello at a match of {LONG:,} events, × at one of {SHORT}"
    beside = f"{1000 * statistics.median(long):.2f} ms and {1000 * statistics.median(short):.2f} ms"
    return [Row(what, statistics.median(long) / statistics.median(short), " ×", 2, at_most=True, beside=beside)]


async def _greetings(url: str, repeats: int) -> tuple[list[float], list[float]]:
    """Seconds from hello to welcome at a short and a long match, in turns."""
    short, long = await _rolled(url, SHORT // 2), await _rolled(url, LONG // 2)
    times: dict[str, list[float]] = {short.table: [], long.table: []}
    for _ in range(repeats * HELLOS):
        for given in (short, long):
            times[given.table].append(await _greeting(url, given))
    return times[short.table], times[long.table]


async def _rolled(url: str, rolls: int) -> SeatGiven:
    """A match of Pig in which nobody ever holds; each roll is an action and a die."""
    there = HallClient(url)
    first = await there.open_table(CreateTable("pig", 2, "Ann", settings=Settings(listed=False)))
    second = await there.take_seat(first.table, "Bob")
    async with there.watch(first.table, first.token) as ann, there.watch(second.table, second.token) as bob:
        for _ in track(range(rolls), f"rolling {rolls:,} times", console=Console(stderr=True), transient=True):
            while not (ann.may_act or bob.may_act) or ann.seq != bob.seq:  # noqa: ASYNC110  # both hear of the last
                await asyncio.sleep(0)
            await (ann if ann.may_act else bob).act("roll")
    return first


async def _greeting(url: str, given: SeatGiven) -> float:
    async with connect(f"{url.replace('http', 'ws')}/ws/tables/{given.table}", compression=None) as socket:
        begun = time.perf_counter()
        await socket.send(msgspec.json.encode(Hello(given.token, 0, False, PROTOCOL)).decode())
        said = json.loads(await socket.recv())
        assert said["type"] == "welcome", said
        return time.perf_counter() - begun
