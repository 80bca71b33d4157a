"""Two machines with halls, one with PostgreSQL and one with nginx, as docs/hosting.md has them: whatever happens to one
of the halls, nothing acknowledged is lost, nothing happens twice, and every table is playable again within 10 s."""

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.protocol import CreateTable, Settings
from tests.server.conftest import ROOT, Cluster, running, wait_for
from tests.server.machines import Machines
from tests.server.test_kill import assert_nothing_lost, read_all
from tests.server.test_nginx import configured
from tests.server.test_nginx import running as nginx_running

ROUNDS = 50
PLAYABLE_S = 10.0
TABLES = 4
"""New tables per round, beside two that stay."""
THOUGHT_S = 0.05
"""Seconds between two actions of a player."""
HALLS = ("one", "two")
PASSING = ("stale", "turn", "status", "store", "busy")
BUGS = ("request_failed", "message_failed", "table_failed", "worker_failed", "relay_failed")
"""What the log must not say."""


class Host:
    """A machine with a hall."""

    def __init__(self, machines: Machines, name: str, db: str, folder: Path, url: str) -> None:
        self.name = name
        self._machines = machines
        self._address = machines.addresses[name]
        self._log = folder / f"{name}.log"
        words = ["hall", "--no-browser", "--host", self._address, "--port", "8000", "--peer", f"{self._address}:9000"]
        words += ["--proxy", machines.addresses["proxy"], "--origin", url, "--db", db, "--tables-an-hour", "10000"]
        self._words = [*machines.at(name), sys.executable, "-m", "tests.server.jumping_clock", *words]
        self._environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "XDG_DATA_HOME": str(folder / name),
        }

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._words, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )

    def wait(self) -> None:
        """Until the hall says that it can store."""
        while True:
            with contextlib.suppress(OSError), urlopen(f"http://{self._address}:8000/health", timeout=5):
                return
            time.sleep(0.05)

    def tell(self, what: signal.Signals) -> None:
        os.kill(self._process.pid, what)

    def tell_all(self, what: signal.Signals) -> None:
        """The hall and the processes in which its bots think."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, what)

    def end(self) -> None:
        self.tell_all(signal.SIGCONT)
        self.tell_all(signal.SIGKILL)
        self._process.wait()

    def said(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self._log.read_text().splitlines() if line.startswith("{")]


@dataclass
class Fault:
    """Something that happens to a machine, and how it ends."""

    what: str
    host: Host
    begin: Callable[[], None]
    end: Callable[[], None]


def faults(machines: Machines, host: Host, other: Host) -> Iterator[Fault]:
    """Everything that can happen to a host."""

    def cut(what: str, *ways: tuple[str, str]) -> Fault:
        def each(do: Callable[[str, str], None]) -> None:
            for here, there in ways:
                do(here, there)

        return Fault(what, host, partial(each, machines.cut), partial(each, machines.mend))

    me = host.name
    yield Fault("is killed", host, host.end, host.start)
    yield Fault("stands still", host, partial(host.tell_all, signal.SIGSTOP), partial(host.tell_all, signal.SIGCONT))
    yield Fault("is an hour off", host, partial(host.tell, signal.SIGUSR1), lambda: None)
    yield cut("is cut off from the other hall", (me, other.name), (other.name, me))
    for there, name in (("database", "the database"), ("proxy", "the players")):
        yield cut(f"is cut off from {name}", (me, there), (there, me))
        yield cut(f"is not heard by {name}", (me, there))
        yield cut(f"does not hear {name}", (there, me))


@dataclass
class Player:
    """Plays at a table, and notes what was acknowledged."""

    client: TableClient
    acknowledged: list[tuple[str, int]]
    acted: float = 0.0
    """When the last action was sent that has been acknowledged."""

    async def play(self, stop: asyncio.Event) -> None:
        client = self.client
        while not stop.is_set() and not client.is_over:
            await asyncio.sleep(THOUGHT_S)
            if not client.may_act:
                continue
            sent = time.monotonic()
            try:
                seq = await client.act("stop")
            except HallError as refusal:
                if refusal.code not in PASSING:
                    raise
            else:
                self.acknowledged.append((f"{client._prefix}.{client._count}", seq))
                self.acted = sent


@dataclass
class Scene:
    """The machines, and what runs on them."""

    machines: Machines
    db: str
    hosts: list[Host]
    hall: HallClient
    acknowledged: dict[str, list[tuple[str, int]]] = field(default_factory=dict)


@pytest.fixture
def machines() -> Iterator[Machines]:
    if os.geteuid() or not shutil.which("ip"):
        pytest.skip("only root makes network namespaces, by iproute2")
    made = Machines("proxy", *HALLS, "database")
    try:
        made.open()
        yield made
    finally:
        made.close()


@pytest.fixture
def database(machines: Machines, postgresql_bin: Path) -> Iterator[Cluster]:
    with running(postgresql_bin, machines.at("database"), machines.addresses["database"]) as made:
        yield made


@pytest.fixture
async def scene(
    machines: Machines, database: Cluster, nginx: Path, certificate: tuple[Path, Path], tmp_path: Path
) -> AsyncIterator[Scene]:
    db = database.database()
    name = db.partition("/")[2].strip("/").partition("@/")[2].partition("?")[0]
    remote = f"postgresql://postgres@{machines.addresses['database']}/{name}"
    url = "https://localhost:8443"
    hosts = [Host(machines, name, remote, tmp_path, url) for name in HALLS]
    configuration = configured([f"{machines.addresses[name]}:8000" for name in HALLS], 8443, 8080, certificate)
    with machines.entered("proxy"), nginx_running(nginx, tmp_path / "nginx", 8443, configuration, machines.at("proxy")):
        try:
            for host in hosts:
                host.start()
            await serving(hosts)
            yield Scene(machines, db, hosts, HallClient(url))
        finally:
            for host in hosts:
                host.end()


async def serving(hosts: list[Host]) -> None:
    """Until all hosts can store."""
    for host in hosts:
        await asyncio.to_thread(host.wait)


async def seated(scene: Scene, stack: AsyncExitStack, bots: list[str]) -> list[Player]:
    """Two players, and perhaps bots, at a table of their own."""
    wanted = CreateTable("phase10", 2 + len(bots), "Ann", bots=bots, settings=Settings(pace=5))
    given = [await scene.hall.open_table(wanted)]
    given.append(await scene.hall.take_seat(given[0].table, "Bob"))
    noted = scene.acknowledged.setdefault(given[0].table, [])
    return [Player(await stack.enter_async_context(scene.hall.watch(seat.table, seat.token)), noted) for seat in given]


@pytest.mark.slow
async def test_whatever_happens_to_one_of_two_machines_the_tables_go_on(scene: Scene) -> None:
    one, two = scene.hosts
    kinds = [*faults(scene.machines, one, two), *faults(scene.machines, two, one)]
    rng, longest = random.Random(5), dict[str, float]()
    async with AsyncExitStack() as stack:
        staying = [player for bots in (["random"], []) for player in await seated(scene, stack, bots)]
        for number in range(ROUNDS):
            if number % len(kinds) == 0:
                rng.shuffle(kinds)
            async with AsyncExitStack() as for_this_round:
                passing = [player for _ in range(TABLES) for player in await seated(scene, for_this_round, [])]
                await played_through(kinds[number % len(kinds)], [*staying, *passing], longest)
            await serving(scene.hosts)
    for table, acknowledged in scene.acknowledged.items():
        _, entries = await read_all(scene.db, table)
        assert_nothing_lost(entries, acknowledged)
    for host in scene.hosts:
        assert not [line for line in host.said() if line["event"] in BUGS]
    assert max(longest.values()) <= PLAYABLE_S, longest


async def played_through(fault: Fault, players: list[Player], longest: dict[str, float]) -> None:
    """A fault happens while all play; until all have played on."""
    stop = asyncio.Event()
    for player in players:
        player.acted = 0.0
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(stop))
        await wait_for(lambda: all_acted(players, 0.0), 60)
        fault.begin()
        begun = time.monotonic()
        try:
            await wait_for(lambda: all_acted(players, begun), 60)
        finally:
            took = longest[fault.what] = max(longest.get(fault.what, 0.0), time.monotonic() - begun)
            sys.stdout.write(f"{fault.host.name} {fault.what}: {took:.1f} s\n")
            fault.end()
            stop.set()
        await wait_for(lambda: not any(player.client._pending for player in players), 30)


def all_acted(players: list[Player], begun: float) -> bool:
    """Whether everybody has acted since then."""
    return all(player.acted > begun or player.client.is_over for player in players)
