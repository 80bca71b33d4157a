"""Several processes on one port and one PostgreSQL: one that dies is started again, and nobody loses a step."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.cli import run
from quincunx.client.connection import HallClient
from quincunx.protocol import CreateTable, Settings
from tests.server.conftest import Process, wait_for
from tests.server.test_kill import read_all
from tests.server.test_processes import play


class ManyWorkers(Process):
    """`quincunx hall --workers 3`."""

    def start(self, *, wait: bool = True) -> None:
        words = ["hall", "--db", self._words[1], "--port", str(self.port), "--no-browser", "--workers", "3"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([sys.executable, "-m", "quincunx", *words], stdout=log, stderr=log)
        self.wait()

    def said(self, event: str) -> list[int]:
        """The processes of which the log says this."""
        lines = [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]
        return [line["pid"] for line in lines if line["event"] == event]

    def end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(60)


@pytest.fixture
def many(postgresql_db: str, tmp_path: Path) -> Iterator[ManyWorkers]:
    made = ManyWorkers(postgresql_db, tmp_path / "hall.log")
    made.start()
    yield made
    made.kill()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def test_a_worker_that_dies_is_started_again_and_the_match_goes_on(many: ManyWorkers, postgresql_db: str) -> None:
    hall = HallClient(many.url)
    wanted = CreateTable("phase10", 3, "Ann", bots=["random"], settings=Settings(pace=5))
    given = [await hall.open_table(wanted)]
    given.append(await hall.take_seat(given[0].table, "Bob"))
    table = given[0].table
    async with hall.watch(table, given[0].token) as ann, hall.watch(table, given[1].token) as bob:
        await wait_for(lambda: ann.now is not None and ann.now.picture is not None)
        playing = asyncio.create_task(play(ann, bob))
        for _ in range(3):
            await asyncio.sleep(0.3)
            before = many.said("worker_started")
            os.kill(next(pid for pid in reversed(before) if alive(pid)), signal.SIGKILL)
            await wait_for(lambda before=before: len(many.said("worker_started")) > len(before))  # type: ignore[misc]  # mypy infers no lambda with a default
        async with asyncio.timeout(120):
            await playing
        await wait_for(lambda: ann.is_over and bob.is_over)
    _, entries = await read_all(postgresql_db, table)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert len(many.said("worker_ended")) == 3
    assert many.log().count("The hall is open") == 1
    workers = [pid for pid in many.said("worker_started") if alive(pid)]
    assert len(workers) == 3
    assert many.end(signal.SIGTERM) == 0
    assert not any(alive(pid) for pid in workers)
    assert "Traceback" not in many.log()


def test_workers_close_when_their_parent_is_killed(many: ManyWorkers) -> None:
    workers = many.said("worker_started")
    assert len(workers) == 3
    many.end(signal.SIGKILL)
    end = time.monotonic() + 30
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < end
        time.sleep(0.05)
    many.start()  # their port is free


def test_ctrl_c_closes_all(many: ManyWorkers) -> None:
    assert many.end(signal.SIGINT) in (0, 130)
    assert not any(alive(pid) for pid in many.said("worker_started"))
    assert "Traceback" not in many.log()


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hall", "--workers", "2", "--no-browser", "--db", "postgresql://nobody@127.0.0.1:9/none"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
