"""Learn each seat's chance to win in Phase 10 Dice when a turn begins, and write it beside the rules.

Turns of `expert` do not depend on the other seats. Some matches tell what its turns bring in each phase; many matches
are then played turn by turn from every pair of phases. The same seed learns the same numbers.

    python -m tools.train_phase10 --matches 1500 --trials 20000
"""

import argparse
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core.seats import CHANCE
from quincunx.games.phase10 import outlook
from quincunx.games.phase10.phases import PHASES
from quincunx.games.phase10.rules import BONUS, BONUS_PHASES, FINISHED, LAST_PHASE, State, apply, land, setup
from quincunx.sim.batch import Batch
from tools.train_expert import write

SLUG = "phase10"
LONGEST = 20_000
SEED = 1
FAILED = -1
NOBODY = -1


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--trials", type=int, default=20_000)
    wanted = parser.parse_args()
    turns = turns_of_expert(wanted.matches)
    rng = np.random.default_rng(SEED)
    learned = np.zeros(outlook.LEARNED)
    for mover in range(PHASES):
        for other in range(outlook.STANDS):
            leads = leads_at_the_end(turns, mover, other, wanted.trials, rng)
            cell = (mover * outlook.STANDS + other) * outlook.CELL
            learned[cell + outlook.LEAD], learned[cell + outlook.OFF] = leads.mean(), max(1.0, leads.var())
    for phase in range(BONUS_PHASES):
        brought = sum(rng.choice(turns[later][turns[later] != FAILED], 100_000) for later in range(phase, BONUS_PHASES))
        place = outlook.BONUSES + phase * outlook.CELL
        learned[place + outlook.TO_COME], learned[place + outlook.SPREAD] = np.mean(brought), np.std(brought)
    command = f"python -m tools.train_phase10 --matches {wanted.matches} --trials {wanted.trials}"
    write(game(SLUG), learned, command)


def turns_of_expert(matches: int) -> list[Any]:
    """By phase: the points of every turn, `FAILED` for one that did not make it."""
    spec = game(SLUG)
    batch = Batch(spec, 2, ("expert", "expert"))
    found: list[list[int]] = [[] for _ in range(PHASES)]
    for number in range(matches):
        state = State()
        setup(state, 2, spec.options())
        for who, what in batch.record(SEED, number, LONGEST):
            seat = state.order[state.turn]
            phase, failures = state.phase[seat], state.failures[seat]
            if who == CHANCE:
                land(state, what)
            else:
                apply(state, who, what)
            if state.phase[seat] > phase:
                found[phase].append(state.points[seat, phase])
            elif state.failures[seat] > failures:
                found[phase].append(FAILED)
    return [np.array(points) for points in found]


def leads_at_the_end(turns: list[Any], mover: int, other: int, trials: int, rng: Any) -> Any:
    """The leads of the mover, without the bonus for five phases, when both begin with no points in these phases."""
    phase = np.array([[mover] * trials, [other] * trials])
    points = np.zeros((2, trials))
    column = np.array([rng.integers(0, 2, trials), np.zeros(trials, int)])
    column[1] = 1 - column[0]
    turn = np.zeros(trials, int)
    finisher = np.full(trials, 1 if other == FINISHED else NOBODY)
    qualified = np.zeros((2, trials), bool)
    if other == FINISHED:
        qualified[0] = (mover == LAST_PHASE) & (column[0] == 1)
    over = np.zeros(trials, bool)
    while not over.all():
        for seat in range(2):
            playing = ~over & (turn == seat)
            made = np.zeros(trials, bool)
            for at in range(PHASES):
                here = np.flatnonzero(playing & (phase[seat] == at))
                brought = rng.choice(turns[at], len(here))
                made[here] = brought != FAILED
                points[seat, here] += np.where(brought == FAILED, 0, brought)
            phase[seat, made] += 1
            finishes = made & (phase[seat] == FINISHED)
            is_first = finishes & (finisher == NOBODY)
            points[seat, is_first | (finishes & qualified[seat])] += BONUS
            finisher[is_first] = seat
            behind = column[1 - seat] > column[seat]
            qualified[1 - seat, is_first & behind & (phase[1 - seat] == LAST_PHASE)] = True
            goes_on = made & (phase[seat] < FINISHED) & (finisher != NOBODY)
            turn[playing & ~goes_on] = 1 - seat
            over |= playing & (turn == finisher)
    return points[0] - points[1]


if __name__ == "__main__":
    main()
