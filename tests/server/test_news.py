"""News for those who are not there: push messages and the host's webhook, each once, and never to somebody present."""

import asyncio
import contextlib
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any

import httpx
import pytest

from quincunx.client.connection import HallClient, HallError
from quincunx.core.errors import SetupError
from quincunx.protocol import (
    CreateTable,
    CreateTournament,
    Device,
    NewsInfo,
    Settings,
    TellMe,
    TellNoMore,
    TournamentOrder,
)
from quincunx.server.config import HallConfig
from quincunx.server.daily.dailies import Dailies
from quincunx.server.door.limits import Limits
from quincunx.server.news import delivery
from quincunx.server.news import news as hall_news
from quincunx.server.news.delivery import Delivery
from quincunx.server.news.mail import check_mail, check_server, letter, send
from quincunx.server.news.push import new_key
from quincunx.server.news.webhook import SIGNATURE, check_hook
from quincunx.server.store.news import DeviceRow, WishRow, add_wish, claim, tidy_wishes
from quincunx.server.store.store import Store
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, Process, Seats, opened, wait_for
from tests.server.listening import Browser, Ear, Post, claims_of, listening, posting

SOON = 0.05
"""Seconds after which the halls of these tests miss a player."""
SECRET = "a secret of the host"
DAY = date(2026, 11, 19)


@pytest.fixture
async def ear() -> AsyncIterator[Ear]:
    async with listening() as found:
        yield found


@pytest.fixture
def quick(config: HallConfig) -> HallConfig:
    """A hall that takes push services on this machine."""
    return replace(config, local_push=True, news_after_s=SOON)


@pytest.fixture
async def hall(quick: HallConfig) -> AsyncIterator[Open]:
    async with opened(quick) as found:
        yield found


async def ask(hall: HallClient, about: str, browser: Browser, token: str = "", language: str = "en") -> None:
    wanted = TellMe(browser.device, language, token)
    await asyncio.to_thread(hall._fetch, "POST", f"/api/{about}/news", wanted)


async def stop(hall: HallClient, browser: Browser, kind: Any = None) -> None:
    await asyncio.to_thread(hall._fetch, "POST", "/api/news/stop", TellNoMore(browser.device.endpoint, kind))


async def away(seats: Seats, seat: int) -> None:
    """A player closes the page."""
    await seats.clients[seat].__aexit__(None, None, None)


def legal(client: Any) -> list[str]:
    return list(client.now.legal or [])


async def quiet(hall: Open) -> None:
    """Until everything is decided that the last steps might lead to, and delivered."""
    await asyncio.sleep(4 * SOON)
    await wait_for(lambda: hall.hall.news.delivery.is_idle)


async def to_turn_of(seats: Seats, seat: int) -> None:
    """The others act until it is a seat's turn."""
    client = seats.clients[seat]
    while not client.may_act:
        mover = seats.mover
        await mover.act("hold" if "hold" in legal(mover) else "roll")
        await seats.in_step()


async def test_who_is_away_hears_of_a_turn_once(hall: Open, ear: Ear) -> None:
    seats, bob = await hall.table(), Browser(ear)
    await ask(hall.client, f"tables/{seats.table}", bob, seats.tokens[1])
    ann = seats.clients[0]
    await away(seats, 1)
    table = hall.hall.tables[seats.table]
    while 1 not in table.ledger.actors:
        await ann.act("hold" if "hold" in legal(ann) else "roll")
        await wait_for(lambda: ann.may_act or 1 in table.ledger.actors)
    await wait_for(lambda: ear.received)
    await quiet(hall)
    assert bob.news == [{"title": "Pig", "body": "Bob, it is your turn.", "lang": "en", "path": f"/t/{seats.table}"}]
    [message] = ear.received
    info = await hall.client._call("GET", "/api/news", NewsInfo)
    claims, key = claims_of(message.headers["authorization"])
    assert (claims["aud"], claims["sub"], key) == (ear.url, "https://localhost", info.key)
    assert (message.headers["content-encoding"], message.headers["urgency"]) == ("aes128gcm", "high")
    assert int(message.headers["ttl"]) > 0
    assert b"Bob" not in message.body
    await seats.close()


async def test_who_is_there_hears_nothing(hall: Open, ear: Ear) -> None:
    seats, bob = await hall.table(), Browser(ear)
    await ask(hall.client, f"tables/{seats.table}", bob, seats.tokens[1])
    for _ in range(2):
        await to_turn_of(seats, 1)
        await to_turn_of(seats, 0)
    await to_turn_of(seats, 1)
    await quiet(hall)
    await away(seats, 1)  # who has seen that the turn has begun
    await quiet(hall)
    assert ear.received == []
    await seats.close()


async def test_who_plays_bots_alone_hears_nothing(hall: Open, ear: Ear) -> None:
    seats, ann = await hall.table(bots=["greedy"]), Browser(ear)
    await ask(hall.client, f"tables/{seats.table}", ann, seats.tokens[0])
    await wait_for(lambda: seats.clients[0].may_act)
    while legal(seats.clients[0]) and seats.clients[0].may_act:
        await seats.clients[0].act(legal(seats.clients[0])[-1])
        if "hold" in legal(seats.clients[0]):
            break
    await away(seats, 0)
    await quiet(hall)
    assert ear.received == []


async def test_news_are_said_in_the_language_of_the_device(hall: Open, ear: Ear) -> None:
    seats, bob = await hall.table(), Browser(ear)
    await ask(hall.client, f"tables/{seats.table}", bob, seats.tokens[1], "de")
    await away(seats, 1)
    await until_turn(hall, seats, 1)
    await wait_for(lambda: bob.news)
    assert (bob.news[0]["body"], bob.news[0]["lang"]) == ("Bob, du bist am Zug.", "de")
    await seats.close()


async def until_turn(hall: Open, seats: Seats, seat: int) -> None:
    """The other player, who is there, acts until it is the turn of one who is away."""
    there, ledger = seats.clients[1 - seat], hall.hall.tables[seats.table].ledger
    while seat not in ledger.actors:
        await wait_for(lambda: there.may_act or seat in ledger.actors)
        if there.may_act:
            with contextlib.suppress(HallError):
                await there.act("hold" if "hold" in legal(there) else "roll")


async def test_a_restart_forgets_no_device_and_tells_nothing_twice(quick: HallConfig, ear: Ear) -> None:
    told, waits = Browser(ear, "told"), Browser(ear, "waits")
    async with opened(quick) as hall:
        seats, others = await hall.table(), await hall.table()
        key = (await hall.client._call("GET", "/api/news", NewsInfo)).key
        await ask(hall.client, f"tables/{seats.table}", told, seats.tokens[1])
        await ask(hall.client, f"tables/{others.table}", waits, others.tokens[1])
        await away(seats, 1)
        await until_turn(hall, seats, 1)
        await wait_for(lambda: told.news)
        hall.hall.config.news_after_s = 60  # the hall closes before it tells of this one
        await away(others, 1)
        hall.hall.tables[others.table].news = None
        hall.hall.news._watch(hall.hall.tables[others.table])
        await until_turn(hall, others, 1)
        await away(seats, 0)
        await away(others, 0)
    quick.news_after_s = SOON
    async with opened(quick) as hall:
        await wait_for(lambda: waits.news)
        await quiet(hall)
        assert (len(told.news), len(waits.news)) == (1, 1)
        assert (await hall.client._call("GET", "/api/news", NewsInfo)).key == key


async def test_a_round_is_told_to_those_who_do_not_come(hall: Open, ear: Ear) -> None:
    wanted = CreateTournament("pig", 2, pause=1, pace=0, title="Friday cup")
    announced = await hall.client.announce(wanted)
    given = [await hall.client.take_part(announced.tournament, name) for name in ("Ann", "Bob")]
    ann, bob = Browser(ear, "ann"), Browser(ear, "bob")
    for seat, browser in zip(given, (ann, bob), strict=True):
        await ask(hall.client, f"tournaments/{announced.tournament}", browser, seat.token)
    hall.hall.config.news_after_s = 0.5
    await hall.client.direct(announced.tournament, TournamentOrder(announced.token, "begin", None))
    await wait_for(lambda: hall.hall.tables)
    [table] = hall.hall.tables
    async with hall.client.watch(table, given[0].token):
        await wait_for(lambda: bob.news)
        await quiet(hall)
    assert bob.news == [
        {
            "title": "Friday cup",
            "body": "Round 1 has begun.",
            "lang": "en",
            "path": f"/tournaments/{announced.tournament}",
        }
    ]
    assert ann.news == []


class Today:
    """A date that a test changes."""

    def __init__(self) -> None:
        self.date = DAY


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Today:
    found = Today()
    monkeypatch.setattr(Dailies, "today", lambda _: found.date)
    monkeypatch.setattr(hall_news, "DAY_S", SOON)
    return found


async def test_a_new_daily_is_told_once_a_day_and_device(today: Today, quick: HallConfig, ear: Ear) -> None:
    phone, laptop = Browser(ear, "phone"), Browser(ear, "laptop")
    async with opened(quick) as hall:
        await ask(hall.client, "dailies/sixes", phone)
        await ask(hall.client, "dailies/phase10", phone)
        await ask(hall.client, "dailies/sixes", laptop, language="de")
        await quiet(hall)
        assert ear.received == []  # today's is known to who asks today
        today.date += timedelta(days=1)
        await wait_for(lambda: phone.news and laptop.news)
        await quiet(hall)
    async with opened(quick) as hall:
        await quiet(hall)
    assert phone.news == [
        {
            "title": "Quincunx",
            "body": "Today’s dailies are here: the same dice for everybody.",
            "lang": "en",
            "path": "/daily/phase10",
        }
    ]
    assert [news["path"] for news in laptop.news] == ["/daily/sixes"]
    async with opened(quick) as hall:
        today.date += timedelta(days=3)
        await wait_for(lambda: len(phone.news) == 2)


async def test_who_asks_for_no_more_hears_no_more(today: Today, hall: Open, ear: Ear) -> None:
    browser, other = Browser(ear, "phone"), Browser(ear, "other")
    seats = await hall.table()
    for each in (browser, other):
        await ask(hall.client, "dailies/sixes", each)
        await ask(hall.client, f"tables/{seats.table}", each, seats.tokens[1])
    await stop(hall.client, browser, "turn")
    await away(seats, 1)
    await until_turn(hall, seats, 1)
    await wait_for(lambda: other.news)
    assert browser.news == []
    await stop(hall.client, browser)
    today.date += timedelta(days=1)
    await wait_for(lambda: len(other.news) == 2)
    await quiet(hall)
    assert browser.news == []
    assert await rows(hall, "devices") == 1
    await seats.close()


async def rows(hall: Open, table: str) -> int:
    def count(connection: Any) -> int:
        return int(connection.exec_driver_sql(f"select count(*) from {table}").scalar())

    return await hall.hall.store.run(count)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_forgotten(today: Today, hall: Open, ear: Ear, status: int) -> None:
    await ask(hall.client, "dailies/sixes", Browser(ear))
    ear.statuses = [status]
    today.date += timedelta(days=1)
    await wait_for(lambda: ear.received)
    await quiet(hall)
    assert (await rows(hall, "devices"), await rows(hall, "wishes")) == (0, 0)


async def test_what_a_push_service_does_not_take_now_is_tried_again(
    today: Today, quick: HallConfig, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PAUSES", (SOON, SOON))
    async with opened(quick) as hall:
        await ask(hall.client, "dailies/sixes", Browser(ear))
        ear.statuses = [503, 429]
        today.date += timedelta(days=1)
        await wait_for(lambda: len(ear.received) == 3)
        ear.statuses = [500, 500, 500]
        today.date += timedelta(days=1)
        await wait_for(lambda: len(ear.received) == 6)
        ear.statuses = [400]
        today.date += timedelta(days=1)
        await wait_for(lambda: len(ear.received) == 7)
        await quiet(hall)
    assert len(ear.received) == 7


async def test_a_silent_push_service_holds_nobody_up(
    today: Today, quick: HallConfig, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DELIVERY_S", SOON)
    monkeypatch.setattr(delivery, "PAUSES", ())
    async with opened(quick) as hall, listening() as other:
        ear.is_silent = True
        for number in range(2 * delivery.AT_ONCE):
            await ask(hall.client, "dailies/sixes", Browser(ear, f"b{number}"))
        await ask(hall.client, "dailies/sixes", awake := Browser(other))
        today.date += timedelta(days=1)
        await wait_for(lambda: awake.news)


async def test_hostile_devices_are_refused_in_a_sentence(quick: HallConfig) -> None:
    browser = Browser(Ear("https://10.0.0.1"))
    plain = Browser(Ear("http://push.example"))
    async with opened(replace(quick, local_push=False)) as hall:
        with pytest.raises(HallError, match=r"'10\.0\.0\.1' is not a public push service"):
            await ask(hall.client, "dailies/sixes", browser)
        with pytest.raises(HallError, match="a push service has an https address"):
            await ask(hall.client, "dailies/sixes", plain)
        assert await rows(hall, "devices") == 0


async def test_news_of_a_seat_need_its_token(hall: Open, ear: Ear) -> None:
    seats, browser = await hall.table(), Browser(ear)
    announced = await hall.client.announce(CreateTournament("pig", 2))
    for about in (f"tables/{seats.table}", f"tournaments/{announced.tournament}"):
        with pytest.raises(HallError, match="spectators cannot do this"):
            await ask(hall.client, about, browser, "somebody else's")
    with pytest.raises(HallError, match="there is no table"):
        await ask(hall.client, "tables/nowhere", browser, seats.tokens[0])
    with pytest.raises(HallError, match="no game"):
        await ask(hall.client, "dailies/nothing", browser)
    assert await rows(hall, "devices") == 0
    await seats.close()


async def test_devices_of_an_address_and_of_a_seat_are_limited(quick: HallConfig, ear: Ear) -> None:
    async with opened(replace(quick, limits=Limits(devices_a_day=7))) as hall:
        seats = await hall.table()
        for number in range(7):
            await ask(hall.client, f"tables/{seats.table}", Browser(ear, f"b{number}"), seats.tokens[1])
        assert await rows(hall, "wishes") == 5
        with pytest.raises(HallError, match="for 7 new devices per day"):
            await ask(hall.client, "dailies/sixes", Browser(ear, "another"))
        await seats.close()


async def test_a_match_that_is_over_is_forgotten(hall: Open, ear: Ear) -> None:
    seats = await hall.table()
    await ask(hall.client, f"tables/{seats.table}", Browser(ear), seats.tokens[1])
    await hall.hall.store.run(tidy_wishes, 0)
    assert await rows(hall, "wishes") == 1
    await hall.hall.close_table(seats.table)
    await hall.hall.store.run(tidy_wishes, 0)
    assert (await rows(hall, "wishes"), await rows(hall, "devices")) == (0, 0)
    await seats.close()


async def test_of_two_processes_one_tells(postgresql_db: str, processes: Callable[..., Process], ear: Ear) -> None:
    """A seat that was asked about at one process, and a daily that both could tell of."""
    halls = [processes(postgresql_db, "--local-push", "--news-after", str(SOON)) for _ in range(2)]
    for one in halls:
        one.start(wait=False)
    for one in halls:
        one.wait()
    here, there = (HallClient(one.url) for one in halls)
    ann_seat = await here.open_table(CreateTable("pig", 2, "Ann", settings=Settings(pace=0)))
    bob_seat = await there.take_seat(ann_seat.table, "Bob")
    ann, bob = Browser(ear, "ann"), Browser(ear, "bob")
    await ask(there, f"tables/{ann_seat.table}", bob, bob_seat.token or "")
    await ask(here, f"tables/{ann_seat.table}", ann, ann_seat.token or "")
    async with there.watch(ann_seat.table, ann_seat.token) as client:
        async with here.watch(ann_seat.table, bob_seat.token) as present:
            await wait_for(lambda: present.now is not None and present.now.picture)
        async with asyncio.timeout(20):
            while not bob.news:
                if client.may_act:
                    with contextlib.suppress(HallError):
                        await client.act("hold" if "hold" in legal(client) else "roll")
                await asyncio.sleep(0.01)
        halls[0].kill()  # the owner: the other takes the table over, and knows what is told
        async with there.watch(ann_seat.table) as watcher:
            await wait_for(lambda: watcher.now is not None and watcher.now.picture)
            await asyncio.sleep(4 * SOON)
    assert (len(bob.news), ann.news) == (1, [])


# The webhook


@contextlib.asynccontextmanager
async def hooked(quick: HallConfig, ear: Ear) -> AsyncIterator[Open]:
    """A hall whose host wants to know."""
    origins = ("https://dice.example",)
    async with opened(replace(quick, webhook=f"{ear.url}/hook", webhook_secret=SECRET, origins=origins)) as hall:
        yield hall


def heard(ear: Ear, event: str) -> list[dict[str, Any]]:
    """The news of one kind, whose signatures hold."""
    found = []
    for one in ear.received:
        fields = dict(part.split("=") for part in one.headers[SIGNATURE.lower()].split(","))
        said = hmac.new(SECRET.encode(), f"{fields['t']}.".encode() + one.body, hashlib.sha256)
        assert hmac.compare_digest(said.hexdigest(), fields["v1"])
        assert (one.path, one.headers["content-type"]) == ("/hook", "application/json")
        found.append(json.loads(one.body))
    return [news for news in found if news["event"] == event]


async def test_the_webhook_hears_of_turns_and_ends_once(quick: HallConfig, ear: Ear) -> None:
    async with hooked(quick, ear) as hall:
        seats = await hall.table()
        await away(seats, 1)
        await until_turn(hall, seats, 1)
        await wait_for(lambda: heard(ear, "turn"))
        await quiet(hall)
        [news] = heard(ear, "turn")
        ledger = hall.hall.tables[seats.table].ledger
        number = ledger.own[1] + 1
        assert {key: value for key, value in news.items() if key != "at"} == {
            "event": "turn",
            "id": f"turn:{seats.table}:1:{number}",
            "url": f"https://dice.example/t/{seats.table}",
            "table": seats.table,
            "game": "pig",
            "seat": 1,
            "name": "Bob",
        }
        await away(seats, 0)
    async with hooked(quick, ear) as hall:
        await wait_for(lambda: hall.hall.tables)
        await quiet(hall)
        assert len(heard(ear, "turn")) == 1
        for token in seats.tokens:
            client = hall.client.watch(seats.table, token)
            await client.__aenter__()
            seats.clients[seats.tokens.index(token)] = client
        ledger = hall.hall.tables[seats.table].ledger
        while ledger.status != "over":
            for client in seats.clients:
                if client.may_act and not client.is_over:
                    with contextlib.suppress(HallError):
                        await client.act("hold" if "hold" in legal(client) else "roll")
            await asyncio.sleep(0)
        await wait_for(lambda: heard(ear, "over"))
        await seats.close()
    async with hooked(quick, ear) as hall:
        await hall.hall.table(seats.table)
        await quiet(hall)
    [over] = heard(ear, "over")
    assert over["id"] == f"over:{seats.table}"
    assert sorted(row["name"] for row in over["standings"]) == ["Ann", "Bob"]
    assert {row["place"] for row in over["standings"]} == {1, 2}


async def test_the_webhook_hears_of_rounds_and_days_once(today: Today, quick: HallConfig, ear: Ear) -> None:
    async with hooked(quick, ear) as hall:
        await wait_for(lambda: heard(ear, "daily"))
        today.date += timedelta(days=1)
        await wait_for(lambda: len(heard(ear, "daily")) == 2)
        announced = await hall.client.announce(CreateTournament("pig", 2, pace=0, title="Friday cup"))
        for name in ("Ann", "Bob"):
            await hall.client.take_part(announced.tournament, name)
        await hall.client.direct(announced.tournament, TournamentOrder(announced.token, "begin", None))
        await wait_for(lambda: heard(ear, "round"))
        await quiet(hall)
    async with hooked(quick, ear) as hall:
        await quiet(hall)
    assert [(news["id"], news["day"]) for news in heard(ear, "daily")] == [
        ("daily:2026-11-19", "2026-11-19"),
        ("daily:2026-11-20", "2026-11-20"),
    ]
    assert heard(ear, "daily")[0]["games"][-1] == PIG.slug
    [begun] = heard(ear, "round")
    assert (begun["id"], begun["title"]) == (f"round:{announced.tournament}:1", "Friday cup")
    assert sorted(begun["tables"][0]["names"]) == ["Ann", "Bob"]


@pytest.mark.parametrize("url", ["ftp://example.org", "example.org/hook", "https://a b.example", "https://a@b.example"])
def test_a_webhook_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(SetupError, match="a webhook is an address such as"):
        check_hook(url, SECRET)
    with pytest.raises(SetupError, match="a webhook needs a secret of 16 characters or more"):
        check_hook("https://example.org/hook", "short")
    check_hook("http://127.0.0.1:9/hook", SECRET)


async def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "MOST", 2)
    queue = Delivery()

    async def deliver() -> None:
        raise AssertionError("nobody works here")

    for name in ("Ann", "Bob"):
        await queue.put(name, deliver)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(queue.put("Cyd", deliver), SOON)


async def test_who_does_not_answer_holds_up_nobody_else_and_loses_what_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "MOST_OF_ONE", 3)
    queue, answers, heard = Delivery(), asyncio.Event(), list[int]()

    async def to_silent(number: int) -> None:
        await answers.wait()
        heard.append(number)

    async def to_other() -> None:
        answers.set()

    working = asyncio.create_task(queue.run())
    for number in range(2 * delivery.AT_ONCE):
        await queue.put("silent", partial(to_silent, number))
    await queue.put("other", to_other)
    await wait_for(lambda: queue.is_idle)
    assert heard == [0, 14, 15]
    working.cancel()


# Mail


@contextlib.asynccontextmanager
async def mailing(quick: HallConfig, post: Post) -> AsyncIterator[Open]:
    """A hall that sends mails."""
    origins = ("https://dice.example",)
    async with opened(
        replace(quick, mail_from="hall@dice.example", mail_server=("127.0.0.1", post.port), origins=origins)
    ) as hall:
        yield hall


async def ask_mail(
    hall: Open, about: str, address: str, token: str = "", language: str = "en", own: str = "x" * 22
) -> None:
    wanted = TellMe(Device(f"mailto:{address}?{own}"), language, token)
    await asyncio.to_thread(hall.client._fetch, "POST", f"/api/{about}/news", wanted)


def link_of(mail: Any) -> str:
    """The path of the link by which a mail is confirmed or ended."""
    link: str = mail["List-Unsubscribe"].strip("<>")
    assert link in mail.get_content()
    return link.removeprefix("https://dice.example")


async def visit(hall: Open, path: str, answer: str | None = None, language: str = "en") -> str:
    """Open the link of a mail, or press a button there."""
    async with httpx.AsyncClient(base_url=hall.url, headers={"accept-language": language}) as browser:
        got = await (browser.get(path) if answer is None else browser.post(path, data=parse_form(answer)))
    assert (got.status_code, got.headers["content-type"]) == (200, "text/html; charset=utf-8")
    return got.text


def parse_form(text: str) -> dict[str, str]:
    name, _, value = text.partition("=")
    return {name: value}


async def test_mails_come_once_their_address_is_confirmed(today: Today, quick: HallConfig) -> None:
    async with posting() as post, mailing(quick, post) as hall:
        assert (await hall.client._call("GET", "/api/news", NewsInfo)).mail
        await ask_mail(hall, "dailies/sixes", "ann@dice.example", language="de")
        await wait_for(lambda: post.mails)
        link = link_of(post.mails[0])
        assert post.mails[0]["To"] == "ann@dice.example"
        assert "Wenn du das warst" in post.mails[0].get_content()
        assert "Ja, schickt mir" in await visit(hall, link)
        today.date += timedelta(days=1)
        await quiet(hall)
        assert len(post.mails) == 1, "opening the link confirms nothing"

        assert "Du bekommst Benachrichtigungen" in await visit(hall, link, "do=confirm", "de")
        await wait_for(lambda: len(post.mails) == 2)
        await ask_mail(hall, "dailies/sixes", "ann@dice.example", language="de")
        today.date += timedelta(days=1)
        await wait_for(lambda: len(post.mails) == 3)
        mail = post.mails[2]
        assert (mail["From"], mail["Subject"]) == ("Quincunx <hall@dice.example>", "Quincunx")
        assert (mail["Auto-Submitted"], mail["List-Unsubscribe-Post"]) == (
            "auto-generated",
            "List-Unsubscribe=One-Click",
        )
        assert mail.get_content().splitlines() == [
            "Die Tagespartien sind da: dieselben Würfel für alle.",
            "",
            "https://dice.example/daily/sixes",
            "",
            f"Abmelden: https://dice.example{link}",
        ]
        assert "You will get no more mails" in await visit(hall, link, "List-Unsubscribe=One-Click")
        today.date += timedelta(days=1)
        await quiet(hall)
        assert len(post.mails) == 3
        assert (await rows(hall, "devices"), await rows(hall, "wishes")) == (0, 0)
        for answer in (None, "do=confirm"):
            assert "You will get no more mails" in await visit(hall, link, answer)


async def test_a_mail_of_a_turn(quick: HallConfig) -> None:
    async with posting() as post, mailing(quick, post) as hall:
        seats = await hall.table()
        await ask_mail(hall, f"tables/{seats.table}", "bob@dice.example", seats.tokens[1])
        await wait_for(lambda: post.mails)
        await visit(hall, link_of(post.mails[0]), "do=confirm")
        await away(seats, 1)
        await until_turn(hall, seats, 1)
        await wait_for(lambda: len(post.mails) == 2)
        assert post.mails[1].get_content().splitlines()[0] == "Bob, it is your turn."
        await seats.close()


async def test_nobody_is_flooded_with_first_mails(quick: HallConfig) -> None:
    async with posting() as post, mailing(quick, post) as hall:
        for number in range(3):
            await ask_mail(hall, "dailies/sixes", "ann@dice.example", own=f"{number:022}")
        for same in ("ann@dice.example", "Ann@Dice.example"):
            with pytest.raises(HallError, match="check your inbox"):
                await ask_mail(hall, "dailies/sixes", same, own="another" * 4)
        await wait_for(lambda: len(post.mails) == 3)
        await quiet(hall)
        assert len(post.mails) == 3
        await hall.hall.store.run(tidy_wishes, hall.hall.now() + 1)
        assert await rows(hall, "devices") == 0


async def test_an_address_that_nobody_has_is_forgotten(quick: HallConfig) -> None:
    async with posting() as post, mailing(quick, post) as hall:
        await ask_mail(hall, "dailies/sixes", "nobody@dice.example")
        await quiet(hall)
        assert (post.mails, await rows(hall, "devices")) == ([], 0)


@pytest.mark.parametrize("address", ["ann", "ann@dice", "ann@@dice.example", "ann@dice.example%0d%0aBcc:x@y.zz"])
async def test_other_addresses_are_refused(quick: HallConfig, address: str) -> None:
    async with posting() as post, mailing(quick, post) as hall:
        with pytest.raises(HallError, match="this is not a mail address"):
            await ask_mail(hall, "dailies/sixes", address)


async def test_a_hall_without_a_mail_server_says_so(hall: Open) -> None:
    assert not (await hall.client._call("GET", "/api/news", NewsInfo)).mail
    with pytest.raises(HallError, match="this hall sends no mails"):
        await ask_mail(hall, "dailies/sixes", "ann@dice.example")


def test_a_host_who_wants_mails_names_sender_origin_and_server() -> None:
    with pytest.raises(SetupError, match="the sender must be an address"):
        check_mail("the hall", "https://dice.example")
    with pytest.raises(SetupError, match="public --origin"):
        check_mail("hall@dice.example", "")
    assert check_server("mail.example") == ("mail.example", 25)
    assert check_server("mail.example:587") == ("mail.example", 587)
    for text in ("mail.example:", ":25", "mail.example:x", "mail.example:99999"):
        with pytest.raises(SetupError, match="a mail server is"):
            check_server(text)


async def test_a_password_goes_over_tls_only() -> None:
    async with posting() as post:
        mail = letter("hall@dice.example", "ann@dice.example", "Hello", "Hello", "https://dice.example/news/x")
        with pytest.raises(OSError, match="no TLS"):
            await asyncio.to_thread(send, ("127.0.0.1", post.port), ("hall", "secret"), mail)
    assert post.mails == []


async def test_of_two_stores_one_claims(any_db: str) -> None:
    """Whatever happens at the same time, a device is told once of each number."""
    stores = [Store(any_db)]
    await stores[0].open()
    if stores[0].has_peers:
        stores.append(Store(any_db))
        await stores[1].open()
    device = DeviceRow("phone", "https://push.example/x", "key", "secret", "en")
    await stores[0].note(add_wish, device, WishRow("turn", "table", "who", 1), 0)
    for number in (2, 3):
        asked = [store.run(claim, "turn", "table", ["who"], number) for store in stores * 4]
        assert [one for found in await asyncio.gather(*asked) for one in found] == [(device, "table")]
        hooks = [store.claim_hook("turn", "table", "who", number, 0) for store in stores * 4]
        assert (await asyncio.gather(*hooks)).count(True) == 1
    secrets = await asyncio.gather(*(store.secret("push", new_key) for store in stores * 3))
    assert len(set(secrets)) == 1
    for store in stores:
        await store.close()
