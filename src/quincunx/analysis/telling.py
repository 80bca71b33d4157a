"""The sentences of an analysis."""

from collections.abc import Sequence
from typing import Any

import msgspec

from quincunx.analysis import words
from quincunx.analysis.report import SCALE, Account, Analysis, Mark
from quincunx.bots.advice import odds_of
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.render import digits, say
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Event
from quincunx.core.words import decimal, percent

LEAST_APART = 0.005
"""Chances that differ by less are no reason."""


def text_of(spec: GameSpec, state: Any, event: Event) -> str:
    """An event in the notation of transcripts."""
    if event.by_chance:
        return spec.notation.format_outcome(state, event.what)
    return spec.notation.format_action(state, event.who, event.what)


def amount(units: int, *, alone: bool) -> Message:
    """A difference of values in words."""
    if alone:
        return words.POINTS(points=decimal(units / SCALE))
    return words.WINS(share=percent(units / SCALE))


def mistake(match: Match, state: Any, mark: Mark) -> Message:
    """What a decision cost, and what else it would have made likely."""
    assert mark.seat is not None
    chosen, best = mark.choices[:2]
    said: dict[str, Any] = {
        "name": match.names[mark.seat],
        "choice": chosen.text,
        "best": best.text,
        "loss": amount(mark.loss, alone=match.seats == 1),
    }
    reasons = _reasons(match.spec, state, mark.seat, chosen.action, best.action)
    return words.MISTAKE_BECAUSE(**said, reasons=reasons) if reasons else words.MISTAKE(**said)


def _reasons(spec: GameSpec, state: Any, seat: Seat, choice: int, best: int) -> list[Message]:
    """What the better choice and the choice make likely, as far as that differs."""
    view = state.duplicate()
    spec.rules.view(state, seat, view)
    chosen = {str(what): chance for what, chance in odds_of(spec, view, seat, choice)}
    return [
        words.ODDS(what=what, share=percent(chosen.get(str(what), 0.0)), other=percent(chance))
        for what, chance in odds_of(spec, view, seat, best)
        if abs(chance - chosen.get(str(what), 0.0)) >= LEAST_APART
    ]


def roll(match: Match, seat: Seat, luck: int, marks: Sequence[Mark]) -> Message:
    """What dice or cards brought a seat."""
    dice = " ".join(mark.text for mark in marks)
    return words.ROLL(dice=dice, luck=amount(luck, alone=match.seats == 1), name=match.names[seat])


def as_text(analysis: Analysis[Message]) -> Analysis[str]:
    """The same with its sentences in the language of this process."""
    fields = msgspec.structs.asdict(analysis)
    for name in ("mistakes", "rolls"):
        fields[name] = [msgspec.structs.asdict(one) | {"said": say(one.said)} for one in fields[name]]
    return msgspec.convert(fields, Analysis[str], from_attributes=True)


ACCOUNT_TITLES = (
    words.PLAYER,
    words.START,
    words.LUCK,
    words.OWN_DECISIONS,
    words.OTHERS_DECISIONS,
    words.CORRECTION,
    words.RESULT,
    words.ADJUSTED,
    words.ERROR_RATE,
    words.GRADE,
)
"""The columns of `account_row`."""


def account_row(analysis: Analysis[Message], account: Account) -> list[str]:
    """An account as a row of a table, in the language of this process."""

    def value(units: int, form: str = ".1f") -> str:
        return digits((100 if analysis.unit == "wins" else 1) * units / analysis.scale, form)

    parts = (account.luck, account.own, account.others, account.correction)
    return [
        account.name,
        value(account.start),
        *(value(part, "+.1f") for part in parts),
        value(account.result),
        value(account.adjusted),
        value(account.error_rate, ".2f"),
        say(words.GRADES[account.grade]()) if account.grade else "",
    ]


def how_it_was_valued(analysis: Analysis[Message]) -> list[Message]:
    """What the values are, and where they come from."""
    unit = words.IN_PERCENT() if analysis.unit == "wins" else words.IN_POINTS()
    if analysis.exact:
        return [unit, words.EXACT_VALUES()]
    factor = decimal(analysis.variance_factor or 1.0)
    return [unit, words.BY_TRIALS(count=analysis.trials, factor=factor)]
