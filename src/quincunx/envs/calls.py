"""The compiled steps of one game for calls from Python, with their buffers."""

import threading
from array import array
from functools import cache, cached_property
from typing import Any

import numpy as np

from quincunx.core.fields import records
from quincunx.core.generator import KEY_WORDS
from quincunx.core.jit import compiled, direct, telling
from quincunx.core.spec import GameSpec
from quincunx.envs import steps
from quincunx.envs.features import features_of


class Scratch(threading.local):
    """The buffers that a call writes and Python reads at once, one set per thread."""

    def __init__(self, spec: GameSpec) -> None:
        self.legal = array("q", bytes(8 * spec.actions))
        self.outcomes = array("q", bytes(8 * spec.outcomes))
        self.probabilities = array("d", bytes(8 * spec.outcomes))
        self.legal_row = np.frombuffer(self.legal, np.int64)
        self.outcomes_row = np.frombuffer(self.outcomes, np.int64)
        self.probabilities_row = np.frombuffer(self.probabilities, np.float64)
        self.weights_row = np.zeros(spec.outcomes, np.int64)


class Calls:
    """The steps of one game, each compiled on first use (some seconds) and cached.

    A call takes arguments of exactly these types: no other array, and no int beyond 64 bits.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.scratch = Scratch(spec)
        self.features = features_of(spec)
        self.plan = self.features.plan()
        self._steps = compiled(spec, steps)
        self._states = new_states(spec)
        self._key = np.zeros(KEY_WORDS, np.int64)

    @cached_property
    def happen(self) -> Any:
        """The compiled step of this name, as are the following ones."""
        return self._direct(self._steps.happen, self._states, 0, 0, 0, self.scratch.weights_row)

    @cached_property
    def act(self) -> Any:
        return self._direct(self._steps.act, self._states, 0, 0, self._key, self.scratch.weights_row)

    @cached_property
    def settle(self) -> Any:
        return self._direct(self._steps.settle, self._states, self._key, self.scratch.weights_row)

    @cached_property
    def choices(self) -> Any:
        return self._direct(self._steps.choices, self._states, 0, self.scratch.legal_row)

    @cached_property
    def chances(self) -> Any:
        mine = self.scratch
        rows = (mine.weights_row, mine.outcomes_row, mine.probabilities_row)
        return self._direct(self._steps.chances, self._states, *rows)

    @cached_property
    def watch(self) -> Any:
        return self._direct(
            self._steps.watch, self._states, 0, 0, ints_of(self._states), self.plan, self.new_features()
        )

    @cached_property
    def observe(self) -> Any:
        ints, row = ints_of(self._states), self.scratch.legal_row
        mask = np.zeros(self.spec.actions, np.int8)
        return self._direct(self._steps.observe, self._states, 0, 0, row, ints, self.plan, self.new_features(), mask)

    def _direct(self, function: Any, *example: Any) -> Any:
        with telling(self.spec):
            return direct(function, *example)

    def __reduce__(self) -> tuple[Any, ...]:
        """Compiled code stays in its process: a copy in another compiles its own."""
        return calls_of, (self.spec,)

    def new_features(self) -> Any:
        """Room for features, all zero."""
        return np.zeros(self.features.length, np.float32)


def new_states(spec: GameSpec) -> Any:
    """Room for a match and a view of it."""
    return records(spec.state, steps.STATES)


def ints_of(states: Any) -> Any:
    """The same states as rows of ints."""
    return states.view(np.int32).reshape(len(states), -1)


@cache
def calls_of(spec: GameSpec) -> Calls:
    """The compiled steps of a game."""
    return Calls(spec)
