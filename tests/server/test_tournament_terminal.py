"""A tournament from the terminal: from table to table, away and back."""

import asyncio
import contextlib
import io
import re
import threading
import time
from collections import deque
from collections.abc import Callable

import pytest

from quincunx.client.connection import TableClient
from quincunx.client.terminal import join
from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError
from quincunx.protocol import CreateTournament, TournamentOpened, TournamentOrder
from tests.server.conftest import Open, wait_for

COMMAND = re.compile(r"quincunx join (\S+)")


class Terminal:
    """A terminal at which somebody types what a test says, or else the first legal action of their table."""

    def __init__(self) -> None:
        self.console = PlainConsole(record=True, width=100, file=io.StringIO())
        self.lines: deque[str] = deque()
        self.seat: TableClient | None = None
        """The same seat as another program sees it."""
        self.is_done = threading.Event()

    def ask(self) -> str:
        while not self.is_done.is_set():
            if self.lines:
                return self.lines.popleft()
            now = self.seat.now if self.seat is not None and self.seat.may_act else None
            if now is not None and (legal := now.legal):
                time.sleep(0.03)  # until the terminal knows, too
                return legal[0]
            time.sleep(0.01)
        raise EOFError

    def says(self, text: str) -> Callable[[], bool]:
        return lambda: text in self.console.export_text(clear=False)

    def join(self, link: str, **wishes: object) -> "asyncio.Task[None]":
        name, watch, bot = wishes.get("name", ""), bool(wishes.get("watch")), wishes.get("bot")
        return asyncio.create_task(
            join(link, str(name), watch, self.ask, self.console, None if bot is None else str(bot))
        )


async def announced(hall: Open, rounds: int) -> TournamentOpened:
    wanted = CreateTournament("popalotsy", rounds, seats=2, variants={"form": "turns"}, pause=1, pace=0)
    return await hall.client.announce(wanted)


async def test_a_tournament_is_played_in_the_terminal_left_and_joined_again(hall: Open) -> None:
    opened = await announced(hall, 2)
    link = f"{hall.url}/tournaments/{opened.tournament}"
    ann, bob, watcher = Terminal(), Terminal(), Terminal()
    playing = [ann.join(link, name="Ann"), bob.join(link, name="Bob", bot="random"), watcher.join(link, watch=True)]
    await wait_for(ann.says("2 players take part"))
    assert ann.says("You are in the tournament as Ann.")()
    ann.lines.append("what")
    await wait_for(ann.says("the standings again"))
    await hall.client.direct(opened.tournament, TournamentOrder(opened.token, "begin"))
    await wait_for(ann.says("Round 1 of 2 begins."))
    await wait_for(ann.says("You are Ann on seat"))
    ann.lines.append("quit")
    await asyncio.wait_for(playing[0], 30)

    found = COMMAND.search(ann.console.export_text(clear=False))
    assert found is not None
    back, token = Terminal(), found[1].partition("#")[2]
    playing[0] = back.join(found[1])
    await wait_for(back.says("You are Ann on seat"))
    async with contextlib.AsyncExitStack() as seats:
        for number in (1, 2):
            await wait_for(back.says(f"Round {number} of 2 begins."), 60)
            info = await hall.client.tournament(opened.tournament)
            [table] = info.rounds[-1].tables
            back.seat = await seats.enter_async_context(hall.client.watch(table.id, token))
            await wait_for(back.says(f"Round {number} of 2 is over."), 120)
        await asyncio.wait_for(asyncio.gather(*playing), 60)
    back.is_done.set()
    info = await hall.client.tournament(opened.tournament)
    standings = [f"{line.place}. {info.players[line.player - 1].name}" for line in info.standings]
    for terminal in (back, bob, watcher):
        said = " ".join(terminal.console.export_text().split())
        assert said.endswith("The tournament is over.")
        last = said[said.rindex("Round 2 of 2 is over.") :]
        assert all(line in last for line in standings)
    assert not any(score is None or score.away for line in info.standings for score in line.rounds)


async def test_whoever_leaves_for_good_is_in_no_further_round(hall: Open) -> None:
    opened = await announced(hall, 1)
    ann = Terminal()
    playing = ann.join(f"{hall.url}/tournaments/{opened.tournament}", name="Ann")
    await wait_for(ann.says("1 player takes part"))
    ann.lines.append("leave")
    await asyncio.wait_for(playing, 30)
    assert ann.says("You have left the tournament: you play no further round.")()
    [player] = (await hall.client.tournament(opened.tournament)).players
    assert player.gone


async def test_an_unknown_bot_does_not_take_part(hall: Open) -> None:
    opened = await announced(hall, 1)
    with pytest.raises(SetupError, match="PoPalotsy has no bot"):
        await Terminal().join(f"{hall.url}/tournaments/{opened.tournament}", bot="nobody")
    assert (await hall.client.tournament(opened.tournament)).players == []
