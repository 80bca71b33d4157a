"""Tournaments in the hall: announced, joined, played, watched, ended."""

import asyncio
import csv
import io
import json
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import CLOSE_NO_TABLE, CreateTournament, TournamentInfo, TournamentOpened, TournamentOrder
from quincunx.server.hall.ids import player_of
from quincunx.server.store.tournaments import running_tournaments
from quincunx.server.tournament import rounds
from quincunx.table.proof import commitment_of
from quincunx.table.verify import Witness, verify
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, wait_for
from tests.server.tournament_players import Board, Scripted, assert_right, is_over, play_all, told, until


async def announced(hall: Open, players: int, **fields: Any) -> tuple[TournamentOpened, list[Scripted]]:
    """A tournament that so many have joined."""
    wanted = CreateTournament("pig", 2, pause=1, pace=0)
    opened = await hall.client.announce(msgspec.structs.replace(wanted, **fields))
    names = [f"P{number}" for number in range(1, players + 1)]
    given = [await hall.client.take_part(opened.tournament, name) for name in names]
    board = Board(hall.client, opened.tournament)
    return opened, [Scripted(board, each) for each in given]


async def order(hall: Open, opened: TournamentOpened, what: Any, player: int | None = None) -> None:
    await hall.client.direct(opened.tournament, TournamentOrder(opened.token, what, player))


async def test_a_tournament_from_beginning_to_end(hall: Open) -> None:
    """One player leaves the table in both rounds, one comes only to the second."""
    opened, players = await announced(hall, 5, away_after=5)
    players[0].leaves = {1, 2}
    players[1].away = {1}
    await order(hall, opened, "begin")
    late = await hall.client.take_part(opened.tournament, "P1")
    players.append(Scripted(players[0].board, late))
    info = await play_all(players)
    assert_right(info)
    assert [player.name for player in info.players] == ["P1", "P2", "P3", "P4", "P5", "P1 2"]
    by_player = {line.player: [score and score.away for score in line.rounds] for line in info.standings}
    assert by_player == {
        1: [True, True],
        2: [True, False],
        3: [False] * 2,
        4: [False] * 2,
        5: [False] * 2,
        6: [None, False],
    }
    for number, played in enumerate(info.rounds):
        assert played.secret is not None
        assert commitment_of(played.secret) == info.commitments[number]
        for table in played.tables:
            await hall.client.replay(table.id)
            finding = verify(await hall.client.proof(table.id), lambda _: PIG, Witness(info.commitments[number]))
            assert (finding.problem, [each.id for each in finding.missing]) == (None, ["proof.needs_noted_chain"])
    file = await asyncio.to_thread(hall.client._fetch, "GET", f"/api/tournaments/{opened.tournament}/csv", None)
    rows = list(csv.DictReader(io.StringIO(file.decode())))
    assert [(int(row["player"]), float(row["total"])) for row in rows] == [
        (line.player, line.total) for line in info.standings
    ]
    whole = await hall.client._call("GET", f"/api/tournaments/{opened.tournament}/json", TournamentInfo)
    assert whole == info


async def test_what_others_still_play_is_shown_to_nobody(hall: Open) -> None:
    opened, players = await announced(hall, 4, rounds=1)
    await order(hall, opened, "begin")
    first, second = (await told(hall.client, opened.tournament)).rounds[0].tables
    for player in players:
        if player.given.player in first.players:
            player.leaves = {1}
    await wait_for(lambda: first.id in hall.hall.tables and second.id in hall.hall.tables)
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{first.id}") as socket:
        await socket.send(b'{"type":"hello","protocol":2}'.decode())
        assert json.loads(await socket.recv())["code"] == "sealed"
        await socket.wait_closed()
        assert socket.close_code == CLOSE_NO_TABLE
    following = asyncio.create_task(players[0].board.follow())
    tasks = [asyncio.create_task(player.play()) for player in players if player.leaves]
    await wait_for(lambda: hall.hall.tables[first.id].ledger.status == "over")
    for asked in (hall.client.replay, hall.client.course, hall.client.proof, hall.client.transcript):
        with pytest.raises(HallError, match="others are still playing with these dice"):
            await asked(first.id)
    with pytest.raises(HallError, match="others are still playing with these dice"):
        await hall.client.open_fork(first.id, 1)
    assert (await told(hall.client, opened.tournament)).rounds[0].secret is None

    await until(hall.client, opened.tournament, lambda info: info.rounds[0].tables[0].result is not None)
    async with hall.client.watch(second.id) as watcher:
        assert watcher.you is None
    tasks += [asyncio.create_task(player.play()) for player in players if not player.leaves]
    await asyncio.gather(following, *tasks)
    await hall.client.replay(first.id)


async def test_only_the_host_gives_orders(hall: Open) -> None:
    opened, players = await announced(hall, 3)
    what: Any
    for what in ("begin", "pause", "close"):
        with pytest.raises(HallError, match="only the host"):
            await hall.client.direct(opened.tournament, TournamentOrder(players[0].given.token, what))
    with pytest.raises(HallError, match="only the host"):
        await hall.client.direct(opened.tournament, TournamentOrder(players[0].given.token, "remove", 2))
    await hall.client.direct(opened.tournament, TournamentOrder(players[0].given.token, "remove", 1))
    await order(hall, opened, "remove", 2)
    assert [each.gone for each in (await told(hall.client, opened.tournament)).players] == [True, True, False]
    with pytest.raises(HallError, match="a round needs 2 players"):
        await order(hall, opened, "begin")


async def test_a_pause_lasts_until_the_host_goes_on(hall: Open) -> None:
    opened, players = await announced(hall, 2)
    for player in players:
        player.leaves = {1, 2}
    await order(hall, opened, "begin")
    await order(hall, opened, "pause")
    playing = asyncio.create_task(play_all(players))
    info = await until(hall.client, opened.tournament, lambda info: info.status == "break")
    assert (info.paused, info.next) == (True, None)
    await order(hall, opened, "continue")
    assert (await told(hall.client, opened.tournament)).next is not None
    assert len((await playing).rounds) == 2


async def test_when_the_time_of_a_round_is_over_bots_finish_it(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, players = await announced(hall, 2, rounds=1, minutes=1, pace=1000)
    await order(hall, opened, "begin")
    table = (await told(hall.client, opened.tournament)).rounds[0].tables[0]
    async with hall.client.watch(table.id, players[0].given.token) as there:
        later = hall.hall.now() + 61_000
        monkeypatch.setattr(hall.hall, "now", lambda: later)
        await wait_for(lambda: there.is_over, 60)
    info = await until(hall.client, opened.tournament, is_over)
    assert info.rounds[0].tables[0].result is not None
    assert info.rounds[0].tables[0].result.away == [0, 1]


async def test_a_table_that_was_closed_does_not_hold_the_round_up(hall: Open) -> None:
    opened, _ = await announced(hall, 2, rounds=1)
    await order(hall, opened, "begin")
    await hall.hall.close_table((await told(hall.client, opened.tournament)).rounds[0].tables[0].id)
    info = await until(hall.client, opened.tournament, is_over)
    assert [score and score.away for line in info.standings for score in line.rounds] == [True, True]


async def test_bots_may_have_any_seat(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "pair", lambda *_: [[0, 1], [2, 3]])
    opened, players = await announced(hall, 3, rounds=1)
    await order(hall, opened, "begin")
    info = await play_all(players)
    assert [table.players for table in info.rounds[0].tables] == [[0, 1], [2, 3]]
    assert_right(info)


async def test_who_comes_before_the_table_is_open_has_it_opened(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    async def open_none(*_: object) -> None:
        pass

    monkeypatch.setattr(rounds.Rounds, "open_tables", open_none)
    opened, players = await announced(hall, 2, rounds=1)
    await order(hall, opened, "begin")
    table = (await told(hall.client, opened.tournament)).rounds[0].tables[0].id
    assert table not in hall.hall.tables
    async with (
        hall.client.watch(table, players[0].given.token) as one,
        hall.client.watch(table, players[1].given.token) as other,
    ):
        assert {one.you, other.you} == {0, 1}
        await wait_for(lambda: one.may_act or other.may_act)
        (first, second) = (one, other) if one.may_act else (other, one)
        await first.act("roll")
        await wait_for(lambda: second.seq == first.seq)


async def test_a_key_takes_part_once(hall: Open) -> None:
    opened, _ = await announced(hall, 1)
    given = await hall.client.take_part(opened.tournament, "Ann", "A" * 43)
    with pytest.raises(HallError, match="you take part already"):
        await hall.client.take_part(opened.tournament, "Bea", "A" * 43)
    await order(hall, opened, "begin")
    info = await told(hall.client, opened.tournament)
    table = info.rounds[0].tables[0]
    seat = table.players.index(given.player)
    await wait_for(lambda: table.id in hall.hall.tables)
    assert (await hall.client.table(table.id)).seats[seat].player == player_of("A" * 43)


async def test_who_watches_hears_of_every_change(hall: Open) -> None:
    opened, _ = await announced(hall, 1)
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/tournaments/{opened.tournament}") as socket:
        assert json.loads(await socket.recv())["seq"] == 1
        await hall.client.take_part(opened.tournament, "Bob")
        news = json.loads(await socket.recv())
        assert (news["type"], news["seq"]) == ("tournament", 2)
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/tournaments/nowhere") as socket:
        await socket.wait_closed()
        assert socket.close_code == CLOSE_NO_TABLE


async def test_there_is_no_such_tournament(hall: Open) -> None:
    with pytest.raises(HallError, match="there is no tournament"):
        await HallClient(hall.url).tournament("nowhere")


async def test_those_that_never_began_are_deleted_after_a_week(hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    await announced(hall, 2)
    begun, _ = await announced(hall, 2)
    await order(hall, begun, "begin")
    eight_days = hall.hall.now() + 8 * 86_400_000
    monkeypatch.setattr(hall.hall, "now", lambda: eight_days)
    assert await hall.hall.tournaments.tidy(None) == 1
    assert set(await hall.hall.store.run(running_tournaments)) == {begun.tournament}
    await wait_for(lambda: [live.id for live in hall.hall.tournaments.known] == [begun.tournament])
