"""Matches without their luck: the same matches, the same mean, less variance, whatever the values are."""

import dataclasses
import json
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quincunx import GAMES, SetupError
from quincunx.cli import run
from quincunx.core import loops
from quincunx.core.bots import Bots, Search
from quincunx.core.defaults import UNKNOWN
from quincunx.core.spec import GameSpec
from quincunx.sim.arena import Arena, ArenaPlan, run_arena
from quincunx.sim.batch import Batch
from quincunx.sim.ratings import Pairing, Unlucky, Verdict, verdict
from quincunx.sim.unlucky import UnluckyBatch
from quincunx.solvers.valuing import UNIT
from tests.examples.pig import SPEC, bots
from tests.examples.pig.rules import TARGET, State
from tests.sim.test_arena import figures, played


def sensible(root: State, state: State, seat: int, knowledge: Any) -> float:
    """Chances by scores, when the next turn begins."""
    if state.turn == root.turn:
        return UNKNOWN
    ahead = 0.5 + (state.score[seat] - state.score[1 - seat]) / (2.0 * TARGET)
    return min(max(ahead, 0.0), 1.0)


def absurd(root: State, state: State, seat: int, knowledge: Any) -> float:
    """Chances by whether scores are even."""
    return UNKNOWN if state.turn == root.turn else (state.score[seat] % 2) * 1.0


@cache
def pig_with(outlook: Any) -> GameSpec:
    """Pig with such an outlook; one for all tests, so that it is compiled once."""
    spec = dataclasses.replace(SPEC, slug=f"pig-{outlook.__name__}")
    search = Search(policy="greedy", margin=40, playouts=60, outlook=outlook)
    spec.__dict__["_bots"] = Bots({"greedy": bots.greedy}, search=search)
    return spec


PIG = pig_with(sensible)


def shares(results: Any, seats: int) -> Any:
    first = results[:, loops.RESULTS : loops.RESULTS + seats] == 1
    return first / first.sum(axis=1, keepdims=True)


def check_mean_is_nothing(luck: Any) -> None:
    error = luck.std(axis=0) / sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * error + 1e-9).all()


@pytest.mark.parametrize("by_rolls", [False, True])
@pytest.mark.parametrize("lineup", [("greedy", "greedy"), ("random", "greedy")])
@pytest.mark.parametrize("outlook", [sensible, absurd])
def test_luck_is_nothing_on_average_whatever_the_values(outlook: Any, lineup: tuple[str, ...], by_rolls: bool) -> None:
    batch = UnluckyBatch(pig_with(outlook), 2, lineup, replays=3, by_rolls=by_rolls)
    results, luck = batch.results_and_luck(5, 0, 1500)
    check_mean_is_nothing(luck / UNIT)
    assert np.abs(luck.sum(axis=1)).max() < UNIT * (0.01 if outlook is sensible else 1000)
    raw, rest = shares(results, 2), shares(results, 2) - luck / UNIT
    error = (luck / UNIT).std(axis=0) / sqrt(len(luck))
    assert (np.abs(raw.mean(axis=0) - rest.mean(axis=0)) < 4 * error).all()


@pytest.mark.parametrize("by_rolls", [False, True])
def test_good_values_take_variance_off_and_leave_the_matches(by_rolls: bool) -> None:
    batch = UnluckyBatch(PIG, 2, ("greedy",), replays=7, duplicate=True, by_rolls=by_rolls)
    results, luck = batch.results_and_luck(1, 0, 400)
    plain, _ = Batch(PIG, 2, ("greedy",), duplicate=True).results(1, 0, 400)
    assert (results[:, loops.RESULTS :] == plain[:, loops.RESULTS :]).all()
    assert shares(results, 2).var() > 2 * (shares(results, 2) - luck / UNIT).var()


def at_every_second_turn(root: State, state: State, seat: int, knowledge: Any) -> float:
    return UNKNOWN if root.turn == state.turn or state.turn == 0 else sensible(root, state, seat, knowledge)


def test_replays_may_end_elsewhere_than_the_trials_of_an_analysis() -> None:
    """Whatever the analysis takes a position for, `replayed` decides."""
    spec = pig_with(absurd)
    other = dataclasses.replace(spec, slug="pig-replayed")
    search = dataclasses.replace(spec.search, replayed=at_every_second_turn)  # type: ignore[type-var]
    other.__dict__["_bots"] = Bots({"greedy": bots.greedy}, search=search)
    results, luck = UnluckyBatch(other, 2, ("greedy",), replays=7).results_and_luck(1, 0, 400)
    check_mean_is_nothing(luck / UNIT)
    assert shares(results, 2).var() > 2 * (shares(results, 2) - luck / UNIT).var()
    _, absurdly = UnluckyBatch(spec, 2, ("greedy",), replays=7).results_and_luck(1, 0, 400)
    assert shares(results, 2).var() < (shares(results, 2) - absurdly / UNIT).var()


def test_a_game_without_chances_keeps_its_luck() -> None:
    with pytest.raises(SetupError, match="Pig has no win chances"):
        ArenaPlan.of(SPEC, ("random", "greedy"), replays=4)
    with pytest.raises(SetupError, match="0 times or more, not -1"):
        ArenaPlan.of(PIG, ("random", "greedy"), replays=-1)


def plan(**settings: Any) -> ArenaPlan:
    wanted: dict[str, Any] = {"bots": ("random", "greedy"), "matches": 1000, "seed": 3, "replays": 4}
    return dataclasses.replace(ArenaPlan.of(SPEC, **(wanted | settings | {"replays": 0})), spec=PIG, replays=4)


def test_an_arena_tells_both_scores_and_they_agree() -> None:
    arena = played(plan(bots=("greedy", "tests.bots.own:careful"), matches=400))
    pairing = arena.pairing(0, 1)
    assert pairing.unlucky is not None
    assert pairing.unlucky.count == pairing.count == 200
    assert abs(pairing.unlucky.score - pairing.score) < 2.5 * pairing.error
    assert pairing.unlucky.error < pairing.error
    assert pairing.fewer is not None
    assert pairing.fewer > 1.5
    assert [rating.bot for rating in arena.unlucky_ratings] == [rating.bot for rating in arena.ratings]
    wider, narrower = arena.ratings[0], arena.unlucky_ratings[0]
    assert narrower.high - narrower.low < wider.high - wider.low
    read = arena.to_json()["pairings"][0]
    assert read["times_fewer_matches"] == pairing.fewer
    assert read["without_luck"]["low"] < read["without_luck"]["rate"] < read["without_luck"]["high"]


def test_a_break_changes_nothing(tmp_path: Path) -> None:
    state = tmp_path / "arena.json"
    for arena in run_arena(plan(), state=state):
        assert arena.played
        break
    assert figures(played(plan(), state=state)) == figures(played(plan()))
    with pytest.raises(SetupError, match="replays is 4, not 0"):
        next(run_arena(dataclasses.replace(plan(), replays=0), state=state))


def test_seen_by_the_other_bot_it_is_the_rest() -> None:
    scores = [3 * UNIT // 2, 4 * UNIT, -UNIT // 5, 2 * UNIT]
    found = Unlucky(4, sum(scores), sum(score * score for score in scores))
    others = [4 * UNIT - score for score in scores]
    assert found.turned() == Unlucky(4, sum(others), sum(score * score for score in others))
    assert found.variance == pytest.approx(np.var([score / (4 * UNIT) for score in scores], ddof=1))


def test_verdicts_come_earlier_without_luck() -> None:
    """A score of 54 % in so few groups is not enough with the luck in it."""
    arena = Arena(plan(until_sure=True))
    lucky = Pairing(each=2)
    lucky.groups.update({0: 20, 2: 52, 4: 28})
    assert verdict(lucky) is Verdict.OPEN
    scores = [int(4 * UNIT * share) for share in (0.50, 0.54, 0.58)] * 33
    lucky.unlucky = Unlucky(99, sum(scores), sum(score * score for score in scores))
    arena.pairings[0, 1] = lucky
    assert arena.verdict(0, 1) is Verdict.FIRST


def test_the_command_shows_both(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "popalotsy", "--bots", "greedy,expert", "--matches", "8", "--workers", "1", "--replays", "2"]
    assert run(line) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "luck removed" in told
    assert "the mean of 2 replays" in told
    assert run([*line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ratings_without_luck"]


@pytest.mark.slow
@pytest.mark.parametrize("by_rolls", [False, True])
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_luck_is_nothing_on_average_in_every_game(spec: GameSpec, by_rolls: bool) -> None:
    for seats in {2, min(4, spec.seats[-1])}:
        lineup = ["greedy", "expert", "random", "greedy"][:seats]
        _, luck = UnluckyBatch(spec, seats, lineup, replays=2, by_rolls=by_rolls).results_and_luck(9, 0, 500)
        check_mean_is_nothing(luck / UNIT)
