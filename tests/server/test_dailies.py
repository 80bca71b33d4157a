"""Dailies in the hall: one try per key, the same dice for all, commitments, results, the league of a week."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from quincunx.bots.daily import Daily
from quincunx.client.connection import HallError
from quincunx.games import game
from quincunx.protocol import Dailies, DailyResult, KeyAsked, League, MeAsked, PlayDaily, PlayerInfo, SeatGiven
from quincunx.server.daily.dailies import Dailies as HallDailies
from quincunx.server.daily.league import league_of, rank_of
from quincunx.server.hall.ids import player_of
from quincunx.server.http import answers
from quincunx.server.store.dailies import Par, TryRow, read_days
from quincunx.table.proof import commitment_of
from quincunx.table.refusal import Refuse
from quincunx.table.verify import PROVED, Witness, verify
from quincunx.thinking.room import Room
from tests.server.conftest import Open, wait_for
from tests.web.quick_minds import value

ANN, BOB = "A" * 43, "B" * 43
TODAY = datetime.now(UTC).date()


class Day:
    """A date that a test changes."""

    def __init__(self) -> None:
        self.date = TODAY


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    found = Day()
    monkeypatch.setattr(HallDailies, "today", lambda _: found.date)
    return found


async def begin(hall: Open, key: str = ANN, slug: str = "popalotsy") -> SeatGiven:
    return await hall.client._call(
        "POST", f"/api/dailies/{slug}", SeatGiven, PlayDaily(key, "Ann" if key == ANN else "Bob")
    )


async def result(hall: Open, key: str | None = ANN, slug: str = "popalotsy", on: date = TODAY) -> DailyResult:
    return await hall.client._call("POST", f"/api/dailies/{slug}/{on}", DailyResult, KeyAsked(key))


async def dailies(hall: Open) -> Dailies:
    return await hall.client._call("GET", "/api/dailies", Dailies)


async def me(hall: Open, key: str = ANN) -> PlayerInfo:
    return await hall.client._call("POST", "/api/me", PlayerInfo, MeAsked(key))


async def play(hall: Open, key: str = ANN, slug: str = "popalotsy", choose: Callable[[Any], str] | None = None) -> str:
    """Play a daily to its end, with the first legal action unless `choose` names another."""
    given = await begin(hall, key, slug)
    table = await hall.hall.table(given.table)
    table.ledger.settings = replace(table.ledger.settings, pace=0)
    async with hall.client.watch(given.table, given.token) as client:
        while table.ledger.status != "over":
            await wait_for(lambda: client.may_act or table.ledger.status == "over")
            if client.may_act and client.now is not None and client.now.legal:
                await client.act(client.now.legal[0] if choose is None else choose(client.now.legal))
    return given.table


async def test_a_key_has_one_try_and_goes_on_with_it_from_anywhere(hall: Open, day: Day) -> None:
    first = await begin(hall)
    assert await begin(hall) == first
    assert (await begin(hall, BOB)).table != first.table
    assert (await result(hall)).state == "playing"
    assert (await result(hall, None)).state == "new"
    day.date += timedelta(days=1)
    assert (await begin(hall)).table != first.table


async def test_two_requests_at_once_are_one_try(hall: Open, day: Day) -> None:
    given = await asyncio.gather(*(begin(hall) for _ in range(4)))
    assert len({one.table for one in given}) == 1


async def test_everybody_gets_the_same_dice_that_the_hall_is_committed_to(hall: Open, day: Day) -> None:
    tables = [await play(hall, key) for key in (ANN, BOB)]
    one, other = [(await hall.hall.table(table)).ledger.finished for table in tables]
    assert [event.what for event in one.events] == [event.what for event in other.events]
    known = {row.day: row for row in (await dailies(hall)).days}
    assert known[str(TODAY)].secret is None
    assert known[str(TODAY + timedelta(days=2))].commitment, "committed two days before"
    with pytest.raises(Refuse, match="the secret is published when"):
        await answers.proof(hall.hall, await hall.hall.table(tables[0]))
    day.date += timedelta(days=2)
    shown = {row.day: row for row in (await dailies(hall)).days}[str(TODAY)]
    assert shown.commitment == known[str(TODAY)].commitment == commitment_of(shown.secret or "")
    table = await hall.hall.table(tables[0])
    proof, chain = await answers.proof(hall.hall, table), table.ledger.chain.hex()
    assert verify(proof, game, Witness(shown.commitment, chain)).verdict == PROVED
    assert {row.table for row in (await result(hall, None)).rows} == set(tables)


async def test_others_are_shown_after_ones_own_try(hall: Open, day: Day) -> None:
    await play(hall, ANN)
    before = await result(hall, BOB)
    assert (before.rows, before.par, before.finished) == ([], None, 1)
    table = await play(hall, BOB)
    after = await result(hall, BOB)
    assert [row.rank for row in after.rows] == [1, 1]
    assert after.mine is not None
    assert (after.mine.player, after.mine.table) == (player_of(BOB), None)
    assert after.table == table


def asked_as(key: str | None, hall: Open, path: str, body: bytes | None = None) -> tuple[int, str]:
    """The status of an answer, and what it says."""
    headers = {"content-type": "application/json"} | ({} if key is None else {"authorization": f"Bearer {key}"})
    try:
        with urlopen(Request(hall.url + path, body, headers)) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except HTTPError as error:
        return error.code, error.read().decode()


async def test_a_match_is_shown_only_to_those_who_have_played_until_its_day_is_over(hall: Open, day: Day) -> None:
    table = await play(hall)
    looks: list[tuple[str, bytes | None]] = [("replay", None), ("course", None), ("study", None), ("study", b"{}")]
    looks += [("landings", None), ("forks", b'{"at":0}')]

    async def seen(key: str | None) -> set[int]:
        found = [
            await asyncio.to_thread(asked_as, key, hall, f"/api/tables/{table}/{look}", body) for look, body in looks
        ]
        assert all("day_still_played" in said for status, said in found if status == 409)
        return {status for status, _ in found}

    assert await seen(None) == {409}
    assert await seen(BOB) == {409}
    await begin(hall, BOB)
    assert await seen(BOB) == {409}, "nobody looks while playing"
    assert await seen(ANN) <= {200, 201}
    async with connect(f"{hall.url.replace('http', 'ws')}/ws/tables/{table}") as stranger:
        await stranger.send(b'{"type":"hello","protocol":2}'.decode())
        assert json.loads(await stranger.recv())["code"] == "sealed"
    await play(hall, BOB)
    assert await seen(BOB) <= {200, 201}
    day.date += timedelta(days=2)
    assert await seen(None) <= {200, 201}
    async with hall.client.watch(table) as watcher:
        await wait_for(lambda: watcher.now is not None)


async def test_par_is_what_expert_makes_of_the_same_dice(hall: Open, day: Day) -> None:
    await play(hall)
    await result(hall)
    await wait_for(lambda: not hall.hall.dailies._valued)
    par = (await result(hall)).par
    [secret] = await hall.hall.store.run(read_days, TODAY, TODAY)
    standing = next(row for row in Daily(game("popalotsy"), TODAY, secret.secret).par().standings() if row.seat == 0)
    assert par is not None
    assert (par.place, par.points) == (standing.place, standing.points)


async def test_the_analysis_tells_what_the_decisions_have_cost(
    hall: Open, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "value", value)
    await play(hall, slug="mixeddoubles", choose=lambda legal: legal[-1])
    while (found := await result(hall, slug="mixeddoubles")).study != "done":  # noqa: ASYNC110  # the hall tells nobody when it is
        await asyncio.sleep(0.02)
    assert found.mine is not None
    assert found.mine.loss is not None
    assert found.mine.loss > 0
    assert set(found.mine.marks) <= set("⚀⚁⚂⚃⚄⚅")
    assert found.mine.marks


async def test_a_daily_given_up_or_struck_out_does_not_count_and_gives_no_second_try(hall: Open, day: Day) -> None:
    table = await play(hall)
    await play(hall, BOB)
    await hall.hall.close_table(table)
    assert (await result(hall)).state == "void"
    assert [row.player for row in (await result(hall, BOB)).rows] == [player_of(BOB)]
    assert (await me(hall)).streak == 0
    assert (await begin(hall)).table == table


async def test_what_ends_after_the_secret_is_shown_does_not_count(hall: Open, day: Day) -> None:
    day.date -= timedelta(days=3)
    await play(hall)
    assert (await result(hall, on=day.date)).state == "void"


async def test_days_in_a_row_are_a_streak(hall: Open, day: Day) -> None:
    for _ in range(2):
        await play(hall)
        day.date += timedelta(days=1)
    assert (await me(hall)).streak == 2
    day.date += timedelta(days=1)
    assert (await me(hall)).streak == 0


async def test_a_daily_of_tomorrow_is_refused(hall: Open, day: Day) -> None:
    tomorrow = TODAY + timedelta(days=1)
    with pytest.raises(HallError, match=f"no daily of {tomorrow}"):
        await result(hall, on=tomorrow)
    with pytest.raises(HallError, match="no daily of yesterday"):
        await hall.client._call("POST", "/api/dailies/pig/yesterday", DailyResult, KeyAsked())


async def test_weeks_to_come_have_no_league(hall: Open, day: Day) -> None:
    for later in (TODAY + timedelta(days=1), date.max):
        with pytest.raises(HallError, match=f"no daily of {later}"):
            await hall.client._call("GET", f"/api/dailies/popalotsy/{later}/league", League)


async def test_a_week_has_a_league(hall: Open, day: Day) -> None:
    await play(hall)
    league = await hall.client._call("GET", f"/api/dailies/popalotsy/{TODAY}/league", League)
    assert date.fromisoformat(league.first).weekday() == 0
    assert [(row.name, row.total) for row in league.rows] == [("Ann", league.rows[0].days[TODAY.weekday()])]


def tried(player: str, points: int, on: date = TODAY, place: int = 1) -> TryRow:
    return TryRow(str(on), "phase10", player, player, player, "over", 1, place, points, None, None)


def test_a_day_brings_the_share_of_the_others_that_one_beat() -> None:
    tries = [tried("ann", 500), tried("bob", 400), tried("cyd", 400), tried("dan", 300)]
    rows = league_of(game("phase10"), [TODAY], tries, [Par(str(TODAY), "phase10", 1, 450)]).rows
    assert [(row.name, row.rank, row.total) for row in rows] == [
        ("ann", 1, 100),
        ("bob", 2, 38),
        ("cyd", 2, 38),
        ("dan", 4, 0),
    ]


def test_the_best_five_of_seven_days_count() -> None:
    week = [TODAY + timedelta(days=number) for number in range(7)]
    points = [1, 1, 3, 3, 3, 3, 2]
    tries = [tried("ann", each, day) for day, each in zip(week, points, strict=True)]
    pars = [Par(str(day), "phase10", 1, 2) for day in week]
    [row] = league_of(game("phase10"), week, tries, pars).rows
    assert row.days == [0, 0, 100, 100, 100, 100, 50]
    assert row.total == 450


def test_where_low_wins_fewer_points_rank_higher_and_a_better_place_higher_still() -> None:
    spec = game("lowdown")
    tries = [tried("ann", 20), tried("bob", 30), tried("cyd", 10, place=2)]
    assert [rank_of(spec, one, tries) for one in tries] == [1, 2, 3]
