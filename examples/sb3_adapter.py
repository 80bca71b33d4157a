"""The vector environment as Stable-Baselines3 wants it: its own VecEnv, with stacked masks for MaskablePPO."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from quincunx.envs import DiceVectorEnv


class DiceVecEnv(VecEnv):
    """Thousands of matches in one compiled call, for Stable-Baselines3."""

    def __init__(self, game: str, num_envs: int, *, scale: float = 1.0, **settings: Any) -> None:
        self.env = DiceVectorEnv(game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
        self.scale = scale
        """Rewards are divided by this."""
        self.totals = np.zeros(num_envs)
        self.finished: list[float] = []
        """Totals of the matches that have ended."""
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Any:
        """Begin all matches."""
        seeds = [seed for seed in self._seeds if seed is not None]
        seen, _ = self.env.reset(seed=seeds[0] if seeds else None)
        self._reset_seeds()
        return seen

    def step_async(self, actions: Any) -> None:
        """Remember what to do."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Do it."""
        seen, rewards, ended, cut, info = self.env.step(self._actions)
        self.totals += rewards
        over = ended | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.nonzero(over)[0]:
            infos[index] = {
                "terminal_observation": info["final_obs"][index],
                "TimeLimit.truncated": bool(cut[index]),
                "episode": {"r": float(self.totals[index]), "l": 0, "t": 0.0},
            }
            self.finished.append(float(self.totals[index]))
            self.totals[index] = 0.0
        return seen, (rewards / self.scale).astype(np.float32), over, infos

    def close(self) -> None:
        """Nothing to close."""

    def action_masks(self) -> Any:
        """What every learner may do."""
        return self.env.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **settings: Any) -> list[Any]:
        """MaskablePPO asks for masks this way."""
        if method_name != "action_masks":
            raise AttributeError(f"the matches have no method {method_name}")
        return list(self.action_masks())

    def has_attr(self, attr_name: str) -> bool:
        """Whether the matches have such a method."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for all matches."""
        value = getattr(self.env, attr_name, None)
        return [value] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing of a match can be set."""
        raise AttributeError(f"{attr_name} of a match cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """They are not."""
        return [False] * self.num_envs

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next reset."""
        return super().seed(seed)
