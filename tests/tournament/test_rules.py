"""Who may do what in a tournament, and when."""

import pytest

from quincunx.tournament.state import Tournament
from quincunx.tournament.steps import (
    BOT,
    HOST,
    AnyStep,
    Begun,
    Closed,
    Continued,
    Ended,
    Joined,
    Paused,
    Terms,
    Withdrawn,
    decode_step,
    encode_step,
)


def tournament(*steps: AnyStep, rounds: int = 2) -> Tournament:
    """Two players, and what happened after they joined."""
    made = Tournament(Terms("sixes", 2, rounds), 0)
    for step in (Joined(1, "Ann", "a"), Joined(2, "Bob", "b"), *steps):
        assert made.objection(step, None if isinstance(step, Ended | Joined) else HOST) is None
        made.apply(step, 5)
    return made


FIRST = Begun(1, [[1, 2]], ["x"])
SECOND = Begun(2, [[2, 1]], ["y"])
RESULT = Ended(0, [1, 2], [3, 2])


def test_rounds_follow_each_other_to_the_end() -> None:
    made = tournament()
    seen = [made.status]
    for step in (FIRST, RESULT, SECOND, RESULT):
        assert made.objection(step, None) is None
        made.apply(step, 7)
        seen.append(made.status)
    assert seen == ["waiting", "playing", "break", "playing", "over"]
    assert made.since == 7


@pytest.mark.parametrize(
    ("made", "step", "by", "why"),
    [
        (tournament(), FIRST, 1, "host"),
        (tournament(), Begun(2, [[1, 2]], ["x"]), HOST, "stale"),
        (tournament(), Begun(1, [[1, BOT]], ["x"]), HOST, "stale"),
        (tournament(), Begun(1, [[1, 2], [2, BOT]], ["x", "y"]), HOST, "stale"),
        (tournament(), Begun(1, [[1, 2], [BOT, BOT]], ["x", "y"]), HOST, "stale"),
        (tournament(), Begun(1, [[1, 2]], []), HOST, "stale"),
        (tournament(FIRST), SECOND, HOST, "status"),
        (tournament(Withdrawn(2)), Begun(1, [[1, BOT]], ["x"]), HOST, "status"),
        (tournament(Paused()), FIRST, None, "status"),
        (tournament(), RESULT, None, "status"),
        (tournament(FIRST), RESULT, HOST, "host"),
        (tournament(FIRST), Ended(1, [1, 2], [3, 2]), None, "stale"),
        (tournament(FIRST), Ended(0, [1], [3, 2]), None, "stale"),
        (tournament(FIRST), Ended(0, [1, 2], [3, 2], [2]), None, "stale"),
        (tournament(), Joined(2, "Cid", "c"), None, "stale"),
        (tournament(), Joined(3, "Bob", "c"), None, "stale"),
        (tournament(Closed(), rounds=3), Joined(3, "Cid", "c"), None, "status"),
        (tournament(FIRST, RESULT, SECOND), Joined(3, "Cid", "c"), None, "status"),
        (tournament(), Withdrawn(2), 1, "host"),
        (tournament(), Withdrawn(3), HOST, "status"),
        (tournament(Withdrawn(2)), Withdrawn(2), HOST, "status"),
        (tournament(), Paused(), None, "host"),
        (tournament(Paused()), Paused(), HOST, "status"),
        (tournament(), Continued(), HOST, "status"),
        (tournament(), Closed(), 2, "host"),
        (tournament(FIRST, Closed()), Closed(), HOST, "status"),
        (tournament(FIRST, RESULT, Closed()), SECOND, HOST, "status"),
    ],
)
def test_what_is_refused(made: Tournament, step: AnyStep, by: int | None, why: str) -> None:
    refusal = made.objection(step, by)
    assert refusal is not None
    assert refusal.code == why
    assert str(refusal.reason)


def test_a_host_may_begin_a_round_while_paused() -> None:
    assert tournament(Paused()).objection(FIRST, HOST) is None


def test_players_leave_and_others_come_late() -> None:
    made = tournament(FIRST, Withdrawn(2), Joined(3, "Cid", "c"), RESULT)
    assert [player.number for player in made.active] == [1, 3]
    assert made.objection(Withdrawn(1), 1) is None
    assert [player.joined for player in made.players] == [0, 0, 1]
    entrants = {each.number: each for each in made.entrants()}
    assert entrants[1].sat == [1, 0]
    assert entrants[1].met[2] == 1
    assert not +entrants[3].met


def test_a_closed_tournament_ends_with_its_round() -> None:
    assert tournament(FIRST, Closed()).status == "playing"
    assert tournament(FIRST, Closed(), RESULT).status == "over"
    assert tournament(Closed()).status == "over"


def test_dice_are_sealed_until_the_round_is_over() -> None:
    made = tournament(Begun(1, [[1, BOT], [2, BOT]], ["x", "y"]), Ended(0, [1, 2], [3, 2]))
    assert made.is_sealed(1)
    made.apply(Ended(1, [1, 2], [3, 2]), 9)
    assert not made.is_sealed(1)
    assert made.is_sealed(2)


def test_only_the_last_table_of_a_round_is_watched() -> None:
    made = Tournament(Terms("sixes", 2, 2), 0)
    for number, name in enumerate(("Ann", "Bob", "Cyd", "Dan"), 1):
        made.apply(Joined(number, name, name), 5)
    assert not made.may_watch(1, "x"), "another process has begun the round"
    made.apply(Begun(1, [[1, 2], [3, 4]], ["x", "y"]), 5)
    assert not made.may_watch(1, "x")
    made.apply(RESULT, 5)
    assert (made.may_watch(1, "x"), made.may_watch(1, "y")) == (False, True)
    made.apply(Ended(1, [1, 2], [3, 2]), 5)
    assert made.may_watch(1, "x")
    assert not made.may_watch(2, "z")


@pytest.mark.parametrize("step", [FIRST, RESULT, Joined(1, "Ann", "a"), Withdrawn(2), Paused(), Continued(), Closed()])
def test_steps_are_text_both_ways(step: AnyStep) -> None:
    assert decode_step(encode_step(step)) == step
