"""The coach of a table: hints on request, and the cost of decisions at a table for training.

It knows what the seat may know, and informs only that seat. Hints and judgements for old positions are not sent.
"""

from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import structlog

from quincunx import protocol
from quincunx.bots import bot_key
from quincunx.bots.advice import Advice, Choice, loss_of
from quincunx.core.bots import Budget
from quincunx.core.errors import QuincunxError
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.server import words
from quincunx.server.hall.authority import Chore
from quincunx.server.hall.bot_seats import Clock
from quincunx.server.hall.presenter import presenter_of
from quincunx.solvers.search import search_of
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import resume
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep
from quincunx.thinking.found import Decision, Found

if TYPE_CHECKING:
    from quincunx.server.hall.table import Table

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode

SHOWN = 3
"""The number of choices that a hint shows."""
HINT_S = 0.7
"""Seconds of search for a hint, so that it is there within a second."""
JUDGE_S = 0.5
"""Seconds of search to judge a decision."""
PATIENCE_S = 3.0
"""Seconds for which the dice wait for the judgement; then they roll without one."""
DEAR = 0.03
"""The smallest loss that the coach mentions: a share of the chance to win; alone at the table, of the game's margin."""


class Adviser(Protocol):
    """The room that weighs positions for the coach."""

    def weigh(self, decision: Decision, budget: Budget) -> AsyncIterator[Found[Advice]]:
        """The advice of the strongest level that is ready, then the best advice if that was another level's."""
        ...

    async def judge(self, decision: Decision, done: int, budget: Budget) -> Advice | None:
        """The best advice about an action that was done; None while its level is not ready or too many think."""
        ...


class Coach:
    """Helps the players of one table."""

    __slots__ = ("_advised", "_adviser", "_cheap", "_clock", "_dear", "_home", "_judging", "_ledger")

    def __init__(self, ledger: Ledger, adviser: Adviser, clock: Clock, home: "Table") -> None:
        self._ledger = ledger
        self._adviser = adviser
        self._clock = clock
        self._home = home
        self._advised: dict[Seat, tuple[int, bytes]] = {}
        """By seat: the position of its last hint, and the hint."""
        self._judging = 0
        """The position after the action that was judged last, or is being judged."""
        self._dear: tuple[int, bytes] | None = None
        """The position after the last costly action, and its judgement."""
        self._cheap = 0
        """The position after the last action that needs no comment."""

    # Hints

    def advise(self, seat: Seat) -> None:
        """Give a player the hint that is ready now, and a better one later."""
        self._home.run(self._advise(seat))

    async def _advise(self, seat: Seat) -> None:
        ledger = self._ledger
        if ledger.match is None or seat not in ledger.actors:
            return
        position, view = ledger.moved, ledger.view(seat)
        decision = self._decision(view, seat, ledger.legal(seat), len(ledger.match))
        found = self._adviser.weigh(decision, Budget(seconds=HINT_S))
        told: Found[Advice] | None = None
        try:
            async for told in found:
                if ledger.moved != position or seat not in ledger.actors:
                    return
                self._send_advice(position, seat, view, told, better=told.reason is not None)
        except QuincunxError as error:
            log.warning("no_better_hint", table=ledger.id, error=str(error))
            if told is not None and ledger.moved == position:
                self._send_advice(position, seat, view, told, better=False)

    def _send_advice(self, position: int, seat: Seat, view: Any, found: Found[Advice], *, better: bool) -> None:
        spec, advice = self._ledger.spec, found.result
        choices = [choice_info(spec, view, seat, choice) for choice in advice.choices[:SHOWN]]
        choices = choices or [chosen_info(spec, view, seat, advice.action)]
        message = encode(
            protocol.Advised(position, found.level, better, advice.unit, choices, advice.because or advice.why)
        )
        self._advised[seat] = position, message
        self._home.tell_seat(seat, message)

    def _decision(self, view: Any, seat: Seat, legal: list[int], number: int) -> Decision:
        """Return a decision to think about; its key depends on nothing that the seat does not know."""
        ledger = self._ledger
        key = bot_key(ledger.id, number, seat)
        return Decision(ledger.spec, view, seat, legal, key, ledger.id, self._home.address)

    def remind(self, seat: Seat) -> list[bytes]:
        """Return the advice on the present position that a connecting player already got."""
        told = [self._advised.get(seat), self._dear if seat == self._ledger.held else None]
        return [message for position, message in filter(None, told) if position == self._ledger.moved]

    # Training

    def drive(self) -> None:
        """Judge the last action, if that is due; resume the match if nobody is there."""
        ledger = self._ledger
        seat = ledger.held
        if seat is None or not self._home.drives():
            return
        if self._is_settled(seat):
            self._go_on(ledger.moved)
        elif self._judging != ledger.moved:
            self._judging = ledger.moved
            self._clock.call_later(PATIENCE_S, partial(self._lose_patience, ledger.moved))
            self._home.run(self._judge(ledger.moved, seat))

    def _is_settled(self, seat: Seat) -> bool:
        """Whether there is nothing to report, or nobody to report it to."""
        ledger, chair = self._ledger, self._ledger.chairs[seat]
        if not chair.is_human or chair.bot is not None or ledger.undoer != seat or self._cheap == ledger.moved:
            return True
        is_gone = ledger.settings.away != "wait" and not self._home.connected(seat)
        return is_gone or ledger.settings.coach != "training"

    async def _judge(self, position: int, seat: Seat) -> None:
        ledger = self._ledger
        assert ledger.match is not None
        spec, moment = ledger.spec, next(ledger.match.walk(len(ledger.match) - 1))
        view, done = ledger.narrator.view(moment.before, seat), moment.event.what
        legal = ledger.match.fork(moment.number).legal_actions(seat)
        advice = None
        if len(legal) > 1:
            try:
                decision = self._decision(view, seat, legal, moment.number)
                advice = await self._adviser.judge(decision, done, Budget(seconds=JUDGE_S))
            except QuincunxError as error:
                log.warning("not_judged", table=ledger.id, error=str(error))
        if ledger.held != seat or ledger.moved != position:
            return
        lost = None if advice is None else loss_of(spec, advice, done)
        if advice is None or lost is None or lost[0] < DEAR * scale_of(spec, advice):
            self._go_on(position)
            return
        loss, said = lost
        chosen = next(choice for choice in advice.choices if choice.action == done)
        best, chose = (choice_info(spec, view, seat, choice) for choice in (advice.choices[0], chosen))
        self._dear = position, encode(protocol.Judged(position, advice.unit, loss, best, chose, advice.because or said))
        self._home.tell_seat(seat, self._dear[1])

    def _lose_patience(self, position: int) -> None:
        if self._dear is None or self._dear[0] != position:
            self._go_on(position)

    def _go_on(self, position: int) -> None:
        """Resume the match; if the same player acts next, nothing was held up."""
        ledger = self._ledger
        if ledger.held is None or ledger.moved != position:
            return
        self._cheap = position
        if ledger.actors == [ledger.held]:
            return
        self._home.submit(Chore(partial(self._decide_to_go_on, position)))

    def _decide_to_go_on(self, position: int, _now: int) -> AnyStep:
        if self._ledger.moved != position:
            raise Refuse("stale", words.NOTHING_TO_DO())
        return resume(self._ledger)


def scale_of(spec: GameSpec, advice: Advice) -> float:
    """Return the worth of a whole win in the unit of an advice."""
    return search_of(spec).margin if advice.unit == "points" else 1.0


def choice_info(spec: GameSpec, view: Any, seat: Seat, choice: Choice) -> protocol.ChoiceInfo:
    """A choice that was weighed."""
    lit = presenter_of(spec).lit(view, seat, choice.action)
    return protocol.ChoiceInfo(choice.text, lit, choice.value, choice.error, list(choice.odds))


def chosen_info(spec: GameSpec, view: Any, seat: Seat, action: int) -> protocol.ChoiceInfo:
    """Return the action of a bot that does not weigh."""
    text = spec.notation.format_action(view, seat, action)
    return protocol.ChoiceInfo(text, presenter_of(spec).lit(view, seat, action), None, 0.0, [])
