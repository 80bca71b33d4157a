"""The certificate: the checker over the full tables, and the optimal plan played through the rules engine."""

from dataclasses import asdict, dataclass
from itertools import product
from math import sqrt
from typing import Any

import numpy as np

from quincunx.core.fields import records
from quincunx.core.generator import KEY_WORDS
from quincunx.core.jit import compiled
from quincunx.core.messages import Message
from quincunx.core.words import decimal
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.phases import DICE, LOW_DICE, PHASES, SIDES
from quincunx.games.phase10.rules import State
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.phase10 import dice, playing, solitaire, words
from quincunx.solvers.phase10.build import rows_of, values_of
from quincunx.solvers.phase10.certificate import ColourCheck, NumberCheck
from quincunx.solvers.phase10.colours import COLOUR_PHASE
from quincunx.solvers.phase10.solitaire import NUMBER_PHASES, Stand, stands
from quincunx.solvers.phase10.sweeps import Sweeps
from quincunx.solvers.solved import Progress

RESIDUAL_BAR = 1e-9
"""The largest residual, in points, with which the certificate holds."""
DEVIATIONS = 3.290526731491926
"""Standard deviations either side that hold 99.9 % of a normal distribution."""
MATCHES = 1_000_000
SEED = 10
CHUNK = 10_000


@dataclass(frozen=True)
class Certificate:
    """The result of checking a solution."""

    optimum: float
    number_residual: float
    """The largest error of Bellman's equations in the nine phases of numbers, in points."""
    colour_residual: float
    """The same in the phase of one colour, over all 7¹⁰ states of each of its tables."""
    matches: int
    seed: int
    mean: float
    """The mean score of the matches that were played through the rules engine."""
    low: float
    """The lower bound of their 99.9 % interval; `high` is the upper one."""
    high: float

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""
        exact = max(self.number_residual, self.colour_residual) <= RESIDUAL_BAR
        return exact and self.low <= self.optimum <= self.high

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return asdict(self) | {"holds": self.holds}

    def lines(self) -> list[Message]:
        """The findings, one sentence each."""
        return [
            words.NUMBER_RESIDUAL(points=f"{self.number_residual:.1e}"),
            words.COLOUR_RESIDUAL(points=f"{self.colour_residual:.1e}"),
            words.PLAYED(matches=self.matches, seed=str(self.seed), mean=decimal(self.mean, 4)),
            words.INTERVAL(low=decimal(self.low, 4), high=decimal(self.high, 4)),
            (words.HOLDS if self.holds else words.HOLDS_NOT)(points=decimal(self.optimum, 6)),
        ]


def certify(arrays: ArrayFolder, progress: Progress) -> Certificate:
    """Check everything."""
    numbers = number_residual(arrays, progress, 0.3)
    colour = colour_residual(arrays, progress, 0.4)
    mean, error = play(arrays, progress, 0.3)
    optimum = values_of(arrays)[Stand(0)]
    reach = DEVIATIONS * error
    return Certificate(optimum, numbers, colour, MATCHES, SEED, mean, mean - reach, mean + reach)


def number_residual(arrays: ArrayFolder, progress: Progress, share: float) -> float:
    """The largest error in the phases of numbers: every stand's tables are computed again and checked."""
    pool = dice.numbers()
    check = NumberCheck(*(kind.counts for kind in pool.kinds))
    values = values_of(arrays)
    every = [stand for phase in NUMBER_PHASES for stand in stands(phase)]
    worst = 0.0
    for stand in every:
        turn = pool.best_turn(solitaire.payoff(stand, values)[dice.points(stand.phase)])[0]
        worst = max(worst, check.residual(stand, _plain(values), turn.first, turn.last))
        progress(words.CHECKING_NUMBERS(), share / len(every))
    return worst


def colour_residual(arrays: ArrayFolder, progress: Progress, share: float) -> float:
    """The largest error in the phase of one colour."""
    values = values_of(arrays)
    stand = stands(COLOUR_PHASE)[0]
    check, sweeps = ColourCheck(), Sweeps(lambda part: progress(words.CHECKING_COLOUR(number=8), share * part / 8))
    sweeps.last(solitaire.payoff(stand, values))
    error = check.last_residual(sweeps.values, stand, _plain(values))
    progress(words.CHECKING_COLOUR(number=8), share / 8)
    check.take_best(sweeps.values)
    progress(words.CHECKING_COLOUR(number=8), share / 8)
    sweeps.best()
    sweeps.expect()
    error = max(error, check.residual(sweeps.values))
    progress(words.CHECKING_COLOUR(number=8), share / 8)
    check.take_best(sweeps.values)
    progress(words.CHECKING_COLOUR(number=8), share / 8)
    return max(error, abs(check.start() - values[stand]))


def _plain(values: solitaire.Values) -> dict[tuple[int, int, int], float]:
    return {(stand.phase, stand.total, stand.tried): value for stand, value in values.items()}


def play(arrays: ArrayFolder, progress: Progress, share: float) -> tuple[float, float]:
    """Mean score, and its standard error, of matches by the kept plans, through the compiled rules."""
    scores = np.zeros((MATCHES // CHUNK, CHUNK), np.int64)
    options, weights, key = (np.zeros(length, np.int64) for length in (1, SPEC.outcomes, KEY_WORDS))
    states, table, plans = records(State, playing.STATES), np.zeros((1, 2), np.int64), plan_arrays(arrays)
    for number, part in enumerate(scores):
        compiled(SPEC, playing).play_alone(states, options, weights, key, SEED, number * CHUNK, table, *plans, part)
        progress(words.PLAYING(), share / len(scores))
    return float(scores.mean()), float(scores.std(ddof=1) / sqrt(MATCHES))


def plan_arrays(arrays: ArrayFolder) -> tuple[Any, ...]:
    """The arrays that `playing.perfect` reads, after those of the two decisions for numbers and for colours."""
    rows = np.zeros((PHASES, playing.ENOUGH + 1), np.int64)
    for row, stand in enumerate(rows_of(arrays)):
        rows[stand.phase, max(stand.total, stand.tried)] = row
    high, low = dice.numbers().kinds
    return (
        arrays.load("number_first"),
        arrays.load("number_last"),
        arrays.load("colour_first"),
        arrays.load("colour_last"),
        rows,
        _roll_numbers(low, LOW_DICE, playing.LOW_SYMBOLS),
        _roll_numbers(high, DICE - LOW_DICE, SIDES),
    )


def _roll_numbers(kind: Any, count: int, symbols: int) -> Any:
    """The keepset by the faces of the dice, read as digits of one number."""
    shown = np.array(list(product(range(symbols), repeat=count)))
    return kind.numbers_of(np.stack([(shown == symbol).sum(axis=1) for symbol in range(symbols)], axis=1))
