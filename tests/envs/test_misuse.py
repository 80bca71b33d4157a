"""What every environment says of a use before `reset`, of seeds and actions, and while it compiles."""

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from quincunx import SetupError
from quincunx.envs import DiceEnv, DiceVectorEnv
from quincunx.envs.zoo import parallel_env, raw_env

Make = Callable[[], Any]
SIXES = "sixes"


def two_matches() -> DiceVectorEnv:
    """Of a game that other tests compile too."""
    return DiceVectorEnv("phase10", 2, seats=1)


ALL: list[Make] = [
    lambda: DiceEnv(SIXES),
    two_matches,
    lambda: raw_env(SIXES),
    lambda: parallel_env(SIXES),
]
every_env = pytest.mark.parametrize("make", ALL, ids=["single", "vector", "aec", "parallel"])


def one_step(env: Any, action: Any) -> None:
    if isinstance(env, DiceVectorEnv):
        action = np.array([action, action])
    env.step({"seat_0": action} if isinstance(env, parallel_env) else action)


@every_env
def test_before_reset_it_says_so(make: Make) -> None:
    env = make()
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        one_step(env, 0)
    for name in ("render", "action_masks", "last", "state", "sample_actions"):
        if name in dir(env) and not (isinstance(env, DiceVectorEnv) and name == "render"):
            with pytest.raises(gym.error.ResetNeeded, match="call reset"):
                getattr(env, name)()


@every_env
def test_integers_of_numpy_are_seeds_and_actions_and_floats_are_neither(make: Make) -> None:
    env = make()
    env.reset(seed=np.int64(3))
    with pytest.raises(TypeError, match="whole number"):
        one_step(env, 0.5)
    with pytest.raises(SetupError, match="a seed is a whole number"):
        env.reset(seed=1.5)


def test_a_vector_takes_an_array_of_seeds() -> None:
    env, other = two_matches(), two_matches()
    assert (env.reset(seed=np.array([4, 9]))[0] == other.reset(seed=[4, 9])[0]).all()


@pytest.mark.parametrize("actions", [0, [0], [0, 0, 0], [[0], [0]]])
def test_a_vector_takes_one_action_for_each_match(actions: Any) -> None:
    env = two_matches()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions are an array of 2, not of the shape"):
        env.step(actions)
