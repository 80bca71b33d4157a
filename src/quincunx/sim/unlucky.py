"""Matches with their luck measured: results with it and without."""

from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.core import loops
from quincunx.core.arrays import arrays_of, grid_of, states_of, zeros_of
from quincunx.core.errors import SetupError
from quincunx.core.generator import KEY_WORDS, next_seed, seed_key
from quincunx.core.seats import MAX_SEATS
from quincunx.core.spec import GameSpec
from quincunx.sim import words
from quincunx.sim.batch import EVENT_LIMIT, Batch
from quincunx.sim.roster import STREAM_OF_SEAT
from quincunx.solvers import unlucky, valuing
from quincunx.solvers.valuer import expert_on_all_seats

STREAM = (MAX_SEATS + 1) * STREAM_OF_SEAT
"""Replays and trials draw from their own stream of the match, after those of the seats."""


TRIALS = 4


def knows_chances(spec: GameSpec) -> bool:
    """Whether the game has win chances before the end."""
    return spec.search is not None and (spec.search.outlook or spec.search.estimate) is not None


class UnluckyBatch(Batch):
    """A batch that measures each seat's luck in a match, in units of `valuing.UNIT`.

    The same bots replay each turn several times. With `by_rolls`, as bots that are asked demand, positions are valued
    before and after each roll instead, by `TRIALS` times as many trials of `expert`: these are shorter, and there are
    more rolls than turns. Matches are the same as those of a plain batch.
    """

    def __init__(
        self,
        spec: GameSpec,
        seats: int,
        bots: Sequence[str],
        *,
        replays: int,
        variants: Mapping[str, str] | None = None,
        duplicate: bool = False,
        by_rolls: bool = False,
    ) -> None:
        if not knows_chances(spec):
            raise SetupError(words.NO_CHANCES(game=spec.title))
        super().__init__(spec, seats, bots, variants=variants, duplicate=duplicate)
        from quincunx.core.jit import compiled

        self.by_rolls = by_rolls or bool(self.roster.thinkers)
        self.tries = replays * TRIALS if self.by_rolls else replays
        self.states = states_of(spec, valuing.VALUING_STATES)
        self.arrays = self.arrays._replace(knowledge=spec.knowledge)
        self._unlucky: Any = compiled(spec, unlucky, self.roster.outside)
        others = expert_on_all_seats(spec, seats) if self.by_rolls else self.roster.numbers
        self._others = arrays_of(spec, others, spec.knowledge)
        self._brought = zeros_of(seats)
        self._trial_seed = 0

    def results_and_luck(self, seed: int, first: int, matches: int, limit: int = EVENT_LIMIT) -> tuple[Any, Any]:
        """Play matches; return a row of results for each (see `loops.RESULTS`), and each seat's luck in it."""
        results, luck = grid_of(matches, loops.RESULTS + 2 * self.seats), grid_of(matches, self.seats)
        figures = self.new_figures()
        for index in range(matches):
            self._play(seed, first + index, limit, figures)
            self.loops.finish(self.states, self.seats, self.arrays, results, index)
            luck[index] = self._brought // (self.tries if self.by_rolls else self.tries + 1)
        return results, luck

    def _play(self, seed: int, number: int, limit: int, figures: Any) -> None:
        self._start(seed, number)
        key = [0] * KEY_WORDS
        seed_key(key, seed, STREAM + number)
        self._trial_seed = next_seed(key)
        self._others.key[:] = key
        self._brought[:] = 0
        while (code := self._go_on(limit)) != loops.NO_EVENT:
            self._ask(loops.ASKING - code, figures)

    def _go_on(self, limit: int) -> int:
        """Play until the match is over or a seat must be asked."""
        given = (self.states, self.seats, self.arrays, self._others, limit, self.tries, self._brought)
        with self.roster.refusing(self.arrays.key):
            if self.by_rolls:
                return int(self._unlucky.play_by_rolls(*given, self._trial_seed))
            return int(self._unlucky.play_by_turns(*given))
