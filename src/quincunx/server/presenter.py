"""How a match is shown: each watcher's words and picture, made from that watcher's view alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from quincunx.core.match import Moment
from quincunx.core.messages import Message
from quincunx.core.narration import narrator_of
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.server.protocol import EventInfo, Line


class Presenter:
    """A game's parts that face people, loaded once."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.narrator = narrator_of(spec)
        self.is_open = self.narrator.is_open
        self.standings: Callable[[Any, Any], None] = spec.rules.standings
        self.parse_action: Callable[[Any, Seat, str], int] = spec.notation.parse_action
        self.format_action: Callable[[Any, Seat, int], str] = spec.notation.format_action
        self.picture: Callable[[Any, Seat], Any] = self._part("picture", "picture", _no_picture)
        self.prompt: Callable[[Any, Seat], Message | None] = self._part("display", "prompt", _no_prompt)

    def view(self, state: Any, seat: Seat) -> Any:
        """A state as a seat may know it; not to be changed."""
        return self.narrator.view(state, seat)

    def _part(self, module: str, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        if not self.spec.has_part(module):
            return otherwise
        found: Callable[..., Any] = getattr(self.spec.part(module), name)
        return found


@cache
def presenter_of(spec: GameSpec) -> Presenter:
    """The presenter of a game."""
    return Presenter(spec)


def _no_picture(view: Any, seat: Seat) -> Any:
    return None


def _no_prompt(view: Any, seat: Seat) -> None:
    return None


Told: TypeAlias = tuple[list[EventInfo], list[tuple[Line, Any]], list[Line]]
"""Some moments as one seat may know them; what is said on the way, with the view right after; what is said at last."""


def told(presenter: Presenter, moments: Iterable[Moment], names: Sequence[str], seat: Seat, seq: int, at: int) -> Told:
    """What this seat hears and sees of the step of that number and time."""
    events: list[EventInfo] = []
    said: list[tuple[Line, Any]] = []
    words: list[Message] = []
    for who, text, words, view in presenter.narrator.told(moments, seat, names):
        events.append(EventInfo(who, text))
        if words:
            said.append((Line(seq, who, words, at), view))
    return events, said, [said.pop()[0]] if words else []
