"""A match stepped from Python at compiled speed: legal actions out, an action in, chance settled inside the call.

stepper = Stepper(game("phase10"), seats=2, seed=7)
count = stepper.reset()
while count:
    count = stepper.step(stepper.legal[randrange(count)])
stepper.standings()
"""

from array import array
from collections.abc import Mapping
from typing import Any

from quincunx.core import loops
from quincunx.core.errors import IllegalAction
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.play import Standing, standings_of, view_of
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import ACTION_NUMBER, CANNOT, MATCH_IS_OVER, SEATS
from quincunx.sim import words
from quincunx.sim.batch import Batch, check_seed

COUNT_MASK = (1 << loops.WHO_SHIFT) - 1


class Stepper:
    """One match after another of a game. Where several seats may act, the lowest of them is asked."""

    def __init__(
        self, spec: GameSpec, seats: int | None = None, *, variants: Mapping[str, str] | None = None, seed: int = 0
    ) -> None:
        import numpy as np

        from quincunx.core.jit import direct

        check_seed(seed)
        self.spec = spec
        self.seats = max(2, spec.seats[0]) if seats is None else seats
        self.variants = dict(variants or {})
        self.seed = seed
        self.seat: Seat = 0
        """The seat that must act now."""
        self.count = 0
        """The number of its legal actions; 0 when the match is over."""
        self.legal = array("q", bytes(8 * spec.actions))
        """Its legal actions: the first `count` of these."""
        batch = Batch(spec, self.seats, variants=variants)
        self._states = batch.states
        self._options = batch.options
        self._buffers = (np.frombuffer(self.legal, np.int64), batch.arrays.weights, batch.arrays.key)
        self._reset = batch.loops.reset
        self._step = direct(batch.loops.step, self._states, 0, 0, *self._buffers)
        self._next = 0

    def reset(self, number: int | None = None) -> int:
        """Begin the next match of the seed, or that of a number, and return `count`."""
        number = self._next if number is None else number
        check_seed(number, words.NO_NUMBER)
        self._next = number + 1
        code = self._reset(self._states, self.seats, self._options, self.seed, number, *self._buffers)
        self.seat = code >> loops.WHO_SHIFT
        self.count = code & COUNT_MASK
        return self.count

    def step(self, action: int) -> int:
        """The seat acts and dice land until one must act again; returns `count`. An IllegalAction changes nothing."""
        code: int = self._step(self._states, self.seat, action, *self._buffers)
        if code < 0:
            raise IllegalAction(self._objection(action))
        self.seat = code >> loops.WHO_SHIFT
        self.count = code & COUNT_MASK
        return self.count

    @property
    def state(self) -> Any:
        """The state as a plain object of the caller's own."""
        state = self.spec.state()
        state.set_bytes(self._states[loops.STATE].tobytes())
        return state

    def view(self, seat: Seat | None = None) -> Any:
        """The view of a seat, by default of the one that must act."""
        return view_of(self.spec, self.state, self.seat if seat is None else seat)

    def standings(self) -> list[Standing]:
        """Place and points of every seat, best first."""
        return standings_of(self.spec, self.seats, self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copies: compiled code stays in its process, so a copy compiles its own."""
        now = (self._states, self.legal, self._buffers[-1], self.seat, self.count, self._next)
        return _restored, (self.spec, self.seats, self.variants, self.seed, *now)

    def __repr__(self) -> str:
        now = f"seat {self.seat} to act" if self.count else "not begun or over"
        return f"<Stepper of {self.spec.title}, {SEATS(count=self.seats)}, seed {self.seed}: {now}>"

    def _objection(self, action: int) -> Message:
        if self.count == 0:
            return MATCH_IS_OVER()
        match = Match(self.spec, self.seats, variants=self.variants, start=self.state, settle=False)
        reason = match.objection(action, self.seat)
        assert reason is not None
        return CANNOT(action=ACTION_NUMBER(number=str(action)), reason=reason)


def _restored(
    spec: GameSpec, seats: int, variants: Mapping[str, str], seed: int, states: Any, legal: Any, key: Any, *now: int
) -> Stepper:
    """Return a stepper from its saved position."""
    stepper = Stepper(spec, seats, variants=variants, seed=seed)
    stepper._states[:] = states
    stepper.legal[:] = legal
    stepper._buffers[-1][:] = key
    stepper.seat, stepper.count, stepper._next = now
    return stepper
