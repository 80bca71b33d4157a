"""Each table has one owner: its lease, the epoch that shuts out whoever owned it before, and the way to it from other
processes."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, text

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import CLOSE_TRY_AGAIN, CreateTable
from quincunx.server.config import HallConfig
from quincunx.server.door import relay
from quincunx.server.door.relay import Beat, Greeting, LineError, Proof, Relay, decode, encode
from quincunx.server.operations import peers
from quincunx.server.store import database
from quincunx.server.store import store as store_module
from quincunx.server.store.channel import Channel
from quincunx.server.store.errors import StoreError
from quincunx.server.store.ownership import Place, release, still_owned
from quincunx.server.store.store import Store
from quincunx.server.store.writes import Write, WriteResult
from quincunx.table.steps import Entry, Filled, Sat
from tests.server.conftest import SWIFT, Open, opened, wait_for
from tests.server.test_processes import lost, play
from tests.server.test_store import ROW, write

LATER = Entry(2, 6, None, Filled(1, "random"))
LIVES = text(
    "insert into processes (name, expires, address, secret)"
    " values (:name, cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + 60000, '127.0.0.1:1', 's')"
)


class Owners:
    """Two processes, as far as the store knows them, and a table of the first."""

    def __init__(self, url: str) -> None:
        self.first, self.second = Store(url), Store(url)

    async def open(self) -> None:
        for store in (self.first, self.second):
            await store.open()
            store.held = {}
        assert await write(self.first, Entry(1, 5, None, Sat(0, "Ann", "hash")), opened=ROW) is WriteResult.STORED

    async def live(self, store: Store) -> None:
        await store._db.run(lambda connection: connection.execute(LIVES, {"name": store.origin}))


@pytest.fixture
async def owners(postgresql_db: str) -> AsyncIterator[Owners]:
    made = Owners(postgresql_db)
    await made.open()
    yield made
    await made.first.close()
    await made.second.close()


async def test_whoever_owned_a_table_before_stores_nothing_more(owners: Owners) -> None:
    await owners.live(owners.first)
    place = await owners.second.own(ROW.id)
    assert place == Place(owners.first.origin, "127.0.0.1:1", "s")
    assert await write(owners.second, LATER) is WriteResult.FENCED
    assert await owners.second.own(ROW.id, [owners.first.origin]) is None
    assert await write(owners.first, LATER) is WriteResult.FENCED
    assert await write(owners.second, LATER) is WriteResult.STORED
    assert [entry.seq for entry in await owners.first.entries(ROW.id)] == [1, 2]


async def test_of_a_batch_only_what_is_not_ones_own_is_refused(owners: Owners) -> None:
    other = replace(ROW, id="other", number=2)
    sat = Entry(1, 5, None, Sat(0, "Ann", "hash"))
    assert await write(owners.first, sat, opened=other, number=2) is WriteResult.STORED
    await owners.second.own(ROW.id)
    done: dict[str, WriteResult] = {}
    for row in (ROW, other):
        owners.first.append(Write(row.id, row.number, [LATER], partial(done.__setitem__, row.id)))
    await wait_for(lambda: len(done) == 2)
    assert done == {ROW.id: WriteResult.FENCED, "other": WriteResult.STORED}


async def test_the_owner_of_a_table_that_is_taken_back_has_another_epoch(owners: Owners) -> None:
    await owners.second.own(ROW.id)
    await owners.first.own(ROW.id)
    assert (owners.first.held, owners.second.held) == ({ROW.id: 3}, {ROW.id: 2})
    await owners.second.run(release, {ROW.id: 2})
    assert await owned_by(owners.first) == {ROW.id: 3}, "what was let go late is another's by now"
    assert await owned_by(owners.second) == {}
    await owners.first.run(release, {ROW.id: 3})
    assert await owned_by(owners.first) == {}


async def owned_by(store: Store) -> dict[str, int]:
    """The tables that a process owns according to the database."""
    return await store.run(still_owned, store.origin)


async def test_a_write_under_way_is_waited_for(owners: Owners) -> None:
    """A new owner reads what the old one had begun to store."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slowly(connection: Connection) -> None:
        found = Write(ROW.id, ROW.number, [LATER], lambda _: None, epoch=1)
        store_module._insert(connection, [found], owners.first.origin)
        loop.call_soon(begun.set)
        connection.execute(text("select pg_sleep(0.5)"))

    writing = asyncio.create_task(owners.first._db.run(slowly))
    await begun.wait()
    assert await owners.second.own(ROW.id) is None
    assert [entry.seq for entry in await owners.second.entries(ROW.id)] == [1, 2]
    await writing


async def test_whoever_freezes_in_the_middle_of_a_write_does_not_keep_the_table(
    postgresql_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "IDLE_S", 0.3)
    owners = Owners(postgresql_db)
    await owners.open()
    db: Any = owners.first._db
    async with db._engine.connect() as frozen:
        found = Write(ROW.id, ROW.number, [LATER], lambda _: None, epoch=1)
        await frozen.run_sync(store_module._insert, [found], owners.first.origin)
        assert await owners.second.own(ROW.id) is None
        assert [entry.seq for entry in await owners.second.entries(ROW.id)] == [1], "it was never stored"
        await frozen.invalidate()
    assert await write(owners.second, LATER) is WriteResult.STORED
    await owners.first.close()
    await owners.second.close()


# Two halls


async def cut(*_: object) -> None:
    raise LineError("cut")


@pytest.fixture
async def two(postgresql_db: str, config: HallConfig) -> AsyncIterator[tuple[Open, Open]]:
    config.db = postgresql_db
    async with opened(config) as first, opened(replace(config)) as second:
        yield first, second


async def test_only_the_owner_has_a_table_and_others_pass_on(two: tuple[Open, Open]) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("pig", 2, "Ann", settings=SWIFT))
    bob_seat = await second.client.take_seat(given.table, "Bob")
    async with (
        first.client.watch(given.table, given.token) as ann,
        second.client.watch(given.table, bob_seat.token) as bob,
    ):
        async with asyncio.timeout(60):
            await play(ann, bob)
        await wait_for(lambda: bob.is_over)
        assert given.table in first.hall.tables
        assert given.table not in second.hall.tables
        assert len(first.hall.connected()) == 2
        assert second.hall.connected() == []
        assert second.hall.connections == 1
    assert (await second.client.table(given.table)).status == "over"
    assert await second.client.transcript(given.table) == await first.client.transcript(given.table)
    with pytest.raises(HallError) as refusal:
        await second.client.take_seat(given.table, "Cyd")
    assert refusal.value.code != "store"
    await wait_for(lambda: first.hall.connections == 0)


async def test_a_table_that_is_taken_goes_on_where_it_is(two: tuple[Open, Open]) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("phase10", 1, "Ann", settings=SWIFT))
    async with first.client.watch(given.table, given.token) as ann:
        await wait_for(lambda: ann.may_act)
        seq = await ann.act("reroll L1 H1")
        assert second.hall._peers is not None
        await second.hall._peers.way_to(given.table, by_force=True)
        await wait_for(lambda: given.table not in first.hall.tables)
        assert await ann.act("stop") == seq + 1
        assert given.table in second.hall.tables
        assert ann.reconnections == 1


async def test_the_table_of_an_owner_that_cannot_be_reached_is_taken(
    two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("phase10", 1, "Ann", settings=SWIFT))

    monkeypatch.setattr(second.hall.relay, "link", cut)
    async with second.client.watch(given.table, given.token) as ann:
        await wait_for(lambda: ann.may_act)
        await ann.act("stop")
    assert given.table in second.hall.tables
    await wait_for(lambda: given.table not in first.hall.tables)


async def test_many_who_ask_for_a_table_at_once_take_it_once(
    two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("phase10", 1, "Ann", settings=SWIFT))
    monkeypatch.setattr(second.hall.relay, "link", cut)
    monkeypatch.setattr(peers, "LOOKUP_S", 0.3)
    row_lock = text("select 1 from tables where id = :table for update")
    store: Any = first.hall.store

    async def ask() -> None:
        with pytest.raises(HallError):
            await second.client.table(given.table)

    async with store._db._engine.begin() as slow:
        await slow.execute(row_lock, {"table": given.table})
        for _ in range(3):
            await asyncio.gather(ask(), ask(), ask())
    taking: Any = second.hall.store._db
    await wait_for(lambda: not taking._running)
    assert await owned_by(second.hall.store) == {given.table: 2}, "it has got one new epoch"
    assert second.hall.store.held == {given.table: 2}


async def test_without_its_lease_a_process_lets_everybody_go(
    two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = two[0]
    given = await first.client.open_table(CreateTable("phase10", 1, "Ann", settings=SWIFT))
    assert first.hall._peers is not None
    table, codes = first.hall.tables[given.table], list[int]()
    monkeypatch.setattr(first.hall, "show_out", lambda _, code: codes.append(code))
    real = Channel.renew
    monkeypatch.setattr(Channel, "renew", lost)
    first.hall._peers._until = float("-inf")
    first.hall._peers._lose_all()
    assert (first.hall.tables, codes) == ({}, [CLOSE_TRY_AGAIN])
    assert not table.drives()
    with pytest.raises(StoreError, match="lost its lease"):
        await first.hall.check()
    for ask in (first.client.table(given.table), first.client.open_table(CreateTable("pig", 2, "Bob"))):
        with pytest.raises(HallError) as refusal:
            await ask
        assert refusal.value.code == "store"
    monkeypatch.setattr(Channel, "renew", real)
    await wait_for(lambda: not first.hall.is_cut_off)
    assert (await first.client.table(given.table)).id == given.table


async def test_tables_of_a_hall_that_closes_go_on_at_once(postgresql_db: str, config: HallConfig) -> None:
    config.db = postgresql_db
    async with opened(replace(config)) as second:
        async with opened(config) as first:
            wanted = CreateTable("phase10", 2, bots=["random"] * 2, play=False, settings=SWIFT)
            table = (await first.client.open_table(wanted)).table
        await wait_for(lambda: table in second.hall.tables or False)


async def test_a_rematch_that_another_process_owns_moves_to_the_players(two: tuple[Open, Open]) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("pig", 2, "Ann"))
    found: list[Any] = []
    second.hall.find(given.table, found.append, found.append)
    await wait_for(lambda: found)
    assert found[0] is second.hall.tables[given.table]
    await wait_for(lambda: given.table not in first.hall.tables)


async def test_time_is_the_databases(two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = two
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 3600 * 10**9)
    assert abs(first.hall.now() - real() // 10**6) < 60_000
    assert abs(first.hall.now() - second.hall.now()) < 60_000


async def test_the_lease_is_got_again_whatever_broke_the_line(
    two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = two[0].hall._peers
    assert peers is not None
    tries: list[int] = []
    connect = peers._connect

    async def broken() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("as a driver that has lost its thread")
        await connect()

    monkeypatch.setattr(peers, "_connect", broken)
    peers._channel.close()
    await wait_for(lambda: len(tries) > 1 and peers._channel.is_open)
    peers.check()


async def test_what_one_process_keeps_out_all_keep_out(two: tuple[Open, Open]) -> None:
    first, second = two
    await first.hall.ban("203.0.113.9")
    await wait_for(lambda: "203.0.113.9" in second.hall.bans)
    await second.hall.unban("203.0.113.9")
    await wait_for(lambda: "203.0.113.9" not in first.hall.bans)


async def test_an_address_may_not_ask_each_process_for_as_much(postgresql_db: str, config: HallConfig) -> None:
    config.db, config.limits.tables_an_hour = postgresql_db, 3
    async with opened(config) as first, opened(replace(config)) as second:
        for _ in range(3):
            await first.client.open_table(CreateTable("pig", 2, "Ann"))
        bucket = second.hall.allowances.openings.of("127.0.0.1")
        await wait_for(lambda: bucket._full > second.hall.loop.time() + 2.5 * bucket._each)
        for hall in (first, second):
            with pytest.raises(HallError) as refusal:
                await hall.client.open_table(CreateTable("pig", 2, "Ann"))
            assert refusal.value.code == "too_many"


async def test_the_lobby_is_the_same_everywhere(two: tuple[Open, Open]) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("pig", 2, "Ann"))
    await wait_for(lambda: given.table in [line.id for line in second.hall.lobby])


async def test_a_table_closed_by_an_admin_is_closed_everywhere(two: tuple[Open, Open]) -> None:
    first, second = two
    given = await first.client.open_table(CreateTable("pig", 2, "Ann"))
    await second.hall.close_table(given.table)
    await wait_for(lambda: given.table not in first.hall.tables)
    for hall in two:
        with pytest.raises(HallError, match="closed"):
            await HallClient(hall.url).table(given.table)


# The line between two processes


class Nobody:
    """Serves no visitors."""

    def welcome(self, *_: Any) -> Any:
        raise AssertionError

    async def answer(self, _: Any) -> Any:
        raise AssertionError


async def spoken(relays: Relay, *frames: Any) -> list[Any]:
    """What a stranger hears who says this, and then that the line is alive, until it ends."""
    host, _, port = relays.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    heard = []
    for frame in frames:
        data = frame if isinstance(frame, bytes) else encode(frame)
        writer.write(len(data).to_bytes(4, "big") + data)
    with contextlib.suppress(ConnectionResetError):
        async with asyncio.timeout(20):
            while head := await reader.read(4):
                heard.append(decode(data := await reader.readexactly(int.from_bytes(head, "big"))))
                if isinstance(heard[-1], Beat):
                    writer.write(head + data)
    writer.close()
    return heard


async def test_a_line_is_for_those_who_know_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BEAT_S", 0.05)
    lines = Relay(("127.0.0.1", 0), Nobody())
    await lines.open("secret")
    with pytest.raises(LineError):
        await Relay(("127.0.0.1", 0), Nobody()).link(Place("other", lines.address, "guess"))
    for said in ([Proof(b"x")], [Greeting(b"n"), Proof(b"x")], [relay.Entering(1, "table", "")], [b"x" * 2000], [b"x"]):
        assert all(isinstance(frame, Beat | Proof) for frame in await spoken(lines, *said))
    link = await lines.link(Place("self", lines.address, "secret"))
    assert await lines.link(Place("self", lines.address, "secret")) is link
    heard = link._alive
    await wait_for(lambda: link._alive > heard)
    monkeypatch.setattr(relay, "SILENCE_S", 0.2)
    await spoken(lines)  # who proves nothing is dropped
    await spoken(lines, Greeting(b"n"))
    await lines.close()
    assert not link.is_open
    with pytest.raises(LineError):
        await lines.link(Place("gone", lines.address, "secret"))


async def test_a_frozen_owner_is_noticed_and_its_visitors_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "SILENCE_S", 0.3)
    monkeypatch.setattr(relay, "BEAT_S", 0.1)
    lines = Relay(("127.0.0.1", 0), Nobody())
    await lines.open("secret")
    link = await lines.link(Place("self", lines.address, "secret"))
    closed: list[int] = []

    class Ear:
        is_open = True
        say = hang_up = closed.append

    link.enter("table", "", Ear())  # type: ignore[arg-type]  # as far as a line needs it
    answer = asyncio.create_task(link.ask(relay.Request(0, "GET", "/", b"", "http", None, [], b"")))
    for branch in list(lines._branches):
        monkeypatch.setattr(branch, "send", lambda _: None)
        monkeypatch.setattr(branch, "_take", lambda _: None)
    await wait_for(lambda: not link.is_open)
    assert closed == [CLOSE_TRY_AGAIN]
    with pytest.raises(LineError):
        await answer
    await lines.close()


async def test_a_process_that_cannot_ask_owns_nothing(two: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch) -> None:
    peers = two[0].hall._peers
    assert peers is not None
    monkeypatch.setattr("quincunx.server.operations.peers.LOOKUP_S", 0.1)

    async def silent(*_: object) -> None:
        await asyncio.sleep(20)

    monkeypatch.setattr(two[0].hall.store, "own", silent)
    with pytest.raises(StoreError, match="does not answer"):
        await peers.way_to("anything")
