"""The expert of Battle of the Sixes: exact up to the next roll, and right about totals."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from quincunx import Match
from quincunx.core.learned import read_learned
from quincunx.games.sixes import SPEC, rules
from quincunx.games.sixes.bots import chance_of, expert
from quincunx.games.sixes.combinations import dice_shown, wins
from quincunx.games.sixes.legality import ANSWER, COMPLETE, PLAY, ROLL, STOP
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, ROLLING, SOFT_SIXES, State
from quincunx.games.sixes.values import (
    CONTEXTS,
    GAINS,
    rest_chance,
    roll_chance,
    soft_chance,
    total_chance,
    win_chances,
)

KEY = [0] * 4


def totals(state: State, seat: int) -> tuple[int, int]:
    mine, theirs = (state.total[s] + round_points(state, s) for s in (seat, 1 - seat))
    return mine, theirs


def by_the_rules(state: Any, before: Any, seat: int, plays: int) -> float:
    """The chance to win of a seat, both choosing the best of what the rules allow for so many plays before the roll."""
    values = SPEC.knowledge
    if state.stage == ENDED or state.rounds != before.rounds:
        return total_chance(state, state.total[seat], state.total[1 - seat], values)
    if state.stage == ROLLING:
        return roll_chance(state, seat, *totals(state, seat), values)
    actor = state.turn
    if state.stage == FINAL_ROLL:
        now = total_chance(state, *totals(state, actor), values)
        found = max(now, roll_chance(state, actor, *totals(state, actor), values))
        return found if actor == seat else 1 - found
    if state.stage == SOFT_SIXES and plays == 0:
        found = rest_chance(state, actor, *totals(state, actor), values)
        return found if actor == seat else 1 - found
    legal = [0] * SPEC.actions
    tried = []
    for action in legal[: rules.legal_actions(state, actor, legal)]:
        after = state.duplicate()
        rules.apply(after, actor, action)
        is_play = PLAY <= action < ANSWER or action >= COMPLETE
        tried.append(by_the_rules(after, before, actor, plays - is_play))
    return max(tried) if actor == seat else 1 - max(tried)


def soft_moments(count: int) -> Iterator[Any]:
    """Positions among the soft sixes with few dice, where both readings must agree."""
    found = 0
    for number in range(400):
        match = Match(SPEC, 2, seed=f"soft {number}")
        while not match.is_over:
            state = match.state
            few = dice_shown(state.shown, 0) + dice_shown(state.shown, 1) <= 7
            if state.stage == SOFT_SIXES and few and state.is_final == 0:
                found += 1
                yield state.duplicate()
                break
            legal = match.legal_actions()
            match.push(legal[number % len(legal)])
        if found == count:
            return


@pytest.mark.parametrize("plays", [1, 2])
def test_the_soft_sixes_of_a_roll_are_played_out_as_the_rules_have_it(plays: int) -> None:
    looked = 0
    for state in soft_moments(12):
        seat = state.turn
        mine, theirs = totals(state, seat)
        found = soft_chance(state, seat, state.passes, plays, mine, theirs, SPEC.knowledge)
        assert found == pytest.approx(by_the_rules(state, state, seat, plays), abs=1e-12)
        looked += 1
    assert looked == 12


def test_thinking_leaves_the_view_as_it_was() -> None:
    stages = set()
    for number in range(30):
        match = Match(SPEC, 2, seed=f"view {number}")
        while not match.is_over:
            view, legal = match.view(match.actor), match.legal_actions()
            before = view.to_bytes()
            stages.add(match.state.stage)
            action = expert(view, match.actor, legal, len(legal), KEY, SPEC.knowledge)
            assert view.to_bytes() == before
            match.push(action)
        if number >= 1 and stages >= {SOFT_SIXES, ANSWERING}:
            break
    assert {SOFT_SIXES, ANSWERING} <= stages


def test_a_winning_score_is_kept_and_a_lost_one_is_rolled_for() -> None:
    state: Any = SPEC.state()
    rules.setup(state, 2, SPEC.options())
    state.stage, state.turn, state.in_cup[0], state.in_cup[1] = FINAL_ROLL, 0, 0, 0
    state.shown[0, 2] = 3
    state.total[0], state.total[1] = 15, 3
    assert expert(state, 0, [ROLL, STOP], 2, KEY, SPEC.knowledge) == STOP
    state.total[0], state.total[1] = 14, 24
    assert expert(state, 0, [ROLL, STOP], 2, KEY, SPEC.knowledge) == ROLL
    assert chance_of(state, 0, STOP, SPEC.knowledge) == 0


def test_the_chances_of_totals_are_exact() -> None:
    gains = np.zeros(GAINS)
    gains[2:5] = 0.25, 0.5, 0.25
    chances = win_chances(gains)
    assert chances == pytest.approx(1 - chances.T)
    assert (chances[15, 14], chances[14, 15], chances[60, 59], chances[15, 24]) == (1, 0, 1, 0)
    assert not wins(14)
    assert not wins(13)
    hits = {0: 0.25, 1: 0.5, 2: 0.25}  # from 14 one point wins, from 13 two points do
    expected = sum(
        share * other * (chances[14 + mine, 13 + theirs])
        for mine, share in hits.items()
        for theirs, other in hits.items()
    )
    assert chances[14, 13] == pytest.approx(expected)


def test_what_was_counted_are_chances() -> None:
    learned = read_learned(SPEC.package)
    assert learned.rules == SPEC.rules_version
    assert learned.command.startswith("python -m tools.train_sixes")
    gains = np.reshape(learned.weights, (CONTEXTS, GAINS))
    assert gains.min() >= 0
    assert gains.sum(axis=1) == pytest.approx(np.ones(CONTEXTS), abs=1e-3)
