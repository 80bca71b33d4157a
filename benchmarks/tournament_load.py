"""A load generator for the hall: a tournament of N players, who play Pig at a human pace from beginning to end.

    python benchmarks/tournament_load.py PORT PLAYERS ROUNDS THINK_MS

Each table acts about once in THINK_MS. Whoever does not play watches the tournament as the page does: waits for news,
and then asks for the tournament. At the end it prints a line of JSON: how long it took from sending an action to the
other seat's message, over the whole tournament.
"""

import asyncio
import json
import random
import sys
from typing import Any

import msgspec
import uvloop

from benchmarks.server_load import Load, Pair, Player, Said, clock, post

SPREAD_S = 0.005
"""Seconds, for each player, over which all who watch ask for what is new."""
LOOPBACK = "127.0.0.1"


class Table(msgspec.Struct):
    """What this client reads of a table of a round."""

    id: str
    players: list[int]


class Round(msgspec.Struct):
    """What it reads of a round."""

    tables: list[Table]


class Tournament(msgspec.Struct):
    """What it reads of a tournament."""

    status: str
    rounds: list[Round]


decode = msgspec.json.Decoder(Tournament).decode


class Seat(Player):
    """A player at a table of the tournament."""

    def __init__(self, load: Load, pair: Pair) -> None:
        super().__init__(load, pair)
        self.over = asyncio.get_running_loop().create_future()

    def ask(self, kind: str, **fields: Any) -> None:
        """The tables begin by themselves, and have no rematch."""
        if kind == "offer":
            self.over.set_result(None)


class News(Player):
    """A connection that hears of changes of the tournament."""

    def __init__(self, load: Load, pair: Pair) -> None:
        super().__init__(load, pair)
        self.heard = asyncio.Event()

    def hear(self, said: Said) -> None:
        self.heard.set()


class Field:
    """Everybody who takes part."""

    def __init__(self, port: int, tournament: str, players: int, load: Load) -> None:
        self.port = port
        self.path = f"/api/tournaments/{tournament}"
        self.socket = f"/ws/tournaments/{tournament}"
        self.players = players
        self.load = load
        self.pairs: dict[str, Pair] = {}
        """By table."""
        self.seated: list[float] = []
        """Seconds from the first hearing of a round until a player sat."""
        self.begun: dict[int, float] = {}
        """By round: when somebody heard of it first."""

    async def connect(self, kind: type[Seat] | type[News], pair: Pair, path: str, token: str | None) -> Any:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(lambda: kind(self.load, pair), LOOPBACK, self.port)
        made.greet(path, token)
        return made

    async def ask(self) -> Tournament:
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        writer.write(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % self.path.encode())
        _, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return decode(answer)

    async def take_part(self, number: int, token: str) -> None:
        """Play all rounds."""
        played = 0
        while True:
            news = await self.connect(News, Pair(self.load), self.socket, None)
            while (info := await self._next(news)).status != "over" and len(info.rounds) == played:
                pass
            news.transport.close()
            if info.status == "over":
                return
            played = len(info.rounds)
            began = self.begun.setdefault(played, clock())
            table = next(table for table in info.rounds[-1].tables if number in table.players)
            pair = self.pairs.setdefault(table.id, Pair(self.load))
            seat = await self.connect(Seat, pair, f"/ws/tables/{table.id}", token)
            await seat.open
            self.seated.append(clock() - began)
            await seat.over
            seat.transport.close()

    async def _next(self, news: News) -> Tournament:
        await news.heard.wait()
        news.heard.clear()
        await asyncio.sleep(SPREAD_S * self.players * self.load.draw())
        return await self.ask()


async def main(port: int, players: int, rounds: int, think: int) -> None:
    load = Load(think / 1000)
    wanted = {"game": "pig", "rounds": rounds, "pause": 5, "pace": 0, "away_after": 60}
    opened = await post(port, "/api/tournaments", wanted, LOOPBACK)
    field = Field(port, opened["tournament"], players, load)
    given = [await post(port, f"{field.path}/players", {"name": f"P{n}"}, LOOPBACK) for n in range(players)]
    load.go()
    async with asyncio.TaskGroup() as group:
        for one in given:
            group.create_task(field.take_part(one["player"], one["token"]))
        await asyncio.sleep(2)
        await post(port, f"{field.path}/orders", {"token": opened["token"], "order": "begin"}, LOOPBACK)
    field.seated.sort()
    print(json.dumps({**await load.rest(), "seated_s": field.seated[-1]}), flush=True)


if __name__ == "__main__":
    random.seed(1)
    uvloop.run(main(*map(int, sys.argv[1:5])))
