"""Several processes of a hall on one PostgreSQL: what an action takes of the processor, however many there are.

Clusters of one, two and four processes play by turns, each process with as many tables of its own. A hall's work is its
processes' processor time; that of PostgreSQL and of the players is not in it.
"""

import asyncio
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measuring import Row
from benchmarks.server import Players, Turns, hall, players_of_the_hall
from tests.server.conftest import Cluster, running

SIZES = (1, 2, 4)
TABLES = 40
"""Of each process, with an action under way at all times."""
SECONDS = 2.0
PINGING = 40
PINGS = 250
MOST = 1.15
"""An action among several processes may take so many times as much."""
TICK = os.sysconf("SC_CLK_TCK")


def run(repeats: int) -> list[Row]:
    """It needs PostgreSQL."""
    programs = postgresql()
    if programs is None:
        print("cluster is left out: it needs PostgreSQL", file=sys.stderr)
        return []
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(running(programs))
        scenes = {size: stack.enter_context(processes(server, size)) for size in SIZES}
        passed_on = stack.enter_context(processes(server, 2, at_the_other=True))
        turns: dict[Scene, list[dict[str, float]]] = {scene: [] for scene in (*scenes.values(), passed_on)}
        for scene in turns:
            scene.play()
        for _ in range(2 * repeats):
            for scene, found in turns.items():
                found.append(scene.play())
        pings = [asyncio.run(ping(scenes[1].ports[0], scenes[1].halls)) for _ in range(repeats)]
        bytes_a_step = scenes[1].bytes_a_step()
    alone = Turns(turns[scenes[1]])
    rows = [
        Row("hall on PostgreSQL: processor time per action, one process", alone["us"], " µs"),
        Row("hall: processor time per ping of a silent connection", statistics.median(pings), " µs"),
        Row("PostgreSQL: processor time per action", alone["database_us"], " µs"),
        Row("PostgreSQL: disk per step, indexes included", bytes_a_step, " B"),
    ]
    for size in SIZES[1:]:
        name = f"hall on PostgreSQL: processor time per action, {size} processes, × one"
        rows.append(Row(name, Turns(turns[scenes[size]]).times(alone, "us"), " ×", MOST, True))
    name = "hall on PostgreSQL: the same where all visitors come to the wrong one of two processes"
    rows.append(Row(name, Turns(turns[passed_on]).times(alone, "us"), " ×"))
    return rows


def postgresql() -> Path | None:
    """The folder of PostgreSQL's programs."""
    found = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None) or shutil.which("initdb")
    return None if found is None else Path(found).parent


class Scene:
    """The processes of a hall, and players at each."""

    def __init__(self, server: Cluster, db: str, ports: list[int], halls: list[int], players: list[Players]) -> None:
        self.ports = ports
        self.halls = halls
        self._server = server
        self._db = db
        self._players = players

    def play(self) -> dict[str, float]:
        """Microseconds of a processor per acknowledged action."""
        of_halls, of_database = used(self.halls), used(self._server.processes)
        for some in self._players:
            some.go()
        time.sleep(SECONDS)
        actions = sum(some.rest()["actions"] for some in self._players)
        return {
            "us": (used(self.halls) - of_halls) / actions * 1e6,
            "database_us": (used(self._server.processes) - of_database) / actions * 1e6,
        }

    def bytes_a_step(self) -> float:
        """What a stored step takes of the disk."""
        size = "select pg_total_relation_size('entries')::float / count(*) from entries"
        return float(subprocess.run(["psql", "-At", "-c", size, self._db], check=True, capture_output=True).stdout)


@contextlib.contextmanager
def processes(server: Cluster, size: int, *, at_the_other: bool = False) -> Iterator[Scene]:
    """So many processes on a database of their own; `at_the_other` lets all visitors of a table come to the process
    that does not own it."""
    with contextlib.ExitStack() as stack:
        db = server.database()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        halls = [stack.enter_context(hall(folder, db=db))[:2] for _ in range(size)]
        ports = [port for port, _ in halls]
        doors = [*ports[1:], ports[0]] if at_the_other else ports
        players = [
            stack.enter_context(players_of_the_hall(port, TABLES, 0, door=door))
            for port, door in zip(ports, doors, strict=True)
        ]
        yield Scene(server, db, ports, [pid for _, pid in halls], players)


async def ping(port: int, halls: list[int]) -> float:
    """Microseconds of the hall's processor per ping, which a page sends when it has heard nothing for a while."""
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/ws/lobby"
        lines = [await stack.enter_async_context(connect(address, compression=None)) for _ in range(PINGING)]
        before = used(halls)
        await asyncio.gather(*(ask(line) for line in lines))
        return (used(halls) - before) / (PINGING * PINGS) * 1e6


async def ask(line: ClientConnection) -> None:
    for _ in range(PINGS):
        await line.send('{"type":"ping","t":1}')
        while '"pong"' not in str(await line.recv()):
            pass


def used(processes: list[int]) -> float:
    """Seconds of a processor that these have taken."""
    ticks = 0
    for process in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK
