"""The questions of an analysis about a match, and the result that follows from the answers."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from quincunx.analysis import sentences, words
from quincunx.analysis.grades import grade_of
from quincunx.analysis.report import SCALE, Account, Alternative, Analysis, Highlight, Mark
from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.play import legal_actions_of
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.solvers.valuer import Option, Precision, Query, Valued, results_of, valuer_of

if TYPE_CHECKING:
    from quincunx.thinking.room import Room

USUAL = Precision(value=5_000, gain=5_000)
DEEP = Precision(value=1_500, gain=1_000)
"""The greatest standard errors, in units."""
PROOF = 2
"""The number of standard errors by which another choice must be better for the difference to count as a loss."""
SHOWN = 3
"""The number of mistakes and of rolls in the summary."""

Progress = Callable[[int, int], None]
"""Called with the numbers of answered and of all questions."""


def no_progress(done: int, count: int) -> None:
    """Ignore progress."""


class Study:
    """A finished match, the questions about it, and the result once all are answered.

    The questions are independent of each other.
    """

    def __init__(self, match: Match, *, deep: bool = False) -> None:
        if not match.is_over:
            raise SetupError(words.NOT_OVER())
        self.match = match
        self.deep = deep
        self.precision = DEEP if deep else USUAL
        self.moments = list(match.walk())
        self.queries = [self._query(moment) for moment in self.moments]

    def _query(self, moment: Moment) -> Query:
        _, before, event, after = moment
        if event.by_chance:
            return Query(before.to_bytes(), after.to_bytes())
        has_choice = len(legal_actions_of(self.match.spec, before, event.who)) > 1
        return Query(before.to_bytes(), after.to_bytes(), event.who, event.what if has_choice else None)

    def result(self, answers: Sequence[Valued]) -> Analysis[Message]:
        """Return the analysis from the answers to the questions, in their order."""
        match = self.match
        start_of_next = [valued.before for valued in answers[1:]] + [results_of(match.spec, match.seats, match.state)]
        marks = [
            self._mark(moment, valued, following)
            for moment, valued, following in zip(self.moments, answers, start_of_next, strict=True)
        ]
        spread = sum(valued.spread for valued in answers)
        exact = all(valued.trials == 0 for valued in answers)
        return Analysis(
            game=match.spec.slug,
            title=match.spec.title,
            rules=match.spec.rules_version,
            seats=match.seats,
            names=match.names,
            variants=match.variants,
            unit="points" if match.seats == 1 else "wins",
            scale=SCALE,
            exact=exact,
            deep=self.deep,
            trials=sum(valued.trials for valued in answers),
            variance_factor=round(sum(valued.plain_spread for valued in answers) / spread, 1) if spread else None,
            marks=marks,
            accounts=[self._account(seat, marks, start_of_next[-1][seat]) for seat in range(match.seats)],
            mistakes=self._mistakes(marks),
            rolls=self._rolls(marks),
        )

    def _mark(self, moment: Moment, valued: Valued, following: list[int]) -> Mark:
        seats = range(self.match.seats)
        number, state, event, _ = moment
        change = _minus(following, valued.before)
        luck = decision = [0] * len(seats)
        open_loss = None
        if event.by_chance:
            luck = change if valued.after is None else _minus(valued.after, valued.before)
        elif valued.trials == 0:
            decision = change
        elif _is_mistake(valued.options):
            chosen, best = valued.options[:2]
            decision = _minus(chosen.values, best.values)
            if valued.open_options:
                luck = _minus(_minus(valued.open_options[0].values, valued.open_options[1].values), decision)
        if valued.open_options:
            open_loss = max(0, valued.open_options[1].gain) if _is_mistake(valued.open_options) else 0
        return Mark(
            number=number,
            seat=None if event.by_chance else event.who,
            text=sentences.text_of(self.match.spec, state, event),
            before=valued.before,
            error=valued.error,
            luck=luck,
            decision=decision,
            correction=[change[seat] - luck[seat] - decision[seat] for seat in seats],
            loss=0 if event.by_chance else max(0, -decision[event.who]),
            open_loss=open_loss,
            choices=[self._choice(state, event.who, option) for option in valued.options],
        )

    def _choice(self, state: Any, seat: Seat, option: Option) -> Alternative:
        text = self.match.spec.notation.format_action(state, seat, option.action)
        return Alternative(option.action, text, option.values[seat], option.gain, option.gain_error)

    def _account(self, seat: Seat, marks: list[Mark], result: int) -> Account:
        luck = sum(mark.luck[seat] for mark in marks)
        decided = [mark for mark in marks if mark.seat == seat and len(mark.choices) > 1]
        rate = round(sum(mark.loss for mark in decided) / len(decided)) if decided else 0
        return Account(
            seat=seat,
            name=self.match.names[seat],
            start=marks[0].before[seat],
            luck=luck,
            own=sum(mark.decision[seat] for mark in marks if mark.seat == seat),
            others=sum(mark.decision[seat] for mark in marks if mark.seat != seat),
            correction=sum(mark.correction[seat] for mark in marks),
            result=result,
            adjusted=result - luck,
            decisions=len(decided),
            error_rate=rate,
            grade=grade_of(self.match.spec, self.match.seats, rate) if decided else None,
        )

    def _mistakes(self, marks: list[Mark]) -> list[Highlight[Message]]:
        dearest = sorted((mark for mark in marks if mark.loss > 0), key=lambda mark: (-mark.loss, mark.number))
        found = []
        for mark in dearest[:SHOWN]:
            assert mark.seat is not None
            said = sentences.mistake(self.match, self.moments[mark.number].before, mark)
            found.append(Highlight(mark.seat, mark.number, mark.number, mark.loss, said))
        return found

    def _rolls(self, marks: list[Mark]) -> list[Highlight[Message]]:
        """Return the luckiest rolls: runs of dice and cards that landed one after the other."""
        rolls = [list(group) for by_chance, group in groupby(marks, lambda mark: mark.seat is None) if by_chance]
        lucky = [
            (sum(mark.luck[seat] for mark in roll), seat, roll) for roll in rolls for seat in range(self.match.seats)
        ]
        best = sorted((one for one in lucky if one[0] > 0), key=lambda one: (-one[0], one[2][0].number, one[1]))
        return [
            Highlight(
                seat, roll[0].number, roll[-1].number, luck, sentences.roll(self.match, seat, luck, roll, self.moments)
            )
            for luck, seat, roll in best[:SHOWN]
        ]


def _is_mistake(options: Sequence[Option]) -> bool:
    """Whether the second option is proved to be better than the first, the actual choice."""
    return len(options) > 1 and options[1].gain > PROOF * options[1].gain_error


def _minus(values: Sequence[int], others: Sequence[int]) -> list[int]:
    return [value - other for value, other in zip(values, others, strict=True)]


def analyse(match: Match, *, deep: bool = False, progress: Progress = no_progress) -> Analysis[Message]:
    """Analyse a finished match in this process."""
    study = Study(match, deep=deep)
    valuer = valuer_of(match.spec, match.seats, match.state)
    answers: list[Valued] = []
    for query in study.queries:
        answers.append(valuer.answer(query, study.precision))
        progress(len(answers), len(study.queries))
    return study.result(answers)


async def analyse_in(
    room: "Room",
    match: Match,
    *,
    deep: bool = False,
    progress: Progress = no_progress,
    at_once: int = 2,
    table: str = "",
    address: str = "",
) -> Analysis[Message]:
    """Analyse a finished match in the thinking room, with at most `at_once` questions at a time.

    Long walks through the match run in a thread, so that the event loop serves others meanwhile.
    """
    study = await asyncio.to_thread(Study, match, deep=deep)
    answers: list[Valued | None] = [None] * len(study.queries)
    waiting = iter(range(len(study.queries)))

    async def ask_on() -> None:
        for number in waiting:
            asked = study.queries[number]
            answers[number] = await room.value(
                match.spec, match.seats, asked, study.precision, table=table, address=address
            )
            progress(sum(answer is not None for answer in answers), len(answers))

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(ask_on())
    return await asyncio.to_thread(study.result, [answer for answer in answers if answer is not None])
