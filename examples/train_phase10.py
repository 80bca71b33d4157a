"""Learn Phase 10 Dice alone at the table by masked PPO, and report the regret to the exact optimum.

    python -m pip install -r examples/requirements.txt
    python examples/train_phase10.py --plot curve.png

The 1,024 sets of dice to roll again are ten switches for the learner, one a die, since all of them are always allowed;
and a failure costs its 5 points when it happens, not at the end, which comes to the same total.

The exact optimum comes from `quincunx solve phase10`, if its tables are there; without them only totals are reported.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback

sys.path.insert(0, str(Path(__file__).parent))

from gymnasium import spaces
from sb3_adapter import DiceVecEnv

from quincunx import Match, game
from quincunx.envs import features_of
from quincunx.sim.simulate import Plan, simulate
from quincunx.solvers.phase10 import SolitaireTables

FEWEST = 200
"""Matches in a point of the learning curve, at least."""
SCALE = 40.0
"""Rewards are counted in bonuses."""
DICE = 10
FAILURE_COST = 5
FAILURES = next(part for part in features_of(game("phase10")).parts if part.name == "failures[0]")
"""Where a view tells how often the phase was not made."""
LEARNING_RATE = 1e-3


class Solitaire(DiceVecEnv):
    """Phase 10 Dice alone at the table: a switch a die, and failures that cost at once."""

    def __init__(self, num_envs: int, *, scale: float = 1.0) -> None:
        super().__init__("phase10", num_envs, scale=scale, seats=1)
        self.action_space = spaces.MultiDiscrete([2] * DICE)
        self._failures = np.zeros(num_envs)

    def step_async(self, actions: Any) -> None:
        """The dice whose switch is on are rolled again."""
        super().step_async(np.asarray(actions) @ (1 << np.arange(DICE)))

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take the cost of a failure when it happens, and give it back at the end, where the rules take it."""
        seen, rewards, over, infos = super().step_wait()
        failures = np.rint(np.expm1(seen[:, FAILURES.start] * np.log1p(FAILURES.most)))
        costs = FAILURE_COST * np.where(over, -self._failures, failures - self._failures)
        self._failures = failures
        return seen, (rewards - costs / self.scale).astype(np.float32), over, infos

    def action_masks(self) -> Any:
        """Every die may be rolled again or kept."""
        return np.ones((self.num_envs, 2 * DICE), bool)


class Curve(BaseCallback):
    """Notes how the matches of the last minute went, and stops when the time is over."""

    def __init__(self, env: DiceVecEnv, seconds: float) -> None:
        super().__init__()
        self.env = env
        self.seconds = seconds
        self.began = time.monotonic()
        self.points: list[tuple[float, int, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() - self.began < self.seconds

    def _on_rollout_end(self) -> None:
        if len(self.env.finished) >= FEWEST:
            mean = float(np.mean(self.env.finished))
            self.points.append((time.monotonic() - self.began, self.num_timesteps, mean))
            print(
                f"{self.points[-1][0]:6.0f} s  {self.num_timesteps:>10,} decisions  {mean:7.1f} points per match",
                flush=True,
            )
            self.env.finished.clear()


def play(model: MaskablePPO, matches: int, seed: int) -> list[float]:
    """Totals of matches in which the model does what it thinks best."""
    env = Solitaire(256)
    env.seed(seed)
    seen = env.reset()
    totals: list[float] = []
    while len(totals) < matches:
        actions, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
        seen, _, _, _ = env.step(actions)
        totals, env.finished = totals + env.finished, []
    return totals[:matches]


def optimum() -> float | None:
    """The exact value of the game, if `quincunx solve phase10` has solved it on this machine."""
    if not SolitaireTables.available():
        return None
    return SolitaireTables.load().value(Match(game("phase10"), seats=1, settle=False).state)


def main() -> None:
    """Train, play, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=6_000_000, help="to learn from: some twenty minutes")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop sooner if it takes longer")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=2000, help="to judge the result by")
    parser.add_argument("--threads", type=int, default=2, help="that torch may use")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    env = Solitaire(options.envs, scale=SCALE)
    env.seed(options.seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=32,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.002,
        learning_rate=lambda left: LEARNING_RATE * max(0.05, left),
        policy_kwargs={"net_arch": [256, 128]},
        seed=options.seed,
        device="cpu",
    )
    curve = Curve(env, options.minutes * 60)
    model.learn(options.decisions, callback=curve)
    totals = play(model, options.matches, options.seed + 1)
    report(options, curve, totals)


def report(options: argparse.Namespace, curve: Curve, totals: list[float]) -> None:
    """The result beside the bots' and the optimum."""
    mean, error = float(np.mean(totals)), 1.96 * float(np.std(totals)) / len(totals) ** 0.5
    result: dict[str, Any] = {"points": mean, "error": error, "decisions": curve.num_timesteps, "curve": curve.points}
    for bot in ("random", "greedy"):
        points = simulate(Plan.of(game("phase10"), seats=1, bots=[bot], matches=2000, seed=1)).points(0)
        assert points is not None
        result[bot] = points.mean
    if (best := optimum()) is not None:
        result |= {"optimum": best, "regret": best - mean}
    for name in ("points", "error", "random", "greedy", "optimum", "regret"):
        if name in result:
            print(f"{name:>8}  {result[name]:8.1f}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))
    if options.plot:
        draw(options.plot, result)


def draw(path: Path, result: dict[str, Any]) -> None:
    """The learning curve with the bots and the optimum as lines."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(
        [minute / 60 for minute, _, _ in result["curve"]], [mean for _, _, mean in result["curve"]], label="masked PPO"
    )
    for name, style in (("random", ":"), ("greedy", "--"), ("optimum", "-")):
        if name in result:
            axes.axhline(result[name], linestyle=style, color="grey", label=name)
    axes.set_xlabel("minutes")
    axes.set_ylabel("points per match, while exploring")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
