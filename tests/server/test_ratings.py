"""Ratings: who is rated, by what, and what is left when a match is struck out."""

from collections.abc import AsyncIterator

import msgspec
import pytest
from sqlalchemy import Connection

from quincunx.games import GAMES
from quincunx.protocol import BookSeat, CreateTable, PublicPlayer, RatedGame, Rating, SeatGiven, Settings, TakeSeat
from quincunx.server.hall.ids import player_of
from quincunx.server.rating.model import MIDDLE, MU, NEW, POINTS, Skill, after_match, anchor_of, anchors
from quincunx.server.store.players import note_player
from quincunx.server.store.ratings import SURE_FROM, RatingRow, best_rated, rate_match, read_ratings, strike_rated
from quincunx.server.store.record import Record
from quincunx.server.store.store import Store
from tests.server.conftest import SWIFT, Open, wait_for
from tests.server.test_dailies import ANN, BOB, play

A, B = "a" * 32, "b" * 32


def seat(place: int, player: str | None = None, bot: str | None = None, hints: int = 0) -> BookSeat:
    return BookSeat("Ann", bot, place, 10, None, hints, player)


def match(table: str, *seats: BookSeat, real: bool = False, ended: int = 1) -> Record:
    return Record(table, "phase10", {}, ended, 1, 1, 1, list(seats), real=real)


@pytest.fixture
async def store(any_db: str) -> AsyncIterator[Store]:
    found = Store(any_db)
    await found.open()
    for player, name in ((A, "Ann"), (B, "Bob")):
        await found.run(note_player, player, name, 0, 1)
    yield found
    await found.close()


async def rate(store: Store, *records: Record) -> None:
    def all_of_them(connection: Connection) -> None:
        for record in records:
            rate_match(connection, record)

    await store.run(all_of_them)


async def rating(store: Store, player: str = A) -> dict[str, RatingRow]:
    return {row.kind: row for row in await store.run(read_ratings, player)}


def test_400_points_more_win_ten_times_as_often() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    other = Skill(MU + 400 / POINTS)
    assert other.rating == MIDDLE + 400
    teams = [[model.rating(mu=skill.mu, sigma=1e-6)] for skill in (other, NEW)]
    assert model.predict_win(teams)[0] == pytest.approx(10 / 11, abs=0.02)


def test_every_bot_that_is_measured_is_an_anchor_and_the_levels_are_in_order() -> None:
    for spec in GAMES:
        levels = list(anchors(spec.slug))
        assert levels == ["random", "greedy", "expert", "master"]
        assert list(anchors(spec.slug).values()) == sorted(anchors(spec.slug).values())
        greedy = anchor_of(spec.slug, "greedy")
        assert greedy is not None
        assert greedy.rating == MIDDLE


def test_a_winner_gains_a_loser_loses_and_both_become_surer() -> None:
    winner, loser = after_match([NEW, NEW], [1, 2])
    assert winner.rating > NEW.rating > loser.rating
    assert max(winner.doubt, loser.doubt) < NEW.doubt
    assert winner.matches == 1


async def test_matches_against_bots_count_and_bots_stay_what_they_are(store: Store) -> None:
    for number in range(30):
        await rate(store, match(f"t{number}", seat(1, A), seat(2, None, "greedy")))
    ann = (await rating(store))["plain"]
    assert ann.skill.matches == 30
    assert ann.skill.rating > MIDDLE + 200
    assert await store.run(read_ratings, "") == []


async def test_guests_and_unmeasured_bots_do_not_count(store: Store) -> None:
    await rate(store, match("t1", seat(1, A), seat(2)), match("t2", seat(1, A), seat(2, None, "tests:bot")))
    await rate(store, match("t3", seat(1), seat(2, None, "greedy")), match("t4", seat(1, A)))
    assert await rating(store) == {}


async def test_hints_and_real_dice_are_rated_apart(store: Store) -> None:
    await rate(store, match("t1", seat(1, A, hints=1), seat(2, B)), match("t2", seat(2, A), seat(1, B), real=True))
    ann = await rating(store)
    assert ann["hints"].skill.rating > MIDDLE > ann["real"].skill.rating
    assert "plain" not in ann


async def test_who_leaves_is_rated_as_the_last_even_if_a_bot_wins_in_their_place(store: Store) -> None:
    left = match("t1", seat(1, A, "expert"), seat(2, B), seat(3, None, "greedy"))
    await rate(store, msgspec.structs.replace(left, left=[0]))
    assert (await rating(store))["plain"].skill.rating < MIDDLE < (await rating(store, B))["plain"].skill.rating


async def rating_in(hall: Open, key: str) -> Rating | None:
    """What a player is rated in Phase 10 Dice."""
    found = await hall.client._call("GET", f"/api/players/{player_of(key)}", PublicPlayer)
    return next((row for row in found.ratings if row.game == "phase10"), None)


async def test_leaving_a_match_against_bots_is_a_loss(hall: Open) -> None:
    wanted = CreateTable("phase10", 2, "Ann", bots=["greedy"], settings=Settings(pace=60_000), key=ANN)
    given = await hall.client.open_table(wanted)
    async with hall.client.watch(given.table, given.token) as ann:
        await wait_for(lambda: ann.now is not None and ann.now.picture)
        assert await rating_in(hall, ANN) is None
        await ann.leave()
    row = await rating_in(hall, ANN)
    assert row is not None
    assert (row.matches, row.rating < MIDDLE) == (1, True)


@pytest.mark.parametrize("is_filled", [False, True])
async def test_of_two_who_leave_the_one_who_stayed_longer_has_won(hall: Open, is_filled: bool) -> None:
    """Also where the host has let a bot play on for the one who left first."""
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann", settings=SWIFT, key=ANN))
    other = await hall.client._call("POST", f"/api/tables/{given.table}/seats", SeatGiven, TakeSeat("Bob", key=BOB))
    async with (
        hall.client.watch(given.table, given.token) as ann,
        hall.client.watch(given.table, other.token) as bob,
    ):
        await wait_for(lambda: bob.now is not None and bob.now.picture)
        await ann.leave()
        assert await rating_in(hall, ANN) is None, "Bob may play on"
        if is_filled:
            await bob.fill(0, "greedy")
        await bob.leave()
    first, second = await rating_in(hall, ANN), await rating_in(hall, BOB)
    assert first is not None
    assert second is not None
    assert first.rating < MIDDLE < second.rating


async def test_a_match_that_is_struck_out_leaves_nothing(store: Store) -> None:
    first, second, third = (match(f"t{n}", seat(1, A), seat(2, B), ended=n) for n in range(3))
    await rate(store, first, third)
    expected = await rating(store), await rating(store, B)
    await store.run(strike_rated, "t0")
    await store.run(strike_rated, "t2")
    assert await rating(store) == {}
    await rate(store, first, second, third)
    await store.run(strike_rated, "t1")
    assert (await rating(store), await rating(store, B)) == expected


async def test_the_best_are_listed_once_they_have_played_enough(store: Store) -> None:
    for number in range(SURE_FROM):
        assert await store.run(best_rated, "phase10", "plain", 10) == []
        await rate(store, match(f"t{number}", seat(1, A), seat(2, B)))
    assert [row.name for row in await store.run(best_rated, "phase10", "plain", 10)] == ["Ann", "Bob"]


async def test_a_finished_match_of_the_hall_is_rated_and_everybody_may_know(hall: Open) -> None:
    table = await play(hall)
    player = (await hall.hall.table(table)).ledger.chairs[0].player
    found = await hall.client._call("GET", f"/api/players/{player}", PublicPlayer)
    [row] = found.ratings
    assert (found.name, row.game, row.kind, row.matches) == ("Ann", "popalotsy", "plain", 1)
    assert row.rating != MIDDLE
    assert await hall.client._call("GET", "/api/ratings", list[RatedGame]) == []
    await hall.hall.close_table(table)
    assert (await hall.client._call("GET", f"/api/players/{player}", PublicPlayer)).ratings == []
    assert ANN not in str(found)
