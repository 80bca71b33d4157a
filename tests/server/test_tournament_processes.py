"""Tournaments and dailies served by two processes on one PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from quincunx.client.connection import HallClient
from quincunx.protocol import (
    CreateTournament,
    DailyResult,
    KeyAsked,
    PlayDaily,
    SeatGiven,
    TournamentInfo,
    TournamentOrder,
)
from quincunx.protocol import Dailies as DailiesInfo
from quincunx.server.store.store import Store
from quincunx.server.store.tournaments import read_steps
from quincunx.tournament.steps import Begun, Ended
from tests.server.conftest import Process
from tests.server.test_dailies import ANN
from tests.server.tournament_players import Board, Scripted, assert_right, is_over, told, until

PLAYERS, ROUNDS, KILLED_IN = 6, 3, 2


@pytest.fixture
async def pair(postgresql_db: str, processes: Callable[..., Process]) -> AsyncIterator[tuple[Process, Process]]:
    first, second = processes(postgresql_db), processes(postgresql_db)
    first.start(wait=False)
    second.start(wait=False)
    first.wait()
    second.wait()
    yield first, second
    for process in (first, second):
        assert "Traceback" not in process.log(), process.log()


async def same(halls: list[HallClient], tournament: str) -> TournamentInfo:
    """What all processes tell, once they tell the same."""
    while True:
        one, *others = [await told(hall, tournament) for hall in halls]
        if all(other == one for other in others):
            return one
        await asyncio.sleep(0.05)


@pytest.mark.timeout(600)
async def test_a_tournament_goes_on_when_one_of_its_processes_dies(
    pair: tuple[Process, Process], postgresql_db: str
) -> None:
    """Half of the players are at each process, and one of the processes is killed while its players are away."""
    first, _ = pair
    here, there = halls = [HallClient(process.url) for process in pair]
    wanted = CreateTournament("pig", ROUNDS, seats=2, pause=1, pace=0, away_after=5)
    opened = await here.announce(wanted)
    tournament, board = opened.tournament, Board(there, opened.tournament)
    players = []
    for number in range(PLAYERS):
        hall = halls[number % 2]
        player = Scripted(board, await hall.take_part(tournament, f"P{number}"), hall=hall)
        player.away = {KILLED_IN} if hall is here else set()
        players.append(player)
    assert len((await same(halls, tournament)).players) == PLAYERS
    await there.direct(tournament, TournamentOrder(opened.token, "begin"))
    async with asyncio.TaskGroup() as group:
        group.create_task(board.follow())
        for player in players:
            group.create_task(player.play())
        await until(there, tournament, lambda info: len(info.rounds) == KILLED_IN)
        assert (await same(halls, tournament)).standings
        first.kill()
        for player in players:
            player.hall = there
    first.start(wait=False)
    first.wait()
    info = await same(halls, tournament)
    assert is_over(info)
    assert_right(info)
    away = {
        (line.player, number)
        for line in info.standings
        for number, score in enumerate(line.rounds, 1)
        if score is not None and score.away
    }
    assert away == {(player.given.player, KILLED_IN) for player in players if player.away}
    store = Store(postgresql_db)
    await store.open()
    steps = [stored.step for stored in await store.run(read_steps, tournament, 0)]
    await store.close()
    assert [step.round for step in steps if isinstance(step, Begun)] == list(range(1, ROUNDS + 1))
    assert sum(isinstance(step, Ended) for step in steps) == ROUNDS * PLAYERS // 2


async def test_a_process_hears_that_a_tournament_has_ended_at_another(pair: tuple[Process, Process]) -> None:
    here, there = halls = [HallClient(process.url) for process in pair]
    opened = await here.announce(CreateTournament("pig", 1))
    await there.direct(opened.tournament, TournamentOrder(opened.token, "close"))
    assert is_over(await same(halls, opened.tournament))


async def test_a_key_has_one_try_at_all_processes(pair: tuple[Process, Process]) -> None:
    halls = [HallClient(process.url) for process in pair]
    asked = [hall._call("POST", "/api/dailies/popalotsy", SeatGiven, PlayDaily(ANN, "Ann")) for hall in halls * 3]
    given = [one for one in await asyncio.gather(*asked, return_exceptions=True) if isinstance(one, SeatGiven)]
    assert len(set(map(str, given))) == 1, "whoever was not first is told to ask again"
    days = [await hall._call("GET", "/api/dailies", DailiesInfo) for hall in halls]
    assert days[0].days == days[1].days, "they have committed to the same dice"
    for hall in halls:
        assert await hall._call("POST", "/api/dailies/popalotsy", SeatGiven, PlayDaily(ANN, "Ann")) == given[0]
        found = await hall._call("POST", f"/api/dailies/popalotsy/{days[0].today}", DailyResult, KeyAsked(ANN))
        assert (found.state, found.table) == ("playing", given[0].table)
