"""Being at a table together: clocks that run out, phrases, and matches that everyone has left."""

from typing import Any

import pytest

from quincunx.protocol import Act, Back, CreateTable, Leave, React, Rename, Start, Undo
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Allowances, Limits
from quincunx.server.door.visitors import invitation_of
from quincunx.server.hall import hall as hall_module
from quincunx.server.hall.info import summary_of
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import opened, wait_for
from tests.server.still import Caller, StillTable
from tests.server.test_seats import codes, finish, started

CLOCK = 20


def timed(**settings: Any) -> tuple[StillTable, list[Caller]]:
    at = StillTable(PIG, clock=CLOCK, **settings)
    return at, started(at, at.sit("Ann"), at.sit("Bob"))


# Clocks


def test_when_the_clock_runs_out_a_bot_plays_on_and_says_so() -> None:
    at, (ann, bob) = timed()
    at.hall.loop.passes(CLOCK - 1)
    assert at.ledger.chairs[0].bot is None
    at.hall.loop.passes(1.1)
    assert at.ledger.chairs[0].bot is not None
    seat = bob.hear()[-1]["table"]["seats"][0]
    assert (seat["away"], seat["level"], seat["connected"]) == (True, at.ledger.chairs[0].bot, True)
    assert ann.hear()[-1]["you"] == 0, "the seat is still Ann's"


def test_who_is_back_has_all_the_time_again() -> None:
    at, (ann, _) = timed()
    at.hall.loop.passes(CLOCK + 0.1)
    ann.say(Back(ann.id()))
    assert at.ledger.chairs[0].bot is None
    at.hall.loop.passes(CLOCK - 1)
    assert at.ledger.chairs[0].bot is None
    at.hall.loop.passes(1.1)
    assert at.ledger.chairs[0].bot is not None
    ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    assert at.ledger.chairs[0].bot is None, "who acts is back, too"


def test_every_decision_has_all_the_time_whatever_landed_before_it() -> None:
    at, people = timed()
    seat = -1
    while at.ledger.actors != [seat]:  # until a roll lets the same player go on
        (seat,) = at.ledger.actors
        at.hall.loop.passes(CLOCK - 1)
        people[seat].say(Act(people[seat].id(), at.ledger.seq, "roll"))
    assert at.table.clocks.deadline(seat) == CLOCK * 1000
    at.hall.loop.passes(5)
    people[seat].say(Rename(people[seat].id(), "Anna"))
    assert at.table.clocks.deadline(seat) == (CLOCK - 5) * 1000, "another name is no decision"


def test_nobody_gains_time_by_taking_an_action_back() -> None:
    at, people = timed()
    seat = -1
    while at.ledger.actors != [seat]:  # until there is something to hold
        (seat,) = at.ledger.actors
        people[seat].say(Act(people[seat].id(), at.ledger.seq, "roll"))
    player = people[seat]
    for used in (6, 12, 18):
        at.hall.loop.passes(5)
        player.say(Act(player.id(), at.ledger.seq, "hold"))
        assert at.table.clocks.deadline(1 - seat) == CLOCK * 1000
        at.hall.loop.passes(3)  # in which the other thinks
        player.say(Undo(player.id(), at.ledger.seq))
        at.hall.loop.passes(1)
        assert at.table.clocks.deadline(seat) == (CLOCK - used) * 1000
    at.hall.loop.passes(CLOCK - 18 + 0.1)
    assert at.ledger.chairs[seat].bot is not None


def test_nobody_comes_back_who_is_there() -> None:
    _, (ann, bob) = timed()
    ann.say(Back(ann.id()))
    bob.say(Back(bob.id()))
    assert codes(ann.hear()) == codes(bob.hear()) == ["seat"]


def test_a_bot_plays_for_who_has_left_when_the_clock_has_run_out() -> None:
    at, (ann, _) = timed()
    ann.say(Leave(ann.id()))
    assert at.ledger.chairs[0].bot is None
    at.hall.loop.passes(CLOCK + 0.1)
    assert at.ledger.chairs[0].bot is not None
    assert at.ledger.chairs[0].left


def test_without_a_clock_a_table_waits_for_days() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    ann.close()
    at.hall.loop.passes(5 * 86_400)
    assert at.ledger.chairs[0].bot is None


def test_a_table_says_whose_turn_it_is_and_since_when() -> None:
    at = StillTable(PIG)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    info = at.table.info()
    assert (info.to_act, info.since) == ([], info.created)
    at.hall.loop.passes(100)
    ann.say(Start(ann.id()))
    began = at.table.info()
    assert (began.to_act, began.since) == ([0], at.hall.now())
    at.hall.loop.passes(100)
    ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    assert at.table.info().since == began.since + 100_000
    finish(at, [ann, bob])
    assert at.table.info().to_act == []


# Phrases


@pytest.fixture
def pig() -> StillTable:
    at = StillTable(PIG)
    at.hall.allowances = Allowances(Limits(), at.hall.loop.time)
    return at


def test_a_phrase_is_told_to_everyone_and_stored_nowhere(pig: StillTable) -> None:
    token = pig.sit("Bob")
    watcher, bob = pig.connect(None), pig.connect(token)
    watcher.hear()
    steps = len(pig.store.kept)
    bob.say(React(bob.id(), "well_played"))
    assert watcher.hear() == [{"type": "reaction", "seat": 0, "reaction": "well_played"}]
    assert len(pig.store.kept) == steps
    watcher.say(React(watcher.id(), "hello"))
    assert codes(watcher.hear()) == ["seat"]


def test_a_seat_may_not_say_too_much_however_many_tabs_it_has(pig: StillTable) -> None:
    token = pig.sit("Ann")
    tabs = [pig.connect(token) for _ in range(4)]
    for number in range(12):
        tab = tabs[number % 4]
        tab.say(React(tab.id(), "ouch"))
    refused = [code for tab in tabs for code in codes(tab.hear())]
    assert refused == ["busy"] * (12 - int(Limits().reactions_burst))
    pig.hall.loop.passes(60 / Limits().reactions_a_minute + 0.1)
    tabs[0].say(React(tabs[0].id(), "oops"))
    assert codes(tabs[0].hear()) == []


# The lobby


def test_the_others_are_told_who_has_gone() -> None:
    at = StillTable(PIG)
    ann, bob = started(at, at.sit("Ann"), at.sit("Bob"))
    bob.close()
    assert [seat["connected"] for seat in ann.hear()[-1]["table"]["seats"]] == [True, False]


def test_what_everyone_has_left_is_over_for_the_lobby() -> None:
    at = StillTable(PIG, 3)
    callers = started(at, *(at.sit(name) for name in ("Ann", "Bob", "Cyd")))
    for caller in callers[:2]:
        caller.say(Leave(caller.id()))
    assert summary_of(at.ledger).status == "playing"
    callers[2].say(Leave(callers[2].id()))
    assert summary_of(at.ledger).status == "over"


async def test_a_table_without_its_players_leaves_the_list_and_comes_back_with_them(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "TOUCH_S", 0.05)
    async with opened(config) as hall:
        clock, later = hall.hall.now, [0]
        monkeypatch.setattr(hall.hall, "now", lambda: clock() + later[0])
        told: list[list[str]] = []
        hall.hall.lobby_watchers.add(lambda tables: told.append([line.id for line in tables]))
        given = await hall.client.open_table(CreateTable("pig", 2, "Ann"))

        def is_listed() -> bool:
            return bool(told) and given.table in told[-1]

        def pass_by() -> None:
            later[0] += 2000 * hall_module.LOBBY_S
            told.clear()

        async with hall.client.watch(given.table, given.token):
            await wait_for(is_listed)
            pass_by()
            await wait_for(is_listed)
        pass_by()
        await wait_for(lambda: told and not is_listed())
        async with hall.client.watch(given.table):
            told.clear()
            await wait_for(lambda: len(told) > 2)
            assert given.table not in set().union(*told), "who only watches does not count"
            async with hall.client.watch(given.table, given.token):
                await wait_for(is_listed)


# Invitations


@pytest.mark.parametrize(
    ("host", "network", "origin"),
    [
        ("127.0.0.1:8000", "http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("localhost:8000", "http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("[::1]:8000", "http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("127.0.0.1:8000", None, "http://127.0.0.1:8000"),
        ("dice.local:8000", "http://192.168.1.5:8000", "http://dice.local:8000"),
    ],
)
def test_an_invitation_leads_to_where_others_find_the_hall(host: str, network: str | None, origin: str) -> None:
    scope = {"scheme": "http", "client": ("127.0.0.1", 5), "headers": [(b"host", host.encode())]}
    assert invitation_of(scope, HallConfig("sqlite://", network=network)) == origin


async def test_the_hall_says_where_others_find_it(config: HallConfig) -> None:
    config.network = "http://192.0.2.7:8000"
    async with opened(config) as hall:
        told = await hall.client.hall()
    assert (told.network, told.build) == ("http://192.0.2.7:8000", hall.hall.build)
