"""A lesson over a match: its moments, what it answers, and what a tutorial may not be."""

from typing import Any

import pytest

from quincunx.core.errors import ChanceError, IllegalAction, TranscriptError
from quincunx.core.messages import Sentence
from quincunx.core.seats import CHANCE
from quincunx.core.tutorial import READER, Lesson, Step, Tutorial, has_tutorial, lesson_of
from quincunx.games import game
from tests.examples import pig
from tests.examples.pig.tutorial import TUTORIAL

PLAIN = Sentence("test.lesson_plain", "Something is said.")
OTHER = Sentence("test.lesson_other", "Something else is said.")


def lesson(*steps: Step, **fields: Any) -> Lesson:
    return Lesson(pig.SPEC, Tutorial(steps, **fields))


def always(state: Any) -> bool:
    return True


@pytest.fixture
def first() -> Lesson:
    return Lesson(pig.SPEC, TUTORIAL, "Ann")


def test_each_step_stands_at_its_own_moment(first: Lesson) -> None:
    told = [(len(first.position(step)), first.position(step).state.brought) for step in range(len(first))]
    assert told == [(0, 0), (2, 6), (5, 0)]
    assert [[moment.number for moment in first.moments(step)] for step in range(len(first))] == [[], [0, 1], [2, 3, 4]]


def test_the_moments_of_a_step_are_what_the_reader_did_and_what_followed(first: Lesson) -> None:
    events = [(moment.event.who, moment.event.what) for moment in first.moments(2)]
    assert events[0] == (READER, first.position(1).parse_action("hold", READER))
    assert [who for who, _ in events[1:]] == [1, CHANCE]


def test_positions_are_forks(first: Lesson) -> None:
    position = first.position(1)
    position.push_text("hold")
    assert len(first.position(1)) == 2
    assert len(first.match) == 5


def test_what_is_asked_for_is_right_in_any_spelling(first: Lesson) -> None:
    assert first.reply(1, "hold") == (True, True, None)
    phase10 = lesson_of(game("phase10"))
    assert phase10.steps[3].act == "reroll L1 L2 L4 H3 H6"
    assert phase10.reply(3, "keep 8g 8o 8b Wg 10g").is_right


def test_another_legal_choice_is_explained(first: Lesson) -> None:
    reply = first.reply(1, "roll")
    assert (reply.is_right, reply.is_legal) == (False, True)
    assert str(reply.said) == "A 1 would lose the 6. Hold this time."


def test_an_illegal_choice_gets_the_objection_of_the_rules(first: Lesson) -> None:
    reply = first.reply(0, "hold")
    assert (reply.is_right, reply.is_legal) == (False, False)
    assert str(reply.said) == "a turn has at least one roll (R1)"


def test_what_is_no_action_is_said_to_be_none(first: Lesson) -> None:
    reply = first.reply(0, "dance")
    assert not reply.is_legal
    assert "dance" in str(reply.said)


def test_where_nothing_is_asked_the_reader_reads_on(first: Lesson) -> None:
    reply = first.reply(2, "roll")
    assert (reply.is_right, reply.is_legal) == (False, True)
    assert str(reply.said) == "There is nothing to do on the board yet: read on first."


def test_the_first_pattern_that_fits_is_said_then_otherwise_then_the_common_sentence() -> None:
    step = Step(PLAIN, always, act="roll", wrong={"h*": OTHER, "*": PLAIN}, otherwise=PLAIN)
    assert step.why_not("hold") == OTHER
    assert step.why_not("x") == PLAIN
    assert Step(PLAIN, always, act="roll", otherwise=OTHER).why_not("hold") == OTHER
    assert Step(PLAIN, always, act="roll").why_not("hold").id == "core.lesson_otherwise"


def test_each_step_is_said_at_its_own_moment() -> None:
    told = lesson(Step(PLAIN, always, act="roll"), Step(PLAIN, always, events="* 3"))
    assert [told.position(step).state.brought for step in (0, 1)] == [0, 3]


def test_nothing_lands_that_is_not_written() -> None:
    told = lesson(Step(PLAIN, always, act="roll"), Step(PLAIN, always))
    with pytest.raises(ChanceError, match="the script ends"):
        told.position(1).settle()


def test_a_script_that_breaks_the_rules_is_no_lesson() -> None:
    with pytest.raises(TranscriptError, match="at least one roll"):
        lesson(Step(PLAIN, always, events="0 hold"))
    with pytest.raises(TranscriptError, match="line 2"):
        lesson(Step(PLAIN, always, act="roll"), Step(PLAIN, always, events="\n* 9"))
    with pytest.raises(IllegalAction):
        lesson(Step(PLAIN, always, act="hold"))


def test_a_lesson_may_begin_from_a_position() -> None:
    match = Lesson(pig.SPEC, TUTORIAL).position(1)
    told = lesson(Step(PLAIN, always, act="hold"), start=match.position())
    assert told.position(0).state.brought == 6
    assert told.match.state.score[0] == 6


def test_steps_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(TypeError, match="offers none"):
        Step(PLAIN, always, otherwise=OTHER)
    with pytest.raises(TypeError, match="not a name of a part"):
        Step(PLAIN, always, lit=("dice]",))


def test_a_game_offers_its_lesson_once() -> None:
    assert has_tutorial(pig.SPEC)
    assert lesson_of(pig.SPEC) is lesson_of(pig.SPEC)
    assert lesson_of(pig.SPEC, "Bob").match.names == ["Bob", "Ada"]
