"""A bot of somebody's own at a table of a hall."""

import asyncio
import io

import pytest
from rich.console import Console

from quincunx import SetupError
from quincunx.client.bot import Guest
from quincunx.client.connection import TableClient
from quincunx.client.terminal import join
from quincunx.protocol import CreateTable
from tests.examples import pig
from tests.server.conftest import SWIFT, Open


async def test_two_bots_of_one_s_own_play_a_match_in_a_hall(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, "Ann", settings=SWIFT))
    other = await hall.client.take_seat(given.table, "Bob")
    console = Console(record=True, file=io.StringIO(), width=400)

    def seated(token: str | None) -> TableClient:
        return hall.client.watch(given.table, token, views=True)

    async with seated(given.token) as ann, seated(other.token) as bob:
        guests = [Guest(ann, pig.SPEC, "tests.bots.own:wordy", console), Guest(bob, pig.SPEC, "greedy", console)]
        await asyncio.wait_for(asyncio.gather(*(guest.run() for guest in guests)), 120)
        assert ann.is_over
        assert ann.now is not None
        assert {row.place for row in ann.now.standings} == {1, 2}
        assert f"quincunx verify proof.txt --chain {ann.chain}" in console.export_text()


async def test_a_bot_that_does_not_play_the_game_is_refused_before_it_sits_down(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann", settings=SWIFT))
    link = f"{hall.url}/t/{given.table}"
    with pytest.raises(SetupError, match="no bot 'shark'"):
        await join(link, "Bob", False, input, Console(quiet=True), "shark")
    table = await hall.client.table(given.table)
    assert [seat.kind for seat in table.seats].count("empty") == 1
