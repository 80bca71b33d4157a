"""Matches of a text player, such as a language model, against bots: its score, its illegal answers and its regret.

    report = examine(model, "sixes", matches=20, opponents=["expert"], seed=7)
    print(report.score, report.illegal / report.answers, report.regret)

`model` is any function from a prompt to an answer (`envs.text`). It sits on every seat in turn, and the matches of one
round of seats share a seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from quincunx.analysis import analyse
from quincunx.analysis.report import SCALE
from quincunx.bots import bot_key, choose
from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.envs.settings import LIMIT, Seating
from quincunx.envs.text import TextTable

ATTEMPTS = 3
"""The number of attempts per prompt; after that the player gets a random legal action."""


@dataclass(frozen=True)
class Report:
    """The results of a text player."""

    results: list[float]
    """By match: its share of the win; alone at the table, its points."""
    decisions: int
    answers: int
    illegal: int
    """The number of answers that were no legal action."""
    replaced: int
    """The number of decisions replaced by a random legal action, after ATTEMPTS illegal answers."""
    regret: float | None
    """The mean cost of a decision, as a share of a win; alone at the table, in points. None if not analysed."""
    transcripts: list[str]

    @property
    def score(self) -> float:
        """The mean result."""
        return fmean(self.results)

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return stdev(self.results) / sqrt(len(self.results)) if len(self.results) > 1 else nan

    def to_json(self) -> dict[str, Any]:
        """The figures as plain values, without the transcripts."""
        figures = {name: value for name, value in vars(self).items() if name != "transcripts"}
        return figures | {"score": self.score, "error": None if isnan(self.error) else self.error}


def examine(
    model: Callable[[str], str],
    game: str | GameSpec,
    *,
    matches: int,
    seats: int | None = None,
    opponents: Sequence[str] = (),
    variants: dict[str, str] | None = None,
    seed: int = 0,
    with_regret: bool = False,
) -> Report:
    """Let a text player play matches; with_regret analyses each, which takes seconds to minutes per match."""
    if matches < 1:
        raise SetupError(f"there is at least one match, not {matches}")
    seating = Seating(game, seats, opponents, variants=variants or {})
    seating.check()
    sittings = []
    for number in range(matches):
        there = replace(seating, learner=number % seating.count)
        sitting = Sitting(model, there, f"{seed}:{number // seating.count}")
        sitting.play()
        sittings.append(sitting)
    return Report(
        [sitting.result() for sitting in sittings],
        sum(sitting.decisions for sitting in sittings),
        sum(sitting.answers for sitting in sittings),
        sum(sitting.table.refusals for sitting in sittings),
        sum(sitting.replaced for sitting in sittings),
        _regret(sittings) if with_regret else None,
        [sitting.table.transcript() for sitting in sittings],
    )


class Sitting:
    """One match of a text player."""

    def __init__(self, model: Callable[[str], str], seating: Seating, seed: str) -> None:
        self.model = model
        self.seating = seating
        self.seed = seed
        self.table = TextTable(seating.spec, seating.count, seed=seed, variants=dict(seating.variants))
        self.rules = self.table.rules()
        self.rng = Random(seed)
        self.decisions = self.answers = self.replaced = 0

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.table.match

    def play(self) -> None:
        """Play to the end; where several may act, a random one does."""
        while not self.match.is_over:
            if len(self.match) >= LIMIT:
                raise SetupError(f"the match is not over after {LIMIT:,} events")
            seat = self.rng.choice(self.match.actors)
            if seat == self.seating.learner:
                self._ask(seat)
            else:
                bot, key = self.seating.bots[seat], bot_key(self.seed, len(self.match), seat)
                legal = self.match.legal_actions(seat)
                self.match.push(choose(self.match.spec, bot, self.match.view(seat), seat, legal, key), seat)

    def _ask(self, seat: Seat) -> None:
        self.decisions += 1
        refusal = ""
        for _ in range(ATTEMPTS):
            self.answers += 1
            told = self.table.answer(self.model(f"{self.rules}\n\n{self.table.prompt(seat)}{refusal}"), seat)
            if told is None:
                return
            refusal = f"\n\nYour answer was refused: {told}"
        self.replaced += 1
        self.match.push(self.rng.choice(self.match.legal_actions(seat)), seat)

    def result(self) -> float:
        """The player's share of the win; alone at the table, the points."""
        standings = self.match.standings()
        own = next(row for row in standings if row.seat == self.seating.learner)
        if self.match.seats == 1:
            return float(own.points)
        return 1 / sum(row.place == 1 for row in standings) if own.place == 1 else 0.0


def _regret(sittings: Sequence[Sitting]) -> float | None:
    """The mean loss of all decisions in which there was something to decide."""
    accounts = [analyse(sitting.match).accounts[sitting.seating.learner] for sitting in sittings]
    decisions = sum(account.decisions for account in accounts)
    return sum(account.error_rate * account.decisions for account in accounts) / decisions / SCALE if decisions else 0.0
