"""Turns with dice that are alike, beside the same turn with every die by itself."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE, NOT_MADE, best_phase, points_of
from quincunx.solvers.phase10 import dice
from quincunx.solvers.phase10.dice_pool import NOT_WITHIN, DicePool, kind_of
from quincunx.solvers.phase10.kernels import FAILED

WEIGHTS = ((2, 1), (1, 1, 1))
SIZES = (2, 2)
Roll = tuple[int, ...]


def small_pool() -> DicePool:
    """Two dice with two symbols, one of them twice as likely, and two dice with three."""
    return DicePool(*(kind_of(size, weights) for size, weights in zip(SIZES, WEIGHTS, strict=True)))


def worth(roll: Roll) -> float:
    """Something that depends on each kind's numbers only, and not simply on their sum."""
    first, second = sorted(roll[:2]), sorted(roll[2:])
    return float(10 * first[0] * second[1] + 3 * (first[1] == second[0]) - first[1] + 0.25 * second[0] ** 2)


def sides(die: int) -> list[int]:
    return [symbol for symbol, weight in enumerate(WEIGHTS[die // 2]) for _ in range(weight)]


@cache
def rolled(kept: tuple[int | None, ...], rolls_left: int) -> float:
    """What it is worth to roll the dice that are None, by trying everything."""
    ways = [sides(die) if symbol is None else [symbol] for die, symbol in enumerate(kept)]
    values = [best(roll, rolls_left) for roll in product(*ways)]
    return sum(values) / len(values)


@cache
def best(roll: Roll, rolls_left: int) -> float:
    if rolls_left == 0:
        return worth(roll)
    keeps = product(*((symbol, None) for symbol in roll))
    return max(rolled(kept, rolls_left - 1) for kept in keeps)


def number_in(pool: DicePool, kept: tuple[int | None, ...]) -> tuple[int, ...]:
    numbers = []
    for axis, kind in enumerate(pool.kinds):
        own = kept[2 * axis : 2 * axis + 2]
        counts = [own.count(symbol) for symbol in range(len(WEIGHTS[axis]))]
        numbers.append(next(n for n, row in enumerate(kind.counts) if list(row) == counts))
    return tuple(numbers)


def ends_of(pool: DicePool) -> Any:
    ends = np.zeros(pool.complete)
    for roll in product(range(2), range(2), range(3), range(3)):
        ends[number_in(pool, roll)] = worth(roll)
    return ends


def test_the_best_turn_is_what_trying_everything_finds() -> None:
    pool = small_pool()
    turn, plan = pool.best_turn(ends_of(pool))
    for kept in product(*((*range(len(WEIGHTS[die // 2])), None) for die in range(4))):
        assert turn.last[number_in(pool, kept)] == pytest.approx(rolled(kept, 0), abs=1e-12)
        assert turn.first[number_in(pool, kept)] == pytest.approx(rolled(kept, 1), abs=1e-12)
    assert turn.start == pytest.approx(rolled((None,) * 4, 2), abs=1e-12)
    assert pool.turn_by_plan(plan, ends_of(pool)).start == pytest.approx(turn.start, abs=1e-12)


def test_what_is_likely_and_what_is_worth_agree() -> None:
    """The mean of a turn's worth is the same forwards and backwards."""
    pool = small_pool()
    turn, plan = pool.best_turn(ends_of(pool))
    at_last = pool.landing(pool.kept(plan.first, pool.chance_of_roll))
    at_end = pool.landing(pool.kept(plan.last, at_last))
    assert at_end.sum() == pytest.approx(1, abs=1e-12)
    assert (at_end * ends_of(pool)).sum() == pytest.approx(turn.start, abs=1e-12)


def test_rolling_dice_and_keeping_the_others_are_two_names_of_one_thing() -> None:
    for kind in small_pool().kinds:
        for roll in range(kind.complete):
            within = np.flatnonzero(kind.rolled[roll] != NOT_WITHIN)
            assert set(kind.rolls[roll]) == set(within)
            assert all(kind.rolls[roll, kind.rolled[roll, keep]] == keep for keep in within)


@pytest.mark.parametrize("phase", [0, 2, 5, 9])
def test_the_last_roll_of_the_ten_dice_is_what_the_rules_say(phase: int) -> None:
    """Two low and two high dice in the air; every way they can land is scored by the game."""
    payoff = np.arange(FAILED + 1) + 7.5
    payoff[FAILED] = 1.25
    table = dice.numbers().expected(payoff[dice.points(phase)])
    kept = (4, 1, None, None, 3, 3, 4, 2, None, None)
    numbers = [None if side is None else FACE_NUMBER[die][side] for die, side in enumerate(kept)]
    high, low = (
        next(n for n, row in enumerate(kind.counts) if list(row) == [own.count(symbol) for symbol in symbols])
        for kind, own, symbols in zip(
            dice.numbers().kinds,
            (numbers[LOW_DICE:], numbers[:LOW_DICE]),
            (dice.HIGH_SYMBOLS, dice.LOW_SYMBOLS),
            strict=True,
        )
    )
    made = [best_phase(list(face), phase) for face in product(*(range(6) if side is None else [side] for side in kept))]
    values = [payoff[FAILED if one == NOT_MADE else points_of(one)] for one in made]
    assert len(kept) == DICE
    assert table[high, low] == pytest.approx(sum(values) / len(values), abs=1e-12)
    assert len(set(values)) > 1
