"""Players with keys of their own: who they are is stored, and nobody else can be them."""

import pytest

from quincunx.client.connection import HallError
from quincunx.protocol import CreateTable, PlayDaily, SeatGiven, TakeSeat
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from quincunx.server.hall.ids import player_of
from quincunx.server.store.players import read_players
from tests.server.conftest import SWIFT, Open, opened

ANN, BOB = "A" * 43, "B" * 43


async def open_with(hall: Open, key: str | None) -> str:
    return (await hall.client.open_table(CreateTable("pig", 2, "Ann", settings=SWIFT, key=key))).table


async def players_at(hall: Open, table: str) -> list[str | None]:
    return [seat.player for seat in (await hall.client.table(table)).seats]


async def test_a_key_makes_a_player_and_without_one_everybody_is_a_guest(hall: Open) -> None:
    table = await open_with(hall, ANN)
    await hall.client.take_seat(table, "Bob")
    assert await players_at(hall, table) == [player_of(ANN), None]
    assert [(row.player, row.name) for row in await hall.hall.store.run(read_players, 10)] == [(player_of(ANN), "Ann")]


async def test_who_has_no_name_gets_one(hall: Open) -> None:
    await hall.client._call("POST", "/api/dailies/sixes", SeatGiven, PlayDaily(ANN, "\u200b"))
    assert [row.name for row in await hall.hall.store.run(read_players, 10)] == ["Player 1"]


async def test_the_key_itself_is_never_shown_or_stored(hall: Open) -> None:
    table = await open_with(hall, ANN)
    steps = await hall.hall.store.entries(table)
    assert ANN not in repr(steps)
    assert player_of(ANN) in repr(steps)


async def test_the_public_id_is_no_key(hall: Open) -> None:
    table = await open_with(hall, None)
    with pytest.raises(HallError):
        await hall.client._call("POST", f"/api/tables/{table}/seats", dict, {"key": player_of(ANN)})
    assert await players_at(hall, table) == [None, None]


async def test_who_sits_there_already_is_a_guest_on_another_seat(hall: Open) -> None:
    table = await open_with(hall, ANN)
    await hall.client._call("POST", f"/api/tables/{table}/seats", dict, TakeSeat("Ann", key=ANN))
    assert await players_at(hall, table) == [player_of(ANN), None]


async def test_an_address_brings_only_so_many_new_keys(config: HallConfig) -> None:
    config.limits = Limits(keys_a_day=1)
    async with opened(config) as hall:
        await open_with(hall, ANN)
        with pytest.raises(HallError, match="1 new player key per day"):
            await open_with(hall, BOB)
        await open_with(hall, ANN)
        await open_with(hall, None)
        assert [row.keys for row in await hall.hall.store.run(read_players, 10)] == [1]
