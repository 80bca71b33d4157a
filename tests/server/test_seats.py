"""A seat is whose token opens it at the moment a request is decided: nobody acts, sees or sets anything for another.

The store answers late here, so that what was asked before a seat changed hands is decided after it.
"""

from typing import Any

import pytest

from quincunx.core.naming import BOT_NAMES
from quincunx.games import game
from quincunx.protocol import (
    CLOSE_TRY_AGAIN,
    PROTOCOL,
    Act,
    Add,
    Commit,
    Fill,
    Hello,
    Leave,
    Offer,
    Open,
    Remove,
    Rename,
    Reveal,
    Start,
    Vary,
)
from quincunx.server import words
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.requests import sit, stand_in
from quincunx.server.hall.table import HOST_GONE_S
from quincunx.server.store.errors import StoreError
from quincunx.server.store.writes import WriteResult
from quincunx.table.answers import MOST_CLIENTS
from quincunx.table.ledger import Ledger
from quincunx.table.proof import player_commitment
from quincunx.table.steps import Acted, Added, Away, Entry, Offered, Opened, Removed, Renamed, Sat
from quincunx.table.verify import PROVED, Witness, verify
from tests.examples.pig import SPEC as PIG
from tests.server.still import Caller, StillTable

TRIES = 20


def kinds(heard: list[dict[str, Any]]) -> list[str]:
    return [message["type"] for message in heard]


def codes(heard: list[dict[str, Any]]) -> list[str]:
    return [message["code"] for message in heard if message["type"] in ("refused", "error")]


def settle(at: StillTable) -> None:
    """Everything that waits is stored."""
    while at.store.waiting:
        at.store.release()


def starting(at: StillTable, *tokens: str) -> list[Caller]:
    """The players of these tokens are connected, and the host has asked to start the match."""
    callers = [at.connect(token) for token in tokens]
    callers[0].say(Start(callers[0].id()))
    return callers


def started(at: StillTable, *tokens: str) -> list[Caller]:
    """The same, and it has begun."""
    callers = starting(at, *tokens)
    at.hall.loop.passes(at.ledger.counting(at.hall.now()) / 1000)
    assert at.ledger.status == "playing"
    for caller in callers:
        caller.hear()
    return callers


@pytest.mark.parametrize("number", range(TRIES))
def test_hello_during_ones_own_leave_is_welcomed_to_nothing(number: int) -> None:
    at = StillTable(game("lowdown"), 3)
    at.sit("Ann")
    token = at.sit("Bob")
    bob = at.connect(token)
    at.store.slow = True
    bob.say(Leave(bob.id()))
    ghost = at.connect(token)
    at.sit("Eve", 1)
    for _ in range(number):  # whatever else is on its way
        ghost.say(Rename(ghost.id(), "Mallory"))
    assert "welcome" not in kinds(ghost.hear())
    settle(at)
    heard = ghost.hear()
    assert "welcome" not in kinds(heard)
    assert codes(heard)[-1] == "token"
    assert ghost.connection.token is None
    assert at.ledger.chairs[1].name == "Eve"
    ghost.say(Rename(ghost.id(), "Mallory"))
    ghost.say(Leave(ghost.id()))
    settle(at)
    assert codes(ghost.hear()) == ["hello_first", "hello_first"]
    assert at.ledger.chairs[1].name == "Eve"


def test_who_has_gone_before_the_welcome_is_not_there() -> None:
    """A page that is closed or loaded again while a step is being stored."""
    at = StillTable(PIG)
    ann = at.connect(at.sit("Ann"))
    token = at.sit("Bob")
    at.store.slow = True
    ann.say(Rename(ann.id(), "Anne"))
    gone = at.connect(token)
    gone.close()
    settle(at)
    assert gone.hear() == []
    assert not at.table.connected(1)
    ann.close()
    assert at.table.is_idle


def test_a_table_is_kept_for_who_has_yet_to_say_hello() -> None:
    """Forgotten and read again for the next visitor, it would be two tables that do not hear of each other."""
    at = StillTable(PIG)
    token = at.sit("Ann")
    ann = Caller(at)
    assert not at.table.is_idle
    ann.say(Hello("another's", 0, protocol=PROTOCOL))
    assert codes(ann.hear()) == ["token"]
    assert not at.table.is_idle
    ann.say(Hello(token, 0, protocol=PROTOCOL))
    assert kinds(ann.hear()) == ["welcome"]
    ann.close()
    assert at.table.is_idle


def test_what_is_sent_together_with_leave_is_not_done() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    at.store.slow = True
    ann.say(Leave(ann.id()))
    ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    ann.say(Rename(ann.id(), "Nobody"))
    settle(at)
    assert not any(isinstance(entry.step, Acted | Renamed) for entry in at.store.kept)
    assert codes(ann.hear()) == ["seat", "seat"]
    assert at.ledger.host == 1


def test_messages_queued_before_ones_own_leave_do_nothing_to_the_next() -> None:
    at = StillTable(PIG, 3)
    at.sit("Ann")
    token = at.sit("Bob")
    bob, tab = at.connect(token), at.connect(token)
    at.store.slow = True
    bob.say(Leave(bob.id()))
    at.sit("Eve", 1)
    tab.say(Commit(tab.id(), 1, "00" * 32))
    tab.say(Rename(tab.id(), "Mallory"))
    tab.say(Leave(tab.id()))
    settle(at)
    assert codes(tab.hear()) == ["seat", "seat", "seat"]
    assert at.ledger.chairs[1].name == "Eve"
    assert at.ledger.rounds.commitments[1] is None


def test_who_leaves_is_a_spectator_before_anything_else_is_told() -> None:
    at = StillTable(game("lowdown"), 2)
    ann, bob = started(at, at.sit("Ann"), at.sit("Bob"))
    tab = at.connect(None)
    bob.say(Leave(bob.id()))
    told = bob.hear()
    assert told[-1]["you"] is None
    assert [message["you"] for message in told if message["type"] == "table"] == [None] * kinds(told).count("table")
    seat = at.ledger.actors[0]
    assert seat == 0
    actions = at.ledger.legal(0)
    tab.hear()
    words = at.ledger.spec.notation.format_action(at.ledger.view(0), 0, actions[0])
    ann.say(Act(ann.id(), at.ledger.seq, words))
    assert bob.ear.heard[-1] == tab.ear.heard[-1], "the same as for anyone who only watches"


def test_every_step_names_its_owner() -> None:
    at = StillTable(PIG)
    first = at.sit("Ann")
    ann = at.connect(first)
    ann.say(Leave(ann.id()))
    second, third = at.sit("Ann"), at.sit("Bob")
    again, bob = started(at, second, third)
    again.say(Act(again.id(), at.ledger.seq, "roll"))
    found = [(type(entry.step).__name__, entry.by) for entry in at.store.kept]
    assert found == [("Sat", 1), ("Opened", 1), ("Sat", 2), ("Sat", 3), ("Started", 2), ("Acted", 2)]
    assert [entry.step.owner for entry in at.store.kept if isinstance(entry.step, Sat)] == [1, 2, 3]
    bob.say(Rename(bob.id(), "Bobby"))
    assert at.store.kept[-1].by == 3


def test_the_host_sends_a_person_away_before_the_match() -> None:
    at = StillTable(PIG, 3)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    bob.say(Open(bob.id(), 0))
    assert codes(bob.hear()) == ["host"]
    ann.say(Open(ann.id(), 0))
    ann.say(Open(ann.id(), 2))
    assert codes(ann.hear()) == ["seat", "seat"]
    ann.say(Open(ann.id(), 1))
    assert at.store.kept[-1].step == Opened(1)
    assert at.store.kept[-1].by == 1
    assert bob.hear()[-1]["you"] is None
    bob.say(Rename(bob.id(), "Bob"))
    assert codes(bob.hear()) == ["seat"]
    at.sit("Eve", 1)
    at.sit("Cyd", 2)
    ann.say(Start(ann.id()))
    ann.say(Open(ann.id(), 1))
    assert codes(ann.hear())[-1] == "status"


def test_the_host_adds_seats_and_takes_empty_ones_away() -> None:
    at = StillTable(game("lowdown"), 3)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob", 2))
    bob.hear()
    ann.say(Add(ann.id()))
    assert [seat["kind"] for seat in bob.hear()[-1]["table"]["seats"]] == ["human", "empty", "human", "empty"]
    ann.say(Remove(ann.id(), 1))
    assert [entry.step for entry in at.store.kept[-2:]] == [Added(), Removed(1)]
    told = bob.hear()[-1]
    assert (told["you"], len(told["table"]["seats"]), len(told["table"]["dice"]["commitments"])) == (1, 3, 3)
    assert at.ledger.host == 0
    assert [at.table.connected(seat) for seat in range(3)] == [True, True, False]
    bob.say(Rename(bob.id(), "Bobby"))
    assert at.ledger.names == ["Ann", "Bobby", "seat 3"]


def test_seats_are_the_hosts_and_the_games() -> None:
    at = StillTable(game("lowdown"), 3)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob", 2))
    bob.say(Add(bob.id()))
    bob.say(Remove(bob.id(), 1))
    assert codes(bob.hear()) == ["host", "host"]
    ann.say(Remove(ann.id(), 2))
    ann.say(Remove(ann.id(), 5))
    ann.say(Remove(ann.id(), 1))
    ann.say(Fill(ann.id(), 0, "greedy"))
    ann.say(Add(ann.id()))
    ann.say(Remove(ann.id(), 2))
    assert codes(ann.hear()) == ["seat", "seat", "seat"]
    ann.say(Remove(ann.id(), 1))
    assert codes(ann.hear()) == ["seat"], "Bob has moved up to it"
    most = game("lowdown").seats[-1]
    for _ in range(most):
        ann.say(Add(ann.id()))
    assert len(at.ledger.chairs) == most
    assert codes(ann.hear())[-1] == "seat"
    pig = StillTable(PIG)
    callers = started(pig, pig.sit("Ann"), pig.sit("Bob"))
    callers[0].say(Add(callers[0].id()))
    callers[0].say(Remove(callers[0].id(), 1))
    assert codes(callers[0].hear()) == ["status", "status"]


def test_the_host_moves_up_with_the_others() -> None:
    at = StillTable(PIG, 3)
    eve = at.connect(at.sit("Eve"))
    ann = at.connect(at.sit("Ann"))
    eve.say(Leave(eve.id()))
    assert at.ledger.host == 1
    ann.say(Remove(ann.id(), 0))
    assert at.ledger.host == 0
    ann.say(Remove(ann.id(), 1))
    assert codes(ann.hear()) == ["seat"], "Pig is for two or more"


def committed(at: StillTable, caller: Caller, seat: int, meant: int | None = None) -> None:
    said = player_commitment(at.ledger.id, 1, seat, "f00d")
    caller.say(Commit(caller.id(), 1, said, meant))


def test_a_commitment_counts_for_the_seat_it_was_made_for() -> None:
    at = StillTable(PIG, 4)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob", 3))
    committed(at, ann, 0)
    committed(at, bob, 3)
    ann.say(Remove(ann.id(), 1))
    assert at.ledger.rounds.commitments[0] is not None
    assert at.ledger.rounds.commitments[1:] == (None, None), "Bob is asked anew"
    bob.hear()
    committed(at, bob, 3, meant=3)
    assert codes(bob.hear()) == ["stale"], "on its way while he moved up"
    committed(at, bob, 2, meant=2)
    ann.say(Remove(ann.id(), 1))
    committed(at, bob, 1, meant=1)
    assert at.ledger.rounds.stage == "reveal"
    ann.say(Add(ann.id()))
    assert codes(ann.hear())[-1] == "status", "not while players reveal"
    for caller in (ann, bob):
        caller.say(Reveal(caller.id(), 1, "f00d"))
    assert at.ledger.status == "playing"
    finish(at, [ann, bob])
    rebuilt = Ledger(PIG, at.row)
    for entry in at.store.kept:
        rebuilt.fold(entry)
    assert rebuilt.chain == at.ledger.chain
    assert rebuilt.transcript(at.store.kept) == at.ledger.transcript(at.store.kept)
    noted = Witness(chain=at.ledger.chain.hex(), entropy="f00d")
    assert verify(at.ledger.transcript(at.store.kept), lambda _: PIG, noted).verdict == PROVED


def test_another_person_becomes_host_one_who_is_there() -> None:
    at = StillTable(PIG, 4)
    ann = at.connect(at.sit("Ann"))
    at.sit("Bob")
    cyd = at.connect(at.sit("Cyd"))
    ann.say(Leave(ann.id()))
    assert at.ledger.host == 2
    assert cyd.hear()[-1]["table"]["host"] == 2
    cyd.say(Leave(cyd.id()))
    assert at.ledger.host == 1


def finish(at: StillTable, callers: list[Caller]) -> None:
    while at.ledger.status == "playing":
        seat = at.ledger.actors[0]
        words = "hold" if at.ledger.match is not None and at.ledger.match.objection(1, seat) is None else "roll"
        callers[seat].say(Act(callers[seat].id(), at.ledger.seq, words))


def test_an_absent_host_is_replaced_by_somebody_who_is_there() -> None:
    at = StillTable(PIG, 3)
    ann, bob, cyd = (at.connect(at.sit(name)) for name in ("Ann", "Bob", "Cyd"))
    ann.say(Start(ann.id()))
    bob.close()
    ann.close()
    at.hall.loop.passes(HOST_GONE_S - 1)
    cyd.say(Fill(cyd.id(), 0, "random"))
    assert codes(cyd.hear())[-1] == "host"
    at.hall.loop.passes(1.1)
    assert at.ledger.host == 2, "the first who is there"
    cyd.say(Fill(cyd.id(), 0, "random"))
    assert codes(cyd.hear()) == []
    assert at.ledger.chairs[0].is_away


def test_a_host_who_is_back_in_time_stays_host() -> None:
    at = StillTable(PIG)
    token = at.sit("Ann")
    ann, bob = at.connect(token), at.connect(at.sit("Bob"))
    ann.close()
    at.hall.loop.passes(HOST_GONE_S - 1)
    at.connect(token)
    at.hall.loop.passes(2 * HOST_GONE_S)
    assert at.ledger.host == 0
    bob.close()
    at.hall.loop.passes(2 * HOST_GONE_S)
    assert at.ledger.host == 0, "nobody else is there"


def test_a_host_who_never_comes_to_the_table_is_replaced() -> None:
    at = StillTable(PIG)
    at.sit("Ann")
    at.hall.loop.passes(100)
    at.connect(at.sit("Bob"))
    at.hall.loop.passes(HOST_GONE_S + 0.1)
    assert at.ledger.host == 1


def test_a_seat_that_another_process_has_given_is_known() -> None:
    at = StillTable(PIG)
    at.sit("Ann")
    other = Ledger(PIG, at.row)
    for entry in at.store.kept:
        other.fold(entry)
    at.store.kept.append(other.propose(sit(other, "Bob", hash_of("bobs"), None), 0))  # and no notice of it has come
    bob = at.connect("bobs")
    assert kinds(bob.hear()) == ["welcome"]
    reads = at.table.authority.reads
    stranger = at.connect("nobodys")
    assert codes(stranger.hear()) == ["token"]
    assert at.table.authority.reads == reads + 1


def test_no_token_is_refused_while_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    at = StillTable(PIG)

    async def silent(*_: object) -> list[Entry]:
        raise StoreError(words.DATABASE_SILENT())

    monkeypatch.setattr(at.store, "entries", silent)
    bob = at.connect("bobs")
    assert codes(bob.hear()) == []
    assert bob.ear.closed_with == CLOSE_TRY_AGAIN


def test_who_sits_down_while_the_host_leaves_does_not_become_host() -> None:
    at = StillTable(PIG, 3)
    ann, bob = (at.connect(at.sit(name)) for name in ("Ann", "Bob"))
    at.store.slow = True
    ann.say(Leave(ann.id()))
    at.sit("Eve")
    settle(at)
    assert [chair.name for chair in at.ledger.chairs] == ["Eve", "Bob", ""]
    assert at.ledger.host == 1
    assert bob.hear()[-1]["table"]["host"] == 1


def test_nobody_is_renamed_after_the_end() -> None:
    at = StillTable(PIG)
    callers = started(at, at.sit("Ann"), at.sit("Bob"))
    finish(at, callers)
    before = at.ledger.transcript()
    callers[1].hear()
    callers[1].say(Rename(callers[1].id(), "Winner"))
    assert codes(callers[1].hear()) == ["status"]
    assert at.ledger.transcript() == before


def test_a_rematch_is_offered_and_answered() -> None:
    at = StillTable(PIG, 3)
    callers = started(at, at.sit("Ann"), at.sit("Bob"), at.sit("Cyd"))
    finish(at, callers)
    callers[0].say(Offer(callers[0].id(), True))
    assert at.ledger.offers == [True, None, None]
    assert not at.hall.rematches
    callers[1].say(Offer(callers[1].id(), False))
    assert callers[0].hear()[-1]["table"]["offers"] == [True, False, None]
    callers[2].say(Offer(callers[2].id(), True))
    assert at.hall.rematches, "two want it, one does not"


def test_nobody_plays_the_next_match_alone_against_those_who_declined() -> None:
    at = StillTable(PIG, 3)
    callers = started(at, at.sit("Ann"), at.sit("Bob"), at.sit("Cyd"))
    finish(at, callers)
    callers[0].say(Offer(callers[0].id(), True))
    callers[1].say(Offer(callers[1].id(), False))
    callers[2].close()
    assert not at.hall.rematches
    callers[1].say(Offer(callers[1].id(), True))
    assert at.hall.rematches, "Bob has thought better of it, and who has gone is not waited for"


def test_who_has_gone_is_not_waited_for() -> None:
    at = StillTable(PIG)
    callers = started(at, at.sit("Ann"), at.sit("Bob"))
    finish(at, callers)
    callers[0].say(Offer(callers[0].id(), True))
    assert not at.hall.rematches
    callers[1].say(Leave(callers[1].id()))
    assert at.hall.rematches


def test_the_next_table_is_opened_by_the_process_that_took_the_last_answer() -> None:
    """Each of several opened one, and all but one of them stood in the lobby, full of people who never came."""
    at = StillTable(PIG)
    callers = started(at, at.sit("Ann"), at.sit("Bob"))
    finish(at, callers)
    callers[0].say(Offer(callers[0].id(), True))
    at.store.kept.append(at.ledger.propose(Offered(1, True), 5, by=1))
    at.table.authority.catch_up()
    assert at.ledger.offers == [True, True]
    assert not at.hall.rematches
    callers[0].say(Offer(callers[0].id(), True))
    assert at.hall.rematches, "should the other have died meanwhile"


# What bots are called


def test_bots_have_names_that_the_table_keeps() -> None:
    at = StillTable(game("phase10"), 4)
    host = at.connect(at.sit("Ann"))
    for seat in (1, 2, 3):
        host.say(Fill(host.id(), seat, "greedy"))
    names = at.ledger.names
    assert set(names[1:]) <= set(BOT_NAMES["greedy"])
    assert len(set(names)) == 4
    again = Ledger(at.ledger.spec, at.row)
    for entry in at.store.kept:
        again.fold(entry)
    assert again.names == names


def test_a_start_takes_empty_seats_away_and_the_hall_goes_on() -> None:
    at = StillTable(PIG, 4)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob", 2))
    committed(at, ann, 0)
    ann.say(Start(ann.id()))
    assert (at.ledger.seats, at.ledger.names, at.ledger.status) == (2, ["Ann", "Bob"], "waiting")
    assert codes(ann.hear()) == []
    stages = [at.ledger.rounds.stage]
    committed(at, bob, 1)
    stages.append(at.ledger.rounds.stage)
    assert stages == ["commit", "reveal"], "Bob has moved up, and commits for his new seat"


def test_a_start_with_too_few_players_says_how_many_are_needed() -> None:
    at = StillTable(PIG, 3)
    ann = at.connect(at.sit("Ann"))
    ann.say(Start(ann.id()))
    refused = ann.hear()[-1]
    assert (refused["code"], refused["reason"][0], at.ledger.seats) == ("seat", "hall.too_few", 3)
    bob = at.connect(at.sit("Bob"))
    bob.say(Start(bob.id()))
    assert codes(bob.hear()) == ["host"]


def test_the_host_changes_variants_before_the_match() -> None:
    spec = game("popalotsy")
    at = StillTable(spec, 2)
    ann, bob = at.connect(at.sit("Ann")), at.connect(at.sit("Bob"))
    assert at.table.info().race
    bob.say(Vary(bob.id(), {"form": "turns"}))
    ann.say(Vary(ann.id(), {"form": "never"}))
    ann.say(Vary(ann.id(), {"none": "such"}))
    assert (codes(bob.hear()), codes(ann.hear())) == (["host"], ["rules", "rules"])
    ann.say(Vary(ann.id(), {"form": "turns"}))
    assert at.table.info().variants["form"] == "turns"
    assert not at.table.info().race
    committed(at, ann, 0)
    committed(at, bob, 1)
    ann.say(Vary(ann.id(), {"form": "race"}))
    assert codes(ann.hear()) == ["status"], "the players are revealing"


# Messages that come again


def test_a_message_that_comes_again_is_answered_as_before() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    message = Act("tab.1", at.ledger.seq, "roll")
    ann.say(message)
    seq = at.ledger.seq
    ann.hear()
    ann.say(message)
    assert [(said["type"], said["seq"]) for said in ann.hear()] == [("ack", seq)]
    assert at.ledger.seq == seq


def test_an_old_message_is_refused_whatever_was_forgotten() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    for number in range(1, 40):
        ann.say(Rename(f"tab.{number}", f"Ann {number}"))
    ann.hear()
    seq = at.ledger.seq
    for number in range(1, 40):
        ann.say(Rename(f"tab.{number}", "Again"))
    heard = ann.hear()
    assert codes(heard) == ["old"] * 31
    assert kinds(heard)[31:] == ["ack"] * 8
    assert at.ledger.seq == seq
    rebuilt = Ledger(PIG, at.row)
    for entry in at.store.kept:
        rebuilt.fold(entry)
    with pytest.raises(Exception, match="answered before"):
        rebuilt.answered(1, "tab.3")
    assert rebuilt.answered(1, "tab.39") == seq
    assert rebuilt.answered(1, "tab.40") is None


def test_no_number_of_tabs_locks_a_player_out_and_what_came_from_old_ones_is_old() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    for number in range(3 * MOST_CLIENTS):
        ann.say(Rename(f"tab{number}.1", f"Ann {number}"))
        ann.say(Rename(f"faithful.{number + 1}", f"Ann {number}."))
    assert codes(ann.hear()) == []
    for number in range(3 * MOST_CLIENTS):
        ann.say(Rename(f"tab{number}.1", "Again"))
        ann.say(Rename(f"tab{number}.2", "Once more")) if number < MOST_CLIENTS else None
    heard = ann.hear()
    assert set(codes(heard)) == {"old"}
    assert codes(heard).count("old") == 4 * MOST_CLIENTS - 4, "the last four are answered as before"
    assert "ain" not in at.ledger.names[0]


def test_an_owner_has_so_many_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.table.answers.MOST_RETIRED", 6)
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    for number in range(MOST_CLIENTS + 10):
        ann.say(Rename(f"tab{number}.1", f"Ann {number}"))
    assert codes(ann.hear()) == ["limit"] * 5  # the first was used to start


def test_what_is_refused_because_it_could_not_be_stored_is_not_done_later() -> None:
    """A player who is away comes back by acting: that is two steps, and the first may fail."""
    at = StillTable(PIG, away="bot")
    ann, bob = started(at, at.sit("Ann"), at.sit("Bob"))
    at.table.authority.submit(Chore(lambda _: stand_in(at.ledger, 0)))
    at.store.slow = True
    ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    at.store.release(WriteResult.FAILED)
    settle(at)
    assert codes(ann.hear()) == ["store"]
    assert not any(isinstance(entry.step, Acted) for entry in at.store.kept)
    ann.say(Act(ann.id(), at.ledger.seq, "roll"))
    settle(at)
    assert [type(entry.step) for entry in at.store.kept[-2:]] == [Away, Acted]
    assert kinds(bob.hear())[-1] == "update"


def test_what_could_not_be_stored_may_be_sent_again() -> None:
    at = StillTable(PIG)
    ann, _ = started(at, at.sit("Ann"), at.sit("Bob"))
    at.store.slow = True
    message = Rename("tab.1", "Zoe")
    ann.say(message)
    at.store.release(WriteResult.FAILED)
    assert codes(ann.hear()) == ["store"]
    assert at.ledger.names[0] == "Ann"
    ann.say(message)
    settle(at)
    assert at.ledger.names[0] == "Zoe"


def test_a_former_owners_message_is_not_acknowledged() -> None:
    at = StillTable(PIG, 3)
    at.sit("Ann")
    token = at.sit("Bob")
    bob = at.connect(token)
    bob.say(Rename("tab.1", "Bobby"))
    bob.say(Leave("tab.2"))
    bob.hear()
    bob.say(Rename("tab.1", "Bobby"))
    assert codes(bob.hear()) == ["seat"]


def test_a_tables_queue_is_bounded() -> None:
    at = StillTable(PIG)
    token = at.sit("Ann")
    ann = at.connect(token)
    at.store.slow = True
    for _ in range(260):
        ann.say(Rename(ann.id(), "Zoe"))
    assert 40 < codes(ann.hear()).count("busy") < 70
    settle(at)
    assert at.ledger.seat_of(hash_of(token)) == 0
