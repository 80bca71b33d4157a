"""Match: one playing of a game, from the first die to the standings.

`core.timeline` keeps its events, `core.play` plays it; here it is read and written as text, and copied.
"""

from copy import copy
from operator import index
from typing import Any

from quincunx.core import words
from quincunx.core.chance import Scripted
from quincunx.core.errors import ChanceError, IllegalAction, NotationError
from quincunx.core.fields import format_fields
from quincunx.core.play import Play
from quincunx.core.seats import Seat

KEPT = ("chance", "landings", "names", "options", "seats", "settles", "spec", "start", "state")
"""The attributes of a copy, besides its past."""


class Match(Play):
    """One playing of a game.

    Every push lets the dice land that follow it, from the source of chance (a seed by default). With
    `settle=False` dice land one at a time by `land` or all together by `settle`. `start` is a position to begin from,
    checked like one that is read from text.

    A change makes a new `state`; the one before stays as it was.
    """

    __slots__ = ()

    def fork(self, at: int | None = None) -> "Match":
        """Return an independent match with the first `at` events of this one (all without).

        Its dice come from the same source: from a seed, a record or a script, the same dice land.
        """
        fork = Match.__new__(Match)
        fork.spec, fork.seats, fork.options, fork.start = self.spec, self.seats, self.options, self.start
        fork._rules = self._rules
        fork.names, fork.settles = self.names[:], self.settles
        fork.chance = copy(self.chance) if type(self.chance) is Scripted else self.chance
        fork._tip, fork._length, fork.landings, fork.state = self._tip, self._length, self.landings, self.state
        if at is not None:
            fork.rewind(at)
        return fork

    # Text

    def format_action(self, action: int, seat: Seat | None = None) -> str:
        """Return an action as text; raise IllegalAction if the game has no such action."""
        seat, action = self._seat(seat), index(action)
        if not 0 <= action < self.spec.actions:
            raise IllegalAction(words.NO_SUCH_ACTION(action=action, game=self.spec.title))
        return self.spec.notation.format_action(self.state, seat, action)

    def parse_action(self, text: str, seat: Seat | None = None) -> int:
        """Parse an action; raise NotationError if it is none."""
        return self.spec.notation.parse_action(self.state, self._seat(seat), _text(text))

    def _seat(self, seat: Seat | None) -> Seat:
        """Return the named seat, or else the only one that may act."""
        seat = self.actor if seat is None else index(seat)
        if not 0 <= seat < self.seats:
            raise IllegalAction(words.NO_SUCH_SEAT(seat=seat))
        return seat

    def push_text(self, text: str, seat: Seat | None = None, *, at: int | None = None) -> None:
        """A seat does what a text says; then the dice land, as after `push`."""
        seat = self.actor if seat is None else index(seat)
        if bar := self._bar(seat):
            raise IllegalAction(bar)
        self.push(self.parse_action(text, seat), seat, at=at)

    def format_outcome(self, outcome: int) -> str:
        """Return an outcome of the next die or card as text; raise ChanceError if it has no such outcome."""
        outcome = index(outcome)
        if not 0 <= outcome < len(self.odds()):
            raise ChanceError(words.CANNOT_LAND(outcome=words.OUTCOME_NUMBER(number=outcome)))
        return self.spec.notation.format_outcome(self.state, outcome)

    def parse_outcome(self, text: str) -> int:
        """Parse an outcome; raise NotationError if it is none."""
        self._expect_chance()
        return self.spec.notation.parse_outcome(self.state, _text(text))

    def transcript(self) -> str:
        """Return the match as text that replays to the same state."""
        from quincunx.core.transcript import write_transcript

        return write_transcript(self)

    def position(self) -> str:
        """The state as text."""
        return format_fields(self.state)

    def __repr__(self) -> str:
        if self.is_over:
            now = "over: " + ", ".join(f"{self.names[row.seat]} {row.points}" for row in self.standings())
        elif self.awaits_chance:
            now = str(self.spec.notation.describe_chance(self.state, self.names))
        else:
            now = "to act: " + ", ".join(self.names[seat] for seat in self.actors)
        return f"<{self.spec.title}, {words.SEATS(count=self.seats)}, {len(self)} events, {now}>"

    # Copies and pickles

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in KEPT} | {"past": self._past(), "length": self._length}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name in KEPT:
            setattr(self, name, kept[name])
        self._set_past(kept["past"], kept["length"])
        self._rules = self.spec.rules


def _text(text: Any) -> str:
    """A text; a NotationError if it is none."""
    if not isinstance(text, str):
        raise NotationError(words.NO_TEXT(value=words.quoted(text)))
    return text
