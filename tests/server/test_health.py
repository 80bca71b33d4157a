"""/health tells the truth within two seconds: whether what is done in the hall can be stored."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from sqlalchemy.exc import OperationalError

from quincunx.client.connection import HallError
from quincunx.server.config import HallConfig
from quincunx.server.store import store as store_module
from tests.server.conftest import Cluster, Open, Process, opened, signal_all, wait_for


def health(url: str) -> int:
    """Its status; an answer must come whatever the store does."""
    try:
        with urlopen(f"{url}/health", timeout=10) as answer:
            status: int = answer.status
    except HTTPError as error:
        status = error.code
        error.close()
    return status


async def health_of(hall: Open) -> int:
    return await asyncio.to_thread(health, hall.url)


async def test_a_store_that_takes_no_writes_is_not_well(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PROBE_PAUSE_S", 0)
    assert await health_of(hall) == 200

    def full(*_: object) -> None:
        raise OperationalError("update", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(store_module, "_probe", full)
        assert await health_of(hall) == 503
    assert await health_of(hall) == 200


async def test_a_store_that_hangs_is_not_well(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PROBE_PAUSE_S", 0)
    monkeypatch.setattr(store_module, "PROBE_S", 0.3)
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "_probe", lambda _: time.sleep(0.8))
        assert await health_of(hall) == 503
        assert await health_of(hall) == 503
    await asyncio.sleep(0.8)
    assert await health_of(hall) == 200


async def test_a_hall_that_has_lost_its_file_is_not_well(hall: Open, tmp_path: Path) -> None:
    assert await health_of(hall) == 200
    (tmp_path / "hall.db").unlink()
    await asyncio.sleep(store_module.PROBE_PAUSE_S)
    assert await health_of(hall) == 503


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.getuid() != 0:
        pytest.skip("only root may mount a file system")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


async def test_a_full_disk_is_told_and_nothing_is_acknowledged(
    config: HallConfig, tiny_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.db = f"sqlite:///{tiny_disk}/hall.db"
    async with opened(config) as hall:
        table = await hall.table()
        monkeypatch.setattr(store_module, "PROBE_PAUSE_S", 1000)
        assert await health_of(hall) == 200
        fill(tiny_disk / "ballast")
        assert await health_of(hall) == 503, "though a write has succeeded a moment ago"
        seq = table.clients[0].seq
        with pytest.raises(HallError) as refusal:
            await table.mover.act("roll")
        assert refusal.value.code == "store"
        (tiny_disk / "ballast").unlink()
        assert await health_of(hall) == 200
        assert await table.mover.act("roll") == seq + 1
        await table.close()


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 512)
        except OSError:
            return


async def test_a_frozen_postgresql_is_told(
    postgresql_db: str, postgresql: Cluster, processes: Callable[..., Process]
) -> None:
    hall = processes(postgresql_db)
    hall.start()
    frozen = postgresql.processes
    try:
        signal_all(frozen, signal.SIGSTOP)
        await asyncio.sleep(store_module.PROBE_PAUSE_S)
        for _ in range(2):
            assert await asyncio.to_thread(health, hall.url) == 503
    finally:
        signal_all(frozen, signal.SIGCONT)
    await wait_for(lambda: health(hall.url) == 200)
