"""Every game teaches itself: each tutorial is played to its end, and each of its steps says something true."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from quincunx.core.errors import NotationError
from quincunx.core.match import Match
from quincunx.core.messages import SENTENCES, Message, Sentence
from quincunx.core.render import catalogue_of, languages, render
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import READER, Lesson, Step, has_tutorial, lesson_of
from quincunx.core.words import LESSON_OTHERWISE
from quincunx.games import GAMES
from tests.contract.games import every_game

LONGEST = 320
"""Letters of a step: a coach beside a board on a phone says no more."""
FEW = 60
"""Illegal actions that are tried at a step."""

every_own_game = pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)


def sentences(step: Step) -> Iterator[Sentence]:
    """All that a step may say."""
    yield step.says
    yield from step.wrong.values()
    if step.otherwise is not None:
        yield step.otherwise


def choices(lesson: Lesson) -> Iterator[tuple[int, Step, Match]]:
    """The steps at which the reader acts, with the position there."""
    for number, step in enumerate(lesson.steps):
        if step.act is not None:
            yield number, step, lesson.position(number)


@every_game
def test_every_game_has_a_tutorial(spec: GameSpec) -> None:
    assert has_tutorial(spec)
    assert lesson_of(spec).match.names[READER] == "Reader"


@every_game
def test_every_step_claims_something_true_of_the_position(spec: GameSpec) -> None:
    lesson = lesson_of(spec)
    said = enumerate(lesson.steps)
    assert [step.says.id for number, step in said if not step.claim(lesson.position(number).state)] == []


def states(lesson: Lesson) -> Iterator[Any]:
    """All states of the lesson, and those of a random match of the same kind."""
    yield lesson.match.fork(0).state
    yield from (moment.after for moment in lesson.match.walk())
    choose = Random(1)
    match = Match(lesson.spec, lesson.match.seats, variants=lesson.match.variants, seed=1)
    while not match.is_over and len(match) < 5000:
        seat = choose.choice(match.actors)
        match.push(choose.choice(match.legal_actions(seat)), seat)
    yield from (moment.after for moment in match.walk())


@every_game
def test_no_claim_is_true_of_every_position(spec: GameSpec) -> None:
    lesson = lesson_of(spec)
    positions = list(states(lesson))
    assert [step.says.id for step in lesson.steps if all(step.claim(state) for state in positions)] == []


@every_game
def test_what_is_asked_for_may_be_done_and_is_right(spec: GameSpec) -> None:
    lesson = lesson_of(spec)
    for number, step, match in choices(lesson):
        assert READER in match.actors
        assert match.parse_action(step.act or "", READER) in match.legal_actions(READER)
        assert lesson.reply(number, step.act or "").is_right


@every_game
def test_every_other_legal_choice_is_explained(spec: GameSpec) -> None:
    lesson = lesson_of(spec)
    for number, step, match in choices(lesson):
        explained = {said.id for said in sentences(step)} | {LESSON_OTHERWISE.id}
        right = match.parse_action(step.act or "", READER)
        for action in match.legal_actions(READER):
            reply = lesson.reply(number, match.format_action(action, READER))
            assert reply.is_legal
            assert reply.is_right == (action == right)
            assert reply.is_right or (reply.said is not None and reply.said.id in explained)


@every_game
def test_every_explanation_is_heard_by_somebody(spec: GameSpec) -> None:
    """Each pattern fits a legal choice that is not the one asked for, and none is hidden by one before it."""
    lesson = lesson_of(spec)
    for _, step, match in choices(lesson):
        right = match.parse_action(step.act or "", READER)
        wrong = [match.format_action(action, READER) for action in match.legal_actions(READER) if action != right]
        heard = {step.why_not(text) for text in wrong}
        assert {said for said in sentences(step) if said is not step.says} <= heard, step.says.id


@every_game
def test_what_may_not_be_done_gets_the_objection_of_the_rules(spec: GameSpec) -> None:
    lesson = lesson_of(spec)
    for number, _, match in choices(lesson):
        legal = set(match.legal_actions(READER))
        for action in [action for action in range(spec.actions) if action not in legal][:FEW]:
            text = match.format_action(action, READER)
            reply = lesson.reply(number, text)
            assert not reply.is_legal
            assert reply.said == why_not(match, action, text)


def why_not(match: Match, action: int, text: str) -> Message | None:
    """The objection of the rules; where the table has no seat as the text names, that."""
    try:
        assert match.parse_action(text, READER) == action
    except NotationError as error:
        return error.message
    return match.objection(action, READER)


@every_own_game
def test_a_tutorial_is_short_and_lets_the_reader_act(spec: GameSpec) -> None:
    steps = lesson_of(spec).steps
    assert 10 <= len(steps) <= 16
    assert sum(step.act is not None for step in steps) >= 3


@every_own_game
@pytest.mark.parametrize("language", languages())
def test_a_tutorial_is_told_to_its_end_in_every_language(spec: GameSpec, language: str) -> None:
    catalogue = catalogue_of(language)
    for step in lesson_of(spec).steps:
        for sentence in sentences(step):
            text = render(sentence(), catalogue)
            assert SENTENCES[sentence.id] == sentence
            assert sentence.id.startswith(f"{spec.slug}.learn_")
            assert not sentence.holes
            assert 5 < len(text) <= LONGEST, text
            assert (text == sentence.english) == (language == "en")
