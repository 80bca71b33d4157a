"""Tables as players know them."""

import asyncio
import random

import pytest

from quincunx import protocol
from quincunx.client.connection import HallError, TableClient
from quincunx.core.messages import english
from quincunx.core.transcript import read_transcript
from quincunx.games import GAMES, game
from quincunx.protocol import CreateTable, Settings
from quincunx.server.config import HallConfig
from quincunx.server.hall.opening import opener_of
from tests.server.conftest import Open, Seats, opened, wait_for


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


async def play_on(client: TableClient, most: int = 10_000) -> int:
    """Do anything legal whenever it is this player's move, until the match is over; how often that was."""
    acted = 0
    while not client.is_over and acted < most:
        await wait_for(lambda: client.is_over or client.may_act, 60)
        if client.may_act and not client.is_over:
            assert client.now is not None
            legal = client.now.legal
            try:
                await client.act(random.choice(legal) if legal else "stop")
                acted += 1
            except HallError as refusal:
                if refusal.code not in ("turn", "stale", "status", "rules"):
                    raise
    return acted


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES])
async def test_every_game_can_be_played_to_its_end_against_bots(hall: Open, slug: str) -> None:
    spec = game(slug)
    seats = max(2, spec.seats[0])
    table = await hall.table(slug, seats, bots=[spec.reflex_names[-1]] * (seats - 1))
    (ann,) = table.clients
    await play_on(ann)
    await wait_for(lambda: ann.table is not None and ann.table.status == "over")
    assert ann.now is not None
    text = await hall.client.transcript(table.table)
    match = read_transcript(spec, text)
    assert match.is_over
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [
        (row.seat, row.place, row.points) for row in ann.now.standings
    ]
    await table.close()


async def test_two_people_play(hall: Open) -> None:
    table = await hall.table()
    ann, bob = table.clients
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]  # type: ignore[union-attr]  # they have been told
    with pytest.raises(HallError, match="it is the move of Ann") as refusal:
        await bob.act("roll")
    assert refusal.value.code == "turn"
    with pytest.raises(HallError, match="at least one roll") as refusal:
        await ann.act("hold")
    assert (refusal.value.code, refusal.value.rule) == ("rules", "R1")
    with pytest.raises(HallError, match="roll or hold") as refusal:
        await ann.act("fly")
    assert refusal.value.code == "notation"
    seq = await ann.act("roll")
    await table.in_step()
    assert bob.seq == seq
    assert isinstance(bob.now, protocol.Update)
    assert bob.now.ack is None
    assert english(bob.now.lines[0].said).startswith("Ann rolls")
    await table.close()


async def test_an_action_decided_on_an_old_position_is_refused(hall: Open) -> None:
    table = await hall.table("phase10", 2)
    mover = table.mover
    before = mover.seq
    await mover.act("reroll L1")
    with pytest.raises(HallError) as refusal:
        await mover._ask(protocol.Act("twice.1", before, "reroll L1"))
    assert refusal.value.code == "stale"
    await mover.act("stop")
    await table.close()


async def test_an_action_decided_on_a_position_that_was_taken_back_is_refused(hall: Open) -> None:
    table = await hall.table()
    held = await _hold(table)
    other = table.mover
    known = other.seq
    await held.undo()
    await held.act("hold")
    with pytest.raises(HallError) as refusal:
        await other._ask(protocol.Act("under.1", known, "roll"))
    assert refusal.value.code == "stale"
    await table.in_step()
    await other.act("roll")
    await table.close()


async def test_a_player_comes_back_by_token_and_hears_what_was_missed(hall: Open) -> None:
    table = await hall.table()
    ann, bob = table.clients
    known = ann.seq
    await ann.__aexit__(None, None, None)
    again = hall.client.watch(table.table, table.tokens[0])
    async with again:
        assert again.you == 0
        await again.act("roll")
        await wait_for(lambda: bob.seq == again.seq)
    late = hall.client.watch(table.table, table.tokens[0])
    late.seq = known
    async with late:
        assert isinstance(late.now, protocol.Snapshot)
        assert english(late.now.lines[0].said).startswith("Ann rolls")
        assert {line.seq for line in late.now.lines} == {known + 1}
    async with hall.client.watch(table.table, table.tokens[0]) as fresh:
        assert isinstance(fresh.now, protocol.Snapshot)
        assert fresh.now.picture == bob.now.picture  # type: ignore[union-attr]  # they have been told
    await bob.__aexit__(None, None, None)


async def test_a_wrong_token_opens_nothing(hall: Open) -> None:
    table = await hall.table()
    with pytest.raises(HallError) as refusal:
        await hall.client.watch(table.table, "wrong").__aenter__()
    assert refusal.value.code == "token"
    with pytest.raises(HallError) as refusal:
        await hall.client.watch("nosuchtabl", None).__aenter__()
    assert refusal.value.code == "table"
    await table.close()


async def test_two_tabs_of_a_seat_stay_in_step(hall: Open) -> None:
    table = await hall.table()
    ann, bob = table.clients
    async with hall.client.watch(table.table, table.tokens[0]) as tab:
        assert tab.you == 0
        seq = await tab.act("roll")
        await wait_for(lambda: ann.seq == bob.seq == seq)
        assert isinstance(ann.now, protocol.Update)
        assert isinstance(tab.now, protocol.Update)
        assert ann.now.ack is None
        assert tab.now.ack is not None
        assert ann.now.picture == tab.now.picture
        assert ann.now.legal == tab.now.legal
    await table.close()


async def _hold(table: Seats) -> TableClient:
    """Play until somebody has held, and it is the other's move."""
    while True:
        mover = table.mover
        assert mover.now is not None
        if "hold" in (mover.now.legal or []):
            await mover.act("hold")
            await table.in_step()
            return mover
        await mover.act("roll")
        await table.in_step()


async def test_undo_until_something_is_revealed(hall: Open) -> None:
    table = await hall.table()
    held = await _hold(table)
    other = table.mover
    assert held.now is not None
    assert held.now.undo
    assert other.now is not None
    assert not other.now.undo
    with pytest.raises(HallError):
        await other.undo()
    before = held.now.picture
    await held.undo()
    await table.in_step()
    assert held.now.picture != before
    assert held.may_act
    assert isinstance(other.now, protocol.Update)
    assert other.now.undone
    name = held.table.seats[held.you].name  # type: ignore[union-attr,index]  # they have been told
    assert english(other.now.lines[0].said) == f"{name} takes the last action back."
    with pytest.raises(HallError) as refusal:
        await held.undo()
    assert refusal.value.code == "rules"
    await held.act("hold")
    await table.in_step()
    await other.act("roll")
    await table.in_step()
    with pytest.raises(HallError):
        await held.undo()
    with pytest.raises(HallError):
        await other.undo()
    await table.close()


async def test_names_are_cleaned_and_told_apart(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 3, "  A\u202enn\n\x00 <b>#,  and more than fits "))
    await hall.client.take_seat(given.table, "Bob")
    await hall.client.take_seat(given.table, "bob")
    names = [seat.name for seat in (await hall.client.table(given.table)).seats]
    assert names == ["A nn <b> and more than f", "Bob", "bob 2"]
    async with hall.client.watch(given.table, given.token) as ann:
        await ann.rename("Zoë")
        await wait_for(lambda: ann.table is not None and ann.table.seats[0].name == "Zoë")
        await ann.rename("\u200b")
        await wait_for(lambda: ann.table is not None and ann.table.seats[0].name == "Player 1")


async def test_a_rematch_moves_everyone_one_seat_on(hall: Open) -> None:
    table = await hall.table("pig", 2, bots=["greedy"])
    (ann,) = table.clients
    with pytest.raises(HallError):
        await ann.offer()
    await play_on(ann)
    await ann.offer()
    await wait_for(lambda: ann.table is not None and ann.table.rematch)
    assert ann.table is not None
    following = ann.table.rematch or ""
    async with hall.client.watch(following, table.tokens[0], contributes=False) as again:
        assert again.you == 1
        assert again.table is not None
        assert [seat.kind for seat in again.table.seats] == ["bot", "human"]
        assert again.table.seats[0].name == ann.table.seats[1].name
        assert again.table.dice.commitment != ann.table.dice.commitment
    ann._pending.clear()
    await ann._send(protocol.Follow("follow.1"))
    await wait_for(lambda: ann.table is not None and ann.table.id == following)
    assert ann.you == 1
    await wait_for(lambda: ann.table is not None and ann.table.status == "playing")
    await table.close()


async def over_and_offered(hall: Open) -> tuple[Seats, str]:
    """A table whose match against a bot is over, and the id of the next one."""
    table = await hall.table("pig", 2, bots=["greedy"])
    (ann,) = table.clients
    await play_on(ann)
    await ann.offer()
    await wait_for(lambda: ann.table is not None and ann.table.rematch)
    assert ann.table is not None
    return table, ann.table.rematch or ""


async def test_who_has_opened_a_table_has_opened_the_next_one_too(config: HallConfig) -> None:
    """The lobby and the bots' workers are shared out by it, also by a process that has not seen the address."""
    async with opened(config) as before:
        table = await before.table("pig", 2, bots=["greedy"])
        await play_on(table.clients[0])
        await table.close()
    async with opened(config) as after, after.client.watch(table.table, table.tokens[0]) as ann:
        await ann.offer()
        await wait_for(lambda: ann.table is not None and ann.table.rematch)
        assert ann.table is not None
        first, following = [await after.hall.store.table(name) for name in (table.table, ann.table.rematch or "")]
        assert first is not None
        assert following is not None
        assert following.opener == first.opener == opener_of("127.0.0.1")


async def test_nobody_follows_to_a_table_that_is_gone(hall: Open) -> None:
    table, rematch = await over_and_offered(hall)
    (ann,) = table.clients
    await hall.hall.close_table(rematch)
    with pytest.raises(HallError, match="the operator of this hall has closed") as refusal:
        await asyncio.wait_for(ann._ask(protocol.Follow(ann._id())), 20)
    assert refusal.value.code == "status"
    await table.close()


async def test_who_leaves_is_replaced_by_a_bot_if_the_host_allows(hall: Open) -> None:
    table = await hall.table("pig", 2, settings=Settings(pace=0, away="bot"))
    ann, bob = table.clients
    await bob.leave()
    await wait_for(lambda: bob.you is None)
    await play_on(ann)
    assert ann.table is not None
    assert ann.table.seats[1].away
    with pytest.raises(HallError):
        await hall.client.watch(table.table, table.tokens[1]).__aenter__()
    await table.close()


async def test_the_host_fills_a_seat_that_was_left(hall: Open) -> None:
    table = await hall.table("pig", 2)
    ann, bob = table.clients
    await ann.leave()
    await wait_for(lambda: bob.table is not None and bob.table.host == 1)
    await bob.fill(0, "greedy")
    await play_on(bob)
    await table.close()


async def test_a_bot_stands_in_for_who_is_away_until_they_are_back(hall: Open) -> None:
    table = await hall.table("pig", 2, settings=Settings(pace=0, away="bot", away_after=5))
    ann, bob = table.clients
    await ann.__aexit__(None, None, None)
    live = hall.hall.tables[table.table]
    await wait_for(lambda: 1 in live.presence._gone)
    live.presence._gone[1] -= 5
    live.clocks._asked[0] -= 5
    live._set_alarm()
    await wait_for(lambda: bob.table is not None and bob.table.seats[0].away)
    await wait_for(lambda: bob.may_act)
    async with hall.client.watch(table.table, table.tokens[0]) as back:
        await wait_for(lambda: back.table is not None and not back.table.seats[0].away)
    await bob.__aexit__(None, None, None)


async def test_settings_are_the_hosts(hall: Open) -> None:
    table = await hall.table("pig", 2)
    ann, bob = table.clients
    with pytest.raises(HallError) as refusal:
        await bob.change(pace=10)
    assert refusal.value.code == "host"
    await ann.change(pace=10, clock=30)
    await wait_for(lambda: bob.table is not None and bob.table.settings.clock == 30)
    await ann.change(clock=None)
    await wait_for(lambda: bob.table is not None and bob.table.settings.clock is None)
    assert bob.table.settings.pace == 10  # type: ignore[union-attr]  # they have been told
    await table.close()


async def test_a_table_survives_being_forgotten(hall: Open) -> None:
    table = await hall.table("phase10", 2)
    await table.mover.act("reroll L1 H1")
    await table.in_step()
    now = table.clients[0].now
    await table.close()
    live = hall.hall.tables[table.table]
    await wait_for(lambda: live.is_idle)
    del hall.hall.tables[table.table]
    async with hall.client.watch(table.table, table.tokens[0]) as again:
        assert again.now is not None
        assert now is not None
        assert (again.now.picture, again.now.seq, again.now.to_act) == (now.picture, now.seq, now.to_act)
    assert hall.hall.tables[table.table] is not live


async def test_the_lobby_is_live(hall: Open) -> None:
    from websockets.asyncio.client import connect

    async with connect(hall.url.replace("http", "ws") + "/ws/lobby") as lobby:
        import msgspec

        decode = msgspec.json.Decoder(protocol.AnyServerMessage).decode
        first = decode(await lobby.recv())
        assert isinstance(first, protocol.Lobby)
        given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))
        hidden = await hall.client.open_table(CreateTable("pig", 2, "Eve", settings=Settings(listed=False)))
        while True:
            told = decode(await asyncio.wait_for(lobby.recv(), 10))
            assert hidden.table not in [table.id for table in told.tables]
            if given.table in [table.id for table in told.tables]:
                break
        (line,) = [table for table in told.tables if table.id == given.table]
        assert (line.free, line.status, line.names[0]) == (1, "waiting", "Ann")
        await lobby.send('{"type":"ping","t":3}')
        assert decode(await lobby.recv()) == protocol.ServerPong(3)
