"""The search that serves all games, on Pig: the same answer for the same key, within its budget, from a view alone."""

from dataclasses import replace
from typing import Any

import pytest

from quincunx import Match, SetupError, game
from quincunx.bots import bot_key, choose, searcher
from quincunx.bots.advice import Choice, advise, read_position, sentence
from quincunx.core.bots import Budget
from quincunx.core.defaults import UNKNOWN
from quincunx.core.errors import NotationError
from quincunx.games.phase10.rules import grand_total
from quincunx.sim.batch import Batch
from quincunx.solvers.search import Searcher, Weighed, search_of
from tests.examples import pig

HOLD = 1


@pytest.fixture(scope="module")
def compiled() -> Searcher:
    found: Searcher = searcher(pig.SPEC)
    return found


def at(brought: int, mine: int = 0, theirs: int = 0) -> Match:
    state: Any = pig.SPEC.state()
    state.seats, state.brought, state.score = 2, brought, [mine, theirs, 0, 0]
    return Match(pig.SPEC, 2, start=state)


def weighed(found: Searcher, match: Match, budget: Budget, key: int = 0) -> list[Weighed]:
    return found.weigh(match.view(0), 0, bot_key("search", key, 0), budget)


def test_interpreted_and_compiled_search_alike(compiled: Searcher) -> None:
    plain = Searcher(pig.SPEC, mode="plain")
    for brought in (3, 18, 30):
        assert weighed(plain, at(brought), Budget(playouts=40)) == weighed(compiled, at(brought), Budget(playouts=40))


def test_a_key_decides_the_answer(compiled: Searcher) -> None:
    one, again, other = (weighed(compiled, at(18), Budget(playouts=60), key) for key in (1, 1, 2))
    assert one == again
    assert one != other


def test_playouts_are_counted(compiled: Searcher) -> None:
    for playouts in (20, 200):
        found = weighed(compiled, at(18), Budget(playouts=playouts))
        assert sum(one.tries for one in found) == playouts
        assert all(one.error > 0 for one in found)


def test_the_error_that_is_told_is_that_of_the_wins(compiled: Searcher) -> None:
    """What trials are worth varies less: a half of it is the lead, of which every match has some."""
    advice = advise(pig.SPEC, at(18).state, budget=Budget(playouts=400))
    for one in advice.choices:
        assert one.error == pytest.approx((one.value * (1 - one.value) / (one.tries - 1)) ** 0.5)
    assert all(one.error < one.wins_error for one in weighed(compiled, at(18), Budget(playouts=400)))


def test_it_holds_what_wins_and_rolls_what_is_too_little(compiled: Searcher) -> None:
    assert weighed(compiled, at(10, 90, 95), Budget(playouts=200))[0].action == HOLD
    assert weighed(compiled, at(10, 90, 95), Budget(playouts=200))[0].wins == 1
    assert weighed(compiled, at(2, 0, 95), Budget(playouts=400))[0].action != HOLD


def test_what_is_done_without_a_search_is_done_unless_something_is_clearly_better(compiled: Searcher) -> None:
    """At 19 Pig's bot rolls on, at 20 it holds; a try or two prove nothing against that."""
    for brought, usual in ((19, 1 - HOLD), (20, HOLD)):
        for key in range(8):
            assert weighed(compiled, at(brought), Budget(playouts=2), key)[0].action == usual
    assert weighed(compiled, at(30, 65, 99), Budget(playouts=400))[0].action != HOLD  # 95 against 99 would lose


KNOWN = {"sixes": "rounds", "lowdown": "turn", "mixeddoubles": "turn"}
"""The games whose trials end in chances that are known, and what must have changed."""


@pytest.mark.parametrize(
    ("slug", "seats"), [("sixes", 2), *((slug, seats) for slug in ("lowdown", "mixeddoubles") for seats in (2, 3, 4))]
)
def test_trials_end_where_the_chance_to_win_is_known(slug: str, seats: int) -> None:
    """Somebody wins; with three or more that is not the chance to come before the best of the others."""
    spec = game(slug)
    estimate = search_of(spec).estimate
    assert estimate is not None
    match = Match(spec, seats, seed=3)
    known = 0
    root = match.state.duplicate()
    while not match.is_over and known < 3:
        seat = match.actors[0]
        match.push(
            choose(spec, "greedy", match.view(seat), seat, match.legal_actions(seat), bot_key("far", len(match), seat)),
            seat,
        )
        chances = [estimate(root, match.state, seat, spec.knowledge) for seat in range(seats)]
        assert estimate(match.state, match.state, 0, spec.knowledge) == UNKNOWN
        if chances[0] != UNKNOWN:
            assert getattr(match.state, KNOWN[slug]) != getattr(root, KNOWN[slug])
            assert sum(chances) == pytest.approx(1, abs=1e-6 if seats == 2 else 0.02)
            assert all(0 < chance < 1 for chance in chances)
            known += 1
            root = match.state.duplicate()
    assert known == 3


def test_trials_of_phase_10_end_with_the_turn_in_company_and_with_the_match_alone() -> None:
    """In company leads do not count then; alone they are all that counts."""
    spec = game("phase10")
    found = Searcher(spec)
    dice = 10
    for seats in (2, 1):
        match = Match(spec, seats, seed=2)
        view, events = match.view(match.actors[0]), found.events
        best = found.weigh(view, match.actors[0], bot_key("turn", 0, 0), Budget(playouts=50))[0]
        assert (found.events - events <= 50 * (dice + 1 + dice)) == (seats == 2)
        assert (best.worth == pytest.approx(best.wins, abs=1e-4)) == (seats == 2)


def test_seconds_are_kept(compiled: Searcher) -> None:
    """Not a bar, which benchmarks measure: only that the clock ends it, and something was tried before."""
    assert sum(one.tries for one in weighed(compiled, at(18), Budget(seconds=0.05))) > 0


def test_master_is_asked_in_a_simulation_and_beats_chance() -> None:
    batch = Batch(pig.SPEC, 2, ("master:60", "random"))
    results, _ = batch.results(4, 0, 12)
    assert sum(results[:, 4] == 1) >= 8
    again, _ = Batch(pig.SPEC, 2, ("master:60", "random")).results(4, 0, 12)
    assert (results == again).all()


def test_advice_is_best_first_with_a_reason() -> None:
    advice = advise(pig.SPEC, at(10, 90, 95).state, budget=Budget(playouts=400))
    assert [choice.text for choice in advice.choices] == ["hold", "roll"]
    assert str(advice.why).startswith("hold: wins 100.0 ± 0.0 %. Next best: roll, wins ")
    assert advice.to_json()["choices"][0]["value"] == 1
    over = at(0)
    over.state.stage = 2
    with pytest.raises(SetupError, match="there is no choice here"):
        advise(pig.SPEC, over.state)
    with pytest.raises(SetupError, match="not seat 1's move"):
        advise(pig.SPEC, at(0).state, seat=1)


def test_advice_says_so_when_what_comes_to_more_is_not_proved_better() -> None:
    usual, other = Choice(0, "roll", 0.50, 0.03, 0.0, 90), Choice(1, "hold", 0.51, 0.03, 0.0, 90)
    why = sentence([usual, other], alone=False)
    assert str(why) == ("roll: wins 50.0 ± 3.0 %. hold: wins 51.0 ± 3.0 %, but the trials do not prove it better.")
    assert "Next best: roll, wins 50.0" in str(sentence([other, usual], alone=False))
    assert "Next best: hold, wins 50.0" in str(sentence([usual, replace(usual, text="hold")], alone=False))


def test_people_may_say_a_position_of_phase_10() -> None:
    spec = game("phase10")
    state = read_position(spec, "8 8 5 6 9 10 W W 3 1, phase 3, 2 rolls left, total 80")
    assert (state.phase[0], state.rolls, grand_total(state, 0)) == (2, 1, 80)
    assert read_position(spec, Match(spec, 1, start=state).position()) == state
    for text, reason in (
        ("8 8 8 10 W W 3 2 1 4, phase 1, 2 rolls left", "6 dice show W or 1 to 4, but 4 dice have these numbers"),
        ("8 8, phase 1", "ten dice lie on the table, not 2"),
        ("8 8 5 6 9 10 W W 3 1, phase 11", "a phase is a whole number from 1 to 10"),
        ("8 8 5 6 9 10 W W 3 1, 3 rolls left", "rolls left is a whole number from 1 to 2"),
        ("8 8 5 6 9 10 W W 3 1, phase 8", "needs the colours"),
        ("8 8 5 6 9 10 W W 3 1, phase 2, total 500", "1 phase brings"),
    ):
        with pytest.raises(NotationError, match=reason):
            read_position(spec, text)
