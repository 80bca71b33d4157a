"""A guided first match in a terminal: every lesson to its end, what is wrong is explained, forth and back."""

import pytest

from quincunx.cli import run
from quincunx.core.render import say, speak
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import Lesson, lesson_of
from quincunx.games import GAMES, game
from quincunx.tui.learn import Learn
from tests.tui.script import Screen

every_game = pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)


def answers(lesson: Lesson) -> list[str]:
    """What a reader types who does all that is asked."""
    return [step.act or "" for step in lesson.steps]


def led(lines: list[str], slug: str = "phase10", *, width: int = 80) -> tuple[Screen, Learn, bool]:
    screen = Screen(lines, width=width)
    learn = Learn(lesson_of(game(slug), "Ann"), screen.terminal)
    return screen, learn, learn.run()


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_lesson_leads_to_its_end_and_into_a_match(spec: GameSpec, language: str) -> None:
    speak(language)
    lesson = lesson_of(spec, "Ann")
    screen, learn, over = led(answers(lesson), spec.slug)
    assert over
    for step in lesson.steps:
        beginning = say(step.says()).split()[0]
        assert beginning in screen.words
    assert f"quincunx play {spec.slug}" in screen.words
    assert learn.place == len(lesson)


@every_game
@pytest.mark.parametrize("width", [60, 80, 120])
def test_nothing_is_wider_than_the_terminal(spec: GameSpec, width: int) -> None:
    screen, _, over = led(answers(lesson_of(spec, "Ann")), spec.slug, width=width)
    assert over
    assert [line for line in screen.text.splitlines() if len(line) > width and not line.startswith(">")] == []


def test_popalotsy_leads_into_a_match_in_turns() -> None:
    screen, _, _ = led(answers(lesson_of(game("popalotsy"))), "popalotsy")
    assert "\n  quincunx play popalotsy --variant form=turns\n" in screen.text, "on one line, to be copied"


def test_a_wrong_choice_is_explained_and_nothing_has_happened() -> None:
    screen, learn, over = led(["", "", "", "stop", "reroll L3", "keep 8g 8o 8b Wg 10g"])
    assert not over
    assert "Stopping ends the turn, and a phase that is not made scores nothing." in screen.words
    assert "Not the W!" in screen.words
    assert "A second W" in screen.words
    assert learn.place == 4


def test_what_is_no_action_is_said_and_what_is_against_the_rules_too() -> None:
    screen, learn, _ = led(["", "", "", "jump"])
    assert "'jump' is not an action of Phase 10 Dice" in screen.words
    assert learn.place == 3
    screen, learn, _ = led(["", "", "", "y4 on b"], "popalotsy")
    assert "neither the colour nor the number of that die (§18)" in screen.words
    assert learn.place == 3


def test_show_does_what_is_asked_for() -> None:
    screen, learn, _ = led(["", "", "", "show"])
    assert "> reroll L1 L2 L4 H3 H6" in screen.text
    assert learn.place == 4


def test_back_goes_back_and_the_match_with_it() -> None:
    screen, learn, _ = led(["", "", "", "show", "b", "b", "b", "b", "b"])
    assert learn.place == 0
    assert screen.text.count("step 4 of 12") == 2


def test_enter_alone_does_not_act_and_typing_does_not_read_on() -> None:
    screen, learn, _ = led(["dance", "", "", "", ""])
    assert "there is nothing to do here yet" in screen.words
    assert "Your turn: help lists" in screen.words
    assert learn.place == 3


def test_help_rules_legal_and_board_are_there() -> None:
    screen, learn, _ = led(["help", "rules wild", "legal", "board", "q"])
    assert "play the expected action" in screen.words
    assert "§19" in screen.words
    assert screen.text.count("2 sets of 3") >= 2
    assert learn.place == 0


def test_the_command_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn"]) == 0
    out = capsys.readouterr().out
    assert [spec.slug for spec in GAMES if spec.slug not in out] == []
    assert "quincunx learn phase10" in out


def test_the_command_refuses_what_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", "chess"]) == 2
    assert capsys.readouterr().err.startswith("quincunx: there is no game 'chess'")


def test_the_command_teaches(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(answers(lesson_of(game("sixes"))))
    monkeypatch.setattr("builtins.input", lambda cursor="": next(lines))
    assert run(["learn", "sixes", "--lang", "de"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Du gewinnst!" in said
    assert "quincunx play sixes" in said
