"""One step of a match, told to each watcher with what that watcher may know."""

from functools import cache, lru_cache
from typing import Any

import msgspec

from quincunx.core.fields import format_fields
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.core.standings import PLACE, POINTS
from quincunx.server.entries import Entry, Undone
from quincunx.server.ledger import Ledger
from quincunx.server.protocol import MOST_LEGAL, EventInfo, Frame, Line, StandingInfo, Update
from quincunx.server.stage import Scene

encode = msgspec.json.Encoder().encode


def choices_of(ledger: Ledger, seat: Seat, view: Any) -> tuple[list[str] | None, str]:
    """What a seat may do now as texts, unless there are too many, and what it is asked."""
    if seat not in ledger.actors:
        return [], ""
    stage, legal = ledger.stage, ledger.legal(seat)
    prompt = stage.prompt(view, seat)
    if len(legal) > MOST_LEGAL:
        return None, prompt
    format_action = stage.format_action
    return [format_action(view, seat, action) for action in legal], prompt


def to_act_of(ledger: Ledger) -> Any:
    """The seats that may act, or that it is over."""
    return "over" if ledger.status == "over" else ledger.actors


def standings_of(ledger: Ledger, view: Any) -> list[StandingInfo]:
    """Places and points as the view says; at the end as they are."""
    assert ledger.match is not None
    cells = _blank(ledger.seats).copy()
    ledger.stage.standings(ledger.match.state if ledger.status == "over" else view, cells)
    return _rows(tuple(cells.values()))


@cache
def _blank(seats: int) -> dict[tuple[int, int], int]:
    """Place and points of each seat in turn: a dict does for the rules what a table would, and quicker."""
    return {(seat, column): 0 for seat in range(seats) for column in (PLACE, POINTS)}


@lru_cache(maxsize=4096)
def _rows(values: tuple[int, ...]) -> list[StandingInfo]:
    """Not to be changed: most steps leave the standings as they were."""
    rows = [StandingInfo(seat, values[2 * seat + PLACE], values[2 * seat + POINTS]) for seat in range(len(values) // 2)]
    return sorted(rows, key=lambda row: row.place)


class Story(msgspec.Struct, gc=False):
    """What a step tells of itself, apart from what the listener may do now."""

    events: list[EventInfo]
    frames: list[tuple[Line, Any]]
    """On the way: what was said, and the view right after."""
    lines: list[Line]
    standings: list[StandingInfo]


class Teller:
    """One step, for every watcher; what is the same for all is made once."""

    __slots__ = ("_common", "_entry", "_ledger", "_scene", "_to_act", "_whole")

    def __init__(self, ledger: Ledger, entry: Entry, scene: Scene | None) -> None:
        self._ledger = ledger
        self._entry = entry
        self._scene = scene
        self._to_act = to_act_of(ledger)
        self._whole = self._common = None
        if ledger.stage.is_open:
            self._whole = ledger.view(SPECTATOR)
            """The state, where everyone may know all of it."""
            self._common = self._story(SPECTATOR, self._whole)

    def update(self, seat: Seat, with_view: bool, ack: str | None, deadline: int | None) -> bytes:
        """The message for one seat."""
        ledger = self._ledger
        picture = ledger.stage.picture
        view = self._whole or ledger.view(seat)
        legal, prompt = choices_of(ledger, seat, view)
        story = self._common or self._story(seat, view)
        return encode(
            Update(  # in the order of its fields, which is faster than by their names
                self._entry.seq,
                ack,
                self._scene is None,
                story.events,
                [Frame([said], picture(seen, seat)) for said, seen in story.frames] if story.frames else [],
                story.lines,
                picture(view, seat),
                self._to_act,
                legal,
                prompt,
                story.standings,
                ledger.may_undo(seat),
                deadline,
                format_fields(view) if with_view else None,
            )
        )

    def _story(self, seat: Seat, view: Any) -> Story:
        entry, scene = self._entry, self._scene
        standings = standings_of(self._ledger, view)
        if scene is None:
            step = entry.step
            assert isinstance(step, Undone)
            words = f"{self._ledger.names[step.seat]} takes the last action back."
            return Story([], [], [Line(entry.seq, step.seat, words, entry.at)], standings)
        frames: list[tuple[Line, Any]] = []
        events: list[EventInfo] = []
        words = ""
        for who, text, words, seen in scene.told(seat):
            events.append(EventInfo(who, text))
            if words:
                frames.append((Line(entry.seq, who, words, entry.at), seen))
        lines = [frames.pop()[0]] if words else []
        return Story(events, frames, lines, standings)
