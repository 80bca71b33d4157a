"""A guided first match: a scripted match with explanations, `TUTORIAL` in a game's `tutorial.py`.

A tutorial has no rules of its own. Its match is an ordinary `Match`, whose dice and opponents' actions are written down
as in a transcript; a fork of it judges what the reader tries. Terminal and hall both run it through `Lesson`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.chance import Scripted
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.messages import Message, Sentence
from quincunx.core.position import parse_position
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Moment
from quincunx.core.transcript import replay_events

PART = "tutorial"
"""The module of a game's folder that has the tutorial."""
READER: Seat = 0
"""The learner's seat."""
READER_NAME = "Reader"
"""The reader's default name."""


@dataclass(frozen=True)
class Step:
    """One idea: the events before it, its text, and what the reader should do."""

    says: Sentence
    """The text: a few lines, without placeholders."""
    claim: Callable[[Any], bool]
    """The claim of the sentence about the position; a test checks that it is true."""
    events: str = ""
    """The events before it, as in a transcript: `* 5 3` dice and cards, `1 stop` another seat's action."""
    lit: tuple[str, ...] = ()
    """The parts of the board that it mentions, by their names on the page (`data-part`)."""
    act: str | None = None
    """The expected action, in the game's notation; None if the reader only reads."""
    wrong: Mapping[str, Sentence] = field(default_factory=dict)
    """Why other legal actions are not expected, by their text; `*` matches any, and the first match counts."""
    otherwise: Sentence | None = None
    """The same for all legal actions that `wrong` does not name."""

    def __post_init__(self) -> None:
        if self.act is None and (self.wrong or self.otherwise):
            raise TypeError(f"{self.says.id} explains choices, but offers none")
        if bad := [name for name in self.lit if not re.fullmatch(r"[a-z][A-Za-z0-9-]*", name)]:
            raise TypeError(f"{self.says.id}: {bad[0]!r} is not a name of a part of a board")

    def why_not(self, text: str) -> Sentence:
        """Return why a legal action is not the expected one."""
        named = (said for pattern, said in self.wrong.items() if fnmatchcase(text, pattern))
        return next(named, self.otherwise or words.LESSON_OTHERWISE)


@dataclass(frozen=True)
class Tutorial:
    """The steps, and the match that they are steps of."""

    steps: tuple[Step, ...]
    others: tuple[str, ...] = ("Ada",)
    """The names of the other players."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """The variants of its match; the reader's first match after it is played with them, too."""
    start: str | None = None
    """The position it begins from, as text, if that is not the beginning of a match."""


class Reply(NamedTuple):
    """The reply to something the reader tried."""

    is_right: bool
    is_legal: bool
    said: Message | None
    """The reason against it: an explanation if it is legal, else an objection with its rule."""


class Lesson:
    """A tutorial with all its moments, and an answer to each of the reader's tries."""

    def __init__(self, spec: GameSpec, tutorial: Tutorial, reader: str = READER_NAME) -> None:
        self.spec = spec
        self.tutorial = tutorial
        self.steps: Sequence[Step] = tutorial.steps
        start = None if tutorial.start is None else parse_position(spec, tutorial.start)
        names = [reader, *tutorial.others]
        self.match = Match(
            spec,
            len(names),
            variants=tutorial.variants,
            chance=Scripted(()),  # only scripted dice land
            names=names,
            settle=False,
            start=start,
        )
        self._said_at: list[int] = []
        """By step: the number of events before its text."""
        for step in self.steps:
            replay_events(self.match, step.events)
            self._said_at.append(len(self.match))
            if step.act is not None:
                self.match.push_text(step.act, READER)

    def __len__(self) -> int:
        return len(self.steps)

    def position(self, step: int) -> Match:
        """The match at a step: a fork, free to be played on."""
        return self.match.fork(self._said_at[step])

    def moments(self, step: int) -> Iterator[Moment]:
        """The moments between the step before and this one: the reader's action, then what follows."""
        return self.match.walk(self._said_at[step - 1] if step else 0, self._said_at[step])

    def reply(self, step: int, text: str) -> Reply:
        """The reply when the reader tries this at a step."""
        wanted, match = self.steps[step], self.position(step)
        try:
            action = match.parse_action(text, READER)
            objection = match.objection(action, READER)
        except QuincunxError as error:
            return Reply(False, False, error.message)
        if objection is not None:
            return Reply(False, False, objection)
        if wanted.act is None:
            return Reply(False, True, words.LESSON_READ_ON())
        if action == match.parse_action(wanted.act, READER):
            return Reply(True, True, None)
        return Reply(False, True, wanted.why_not(match.format_action(action, READER))())


def has_tutorial(spec: GameSpec) -> bool:
    """Whether a game's folder has one."""
    return spec.has_part(PART)


@cache
def lesson_of(spec: GameSpec, reader: str = READER_NAME) -> Lesson:
    """The lesson of a game that has one."""
    return Lesson(spec, spec.part(PART).TUTORIAL, reader)
