"""How long bots take in a race."""

import random
from statistics import median

import pytest

from quincunx.bots.reactions import FIRST_LOOK, reaction_ms
from quincunx.core.match import Match
from quincunx.games import game

POPALOTSY = game("popalotsy")


def usual(match: Match, bot: str) -> float:
    dice = random.Random(1)
    return median(reaction_ms(match, bot, dice) for _ in range(2000))


@pytest.fixture
def match() -> Match:
    """Everybody has looked at the dice, and one has dropped a card."""
    found = Match(POPALOTSY, 3, seed=1)
    found.push(found.legal_actions(0)[0], 0)
    return found


@pytest.mark.parametrize("bot", POPALOTSY.bot_names)
def test_every_level_has_its_own_reaction_time(match: Match, bot: str) -> None:
    assert usual(match, bot) == pytest.approx(POPALOTSY.reactions_ms[bot], rel=0.05)


def test_reactions_differ_as_those_of_people_do(match: Match) -> None:
    dice = random.Random(2)
    times = sorted(reaction_ms(match, "greedy", dice) for _ in range(2000))
    assert times[100] < 0.6 * times[1000] < 1.7 * times[1000] < times[1900]


def test_first_everyone_looks_at_the_dice(match: Match) -> None:
    begun = Match(POPALOTSY, 3, seed=1)
    assert usual(begun, "greedy") == pytest.approx(FIRST_LOOK * usual(match, "greedy"))


@pytest.mark.parametrize("bot", ["mymodule:MyBot", "perfect"])
def test_a_bot_that_the_game_does_not_know_takes_as_long_as_the_usual_one(match: Match, bot: str) -> None:
    assert usual(match, bot) == usual(match, "greedy")


def test_playouts_and_speeds_for_simulation_do_not_matter_here(match: Match) -> None:
    assert usual(match, "master:400") == usual(match, "master")
