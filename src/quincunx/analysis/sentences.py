"""The sentences of an analysis."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from quincunx.analysis import words
from quincunx.analysis.report import SCALE, Account, Analysis, Mark
from quincunx.bots.comparing import compared, parts_of
from quincunx.bots.words import INSTEAD
from quincunx.core.contract import Part
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.play import view_of
from quincunx.core.render import digits, say
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Event, Moment
from quincunx.core.words import decimal, percent


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
    """Describe the cost of a decision, and the advantages of a better choice."""
    assert mark.seat is not None
    chosen, best = mark.choices[:2]
    said: dict[str, Any] = {
        "name": match.names[mark.seat],
        "choice": chosen.text,
        "best": best.text,
        "loss": amount(mark.loss, alone=match.seats == 1),
    }
    view = view_of(match.spec, state, mark.seat)
    this, other = (parts_of(match.spec, view, mark.seat, choice.action) for choice in (chosen, best))
    worse, better = compared(this, other, INSTEAD)
    if worse and better:
        return words.MISTAKE_BECAUSE_BUT(**said, reasons=worse, gains=better)
    return words.MISTAKE_BECAUSE(**said, reasons=worse) if worse else words.MISTAKE(**said)


def roll(match: Match, seat: Seat, luck: int, marks: Sequence[Mark], moments: Sequence[Moment]) -> Message:
    """Describe the luck of dice or cards for a seat, with its changed prospects, else the event itself."""
    said: dict[str, Any] = {
        "dice": " ".join(mark.text for mark in marks),
        "luck": amount(luck, alone=match.seats == 1),
        "name": match.names[seat],
    }
    first, last = marks[0].number, marks[-1].number
    before, after = (_parts_at(match, seat, moments, number) for number in (first - 1, last + 1))
    changed = [reason for reasons in compared(after, before, words.CHANGES) for reason in reasons]
    if changed:
        return words.ROLL_BECAUSE(**said, reasons=changed)
    happened = _happened(match, moments[last])
    return words.ROLL_AND(**said, happened=happened[-1]) if happened else words.ROLL(**said)


def _parts_at(match: Match, seat: Seat, moments: Sequence[Moment], number: int) -> dict[str, Part]:
    """Return what makes a seat's choice at a moment good or bad; nothing if it did not choose then."""
    if not 0 <= number < len(moments) or moments[number].event.who != seat:
        return {}
    view = view_of(match.spec, moments[number].before, seat)
    return parts_of(match.spec, view, seat, moments[number].event.what)


def _happened(match: Match, moment: Moment) -> list[Message]:
    """The sentences about an event."""
    _, before, event, after = moment
    said: list[Message] = match.spec.notation.describe_event(before, after, event.who, event.what, match.names)
    return said


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


def shown(analysis: Analysis[Message], units: int, form: str = ".1f") -> str:
    """A value in percent of a win, or in points."""
    return digits((100 if analysis.unit == "wins" else 1) * units / analysis.scale, form)


def account_row(analysis: Analysis[Message], account: Account) -> list[str]:
    """An account as a row of a table, in the language of this process."""
    value = partial(shown, analysis)
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
    """Return what the values are, and where they come from."""
    unit = words.IN_PERCENT() if analysis.unit == "wins" else words.IN_POINTS()
    if analysis.exact:
        return [unit, words.EXACT_VALUES()]
    factor = decimal(analysis.variance_factor or 1.0)
    return [unit, words.BY_TRIALS(count=analysis.trials, factor=factor)]
