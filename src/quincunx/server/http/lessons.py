"""Guided first matches for the page: all moments of a lesson at once, and replies to what its reader tries.

Nothing is stored: the page itself says at which step its reader is.
"""

import gzip
from functools import lru_cache
from typing import Any

import msgspec

from quincunx.core.messages import Message, Sentence, rule_of
from quincunx.core.render import Forms, catalogue_of
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import READER, Lesson, Step, lesson_of
from quincunx.protocol import (
    Frame,
    LessonInfo,
    LessonReply,
    LessonStep,
)
from quincunx.server.hall.presenter import Presenter, presenter_of, snapshot_of, told


@lru_cache(maxsize=64)
def packed_lesson(spec: GameSpec, language: str) -> tuple[bytes, bytes]:
    """A lesson in a language as JSON, plain and by gzip."""
    data = msgspec.json.encode(lesson_info(spec, language))
    return data, gzip.compress(data, 9)


def lesson_info(spec: GameSpec, language: str) -> LessonInfo:
    """Return all that the page needs to show a lesson, with its texts in one language."""
    lesson = lesson_of(spec)
    presenter = presenter_of(spec)
    return LessonInfo(
        game=spec.slug,
        variants=dict(lesson.tutorial.variants),
        you=READER,
        names=lesson.match.names,
        steps=[_step(lesson, presenter, number) for number in range(len(lesson))],
        texts=_texts(lesson, language),
    )


def _step(lesson: Lesson, presenter: Presenter, number: int) -> LessonStep:
    match, step = lesson.position(number), lesson.steps[number]
    said, lines = told(presenter, lesson.moments(number), match.names, READER, number, 0)
    now = snapshot_of(match, READER, number, lines)
    frames = [Frame([line], presenter.picture(seen, READER)) for line, seen in said]
    return LessonStep(says=step.says(), lit=list(step.lit), action=step.act, frames=frames, now=now)


def _texts(lesson: Lesson, language: str) -> dict[str, Any]:
    """Return the sentences of the lesson by their ids."""
    catalogue = catalogue_of(language)
    texts: dict[str, Forms] = {}
    for step in lesson.steps:
        texts |= {sentence.id: catalogue.forms(sentence.id) for sentence in _sentences(step)}
    return texts


def _sentences(step: Step) -> list[Sentence]:
    found = [step.says, *step.wrong.values()]
    return found if step.otherwise is None else [*found, step.otherwise]


def lesson_reply(spec: GameSpec, step: int, action: str) -> LessonReply:
    """Return the reply to something that the reader of a lesson tries."""
    right, legal, said = lesson_of(spec).reply(step, action)
    return LessonReply(right=right, legal=legal, said=said, rule=_rule(said))


def _rule(said: Message | None) -> str | None:
    return None if said is None else rule_of(said)
