"""An analysis in the form for the page, with words for every mistake."""

from quincunx.analysis import Account, Alternative, Analysis, Mark, sentences
from quincunx.analysis.words import GRADES
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.protocol import Study, StudyAccount, StudyChoice, StudyDecision, StudyRoll
from quincunx.server.hall.presenter import presenter_of

MOST_CHOICES = 4
"""The most choices listed for a decision."""


def study_of(match: Match, analysis: Analysis[Message]) -> Study:
    """Return the study of a match, for the page."""
    marks = analysis.marks
    return Study(
        unit=analysis.unit,
        scale=analysis.scale,
        exact=analysis.exact,
        error=max(mark.error for mark in marks),
        values=[*(mark.before for mark in marks), [account.result for account in analysis.accounts]],
        luck=[mark.luck for mark in marks],
        decisions=[
            _decision(match, mark.seat, mark) for mark in marks if mark.seat is not None and len(mark.choices) > 1
        ],
        rolls=[StudyRoll(one.seat, one.first, one.last + 1, one.amount, one.said) for one in analysis.rolls],
        accounts=[_account(account) for account in analysis.accounts],
    )


def _decision(match: Match, seat: Seat, mark: Mark) -> StudyDecision:
    choices = [_choice(one) for one in mark.choices[:MOST_CHOICES]]
    if not mark.loss:
        return StudyDecision(mark.number, seat, 0, choices, [], [], None)
    state, best, presenter = match.fork(mark.number).state, mark.choices[1].action, presenter_of(match.spec)
    return StudyDecision(
        at=mark.number,
        seat=seat,
        loss=mark.loss,
        choices=choices,
        better=told_choice(match, mark.number, seat, best),
        lit=presenter.lit(presenter.view(state, seat), seat, best),
        why=sentences.mistake(match, state, mark),
    )


def told_choice(match: Match, at: int, seat: Seat, action: int) -> list[Message]:
    """Return the log's words for a choice, had it been made."""
    tried = match.fork(at)
    tried.settles = False
    tried.push(action, seat)
    [told] = presenter_of(match.spec).narrator.told(tried.walk(len(tried) - 1), None, match.names)
    return told.said


def _choice(one: Alternative) -> StudyChoice:
    return StudyChoice(one.text, one.value, one.gain, one.error)


def _account(account: Account) -> StudyAccount:
    return StudyAccount(
        start=account.start,
        luck=account.luck,
        own=account.own,
        others=account.others,
        correction=account.correction,
        result=account.result,
        adjusted=account.adjusted,
        decisions=account.decisions,
        rate=account.error_rate,
        grade=None if account.grade is None else GRADES[account.grade](),
    )
