"""What the judge of each game says to people at a table of their own."""

import re

import pytest

from quincunx import GAMES, game
from quincunx.cli import run
from quincunx.core.errors import NotationError
from quincunx.core.messages import SENTENCES, english
from quincunx.core.spec import GameSpec

ANSWERS = {
    ("popalotsy", "o3: o2 Ann, r3 Bob, o3 Cyd"): "The pile holds: every ring beats those under it.",
    ("popalotsy", "o3: o2 Ann, r3 Bob, o5 Cyd, y3"): (
        "Wrong, orange 5 of Cyd: colour does not beat number. "
        "Wrong, yellow 3 of its owner: one match of number does not beat another. "
        "The pile goes to Cyd: orange 2, red 3 and orange 5. yellow 3 goes back to its owner."
    ),
    ("popalotsy", "red 4: blue 2 Ann"): (
        "Wrong, blue 2 of Ann: it has neither the colour nor the number of the die. The pile goes to Ann: blue 2."
    ),
    ("popalotsy", "o3: o2 Ann, o2 Bob"): (
        "Wrong, orange 2 of Bob: the same or a higher number of the colour lies there. "
        "The pile goes to Bob: orange 2 and orange 2."
    ),
    ("popalotsy", "o3: o3 Ann, o3 Bob"): (
        "Wrong, orange 3 of Bob: nothing beats an exact match. The pile goes to Bob: orange 3 and orange 3."
    ),
    ("phase10", "8 8 8 10 6 9 W W 3 1, phase 1"): (
        "Phase 1, 2 sets of 3: made, 34 points. They score most in phase 2: 43 points. "
        "Phase 8 is not judged: it needs the colours of the dice."
    ),
    ("lowdown", "R123 5 2 3"): "Yes: R123 makes 10.",
    ("lowdown", "R123 5 2 2"): "No: R123 has neither three equal numbers nor ten, but 9.",
    ("lowdown", "R123 4 4 4"): "Yes: R123 has three equal numbers and saves 12 points.",
    ("lowdown", "R123 x 4 4"): "No: R123 has a black box, which is not a number.",
    ("lowdown", "R123 4 4 4, crossed R147 R789"): "No: R123 shares a box with R147.",
    ("lowdown", "R123 R159 R456"): (
        "R123 and R159 share a box: only one of them may be crossed out. R123 and R456 do not cross. "
        "R159 and R456 share a box: only one of them may be crossed out."
    ),
    ("sixes", "hard vs 4+2"): "6 against 4+2: 1 to 0.",
    ("sixes", "3 vs hard"): "6 against 3: 2 to 0.",
    ("sixes", "hard vs hard"): "6 against 6: 0 to 0.",
    ("sixes", "hard vs nothing"): "6 against no dice: 2 to 0.",
    ("sixes", "4+2 vs 5"): "4+2 against 5: 1 to 0.",
    ("sixes", "4+2 vs hard"): "4+2 against 6: 0 to 1.",
    ("sixes", "3+3 vs 5+1"): "3+3 against 5+1: 0 to 0.",
    ("sixes", "3+3 vs nothing"): "3+3 against no dice: 1 to 0.",
    ("sixes", "total 24 25 6 60"): (
        "24 wins: its two digits add up to six. 25 does not win. 6 does not win. 60 wins: it is 60 or more."
    ),
    ("mixeddoubles", "blue push"): "Pushed from the roller's palette into the jackpot: blue.",
    ("mixeddoubles", "push wild"): (
        "Pushed from the roller's palette into the jackpot: all numbered cards, not MINUS FIVE."
    ),
    ("mixeddoubles", "push push"): "The roller must swap whole palettes with a player of their choice.",
    ("mixeddoubles", "blue blue"): "Won from palette and jackpot: blue. Without a wager nothing from other palettes.",
    ("mixeddoubles", "wild yellow, wager orange"): (
        "Won from palette and jackpot: yellow, green and orange. "
        "The wager succeeds: also all orange of all other palettes."
    ),
    ("mixeddoubles", "blue red, wager green"): (
        "Won from palette and jackpot: purple. green is not won: nothing from other palettes by this roll."
    ),
    ("mixeddoubles", "wild wild, wager red"): (
        "Won from palette and jackpot: all colours. The wager succeeds: also all red of all other palettes."
    ),
    ("mixeddoubles", "push red, wager red"): (
        "Pushed from the roller's palette into the jackpot: red. "
        "red is not won: nothing from other palettes by this roll."
    ),
}


@pytest.mark.parametrize(("slug", "text"), ANSWERS)
def test_the_judge_answers_with_its_rules(slug: str, text: str) -> None:
    said = game(slug).part("judge").judge(text)
    assert re.sub(r" \([§R][^)]*\)", "", english(said)) == ANSWERS[slug, text]
    assert all(SENTENCES[message.id].rule for message in said)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_example_is_answered(spec: GameSpec) -> None:
    for asked in spec.part("judge").QUESTIONS:
        assert spec.part("judge").judge(asked.example)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
@pytest.mark.parametrize("text", ["", "nonsense", "1 2 3", ":", ",", "§$%"])
def test_what_asks_nothing_is_refused(spec: GameSpec, text: str) -> None:
    with pytest.raises(NotationError):
        spec.part("judge").judge(text)


def test_phase_eight_needs_colours() -> None:
    judge = game("phase10").part("judge").judge
    assert "Phase 8, 7 of one colour: made, 42 points." in english(judge("1b 2b 3b 4b 7b 6b 5b 8b 9b 10o, phase 8"))
    without = english(judge("1 2 3 4 7 6 5 8 9 10, phase 8"))
    assert "7 of one colour" not in without
    assert "Phase 8 is not judged: it needs the colours of the dice." in without
    assert "Phase 8, 7 of one colour: not made." in english(judge("8r 8b 5o 6r 9r 10g Wr Wb 3r 1b, phase 8"))


def test_phases_count_from_one() -> None:
    with pytest.raises(NotationError, match="a phase is a whole number from 1 to 10, not '0'"):
        game("phase10").part("judge").judge("8 8 5 6 9 10 W W 3 1, phase 0")


def test_the_command_prints_answers_and_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "sixes", "hard", "vs", "4+2"]) == 0
    assert capsys.readouterr().out == "6 against 4+2: 1 to 0. (§30)\n"
    assert run(["judge", "sixes"]) == 0
    assert 'quincunx judge sixes "hard vs 4+2"' in capsys.readouterr().out
    assert run(["judge", "sixes", "who wins?"]) == 2
    assert "is not a question" in capsys.readouterr().err
