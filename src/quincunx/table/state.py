"""Everything a table is, folded from its entries: who sits there, what was decided, the match. No input or output.

`propose` makes an entry of a decision; when that is on disk, `fold` changes the table by it. The same `fold` takes over
what was stored before the hall started, or by another process; nothing else ever changes a ledger.
"""

from array import array
from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from quincunx.bots import default_bot
from quincunx.core.chance import Chance, Seeded
from quincunx.core.errors import ChanceError, QuincunxError, SetupError
from quincunx.core.match import Match, Moment
from quincunx.core.narration import narrator_of
from quincunx.core.position import parse_position
from quincunx.core.seats import MAX_SEATS, OVER, Actors, Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import write_transcript
from quincunx.table import words
from quincunx.table.answers import Answers
from quincunx.table.dice import Rounds, new_rounds
from quincunx.table.proof import Notes, chain_after, chain_start, commitment_of, dice_of, seed_of_round
from quincunx.table.refusal import Refuse
from quincunx.table.steps import (
    Acted,
    Added,
    AnyStep,
    Away,
    Closed,
    Committed,
    Decided,
    Entry,
    Filled,
    Followed,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Revealed,
    Sat,
    Settings,
    Started,
    Undone,
    Voided,
    text_of,
)

Status: TypeAlias = Literal["waiting", "playing", "over"]
REMEMBERED = 8
"""How many of a player's last messages are remembered with their answers, for when they come again."""
REMEMBERED_IN_RACES = 64
MOVES = (Acted, Undone)
MEMBERS = [members(actors) for actors in range(1 << MAX_SEATS)]
"""The seats of every set of seats."""
COUNTDOWN_MS = 2400
"""Milliseconds that are counted down before a race."""
UNHURRIED_MS = 100
"""The least pace of a table, in milliseconds, at which a race is counted down; with less, its bots play for programs,
not for people."""
ANY_DICE = Seeded(0)
"""To find out what does not depend on the dice; those of a table stay as they are."""
STEP_FIELDS = 3
"""How many numbers `Ledger._steps` has for each step."""


class Origin(Struct, frozen=True):
    """The moment of another match that a table began at."""

    table: str
    """The other match's table."""
    at: int
    """How many events of that match had happened."""


@dataclass(slots=True)
class TableRow:
    """What is fixed when a table is opened."""

    id: str
    number: int
    game: str
    rules: int
    seats: int
    variants: dict[str, str]
    settings: str
    seed: str
    created: int
    salt: str
    """The key of the salts of the chain, in hexadecimal."""
    opener: int = 0
    """A short hash of the address that opened it."""
    start: str | None = None
    """The position that the match begins from, if it is not the usual."""
    origin: str | None = None
    """`table:events`: the moment of another match that this position is of."""


class Chair(Struct):
    """One seat of a table."""

    name: str = ""
    token: str | None = None
    """The hash of its player's token; none if no person holds the seat."""
    owner: int = 0
    """The number of its player at this table (people are counted from 1 as they sit down); 0 if no person holds the
    seat."""
    bot: str | None = None
    """The bot that plays the seat, for good or for a person who is away; none if no bot does."""
    left: bool = False
    """Whether its player has given the seat up during the match."""

    @property
    def is_human(self) -> bool:
        """Whether a person holds it."""
        return self.token is not None

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits on it, person or bot."""
        return self.token is None and self.bot is None and not self.left

    @property
    def is_away(self) -> bool:
        """Whether it is a person's seat that the person does not play now."""
        return self.left or (self.token is not None and self.bot is not None)


class LedgerError(QuincunxError):
    """What is stored cannot be a table's steps."""


class LinkError(LedgerError):
    """A step does not follow the one before it: it is not what was stored then."""


class Play(Struct, frozen=True, gc=False):
    """The match as a step leaves it, the moments of that step, and who acts then."""

    match: Match
    moments: list[Moment]
    actors: Actors


class Proposal(Struct, frozen=True, gc=False):
    """An entry that has not been folded yet, and the play that it adds to the match, if any."""

    entry: Entry
    play: Play | None


class Stored:
    """Chance as a stored step has it: the dice and cards that landed then."""

    def __init__(self, land: Sequence[int]) -> None:
        self._coming = list(land)

    def outcome(self, match: Match) -> int:
        """The next die or card; a ChanceError if there is none left."""
        if not self._coming:
            raise ChanceError(words.STEP_LACKS())
        return self._coming.pop(0)

    def __len__(self) -> int:
        return len(self._coming)


def advance(match: Match, chance: Chance, action: int | None = None, seat: Seat = 0, at: int | None = None) -> Play:
    """Act, or without an action begin, on a fork of the match with these dice."""
    fork = match.fork()
    own, fork.chance = fork.chance, chance
    moments = fork.play(action, None if action is None else seat, at=at)
    fork.chance = own
    return Play(fork, moments, fork.to_act)


def _begins_together(match: Match) -> bool:
    """Whether several may act at once when a match begins, whatever its dice."""
    return len(MEMBERS[advance(match, ANY_DICE).actors]) > 1


def read_origin(text: str) -> Origin:
    """The moment of another match that a text names, `table:events`."""
    table, _, at = text.rpartition(":")
    return Origin(table, int(at))


class Ledger:
    """One table, as its entries say."""

    __slots__ = (
        "_answers",
        "_first_bots",
        "_is_race",
        "_names",
        "_own",
        "_owners",
        "_proposal",
        "_remembers",
        "_rules",
        "_salt_key",
        "_seats",
        "_steps",
        "actors",
        "chain",
        "chairs",
        "created",
        "host",
        "id",
        "match",
        "narrator",
        "number",
        "offers",
        "origin",
        "rematch",
        "rounds",
        "seats",
        "seed",
        "seq",
        "settings",
        "spec",
        "start",
        "started",
        "status",
        "variants",
    )

    def __init__(self, spec: GameSpec, row: TableRow) -> None:
        if row.rules > spec.rules_version:  # older steps go on as long as each is legal
            raise SetupError(words.OTHER_RULES(there=row.rules, game=spec.title, here=spec.rules_version))
        self.id = row.id
        self.number = row.number
        self.spec = spec
        self.narrator = narrator_of(spec)
        self.seats = row.seats
        """How many seats the table has now; before the match the host may change that."""
        self.variants = row.variants
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.seed = row.seed
        """The master seed, from which each round's is made."""
        self.created = row.created
        self.start = None if row.start is None else parse_position(spec, row.start)
        """The position that the match begins from; none for the usual one."""
        self.origin = None if row.origin is None else read_origin(row.origin)
        """The moment of another match that this one is played on from, if it is."""
        self._rules = row.rules
        """The version of the rules that the table was opened under."""
        self.seq = 0
        self._salt_key = bytes.fromhex(row.salt)
        first = commitment_of(seed_of_round(row.seed, 1))
        self.chain = chain_start(row.id, row.game, row.rules, row.seats, row.variants, first, row.start)
        """The hash that binds all steps up to now."""
        self.chairs = [Chair() for _ in range(row.seats)]
        self._names: list[str] | None = None
        """The names of the seats, once somebody has asked for them and until one changes."""
        self._is_race: bool | None = None
        """Whether the seats act at any time, once somebody has asked."""
        self.host: Seat | None = None
        self.status: Status = "waiting"
        self.match: Match | None = None
        self.actors: list[Seat] = []
        """The seats that may act now; not to be changed."""
        self.started = 0
        """When the match began, in milliseconds since 1970."""
        self.rounds: Rounds = new_rounds(row.seats)
        self.offers: list[bool | None] = [None] * row.seats
        """By seat: whether its player wants another match."""
        self.rematch: str | None = None
        self._first_bots: list[str | None] = []
        """By seat: the bot that played it when the match began."""
        self._seats: dict[str, Seat] = {}
        """By the hash of a token: the seat that it opens."""
        self._owners = 0
        """How many people have sat down up to now."""
        self._steps = array("q")
        """The steps of the match one after the other, three numbers for each: its `seq`, its time in milliseconds since
        1970, and twice the index of its first event, plus one if it cannot be taken back."""
        self._own = [0] * row.seats
        """By seat: the `seq` of its own last action or undo, or of an undo that took its move away."""
        self._remembers = REMEMBERED_IN_RACES if spec.race else REMEMBERED
        self._answers: dict[int, Answers] = {}
        """By owner: the messages that have been answered."""
        self._proposal: Proposal | None = None

    # Questions

    @property
    def names(self) -> list[str]:
        """What the seats are called; not to be changed."""
        if self._names is None:
            self._names = [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(self.chairs)]
        return self._names

    def seat_of(self, token_hash: str | None) -> Seat | None:
        """The seat that a token opens now."""
        return None if token_hash is None else self._seats.get(token_hash)

    @property
    def people(self) -> list[Seat]:
        """The seats that persons hold."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_human]

    @property
    def countdown(self) -> int:
        """Milliseconds to count down before the match begins; 0 unless it is a race whose bots take their time."""
        is_calm = self.spec.race and self.settings.pace >= UNHURRIED_MS
        return COUNTDOWN_MS if is_calm and _begins_together(self.new_match()) else 0

    @property
    def is_race(self) -> bool:
        """Whether the seats act at any time, as fast as they can: a game of races may also be played in turns."""
        if self._is_race is None:
            self._is_race = self.spec.race and _begins_together(self._match_from(None))
        return self._is_race

    def counting(self, now: int) -> int:
        """Milliseconds until a race begins; 0 before everybody has revealed, and once it has begun."""
        rounds = self.rounds
        if self.status != "waiting" or rounds.stage != "reveal" or rounds.missing() or not self.is_full:
            return 0
        return max(0, rounds.since + self.countdown - now)

    @property
    def is_full(self) -> bool:
        """Whether no seat is empty."""
        return not any(chair.is_empty for chair in self.chairs)

    @property
    def next_owner(self) -> int:
        """The owner's number of whoever sits down next."""
        return self._owners + 1

    def answered(self, owner: int, message: str) -> int | None:
        """The step that answered this message of an owner before; none if it is new, a `Refuse` if it is too old to
        know."""
        answers = self._answers.get(owner)
        return None if answers is None else answers.find(message)

    def horizon(self, seat: Seat) -> int:
        """The lowest `seq` that an action of this seat may be decided on: with a lower one, the position it knew is too
        old, or was taken back."""
        if not self.spec.race:
            return self._own[seat]
        answers = self._answers.get(self.chairs[seat].owner)
        return 0 if answers is None or len(answers.known) < self._remembers else next(iter(answers.known.values()))

    def view(self, seat: Seat) -> Any:
        """The state as this seat may know it."""
        assert self.match is not None
        return self.narrator.view(self.match.state, seat)

    def legal(self, seat: Seat) -> list[int]:
        """The legal actions of a seat now; empty if it may not act."""
        return [] if self.match is None or seat not in self.actors else self.match.legal_actions(seat)

    @property
    def moved(self) -> int:
        """The `seq` of the step that made the position: nothing but play changes it. 0 before the match."""
        return self._steps[-STEP_FIELDS] if self._steps else 0

    @property
    def undoer(self) -> Seat | None:
        """The seat that may take its last action back, if there is one: since then nothing has landed, nobody else has
        acted and nothing secret was shown."""
        if self.status != "playing" or self._steps[-1] & 1:
            return None
        assert self.match is not None
        return self.match.last_who

    @property
    def first_bots(self) -> list[str | None]:
        """By seat: the bot that played it when the match began; none for a person."""
        return self._first_bots

    @property
    def dice_seed(self) -> str:
        """The server's seed of this round of the dice."""
        return seed_of_round(self.seed, self.rounds.number)

    def steps_after(self, seq: int, most: int) -> list[tuple[int, int, int]]:
        """The steps of the match after that `seq`, at most the last so many, each as its `seq`, its time and its first
        event."""
        last = self._steps[-STEP_FIELDS * most :]
        return [
            (last[index], last[index + 1], last[index + 2] >> 1)
            for index in range(0, len(last), STEP_FIELDS)
            if last[index] > seq
        ]

    def copied(self) -> "Ledger":
        """The table as it is now, to be read beside the play: its match is a fork."""
        found = copy(self)
        found.chairs = [copy(chair) for chair in self.chairs]
        found.match = None if self.match is None else self.match.fork()
        return found

    def transcript(self, steps: Iterable[Entry] = ()) -> str:
        """The finished match as text, with what proves its dice; with all its steps, the whole proof."""
        match, rounds = self.finished, self.rounds
        notes = Notes(
            table=self.id,
            bots=self._first_bots,
            round=rounds.number,
            voided=rounds.voided,
            commitment=[commitment_of(seed_of_round(self.seed, number)) for number in range(1, rounds.number + 1)],
            commitments=rounds.commitments,
            entropy=rounds.entropy,
            seed=self.dice_seed,
            salt=self.salt,
            chain=self.chain.hex(),
        ).lines()
        match.names[:] = self.names
        texts = [text_of(entry.seq, entry.at, entry.by, entry.step).decode() for entry in steps]
        return write_transcript(match, notes, texts, rules=self._rules)

    @property
    def finished(self) -> Match:
        """The match, of which everyone may know everything now; a `Refuse` if it is not over."""
        if self.match is None or self.status != "over":
            raise Refuse("status", words.NO_TRANSCRIPT_YET())
        return self.match

    @property
    def salt(self) -> str:
        """The key of the chain's salts, in hexadecimal."""
        return self._salt_key.hex()

    @property
    def since(self) -> int:
        """When the last step of the match was stored, or before the match the table opened."""
        return self._steps[-2] if self._steps else self.created

    @property
    def times(self) -> tuple[int, int]:
        """When the last step of the match was, in milliseconds since 1970, and how long after its beginning."""
        return self._steps[-2], self._steps[-2] - self.started

    # Folding

    def ends_by(self, entry: Entry) -> bool:
        """Whether this proposal ends the match."""
        play = None if self._proposal is None else self._proposal.play
        return play is not None and play.actors == OVER

    def after(self, entry: Entry) -> "Ledger":
        """The table as this proposal will leave it."""
        trial = copy(self)
        trial.chairs = [copy(chair) for chair in self.chairs]
        trial.rounds = deepcopy(self.rounds)
        trial._seats, trial._answers = dict(self._seats), deepcopy(self._answers)
        trial._own, trial.offers = list(self._own), list(self.offers)
        trial._steps = self._steps[:]
        trial.fold(entry)
        return trial

    def propose(
        self, step: AnyStep, now: int, by: int | None = None, message: str | None = None, play: Play | None = None
    ) -> Entry:
        """The entry that a decision becomes if it is stored next; `play` is what the step adds to the match, if
        anything."""
        seq = self.seq + 1
        if isinstance(step, Sat):
            by = step.owner
        entry = Entry(seq, now, message, step, by, self._chain_after(seq, now, by, step))
        self._proposal = Proposal(entry, play)
        return entry

    def _chain_after(self, seq: int, at: int, by: int | None, step: AnyStep) -> bytes:
        return chain_after(self.chain, self._salt_key, seq, text_of(seq, at, by, step))

    def fold(self, entry: Entry) -> list[Moment] | None:
        """Take over a step that is stored; its moments, if it moved the match on.

        What was decided here just now is adopted; anything else is played again.
        """
        proposal, self._proposal = self._proposal, None
        play = None
        if proposal is not None and proposal.entry is entry:
            chain, play = entry.chain, proposal.play
        else:
            chain = self._check_link(entry)
        moments = self._fold_play(entry, play)
        if moments is None:
            self._fold_step(entry)
        self.seq, self.chain = entry.seq, chain
        self._remember(entry)
        return moments

    def _check_link(self, entry: Entry) -> bytes:
        if entry.seq != self.seq + 1:
            raise LinkError(words.STEP_LEFT_OUT(step=str(self.seq + 1), table=self.id, next=str(entry.seq)))
        chain = self._chain_after(entry.seq, entry.at, entry.by, entry.step)
        if entry.chain and entry.chain != chain:
            raise LinkError(words.CHAIN_BROKEN(step=str(entry.seq), table=self.id))
        return chain

    def _remember(self, entry: Entry) -> None:
        step, by, message = entry.step, entry.by, entry.message
        if isinstance(step, MOVES):
            self._own[step.seat] = entry.seq
        if message is not None and by is not None:
            answers = self._answers.get(by)
            if answers is None:
                answers = self._answers[by] = Answers()
            answers.add(message, entry.seq, self._remembers)

    def _fold_play(self, entry: Entry, play: Play | None) -> list[Moment] | None:
        step = entry.step
        if isinstance(step, Acted):
            assert self.match is not None
            play = play or self._replay(self.match, step.land, step.action, step.seat, step.at)
        elif isinstance(step, Started):
            play = play or self._replay(self.new_match(), step.land)
            self.started = entry.at
            self._first_bots = [chair.bot for chair in self.chairs]
            self.rounds.stage = "done"
        else:
            return None
        self.match, moments = play.match, play.moments
        first = moments[0].number if moments else 0
        barred = not moments or self.narrator.bar_to_undo(moments[-1], self.seats) is not None
        self._steps.extend((entry.seq, entry.at, 2 * first + barred))
        self._set_status(play.actors)
        return moments

    def _replay(
        self, match: Match, land: Sequence[int], action: int | None = None, seat: Seat = 0, at: int | None = None
    ) -> Play:
        stored = Stored(land)
        play = advance(match, stored, action, seat, at)
        if len(stored):
            raise LedgerError(words.STEP_HAS_MORE(table=self.id, count=len(stored)))
        return play

    def new_match(self) -> Match:
        """The match before its first event, with the dice of this round."""
        return self._match_from(self.start)

    def _match_from(self, start: Any) -> Match:
        return Match(
            self.spec,
            self.seats,
            variants=self.variants,
            chance=dice_of(self.dice_seed, self.rounds.entropy),
            names=self.names,
            settle=False,
            start=start,
        )

    def _set_status(self, actors: Actors) -> None:
        self.actors = MEMBERS[actors]
        self.status = "over" if actors == OVER else "playing"

    def _fold_step(self, entry: Entry) -> None:
        self._names = None
        match entry.step:
            case Sat(seat, name, token, owner):
                self._owners = owner
                self.chairs[seat] = Chair(name=name, token=token, owner=self._owners)
                self._seats[token] = seat
                self._own[seat] = 0
                self.host = seat if self.host is None else self.host
            case Filled(seat, bot, name):
                chair = self.chairs[seat]
                called = chair.name if chair.left else name
                self.chairs[seat] = Chair(name=called, bot=bot, left=chair.left)
            case Opened(seat):
                self._vacate(seat)
                self.chairs[seat] = Chair()
                self.rounds.forget(seat)
            case Added():
                self._add_seat()
            case Removed(seat):
                self._remove_seat(seat)
            case Left(seat):
                self._vacate(seat)
                chair = self.chairs[seat]
                chair.token, chair.owner, chair.left = None, 0, True
                self.offers[seat] = None
                if self.settings.away == "bot":
                    chair.bot = default_bot(self.spec)
            case Renamed(seat, name):
                self.chairs[seat].name = name
            case Hosted(seat):
                self.host = seat
            case Decided(settings):
                self.settings = settings
            case Away(seat, bot):
                self.chairs[seat].bot = bot
            case Offered(seat, yes):
                self.offers[seat] = yes
            case Followed(table):
                self.rematch = table
            case Undone(_, length):
                assert self.match is not None
                self.match = self.match.fork(length)
                del self._steps[-STEP_FIELDS:]
                could = self.actors
                self._set_status(self.match.to_act)
                for seat in could:
                    if seat not in self.actors:  # who still may act is not held up by the others' undoing
                        self._own[seat] = entry.seq
            case _:
                self._fold_dice(entry)

    def _fold_dice(self, entry: Entry) -> None:
        rounds = self.rounds
        match entry.step:
            case Committed(seat, _, commitment):
                rounds.commitments[seat] = commitment
            case Closed():
                rounds.stage, rounds.since = "reveal", entry.at
            case Revealed(seat, _, entropy):
                rounds.entropy[seat] = entropy
                if not rounds.missing():
                    rounds.since = entry.at
            case Voided(_, failed):
                rounds.void(failed, entry.at)

    def _add_seat(self) -> None:
        self.seats += 1
        self.chairs.append(Chair())
        self.offers.append(None)
        self._own.append(0)
        self.rounds.add_seat()

    def _remove_seat(self, seat: Seat) -> None:
        self.seats -= 1
        del self.chairs[seat], self.offers[seat], self._own[seat]
        self.rounds.remove_seat(seat)
        self._seats = {token: other - (other > seat) for token, other in self._seats.items()}
        if self.host is not None and self.host > seat:
            self.host -= 1

    def _vacate(self, seat: Seat) -> None:
        """Forget whoever sat there: their token, their messages, and that they were the host."""
        chair = self.chairs[seat]
        if chair.token is not None:
            self._seats.pop(chair.token, None)
        self._answers.pop(chair.owner, None)
        if self.host == seat:
            self.host = None

    def others(self, seat: Seat) -> Iterable[str]:
        """The names at the other seats."""
        return [chair.name for number, chair in enumerate(self.chairs) if number != seat]
