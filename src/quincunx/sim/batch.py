"""Buffers for the loops of one game, compiled or interpreted, and the calls that run them."""

from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.core.draw import KEY_WORDS
from quincunx.core.errors import SetupError
from quincunx.core.fields import Table, records
from quincunx.core.link import linked
from quincunx.core.spec import GameSpec
from quincunx.sim import loops

MOST_SPEED = 1000
EVENT_LIMIT = 1_000_000
"""A match is cut off after so many events: only players who never get anywhere need more."""


MOST_SEED = 2**63 - 1
MODES = ("compiled", "checked", "plain")


def check_seed(seed: int, name: str = "a seed") -> None:
    """A SetupError unless the generator can take this number."""
    if not 0 <= seed <= MOST_SEED:
        raise SetupError(f"{name} is a whole number from 0 to {MOST_SEED}, not {seed}")


def bot_of_each_seat(bots: Sequence[str], seats: int) -> list[str]:
    """One name serves all seats."""
    names = list(bots) * seats if len(bots) == 1 else list(bots)
    if len(names) != seats:
        raise SetupError(f"{len(names)} bots for {seats} seats: name one for all or one for each")
    return names


def bot_number(spec: GameSpec, bot: str) -> int:
    """The number under which the loops know a bot, with its speed: `greedy@3` is next three times as often."""
    name, at, speed = bot.partition("@")
    if name not in spec.bot_names:
        raise SetupError(f"{spec.title} has no bot {name!r}; it has {', '.join(spec.bot_names)}")
    if at and not (speed.isascii() and speed.isdecimal() and 1 <= int(speed) <= MOST_SPEED):
        raise SetupError(f"a bot's speed is a whole number from 1 to {MOST_SPEED}, as in {name}@2, not {speed!r}")
    return spec.bot_names.index(name) + (int(speed or "1") << loops.SPEED_SHIFT)


def figure_names(spec: GameSpec) -> tuple[str, ...]:
    """What the game counts besides points."""
    return tuple(spec.part("figures").NAMES) if spec.has_part("figures") else ()


class Batch:
    """One game's loops with the buffers they need.

    `mode` is "compiled", "checked" (compiled, with bounds checks) or "plain" (interpreted): one source, same results.
    """

    def __init__(
        self,
        spec: GameSpec,
        seats: int,
        bots: Sequence[str] = ("random",),
        *,
        variants: Mapping[str, str] | None = None,
        mode: str = "compiled",
    ) -> None:
        spec.check_seats(seats)
        if mode not in MODES:
            raise SetupError(f"the mode of a batch is {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode!r}")
        self.spec = spec
        self.seats = seats
        self.mode = mode
        self.loops: Any
        self.states: Any
        if mode == "plain":
            self.loops = linked(spec, loops)
            self.states = [spec.state() for _ in range(loops.SLOTS)]
        else:
            from quincunx.core.jit import compiled

            self.loops = compiled(spec, loops, boundscheck=mode == "checked")
            self.states = records(spec.state, loops.SLOTS)
        self.options = self.row(spec.options(variants))
        self.bots = self.row([bot_number(spec, bot) for bot in bot_of_each_seat(bots, seats)])
        self.legal = self.row([0] * spec.actions)
        self.weights = self.row([0] * spec.outcomes)
        self.key = self.row([0] * KEY_WORDS)
        self.table = self.grid(seats, 2)
        self.counts = self.row([0] * loops.COUNTS)
        self.points_sum = self.row([0] * seats)

    def row(self, values: Sequence[int]) -> Any:
        """A buffer of ints for this mode."""
        if self.mode == "plain":
            return list(values)
        import numpy as np

        return np.array(values, np.int64)

    def zeros(self, length: int) -> Any:
        """A long buffer of zeros for this mode."""
        if self.mode == "plain":
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def log(self, length: int) -> Any:
        """A long row of zeros, at no cost where memory is only reserved."""
        if self.mode == "plain":
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def grid(self, rows: int, columns: int) -> Any:
        """A two-dimensional buffer for this mode."""
        if self.mode == "plain":
            return Table(rows, columns)
        import numpy as np

        return np.zeros((rows, columns), np.int64)

    def playouts(self, seed: int, first: int, matches: int) -> tuple[int, int]:
        """Play matches and count: events and decisions."""
        _check(seed, first, matches)
        for index in range(len(self.counts)):
            self.counts[index] = 0
        self.loops.playouts(
            self.states,
            self.seats,
            self.options,
            self.bots,
            self.legal,
            self.weights,
            self.key,
            seed,
            first,
            matches,
            EVENT_LIMIT,
            self.table,
            self.counts,
            self.points_sum,
        )
        return int(self.counts[loops.EVENTS]), int(self.counts[loops.DECISIONS])

    def results(self, seed: int, first: int, matches: int, limit: int = EVENT_LIMIT) -> tuple[Any, Any]:
        """Play matches: a row of results for each (see `loops.RESULTS`), and the game's figures."""
        _check(seed, first, matches)
        results = self.grid(matches, loops.RESULTS + 2 * self.seats)
        figures = self.row([0] * max(1, len(figure_names(self.spec))))
        self.loops.playouts_noted(
            self.states,
            self.seats,
            self.options,
            self.bots,
            self.legal,
            self.weights,
            self.key,
            seed,
            first,
            matches,
            limit,
            self.table,
            self.counts,
            figures,
            results,
        )
        return results, figures

    def record(self, seed: int, number: int, limit: int = EVENT_LIMIT) -> list[tuple[int, int]]:
        """Play one match and list its events as (who, what)."""
        _check(seed, number, 1)
        log = self.zeros(limit)
        length = self.loops.record(
            self.states,
            self.seats,
            self.options,
            self.bots,
            self.legal,
            self.weights,
            self.key,
            seed,
            number,
            log,
        )
        return [divmod(int(event), 1 << loops.WHO_SHIFT) for event in log[:length]]

    def state_bytes(self) -> bytes:
        """The state that the last match ended in, as bytes."""
        data: bytes = (
            self.states[loops.STATE].to_bytes() if self.mode == "plain" else self.states[loops.STATE].tobytes()
        )
        return data


def _check(seed: int, first: int, matches: int) -> None:
    check_seed(seed)
    check_seed(first, "the number of a match")
    check_seed(matches, "how many matches to play")
