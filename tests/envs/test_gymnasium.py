"""Gymnasium: its own checks, and our promises about illegal actions, seeds and the vector environment."""

import pickle
import warnings
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import quincunx.envs  # noqa: F401  # registers
from quincunx.core.errors import SetupError
from quincunx.envs import DiceEnv, DiceVectorEnv
from quincunx.games import GAMES

IDS = [f"quincunx/{spec.slug}-v0" for spec in GAMES] + ["quincunx/phase10-solitaire-v0"]
FAST = ["phase10"]
SLOW = [pytest.param(spec.slug, marks=pytest.mark.slow) for spec in GAMES if spec.slug not in FAST]


@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_own_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(name, render_mode="ansi").unwrapped)


def test_an_illegal_action_changes_nothing_costs_the_penalty_and_is_flagged() -> None:
    env = DiceEnv("sixes", penalty=-0.25)
    seen, info = env.reset(seed=4)
    illegal = int(np.nonzero(info["action_mask"] == 0)[0][0])
    again, reward, ended, cut, flagged = env.step(illegal)
    assert (reward, ended, cut, flagged["illegal"]) == (-0.25, False, False, True)
    assert "§" in flagged["objection"] or "R" in flagged["objection"]
    assert np.array_equal(seen, again)
    assert np.array_equal(info["action_mask"], flagged["action_mask"])


def test_an_illegal_action_of_a_bot_from_outside_is_never_done() -> None:
    env = DiceVectorEnv("popalotsy", 16, opponents=["tests.bots.own:backwards"])
    with pytest.raises(SetupError, match="own:backwards chose -1, which is not a legal action of PoPalotsy"):
        env.reset(seed=1)  # in some of so many matches the bot begins


def test_points_add_up_to_the_total() -> None:
    env = DiceEnv("phase10", seats=1)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(2)
    total, over = 0.0, False
    while not over:
        _, reward, ended, cut, info = env.step(rng.choice(np.nonzero(info["action_mask"])[0]))
        total += reward
        over = ended or cut
    assert env.match is not None
    assert total == env.match.standings()[0].points


def test_places_are_worth_minus_one_to_one() -> None:
    rewards = set()
    for seed in range(6):
        env = DiceEnv("sixes", opponents=["greedy"])
        _, info = env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        over = False
        while not over:
            _, reward, ended, cut, info = env.step(rng.choice(np.nonzero(info["action_mask"])[0]))
            over = ended or cut
        rewards.add(reward)
    assert rewards <= {-1.0, 0.0, 1.0}
    assert -1.0 in rewards


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seats": 9}, "seats"),
        ({"opponents": ["nobody"]}, "nobody"),
        ({"learner": 5}, "the learner sits on seat 0 to 1"),
        ({"reward": "fun"}, "a reward is win or points"),
        ({"opponents": ["greedy"] * 3, "seats": 3}, "3 opponents for 2 other seats"),
        ({"limit": 0}, "one event at least"),
        ({"opponents": "greedy"}, "opponents are a list of bots"),
        ({"seats": np.int64(9)}, "1 to 8 seats, not 9"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        DiceEnv("phase10", **settings)


def test_a_match_that_ends_before_the_learner_could_act_is_passed_over() -> None:
    """The eighth match of this seed of PoPalotsy is one: the opponent ends it at once."""
    env = DiceEnv("popalotsy", opponents=["greedy"])
    env.reset(seed=15)
    for _ in range(12):
        _, info = env.reset()
        assert info["action_mask"].any()
    assert env._next > 13


def test_a_long_match_is_cut_off() -> None:
    env = DiceEnv("phase10", seats=1, limit=40)
    _, info = env.reset(seed=3)
    for _ in range(60):
        _, _, ended, cut, info = env.step(1023)
        if cut:
            break
    assert cut
    assert not ended
    assert not info["action_mask"].any()


EIGHT: dict[str, Any] = {"opponents": ["greedy"] * 7, "limit": 60}
"""Of eight who take turns the learner is not always among the first to act."""


def test_a_match_that_is_cut_off_before_the_learner_could_act_says_so() -> None:
    env = DiceEnv("phase10", **EIGHT)
    _, info = env.reset(seed=2)
    assert not info["action_mask"].any()
    _, reward, ended, cut, info = env.step(0)
    assert (reward, ended, cut, info["illegal"]) == (0.0, False, True, False)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_of_many_matches_none_stops_for_good_that_is_cut_off_so_early(mode: AutoresetMode) -> None:
    env = DiceVectorEnv("phase10", 6, autoreset_mode=mode, **EIGHT)
    _, info = env.reset(seed=1)
    could_act = info["action_mask"].any(axis=1)
    assert 0 < could_act.sum() < 6
    _, rewards, ended, cut, info = env.step(env.sample_actions())
    assert cut[~could_act].all()
    assert not np.any([rewards, ended, info["illegal"]])
    told = cut.astype(int)
    for _ in range(20):
        if mode == AutoresetMode.DISABLED:
            env.reset(options={"reset_mask": cut})
        _, _, _, cut, _ = env.step(env.sample_actions())
        told += cut
    assert told.min() > 3


@pytest.mark.parametrize("slug", [*FAST, *SLOW])
def test_one_match_and_many_play_the_same(slug: str) -> None:
    count, seats = 5, 1 if slug == "phase10" else 2
    settings: dict[str, Any] = {"seats": seats, "limit": 400} | ({"opponents": ["greedy"]} if seats > 1 else {})
    many = DiceVectorEnv(slug, count, autoreset_mode=AutoresetMode.NEXT_STEP, **settings)
    ones = [DiceEnv(slug, **settings) for _ in range(count)]
    seen, info = many.reset(seed=11)
    for index, one in enumerate(ones):
        own, own_info = one.reset(seed=11 + index)
        np.testing.assert_array_equal(seen[index], own)
        np.testing.assert_array_equal(info["action_mask"][index], own_info["action_mask"])
    over = [False] * count
    ends = 0
    for _ in range(150):
        actions = many.sample_actions()
        seen, rewards, ended, cut, info = many.step(actions)
        for index, one in enumerate(ones):
            if over[index]:
                own, own_info = one.reset()
                over[index] = False
                assert (rewards[index], ended[index], cut[index]) == (0.0, False, False)
            else:
                own, reward, own_end, own_cut, own_info = one.step(actions[index])
                assert (rewards[index], ended[index], cut[index]) == (reward, own_end, own_cut)
                over[index] = own_end or own_cut
                ends += over[index]
            np.testing.assert_array_equal(seen[index], own)
            np.testing.assert_array_equal(info["action_mask"][index], own_info["action_mask"])
    assert ends or slug == "lowdown"


def test_many_go_on_with_seed_0_as_one_does() -> None:
    many, one = DiceVectorEnv("phase10", 1, seats=1), DiceEnv("phase10", seats=1)
    np.testing.assert_array_equal(many.reset(seed=0)[0][0], one.reset(seed=0)[0])
    np.testing.assert_array_equal(many.reset()[0][0], one.reset()[0])


def test_matches_without_a_seed_of_their_own_play_each_something_else() -> None:
    env = DiceVectorEnv("phase10", 3, seats=1)
    seen, _ = env.reset(seed=[5, None, None])
    assert not np.array_equal(seen[1], seen[2])
    np.testing.assert_array_equal(seen[0], DiceEnv("phase10", seats=1).reset(seed=5)[0])


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ([1], "2 entries, not 1"),
        ([1, 2, 3], "2 entries, not 3"),
        ([1, -1], "whole number from 0 to"),
        ([2**63, 1], "whole number from 0 to"),
        (2**63 - 1, "whole number from 0 to"),
    ],
)
def test_seeds_that_cannot_be_are_refused_and_change_nothing(seed: int | list[int | None], words: str) -> None:
    env, other = DiceVectorEnv("phase10", 2, seats=1), DiceVectorEnv("phase10", 2, seats=1)
    for each in (env, other):
        each.reset(seed=3)
    with pytest.raises(SetupError, match=words):
        env.reset(seed=seed)
    np.testing.assert_array_equal(env.reset()[0], other.reset()[0])


def test_matches_begin_anew_as_gymnasium_says() -> None:
    settings: dict[str, Any] = {"seats": 1, "limit": 60}
    same = DiceVectorEnv("phase10", 3, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
    same.reset(seed=2)
    while True:
        seen, _, _, cut, info = same.step(np.full(3, 1023))
        if cut.any():
            break
    assert info["_final_obs"].tolist() == cut.tolist()
    first = int(np.nonzero(cut)[0][0])
    assert not np.array_equal(info["final_obs"][first], seen[first])
    assert info["action_mask"][first].any(), "the next match has begun"

    told = DiceVectorEnv("phase10", 3, autoreset_mode=AutoresetMode.DISABLED, **settings)
    told.reset(seed=2)
    while True:
        _, _, _, cut, info = told.step(np.full(3, 1023))
        if cut.any():
            break
    _, info = told.reset(options={"reset_mask": cut})
    assert info["action_mask"].any(axis=1).all()


def test_the_vector_environment_flags_illegal_actions() -> None:
    env = DiceVectorEnv("phase10", 4, seats=1, penalty=-3.0)
    seen, _ = env.reset(seed=1)
    again, rewards, _, _, info = env.step([-1, 0, 5000, 1])
    assert info["illegal"].tolist() == [True, False, True, False]
    assert rewards[0] == rewards[2] == -3.0
    np.testing.assert_array_equal(seen[0], again[0])


def test_what_cannot_be_compiled_is_refused_as_opponent() -> None:
    with pytest.raises(SetupError, match="cannot play inside a compiled step"):
        DiceVectorEnv("sixes", 2, opponents=["tests.envs.test_gymnasium:slow_bot"])


class slow_bot:  # noqa: N801  # a bot's name
    """Thinks in Python."""

    def __call__(self, view: Any, seat: int, legal: Any, count: int, key: Any) -> int:
        return int(legal[0])


def test_gymnasium_makes_the_vector_environment_itself() -> None:
    env = gym.make_vec("quincunx/phase10-solitaire-v0", num_envs=3, vectorization_mode="vector_entry_point")
    seen, _ = env.reset(seed=1)
    assert seen.shape == env.observation_space.shape


@pytest.mark.parametrize("copied", [deepcopy, lambda given: pickle.loads(pickle.dumps(given))])
def test_a_copy_goes_its_own_way(copied: Callable[[Any], Any]) -> None:
    env, many = DiceEnv("phase10", seats=1), DiceVectorEnv("phase10", 3, seats=1)
    env.reset(seed=5)
    many.reset(seed=5)
    other, others = copied(env), copied(many)
    for _ in range(20):
        actions = many.sample_actions()
        np.testing.assert_array_equal(others.sample_actions(), actions)
        seen, *_ = many.step(actions)
        np.testing.assert_array_equal(others.step(actions)[0], seen)
        np.testing.assert_array_equal(env.step(actions[0])[0], seen[0])
        np.testing.assert_array_equal(other.step(actions[0])[0], seen[0])
