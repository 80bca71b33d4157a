"""The sums of an analysis, its losses and its luck."""

from functools import cache

import pytest

from quincunx import GAMES, Match, game
from quincunx.analysis import Analysis, analyse
from quincunx.bots import bot_key, choose
from quincunx.core.errors import SetupError
from quincunx.core.generator import below
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from quincunx.solvers.valuing import UNIT
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import HOLD, ROLL


def played(spec: GameSpec, seats: int, seed: int, bot: str = "greedy") -> Match:
    """A match between bots; in a race each seat is as fast."""
    match = Match(spec, seats, seed=seed)
    while not match.is_over:
        key = bot_key(seed, len(match), 0)
        seat = match.actors[below(key, len(match.actors))]
        match.push(choose(spec, bot, match.view(seat), seat, match.legal_actions(seat), key), seat)
    return match


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


@cache
def analysed(slug: str, seats: int = 2, seed: int = 1) -> tuple[Match, Analysis[Message]]:
    match = played(game(slug), seats, seed)
    return match, analyse(match)


@pytest.mark.parametrize("slug", [spec.slug for spec in GAMES if spec.slug in ("mixeddoubles", "popalotsy")])
def test_start_luck_decisions_and_correction_are_the_result(slug: str) -> None:
    check_sums(*analysed(slug))


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


def test_the_same_match_has_the_same_analysis() -> None:
    match = played(PIG, 3, 5)
    assert analyse(match) == analyse(match)
