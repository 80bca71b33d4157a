"""What bots play for, against the solver's tables of keeps, which share no code with theirs."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from quincunx import Match
from quincunx.core.words import decimal
from quincunx.games.phase10 import SPEC, aims, bots, reasons, words
from quincunx.games.phase10.aims import ALONE_AIMS, FIRST_AIM, WIN_AIMS
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, LOW_DICE, PHASES, SIDES
from quincunx.games.phase10.rules import ALL_DICE, BONUS, CHOOSING, ROLLS, State, grand_total
from quincunx.games.phase10.turns import SHARED, best_kept, place_of_keep, units_at
from quincunx.sim.simulate import Plan, simulate
from quincunx.solvers.phase10 import dice
from quincunx.solvers.phase10.kernels import FAILED
from quincunx.solvers.phase10.solitaire import PAYOFFS
from tests.games.phase10.turns import position

LAST = PHASES


def last_try(phase: int, lacking: int, rolls: int, face: list[int]) -> State:
    """The last seat's try: the other has finished and is ahead by so many points less one."""
    state = position([LAST, phase])
    state.turn, state.finisher, state.stage, state.rolls, state.rolling = 1, 0, CHOOSING, rolls, 0
    state.phase[0] = LAST
    state.points[0, LAST - 1] = 40
    state.face[:] = face
    state.five_phase_bonus[0] = state.five_phase_bonus[1] = BONUS
    ahead = grand_total(state, 0) - grand_total(state, 1)
    state.points[0, 0] += lacking - 1 - ahead
    assert aims.points_lacking(state, 1) == lacking
    return state


@cache
def solved(lacking: int) -> Any:
    """The solver's turn in phase 10 for the chance to reach so many points."""
    worth = (np.arange(PAYOFFS) >= lacking).astype(float)
    worth[FAILED] = 0.0
    return dice.numbers().best_turn(worth[dice.points(LAST - 1)])[0]


def chance_of(state: State, action: int, lacking: int) -> float:
    """The solver's chance to win after an action."""
    return chance_by(solved(lacking), state, action)


def chance_by(turn: Any, state: State, action: int) -> float:
    """What a turn of the solver says of an action."""
    high, low = dice.numbers().kinds
    table = turn.first if state.rolls == 1 else turn.last
    kept = [die for die in range(DICE) if not action >> die & 1]
    numbers = [FACE_NUMBER[die][state.face[die]] for die in kept]
    lows = [numbers.count(symbol) for symbol in dice.LOW_SYMBOLS]
    highs = [numbers.count(symbol) for symbol in dice.HIGH_SYMBOLS]
    return float(table[_place(high, highs), _place(low, lows)])


def _place(kind: Any, counts: list[int]) -> int:
    return int(np.flatnonzero((kind.counts == counts).all(axis=1))[0])


def test_by_heart_it_keeps_what_the_tables_make_most_of() -> None:
    assert SPEC.by_heart is not None
    known = SPEC.by_heart(SPEC.knowledge)
    rng = random.Random(4)
    for number in range(200):
        state = position([number % PHASES, 0, 3])
        state.stage, state.rolls, state.rolling = CHOOSING, 1 + number % 2, 0
        state.face[:] = [rng.randrange(SIDES) for _ in range(DICE)]
        kept = [ALL_DICE & ~bots.expert(state, 0, [], 0, [], tables) for tables in (known, SPEC.knowledge)]
        rolls_left, aim = ROLLS - state.rolls, aims.aim_of(state, 0)
        places = [place_of_keep(state.face, dice) for dice in kept]
        assert len({units_at(SPEC.knowledge, aim, rolls_left, place) for place in places}) == 1
        why = reasons.why("expert", state, 0, ALL_DICE & ~kept[0], known)
        assert why == words.WHY_NEAREST(count=bots.missing_dice(state, 0))


def test_a_last_try_is_played_for_the_win_exactly() -> None:
    rng = random.Random(1)
    for number in range(60):
        lacking, rolls = rng.choice((24, 38, 45, 52)), 1 + number % 2
        state = last_try(LAST, lacking, rolls, [rng.randrange(SIDES) for _ in range(DICE)])
        chosen = bots.expert(state, 1, [], 0, [0] * 4, SPEC.knowledge)
        best = max(chance_of(state, ALL_DICE & ~kept, lacking) for kept in range(1 << DICE))
        assert chance_of(state, chosen, lacking) == pytest.approx(best, abs=1e-4)
        told = reasons.why("expert", state, 1, chosen, SPEC.knowledge)
        assert told == words.WHY_WIN(share=decimal(100 * aims.win_chance(state, 1, chosen, SPEC.knowledge)))
        assert aims.win_chance(state, 1, chosen, SPEC.knowledge) == pytest.approx(best, abs=1e-4)
        thoughts = [0] * SPEC.actions
        assert bots.candidates(state, 1, [], 0, SPEC.knowledge, thoughts) == 1
        assert thoughts[0] == chosen


def test_master_also_thinks_of_what_is_best_alone() -> None:
    """There the bonus for points is near or out of reach; `expert` does not look at that in company."""
    rng = random.Random(3)
    more = 0
    for number in range(100):
        state = position([1 + number % 5, 3])
        state.stage, state.rolls, state.rolling = CHOOSING, 1 + number % 2, 0
        state.face[:] = [rng.randrange(SIDES) for _ in range(DICE)]
        thoughts = [0] * SPEC.actions
        found = thoughts[: bots.candidates(state, 0, [], 0, SPEC.knowledge, thoughts)]
        best = [
            ALL_DICE & ~best_kept(state.face, SPEC.knowledge, aim, ROLLS - state.rolls)
            for aim in (aims.aim_of(state, 0), aims.alone_aim_of(state, 0))
        ]
        assert set(best) <= set(found)
        assert len(found) == len(set(found)) <= bots.THOUGHTS + bots.OTHER_THOUGHTS
        more += best[1] not in found[: bots.THOUGHTS]
    assert more > 0


def test_the_chance_in_a_reason_is_the_solver_s() -> None:
    made = np.ones(PAYOFFS)
    made[FAILED] = 0.0
    rng = random.Random(2)
    for phase in (1, 4, 9):
        turn = dice.numbers().best_turn(made[dice.points(phase - 1)])[0]
        for rolls in (1, 2, 1, 2):
            state = position([phase, phase])
            state.stage, state.rolls, state.rolling = CHOOSING, rolls, 0
            state.face[:] = [rng.randrange(SIDES) for _ in range(DICE)]
            chosen = bots.expert(state, 0, [], 0, [0] * 4, SPEC.knowledge)
            if chosen != 0:
                chance = chance_by(turn, state, chosen)
                told = reasons.why("expert", state, 0, chosen, SPEC.knowledge)
                assert told == words.WHY_TURN(share=decimal(100 * bots.phase_chance(state, 0, chosen)))
                assert bots.phase_chance(state, 0, chosen) == pytest.approx(chance, abs=1e-9)


def test_points_lacking_are_those_of_the_last_seat_alone() -> None:
    state = last_try(LAST, 45, 1, [0] * DICE)
    assert aims.plays_to_win(state, 1)
    state.qualified = 1 << 1
    assert aims.points_lacking(state, 1) == 5, "§32: the first finish bonus helps"
    state.finisher = 8
    assert not aims.plays_to_win(state, 1)
    three = position([LAST, 9, 9])
    three.turn, three.finisher, three.phase[0] = 1, 0, LAST
    three.points[0, 0] += 20
    assert not aims.plays_to_win(three, 1), "another one follows"
    three.turn = 2
    assert aims.plays_to_win(three, 2)


def test_aims_fill_whole_tables_of_one_phase() -> None:
    end = 0
    for phase in range(PHASES):
        if phase != 7:
            assert FIRST_AIM[phase] == end
            end += -(-(ALONE_AIMS[phase] + 1 + WIN_AIMS[phase]) // SHARED) * SHARED
    assert end == aims.AIMS


def test_alone_a_bonus_at_hand_is_played_for() -> None:
    """In phase 5 with 175 points: 46 more bring the bonus, so a run of less is rolled again."""
    match = Match(SPEC, 1, seed=1, settle=False)
    state = match.state
    state.phase[0] = 4
    state.points[0, 0] = 44
    state.points[0, 1] = state.points[0, 2] = 44
    state.points[0, 3] = 43
    state.stage, state.rolls, state.rolling = CHOOSING, 2, 0
    run = [FACE_NUMBER[die].index(number) for die, number in enumerate((1, 2, 3, 4, 5, 6, 7, 8, 8, 8))]
    state.face[:] = run
    assert bots.expert(state, 0, [], 0, [0] * 4, SPEC.knowledge) != 0
    for done in range(4):
        state.points[0, done] += 10
    assert bots.expert(state, 0, [], 0, [0] * 4, SPEC.knowledge) & sum(1 << die for die in range(LOW_DICE, 8)) == 0


@pytest.mark.slow
def test_alone_expert_loses_few_points_of_the_optimum() -> None:
    points = simulate(Plan.of(SPEC, seats=1, bots=["expert"], matches=50_000, seed=5)).points(0)
    assert points is not None
    assert points.mean > 490.67 - 4
