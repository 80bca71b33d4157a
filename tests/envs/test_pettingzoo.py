"""PettingZoo's own tests, as they are, with warnings as errors; and what they do not ask."""

import random
import warnings
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # has no types
import numpy as np
import pytest

from quincunx import envs
from quincunx.core.errors import IllegalAction, SetupError
from quincunx.core.seats import SPECTATOR
from quincunx.envs.features import features_of
from quincunx.envs.zoo import ZooModule
from quincunx.games import GAMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its own games, which its tests import where they can
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
        state_test,
    )

MODULES: list[ZooModule] = [getattr(envs, f"{spec.slug}_v0") for spec in GAMES]
TOGETHER = [module for module in MODULES if module.game.slug in ("lowdown", "popalotsy")]
"""Games in which several seats may act at a time."""


@pytest.fixture(
    params=[
        pytest.param(one, id=one.game.slug, marks=() if one.game.slug in ("phase10", "popalotsy") else pytest.mark.slow)
        for one in MODULES
    ]
)
def module(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=TOGETHER, ids=lambda module: module.game.slug)
def together(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(autouse=True)
def strict() -> Any:
    """Every warning is an error, but for what `api_test` says to every environment with a mask not on its own list."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        yield


def test_the_api(module: ZooModule) -> None:
    api_test(module.env(), num_cycles=300)


def test_seeds(module: ZooModule) -> None:
    seed_test(module.env, num_cycles=60)


def test_the_state(module: ZooModule) -> None:
    state_test(module.env(), module.parallel_env(), num_cycles=20)


def test_rendering(module: ZooModule) -> None:
    render_test(lambda render_mode=None: module.env(render_mode=render_mode))


@pytest.mark.slow
def test_bombardment(module: ZooModule) -> None:
    """Thousands of beginnings: whatever is seen is of the space, and of one kind and shape from first to last."""
    env, luck = module.env(), random.Random(1)
    first: dict[str, Any] = {}
    for _ in range(3000):
        env.reset(seed=luck.randrange(2**31))
        for agent in env.agent_iter(4 * env.num_agents):
            seen, _, ended, cut, _ = env.last()
            assert env.observation_space(agent).contains(seen)
            kinds = {name: (part.shape, part.dtype) for name, part in seen.items()}
            assert first.setdefault(agent, kinds) == kinds
            env.step(None if ended or cut else luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert len({str(kinds) for kinds in first.values()}) == 1


def test_the_parallel_api(together: ZooModule) -> None:
    parallel_api_test(together.parallel_env(), num_cycles=200)


def test_parallel_seeds(together: ZooModule) -> None:
    parallel_seed_test(together.parallel_env, num_cycles=60)


def test_masks_are_the_legal_actions_and_results_sum_to_nothing(module: ZooModule) -> None:
    env = module.raw_env()
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(4000):
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        legal = np.nonzero(seen["action_mask"])[0]
        assert legal.tolist() == env.playing.match.legal_actions(seat)
        env.step(rng.choice(legal))
    assert sum(total.values()) == pytest.approx(0)


def play(env: Any, rng: np.random.Generator, steps: int) -> int:
    """Random legal actions; how many there were."""
    played = 0
    while (
        env.agents and played < steps and not (env.terminations[agent := env.agent_selection] or env.truncations[agent])
    ):
        env.step(rng.choice(np.nonzero(env.observe(agent)["action_mask"])[0]))
        played += 1
    return played


def test_compiled_steps_are_those_of_a_match(module: ZooModule) -> None:
    """What every seat sees and may do, the whole truth and the length, after each action: by the interpreted rules."""
    rng, features = np.random.default_rng(8), features_of(module.game)
    for seats in {max(2, module.game.seats[0]), module.game.seats[-1]}:
        env = module.raw_env(seats=seats, limit=400)
        env.reset(seed=seats)
        table = env.playing
        while play(env, rng, 1):
            match = table.match
            assert (table.events, table.to_act) == (len(match), match.to_act)
            np.testing.assert_array_equal(env.state(), features.encode(match.state, SPECTATOR))
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)
                np.testing.assert_array_equal(seen["observation"], features.encode(match.view(seat), seat))
                legal = [] if table.is_cut else match.legal_actions(seat)
                assert np.nonzero(seen["action_mask"])[0].tolist() == legal
        assert table.is_cut or match.is_over


def test_a_match_that_nobody_watched_is_told_whole(module: ZooModule) -> None:
    env, watched = module.raw_env(), module.raw_env()
    for each in (env, watched):
        each.reset(seed=4)
    for _ in range(40):
        play(env, np.random.default_rng(1), 1)
        play(watched, np.random.default_rng(1), 1)
        assert len(watched.playing.match) == watched.playing.events
    assert list(env.playing.match.events) == list(watched.playing.match.events)
    assert env.playing.match.is_over or len(env.playing.match) > 40


@pytest.mark.parametrize("copy_of", [deepcopy, lambda env: cloudpickle.loads(cloudpickle.dumps(env))])
def test_a_copy_goes_its_own_way(copy_of: Callable[[Any], Any]) -> None:
    env = envs.lowdown_v0.raw_env(seats=3)
    env.reset(seed=3)
    play(env, np.random.default_rng(1), 15)
    copied = copy_of(env)
    before = env.state()
    assert play(copied, np.random.default_rng(2), 20) == 20
    np.testing.assert_array_equal(env.state(), before)
    play(env, np.random.default_rng(2), 20)
    np.testing.assert_array_equal(env.state(), copied.state())
    for agent in env.possible_agents:
        np.testing.assert_array_equal(env.observe(agent)["observation"], copied.observe(agent)["observation"])


@pytest.mark.parametrize("action", ["illegal", -1, 79, 10**30])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int | str) -> None:
    env = envs.sixes_v0.raw_env()
    env.reset(seed=1)
    seen, events = env.observe(env.agent_selection), env.playing.events
    illegal = int(np.nonzero(seen["action_mask"] == 0)[0][0])
    with pytest.raises(IllegalAction):
        env.step(illegal if action == "illegal" else action)
    np.testing.assert_array_equal(env.observe(env.agent_selection)["observation"], seen["observation"])
    assert env.playing.events == events == len(env.playing.match)


@pytest.mark.parametrize("kind", ["raw_env", "parallel_env"])
@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_cannot_be_is_refused(kind: str, seed: int) -> None:
    env = getattr(envs.sixes_v0, kind)()
    with pytest.raises(SetupError, match="a seed is a whole number from 0 to"):
        env.reset(seed=seed)


def test_in_a_race_the_faster_is_first_more_often() -> None:
    env = envs.popalotsy_v0.parallel_env(seats=2, speeds=[3, 1])
    env.reset(seed=1)
    orders = [env._order()[0] for _ in range(600)]
    assert 400 < orders.count(0) < 500


def test_who_waits_lets_the_others_act() -> None:
    env = envs.popalotsy_v0.parallel_env(seats=2)
    seen, _ = env.reset(seed=1)
    assert seen["seat_0"]["action_mask"][env.wait]
    events = len(env.playing.match)
    env.step({"seat_0": env.wait, "seat_1": env.wait})
    assert len(env.playing.match) == events


def test_seats() -> None:
    assert envs.lowdown_v0.env(seats=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    with pytest.raises(SetupError):
        envs.sixes_v0.env(seats=5)
