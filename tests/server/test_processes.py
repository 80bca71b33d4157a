"""Several processes on one PostgreSQL serve the same tables; when one dies the others go on."""

import asyncio
import os
import signal
from collections.abc import Callable

from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.protocol import CreateTable, Settings
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.store.errors import StoreError
from tests.server.conftest import Process, opened, wait_for
from tests.server.test_kill import read_all


async def play(*clients: TableClient, each: int = 10**6) -> None:
    """Act whenever it is someone's move, until everyone has acted so often or the match is over."""
    acted = [0] * len(clients)
    while min(acted) < each and not all(client.is_over for client in clients):
        for index, client in enumerate(clients):
            if client.may_act and not client.is_over:
                acted[index] += await acts(client)
        await asyncio.sleep(0.005)


async def acts(client: TableClient) -> bool:
    """Act once; False if someone else was faster."""
    assert client.now is not None
    try:
        await client.act((client.now.legal or ["stop"])[-1])
    except HallError as refusal:
        if refusal.code not in ("stale", "turn", "status"):
            raise
        return False
    return True


async def test_two_processes_serve_one_table_and_one_of_them_dies(
    postgresql_db: str, processes: Callable[..., Process]
) -> None:
    first, second = processes(postgresql_db), processes(postgresql_db)
    first.start(wait=False)
    second.start(wait=False)
    first.wait()
    second.wait()
    here, there = HallClient(first.url), HallClient(second.url)
    wanted = CreateTable("pig", 4, "Ann", bots=["greedy", "random"], settings=Settings(pace=20))
    ann_seat = await here.open_table(wanted)
    bob_seat = await there.take_seat(ann_seat.table, "Bob")
    async with there.watch(bob_seat.table, bob_seat.token) as bob, there.watch(bob_seat.table) as watcher:
        async with here.watch(ann_seat.table, ann_seat.token) as ann:
            await wait_for(lambda: ann.table is not None and ann.table.status == "playing")
            await wait_for(lambda: bob.table is not None and bob.table.status == "playing")
            await wait_for(lambda: bob.table is not None and bob.table.seats[0].connected)
            async with asyncio.timeout(60):
                await play(ann, bob, each=6)
            await wait_for(lambda: ann.seq == bob.seq == watcher.seq)
            first.kill()
        async with there.watch(ann_seat.table, ann_seat.token) as ann:
            assert ann.you == 0
            async with asyncio.timeout(120):
                await play(ann, bob)
            await wait_for(lambda: ann.is_over and bob.is_over and watcher.is_over, 60)
            assert ann.now is not None
            assert bob.now is not None
            assert ann.now.standings == bob.now.standings
    ledger, entries = await read_all(postgresql_db, ann_seat.table)
    assert ledger.status == "over"
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    for process in (first, second):
        assert "Traceback" not in process.log(), process.log()
    assert (await there.transcript(ann_seat.table)).startswith("quincunx 2")


async def test_a_seat_at_two_processes_acts_once(postgresql_db: str, processes: Callable[..., Process]) -> None:
    first, second = processes(postgresql_db), processes(postgresql_db)
    first.start(wait=False)
    second.start(wait=False)
    first.wait()
    second.wait()
    here, there = HallClient(first.url), HallClient(second.url)
    given = await here.open_table(CreateTable("phase10", 1, "Ann"))
    async with here.watch(given.table, given.token) as left, there.watch(given.table, given.token) as right:
        await wait_for(lambda: left.may_act and right.may_act)
        right._prefix = left._prefix
        for number in range(20):
            right._count = left._count
            action = "reroll L1 H1" if number % 3 < 2 else "stop"
            answers = await asyncio.gather(left.act(action), right.act(action), return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, BaseException)]
            assert not refused, refused
            assert answers[0] == answers[1]
            await wait_for(lambda: left.seq == right.seq)
            if left.is_over:
                break
    _, entries = await read_all(postgresql_db, given.table)
    messages = [entry.message for entry in entries if entry.message]
    assert len(messages) == len(set(messages))


async def test_bots_of_a_frozen_process_are_moved_by_another(
    postgresql_db: str, processes: Callable[..., Process], config: HallConfig
) -> None:
    frozen = processes(postgresql_db)
    frozen.start()
    config.db = postgresql_db
    table = (
        await HallClient(frozen.url).open_table(CreateTable("phase10", 2, "Ann", bots=["random"] * 2, play=False))
    ).table
    async with opened(config) as hall:
        os.kill(frozen.pid, signal.SIGSTOP)
        stored = len(await hall.hall.store.entries(table))
        await wait_for(lambda: table in hall.hall.tables and hall.hall.tables[table].ledger.seq > stored)
        os.kill(frozen.pid, signal.SIGCONT)
        await asyncio.to_thread(frozen.wait)
        seq = hall.hall.tables[table].ledger.seq
        await wait_for(lambda: hall.hall.tables[table].ledger.seq > seq + 2)


async def lost(*_: object) -> int:
    raise StoreError(words.DATABASE_SILENT())
