"""The certificate: positions checked by the rules of the game alone, and perfect play through the rules engine."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import factorial, sqrt
from random import Random
from typing import Any

import numpy as np

from quincunx.core.arrays import states_of
from quincunx.core.generator import KEY_WORDS
from quincunx.core.jit import compiled
from quincunx.core.link import linked
from quincunx.core.messages import Message
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC, rules
from quincunx.games.sixes.combinations import SIX, wins
from quincunx.games.sixes.legality import ACTIONS, OK
from quincunx.games.sixes.state import DICE_CHOICES, ENDED, ROLLING, SEATS, State
from quincunx.solvers.sixes import turns, words
from quincunx.solvers.sixes.build import sum_name
from quincunx.solvers.sixes.dice_sets import FACES
from quincunx.solvers.sixes.layout import Layout, payoff
from quincunx.solvers.sixes.tables import SixesTables
from quincunx.solvers.solved import Progress

RESIDUAL_BAR = 1e-9
"""The largest residual, as a chance to win, with which the certificate holds."""
DEVIATIONS = 3.290526731491926
"""Standard deviations either side that hold 99.9 % of a normal distribution."""
POSITIONS = 10_000
MATCHES = 1_000_000
CHUNK = 10_000
SEED = 6


@dataclass(frozen=True)
class Certificate:
    """The result of checking a solution."""

    first_seat: float
    positions: int
    residual: float
    """The largest error of Bellman's equations at these positions, the first of a match among them."""
    matches: int
    seed: int
    won: float
    """The share of the matches that seat 0 won."""
    low: float
    """The lower bound of its 99.9 % interval; `high` is the upper one."""
    high: float

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""
        return self.residual <= RESIDUAL_BAR and self.low <= self.first_seat <= self.high

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return asdict(self) | {"holds": self.holds}

    def lines(self) -> list[Message]:
        """The findings, one sentence each."""
        won, low, high, first = (decimal(100 * x, 3) for x in (self.won, self.low, self.high, self.first_seat))
        return [
            words.RESIDUAL(positions=self.positions, residual=f"{self.residual:.1e}"),
            words.PLAYED(matches=self.matches, seed=str(self.seed), percent=won),
            words.INTERVAL(low=low, high=high),
            (words.HOLDS if self.holds else words.HOLDS_NOT)(percent=first),
        ]


def certify(tables: SixesTables, progress: Progress) -> Certificate:
    """Check positions drawn at random, and play matches."""
    checker = Checker(book_of(tables))
    residual = 0.0
    for state in [at_start(tables.dice), *drawn(tables.dice, POSITIONS - 1, Random(SEED))]:
        residual = max(residual, checker.residual(state))
        progress(words.CHECKING(), 0.5 / POSITIONS)
    won = np.zeros(SEATS + 1, np.int64)
    for first in range(0, MATCHES, CHUNK):
        won += np.bincount(checker.play(SEED, first, CHUNK), minlength=SEATS + 1)
        progress(words.PLAYING(), 0.5 * CHUNK / MATCHES)
    shares = np.arange(SEATS + 1) / SEATS
    share = float(won @ shares) / MATCHES
    reach = DEVIATIONS * sqrt((float(won @ shares**2) / MATCHES - share**2) / MATCHES)
    return Certificate(tables.win((0, 0), 0), POSITIONS, residual, MATCHES, SEED, share, share - reach, share + reach)


def drawn(dice: int, count: int, source: Random) -> list[State]:
    """Positions before a roll, one each from rounds between random totals that are played at random."""
    open_ = [total for total in range(60) if not wins(total)]
    found: list[State] = []
    while len(found) < count:
        state = at_start(dice)
        state.rounds = source.randrange(SEATS)
        for seat in range(SEATS):
            state.total[seat] = source.choice(open_)
        number, rolls, met = state.rounds, 0, [state.duplicate()]
        while state.rounds == number and state.stage != ENDED:
            if state.stage == ROLLING:
                if state.rolls != rolls:
                    met.append(state.duplicate())
                    rolls = state.rolls
                rules.land(state, source.randrange(SIX))
            else:
                rules.apply(state, state.turn, source.choice(_legal(state)))
        found.append(source.choice(met[1:] or met))
    return found


def at_start(dice: int) -> State:
    """A match before its first roll."""
    state = State()
    rules.setup(state, SEATS, [DICE_CHOICES.index(dice) if dice in DICE_CHOICES else 0, 0, 0])
    state.dice_each = dice
    state.in_cup[:] = [dice] * SEATS
    return state


def _legal(state: State) -> list[int]:
    return [action for action in range(ACTIONS) if rules.objection(state, state.turn, action) == OK]


class Checker:
    """The loops with their buffers: for perfect play, or against the bot of that number at a seat."""

    def __init__(self, book: turns.Book, bot: int = turns.NOBODY, bot_seat: int = 0, *, mode: str = "compiled") -> None:
        self.book = book
        self._loops: Any = compiled(SPEC, turns) if mode == "compiled" else linked(SPEC, turns)
        self.bot, self.bot_seat = bot, bot_seat
        self._states: Any = states_of(SPEC, turns.STATES, plain=mode == "plain")
        self._frames = turns.Frames(
            np.zeros((turns.STATES, ACTIONS), np.int64),
            *(np.zeros(turns.STATES, np.int64) for _ in range(2)),
            *(np.zeros(turns.STATES) for _ in range(3)),
        )
        self._key = np.array([1, 2, 3, 4])
        self._known = SPEC.knowledge

    def residual(self, state: State) -> float:
        """Return the difference between the value before a roll and the mean of the values after it."""
        dice = sum(state.in_cup)
        factorials = np.array([float(factorial(number)) for number in range(dice + 1)])
        if isinstance(self._states, list):
            self._states[turns.HERE].set_ints(state.ints())
        else:
            self._states[turns.HERE] = np.frombuffer(state.to_bytes(), self._states.dtype)[0]
        mean, kept = self._loops.sum_rolls(
            self._states, self._frames, self.book, self.bot_seat, self.bot, self.bot_seat, self._key, self._known,
            np.zeros(dice, np.int64), factorials,
        )  # fmt: skip
        return abs(float(mean) - float(kept))

    def play(self, seed: int, first: int, matches: int, bots: Sequence[int] = (turns.PERFECT, turns.PERFECT)) -> Any:
        """Play that many matches; return for each 2 if seat 0 wins, 1 if both do, else 0."""
        results = np.zeros(matches, np.int64)
        self._loops.play_matches(
            self._states, np.array([DICE_CHOICES.index(self.book.dice), 0, 0]), np.array(bots),
            np.zeros(SPEC.outcomes, np.int64), np.zeros(KEY_WORDS, np.int64), self._frames, self.book, self._known,
            seed, first, np.zeros((SEATS, 2), np.int64), results, np.zeros(ACTIONS, np.int64),
        )  # fmt: skip
        return results


def book_of(tables: SixesTables) -> turns.Book:
    """The tables of perfect play, as far as they are built, all in memory."""
    layout, kept = tables.layout, tables.arrays
    names = map(sum_name, range(2 * layout.top + 1))
    arrays = [kept.load(name) if kept.has(name) else np.empty(0) for name in names]
    return book_from(layout, [arrays] * SEATS, [np.asarray(tables.wins)] * SEATS)


def book_from(layout: Layout, arrays: Sequence[Sequence[Any]], known: Sequence[Any], flags: int = 1) -> turns.Book:
    """A book of arrays by role of the seats and sum, and of the chances to win when a round begins."""
    starts = np.zeros((SEATS, len(arrays[0])), np.int64)
    parts: list[Any] = []
    size = 0
    for role in range(SEATS):
        if role > 0 and arrays[role] is arrays[0]:
            starts[role] = starts[0]
            continue
        for total, array in enumerate(arrays[role]):
            starts[role, total] = size
            size += len(array)
            parts.append(array)
    numbers = np.zeros(turns.DIGIT**FACES, np.int64)
    for counts in product(range(layout.dice + 1), repeat=FACES):
        if sum(counts) <= layout.dice:
            numbers[sum(count * turns.DIGIT**face for face, count in enumerate(counts))] = layout.number(counts)
    side = layout.top + 1
    over = np.array([[payoff(mine, theirs) or 0.0 for theirs in range(side)] for mine in range(side)])
    whole = np.stack([np.where(np.isnan(one), over, one) for one in known])
    t = layout.tables
    return turns.Book(
        np.concatenate(parts), starts, whole, layout.dice, layout.top, numbers, t.joint, t.state_first, t.final_first,
        layout.finals, layout.states, flags,
    )  # fmt: skip
