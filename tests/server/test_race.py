"""Races: two equally fast players win equally often, however far away they are."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

import pytest

from quincunx import protocol
from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.games import game
from quincunx.protocol import Act, CreateTable, Fill, Leave, Settings, Start
from quincunx.server.hall.race import Gate, RoundTrip, kernel_round_trip
from quincunx.table.state import COUNTDOWN_MS
from quincunx.table.steps import Acted
from tests.server.conftest import Open, wait_for
from tests.server.still import StillTable
from tests.server.test_seats import codes, starting


def test_the_round_trip_is_the_shortest_of_the_last() -> None:
    trip = RoundTrip()
    assert trip.seconds == 0
    for began, took in ((1.0, 0.3), (2.0, 0.1), (3.0, 0.9)):
        assert trip.answer(trip.ask(began), began + took)
    assert trip.seconds == pytest.approx(0.1)
    assert not trip.answer(1.0, 9.0), "the same answer twice"
    assert not trip.answer(0.5, 9.0), "an answer to no ping"


def measured(took: float, kernel: float | None, most: float = float("inf"), count: int = 8) -> RoundTrip:
    trip = RoundTrip(lambda: kernel, most)
    for began in range(count):
        trip.answer(trip.ask(float(began)), began + took)
    return trip


def test_answering_late_does_not_stretch_the_round_trip() -> None:
    assert measured(0.4, kernel=0.01).seconds == pytest.approx(0.02)
    assert measured(0.4, kernel=0.01).is_suspicious
    assert measured(0.4, kernel=0.395).seconds == pytest.approx(0.4)
    assert not measured(0.4, kernel=0.395).is_suspicious
    assert measured(0.4, kernel=None, most=0.1).seconds == pytest.approx(0.1), "behind a proxy"


def test_without_the_kernels_word_the_fastest_answer_ever_bounds_the_others() -> None:
    trip = measured(0.02, kernel=None, count=1)
    for began in range(10, 30):
        trip.answer(trip.ask(float(began)), began + 0.4)
    assert trip.seconds == pytest.approx(0.02)


def test_a_cheat_who_answers_late_gains_nothing() -> None:
    rng = random.Random(5)
    wins = 0
    for _ in range(500):
        reaction = (rng.gauss(0.4, 0.06), rng.gauss(0.4, 0.06))
        grants = (measured(0.01, kernel=0.009).seconds, measured(0.41, kernel=0.009).seconds)
        first = who_is_first((0.005, 0.005), reaction, 0.4, grants)
        wins += first == 1
        if abs(reaction[0] - reaction[1]) > 0.012:
            assert first == (0 if reaction[0] < reaction[1] else 1)
    assert 210 < wins < 290


async def test_the_kernel_tells_the_round_trip_of_a_connection() -> None:
    reached = asyncio.Event()
    found: list[float | None] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        found.append(kernel_round_trip(writer.transport))
        writer.close()
        reached.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"x")
    await asyncio.wait_for(reached.wait(), 20)
    writer.close()
    server.close()
    assert found[0] is None or 0 < found[0] < 1
    assert (found[0] is None) == (not hasattr(socket, "TCP_INFO"))


async def test_nobody_is_held_where_all_are_near() -> None:
    passed: list[float] = []
    gate = Gate(asyncio.get_running_loop(), lambda: 0.0)
    gate.enter(0.0, passed.append)
    assert len(passed) == 1


async def test_an_action_is_held_until_no_earlier_one_can_come() -> None:
    loop = FakeLoop()
    order: list[str] = []
    gate = Gate(loop, lambda: 0.1)  # type: ignore[arg-type]  # all that it needs of a loop
    gate.enter(0.0, lambda moment: order.append("near"))
    assert order == []
    loop.now = 0.05
    gate._let_through()
    gate.enter(0.1, lambda moment: order.append("far"))
    assert order == ["far"], "decided 50 ms earlier, and nothing can come before it"
    loop.now = 0.1
    gate._let_through()
    assert order == ["far", "near"]


async def test_a_players_actions_stay_in_their_order_however_the_round_trip_changes() -> None:
    """Where the second was ahead, the first would be refused as an old message."""
    loop = FakeLoop()
    order: list[str] = []
    gate = Gate(loop, lambda: 0.2)  # type: ignore[arg-type]
    gate.enter(0.0, lambda moment: order.append("first"), "Ann")  # nothing has been measured yet
    loop.now = 0.05
    gate.enter(0.1, lambda moment: order.append("second"), "Ann")
    gate.enter(0.1, lambda moment: order.append("other"), "Bob")
    loop.now = 1.0
    gate._let_through()
    assert order == ["other", "first", "second"]


class FakeLoop:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: object) -> "FakeTimer":
        return FakeTimer()


class FakeTimer:
    def cancel(self) -> None:
        pass


def who_is_first(
    one_way: tuple[float, float],
    reaction: tuple[float, float],
    allowance: float,
    grants: tuple[float, float] | None = None,
) -> int:
    """Both see the same at once (later by their latency) and answer; whose action counts first."""
    loop = FakeLoop()
    grants = grants or (min(2 * one_way[0], allowance), min(2 * one_way[1], allowance))
    order: list[int] = []
    gate = Gate(loop, lambda: max(grants))  # type: ignore[arg-type]  # all that it needs of a loop
    arrivals = sorted((2 * one_way[player] + reaction[player], player) for player in (0, 1))
    for arrival, player in arrivals:
        loop.now = arrival
        gate._let_through()
        gate.enter(grants[player], lambda moment, player=player: order.append(player))  # type: ignore[misc]  # mypy infers no lambda with a default
    loop.now += 10
    gate._let_through()
    assert len(order) == 2
    return order[0]


@pytest.mark.parametrize("one_way", [(5, 5), (5, 50), (5, 100), (5, 200), (60, 140), (200, 200)])
def test_equally_fast_players_win_equally_often(one_way: tuple[int, int]) -> None:
    rng = random.Random(3)
    latency = (one_way[0] / 1000, one_way[1] / 1000)
    trials = 4000
    wins = 0
    for _ in range(trials):
        reaction = (rng.gauss(0.4, 0.06), rng.gauss(0.4, 0.06))
        first = who_is_first(latency, reaction, 0.4)
        if abs(reaction[0] - reaction[1]) > 0.001:
            assert first == (0 if reaction[0] <= reaction[1] else 1)
        wins += first == 0
    assert abs(wins / trials - 0.5) < 0.03


def test_the_allowance_is_bounded() -> None:
    reaction = (0.4, 0.4 - 0.05)
    assert who_is_first((0.005, 0.2), reaction, 0.4) == 1
    assert who_is_first((0.005, 0.2), reaction, 0.1) == 0, "beyond the allowance distance is not made up for"


@asynccontextmanager
async def far_away(url: str, one_way: float) -> AsyncIterator[str]:
    """The hall behind a line that takes so many seconds each way."""
    target = urlsplit(url)
    pipes: set[asyncio.Task[None]] = set()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()

        def write(data: bytes) -> None:
            if not writer.is_closing():
                writer.write(data)

        while data := await reader.read(65_536):
            loop.call_later(one_way, write, data)
        loop.call_later(one_way, writer.close)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(target.hostname, target.port)
        for task in (asyncio.create_task(pipe(reader, back)), asyncio.create_task(pipe(there, writer))):
            pipes.add(task)
            task.add_done_callback(pipes.discard)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await asyncio.sleep(2 * one_way + 0.1)
        for task in pipes:
            task.cancel()


async def race(hall: Open, near: str, far: str, trials: int, rng: random.Random) -> tuple[int, int, int]:
    """At one table, a third player's drop is the signal and two answer it; wins of each, and surprises."""
    given = [await hall.client.open_table(CreateTable("popalotsy", 3, "Zed", settings=Settings(pace=30, listed=False)))]
    for name in ("Near", "Far"):
        given.append(await hall.client.take_seat(given[0].table, name))
    wins = [0, 0]
    surprises = 0
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(HallClient(url).watch(seat.table, seat.token))
            for url, seat in zip((hall.url, near, far), given, strict=True)
        ]
        await wait_for(lambda: all(client.may_act for client in clients))
        await asyncio.sleep(1.2)
        for _ in range(trials):
            reactions = [rng.gauss(0.35, 0.05), rng.gauss(0.35, 0.05)]
            seqs = await asyncio.gather(
                _signal(clients[0]),
                *(_answer(client, wait) for client, wait in zip(clients[1:], reactions, strict=True)),
            )
            if OVER in seqs:
                break
            first = 0 if seqs[1] < seqs[2] else 1
            wins[first] += 1
            surprises += abs(reactions[0] - reactions[1]) > 0.05 and first != (0 if reactions[0] < reactions[1] else 1)
            await wait_for(lambda: len({client.seq for client in clients}) == 1)
            if clients[0].is_over:
                break
    return wins[0], wins[1], surprises


async def _signal(client: TableClient) -> int:
    await asyncio.sleep(0.05)
    return await _drop(client)


async def _answer(client: TableClient, reaction: float) -> int:
    """As soon as I have seen the signal, plus my reaction."""
    seen = client.seq
    await wait_for(lambda: client.seq > seen)
    await asyncio.sleep(reaction)
    return await _drop(client)


OVER = -1


async def _drop(client: TableClient) -> int:
    """Drop any card; OVER if somebody has won meanwhile."""
    assert client.now is not None
    legal = [text for text in client.now.legal or [] if text != "done"]
    if not legal:
        return OVER
    try:
        return await client._ask(protocol.Act(client._id(), client.seq, legal[0]))
    except HallError as refusal:
        if refusal.code != "status":
            raise
        return OVER


@pytest.mark.slow
async def test_over_real_connections(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    # The far line is a program here, which the kernel knows nothing of.
    monkeypatch.setattr("quincunx.server.door.connections.kernel_round_trip", lambda _: None)
    async with far_away(hall.url, 0.005) as near, far_away(hall.url, 0.2) as far:
        results = await asyncio.gather(*(race(hall, near, far, 5, random.Random(seed)) for seed in range(8)))
    near_wins, far_wins, surprises = (sum(column) for column in zip(*results, strict=True))
    trials = near_wins + far_wins
    assert trials >= 24
    assert far_wins > trials * 0.25, f"near {near_wins}, far {far_wins}"
    assert near_wins > trials * 0.25, f"near {near_wins}, far {far_wins}"
    assert surprises <= trials * 0.2


async def test_bots_race_at_their_own_pace(hall: Open) -> None:
    wanted = CreateTable("popalotsy", 3, bots=["greedy", "greedy", "random"], play=False, settings=Settings(pace=30))
    given = await hall.client.open_table(wanted)
    async with hall.client.watch(given.table) as watcher:
        await wait_for(lambda: watcher.seq > 5, 30)
    events = list(hall.hall.tables[given.table].ledger.match.events)  # type: ignore[union-attr]  # it has begun
    times = [event.at for event in events if event.at is not None]
    assert times == sorted(times)
    assert times[-1] > 30


async def test_no_race_begins_before_it_is_counted_down(hall: Open) -> None:
    """Nobody sees the dice sooner than others, whatever their program shows. Programs alone are not kept waiting."""
    fast = await hall.client.open_table(CreateTable("popalotsy", 2, bots=["greedy"], settings=Settings(pace=30)))
    assert hall.hall.tables[fast.table].ledger.countdown == 0
    wanted = CreateTable("popalotsy", 3, bots=["greedy"] * 3, play=False, settings=Settings(pace=100))
    given = await hall.client.open_table(wanted)
    ledger = hall.hall.tables[given.table].ledger
    assert ledger.countdown == COUNTDOWN_MS
    async with hall.client.watch(given.table) as watcher:
        await wait_for(lambda: watcher.seq > 5, 30)
    assert ledger.started >= ledger.rounds.since + COUNTDOWN_MS


def test_everybody_hears_how_long_it_is_until_a_race_begins() -> None:
    at = StillTable(game("popalotsy"), pace=100)
    ann, bob = starting(at, at.sit("Ann"), at.sit("Bob"))
    for caller in (ann, bob):
        assert caller.hear()[-1]["table"]["countdown"] == COUNTDOWN_MS
    at.hall.loop.passes(1)
    late = at.connect(None).hear()[-1]
    assert late["table"]["countdown"] == COUNTDOWN_MS - 1000
    assert late["snapshot"]["picture"] is None
    at.hall.loop.passes(COUNTDOWN_MS / 1000 - 1 - 0.1)
    assert at.ledger.match is None
    ann.say(Act(ann.id(), at.ledger.seq, "done"))
    at.hall.loop.passes(0.02)
    assert codes(ann.hear()) == ["status"]
    at.hall.loop.passes(0.1)
    assert at.ledger.status == "playing"
    assert {message["table"]["countdown"] for message in bob.hear() if message["type"] == "table"} == {0}


@pytest.mark.parametrize("jump", [-3_600_000, 3_600_000])
def test_a_race_does_not_follow_jumps_of_the_wall_clock(jump: int, monkeypatch: pytest.MonkeyPatch) -> None:
    at = StillTable(game("popalotsy"), pace=100)
    ann, _ = starting(at, at.sit("Ann"), at.sit("Bob"))
    monkeypatch.setattr(at.hall, "now", lambda: int(at.hall.loop.moment * 1000) + jump)
    at.hall.loop.passes(COUNTDOWN_MS / 1000 - 0.1)
    assert at.ledger.match is None
    at.hall.loop.passes(0.2)
    assert at.ledger.status == "playing"
    at.hall.loop.passes(2)
    ann.say(Act(ann.id(), at.ledger.seq, "done"))
    at.hall.loop.passes(1)
    (acted,) = [entry.step for entry in at.store.kept if isinstance(entry.step, Acted)]
    assert acted.at is not None
    assert 2000 <= acted.at < 3500


def test_who_leaves_while_a_race_is_counted_down_stops_it() -> None:
    at = StillTable(game("popalotsy"), pace=100)
    _, bob = starting(at, at.sit("Ann"), at.sit("Bob"))
    bob.say(Leave(bob.id()))
    at.hall.loop.passes(COUNTDOWN_MS / 1000 + 1)
    assert (at.ledger.status, at.ledger.rounds.voided) == ("waiting", 1)
    assert at.table.info().countdown == 0


@pytest.mark.parametrize(("form", "counted"), [("race", COUNTDOWN_MS), ("turns", 0)])
def test_nothing_is_counted_down_in_turns(form: str, counted: int) -> None:
    assert StillTable(game("popalotsy"), pace=100, chosen={"form": form}).ledger.countdown == counted


@pytest.mark.parametrize(("form", "race"), [("race", True), ("turns", False)])
def test_a_table_tells_whether_it_is_played_in_turns(form: str, race: bool) -> None:
    at = StillTable(game("popalotsy"), chosen={"form": form})
    assert at.table.info().race is race
    starting(at, at.sit("Ann"), at.sit("Bob"))
    assert at.table.info().race is race


@pytest.mark.parametrize(("pace", "least"), [(1000, 1.0), (4000, 4.0)])
def test_bots_look_at_the_dice_as_long_as_people_of_their_level_do(pace: int, least: float) -> None:
    at = StillTable(game("popalotsy"), pace=pace)
    ann = at.connect(at.sit("Ann"))
    ann.say(Fill(ann.id(), 1, "greedy"))
    ann.say(Start(ann.id()))
    at.hall.loop.passes(COUNTDOWN_MS / 1000 + 0.1)
    assert at.ledger.status == "playing"
    thoughts = at.hall.loop.thoughts
    at.hall.loop.passes(least)
    assert not thoughts, "nobody sees through five cards in a second"
    at.hall.loop.passes(30 * least)
    assert len(thoughts) == 1
