"""A finished match is open to whoever has its link: moment by moment, and to be played on from."""

import asyncio
import json
import random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest

from quincunx.client.connection import HallError
from quincunx.core.match import Match
from quincunx.core.narration import narrator_of
from quincunx.core.seats import CHANCE, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import read_header, read_transcript
from quincunx.games import GAMES, game
from quincunx.protocol import CreateTable, Replay
from quincunx.server.config import HallConfig
from quincunx.server.hall.presenter import presenter_of
from quincunx.server.http.replay import Score, changes, course_of, kept_swing, replay_of, thinned
from quincunx.table.verify import PROVED, Witness, verify
from tests.server.conftest import SWIFT, Open, opened, wait_for
from tests.server.test_play import play_on


def played(spec: GameSpec, seats: int, seed: int = 5) -> Match:
    """A whole match of random actions."""
    match, rng = Match(spec, seats, seed=seed), random.Random(seed)
    while not match.is_over:
        seat = rng.choice(match.actors)
        match.push(rng.choice(match.legal_actions(seat)), seat)
    return match


def put(picture: Any, wanted: list[list[Any]]) -> Any:
    """A picture with changes made, as a page does it."""
    for path, value in wanted:
        if not path:
            picture = json.loads(json.dumps(value))
            continue
        place = picture
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = json.loads(json.dumps(value))
    return picture


def drawn(part: Replay) -> dict[int, Any]:
    """By moment: its picture."""
    now = json.loads(json.dumps(part.picture))
    pictures = {part.first: json.loads(json.dumps(now))}
    for moment in part.moments:
        now = put(now, moment.changes)
        pictures[moment.at] = json.loads(json.dumps(now))
    return pictures


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_the_parts_of_a_replay_are_the_match(spec: GameSpec) -> None:
    """Whatever the parts, the picture of every moment is that of the whole truth, and every word is told."""
    match = played(spec, spec.usual_seats)
    seats, names, presenter = match.seats, match.names, presenter_of(spec)
    told = narrator_of(spec).told(match.walk(), None, names)
    for seat in (0, SPECTATOR):
        said, first = [], 0
        while first < len(match):
            part = replay_of(match, names, seat, first, 50)
            assert (part.length, part.first) == (len(match), first)
            for at, picture in drawn(part).items():
                whole = msgspec.json.encode(presenter.picture(match.fork(at).state, seat))
                assert picture == json.loads(whole), (seat, at)
            said += [line for moment in part.moments for line in moment.said]
            assert all(len(moment.points) == seats for moment in part.moments)
            first = part.last
        assert said == [line for one in told for line in one.said]
    end = replay_of(match, names, 0, len(match) - 1, 1).moments[-1]
    assert (end.at, end.to_act) == (len(match), [])
    assert end.points == [row.points for row in sorted(match.standings())]


def test_a_replay_hides_nothing() -> None:
    """Of PoPalotsy the hand of the seat that is looked at, of Lowdown the secret dice."""
    pop = played(game("popalotsy"), 3)
    for seat in range(3):
        hands = [picture["hand"] for picture in drawn(replay_of(pop, pop.names, seat, 0, 128)).values()]
        assert any(hands)
    low = played(game("lowdown"), 2)
    faces = [die["shows"] for die in replay_of(low, low.names, 0, 20, 1).picture["dice"]]
    assert "?" not in faces


def test_changes_lead_from_one_picture_to_the_other() -> None:
    old = {"a": [1, 2, {"b": 3}], "c": "x", "d": [1]}
    new = {"a": [1, 5, {"b": 4}], "c": "x", "d": [1, 2]}
    found = list(changes(old, new))
    assert found == [[["a", 1], 5], [["a", 2, "b"], 4], [["d"], [1, 2]]]
    assert put(json.loads(json.dumps(old)), found) == new
    assert list(changes(old, {"e": 1})) == [[[], {"e": 1}]]


# The largest swing that the winner kept


@pytest.mark.parametrize(
    ("scores", "winners", "low_wins", "expected"),
    [
        ([[0, 0], [5, 0], [25, 0], [25, 9]], [0], False, (2, 11)),
        ([[0, 0], [0, 30], [12, 30], [12, 190], [444, 190]], [0], False, (4, 432)),
        ([[0, 0], [40, 0], [40, 39], [44, 39]], [0], False, (3, 4)),
        ([[9, 9], [8, 9], [4, 9], [0, 9]], [0], True, None),
        ([[9, 9], [8, 9], [3, 9], [0, 9]], [0], True, (2, 5)),
        ([[0, 0], [5, 0], [10, 0]], [0], False, None),
        ([[0, 0], [0, 31], [33, 31], [33, 36]], [0], False, None),
        ([[0, 0], [5, 0], [5, 5]], [0, 1], False, None),
        ([[0], [5], [9]], [0], False, None),
    ],
    ids=[
        "what the others win back is not kept",
        "a late swing that is never made up for",
        "most of a large swing is lost again",
        "two swings alike",
        "low wins",
        "no single largest",
        "landing on the right score won with fewer points",
        "a shared win",
        "alone",
    ],
)
def test_the_largest_swing_is_one_that_the_winner_kept(
    scores: list[list[int]], winners: list[int], low_wins: bool, expected: tuple[int, int] | None
) -> None:
    assert kept_swing([Score(at, points) for at, points in enumerate(scores)], winners, low_wins) == expected


def test_a_long_curve_is_thinned() -> None:
    scores = [Score(at, [at]) for at in range(20_000)]
    kept = thinned(scores, 400)
    assert (len(kept), kept[0], kept[-1]) == (400, scores[0], scores[-1])
    assert thinned(scores[:400], 400) == scores[:400]


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_the_course_of_a_match_ends_at_its_standings(spec: GameSpec) -> None:
    match = played(spec, spec.usual_seats, seed=7)
    course = course_of(match, 10, 5)
    assert course.scores[0][0] == 0
    assert course.scores[-1] == [len(match), *(row.points for row in sorted(match.standings()))]
    assert [row[0] for row in course.scores] == sorted({row[0] for row in course.scores})
    if course.swing is not None:
        assert course.swing.before < course.swing.at <= len(match)
        assert match.event(course.swing.before).who != CHANCE


# In the hall


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


async def finished(hall: Open, slug: str = "pig", seats: int = 2) -> tuple[str, str]:
    """A match against bots that is over: its table, and the token of its person."""
    table = await hall.table(slug, seats, bots=["random"] * (seats - 1))
    await play_on(table.clients[0])
    await wait_for(lambda: table.clients[0].table is not None and table.clients[0].table.status == "over")
    await table.close()
    return table.table, table.tokens[0]


async def test_whoever_has_the_link_replays_a_finished_match(hall: Open) -> None:
    table, _ = await finished(hall, "lowdown")
    part = await hall.client.replay(table, 0, 30)
    assert (part.first, part.last) == (0, 30)
    assert part.moments[0].said
    rest = await hall.client.replay(table, part.length - 3, 128, seat=1)
    assert rest.last == part.length
    assert (await hall.client.replay(table, 1_000_000)).moments == []
    course = await hall.client.course(table)
    assert course.events == part.length
    assert course.standings[0].place == 1
    for wrong in ("count=0", "count=129", "first=-1", "first=x", "seat=2", "seat=9"):
        with pytest.raises(HallError) as refusal:
            await hall.client._call("GET", f"/api/tables/{table}/replay?{wrong}", Replay)
        assert refusal.value.code == ("seat" if wrong == "seat=2" else "http")


async def test_a_match_that_is_played_is_not_replayed(hall: Open) -> None:
    table = await hall.table("lowdown", 2, bots=["random"], settings=SWIFT)
    for ask in (
        hall.client.replay(table.table),
        hall.client.course(table.table),
        hall.client.open_fork(table.table, 3),
    ):
        with pytest.raises(HallError) as refusal:
            await ask
        assert refusal.value.code == "status"
    await table.close()


async def test_a_part_comes_compressed_to_who_takes_it_so(hall: Open) -> None:
    table, _ = await finished(hall, "lowdown")

    def weight(**headers: str) -> int:
        with urlopen(Request(f"{hall.url}/api/tables/{table}/replay?count=128", headers=headers)) as answer:
            return len(answer.read())

    plain = await asyncio.to_thread(weight)
    packed = await asyncio.to_thread(weight, **{"Accept-Encoding": "gzip"})
    assert packed < plain / 4
    assert packed < 20_000


@pytest.mark.parametrize("slug", ["mixeddoubles", "lowdown"])  # without secrets, and with
async def test_one_plays_on_from_any_moment_and_it_can_be_proved(hall: Open, slug: str) -> None:
    """The new table begins at the position, has dice of its own, and its proof holds the position."""
    spec = game(slug)
    table, _ = await finished(hall, slug)
    text = await hall.client.transcript(table)
    match = read_transcript(spec, text)
    at = len(match) * 2 // 3
    given = await hall.client.open_fork(table, at, "Eve", seat=1)
    assert given.seat == 1
    async with hall.client.watch(given.table, given.token) as eve:
        await wait_for(lambda: eve.now is not None and eve.now.picture)
        assert eve.table is not None
        assert (eve.table.origin.table, eve.table.origin.at) == (table, at)  # type: ignore[union-attr]  # it has one
        assert [seat.kind for seat in eve.table.seats] == ["bot", "human"]
        assert not eve.table.settings.listed
        await play_on(eve)
        await wait_for(lambda: eve.table is not None and eve.table.status == "over")
        chain = eve.table.chain
    proof = await hall.client.proof(given.table)
    header, _ = read_header(proof)
    assert header.start == match.fork(at).position()
    assert verify(proof, game, Witness(chain=chain)).verdict == PROVED
    other = proof.replace(header.start or "", match.fork(at - 1).position())
    assert verify(other, game, Witness(chain=chain)).verdict != PROVED


async def test_a_table_that_was_played_on_survives_a_restart(config: HallConfig) -> None:
    async with opened(config) as hall:
        table, _ = await finished(hall)
        given = await hall.client.open_fork(table, 4, "Eve")
        async with hall.client.watch(given.table, given.token) as eve:
            await wait_for(lambda: eve.now is not None and eve.now.picture)
            before = eve.table
    async with opened(config) as hall:
        again = await hall.client.table(given.table)
        assert before is not None
        assert (again.origin, again.chain[:0]) == (before.origin, "")
        async with hall.client.watch(given.table, given.token) as eve:
            await play_on(eve)


async def test_from_the_end_nobody_plays_on(hall: Open) -> None:
    table, _ = await finished(hall)
    length = (await hall.client.replay(table)).length
    for at, seat, code in [(length, 0, "status"), (length + 5, 0, "status"), (3, 5, "seat")]:
        with pytest.raises(HallError) as refusal:
            await hall.client.open_fork(table, at, "Eve", seat)
        assert refusal.value.code == code
    with pytest.raises(HallError, match="no bot"):
        await hall.client.open_fork(table, 3, bot="nobody")


async def test_a_rematch_of_a_played_on_table_begins_at_the_beginning(hall: Open) -> None:
    table, _ = await finished(hall)
    given = await hall.client.open_fork(table, 4, "Eve")
    async with hall.client.watch(given.table, given.token) as eve:
        await play_on(eve)
        await wait_for(lambda: eve.table is not None and eve.table.status == "over")
        await eve.offer()
        await wait_for(lambda: eve.table is not None and eve.table.rematch)
        assert eve.table is not None
        following = await hall.client.table(eve.table.rematch or "")
    assert following.origin is None


async def test_tables_by_bots_alone_can_be_replayed(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, bots=["random", "greedy"], play=False, settings=SWIFT))
    info = await hall.client.table(given.table)
    for _ in range(2000):
        if info.status == "over":
            break
        await asyncio.sleep(0.02)
        info = await hall.client.table(given.table)
    assert (await hall.client.replay(given.table)).moments
