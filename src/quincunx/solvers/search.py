"""One search for all games: playouts of promising actions, with twice the trials for the better half.

Flat Monte-Carlo search over guessed states with sequential halving. The choice of the strongest bot without search
stands unless trials with the same luck clearly favour another one. A budget in playouts makes
the answer a function of view and key alone; a budget in seconds is spent in slices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from time import perf_counter
from typing import Any

from quincunx.core import loops
from quincunx.core.arrays import arrays_of, grid_of, states_of, zeros_of
from quincunx.core.bots import Budget, Search
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.generator import next_seed
from quincunx.core.link import linked
from quincunx.core.seats import MAX_SEATS, Seat
from quincunx.core.spec import GameSpec
from quincunx.solvers import trials, words

PLAYOUT_LIMIT = 20_000
"""The length limit of a playout, in events; it then counts as it stands."""
SLICE_S = 0.004
"""The intended time of a slice of a search with a time limit."""
SLICE_SHARE = 0.02
"""A slice takes at most this share of the budget."""


@dataclass(frozen=True)
class Weighed:
    """The statistics of an action over trials."""

    action: int
    tries: int
    worth: float
    """From 0 (a sure loss) to 1 (a sure win); alone at the table, in parts of the game's margin."""
    error: float
    """The standard error of the worth."""
    wins: float
    """The share of trials that were won."""
    wins_error: float
    """The standard error of that share."""
    lead: float
    """The mean lead where trials end, in points; alone at the table, the mean points."""


def search_of(spec: GameSpec) -> Search:
    """The game's part of the search; raise SetupError if it has none."""
    if spec.search is None:
        raise SetupError(words.NO_SEARCH(game=spec.title))
    return spec.search


class Searcher:
    """Searches positions of one game. `mode` is "compiled" or "plain"."""

    def __init__(self, spec: GameSpec, *, mode: str = "compiled", policy: str | None = None) -> None:
        self.search = search_of(spec)
        self.spec = spec
        self.mode = mode
        self.policy = policy or self.search.policy
        self.plain = mode == "plain"
        self._trials: Any
        if self.plain:
            self._trials = linked(spec, trials)
        else:
            from quincunx.core.jit import compiled

            self._trials = compiled(spec, trials)
        self._states = states_of(spec, trials.SEARCH_STATES, plain=self.plain)
        number = spec.reflex_names.index(self.policy)
        self._favourite = len(spec.reflex_names) - 1
        bots = [number + (1 << loops.SPEED_SHIFT)] * MAX_SEATS
        self._arrays = arrays_of(spec, bots, spec.knowledge, plain=self.plain)
        self._actions, self._alive = (zeros_of(spec.actions, plain=self.plain) for _ in range(2))

    @property
    def events(self) -> int:
        """Events of all playouts so far."""
        return int(self._arrays.counts[loops.EVENTS])

    @property
    def decisions(self) -> int:
        """Decisions of all playouts so far."""
        return int(self._arrays.counts[loops.DECISIONS])

    def choose(self, view: Any, seat: Seat, legal: Sequence[int], key: Row, budget: Budget) -> int:
        """The action that trials say is best."""
        if len(legal) == 1:
            return legal[0]
        return self.weigh(view, seat, key, budget)[0].action

    def weigh(self, view: Any, seat: Seat, key: Row, budget: Budget, done: int | None = None) -> list[Weighed]:
        """Weigh every candidate: the best action first, the others by the number and results of their trials.

        With an action that was `done`, that one comes first unless another is clearly better.
        """
        self._set_root(view)
        seed = next_seed(key)
        count = self._trials.list_candidates(self._states, seat, self._arrays, self._actions)
        if done is None:
            favourite = self._put_favourite_first(seat, seed, count)
        else:
            favourite, others = True, [action for action in map(int, self._actions[:count]) if action != done]
            count = 1 + len(others)
            for index, action in enumerate([done, *others]):
                self._actions[index] = action
        run = _Run(self, seat, count, seed, self.spec.seats_in(view), favourite=favourite)
        if budget.playouts is not None:
            self._by_playouts(run, budget.playouts)
        else:
            self._by_clock(run, budget.seconds or 0.0)
        found = [self._weighed(run.sums, index, int(self._actions[index])) for index in range(count)]
        best = found.pop(run.best)
        return [best, *sorted(found, key=lambda one: (-one.tries, -one.worth))]

    def _put_favourite_first(self, seat: Seat, seed: int, count: int) -> bool:
        """Put the choice of the strongest bot without search first; false if it is no candidate."""
        given = (self._states, self._favourite, seat, seed, self._arrays, self._actions, count)
        return self._favourite > 0 and bool(self._trials.put_first(*given))

    def warm_up(self) -> None:
        """Compile everything that a search calls."""
        from quincunx.core.match import Match

        seats = max(2, self.spec.seats[0])
        match = Match(self.spec, seats, seed="warm up")
        seat = match.actors[0]
        self.weigh(match.view(seat), seat, [1, 2, 3, 4], Budget(playouts=1))

    def _by_playouts(self, run: "_Run", playouts: int) -> None:
        rounds = run.rounds
        for left in range(rounds, 0, -1):
            share = max(0, playouts - run.spent) // left
            run.more(max(1, share // run.living))
            run.halve()

    def _by_clock(self, run: "_Run", seconds: float) -> None:
        """Try in slices, in each round for its share of the time; no slice is begun that might end too late."""
        begun = perf_counter()
        rounds = run.rounds
        slice_s = min(SLICE_S, SLICE_SHARE * seconds)
        pace = 0.0
        for number in range(1, rounds + 1):
            until = begun + seconds * number / rounds
            while True:
                now = perf_counter()
                one = pace * run.living
                if run.first > 0 and now + one > until:
                    break
                times = max(1, int(slice_s / one)) if one > 0 else 1
                run.more(times)
                pace = max(0.5 * pace, (perf_counter() - now) / (times * run.living))
            run.halve()

    def _set_root(self, view: Any) -> None:
        if self.plain:
            self._states[trials.ROOT].set_ints(view.ints())
        else:
            import numpy as np

            self._states[trials.ROOT] = np.frombuffer(view.to_bytes(), self._states.dtype)[0]

    def _weighed(self, sums: Any, index: int, action: int) -> Weighed:
        tries, worth, squares, wins, win_squares, leads = (int(sums[index, column]) for column in range(trials.GAINS))
        if tries == 0:
            return Weighed(action, 0, 0.0, 1.0, 0.0, 1.0, 0.0)
        mean, share = worth / tries / trials.UNIT, wins / tries / trials.WIN
        return Weighed(
            action, tries, mean, _error(mean, squares, tries), share, _error(share, win_squares, tries), leads / tries
        )


class _Run:
    """One search: its remaining candidates and trials so far."""

    def __init__(self, searcher: Searcher, seat: Seat, count: int, seed: int, seats: int, *, favourite: bool) -> None:
        self.searcher = searcher
        self.seat = seat
        self.count = count
        self.favourite = favourite
        """Whether the first candidate is the default unless another is clearly better; then it is never dropped."""
        self.sums = grid_of(count, trials.SUMS, plain=searcher.plain)
        self.arrays = searcher._arrays._replace(bots=searcher._arrays.bots[:seats])
        self.seed = seed
        self.seats = seats
        self.margin = searcher.search.margin if seats == 1 or searcher.search.estimate is None else 0
        """Where trials end in chances to win, leads do not count."""
        self.first = 0
        self.spent = 0
        self.living = count
        for index in range(count):
            searcher._alive[index] = 1

    @property
    def rounds(self) -> int:
        """The number of halvings until one candidate is left."""
        return max(1, ceil(log2(self.count)))

    def more(self, times: int) -> None:
        """Try every living candidate `times` times more."""
        searcher = self.searcher
        searcher._trials.try_each(
            searcher._states,
            self.seats,
            self.seat,
            searcher._actions,
            searcher._alive,
            self.count,
            self.seed,
            self.first,
            times,
            self.arrays,
            PLAYOUT_LIMIT,
            self.margin,
            self.sums,
        )
        self.first += times
        self.spent += times * self.living

    def halve(self) -> None:
        """Keep the better half of the candidates."""
        ranked = self._ranked()
        alive = {*ranked[: (len(ranked) + 1) // 2], *([0] if self.favourite else [])}
        for index in ranked:
            self.searcher._alive[index] = index in alive
        self.living = len(alive)

    def _ranked(self) -> list[int]:
        """The living, best first."""
        alive = [index for index in range(self.count) if self.searcher._alive[index]]
        return sorted(alive, key=lambda index: (-int(self.sums[index, trials.WORTH]), index))

    @property
    def best(self) -> int:
        """The number of the candidate that is best."""
        first = self._ranked()[0]
        return first if not self.favourite or self._is_clearly_better(first) else 0

    def _is_clearly_better(self, index: int) -> bool:
        """Whether a candidate is clearly better than the first one, by trials with the same luck."""
        tries, gains, squares = (
            int(self.sums[index, column]) for column in (trials.TRIES, trials.GAINS, trials.GAIN_SQUARES)
        )
        if tries < 2:
            return False
        mean = gains / tries
        error = sqrt(max(0.0, squares / tries - mean * mean) / (tries - 1))
        return bool(mean > self.searcher.search.proof * error)


def _error(mean: float, squares: int, tries: int) -> float:
    """The standard error of a mean, from the sum of the squares in units of worth."""
    if tries == 1:
        return 0.5
    return sqrt(max(0.0, squares / tries / trials.UNIT**2 - mean * mean) / (tries - 1))
