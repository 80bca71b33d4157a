"""The state of a tournament between two steps, and the rules of what may happen next.

`objection` says why a step is refused, `apply` carries it out: live, when the hall restarts, and in another process.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.table.refusal import Refuse
from quincunx.tournament import words
from quincunx.tournament.pairing import Entrant
from quincunx.tournament.steps import (
    BOT,
    FEWEST_PLAYERS,
    HOST,
    MOST_PLAYERS,
    AnyStep,
    Begun,
    Closed,
    Continued,
    Ended,
    Joined,
    Paused,
    Terms,
    Withdrawn,
)

Status: TypeAlias = Literal["waiting", "playing", "break", "over"]
"""Before the first round, during a round, between two, and after the last."""


class Player(Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    name: str
    token: str
    """The hash of the player's token."""
    joined: int
    """The number of rounds begun before."""
    key: str = ""
    """The public id of the player's key; empty for a guest."""
    gone: bool = False
    """Whether the player has left the tournament."""


@dataclass
class Round:
    """A round: its tables, and the results of those that have ended."""

    number: int
    tables: list[list[int]]
    ids: list[str]
    ends: int | None
    began: int
    results: dict[int, Ended] = field(default_factory=dict)
    """By index of a table."""

    @property
    def is_over(self) -> bool:
        """Whether all its tables have ended."""
        return len(self.results) == len(self.tables)

    def table_of(self, player: int) -> tuple[int, Seat] | None:
        """Return a player's seat as the index of the table and the seat; None without one."""
        for index, table in enumerate(self.tables):
            if player in table:
                return index, table.index(player)
        return None


class Tournament:
    """A tournament as its steps have left it."""

    def __init__(self, terms: Terms, created: int) -> None:
        self.terms = terms
        self.players: list[Player] = []
        """Everybody who has ever taken part, by number from 1."""
        self.rounds: list[Round] = []
        self.is_paused = False
        self.is_closing = False
        self.seq = 0
        """The number of steps so far."""
        self.since = created
        """The time of the last end of a round, pause or resumption; before that, of the announcement."""

    # Questions

    @property
    def status(self) -> Status:
        """The status of the tournament."""
        if self.rounds and not self.rounds[-1].is_over:
            return "playing"
        if self.is_closing or len(self.rounds) == self.terms.rounds:
            return "over"
        return "break" if self.rounds else "waiting"

    @property
    def active(self) -> list[Player]:
        """The players of the next round."""
        return [player for player in self.players if not player.gone]

    @property
    def next_at(self) -> int | None:
        """Return when the next round begins by itself, in milliseconds since 1970; None if it waits for the host."""
        if self.status != "break" or self.is_paused or len(self.active) < FEWEST_PLAYERS:
            return None
        return self.since + 1000 * self.terms.pause

    @property
    def finished(self) -> list[Round]:
        """The rounds whose results count."""
        return [each for each in self.rounds if each.is_over]

    def player(self, number: int) -> Player:
        """Return the player of that number; raise `Refuse` if there is none."""
        if not 1 <= number <= len(self.players):
            raise Refuse("status", words.NO_SUCH_PLAYER(player=number))
        return self.players[number - 1]

    def player_of(self, token_hash: str) -> Player | None:
        """The player with that token."""
        return next((player for player in self.players if player.token == token_hash), None)

    def is_sealed(self, round_: int) -> bool:
        """Whether the dice of a round are still a secret of its players."""
        return round_ > len(self.rounds) or not self.rounds[round_ - 1].is_over

    def may_watch(self, round_: int, table: str) -> bool:
        """Whether everybody may watch a table of a round: its dice are in play nowhere else."""
        if round_ > len(self.rounds):
            return False  # another process has begun it just now
        ids, results = self.rounds[round_ - 1].ids, self.rounds[round_ - 1].results
        return all(index in results or ids[index] == table for index in range(len(ids)))

    def entrants(self) -> list[Entrant]:
        """The players of the next round, as the pairing sees them, in the order of their numbers."""
        found = {each.number: Entrant(each.number, [0] * self.terms.seats) for each in self.active}
        for played in self.rounds:
            for table in played.tables:
                people = [number for number in table if number != BOT]
                for seat, number in enumerate(table):
                    if (entrant := found.get(number)) is not None:
                        entrant.sat[seat] += 1
                        entrant.with_bots += BOT in table
                        entrant.met.update(people)
                        entrant.met[number] = 0
        return list(found.values())

    # Steps

    def ends_by(self, step: AnyStep) -> bool:
        """Whether the tournament is over after this step."""
        if isinstance(step, Closed):
            return self.status != "playing"
        if not isinstance(step, Ended):
            return False
        is_last = self.is_closing or len(self.rounds) == self.terms.rounds
        return is_last and len(self.rounds[-1].results) == len(self.rounds[-1].tables) - 1

    def objection(self, step: AnyStep, by: int | None) -> Refuse | None:
        """Return why the host (`HOST`), a player or the hall (None) may not do this now; None if they may."""
        try:
            self._check(step, by)
        except Refuse as refusal:
            return refusal
        return None

    def apply(self, step: AnyStep, now: int) -> None:
        """Apply a step."""
        self.seq += 1
        match step:
            case Joined(number, name, token, key):
                self.players.append(Player(number, name, token, len(self.rounds), key))
            case Withdrawn(number):
                self.players[number - 1] = replace(self.players[number - 1], gone=True)
            case Begun(number, tables, ids, ends):
                self.rounds.append(Round(number, tables, ids, ends, now))
            case Ended(table):
                self.rounds[-1].results[table] = step
                if self.rounds[-1].is_over:
                    self.since = now
            case Paused() | Continued():
                self.is_paused, self.since = isinstance(step, Paused), now
            case Closed():
                self.is_closing, self.since = True, now

    def _check(self, step: AnyStep, by: int | None) -> None:
        if self.status == "over":
            raise Refuse("status", words.IS_OVER())
        match step:
            case Joined():
                self._check_joined(step)
            case Withdrawn(number):
                if self.player(number).gone:
                    raise Refuse("status", words.HAS_LEFT(name=self.player(number).name))
                if by not in (HOST, number):
                    raise Refuse("host", words.OTHERS_PLACE())
            case Begun():
                _check(by in (HOST, None), "host", words.HOST_ONLY())
                self._check_begun(step, by)
            case Ended():
                _check(by is None, "host", words.HALL_ONLY())
                self._check_ended(step)
            case Paused():
                _check(by == HOST, "host", words.HOST_ONLY())
                _check(not self.is_paused, "status", words.IS_PAUSED())
            case Continued():
                _check(by == HOST, "host", words.HOST_ONLY())
                _check(self.is_paused, "status", words.NOT_PAUSED())
            case Closed():
                _check(by == HOST, "host", words.HOST_ONLY())
                _check(not self.is_closing, "status", words.IS_ENDING())

    def _check_joined(self, step: Joined) -> None:
        if self.is_closing or (len(self.rounds) == self.terms.rounds):
            raise Refuse("status", words.IS_ENDING())
        if len(self.active) >= MOST_PLAYERS:
            raise Refuse("status", words.IS_FULL(count=MOST_PLAYERS))
        if step.player != len(self.players) + 1:
            raise Refuse("stale", words.OTHER_PLAYER(player=step.player, next=len(self.players) + 1))
        if any(each.name == step.name for each in self.players):
            raise Refuse("stale", words.NAME_TAKEN(name=step.name))
        if step.key and any(each.key == step.key for each in self.active):
            raise Refuse("seat", words.KEY_TAKEN())

    def _check_begun(self, step: Begun, by: int | None) -> None:
        _check(self.status != "playing", "status", words.BEING_PLAYED())
        _check(not self.is_paused or by == HOST, "status", words.IS_PAUSED())
        _check(len(self.active) >= FEWEST_PLAYERS, "status", words.TOO_FEW(count=FEWEST_PLAYERS))
        if step.round != len(self.rounds) + 1:
            raise Refuse("stale", words.OTHER_ROUND(round=step.round, next=len(self.rounds) + 1))
        seated = sorted(number for table in step.tables for number in table if number != BOT)
        fits = all(len(table) == self.terms.seats and any(table) for table in step.tables)
        if seated != [each.number for each in self.active] or not fits or len(step.ids) != len(step.tables):
            raise Refuse("stale", words.OTHER_TABLES())

    def _check_ended(self, step: Ended) -> None:
        _check(self.status == "playing", "status", words.NOT_PLAYING())
        playing = self.rounds[-1]
        if not 0 <= step.table < len(playing.tables) or step.table in playing.results:
            raise Refuse("stale", words.NO_SUCH_TABLE(table=step.table + 1))
        seats = self.terms.seats
        if len(step.places) != seats or len(step.points) != seats or not set(step.away) <= set(range(seats)):
            raise Refuse("stale", words.OTHER_SIZE())


def _check(holds: bool, code: str, reason: Message) -> None:
    if not holds:
        raise Refuse(code, reason)
