"""Advice at a position: the best action, the choices with values, and the reason in one sentence.

The search and exact tables give choices with values. Every other level gives its action and a reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from quincunx.bots import (
    bot_key,
    check_bot,
    choose,
    default_bot,
    perfect_player,
    plays_here,
    searcher,
    usual_playouts,
    words,
)
from quincunx.bots.comparing import compared, parts_of
from quincunx.core.bots import MASTER, PERFECT, RANDOM, Budget, read_bot, takes_knowledge
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.play import legal_actions_of, view_of
from quincunx.core.position import check_position, parse_position
from quincunx.core.seats import Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.words import decimal, percent
from quincunx.solvers.search import Searcher, Weighed, search_of
from quincunx.solvers.solved import is_built, solved_for

Unit: TypeAlias = Literal["wins", "points"]

USUAL = Budget(playouts=4000)
SHOWN = 5
"""The most choices that an advice lists."""


@dataclass(frozen=True)
class Choice:
    """One action, with its value."""

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
    """The number of trials; 0 for a value from exact tables."""
    odds: tuple[tuple[Message, float], ...] = ()
    """The aims of the game, with the exact chance that the choice reaches each."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return vars(self) | {"odds": {str(what): chance for what, chance in self.odds}}


@dataclass(frozen=True)
class Advice:
    """The best action at a position, and why in one sentence."""

    game: str
    seat: Seat
    level: str
    """The bot that advises."""
    unit: Unit
    """The unit of values."""
    action: int
    choices: list[Choice]
    """The best choices, best first; empty if the level does not weigh."""
    why: Message
    because: Message | None = None
    """The advantage of the best choice over the next best, or over an action that was done; None where no level has
    weighed."""

    @property
    def sentences(self) -> list[Message]:
        """The reasons in full."""
        return [self.why] if self.because is None else [self.why, self.because]

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return vars(self) | {
            "choices": [choice.to_json() for choice in self.choices],
            "why": str(self.why),
            "because": None if self.because is None else str(self.because),
        }


class OpenChoice(NamedTuple):
    """A seat's decision at a position, as far as the seat knows it."""

    view: Any
    seat: Seat
    legal: list[int]


def read_position(spec: GameSpec, text: str) -> Any:
    """A position in notation, or in the game's lenient form for people."""
    if "=" in text or not spec.has_part("lenient"):
        return parse_position(spec, text)
    state = spec.part("lenient").parse_lenient(text)
    check_position(spec, state)
    return state


def choice_at(spec: GameSpec, state: Any, seat: Seat | None = None) -> OpenChoice:
    """The choice of a seat, by default of the first that may act; a SetupError if it has none."""
    actors = members(spec.rules.to_act(state))
    if not actors:
        raise SetupError(words.NOBODY_CHOOSES())
    seat = actors[0] if seat is None else seat
    if seat not in actors:
        raise SetupError(words.NOT_THE_SEATS_MOVE(seat=seat))
    view = view_of(spec, state, seat)
    return OpenChoice(view, seat, legal_actions_of(spec, view, seat))


def adviser_of(spec: GameSpec, view: Any) -> str:
    """The level with the best advice: `perfect` where tables have all values, else `master` where it plays."""
    if not plays_here(spec, MASTER):
        return default_bot(spec)
    return PERFECT if solved_for(spec, spec.seats_in(view)) and is_built(spec, view) else MASTER


def advise(spec: GameSpec, state: Any, *, seat: Seat | None = None, budget: Budget = USUAL) -> Advice:
    """The best advice to a seat, from what it may know: by exact tables or by trials."""
    view, seat, legal = choice_at(spec, state, seat)
    return weigh(spec, adviser_of(spec, view), view, seat, legal, bot_key("advice", 0, seat), budget)


def weigh(
    spec: GameSpec,
    name: str,
    view: Any,
    seat: Seat,
    legal: Sequence[int],
    key: Row,
    budget: Budget | None = None,
    done: int | None = None,
    searching: Searcher | None = None,
) -> Advice:
    """The advice of the named bot: its own choice.

    An action that was `done` is among the choices, and is the best unless another is clearly better.
    `searching` searches in place of the compiled search.
    """
    check_bot(spec, name, view=view)
    read = read_bot(name)
    alone = is_alone(spec, view)
    choices: list[Choice] = []
    because = None
    if len(legal) == 1:
        action, why = legal[0], words.FORCED(action=_text(spec, view, seat, legal[0]))
    elif read.name in (MASTER, PERFECT):
        if read.name == PERFECT:
            choices = exact_choices(spec, view, seat, done)
        else:
            budget = budget or Budget(playouts=read.playouts or usual_playouts(spec))
            found = (searching or searcher(spec)).weigh(view, seat, key, budget, done)
            choices = tried_choices(spec, view, seat, found, done)
        action, why = choices[0].action, sentence(choices, alone=alone)
        because = _because(spec, view, seat, action, [done, *(one.action for one in choices)])
    else:
        action = choose(spec, name, view, seat, legal, key, budget)
        why = _reason(spec, name, view, seat, action, len(legal))
    return Advice(spec.slug, seat, name, "points" if alone else "wins", action, choices, why, because)


def _because(spec: GameSpec, view: Any, seat: Seat, best: int, others: Sequence[int | None]) -> Message | None:
    """The reasons for the best action against the next best, by the parts of their values."""
    other = next((action for action in others if action not in (best, None)), None)
    if other is None:
        return None
    this, that = (parts_of(spec, view, seat, action) for action in (best, other))
    losses, gains = compared(this, that, words.INSTEAD)
    if not gains:
        return None
    return words.BY_PARTS_BUT(gains=gains, losses=losses) if losses else words.BY_PARTS(gains=gains)


def odds_of(spec: GameSpec, view: Any, seat: Seat, action: int) -> tuple[tuple[Message, float], ...]:
    """The game's odds of an action."""
    if not spec.has_part("reasons"):
        return ()
    return tuple((what, float(chance)) for what, chance in spec.part("reasons").chances_after(view, seat, action))


def loss_of(spec: GameSpec, advice: Advice, done: int) -> tuple[float, Message] | None:
    """Return the loss of an action against the best, and a sentence about it; None if nothing is clearly better.

    The advice must have been given about that action.
    """
    best = next(iter(advice.choices), None)
    chosen = next((one for one in advice.choices if one.action == done), None)
    if best is None or chosen is None or best.value <= chosen.value:
        return None
    loss, alone = best.value - chosen.value, advice.unit == "points"
    worth, otherwise = _value(best, alone), _value(chosen, alone)
    if alone:
        says = words.COSTS_POINTS(
            points=decimal(loss), action=best.text, worth=worth, done=chosen.text, otherwise=otherwise
        )
    else:
        says = words.COSTS_WINS(
            share=decimal(100 * loss), action=best.text, worth=worth, done=chosen.text, otherwise=otherwise
        )
    return loss, says


def exact_choices(spec: GameSpec, view: Any, seat: Seat, done: int | None = None) -> list[Choice]:
    """The choices by the tables of a solved game, best first."""
    return [
        Choice(one.action, _text(spec, view, seat, one.action), one.value, 0.0, one.value, 0, one.odds)
        for place, one in enumerate(perfect_player(spec).choices(view))
        if place < SHOWN or one.action == done
    ]


def tried_choices(
    spec: GameSpec, view: Any, seat: Seat, found: Sequence[Weighed], done: int | None = None
) -> list[Choice]:
    """The choices by trials, best first."""
    alone = is_alone(spec, view)
    margin = search_of(spec).margin
    return [
        Choice(
            one.action,
            _text(spec, view, seat, one.action),
            one.lead if alone else one.wins,
            one.error * margin if alone else one.wins_error,
            one.lead,
            one.tries,
            odds_of(spec, view, seat, one.action),
        )
        for place, one in enumerate(found)
        if place < SHOWN or one.action == done
    ]


def is_alone(spec: GameSpec, view: Any) -> bool:
    """Whether one seat plays alone: then points count, not wins."""
    return spec.seats_in(view) == 1


def sentence(choices: Sequence[Choice], *, alone: bool) -> Message:
    """The reason for the first choice, with its numbers."""
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


def _reason(spec: GameSpec, name: str, view: Any, seat: Seat, action: int, count: int) -> Message:
    """The reason of a bot that does not compute values."""
    read, text = read_bot(name), _text(spec, view, seat, action)
    if read.name == RANDOM:
        return words.BY_LOT(action=text, count=count)
    if read.is_outside or not spec.has_part("reasons"):
        return words.BY_ITSELF(action=text, bot=name)
    knows = spec.knowledge if takes_knowledge(spec.bots[read.name]) else None
    return words.BECAUSE(action=text, reason=spec.part("reasons").why(read.name, view, seat, action, knows))


def _text(spec: GameSpec, view: Any, seat: Seat, action: int) -> str:
    text: str = spec.notation.format_action(view, seat, action)
    return text
