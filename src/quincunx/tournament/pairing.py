"""Swiss pairing by tables: who plays whom in a round, and in which seat.

The criteria, in this order: everybody has each seat equally often, within one; nobody meets the same player twice;
nobody plays at a table with bots twice; players at a table are close in the standings. Nobody is eliminated. For two
seats the pairing is a minimum-cost matching; for more, a search that swaps players between tables.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

from quincunx.core.seats import Seat
from quincunx.tournament.steps import BOT

SEAT_COST, MEETING_COST = 10**12, 10**7
"""The costs of having a seat too often and of a second meeting. The squared distances of 200 players in the standings
sum to less than one meeting; meetings in 30 rounds to less than one seat."""
UNEVEN_COST = 10**9
"""The cost of the squared difference in bots between tables."""
CLOSE = 16
"""The number of new opponents, closest in the standings, that large fields try first for each player."""
FEW = 48
"""The most players for which all pairs are tried at once."""
TRIES = 40_000
"""The most swaps tried to avoid second meetings."""
TABOO = 12
"""The number of swaps for which a moved player stays."""
SEAT_WEIGHT, ROOM_WEIGHT, CHANCE_WEIGHT = 10**9, 10**4, 10
"""The costs of having a seat too often and of filling a seat unevenly, and the size of random tie-breaks."""
REACH = 2
"""The reach, in tables, of swaps that bring players closer in the standings."""


@dataclass
class Entrant:
    """A player as the pairing sees them."""

    number: int
    sat: list[int]
    """How often the player has had each seat."""
    met: Counter[int] = field(default_factory=Counter)
    """How often the player has met each other one."""
    with_bots: int = 0
    """How often bots sat at the player's table."""

    def excess(self, seat: Seat) -> int:
        """Return how much more often the player has had this seat than the rarest one."""
        return self.sat[seat] - min(self.sat)


def pair(entrants: Sequence[Entrant], seats: int, rng: random.Random) -> list[list[int]]:
    """Return the tables of a round, each with its players from seat 0 and `BOT` for bots.

    `entrants` are in the order of the standings.
    """
    if seats == 2:
        return _pairs(entrants, rng)
    return _Tables(entrants, seats, rng).best()


# Two seats


def _pairs(entrants: Sequence[Entrant], rng: random.Random) -> list[list[int]]:
    players: list[Entrant | None] = [*entrants]
    if len(players) % 2:
        players.append(None)  # a bot
    matched = _matching(players, CLOSE) if len(players) > FEW else None
    if matched is None or _cost_of(players, matched) >= MEETING_COST:
        matched = _matching(players, len(players))
    assert matched is not None
    tables = []
    for one, other in sorted(matched):
        first, second = players[one], players[other]
        costs = _seat_cost(first, 0) + _seat_cost(second, 1), _seat_cost(second, 0) + _seat_cost(first, 1)
        if costs[0] > costs[1] or (costs[0] == costs[1] and rng.random() < 0.5):
            first, second = second, first
        tables.append([BOT if player is None else player.number for player in (first, second)])
    return tables


def _matching(players: Sequence[Entrant | None], most: int) -> list[tuple[int, int]] | None:
    """Pair everybody at the least cost, each with one of the `most` best; None if that is impossible."""
    from networkx import Graph, max_weight_matching  # 0.2 s: only halls with tournaments need it

    graph = Graph()
    graph.add_nodes_from(range(len(players)))
    for one in range(len(players)):
        costs = sorted((_pair_cost(players, one, other), other) for other in range(len(players)) if other != one)
        for cost, other in costs[:most]:
            graph.add_edge(one, other, weight=-cost)
    found = [(min(edge), max(edge)) for edge in max_weight_matching(graph, maxcardinality=True)]
    return found if 2 * len(found) == len(players) else None


def _cost_of(players: Sequence[Entrant | None], matched: Sequence[tuple[int, int]]) -> int:
    return sum(_pair_cost(players, one, other) for one, other in matched)


def _pair_cost(players: Sequence[Entrant | None], one: int, other: int) -> int:
    first, second = players[one], players[other]
    cost = min(_seat_cost(first, 0) + _seat_cost(second, 1), _seat_cost(second, 0) + _seat_cost(first, 1))
    if first is None or second is None:
        met = sum(player.with_bots for player in (first, second) if player is not None)
    else:
        met = first.met[second.number]
    return cost + MEETING_COST * met + (one - other) ** 2


def _seat_cost(player: Entrant | None, seat: Seat) -> int:
    return 0 if player is None else SEAT_COST * player.excess(seat) ** 2


# More seats


class _Tables:
    """Return the tables of a round, as rows of indices into the standings; None for a bot."""

    def __init__(self, entrants: Sequence[Entrant], seats: int, rng: random.Random) -> None:
        self._entrants = entrants
        self._seats = seats
        self._rng = rng
        self._count = -(-len(entrants) // seats)
        self._even = len(entrants) / self._count
        """Return the number of people at a table if they are spread evenly."""
        self._costs: dict[tuple[int | None, ...], int] = {}
        self._rows = self._first_rows()

    def best(self) -> list[list[int]]:
        """The tables after all exchanges."""
        self._avoid_meetings()
        self._bring_closer()
        return [[BOT if one is None else self._entrants[one].number for one in row] for row in self._rows]

    # The beginning: seats for everybody, then the best of each seat together, the second best, …

    def _first_rows(self) -> list[list[int | None]]:
        rows: list[list[int | None]] = [[None] * self._seats for _ in range(self._count)]
        for seat, players in enumerate(self._seat_everybody()):
            gaps = self._count - len(players)
            column: list[int | None] = [*sorted(players)]
            for gap in range(gaps):  # bots sit apart, each seat's at other tables
                column.insert((gap * self._count // gaps + seat) % (len(column) + 1), None)
            for row, player in zip(rows, column, strict=True):
                row[seat] = player
        return rows

    def _seat_everybody(self) -> list[list[int]]:
        """Return the players by seat. Nobody gets a seat too often, in this round or, if possible, in the next ones.

        Suppose that everybody divided their time equally among the seats due to them. Each seat would then have some
        number of people, perhaps a fraction. Rounding it up or down keeps the same possible in the next round.
        """
        from networkx import DiGraph, network_simplex

        graph, end, due = DiGraph(), "end", [Fraction(0)] * self._seats
        for player, entrant in enumerate(self._entrants):
            graph.add_node(("player", player), demand=-1)
            rarest = [seat for seat in range(self._seats) if not entrant.excess(seat)]
            for seat in range(self._seats):
                weight = SEAT_WEIGHT * entrant.excess(seat) ** 2 + self._rng.randrange(CHANCE_WEIGHT)
                graph.add_edge(("player", player), ("seat", seat), capacity=1, weight=weight)
                due[seat] += Fraction(seat in rarest, len(rarest))
        graph.add_node(end, demand=len(self._entrants))
        for seat, share in enumerate(due):
            low, high = min(floor(share), self._count), min(ceil(share), self._count)
            for part, room, weight in (("low", low, 0), ("high", high - low, 1), ("over", self._count - high, 2)):
                graph.add_edge(("seat", seat), (part, seat), capacity=room, weight=weight * ROOM_WEIGHT)
                graph.add_edge((part, seat), end)
        _, flow = network_simplex(graph)
        people = range(len(self._entrants))
        return [[player for player in people if flow["player", player]["seat", seat]] for seat in range(self._seats)]

    # Costs

    def _cost(self, row: Sequence[int | None]) -> int:
        key = tuple(row)
        found = self._costs.get(key)
        if found is None:
            found = self._costs[key] = self._compute_cost(key)
        return found

    def _compute_cost(self, row: tuple[int | None, ...]) -> int:
        cost, people = 0, [one for one in row if one is not None]
        for seat, one in enumerate(row):
            cost += 0 if one is None else _seat_cost(self._entrants[one], seat)
        cost += int(UNEVEN_COST * (len(people) - self._even) ** 2)
        for one, other in combinations(people, 2):
            cost += MEETING_COST * self._entrants[one].met[self._entrants[other].number] + (one - other) ** 2
        if len(people) < self._seats:
            cost += self._seats * len(self._entrants) * sum(self._entrants[one].with_bots for one in people)
        return cost

    def _has_meeting(self, row: Sequence[int | None]) -> bool:
        people = [self._entrants[one] for one in row if one is not None]
        return any(other.number in one.met and one.met[other.number] for one, other in combinations(people, 2))

    # Exchanges

    def _avoid_meetings(self) -> None:
        """Swap players of tables where some have met, until none have or all swaps have been tried."""
        best, best_cost = [row[:] for row in self._rows], sum(map(self._cost, self._rows))
        stays: dict[int | None, int] = {}
        tries = moment = 0
        while tries < TRIES and self._count > 1:
            bad = [index for index, row in enumerate(self._rows) if self._has_meeting(row)]
            if not bad:
                break
            index, moment = self._rng.choice(bad), moment + 1
            options = self._exchanges(index, range(self._count))
            tries += len(options)
            open_ = [option for option in options if moment > max(stays.get(one, 0) for one in option[1])]
            _, moved, cells = min(open_ or options, key=lambda option: (option[0], self._rng.random()))
            self._exchange(*cells)
            stays.update((one, moment + TABOO) for one in moved if one is not None)
            cost = sum(map(self._cost, self._rows))
            if cost < best_cost:
                best, best_cost = [row[:] for row in self._rows], cost
        if best_cost < sum(map(self._cost, self._rows)):
            self._rows = best

    def _bring_closer(self) -> None:
        """Swap players of neighbouring tables as long as that costs less."""
        again = True
        while again:
            again = False
            for index in range(self._count):
                near = range(index + 1, min(index + 1 + REACH, self._count))
                options = self._exchanges(index, near)
                if options and (best := min(options, key=lambda option: option[0]))[0] < 0:
                    self._exchange(*best[2])
                    again = True

    def _exchanges(
        self, index: int, others: Sequence[int]
    ) -> list[tuple[int, tuple[int | None, int | None], tuple[int, Seat, int, Seat]]]:
        """Yield all swaps of a table with others and within itself: the change of cost, the players, and the places."""
        found = []
        row = self._rows[index]
        before = self._cost(row)
        for other in others:
            if other == index:
                continue
            there = self._rows[other]
            both = before + self._cost(there)
            for seat in range(self._seats):
                for place in range(self._seats):
                    one, two = row[seat], there[place]
                    if (one is None or two is None) and (seat != place or one is two):
                        continue  # each seat keeps its number of bots
                    row[seat], there[place] = two, one
                    found.append((self._cost(row) + self._cost(there) - both, (one, two), (index, seat, other, place)))
                    row[seat], there[place] = one, two
        return found

    def _exchange(self, index: int, seat: Seat, other: int, place: Seat) -> None:
        rows = self._rows
        rows[index][seat], rows[other][place] = rows[other][place], rows[index][seat]
