"""A tournament whose hall is killed in each round: it goes on, and ends with the right table."""

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import CreateTournament, TournamentInfo, TournamentOrder
from tests.server.conftest import wait_for
from tests.server.test_kill import Mortal, read_all
from tests.server.tournament_players import Board, Scripted, assert_right, is_over, play_all

ABSENT_S = 5


async def kill_in_each_round(board: Board, mortal: Mortal, rounds: int) -> None:
    """Kill the hall and start it again when a part of a round has been played."""
    rng = random.Random(rounds)
    for number in range(1, rounds + 1):
        await wait_for(partial(_has_begun, board, number), 120)
        await asyncio.sleep(rng.uniform(0, 1))
        mortal.kill()
        mortal.start()


def _has_begun(board: Board, number: int) -> bool:
    return board.info is not None and len(board.info.rounds) >= number


async def check_results(db: str, info: TournamentInfo) -> None:
    """What the tournament noted is what the stored tables say."""
    for round_ in info.rounds:
        for table in round_.tables:
            ledger, entries = await read_all(db, table.id)
            assert ledger.status == "over"
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            rows = {row.seat: row for row in ledger.finished.standings()}
            assert table.result is not None
            assert table.result.places == [rows[seat].place for seat in range(info.seats)]
            assert table.result.points == [rows[seat].points for seat in range(info.seats)]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("players", "vanish", "rounds"), [(7, 1, 2), pytest.param(24, 3, 5, marks=pytest.mark.slow)])
async def test_a_kill_in_each_round(any_db: str, tmp_path: Path, players: int, vanish: int, rounds: int) -> None:
    """Some vanish after the first round; one of them comes back to the last."""
    mortal = Mortal(any_db, tmp_path)
    try:
        mortal.start()
        hall = HallClient(mortal.url)
        tournament, token = await announced(hall, rounds)
        board = Board(hall, tournament)
        scripted = [Scripted(board, await hall.take_part(tournament, f"P{number}")) for number in range(players)]
        for number, player in enumerate(scripted[:vanish]):
            player.away = set(range(2, rounds + (number > 0)))
        if vanish == 1:
            scripted[0].away = {rounds}
        await hall.direct(tournament, TournamentOrder(token, "begin"))
        _, info = await asyncio.gather(kill_in_each_round(board, mortal, rounds), play_all(scripted))
        assert is_over(info)
        assert len(info.rounds) == rounds
        assert_right(info)
        await check_results(any_db, info)
        absent = {
            (line.player, number)
            for line in info.standings
            for number, score in enumerate(line.rounds, 1)
            if score is not None and score.away
        }
        assert absent == {(player.given.player, number) for player in scripted for number in player.away}
        assert "Traceback" not in (tmp_path / "zygote.log").read_text()
    finally:
        mortal.end()


async def announced(hall: HallClient, rounds: int) -> tuple[str, str]:
    """A tournament, as soon as the hall is there."""
    for _ in range(600):
        try:
            wanted = CreateTournament("pig", rounds, pause=1, pace=0, away_after=ABSENT_S)
            opened = await hall.announce(wanted)
        except HallError:
            await asyncio.sleep(0.05)
        else:
            return opened.tournament, opened.token
    raise AssertionError("the hall never answered")
