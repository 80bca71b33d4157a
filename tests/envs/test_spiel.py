"""OpenSpiel's own tests over our games, and its algorithms on them."""

import copy
import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from quincunx import Match
from quincunx.core.errors import ChanceError, IllegalAction
from quincunx.core.fields import format_fields
from quincunx.core.seats import CHANCE
from quincunx.envs.features import features_of
from quincunx.envs.spiel import UNSEEN, Playing, name_of, register
from quincunx.games import GAMES

NAMES = register()
QUICK = ("quincunx_sixes", "quincunx_mixeddoubles")
SHORT = {"limit": 400}


def random_state(name: str, seed: int, depth: int, **parameters: object) -> pyspiel.State:
    rng = random.Random(seed)
    state = pyspiel.load_game(name, parameters).new_initial_state()
    for _ in range(depth):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def middle_state(name: str, seed: int, depth: int) -> pyspiel.State:
    """That deep in a random match, or in the middle of one that is shorter."""
    length = len(random_state(name, seed, 2 * depth).history())
    return random_state(name, seed, length // 2)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, SHORT), 1, False, True)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_api_test(name: str) -> None:
    """Its own classes over our game; the module reads the list of games when it is imported, so after `register`."""
    flags.FLAGS(["tests"], known_only=True)
    from open_spiel.integration_tests import api_test

    flags.FLAGS["test_only_games"].value = f"{name}$"
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in api_test._create_test_case_classes()
    )
    assert suite.countTestCases() >= 5
    outcome = unittest.TestResult()
    suite.run(outcome)
    assert outcome.testsRun == suite.countTestCases()
    assert [text for _, text in outcome.failures + outcome.errors] == []
    assert outcome.skipped == []


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_a_playthrough_is_generated_and_replayed(name: str, tmp_path: Path) -> None:
    flags.FLAGS(["tests"], known_only=True)
    text = generate_playthrough.playthrough(f"{name}(limit=150)", None, seed=3)
    assert text.count("action: ") > 10
    path = tmp_path / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual == text


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_what_all_can_see_and_what_one_knows_alone(slug: str) -> None:
    """A public observation is the same whatever is hidden; a private one holds only what others do not see."""
    rng = np.random.RandomState(5)
    kinds = pyspiel.PrivateInfoType
    game = pyspiel.load_game(f"quincunx_{slug}")
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.NONE))
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True, private_info=kinds.NONE))
    private = make_observation(game, pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    told = 0
    for depth in range(60, 90):
        state = random_state(f"quincunx_{slug}", 9, depth)
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, rng.random_sample)
            for observation in (public, recalled):
                assert observation.string_from(other, player) == observation.string_from(state, player)
                assert observation.string_from(state, 0) == observation.string_from(state, 1)
            assert private.string_from(other, player) == private.string_from(state, player)
            told += bool(private.string_from(state, player))
    assert told > 5


def test_alone_at_the_table() -> None:
    game = pyspiel.load_game("quincunx_phase10", {"players": 1, "limit": 600})
    pyspiel.random_sim_test(game, 1, False, True)
    assert game.num_players() == 1


def a_step(state: pyspiel.State, rng: random.Random) -> None:
    state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("most", [False, True], ids=["usual seats", "all seats"])
def test_compiled_steps_are_those_of_a_match(name: str, most: bool) -> None:
    """After each event: who acts, what may happen, features and text of every seat, by the interpreted rules."""
    rng = random.Random(3)
    game = pyspiel.load_game(name)
    if most:
        game = pyspiel.load_game(name, {"players": game.get_type().max_num_players})
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state, features = game.new_initial_state(), features_of(game.spec)
    match = Match(game.spec, game.num_players(), variants=game.variants, settle=False)
    seen: list[list[int]] = [[] for _ in range(game.num_players())]
    for _ in range(150):
        assert str(state) == match.position()
        assert (state.is_terminal(), state.is_chance_node()) == (match.is_over, match.awaits_chance)
        for seat in range(game.num_players()):
            recalled.set_from(state, seat)
            np.testing.assert_array_equal(recalled.dict["observation"], features.encode(match.view(seat), seat))
            known = " ".join(map(str, seen[seat]))
            assert recalled.string_from(state, seat) == f"{seat} {format_fields(match.view(seat))} | {known}"
        if match.is_over:
            break
        if match.awaits_chance:
            who, weights = CHANCE, match.odds()
            outcomes = [(side, weight / sum(weights)) for side, weight in enumerate(weights) if weight]
            assert state.chance_outcomes() == outcomes
        else:
            who = match.actors[0]
            assert state.current_player() == who
            assert state.legal_actions() == match.legal_actions(who)
        what = rng.choice(state.legal_actions())
        for seat in range(game.num_players()):
            seen[seat] += (who, what if match.sees(seat, who, what) else UNSEEN)
        state.apply_action(what)
        if who == CHANCE:
            match.land(what)
        else:
            match.push(what, who)
    assert list(state.match.events) == list(match.events)


@pytest.mark.parametrize("name", NAMES)
def test_answers_to_python_are_openspiels_own(name: str) -> None:
    rng, state = random.Random(4), pyspiel.load_game(name, {"limit": 120}).new_initial_state()
    own = pyspiel.State
    while not state.is_terminal():
        assert state.is_chance_node() == own.is_chance_node(state)
        assert state.legal_actions() == own.legal_actions(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == own.legal_actions(state, player)
        a_step(state, rng)
    assert state.legal_actions() == own.legal_actions(state) == []
    assert len(state.history()) <= 120


def test_what_cannot_happen_is_refused_and_changes_nothing() -> None:
    state = random_state("quincunx_sixes", 1, 30)
    while not state.is_chance_node():
        a_step(state, random.Random(1))
    before = str(state)
    with pytest.raises(ChanceError):
        state._apply_action(6)
    assert str(state) == before
    while state.is_chance_node():
        a_step(state, random.Random(1))
    before, legal = str(state), state.legal_actions()
    for action in {*range(-1, 80)} - {*legal}:
        with pytest.raises(IllegalAction):
            state._apply_action(action)
    with pytest.raises(ChanceError):
        state.chance_outcomes()
    assert (str(state), state.legal_actions()) == (before, legal)
    assert state.match.position() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = middle_state(name, 5, 60)
    length = len(state.history())
    before, told = str(state), state.observation_string(0)
    clone, again = state.clone(), state.clone()
    assert str(clone) == str(again) == before
    for other in (clone, again):
        rng = random.Random(7)
        while not other.is_terminal() and len(other.history()) < 90:
            a_step(other, rng)
    assert (str(state), state.observation_string(0)) == (before, told)
    assert len(state.match) == len(state.history()) == length
    assert str(clone) == str(again) != before
    assert list(clone.match.events) == list(again.match.events)
    assert clone.information_state_string(1) == again.information_state_string(1)


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_a_resampled_state_has_the_history_that_its_player_knows(slug: str) -> None:
    unseen = 0
    for depth in range(60, 80):
        state = random_state(f"quincunx_{slug}", 4, depth)
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, np.random.RandomState(1).random_sample)
            seen = state.playing.seen(player)
            assert other.history() == seen[1::2]
            assert other.move_number() == state.move_number() == len(state.history())
            assert [each.player for each in other.full_history()] == [each.player for each in state.full_history()]
            for one in range(state.num_players()):  # what both know, and nothing that only this player knows
                both = zip(seen[1::2], state.playing.seen(one)[1::2], strict=True)
                assert other.playing.seen(one)[1::2] == [mine if mine == its else UNSEEN for mine, its in both]
            a_step(other, random.Random(1))
            assert (len(other.history()), other.move_number()) == (len(seen) // 2 + 1,) * 2
            unseen += UNSEEN in other.history()
    assert unseen > 5


@pytest.mark.parametrize("name", NAMES)
def test_a_tensor_tells_what_the_string_of_an_information_state_tells(name: str) -> None:
    """Two states have the same tensor for a player exactly if they have the same string."""
    rng, game = np.random.RandomState(2), pyspiel.load_game(name, {"limit": 100})
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    states = [random_state(name, seed, depth, limit=100) for seed in (1, 2) for depth in (30, 60, 61)]
    states += [states[2].resample_from_infostate(player, rng.random_sample) for player in (0, 1)]
    seen = []
    for state in states:
        for player in range(state.num_players()):
            assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
            recalled.set_from(state, player)
            np.testing.assert_array_equal(recalled.tensor, np.float32(state.information_state_tensor(player)))
            seen.append((state.information_state_string(player), recalled.tensor.tobytes()))
    strings, tensors = ({told[kind] for told in seen} for kind in (0, 1))
    assert len(strings) == len(tensors) == len(set(seen))
    assert len(set(seen)) < len(seen)


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_a_resampled_match_is_cut_off_no_later(slug: str) -> None:
    state = random_state(f"quincunx_{slug}", 2, 70, limit=100)
    other, rng = state.resample_from_infostate(0, np.random.RandomState(1).random_sample), random.Random(1)
    steps = 0
    while not other.is_terminal():
        a_step(other, rng)
        steps += 1
    assert steps <= 30


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_written_and_read(name: str) -> None:
    state = middle_state(name, 6, 80)
    game, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(read) == str(state)
    assert read.information_state_string(0) == state.information_state_string(0)
    for each in (read, state):
        rng = random.Random(1)
        for _ in range(4):
            a_step(each, rng)
    assert str(read) == str(state)
    assert game.get_type().short_name == name


def test_a_game_is_copied_and_read_in_another_process() -> None:
    given = pyspiel.load_game("quincunx_sixes", {"dice": 4, "limit": 77})
    for copied in (copy.copy(given), copy.deepcopy(given), pickle.loads(pickle.dumps(given))):
        assert (str(copied), copied.limit, copied.variants) == (str(given), 77, given.variants)
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    read = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(given), capture_output=True, check=True)
    assert read.stdout.decode().strip() == str(given)


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_a_state_that_is_read_is_as_it_was_and_not_played_again(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = random_state(f"quincunx_{slug}", 6, 80)
    other = state.resample_from_infostate(0, np.random.RandomState(1).random_sample)
    a_step(other, random.Random(1))
    monkeypatch.delattr(Playing, "happen")
    for each in (state, other):
        read = pickle.loads(pickle.dumps(each.playing))
        assert (read.state, read.actors) == (each.playing.state, each.playing.actors)
        assert (read.start, read.past, read.events) == (each.playing.start, each.playing.past, each.playing.events)
        assert list(read.match.events) == list(each.playing.match.events)


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_a_player_cannot_tell_a_resampled_state(slug: str) -> None:
    rng = np.random.RandomState(3)
    others = 0
    for depth in range(60, 90):
        state = random_state(f"quincunx_{slug}", 9, depth)
        observation = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, rng.random_sample)
            assert observation.string_from(other, player) == observation.string_from(state, player)
            assert other.legal_actions(player) == state.legal_actions(player)
            others += str(other) != str(state)
    assert others > 5


def test_chance_is_one_die_at_a_time() -> None:
    game = pyspiel.load_game("quincunx_phase10", {"players": 1})
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(side, pytest.approx(1 / 6)) for side in range(6)]


def test_openspiels_search_plays() -> None:
    state = random_state("quincunx_sixes", 1, 30)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(state.get_game(), 2.0, 20, evaluator, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


def test_openspiels_information_set_search_plays() -> None:
    state = random_state("quincunx_lowdown", 1, 40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=2.0,
        evaluator=evaluator,
        max_simulations=10,
        random_state=np.random.RandomState(2),
    )
    assert bot.step(state) in state.legal_actions()


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(Exception, match="seats"):
        pyspiel.load_game("quincunx_sixes", {"players": 7})
    for limit in (0, -5):
        with pytest.raises(Exception, match="one event at least"):
            pyspiel.load_game("quincunx_sixes", {"limit": limit})
    with pytest.raises(Exception, match="variant"):
        pyspiel.load_game("quincunx_popalotsy", {"form": "sitting"})


def test_every_game_is_registered() -> None:
    assert [name_of(spec) for spec in GAMES] == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())
