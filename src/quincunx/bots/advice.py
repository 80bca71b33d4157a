"""What to do at a position: the choices best first, each with its value, its error and the odds of what matters."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from quincunx.bots import bot_key, searcher
from quincunx.core.bots import Budget
from quincunx.core.errors import NotationError, SetupError
from quincunx.core.position import flaws, parse_position
from quincunx.core.seats import Seat, members
from quincunx.core.spec import GameSpec

USUAL = Budget(playouts=4000)
SHOWN = 5
"""Choices that are told."""


@dataclass(frozen=True)
class Choice:
    """One thing to do."""

    action: int
    text: str
    """As it is typed."""
    value: float
    """The share of matches won from here; alone at the table, the points at the end."""
    error: float
    """The standard error of the value."""
    lead: float
    """The mean lead at the end, in points."""
    tries: int
    odds: dict[str, float] = field(default_factory=dict)
    """Of what matters, in words: exact."""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return vars(self)


@dataclass(frozen=True)
class Advice:
    """What to do at a position, best first, and why in one sentence."""

    game: str
    seat: Seat
    unit: str
    """What values are: `wins` or `points`."""
    choices: list[Choice]
    why: str

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return vars(self) | {"choices": [choice.to_json() for choice in self.choices]}


def read_position(spec: GameSpec, text: str) -> Any:
    """A position in notation, or in the game's lenient form for people."""
    if "=" in text or not spec.has_part("lenient"):
        return parse_position(spec, text)
    state = spec.part("lenient").parse_lenient(text)
    found = flaws(spec, state)
    if found:
        raise NotationError(f"no position of {spec.title}: {'; '.join(found)}")
    return state


def advise(
    spec: GameSpec, state: Any, *, seat: Seat | None = None, budget: Budget = USUAL, seed: str = "advice"
) -> Advice:
    """What a seat should do, by trials from what it may know; the seat whose move it is unless one is named."""
    actors = members(spec.rules.to_act(state))
    if not actors:
        raise SetupError("nobody has to choose here: dice or cards land next, or the match is over")
    seat = actors[0] if seat is None else seat
    if seat not in actors:
        raise SetupError(f"it is not seat {seat}'s move")
    view = state.duplicate()
    spec.rules.view(state, seat, view)
    found = searcher(spec).weigh(view, seat, bot_key(seed, 0), budget)
    alone = getattr(view, "seats", 2) == 1
    odds = getattr(spec.part("bots"), "turn_odds", None)
    choices = [
        Choice(
            one.action,
            spec.notation.format_action(view, seat, one.action),
            one.lead if alone else one.wins,
            one.error * (spec.search.margin if alone else 1),
            one.lead,
            one.tries,
            {} if odds is None else odds(view, seat, one.action),
        )
        for one in found[:SHOWN]
    ]
    return Advice(spec.slug, seat, "points" if alone else "wins", choices, sentence(choices, alone))


def sentence(choices: Sequence[Choice], alone: bool) -> str:
    """Why the first choice, with its numbers."""
    best = choices[0]
    told = f"{best.text}: {_value(best, alone)}"
    for what, chance in best.odds.items():
        told += f", {what} {100 * chance:.1f} %"
    if len(choices) == 1:
        return f"{told}; there is nothing else to think about."
    other = choices[1]
    return f"{told}; the next best, {other.text}, comes to {_value(other, alone)}."


def _value(choice: Choice, alone: bool) -> str:
    if alone:
        return f"{choice.value:.1f} ± {choice.error:.1f} points"
    return f"wins {100 * choice.value:.1f} ± {100 * choice.error:.1f} %"
