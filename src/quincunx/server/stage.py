"""How a match is shown: each watcher's words and picture, made from that watcher's view alone."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec

from quincunx.core.match import Match
from quincunx.core.seats import CHANCE, HIDDEN, SPECTATOR, Seat
from quincunx.core.spec import GameSpec
from quincunx.server.protocol import EventInfo, Line

RULE = re.compile(r"§\d+|\bR\d+")


def rule_in(sentence: str) -> str | None:
    """The sentence (§n) or ruling (Rn) that an objection cites."""
    found = RULE.search(sentence)
    return found.group() if found else None


class Stage:
    """A game's parts that face people, loaded once."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.is_open = _does_nothing(spec.rules.view) and not hasattr(spec.rules, "sees")
        """Whether nothing in this game is ever secret, so that every view is the state."""
        self.standings: Callable[[Any, Any], None] = spec.rules.standings
        self.parse_action: Callable[[Any, Seat, str], int] = spec.notation.parse_action
        self.format_action: Callable[[Any, Seat, int], str] = spec.notation.format_action
        self.format_outcome: Callable[[Any, int], str] = spec.notation.format_outcome
        self.describe: Callable[..., str] = getattr(spec.notation, "describe_event", _no_words)
        self.picture: Callable[[Any, Seat], Any] = self._part("picture", "picture", _no_picture)
        self.prompt: Callable[[Any, Seat], str] = self._part("display", "prompt", _no_prompt)
        self.sees: Callable[..., bool] | None = getattr(spec.rules, "sees", None)

    def _part(self, module: str, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        if not self.spec.has_part(module):
            return otherwise
        found: Callable[..., Any] = getattr(self.spec.part(module), name)
        return found

    def view(self, state: Any, seat: Seat) -> Any:
        """A state as a seat may know it; not to be changed."""
        if self.is_open:
            return state
        out = state.duplicate()
        self.spec.rules.view(state, seat, out)
        return out

    def reveals(self, before: Any, after: Any, seats: int) -> bool:
        """Whether someone knows something after an event that was hidden from them before."""
        if self.is_open:
            return False
        for seat in (*range(seats), SPECTATOR):
            known, now = self.view(before, seat).ints(), self.view(after, seat).ints()
            if any(old == HIDDEN != new for old, new in zip(known, now, strict=True)):
                return True
        return False


@cache
def stage_of(spec: GameSpec) -> Stage:
    """The stage of a game."""
    return Stage(spec)


def _does_nothing(function: Any) -> bool:
    code = function.__code__
    return not code.co_names and set(code.co_consts) <= {None, function.__doc__}


def _no_words(*_: Any) -> str:
    return ""


def _no_picture(view: Any, seat: Seat) -> Any:
    return None


def _no_prompt(view: Any, seat: Seat) -> str:
    return ""


Told: TypeAlias = tuple[list[EventInfo], list[tuple[Line, Any]], list[Line]]
"""Some events as one seat may know them; what is said on the way, with the view right after; what is said at last."""


class Scene(msgspec.Struct, gc=False):
    """Some events of a match with the states between them, to be told to each watcher in its own way."""

    stage: Stage
    names: Sequence[str]
    first: Any
    """The state before."""
    events: list[tuple[int, int, Any]]
    """Who did what, and the state right after, which must not change any more until the scene has been told."""

    def part(self, begin: int, end: int) -> "Scene":
        """Only these of the events."""
        first = self.events[begin - 1][2] if begin else self.first
        return Scene(self.stage, self.names, first, self.events[begin:end])

    def told(self, seat: Seat, seq: int, at: int) -> Told:
        """What this seat hears and sees of the step of that number and time."""
        stage, names, before = self.stage, self.names, self.first
        sees, is_open, describe = stage.sees, stage.is_open, stage.describe
        format_action, format_outcome = stage.format_action, stage.format_outcome
        view = before if is_open else stage.view(before, seat)
        events: list[EventInfo] = []
        said: list[tuple[Line, Any]] = []
        words = ""
        for who, what, after in self.events:
            if sees is not None and not sees(before, seat, who, what):
                what, text = HIDDEN, None
            elif who == CHANCE:
                text = format_outcome(before, what)
            else:
                text = format_action(before, who, what)
            was = view
            view = after if is_open else stage.view(after, seat)
            words = describe(was, view, who, what, names)
            by = None if who == CHANCE else who
            events.append(EventInfo(by, text))
            if words:
                said.append((Line(seq, by, words, at), view))
            before = after
        return events, said, [said.pop()[0]] if words else []


def replayed(match: Match, stage: Stage, first: int) -> Scene:
    """The events of a match from that number on, with their states."""
    rules = match.spec.rules
    state = match.spec.state()
    rules.setup(state, match.seats, match.options)
    scene: Scene | None = None
    for number, event in enumerate(match.events):
        if number == first:
            scene = Scene(stage, match.names, state.duplicate(), [])
        if event.who == CHANCE:
            rules.land(state, event.what)
        else:
            rules.apply(state, event.who, event.what)
        if scene is not None:
            scene.events.append((event.who, event.what, state.duplicate()))
    return scene or Scene(stage, match.names, state, [])
