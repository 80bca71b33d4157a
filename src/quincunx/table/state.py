"""Everything a table is between two steps: who sits there, what was decided, the match.

Only `rules.apply` changes a table. Lists and dicts are its own, what they hold never changes: so a fork is a copy of
them.
"""

from array import array
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

import msgspec
from msgspec import Struct

from quincunx.core.chance import Chance
from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.narration import narrator_of
from quincunx.core.position import parse_position
from quincunx.core.race import race_starter
from quincunx.core.seats import CHANCE, Actors, Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Moment
from quincunx.table import words
from quincunx.table.dice import Dice, Rounds, new_rounds
from quincunx.table.refusal import Refuse
from quincunx.table.steps import AnyStep, CoachChoice, Settings

Status: TypeAlias = Literal["waiting", "playing", "over"]
MEMBERS = [members(actors) for actors in range(CHANCE + 1)]
"""The seats of every set of seats; none for `CHANCE`."""
COUNTDOWN_MS = 2400
"""Milliseconds that are counted down before a race."""
UNHURRIED_MS = 100
"""The least pace of a table, in milliseconds, at which a race is counted down; with less, its bots play for programs,
not for people."""
STEP_FIELDS = 3
"""How many numbers `TableState.history` has for each step."""


class Origin(Struct, frozen=True):
    """The moment of another match that a table began at."""

    table: str
    """The other match's table."""
    at: int
    """How many events of that match had happened."""


def read_origin(text: str) -> Origin:
    """The moment of another match that a text names, `table:events`."""
    table, _, at = text.rpartition(":")
    return Origin(table, int(at))


@dataclass(slots=True)
class TableRow:
    """The facts that are fixed when a table is opened."""

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
    real: bool = False
    """Whether people roll real dice and enter what they show."""
    series: str | None = None
    """The name of the tables that share their dice with this one (`SharedDice`); their secret is the seed."""


class Chair(Struct, frozen=True):
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
    player: str = ""
    """The public id of the person's key; empty for a guest, a bot or an empty seat."""

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


EMPTY = Chair()


class TakenHint(Struct, frozen=True, gc=False):
    """A hint that a player took."""

    seq: int
    at: int
    """When, in milliseconds since 1970."""
    seat: Seat
    position: int
    """The `seq` of the step that had made the position."""


class MadeCorrection(Struct, frozen=True, gc=False):
    """A correction of what was entered."""

    seq: int
    at: int
    """When, in milliseconds since 1970."""
    seat: Seat
    misfit: Moment | None
    """The first moment that did not fit any more; none if all fitted."""


class Play(Struct, frozen=True, gc=False):
    """The match after a step, the moments of that step, and who acts next."""

    match: Match
    moments: list[Moment]
    actors: Actors


class Trial(Struct, frozen=True, gc=False):
    """A step that was played on a fork and is not applied yet."""

    step: AnyStep
    play: Play


def advance(
    match: Match,
    chance: Chance,
    action: int | None = None,
    seat: Seat = 0,
    at: int | None = None,
    most: int | None = None,
) -> Play:
    """Act, or without an action only roll, on a fork of the match with these dice; `most` of them, if that is given."""
    fork = match.fork()
    own, fork.chance = fork.chance, chance
    moments, actors = fork.play_on(action, None if action is None else seat, at, most)
    fork.chance = own
    return Play(fork, moments, actors)


class TableState:
    """A table as its steps have left it."""

    __slots__ = (
        "_is_race",
        "_names",
        "actors",
        "agreed",
        "chairs",
        "corrections",
        "created",
        "dice",
        "due_since",
        "first_bots",
        "held",
        "hints",
        "history",
        "host",
        "id",
        "match",
        "narrator",
        "now",
        "offers",
        "origin",
        "own",
        "owners",
        "rematch",
        "rounds",
        "rules",
        "seats",
        "seq",
        "series",
        "settings",
        "spec",
        "start",
        "started",
        "status",
        "tokens",
        "trained",
        "tray",
        "trial",
        "variants",
    )

    def __init__(self, spec: GameSpec, row: TableRow, dice: Dice) -> None:
        if row.rules > spec.rules_version:  # older steps go on as long as each is legal
            raise SetupError(words.OTHER_RULES(there=row.rules, game=spec.title, here=spec.rules_version))
        self.id = row.id
        self.spec = spec
        self.narrator = narrator_of(spec)
        self.dice = dice
        self.seats = row.seats
        """How many seats the table has now; before the match the host may change that."""
        self.variants = row.variants
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.created = row.created
        self.start = None if row.start is None else parse_position(spec, row.start)
        """The position that the match begins from; none for the usual one."""
        self.origin = None if row.origin is None else read_origin(row.origin)
        """The moment of another match that this one is played on from, if it is."""
        self.series = row.series
        """The name of the tables that share their dice with this one; none if none do."""
        self.rules = row.rules
        """The version of the rules that the table was opened under."""
        self.seq = 0
        """How many steps have happened."""
        self.now = 0
        """When the last of them happened, in milliseconds since 1970."""
        self.chairs = [EMPTY] * row.seats
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
        self.first_bots: list[str | None] = []
        """By seat: the bot that played it when the match began; none for a person."""
        self.tokens: dict[str, Seat] = {}
        """By the hash of a token: the seat that it opens."""
        self.owners = 0
        """How many people have sat down up to now."""
        self.history = array("q")
        """The steps of the match one after the other, three numbers for each: its `seq`, its time in milliseconds since
        1970, and twice the index of its first event, plus one if it cannot be taken back."""
        self.own = [0] * row.seats
        """By seat: the `seq` of its own last action or undo, or of an undo that took its move away."""
        self.tray: dict[Seat | None, list[int]] = {}
        """By owner: dice and cards that were entered and wait for others to land before them."""
        self.due_since = 0
        """The `seq` of the step since which the dice and cards are due that have still to be entered."""
        self.corrections: list[MadeCorrection] = []
        """Corrections of what was entered, earliest first."""
        self.agreed = [False] * row.seats
        """By seat: whether its player agrees that the coach helps here."""
        self.hints: list[TakenHint] = []
        """The hints that were taken, earliest first."""
        self.held: Seat | None = None
        """The seat whose last action the coach judges: until then no die lands and nobody else acts."""
        self.trained = False
        """Whether the coach has judged an action of this match."""
        self.trial: Trial | None = None
        """The step of the match that was last found to be allowed, until the next step happens."""

    def fork(self) -> Self:
        """Another table like this one, on which steps may happen."""
        twin = copy(self)
        for name in TableState.__slots__:
            value = getattr(self, name)
            if isinstance(value, list | dict | array):
                setattr(twin, name, copy(value))
        return twin

    # Questions

    @property
    def names(self) -> list[str]:
        """The names of the seats; do not change the list."""
        if self._names is None:
            self._names = [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(self.chairs)]
        return self._names

    def seat_of(self, token_hash: str | None) -> Seat | None:
        """The seat that a token opens now."""
        return None if token_hash is None else self.tokens.get(token_hash)

    def seat_of_owner(self, owner: int) -> Seat | None:
        """The seat of the person with that number."""
        return next((seat for seat, chair in enumerate(self.chairs) if owner and chair.owner == owner), None)

    @property
    def people(self) -> list[Seat]:
        """The seats that persons hold."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_human]

    @property
    def players(self) -> list[Seat]:
        """The seats that persons hold, or held when the match began."""
        if self.match is None:
            return self.people
        return [seat for seat, bot in enumerate(self.first_bots) if bot is None]

    @property
    def coach(self) -> CoachChoice:
        """What the coach does now: what the host has chosen, if one person plays or all have agreed. It trains one
        person, and nobody in a race."""
        players = self.players
        is_shared = len(players) > 1
        if is_shared and not all(self.agreed[seat] for seat in players):
            return "off"
        if self.settings.coach == "training" and (is_shared or self.is_timed):
            return "hints"
        return self.settings.coach

    def has_hint(self, seat: Seat) -> bool:
        """Whether the player of a seat has taken a hint in this position."""
        return any(hint.seat == seat and hint.position == self.moved for hint in self.hints)

    def others(self, seat: Seat) -> list[str]:
        """The names at the other seats."""
        return [chair.name for number, chair in enumerate(self.chairs) if number != seat]

    @property
    def empty(self) -> list[Seat]:
        """The seats that nobody sits on."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_empty]

    @property
    def is_full(self) -> bool:
        """Whether no seat is empty."""
        return not self.empty

    @property
    def countdown(self) -> int:
        """Milliseconds to count down before the match begins; 0 unless it is a race whose bots take their time."""
        is_calm = self.settings.pace >= UNHURRIED_MS
        return COUNTDOWN_MS if is_calm and not self.dice.are_real and self._races_from(self.start) else 0

    @property
    def is_timed(self) -> bool:
        """Whether actions have their time: in games of races, but not with real cards."""
        return self.spec.race and not self.dice.are_real

    @property
    def is_race(self) -> bool:
        """Whether the seats act at any time, as fast as they can: a game of races may also be played in turns."""
        if self._is_race is None:
            self._is_race = not self.dice.are_real and self._races_from(None)
        return self._is_race

    @property
    def is_together(self) -> bool:
        """Whether it is a race with real cards, which no clock times."""
        return self.dice.are_real and self._races_from(None)

    def _races_from(self, start: Any) -> bool:
        return race_starter(self.spec, self.seats, self.variants, start) is not None

    def counting(self, now: int) -> int:
        """Milliseconds until a race begins; 0 before everybody has revealed, and once it has begun."""
        rounds = self.rounds
        if self.status != "waiting" or rounds.stage != "reveal" or rounds.missing() or not self.is_full:
            return 0
        return max(0, rounds.since + self.countdown - now)

    @property
    def next_owner(self) -> int:
        """The owner number of the next player who sits down."""
        return self.owners + 1

    def view(self, seat: Seat) -> Any:
        """The state as this seat may know it."""
        assert self.match is not None
        return self.narrator.view(self.match.state, seat)

    def legal(self, seat: Seat) -> list[int]:
        """The legal actions of a seat now; empty if it may not act."""
        return [] if self.match is None or seat not in self.actors else self.match.legal_of(seat)

    @property
    def moved(self) -> int:
        """The `seq` of the step that made the position: nothing but play changes it. 0 before the match."""
        return self.history[-STEP_FIELDS] if self.history else 0

    @property
    def undoer(self) -> Seat | None:
        """The seat that may take its last action back, if there is one: since then nothing has landed, nobody else has
        acted and nothing secret was shown."""
        if self.status != "playing" or self.history[-1] & 1:
            return None
        assert self.match is not None
        return self.match.last_who

    @property
    def dice_seed(self) -> str:
        """The server's seed of this round of the dice."""
        return self.dice.seed(self.rounds.number)

    @property
    def bot_seed(self) -> str:
        """The seed of the bots' random choices."""
        return self.dice.bot_seed(self.rounds.number)

    @property
    def since(self) -> int:
        """The time of the match's last step; before the match, when the table opened."""
        return self.history[-2] if self.history else self.created

    @property
    def times(self) -> tuple[int, int]:
        """When the last step of the match was, in milliseconds since 1970, and how long after its beginning."""
        return self.since, self.since - self.started

    def steps_after(self, seq: int, most: int) -> list[tuple[int, int, int]]:
        """The steps of the match after that `seq`, at most the last so many, each as its `seq`, its time and its first
        event."""
        last = self.history[-STEP_FIELDS * most :]
        return [
            (last[index], last[index + 1], last[index + 2] >> 1)
            for index in range(0, len(last), STEP_FIELDS)
            if last[index] > seq
        ]

    @property
    def finished(self) -> Match:
        """Return the finished match, in which nothing is secret; raise `Refuse` if it is not over."""
        if self.match is None or self.status != "over":
            raise Refuse("status", words.NO_TRANSCRIPT_YET())
        return self.match

    def new_match(self) -> Match:
        """The match before its first event, with the dice of this round."""
        return Match(
            self.spec,
            self.seats,
            variants=self.variants,
            chance=self.dice.chance(self.rounds.number, self.rounds.entropy),
            names=self.names,
            settle=False,
            start=self.start,
        )
