"""What to do at a position: the choices best first, each with its value, its error and the odds of what matters.

Where trials decide, the first is what the strongest bot without search would do unless they prove another to be better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.bots import bot_key, perfect_player, searcher, words
from quincunx.core.bots import Budget
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.position import check_position, parse_position
from quincunx.core.seats import Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.words import decimal, percent
from quincunx.solvers.search import Weighed, search_of
from quincunx.solvers.solved import is_built, solved_for

USUAL = Budget(playouts=4000)
SHOWN = 5
"""How many choices are told."""


@dataclass(frozen=True)
class Choice:
    """One thing to do."""

    action: int
    text: str
    """The action as it is typed."""
    value: float
    """The share of matches won from here; alone at the table, the points at the end."""
    error: float
    """The standard error of the value; 0 for a value from exact tables."""
    lead: float
    """The mean lead where trials end, in points; alone at the table, the points."""
    tries: int
    """How often it was tried; 0 where exact tables tell its value."""
    odds: tuple[tuple[Message, float], ...] = ()
    """What matters in the game, with the exact chance that the choice brings it."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return vars(self) | {"odds": {str(what): chance for what, chance in self.odds}}


@dataclass(frozen=True)
class Advice:
    """What to do at a position, best first, and why in one sentence."""

    game: str
    seat: Seat
    unit: str
    """What values are: `wins` or `points`."""
    choices: list[Choice]
    why: Message

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return vars(self) | {"choices": [choice.to_json() for choice in self.choices], "why": str(self.why)}


def read_position(spec: GameSpec, text: str) -> Any:
    """A position in notation, or in the game's lenient form for people."""
    if "=" in text or not spec.has_part("lenient"):
        return parse_position(spec, text)
    state = spec.part("lenient").parse_lenient(text)
    check_position(spec, state)
    return state


def advise(
    spec: GameSpec, state: Any, *, seat: Seat | None = None, budget: Budget = USUAL, seed: str = "advice"
) -> Advice:
    """What a seat should do, from what it may know: by exact tables where the game is solved, else by trials.

    It is the seat whose move it is, unless another is named.
    """
    actors = members(spec.rules.to_act(state))
    if not actors:
        raise SetupError(words.NOBODY_CHOOSES())
    seat = actors[0] if seat is None else seat
    if seat not in actors:
        raise SetupError(words.NOT_THE_SEATS_MOVE(seat=seat))
    view = state.duplicate()
    spec.rules.view(state, seat, view)
    alone = is_alone(spec, view)
    if alone and solved_for(spec, 1) and is_built(spec):
        choices = exact_choices(spec, view, seat)
    else:
        found = searcher(spec).weigh(view, seat, bot_key(seed, 0, seat), budget)
        choices = tried_choices(spec, view, seat, found)
    return Advice(spec.slug, seat, "points" if alone else "wins", choices, sentence(choices, alone=alone))


def odds_of(spec: GameSpec, view: Any, seat: Seat, action: int) -> tuple[tuple[Message, float], ...]:
    """What the game says of the chances of an action."""
    if not spec.has_part("reasons"):
        return ()
    return tuple(spec.part("reasons").chances_after(view, seat, action))


def exact_choices(spec: GameSpec, view: Any, seat: Seat) -> list[Choice]:
    """What the tables of a solved game say, best first."""
    return [
        Choice(
            one.action,
            spec.notation.format_action(view, seat, one.action),
            one.value,
            0.0,
            one.value,
            0,
            one.odds,
        )
        for one in perfect_player(spec).choices(view)[:SHOWN]
    ]


def tried_choices(spec: GameSpec, view: Any, seat: Seat, found: Sequence[Weighed]) -> list[Choice]:
    """What trials say, best first."""
    alone = is_alone(spec, view)
    margin = search_of(spec).margin
    return [
        Choice(
            one.action,
            spec.notation.format_action(view, seat, one.action),
            one.lead if alone else one.wins,
            one.error * margin if alone else one.wins_error,
            one.lead,
            one.tries,
            odds_of(spec, view, seat, one.action),
        )
        for one in found[:SHOWN]
    ]


def is_alone(spec: GameSpec, view: Any) -> bool:
    """Whether a seat has the table to itself: then points count, not wins."""
    return spec.seats_in(view) == 1


def sentence(choices: Sequence[Choice], *, alone: bool) -> Message:
    """Why the first choice is the best, with its numbers."""
    best = choices[0]
    worth = _value(best, alone)
    if best.odds:
        worth = words.WITH_ODDS(worth=worth, odds=[words.ODDS(what=what, share=percent(p)) for what, p in best.odds])
    if len(choices) == 1:
        return words.ONLY_ONE(action=best.text, worth=worth)
    other = choices[1]
    against = words.NOT_PROVED if other.value > best.value else words.BEST
    return against(action=best.text, worth=worth, other=other.text, otherwise=_value(other, alone))


def _value(choice: Choice, alone: bool) -> Message:
    if alone and choice.tries == 0:
        return words.SCORES_EXACTLY(points=decimal(choice.value))
    if alone:
        return words.SCORES(points=decimal(choice.value), error=decimal(choice.error))
    return words.WINS(share=decimal(100 * choice.value), error=decimal(100 * choice.error))
