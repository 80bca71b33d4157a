"""Learn each seat's chance to win in PoPalotsy from play between experts, and write it beside its rules.

Positions while rings are dropped, one of each few events, and who won: logistic regression by Newton's method, with a
little drawn towards nothing. The same seed learns the same numbers.

    python -m tools.train_popalotsy --matches 40000
"""

import argparse
from typing import Any

import numpy as np

from quincunx import game
from quincunx.core.fields import Grid
from quincunx.core.seats import CHANCE, holds
from quincunx.core.standings import PLACE
from quincunx.games.popalotsy import outlook
from quincunx.games.popalotsy.rules import apply, land, setup, standings
from quincunx.games.popalotsy.state import DROPPING, State
from quincunx.sim.batch import Batch
from tools.train_expert import write

SLUG = "popalotsy"
SEATS = (2, 3, 4)
"""A table is learned for each; the last serves more seats, too."""
SEED = 1
EVERY = 3
"""One of so many positions is looked at: neighbours say the same."""
PULL = 1.0
"""How strongly weights are drawn towards nothing, in observations."""
ROUNDS = 8
CHUNK = 5000
"""Positions that are looked at together."""


def main() -> None:
    """Learn, check on fresh matches and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40000)
    wanted = parser.parse_args()
    count = wanted.matches // len(SEATS)
    tables = []
    for seats in SEATS:
        tables.append(learn(*positions(seats, 0, count)))
        told, won = positions(seats, count, count // 4)
        chances = shares(told, tables[-1])
        errors = ((chances - won) ** 2).sum(axis=1).mean(), (chances * (1 - chances)).sum(axis=1).mean()
        print(f"{seats} seats: squared error {errors[0]:.4f}; {errors[1]:.4f} if the chances were exactly right")
    command = f"python -m tools.train_popalotsy --matches {wanted.matches}"
    write(game(SLUG), np.concatenate(tables), command, digits=3)


def positions(seats: int, first: int, count: int) -> tuple[Any, Any]:
    """By position and seat: the indices of its weights (-1 for none), and its share of the win."""
    spec = game(SLUG)
    batch = Batch(spec, seats, ("expert",))
    told: list[list[tuple[int, int]]] = []
    won: list[list[float]] = []
    for number in range(first, first + count):
        state = State()
        setup(state, seats, spec.options())
        begun = len(told)
        for index, (who, what) in enumerate(batch.record(SEED, number, 5000)):
            if who == CHANCE:
                land(state, what)
            else:
                apply(state, who, what)
            if state.stage == DROPPING and (index + number) % EVERY == 0:
                told.append([_told(state, seat) for seat in range(seats)])
        table = Grid(seats, 2)
        standings(state, table)
        winners = [float(table[seat, PLACE] == 1) for seat in range(seats)]
        won += [[winner / sum(winners) for winner in winners]] * (len(told) - begun)
    return np.array(told), np.array(won)


def _told(state: State, seat: int) -> tuple[int, int]:
    if holds(state.done, seat):
        return outlook.done_place(state, seat), -1
    return outlook.alone_place(state, seat), outlook.now_place(state, seat)


def strengths(told: Any, weights: Any) -> Any:
    """By position and seat."""
    return np.append(weights, 0.0)[told].sum(axis=2)


def shares(told: Any, weights: Any) -> Any:
    """By position and seat: the chance to win."""
    raised = np.exp(strengths(told, weights))
    return raised / raised.sum(axis=1, keepdims=True)


def learn(told: Any, won: Any) -> Any:
    """The weights that make what happened likeliest."""
    weights = np.zeros(outlook.TABLE)
    for _ in range(ROUNDS):
        chances = shares(told, weights)
        bend, slope = np.eye(len(weights)) * PULL, -PULL * weights
        for start in range(0, len(told), CHUNK):
            part = slice(start, start + CHUNK)
            rows = np.append(np.eye(len(weights)), np.zeros((1, len(weights))), axis=0)[told[part]].sum(axis=2)
            slope += np.einsum("psw,ps->w", rows, won[part] - chances[part])
            mean = np.einsum("psw,ps->pw", rows, chances[part])
            flat = (rows * np.sqrt(chances[part])[:, :, None]).reshape(-1, len(weights))
            bend += flat.T @ flat - mean.T @ mean
        weights += np.linalg.solve(bend, slope)
    return weights


if __name__ == "__main__":
    main()
