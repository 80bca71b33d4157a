"""Learn Phase 10 Dice alone at the table by masked PPO, and report the regret to the exact optimum.

    python -m pip install -r examples/requirements.txt
    python examples/train_phase10.py --minutes 10 --plot curve.png

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

from sb3_adapter import DiceVecEnv

from quincunx import Match, game
from quincunx.sim.simulate import Plan, simulate
from quincunx.solvers.phase10 import Tables

SCALE = 40.0
"""Rewards are counted in bonuses."""


class Curve(BaseCallback):
    """Notes how the matches of the last minute went, and stops when the time is over."""

    def __init__(self, env: DiceVecEnv, seconds: float) -> None:
        super().__init__()
        self.env = env
        self.end = time.monotonic() + seconds
        self.began = time.monotonic()
        self.points: list[tuple[float, int, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() < self.end

    def _on_rollout_end(self) -> None:
        if self.env.finished:
            mean = float(np.mean(self.env.finished))
            self.points.append((time.monotonic() - self.began, self.num_timesteps, mean))
            print(
                f"{self.points[-1][0]:6.0f} s  {self.num_timesteps:>10,} decisions  {mean:7.1f} points a match",
                flush=True,
            )
            self.env.finished.clear()


def play(model: MaskablePPO, matches: int, seed: int) -> list[float]:
    """Totals of matches in which the model does what it thinks best."""
    env = DiceVecEnv("phase10", 256, seats=1)
    env.seed(seed)
    seen, totals = env.reset(), []
    while len(totals) < matches:
        actions, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
        seen, _, _, _ = env.step(actions)
        totals, env.finished = totals + env.finished, []
    return totals[:matches]


def optimum() -> float | None:
    """The exact value of the game, if `quincunx solve phase10` has solved it on this machine."""
    if not Tables.available():
        return None
    return Tables.load().value(Match(game("phase10"), seats=1, settle=False).state)


def main() -> None:
    """Train, play, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=2000, help="to judge the result by")
    parser.add_argument("--threads", type=int, default=2, help="that torch may use")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    env = DiceVecEnv("phase10", options.envs, scale=SCALE, seats=1)
    env.seed(options.seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=4096,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 128]},
        seed=options.seed,
        device="cpu",
    )
    curve = Curve(env, options.minutes * 60)
    model.learn(10**9, callback=curve)
    totals = play(model, options.matches, options.seed + 1)
    report(options, curve, totals)


def report(options: argparse.Namespace, curve: Curve, totals: list[float]) -> None:
    """The result beside the bots' and the optimum."""
    mean, error = float(np.mean(totals)), 1.96 * float(np.std(totals)) / len(totals) ** 0.5
    result: dict[str, Any] = {"points": mean, "error": error, "decisions": curve.num_timesteps, "curve": curve.points}
    for bot in ("random", "greedy"):
        result[bot] = simulate(Plan.of(game("phase10"), seats=1, bots=[bot], matches=2000, seed=1)).points(0).mean
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
    axes.set_ylabel("points a match, while exploring")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
