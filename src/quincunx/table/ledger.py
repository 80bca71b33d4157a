"""A table with its stored entries: the order of the steps, and the message that each answers.

`propose` makes the entry of an allowed step; when it is on disk, `fold` applies it. `fold` also takes over steps stored
before the hall started, or by another process.
"""

from collections.abc import Iterable

from quincunx.core.errors import QuincunxError
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Moment
from quincunx.core.transcript import write_transcript
from quincunx.table import words
from quincunx.table.answers import Answers
from quincunx.table.dice import Dice, HallDice, RealDice, SharedDice
from quincunx.table.proof import REAL, Notes, chain_after, chain_start
from quincunx.table.rules import apply, objection
from quincunx.table.state import TableRow, TableState
from quincunx.table.steps import AnyStep, Entry, Left, Opened, Sat, text_of

REMEMBERED = 8
"""The number of a player's last messages remembered with their answers, in case they come again."""
REMEMBERED_IN_RACES = 64
VACATING = (Opened, Left)


class LinkError(QuincunxError):
    """A stored step does not follow the one before it."""


def _dice_of(row: TableRow) -> Dice:
    if row.series is not None:
        return SharedDice(row.seed, row.series, row.game)
    return RealDice(row.seed) if row.real else HallDice(row.seed)


class Ledger(TableState):
    """One table as its entries describe it."""

    __slots__ = ("_answers", "_proposed", "_remembers", "_salt_key", "chain", "number", "opener")

    def __init__(self, spec: GameSpec, row: TableRow, dice: Dice | None = None) -> None:
        super().__init__(spec, row, dice or _dice_of(row))
        self.number = row.number
        self.opener = row.opener
        """A short hash of the address that opened it."""
        self._salt_key = bytes.fromhex(row.salt)
        first = self.dice.commitment(1)
        self.chain = chain_start(
            row.id, row.game, row.rules, row.seats, row.variants, first, row.start, real=row.real, series=row.series
        )
        """The hash over all steps so far."""
        self._remembers = REMEMBERED_IN_RACES if self.is_timed else REMEMBERED
        self._answers: dict[int, Answers] = {}
        """By owner: the messages that have been answered."""
        self._proposed: Entry | None = None
        """The last proposal: it follows the current state, so its chain need not be computed again."""

    # Questions

    def answered(self, owner: int, message: str) -> int | None:
        """Return the step that answered this message before.

        Return None if it is new; raise `Refuse` if it is too old to know.
        """
        answers = self._answers.get(owner)
        return None if answers is None else answers.find(message)

    def horizon(self, seat: Seat) -> int:
        """Return the lowest `seq` on which this seat may decide an action.

        An older position is out of date, or was taken back.
        """
        if not self.is_timed:
            return self.own[seat]
        answers = self._answers.get(self.chairs[seat].owner)
        return 0 if answers is None or len(answers.known) < self._remembers else next(iter(answers.known.values()))

    @property
    def salt(self) -> str:
        """The key of the chain's salts, in hexadecimal."""
        return self._salt_key.hex()

    def transcript(self, entries: Iterable[Entry] = ()) -> str:
        """Return the finished match as text with the values that prove its dice; with all entries, the whole proof."""
        match, rounds = self.finished.fork(), self.rounds
        are_real = self.dice.are_real
        notes = Notes(
            table=self.id,
            bots=self.first_bots,
            round=rounds.number,
            voided=rounds.voided,
            commitment=[] if are_real else [self.dice.commitment(number) for number in range(1, rounds.number + 1)],
            commitments=rounds.commitments,
            entropy=rounds.entropy,
            seed="" if are_real else self.dice_seed,
            salt=self.salt,
            chain=self.chain.hex(),
            dice=REAL if are_real else "",
            series=self.series or "",
        )
        match.names[:] = self.names
        texts = [text_of(entry.seq, entry.at, entry.by, entry.step).decode() for entry in entries]
        return write_transcript(match, notes.lines(), texts, rules=self.rules)

    # Steps

    def propose(self, step: AnyStep, now: int, by: Seat | None = None, message: str | None = None) -> Entry:
        """Return the entry to store for a step; raise `Refuse` unless `by` may do it."""
        refusal = objection(self, step, by)
        if refusal is not None:
            raise refusal
        seq = self.seq + 1
        owner = None if by is None else self.chairs[by].owner
        if type(step) is Sat:
            owner = step.owner
        chain = chain_after(self.chain, self._salt_key, seq, text_of(seq, now, owner, step))
        self._proposed = Entry(seq, now, message, step, owner, chain)
        return self._proposed

    def after(self, entry: Entry) -> TableState:
        """Return the table after a proposal."""
        twin = self.fork()
        apply(twin, entry.step, entry.at)
        return twin

    def fold(self, entry: Entry) -> list[Moment] | None:
        """Apply a stored step; return the moments that it added to the match."""
        chain = entry.chain if entry is self._proposed else self._checked_link(entry)
        self._proposed = None
        if isinstance(entry.step, VACATING):
            self._answers.pop(self.chairs[entry.step.seat].owner, None)
        moments = apply(self, entry.step, entry.at)
        self.chain = chain
        if entry.message is not None and entry.by is not None:
            answers = self._answers.get(entry.by)
            if answers is None:
                answers = self._answers[entry.by] = Answers()
            answers.add(entry.message, entry.seq, self._remembers)
        return moments

    def _checked_link(self, entry: Entry) -> bytes:
        if entry.seq != self.seq + 1:
            raise LinkError(words.STEP_LEFT_OUT(step=str(self.seq + 1), table=self.id, next=str(entry.seq)))
        text = text_of(entry.seq, entry.at, entry.by, entry.step)
        chain = chain_after(self.chain, self._salt_key, entry.seq, text)
        if entry.chain and entry.chain != chain:
            raise LinkError(words.CHAIN_BROKEN(step=str(entry.seq), table=self.id))
        return chain
