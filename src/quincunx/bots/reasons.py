"""What a bot does and why, in one sentence with its numbers: the same answer as `choose` gives, with its reason."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from quincunx.bots import check_bot, choose, searcher, usual_playouts, words
from quincunx.bots.advice import exact_choices, is_alone, sentence, tried_choices
from quincunx.core.bots import MASTER, PERFECT, RANDOM, Budget, read_bot, takes_knowledge
from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec


class Explained(NamedTuple):
    """What a bot does, and why."""

    action: int
    why: Message


def explain(
    spec: GameSpec, name: str, view: Any, seat: Seat, legal: Sequence[int], key: Row, budget: Budget | None = None
) -> Explained:
    """The action of the bot of that name, and its reason."""
    check_bot(spec, name)
    read = read_bot(name)
    if len(legal) == 1:
        return Explained(legal[0], words.FORCED(action=_text(spec, view, seat, legal[0])))
    if read.name == PERFECT:
        best = exact_choices(spec, view, seat)
        return Explained(best[0].action, sentence(best, alone=True))
    if read.name == MASTER:
        budget = budget or Budget(playouts=read.playouts or usual_playouts(spec))
        tried = tried_choices(spec, view, seat, searcher(spec).weigh(view, seat, key, budget))
        return Explained(tried[0].action, sentence(tried, alone=is_alone(spec, view)))
    action = choose(spec, name, view, seat, legal, key, budget)
    text = _text(spec, view, seat, action)
    if read.name == RANDOM:
        return Explained(action, words.BY_LOT(action=text, count=len(legal)))
    if read.is_outside or not spec.has_part("reasons"):
        return Explained(action, words.BY_ITSELF(action=text, bot=name))
    knows = spec.knowledge if takes_knowledge(spec.bots[read.name]) else None
    return Explained(
        action, words.BECAUSE(action=text, reason=spec.part("reasons").why(read.name, view, seat, action, knows))
    )


def _text(spec: GameSpec, view: Any, seat: Seat, action: int) -> str:
    text: str = spec.notation.format_action(view, seat, action)
    return text
