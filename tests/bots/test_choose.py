"""A bot's answer at one moment of a match."""

import pytest

from quincunx import GAMES, Match, SetupError, game
from quincunx.bots import bot_key, check_bot, choose, default_bot
from quincunx.core.spec import GameSpec


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_bot_chooses_a_legal_action_from_its_view(spec: GameSpec) -> None:
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    for step in range(40):
        if match.is_over:
            break
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        for name in spec.reflex_names:
            assert choose(spec, name, match.view(seat), seat, legal, bot_key("5", len(match))) in legal
        name = spec.reflex_names[step % len(spec.reflex_names)]
        match.push(choose(spec, name, match.view(seat), seat, legal, bot_key("5", len(match))), seat)


def test_the_same_moment_of_the_same_seed_gives_the_same_choice() -> None:
    match = Match(game("phase10"), 2, seed=1)
    seat = match.actor

    def at(seed: str, moment: int) -> int:
        return choose(match.spec, "random", match.view(seat), seat, match.legal_actions(), bot_key(seed, moment))

    assert at("a", 3) == at("a", 3)
    assert len({at("a", 3), at("a", 4), at("b", 3), at("b", 4)}) > 1


def test_an_unknown_bot_is_named_with_those_that_exist() -> None:
    with pytest.raises(SetupError, match="no bot 'clever'; it has random, greedy"):
        check_bot(game("phase10"), "clever")


def test_the_opponent_of_someone_who_names_none_is_greedy() -> None:
    assert default_bot(game("phase10")) == "greedy"
