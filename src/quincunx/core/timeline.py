"""The timeline of a match: its events in order, and the state at any moment."""

import operator
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.errors import IllegalAction
from quincunx.core.seats import CHANCE
from quincunx.core.spec import GameSpec

STRETCH = 64
"""The number of events between two stored states: going to any moment replays fewer than this."""

LATEST = (1 << 63) - 1
"""The greatest time of an event, in milliseconds: greater ones could not be stored in 64 bits."""


class Event(NamedTuple):
    """A change of the state: an action by a seat, or an outcome landed by `CHANCE`."""

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
    """The number of events before it."""
    before: Any
    event: Event
    after: Any


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
        """The number of dice and cards that had landed before it."""
        self.events = array("i")
        """Two numbers for each event: who, and what."""
        self.times: dict[int, int] = {}
        """By the number of an event: its time, in a race."""

    @property
    def end(self) -> int:
        """The number of events at its end."""
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


class Timeline:
    """The events of a match and its present state.

    A change makes a new `state`; the one before stays as it was.
    """

    __slots__ = ("_length", "_rules", "_tip", "landings", "spec", "state")

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.state: Any = spec.state()
        self.landings = 0
        """The number of dice and cards that have landed."""
        self._length = 0
        """The number of events that have happened."""
        self._tip: Stretch | None = None
        """The stretch that has the last event of this match. Matches forked from it may have added later events to it.
        None before the first event."""
        self._rules: Any = spec.rules

    def __len__(self) -> int:
        return self._length

    @property
    def events(self) -> Iterator[Event]:
        """Everything that has happened, in order."""
        return (stretch.event(number) for stretch, number in self._numbered(0, self._length))

    def event(self, index: int) -> Event:
        """The event of that number, from 0; from the end, if it is negative."""
        index = operator.index(index)
        if not -self._length <= index < self._length:
            raise IndexError(f"there is no event {index}: so far there have been {self._length}")
        index %= self._length
        stretch = self._stretch(index + 1)
        assert stretch is not None
        return stretch.event(index)

    @property
    def last_who(self) -> int:
        """The actor of the last event: a seat or `CHANCE`; `CHANCE` before the first."""
        tip = self._tip
        return CHANCE if tip is None else tip.events[2 * (self._length - tip.first) - 2]

    def walk(self, first: int = 0, last: int | None = None) -> Iterator[Moment]:
        """Yield the moments of the events from `first` up to, not including, `last`.

        Changes of the match during the walk have no effect on it.
        """
        first = operator.index(first)
        last = self._length if last is None else operator.index(last)
        if not 0 <= first <= last <= self._length:
            raise IllegalAction(words.NO_SUCH_WALK(count=self._length, first=first, last=last))
        return self._walk(self._numbered(first, last), self._state_at(first))

    def _walk(self, numbered: Iterator[tuple[Stretch, int]], state: Any, *, keep: bool = True) -> Iterator[Moment]:
        """Apply events again in order; yield the moment of each.

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

    def goes_on_from(self, earlier: "Timeline") -> bool:
        """Whether this match contains all events of another with the same past."""
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
        length = operator.index(length)
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

    def _record(self, who: int, what: int, at: int | None = None) -> None:
        """Add an event to those of this match, before the state changes."""
        tip, length = self._tip, self._length
        if tip is None or length == tip.first + STRETCH:
            tip = self._tip = Stretch(tip, length, self.state.to_bytes(), self.landings)
        elif len(tip.events) != 2 * (length - tip.first):  # another match has continued from here
            tip = self._tip = tip.until(length)
        tip.events.extend((who, what))
        if at is not None:
            tip.times[length] = at
        self._length = length + 1

    # Pickles: the past as one list, because a chain of stretches would be too deep for a long match

    def _past(self) -> list[tuple[Any, ...]]:
        """The stretches as rows, first to last."""
        past: list[Stretch] = []
        stretch = self._stretch(self._length)
        while stretch is not None:
            past.append(stretch if past else stretch.until(self._length))
            stretch = stretch.previous
        return [(each.first, each.state, each.landings, each.events, each.times) for each in reversed(past)]

    def _set_past(self, rows: list[tuple[Any, ...]], length: int) -> None:
        self._tip = None
        for first, state, landings, events, times in rows:
            self._tip = Stretch(self._tip, first, state, landings)
            self._tip.events, self._tip.times = events, times
        self._length = length
