"""A match as text: written, read back, checked line by line."""

import re
from dataclasses import replace
from inspect import cleandoc
from typing import Any

import pytest

from quincunx import Match, Scripted, TranscriptError, game, read_transcript
from quincunx.core import transcript
from quincunx.core.errors import ReplayError
from quincunx.core.messages import Sentence
from quincunx.core.spec import Variant
from quincunx.core.timeline import LATEST
from quincunx.core.transcript import read_header, read_steps, write_transcript
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL, State

ASKED = Sentence("pig.asked", "?")
VARIED = replace(
    pig.SPEC, variants=(Variant("house rule", ASKED, ("as printed", "no ones at all")), Variant("b", ASKED, ("x", "y")))
)
HEADER = "quincunx 2\ngame: pig\nrules: 1\nseats: 2\n"
BODY = "0 roll\n* 4\n0 hold\n"


def played(**settings: Any) -> Match:
    match = Match(pig.SPEC, 2, chance=Scripted("4 5 1"), **settings)
    for action in (ROLL, ROLL, HOLD, ROLL):
        match.push(action)
    return match


def assert_reads_back(match: Match) -> None:
    again = read_transcript(match.spec, match.transcript())
    assert list(again.events) == list(match.events)
    assert again.state.to_bytes() == match.state.to_bytes()
    assert (again.variants, again.start) == (match.variants, match.start)
    assert again.transcript() == match.transcript()


def test_the_example_of_the_format_can_be_read() -> None:
    blocks = [
        cleandoc(block) for block in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", str(transcript.__doc__), re.MULTILINE)
    ]
    (example,) = (block for block in blocks if block.startswith(transcript.FIRST_LINE))
    match = read_transcript(game("popalotsy"), example)
    assert (match.names, match.variants["referee"], match.event(-1).at) == (["Ann", "Bob"], "round", 1250)


def test_a_transcript_is_this_text() -> None:
    text = """\
quincunx 2
game: pig
rules: 1
seats: 2
names: Ann, Bob

0 roll
* 4
0 roll
* 5
0 hold
1 roll
* 1
"""
    match = played(names=["Ann", "Bob"])
    assert match.transcript() == text
    assert_reads_back(match)


def test_a_finished_match_has_its_result() -> None:
    match = Match(pig.SPEC, 2, chance=Scripted("6 " * 17))
    for _ in range(17):
        match.push(ROLL)
    match.push(HOLD)
    assert match.transcript().endswith("0 hold\n= 1 102, 2 0\n")
    assert_reads_back(match)


def test_many_dice_take_several_lines() -> None:
    match = Match(game("phase10"), 8, seed=2)
    lines = [line.split()[1:] for line in match.transcript().splitlines() if line.startswith("*")]
    assert {len(dice) for dice in lines[:-1]} == {10}
    assert sum(map(len, lines)) == match.landings
    assert_reads_back(match)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Smith, John", "Smith John"),
        ("#1", "1"),
        ("a: b", "a: b"),
        ("two\nlines\r\nand\u2028more", "two lines and more"),
        (" , ", "-"),
        ("", "-"),
        ("= 1 312", "= 1 312"),
        ("Zoë 🎲", "Zoë 🎲"),
    ],
)
def test_any_name_can_be_written(name: str, written: str) -> None:
    match = played(names=[name, "Bob"])
    again = read_transcript(pig.SPEC, match.transcript())
    assert again.names == [written, "Bob"]
    assert list(again.events) == list(match.events)


def test_variants_may_have_spaces() -> None:
    match = Match(VARIED, 2, variants={"house rule": "no ones at all"}, seed=1)
    assert "variants: house rule=no ones at all, b=x" in match.transcript()
    assert_reads_back(match)


def test_variants_may_be_typed_with_spaces() -> None:
    text = HEADER + "variants:  house rule = no ones at all ,b= y,\n\n"
    assert read_transcript(VARIED, text).variants == {"house rule": "no ones at all", "b": "y"}


@pytest.mark.parametrize("word", ["a,b", "a=b", "a#b", " a", "", "a\nb"])
def test_a_variant_that_could_not_be_written_is_no_variant(word: str) -> None:
    with pytest.raises(TypeError, match="cannot be written"):
        Variant("name", ASKED, ("fine", word))
    with pytest.raises(TypeError, match="cannot be written"):
        Variant(word, ASKED, ("fine",))


def test_a_match_from_a_position_says_which() -> None:
    start = State()
    start.seats, start.turn, start.score[0] = 2, 1, 42
    match = Match(pig.SPEC, 2, chance=Scripted("4"), start=start)
    match.push(ROLL)
    assert "start: seats=2 turn=1 score=42,0,0,0\n" in match.transcript()
    assert_reads_back(match)


def test_times_are_written_and_read() -> None:
    match = Match(pig.SPEC, 2, chance=Scripted("4 5"))
    match.push(ROLL, at=0)
    match.push(ROLL, at=LATEST)
    match.push(HOLD)
    assert f"0 roll @0\n* 4\n0 roll @{LATEST}\n* 5\n0 hold\n" in match.transcript()
    assert_reads_back(match)


def test_notes_are_lines_of_the_header() -> None:
    text = write_transcript(played(), {"date": "1 May, 2030", "dice": "typed # by Ann\n0 roll"})
    header, lines = read_header(text)
    assert header.notes == {"date": "1 May, 2030", "dice": "typed by Ann 0 roll"}
    assert text.split("\n")[lines] == ""
    assert read_transcript(pig.SPEC, text).state == played().state


@pytest.mark.parametrize("name", ["start", "names", "game", "two words", "a:b", "", "x\ny", "#"])
def test_a_note_cannot_pretend_to_be_another_line(name: str) -> None:
    with pytest.raises(TranscriptError, match="cannot be the name of a note"):
        write_transcript(played(), {name: "value"})


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "\n" + BODY,
        (HEADER + "\n" + BODY).replace("\n", "\r\n"),
        (HEADER + "\n" + BODY).replace("\n", "\r"),
        "\ufeff" + HEADER + "\n" + BODY,
        HEADER + "   \t\n\n\n" + BODY.replace("\n", "\n\n"),
        HEADER + "\n  0   roll  \n*4\n\t0\thold",
        "quincunx 2 # a comment\n# another\ngame: pig # this game\nrules: 1\n  # more: and more\nseats: 2#\n\n" + BODY,
        HEADER + "\n# first\n" + BODY.replace("4", "4 # four\u2028not a line\x0cnor this"),
        HEADER + "names:\nvariants:\n\n" + BODY,
    ],
)
def test_files_of_every_kind_are_read(text: str) -> None:
    match = read_transcript(pig.SPEC, text)
    assert [event.what for event in match.events] == [ROLL, 3, HOLD]
    assert match.names == ["seat 0", "seat 1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: a transcript starts with 'quincunx 2'"),
        ("quincunx 3\n", "line 1: a transcript starts with"),
        ("quincunx 2", "lacks the line 'game'"),
        ("quincunx 2\ngame: pig\nseats: 2\n", "lacks the line 'rules'"),
        ("quincunx 2\ngame: pig\nrules: 1\n", "lacks the line 'seats'"),
        (HEADER.replace("seats: 2", "seats: two"), "must be whole numbers"),
        (HEADER.replace("seats: 2", "seats: " + "2" * 9999), "must be whole numbers"),
        (HEADER.replace("seats: 2", "seats: 5"), "does not start a match: Pig is for 2 to 4 seats"),
        (HEADER.replace("seats: 2", "seats: -2"), "does not start a match"),
        (HEADER.replace("game: pig", "game: sixes"), "a transcript of sixes, not of pig"),
        (HEADER.replace("rules: 1", "rules: 9"), "version 9 of the rules of Pig; this is version 1"),
        (HEADER + "seats: 2\n", "line 5: there are two lines 'seats'"),
        (HEADER + "0 roll\n", "line 5: expected 'name: value', got '0 roll'"),
        (HEADER + "names: Ann\n", "names 1 seats of 2"),
        (HEADER + "names: Ann, Bob, Cleo\n", "names 3 seats of 2"),
        (HEADER + "variants: x\n", "variants are name=choice, not 'x'"),
        (HEADER + "variants: x=y\n", "does not start a match: Pig has no variant 'x'"),
        (HEADER + "start: seats=2 turn=7\n", "does not start a match: no position of Pig"),
        (HEADER + "start: nonsense\n", "does not start a match: 'nonsense' is not a field"),
        (HEADER + "start: seats=3\n", "does not start a match: the position to start from has 3 seats"),
    ],
)
def test_a_header_that_is_wrong_is_refused_with_its_reason(text: str, said: str) -> None:
    with pytest.raises(TranscriptError, match=said):
        read_transcript(pig.SPEC, text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hold", "neither dice"),
        ("0", "neither dice"),
        ("00 hold", "neither dice"),
        ("² hold", "neither dice"),
        ("x hold", "neither dice"),
        ("0 jump", "'jump' is not an action of Pig"),
        ("0 @5", "'' is not an action of Pig"),
        ("1 roll", "it is not seat 1's move"),
        ("2 roll", "there is no seat 2"),
        ("9 roll", "there is no seat 9"),
        ("0 roll @-1", "'roll @-1' is not an action"),
        ("0 roll @9223372036854775808", "no match has a millisecond"),
        ("0 roll @" + "9" * 9999, "is not an action"),
        ("* 4", "no die or card is due"),
        ("= 1 0, 1 0", "the match is not over"),
        ("0 roll\n1 roll", "line 10: an action stands where a die or card must land"),
        ("0 roll\n* 7", "line 10: the die cannot show '7'"),
        ("0 roll\n* 4 5", "line 10: no die or card is due"),
    ],
)
def test_a_line_that_is_wrong_is_refused_with_its_number(line: str, said: str) -> None:
    text = f"{HEADER}# no names\n\n0 roll\n* 4\n{line}\n"
    with pytest.raises(TranscriptError, match=said) as caught:
        read_transcript(pig.SPEC, text)
    assert str(caught.value).startswith(f"line {9 + line.count(chr(10))}: ")


def finished(result: str) -> str:
    return f"{HEADER}start: seats=2 brought=10 score=90,3,0,0\n\n0 hold\n{result}\n"


@pytest.mark.parametrize("result", ["= 1 100, 2 3", "=1 100,2 3", "  =  1  100 , 2 3  # Ann", ""])
def test_a_right_result_is_accepted(result: str) -> None:
    assert read_transcript(pig.SPEC, finished(result)).is_over


@pytest.mark.parametrize(
    "result", ["= 2 3, 1 100", "= 1 101, 2 3", "= 1 100", "= 1 100, 2 3, 3 0", "=", "= 1 -100, 2 3", "= 1 100 2 3"]
)
def test_a_wrong_result_is_refused(result: str) -> None:
    with pytest.raises(TranscriptError, match=r"line 8: the result .* is wrong: the events lead to '= 1 100, 2 3'"):
        read_transcript(pig.SPEC, finished(result))


def test_nothing_follows_the_end() -> None:
    with pytest.raises(TranscriptError, match="line 9: the match is over"):
        read_transcript(pig.SPEC, finished("= 1 100, 2 3\n1 roll"))


def test_a_die_too_many_is_refused_in_a_game_of_many_dice() -> None:
    text = Match(game("phase10"), 1, seed=1).transcript().rstrip("\n") + " 5r\n"
    with pytest.raises(TranscriptError, match="line 7: no die or card is due"):
        read_transcript(game("phase10"), text)


def test_a_match_goes_on_where_its_transcript_ends() -> None:
    text = HEADER + "\n0 roll\n* 4\n0 roll\n"
    waiting = read_transcript(pig.SPEC, text)
    assert (waiting.awaits_chance, waiting.settles) == (True, False)
    going = read_transcript(pig.SPEC, text, chance=Scripted("5 6"), settle=True)
    assert going.state.brought == 9
    going.push(ROLL)
    assert going.state.brought == 15


def test_long_files_and_long_lines_take_no_long_time() -> None:
    """Were the time to grow with the square of a line's length, this would not end within a test's time."""
    match = read_transcript(pig.SPEC, HEADER + "\n" + ("0 roll\n* 1\n1 roll\n* 1\n" * 5000))
    assert len(match) == 20_000
    with pytest.raises(TranscriptError, match="line 6"):
        read_transcript(pig.SPEC, f"{HEADER}\n0 roll{' ' * 1_000_000}x\n")
    with pytest.raises(TranscriptError, match="expected 'name: value'"):
        read_header(HEADER + " " * 1_000_000 + "x\n")


def test_steps_of_a_proof_are_kept_as_they_are() -> None:
    steps = ['[1,5,null,{"type":"sat","name":"A # B"}]', '[2,6,null,{"type":"x"}]']
    text = write_transcript(played(), {"table": "t"}, steps)
    assert text.endswith(f"* 1\n| {steps[0]}\n| {steps[1]}\n")
    assert read_steps(text) == read_steps(text.replace("\n", "\r\n")) == steps
    assert list(read_transcript(pig.SPEC, text).events) == list(played().events)
    assert read_steps(write_transcript(played())) == []


def test_nothing_but_steps_follows_a_step() -> None:
    with pytest.raises(TranscriptError, match="line 8: after the first step"):
        read_steps(HEADER + "\n" + BODY.replace("* 4", "| []\n* 4"))


@pytest.mark.parametrize(
    ("line", "error"),
    [("0 hop", TranscriptError), ("what", TranscriptError)]
    + [(line, ReplayError) for line in ("0 hold", "1 roll", "= 1 0, 1 0", "* 4", "* 9")],
)
def test_what_cannot_be_read_is_told_from_what_cannot_have_been(line: str, error: type[Exception]) -> None:
    with pytest.raises(TranscriptError, match="line 6: ") as found:
        read_transcript(pig.SPEC, f"{HEADER}\n{line}\n")
    assert type(found.value) is error


OLD_POPALOTSY = """quincunx 2
game: popalotsy
rules: 1
seats: 2

* r4 r5 o6 b4 y1 y2 y3 y4 g1 g2
* 3 1 1 1 1
"""


def test_a_match_that_goes_another_way_under_the_new_rules_is_refused_in_a_sentence() -> None:
    """Version 1 let a seat drop wrongly 200 times; now it is done after 20 (R21)."""
    spec = game("popalotsy")
    assert not read_transcript(spec, OLD_POPALOTSY + "0 o6 on r\n" * 20).is_over
    with pytest.raises(TranscriptError) as caught:
        read_transcript(spec, OLD_POPALOTSY + "0 o6 on r\n" * 21)
    assert str(caught.value) == (
        "this was played under version 1 of the rules of PoPalotsy, and does not go the same way under version 3 "
        "(line 28: it is not seat 0's move)"
    )
