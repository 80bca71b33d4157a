"""Settings of an environment, the same for one match and for thousands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any

from quincunx.bots import default_bot
from quincunx.core.errors import SetupError
from quincunx.core.fields import Grid
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.standings import POINTS
from quincunx.envs.loops import utility
from quincunx.games import GAMES, game
from quincunx.sim.batch import check_seed
from quincunx.sim.roster import Roster

REWARDS = ("win", "points")
LIMIT = 20_000
"""Default number of events after which a match is truncated. Sensible players need far fewer."""
USUAL_GAME = GAMES[0].slug
"""The default game."""
PENALTY = -1.0
"""Default reward of an illegal action, which changes nothing else."""
NOT_RESET = "call reset() before anything else"
"""The message of Gymnasium's ResetNeeded."""


def read_seed(seed: Any) -> int:
    """Return a seed as an int; NumPy's integers are fine."""
    try:
        number = index(seed)
    except TypeError:
        raise SetupError(f"a seed is a whole number, not {seed!r}") from None
    check_seed(number)
    return number


def read_action(action: Any) -> int:
    """Return an action as an int; NumPy's integers are fine, floats are not."""
    try:
        return index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None


def check_limit(limit: int) -> None:
    """Raise a SetupError unless the limit is positive."""
    if limit < 1:
        raise SetupError(f"a match is cut off after one event at least, not {limit}")


def results_of(spec: GameSpec, seats: int, state: Any) -> list[float]:
    """By seat: the reward for a match that ends so, -1 to 1 by place; alone at the table, the points."""
    standings = Grid(seats, 2)
    spec.rules.standings(state, standings)
    if seats == 1:
        return [float(standings[0, POINTS])]
    return [utility(standings, seats, seat) for seat in range(seats)]


@dataclass(frozen=True)
class Seating:
    """A game, the learner's seat and its opponents."""

    game: str | GameSpec
    seats: int | None = None
    """The number of seats; by default that of the opponents plus the learner."""
    opponents: Sequence[str] = ()
    """The bots on the other seats, in order: one for all or one for each."""
    learner: Seat = 0
    variants: Mapping[str, str] = field(default_factory=dict)
    reward: str | None = None
    """`win`: at the end, -1 to 1 by place, all seats together 0. `points`: the change of the learner's points at every
    decision. By default `points` alone at the table, else `win`."""
    limit: int = LIMIT
    penalty: float = PENALTY

    @property
    def spec(self) -> GameSpec:
        """The game."""
        return game(self.game) if isinstance(self.game, str) else self.game

    @property
    def count(self) -> int:
        """The number of seats."""
        if self.seats is not None:
            return self.seats
        return len(self.opponents) + 1 if self.opponents else max(2, self.spec.seats[0])

    @property
    def rewards_points(self) -> bool:
        """Whether points are rewarded, not places."""
        return self.reward == "points" or (self.reward is None and self.count == 1)

    @property
    def bots(self) -> list[str]:
        """A bot for every seat; the learner's is never called."""
        others = self.count - 1
        named = list(self.opponents) or [default_bot(self.spec)]
        if len(named) == 1:
            named = named * others
        if len(named) != others:
            raise SetupError(f"{len(named)} opponents for {others} other seats: name one for all or one for each")
        return [*named[: self.learner], "random", *named[self.learner :]]

    def check(self) -> None:
        """Raise a SetupError unless the settings fit together."""
        if isinstance(self.opponents, str):
            raise SetupError(f"opponents are a list of bots, as in [{self.opponents!r}], not {self.opponents!r}")
        self.spec.check_seats(self.count)
        if not 0 <= self.learner < self.count:
            raise SetupError(f"the learner sits on seat 0 to {self.count - 1}, not {self.learner}")
        if self.reward is not None and self.reward not in REWARDS:
            raise SetupError(f"a reward is {' or '.join(REWARDS)}, not {self.reward!r}")
        check_limit(self.limit)
        self.spec.options(self.variants)
        self.roster()

    def roster(self, *, compiling: bool = False) -> Roster:
        """The bots as the loops know them."""
        return Roster(self.spec, self.bots, compiling=compiling)
