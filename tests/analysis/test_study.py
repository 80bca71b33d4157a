"""The sums of an analysis, its losses and its luck."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx import GAMES, Match, game
from quincunx.analysis import Analysis, Study, analyse, analyse_in
from quincunx.analysis.grades import grade_of
from quincunx.analysis.study import USUAL
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from quincunx.games.lowdown.bots import FEW_TURNS
from quincunx.games.lowdown.values import clock_of
from quincunx.games.phase10.rules import NOBODY
from quincunx.solvers.search import search_of
from quincunx.solvers.valuer import MOST_TRIALS, ExactValuer, Precision, Query, TrialValuer, Valued, valuer_of
from quincunx.solvers.valuing import UNIT
from tests.analysis.played import played
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import HOLD, ROLL


def check_sums(match: Match, analysis: Analysis[Message]) -> None:
    """Everything adds up, to the last unit."""
    assert len(analysis.marks) == len(match)
    for seat, account in enumerate(analysis.accounts):
        parts = account.luck + account.own + account.others + account.correction
        assert account.start + parts == account.result
        assert account.adjusted == account.result - account.luck
        values = [mark.before[seat] for mark in analysis.marks] + [account.result]
        for mark, after in zip(analysis.marks, values[1:], strict=True):
            assert mark.before[seat] + mark.luck[seat] + mark.decision[seat] + mark.correction[seat] == after
            assert mark.seat != seat or mark.decision[seat] == -mark.loss <= 0
    winners = [row.seat for row in match.standings() if row.place == 1]
    assert [account.result for account in analysis.accounts] == [
        UNIT // len(winners) if seat in winners else 0 for seat in range(match.seats)
    ]


QUICK = Precision(200_000, 200_000)
"""A few trials for each value: sums do not depend on how many."""


def roughly(match: Match) -> Analysis[Message]:
    study = Study(match)
    valuer = valuer_of(match.spec, match.seats, match.state)
    return study.result([valuer.answer(query, QUICK) for query in study.queries])


@pytest.mark.parametrize("slug", ["popalotsy", pytest.param("mixeddoubles", marks=pytest.mark.slow)])
def test_start_luck_decisions_and_correction_are_the_result(slug: str) -> None:
    match = played(game(slug), 3, 1)
    check_sums(match, roughly(match))


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_the_parts_of_many_matches_are_their_results(spec: GameSpec) -> None:
    for number in range(1000):
        seats = spec.seats[number % len(spec.seats)]
        match = played(spec, seats, number, "expert" if number % 2 else "greedy")
        check_sums(match, roughly(match))


@pytest.mark.parametrize(
    ("slug", "name", "is_near"),
    [
        ("phase10", "estimate", lambda state: state.finisher != NOBODY),
        ("lowdown", "replayed", lambda state: clock_of(state) <= FEW_TURNS),
    ],
)
def test_near_the_end_trials_are_played_out(slug: str, name: str, is_near: Callable[[Any], bool]) -> None:
    """In the last round of Phase 10 Dice, in the last turns of Lowdown; before that the tables are asked."""
    spec = game(slug)
    moments = list(played(spec, 2, 1).walk())
    ends = getattr(spec.search, name)
    first = moments[0].before
    known = [ends(first, moment.after, 0, spec.knowledge) >= 0 for moment in moments]
    near = [is_near(moment.after) for moment in moments]
    assert any(known)
    assert any(near)
    assert not any(is_known and is_last for is_known, is_last in zip(known, near, strict=True))


def test_undone_decisions_are_no_part_of_it() -> None:
    """A table takes back actions; what stands is analysed."""
    match = Match(PIG, 2, seed=2)
    plain = Match(PIG, 2, seed=2)
    while not match.is_over:
        action = match.legal_actions()[-1]
        if match.legal_actions()[-1] == HOLD:
            match.push(HOLD)
            if not match.is_over:
                match.rewind(len(match) - 1)
                match.push(HOLD)
            plain.push(HOLD)
        else:
            match.push(action)
            plain.push(action)
    assert roughly(match) == roughly(plain)
    check_sums(match, roughly(match))


def test_exact_values_need_no_correction() -> None:
    """Whatever the values round to."""
    spec = game("phase10")
    match = played(spec, 1, 1)

    class Tables:
        def choices(self, state: Any) -> list[Any]:
            return [SimpleNamespace(action=action) for action in (0, 1)]

        def value(self, state: Any) -> float:
            return sum(map(int, state.ints())) / 7

    study = Study(match)
    valuer = ExactValuer(spec, Tables())  # type: ignore[arg-type]  # only these two are asked
    analysis = study.result([valuer.answer(query, QUICK) for query in study.queries])
    (account,) = analysis.accounts
    assert analysis.exact
    assert account.correction == 0
    assert account.start + account.luck + account.own == account.result == match.standings()[0].points * UNIT


def test_alone_at_the_table_errors_are_shares_of_the_games_margin() -> None:
    """Half a hundredth of a point would take hours for a match."""
    study = Study(played(game("phase10"), 1, 1))
    valued = TrialValuer(study.match.spec, 1).answer(study.queries[-60], USUAL)
    assert 0 < valued.error <= USUAL.value * search_of(study.match.spec).margin
    assert valued.trials < MOST_TRIALS


def test_an_unfinished_match_is_refused() -> None:
    with pytest.raises(SetupError, match="not over"):
        analyse(Match(PIG, 2, seed=1))


def test_a_clear_mistake_is_found_with_its_price() -> None:
    """Seat 0 could hold and win, and rolls instead."""
    match = Match(PIG, 2, seed=1, settle=False)
    for die in (5,) * 16:  # 96 points and one hold below 100
        match.push(ROLL)
        match.land(die)
    match.push(ROLL)
    match.land(5)
    match.push(ROLL)
    match.land(0)
    while not match.is_over:
        if match.awaits_chance:
            match.land(5)
        else:
            match.push(HOLD if match.state.brought >= 100 else ROLL)
    analysis = analyse(match)
    check_sums(match, analysis)
    (dearest, *_) = analysis.mistakes
    assert dearest.seat == 0
    assert analysis.marks[dearest.first].text == "roll"
    assert analysis.marks[dearest.first].choices[1].text == "hold"
    assert dearest.amount > 20_000


def test_the_worst_luck_is_the_die_that_ended_a_winning_turn() -> None:
    match = played(PIG, 2, 3)
    analysis = analyse(match)
    lost = [mark for mark in analysis.marks if mark.seat is None and mark.text == "1"]
    for mark in lost:
        roller = match.fork(at=mark.number).state.turn
        assert mark.luck[roller] < 0 < mark.luck[1 - roller]
    assert lost


class RoomHere:
    """Answers in this process what a thinking room is asked, the second question first."""

    def __init__(self) -> None:
        self.asked = 0

    async def value(self, spec: GameSpec, seats: int, query: Query, precision: Precision, **_: str) -> Valued:
        self.asked += 1
        for _turn in range(self.asked % 2 * 3):
            await asyncio.sleep(0)
        state = spec.state()
        state.set_bytes(query.before)
        return valuer_of(spec, seats, state).answer(query, precision)


async def test_the_thinking_room_finds_the_same_and_tells_how_far_it_is() -> None:
    match = played(PIG, 2, 3)
    heard: list[tuple[int, int]] = []
    room: Any = RoomHere()
    assert await analyse_in(room, match, progress=lambda *far: heard.append(far)) == analyse(match)
    assert heard == [(number, len(match)) for number in range(1, len(match) + 1)]


@pytest.mark.parametrize(
    ("rate", "grade"), [(0, "flawless"), (300, "expert"), (700, "expert"), (800, "greedy"), (5300, "random")]
)
def test_the_grade_is_the_level_with_the_nearest_rate(rate: int, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.analysis.grades.measured_rates", lambda *_: {"greedy": 1739, "expert": 339})
    assert grade_of(game("phase10"), 2, rate) == grade


def test_the_same_match_has_the_same_analysis() -> None:
    match = played(PIG, 2, 5)
    assert analyse(match) == analyse(match)
