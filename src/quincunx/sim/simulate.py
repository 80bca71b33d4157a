"""Many matches between bots, in one process or several, and their statistics.

Every match has its own number and its own dice, made from the seed and that number, and only whole numbers are summed:
the same seed gives the same figures on any number of workers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

from quincunx.bots import check_bot, opening
from quincunx.core.bots import read_bot
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from quincunx.sim import words
from quincunx.sim.batch import EVENT_LIMIT, Batch, bot_of_each_seat, check_seed, figure_names
from quincunx.sim.cluster import Cluster
from quincunx.sim.statistics import CONFIDENCE, Interval, MatchTally, Spread, wilson, win_share
from quincunx.thinking.crew import Crew

CHUNK = 100
"""The matches that a worker plays at a time."""
SLOW_CHUNK = 2
"""The same with bots that search or are interpreted."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of matches played since the last call."""
Described: TypeAlias = tuple[str, int, int, tuple[str, ...], int, int, tuple[tuple[str, str], ...], int]
"""A plan as plain values, to send to another process."""


def spec_of(package: str, rules: int) -> GameSpec:
    """Return the game of another process; raise SetupError unless its rules are the same here."""
    spec: GameSpec = import_module(package).SPEC
    if spec.rules_version != rules:
        here, there = str(spec.rules_version), str(rules)
        raise SetupError(words.OTHER_RULES(game=spec.title, here=here, there=there))
    return spec


@dataclass(frozen=True)
class Plan:
    """The simulation to run; the figures depend on nothing else."""

    spec: GameSpec
    seats: int
    bots: tuple[str, ...]
    """The bots, one for each seat."""
    matches: int
    seed: int
    variants: dict[str, str]
    """Every variant of the game, chosen or not."""
    limit: int = EVENT_LIMIT

    @classmethod
    def of(
        cls,
        spec: GameSpec,
        *,
        seats: int | None = None,
        bots: Sequence[str] = ("random",),
        matches: int = 1000,
        seed: int = 0,
        variants: Mapping[str, str] | None = None,
        limit: int = EVENT_LIMIT,
    ) -> "Plan":
        """Return a valid plan, or raise SetupError with its fault."""
        if seats is None:
            seats = len(bots) if len(bots) > 1 else max(2, spec.seats[0])
        spec.check_seats(seats)
        names = bot_of_each_seat(bots, seats)
        for name in names:
            check_bot(spec, name, seats, opening(spec, seats, variants))
        if matches < 1:
            raise SetupError(words.NO_MATCHES(matches=str(matches)))
        check_seed(seed)
        return cls(
            spec=spec,
            seats=seats,
            bots=tuple(names),
            matches=matches,
            seed=seed,
            variants=spec.variant_names(spec.options(variants)),
            limit=limit,
        )

    def describe(self) -> Described:
        """Describe the plan to another process."""
        variants = tuple(self.variants.items())
        rules = self.spec.rules_version
        return self.spec.package, rules, self.seats, self.bots, self.matches, self.seed, variants, self.limit

    @classmethod
    def from_description(cls, described: Described) -> "Plan":
        """Return the plan from another process; raise SetupError if that one plays by other rules."""
        package, rules, seats, bots, matches, seed, variants, limit = described
        return cls(spec_of(package, rules), seats, bots, matches, seed, dict(variants), limit)

    def batch(self) -> Batch:
        """Return the compiled loops for it."""
        return Batch(self.spec, self.seats, self.bots, variants=self.variants)

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Yield the matches in parts: the number of the first, and the count."""
        reflex = all(read_bot(bot).name in self.spec.reflex_names for bot in self.bots)
        chunk = CHUNK if reflex else SLOW_CHUNK
        for first in range(0, self.matches, chunk):
            yield first, min(chunk, self.matches - first)


@dataclass(frozen=True)
class Simulation:
    """A plan carried out."""

    plan: Plan
    tally: MatchTally

    def wins(self, seat: int) -> Interval:
        """The rate at which a seat wins; a win shared by n seats counts as 1/n."""
        return wilson(float(win_share(self.tally.wins[seat])), self.tally.finished)

    def points(self, seat: int) -> Spread | None:
        """The points that a seat ends with."""
        return Spread.of(self.tally.points[seat])

    @property
    def events(self) -> Spread | None:
        """The events of a match."""
        return Spread.of(self.tally.events)

    @property
    def decisions(self) -> Spread | None:
        """The decisions of a match."""
        return Spread.of(self.tally.decisions)

    @property
    def first_to_act(self) -> Interval:
        """The rate at which the seat that acted first wins."""
        return wilson(float(win_share(self.tally.first_to_act)), self.tally.finished)

    @property
    def summary(self) -> list[tuple[Message, Message]]:
        """The game's own figures, in words."""
        if not figure_names(self.plan.spec):
            return []
        rows = self.plan.spec.part("figures").summary(self.tally.figures, self.tally.matches)
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return all results as plain values for JSON."""
        plan, tally = self.plan, self.tally
        return {
            "game": plan.spec.slug,
            "rules": plan.spec.rules_version,
            "seats": plan.seats,
            "bots": list(plan.bots),
            "variants": plan.variants,
            "seed": plan.seed,
            "matches": tally.matches,
            "cut_off": tally.cut_off,
            "confidence": CONFIDENCE,
            "by_seat": [self._seat_json(seat) for seat in range(plan.seats)],
            "first_to_act": self.first_to_act._asdict() | {"even": 1 / plan.seats},
            "events": _spread_json(self.events),
            "decisions": _spread_json(self.decisions),
            "figures": dict(zip(figure_names(plan.spec), tally.figures, strict=False)),
            "summary": {str(name): str(figure) for name, figure in self.summary},
        }

    def _seat_json(self, seat: int) -> dict[str, Any]:
        wins = self.tally.wins[seat]
        return {
            "seat": seat,
            "bot": self.plan.bots[seat],
            "wins": self.wins(seat)._asdict() | {"alone": wins[1], "shared": wins.total() - wins[1]},
            "points": _spread_json(self.points(seat)),
        }


def _spread_json(spread: Spread | None) -> dict[str, Any] | None:
    return None if spread is None else spread.to_json()


def simulate(
    plan: Plan, *, workers: int = 1, ray: str | None = None, progress: Progress = lambda matches: None
) -> Simulation:
    """Run a simulation, here or on a Ray cluster; call `progress` with the number of newly played matches."""
    tally = MatchTally(plan.seats)
    for part in _parts(plan, workers, ray):
        tally.add(part)
        progress(part.matches)
    return Simulation(plan, tally)


def _parts(plan: Plan, workers: int, ray: str | None) -> Iterator[MatchTally]:
    if ray is not None:
        return _parts_of(plan, Cluster(ray))
    batch = plan.batch()
    if workers == 1 or plan.matches <= CHUNK:
        return (_play(plan, batch, first, matches) for first, matches in plan.chunks())
    _play(plan, batch, 0, 0)  # compiles: workers find it in the cache
    return _parts_of(plan, Crew(workers))


def _play(plan: Plan, batch: Batch, first: int, matches: int) -> MatchTally:
    from quincunx.core.jit import telling

    with telling(plan.spec):
        results = batch.results(plan.seed, first, matches, plan.limit)
    return MatchTally.of(plan.seats, *results)


def _parts_of(plan: Plan, crew: Crew | Cluster) -> Iterator[MatchTally]:
    with crew:
        yield from crew.map(_work, plan.describe(), plan.chunks())


@lru_cache(maxsize=1)
def _worker_for(described: Described) -> tuple[Plan, Batch]:
    """The batch that plays a described plan in this process, made once."""
    plan = Plan.from_description(described)
    return plan, plan.batch()


def _work(described: Described, first: int, matches: int) -> MatchTally:
    """Play a part of a plan in a process that may have played another plan before."""
    return _play(*_worker_for(described), first, matches)
