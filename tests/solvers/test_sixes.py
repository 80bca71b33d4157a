"""The solution of Battle of the Sixes, for so few dice that brute force over the rules can check all of it."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from quincunx.analysis.study import DEEP, Study
from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.seats import CHANCE
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.legality import ACTIONS
from quincunx.games.sixes.state import State
from quincunx.solvers.array_folder import ArrayFolder
from quincunx.solvers.sixes.build import WINS, build, sum_name
from quincunx.solvers.sixes.certify import Checker, at_start, book_of, drawn
from quincunx.solvers.sixes.layout import payoff
from quincunx.solvers.sixes.response import Response, best_response
from quincunx.solvers.sixes.solver import with_dice
from quincunx.solvers.sixes.sweep import Sweep
from quincunx.solvers.sixes.tables import SixesTables
from quincunx.solvers.solved import no_progress
from quincunx.solvers.valuer import ExactValuer
from quincunx.solvers.valuing import UNIT
from tests.games.sixes.tables import begin
from tests.solvers.sixes_by_force import solve_round

FEW = 2
LAST_SUM = 112
"""Sums of totals above this are solved in a second or two; all of them take a minute."""
LATE = [(58, 58), (59, 58), (56, 59)]
EARLY = [(0, 0), (0, 1), (13, 14), (14, 13), (50, 41)]


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> SixesTables:
    """The tables of rounds in which both are about to win."""
    arrays, sweep = ArrayFolder(tmp_path_factory.mktemp("late"), "test"), Sweep(FEW)
    with arrays.building():
        for total in range(sweep.sums, LAST_SUM, -1):
            arrays.save(sum_name(total), sweep.solve(total))
        arrays.save(WINS, sweep.wins)
    return SixesTables(arrays, FEW)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> SixesTables:
    """All tables."""
    arrays = ArrayFolder(tmp_path_factory.mktemp("whole"), "test")
    build(arrays, FEW)
    return SixesTables(arrays, FEW)


@pytest.fixture(scope="module")
def last_of_four(tmp_path_factory: pytest.TempPathFactory) -> SixesTables:
    """The tables with four dice of the rounds that follow 59 to 58."""
    arrays, sweep = ArrayFolder(tmp_path_factory.mktemp("four"), "test"), Sweep(4)
    with arrays.building():
        for total in range(sweep.sums, 116, -1):
            arrays.save(sum_name(total), sweep.solve(total))
        arrays.save(WINS, sweep.wins)
    return SixesTables(arrays, 4)


def compare(tables: SixesTables, totals: tuple[int, int], parity: int) -> None:
    """Every decision of a round is worth what brute force finds, and so is the round."""
    found = solve_round(FEW, totals, parity, lambda *ended: tables.win(ended, 1 - parity))
    assert found.value == pytest.approx(tables.win(totals, parity), abs=1e-12)
    decisions = [(who, state, value) for who, state, value in found.positions() if who != CHANCE]
    assert len(decisions) > 300
    for who, state, value in decisions:
        best = tables.choices(state)[0].value
        assert (best if who == 0 else 1 - best) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize("totals", LATE)
def test_late_rounds_are_worth_what_brute_force_finds(late: SixesTables, totals: tuple[int, int], parity: int) -> None:
    compare(late, totals, parity)


@pytest.mark.slow
@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize("totals", EARLY)
def test_early_rounds_are_worth_what_brute_force_finds(
    whole: SixesTables, totals: tuple[int, int], parity: int
) -> None:
    compare(whole, totals, parity)


@pytest.mark.slow
def test_an_interrupted_build_goes_on_to_the_same_tables(whole: SixesTables, tmp_path: Path) -> None:
    arrays = ArrayFolder(tmp_path, "test")
    with arrays.building():
        for total in range(126, 69, -1):
            arrays.save(sum_name(total), np.asarray(whole.arrays.load(sum_name(total))))
    build(arrays, FEW)
    np.testing.assert_allclose(arrays.load(WINS), whole.wins, atol=1e-13)
    for total in (0, 40, 69):
        np.testing.assert_allclose(arrays.load(sum_name(total)), whole.arrays.load(sum_name(total)), atol=1e-12)


@pytest.mark.slow
def test_every_position_drawn_passes_the_check_by_the_rules(whole: SixesTables) -> None:
    checker = Checker(book_of(whole))
    for state in [at_start(FEW), *drawn(FEW, 500, Random(1))]:
        assert checker.residual(state) < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["greedy", "expert"])
def test_the_best_response_meets_the_bot_itself(bot: str) -> None:
    """The tables against a bot agree with rolls in which the bot makes its own choices."""
    response = Response(bot, FEW)
    assert list(response.solve())[-1] == 0
    found = response.found()
    for seat in range(2):
        assert 0.2 < found.wins[seat] < 0.49
        checker = Checker(found.book, SPEC.reflex_names.index(bot), seat)
        for state in [at_start(FEW), *drawn(FEW, 300, Random(seat))]:
            assert checker.residual(state) < 1e-12


@pytest.mark.slow
def test_perfect_play_is_not_exploited_by_a_best_response_to_others(whole: SixesTables) -> None:
    """Whoever answers `random` best wins more than `perfect` does against itself."""
    response = Response("random", FEW)
    list(response.solve())
    assert all(chance < whole.win((0, 0), 0) - 0.1 for chance in response.found().wins)


def test_the_best_response_is_known_for_four_dice_and_three_bots() -> None:
    variants = SPEC.variant_names(SPEC.options({"dice": "4"}))
    with pytest.raises(SetupError, match="known to random, greedy, expert, not to master"):
        best_response("master", variants, no_progress)
    with pytest.raises(SetupError, match="--variant dice=4"):
        best_response("greedy", variants | {"dice": "8"}, no_progress)
    with pytest.raises(SetupError, match="usual variants"):
        best_response("greedy", variants | {"starter": "turns"}, no_progress)


@pytest.mark.parametrize("seed", range(3))
def test_an_analysis_by_the_tables_is_exact(last_of_four: SixesTables, seed: int) -> None:
    """The parts make up the result without a rest, and each loss is that of the tables."""
    match, rng = begin(totals=(59, 58)), Random(seed)
    while not match.is_over:
        if match.actors:
            match.push(rng.choice(match.legal_actions()))
        else:
            match.land(rng.randrange(SPEC.outcomes))
    study = Study(match)
    valuer = ExactValuer(SPEC, last_of_four)
    analysis = study.result([valuer.answer(query, DEEP) for query in study.queries])
    assert analysis.exact
    assert sum(account.start for account in analysis.accounts) == UNIT
    for account in analysis.accounts:
        assert account.correction == 0
        assert account.start + account.luck + account.own + account.others == account.result
    looked = 0
    for mark, moment in zip(analysis.marks, study.moments, strict=True):
        choices = [] if mark.seat is None else last_of_four.choices(moment.before)
        if len(choices) > 1:
            looked += 1
            chosen = last_of_four.choice(moment.before, moment.event.what)
            assert mark.loss == pytest.approx((choices[0].value - chosen.value) * UNIT, abs=1)
    assert looked > 1


def test_a_choice_is_one_of_the_choices(late: SixesTables) -> None:
    found = solve_round(FEW, (58, 58), 0, lambda *ended: late.win(ended, 1))
    state = next(state for who, state, _ in found.positions() if who == 0)
    for choice in late.choices(state):
        assert late.choice(state, choice.action) == choice
        assert 0 <= choice.action < ACTIONS


@pytest.mark.slow
def test_four_dice_pass_the_check_by_the_rules(tmp_path: Path) -> None:
    solver = with_dice(4)
    solver.build(tmp_path, lambda what, part: None)
    certificate = solver.certify(tmp_path, lambda what, part: None)
    assert certificate.holds
    assert solver.figures(tmp_path).to_json()["first_seat"] == pytest.approx(0.49999077, abs=1e-8)


def test_the_seats_are_alike(late: SixesTables) -> None:
    for totals in LATE:
        assert late.win(totals, 0) == pytest.approx(1 - late.win(totals[::-1], 1), abs=1e-12)


def residual_of(tables: SixesTables, state: State) -> float:
    return Checker(book_of(tables), mode="plain").residual(state)


def test_the_check_finds_a_value_that_was_changed(late: SixesTables, tmp_path: Path) -> None:
    state = solve_round(FEW, (58, 58), 0, lambda *ended: late.win(ended, 1)).start
    assert residual_of(late, state) < 1e-12
    changed = ArrayFolder(tmp_path, "test")
    with changed.building():
        for total in range(126, LAST_SUM, -1):
            values = np.array(late.arrays.load(sum_name(total)))
            changed.save(sum_name(total), values + (1e-6 if total == 116 else 0))
        changed.save(WINS, late.wins)
    assert residual_of(SixesTables(changed, FEW), state) > 1e-8


def test_a_match_that_is_over_has_its_payoff() -> None:
    assert payoff(15, 0) == 1.0
    assert payoff(24, 33) == 0.0  # R4
    assert payoff(60, 60) == 0.5
    assert payoff(6, 59) is None  # R1


def test_other_dice_and_variants_are_refused_by_name(late: SixesTables) -> None:
    with pytest.raises(SetupError, match="4, 5, 6 dice"):
        with_dice(7)
    match = Match(SPEC, 2, seed=1)
    with pytest.raises(SetupError, match="2 dice each"):
        late.choices(match.state)
