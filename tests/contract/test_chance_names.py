"""What search and duplicate dice stand on: names of landings, and guesses that a seat cannot tell from the truth."""

import random

import pytest

from quincunx import Match
from quincunx.core.defaults import NO_NAME
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.link import fillings_of
from quincunx.core.position import flaws
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from tests.contract.games import SPECS, every_game_with_secrets, every_setting

NAMED = [spec for spec in SPECS if spec.landing_name is not None]


def test_games_with_and_without_names_of_landings_are_under_contract() -> None:
    assert 0 < len(NAMED) < len(SPECS)


@every_setting
def test_no_two_landings_of_a_match_have_the_same_name(spec: GameSpec, seats: int, variants: dict[str, str]) -> None:
    if spec.landing_name is None:
        assert fillings_of(spec)["landing_name"](None) == NO_NAME
        return
    match = Match(spec, seats, variants=variants, settle=False)
    names: set[int] = set()
    acted = False
    for who, what in Batch(spec, seats, (spec.reflex_names[-1],), variants=variants).record(5, 1, 1500):
        if match.awaits_chance:
            name = spec.landing_name(match.state)
            if name == NO_NAME:
                assert not acted, "only what comes before any decision may have no name"
            else:
                assert 0 <= name < 2**63
                assert name not in names
                names.add(name)
            match.land(what)
        else:
            acted = True
            match.push(what, who)
    assert names


def landed_by_name(spec: GameSpec, bots: tuple[str, ...]) -> dict[int, tuple[list[int], int]]:
    """Of each landing with a name the weights that it had, and what landed."""
    assert spec.landing_name is not None
    match = Match(spec, 2, settle=False)
    landed = {}
    for who, what in Batch(spec, 2, bots, duplicate=True).record(5, 1):
        if match.awaits_chance:
            landed[spec.landing_name(match.state)] = (match.odds(), what)
            match.land(what)
        else:
            match.push(what, who)
    landed.pop(NO_NAME, None)
    return landed


@pytest.mark.parametrize("spec", NAMED, ids=lambda spec: spec.slug)
def test_duplicate_dice_do_not_follow_from_decisions(spec: GameSpec) -> None:
    """Whatever the bots do, a die of the same name lands the same; cards too, as far as the pile is the same."""
    one, other = landed_by_name(spec, ("random", "greedy")), landed_by_name(spec, ("greedy", "random"))
    shared = [name for name in one.keys() & other.keys() if one[name][0] == other[name][0]]
    assert len(shared) > 10
    assert all(one[name] == other[name] for name in shared)
    assert len({outcome for _, outcome in one.values()}) > 3


def test_without_duplicate_dice_decisions_shift_the_luck() -> None:
    spec = SPECS[0]
    assert Batch(spec, 2, ("greedy",)).record(5, 1) != Batch(spec, 2, ("greedy",), duplicate=True).record(5, 1)


@every_game_with_secrets
def test_a_guess_looks_like_the_truth(spec: GameSpec) -> None:
    """The view of a guess is the view it was made from, and the guess is a position that can be."""
    assert spec.secrets is not None
    rng = random.Random(3)
    key = [0] * KEY_WORDS
    guessed = 0
    for seats in (spec.seats[0], spec.seats[-1]):
        match = Match(spec, seats, settle=False, seed=2)
        for step in range(400):
            if match.is_over:
                match = Match(spec, seats, settle=False, seed=step)
            for seat in range(seats):
                view = match.view(seat)
                truth = view.duplicate()
                seed_key(key, 1, step * seats + seat)
                spec.secrets.guess(view, seat, key, truth)
                assert not flaws(spec, truth)
                seen = truth.duplicate()
                spec.rules.view(truth, seat, seen)
                assert seen.to_bytes() == view.to_bytes()
                guessed += truth != match.state
            if match.awaits_chance:
                match.roll()
            else:
                seat = rng.choice(match.actors)
                match.push(rng.choice(match.legal_actions(seat)), seat)
    assert guessed > 50, "a guess is hardly ever another state"
