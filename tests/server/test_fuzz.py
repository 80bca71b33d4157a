"""Messages that nobody should send: each gets a typed answer, changes nothing, leaks nothing, and the hall lives on."""

import asyncio
import contextlib
import json
import random
import sqlite3
import string
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quincunx import protocol
from quincunx.client.connection import HallClient, TableClient
from quincunx.core.errors import NotationError
from quincunx.core.fields import format_fields, parse_fields
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.protocol import CreateTable, Settings
from quincunx.server.config import HallConfig
from quincunx.server.door import table_connection
from quincunx.server.hall.broadcast import standings_of
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.presenter import presenter_of
from quincunx.table.ledger import Ledger
from quincunx.table.state import TableRow
from quincunx.table.steps import Entry, decode_step
from tests.server.conftest import Open, Process, opened, wait_for

ROUNDS = 16
"""Positions of each game that are fuzzed."""
BATCH = 24
"""Messages of each attacker at each position."""
LONGEST = 4096
PATIENCE_S = 20

Message = str | bytes
decode = msgspec.json.Decoder(protocol.AnyServerMessage).decode
encode = msgspec.json.Encoder().encode


@dataclass
class Shot:
    """A message, and what must come back."""

    message: Message
    error: frozenset[str] = frozenset()
    """One `error` with one of these codes."""
    refused: str | None = None
    """The id of one `refused`."""
    acked: int | None = None
    """The step that answered the message (of the id `refused`) when it came first."""


# Messages


def text(rng: random.Random, most: int = 30) -> str:
    letters = string.printable + "äß\u202e\u0000☃𝔘" + '"\\{}[]'
    return "".join(rng.choice(letters) for _ in range(rng.randint(0, most)))


def junk(rng: random.Random, depth: int = 2) -> Any:
    """Any JSON value."""
    kinds: list[Callable[[], Any]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice([0, -1, 1, 7, 8, 2**31, 2**63, -(2**64), 10**30]),
        lambda: rng.choice([0.5, -0.0, 1e308, 1e-320]),
        lambda: text(rng),
    ]
    if depth:
        kinds.append(lambda: [junk(rng, depth - 1) for _ in range(rng.randint(0, 4))])
        kinds.append(lambda: {text(rng, 8): junk(rng, depth - 1) for _ in range(rng.randint(0, 4))})
    return rng.choice(kinds)()


WRONG_FIELDS: list[dict[str, Any]] = [
    {"type": "act"},
    {"type": "act", "id": "a.1", "seq": 0},
    {"type": "act", "id": "a.1", "seq": -1, "action": "roll"},
    {"type": "act", "id": "a.1", "seq": "1", "action": "roll"},
    {"type": "act", "id": "a.1", "seq": 1.5, "action": "roll"},
    {"type": "act", "id": "", "seq": 1, "action": "roll"},
    {"type": "act", "id": "x" * 41, "seq": 1, "action": "roll"},
    {"type": "act", "id": 7, "seq": 1, "action": "roll"},
    {"type": "act", "id": "a.1", "seq": 1, "action": "r" * 401},
    {"type": "act", "id": "a.1", "seq": 1, "action": ["roll"]},
    {"type": "act", "id": "a.1", "seq": 1, "action": None},
    {"type": "hello", "protocol": 2, "token": "t" * 101},
    {"type": "hello", "protocol": 2, "token": 5},
    {"type": "hello", "seq": -5},
    {"type": "hello", "views": "yes"},
    {"type": "undo", "id": "a.1", "seq": None},
    {"type": "act", "id": "a", "seq": 1, "action": "roll"},
    {"type": "act", "id": "a.0", "seq": 1, "action": "roll"},
    {"type": "act", "id": "a.1.1", "seq": 1, "action": "roll"},
    {"type": "reveal", "id": "a.1", "round": 1, "entropy": ""},
    {"type": "reveal", "id": "a.1", "round": 1, "entropy": "x" * 65},
    {"type": "reveal", "id": "a.1", "round": 1, "entropy": "not\nhere"},
    {"type": "reveal", "id": "a.1", "round": 1, "entropy": "abc\n"},
    {"type": "reveal", "id": "a.1", "round": 1, "entropy": "-"},
    {"type": "reveal", "id": "a.1", "round": 0, "entropy": "abc"},
    {"type": "commit", "id": "a.1", "round": 1, "commitment": "AB" * 32},
    {"type": "commit", "id": "a.1", "round": 1, "commitment": "ab" * 32 + "\n"},
    {"type": "commit", "id": "a.1", "round": 10**9, "commitment": "ab" * 32},
    {"type": "offer", "id": "a.1", "yes": "no"},
    {"type": "react", "id": "a.1", "reaction": "rude"},
    {"type": "fill", "id": "a.1", "seat": 8, "bot": "random"},
    {"type": "fill", "id": "a.1", "seat": -1, "bot": "random"},
    {"type": "fill", "id": "a.1", "seat": 1, "bot": "r" * 41},
    {"type": "open", "id": "a.1", "seat": True},
    {"type": "rename", "id": "a.1", "name": "n" * 201},
    {"type": "change", "id": "a.1", "settings": {"pace": -1}},
    {"type": "change", "id": "a.1", "settings": {"clock": 4}},
    {"type": "change", "id": "a.1", "settings": {"away": "never"}},
    {"type": "change", "id": "a.1", "settings": {"listed": 1}},
    {"type": "start", "id": None},
    {"type": "ping"},
    {"type": "ping", "t": "now"},
    {"type": "pong", "t": None},
    {"type": "welcome"},
    {"type": "update", "seq": 1},
    {"type": "Act", "id": "a.1", "seq": 1, "action": "roll"},
    {"type": "sat", "seat": 0, "name": "Eve", "token": "x"},
    {"type": 5},
    {"type": None},
    {"type": ["act"]},
    {},
]
BROKEN: list[Message] = [
    "",
    " ",
    "null",
    "true",
    "17",
    '"act"',
    "[]",
    "{",
    "}",
    '{"type":"ping","t":NaN}',
    '{"type":"ping","t":1e999}',
    '{"type":"ping","t":-Infinity}',
    '{"type":"ping","t":1}{"type":"ping","t":2}',
    "{'type':'ping','t':1}",
    '{"type":"rename","id":"a.1","name":"\\ud800"}',
    '{"type":"rename","id":"a.1","name":"\\udc00\\ud800"}',
    '{"type":"rename","id":"a.1","name":"\\u12"}',
    '{"type":"rename","id":"a.1","name":"\x01"}',
    '\ufeff{"type":"ping","t":1}',
    "[" * LONGEST,
    '{"a":' * 800,
    '{"type":"ping","t":1,"x":' + "[" * 2000 + "]" * 2000 + "}",
    '{"type":"ping","t":' + '{"x":' * 600 + "1" + "}" * 600 + "}",
    b"",
    b"\xff\xfe",
    b'{"type":"rename","id":"a.1","name":"\xff\xff"}',
    b'{"type":"rename","id":"a.1","name":"\xed\xa0\x80"}',
    b"\x00" * 100,
    bytes(range(256)),
]
MALFORMED = frozenset({"malformed"})
TOO_BIG = frozenset({"too_big"})


def malformed(rng: random.Random) -> Shot:
    """No message at all, or one with wrong fields."""
    kind = rng.randrange(6)
    if kind == 0:
        return Shot(rng.choice(BROKEN), MALFORMED)
    if kind == 1:
        return Shot(rng.randbytes(rng.randint(0, 300)), MALFORMED)
    if kind == 2:
        whole = json.dumps({"type": "act", "id": "abc.1", "seq": 12, "action": text(rng)})
        return Shot(whole[: rng.randrange(len(whole))], MALFORMED)
    if kind == 3:
        return Shot(json.dumps(junk(rng)), MALFORMED)
    wrong = dict(rng.choice(WRONG_FIELDS))
    if kind == 4:
        wrong[text(rng, 6) or "extra"] = junk(rng)
    message = json.dumps(wrong)
    return Shot(message.encode() if rng.random() < 0.2 else message, MALFORMED)


def oversized(rng: random.Random) -> Shot:
    size = rng.choice([LONGEST + 1, LONGEST * 2, 30_000])
    filling = rng.choice(["x", "[", "é", "𝔘"])
    message = '{"type":"ping","t":1,"x":"' + filling * (size // len(filling.encode()) + 1)
    return Shot(message.encode() if rng.random() < 0.3 else message, TOO_BIG)


class Ids:
    """A fresh id for every message."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"{self.prefix}.{self.count}"


def well_formed(rng: random.Random, ids: Ids, seq: int) -> Iterator[dict[str, Any]]:
    """Every type of message that asks for something, as it may be sent."""
    yield {"type": "act", "id": ids(), "seq": seq, "action": text(rng)}
    yield {"type": "undo", "id": ids(), "seq": seq}
    yield {"type": "commit", "id": ids(), "round": 1, "commitment": "ab" * 32}
    yield {"type": "reveal", "id": ids(), "round": 1, "entropy": rng.choice(["abc", "A_9", "z" * 64])}
    yield {"type": "start", "id": ids()}
    yield {"type": "fill", "id": ids(), "seat": rng.randrange(8), "bot": rng.choice(["random", "greedy", "", "nobody"])}
    yield {"type": "open", "id": ids(), "seat": rng.randrange(8)}
    yield {"type": "rename", "id": ids(), "name": text(rng, 60)}
    yield {"type": "vary", "id": ids(), "variants": {"none": "such"}}
    yield {"type": "change", "id": ids(), "settings": {"pace": 0, "clock": 5, "away": "default", "listed": False}}
    yield {"type": "offer", "id": ids(), "yes": rng.random() < 0.5}
    yield {"type": "react", "id": ids(), "reaction": "ouch"}
    yield {"type": "follow", "id": ids()}
    yield {"type": "leave", "id": ids()}


# Attackers


@dataclass
class Attacker:
    """One connection, and everything it was ever sent."""

    socket: ClientConnection
    sent: int = 0
    heard: list[str] = field(default_factory=list)

    async def say(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else encode(message).decode())

    async def hear(self) -> protocol.AnyServerMessage:
        async with asyncio.timeout(PATIENCE_S):
            said = await self.socket.recv(decode=True)
        assert isinstance(said, str)
        self.heard.append(said)
        message: protocol.AnyServerMessage = decode(said)
        return message

    async def hear_one(self, kind: type[protocol.ServerMessage]) -> Any:
        while True:
            message = await self.hear()
            if isinstance(message, kind):
                return message

    async def hello(self, token: str | None = None) -> protocol.Welcome:
        await self.say(protocol.Hello(token, 0, views=True, protocol=protocol.PROTOCOL))
        welcome: protocol.Welcome = await self.hear_one(protocol.Welcome)
        return welcome

    async def fire(self, shots: list[Shot]) -> None:
        """Send all, a ping behind each; every one must be answered as it should be."""
        for number, shot in enumerate(shots):
            await self.say(shot.message)
            await self.say(protocol.Ping(float(number)))
        self.sent += len(shots)
        waiting = {shot.refused: shot for shot in shots if shot.refused is not None}
        errors: list[protocol.Error] = []
        done = 0
        while done < len(shots) or waiting:
            match await self.hear():
                case protocol.ServerPong(t):
                    assert t == done
                    expected = shots[done].error
                    assert len(errors) == bool(expected), (shots[done], errors)
                    assert all(error.code in expected for error in errors), (shots[done], errors)
                    errors.clear()
                    done += 1
                case protocol.Error() as error:
                    errors.append(error)
                case protocol.Refused(id, code, reason):
                    assert code in {"rules", "notation", "turn", "stale", "status", "seat", "host", "old"}
                    assert reason
                    assert waiting.pop(id).acked is None
                case protocol.Ack(id, seq):
                    assert waiting.pop(id).acked == seq
                case protocol.Update(ack=ack):
                    assert ack is None
                case protocol.Welcome() as welcome:
                    raise AssertionError(welcome)


@asynccontextmanager
async def attacker(url: str, table: str) -> AsyncIterator[Attacker]:
    address = f"{url.replace('http', 'ws')}/ws/tables/{table}"
    async with connect(address, compression=None, max_size=None, ping_interval=None) as socket:
        yield Attacker(socket)


# The victims


@dataclass
class Victims:
    """An honest table of two: seat 0 hosts, seat 1 also has a second connection that misbehaves."""

    spec: GameSpec
    table: str
    tokens: list[str]
    clients: list[TableClient]
    url: str
    database: Path
    rng: random.Random
    last: dict[str, int] = field(default_factory=dict)
    """Accepted messages of seat 1 by id, with the step each became."""

    async def picture(self) -> list[bytes]:
        """All that anyone may know of the table, to the byte."""
        found = []
        for token in (*self.tokens, None):
            async with attacker(self.url, self.table) as honest:
                await honest.hello(token)
                found.append(honest.heard[-1].encode())
        return found

    def ledger(self) -> Ledger:
        """The table as it is stored."""
        with sqlite3.connect(self.database) as connection:
            columns = "id, number, game, rules, seats, variants, settings, seed, created, salt"
            row = connection.execute(f"select {columns} from tables where id = ?", (self.table,)).fetchone()
            steps = connection.execute(
                "select seq, at, message, body, owner, chain from entries where table_number = ? order by seq",
                (row[1],),
            ).fetchall()
        connection.close()
        ledger = Ledger(self.spec, _row(row))
        for seq, at, message, body, by, chain in steps:
            ledger.fold(Entry(seq, at, message, decode_step(body), by, chain))
        return ledger

    def legal(self, seat: int) -> list[str]:
        now = self.clients[seat].now
        assert now is not None
        return now.legal or []

    def view(self, seat: int) -> Any:
        now = self.clients[seat].now
        assert now is not None
        assert now.view is not None
        return parse_fields(self.spec.state, now.view)

    def is_refused(self, seat: int, words: str) -> bool:
        """Whether the rules have something against what this seat would say."""
        view = self.view(seat)
        try:
            action = self.spec.notation.parse_action(view, seat, words)
        except NotationError:
            return True
        if not 0 <= action < self.spec.actions:
            return True
        now = self.clients[seat].now
        assert now is not None
        mine = isinstance(now.to_act, list) and seat in now.to_act
        return not mine or bool(self.spec.rules.objection(view, seat, action))

    def bad_words(self, seat: int) -> str:
        """Something that looks like an action and may not be done."""
        legal = self.legal(seat) or ["roll"]
        while True:
            words = self._words(seat, legal)
            if len(words) <= 400 and self.is_refused(seat, words):
                return words

    def _words(self, seat: int, legal: list[str]) -> str:
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            return text(rng)
        if kind == 1:
            pieces = rng.choice(legal).split()
            rng.shuffle(pieces)
            return " ".join(pieces * rng.randint(1, 3))
        if kind == 2:
            words = list(rng.choice(legal))
            words[rng.randrange(len(words))] = rng.choice(string.ascii_lowercase + string.digits + " -,")
            return "".join(words)
        action = rng.randrange(self.spec.actions)
        return str(self.spec.notation.format_action(self.view(seat), seat, action))

    async def move(self) -> None:
        """An honest player acts."""
        await self.in_step()
        mover = next(client for client in self.clients if client.may_act)
        assert mover.you is not None
        seat = mover.you
        legal = self.legal(seat)
        words = self.rng.choice(legal) if legal else self._any_legal(seat)
        step = await mover.act(words)
        if seat == 1:
            self.last = {f"{mover._prefix}.{mover._count}": step}
        await self.in_step()

    def _any_legal(self, seat: int) -> str:
        view = self.view(seat)
        actions = range(self.spec.actions)
        found = [action for action in actions if not self.spec.rules.objection(view, seat, action)]
        return str(self.spec.notation.format_action(view, seat, self.rng.choice(found)))

    async def in_step(self) -> None:
        await wait_for(lambda: len({client.seq for client in self.clients}) == 1)


def _row(cells: Sequence[Any]) -> TableRow:
    table, number, slug, rules, seats, variants, settings, seed, created, salt = cells
    return TableRow(table, number, slug, rules, seats, json.loads(variants), settings, seed, created, salt)


@asynccontextmanager
async def victims(process: Process, database: Path, spec: GameSpec, rng: random.Random) -> AsyncIterator[Victims]:
    hall = HallClient(process.url)
    first = await hall.open_table(CreateTable(spec.slug, 2, "Ann", settings=Settings(pace=0, listed=False)))
    second = await hall.take_seat(first.table, "Bob")
    tokens = [str(first.token), str(second.token)]
    async with (
        hall.watch(first.table, tokens[0], views=True) as ann,
        hall.watch(first.table, tokens[1], views=True) as bob,
    ):
        await wait_for(lambda: all(client.now is not None and client.now.picture for client in (ann, bob)))
        yield Victims(spec, first.table, tokens, [ann, bob], process.url, database, rng)


# Rounds


def shots_before_hello(rng: random.Random, ids: Ids) -> list[Shot]:
    """Out of order: nothing is heard before hello; a wrong token is none."""
    early = frozenset({"hello_first"})
    shots = [Shot(json.dumps(message), early) for message in well_formed(rng, ids, 5)]
    wrong = [text(rng, 90), "null", "0", "", "' or 1=1 --", hash_of("x")]
    shots += [
        Shot(json.dumps({"type": "hello", "protocol": 2, "token": token}), frozenset({"token"})) for token in wrong
    ]
    shots += [malformed(rng) for _ in range(BATCH // 2)] + [oversized(rng), Shot('{"type":"pong","t":1}')]
    rng.shuffle(shots)
    return shots


def shots_of_a_spectator(rng: random.Random, ids: Ids, seq: int, tokens: list[str]) -> list[Shot]:
    """Who only watches can do nothing, also with a seat's token in the wrong place."""
    shots = []
    for message in well_formed(rng, ids, seq):
        for stolen in ({}, {"token": rng.choice(tokens), "seat": 0}):
            shot = {**message, "id": ids(), **({} if "seat" in message else stolen)}
            shots.append(Shot(json.dumps(shot), refused=shot["id"]))
    again = [
        {"type": "hello", "protocol": 2},
        {"type": "hello", "protocol": 2, "token": tokens[0]},
        {"type": "hello", "protocol": 2, "token": "x", "seq": 3},
    ]
    shots += [Shot(json.dumps(message), frozenset({"hello_again"})) for message in again]
    shots += [malformed(rng) for _ in range(BATCH)] + [oversized(rng) for _ in range(2)]
    shots += [Shot(json.dumps({"type": "pong", "t": rng.random()})), Shot('{"type":"pong","t":1e300}')]
    rng.shuffle(shots)
    return shots


def shots_of_a_seat(rng: random.Random, ids: Ids, table: Victims) -> list[Shot]:
    """Seat 1 does what it may not: illegal, stale, host's and untimely things, and what it has done before again."""
    seq = table.clients[1].seq
    asked: list[dict[str, Any]] = [
        {"type": "act", "id": ids(), "seq": rng.choice([seq, seq, seq + 5, 2**70]), "action": table.bad_words(1)}
        for _ in range(BATCH)
    ]
    asked += [
        item for item in well_formed(rng, ids, seq) if item["type"] not in ("act", "undo", "rename", "leave", "react")
    ]
    if table.last and not table.spec.race:
        words = rng.choice(table.legal(1) or ["roll"])
        for stale in {0, max(table.last.values()) - 1}:
            asked += [{"type": kind, "id": ids(), "seq": stale, "action": words} for kind in ("act", "undo")]
    shots = [Shot(json.dumps(message), refused=message["id"]) for message in asked]
    for known, step in table.last.items():
        for message in well_formed(rng, ids, seq):
            if message["type"] not in ("follow", "react"):
                shots.append(Shot(json.dumps({**message, "id": known}), refused=known, acked=step))
    shots += [malformed(rng) for _ in range(BATCH // 3)] + [oversized(rng)]
    rng.shuffle(shots)
    return shots


def one_at_a_time(shots: list[Shot]) -> Iterator[list[Shot]]:
    """In volleys in which no id occurs twice."""
    volley: list[Shot] = []
    for shot in shots:
        if shot.refused is not None and any(shot.refused == other.refused for other in volley):
            yield volley
            volley = []
        volley.append(shot)
    yield volley


async def assert_only_the_view(table: Victims, watcher: Attacker) -> None:
    """A newcomer without a seat gets exactly what is made of the spectator's view of the stored truth."""
    async with attacker(table.url, table.table) as newcomer:
        now = (await newcomer.hello()).snapshot
        watcher.heard.extend(newcomer.heard)
    ledger = table.ledger()
    assert ledger.seq == now.seq
    view = ledger.view(SPECTATOR)
    assert now.view == format_fields(view)
    assert encode(now.picture) == encode(presenter_of(table.spec).picture(view, SPECTATOR))
    assert encode(now.standings) == bytes(standings_of(ledger, view))
    assert (now.legal, now.undo) == ([], False)


def assert_nothing_told(table: Victims, *crowd: Attacker) -> None:
    """No token, hash of a token or seed has left for anyone."""
    secrets = [*table.tokens, *map(hash_of, table.tokens), table.ledger().dice_seed]
    for other in crowd:
        said = "\n".join(other.heard)
        assert not [secret for secret in secrets if secret in said]


async def assert_alive(process: Process) -> None:
    def ask() -> dict[str, Any]:
        with urlopen(f"{process.url}/health", timeout=PATIENCE_S) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    assert (await asyncio.to_thread(ask))["status"] == "ok"


def assert_quiet(log: str) -> None:
    assert "Traceback" not in log
    assert "exception" not in log
    assert '"level": "error"' not in log


async def closing(attacked: Attacker) -> int:
    """The code that the connection is closed with."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await attacked.hear()
    assert attacked.socket.close_code is not None
    return attacked.socket.close_code


NO_TEXTS = {b'{"type":"ping","t":1,"x":"\xff"}': 1007, b"\xed\xa0\x80": 1007, b"x" * 65_537: 1009}
"""What WebSocket itself ends a connection for: text that is no UTF-8, and more than 64 KiB."""


async def assert_shown_out(process: Process, table: Victims) -> None:
    """What is no text of a WebSocket ends that connection and nothing else."""
    before = await table.picture()
    for message, code in NO_TEXTS.items():
        async with attacker(process.url, table.table) as vandal:
            await vandal.hello()
            await vandal.socket.send(message, text=True)
            assert await closing(vandal) == code
    assert await table.picture() == before


async def fuzz(process: Process, database: Path, spec: GameSpec, seed: int) -> int:
    """Attack one table between the moves of an honest match; how many messages that took."""
    rng = random.Random(f"{spec.slug} {seed}")
    sent = 0
    async with (
        victims(process, database, spec, rng) as table,
        attacker(process.url, table.table) as watcher,
        attacker(process.url, table.table) as traitor,
    ):
        await watcher.hello()
        await traitor.hello(table.tokens[1])
        ids = Ids("w"), Ids("t"), Ids("s")
        for number in range(ROUNDS):
            await table.move()
            before = await table.picture()
            async with attacker(process.url, table.table) as stranger:
                await stranger.fire(shots_before_hello(rng, ids[2]))
                await stranger.hello()
                await watcher.fire(shots_of_a_spectator(rng, ids[0], table.clients[0].seq, table.tokens))
                for volley in one_at_a_time(shots_of_a_seat(rng, ids[1], table)):
                    await traitor.fire(volley)
                sent += stranger.sent
                assert await table.picture() == before, "something has changed"
                assert_nothing_told(table, watcher, stranger)
            if number % 5 == 0:
                await assert_only_the_view(table, watcher)
        await assert_shown_out(process, table)
        assert_nothing_told(table, watcher, traitor)
        sent += watcher.sent + traitor.sent
    return sent


async def test_ten_thousand_messages_change_nothing(processes: Callable[..., Process], tmp_path: Path) -> None:
    database = tmp_path / "hall.db"
    process = processes(f"sqlite:///{database}")
    process.start()
    sent = 0
    for spec in GAMES:
        sent += await fuzz(process, database, spec, 1)
        await assert_alive(process)
        assert_quiet(process.log())
    assert sent >= 10_000


# Before and after the match, in the lobby, at the door


async def test_nothing_happens_before_its_time(processes: Callable[..., Process], tmp_path: Path) -> None:
    process = processes(f"sqlite:///{tmp_path}/hall.db")
    process.start()
    hall = HallClient(process.url)
    first = await hall.open_table(CreateTable("lowdown", 3, "Ann"))
    second = await hall.take_seat(first.table, "Bob")
    rng, ids = random.Random(2), Ids("b")
    async with attacker(process.url, first.table) as guest, attacker(process.url, first.table) as watcher:
        await guest.hello(second.token)
        await watcher.hello()
        before = await hall.table(first.table)
        for _ in range(5):
            asked = [message for message in well_formed(rng, ids, 0) if message["type"] not in HARMLESS]
            await guest.fire([Shot(json.dumps(message), refused=message["id"]) for message in asked])
            await watcher.fire(shots_of_a_spectator(rng, ids, 0, [str(first.token), str(second.token)]))
        assert await hall.table(first.table) == before
    assert_quiet(process.log())


HARMLESS = {"commit", "rename", "leave", "react"}
"""What any seat may do before the match."""


async def test_nothing_happens_when_it_is_over(hall: Open) -> None:
    rng, ids = random.Random(3), Ids("o")
    table = await hall.table("pig")
    while not table.clients[0].is_over:
        await table.in_step()
        if not table.clients[0].is_over:
            await table.mover.act(table.mover.now.legal[-1])  # type: ignore[union-attr,index]  # somebody may act
    before = await hall.client.transcript(table.table)
    async with attacker(hall.url, table.table) as guest:
        seq = (await guest.hello(table.tokens[1])).snapshot.seq
        asked = [
            message for message in well_formed(rng, ids, seq) if message["type"] not in ("offer", "react", "leave")
        ]
        host = [{**message, "id": ids()} for message in asked if message["type"] != "change"]
        await guest.fire([Shot(json.dumps(message), refused=message["id"]) for message in asked])
        async with attacker(hall.url, table.table) as owner:
            await owner.hello(table.tokens[0])
            await owner.fire([Shot(json.dumps(message), refused=message["id"]) for message in host])
    assert await hall.client.transcript(table.table) == before
    assert (await hall.client.table(table.table)).seq == seq
    await table.close()


async def test_the_lobby_answers_rubbish(hall: Open) -> None:
    rng = random.Random(4)
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/lobby", compression=None) as socket:
        lobby = Attacker(socket)
        assert isinstance(await lobby.hear(), protocol.Lobby)
        await lobby.fire([malformed(rng) for _ in range(60)])
        await lobby.fire([Shot(json.dumps(message), frozenset({"table"})) for message in well_formed(rng, Ids("l"), 0)])


def nested(depth: int, innermost: str = "") -> bytes:
    """A ping with something else in it, so deep."""
    inner = "[" * (depth - 1) + innermost + "]" * (depth - 1)
    return f'{{"type":"ping","t":1,"x":{inner}}}'.encode()


@given(st.binary(max_size=200) | st.lists(st.sampled_from([b'"', b"\\", b"[", b"}", b"a"]), max_size=200).map(b"".join))
def test_all_but_brackets_is_taken_out_in_one_pass(text: bytes) -> None:
    """A quotation mark that is left was tried as a string's beginning in vain: many of them take for ever."""
    assert not set(table_connection._NO_BRACKETS.sub(b"", text)) - set(b"[]{}")


def test_how_deep_a_message_may_be_does_not_depend_on_python() -> None:
    assert table_connection.decode(nested(table_connection.DEEPEST)) == protocol.Ping(1.0)
    assert table_connection.decode(nested(2, '"' + r"\\" + "[{" * 200 + r'\"[[[["')) == protocol.Ping(1.0), (
        "text, no brackets"
    )
    assert table_connection.decode(nested(2, ",".join(["[]"] * 200))) == protocol.Ping(1.0), "many, not deep"
    with pytest.raises(table_connection.DepthError, match="more than 100 deep"):
        table_connection.decode(nested(table_connection.DEEPEST + 1))


@pytest.mark.parametrize(
    "wrong",
    ["\0", "", "a", "a.", ".1", "a.0", "a.01", "a.1.2", "a.1\n", "x" * 17 + ".1", "a b.1", "ä.1", "a.1234567890"],
)
def test_an_id_that_no_database_takes_is_malformed(wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        table_connection.decode(encode({"type": "act", "id": wrong, "seq": 100, "action": "roll"}))


async def test_who_sends_only_rubbish_is_shown_out(hall: Open) -> None:
    rng = random.Random(5)
    table = await hall.table("pig")
    async with attacker(hall.url, table.table) as vandal:
        limit = hall.hall.config.limits.bad_messages
        await vandal.fire([malformed(rng) for _ in range(limit // 2)])
        for _ in range(limit):
            await vandal.say(malformed(rng).message)
        assert await closing(vandal) == protocol.CLOSE_ABUSE
    await table.mover.act("roll")
    await table.close()


async def test_who_is_too_fast_is_told_so_and_stays(config: HallConfig) -> None:
    config.limits = replace(config.limits, messages_a_second=10, burst=20)
    async with opened(config) as hall:
        table = await hall.table("pig")
        async with attacker(hall.url, table.table) as hasty:
            await hasty.hello()
            for number in range(60):
                await hasty.say(protocol.Ping(float(number)))
            answers = [await hasty.hear() for _ in range(60)]
            errors = [answer for answer in answers if isinstance(answer, protocol.Error)]
            assert {error.code for error in errors} == {"too_fast"}
            assert 15 <= len(errors) <= 41  # hello was the first
            assert len(errors) + sum(isinstance(answer, protocol.ServerPong) for answer in answers) == 60
            await asyncio.sleep(1)  # ten more are allowed
            await hasty.fire([Shot('{"type":"pong","t":1}') for _ in range(5)])
            for _ in range(config.limits.bad_messages + 200):
                await hasty.say('{"type":"ping","t":1}')
            assert await closing(hasty) == protocol.CLOSE_ABUSE
        await table.close()


@pytest.mark.parametrize(
    ("path", "origin", "code"),
    [
        ("/ws/tables/{table}", "http://elsewhere.example", protocol.CLOSE_ORIGIN),
        ("/ws/tables/{table}", "null", protocol.CLOSE_ORIGIN),
        ("/ws/lobby", "http://elsewhere.example", protocol.CLOSE_ORIGIN),
        ("/ws/tables/nosuchtable", None, protocol.CLOSE_NO_TABLE),
        ("/ws/tables/%27%20or%201", None, protocol.CLOSE_NO_TABLE),
        ("/ws/tables/{table}/x", None, protocol.CLOSE_NO_TABLE),
        ("/ws/other", None, protocol.CLOSE_NO_TABLE),
    ],
)
async def test_the_door(shared_hall: Open, path: str, origin: str | None, code: int) -> None:
    table = await shared_hall.table("pig")
    address = shared_hall.url.replace("http", "ws") + path.format(table=table.table)
    async with connect(address, compression=None, additional_headers={"Origin": origin} if origin else {}) as socket:
        assert await closing(Attacker(socket)) == code
    await table.close()
