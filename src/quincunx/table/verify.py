"""Whether a match happened as its transcript says: what was checked, what is missing for a proof, what is wrong.

A hall's proof is checked in three ways. The dice: the hall's seed fits the commitment that was shown before the match,
each player's entropy fits theirs, and every die follows from both and from the odds of the rules. The steps: folded one
by one they lead to exactly this text, names, bots, seats and undone actions included. The chain: the hash over all the
steps is the one in the file and the one that a witness noted. Whoever knows the seed, as everyone does at the end, can
invent another match on the same dice: so only a chain that someone noted when the match was over makes a proof.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from quincunx.core import words
from quincunx.core.chance import Seeded
from quincunx.core.errors import QuincunxError, ReplayError, TranscriptError
from quincunx.core.match import Match, weights_of
from quincunx.core.messages import Message, Sentence
from quincunx.core.naming import old_bot_name
from quincunx.core.narration import narrator_of
from quincunx.core.position import parse_position
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import STEP, Header, at_line, read_header, read_steps, read_transcript, write_transcript
from quincunx.core.words import quoted
from quincunx.table.proof import (
    NONE,
    PATIENT_ROUNDS,
    Notes,
    chain_after,
    chain_start,
    commitment_of,
    dice_of,
    player_commitment,
)

PROVED, WRONG, UNREADABLE, CONSISTENT = range(4)
"""The four verdicts; each number is the exit code of `quincunx verify`."""
VERDICTS = ("proved", "wrong", "unreadable", "consistent")


class Witness(NamedTuple):
    """What someone noted while the match was played."""

    commitment: str | None = None
    chain: str | None = None
    entropy: str | None = None
    """What this player added to the dice."""
    commitments: str | None = None
    """What each seat had committed to when this player revealed, from seat 0, separated by commas, `-` for nothing."""


@dataclass
class Finding:
    """What a check has found."""

    verdict: int = CONSISTENT
    checked: list[Message] = field(default_factory=list)
    """What is certain, line by line."""
    missing: list[Message] = field(default_factory=list)
    """What a proof would need."""
    problem: Message | None = None
    """What is wrong or cannot be read, and where."""

    @property
    def name(self) -> str:
        """The verdict as a word for programs."""
        return VERDICTS[self.verdict]

    @property
    def says(self) -> Message:
        """The verdict as a word for people."""
        return words.VERDICTS[self.verdict]()


def verify(text: str, game: Callable[[str], GameSpec], witness: Witness | None = None) -> Finding:
    """Check a transcript; `game` finds a game by its name."""
    finding = Finding()
    try:
        _verify(text, game, witness or Witness(), finding)
    except ReplayError as error:
        finding.verdict, finding.problem = WRONG, error.message
    except QuincunxError as error:
        finding.verdict, finding.problem = UNREADABLE, error.message
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        finding.verdict, finding.problem = UNREADABLE, words.HALF_A_CHARACTER(half=half)
    return finding


def _verify(text: str, game: Callable[[str], GameSpec], witness: Witness, finding: Finding) -> None:
    header, _ = read_header(text)
    spec = game(header.game)
    match = read_transcript(spec, text)
    seats = words.SEATS(count=match.seats)
    finding.checked.append(words.REPLAYS(game=spec.title, version=str(header.rules), seats=seats, count=len(match)))
    notes, steps = header.notes, read_steps(text)
    if steps or not notes.keys().isdisjoint(("round", "salt", "chain")):
        _verify_hall(text, match, header, steps, witness, finding)
    elif not notes.keys().isdisjoint(("table", "commitment", "entropy")):
        _verify_old_hall(match, header, witness, finding)
    else:
        _verify_local(match, header, witness, finding)


# Matches without a hall, and of halls without a chain

NOTED = {
    "commitment": words.NOTED_COMMITMENT,
    "chain": words.NOTED_CHAIN,
    "entropy": words.NOTED_ENTROPY,
    "commitments": words.NOTED_COMMITMENT,
}
"""What to say of each where the file has none."""


def _verify_local(match: Match, header: Header, witness: Witness, finding: Finding) -> None:
    for name, value in witness._asdict().items():
        if value is not None:
            raise ReplayError(NOTED[name]())
    if not match.is_over:
        finding.missing.append(words.NEEDS_END())
    finding.missing.append(words.NEEDS_WITNESS())
    notes = header.notes
    if notes.get("dice") != "seeded" or "seed" not in notes:
        finding.missing.append(words.NEEDS_SEED(number=match.landings))
        return
    given = notes.get("given", "0")
    first = int(given) if re.fullmatch("[0-9]{1,9}", given) else 0
    _check_dice(match, Seeded(notes["seed"]), words.OTHER_DIE_OF_SEED, first)
    finding.checked.append(words.DICE_OF_THE_SEED(number=max(0, match.landings - first), all=match.landings))


def _verify_old_hall(match: Match, header: Header, witness: Witness, finding: Finding) -> None:
    notes = header.notes
    for name in ("table", "commitment", "seed", "entropy"):
        if name not in notes:
            raise ReplayError(words.HALL_WRITES(name=quoted(name)))
    _expect_end(match)
    for name, value in (("chain", witness.chain), ("commitments", witness.commitments)):
        if value is not None:
            raise ReplayError(NOTED[name]())
    entropy = [None if word == NONE else word for word in notes["entropy"].split()]
    if len(entropy) != match.seats:
        raise ReplayError(words.WORD_A_SEAT(name=quoted("entropy"), none=NONE))
    _check_seed(notes["seed"], notes["commitment"])
    _check_dice(match, dice_of(notes["seed"], entropy, form=1), words.OTHER_DIE_OF_BOTH)
    finding.checked.append(words.DICE_OF_BOTH(number=match.landings))
    _compare_commitment(witness, [notes["commitment"]], finding)
    _compare_entropy(witness, entropy, finding)
    finding.missing.append(words.NEEDS_CHAIN())


def _expect_end(match: Match) -> None:
    if not match.is_over:
        raise ReplayError(words.NO_END())


def _check_seed(seed: str, commitment: str) -> None:
    if commitment_of(seed) != commitment:
        raise ReplayError(words.OTHER_SEED())


def _check_dice(match: Match, dice: Seeded, flaw: Sentence, first: int = 0) -> None:
    """Every die from that number on must be the one that the source gives for its odds."""
    landed = (moment for moment in match.walk() if moment.event.by_chance)
    for number, moment in enumerate(landed):
        if number >= first:
            _check_die(match.spec, moment.before, moment.event.what, dice, number, flaw)


def _check_die(spec: GameSpec, before: Any, outcome: int, dice: Seeded, number: int, flaw: Sentence) -> None:
    expected = dice.draw(weights_of(spec, before), number)
    if outcome != expected:
        shown, right = (spec.notation.format_outcome(before, what) for what in (outcome, expected))
        raise ReplayError(flaw(number=str(number + 1), shown=shown, right=right))


def _compare_commitment(witness: Witness, commitments: Sequence[str], finding: Finding) -> None:
    noted = (witness.commitment or "").strip().lower()
    if not noted:
        finding.missing.append(words.NEEDS_COMMITMENT())
    elif noted == commitments[-1]:
        finding.checked.append(words.SAME_COMMITMENT())
    elif noted in commitments:
        round_ = commitments.index(noted) + 1
        finding.missing.append(words.NEEDS_LATER_COMMITMENT(last=len(commitments), noted=round_))
    else:
        raise ReplayError(words.OTHER_COMMITMENT(right=commitments[-1]))


def _compare_entropy(witness: Witness, entropy: Sequence[str | None], finding: Finding) -> None:
    if witness.entropy is None:
        return
    if witness.entropy.strip() not in entropy:
        raise ReplayError(words.OTHER_ENTROPY())
    finding.checked.append(words.ENTROPY_IS_MIXED_IN())


def _compare_players(witness: Witness, commitments: Sequence[str | None], finding: Finding) -> None:
    """Whoever knows the seed and the entropy of this player could choose the dice by a commitment that comes later."""
    if witness.commitments is None:
        return
    noted = [word.strip().lower() for word in witness.commitments.split(",")]
    if noted != [value or NONE for value in commitments]:
        raise ReplayError(words.OTHER_COMMITMENTS())
    finding.checked.append(words.COMMITTED_BEFORE())


# A hall's proof


def _verify_hall(text: str, match: Match, header: Header, steps: list[str], witness: Witness, finding: Finding) -> None:
    try:
        notes = Notes.read(header.notes, match.seats)
    except TranscriptError as error:
        raise ReplayError(error.message) from None
    _expect_end(match)
    _check_notes(notes)
    _check_dice(match, dice_of(notes.seed, notes.entropy), words.OTHER_DIE_OF_BOTH)
    players = sum(value is not None for value in notes.entropy)
    finding.checked.append(words.DICE_FOLLOW(number=match.landings, count=players))
    _compare_commitment(witness, notes.commitment, finding)
    _compare_entropy(witness, notes.entropy, finding)
    _compare_players(witness, notes.commitments, finding)
    if not steps:
        finding.missing.append(words.NEEDS_STEPS())
        return
    folded = _fold(match, header, notes, steps)
    chains = list(_chains(header, notes, steps))
    if chains[-1] != notes.chain:
        raise ReplayError(words.OTHER_CHAIN())
    expected = write_transcript(folded.match, folded.notes(notes).lines(), steps, rules=header.rules)
    _compare_text(text, expected, finding)
    finding.checked.append(words.STEPS_LEAD_HERE(count=len(steps), undone=folded.undone))
    _compare_chain(witness, chains, folded.ended, finding)
    if not finding.missing:
        finding.verdict = PROVED


def _check_notes(notes: Notes) -> None:
    if not notes.commitment or len(notes.commitment) != notes.round:
        raise ReplayError(words.COMMITMENT_A_ROUND(count=notes.round))
    if notes.voided != notes.round - 1:
        counted, right, voided = map(str, (notes.round, notes.round - 1, notes.voided))
        raise ReplayError(words.OTHER_VOIDED(round=counted, right=right, voided=voided))
    _check_seed(notes.seed, notes.commitment[-1])
    for seat, (entropy, commitment) in enumerate(zip(notes.entropy, notes.commitments, strict=True)):
        if entropy is not None and player_commitment(notes.table, notes.round, seat, entropy) != commitment:
            raise ReplayError(words.OTHER_PLAYERS_ENTROPY(seat=seat))
    if not re.fullmatch("[0-9a-f]{64}", notes.salt):  # HMAC takes a key with zeros behind it for the same
        raise ReplayError(words.NO_SALT())


def _chains(header: Header, notes: Notes, steps: list[str]) -> Iterator[str]:
    """The chain before the first step and after each."""
    salt = bytes.fromhex(notes.salt)
    chain = chain_start(
        notes.table,
        header.game,
        header.rules,
        _opened_with(header.seats, steps),
        header.variants,
        notes.commitment[0],
        header.start,
    )
    yield chain.hex()
    for number, text in enumerate(steps, 1):
        chain = chain_after(chain, salt, number, text.encode())
        yield chain.hex()


def _compare_chain(witness: Witness, chains: list[str], ended: int, finding: Finding) -> None:
    noted = (witness.chain or "").strip().lower()
    if not noted:
        finding.missing.append(words.NEEDS_NOTED_CHAIN())
    elif noted not in chains:
        raise ReplayError(words.OTHER_NOTED_CHAIN())
    elif chains.index(noted) < ended:
        finding.missing.append(words.NEEDS_LATER_CHAIN(last=str(ended), noted=str(chains.index(noted))))
    else:
        finding.checked.append(words.SAME_CHAIN())
        if witness.commitment is None:
            finding.missing.remove(words.NEEDS_COMMITMENT())
            finding.checked.append(words.COMMITMENT_WOULD_PROVE())


def _compare_text(text: str, expected: str, finding: Finding) -> None:
    found = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if found == expected:
        return
    lines, wanted = _plain(found), _plain(expected)
    for number, line in lines:
        _, right = wanted.pop(0) if wanted else (0, "")
        if line != right:
            raise ReplayError(at_line(number, words.STEPS_SAY(line=quoted(line), right=quoted(right))))
    if wanted:
        raise ReplayError(words.ENDS_BEFORE(line=quoted(wanted[0][1])))
    finding.missing.append(words.NEEDS_TEXT())


def _plain(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers and without comments."""
    numbered = enumerate(text.replace("\r", "\n").split("\n"), 1)
    said = ((number, line if line.startswith(STEP) else line.partition("#")[0].strip()) for number, line in numbered)
    return [(number, line) for number, line in said if line]


# Steps


@dataclass
class _Chair:
    name: str = ""
    owner: int = 0
    """The person who sits there; 0 for none."""
    bot: str | None = None
    left: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.owner or self.bot or self.left)


def _fold(match: Match, header: Header, notes: Notes, steps: list[str]) -> "_Folded":
    folded = _Folded(match, header, notes, _opened_with(header.seats, steps))
    for number, text in enumerate(steps, 1):
        try:
            folded.take(number, text)
        except TranscriptError as error:
            raise type(error)(_at_step(number, error.message)) from error
        except QuincunxError as error:
            raise ReplayError(_at_step(number, error.message)) from error
    if not folded.ended:
        raise ReplayError(words.STEPS_END())
    return folded


def _at_step(number: int, reason: Message) -> Message:
    return words.AT_STEP(number=str(number), reason=reason)


class _Folded:
    """A table as the steps of a proof make it, one after the other, each checked against those before."""

    def __init__(self, match: Match, header: Header, notes: Notes, seats: int) -> None:
        start = None if header.start is None else parse_position(match.spec, header.start)
        self.match = Match(match.spec, match.seats, variants=header.variants, settle=False, start=start)
        self.dice = dice_of(notes.seed, notes.entropy)
        self.table = notes.table
        self.shown = notes.commitment
        """The hall's commitments, from round 1, as the header has them."""
        self.chairs = [_Chair() for _ in range(seats)]
        self.owners = 0
        self.round = 1
        self.closed = False
        self.commitments: dict[Seat, str] = {}
        self.entropy: dict[Seat, str] = {}
        self.bots: list[str | None] = []
        """Who played for whom when the match began."""
        self.started = False
        self.ended = 0
        """The step that ended the match."""
        self.undone = 0

    def take(self, number: int, text: str) -> None:
        """Let one more step happen."""
        seq, at, by, step = _decoded(text)
        if seq != number or type(at) is not int:
            raise ReplayError(words.OTHER_NUMBER(number=str(seq)))
        kind = step.pop("type", None)
        known = STEPS.get(kind) if isinstance(kind, str) else None
        if known is None:
            raise TranscriptError(words.NO_STEP(kind=quoted(kind)))
        if known.when is _When.PLAYED and (not self.started or self.ended):
            raise ReplayError(words.NOT_BEING_PLAYED(kind=quoted(kind)))
        if known.when is _When.WAITING and self.started:
            raise ReplayError(words.AFTER_THE_BEGINNING(kind=quoted(kind)))
        try:
            known.take(self, by, **step)
        except (TypeError, KeyError, IndexError, AttributeError) as error:
            raise TranscriptError(words.CANNOT_READ_STEP(kind=quoted(kind), error=str(error))) from error
        if self.started and not self.ended and self.match.is_over:
            self.ended = number

    def notes(self, given: Notes) -> Notes:
        """What the header must say, as far as the steps tell."""
        self.match.names[:] = [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(self.chairs)]
        seats = range(self.match.seats)
        return Notes(
            table=given.table,
            bots=self.bots,
            round=self.round,
            voided=self.round - 1,
            commitment=given.commitment,
            commitments=[self.commitments.get(seat) for seat in seats],
            entropy=[self.entropy.get(seat) for seat in seats],
            seed=given.seed,
            salt=given.salt,
            chain=given.chain,
        )

    # Who sits where

    def _sat(self, _by: object, seat: Seat, name: str, owner: int) -> None:
        self.owners += 1
        if owner != self.owners:
            raise ReplayError(words.OTHER_PERSON(person=str(owner), next=self.owners))
        if not self._chair(seat).is_empty:
            raise ReplayError(words.TAKEN(seat=seat))
        self._expect_calm(words.SITS_TOO_LATE(seat=seat))
        self.chairs[seat] = _Chair(name=_text(name), owner=owner)

    def _filled(self, _by: object, seat: Seat, bot: str, name: str = "") -> None:
        chair = self._chair(seat)
        if chair.owner or self.ended:
            raise ReplayError(words.NO_BOT_THERE(seat=seat))
        self._expect_calm(words.SITS_TOO_LATE(seat=seat))
        others = [other.name for number, other in enumerate(self.chairs) if number != seat]
        called = _text(name) or old_bot_name(_text(bot), others, seat)
        self.chairs[seat] = _Chair(name=chair.name if chair.left else called, bot=bot, left=chair.left)

    def _opened(self, _by: object, seat: Seat) -> None:
        self._chair(seat)
        self.chairs[seat] = _Chair()
        self.commitments.pop(seat, None)
        self.entropy.pop(seat, None)

    def _added(self, _by: object) -> None:
        self._expect_calm(words.ADDED_TOO_LATE())
        self.chairs.append(_Chair())

    def _removed(self, _by: object, seat: Seat) -> None:
        self._expect_calm(words.REMOVED_TOO_LATE())
        if not self._chair(seat).is_empty:
            raise ReplayError(words.SITS_THERE(seat=seat))
        del self.chairs[seat]
        # Commitments are bound to the numbers of seats: who has moved up commits anew.
        self.commitments = {other: said for other, said in self.commitments.items() if other < seat}

    def _expect_calm(self, flaw: Message) -> None:
        """While players reveal nobody comes: who has revealed and then leaves makes the round void. Otherwise a hall
        could choose, knowing everything, whose entropy counts."""
        if self.closed and not self.started:
            raise ReplayError(flaw)

    def _left(self, by: object, seat: Seat) -> None:
        chair = self._owned(seat, by, or_hall=True)
        chair.owner, chair.left = 0, True

    def _renamed(self, by: object, seat: Seat, name: str) -> None:
        if self.ended:
            raise ReplayError(words.RENAMED_TOO_LATE())
        self._owned(seat, by, or_hall=True).name = _text(name)

    def _hosted(self, _by: object, seat: Seat) -> None:
        self._chair(seat)

    def _away(self, _by: object, seat: Seat, bot: str | None = None) -> None:
        self._chair(seat)

    def _offered(self, by: object, seat: Seat, yes: bool = False) -> None:
        self._owned(seat, by)

    def _decided(self, _by: object, settings: object) -> None:
        """Settings have changed, which are no part of a transcript."""

    def _followed(self, _by: object, table: str) -> None:
        """The next table is named, which is no part of a transcript either."""

    # The dice

    def _committed(self, by: object, seat: Seat, round: int, commitment: str) -> None:  # noqa: A002  # its name
        self._owned(seat, by)
        self._expect_round(round)
        if self.closed:
            raise ReplayError(words.COMMITS_TOO_LATE(seat=seat))
        if seat in self.commitments:
            raise ReplayError(words.COMMITS_TWICE(seat=seat))
        self.commitments[seat] = _text(commitment)

    def _closed(self, _by: object, round: int) -> None:  # noqa: A002  # its name
        self._expect_round(round)
        self.closed = True

    def _revealed(self, by: object, seat: Seat, round: int, entropy: str) -> None:  # noqa: A002  # its name
        self._owned(seat, by)
        self._expect_round(round)
        self.closed = True
        if player_commitment(self.table, round, seat, _text(entropy)) != self.commitments.get(seat):
            raise ReplayError(words.REVEALS_OTHERWISE(seat=seat))
        self.entropy[seat] = entropy

    def _voided(
        self,
        _by: object,
        round: int,  # noqa: A002  # its name
        failed: Sequence[Seat] = (),
        commitment: str | None = None,
    ) -> None:
        self._expect_round(round)
        if commitment is not None and [commitment] != self.shown[round : round + 1]:  # older halls did not store it
            raise ReplayError(words.OTHER_NEXT_COMMITMENT(round=str(round + 1)))
        self.round += 1
        self.closed = False
        self.commitments.clear()
        self.entropy.clear()

    def _expect_round(self, number: int) -> None:
        if number != self.round:
            raise ReplayError(words.OTHER_ROUND(round=str(number), now=self.round))

    # The match

    def _started(self, _by: object, land: Sequence[int] = ()) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.is_empty:
                raise ReplayError(words.BEGINS_WITHOUT(seat=seat))
        silent = self.commitments.keys() - self.entropy.keys()
        if silent and self.round <= PATIENT_ROUNDS:
            raise ReplayError(words.BEGINS_UNREVEALED(seat=min(silent)))
        self.bots = [chair.bot for chair in self.chairs]
        self.started = True
        self._land(land)

    def _acted(self, by: object, seat: Seat, action: int, land: Sequence[int] = (), at: int | None = None) -> None:
        self._owned(seat, by, or_hall=True)
        self.match.push(_whole(action), seat, at=None if at is None else _whole(at))
        self._land(land)

    def _land(self, outcomes: Sequence[int]) -> None:
        for outcome in outcomes:
            number, before = self.match.landings, self.match.state
            self.match.land(_whole(outcome))
            _check_die(self.match.spec, before, outcome, self.dice, number, words.OTHER_DIE_OF_BOTH)
        if self.match.awaits_chance:
            raise ReplayError(words.CHANCE_FIRST())

    def _undone(self, by: object, seat: Seat, length: int) -> None:
        self._owned(seat, by)
        if length != len(self.match) - 1:
            raise ReplayError(words.NOT_THE_LAST())
        (moment,) = self.match.walk(length)
        if moment.event.who != seat or narrator_of(self.match.spec).bar_to_undo(moment, self.match.seats) is not None:
            raise ReplayError(words.MAY_NOT_UNDO(seat=seat))
        self.match.rewind(length)
        self.undone += 1

    # What a step may say

    def _chair(self, seat: Seat) -> _Chair:
        if type(seat) is not int or not 0 <= seat < len(self.chairs):
            raise ReplayError(words.NO_SUCH_SEAT(seat=quoted(seat)))
        return self.chairs[seat]

    def _owned(self, seat: Seat, by: object, *, or_hall: bool = False) -> _Chair:
        """The chair of the person who asked for the step; with `or_hall` the hall itself may have asked."""
        chair = self._chair(seat)
        if not (by is None and or_hall) and (not chair.owner or by != chair.owner):
            raise ReplayError(words.OTHER_OWNER(seat=seat, owner=chair.owner or words.NOBODY(), by=str(by)))
        return chair


class _When(Enum):
    """When a step can happen at a table."""

    ANY_TIME = auto()
    WAITING = auto()
    """Before the match has begun."""
    PLAYED = auto()
    """While the match is being played."""


class _Step(NamedTuple):
    take: Callable[..., None]
    """Takes the table, who asked for the step, and what the step says."""
    when: _When = _When.ANY_TIME


STEPS: Final[dict[str, _Step]] = {
    "sat": _Step(_Folded._sat, _When.WAITING),
    "filled": _Step(_Folded._filled),
    "opened": _Step(_Folded._opened, _When.WAITING),
    "added": _Step(_Folded._added, _When.WAITING),
    "removed": _Step(_Folded._removed, _When.WAITING),
    "left": _Step(_Folded._left),
    "renamed": _Step(_Folded._renamed),
    "hosted": _Step(_Folded._hosted),
    "away": _Step(_Folded._away),
    "offered": _Step(_Folded._offered),
    "decided": _Step(_Folded._decided),
    "followed": _Step(_Folded._followed),
    "committed": _Step(_Folded._committed, _When.WAITING),
    "closed": _Step(_Folded._closed, _When.WAITING),
    "revealed": _Step(_Folded._revealed, _When.WAITING),
    "voided": _Step(_Folded._voided, _When.WAITING),
    "started": _Step(_Folded._started, _When.WAITING),
    "acted": _Step(_Folded._acted, _When.PLAYED),
    "undone": _Step(_Folded._undone, _When.PLAYED),
}
"""The steps of a proof by their names, as a hall stores them (`server/entries.py`)."""


def _opened_with(seats: int, steps: Sequence[str]) -> int:
    """How many seats the table had when it was opened: the first value of the chain binds that."""
    kinds = [_kind(text) for text in steps]
    return seats - kinds.count("added") + kinds.count("removed")


def _kind(text: str) -> object:
    try:
        return _decoded(text)[3].get("type")
    except TranscriptError:
        return None  # complained of where the steps are taken


def _decoded(text: str) -> tuple[Any, Any, Any, dict[str, Any]]:
    try:
        seq, at, by, step = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise TranscriptError(words.NO_JSON_STEP()) from None
    if not isinstance(step, dict):
        raise TranscriptError(words.NO_JSON_STEP())
    return seq, at, by, step


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TranscriptError(words.NO_WHOLE_NUMBER(value=quoted(value)))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TranscriptError(words.NO_TEXT(value=quoted(value)))
    return value
