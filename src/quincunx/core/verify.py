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
from typing import Any, NamedTuple

from quincunx.core.chance import Seeded
from quincunx.core.errors import QuincunxError, ReplayError, TranscriptError, shortened
from quincunx.core.match import Match, weights_of
from quincunx.core.naming import old_bot_name
from quincunx.core.narration import narrator_of
from quincunx.core.position import parse_position
from quincunx.core.proof import Notes, chain_after, chain_start, commitment_of, dice_of, player_commitment
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import STEP, Header, read_header, read_steps, read_transcript, write_transcript

PROVED, WRONG, UNREADABLE, CONSISTENT = range(4)
"""The four outcomes; each number is the exit code of `quincunx verify`."""
OUTCOMES = ("proved", "wrong", "unreadable", "consistent")

FREE_TO_START = 2
"""After so many voided rounds of the dice the host may start without those who have not revealed."""


class Witness(NamedTuple):
    """What someone noted while the match was played."""

    commitment: str | None = None
    chain: str | None = None
    entropy: str | None = None
    """What this player added to the dice."""


@dataclass
class Finding:
    """What came out."""

    outcome: int = CONSISTENT
    checked: list[str] = field(default_factory=list)
    """What is certain, line by line."""
    missing: list[str] = field(default_factory=list)
    """What a proof would need."""
    problem: str | None = None
    """What is wrong or cannot be read, and where."""

    @property
    def name(self) -> str:
        """The outcome as a word."""
        return OUTCOMES[self.outcome]


def verify(text: str, game: Callable[[str], GameSpec], witness: Witness | None = None) -> Finding:
    """Check a transcript; `game` finds a game by its name."""
    finding = Finding()
    try:
        _verify(text, game, witness or Witness(), finding)
    except ReplayError as error:
        finding.outcome, finding.problem = WRONG, shortened(str(error))
    except QuincunxError as error:
        finding.outcome, finding.problem = UNREADABLE, shortened(str(error))
    return finding


def _verify(text: str, game: Callable[[str], GameSpec], witness: Witness, finding: Finding) -> None:
    header, _ = read_header(text)
    spec = game(header.game)
    match = read_transcript(spec, text)
    finding.checked.append(
        f"{spec.title}, rules version {header.rules}, {match.seats} seats: {len(match)} events replay as written"
    )
    notes, steps = header.notes, read_steps(text)
    if steps or not notes.keys().isdisjoint(("round", "salt", "chain")):
        _verify_hall(text, match, header, steps, witness, finding)
    elif not notes.keys().isdisjoint(("table", "commitment", "entropy")):
        _verify_old_hall(match, header, witness, finding)
    else:
        _verify_local(match, header, witness, finding)


# Matches without a hall, and of halls without a chain


def _verify_local(match: Match, header: Header, witness: Witness, finding: Finding) -> None:
    for name, value in witness._asdict().items():
        if value is not None:
            raise ReplayError(f"you noted {'an' if name == 'entropy' else 'a'} {name}, and the file has none")
    if not match.is_over:
        finding.missing.append("the end: the match is not over")
    finding.missing.append("a witness: this match was played without a hall, whoever has the file may have changed it")
    notes = header.notes
    if notes.get("dice") != "seeded" or "seed" not in notes:
        landed = f"{match.landings} dice and cards could have landed so"
        finding.missing.append(f"a seed: {landed}, nothing tells whether they did")
        return
    given = notes.get("given", "0")
    first = int(given) if re.fullmatch("[0-9]{1,9}", given) else 0
    _check_dice(match, Seeded(notes["seed"]), "the seed", first)
    finding.checked.append(f"{max(0, match.landings - first)} of {match.landings} dice and cards are those of the seed")


def _verify_old_hall(match: Match, header: Header, witness: Witness, finding: Finding) -> None:
    notes = header.notes
    for name in ("table", "commitment", "seed", "entropy"):
        if name not in notes:
            raise ReplayError(f"the header lacks the line {name!r}, which every hall writes")
    _expect_end(match)
    if witness.chain is not None:
        raise ReplayError("you noted a chain, and the file has none")
    entropy = [None if word == "-" else word for word in notes["entropy"].split()]
    if len(entropy) != match.seats:
        raise ReplayError("the line 'entropy' must have a word for every seat, - for none")
    _check_seed(notes["seed"], notes["commitment"])
    _check_dice(match, dice_of(notes["seed"], entropy, form=1), "seed and entropy")
    finding.checked.append(f"all {match.landings} dice and cards are those of seed and entropy")
    _compare_commitment(witness, [notes["commitment"]], finding)
    _compare_entropy(witness, entropy, finding)
    finding.missing.append("a chain over the actions: this hall was older than chains, or the table was")


def _expect_end(match: Match) -> None:
    if not match.is_over:
        raise ReplayError("the end is missing: a hall gives out a match when it is over, and this one is not")


def _check_seed(seed: str, commitment: str) -> None:
    if commitment_of(seed) != commitment:
        raise ReplayError("the seed does not belong to the commitment")


def _check_dice(match: Match, dice: Seeded, source: str, first: int = 0) -> None:
    """Every die from that number on must be the one that the source gives for its odds."""
    landed = (moment for moment in match.walk() if moment.event.by_chance)
    for number, moment in enumerate(landed):
        if number >= first:
            _check_die(match.spec, moment.before, moment.event.what, dice, number, source)


def _check_die(spec: GameSpec, before: Any, outcome: int, dice: Seeded, number: int, source: str) -> None:
    expected = dice.draw(weights_of(spec, before), number)
    if outcome != expected:
        shown, right = (spec.notation.format_outcome(before, what) for what in (outcome, expected))
        raise ReplayError(f"die or card {number + 1} is {shown}; from {source} it would be {right}")


def _compare_commitment(witness: Witness, commitments: Sequence[str], finding: Finding) -> None:
    noted = (witness.commitment or "").strip().lower()
    if not noted:
        finding.missing.append("the commitment that was shown before the match: --commitment")
    elif noted == commitments[-1]:
        finding.checked.append("the hall's seed is the one it was committed to when you noted the commitment")
    elif noted in commitments:
        round_ = commitments.index(noted) + 1
        finding.missing.append(f"the commitment of round {len(commitments)}: you noted that of round {round_}, voided")
    else:
        raise ReplayError(f"the commitment you noted is not that of this match: {commitments[-1]}")


def _compare_entropy(witness: Witness, entropy: Sequence[str | None], finding: Finding) -> None:
    if witness.entropy is None:
        return
    if witness.entropy.strip() not in entropy:
        raise ReplayError("your entropy is not among what was mixed into the dice")
    finding.checked.append("your entropy is mixed into every die")


# A hall's proof


def _verify_hall(text: str, match: Match, header: Header, steps: list[str], witness: Witness, finding: Finding) -> None:
    try:
        notes = Notes.read(header.notes, match.seats)
    except TranscriptError as error:
        raise ReplayError(str(error)) from None
    _expect_end(match)
    _check_notes(notes)
    _check_dice(match, dice_of(notes.seed, notes.entropy), "seed and entropy")
    players = sum(value is not None for value in notes.entropy)
    finding.checked.append(
        f"all {match.landings} dice and cards follow from the hall's seed, {players} players' entropy and the odds"
    )
    _compare_commitment(witness, notes.commitment, finding)
    _compare_entropy(witness, notes.entropy, finding)
    if not steps:
        finding.missing.append("the steps of the table: download the proof, not the transcript alone")
        return
    folded = _fold(match, header, notes, steps)
    chains = list(_chains(header, notes, steps))
    if chains[-1] != notes.chain:
        raise ReplayError("the chain over all steps is not the one in the header: a step was changed, added or removed")
    expected = write_transcript(folded.match, folded.notes(notes).lines(), steps, rules=header.rules)
    _compare_text(text, expected, finding)
    finding.checked.append(f"{len(steps)} steps lead to this text: names, bots, seats, actions, {folded.undone} undone")
    _compare_chain(witness, chains, folded.ended, finding)
    if not finding.missing:
        finding.outcome = PROVED


def _check_notes(notes: Notes) -> None:
    if not notes.commitment or len(notes.commitment) != notes.round:
        raise ReplayError(f"the line 'commitment' must have a word for each of {notes.round} rounds")
    if notes.voided != notes.round - 1:
        raise ReplayError(f"round {notes.round} counted, so {notes.round - 1} were voided, not {notes.voided}")
    _check_seed(notes.seed, notes.commitment[-1])
    for seat, (entropy, commitment) in enumerate(zip(notes.entropy, notes.commitments, strict=True)):
        if entropy is not None and player_commitment(notes.table, notes.round, seat, entropy) != commitment:
            raise ReplayError(f"the entropy of seat {seat} does not belong to its player's commitment")
    if not re.fullmatch("([0-9a-f]{2}){16,}", notes.salt):
        raise ReplayError("the line 'salt' must be a key in hexadecimal digits")


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
        finding.missing.append("the chain that someone noted at the end of the match: --chain")
    elif noted not in chains:
        raise ReplayError("the chain you noted is not one of this match: something before it was changed")
    elif chains.index(noted) < ended:
        finding.missing.append(
            f"the chain after step {ended}, the last of the match: you noted that after step {chains.index(noted)},"
            " which proves the steps up to there"
        )
    else:
        finding.checked.append("the chain is the one you noted: nothing has been changed since")
        if witness.commitment is None:
            finding.missing = [line for line in finding.missing if "--commitment" not in line]
            finding.checked.append(
                "(a commitment noted before the first die would also prove that the hall's seed was fixed by then)"
            )


def _compare_text(text: str, expected: str, finding: Finding) -> None:
    found = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if found == expected:
        return
    lines, wanted = _plain(found), _plain(expected)
    for number, line in lines:
        _, right = wanted.pop(0) if wanted else (0, "")
        if line != right:
            raise ReplayError(f"line {number}: {line!r}, but the steps say {right!r}")
    if wanted:
        raise ReplayError(f"the file ends before {wanted[0][1]!r}")
    finding.missing.append("the text as the hall wrote it: comments, blanks or the order of lines are others")


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
            raise type(error)(f"step {number}: {error}") from error
        except QuincunxError as error:
            raise ReplayError(f"step {number}: {error}") from error
    if not folded.ended:
        raise ReplayError("the steps end before the match does")
    return folded


class _Folded:
    """A table as the steps of a proof make it, one after the other, each checked against those before."""

    def __init__(self, match: Match, header: Header, notes: Notes, seats: int) -> None:
        start = None if header.start is None else parse_position(match.spec, header.start)
        self.match = Match(match.spec, match.seats, variants=header.variants, settle=False, start=start)
        self.dice = dice_of(notes.seed, notes.entropy)
        self.table = notes.table
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
        """One more step."""
        seq, at, by, step = _decoded(text)
        if seq != number or type(at) is not int:
            raise ReplayError(f"it has the number {seq}: one is missing or too many")
        kind = step.pop("type", None)
        taker = getattr(self, f"_{kind}", None) if isinstance(kind, str) and kind in STEPS else None
        if taker is None:
            raise TranscriptError(f"there is no step {kind!r}")
        if kind in PLAYED and (not self.started or self.ended):
            raise ReplayError(f"{kind!r} where no match is being played")
        if kind in WAITING and self.started:
            raise ReplayError(f"{kind!r} after the match has begun")
        try:
            taker(by, **step)
        except (TypeError, KeyError, IndexError, AttributeError) as error:
            raise TranscriptError(f"{kind!r} cannot be read: {error}") from error
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
            raise ReplayError(f"person {owner} sits down where person {self.owners} is next")
        if not self._chair(seat).is_empty:
            raise ReplayError(f"seat {seat} is taken")
        self.chairs[seat] = _Chair(name=_text(name), owner=owner)

    def _filled(self, _by: object, seat: Seat, bot: str, name: str = "") -> None:
        chair = self._chair(seat)
        if chair.owner or self.ended:
            raise ReplayError(f"a bot takes seat {seat}, where it may not sit")
        others = [other.name for number, other in enumerate(self.chairs) if number != seat]
        called = _text(name) or old_bot_name(_text(bot), others, seat)
        self.chairs[seat] = _Chair(name=chair.name if chair.left else called, bot=bot, left=chair.left)

    def _opened(self, _by: object, seat: Seat) -> None:
        self._chair(seat)
        self.chairs[seat] = _Chair()
        self.commitments.pop(seat, None)
        self.entropy.pop(seat, None)

    def _added(self, _by: object) -> None:
        self._expect_calm("a seat is added")
        self.chairs.append(_Chair())

    def _removed(self, _by: object, seat: Seat) -> None:
        self._expect_calm("a seat is taken away")
        if not self._chair(seat).is_empty:
            raise ReplayError(f"seat {seat} is taken away, and somebody sits there")
        del self.chairs[seat]
        # Commitments are bound to the numbers of seats: who has moved up commits anew.
        self.commitments = {other: said for other, said in self.commitments.items() if other < seat}

    def _expect_calm(self, what: str) -> None:
        if self.closed:
            raise ReplayError(f"{what} while players reveal")

    def _left(self, by: object, seat: Seat) -> None:
        chair = self._owned(seat, by, or_hall=True)
        chair.owner, chair.left = 0, True

    def _renamed(self, by: object, seat: Seat, name: str) -> None:
        if self.ended:
            raise ReplayError("a name is changed after the end")
        self._owned(seat, by, or_hall=True).name = _text(name)

    def _hosted(self, _by: object, seat: Seat) -> None:
        self._chair(seat)

    def _away(self, _by: object, seat: Seat, bot: str | None = None) -> None:
        self._chair(seat)

    def _offered(self, by: object, seat: Seat, yes: bool = False) -> None:
        self._owned(seat, by)

    def _decided(self, _by: object, settings: object) -> None:
        """Settings are no part of a transcript."""

    def _followed(self, _by: object, table: str) -> None:
        """Neither is the next table."""

    # The dice

    def _committed(self, by: object, seat: Seat, round: int, commitment: str) -> None:  # noqa: A002  # its name
        self._owned(seat, by)
        self._expect_round(round)
        if self.closed:
            raise ReplayError(f"seat {seat} commits when others have begun to reveal")
        self.commitments[seat] = _text(commitment)

    def _closed(self, _by: object, round: int) -> None:  # noqa: A002  # its name
        self._expect_round(round)
        self.closed = True

    def _revealed(self, by: object, seat: Seat, round: int, entropy: str) -> None:  # noqa: A002  # its name
        self._owned(seat, by)
        self._expect_round(round)
        self.closed = True
        if player_commitment(self.table, round, seat, _text(entropy)) != self.commitments.get(seat):
            raise ReplayError(f"what seat {seat} reveals is not what it committed to")
        self.entropy[seat] = entropy

    def _voided(self, _by: object, round: int, failed: Sequence[Seat] = ()) -> None:  # noqa: A002  # its name
        self._expect_round(round)
        self.round += 1
        self.closed = False
        self.commitments.clear()
        self.entropy.clear()

    def _expect_round(self, number: int) -> None:
        if number != self.round:
            raise ReplayError(f"round {number} of the dice where round {self.round} is on")

    # The match

    def _started(self, _by: object, land: Sequence[int] = ()) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.is_empty:
                raise ReplayError(f"the match begins, and seat {seat} is empty")
        silent = self.commitments.keys() - self.entropy.keys()
        if silent and self.round <= FREE_TO_START:
            raise ReplayError(f"the match begins, and seat {min(silent)} has not revealed its entropy")
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
            _check_die(self.match.spec, before, outcome, self.dice, number, "seed and entropy")
        if self.match.awaits_chance:
            raise ReplayError("a die or card has still to land")

    def _undone(self, by: object, seat: Seat, length: int) -> None:
        self._owned(seat, by)
        if length != len(self.match) - 1:
            raise ReplayError("what is undone is not the last action")
        (moment,) = self.match.walk(length)
        if moment.event.who != seat or narrator_of(self.match.spec).bar_to_undo(moment, self.match.seats) is not None:
            raise ReplayError(f"seat {seat} may not undo this")
        self.match.rewind(length)
        self.undone += 1

    # What a step may say

    def _chair(self, seat: Seat) -> _Chair:
        if type(seat) is not int or not 0 <= seat < len(self.chairs):
            raise ReplayError(f"there is no seat {seat!r}")
        return self.chairs[seat]

    def _owned(self, seat: Seat, by: object, *, or_hall: bool = False) -> _Chair:
        """The chair of the person who asked for the step (or by the hall's own doing)."""
        chair = self._chair(seat)
        if not (by is None and or_hall) and (not chair.owner or by != chair.owner):
            raise ReplayError(f"seat {seat} belongs to {chair.owner or 'nobody'}, not to {by}, who asked for it")
        return chair


STEPS = frozenset(
    [
        *(
            "sat",
            "filled",
            "opened",
            "added",
            "removed",
            "left",
            "renamed",
            "hosted",
            "away",
            "offered",
            "decided",
            "followed",
        ),
        *("committed", "closed", "revealed", "voided", "started", "acted", "undone"),
    ]
)
WAITING = frozenset(("sat", "opened", "added", "removed", "committed", "closed", "revealed", "voided", "started"))
"""Steps of a table where the match has not begun."""
PLAYED = frozenset(("acted", "undone"))
"""Steps of a match that is being played."""


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
        raise TranscriptError("expected [number, time, owner, step] in JSON") from None
    if not isinstance(step, dict):
        raise TranscriptError("expected [number, time, owner, step] in JSON")
    return seq, at, by, step


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TranscriptError(f"expected a whole number, not {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TranscriptError(f"expected a text, not {value!r}")
    return value
