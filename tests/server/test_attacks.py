"""Attacks that the door alone does not stop: on memory, disk and processor, and on other players by the host."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import Act, Back, Change, CreateTable, Fill, Leave, Offer, React, SomeSettings, Start, Undo
from quincunx.server.config import HallConfig
from quincunx.server.door.guard import HEADERS, Guard
from quincunx.server.door.limits import Limits, household
from quincunx.server.hall.requests import GONE_S
from quincunx.server.http import answers
from quincunx.server.store.errors import OccupiedError
from quincunx.server.store.sqlite_file import HallFile
from quincunx.server.store.store import Store
from quincunx.table.ledger import Ledger
from quincunx.table.steps import Entry
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import SWIFT, Open, opened, wait_for
from tests.server.still import Caller, StillTable
from tests.server.test_door import ends, raw
from tests.server.test_real import real


def codes(caller: Caller) -> list[str]:
    return [said["code"] for said in caller.hear() if said["type"] == "refused"]


def limited(at: StillTable, **fields: Any) -> None:
    """The table's hall has these limits, and those of a hall otherwise."""
    from quincunx.server.door.limits import Allowances

    at.hall.config.limits = Limits(**fields)
    at.hall.allowances = Allowances(at.hall.config.limits, at.hall.loop.time)


def playing(at: StillTable) -> tuple[Caller, Caller]:
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    ann.say(Start(ann.id()))
    assert at.ledger.status == "playing"
    ann.hear()
    bob.hear()
    return ann, bob


# Who is one visitor


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_household_with_ipv6_is_one_visitor(address: str, counted: str) -> None:
    assert household(address) == counted


def test_the_guard_counts_a_household_once() -> None:
    guard = Guard(Limits(connections_an_address=2))
    assert guard.admit("2001:db8::1")
    assert guard.admit("2001:db8::2")
    assert not guard.admit("2001:db8::3")
    guard.release("2001:db8::1")
    assert guard.admit("2001:db8::4")
    assert guard.admit("2001:db8:0:1::1")


async def test_tables_of_a_household_are_counted_together(config: HallConfig) -> None:
    config.limits = Limits(tables_an_hour=2)
    config.proxies = ("127.0.0.1",)
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        wanted = {"game": "pig", "seats": 2}
        calls = [("/api/tables", {"x-forwarded-for": f"2001:db8::{number}"}) for number in range(3)]
        answers = [await client.post(path, json=wanted, headers=headers) for path, headers in calls]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


# Requests


async def test_who_asks_without_end_is_told_so_and_nobody_else(config: HallConfig) -> None:
    config.limits = Limits(requests_a_second=0.001, requests_burst=5)
    config.proxies = ("127.0.0.1",)
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        greedy = {"x-forwarded-for": "198.51.100.7"}
        answers = [(await client.get("/api/games", headers=greedy)).status_code for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2
        assert (await client.get("/api/games", headers={"x-forwarded-for": "198.51.100.8"})).status_code == 200
        with pytest.raises(Exception, match="403"):
            await connect(f"{hall.url.replace('http', 'ws')}/ws/lobby", additional_headers=greedy)


async def finished(hall: Open) -> str:
    wanted = CreateTable("pig", 2, bots=["greedy", "greedy"], play=False, settings=SWIFT)
    table = (await hall.client.open_table(wanted)).table
    await wait_for(lambda: hall.hall.tables[table].ledger.status == "over", 60)
    return table


async def test_a_document_is_made_once_and_only_of_what_is_over(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    entries = Store.entries

    async def counted(self: Store, table: str, after: int = 0) -> Any:
        read.append(table)
        return await entries(self, table, after)

    playing = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
    over = await finished(hall)
    monkeypatch.setattr(Store, "entries", counted)
    async with httpx.AsyncClient(base_url=hall.url) as client:
        assert (await client.get(f"/api/tables/{playing.table}/proof")).status_code == 409
        proofs = await asyncio.gather(*(client.get(f"/api/tables/{over}/proof") for _ in range(5)))
        assert {answer.status_code for answer in proofs} == {200}
        assert len({answer.text for answer in proofs}) == 1
        for path in ("transcript", "landings"):
            assert (await client.get(f"/api/tables/{over}/{path}")).status_code == 200
    assert read == [over]


@pytest.mark.parametrize(
    ("path", "maker"),
    [
        ("course", "quincunx.server.http.answers.course_of"),
        ("replay", "quincunx.server.http.answers.replay_of"),
    ],
)
async def test_what_takes_long_is_made_once_and_beside_the_play(
    hall: Open, monkeypatch: pytest.MonkeyPatch, path: str, maker: str
) -> None:
    over = await finished(hall)
    module, _, name = maker.rpartition(".")
    real, threads = getattr(import_module(module), name), []

    def noted(*args: Any, **settings: Any) -> Any:
        threads.append(threading.current_thread())
        return real(*args, **settings)

    monkeypatch.setattr(maker, noted)
    async with httpx.AsyncClient(base_url=hall.url) as client:
        given = await asyncio.gather(*(client.get(f"/api/tables/{over}/{path}") for _ in range(5)))
    assert {answer.status_code for answer in given} == {200}
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


async def test_entries_are_listed_and_corrections_tried_beside_the_play(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def noted(do: Callable[..., Any], *args: Any) -> Any:
        threads.append(threading.current_thread())
        return do(*args)

    for name in ("entry_infos", "correction_info"):
        monkeypatch.setattr(answers, name, partial(noted, getattr(answers, name)))
    config.limits = Limits(documents_a_minute=0.001, documents_burst=2)
    async with opened(config) as hall:
        table = await real(hall, "sixes", 2)
        await table.clients[0].enter(list("612345"), 0)
        (entry,) = await hall.client.entries(table.table, table.tokens[1])
        await hall.client.try_correction(table.table, table.tokens[1], entry.entry, list("112345"), 0)
        with pytest.raises(HallError) as refusal:
            await hall.client.entries(table.table, table.tokens[1])
        await table.close()
    assert refusal.value.code == "too_many"
    assert len(threads) == 2
    assert threading.current_thread() not in threads


async def test_a_document_whose_table_is_thrown_away_meanwhile_is_not_there(
    hall: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = await finished(hall)

    async def gone(self: Store, table: str, after: int = 0) -> list[Any]:
        return []

    monkeypatch.setattr(Store, "entries", gone)
    async with httpx.AsyncClient(base_url=hall.url) as client:
        assert (await client.get(f"/api/tables/{over}/proof")).status_code == 404


async def test_documents_of_an_address_are_limited(config: HallConfig) -> None:
    config.limits = Limits(documents_a_minute=0.001, documents_burst=3)
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        over = await finished(hall)
        paths = ["transcript", "proof", "landings", "transcript"]
        statuses = [(await client.get(f"/api/tables/{over}/{path}")).status_code for path in paths]
        statuses.append((await client.post("/api/qr", json={"path": "/t/x#y"})).status_code)
    assert statuses == [200, 200, 200, 429, 429]


async def test_a_long_table_is_read_in_slices(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.hall.tables.SLICE_S", -1.0)
    over = await finished(hall)
    steps = hall.hall.tables.pop(over).ledger.seq
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    entries = await hall.hall.store.entries(over)
    monkeypatch.setattr(Store, "entries", _at_once(entries))
    turns = 0
    await hall.hall.table(over)
    counting.cancel()
    assert turns >= steps


async def test_many_long_tables_are_read_by_turns(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one turn of the loop one slice of one table is folded, however many are asked for at once; two may fall
    between two counts of the turns."""
    monkeypatch.setattr("quincunx.server.hall.tables.SLICE_S", -1.0)
    over = [await finished(hall) for _ in range(6)]
    turn, folded, fold = 0, [], Ledger.fold

    def noted(self: Ledger, entry: Entry) -> Any:
        folded.append(turn)
        return fold(self, entry)

    async def count() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    for table in over:
        del hall.hall.tables[table]
    monkeypatch.setattr(Ledger, "fold", noted)
    counting = asyncio.create_task(count())
    await asyncio.gather(*(hall.hall.table(table) for table in over))
    counting.cancel()
    assert len(folded) > 30
    assert max(Counter(folded).values()) <= 2


def _at_once(entries: list[Any]) -> Any:
    async def found(self: Store, table: str, after: int = 0) -> list[Any]:
        return entries[after:]

    return found


# What one seat may do to its table


def test_reactions_do_not_wait_without_end() -> None:
    at = StillTable(PIG)
    ann = at.connect(at.sit("Ann"))
    at.store.slow = True
    ann.say(Change(ann.id(), SomeSettings(pace=1)))
    for _ in range(1000):
        ann.say(React(ann.id(), "lucky"))
    assert codes(ann).count("busy") == 1000 - 200


def test_settings_and_seats_do_not_change_without_end() -> None:
    at = StillTable(PIG)
    limited(at, changes_burst=10)
    ann = at.connect(at.sit("Ann"), address="198.51.100.7")
    other = at.connect(None, address="198.51.100.7")
    for number in range(30):
        ann.say(Change(ann.id(), SomeSettings(pace=number)))
    assert codes(ann) == ["busy"] * 20
    other.say(Offer(other.id(), True))
    assert codes(other) == ["busy"]
    assert len(at.store.kept) == 11


def test_an_address_does_not_fill_the_disk() -> None:
    at = StillTable(PIG)
    limited(at, steps_burst=10, steps_a_second=1)
    ann, bob = playing(at)
    for _ in range(30):
        for caller in (ann, bob):
            caller.say(Act(caller.id(), at.ledger.seq, "roll"))
            caller.say(Undo(caller.id(), at.ledger.seq))
    refused = codes(ann) + codes(bob)
    assert refused.count("busy") == 120 - 10
    at.hall.loop.passes(3)
    ann.say(Leave(ann.id()))
    assert at.ledger.chairs[0].left


# What a host may do to others


def test_a_host_does_not_replace_who_loads_the_page_again() -> None:
    at = StillTable(PIG)
    ann, bob = playing(at)
    bob.close()
    ann.say(Fill(ann.id(), 1, "random"))
    [refused] = [message for message in ann.hear() if message["type"] == "refused"]
    assert (refused["code"], refused["reason"][0]) == ("seat", "hall.just_here")
    at.hall.loop.passes(GONE_S - 1)
    ann.say(Fill(ann.id(), 1, "random"))
    assert codes(ann) == ["seat"]
    at.hall.loop.passes(2)
    ann.say(Fill(ann.id(), 1, "random"))
    assert codes(ann) == []
    assert at.ledger.chairs[1].bot == "random"


def test_nobody_is_late_by_a_clock_that_was_not_there() -> None:
    at = StillTable(PIG)
    ann, bob = playing(at)
    while at.ledger.actors != [1]:
        ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    at.hall.loop.passes(60)
    seq = at.ledger.seq
    ann.say(Change(ann.id(), SomeSettings(clock=5, away="default")))
    at.hall.loop.passes(4.5)
    assert at.ledger.seq == seq + 1, "bob has five seconds from now on, however long he has thought before"
    bob.say(Act(bob.id(), at.ledger.seq, "roll"))
    assert codes(bob) == []


def test_a_host_gets_no_time_by_settings_that_are_not_the_clocks() -> None:
    at = StillTable(PIG)
    ann, _ = playing(at)
    ann.say(Change(ann.id(), SomeSettings(clock=5)))
    assert at.ledger.actors == [0]
    for pace in (1, 2):
        at.hall.loop.passes(3)
        ann.say(Change(ann.id(), SomeSettings(pace=pace)))
    assert at.ledger.chairs[0].bot is not None


def test_who_comes_back_again_and_again_does_not_hold_the_others_up() -> None:
    at = StillTable(PIG)
    ann, bob = playing(at)
    ann.say(Change(ann.id(), SomeSettings(clock=5)))
    while at.ledger.actors != [1]:
        ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    at.hall.loop.passes(5.1)
    bob.say(Back(bob.id()))
    at.hall.loop.passes(4.5)
    assert at.ledger.chairs[1].bot is None, "who comes back has the whole time again"
    at.hall.loop.passes(1)
    bob.say(Back(bob.id()))
    at.hall.loop.passes(0.1)
    assert at.ledger.chairs[1].bot is not None, "but only once"
    bob.hear()
    bob.say(Act(bob.id(), at.ledger.seq, "roll"))
    assert codes(bob) == [], "as long as the bot thinks it is not too late to act"


def test_who_sees_by_a_near_connection_is_not_far_away() -> None:
    """One connection is quick, the other's way in is slow: what is seen by the one must not be excused by the other."""
    at = StillTable(PIG)
    token = at.sit("Ann")
    near, far = at.connect(token).connection, at.connect(token).connection
    stranger = at.connect(at.sit("Bob")).connection

    class Trip:
        def __init__(self, seconds: float) -> None:
            self.seconds = seconds

    near._round_trip, far._round_trip, stranger._round_trip = Trip(0.01), Trip(0.4), Trip(0.2)  # type: ignore[assignment]  # all that it needs of one
    assert at.table._allowance_of(far) == 0.01
    assert at.table._allowance_of(stranger) == 0.2


# Answers


async def test_every_answer_carries_the_headers_whoever_gives_it(config: HallConfig) -> None:
    config.limits = Limits(request_bytes=4000, requests_a_second=0.001, requests_burst=6, connections=40)
    async with opened(config) as hall:
        host = hall.url.removeprefix("http://")
        requests = {
            b" 400 ": b"GET / HTTP/9.9\r\n\r\n",
            b" 404 ": f"GET /api/tables/none HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode(),
            b" 405 ": f"PUT /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode(),
            b" 421 ": b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
            b" 431 ": b"GET / HTTP/1.1\r\nX-A: " + b"a" * 5000,
        }
        answers = {}
        for status, request in requests.items():
            reader, writer = await raw(hall, request)
            answers[status] = await ends(reader)
            writer.close()
        async with httpx.AsyncClient(base_url=hall.url) as client:
            while (answer := await client.get("/api/games")).status_code == 200:
                assert answer.headers["cache-control"] == "no-store"
                assert answer.headers.get_list("x-frame-options") == ["DENY"]
            assert answer.status_code == 429
            assert answer.headers["x-frame-options"] == "DENY"
        hall.guard.most = 0
        reader, writer = await raw(hall)
        answers[b" 503 "] = await ends(reader)
        writer.close()
    for status, said in answers.items():
        head = said.partition(b"\r\n\r\n")[0]
        assert status in head.partition(b"\r\n")[0], said
        for name, value in HEADERS.items():
            assert f"{name}: {value}".lower().encode() in head.lower(), (status, name)
        assert b"content-security-policy" in head.lower()


@pytest.mark.parametrize(
    ("status", "more"),
    [
        (b" 101 ", ""),
        (b" 403 ", "Host: evil.example\r\n"),
        (b" 403 ", "Host: 127.0.0.1:1\r\nHost: 127.0.0.1:2\r\n"),
        (b" 400 ", "Sec-WebSocket-Version: 5\r\n"),
        (b" 400 ", "Sec-WebSocket-Key: short\r\n"),
    ],
)
async def test_handshakes_carry_the_headers_too(shared_hall: Open, status: bytes, more: str) -> None:
    lines = {
        "Host": shared_hall.url.removeprefix("http://"),
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    kept = [f"{name}: {value}\r\n" for name, value in lines.items() if f"{name}:" not in more]
    words = f"GET /ws/lobby HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{''.join(kept)}{more}\r\n"
    reader, writer = await raw(shared_hall, words.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    assert status in head.partition(b"\r\n")[0]
    for name, value in {**HEADERS, "Cache-Control": "no-store"}.items():
        assert head.lower().count(f"{name}: {value}".lower().encode()) == 1, (name, head)
    assert head.lower().count(b"content-security-policy") == 1


async def test_what_is_no_http_is_counted_and_not_logged_each_time(
    hall: Open, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(20):
        reader, writer = await raw(hall, b"\x16\x03\x01 no words\r\n\r\n")
        assert b" 400 " in await ends(reader)
        writer.close()
    said = capfd.readouterr()
    assert (said.out + said.err).count("\n") <= 1


@pytest.mark.parametrize(
    "path", ["/metrics", "//metrics", "/metrics/", "/%6detrics", "/schema", "//schema/openapi.json"]
)
@pytest.mark.parametrize(
    "header", ["X-Forwarded-For: 198.51.100.7", "Forwarded: for=198.51.100.7", "X-Real-IP: 198.51.100.7", "Via: 1.1 a"]
)
async def test_figures_are_not_for_whom_an_unnamed_proxy_speaks_for(shared_hall: Open, path: str, header: str) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.get(shared_hall.url + path, headers=dict([header.split(": ")]))
    assert b"quincunx_steps" not in answer.content
    assert b'"paths"' not in answer.content


HANDSHAKE = (
    "GET /ws/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


@pytest.mark.parametrize(
    "more",
    [
        "".join(f"X-{number}: a\r\n" for number in range(500)) + "\r\n",
        f"X-Long: {'a' * 20_000}\r\n\r\n",
        "Content-Length: 5\r\n\r\nhello",
    ],
    ids=["many", "long", "body"],
)
async def test_a_handshake_that_the_library_cannot_read_is_refused_not_kept(shared_hall: Open, more: str) -> None:
    reader, writer = await raw(shared_hall, (HANDSHAKE + more).encode())
    answer = await ends(reader)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 4"), answer
    for name in (*HEADERS, "Content-Security-Policy"):
        assert name.lower().encode() in answer.lower()
    await wait_for(lambda: shared_hall.guard.count == 0)


# The file


async def test_a_deleted_lock_lets_no_second_hall_in(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    first, second = HallFile(path), HallFile(path)
    first.prepare()
    first.claim()
    first.say("http://127.0.0.1:8000/")
    first.remember()
    (tmp_path / "hall.db.lock").unlink()
    first.check()
    HallFile._claimed_here.clear()  # as another process, which only the lock keeps out
    lock = (tmp_path / "hall.db.lock").read_text()
    assert "8000" in lock
    first.let_go()
    second.claim()
    second.let_go()


async def test_a_hall_whose_lock_another_has_taken_stores_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = HallFile(tmp_path / "hall.db")
    file.prepare()
    file.claim()
    file.remember()
    (tmp_path / "hall.db.lock").unlink()

    def taken(_lock: int) -> None:
        raise BlockingIOError

    monkeypatch.setattr("quincunx.server.store.sqlite_file._lock", taken)
    with pytest.raises(OccupiedError):
        file.check()
    monkeypatch.undo()
    file.let_go()


# The lobby


async def test_the_lobby_is_the_same_for_all(config: HallConfig) -> None:
    async with opened(config) as hall:
        await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        await wait_for(lambda: hall.hall.lobby and hall.hall._lobby_task is None)
        async with (
            connect(f"{hall.url.replace('http', 'ws')}/ws/lobby") as one,
            connect(f"{hall.url.replace('http', 'ws')}/ws/lobby") as other,
        ):
            assert await one.recv() == await other.recv()


async def test_seats_that_were_held_are_forgotten(config: HallConfig) -> None:
    config.idle_s = 0.05
    async with opened(config) as hall:
        client = HallClient(hall.url)
        given = await client.open_table(CreateTable("pig", 3, "Ann"))
        hall.hall.tables[given.table].ledger.opener += 1  # another address has opened it
        await client.take_seat(given.table, "Bob")
        assert hall.hall.opening.sitters
        hall.hall.tables.clear()
        await wait_for(lambda: not hall.hall.opening.sitters)
