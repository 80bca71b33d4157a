"""Match: one playing of a game, from the first die to the standings."""

import operator
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.chance import Chance, Scripted, Seeded
from quincunx.core.errors import ChanceError, IllegalAction, NotationError, SetupError
from quincunx.core.fields import Grid, format_fields
from quincunx.core.messages import Message
from quincunx.core.position import check_position
from quincunx.core.seats import CHANCE, OVER, SPECTATOR, Actors, Seat, holds, members
from quincunx.core.spec import GameSpec
from quincunx.core.standings import PLACE, POINTS

STRETCH = 64
"""How many events lie between two states that are kept: going to any moment replays fewer than this."""

LATEST = (1 << 63) - 1
"""The greatest time of an event that a match takes, in milliseconds: greater ones could not be stored in 64 bits."""


class Event(NamedTuple):
    """What changes a state: an action by a seat, or an outcome landed by `CHANCE`."""

    who: int
    what: int
    at: int | None = None
    """Milliseconds since the match began, where time matters."""

    @property
    def by_chance(self) -> bool:
        """Whether a die or a card landed."""
        return self.who == CHANCE


class Moment(NamedTuple):
    """One event with the states around it, which never change."""

    number: int
    """How many events happened before it."""
    before: Any
    event: Event
    after: Any


class Standing(NamedTuple):
    """How a match ended for one seat."""

    seat: Seat
    place: int
    points: int


class Stretch:
    """Up to `STRETCH` events in a row, with the state before them.

    Events are only ever added. Matches that were forked from each other share stretches; each match knows how many of
    the events are its own.
    """

    __slots__ = ("events", "first", "landings", "previous", "state", "times")

    def __init__(self, previous: "Stretch | None", first: int, state: bytes, landings: int) -> None:
        self.previous = previous
        self.first = first
        """The number of its first event."""
        self.state = state
        """The state before it."""
        self.landings = landings
        """How many dice and cards had landed before it."""
        self.events = array("i")
        """Two numbers for each event: who, and what."""
        self.times: dict[int, int] = {}
        """By the number of an event: when it happened, where time matters."""

    @property
    def end(self) -> int:
        """How many events have happened when it ends."""
        return self.first + len(self.events) // 2

    def event(self, number: int) -> Event:
        """The event of that number of the match."""
        place = 2 * (number - self.first)
        return Event(self.events[place], self.events[place + 1], self.times.get(number))

    def until(self, end: int) -> "Stretch":
        """Another stretch with the same events up to that number."""
        other = Stretch(self.previous, self.first, self.state, self.landings)
        other.events = self.events[: 2 * (end - self.first)]
        other.times = {number: at for number, at in self.times.items() if number < end}
        return other


class Match:
    """One playing of a game.

    Every push lets the dice land that follow it, from the source of chance (a seed by default). With
    `settle=False` dice land one at a time by `land` or all together by `settle`. `start` is a position to begin from,
    checked like one that is read from text.

    A change makes a new `state`; the one before stays as it was.
    """

    __slots__ = (
        "_legal_actions",
        "_length",
        "_rules",
        "_tip",
        "chance",
        "landings",
        "names",
        "options",
        "seats",
        "settles",
        "spec",
        "start",
        "state",
    )

    def __init__(
        self,
        spec: GameSpec,
        seats: int | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        chance: Chance | None = None,
        names: Sequence[str] | None = None,
        settle: bool = True,
        start: Any = None,
    ) -> None:
        if not isinstance(spec, GameSpec):
            raise TypeError(f"a match is of a game, as the function game finds it, not of {spec!r}")
        self.spec = spec
        self.seats = spec.seats[0] if seats is None else operator.index(seats)
        spec.check_seats(self.seats)
        self.options = spec.options(variants)
        self.names = list(names or [f"seat {seat}" for seat in range(self.seats)])
        if len(self.names) != self.seats:
            raise SetupError(words.NAMES_AND_SEATS(count=len(self.names), seats=words.SEATS(count=self.seats)))
        self.chance = Seeded(seed) if chance is None else chance
        self.settles = settle
        self.state: Any = spec.state()
        self.landings = 0
        """How many dice and cards have landed."""
        self._length = 0
        """How many events have happened."""
        self._tip: Stretch | None = None
        """The stretch that has the last event of this match. Matches forked from it may have added later events to it.
        None before the first event."""
        self._rules: Any = spec.rules
        self._legal_actions = spec.legal_actions
        spec.rules.setup(self.state, self.seats, self.options)
        if start is not None:
            self._begin_at(start)
        self.start = None if start is None else self.position()
        """The position it started from, as text, unless it started from the beginning."""
        if self.settles:
            self.settle()

    def _begin_at(self, start: Any) -> None:
        if type(start) is not self.spec.state:
            raise SetupError(words.OTHER_GAMES_POSITION(game=self.spec.title))
        check_position(self.spec, start)
        if wrong := list(self._contradictions(start)):
            raise SetupError(words.together(wrong))
        self.state.set_ints([operator.index(number) for number in start.ints()])

    def _contradictions(self, start: Any) -> Iterator[Message]:
        """What a position to start from says otherwise than the match."""
        seats = self.spec.seats_in(start)
        if seats != self.seats:
            yield words.OTHER_SEATS_POSITION(count=seats, here=self.seats)
        for name, choice in self.spec.variants_in(start).items():
            if choice != self.variants[name]:
                yield words.OTHER_VARIANT_POSITION(variant=name, there=choice, here=self.variants[name])

    # Questions

    @property
    def variants(self) -> dict[str, str]:
        """The options it is played with."""
        return self.spec.variant_names(self.options)

    @property
    def to_act(self) -> int:
        """The set of seats that may act now, or `CHANCE`, or `OVER`."""
        actors: int = self._rules.to_act(self.state)
        return actors

    @property
    def actors(self) -> list[Seat]:
        """The seats that may act now."""
        return members(self.to_act)

    @property
    def actor(self) -> Seat:
        """The one seat that may act now."""
        actors = self.actors
        if len(actors) != 1:
            raise IllegalAction(_pause(self.to_act) or words.SAY_WHICH_SEAT(count=len(actors)))
        return actors[0]

    @property
    def awaits_chance(self) -> bool:
        """Whether a die or card must land next."""
        return bool(self._rules.to_act(self.state) == CHANCE)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    def legal_actions(self, seat: Seat | None = None) -> list[int]:
        """What a seat may do now, ascending; nothing when it is not its move."""
        seat = self.actor if seat is None else seat if type(seat) is int else _whole("a seat", seat)
        state = self.state
        if seat < 0 or not holds(self._rules.to_act(state), seat):
            return []
        if self._legal_actions is None:
            objection = self._rules.objection
            return [action for action in range(self.spec.actions) if objection(state, seat, action) == 0]
        actions = [0] * self.spec.actions
        del actions[self._legal_actions(state, seat, actions) :]
        return actions

    def objection(self, action: int, seat: Seat | None = None) -> Message | None:
        """Why a seat may not do this now, in words with the rule; None if it may."""
        if seat is None:
            if pause := _pause(self.to_act):
                return pause
            seat = self.actor
        seat, action = _whole("a seat", seat), _whole("an action", action)
        if bar := self._bar(seat):
            return bar
        if not 0 <= action < self.spec.actions:
            return words.NO_SUCH_ACTION(action=action, game=self.spec.title)
        code: int = self._rules.objection(self.state, seat, action)
        return None if code == 0 else self.spec.objections[code]()

    def _bar(self, seat: Seat) -> Message | None:
        """Why a seat may do nothing at all now."""
        actors = self._rules.to_act(self.state)
        if seat >= 0 and holds(actors, seat):
            return None
        if pause := _pause(actors):
            return pause
        if not 0 <= seat < self.seats:
            return words.NO_SUCH_SEAT(seat=seat)
        return words.NOT_YOUR_MOVE(name=self.names[seat])

    def odds(self) -> list[int]:
        """The weights of the outcomes of the next die or card."""
        self._expect_chance()
        return weights_of(self.spec, self.state)

    def _expect_chance(self) -> None:
        if not self.awaits_chance:
            raise ChanceError(words.NO_CHANCE_DUE())

    def view(self, seat: Seat = SPECTATOR) -> Any:
        """The state as a seat may know it: a copy of the caller's own. An IllegalAction if there is no such seat."""
        seat = self._viewer(seat)
        out = self.state.duplicate()
        self._rules.view(self.state, seat, out)
        return out

    def sees(self, seat: Seat, who: int, what: int) -> bool:
        """Whether a seat may know what the event is that happens next; it may where nothing is secret."""
        seat = self._viewer(seat)
        secrets = self.spec.secrets
        return secrets is None or bool(secrets.sees(self.state, seat, who, what))

    def _viewer(self, seat: Seat) -> Seat:
        """A seat of the match, or `SPECTATOR`."""
        seat = _whole("a seat", seat)
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise IllegalAction(words.NO_SUCH_SEAT(seat=seat))
        return seat

    def standings(self) -> list[Standing]:
        """Place and points of every seat, best first; as it stands, if the match is not over."""
        return standings_of(self.spec, self.seats, self.state)

    # The timeline

    def __len__(self) -> int:
        return self._length

    @property
    def events(self) -> Iterator[Event]:
        """Everything that has happened, in order."""
        return (stretch.event(number) for stretch, number in self._numbered(0, self._length))

    def event(self, index: int) -> Event:
        """The event of that number, from 0; from the end, if it is negative."""
        index = _whole("the number of an event", index)
        if not -self._length <= index < self._length:
            raise IndexError(f"there is no event {index}: so far there have been {self._length}")
        index %= self._length
        stretch = self._stretch(index + 1)
        assert stretch is not None
        return stretch.event(index)

    @property
    def last_who(self) -> int:
        """Who made the last event: a seat or `CHANCE`; `CHANCE` before the first."""
        tip = self._tip
        return CHANCE if tip is None else tip.events[2 * (self._length - tip.first) - 2]

    def walk(self, first: int = 0, last: int | None = None) -> Iterator[Moment]:
        """The moments of the events from number `first` up to before number `last`, in order.

        Whatever happens to the match meanwhile, these are the moments it had when the walk was asked for.
        """
        first = _whole("the number of an event", first)
        last = self._length if last is None else _whole("the number of an event", last)
        if not 0 <= first <= last <= self._length:
            raise IllegalAction(words.NO_SUCH_WALK(count=self._length, first=first, last=last))
        return self._walk(self._numbered(first, last), self._state_at(first))

    def _walk(self, numbered: Iterator[tuple[Stretch, int]], state: Any, *, keep: bool = True) -> Iterator[Moment]:
        """Let events happen again, one after the other, and give the moment of each.

        Every replay goes through this loop. Without `keep` the given state is changed in place: then the states of the
        moments are all the same object.
        """
        for stretch, number in numbered:
            before, state = state, state.duplicate() if keep else state
            event = stretch.event(number)
            if event.who == CHANCE:
                self._rules.land(state, event.what)
            else:
                self._rules.apply(state, event.who, event.what)
            yield Moment(number, before, event, state)

    def fork(self, at: int | None = None) -> "Match":
        """An independent match that has had the first `at` events of this one (all without), and goes on by itself.

        Its dice come from the same source: from a seed, a record or a script, the same dice land.
        """
        fork = Match.__new__(Match)
        fork.spec, fork.seats, fork.options, fork.start = self.spec, self.seats, self.options, self.start
        fork._rules, fork._legal_actions = self._rules, self._legal_actions
        fork.names, fork.settles = self.names[:], self.settles
        fork.chance = copy(self.chance) if type(self.chance) is Scripted else self.chance
        fork._tip, fork._length, fork.landings, fork.state = self._tip, self._length, self.landings, self.state
        if at is not None:
            fork.rewind(at)
        return fork

    def goes_on_from(self, earlier: "Match") -> bool:
        """Whether all that has happened in a match that shares this one's past has happened here, too."""
        length, tip = earlier._length, earlier._tip
        if tip is None or length > self._length:
            return tip is None
        mine = self._stretch(length)
        assert mine is not None
        return mine is tip or (
            mine.previous is tip.previous
            and all(mine.event(number) == tip.event(number) for number in range(tip.first, length))
        )

    def rewind(self, length: int) -> None:
        """Go back to when that many events had happened."""
        length = _whole("a number of events", length)
        if not 0 <= length <= self._length:
            raise IllegalAction(words.NOT_SO_FAR_BACK(count=self._length, length=length))
        if length == self._length:
            return
        self.state = self._state_at(length)
        tip = self._tip = self._stretch(length)
        self.landings = 0 if tip is None else tip.landings + tip.events[: 2 * (length - tip.first) : 2].count(CHANCE)
        self._length = length

    def _stretch(self, length: int) -> Stretch | None:
        """The stretch that holds the last event when that many had happened."""
        stretch = self._tip
        while stretch is not None and stretch.first >= length:
            stretch = stretch.previous
        return stretch

    def _numbered(self, first: int, last: int) -> Iterator[tuple[Stretch, int]]:
        """The numbers of some events, each with the stretch that holds it."""
        stretches = []
        stretch = self._stretch(last)
        while stretch is not None and stretch.end > first:
            stretches.append(stretch)
            stretch = stretch.previous
        return (
            (stretch, number)
            for stretch in reversed(stretches)
            for number in range(max(first, stretch.first), min(last, stretch.first + STRETCH))
        )

    def _state_at(self, length: int) -> Any:
        """The state when that many events had happened."""
        if length == self._length:
            return self.state
        stretch = self._tip
        assert stretch is not None
        while stretch.first > length:
            assert stretch.previous is not None
            stretch = stretch.previous
        state = self.spec.state()
        state.set_bytes(stretch.state)
        for _ in self._walk(self._numbered(stretch.first, length), state, keep=False):
            pass
        return state

    # Copies and pickles

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs: the past as one list, however long the match is, and none of the rules' functions."""
        kept = {name: getattr(self, name) for name in self.__slots__ if not name.startswith("_")}
        past: list[Stretch] = []
        stretch = self._stretch(self._length)
        while stretch is not None:
            past.append(stretch if past else stretch.until(self._length))
            stretch = stretch.previous
        rows = [(each.first, each.state, each.landings, each.events, each.times) for each in reversed(past)]
        return kept | {"past": rows, "length": self._length}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._tip = None
        for first, state, landings, events, times in kept["past"]:
            self._tip = Stretch(self._tip, first, state, landings)
            self._tip.events, self._tip.times = events, times
        self._length = kept["length"]
        for name in self.__slots__:
            if not name.startswith("_"):
                setattr(self, name, kept[name])
        self._rules, self._legal_actions = self.spec.rules, self.spec.legal_actions

    # What changes the match

    def push(self, action: int, seat: Seat | None = None, *, at: int | None = None) -> None:
        """A seat acts; then, with a source of chance, the dice land that this asks for."""
        self._act(action, seat, at)
        if self.settles:
            self.settle()

    def _act(self, action: int, seat: Seat | None, at: int | None) -> Event:
        seat = self.actor if seat is None else seat if type(seat) is int else _whole("a seat", seat)
        action = action if type(action) is int else _whole("an action", action)
        rules, before = self._rules, self.state
        if (
            seat < 0
            or not holds(rules.to_act(before), seat)
            or not 0 <= action < self.spec.actions
            or rules.objection(before, seat, action)
        ):
            raise self._illegal(action, seat)
        if at is not None and not 0 <= operator.index(at) <= LATEST:
            reason = words.NO_SUCH_TIME(time=at)
            raise IllegalAction(words.CANNOT(action=self._action_text(action, seat), reason=reason))
        state = before.duplicate()
        rules.apply(state, seat, action)
        self._record(seat, action, at)
        self.state = state
        return Event(seat, action, at)

    def _illegal(self, action: int, seat: Seat) -> IllegalAction:
        reason = self.objection(action, seat) or words.PLAIN(text="")
        return IllegalAction(words.CANNOT(action=self._action_text(action, seat), reason=reason), reason)

    def land(self, outcome: int) -> None:
        """One die or card lands."""
        outcome = outcome if type(outcome) is int else _whole("an outcome", outcome)
        weights = self.odds()
        if not 0 <= outcome < len(weights) or weights[outcome] == 0:
            raise ChanceError(words.CANNOT_LAND(outcome=self._outcome_text(outcome)))
        self._land(outcome)

    def _land(self, outcome: int) -> None:
        state = self.state.duplicate()
        self._rules.land(state, outcome)
        self._record(CHANCE, outcome)
        self.landings += 1
        self.state = state

    def roll(self) -> int:
        """Let one die or card land from the source of chance; return its outcome."""
        self._expect_chance()
        return self._roll()

    def _roll(self) -> int:
        """The die or card that is due lands."""
        chance = self.chance
        if type(chance) is Seeded:  # drawn from the odds: it can land
            outcome = chance.draw(weights_of(self.spec, self.state), self.landings)
            self._land(outcome)
        else:
            outcome = chance.outcome(self)
            self.land(outcome)
        return outcome

    def settle(self) -> int:
        """Let dice and cards land from the source until a seat must act or the match is over; how many landed."""
        before = self.landings
        while self.awaits_chance:
            self._roll()
        return self.landings - before

    def play(self, action: int | None = None, seat: Seat | None = None, *, at: int | None = None) -> list[Moment]:
        """A seat acts (none: only chance does), then dice and cards land until a seat must act; every moment of it.

        `push` is for whoever plays: it hands out no moments, and dice land only if the match lets them. `play` is for
        whoever tells others what came of it: the hall makes a step by one call, without walking through it again.
        """
        moments: list[Moment] = []
        number, before = self._length, self.state
        if action is not None:
            event = self._act(action, seat, at)
            moments.append(Moment(number, before, event, self.state))
        to_act = self._rules.to_act
        while to_act(self.state) == CHANCE:
            number, before = self._length, self.state
            moments.append(Moment(number, before, Event(CHANCE, self._roll()), self.state))
        return moments

    def follow(self, events: Iterable[tuple[int, int]]) -> None:
        """Events that were kept elsewhere happen here, one after the other, each checked: who and what, chance too."""
        for who, what in events:
            if who == CHANCE:
                self.land(what)
            else:
                self._act(what, who, None)

    def pop(self) -> Event:
        """Take back the last action and every die that has landed since; with `settle=False`, the last event alone."""
        keep = self._length - 1
        while self.settles and keep >= 0 and self.event(keep).by_chance:
            keep -= 1
        if keep < 0:
            raise IllegalAction(words.NOTHING_TO_TAKE_BACK())
        event = self.event(keep)
        self.rewind(keep)
        return event

    def _record(self, who: int, what: int, at: int | None = None) -> None:
        """Add an event to those of this match, before the state changes."""
        tip, length = self._tip, self._length
        if tip is None or length == tip.first + STRETCH:
            tip = self._tip = Stretch(tip, length, self.state.to_bytes(), self.landings)
        elif len(tip.events) != 2 * (length - tip.first):  # another match has gone on from here
            tip = self._tip = tip.until(length)
        tip.events.extend((who, what))
        if at is not None:
            tip.times[length] = at
        self._length = length + 1

    # Text

    def format_action(self, action: int, seat: Seat | None = None) -> str:
        """An action as text; an IllegalAction if the game has no such action."""
        seat, action = self._seat(seat), _whole("an action", action)
        if not 0 <= action < self.spec.actions:
            raise IllegalAction(words.NO_SUCH_ACTION(action=action, game=self.spec.title))
        return self.spec.notation.format_action(self.state, seat, action)

    def parse_action(self, text: str, seat: Seat | None = None) -> int:
        """The action that a text says; a NotationError if it says none."""
        return self.spec.notation.parse_action(self.state, self._seat(seat), _text(text))

    def _seat(self, seat: Seat | None) -> Seat:
        """The seat that is meant: the one that may act, unless another is named."""
        seat = self.actor if seat is None else _whole("a seat", seat)
        if not 0 <= seat < self.seats:
            raise IllegalAction(words.NO_SUCH_SEAT(seat=seat))
        return seat

    def push_text(self, text: str, seat: Seat | None = None, *, at: int | None = None) -> None:
        """A seat does what a text says; then the dice land, as after `push`."""
        seat = self.actor if seat is None else _whole("a seat", seat)
        if bar := self._bar(seat):
            raise IllegalAction(bar)
        self.push(self.parse_action(text, seat), seat, at=at)

    def format_outcome(self, outcome: int) -> str:
        """An outcome of the next die or card as text; a ChanceError if it has no such outcome."""
        outcome = _whole("an outcome", outcome)
        if not 0 <= outcome < len(self.odds()):
            raise ChanceError(words.CANNOT_LAND(outcome=words.OUTCOME_NUMBER(number=outcome)))
        return self.spec.notation.format_outcome(self.state, outcome)

    def parse_outcome(self, text: str) -> int:
        """The outcome that a text says; a NotationError if it says none."""
        self._expect_chance()
        return self.spec.notation.parse_outcome(self.state, _text(text))

    def transcript(self) -> str:
        """The match as text that replays to the same state."""
        from quincunx.core.transcript import write_transcript

        return write_transcript(self)

    def position(self) -> str:
        """The state as text."""
        return format_fields(self.state)

    def _action_text(self, action: int, seat: Seat) -> str | Message:
        known = 0 <= action < self.spec.actions and 0 <= seat < self.seats
        return self.format_action(action, seat) if known else words.ACTION_NUMBER(number=action)

    def _outcome_text(self, outcome: int) -> str | Message:
        known = 0 <= outcome < len(weights_of(self.spec, self.state))
        return self.format_outcome(outcome) if known else words.OUTCOME_NUMBER(number=outcome)

    def __repr__(self) -> str:
        if self.is_over:
            now = "over: " + ", ".join(f"{self.names[row.seat]} {row.points}" for row in self.standings())
        elif self.awaits_chance:
            now = str(self.spec.notation.describe_chance(self.state, self.names))
        else:
            now = "to act: " + ", ".join(self.names[seat] for seat in self.actors)
        return f"<{self.spec.title}, {words.SEATS(count=self.seats)}, {len(self)} events, {now}>"


def weights_of(spec: GameSpec, state: Any) -> list[int]:
    """The weights of the outcomes of the die or card that is due in a state."""
    weights = [0] * spec.outcomes
    del weights[spec.rules.odds(state, weights) :]
    return weights


def standings_of(spec: GameSpec, seats: int, state: Any) -> list[Standing]:
    """Place and points of every seat in a state, best first."""
    found = Grid(seats, 2)
    spec.rules.standings(state, found)
    rows = [Standing(seat, found[seat, PLACE], found[seat, POINTS]) for seat in range(seats)]
    return sorted(rows, key=lambda row: (row.place, row.seat))


def _whole(what: str, number: Any) -> int:
    """A whole number of any type; a TypeError says what is none."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None


def _text(text: Any) -> str:
    """A text; a NotationError if it is none."""
    if not isinstance(text, str):
        raise NotationError(words.NO_TEXT(value=words.quoted(text)))
    return text


def _pause(actors: Actors) -> Message | None:
    """Why no seat at all may act now."""
    if actors == OVER:
        return words.MATCH_IS_OVER()
    return words.CHANCE_FIRST() if actors == CHANCE else None
