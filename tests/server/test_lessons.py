"""Guided first matches over HTTP: whole, small, in every language; an answer to whatever is tried."""

import gzip
import json
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from quincunx.core.messages import Message
from quincunx.core.render import languages
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import READER, lesson_of
from quincunx.games import GAMES, game
from quincunx.protocol import LessonInfo, LessonReply
from quincunx.server.http.lessons import lesson_info, packed_lesson
from tests.server.conftest import Open
from tests.server.test_pages import get

MOST_BYTES = 60 * 1024
"""Of a lesson, compressed, and what the page loads for it (the page's part is measured in tests/web)."""

every_game = pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


async def reply(hall: Open, slug: str, step: int, action: str) -> LessonReply:
    status, _, body = await get(f"{hall.url}/api/games/{slug}/lesson/reply?step={step}&action={quote(action)}")
    assert status == 200
    return msgspec.json.decode(body, type=LessonReply)


@every_game
async def test_a_lesson_is_given_whole_in_every_language(hall: Open, spec: GameSpec) -> None:
    texts: list[dict[str, Any]] = []
    for language in languages():
        status, headers, body = await get(
            f"{hall.url}/api/games/{spec.slug}/lesson?language={language}", **{"Accept-Encoding": "gzip"}
        )
        assert status == 200
        assert headers["Content-Encoding"] == "gzip"
        assert len(body) < MOST_BYTES / 2
        info = msgspec.json.decode(gzip.decompress(body), type=LessonInfo)
        assert info.game == spec.slug
        assert len(info.steps) == len(lesson_of(spec))
        assert {step.says.id for step in info.steps} <= info.texts.keys()
        texts.append(info.texts)
    assert len(texts) == len(languages()) > 1
    assert not {name for name, text in texts[0].items() if texts[1][name] == text}


async def test_without_gzip_it_is_plain(hall: Open) -> None:
    status, headers, body = await get(f"{hall.url}/api/games/phase10/lesson")
    assert (status, headers["Content-Encoding"]) == (200, None)
    assert json.loads(body)["game"] == "phase10"


@every_game
def test_the_steps_hold_what_the_lesson_does(spec: GameSpec) -> None:
    lesson, info = lesson_of(spec), lesson_info(spec, "en")
    picture = spec.part("picture").picture
    for number, step in enumerate(info.steps):
        match = lesson.position(number)
        assert step.action == lesson.steps[number].act
        assert step.now.picture == picture(match.view(READER), READER)
        assert step.now.to_act == ("over" if match.is_over else match.actors)
        if step.action is not None:
            assert READER in step.now.to_act
            assert step.now.legal is None or step.action in step.now.legal
    said = [line for step in info.steps for frame in step.frames for line in frame.lines]
    said += [line for step in info.steps for line in step.now.lines]
    assert len(said) > 5


def test_nobody_is_shown_what_the_reader_may_not_know() -> None:
    """Lowdown's secret dice: in the second step they are under the cup, and in no message."""
    step = msgspec.to_builtins(lesson_info(game("lowdown"), "en").steps[1])
    pictures = [step["now"]["picture"], *(frame["picture"] for frame in step["frames"])]
    hidden = [die["shows"] for picture in pictures for die in picture["dice"] if die["secret"]]
    assert hidden[:2] == ["?", "?"]
    assert set(hidden) <= {"", "?"}


async def test_what_is_tried_is_answered(hall: Open) -> None:
    assert (await reply(hall, "phase10", 3, "keep 8g 8o 8b Wg 10g")).right
    wrong = await reply(hall, "phase10", 3, "stop")
    assert (wrong.right, wrong.legal, wrong.said) == (False, True, Message("phase10.learn_keep_stop", {}))
    illegal = await reply(hall, "popalotsy", 3, "y4 on b")
    assert (illegal.legal, illegal.rule) == (False, "§18")
    nonsense = await reply(hall, "phase10", 3, "dance")
    assert not nonsense.legal
    assert nonsense.said is not None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("chess/lesson", 404),
        ("chess/lesson/reply?step=0&action=roll", 404),
        ("phase10/lesson/reply?step=99&action=stop", 404),
        ("phase10/lesson/reply?step=-1&action=stop", 400),
        ("phase10/lesson/reply?step=first&action=stop", 400),
        ("phase10/lesson/reply?step=3", 400),
        ("phase10/lesson/reply?action=stop", 400),
        (f"phase10/lesson/reply?step=3&action={'x' * 300}", 400),
    ],
)
async def test_bad_input_is_answered_clearly(hall: Open, path: str, expected: int) -> None:
    status, _, body = await get(f"{hall.url}/api/games/{path}")
    problem = json.loads(body)
    assert status == expected
    assert problem["code"] == "http"
    assert all(problem["message"][1].values())


async def test_an_unknown_language_is_english(hall: Open) -> None:
    _, _, body = await get(f"{hall.url}/api/games/sixes/lesson?language=xx")
    assert msgspec.json.decode(body, type=LessonInfo).texts == lesson_info(game("sixes"), "en").texts


def test_a_lesson_is_made_once_a_language() -> None:
    assert packed_lesson(game("sixes"), "de") is packed_lesson(game("sixes"), "de")
