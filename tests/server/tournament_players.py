"""Scripted players of a tournament, and its table computed without the hall's own code."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from quincunx.client.connection import HallClient, HallError, TableClient
from quincunx.protocol import RoundTable, TournamentInfo, TournamentJoined

HALF = Fraction(1, 2)
GONE = ("stale", "turn", "status", "store", "seat", "busy")
"""Refusals of players who are too late, or ask while the hall starts again."""


class Board:
    """What is told of a tournament, asked for by one for all."""

    def __init__(self, hall: HallClient, tournament: str) -> None:
        self.hall = hall
        self.tournament = tournament
        self.info: TournamentInfo | None = None

    async def follow(self) -> None:
        """Ask until the tournament is over."""
        while self.info is None or not is_over(self.info):
            self.info = await told(self.hall, self.tournament)
            await asyncio.sleep(0.05)


@dataclass
class Scripted:
    """A player who sits down wherever the board says, and acts at random."""

    board: Board
    given: TournamentJoined
    away: set[int] = field(default_factory=set)
    """The rounds in which the player does not come."""
    leaves: set[int] = field(default_factory=set)
    """The rounds in which the player gives the seat up at once."""
    hall: HallClient | None = None
    """The process that the player connects to, where that is another than the board's."""

    async def play(self) -> None:
        """Until the tournament is over."""
        played: set[str] = set()
        while (info := self.board.info) is None or not is_over(info):
            at = None if info is None or info.status != "playing" else self._table(info)
            if info is not None and at is not None and at.id not in played:
                played.add(at.id)
                if len(info.rounds) not in self.away:
                    await self._play_at(at, leaves=len(info.rounds) in self.leaves)
            await asyncio.sleep(0.02)

    def _table(self, info: TournamentInfo) -> RoundTable | None:
        tables = info.rounds[-1].tables
        return next((table for table in tables if self.given.player in table.players and table.result is None), None)

    async def _play_at(self, at: RoundTable, *, leaves: bool) -> None:
        rng = random.Random(f"{at.id}{self.given.player}")
        async with await self._seat(at.id) as client:
            assert client.you == at.players.index(self.given.player)
            while not client.is_over:
                if leaves and client.now is not None and client.now.to_act:
                    await client.leave()
                    return
                if client.may_act:
                    await self._act(client, rng)
                await asyncio.sleep(0.005)

    async def _seat(self, table: str) -> TableClient:
        """The player's seat, as soon as the table is open."""
        hall = self.hall or self.board.hall
        for _ in range(600):
            with suppress(HallError):
                await hall.table(table)
                return hall.watch(table, self.given.token)
            await asyncio.sleep(0.1)
        raise AssertionError("the table was never opened")

    async def _act(self, client: TableClient, rng: random.Random) -> None:
        assert client.now is not None
        try:
            await client.act(rng.choice(client.now.legal or ["stop"]))
        except HallError as refusal:
            if refusal.code not in GONE:
                raise


async def told(hall: HallClient, tournament: str) -> TournamentInfo:
    """A tournament, asked for until the hall answers."""
    for _ in range(600):
        try:
            return await hall.tournament(tournament)
        except HallError as refusal:
            assert refusal.code in ("store", "unreachable", "http"), refusal  # noqa: PT017  # any other ends the test
            await asyncio.sleep(0.1)
    raise AssertionError("the hall never answered")


async def until(hall: HallClient, tournament: str, holds: Callable[[TournamentInfo], bool]) -> TournamentInfo:
    """A tournament of which something holds."""
    while True:
        info = await told(hall, tournament)
        if holds(info):
            return info
        await asyncio.sleep(0.05)


def is_over(info: TournamentInfo) -> bool:
    """Whether all rounds have been played."""
    return info.status == "over"


async def play_all(players: list[Scripted]) -> TournamentInfo:
    """All play until the tournament is over."""
    board = players[0].board
    async with asyncio.TaskGroup() as group:
        group.create_task(board.follow())
        for player in players:
            group.create_task(player.play())
    return await told(board.hall, board.tournament)


def right_table(info: TournamentInfo, *, low_wins: bool) -> list[tuple[int, Fraction, Fraction]]:
    """The players best first, each with the shares of all rounds and the opponents beaten, from the plain results."""
    shares: dict[int, Fraction] = {}
    beaten: dict[int, Fraction] = {}
    for round_ in info.rounds:
        for table in round_.tables:
            for seat, player in enumerate(table.players):
                if player == 0:
                    continue
                assert table.result is not None
                shares.setdefault(player, Fraction(0))
                beaten.setdefault(player, Fraction(0))
                if seat in table.result.away:
                    continue
                mine = worth(table, seat, low_wins=low_wins)
                rivals = [
                    worth(other, seat, low_wins=low_wins)
                    for other in round_.tables
                    if other is not table and is_present(other, seat)
                ]
                points = sum((Fraction((mine > theirs) + (mine >= theirs), 2) for theirs in rivals), Fraction(0))
                shares[player] += points / len(rivals) if rivals else HALF
                for other in range(len(table.players)):
                    if other != seat and is_present(table, other):
                        ahead = table.result.places[other] - table.result.places[seat]
                        beaten[player] += Fraction((ahead > 0) + (ahead >= 0), 2)
    order = sorted(shares, key=lambda player: (-shares[player], -beaten[player], player))
    return [(player, shares[player], beaten[player]) for player in order]


def is_present(table: RoundTable, seat: int) -> bool:
    """Whether a person played there."""
    assert table.result is not None
    return table.players[seat] != 0 and seat not in table.result.away


def worth(table: RoundTable, seat: int, *, low_wins: bool) -> tuple[int, int]:
    """The higher, the better."""
    assert table.result is not None
    points = table.result.points[seat]
    return -table.result.places[seat], -points if low_wins else points


def assert_right(info: TournamentInfo, *, low_wins: bool = False) -> None:
    """The standings are those that follow from the results."""
    expected = right_table(info, low_wins=low_wins)
    found = [(line.player, line.total, line.beaten) for line in info.standings]
    assert found == [(player, round(float(total), 4), round(float(beaten), 4)) for player, total, beaten in expected]
    assert all(one.place <= other.place for one, other in zip(info.standings, info.standings[1:], strict=False))
