"""Builds the tables of Phase 10 Dice, part by part: an interrupted build continues with its unfinished part."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from quincunx.core.messages import Message
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import BONUS_PHASES
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.phase10 import dice, solitaire, words
from quincunx.solvers.phase10.colours import COLOUR_PHASE
from quincunx.solvers.phase10.dice_pool import TurnPlan
from quincunx.solvers.phase10.kernels import FAILED
from quincunx.solvers.phase10.solitaire import END, NUMBER_PHASES, PAYOFFS, USUAL_GAIN, Stand, stands
from quincunx.solvers.phase10.sweeps import Sweeps
from quincunx.solvers.solved import SOLVED, Progress, no_progress


def open_arrays(folder: Path | None = None) -> ArrayFolder:
    """The folder of tables for these rules and this solver, built or not."""
    solved = SOLVED[SPEC.slug]
    return ArrayFolder(folder or solved.folder(SPEC.slug), solved.label(SPEC.rules_version))


def chance_payoff() -> Any:
    """A payoff that makes a turn worth its chance: 1 for any phase that is made."""
    worth = np.ones(PAYOFFS)
    worth[FAILED] = 0.0
    return worth


@dataclass(frozen=True)
class BuildPart:
    """A part of the work; it is done if its arrays and facts exist."""

    what: Message
    weight: float
    """The time that it takes, relative to the other parts."""
    makes: tuple[str, ...]
    do: Callable[["Build", Callable[[float], None]], None]


class Build:
    """One building of the tables."""

    def __init__(self, arrays: ArrayFolder, progress: Progress = no_progress) -> None:
        self.arrays = arrays
        self.progress = progress

    @cached_property
    def sweeps(self) -> Sweeps:
        """The large array; only made when a part needs it."""
        return Sweeps()

    def run(self, parts: "tuple[BuildPart, ...] | None" = None) -> None:
        """Do the parts that are missing."""
        parts = all_parts() if parts is None else parts
        with self.arrays.building():
            for name in self.arrays.flaws(thorough=True):
                self.arrays.forget(name)
            whole = sum(part.weight for part in parts)
            before = 0.0
            for part in parts:
                self._carry_out(part, before / whole, part.weight / whole)
                before += part.weight

    def _carry_out(self, part: BuildPart, before: float, share: float) -> None:
        done = 0.0

        def tick(more: float) -> None:
            nonlocal done
            more = min(more, 1 - done)
            done += more
            self.progress(part.what, more * share)
            self.arrays.tell(before + done * share)

        tick(0)
        if not self.arrays.has(*part.makes):
            part.do(self, tick)
        tick(1)

    def note_values(self, values: dict[Stand, float], phase: int) -> None:
        """Keep what was found for a phase."""
        self.arrays.note(f"values of phase {phase + 1}", [[*stand, values[stand]] for stand in stands(phase)])


def values_of(arrays: ArrayFolder) -> dict[Stand, float]:
    """The value of every stand that is solved so far."""
    return {END: 0.0} | {
        Stand(*stand): value
        for phase in range(PHASES)
        for *stand, value in arrays.fact(f"values of phase {phase + 1}", [])
    }


def rows_of(arrays: ArrayFolder) -> list[Stand]:
    """The stand that each row of the plans for phases of numbers is for."""
    return [Stand(*stand) for phase in NUMBER_PHASES for *stand, _ in arrays.fact(f"values of phase {phase + 1}")]


def actions_of(choice: Any) -> Any:
    """A choice for every roll of numbers as the dice to roll again: sorted low dice in bits 0 to 3, then high ones."""
    high, low = dice.numbers().kinds
    kept_high, kept_low = np.divmod(choice, low.size)
    rolls = np.indices(choice.shape)
    return (high.rolled[rolls[0], kept_high].astype(np.uint16) << low.dice) | low.rolled[rolls[1], kept_low]


def choice_of(actions: Any) -> Any:
    """The inverse of `actions_of`."""
    high, low = dice.numbers().kinds
    rolls = np.indices(actions.shape)
    kept_low = low.rolls[rolls[1], actions & ((1 << low.dice) - 1)]
    return high.rolls[rolls[0], actions >> low.dice] * low.size + kept_low


def _number_phase(phase: int) -> BuildPart:
    def do(build: Build, tick: Callable[[float], None]) -> None:
        values = values_of(build.arrays)
        start: float | None = None
        for stand in stands(phase):
            start = values[stand] = solitaire.solve_stand(stand, values, start)
            tick(1 / len(stands(phase)))
        build.note_values(values, phase)

    weight = 0.06 * len(stands(phase)) if phase < BONUS_PHASES else 0.1
    return BuildPart(words.PHASE(number=phase + 1), weight, (f"values of phase {phase + 1}",), do)


EVALUATIONS = "evaluations of the colour phase"


def _colour_phase(build: Build, tick: Callable[[float], None]) -> None:
    values = values_of(build.arrays)
    stand = stands(COLOUR_PHASE)[0]
    known = [(number, found) for number, found in build.arrays.fact(EVALUATIONS, [])]
    build.sweeps.tick = lambda part: tick(part / 21)

    def turn(value: float) -> float:
        found = build.sweeps.best_start(solitaire.payoff(stand, values, value))
        build.arrays.note(EVALUATIONS, [*build.arrays.fact(EVALUATIONS, []), [value, found]])
        return found

    guess = values[Stand(COLOUR_PHASE + 1)] + USUAL_GAIN
    values[stand] = solitaire.fixed_point(turn, guess, known)
    build.note_values(values, COLOUR_PHASE)


def _colour_score(build: Build, tick: Callable[[float], None]) -> None:
    """Make the plans and the values of states for the best score."""
    arrays, sweeps, values = build.arrays, build.sweeps, values_of(build.arrays)
    sweeps.tick = lambda part: tick(part / 13)
    worth = solitaire.payoff(stands(COLOUR_PHASE)[0], values)
    sweeps.last(worth)
    last = sweeps.choose()
    arrays.save("colour_last", last)
    sweeps.expect()
    arrays.save("colour_second_roll", sweeps.kept())
    first = sweeps.choose()
    arrays.save("colour_first", first)
    sweeps.expect()
    arrays.save("colour_first_roll", sweeps.kept())
    sweeps.follow(chance_payoff(), last)
    sweeps.expect()
    arrays.save("colour_chance", sweeps.kept())
    arrays.note("colour turn", sweeps.distribution(first, last).tolist())


def _plans(build: Build, tick: Callable[[float], None]) -> None:
    """Make the plans for every phase of numbers, and the distribution of its turns' results."""
    rows, values = rows_of(build.arrays), values_of(build.arrays)
    pool = dice.numbers()
    first, last = (np.zeros((len(rows), *pool.complete), np.uint16) for _ in range(2))
    turns = np.zeros((len(rows), PAYOFFS))
    for row, stand in enumerate(rows):
        points = dice.points(stand.phase)
        plan = pool.best_turn(solitaire.payoff(stand, values)[points])[1]
        first[row], last[row] = actions_of(plan.first), actions_of(plan.last)
        turns[row] = turn_of(plan, points)
        tick(1 / len(rows))
    build.arrays.save("number_points", np.stack([dice.points(phase) for phase in NUMBER_PHASES]).astype(np.uint8))
    build.arrays.save("number_first", first)
    build.arrays.save("number_last", last)
    build.arrays.save("number_turns", turns)


def turn_of(plan: TurnPlan, points: Any) -> Any:
    """The probability of each number of points, or `FAILED`, in a turn by a plan."""
    pool = dice.numbers()
    before_last = pool.landing(pool.kept(plan.first, pool.chance_of_roll))
    at_end = pool.landing(pool.kept(plan.last, before_last))
    return np.bincount(points.ravel(), at_end.ravel(), PAYOFFS)


def turns_of(arrays: ArrayFolder) -> dict[Stand, Any]:
    """By stand: the probability of each number of points, or `FAILED`, in a turn."""
    turns: dict[Stand, Any] = dict(zip(rows_of(arrays), arrays.load("number_turns")))
    return turns | {stands(COLOUR_PHASE)[0]: np.array(arrays.fact("colour turn"))}


def _scores(build: Build, tick: Callable[[float], None]) -> None:
    build.arrays.save("scores", solitaire.final_scores(turns_of(build.arrays)))


def all_parts() -> tuple[BuildPart, ...]:
    late, early = range(COLOUR_PHASE + 1, PHASES), range(COLOUR_PHASE)
    return (
        *(_number_phase(phase) for phase in reversed(late)),
        BuildPart(words.PHASE(number=8), 55, ("values of phase 8",), _colour_phase),
        BuildPart(
            words.PHASE_SCORES(number=8),
            50,
            ("colour_last", "colour_second_roll", "colour_first", "colour_first_roll", "colour_chance", "colour turn"),
            _colour_score,
        ),
        *(_number_phase(phase) for phase in reversed(early)),
        BuildPart(words.PLANS(), 20, ("number_points", "number_first", "number_last", "number_turns"), _plans),
        BuildPart(words.SCORES(), 2, ("scores",), _scores),
    )
