"""Battle of the Sixes as text."""

import pytest

from quincunx import Match, NotationError
from quincunx.core.fields import Grid
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.games.sixes import SPEC, notation
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, HARD_SIXES, SOFT_SIXES, State
from tests.games.sixes.tables import ahead_by_a_hard_six, begin, out_of_dice, play


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("PLAY 2 4", "play 4+2"),
        ("play 1+2+3", "play 3+2+1"),
        ("take 1 + 5", "take 5+1"),
        ("  answer 5 ", "answer 5"),
        ("take\t5", "take 5"),
        ("add 4  to  2 vs hard", "add 4 to 2 vs hard"),
        ("add 1 3 to 2 against soft", "add 3+1 to 2 vs soft"),
        ("add 4 to 2 vs hard", "add 4 to 2 vs hard"),
        ("Pass", "pass"),
    ],
)
def test_what_people_type(typed: str, canonical: str) -> None:
    match = begin("4 2 5 5", "5 5 5 5")
    assert match.format_action(match.parse_action(typed)) == canonical


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "take 5, take 5"),
        ("pass please", "take 5, take 5"),
        ("take", "faces from 1 to 5"),
        ("take 6", "faces from 1 to 5"),
        ("take \u0663", "faces from 1 to 5"),
        ("play \uff14+2", "faces from 1 to 5"),
        ("add 1 to \u0665", "what completes what"),
        ("take 5+2", "add up to 7"),
        ("play 5", "not a soft six"),
        ("answer 1+1", "add up to 2"),
        ("add 4", "what completes what"),
        ("add 4 to 6", "what completes what"),
        ("add + to 4", "faces from 1 to 5"),
        ("add 4 to 1 vs hard", "makes 5, not six"),
    ],
)
def test_nonsense_says_what_is_expected(typed: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        begin("4 2 5 5", "5 5 5 5").parse_action(typed)


def test_hard_or_soft_may_be_left_out_where_one_fits() -> None:
    match = begin("6 4 2 5 5 5", "5 5 4 4 4 4", dice="6")
    play(match, "0 take 5", "0 play 4+2", "1 answer 4", "* 5 5 5 5 2 1 4")
    assert match.format_action(match.parse_action("add 1 to 5")) == "add 1 to 5 vs hard"
    assert match.format_action(match.parse_action("add 2 to 4")) == "add 2 to 4 vs soft"
    match = begin("6 4 2 5 5 5", "5 5 4 4 4 4", dice="6")
    play(match, "0 take 5", "0 play 4+2", "1 answer 5", "* 5 5 5 1 4 4 4")
    with pytest.raises(NotationError, match="vs hard or vs soft"):
        match.parse_action("add 1 to 5")


def test_dice_as_text() -> None:
    match = begin()
    assert [match.format_outcome(outcome) for outcome in range(6)] == ["1", "2", "3", "4", "5", "6"]
    for text in ("0", "7", "x", "", "\u0663", "\u00b2"):
        with pytest.raises(NotationError, match="1 2 3 4 5 6"):
            match.parse_outcome(text)
    assert str(notation.describe_chance(match.state, match.names)) == "a die of seat 0 lands (4 in the cup)"
    assert "seat 1" in str(notation.describe_chance(begin("5 5 5 5").state, begin("5 5 5 5").names))


def told(match: Match, line: str) -> str:
    """What is said about the last event of this line."""
    before = State()
    for word in line[1:].split() if line[0] == "*" else [""]:
        before = match.state.duplicate()
        play(match, f"* {word}" if word else line)
    event = match.event(len(match) - 1)
    said = english(notation.describe_event(before, match.state, event.who, event.what, ["Ann", "Bob"]))
    return said


def test_events_in_words() -> None:
    match = begin()
    assert told(match, "* 6 6 5 2 6 4 1") == ""
    assert told(match, "* 4") == "Ann rolls 6 6 5 2. Bob rolls 6 4 4 1. They match a hard six each."
    assert told(match, "0 take 4") == "Ann sets a hard six against Bob's 4."
    assert told(match, "* 4 2 2 1") == "Ann rolls 4 2. Bob rolls 2 1."
    assert told(match, "1 add 2 to 4 vs hard") == "Bob adds 2 to 4 against a hard six."
    assert told(match, "0 play 4+2") == "Ann plays the soft six 4+2."
    assert told(match, "1 answer 1") == (
        "Bob answers 4+2 with 1. End of round 1: Ann scores 2 and has 2, Bob scores 0 and has 0."
    )


def test_the_final_roll_in_words() -> None:
    said = told(out_of_dice("4 2 5"), "0 play 4+2")
    assert said == "Ann plays the soft six 4+2; Bob has no dice to answer with."
    match = out_of_dice("4 2 5")
    assert told(match, "0 pass") == "Ann passes."
    assert told(match, "0 roll") == "Ann makes the final roll."
    assert told(match, "* 6 6 5").startswith("Ann rolls 6 6 5. Ann has 2 hard sixes against no dice. End of round 1:")
    assert told(out_of_dice("5 5 5"), "0 stop").startswith("Ann declines the final roll. End of round 1:")


def test_sixes_left_over_in_words() -> None:
    match = begin("6 6 5 5", "2 2 1 1")
    assert told(match, "0 take 2+2+1+1").endswith("Bob's 2+2+1+1. Ann has a hard six against no dice.")
    match = begin("6 6 5 5", "6 6 5")
    assert told(match, "* 5").endswith("They match 2 hard sixes each.")


def test_the_end_of_a_round_is_told() -> None:
    before = begin("6 6 6 6", "6 6 6 5").state
    after = ahead_by_a_hard_six().state
    said = english(notation.describe_event(before, after, 0, begin().parse_action("take 5", 0), ["Ann", "Bob"]))
    assert said == (
        "Ann sets a hard six against Bob's 5. End of round 1: Ann scores 2 and has 2, Bob scores 0 and has 0."
    )


def broken(state: State, **fields: object) -> list[str]:
    state = state.duplicate()
    for name, value in fields.items():
        setattr(state, name, value)
    return [*map(str, flaws(SPEC, state))]


def test_positions_that_cannot_be() -> None:
    state = begin("4 2 5 5", "5 5 5 5").state
    assert not flaws(SPEC, state)
    assert "dice_each" in str(broken(state, dice_each=7))
    assert "starter must be 0 to 1, not 2" in str(broken(state, starter=2))
    assert "stage must be 0 to 5" in str(broken(state, stage=9))
    assert "rolls must be 0 to 199" in str(broken(state, rolls=200))
    assert "total must be 0 to 83" in str(broken(state, total=[-1, 0]))
    assert "in_cup must be 0 to 12" in str(broken(state, in_cup=[-1, 0]))
    assert "soft six" in str(broken(state, soft_six=3))
    assert "pairings" in str(broken(state, pairings=25))
    assert "needs a six" in str(broken(state, pairings=1))
    assert "0 to 16" in str(broken(state, laid=filled(Grid(2, 24), 0, 17)))
    assert "dice of 4" in str(broken(state, shown=Grid(2, 7)))
    assert "in the cup" in str(broken(state, dice_each=5, in_cup=[1, 1]))
    assert "has nothing to choose" in str(broken(state, turn=1))
    assert "waits" in str(broken(out_of_dice("5 5 5").state, soft_six=7))
    assert "final roll belongs" in str(broken(state, stage=FINAL_ROLL))
    assert "total wins" in str(broken(state, stage=ENDED))
    assert "alone" in str(broken(state, stage=HARD_SIXES))
    assert "before anything" in str(broken(begin("6 5 1 5", "5 5 5 5").state, stage=SOFT_SIXES))
    assert "waits" in str(broken(state, stage=ANSWERING))


def filled(table: Grid, column: int, value: int) -> Grid:
    table[0, column] = value
    return table
