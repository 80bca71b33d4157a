"""Arenas: the same figures however they are shared out or interrupted, ratings, intervals and the sequential test."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from quincunx import SetupError
from quincunx.cli import run
from quincunx.core.messages import english
from quincunx.sim.arena import Arena, ArenaPlan, orders, run_arena
from quincunx.sim.arena_report import _notes
from quincunx.sim.ratings import (
    BETTER,
    EVEN,
    CommonGroups,
    Pairing,
    Verdict,
    bradley_terry,
    interval_of,
    likelihood_ratio,
    verdict,
)
from quincunx.sim.statistics import DEVIATIONS
from tests.examples import pig


def plan(**settings: object) -> ArenaPlan:
    wanted: dict[str, object] = {"bots": ("random", "greedy", "tests.bots.own:careful"), "matches": 60, "seed": 3}
    return ArenaPlan.of(pig.SPEC, **(wanted | settings))  # type: ignore[arg-type]  # settings of all kinds


def played(wanted: ArenaPlan, **how: object) -> Arena:
    arena = Arena(wanted)
    for arena in run_arena(wanted, **how):  # type: ignore[arg-type]  # noqa: B007  # the last one
        pass
    return arena


def figures(arena: Arena) -> str:
    return json.dumps(arena.to_json())


def pairing(*groups: int) -> Pairing:
    """So often 0, ¼, ½, ¾ and 1."""
    return Pairing(Counter(dict(enumerate(groups))), Counter({0: 1, 2: 1}))


def test_every_order_of_seats_plays_the_same_dice() -> None:
    assert orders((0, 1)) == [(0, 1), (1, 0)]
    assert orders((4, 5, 6)) == [(4, 5, 6), (5, 6, 4), (6, 4, 5), (6, 5, 4), (5, 4, 6), (4, 6, 5)]
    assert orders((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_variance_that_was_not_removed_is_not_claimed() -> None:
    luck = Arena(plan(bots=("random", "greedy")))
    luck.pairings[0, 1] = Pairing(Counter({2: 10}), Counter({0: 10, 2: 10}))
    assert "that removed 100 % of the variance" in english(_notes(luck))
    luck.pairings[0, 1] = Pairing(Counter({0: 5, 4: 5}), Counter({0: 10, 2: 10}))
    assert "that did not reduce the variance" in english(_notes(luck))


def test_who_meets_whom() -> None:
    assert plan().lineups == [(0, 1), (0, 2), (1, 2)]
    assert plan(seats=3).lineups == [(0, 1, 2)]
    assert plan(seats=4).lineups == [(0, 1, 0, 1), (0, 2, 0, 2), (1, 2, 1, 2)]


def test_a_break_and_two_workers_change_nothing(tmp_path: Path) -> None:
    whole = played(plan(matches=1000))
    state = tmp_path / "arena.json"
    for arena in run_arena(plan(matches=1000), state=state):
        assert sum(arena.played.values()) > 0
        break
    again = played(plan(matches=1000), state=state, workers=2)
    assert figures(again) == figures(whole)
    assert whole.ratings[-1].bot == "random"
    assert interval_of(whole.pairing(1, 0)).low > 0.8
    assert whole.pairing(0, 1).score == pytest.approx(1 - whole.pairing(1, 0).score)


def test_an_arena_that_has_nothing_left_to_play_tells_what_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "arena.json"
    whole = played(plan(), state=state)
    assert figures(played(plan(), state=state)) == figures(whole)
    line = [
        "arena",
        "sixes",
        "--bots",
        "random,greedy",
        "--matches",
        "10",
        "--workers",
        "1",
        "--replays",
        "0",
        "--json",
    ]
    told = []
    for _ in range(2):
        assert run([*line, "--state", str(tmp_path / "sixes.json")]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]


def test_a_state_of_another_arena_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "arena.json"
    played(plan(bots=("random", "greedy")), state=state)
    with pytest.raises(SetupError, match="of another arena: seed is 3, not 4"):
        next(run_arena(plan(bots=("random", "greedy"), seed=4), state=state))
    state.write_text("{")
    with pytest.raises(SetupError, match="is not a state of an arena"):
        next(run_arena(plan(), state=state))


def test_three_seats_and_more_are_compared_place_by_place() -> None:
    arena = played(plan(seats=3, matches=90))
    assert arena.pairing(0, 1).each == 6
    assert arena.pairing(0, 1).count == 15
    assert arena.ratings[-1].bot == "random"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"bots": ("random",)}, "at least two bots"),
        ({"bots": ("random", "random")}, "named once"),
        ({"bots": ("random", "shark")}, "no bot 'shark'"),
        ({"seats": 1}, "Pig is for 2 to 4 seats"),
        ({"matches": 0}, "at least one match"),
    ],
)
def test_what_cannot_be_an_arena_is_said(settings: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        plan(**settings)


def test_ratings_of_two_are_the_odds_of_their_score() -> None:
    """Three to one, with a drawn group more, is a factor of three in strength: 190.85 points apart."""
    ratings = bradley_terry(("a", "b"), {(0, 1): pairing(1000, 0, 0, 0, 3000)})
    assert [rating.bot for rating in ratings] == ["b", "a"] or ratings[0].bot == "a"
    assert ratings[0].points - ratings[1].points == pytest.approx(190.85, abs=0.2)
    assert ratings[0].points + ratings[1].points == pytest.approx(0)
    assert ratings[0].low < ratings[0].points < ratings[0].high


def test_bounds_of_ratings_hold_where_comparisons_hang_together() -> None:
    """Three at a table whose places follow from strengths and luck: ratings vary as much as their bounds say, no more.

    Without what comparisons at one table have in common the bounds would be a tenth too narrow.
    """
    rng = np.random.default_rng(3)
    pairs = list(combinations(range(3), 2))
    found, reach, apart = [], [], []
    for _ in range(400):
        shown = np.array([0.6, 0.0, -0.6]) + rng.gumbel(size=(120, 3))
        points = {(a, b): [2 * int(better) for better in shown[:, a] > shown[:, b]] for a, b in pairs}
        pairings = {pair: Pairing(Counter(row), Counter(row), each=1) for pair, row in points.items()}
        shared = {
            (one, other): CommonGroups(
                120, sum(points[one]), sum(points[other]), int(np.dot(points[one], points[other]))
            )
            for one, other in combinations(pairs, 2)
        }
        ratings = {rating.bot: rating for rating in bradley_terry("abc", pairings, shared)}
        found.append([ratings[bot].points for bot in "abc"])
        reach.append([ratings[bot].high - ratings[bot].points for bot in "abc"])
        without = {rating.bot: rating for rating in bradley_terry("abc", pairings)}
        apart.append([without[bot].high - without[bot].points for bot in "abc"])
    real = DEVIATIONS * np.std(found, axis=0)
    assert np.mean(reach, axis=0) == pytest.approx(real, rel=0.1)
    assert np.mean(apart) < 0.92 * np.mean(real)


def test_nobody_is_infinitely_strong() -> None:
    ratings = bradley_terry(("a", "b"), {(0, 1): pairing(0, 0, 0, 0, 50)})
    assert 500 < ratings[0].points - ratings[1].points < 1000


def test_what_duplicate_dice_remove() -> None:
    even = Pairing(Counter({2: 100}), Counter({0: 100, 2: 100}))
    assert even.removed == pytest.approx(1)
    independent = Pairing(Counter({0: 25, 2: 50, 4: 25}), Counter({0: 100, 2: 100}))
    assert independent.removed == pytest.approx(0)


def test_the_sequential_test_waits_decides_and_calls_it_level() -> None:
    assert verdict(pairing(0, 0, 0, 0, 8)) is Verdict.OPEN
    assert verdict(pairing(10, 20, 40, 30, 20)) is Verdict.OPEN
    assert verdict(pairing(100, 400, 1000, 700, 400)) is Verdict.FIRST
    assert verdict(pairing(400, 700, 1000, 400, 100)) is Verdict.SECOND
    assert verdict(pairing(2000, 4000, 8000, 4000, 2000)) is Verdict.LEVEL


def test_more_pairings_need_more_proof() -> None:
    close = pairing(160, 320, 800, 380, 200)
    assert verdict(close, 1) is Verdict.FIRST
    assert verdict(close, 40) is Verdict.OPEN


def test_the_likelihood_ratio_is_that_of_the_normal_approximation() -> None:
    found = pairing(10, 20, 40, 30, 20)
    variance = found.error**2 * found.count
    one, other = ((found.score - score) ** 2 / (2 * variance) for score in (EVEN, BETTER))
    assert likelihood_ratio(found) == pytest.approx(found.count * (one - other))


def test_equal_bots_are_rarely_called_unequal() -> None:
    """Looked at after every sixteen groups, up to 1,600: wrong in at most 5 % of 200 arenas, give or take chance."""
    rng = random.Random(5)
    wrong = 0
    for _ in range(200):
        found = Pairing()
        for _ in range(100):
            found.groups.update(rng.choices(range(5), (1, 2, 4, 2, 1), k=16))
            said = verdict(found)
            if said is not Verdict.OPEN:
                break
        wrong += said in (Verdict.FIRST, Verdict.SECOND)
    assert wrong <= 17


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "arena",
        "sixes",
        "--bots",
        "random,greedy",
        "--matches",
        "8",
        "--workers",
        "1",
        "--seed",
        "2",
        "--replays",
        "0",
    ]
    plot = tmp_path / "ratings.png"
    assert run([*words, "--plot", str(plot)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Battle of the Sixes: 8 matches of 2" in told
    assert "of the variance" in told
    assert plot.stat().st_size > 1000
    assert run([*words, "--json", "--until-sure"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert [rating["bot"] for rating in read["ratings"]] == ["greedy", "random"]
    assert read["pairings"][0]["groups"] == 4
