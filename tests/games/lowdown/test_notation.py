"""Lowdown as text, in words, in the terminal and in the browser."""

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from quincunx import Match, NotationError, parse_position
from quincunx.core.fields import format_fields
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.core.seats import CHANCE, SPECTATOR
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.display import HELP, board, prompt
from quincunx.games.lowdown.legality import DONE
from quincunx.games.lowdown.notation import describe_event, format_action, parse_action
from quincunx.games.lowdown.state import ENDED, State
from tests.games.drawing import picture_of
from tests.games.lowdown.boards import NO_ROWS, any_board, grids, land, match_at, play, position

picture = picture_of("lowdown")

DICE = "3 5 red blue 2 green"
NAMES = ["Ann", "Bob", "Cyd"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3 red", "pick 3 red"),
        ("3r", "pick 3 red"),
        ("red 3", "pick 3 red"),
        ("Pick 6 P", "pick 6 purple"),
        ("pick 3 and blue", "pick 3 blue"),
        ("take the secret pair", "secret"),
        ("SECRET", "secret"),
        ("3 R5", "write 3 R5"),
        ("write 3 in r5", "write 3 R5"),
        ("3 g9 wild", "wild 3 G9"),
        ("wild 3 in P1", "wild 3 P1"),
        ("3 g9 with a wild", "wild 3 G9"),
        ("black out P7", "black P7"),
        ("blackout box P7", "black P7"),
        ("cross out the row R1 R2 R3", "cross R123"),
        ("x r123", "cross R123"),
        ("cross out R3 R2 R1", "cross R123"),
        ("cross G1-G5-G9", "cross G159"),
        ("pass", "done"),
    ],
)
def test_what_people_type(text: str, same: str) -> None:
    action = parse_action(State(), 0, text)
    assert format_action(State(), 0, action) == same


@pytest.mark.parametrize(
    "text",
    [
        *("", "pick", "pick 7 red", "pick 0 red", "3 pink", "write 3", "write 3 R0", "wild R5", "black", "cross R12"),
        *("3", "pick \u0663 red", "write \uff13 R5", "write 3 R\u0665", "pick 3 red\x00", "cross " + "R1" * 5000),
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="not an action of Lowdown"):
        parse_action(State(), 0, text)


@pytest.mark.parametrize("row", ["R124", "G111", "P258 9"])
def test_what_is_no_row(row: str) -> None:
    with pytest.raises(NotationError, match=r"not a row|not an action"):
        parse_action(State(), 0, f"cross {row}")


def test_dice_by_word_or_letter() -> None:
    match = match_at(dice="3 5")
    assert [match.parse_outcome(text) for text in ("red", "R", " purple ", "b")] == [0, 0, 5, 4]
    with pytest.raises(NotationError, match="red orange yellow green blue purple"):
        match.parse_outcome("pink")
    with pytest.raises(NotationError, match="1 2 3 4 5 6"):
        match_at().parse_outcome("7")
    drawing = Match(SPEC, 2, variants={"first": "drawn"}, settle=False)
    assert [drawing.parse_outcome(text) for text in ("seat1", "1", "0")] == [1, 1, 0]
    for text in ("seat2", "\u0661", "\u00b2", "9" * 5000):
        with pytest.raises(NotationError, match="seat0 seat1"):
            drawing.parse_outcome(text)


def broken(field: str, value: Any, at: Any = None) -> State:
    """A sound position with one field spoiled."""
    match = match_at(any_board(4), dice=DICE)
    state: State = match.state
    assert not flaws(SPEC, state)
    if at is None:
        setattr(state, field, value)
    else:
        getattr(state, field)[at] = value
    return state


@pytest.mark.parametrize(
    ("field", "value", "at"),
    [
        ("seats", 1, None),
        ("seats", 5, None),
        ("stage", 6, None),
        ("stage", 1, None),
        ("active", 2, None),
        ("landed", 7, None),
        ("landed", 5, None),
        ("number", 0, 0),
        ("number", 7, 2),
        ("colour", 0, 1),
        ("picked_number", 1, None),
        ("box", 8, (0, 5)),
        ("box", 3, (0, 26)),
        ("box", 3, (2, 0)),
        ("wilds", 5, 0),
        ("wilds", 1, 3),
        ("crossed", 1, 0),
        ("crossed", 1 << 24, 0),
        ("turn", 6, None),
        ("writing", 1, None),
        ("crossing", 1, None),
    ],
)
def test_no_position(field: str, value: int, at: Any) -> None:
    state = broken(field, value, at)
    assert flaws(SPEC, state)
    with pytest.raises(NotationError, match="no position of Lowdown"):
        parse_position(SPEC, format_fields(state))


def test_no_position_with_rows_that_cross() -> None:
    state = position(grids("222 2.. 2.."), crossed=["R123"])
    state.crossed[0] = 0b1001
    assert [*map(str, flaws(SPEC, state))] == [
        "the crossed row R123 crosses another",
        "the crossed row R147 crosses another",
    ]


def test_no_position_of_an_open_and_a_secret_die() -> None:
    match = match_at(dice=DICE)
    play(match, "0 secret")
    match.state.picked_colour = 1
    assert [*map(str, flaws(SPEC, match.state))] == ["an open pair is picked, or the secret pair (R1)"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("turn", 1), ("active", 1), ("writing", 1), ("crossing", 2), ("number", [3, 0, 0]), ("landed", 1)],
)
def test_nothing_has_happened_before_the_draw(field: str, value: int | list[int]) -> None:
    state = Match(SPEC, 2, variants={"first": "drawn"}, settle=False).state
    assert not flaws(SPEC, state)
    setattr(state, field, value)
    assert str(flaws(SPEC, state)[0]) == "nothing has happened before the lot decides"


def test_no_turn_after_two_grids_are_full() -> None:
    match = match_at(any_board(18), any_board(18), dice="3 5 red green 2 blue")
    play(match, "0 pick 3 red", "0 wild 3 P9")
    assert not flaws(SPEC, match.state)
    for box, mark in enumerate(grids(NO_ROWS, NO_ROWS)):
        match.state.box[1, box] = mark
    assert [*map(str, flaws(SPEC, match.state))] == ["somebody has filled two grids, the match has ended"]


def test_no_end_before_two_grids_are_full() -> None:
    match = match_at(grids("661 651 11.", NO_ROWS), dice="6 5 orange blue 3 orange")
    play(match, "0 pick 6 orange", "0 write 6 R9", "1 write 5 R9")
    assert match.state.stage == ENDED
    assert not flaws(SPEC, match.state)
    match.state.box[0, 0], match.state.box[0, 20] = 0, 5
    assert [*map(str, flaws(SPEC, match.state))] == ["the match has ended although nobody has filled two grids"]


def said(match: Match, watcher: int, text: str, seat: int) -> str:
    """What a watcher is told of an action."""
    before = match.view(watcher)
    action = match.parse_action(text, seat)
    match.push(action, seat)
    return english(describe_event(before, match.view(watcher), seat, action, NAMES))


def rolled(match: Match, watcher: int, dice: str) -> list[str]:
    """What a watcher is told of dice that land."""
    lines = []
    for word in dice.split():
        before = match.view(watcher)
        land(match, word)
        lines.append(english(describe_event(before, match.view(watcher), CHANCE, 0, NAMES)))
    return [line for line in lines if line]


def test_a_turn_in_words() -> None:
    board = grids("22. ... ...")
    match = match_at(board, board, any_board(2), wilds=[0, 2, 0])
    assert rolled(match, 0, "2 5 red orange 6 red") == ["Ann rolls 2 5 red orange.", "Cyd rolls two dice in secret."]
    assert said(match, 1, "pick 2 red", 0) == "Ann picks 2 red. The secret pair was 6 red."
    assert said(match, 1, "write 2 R3", 0) == "Ann writes 2 in R3."
    assert said(match, 1, "cross R123", 0) == "Ann crosses out R123: three of a kind."
    assert said(match, 1, "write 6 R3", 1) == "Bob writes 6 in R3."
    assert said(match, 1, "cross R123", 1) == "Bob crosses out R123: ten."
    assert said(match, 1, "wild 5 P9", 2) == "Cyd writes 5 in P9 with a wild colour."


def test_secret_pair_and_blackout_in_words() -> None:
    match = match_at(grids(NO_ROWS), wilds=[4])
    assert rolled(match, 1, "3 5 red orange 2 red")[1] == "Bob rolls 2 red in secret."
    assert said(match, 0, "secret", 0) == "Ann takes the secret pair: 2 red."
    assert said(match, 0, "black G1", 0) == "Ann has to black out G1."


def test_the_lot_in_words() -> None:
    match = Match(SPEC, 3, variants={"first": "drawn"}, settle=False)
    assert rolled(match, 0, "seat2") == ["Cyd has the first turn."]


def test_having_done_is_not_worth_a_line() -> None:
    match = match_at(grids("22. ... ..."), dice="2 5 red orange 6 red")
    play(match, "0 pick 2 red", "0 write 2 R3")
    assert match.legal_actions(0)[-1] == DONE
    assert said(match, 0, "done", 0) == ""


def shown(match: Match, seat: int) -> str:
    """The terminal board as text."""
    console = Console(width=80, color_system=None, file=StringIO())
    console.print(board(match.view(seat), seat, NAMES))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_board_in_a_terminal_of_eighty_columns() -> None:
    black = grids("136 65. 1..", "#.. ... ...", "5.. ... ...")
    match = match_at(black, any_board(8), any_board(8), crossed=["R123"], dice=DICE)
    text = shown(match, 0)
    assert max(map(len, text.splitlines())) <= 80
    assert "1-3 -1--3--6- ### g g/y" in text
    assert "wild XXXX  score 23" in text
    assert text.index("Ann *") < text.index("Bob") < text.index("Cyd")
    assert "turn 9 · Ann rolled 3 5 red blue · Cyd's secret pair ? ?" in text
    assert "secret pair 2 green" in shown(match, 2)
    play(match, "0 pick 3 blue")
    assert "rolled [3] 5 red [blue] · Cyd's secret pair 2 green [picked]" in " ".join(shown(match, 0).split())


def test_the_help_shows_actions_that_can_be_read() -> None:
    examples = [typed for typed, _ in HELP if typed]
    assert [format_action(State(), 0, parse_action(State(), 0, text)) for text in examples] == examples


def test_prompts() -> None:
    match = match_at(any_board(9), grids(NO_ROWS), any_board(9), wilds=[0, 4, 3], dice="3 5 green red 2 orange")
    assert str(prompt(match.view(0), 0)) == "pick a number and a colour, or take the secret pair"
    play(match, "0 pick 3 green")
    assert str(prompt(match.view(0), 0)) == "write 3 in green (4 wilds left)"
    play(match, "0 write 3 G4")
    assert str(prompt(match.view(1), 1)) == "no colour fits and no wild is left: black out a box"
    assert str(prompt(match.view(2), 2)) == "write 2 or 5 in red or orange (1 wild left)"
    match = match_at(any_board(9), grids(NO_ROWS), dice="3 5 green red 2 orange")
    play(match, "0 pick 3 green", "0 write 3 G4")
    assert str(prompt(match.view(1), 1)) == "write 2 or 5 with a wild: no colour fits, 4 wilds left"
    match = match_at(grids("22. 2.. ..."), dice="2 5 red orange 6 red")
    play(match, "0 pick 2 red", "0 write 2 R3")
    assert str(prompt(match.view(0), 0)) == "cross out R123, or done"


def test_the_picture_offers_what_is_legal() -> None:
    match = match_at(grids("22. ... ..."), dice="2 5 red orange 6 red")
    drawn = picture(match.view(0), 0)
    assert (drawn["stage"], drawn["active"], drawn["secret_roller"], drawn["turn"]) == ("picking", 0, 1, 3)
    assert [pick["action"] for pick in drawn["picks"]] == ["pick 2 red", "pick 2 orange", "pick 5 red", "pick 5 orange"]
    assert drawn["secret"] == "secret"
    assert [die["shows"] for die in drawn["dice"]] == ["2", "5", "?", "red", "orange", "?"]
    assert drawn["boards"][0]["waits"] == "pick"
    play(match, "0 pick 2 red")
    drawn = picture(match.view(0), 0)
    assert {"number": 2, "box": "R3", "action": "write 2 R3", "wild": False} in drawn["placements"]
    assert len(drawn["placements"]) == len(match.legal_actions(0))
    assert drawn["boards"][0]["waits"] == "write"
    play(match, "0 write 2 R3")
    drawn = picture(match.view(0), 0)
    assert drawn["rows"] == [
        {"name": "R123", "boxes": ["R1", "R2", "R3"], "makes": "three of a kind", "points": 6, "action": "cross R123"}
    ]
    assert (drawn["done"], drawn["boards"][0]["waits"], drawn["boards"][1]["waits"]) == ("done", "cross", "write")
    play(match, "0 cross R123")
    assert picture(match.view(1), 1)["boards"][0]["rows"] == ["R123"]


def test_the_picture_of_a_blackout_and_of_the_end() -> None:
    last = grids("#61 651 11.", NO_ROWS)
    match = match_at(last, last, dice="6 5 orange blue 3 orange")
    play(match, "0 pick 6 orange", "0 write 6 R9")
    assert picture(match.view(1), 1)["last_turn"]
    play(match, "1 write 5 R9")
    drawn = picture(match.view(1), 1)
    assert (drawn["stage"], drawn["active"], drawn["picks"], drawn["done"]) == ("over", None, [], None)
    stuck = match_at(any_board(9), grids(NO_ROWS), wilds=[0, 4], dice="3 5 green red 2 orange")
    play(stuck, "0 pick 3 green", "0 write 3 G4")
    assert picture(stuck.view(1), 1)["blackouts"][0] == {"box": "G1", "action": "black G1"}
    assert picture(stuck.view(), SPECTATOR)["blackouts"] == []
    assert json.loads(json.dumps(drawn)) == drawn
