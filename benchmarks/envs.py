"""Our environments beside others': decisions per second with random masked actions, on one core.

The vector environments fill features and masks at every step. Only decisions of learners count: what the bots on the
other seats decide meanwhile does not. PettingZoo's fastest classic game and pgx's backgammon
are measured in the same turns. Environments of PettingZoo are measured as `env()` gives them, wrapped, on both sides.
"""

import random
import statistics
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from benchmarks.measuring import Row, brief, in_turns, median_ratio, rate_of
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES

MATCHES = 4096
PGX_BATCHES = (64, 256, 1024, 4096)
"""Matches that pgx plays at once: the fastest of these counts."""


def run(repeats: int) -> list[Row]:
    """The vector environments, the AEC ones and the games of OpenSpiel."""
    from pettingzoo.classic import tictactoe_v3

    works: dict[str, Callable[[], int]] = {f"vector {spec.slug}": _vector(spec) for spec in GAMES}
    works |= {f"aec {spec.slug}": _aec(_own(spec.slug)) for spec in GAMES}
    works |= {f"spiel {spec.slug}": _spiel(f"quincunx_{spec.slug}", {"limit": 2000}) for spec in GAMES}
    works["tictactoe"] = _aec(tictactoe_v3.raw_env)
    if find_spec("rlcard") is not None:
        from pettingzoo.classic import leduc_holdem_v4

        works["leduc"] = _aec(leduc_holdem_v4.env)
    works["liars poker"] = _spiel("python_liars_poker", {})
    if find_spec("pgx") is not None:
        works |= {f"pgx {batch}": _pgx(batch) for batch in PGX_BATCHES}
    measured = in_turns({name: rate_of(work) for name, work in works.items()}, repeats)
    return [*_vector_rows(measured), *_aec_rows(measured), *_spiel_rows(measured)]


def _row(what: str, ours: list[float], theirs: list[float], bar: float, whose: str) -> Row:
    beside = f"{brief(statistics.median(ours))} against {brief(statistics.median(theirs))} of {whose} per second"
    return Row(what, median_ratio(ours, theirs), " ×", bar, beside=beside)


def _vector_rows(measured: dict[str, list[float]]) -> list[Row]:
    rows = []
    for spec in GAMES:
        what = f"{spec.title}: vector environment of {MATCHES:,}, learners' decisions"
        rows.append(_row(what, measured[f"vector {spec.slug}"], measured["tictactoe"], 20, "PettingZoo's fastest"))
    batches = [batch for batch in PGX_BATCHES if f"pgx {batch}" in measured]
    if batches:
        best = max(batches, key=lambda batch: statistics.median(measured[f"pgx {batch}"]))
        whose = f"pgx's backgammon, {best} at once,"
        for spec in GAMES:
            what = f"{spec.title}: vector environment of {MATCHES:,} against pgx, learners' decisions"
            rows.append(_row(what, measured[f"vector {spec.slug}"], measured[f"pgx {best}"], 3, whose))
    return rows


def _aec_rows(measured: dict[str, list[float]]) -> list[Row]:
    if "leduc" not in measured:
        return []
    return [
        _row(
            f"{spec.title}: PettingZoo AEC, decisions",
            measured[f"aec {spec.slug}"],
            measured["leduc"],
            2,
            "leduc_holdem",
        )
        for spec in GAMES
    ]


def _spiel_rows(measured: dict[str, list[float]]) -> list[Row]:
    theirs = measured["liars poker"]
    return [
        _row(
            f"{spec.title}: OpenSpiel, steps from Python",
            measured[f"spiel {spec.slug}"],
            theirs,
            1,
            "python_liars_poker",
        )
        for spec in GAMES
    ]


def _vector(spec: GameSpec) -> Callable[[], int]:
    from quincunx.envs import DiceVectorEnv
    from quincunx.envs.loops import DECISIONS

    seats = spec.seats[0]
    opponents = ["random"] if seats > 1 else []
    env = DiceVectorEnv(spec.slug, MATCHES, copy=False, seats=seats, opponents=opponents)
    env.reset(seed=1)

    def work() -> int:
        before = env.counters[DECISIONS]
        for _ in range(4):
            env.step(env.sample_actions())
        return int(env.counters[DECISIONS] - before)

    return work


def _own(slug: str) -> Callable[[], Any]:
    from quincunx import envs

    return lambda: getattr(envs, f"{slug}_v0").env()


def _aec(make: Callable[[], Any]) -> Callable[[], int]:
    env, rng = make(), random.Random(5)

    def work() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            actions = mask.nonzero()[0]
            env.step(int(actions[int(rng.random() * len(actions))]))
            decisions += 1
        return decisions

    return work


def _spiel(name: str, parameters: dict[str, Any]) -> Callable[[], int]:
    import pyspiel
    from open_spiel.python.games import liars_poker  # noqa: F401  # registers its Python game

    import quincunx.envs  # noqa: F401  # registers ours

    game, rng = pyspiel.load_game(name, parameters), random.Random(5)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def _pgx(batch: int) -> Callable[[], int]:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    split = jax.jit(jax.vmap(lambda key: jax.random.split(key, 3)))

    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))

    pick = jax.jit(jax.vmap(choose))
    keys = jax.random.split(jax.random.PRNGKey(0), batch)
    holder = [init(keys), keys]

    def work() -> int:
        state, keys = holder
        keys = split(keys)
        state = step(state, pick(keys[:, 1], state.legal_action_mask), keys[:, 2])
        state.observation.block_until_ready()
        holder[:] = [state, keys[:, 0]]
        return batch

    return work
