"""`kill -9` in the middle of play, a dozen times and in `make test-all` fifty, of the hall and of PostgreSQL: nothing
acknowledged is lost, nothing happens twice, and play goes on by itself."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.core.fields import format_fields
from quincunx.core.seats import SPECTATOR
from quincunx.games import game
from quincunx.protocol import CreateTable, Settings
from quincunx.server.store.store import Store
from quincunx.table.ledger import Ledger
from quincunx.table.steps import Acted, Entry
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import ROOT, Cluster, Process, wait_for

KILLS = 50


class Mortal:
    """A hall that is killed and started again on the same port and database."""

    def __init__(self, db: str, folder: Path) -> None:
        self.process = Process(db, folder / "hall.log")
        self.url = self.process.url
        self._log = (folder / "zygote.log").open("ab")
        self._zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote", db, str(self.process.port)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        self._child = 0

    def start(self) -> None:
        assert self._zygote.stdin is not None
        assert self._zygote.stdout is not None
        self._zygote.stdin.write(b"start\n")
        self._zygote.stdin.flush()
        self._child = int(self._zygote.stdout.readline())

    def kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)

    def end(self) -> None:
        self.kill()
        self._zygote.kill()
        self._zygote.communicate()
        self._log.close()


async def play_for_ever(client: TableClient, acknowledged: list[tuple[str, int]], stop: asyncio.Event) -> None:
    """Act whenever it is my move; note every message that was acknowledged, and as which step."""
    rng = random.Random(client.you)
    while not stop.is_set() and not client.is_over:
        if not client.may_act:
            await asyncio.sleep(0.002)
            continue
        assert client.now is not None
        legal = client.now.legal
        try:
            seq = await client.act(rng.choice(legal) if legal else rng.choice(["stop", "reroll L1 H1", "reroll all"]))
            acknowledged.append((f"{client._prefix}.{client._count}", seq))
        except HallError as refusal:
            if refusal.code not in ("stale", "turn", "status", "store"):
                raise


async def wound(hall: HallClient, mortal: Mortal, kills: int) -> dict[str, list[tuple[str, int]]]:
    """Play at several tables while the hall is killed again and again; what each table acknowledged."""
    acknowledged: dict[str, list[tuple[str, int]]] = {}
    stop = asyncio.Event()
    rng = random.Random(7)
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        clients: list[TableClient] = []
        for slug, bots in (("pig", []), ("phase10", []), ("phase10", ["random"])):
            wanted = CreateTable(slug, 3, "Ann", bots=bots, settings=Settings(pace=5))
            given = [await hall.open_table(wanted)]
            for name in ("Bob", "Cyd")[: 2 - len(bots)]:
                given.append(await hall.take_seat(given[0].table, name))
            noted = acknowledged.setdefault(given[0].table, [])
            for seat in given:
                client = await stack.enter_async_context(hall.watch(seat.table, seat.token))
                clients.append(client)
                group.create_task(play_for_ever(client, noted, stop))
        for number in range(1, kills + 1):
            await wait_for(partial(_enough, clients, acknowledged, 4 * number), 60)
            await asyncio.sleep(rng.uniform(0.02, 0.25))
            connections = [client.reconnections for client in clients]
            mortal.kill()
            mortal.start()
            await wait_for(partial(_all_are_back, clients, connections), 60)
        await asyncio.sleep(0.3)
        stop.set()
        await wait_for(lambda: not any(client._pending for client in clients), 30)
    assert all(client.reconnections >= kills for client in clients)
    return acknowledged


def _enough(clients: list[TableClient], acknowledged: dict[str, list[tuple[str, int]]], count: int) -> bool:
    """Whether more than `count` actions were acknowledged, or all matches are over."""
    return sum(map(len, acknowledged.values())) > count or all(client.is_over for client in clients)


def _all_are_back(clients: list[TableClient], connections: list[int]) -> bool:
    return all(
        client._socket is not None and client.reconnections > before
        for client, before in zip(clients, connections, strict=True)
    )


async def read_all(db: str, table: str) -> tuple[Ledger, list[Entry]]:
    """A table as the store has it, replayed."""
    store = Store(db)
    try:
        row = await store.table(table)
        assert row is not None
        ledger = Ledger(PIG if row.game == "pig" else game(row.game), row)
        entries = await store.entries(table)
        for entry in entries:
            ledger.fold(entry)
    finally:
        await store.close()
    return ledger, entries


def assert_nothing_lost(entries: list[Entry], acknowledged: list[tuple[str, int]]) -> None:
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "steps are missing"
    stored = {entry.message: entry.seq for entry in entries if entry.message is not None}
    twice = [message for message, count in Counter(entry.message for entry in entries).items() if message and count > 1]
    assert not twice, "a message happened twice"
    for message, seq in acknowledged:
        assert stored.get(message) == seq, f"{message} was acknowledged as step {seq}"
    assert acknowledged


@pytest.mark.parametrize("kills", [12, pytest.param(KILLS, marks=pytest.mark.slow)])
async def test_kill_nine_again_and_again(any_db: str, tmp_path: Path, kills: int) -> None:
    mortal = Mortal(any_db, tmp_path)
    try:
        mortal.start()
        hall = HallClient(mortal.url)
        for _ in range(600):
            try:
                await hall._call("GET", "/health", dict)
                break
            except HallError:
                await asyncio.sleep(0.05)
        acknowledged = await wound(hall, mortal, kills)
        for table, noted in acknowledged.items():
            info = await hall.table(table)
            async with hall.watch(table, views=True) as watcher:
                assert watcher.now is not None
                ledger, entries = await read_all(any_db, table)
                assert info.seq <= len(entries)
                assert_nothing_lost(entries, [note for note in noted if note[1] <= len(entries)])
                if ledger.seq == watcher.now.seq:
                    assert watcher.now.view == format_fields(ledger.view(SPECTATOR))
                assert any(isinstance(entry.step, Acted) for entry in entries)
        assert "Traceback" not in (tmp_path / "zygote.log").read_text()
    finally:
        mortal.end()


# The database


async def keep_playing(
    hall: HallClient, slug: str, bots: list[str], acknowledged: dict[str, list[tuple[str, int]]], stop: asyncio.Event
) -> None:
    """One match after the other; whatever the database cannot take is asked for again."""
    while not stop.is_set():
        async with AsyncExitStack() as stack:
            try:
                wanted = CreateTable(slug, 3, "Ann", bots=bots, settings=Settings(pace=5))
                given = [await hall.open_table(wanted)]
                for name in ("Bob", "Cyd")[: 2 - len(bots)]:
                    given.append(await hall.take_seat(given[0].table, name))
            except HallError as refusal:
                assert refusal.code == "store", refusal  # noqa: PT017  # any other ends the test
                await asyncio.sleep(0.05)
                continue
            noted = acknowledged.setdefault(given[0].table, [])
            clients = [await stack.enter_async_context(hall.watch(seat.table, seat.token)) for seat in given]
            async with asyncio.TaskGroup() as group:
                for client in clients:
                    group.create_task(play_for_ever(client, noted, stop))


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_fifty_kills_of_postgresql(cluster: Cluster, tmp_path: Path, processes: Callable[..., Process]) -> None:
    db = cluster.database()
    process = processes(db)
    process.start()
    hall = HallClient(process.url)
    acknowledged: dict[str, list[tuple[str, int]]] = {}
    stop = asyncio.Event()
    rng = random.Random(7)
    async with asyncio.TaskGroup() as group:
        for slug, bots in (("pig", []), ("phase10", []), ("phase10", ["random"])):
            group.create_task(keep_playing(hall, slug, bots, acknowledged, stop))
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.02, 0.5))
            await asyncio.to_thread(cluster.kill)
            await asyncio.sleep(rng.choice([0, 0, rng.uniform(0, 2)]))
            await asyncio.to_thread(cluster.start)
            known = {table: len(noted) for table, noted in acknowledged.items()}
            await wait_for(partial(_three_go_on, acknowledged, known), 120)
        stop.set()
    assert sum(len(noted) for noted in acknowledged.values()) > 3 * KILLS
    for table, noted in acknowledged.items():
        _, entries = await read_all(db, table)
        if noted:
            assert_nothing_lost(entries, noted)
    process.wait()
    assert '"message_failed"' not in process.log()
    assert '"table_failed"' not in process.log()


def _three_go_on(acknowledged: dict[str, list[tuple[str, int]]], known: dict[str, int]) -> bool:
    """Whether something has been acknowledged since at three tables: of each kind one is always played at."""
    return sum(len(noted) > known.get(table, 0) for table, noted in acknowledged.items()) >= 3


def test_the_test_would_notice_a_loss() -> None:
    entries = [Entry(1, 0, "0:a", Acted(0, 0)), Entry(2, 0, "1:b", Acted(1, 0))]
    many = [("0:a", 1)] * (KILLS + 1)
    assert_nothing_lost(entries, many)
    with pytest.raises(AssertionError):
        assert_nothing_lost(entries, [*many, ("0:c", 3)])
    with pytest.raises(AssertionError):
        assert_nothing_lost([entries[0], Entry(2, 0, "0:a", Acted(0, 0))], many)
    with pytest.raises(AssertionError):
        assert_nothing_lost([entries[0], Entry(3, 0, "1:b", Acted(1, 0))], many)
