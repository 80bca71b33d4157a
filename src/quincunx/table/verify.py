"""Checks a match against its transcript: what is proved, what is missing for a proof, what is wrong.

Three checks prove a match of a hall:

- The dice: the hall's seed fits the commitment shown before the match, each player's entropy fits theirs, and every die
  follows from seed, entropy and the odds of the rules.
- The steps: rebuilt one by one, they lead to exactly this text, with its names, bots, seats and undone actions.
- The chain: the hash over all steps is the one in the file and the one that a witness noted.

After the match everyone knows the seed and could invent another match on the same dice. So the proof needs a chain that
somebody noted when the match ended.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from quincunx.core.chance import Seeded
from quincunx.core.errors import QuincunxError, ReplayError, SetupError, TranscriptError
from quincunx.core.match import Match
from quincunx.core.messages import Message, Sentence
from quincunx.core.play import weights_of
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import STEP, Header, at_line, read_header, read_steps, read_transcript, read_variants
from quincunx.core.words import HALF_A_CHARACTER, SEATS, quoted
from quincunx.table import words
from quincunx.table.dice import SharedDice, ShownDice
from quincunx.table.ledger import Ledger
from quincunx.table.proof import NONE, REAL, Notes, commitment_of, player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.rules import objection
from quincunx.table.state import TableRow
from quincunx.table.steps import Added, Entry, Removed, Sat, Undone, Varied, decode_parts, decode_step, text_of

PROVED, WRONG, UNREADABLE, CONSISTENT, REAL_DICE = range(5)
"""The five verdicts; each number is the exit code of `quincunx verify`."""
VERDICTS = ("proved", "wrong", "unreadable", "consistent", "real dice")


class Witness(NamedTuple):
    """The values that someone noted during the match."""

    commitment: str | None = None
    chain: str | None = None
    entropy: str | None = None
    """The player's entropy."""
    commitments: str | None = None
    """Each seat's commitment when this player revealed, from seat 0, separated by commas, `-` for none."""


@dataclass
class Finding:
    """The result of a check."""

    verdict: int = CONSISTENT
    checked: list[Message] = field(default_factory=list)
    """The verified facts, line by line."""
    missing: list[Message] = field(default_factory=list)
    """The values that a proof still lacks."""
    problem: Message | None = None
    """The errors, with their places."""

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
        text.encode()  # nothing quotes half a character
        _verify(text, game, witness or Witness(), finding)
    except ReplayError as error:
        finding.verdict, finding.problem = WRONG, error.message
    except QuincunxError as error:
        finding.verdict, finding.problem = UNREADABLE, error.message
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        finding.verdict, finding.problem = UNREADABLE, HALF_A_CHARACTER(half=half)
    return finding


def _verify(text: str, game: Callable[[str], GameSpec], witness: Witness, finding: Finding) -> None:
    header, _ = read_header(text)
    spec = game(header.game)
    match = read_transcript(spec, text)
    seats = SEATS(count=match.seats)
    finding.checked.append(words.REPLAYS(game=spec.title, version=str(header.rules), seats=seats, count=len(match)))
    notes, steps = header.notes, read_steps(text)
    if steps or not notes.keys().isdisjoint(("table", "round", "commitment", "entropy", "salt", "chain")):
        _verify_hall(text, match, header, steps, witness, finding)
    else:
        _verify_local(match, header, witness, finding)


# Matches without a hall

NOTED = {
    "commitment": words.NOTED_COMMITMENT,
    "chain": words.NOTED_CHAIN,
    "entropy": words.NOTED_ENTROPY,
    "commitments": words.NOTED_COMMITMENT,
}
"""The sentence for each note that the file lacks."""


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


def _expect_end(match: Match) -> None:
    if not match.is_over:
        raise ReplayError(words.NO_END())


def _check_seed(seed: str, commitment: str) -> None:
    if commitment_of(seed) != commitment:
        raise ReplayError(words.OTHER_SEED())


def _check_dice(match: Match, dice: Seeded, flaw: Sentence, first: int = 0) -> None:
    """Check that every die from that number on is what the source yields for its odds."""
    landed = (moment for moment in match.walk() if moment.event.by_chance)
    for number, moment in enumerate(landed):
        if number >= first:
            _check_die(match.spec, moment.before, moment.event.what, dice, number, flaw)


def _check_die(spec: GameSpec, before: Any, outcome: int, dice: Seeded, number: int, flaw: Sentence) -> None:
    expected = dice.of_landing(spec.landing_name, before, weights_of(spec, before), number)
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
    """Check that the players committed to what this witness noted, and not to something else later."""
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
    if notes.dice == REAL:
        _verify_real(text, match, header, notes, steps, witness, finding)
        return
    _check_notes(notes)
    dice = _dice_of(notes, match.spec)
    if not dice.take_entropy and any(notes.entropy):
        raise ReplayError(words.SHARED_DICE())
    _check_dice(match, dice.chance(notes.round, notes.entropy), words.OTHER_DIE_OF_BOTH)
    players = sum(value is not None for value in notes.entropy)
    if notes.series:
        finding.checked.append(words.DICE_OF_SERIES(number=match.landings, series=notes.series))
    else:
        finding.checked.append(words.DICE_FOLLOW(number=match.landings, count=players))
    _compare_commitment(witness, notes.commitment, finding)
    _compare_entropy(witness, notes.entropy, finding)
    _compare_players(witness, notes.commitments, finding)
    if not steps:
        finding.missing.append(words.NEEDS_STEPS())
        return
    rebuilt = _rebuild(match, header, notes, steps)
    _check_chain_and_text(text, notes, rebuilt, finding)
    _compare_chain(witness, rebuilt.chains, rebuilt.ended, finding)
    if not finding.missing:
        finding.verdict = PROVED


def _dice_of(notes: Notes, spec: GameSpec) -> SharedDice | ShownDice:
    if notes.series:
        return SharedDice(notes.seed, notes.series, spec.slug)
    return ShownDice(notes.commitment, notes.seed)


def _verify_real(
    text: str, match: Match, header: Header, notes: Notes, steps: list[str], witness: Witness, finding: Finding
) -> None:
    """Check steps and chain of a table with real dice; nothing proves such dice."""
    if steps:
        rebuilt = _rebuild(match, header, notes, steps)
        _check_chain_and_text(text, notes, rebuilt, finding)
        _compare_chain(witness, rebuilt.chains, rebuilt.ended, finding)
    else:
        finding.missing.append(words.NEEDS_STEPS())
    finding.checked.append(words.DICE_ARE_REAL(count=match.landings))
    finding.verdict = REAL_DICE


def _check_chain_and_text(text: str, notes: Notes, rebuilt: "_Rebuilt", finding: Finding) -> None:
    if rebuilt.chains[-1] != notes.chain:
        raise ReplayError(words.OTHER_CHAIN())
    _compare_text(text, rebuilt.ledger.transcript(rebuilt.entries), finding)
    undone = sum(isinstance(entry.step, Undone) for entry in rebuilt.entries)
    finding.checked.append(words.STEPS_LEAD_HERE(count=len(rebuilt.entries), undone=undone))


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
        if witness.commitment is None and words.NEEDS_COMMITMENT() in finding.missing:
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
    """Return the lines with content, with their numbers and without comments."""
    numbered = enumerate(text.replace("\r", "\n").split("\n"), 1)
    said = ((number, line if line.startswith(STEP) else line.partition("#")[0].strip()) for number, line in numbered)
    return [(number, line) for number, line in said if line]


# Steps


@dataclass
class _Rebuilt:
    """A table rebuilt from the steps of a proof."""

    ledger: Ledger
    entries: list[Entry]
    chains: list[str]
    """The chain before the first step and after each."""
    ended: int = 0
    """The step that ended the match."""


def _rebuild(match: Match, header: Header, notes: Notes, steps: list[str]) -> _Rebuilt:
    entries = [_entry(number, text) for number, text in enumerate(steps, 1)]
    row = _opening(header, notes, entries)
    try:
        match.spec.check_seats(row.seats)
        ledger = Ledger(match.spec, row, None if row.real else _dice_of(notes, match.spec))
    except SetupError as error:
        raise ReplayError(error.message) from error
    rebuilt = _Rebuilt(ledger, entries, [ledger.chain.hex()])
    for entry in entries:
        try:
            _take(ledger, entry)
        except Refuse as refusal:
            raise ReplayError(_at_step(entry.seq, refusal.reason)) from refusal
        except QuincunxError as error:
            raise ReplayError(_at_step(entry.seq, error.message)) from error
        rebuilt.chains.append(ledger.chain.hex())
        if ledger.status == "over" and not rebuilt.ended:
            rebuilt.ended = entry.seq
    if not rebuilt.ended:
        raise ReplayError(words.STEPS_END())
    return rebuilt


def _take(ledger: Ledger, entry: Entry) -> None:
    """Apply a step if its author may do it."""
    step, by = entry.step, None
    if isinstance(step, Sat):
        if entry.by != step.owner:
            raise Refuse("seat", words.NOBODY_HAS(by=str(entry.by)))
    elif entry.by is not None:
        by = ledger.seat_of_owner(entry.by)
        if by is None:
            raise Refuse("seat", words.NOBODY_HAS(by=str(entry.by)))
    refusal = objection(ledger, step, by)
    if refusal is not None:
        raise refusal
    ledger.fold(entry)


def _opening(header: Header, notes: Notes, entries: list[Entry]) -> TableRow:
    """Return the table as it was opened, before its seats and variants changed: the chain begins with it."""
    kinds = [type(entry.step) for entry in entries]
    varied = [entry.step for entry in entries if isinstance(entry.step, Varied)]
    return TableRow(
        id=notes.table,
        number=0,
        game=header.game,
        rules=header.rules,
        seats=header.seats - kinds.count(Added) + kinds.count(Removed),
        variants=read_variants(varied[0].was) if varied else header.variants,
        settings="{}",
        seed="",
        created=0,
        salt=notes.salt,
        start=header.start,
        real=notes.dice == REAL,
        series=notes.series or None,
    )


def _entry(number: int, text: str) -> Entry:
    """Parse a step; raise TranscriptError unless a hall writes it like this."""
    written = text.encode()
    try:
        seq, at, by, raw = decode_parts(written)
        step = decode_step(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise TranscriptError(_at_step(number, words.CANNOT_READ_STEP(error=str(error)))) from None
    if seq != number:
        raise ReplayError(_at_step(number, words.OTHER_NUMBER(number=str(seq))))
    if text_of(seq, at, by, step) != written:
        raise TranscriptError(_at_step(number, words.OTHER_FORM()))
    return Entry(seq, at, None, step, by)


def _at_step(number: int, reason: Message) -> Message:
    return words.AT_STEP(number=str(number), reason=reason)
