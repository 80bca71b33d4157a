"""Everything a table is, folded from its entries: who sits there, what was decided, the match. No input or output.

A change is made here first, then stored, then told; if it cannot be stored, `revert` takes it back.
"""

from array import array
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from quincunx.bots import check_bot, default_bot
from quincunx.core.errors import IllegalAction, NotationError, SetupError
from quincunx.core.match import Event, Match, Moment
from quincunx.core.messages import Message, rule_of
from quincunx.core.seats import CHANCE, MAX_SEATS, OVER, Actors, Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import write_transcript
from quincunx.server import words
from quincunx.server.dice import commitment_of, dice_of
from quincunx.server.entries import (
    Acted,
    AnyStep,
    Away,
    Decided,
    Entry,
    Filled,
    Followed,
    Left,
    Mixed,
    Opened,
    Renamed,
    Sat,
    Started,
    Undone,
)
from quincunx.server.protocol import Change, DiceInfo, SeatInfo, Settings, Status, TableInfo, TableSummary
from quincunx.server.seating import Chair, bot_name, fresh_name
from quincunx.server.stage import stage_of
from quincunx.server.store import TableRow

StepT = TypeVar("StepT", bound=AnyStep)

REMEMBERED = 8
"""Messages of a seat whose answer is still known when they come again."""
REMEMBERED_IN_RACES = 64
MOVES = (Acted, Undone)
MEMBERS = [members(actors) for actors in range(1 << MAX_SEATS)]
"""The seats of every set of seats."""


class Refuse(Exception):  # noqa: N818  # a refusal is an answer, not an error
    """Not now, not you, or not like this: the answer to a message."""

    def __init__(self, code: str, reason: Message) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule_of(reason)


@dataclass(slots=True)
class Memo:
    """What a ledger was like before a change."""

    match: Match | None
    length: int
    last: Event | None
    """What an undo takes off the match."""
    steps: int
    last_step: "array[int]"
    chairs: list[Chair]
    settings: Settings
    host: Seat | None
    status: Status
    actors: list[Seat]
    rematch: str | None
    started: int


class Ledger:
    """One table, as its entries say."""

    def __init__(self, spec: GameSpec, row: TableRow) -> None:
        if row.rules > spec.rules_version:  # older steps go on as long as each is legal
            raise SetupError(words.OTHER_RULES(there=row.rules, game=spec.title, here=spec.rules_version))
        self.id = row.id
        self.number = row.number
        self.spec = spec
        self.stage = stage_of(spec)
        self.seats = row.seats
        self.variants = row.variants
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.seed = row.seed
        self.created = row.created
        self.seq = 0
        self.chairs = [Chair() for _ in range(row.seats)]
        self.host: Seat | None = None
        self.status: Status = "waiting"
        self.match: Match | None = None
        self.actors: list[Seat] = []
        """The seats that may act now; not to be changed."""
        self.started = 0
        """When the match began, in milliseconds since 1970."""
        self.rematch: str | None = None
        self._steps = array("q")
        """Of each step of the match, one after the other: its number, its time, and twice its first event, one more if
        it has revealed something."""
        self._last_who = CHANCE
        """Who made the match's last event."""
        self._own = [0] * row.seats
        """By seat: the number of its own last step."""
        self._remembers = REMEMBERED_IN_RACES if spec.race else REMEMBERED
        self._answered: list[dict[str, int]] = [{} for _ in range(row.seats)]
        """By seat: the last messages that were stored, as entries name them, and the numbers of their steps."""

    # Questions

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(self.chairs)]

    @property
    def entropy(self) -> list[str | None]:
        """What each player added to the dice."""
        return [chair.entropy for chair in self.chairs]

    def seat_of(self, token_hash: str) -> Seat | None:
        """The seat that a token opens."""
        for seat, chair in enumerate(self.chairs):
            if chair.token == token_hash:
                return seat
        return None

    def answered(self, seat: Seat, message: str) -> int | None:
        """The step that answered this message before, named as its entry names it."""
        return self._answered[seat].get(message)

    def view(self, seat: Seat) -> Any:
        """The state as this seat may know it."""
        assert self.match is not None
        return self.stage.view(self.match.state, seat)

    def legal(self, seat: Seat) -> list[int]:
        """What a seat may do now."""
        return [] if self.match is None or seat not in self.actors else self.match.legal_actions(seat)

    @property
    def undoer(self) -> Seat | None:
        """The seat that may take its last action back: nothing landed, nobody else acted, nothing was shown."""
        if self._last_who == CHANCE or self.status != "playing" or self.spec.race or self._steps[-1] & 1:
            return None
        return self._last_who

    def can_start(self) -> bool:
        """Whether the match should begin by itself."""
        return self.status == "waiting" and all(
            not chair.is_empty and (chair.entropy is not None or not chair.is_human) for chair in self.chairs
        )

    def info(self, connected: Callable[[Seat], bool], allowance: int) -> TableInfo:
        """The table as everyone may know it."""
        return TableInfo(
            id=self.id,
            game=self.spec.slug,
            rules=self.spec.rules_version,
            variants=self.variants,
            status=self.status,
            seats=[self._seat_info(seat, chair, connected(seat)) for seat, chair in enumerate(self.chairs)],
            host=self.host,
            settings=self.settings,
            dice=self.dice,
            race=self.spec.race,
            allowance=allowance if self.spec.race else 0,
            rematch=self.rematch,
            created=self.created,
            seq=self.seq,
        )

    def _seat_info(self, seat: Seat, chair: Chair, connected: bool) -> SeatInfo:
        human = chair.is_human or chair.left
        return SeatInfo(
            seat=seat,
            kind="human" if human else "bot" if chair.bot else "empty",
            name=chair.name,
            level=chair.bot,
            connected=connected,
            away=chair.is_away,
            ready=chair.entropy is not None,
        )

    @property
    def dice(self) -> DiceInfo:
        """What proves the dice; the seed only at the end."""
        return DiceInfo(commitment_of(self.seed), self.entropy, self.seed if self.status == "over" else None)

    def summary(self) -> TableSummary:
        """The table's line in the lobby; a table that everyone has left before the match is over."""
        abandoned = self.status == "waiting" and not any(chair.is_human for chair in self.chairs)
        return TableSummary(
            id=self.id,
            game=self.spec.slug,
            status="over" if abandoned else self.status,
            seats=self.seats,
            free=sum(chair.is_empty for chair in self.chairs),
            names=[chair.name for chair in self.chairs],
            created=self.created,
        )

    def steps_after(self, seq: int, most: int) -> tuple[list[tuple[int, int, int]], int]:
        """The last steps of the match after that number, as (seq, at, first event); and the first event of them all."""
        last = self._steps[-3 * most :]
        steps = [
            (last[index], last[index + 1], last[index + 2] >> 1)
            for index in range(0, len(last), 3)
            if last[index] > seq
        ]
        return steps, steps[0][2] if steps else 0

    def transcript(self) -> str:
        """The finished match as text, with what proves its dice."""
        if self.match is None or self.status != "over":
            raise Refuse("status", words.NO_TRANSCRIPT_YET())
        notes = {
            "table": self.id,
            "bots": " ".join(chair.bot or "-" for chair in self.chairs),
            "commitment": commitment_of(self.seed),
            "seed": self.seed,
            "entropy": " ".join(chair.entropy or "-" for chair in self.chairs),
        }
        return write_transcript(self.match, notes)

    # Changes asked for now: checked, made, and the step that says so given back

    def sit(self, name: str, token: str, seat: Seat | None) -> Sat:
        """A person sits down."""
        if self.status != "waiting":
            raise Refuse("status", words.HAS_BEGUN_WATCH())
        free = [number for number, chair in enumerate(self.chairs) if chair.is_empty]
        if not free:
            raise Refuse("seat", words.ALL_TAKEN())
        if seat is not None and seat not in free:
            taken = words.SEAT_TAKEN if seat < self.seats else words.NO_SUCH_SEAT
            raise Refuse("seat", taken(seat=seat))
        seat = free[0] if seat is None else seat
        return self._done(Sat(seat, fresh_name(name, self._others(seat), seat), token))

    def fill(self, by: Seat, seat: Seat, bot: str, connected: bool) -> Filled | Away:
        """The host lets a bot play."""
        self._check_host(by)
        chair = self._chair(seat)
        try:
            check_bot(self.spec, bot)
        except SetupError as error:
            raise Refuse("seat", error.message) from None
        if self.status == "over":
            raise Refuse("status", words.IS_OVER())
        if chair.is_human:
            if self.status == "waiting" or connected:
                raise Refuse("seat", words.SITS_THERE(name=chair.name))
            return self._done(Away(seat, bot))
        return self._done(Filled(seat, bot))

    def open(self, by: Seat, seat: Seat) -> Opened:
        """The host sends a bot away."""
        self._check_host(by)
        self._check_waiting()
        if self._chair(seat).bot is None:
            raise Refuse("seat", words.NO_BOT_THERE(seat=seat))
        return self._done(Opened(seat))

    def rename(self, seat: Seat, name: str) -> Renamed:
        """A player goes by another name."""
        return self._done(Renamed(seat, fresh_name(name, self._others(seat), seat)))

    def mix(self, seat: Seat, value: str) -> Mixed:
        """A player adds entropy, once."""
        self._check_waiting()
        if self.chairs[seat].entropy is not None:
            raise Refuse("status", words.ENTROPY_IS_IN())
        return self._done(Mixed(seat, value))

    def decide(self, by: Seat, change: Change) -> Decided:
        """The host changes settings."""
        self._check_host(by)
        fields = ("pace", "clock", "away", "away_after", "listed")
        chosen = {name: getattr(change, name) for name in fields if getattr(change, name) is not msgspec.UNSET}
        return self._done(Decided(msgspec.structs.replace(self.settings, **chosen)))

    def leave(self, seat: Seat) -> Left | Opened:
        """A player gives the seat up."""
        if self.status == "waiting":
            return self._done(Opened(seat))
        return self._done(Left(seat))

    def stand_in(self, seat: Seat) -> Away:
        """A bot plays for an absent player."""
        chair = self.chairs[seat]
        if not chair.is_human or chair.bot is not None or self.status != "playing":
            raise Refuse("seat", words.NOBODY_MISSING())
        return self._done(Away(seat, default_bot(self.spec)))

    def come_back(self, seat: Seat) -> Away:
        """The player is back."""
        if not (self.chairs[seat].is_human and self.chairs[seat].bot):
            raise Refuse("seat", words.HERE_ALREADY())
        return self._done(Away(seat))

    def follow(self, table: str) -> Followed:
        """The next match is there."""
        if self.rematch is not None:
            raise Refuse("status", words.NEXT_IS_OPEN())
        return self._done(Followed(table))

    def start(self, by: Seat | None, now: int) -> tuple[Started, list[Moment]]:
        """The match begins: asked for by the host, or (none) by itself."""
        if by is not None:
            self._check_host(by)
        self._check_waiting()
        for seat, chair in enumerate(self.chairs):
            if chair.is_empty:
                raise Refuse("seat", words.SEAT_EMPTY(seat=seat))
        match = self._new_match()
        moments = match.play()
        self._began(match, now)
        self._took_step(self.seq + 1, now, 0, False)
        self._set_status(match.to_act, CHANCE)
        return Started([moment.event.what for moment in moments]), moments

    def read_act(self, seat: Seat, seq: int, text: str) -> int:
        """The action that a text says, if this seat may act now; read with what the seat may know alone."""
        self._check_playing()
        self._check_fresh(seat, seq)
        if seat not in self.actors:
            raise Refuse("turn", self._whose_move())
        try:
            return self.stage.parse_action(self.view(seat), seat, text)
        except NotationError as error:
            raise Refuse("notation", error.message) from None

    def act(self, seat: Seat, action: int, now: int, at: int | None) -> tuple[Acted, list[Moment]]:
        """A seat acts if the rules allow it, and the dice land that follow: all of it or nothing."""
        assert self.match is not None
        if seat not in self.actors:
            raise Refuse("turn", self._whose_move())
        match = self.match.fork()
        try:
            moments = match.play(action, seat, at=at)
        except IllegalAction as error:
            raise Refuse("rules", error.reason) from None
        land = [moment.event.what for moment in moments[1:]]
        reveals = not land and self.stage.narrator.reveals(moments[0].before, match.state, self.seats)
        self._took_step(self.seq + 1, now, len(self.match), reveals)
        self.match = match
        self._set_status(match.to_act, match.last_who)
        return Acted(seat, action, land, at), moments

    def undo(self, seat: Seat, seq: int) -> Undone:
        """A seat takes its last action back."""
        self._check_playing()
        self._check_fresh(seat, seq)
        if seat != self.undoer:
            raise Refuse("rules", words.ONLY_OWN_LAST())
        assert self.match is not None
        return self._done(Undone(seat, len(self.match) - 1))

    def _done(self, step: StepT) -> StepT:
        self._make(step)
        return step

    # Checks

    def _chair(self, seat: Seat) -> Chair:
        if not 0 <= seat < self.seats:
            raise Refuse("seat", words.NO_SUCH_SEAT(seat=seat))
        return self.chairs[seat]

    def _others(self, seat: Seat) -> Iterable[str]:
        return [chair.name for number, chair in enumerate(self.chairs) if number != seat]

    def _check_host(self, seat: Seat) -> None:
        if seat != self.host:
            raise Refuse("host", words.HOST_ONLY())

    def _check_waiting(self) -> None:
        if self.status != "waiting":
            raise Refuse("status", words.HAS_BEGUN())

    def _check_playing(self) -> None:
        if self.status != "playing":
            raise Refuse("status", words.IS_OVER() if self.status == "over" else words.NOT_BEGUN())

    def _check_fresh(self, seat: Seat, seq: int) -> None:
        if self.spec.race:
            oldest = next(iter(self._answered[seat].values()), 0)
            horizon = oldest if len(self._answered[seat]) == self._remembers else 0
        else:
            horizon = self._own[seat]
        if seq < horizon:
            raise Refuse("stale", words.MOVED_ON())

    def _whose_move(self) -> Message:
        names = [self.names[seat] for seat in self.actors]
        return words.MOVE_OF(names=names) if names else words.NOBODY_MAY_ACT()

    # Folding

    def advance(self, entry: Entry, *, show: bool = False) -> list[Moment] | None:
        """Take over a step that is stored; the moments of it, if the match moved and someone wants to see."""
        step = entry.step
        first = None
        if isinstance(step, Started):
            first = self._replay_start(step, entry)
        elif isinstance(step, Acted):
            first = self._replay_act(step, entry)
        else:
            self._make(step)
        self.stored(entry)
        return None if first is None or not show or self.match is None else list(self.match.walk(first))

    def stored(self, entry: Entry) -> None:
        """This step is on disk: the table stands at its number."""
        self.seq = entry.seq
        step, message = entry.step, entry.message
        if isinstance(step, MOVES):
            self._own[step.seat] = entry.seq
        if message is not None:
            answered = self._answered[int(message[0])]
            answered[message] = entry.seq
            if len(answered) > self._remembers:
                del answered[next(iter(answered))]

    def revert_act(self) -> None:
        """Take the action back that was made last and could not be stored."""
        assert self.match is not None
        self.match.rewind(self._steps[-1] >> 1)
        del self._steps[-3:]
        self._set_status(self.match.to_act, self.match.last_who)

    def mark(self) -> Memo:
        """For `revert`, before any change that is not an action."""
        length = 0 if self.match is None else len(self.match)
        return Memo(
            match=self.match,
            length=length,
            last=self.match.event(length - 1) if self.match is not None and length else None,
            steps=len(self._steps),
            last_step=self._steps[-3:],
            chairs=[copy(chair) for chair in self.chairs],
            settings=self.settings,
            host=self.host,
            status=self.status,
            actors=self.actors,
            rematch=self.rematch,
            started=self.started,
        )

    def revert(self, memo: Memo) -> None:
        """Be what it was like then."""
        self.match = memo.match
        self.chairs, self.settings, self.host = memo.chairs, memo.settings, memo.host
        self.status, self.rematch, self.started = memo.status, memo.rematch, memo.started
        if self.match is not None and len(self.match) > memo.length:
            self.match.rewind(memo.length)
        if self.match is not None and len(self.match) < memo.length:
            assert memo.last is not None
            self.match.push(memo.last.what, memo.last.who, at=memo.last.at)
            self._steps.extend(memo.last_step)
        else:
            del self._steps[memo.steps :]
        self.actors = memo.actors
        self._last_who = memo.last.who if memo.last is not None else CHANCE

    def _make(self, step: AnyStep) -> None:
        match step:
            case Sat(seat, name, token):
                self.chairs[seat] = Chair(name=name, token=token)
                self.host = seat if self.host is None else self.host
            case Filled(seat, bot):
                chair = self.chairs[seat]
                name = chair.name if chair.left else bot_name(bot, self._others(seat), seat)
                self.chairs[seat] = Chair(name=name, bot=bot, entropy=chair.entropy)
            case Opened(seat):
                self.chairs[seat] = Chair()
                self._pass_host(seat)
            case Left(seat):
                chair = self.chairs[seat]
                chair.token, chair.left = None, True
                if self.settings.away == "bot":
                    chair.bot = default_bot(self.spec)
                self._pass_host(seat)
            case Renamed(seat, name):
                self.chairs[seat].name = name
            case Mixed(seat, value):
                self.chairs[seat].entropy = value
            case Decided(settings):
                self.settings = settings
            case Away(seat, bot):
                self.chairs[seat].bot = bot
            case Followed(table):
                self.rematch = table
            case Undone(_, length):
                assert self.match is not None
                self.match.rewind(length)
                del self._steps[-3:]
                self._set_status(self.match.to_act, self.match.last_who)
            case _:
                raise AssertionError(f"{step} is replayed, not made")
        if self.match is not None:
            self.match.names[:] = self.names

    def _pass_host(self, seat: Seat) -> None:
        if self.host == seat:
            people = [number for number, chair in enumerate(self.chairs) if chair.is_human]
            self.host = people[0] if people else None

    def _new_match(self) -> Match:
        return Match(
            self.spec,
            self.seats,
            variants=self.variants,
            chance=dice_of(self.seed, self.entropy),
            names=self.names,
            settle=False,
        )

    def _began(self, match: Match, now: int) -> None:
        self.match = match
        self.started = now

    def _took_step(self, seq: int, at: int, first: int, reveals: int) -> None:
        self._steps.extend((seq, at, 2 * first + reveals))

    def _set_status(self, actors: Actors, last_who: int) -> None:
        self.actors = MEMBERS[actors]
        self.status = "over" if actors == OVER else "playing"
        self._last_who = last_who

    def _replay_start(self, step: Started, entry: Entry) -> int:
        match = self._new_match()
        for outcome in step.land:
            match.land(outcome)
        self._began(match, entry.at)
        self._took_step(entry.seq, entry.at, 0, False)
        self._set_status(match.to_act, match.last_who)
        return 0

    def _replay_act(self, step: Acted, entry: Entry) -> int:
        match = self.match
        assert match is not None
        first, before = len(match), match.state
        match.push(step.action, step.seat, at=step.at)
        for outcome in step.land:
            match.land(outcome)
        reveals = not step.land and self.stage.narrator.reveals(before, match.state, self.seats)
        self._took_step(entry.seq, entry.at, first, reveals)
        self._set_status(match.to_act, match.last_who)
        return first
