"""Simulations: the same figures on any number of workers, and figures that are those of the matches."""

import json

import pytest

from quincunx import Match, SetupError, game
from quincunx.sim.batch import Batch
from quincunx.sim.simulate import CHUNK, Plan, simulate
from tests.examples import pig

MATCHES = 2 * CHUNK + 30


def plan(matches: int = MATCHES, **settings: object) -> Plan:
    return Plan.of(pig.SPEC, matches=matches, **({"bots": ("greedy", "random"), "seed": 7} | settings))  # type: ignore[arg-type]  # settings of all kinds


@pytest.fixture(scope="module")
def simulated() -> str:
    return json.dumps(simulate(plan()).to_json())


def test_the_same_seed_gives_the_same_figures(simulated: str) -> None:
    assert json.dumps(simulate(plan()).to_json()) == simulated


def test_any_number_of_workers_gives_the_same_figures(simulated: str) -> None:
    assert json.dumps(simulate(plan(), workers=2).to_json()) == simulated


def test_another_seed_gives_other_figures(simulated: str) -> None:
    assert json.dumps(simulate(plan(seed=8)).to_json()) != simulated


def test_progress_hears_of_every_match() -> None:
    heard: list[int] = []
    simulate(plan(), progress=heard.append)
    assert heard == [CHUNK, CHUNK, 30]


def test_compiled_figures_are_those_of_the_matches_played_again_one_by_one() -> None:
    simulation = simulate(plan(20))
    plain = Batch(pig.SPEC, 2, ("greedy", "random"), mode="plain")
    points: list[list[int]] = [[], []]
    wins = [0, 0]
    events = []
    for number in range(20):
        match = Match(pig.SPEC, 2, settle=False)
        for who, what in plain.record(7, number):
            if match.awaits_chance:
                match.land(what)
            else:
                match.push(what, who)
        assert match.is_over
        events.append(len(match))
        for row in match.standings():
            points[row.seat].append(row.points)
            wins[row.seat] += row.place == 1
    for seat in (0, 1):
        assert sorted(simulation.tally.points[seat].elements()) == sorted(points[seat])
        assert simulation.tally.wins[seat][1] == wins[seat]
    assert sorted(simulation.tally.events.elements()) == sorted(events)


def test_the_better_bot_wins_clearly() -> None:
    simulation = simulate(plan())
    assert simulation.wins(0).low > 0.8
    assert simulation.wins(0).rate + simulation.wins(1).rate == pytest.approx(1)


def test_who_acts_first_is_seat_0_where_the_rules_say_so() -> None:
    simulation = simulate(plan())
    assert simulation.first_to_act == simulation.wins(0)


def test_matches_that_go_on_too_long_are_cut_off_and_said_so() -> None:
    simulation = simulate(plan(limit=5))
    assert (simulation.tally.matches, simulation.tally.cut_off) == (MATCHES, MATCHES)
    assert simulation.points(0) is None
    assert simulation.wins(0)[1:] == (0, 1)
    read = simulation.to_json()
    assert read["cut_off"] == MATCHES
    assert read["events"] is None


def test_a_match_that_ends_with_the_last_event_allowed_is_not_cut_off() -> None:
    longest = simulate(plan(30)).events
    assert longest is not None
    assert simulate(plan(30, limit=longest.most)).tally.cut_off == 0
    assert simulate(plan(30, limit=longest.most - 1)).tally.cut_off == 1


def test_a_game_s_own_figures_are_told() -> None:
    simulation = simulate(plan())
    assert list(simulation.to_json()["figures"]) == list(pig.SPEC.part("figures").NAMES)
    assert list(simulation.to_json()["summary"].items()) == [
        (str(name), str(said)) for name, said in simulation.summary
    ]


def test_one_bot_serves_all_seats_and_bots_decide_the_seats() -> None:
    assert plan(seats=3, bots=("random",)).bots == ("random",) * 3
    assert plan(bots=("random", "greedy", "random")).seats == 3
    assert Plan.of(game("phase10")).seats == 2


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"seats": 1}, "Pig is for 2 to 4 seats, not 1"),
        ({"seats": 3}, "2 bots for 3 seats"),
        ({"bots": ("shark",)}, "no bot 'shark'"),
        ({"matches": 0}, "at least one match"),
        ({"seed": -1}, "a seed is"),
        ({"seed": 2**63}, "a seed is"),
        ({"variants": {"length": "short"}}, "no variant 'length'"),
    ],
)
def test_what_cannot_be_simulated_is_said(settings: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        plan(**settings)  # type: ignore[arg-type]  # settings of all kinds


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_numbers_that_the_generator_cannot_take_are_refused_in_every_mode(mode: str) -> None:
    batch = Batch(pig.SPEC, 2, mode=mode)
    for seed, number in ((2**63, 0), (-1, 0), (0, -1), (0, 2**63)):
        with pytest.raises(SetupError, match="is a whole number from 0"):
            batch.playouts(seed, number, 1)
        with pytest.raises(SetupError, match="is a whole number from 0"):
            batch.record(seed, number)
    assert batch.playouts(2**63 - 1, 0, 1) > (0, 0)


def test_there_is_no_other_mode() -> None:
    with pytest.raises(SetupError, match="the mode of a batch"):
        Batch(pig.SPEC, 2, mode="fast")
