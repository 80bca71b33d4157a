"""Beside OpenSpiel from PyPI: random play through its Python API, and its own rollouts in C++.

A step is one change of a state, by a player or by chance, on both sides; a decision is a player's alone.
"""

import random
import statistics
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import Row, brief, in_turns, median_ratio, rate_of
from quincunx import game
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from quincunx.sim.stepper import Stepper
from tests.examples import pig

ROLLOUTS = 500
"""That one call of OpenSpiel's search makes, each of its two simulations."""
MATCHES = 300


def run(repeats: int) -> list[Row]:
    """Our Phase 10 Dice, and our Pig, against its `pig` and `yacht`."""
    import pyspiel

    spiel_pig, yacht = pyspiel.load_game("pig"), pyspiel.load_game("yacht")
    steps_a_match, decisions_a_match = _length(spiel_pig)
    rollouts = rate_of(_rollouts(pyspiel, spiel_pig))
    rates = {
        "phase10": rate_of(_playouts(game("phase10"))),
        "our pig": rate_of(_playouts(pig.SPEC)),
        "stepped phase10": rate_of(_stepped(game("phase10"))),
        "stepped pig": rate_of(_stepped(pig.SPEC)),
        "pig": rate_of(lambda: _play(spiel_pig)[0]),
        "pig decisions": rate_of(lambda: _play(spiel_pig)[1]),
        "yacht": rate_of(lambda: _play(yacht, most=20)[0]),
        "rollouts": lambda: rollouts() * steps_a_match,
    }
    measured = in_turns(rates, repeats)
    middle = {name: statistics.median(figures) for name, figures in measured.items()}

    def row(what: str, ours: str, theirs: str, bar: float | None = None, unit: str = "steps", more: str = "") -> Row:
        beside = f"{brief(middle[ours])} against {brief(middle[theirs])} {unit} per second{more}"
        return Row(what, median_ratio(measured[ours], measured[theirs]), " ×", bar, beside=beside)

    decisions = brief(middle["rollouts"] * decisions_a_match / steps_a_match)
    alone = f"; pig's decisions alone: {decisions}"
    return [
        row("Phase 10 Dice, compiled, against OpenSpiel's pig in Python", "phase10", "pig", 10),
        row("Phase 10 Dice, compiled, against OpenSpiel's yacht in Python", "phase10", "yacht", 1000),
        row("Phase 10 Dice, compiled, against OpenSpiel's C++ rollouts of pig", "phase10", "rollouts", 1, more=alone),
        row("our Pig, compiled, against OpenSpiel's C++ rollouts of pig", "our pig", "rollouts"),
        row(
            "Phase 10 Dice, stepped from Python, against OpenSpiel's pig",
            "stepped phase10",
            "pig decisions",
            0.5,
            "decisions",
        ),
        row("our Pig, stepped from Python, against OpenSpiel's pig", "stepped pig", "pig decisions", None, "decisions"),
    ]


def _playouts(spec: GameSpec) -> Callable[[], int]:
    batch = Batch(spec, 2)
    batch.playouts(1, 0, 1)
    return lambda: batch.playouts(1, 0, MATCHES)[0]


def _stepped(spec: GameSpec) -> Callable[[], int]:
    stepper = Stepper(spec, 2, seed=1)
    draw = random.Random(1).random

    def play() -> int:
        decisions = 0
        count, legal, step = stepper.reset(), stepper.legal, stepper.step
        while count:
            count = step(legal[int(draw() * count)])
            decisions += 1
        return decisions

    return play


_draw = random.Random(1).random


def _play(spiel: Any, most: int | None = None) -> tuple[int, int]:
    """One match as users of OpenSpiel play it, or its first steps; steps and decisions."""
    steps = decisions = 0
    state = spiel.new_initial_state()
    while not state.is_terminal() and steps != most:
        if state.is_chance_node():
            state.apply_action(_sampled(state.chance_outcomes()))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(_draw() * len(legal))])
            decisions += 1
        steps += 1
    return steps, decisions


def _sampled(outcomes: list[tuple[int, float]]) -> int:
    rest = _draw()
    for outcome, chance in outcomes:
        rest -= chance
        if rest <= 0:
            return outcome
    return outcomes[-1][0]


def _length(spiel: Any, matches: int = 3000) -> tuple[float, float]:
    """Steps and decisions of a random match, on average."""
    played = [_play(spiel) for _ in range(matches)]
    return statistics.fmean(steps for steps, _ in played), statistics.fmean(decisions for _, decisions in played)


def _rollouts(pyspiel: Any, spiel: Any) -> Callable[[], int]:
    """Random matches inside its C++: a search of two simulations with many rollouts each is little else."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, 2, 500, False, 42, False)
    state = spiel.new_initial_state()

    def search() -> int:
        bot.step(state)
        return 2 * ROLLOUTS

    return search
