"""The shapes of what commands print with `--json`, as JSON Schema.

    python -m tools.json_shapes    writes docs/json.schema.json

Tests hold the file current and check printed output against its shape.
"""

import json
from pathlib import Path
from typing import Any, Literal

import msgspec

from quincunx.analysis import Analysis
from quincunx.server.operations.admin_socket import (
    ConnectionReport,
    PlayerReport,
    ResultReport,
    StatusReport,
    TableReport,
    TournamentReport,
)

PAGE = Path(__file__).parents[1] / "docs" / "json.schema.json"


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """An object with these fields and no others."""


class Interval(Shape):
    """A rate with its 95 % bounds."""

    rate: float
    low: float
    high: float


class Standing(Shape):
    """A seat's place and points; place 1 wins."""

    seat: int
    place: int
    points: int


class ReplayEvent(Shape):
    """An event: `who` is a seat, or null for dice and cards; `at` is in milliseconds, in races."""

    who: int | None
    text: str
    line: str
    at: int | None


class Replay(Shape):
    """`replay --json`"""

    game: str
    rules: int
    seats: int
    names: list[str]
    variants: dict[str, str]
    over: bool
    events: list[ReplayEvent]
    standings: list[Standing]


class Verify(Shape):
    """`verify --json`; `code` is the exit code."""

    file: str
    code: int
    outcome: Literal["proved", "wrong", "unreadable", "consistent", "real dice"]
    checked: list[str]
    missing: list[str]
    problem: str | None


class JudgeQuestion(Shape):
    """What can be asked."""

    about: str
    example: str


class JudgeAnswer(Shape):
    """A sentence of an answer, with the rules that say so."""

    said: str
    rule: str | None


class Judge(Shape):
    """`judge --json`: the answers to a question, or without one the questions that can be asked."""

    question: str
    answers: list[JudgeAnswer]
    questions: list[JudgeQuestion]


class Rules(Shape):
    """`rules --json`: the sentences by their numbers, as §3 or R2."""

    game: str
    title: str
    rules: dict[str, str]
    rulings: dict[str, str]


class AdviceChoice(Shape):
    """A choice. `value` is the share of matches won, or the points when playing alone; `tries` is 0 if it is exact."""

    action: int
    text: str
    value: float
    error: float
    lead: float
    tries: int
    odds: dict[str, float]


class Advise(Shape):
    """`advise --json`, by the bot `level`; the choices are best first, none if one action is legal."""

    game: str
    seat: int
    level: str
    unit: Literal["wins", "points"]
    action: int
    choices: list[AdviceChoice]
    why: str
    because: str | None


class Speed(Shape):
    """How fast one game is in one mode."""

    game: str
    mode: Literal["compiled", "interpreted"]
    seats: int
    matches: int
    events_a_second: float
    decisions_a_second: float


class Spread(Shape):
    """A distribution of whole numbers; quantiles by their share."""

    mean: float
    deviation: float
    least: int
    most: int
    quantiles: dict[str, int]


class Wins(Interval):
    """How often a seat wins, alone and with others."""

    alone: int
    shared: int


class SeatFigures(Shape):
    """The figures of one seat."""

    seat: int
    bot: str
    wins: Wins
    points: Spread | None


class FirstToAct(Interval):
    """How often the first seat to act wins; `even` is its fair share."""

    even: float


class Simulate(Shape):
    """`simulate --json`"""

    game: str
    rules: int
    seats: int
    bots: list[str]
    variants: dict[str, str]
    seed: int
    matches: int
    cut_off: int
    confidence: float
    by_seat: list[SeatFigures]
    first_to_act: FirstToAct
    events: Spread | None
    decisions: Spread | None
    figures: dict[str, int]
    summary: dict[str, str]


class Rating(Shape):
    """A bot's rating with its 95 % bounds; the mean of all bots is 0."""

    bot: str
    points: float
    low: float
    high: float


class Pairing(Shape):
    """Two bots; the scores are the first one's. Without luck, fewer matches give the same interval; null if unknown."""

    bots: list[str]
    groups: int
    score: Interval
    variance_removed: float
    without_luck: Interval | None
    times_fewer_matches: float | None
    verdict: str


class Arena(Shape):
    """`arena --json`"""

    game: str
    rules: int
    bots: list[str]
    seats: int
    group: int
    matches: int
    seed: int
    variants: dict[str, str]
    until_sure: bool
    replays: int
    groups: int
    ratings: list[Rating]
    ratings_without_luck: list[Rating]
    pairings: list[Pairing]
    seconds_a_move: dict[str, float]
    interrupted: bool


class Loss(Shape):
    """A mean with the reach of its 95 % interval."""

    mean: float
    reach: float


class Mistake(Shape):
    """A decision that gave something away, against perfect play from then on."""

    loss: float
    position: str
    seat: int
    played: str
    best: str


class Exploit(Shape):
    """`arena --exploit --json`; `response` is the bot's share of wins by its seat against the best answer to it."""

    game: str
    rules: int
    bot: str
    variants: dict[str, str]
    seed: int
    unit: Literal["wins", "points"]
    response: list[float] | None
    matches: int
    decisions: int
    lost: Loss
    mistakes: list[Mistake]


class SolvedPhase(Shape):
    """A phase under optimal play."""

    phase: int
    asks_for: str
    chance: float
    first_try: float
    turns: float
    points: float


class StandValue(Shape):
    """The mean of the points still to come at the start of a turn."""

    phase: int
    total: int
    tried: bool
    value: float


class CertificatePhase10(Shape):
    """What `solve phase10 --certify` found."""

    optimum: float
    number_residual: float
    colour_residual: float
    matches: int
    seed: int
    mean: float
    low: float
    high: float
    holds: bool


class SolvePhase10(Shape):
    """`solve phase10 --json`; `scores` are the chances of the final scores."""

    game: str
    rules: int
    solver: int
    optimum: float
    deviation: float
    quantiles: dict[str, int]
    five_phase_bonus: float
    first_finish_bonus: float
    phases: list[SolvedPhase]
    values: list[StandValue]
    scores: dict[str, float]
    certificate: CertificatePhase10 | msgspec.UnsetType = msgspec.UNSET


class CertificateSixes(Shape):
    """What `solve sixes --certify` found; `won` is the first seat's share of the matches."""

    first_seat: float
    positions: int
    residual: float
    matches: int
    seed: int
    won: float
    low: float
    high: float
    holds: bool


class SolveSixes(Shape):
    """`solve sixes --json`; `wins` are the first seat's chances by its own total and the other's, null if over."""

    game: str
    rules: int
    solver: int
    dice: int
    first_seat: float
    wins: list[list[float | None]]
    certificate: CertificateSixes | msgspec.UnsetType = msgspec.UNSET


class StatusOf(Shape):
    """One process of the hall."""

    status: StatusReport | None


class TablesOf(Shape):
    """The tables of one process."""

    tables: list[TableReport]


class ConnectionsOf(Shape):
    """The connections to one process."""

    connections: list[ConnectionReport]


class PlayersOf(Shape):
    """The players of a hall."""

    players: list[PlayerReport]


class TournamentsOf(Shape):
    """The tournaments that run."""

    tournaments: list[TournamentReport]


class ResultsOf(Shape):
    """The results of today's dailies."""

    results: list[ResultReport]


SHAPES: dict[str, Any] = {
    "advise": Advise,
    "analyse": Analysis[str],
    "arena": Arena,
    "arena --exploit": Exploit,
    "bench": list[Speed],
    "hall admin": list[StatusOf],
    "hall admin connections": list[ConnectionsOf],
    "hall admin dailies": list[ResultsOf],
    "hall admin players": list[PlayersOf],
    "hall admin tournaments": list[TournamentsOf],
    "hall admin tables": list[TablesOf],
    "replay": Replay,
    "rules": Rules,
    "simulate": Simulate,
    "solve phase10": SolvePhase10,
    "solve sixes": SolveSixes,
    "judge": Judge,
    "verify": Verify,
}
"""What each command prints; an option or a game stands behind it where that changes the shape."""


def schema() -> str:
    """A JSON Schema with a property per command."""
    shapes, parts = msgspec.json.schema_components(SHAPES.values(), ref_template="#/$defs/{name}")
    commands = dict(zip(SHAPES, shapes, strict=True))
    page = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the commands of quincunx print with --json",
        "type": "object",
        "properties": commands,
        "$defs": parts,
    }
    return json.dumps(page, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(schema(), encoding="utf-8")
