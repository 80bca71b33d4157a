"""Learn a game for two by playing against oneself: masked PPO, written with NumPy alone.

    python examples/self_play.py sixes --decisions 4000000 --weights sixes.npz --plot curve.png
    cd examples && quincunx arena sixes --bots greedy,self_play:Sixes --matches 2000 --replays 0

Both seats use the same network. It sees the features of a view as the game's `Eyes` show them: a network this small
does not find out by itself which totals win or which cards fit. `weights` has networks that were learned so.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode

from quincunx import game
from quincunx.envs import DiceVectorEnv, SelfPlayVectorEnv, features_of
from quincunx.games.popalotsy.rings import DICE, EXACT, KINDS, correct_cards
from quincunx.games.sixes.combinations import FIRST_SOFT, HARD, MOST_TOTAL, SIDES, points_against, wins

WEIGHTS = Path(__file__).parent / "weights"
SEATS = 2
HIDDEN = 128
STEPS, ENVS = 64, 512
"""The decisions per match, and the matches, from one update to the next."""
EPOCHS, BATCH = 3, 4096
LAMBDA, CLIP = 0.95, 0.2
RATE = 1e-3
ENTROPY = 0.01
STEEPEST = 0.5
"""Longer gradients are shortened."""
MEMORY, SQUARE_MEMORY = 0.9, 0.999
CHECKS = 12
"""The number of points of the curve, about."""
DEVIATIONS = 1.96


class Eyes:
    """What a network sees of features: by default all of them."""

    def __init__(self, slug: str) -> None:
        self.features = features_of(game(slug))
        self.width = self.features.length

    def __call__(self, seen: Any, seats: Any) -> Any:
        """Rows of features, and whose view each is, as the network sees them."""
        return seen


HIGHEST = MOST_TOTAL + 13
"""Higher totals of Battle of the Sixes count as this one."""
PAIRINGS = 24


class SixesEyes(Eyes):
    """Dice, totals one by one, which of them win, and the single dice on the table; one's own come first."""

    def __init__(self) -> None:
        super().__init__("sixes")
        parts = {part.name: part for part in self.features.parts}
        self.plain = np.r_[tuple(_span(parts[name]) for name in ("stage", "is_final", "passes", "soft_six"))]
        self.counts = [
            [parts[name].start for name in (f"in_cup[{seat}]", *(f"shown[{seat}, {face}]" for face in range(1, 7)))]
            for seat in range(SEATS)
        ]
        self.totals = [parts[f"total[{seat}]"] for seat in range(SEATS)]
        self.laid = [parts[f"laid[{seat}, 0]"].start for seat in range(SEATS)]
        self.most_laid = parts["laid[0, 0]"].most
        self.points = np.array([[points_against(mine, theirs) for theirs in range(SIDES)] for mine in range(SIDES)])
        self.wins = np.array([wins(total) for total in range(HIGHEST + 1)])
        self.width = len(self.plain) + SEATS * (len(self.counts[0]) + 2 * (FIRST_SOFT - 1) + HIGHEST + 2) + 1

    def __call__(self, seen: Any, seats: Any) -> Any:
        """Rows of features, and whose view each is, as the network sees them."""
        rows, pairings = np.arange(len(seen)), self._pairings(seen)
        parts, totals = [seen[:, self.plain]], []
        for one in (0, 1):
            who = np.asarray(seats) ^ one
            mine, theirs = pairings[who, rows], pairings[1 - who, rows]
            before = np.where(who == 0, *(seen[:, part.start] for part in self.totals)) * self.totals[0].most
            total = np.rint(before).astype(int) + self.points[mine, theirs].sum(1)
            shown = np.minimum(total, HIGHEST)
            parts += [np.where((who == 0)[:, None], *(seen[:, columns] for columns in self.counts)) * 2]
            for hard in (True, False):
                against = (theirs == HARD) if hard else (theirs != HARD)
                parts += [np.stack([((mine == face) & against).sum(1) for face in range(1, FIRST_SOFT)], 1)]
            parts += [np.eye(HIGHEST + 1, dtype=np.float32)[shown], self.wins[shown][:, None]]
            totals.append(total)
        lead = (totals[0] - totals[1])[:, None] / 10
        return np.concatenate([*parts, lead], 1).astype(np.float32)

    def _pairings(self, seen: Any) -> Any:
        """By seat, row and pairing: what lies there."""
        return np.stack([np.rint(seen[:, at : at + PAIRINGS] * self.most_laid).astype(int) for at in self.laid])


class PoPalotsyEyes(Eyes):
    """Which cards can go where now, and which of them are in the own hand."""

    def __init__(self) -> None:
        super().__init__("popalotsy")
        parts = {part.name: part for part in self.features.parts}
        self.dice = [(parts[f"face[{die}]"], parts[f"best[{die}]"]) for die in range(DICE)]
        self.sets = [[_span(parts[f"{name}[{seat}]"]) for seat in range(SEATS)] for name in ("hand", "twin")]
        self.held = [parts[f"held[{seat}]"].start for seat in range(SEATS)]
        self.done = parts["done"].start
        kinds = np.arange(KINDS)
        self.fits = np.array(
            [
                [[correct_cards(die, face, best) >> kinds & 1 for best in range(EXACT + 1)] for face in range(1, 7)]
                for die in range(DICE)
            ],
            np.float32,
        )
        self.width = 2 * KINDS * DICE + 2 * KINDS + DICE + 4

    def __call__(self, seen: Any, seats: Any) -> Any:
        """Rows of features, and whose view each is, as the network sees them."""
        is_first = (np.asarray(seats) == 0)[:, None]
        hand, twin = (np.where(is_first, *(seen[:, span] for span in spans)) for spans in self.sets)
        fits = np.stack([self._fits(seen, die) for die in range(DICE)], 2)
        own = fits * hand[:, :, None]
        held = seen[:, self.held] * 4
        done = seen[:, self.done : self.done + SEATS]
        turned = np.concatenate([np.where(is_first, pair, pair[:, ::-1]) for pair in (held, done)], 1)
        flat = [part.reshape(len(seen), -1) for part in (own, fits, hand, twin, own.sum(1) / 4, turned)]
        return np.concatenate(flat, 1)

    def _fits(self, seen: Any, die: int) -> Any:
        """The kinds that may go to a die."""
        face, best = (seen[:, _span(part)].argmax(1) + part.least for part in self.dice[die])
        return self.fits[die, np.maximum(face - 1, 0), best] * (face > 0)[:, None]


def _span(part: Any) -> slice:
    return slice(part.start, part.start + part.length)


EYES: dict[str, Callable[[], Eyes]] = {"sixes": SixesEyes, "popalotsy": PoPalotsyEyes}


def eyes_of(slug: str) -> Eyes:
    """What a network sees of a game."""
    return EYES[slug]() if slug in EYES else Eyes(slug)


class Network:
    """Two hidden layers, then the worth of every action, and the worth of the position for who acts."""

    def __init__(self, weights: list[Any]) -> None:
        self.weights = weights

    @classmethod
    def fresh(cls, inputs: int, actions: int, luck: Any) -> "Network":
        """A network that knows nothing."""
        sizes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        weights = []
        for number, (rows, columns) in enumerate(sizes):
            scale = np.sqrt(2 / rows) if number < 2 else 0.01
            weights += [luck.normal(0, scale, (rows, columns)), np.zeros(columns)]
        return cls([weight.astype(np.float32) for weight in weights])

    def layers(self, seen: Any) -> tuple[Any, Any]:
        """What both hidden layers say."""
        w1, b1, w2, b2 = self.weights[:4]
        first = np.maximum(seen @ w1 + b1, 0)
        return first, np.maximum(first @ w2 + b2, 0)

    def __call__(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The logarithms of the chances of all actions, and the value."""
        _, last = self.layers(seen)
        return self._heads(last, mask)

    def _heads(self, last: Any, mask: Any) -> tuple[Any, Any]:
        wp, bp, wv, bv = self.weights[4:]
        logits = np.where(mask, last @ wp + bp, -1e9)
        logits -= logits.max(1, keepdims=True)
        return logits - np.log(np.exp(logits).sum(1, keepdims=True)), np.tanh(last @ wv + bv)[:, 0]

    def gradient(self, batch: "Batch", entropy: float) -> list[Any]:
        """Of PPO's clipped loss, its value loss and its entropy."""
        rows = np.arange(len(batch.seen))
        first, last = self.layers(batch.seen)
        logs, value = self._heads(last, batch.mask)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, batch.action] - batch.log)
        held = np.where(batch.gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(held, 0, ratio * batch.gain)
        d_logits = chances * push[:, None]
        d_logits[rows, batch.action] -= push
        spread = -(chances * logs).sum(1, keepdims=True)
        d_logits += entropy * chances * (logs + spread)
        d_value = (value - batch.worth) * (1 - value**2)
        d_logits, d_value = d_logits / len(rows), d_value[:, None] / len(rows)
        d_last = (d_logits @ self.weights[4].T + d_value @ self.weights[6].T) * (last > 0)
        d_first = (d_last @ self.weights[2].T) * (first > 0)
        pairs = ((batch.seen, d_first), (first, d_last), (last, d_logits), (last, d_value))
        return [part for source, slope in pairs for part in (source.T @ slope, slope.sum(0))]


class Batch(NamedTuple):
    """Decisions to learn from."""

    seen: Any
    mask: Any
    action: Any
    log: Any
    """The logarithm of the chance that the action had."""
    gain: Any
    """How much more it brought than was expected."""
    worth: Any


class Adam:
    """Steps along gradients, each weight by its own measure."""

    def __init__(self, weights: list[Any]) -> None:
        self.weights = weights
        self.means = [np.zeros_like(weight) for weight in weights]
        self.squares = [np.zeros_like(weight) for weight in weights]
        self.steps = 0

    def step(self, gradient: list[Any], rate: float) -> None:
        """Go one step down."""
        self.steps += 1
        size = min(1.0, STEEPEST / np.sqrt(sum(float((part**2).sum()) for part in gradient)))
        for weight, part, mean, square in zip(self.weights, gradient, self.means, self.squares, strict=True):
            mean += (1 - MEMORY) * (part * size - mean)
            square += (1 - SQUARE_MEMORY) * ((part * size) ** 2 - square)
            steep = np.sqrt(square / (1 - SQUARE_MEMORY**self.steps)) + 1e-8
            weight -= rate * mean / (1 - MEMORY**self.steps) / steep


class Learner:
    """Self-play in many matches at once."""

    def __init__(self, slug: str, seed: int) -> None:
        self.slug, self.eyes = slug, eyes_of(slug)
        self.luck = np.random.default_rng(seed)
        self.env = SelfPlayVectorEnv(slug, ENVS, autoreset_mode=AutoresetMode.SAME_STEP, copy=False)
        seen, info = self.env.reset(seed=seed)
        self._look(seen, info)
        self.net = Network.fresh(self.eyes.width, game(slug).actions, self.luck)
        self.adam = Adam(self.net.weights)

    def _look(self, seen: Any, info: dict[str, Any]) -> None:
        self.seat = info["seat"].copy()
        self.seen, self.mask = self.eyes(seen, self.seat), info["action_mask"].astype(bool)

    def play(self) -> Batch:
        """Some decisions in every match, with what they brought."""
        rows, steps = np.arange(ENVS), []
        for _ in range(STEPS):
            logs, value = self.net(self.seen, self.mask)
            action = (logs - np.log(-np.log(self.luck.random(logs.shape, np.float32) + 1e-12))).argmax(1)
            before = (self.seen, self.mask, action, logs[rows, action], value, self.seat)
            features, _, ended, cut, info = self.env.step(action)
            steps.append((*before, ended | cut, info["results"][rows, self.seat]))
            self._look(features, info)
        seen, mask, action, log, value, seat, over, result = (np.array(part) for part in zip(*steps, strict=True))
        last = self.net(self.seen, self.mask)[1]
        worth = self._worth(np.vstack([value, last]), np.vstack([seat, self.seat]), over, result)
        gain = worth - value
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        parts = (seen, mask, action, log, gain, worth)
        return Batch(*(part.reshape(STEPS * ENVS, *part.shape[2:]) for part in parts))

    def _worth(self, value: Any, seat: Any, over: Any, result: Any) -> Any:
        """What each decision was worth to who made it: of two, what one wins the other loses."""
        worth, later = np.zeros_like(value[:-1]), value[-1]
        for step in reversed(range(STEPS)):
            sign = np.where(seat[step + 1] == seat[step], 1, -1)
            later = sign * ((1 - LAMBDA) * value[step + 1] + LAMBDA * later)
            later = worth[step] = np.where(over[step], result[step], later)
        return worth

    def learn(self, decisions: int, check: Callable[[int], None]) -> None:
        """Play and learn; `check` hears of it now and then."""
        rounds = max(1, decisions // (STEPS * ENVS))
        for number in range(rounds):
            if number % max(1, rounds // CHECKS) == 0:
                check(number * STEPS * ENVS)
            left = 1 - number / rounds
            batch = self.play()
            for _ in range(EPOCHS):
                order = self.luck.permutation(len(batch.seen))
                for start in range(0, len(order), BATCH):
                    few = Batch(*(part[order[start : start + BATCH]] for part in batch))
                    self.adam.step(self.net.gradient(few, ENTROPY * left), RATE * max(0.1, left))
        check(rounds * STEPS * ENVS)


def score(slug: str, net: Network, matches: int, seed: int) -> tuple[float, float]:
    """The share of matches that a network wins against greedy, on either seat, and its 95 % interval either way."""
    eyes, results = eyes_of(slug), []
    for seat in range(SEATS):
        env = DiceVectorEnv(slug, matches // 2, opponents=["greedy"], learner=seat, reward="win", copy=False)
        seen, info = env.reset(seed=seed)
        playing, total = np.ones(matches // 2, bool), np.zeros(matches // 2)
        while playing.any():
            logs, _ = net(eyes(seen, np.full(len(seen), seat)), info["action_mask"].astype(bool))
            seen, rewards, ended, cut, info = env.step(logs.argmax(1))
            total += rewards * playing
            playing &= ~(ended | cut)
        results.append(total / 2 + 0.5)
    shares = np.concatenate(results)
    return float(shares.mean()), DEVIATIONS * float(shares.std()) / len(shares) ** 0.5


class Learned:
    """A network as a bot."""

    slug = ""

    def __init__(self) -> None:
        self.eyes = eyes_of(self.slug)
        with np.load(WEIGHTS / f"{self.slug}.npz") as kept:
            self.net = Network([kept[name].astype(np.float32) for name in kept.files])
        self.actions = game(self.slug).actions

    def __call__(self, view: Any, seat: int, legal: Any, count: int, key: Any) -> int:
        """The action that the network thinks best."""
        mask = np.zeros((1, self.actions), bool)
        mask[0, legal[:count]] = True
        seen = self.eyes.features.encode(view, seat)[None]
        return int(self.net(self.eyes(seen, np.array([seat])), mask)[0].argmax())


class Sixes(Learned):
    """Battle of the Sixes."""

    slug = "sixes"


class PoPalotsy(Learned):
    """PoPalotsy."""

    slug = "popalotsy"


def draw(path: Path, slug: str, curve: list[tuple[int, float, float, float]]) -> None:
    """The learning curve with its intervals."""
    from matplotlib.figure import Figure

    decisions, shares, errors, _ = zip(*curve, strict=True)
    figure = Figure(figsize=(7, 4), layout="tight")
    axes = figure.add_subplot()
    axes.errorbar(np.array(decisions) / 1e6, 100 * np.array(shares), 100 * np.array(errors), capsize=3)
    axes.axhline(50, linestyle="--", color="grey")
    axes.set_title(game(slug).title)
    axes.set_xlabel("million decisions")
    axes.set_ylabel("% of matches won against greedy")
    figure.savefig(path, dpi=110)


def main() -> None:
    """Learn, and keep weights and curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1000, help="against greedy, in every point of the curve")
    parser.add_argument("--weights", type=Path, help="where to keep them: a file .npz")
    parser.add_argument("--plot", type=Path, help="where to draw the curve")
    options = parser.parse_args()
    learner, began = Learner(options.game, options.seed), time.process_time()
    curve: list[tuple[int, float, float, float]] = []

    def check(decisions: int) -> None:
        share, error = score(options.game, learner.net, options.matches, options.seed + 1)
        spent = time.process_time() - began
        curve.append((decisions, share, error, spent))
        print(f"{spent:6.0f} s {decisions:>11,} decisions  {share:6.1%} ± {error:.1%} against greedy", flush=True)
        if options.weights:
            np.savez_compressed(options.weights, *(weight.astype(np.float16) for weight in learner.net.weights))
        if options.plot:
            draw(options.plot, options.game, curve)

    learner.learn(options.decisions, check)


if __name__ == "__main__":
    main()
