"""Figures against cases that can be worked out on paper."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from quincunx.core import loops
from quincunx.sim.statistics import QUANTILES, MatchTally, Spread, quantile, wilson, win_share


def test_wilson_gives_the_interval_of_the_textbook() -> None:
    interval = wilson(15, 50)
    assert interval.rate == 0.3
    assert interval.low == pytest.approx(0.1910, abs=1e-4)
    assert interval.high == pytest.approx(0.4375, abs=1e-4)


def test_wilson_solves_the_equation_it_comes_from() -> None:
    successes, trials = 8.5, 10
    low, high = wilson(successes, trials)[1:]
    for bound in (low, high):
        assert (successes / trials - bound) ** 2 == pytest.approx(1.959963984540054**2 * bound * (1 - bound) / trials)


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10)])
def test_wilson_reaches_the_end_only_where_all_or_none_won(successes: int, trials: int) -> None:
    interval = wilson(successes, trials)
    assert (interval.low == 0) == (successes == 0)
    assert (interval.high == 1) == (successes == trials)
    assert wilson(trials - successes, trials).high == pytest.approx(1 - interval.low)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0)[1:] == (0, 1)


def test_wilson_holds_the_true_rate_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    wins = rng.binomial(200, 0.3, 4000)
    held = sum(interval.low <= 0.3 <= interval.high for interval in (wilson(int(n), 200) for n in wins))
    assert 0.93 < held / 4000 < 0.97


def test_a_spread_is_that_of_the_numbers_counted() -> None:
    numbers = [3, 3, 5, 8, 13, 13, 13, -2]
    spread = Spread.of(Counter(numbers))
    assert spread is not None
    assert spread.count == 8
    assert spread.mean == pytest.approx(np.mean(numbers))
    assert spread.deviation == pytest.approx(np.std(numbers, ddof=1))
    assert (spread.least, spread.most) == (-2, 13)
    assert spread.quantiles == tuple(np.quantile(numbers, QUANTILES, method="inverted_cdf"))


def test_a_spread_of_one_number_has_no_deviation_and_of_none_is_none() -> None:
    one = Spread.of(Counter([7]))
    assert one is not None
    assert (one.mean, one.deviation) == (7, 0)
    assert Spread.of(Counter()) is None
    with pytest.raises(ValueError, match="nothing"):
        quantile(Counter(), 0.5)


def test_a_shared_win_is_a_fraction_of_one() -> None:
    assert win_share(Counter({1: 4, 2: 3, 3: 1})) == 4 + Fraction(3, 2) + Fraction(1, 3)


def rows(*matches: tuple[int, int, int, int, list[int], list[int]]) -> np.ndarray:
    """Results as the loops write them: events, decisions, cut off, first to act, places, points."""
    return np.array([[e, d, c, f, *places, *points] for e, d, c, f, places, points in matches], np.int64)


FOUR = rows(
    (90, 10, 0, 1, [1, 2], [50, 40]),
    (80, 9, 0, 1, [1, 1], [45, 45]),
    (70, 9, 0, loops.NO_SEAT, [2, 1], [1, 45]),
    (99, 30, 1, 0, [1, 2], [9, 8]),
)


def test_matches_are_counted_by_seat() -> None:
    tally = MatchTally.of(2, FOUR, [5, 7])
    assert (tally.matches, tally.cut_off, tally.finished) == (4, 1, 3)
    assert tally.wins == [Counter({1: 1, 2: 1}), Counter({1: 1, 2: 1})]
    assert tally.points == [Counter({50: 1, 45: 1, 1: 1}), Counter({40: 1, 45: 2})]
    assert tally.events == Counter({90: 1, 80: 1, 70: 1})
    assert tally.decisions == Counter({10: 1, 9: 2})
    assert tally.figures == [5, 7]


def test_the_first_to_act_wins_what_its_seat_wins() -> None:
    assert MatchTally.of(2, FOUR, []).first_to_act == Counter({2: 1})


def test_a_match_that_was_cut_off_counts_as_played_only() -> None:
    tally = MatchTally.of(2, FOUR[3:], [])
    assert (tally.matches, tally.cut_off) == (1, 1)
    assert tally.wins == [Counter(), Counter()]
    assert tally.events == Counter()


def test_parts_add_up_to_the_whole() -> None:
    whole = MatchTally(2)
    for part in (FOUR[2:], FOUR[:2]):
        whole.add(MatchTally.of(2, part, [1, 2]))
    assert whole == MatchTally.of(2, FOUR, [2, 4])
