"""Tables with real dice: people enter what they have rolled, and correct it."""

import pytest

from quincunx.client.connection import HallError
from quincunx.protocol import DueInfo, ThrowInfo
from tests.server.conftest import Open, Seats, wait_for


def due(table: Seats, seat: int = 0) -> DueInfo:
    """What a player is told to enter."""
    now = table.clients[seat].now
    assert now is not None
    assert now.due is not None
    return now.due


def throw_of(table: Seats, owner: int | None, seat: int = 0) -> ThrowInfo:
    return next(throw for throw in due(table, seat).throws if throw.owner == owner)


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


async def real(hall: Open, game: str, seats: int, **fields: object) -> Seats:
    return await hall.table(game, seats, real=True, **fields)


async def test_dice_are_entered_in_any_order_by_anyone(hall: Open) -> None:
    table = await real(hall, "sixes", 2)
    ann, bob = table.clients
    assert ann.table is not None
    assert ann.table.real
    assert ann.table.dice.commitments == [None, None]
    assert {throw.owner: throw.count for throw in due(table).throws} == {0: 6, 1: 6}
    assert [face.text for face in throw_of(table, 0).faces] == list("123456")
    await bob.enter(list("616233"), 0)
    await table.in_step()
    assert [throw.owner for throw in due(table).throws] == [1]
    await bob.enter(list("123456"), 1)
    await table.in_step()
    assert ann.now is not None
    assert ann.now.due is None
    assert ann.now.to_act == [0]
    await table.close()


async def test_nobody_acts_before_the_dice_are_entered(hall: Open) -> None:
    table = await real(hall, "phase10", 1)
    with pytest.raises(HallError, match="enter the dice or cards that are due first"):
        await table.clients[0].act("stop")
    await table.close()


async def test_what_was_meant_for_an_earlier_roll_is_refused(hall: Open) -> None:
    table = await real(hall, "phase10", 1)
    ann = table.clients[0]
    first = due(table)
    await ann.enter(["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"], 0)
    await ann.act("reroll all")
    assert due(table).since > first.since
    with pytest.raises(HallError, match="the table has moved on"):
        await ann.enter(["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"], 0, since=first.since)
    await table.close()


async def test_secret_dice_are_entered_and_known_by_their_roller_alone(hall: Open) -> None:
    table = await real(hall, "lowdown", 3)
    assert throw_of(table, 2, seat=0).faces == []
    assert throw_of(table, 2, seat=2).secret
    with pytest.raises(HallError, match="these are secret: Cyd enters them"):
        await table.clients[0].enter(["3", "red"], 2)
    await table.clients[2].enter(["red", "3"], 2)
    await table.clients[1].enter(["5", "blue", "5", "green"], 0)
    await table.in_step()
    entries = await hall.client.entries(table.table, table.tokens[0])
    assert [entry.owner for entry in entries] == [0]
    entries = await hall.client.entries(table.table, table.tokens[2])
    assert {entry.owner: [face.text for face in entry.shown] for entry in entries} == {
        0: ["5", "5", "green", "blue"],
        2: ["3", "red"],
    }
    await table.close()


async def test_a_correction_is_told_with_the_point_where_it_no_longer_fits(hall: Open) -> None:
    table = await real(hall, "sixes", 2)
    ann, bob = table.clients
    await ann.enter(list("612345"), 0)
    await ann.enter(list("112345"), 1)
    await ann.act("take 5")
    entries = await hall.client.entries(table.table, table.tokens[1])
    (wrong,) = [entry for entry in entries if entry.owner == 0]
    tried = await hall.client.try_correction(table.table, table.tokens[1], wrong.entry, list("112345"), 0)
    assert (tried.fits, str(tried.said)) == (False, "From here on it no longer fits: Ann, take 5.")
    tried = await hall.client.try_correction(table.table, table.tokens[1], wrong.entry, list("642345"), 0)
    assert (tried.fits, str(tried.said)) == (True, "Everything after it still fits.")
    await bob.correct(wrong.entry, list("112345"), 0)
    await table.in_step()
    assert ann.now is not None
    said = " ".join(str(message) for message in ann.now.lines[-1].said)
    assert said == "Bob has corrected an entry. From here on it no longer fits: Ann, take 5."
    async with hall.client.watch(table.table) as late:
        assert late.now is not None
        heard = " ".join(str(message) for line in late.now.lines for message in line.said)
        assert said in heard, "who comes later reads it"
    await table.close()


async def test_a_bot_plays_with_dice_that_a_person_rolls(hall: Open) -> None:
    table = await real(hall, "phase10", 2, bots=["greedy"])
    ann = table.clients[0]
    await ann.enter(["5"], 0)
    await ann.enter(["9"], 1)
    await wait_for(lambda: ann.now is not None and ann.now.due is not None)
    assert str(throw_of(table, 1).says).endswith("rolls all ten dice")
    await ann.enter(["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"], 1)
    await wait_for(lambda: ann.now is not None and ann.now.due is not None)
    assert "keeps" in str(throw_of(table, 1).says)
    await table.close()


async def test_a_race_with_real_cards_has_no_clock(hall: Open) -> None:
    table = await real(hall, "popalotsy", 2)
    ann, bob = table.clients
    assert ann.table is not None
    assert not ann.table.race
    assert ann.table.variants["referee"] == "round", "real piles are looked through when the round is over"
    await ann.enter(["r1", "o2", "y3", "g4", "b5"], 0)
    await bob.enter(["r2", "o3", "y4", "g5", "b6"], 1)
    await bob.enter(["b6", "r1", "g1", "o1", "y1"])
    await table.in_step()
    await bob.act("b6 on b")
    await ann.act("r1 on r")
    await table.in_step()
    assert ann.now is not None
    assert {row.points for row in ann.now.standings} == {4}
    await table.close()


async def test_a_table_with_real_dice_is_the_same_after_a_restart(hall: Open) -> None:
    table = await real(hall, "phase10", 1)
    await table.clients[0].enter(["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"], 0)
    before = await hall.client.table(table.table)
    hall.hall.tables[table.table].close()
    del hall.hall.tables[table.table]
    again = await hall.client.table(table.table)
    assert (again.real, again.chain, again.seq) == (True, before.chain, before.seq)
    await table.close()
