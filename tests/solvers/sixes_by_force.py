"""Rounds of Battle of the Sixes solved by brute force over the rules of the game, for few dice.

It shares nothing with the solver: it plays every action and every die by `rules.py`, tells positions apart by their
fields, and repeats until nothing changes.
"""

from collections.abc import Callable, Iterator
from typing import Any

from quincunx.core.seats import CHANCE, OVER
from quincunx.games.sixes import SPEC, rules
from quincunx.games.sixes.legality import ACTIONS
from quincunx.games.sixes.state import ENDED, SEATS, State

Payoff = Callable[[int, int], float]


def solve_round(dice: int, totals: tuple[int, int], parity: int, payoff: Payoff) -> "Round":
    """A round that begins with these totals; `payoff` tells seat 0's value of the totals that it ends with."""
    start = State()
    rules.setup(start, SEATS, [0] * len(SPEC.variants))
    start.dice_each, start.rounds = dice, parity
    for seat in range(SEATS):
        start.in_cup[seat] = dice
        start.total[seat] = totals[seat]
    return Round(payoff, start)


class Round:
    """The values of all positions of a round."""

    def __init__(self, payoff: Payoff, start: State) -> None:
        self.payoff = payoff
        self.states: dict[Any, State] = {}
        self.moves: dict[Any, tuple[int, list[Any]]] = {}
        """By position: who moves, and the positions that follow."""
        self.values: dict[Any, float] = {}
        self.start = start
        self.value = self._solve(start)

    def positions(self) -> Iterator[tuple[int, State, float]]:
        """Who moves, the state and its value, for every position."""
        for key, state in self.states.items():
            yield self.moves[key][0], state, self.values[key]

    def _solve(self, start: State) -> float:
        key = self._explore(start)
        order = list(reversed(self.moves))
        change = 1.0
        while change > 1e-14:
            change = 0.0
            for position in order:
                value = self._look(position)
                change = max(change, abs(value - self.values[position]))
                self.values[position] = value
        return self.values[key]

    def _look(self, position: Any) -> float:
        who, following = self.moves[position]
        values = [self.values[other] for other in following]
        if who == CHANCE:
            return sum(values) / len(values)
        return max(values) if who == 0 else min(values)

    def _explore(self, start: State) -> Any:
        waiting = [start]
        while waiting:
            state = waiting.pop()
            key = _key(state)
            if key in self.moves:
                continue
            followers = []
            actors = rules.to_act(state)
            assert actors != OVER
            who = CHANCE if actors == CHANCE else state.turn
            whats = range(6) if who == CHANCE else [a for a in range(ACTIONS) if rules.objection(state, who, a) == 0]
            for what in whats:
                after = state.duplicate()
                if who == CHANCE:
                    rules.land(after, what)
                else:
                    rules.apply(after, who, what)
                other = _key(after)
                if after.rounds != start.rounds or after.stage == ENDED:
                    other = ("over", *after.total)
                    self.values[other] = self.payoff(*after.total)
                else:
                    waiting.append(after)
                followers.append(other)
            self.moves[key] = (who, followers)
            self.states[key] = state
            self.values.setdefault(key, 0.5)
        return _key(start)


def _key(state: State) -> Any:
    lying = tuple(sorted((state.laid[0, n], state.laid[1, n]) for n in range(state.pairings)))
    shown = tuple(state.shown[seat, face] for seat in range(SEATS) for face in range(1, 7))
    fields = (state.stage, state.turn, state.passes, state.soft_six, state.is_final, *state.in_cup)
    return fields, shown, lying, state.rolls % 2
