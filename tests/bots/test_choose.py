"""A bot's answer at one moment of a match."""

import pytest

from quincunx import GAMES, Match, SetupError, game
from quincunx.bots import bot_key, check_bot, choose, default_bot, levels
from quincunx.core.spec import GameSpec
from quincunx.sim.arena import ArenaPlan
from quincunx.sim.simulate import Plan
from quincunx.tui.players import players_for


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_bot_chooses_a_legal_action_from_its_view(spec: GameSpec) -> None:
    match = Match(spec, max(2, spec.seats[0]), seed=5)
    for step in range(40):
        if match.is_over:
            break
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        for name in spec.reflex_names:
            assert choose(spec, name, match.view(seat), seat, legal, bot_key("5", len(match), seat)) in legal
        name = spec.reflex_names[step % len(spec.reflex_names)]
        match.push(choose(spec, name, match.view(seat), seat, legal, bot_key("5", len(match), seat)), seat)


def test_the_same_moment_of_the_same_seed_gives_the_same_choice() -> None:
    match = Match(game("phase10"), 2, seed=1)
    seat = match.actor

    def at(seed: str, moment: int) -> int:
        return choose(match.spec, "random", match.view(seat), seat, match.legal_actions(), bot_key(seed, moment, seat))

    assert at("a", 3) == at("a", 3)
    assert len({at("a", 3), at("a", 4), at("b", 3), at("b", 4)}) > 1


def test_an_unknown_bot_is_named_with_those_that_exist() -> None:
    with pytest.raises(SetupError, match="no bot 'clever'; it has random, greedy"):
        check_bot(game("phase10"), "clever")


def test_the_opponent_of_someone_who_names_none_is_greedy() -> None:
    assert default_bot(game("phase10")) == "greedy"


def test_perfect_plays_alone_by_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tables:
        def best_action(self, view: object) -> int:
            return 5

    spec = game("phase10")
    monkeypatch.setattr("quincunx.solvers.solved.is_built", lambda spec, view=None: True)
    monkeypatch.setattr("quincunx.bots.perfect_player", lambda spec: Tables())
    match = Match(spec, 1, seed=1)
    assert choose(spec, "perfect", match.view(0), 0, match.legal_actions(0), bot_key("1", 0, 0)) == 5
    assert levels(spec, 1)[-1] == "perfect"
    assert "perfect" not in levels(spec, 2)
    assert Plan.of(spec, seats=1, bots=["perfect"], matches=1).bots == ("perfect",)
    assert [player.bot for player in players_for(spec, 1, ["perfect"], [])] == ["perfect"]
    for refused in (
        lambda: Plan.of(spec, bots=["perfect", "greedy"]),
        lambda: ArenaPlan.of(spec, ["perfect", "greedy"]),
        lambda: players_for(spec, 2, ["perfect"], []),
    ):
        with pytest.raises(SetupError, match="only alone at the table"):
            refused()


def test_perfect_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.solvers.solved.is_built", lambda spec, view=None: False)
    with pytest.raises(SetupError, match="quincunx solve phase10 builds them"):
        check_bot(game("phase10"), "perfect", 1)
    with pytest.raises(SetupError, match="is not solved"):
        check_bot(game("lowdown"), "perfect", 2)
