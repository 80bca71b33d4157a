"""Bot, figures, terminal board and picture of Phase 10 Dice."""

from io import StringIO
from itertools import product

import pytest
from rich.console import Console

from quincunx import Match
from quincunx.core.messages import english
from quincunx.core.seats import CHANCE
from quincunx.games.phase10 import SPEC, bots, display, figures, notation
from quincunx.games.phase10.phases import DICE, NOT_MADE, SIDES, best_phase
from quincunx.games.phase10.words import PHASES
from tests.games.drawing import picture_of
from tests.games.phase10.turns import COLOUR, NOTHING, RUN, SETS, land, match_at, take_turn, words

picture = picture_of("phase10")

SIX_ORANGE = "1b 4o 2r 2o / 9o 8o 10o 6g 5b 10o"
LONG_NAMES = ["Bartholomew", "Ann", "Chrysanthemum", "Seat 3", "Evangeline", "Seat 5", "Gwendolyn", "Hal"]


def chosen(roll: str, phase: int) -> str:
    """What the bot does with a roll in a phase (counted from 1)."""
    match = match_at([phase])
    land(match, roll)
    return match.format_action(bots.greedy(match.view(0), 0, [], 0, [0] * 4))


def shown(match: Match, seat: int, names: list[str]) -> list[str]:
    text = StringIO()
    Console(width=80, file=text).print(display.board(match.view(seat), seat, names))
    return text.getvalue().splitlines()


@pytest.mark.parametrize(
    ("roll", "phase", "action"),
    [
        ("1 2 3 4 / 9 9 9 5 6 7", 1, "reroll L1 L2 L3 L4 H4 H5"),  # 9 9 9 is a set, the 7 may begin another
        ("W 1 2 4 / 9 9 9 8 8 5", 1, "reroll L2 L3 L4 H6"),  # made with the wild: only what is not needed
        ("1 2 3 4 / 5 7 8 9 9 9", 6, "reroll H5 H6"),
        ("Wr 4o 2r 2o / 9o 8o 10o 6g 5b 10o", 8, "reroll L1 L3 H4 H5"),
        ("2 2 2 2 / 5 5 6 6 7 8", 10, "reroll L4 H1 H2 H5 H6"),  # four low dice never make a set of five
    ],
)
def test_greedy_keeps_what_comes_nearest(roll: str, phase: int, action: str) -> None:
    assert chosen(roll, phase) == action


def colour_chance(action: str, rolls: int) -> float:
    """The chance to make phase 8 that is told of an action after so many rolls that have all shown the same."""
    match = match_at([8, 1])
    land(match, SIX_ORANGE)
    match.state.rolls = rolls
    return bots.phase_chance(match.view(0), 0, match.parse_action(action))


@pytest.mark.parametrize("action", ["reroll L1 L3 H5", "reroll L1 L2 L4", "reroll L2 L4 H1 H2", "reroll H1 H2 H3 H6"])
def test_the_chance_of_a_colour_is_that_of_the_dice_which_are_kept(action: str) -> None:
    match = match_at([8, 1])
    land(match, SIX_ORANGE)
    rolled = [die for die in range(DICE) if match.parse_action(action) >> die & 1]
    made = 0
    faces = list(match.state.face)
    for sides in product(range(SIDES), repeat=len(rolled)):
        for die, side in zip(rolled, sides, strict=True):
            faces[die] = side
        made += best_phase(faces, 7) != NOT_MADE
    assert colour_chance(action, 2) == pytest.approx(made / SIDES ** len(rolled))


def test_with_two_rolls_left_dice_that_are_kept_now_may_still_be_rolled() -> None:
    """One of four dice has to turn orange: two sides of L1 are, and one of L3, H4 and H5."""
    l1, others = 1 - 2 / 6, 1 - 1 / 6
    assert colour_chance("reroll L1 L3 H4 H5", 1) == pytest.approx(1 - l1**2 * others**6)
    assert colour_chance("reroll L1 L3", 1) == pytest.approx(1 - l1**2 * others**4)
    assert colour_chance("reroll L2 L4 H1 H2 H3 H6", 1) < 0.2
    assert colour_chance("stop", 1) == 0


def test_master_thinks_of_the_colours_that_are_shown_each_once() -> None:
    match = match_at([8, 1])
    land(match, "1b 1r 2r Wr / 7b 6r 6b 5r 5b 5b")
    thoughts = [0] * SPEC.actions
    count = bots.candidates(match.view(0), 0, [], 0, None, thoughts)
    told = [match.format_action(action) for action in thoughts[:count]]
    assert told == ["reroll L2 L3 L4 H2 H4", "reroll L1 H1 H3 H5 H6"]


def counted(match: Match, roll: str) -> dict[str, int]:
    """The figures of a turn: one roll and stop."""
    counters = [0] * len(figures.NAMES)
    for word in [*words(roll), "stop"]:
        before = match.state.duplicate()
        if word == "stop":
            match.push_text(word)
        else:
            match.land(match.parse_outcome(word))
        event = match.event(len(match) - 1)
        figures.note(before, match.state, event.who, event.what, counters)
    return {name: count for name, count in zip(figures.NAMES, counters, strict=True) if count}


def test_figures_count_tries_and_what_they_bring() -> None:
    assert counted(match_at([4, 1]), NOTHING) == {"tries at phase 4": 1}
    assert counted(match_at([4, 1]), RUN) == {"tries at phase 4": 1, "phase 4 made": 1}
    assert counted(match_at([5, 1], points=50), RUN)["five phase bonuses"] == 1
    assert counted(match_at([10, 1]), SETS)["first finish bonuses"] == 1


def test_figures_leave_the_starting_order_out() -> None:
    match = Match(SPEC, 2, settle=False)
    before, counters = match.state.duplicate(), [0] * len(figures.NAMES)
    match.land(3)
    figures.note(before, match.state, CHANCE, 3, counters)
    assert not any(counters)


def test_figures_are_told() -> None:
    rows = {str(name): str(figure) for name, figure in figures.summary([4, 0, 1, *[0] * 7, 1, 0, 1, *[0] * 7, 3, 2], 2)}
    assert rows["turns per match"] == "2.5"
    assert rows["phase 1, 2 sets of 3"] == "25.0 % of 4 tries"
    assert rows["phase 2, 1 set of 3 + 1 run of 4"] == "never tried"
    assert rows["phase 3, 1 set of 4 + 1 run of 4"] == "100.0 % of 1 try"
    assert rows["five phase bonuses per match"] == "1.500"


def test_eight_columns_fit_into_eighty() -> None:
    match = Match(SPEC, 8, seed=3, names=LONG_NAMES)
    lines = shown(match, match.actor, match.names)
    assert max(map(len, lines)) <= 80
    for phase, asked in enumerate(PHASES, 1):
        assert any(line.startswith(f"{phase:2} {asked()} ") for line in lines)


def test_the_board_marks_the_dice_that_make_the_phase() -> None:
    match = match_at([1, 1])
    land(match, "W W 4 4 / 8 8 8 10 7 6")
    lines = [" ".join(line.split()) for line in shown(match, 0, ["Ann", "Bob"])]
    assert "L1* L2* L3 L4 H1* H2* H3* H4* H5 H6" in lines
    assert "Ann, phase 1, 2 sets of 3: made (*), worth 34" in lines


def test_the_board_tells_failures_alone_and_at_the_end_what_they_cost() -> None:
    match = match_at([1])
    land(match, NOTHING)
    assert any(line.split() == ["failures", "0"] for line in shown(match, 0, ["Ann"]))
    match.push_text("stop")
    assert any(line.split() == ["failures", "1"] for line in shown(match, 0, ["Ann"]))
    ended = match_at([10])
    take_turn(ended, NOTHING)
    take_turn(ended, SETS)
    assert ended.is_over
    assert any(line.split() == ["failures", "-5"] for line in shown(ended, 0, ["Ann"]))


def test_the_prompt_says_phase_and_roll() -> None:
    match = match_at([8])
    land(match, COLOUR)
    assert str(display.prompt(match.view(0), 0)).startswith("phase 8: 7 of one colour · roll 1 of 3")


def test_a_picture_before_the_order_is_known() -> None:
    match = Match(SPEC, 3, settle=False)
    match.land(match.parse_outcome("8g"))
    drawn = picture(match.view(0), 0)
    assert (drawn["stage"], drawn["dice"], drawn["turn"], drawn["phase"]) == ("starting", [], None, None)
    assert drawn["start_rolls"] == [8, 0, 0]
    assert [column["seat"] for column in drawn["sheet"]] == [0, 1, 2]


def test_a_picture_of_a_turn() -> None:
    match = Match(SPEC, 2, settle=False)
    for word in ["5r", "10g", *words("W W 4 4 / 8 8 8 10 7 6")]:
        match.land(match.parse_outcome(word))
    drawn = picture(match.view(0), 0)
    assert (drawn["stage"], drawn["turn"], drawn["roll"]) == ("choosing", 1, 1)
    assert drawn["phase"] == {"number": 1, "name": list(PHASES[0]()), "points": 34}
    assert [die["name"] for die in drawn["dice"] if die["serves"]] == ["L1", "L2", "H1", "H2", "H3", "H4"]
    assert drawn["dice"][0] == {
        "name": "L1",
        "number": "W",
        "colour": "red",
        "letter": "r",
        "rolling": False,
        "serves": True,
    }
    match.push_text("reroll L3 H6")
    match.land(0)
    drawn = picture(match.view(0), 0)
    assert [die["name"] for die in drawn["dice"] if die["rolling"]] == ["H6"]
    assert (drawn["roll"], drawn["phase"]["points"]) == (2, None)


@pytest.mark.parametrize(("phase", "points", "lacks"), [(1, 0, 221), (5, 48, 29), (5, 60, 0), (6, 48, None)])
def test_a_picture_says_what_the_bonus_still_lacks(phase: int, points: int, lacks: int | None) -> None:
    match = match_at([phase, 1], points=points)
    column = picture(match.view(0), 0)["sheet"][0]
    assert (column["to_bonus"], column["phase"]) == (lacks, phase)
    assert column["points"] == [*match.state.points.row(0)[: phase - 1], *[None] * (11 - phase)]


def test_a_picture_of_the_end() -> None:
    match = Match(SPEC, 2, settle=False)
    for word in ("5r", "10g"):
        match.land(match.parse_outcome(word))
    match.state.phase[:2] = [0, 9]
    take_turn(match, SETS)
    drawn = picture(match.view(0), 0)
    assert (drawn["last_tries"], drawn["finisher"], drawn["turn"]) == (True, 1, 0)
    take_turn(match, NOTHING)
    drawn = picture(match.view(0), 0)
    assert (drawn["stage"], drawn["turn"], drawn["phase"]) == ("over", None, None)
    assert drawn["sheet"][0]["phase"] == 11


def test_a_match_in_words() -> None:
    names = ["Ann", "Bob"]
    match = Match(SPEC, 2, settle=False)
    told = []
    for word in ["5r", "5r", "5r", "10g", *words(NOTHING)]:
        before, outcome = match.view(), match.parse_outcome(word)
        match.land(outcome)
        told.append(english(notation.describe_event(before, match.view(), CHANCE, outcome, names)))
    assert told[:4] == [
        "Ann rolls 5 for the starting order.",
        "Bob rolls 5 for the starting order. Ann and Bob are tied and roll again.",
        "Ann rolls 5 for the starting order.",
        "Bob rolls 10 for the starting order. Bob begins.",
    ]
    assert told[4:-1] == [""] * 9
    assert told[-1] == "Bob has 1b 1r 2r 2o 5r 5g 7r 7o 9r 9g."


def test_the_end_in_words() -> None:
    match = match_at([10, 5], points=50)
    names = ["Ann", "Bob"]
    told = []
    for roll in (SETS, RUN):
        land(match, roll)
        before = match.view()
        seat = match.actor
        match.push_text("stop")
        told.append(english(notation.describe_event(before, match.view(), seat, 0, names)))
    assert told == [
        "Ann stops. Ann makes phase 10 for 59 points. First finish bonus: 40 points. The others have one last try.",
        "Bob stops. Bob makes phase 5 for 52 points. Five phase bonus: 40 points.",
    ]
