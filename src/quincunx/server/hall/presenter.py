"""The presentation of a match: each watcher's words and picture, made from that watcher's view alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from quincunx.core.drawing import Drawn
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.narration import narrator_of
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Moment
from quincunx.protocol import MOST_LEGAL, Line, Snapshot, StandingInfo


class Presenter:
    """The parts of a game that show it to people, loaded once."""

    def __init__(self, spec: GameSpec) -> None:
        self.narrator = narrator_of(spec)
        self.is_open = spec.secrets is None
        self.standings = spec.rules.standings
        part = spec.part("picture") if spec.has_part("picture") else None
        self.picture: Callable[[Any, Seat], Drawn | None] = _nothing if part is None else part.picture
        self.lit: Callable[[Any, Seat, int], list[str]] = _nowhere if part is None else part.lit
        """The parts of the board that show an action."""

    def view(self, state: Any, seat: Seat) -> Any:
        """A state as a seat may know it; not to be changed."""
        return self.narrator.view(state, seat)


@cache
def presenter_of(spec: GameSpec) -> Presenter:
    """The presenter of a game."""
    return Presenter(spec)


def snapshot_of(match: Match, seat: Seat, seq: int, lines: list[Line]) -> Snapshot:
    """A match without a table as a seat knows it now."""
    presenter = presenter_of(match.spec)
    legal = match.legal_actions(seat) if seat in match.actors else []
    return Snapshot(
        seq=seq,
        lines=lines,
        picture=presenter.picture(presenter.view(match.state, seat), seat),
        to_act="over" if match.is_over else match.actors,
        legal=None if len(legal) > MOST_LEGAL else [match.format_action(action, seat) for action in legal],
        standings=[StandingInfo(*row) for row in match.standings()],
        undo=False,
        due=None,
        deadline=None,
        view=None,
    )


def _nothing(view: Any, seat: Seat) -> None:
    """Stands in for the picture of a game that has none."""


def _nowhere(view: Any, seat: Seat, action: int) -> list[str]:
    """Stands in for the parts of a picture that there is not."""
    return []


Report: TypeAlias = tuple[list[tuple[Line, Any]], list[Line]]
"""One seat's account of a step: the lines on the way, each with the view right after it, and the lines of its last
event, which go with the resulting position."""


def told(
    presenter: Presenter, moments: Iterable[Moment], names: Sequence[str], seat: Seat, seq: int, at: int
) -> Report:
    """Return a seat's account of the moments of a step with that number and time."""
    said: list[tuple[Line, Any]] = []
    words: list[Message] = []
    for who, words, view in presenter.narrator.told(moments, seat, names):
        if words:
            said.append((Line(seq, who, words, at), view))
    return said, [said.pop()[0]] if words else []
