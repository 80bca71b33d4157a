"""The state of a table between two steps: who sits there, what was decided, the match.

Only `rules.apply` changes a table. It owns its lists and dicts, and never changes the values in them: so a fork only
copies the containers.
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
"""The seats of every set of seats; empty for `CHANCE`."""
COUNTDOWN_MS = 2400
"""Milliseconds of the countdown before a race."""
UNHURRIED_MS = 100
"""The fastest pace, in milliseconds, with a countdown before a race: faster bots play against programs, not people."""
STEP_FIELDS = 3
"""The number of ints in `TableState.history` per step."""


class Origin(Struct, frozen=True):
    """The moment of another match from which a table began."""

    table: str
    """The other match's table."""
    at: int
    """The number of events of that match at the moment."""


def read_origin(text: str) -> Origin:
    """Parse a moment of another match, `table:events`."""
    table, _, at = text.rpartition(":")
    return Origin(table, int(at))


@dataclass(slots=True)
class TableRow:
    """The facts fixed when a table is opened."""

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
    """The start position of the match, if it is not the usual one."""
    origin: str | None = None
    """`table:events`: the moment of another match with this position."""
    real: bool = False
    """Whether people roll real dice and enter their faces."""
    series: str | None = None
    """The name of the tables that share their dice with this one (`SharedDice`); their secret is the seed."""


class Chair(Struct, frozen=True):
    """One seat of a table."""

    name: str = ""
    token: str | None = None
    """The hash of its player's token; empty without a person."""
    owner: int = 0
    """The number of its player at this table (people are counted from 1 as they sit down); 0 without a person."""
    bot: str | None = None
    """The bot that plays the seat, for good or for an absent player; None without one."""
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
        """Whether a person holds the seat but does not play it now."""
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
    """The first moment that no longer fits; None if all fit."""


class Play(Struct, frozen=True, gc=False):
    """The match after a step, the moments of that step, and the seats to act next."""

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
    """Act, or without an action only roll, on a fork of the match with these dice.

    At most `most` of them land, if that is given.
    """
    fork = match.fork()
    own, fork.chance = fork.chance, chance
    moments, actors = fork.play_on(action, None if action is None else seat, at, most)
    fork.chance = own
    return Play(fork, moments, actors)


class TableState:
    """The state of a table after its steps."""

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
        if row.rules > spec.rules_version:  # steps of older rules are kept as long as each is legal
            raise SetupError(words.OTHER_RULES(there=row.rules, game=spec.title, here=spec.rules_version))
        self.id = row.id
        self.spec = spec
        self.narrator = narrator_of(spec)
        self.dice = dice
        self.seats = row.seats
        """The number of seats now; before the match the host may change it."""
        self.variants = row.variants
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.created = row.created
        self.start = None if row.start is None else parse_position(spec, row.start)
        """The start position of the match; None for the usual one."""
        self.origin = None if row.origin is None else read_origin(row.origin)
        """The moment of another match from which this one continues, if any."""
        self.series = row.series
        """The name of the tables that share their dice with this one; none if none do."""
        self.rules = row.rules
        """The version of the rules that the table was opened under."""
        self.seq = 0
        """The number of steps so far."""
        self.now = 0
        """The time of the last of them, in milliseconds since 1970."""
        self.chairs = [EMPTY] * row.seats
        self._names: list[str] | None = None
        """The names of the seats, cached until one changes."""
        self._is_race: bool | None = None
        """Whether the seats act at any time, cached on first use."""
        self.host: Seat | None = None
        self.status: Status = "waiting"
        self.match: Match | None = None
        self.actors: list[Seat] = []
        """The seats that may act now; not to be changed."""
        self.started = 0
        """The time of the match's beginning, in milliseconds since 1970."""
        self.rounds: Rounds = new_rounds(row.seats)
        self.offers: list[bool | None] = [None] * row.seats
        """By seat: whether its player wants another match."""
        self.rematch: str | None = None
        self.first_bots: list[str | None] = []
        """By seat: the bot that played it when the match began; none for a person."""
        self.tokens: dict[str, Seat] = {}
        """By the hash of a token: the seat that it opens."""
        self.owners = 0
        """The number of people who have sat down so far."""
        self.history = array("q")
        """The steps of the match in order, three ints for each: its `seq`, its time in milliseconds since 1970, and
        twice the index of its first event, plus one if it cannot be taken back."""
        self.own = [0] * row.seats
        """By seat: the `seq` of its own last action or undo, or of an undo that took its move away."""
        self.tray: dict[Seat | None, list[int]] = {}
        """By owner: entered dice and cards that wait for others to land first."""
        self.due_since = 0
        """The `seq` of the step since which the dice and cards to be entered are due."""
        self.corrections: list[MadeCorrection] = []
        """Corrections of entries, earliest first."""
        self.agreed = [False] * row.seats
        """By seat: whether its player agrees that the coach helps here."""
        self.hints: list[TakenHint] = []
        """The hints taken, earliest first."""
        self.held: Seat | None = None
        """The seat whose last action the coach is judging: until then no die lands and nobody else acts."""
        self.trained = False
        """Whether the coach has judged an action of this match."""
        self.trial: Trial | None = None
        """The step of the match that was last found to be allowed, until the next step."""

    def fork(self) -> Self:
        """Return a copy on which further steps may happen."""
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
        """Return the seats that persons hold, or held when the match began."""
        if self.match is None:
            return self.people
        return [seat for seat, bot in enumerate(self.first_bots) if bot is None]

    @property
    def coach(self) -> CoachChoice:
        """Return what the coach does now: the host's choice, if one person plays or all have agreed.

        It trains only a single person, and nobody in a race.
        """
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
        """Return the milliseconds of the countdown before the match.

        It is 0 unless it is a race whose bots take their time.
        """
        is_calm = self.settings.pace >= UNHURRIED_MS
        return COUNTDOWN_MS if is_calm and not self.dice.are_real and self._races_from(self.start) else 0

    @property
    def is_timed(self) -> bool:
        """Whether actions have times: in races, but not with real cards."""
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
        """Return the milliseconds until a race begins; 0 before everybody has revealed, and once it has begun."""
        rounds = self.rounds
        if self.status != "waiting" or rounds.stage != "reveal" or rounds.missing() or not self.is_full:
            return 0
        return max(0, rounds.since + self.countdown - now)

    @property
    def next_owner(self) -> int:
        """The owner number of the next player who sits down."""
        return self.owners + 1

    def view(self, seat: Seat) -> Any:
        """Return the state as this seat may know it."""
        assert self.match is not None
        return self.narrator.view(self.match.state, seat)

    def legal(self, seat: Seat) -> list[int]:
        """The legal actions of a seat now; empty if it may not act."""
        return [] if self.match is None or seat not in self.actors else self.match.legal_of(seat)

    @property
    def moved(self) -> int:
        """Return the `seq` of the step that made the position (other steps do not change it); 0 before the match."""
        return self.history[-STEP_FIELDS] if self.history else 0

    @property
    def undoer(self) -> Seat | None:
        """Return the seat that may undo its last action, if any.

        Since then nothing has landed, nobody else has acted and nothing secret was shown.
        """
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
        """The time of the match's last step, in milliseconds since 1970, and since its beginning."""
        return self.since, self.since - self.started

    def steps_after(self, seq: int, most: int) -> list[tuple[int, int, int]]:
        """Return the steps of the match after that `seq`, at most the last `most`.

        Each has its `seq`, its time and its first event.
        """
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
