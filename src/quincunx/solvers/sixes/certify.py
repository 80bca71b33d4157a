"""The certificate: positions checked by the rules of the game alone, and perfect play through the rules engine."""

from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from typing import Any

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, OVER
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC, rules
from quincunx.games.sixes.combinations import SIX, wins
from quincunx.games.sixes.legality import ACTIONS, OK
from quincunx.games.sixes.state import ENDED, ROLLING, SEATS, State
from quincunx.solvers.sixes import words
from quincunx.solvers.sixes.tables import SixesTables
from quincunx.solvers.solved import Progress

RESIDUAL_BAR = 1e-9
"""The largest residual, as a chance to win, with which the certificate holds."""
DEVIATIONS = 3.290526731491926
"""Standard deviations either side that hold 99.9 % of a normal distribution."""
POSITIONS = 1000
MOST_DICE = 6
"""Positions with more dice to roll are not drawn: a million rolls would have to be tried."""
MATCHES = 1000
SEED = 6


@dataclass(frozen=True)
class Certificate:
    """The result of checking a solution."""

    first_seat: float
    positions: int
    residual: float
    """The largest error of Bellman's equations at these positions."""
    matches: int
    seed: int
    won: float
    """The share of the matches that seat 0 won."""
    low: float
    """The lower bound of its 99.9 % interval; `high` is the upper one."""
    high: float

    @property
    def holds(self) -> bool:
        """Whether all of it is as it should be."""
        return self.residual <= RESIDUAL_BAR and self.low <= self.first_seat <= self.high

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return asdict(self) | {"holds": self.holds}

    def lines(self) -> list[Message]:
        """The findings, one sentence each."""
        won, low, high, first = (decimal(100 * x, 2) for x in (self.won, self.low, self.high, self.first_seat))
        return [
            words.RESIDUAL(positions=self.positions, residual=f"{self.residual:.1e}"),
            words.PLAYED(matches=self.matches, seed=str(self.seed), percent=won),
            words.INTERVAL(low=low, high=high),
            (words.HOLDS if self.holds else words.HOLDS_NOT)(percent=first),
        ]


def certify(
    tables: SixesTables, progress: Progress, *, positions: int = POSITIONS, matches: int = MATCHES, seed: int = SEED
) -> Certificate:
    """Check positions drawn at random, and play matches."""
    residual = 0.0
    source = Random(seed)
    for state in drawn(tables.dice, positions, source):
        residual = max(residual, residual_of(tables, state))
        progress(words.CHECKING(), 0.5 / positions)
    won = 0.0
    for number in range(matches):
        won += play(tables, f"{seed}:{number}")
        progress(words.PLAYING(), 0.5 / matches)
    share = won / matches
    reach = DEVIATIONS * sqrt(share * (1 - share) / matches)
    return Certificate(tables.win((0, 0), 0), positions, residual, matches, seed, share, share - reach, share + reach)


def drawn(dice: int, count: int, source: Random) -> list[State]:
    """Positions before a roll, from rounds between random totals that are played at random."""
    found: list[State] = []
    while len(found) < count:
        state = State()
        rules.setup(state, SEATS, SPEC.options({"dice": str(dice)}))
        state.rounds = source.randrange(2)
        for seat in range(SEATS):
            state.total[seat] = source.choice([total for total in range(60) if not wins(total)])
        number, rolls = state.rounds, -1
        while state.rounds == number and state.stage != ENDED:
            if state.stage == ROLLING:
                if state.rolls != rolls and 0 < sum(state.in_cup) <= MOST_DICE:
                    found.append(state.duplicate())
                rolls = state.rolls
                rules.land(state, source.randrange(SIX))
            else:
                rules.apply(state, state.turn, source.choice(_legal(state)))
    return source.sample(found, count)


def residual_of(tables: SixesTables, state: State) -> float:
    """How far the value before a roll is from the mean of what the rolls lead to, played as well as can be."""
    return abs(_mean(tables, state, state.rounds, {}) - tables.value(state))


def _mean(tables: SixesTables, state: State, number: int, known: dict[Any, float]) -> float:
    key = (*state.in_cup, *(state.shown[seat, face] for seat in range(SEATS) for face in range(1, SIX + 1)))
    if key not in known:
        values = []
        for face in range(SIX):
            after = state.duplicate()
            rules.land(after, face)
            is_landed = after.stage != ROLLING or after.rounds != number or after.rolls != state.rolls
            values.append(_played(tables, after, number, {}) if is_landed else _mean(tables, after, number, known))
        known[key] = sum(values) / SIX
    return known[key]


def _played(tables: SixesTables, state: State, number: int, known: dict[Any, float]) -> float:
    """Both play as well as they can up to the next roll."""
    if state.stage in (ROLLING, ENDED) or state.rounds != number:
        return tables.value(state)
    key = state.to_bytes()
    if key not in known:
        values = []
        for action in _legal(state):
            after = state.duplicate()
            rules.apply(after, state.turn, action)
            values.append(_played(tables, after, number, known))
        known[key] = max(values) if state.turn == 0 else min(values)
    return known[key]


def _legal(state: State) -> list[int]:
    return [action for action in range(ACTIONS) if rules.objection(state, state.turn, action) == OK]


def play(tables: SixesTables, seed: str) -> float:
    """A match of the perfect player against itself; what seat 0 has won of it."""
    match = Match(SPEC, SEATS, seed=seed, variants={"dice": str(tables.dice)})
    while match.to_act not in (CHANCE, OVER):
        match.push(tables.best_action(match.state))
    places = [row.place for row in sorted(match.standings(), key=lambda row: row.seat)]
    return 0.5 if places[0] == places[1] else float(places[0] == 1)
