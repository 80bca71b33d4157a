"""Narration of moments to a seat, whether they reveal something, and the undo rule.

Terminal, hall and replay show a match through this module, so that nobody learns a secret.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from quincunx.core.messages import Message
from quincunx.core.play import view_of
from quincunx.core.seats import CHANCE, HIDDEN, SPECTATOR, Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Moment

LANDED = "landed"
"""A moment cannot be taken back because a die or card has landed."""
SHOWN = "shown"
"""The action cannot be undone because it revealed something."""
RACE = "race"
"""The action cannot be undone because it happened in a race."""


class Told(NamedTuple):
    """A moment as one seat may know it."""

    who: Seat | None
    """The seat that acted; none when a die or card landed."""
    said: list[Message]
    """The messages about it; empty if it is not worth a line."""
    view: Any
    """The state after it, as this seat may know it; not to be changed."""


_new = tuple.__new__
"""Builds a NamedTuple with one call less than its constructor; every die is narrated to everyone."""


class Narrator:
    """The narrator of one game."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.is_open = spec.secrets is None
        """Whether nothing in this game is ever secret, so that every view is the state."""
        self._sees = spec.secrets.sees if spec.secrets is not None else None
        self._describe = spec.notation.describe_event

    def view(self, state: Any, seat: Seat | None) -> Any:
        """The view of a seat, or the full state for None. Do not change it."""
        if self.is_open or seat is None:
            return state
        return view_of(self.spec, state, seat)

    def told(self, moments: Iterable[Moment], seat: Seat | None, names: Sequence[str]) -> list[Told]:
        """Narrate consecutive moments to a seat, or with None to someone who sees everything."""
        describe, sees = self._describe, self._sees
        if sees is None or seat is None:
            return [
                _new(Told, (None if who == CHANCE else who, describe(before, now, who, what, names), now))
                for _, before, (who, what, _), now in moments
            ]
        told: list[Told] = []
        after = view = None
        for _, before, (who, what, _), now in moments:
            was = view if before is after else self.view(before, seat)
            after, view = now, self.view(now, seat)
            if not sees(before, seat, who, what):
                what = HIDDEN
            told.append(Told(None if who == CHANCE else who, describe(was, view, who, what, names), view))
        return told

    def reveals(self, before: Any, after: Any, seats: int) -> bool:
        """Whether someone knows something in the second state that was hidden from them in the first."""
        if self.is_open:
            return False
        for seat in (*range(seats), SPECTATOR):
            known, now = self.view(before, seat).ints(), self.view(after, seat).ints()
            if any(old == HIDDEN != new for old, new in zip(known, now, strict=True)):
                return True
        return False

    def bar_to_undo(self, moment: Moment, seats: int) -> str | None:
        """Return why the actor cannot undo the last moment: `LANDED`, `SHOWN`, `RACE`, or None.

        After it is undone, the same rule applies to the moment before.
        """
        who, _, at = moment.event
        if who == CHANCE:
            return LANDED
        if at is not None:
            return RACE
        return SHOWN if self.reveals(moment.before, moment.after, seats) else None


@cache
def narrator_of(spec: GameSpec) -> Narrator:
    """The narrator of a game."""
    return Narrator(spec)
