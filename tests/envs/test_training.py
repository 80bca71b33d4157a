"""What trains on the environments: Stable-Baselines3's own check, and the example of a learner.

They need torch, which `make test-all` installs from examples/requirements.txt.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

import quincunx.envs  # noqa: F401  # registers
from quincunx.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
IDS = [f"quincunx/{spec.slug}-v0" for spec in GAMES] + ["quincunx/phase10-solitaire-v0"]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", IDS)
def test_stable_baselines_own_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own imports
        from stable_baselines3.common.env_checker import check_env
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(name).unwrapped, warn=True)


def test_the_adapter_steps_masks_and_ends_as_the_vector_environment_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Stable-Baselines3's own imports
        from sb3_adapter import DiceVecEnv
    env = DiceVecEnv("phase10", 8, scale=2.0, seats=1)
    env.seed(3)
    seen = env.reset()
    total, ends = np.zeros(8), 0
    while ends < 4:
        masks = env.action_masks()
        assert masks.shape == (8, env.action_space.n)
        actions = np.array([np.nonzero(mask)[0][-1] for mask in masks])
        seen, rewards, over, infos = env.step(actions)
        total += rewards * 2.0
        for index in np.nonzero(over)[0]:
            assert infos[index]["episode"]["r"] == total[index]
            assert infos[index]["terminal_observation"].shape == seen[index].shape
            total[index] = 0
            ends += 1


def test_failures_that_cost_at_once_come_to_the_same_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Stable-Baselines3's own imports
        from train_phase10 import DICE, Solitaire
    env, luck = Solitaire(8), np.random.default_rng(1)
    env.seed(3)
    env.reset()
    total, charged, ends = np.zeros(8), 0, 0
    while ends < 4:
        _, rewards, over, infos = env.step(luck.integers(0, 2, (8, DICE)))
        total += rewards
        charged += int((rewards == -5).sum())
        for index in np.nonzero(over)[0]:
            assert infos[index]["episode"]["r"] == total[index]
            total[index] = 0
            ends += 1
    assert charged


def test_a_short_training_learns(tmp_path: Path) -> None:
    """Two minutes of masked PPO do better than chance, and the report says by how much."""
    report = tmp_path / "report.json"
    words = ["--minutes", "2", "--matches", "400", "--json", str(report), "--plot", str(tmp_path / "curve.png")]
    subprocess.run([sys.executable, str(EXAMPLES / "train_phase10.py"), *words], check=True)
    result = json.loads(report.read_text(encoding="utf-8"))
    assert result["points"] - result["error"] > result["random"]
    assert (tmp_path / "curve.png").stat().st_size > 1000
