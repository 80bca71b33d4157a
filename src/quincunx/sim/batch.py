"""Buffers for the loops of one game, compiled or interpreted, and the calls that run them."""

from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.core import loops
from quincunx.core.arrays import arrays_of, grid_of, row_of, states_of, zeros_of
from quincunx.core.errors import SetupError
from quincunx.core.fields import Schema
from quincunx.core.link import linked
from quincunx.core.messages import Sentence
from quincunx.core.spec import GameSpec, either
from quincunx.core.words import SEATS, quoted
from quincunx.sim import words
from quincunx.sim.roster import Roster, Thinker

EVENT_LIMIT = 1_000_000
"""The length limit of a match, in events; only players who make no progress reach it."""


MOST_SEED = 2**63 - 1
MODES = ("compiled", "checked", "plain")


def check_seed(seed: int, flaw: Sentence = words.NO_SEED) -> None:
    """Raise SetupError unless the generator can take this number."""
    if not 0 <= seed <= MOST_SEED:
        raise SetupError(flaw(most=str(MOST_SEED), seed=str(seed)))


def bot_of_each_seat(bots: Sequence[str], seats: int) -> list[str]:
    """Return the bot of each seat; one name serves all."""
    names = list(bots) * seats if len(bots) == 1 else list(bots)
    if len(names) != seats:
        raise SetupError(words.BOTS_AND_SEATS(bots=len(names), seats=SEATS(count=seats)))
    return names


def figure_names(spec: GameSpec) -> tuple[str, ...]:
    """The names of the game's figures besides points."""
    return tuple(spec.part("figures").NAMES) if spec.has_part("figures") else ()


class Batch:
    """One game's loops with the buffers they need.

    `mode` is "compiled", "checked" (compiled, with bounds checks) or "plain" (interpreted): one source, same results.
    With `duplicate` dice the outcome of a die or card follows from its name (whose, in which turn, roll and place) and
    the match's number: other players' decisions do not shift it.
    """

    def __init__(
        self,
        spec: GameSpec,
        seats: int,
        bots: Sequence[str] = ("random",),
        *,
        variants: Mapping[str, str] | None = None,
        mode: str = "compiled",
        duplicate: bool = False,
    ) -> None:
        spec.check_seats(seats)
        if mode not in MODES:
            raise SetupError(words.NO_MODE(modes=either(MODES), mode=quoted(mode)))
        self.spec = spec
        self.seats = seats
        self.mode = mode
        self.roster = Roster(spec, bot_of_each_seat(bots, seats), compiling=mode != "plain")
        self.plain = mode == "plain"
        self.loops: Any
        if self.plain:
            self.loops = linked(spec, loops, self.roster.outside)
        else:
            from quincunx.core.jit import compiled

            self.loops = compiled(spec, loops, self.roster.outside, boundscheck=mode == "checked")
        self.states = states_of(spec, loops.STATES, plain=self.plain)
        self.options = row_of(spec.options(variants), plain=self.plain)
        self.arrays = arrays_of(spec, self.roster.numbers, self.roster.knowledge(), plain=self.plain)
        self.arrays.luck[loops.DUPLICATE] = duplicate
        self.points_sum = zeros_of(seats, plain=self.plain)

    def new_figures(self) -> Any:
        """A counter for each of the game's figures."""
        return zeros_of(max(1, len(figure_names(self.spec))), plain=self.plain)

    def playouts(self, seed: int, first: int, matches: int) -> tuple[int, int]:
        """Play matches between compiled bots, and count events and decisions."""
        _check(seed, first, matches)
        if self.roster.thinkers:
            raise SetupError(words.ONLY_REFLEX())
        counts = self.arrays.counts
        for index in range(len(counts)):
            counts[index] = 0
        begun = (self.states, self.seats, self.options, self.arrays)
        with self.roster.refusing(self.arrays.key):
            self.loops.playouts(*begun, seed, first, matches, EVENT_LIMIT, self.points_sum)
        return int(counts[loops.EVENTS]), int(counts[loops.DECISIONS])

    def results(self, seed: int, first: int, matches: int, limit: int = EVENT_LIMIT) -> tuple[Any, Any]:
        """Play matches: a row of results for each (see `loops.RESULTS`), and the game's figures."""
        _check(seed, first, matches)
        results = grid_of(matches, loops.RESULTS + 2 * self.seats, plain=self.plain)
        figures = self.new_figures()
        if self.roster.thinkers:
            for index in range(matches):
                self._play_asking(seed, first + index, limit, figures)
                self.loops.finish(self.states, self.seats, self.arrays, results, index)
        else:
            begun = (self.states, self.seats, self.options, self.arrays)
            with self.roster.refusing(self.arrays.key):
                self.loops.playouts_noted(*begun, seed, first, matches, limit, figures, results)
        return results, figures

    def _start(self, seed: int, number: int) -> None:
        self.loops.start(self.states, self.seats, self.options, self.arrays, seed, number)
        for thinker in self.roster.thinkers.values():
            thinker.start(seed, number)

    def _play_asking(self, seed: int, number: int, limit: int, figures: Any) -> None:
        """A match in which some seats are asked in Python."""
        self._start(seed, number)
        while True:
            with self.roster.refusing(self.arrays.key):
                code = self.loops.play_on(self.states, self.arrays, limit, figures)
            if code == loops.NO_EVENT:
                return
            self._ask(loops.ASKING - code, figures)

    def _ask(self, seat: int, figures: Any) -> int:
        """Let a bot that is called in Python act; return its action."""
        count = self.loops.offer(self.states, seat, self.arrays.legal)
        thinker: Thinker = self.roster.thinkers[seat]
        legal = [int(action) for action in self.arrays.legal[:count]]
        action = thinker.choose(self._state(loops.VIEW), seat, legal)
        if not self.loops.do(self.states, seat, action, self.arrays.counts, figures):
            raise self.roster.refusal(seat, action)
        return action

    def record(self, seed: int, number: int, limit: int = EVENT_LIMIT) -> list[tuple[int, int]]:
        """Play one match and list its events as (who, what)."""
        _check(seed, number, 1)
        log = zeros_of(limit, plain=self.plain)
        figures = self.new_figures()
        self._start(seed, number)
        length = 0
        while True:
            with self.roster.refusing(self.arrays.key):
                length = self.loops.record(self.states, self.arrays, log, length)
            if length == limit or log[length] == loops.NO_EVENT:
                break
            seat = loops.ASKING - int(log[length])
            log[length] = (seat << loops.WHO_SHIFT) + self._ask(seat, figures)
            length += 1
        return [divmod(int(event), 1 << loops.WHO_SHIFT) for event in log[:length]]

    def _state(self, place: int) -> Any:
        """One of the batch's states as a plain object of the caller's own."""
        if self.plain:
            return self.states[place].duplicate()
        state = self.spec.state()
        state.set_bytes(self.states[place].tobytes())
        return state

    def state_bytes(self) -> bytes:
        """The state that the last match ended in, as bytes."""
        state: Schema = self._state(loops.STATE)
        return state.to_bytes()


def _check(seed: int, first: int, matches: int) -> None:
    check_seed(seed)
    check_seed(first, words.NO_NUMBER)
    check_seed(matches, words.NO_COUNT)
