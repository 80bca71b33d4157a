"""A round robin of bots with duplicate dice: the same luck in every order of seats, on all cores.

Whole numbers are summed round by round, in a fixed order: the same seed gives the same figures on any number of
workers, and after an interruption as without one.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

from quincunx.bots import check_bot, opening
from quincunx.core import loops
from quincunx.core.bots import read_bot
from quincunx.core.errors import SetupError
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.sim import words
from quincunx.sim.batch import Batch, check_seed
from quincunx.sim.cluster import Cluster
from quincunx.sim.ratings import (
    CommonGroups,
    Pair,
    Pairing,
    Rating,
    Unlucky,
    Verdict,
    bradley_terry,
    interval_of,
    verdict,
)
from quincunx.sim.simulate import Progress, spec_of
from quincunx.sim.unlucky import UnluckyBatch, knows_chances
from quincunx.solvers.valuing import UNIT
from quincunx.thinking.crew import Crew

CHUNK, SLOW_CHUNK = 50, 1
"""The groups that a worker plays at a time; fewer with bots that search or are interpreted."""
ROUND = 8
"""Chunks of every pairing between two updates of the results."""

Play: TypeAlias = Callable[[Sequence[tuple[int, int, int]]], Iterator[dict[str, Any]]]
"""Plays chunks (lineup, first group, number of groups) and yields the results of each."""


@dataclass(frozen=True)
class ArenaPlan:
    """The pairings; the figures depend on nothing else."""

    spec: GameSpec
    bots: tuple[str, ...]
    seats: int
    matches: int
    """The most matches of every pairing or lineup."""
    seed: int
    variants: dict[str, str]
    until_sure: bool = False
    replays: int = 0
    """The number of replays of each turn that remove luck; 0 to leave it in."""

    @classmethod
    def of(
        cls,
        spec: GameSpec,
        bots: Sequence[str],
        *,
        seats: int = 2,
        matches: int = 1000,
        seed: int = 0,
        variants: dict[str, str] | None = None,
        until_sure: bool = False,
        replays: int = 0,
    ) -> "ArenaPlan":
        """Return a valid plan, or raise SetupError with its fault."""
        spec.check_seats(seats)
        if seats < 2:
            raise SetupError(words.ARENA_SEATS())
        for bot in bots:
            check_bot(spec, bot, seats, opening(spec, seats, variants))
        if len(set(bots)) < len(bots):
            raise SetupError(words.ARENA_TWICE())
        if len(bots) < 2:
            raise SetupError(words.ARENA_BOTS())
        if matches < 1:
            raise SetupError(words.NO_MATCHES(matches=str(matches)))
        check_seed(seed)
        if replays < 0:
            raise SetupError(words.NO_REPLAYS(replays=str(replays)))
        if replays and not knows_chances(spec):
            raise SetupError(words.NO_CHANCES(game=spec.title))
        chosen = spec.variant_names(spec.options(variants))
        return cls(spec, tuple(bots), seats, matches, seed, chosen, until_sure, replays)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """Return every choice of bots for the seats; with fewer bots than seats, two of them in turn."""
        if len(self.bots) >= self.seats:
            return list(combinations(range(len(self.bots)), self.seats))
        return [tuple(pair[seat % 2] for seat in range(self.seats)) for pair in combinations(range(len(self.bots)), 2)]

    @property
    def groups(self) -> int:
        """The most groups of every lineup."""
        return -(-self.matches // self.group)

    @property
    def group(self) -> int:
        """The number of matches in a group."""
        return len(orders(self.lineups[0]))

    @property
    def chunk(self) -> int:
        """The number of groups played at a time."""
        return CHUNK if self.all_compiled else SLOW_CHUNK

    @property
    def all_compiled(self) -> bool:
        """Whether every bot is one of the game's own that answer at once."""
        return all(read_bot(bot).name in self.spec.reflex_names for bot in self.bots)

    def describe(self) -> dict[str, Any]:
        """The settings that determine the figures, as plain values."""
        return {
            "game": self.spec.slug,
            "rules": self.spec.rules_version,
            "bots": list(self.bots),
            "seats": self.seats,
            "group": self.group,
            "matches": self.matches,
            "seed": self.seed,
            "variants": self.variants,
            "until_sure": self.until_sure,
            "replays": self.replays,
        }


def orders(lineup: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the lineup in every rotation of the seats, forwards and backwards, each once.

    So nobody always follows the same player.
    """
    ways = (tuple(lineup), tuple(reversed(lineup)))
    return list(dict.fromkeys(way[seat:] + way[:seat] for way in ways for seat in range(len(way))))


@dataclass
class Arena:
    """The results of a plan so far."""

    plan: ArenaPlan
    pairings: dict[Pair, Pairing] = field(default_factory=dict)
    shared: dict[tuple[Pair, Pair], CommonGroups] = field(default_factory=dict)
    """By two pairings: the groups in which both sat at one table."""
    shared_unlucky: dict[tuple[Pair, Pair], CommonGroups] = field(default_factory=dict)
    """The same without luck."""
    played: dict[int, int] = field(default_factory=dict)
    """By lineup: the groups that have been played."""
    seconds: dict[str, float] = field(default_factory=dict)
    """By bot called in Python: the seconds of its answers."""
    answers: Counter[str] = field(default_factory=Counter)
    """By bot called in Python: the number of its answers."""

    @property
    def ratings(self) -> list[Rating]:
        """Return the ratings of all bots, best first."""
        return bradley_terry(self.plan.bots, self.pairings, self.shared)

    @property
    def unlucky_ratings(self) -> list[Rating]:
        """Return the same without luck; empty if that was left in."""
        unlucky = {pair: found.unlucky for pair, found in self.pairings.items() if found.unlucky is not None}
        return bradley_terry(self.plan.bots, unlucky, self.shared_unlucky) if unlucky else []

    def pairing(self, a: int, b: int) -> Pairing:
        """Return the results of one bot against another."""
        if (a, b) in self.pairings:
            return self.pairings[a, b]
        return self.pairings[b, a].turned() if (b, a) in self.pairings else Pairing()

    def verdict(self, a: int, b: int) -> Verdict:
        """Return the sequential test's verdict on two bots, by their scores without luck where these are known."""
        count = len(self.plan.bots)
        pairing = self.pairing(a, b)
        return verdict(pairing.unlucky or pairing, count * (count - 1) // 2)

    def is_sure(self, lineup: Sequence[int]) -> bool:
        """Whether every pairing of a lineup has its verdict."""
        return all(self.verdict(a, b) is not Verdict.OPEN for a, b in combinations(sorted(set(lineup)), 2))

    def to_json(self) -> dict[str, Any]:
        """Return all results as plain values for JSON."""
        bots = self.plan.bots
        return self.plan.describe() | {
            "groups": sum(self.played.values()),
            "ratings": [vars(rating) for rating in self.ratings],
            "ratings_without_luck": [vars(rating) for rating in self.unlucky_ratings],
            "pairings": [
                {
                    "bots": [bots[a], bots[b]],
                    "groups": pairing.count,
                    "score": interval_of(pairing)._asdict(),
                    "variance_removed": pairing.removed,
                    "without_luck": pairing.unlucky and interval_of(pairing.unlucky)._asdict(),
                    "times_fewer_matches": pairing.fewer,
                    "verdict": self.verdict(a, b).value,
                }
                for (a, b), pairing in sorted(self.pairings.items())
            ],
            "seconds_a_move": {bot: self.seconds[bot] / count for bot, count in sorted(self.answers.items())},
        }


def run_arena(
    plan: ArenaPlan,
    *,
    workers: int = 1,
    ray: str | None = None,
    progress: Progress = lambda matches: None,
    state: Path | None = None,
) -> Iterator[Arena]:
    """Play a plan, here or on a Ray cluster; yield the results after each round.

    With a state file, continue from its results and yield those first.
    """
    arena = Arena(plan) if state is None else read_state(plan, state)
    if state is not None:
        write_state(arena, state)  # fail before anything is played if the file cannot be written
    progress(sum(arena.played.values()) * plan.group)
    if arena.played:
        yield arena
    with _players(plan, workers, ray) as play:
        while chunks := _next_round(arena):
            for chunk, part in zip(chunks, play(chunks), strict=True):
                _take_in(arena, chunk[0], part)
                progress(part["groups"] * plan.group)
            if state is not None:
                write_state(arena, state)
            yield arena


def _next_round(arena: Arena) -> list[tuple[int, int, int]]:
    """Yield the next work: lineup, first group, number of groups. A decided lineup rests."""
    plan = arena.plan
    chunks = []
    for number, lineup in enumerate(plan.lineups):
        first = arena.played.get(number, 0)
        if plan.until_sure and arena.is_sure(lineup):
            continue
        for _ in range(ROUND):
            count = min(plan.chunk, plan.groups - first)
            if count > 0:
                chunks.append((number, first, count))
                first += count
    return chunks


def _take_in(arena: Arena, lineup: int, part: dict[str, Any]) -> None:
    arena.played[lineup] = arena.played.get(lineup, 0) + part["groups"]
    for name in ("pairings", "shared", "shared_unlucky"):
        kept: dict[Any, Any] = getattr(arena, name)
        for key, found in part[name].items():
            if key in kept:
                kept[key].add(found)
            else:
                kept[key] = found
    for bot, more in part["seconds"].items():
        arena.seconds[bot] = arena.seconds.get(bot, 0.0) + more
    arena.answers.update(part["answers"])


@contextmanager
def _players(plan: ArenaPlan, workers: int, ray: str | None) -> Iterator[Play]:
    """What plays chunks, in this process or in others, and yields their results in order."""
    if ray is None:
        own = _Worker(plan)
        if workers == 1:
            yield lambda chunks: (own.play(*chunk) for chunk in chunks)
            return
        own.play(0, 0, 0)  # compiles: workers find it in the cache
    with Crew(workers) if ray is None else Cluster(ray) as crew:
        yield lambda chunks: crew.map(_work, _described(plan), chunks)


class _Worker:
    """Plays groups of one plan."""

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self._batches: dict[tuple[int, ...], Batch] = {}

    def play(self, lineup: int, first: int, groups: int) -> dict[str, Any]:
        """Play some groups of a lineup; return their results for every pairing."""
        plan = self.plan
        every = orders(plan.lineups[lineup])
        played = [self._places_and_luck(order, first, groups) for order in every]
        pairs = list(combinations(sorted(set(every[0])), 2))
        points = {pair: _compare(every, [places for places, _ in played], *pair, groups) for pair in pairs}
        pairings = {pair: _pairing(found) for pair, found in points.items()}
        sums = {pair: [sum(group) for group in points[pair]] for pair in pairs}
        shared = {(one, other): _shared(sums[one], sums[other]) for one, other in combinations(pairs, 2)}
        shared_unlucky = {}
        if plan.replays:
            luck = {pair: _luck_of(every, [lucks for _, lucks in played], *pair, groups) for pair in pairs}
            # in units of half a point
            rest = {pair: [a * UNIT - b for a, b in zip(sums[pair], luck[pair], strict=True)] for pair in pairs}
            for pair in pairs:
                pairings[pair].unlucky = _unlucky(rest[pair], pairings[pair].each)
            shared_unlucky = {
                (one, other): _shared(rest[one], rest[other], UNIT) for one, other in combinations(pairs, 2)
            }
        seconds: dict[str, float] = {}
        answers: Counter[str] = Counter()
        for order in every:
            for seat, thinker in self._batches[order].roster.thinkers.items():
                seconds[plan.bots[order[seat]]] = seconds.get(plan.bots[order[seat]], 0.0) + thinker.seconds
                answers[plan.bots[order[seat]]] += thinker.answers
                thinker.seconds, thinker.answers = 0.0, 0
        return {
            "groups": groups,
            "pairings": pairings,
            "shared": shared,
            "shared_unlucky": shared_unlucky,
            "seconds": seconds,
            "answers": answers,
        }

    def _places_and_luck(self, order: tuple[int, ...], first: int, groups: int) -> tuple[Any, Any]:
        from quincunx.core.jit import telling

        plan = self.plan
        if order not in self._batches:
            bots = [plan.bots[bot] for bot in order]
            made = (
                partial(UnluckyBatch, replays=plan.replays, by_rolls=not plan.all_compiled) if plan.replays else Batch
            )
            self._batches[order] = made(plan.spec, plan.seats, bots, variants=plan.variants, duplicate=True)
        batch = self._batches[order]
        play = batch.results_and_luck if isinstance(batch, UnluckyBatch) else batch.results
        with telling(plan.spec):
            results, luck = play(plan.seed, first, groups)
        return results[:, loops.RESULTS : loops.RESULTS + plan.seats], luck


def _compare(every: Sequence[tuple[int, ...]], places: Sequence[Any], a: int, b: int, groups: int) -> list[list[int]]:
    """Return each comparison of two bots by group, in all orders: lost (0), level (1) or won (2)."""
    results: list[list[int]] = [[] for _ in range(groups)]
    for order, placed in zip(every, places, strict=True):
        for seat, other in _seats_of(order, a, b):
            for group in range(groups):
                mine, theirs = placed[group, seat], placed[group, other]
                results[group].append(1 + int(mine < theirs) - int(mine > theirs))
    return results


def _luck_of(every: Sequence[tuple[int, ...]], lucks: Sequence[Any], a: int, b: int, groups: int) -> list[int]:
    """Return by group how much luckier the first of two bots was in all comparisons."""
    found = [0] * groups
    for order, luck in zip(every, lucks, strict=True):
        for seat, other in _seats_of(order, a, b):
            for group in range(groups):
                found[group] += int(luck[group, seat] - luck[group, other])
    return found


def _seats_of(order: tuple[int, ...], a: int, b: int) -> Iterator[tuple[int, int]]:
    """Every pair of seats of which the first is one bot's and the second the other's."""
    return ((s, o) for s in range(len(order)) for o in range(len(order)) if (order[s], order[o]) == (a, b))


def _unlucky(results: list[int], each: int) -> Unlucky:
    return Unlucky(len(results), sum(results), sum(result * result for result in results), each)


def _pairing(results: list[list[int]]) -> Pairing:
    singles = Counter(result for group in results for result in group)
    return Pairing(Counter(map(sum, results)), singles, len(results[0]) if results else 0)


def _shared(first: list[int], second: list[int], unit: int = 1) -> CommonGroups:
    both = sum(a * b for a, b in zip(first, second, strict=True))
    return CommonGroups(len(first), sum(first), sum(second), both, unit)


Described: TypeAlias = tuple[str, int, tuple[str, ...], int, int, int, tuple[tuple[str, str], ...], int]
"""Return a plan as plain values, to send to another process."""


def _described(plan: ArenaPlan) -> Described:
    """Describe a plan to another process."""
    variants = tuple(plan.variants.items())
    rules = plan.spec.rules_version
    return plan.spec.package, rules, plan.bots, plan.seats, plan.matches, plan.seed, variants, plan.replays


@lru_cache(maxsize=1)
def _worker_for(described: Described) -> _Worker:
    """The worker that plays a described plan in this process, made once."""
    package, rules, bots, seats, matches, seed, variants, replays = described
    return _Worker(ArenaPlan(spec_of(package, rules), bots, seats, matches, seed, dict(variants), replays=replays))


def _work(described: Described, lineup: int, first: int, groups: int) -> dict[str, Any]:
    """Play groups of a plan in a process that may have played another plan before."""
    return _worker_for(described).play(lineup, first, groups)


# Interruption and continuation


def write_state(arena: Arena, path: Path) -> None:
    """Save the results atomically."""
    kept = {
        "plan": arena.plan.describe(),
        "played": arena.played,
        "pairings": [
            [a, b, pairing.each, dict(pairing.groups), dict(pairing.singles), pairing.unlucky and vars(pairing.unlucky)]
            for (a, b), pairing in arena.pairings.items()
        ],
        "shared": _shared_json(arena.shared),
        "shared_unlucky": _shared_json(arena.shared_unlucky),
        "seconds": arena.seconds,
        "answers": arena.answers,
    }
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(kept), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        error.filename = str(path)  # the one that somebody named
        raise


def read_state(plan: ArenaPlan, path: Path) -> Arena:
    """Load the results of this plan, if any; raise SetupError if the file is of another plan."""
    if not path.exists():
        return Arena(plan)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        arena = Arena(plan, played={int(lineup): groups for lineup, groups in kept["played"].items()})
        for a, b, each, groups, singles, unlucky in kept["pairings"]:
            arena.pairings[a, b] = Pairing(_counter(groups), _counter(singles), each, unlucky and Unlucky(**unlucky))
        for found, name in ((arena.shared, "shared"), (arena.shared_unlucky, "shared_unlucky")):
            for a, b, c, d, *sums in kept[name]:
                found[(a, b), (c, d)] = CommonGroups(*sums)
        arena.seconds, arena.answers = dict(kept["seconds"]), Counter(kept["answers"])
        described = kept["plan"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SetupError(words.NO_STATE(path=str(path))) from None
    wanted = plan.describe()
    for name in wanted:
        if name not in ("matches", "until_sure") and described.get(name) != wanted[name]:
            there, here = quoted(described.get(name)), quoted(wanted[name])
            raise SetupError(words.OTHER_ARENA(path=str(path), name=name, there=there, here=here))
    return arena


def _shared_json(shared: dict[tuple[Pair, Pair], CommonGroups]) -> list[list[int]]:
    return [[*one, *other, *vars(common).values()] for (one, other), common in shared.items()]


def _counter(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(points): times for points, times in counts.items()})
