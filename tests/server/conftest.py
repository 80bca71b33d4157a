"""A hall in the test's own process, halls as processes of their own, and a PostgreSQL of their own."""

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest
import uvicorn.server

from quincunx.client.connection import HallClient, TableClient
from quincunx.games import GAMES
from quincunx.protocol import CreateTable, Settings
from quincunx.server.config import HallConfig
from quincunx.server.door.guard import Guard
from quincunx.server.door.limits import Limits
from quincunx.server.hall.hall import Hall
from quincunx.server.operations.run import make_server
from tests.examples.pig import SPEC as PIG

ROOT = Path(__file__).parents[2]
SWIFT = Settings(pace=0)

# Uvicorn sleeps 0.1 s now and then before it stops; hundreds of tests would wait for that.
uvicorn.server.asyncio = SimpleNamespace(  # type: ignore[assignment, attr-defined]  # in place of the module
    **{**vars(asyncio), "sleep": lambda seconds: asyncio.sleep(seconds / 10)}
)


@dataclass
class Open:
    """A hall that is open in this process."""

    url: str
    hall: Hall
    client: HallClient
    guard: Guard

    async def table(self, game: str = "pig", seats: int = 2, **fields: Any) -> "Seats":
        """A table with a person on every seat that no bot takes, all connected and the match begun."""
        wanted = CreateTable(game, seats, "Ann", **{"settings": SWIFT, **fields})
        given = [await self.client.open_table(wanted)]
        for number in range(1, seats - len(wanted.bots)):
            given.append(await self.client.take_seat(given[0].table, ["Ann", "Bob", "Cyd", "Dan"][number]))
        clients = []
        for seat in given:
            client = self.client.watch(seat.table, seat.token)
            await client.__aenter__()
            clients.append(client)
        await wait_for(lambda: all(client.now is not None and client.now.picture for client in clients))
        return Seats(given[0].table, clients, [seat.token or "" for seat in given])


@dataclass
class Seats:
    """Connected players of one table."""

    table: str
    clients: list[TableClient]
    tokens: list[str]

    async def close(self) -> None:
        for client in self.clients:
            await client.__aexit__(None, None, None)

    @property
    def mover(self) -> TableClient:
        """The player whose move it is."""
        return next(client for client in self.clients if client.may_act)

    async def in_step(self) -> None:
        """Until all have heard of the latest step."""
        await wait_for(lambda: len({client.seq for client in self.clients}) == 1)


async def wait_for(condition: Callable[[], Any], seconds: float = 20) -> None:
    """Until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def opened(config: HallConfig) -> AsyncIterator[Open]:
    """A hall that is open meanwhile."""
    server = make_server(config)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    task = asyncio.create_task(server.serve([listener]))
    try:
        await wait_for(lambda: server.started or task.done())
        url = f"http://127.0.0.1:{port}"
        state = server.config.app.state  # type: ignore[union-attr]  # uvicorn knows neither
        yield Open(url, state.hall, HallClient(url), server.config.guard)  # type: ignore[attr-defined]  # uvicorn knows neither
    finally:
        server.should_exit = True
        await task
        listener.close()


def config_in(folder: Path) -> HallConfig:
    """A hall with Pig beside its own games, on SQLite."""
    return HallConfig(f"sqlite:///{folder}/hall.db", games=(*GAMES, PIG), limits=Limits(tables_an_hour=100_000))


@pytest.fixture
def config(tmp_path: Path) -> HallConfig:
    """A hall for one test."""
    return config_in(tmp_path)


@pytest.fixture
async def hall(config: HallConfig) -> AsyncIterator[Open]:
    """An open hall for one test."""
    async with opened(config) as found:
        yield found


@pytest.fixture(scope="module")
async def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Open]:
    """An open hall for those tests of a file that look at their own tables alone."""
    async with opened(config_in(tmp_path_factory.mktemp("hall"))) as found:
        yield found


class Process:
    """A hall as a process of its own, on a port that stays the same when it is started again."""

    def __init__(self, db: str, log: Path, *more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = ["--db", db, "--port", str(self.port), "--game", "tests.examples.pig", "--unlimited"]
        self._words += ["--builder", "none", *more]
        self._log = log
        self.path = [str(ROOT / "src"), str(ROOT)]
        """Where it looks for modules first."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: bool = True) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.hall", *self._words],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(self.path)},
                stderr=log,
                stdout=log,
            )
        if wait:
            self.wait()

    def wait(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError), urlopen(f"{self.url}/health", timeout=5) as answer:
                if answer.status == 200:
                    return
            assert self._process is not None
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < end, self._log.read_text()
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As `kill -9`."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def log(self) -> str:
        return self._log.read_text()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Makes halls that are killed when the test is over."""
    made: list[Process] = []

    def make(db: str, *more: str) -> Process:
        process = Process(db, tmp_path / f"hall{len(made)}.log", *more)
        made.append(process)
        return process

    yield make
    for process in made:
        process.kill()


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """For localhost, trusted in this test."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(["openssl", *words, *names, "-keyout", key, "-out", cert], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    # urllib keeps the certificates that it has read first.
    monkeypatch.setattr("urllib.request._opener", None)
    return cert, key


def signal_all(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):  # workers of PostgreSQL come and go
            os.kill(pid, what)


class Cluster:
    """A PostgreSQL of its own, which can be killed and started again."""

    def __init__(self, programs: Path, at: Sequence[str] = (), address: str = "") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quincunx-pg-", dir="/tmp"))
        self.address = address
        """Where it listens besides its socket."""
        self._programs = programs
        self._as_user: list[str] = []
        self._count = 0
        if os.getuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as_user = [*at, "runuser", "-u", "postgres", "--"]
        self._data = self.folder / "data"
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        if address:
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as_user, str(self._programs / program), *words]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Until it takes connections; what a crash has left is recovered."""
        options = (
            f"-c listen_addresses='{self.address}' -c unix_socket_directories={self.folder} -c max_connections=100"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-t", "120", "-l", log, "-o", options, "start")

    @property
    def processes(self) -> list[int]:
        """The server and those that it has started."""
        server = int((self._data / "postmaster.pid").read_text().split()[0])
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server)], check=True, capture_output=True, text=True)
        return [server, *map(int, found.stdout.split())]

    def kill(self) -> None:
        """As `kill -9` of all of it; the server first, which would bring the others back."""
        processes = self.processes
        signal_all(processes, signal.SIGKILL)
        for pid in processes:
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.01)

    def database(self) -> str:
        """The address of a fresh database."""
        self._count += 1
        self._run("createdb", "-h", str(self.folder), "-U", "postgres", f"hall_{self._count}")
        return self.url(f"hall_{self._count}")

    def url(self, name: str) -> str:
        """The address of the database of that name."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def end(self) -> None:
        """Stop it, and throw it away."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running(programs: Path, at: Sequence[str] = (), address: str = "") -> Iterator[Cluster]:
    """A PostgreSQL from beginning to end; `at` are the words that run it at another machine."""
    made = Cluster(programs, at, address)
    made.start()
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="session")
def postgresql(postgresql_bin: Path) -> Iterator[Cluster]:
    """A PostgreSQL that lives as long as the tests."""
    with running(postgresql_bin) as made:
        yield made


@pytest.fixture
def cluster(postgresql_bin: Path) -> Iterator[Cluster]:
    """A PostgreSQL for one test alone."""
    with running(postgresql_bin) as made:
        yield made


@pytest.fixture
def postgresql_db(postgresql: Cluster) -> str:
    """A fresh database."""
    return postgresql.database()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both databases."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hall.db"
    found: str = request.getfixturevalue("postgresql_db")
    return found
