"""Bot, figures, terminal board and picture of Mixed Doubles, and its golden transcripts."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quincunx import Match, read_transcript
from quincunx.core.seats import SPECTATOR
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.bots import greedy
from quincunx.games.mixeddoubles.display import HELP, board, prompt
from quincunx.games.mixeddoubles.figures import NAMES, note, summary
from quincunx.games.mixeddoubles.notation import format_action, parse_action
from quincunx.games.mixeddoubles.state import ENDING, STARTING
from tests.games.drawing import picture_of
from tests.games.mixeddoubles.layouts import bank, begin, finale, jackpot, palette, parting, play, points, position

picture = picture_of("mixeddoubles")

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> Match:
    return read_transcript(SPEC, (GOLDEN / name).read_text(encoding="utf-8"))


def choice(match: Match) -> str:
    """What the greedy bot does."""
    seat, legal = match.actor, match.legal_actions()
    return match.format_action(greedy(match.view(seat), seat, legal, len(legal), [0] * 4))


def shown(match: Match, names: Sequence[str] = ("Ann", "Bob", "Cy")) -> str:
    console = Console(width=80, file=StringIO(), record=True)
    console.print(board(match.state, 0, names))
    return console.export_text()


def test_golden_wagers() -> None:
    match = golden("wagers.txt")
    assert (bank(match, 0), bank(match, 1)) == ("y1 y2 y3 r1", "y4 y5 g2 p1 p3 o2 f5")
    assert (palette(match, 0), palette(match, 1), jackpot(match)) == ("g1 p2 o1", "y6 y7 r2", "b1")


def test_golden_special_cards() -> None:
    match = golden("special-cards.txt")
    assert [palette(match, seat) for seat in range(3)] == ["extra", "", "minus"]
    assert [bank(match, seat) for seat in range(3)] == ["f3", "r1 r2 r3", "b1 b2"]
    assert jackpot(match) == "y1 r4 g1 g2"


def test_golden_finale() -> None:
    match = golden("finale.txt")
    assert match.is_over
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(1, 1, 34), (2, 2, 310), (0, 3, 2)]
    assert picture(match.view(SPECTATOR), SPECTATOR)["rolls"] == 0


@pytest.mark.parametrize(
    ("match", "does"),
    [
        (begin(position("r1", "r7 r7 b1")), "wager red 1"),
        (begin(position("r7", "b1", jackpot="b5")), "roll"),
        (begin(position("", "b1", jackpot="b5")), "roll"),
        (begin(position("r1 steal", "b7 b1")), "steal blue 7 from 1"),
        (begin(position("r1 steal", "b1", banks=["", "g6 g7"])), "steal bank 1"),
        (begin(position("r1 extra", "b1", stage=STARTING)), "extra roll"),
        (begin(position("r1 steal", "b1", stage=STARTING)), "draw"),
        (begin(position("r1 steal", "b1", stage=ENDING, rolls=0)), "end"),
        (begin(parting("minus", "", "", banks=["", "b7", "b1"])), "part 1"),
        (play(begin(position("", "b1", "b7 y7", "b1 b2 minus")), "roll", "* push push"), "swap 2"),
        (finale("", "", banks=("", "b1")), "roll"),
    ],
)
def test_greedy(match: Match, does: str) -> None:
    assert choice(match) == does


def test_greedy_wagers_the_lowest_cards_for_more_rolls() -> None:
    match = begin(position("g1 g2 g7", "g6 g7", jackpot="b7 y7 r7"))
    while choice(match) != "roll":
        play(match, choice(match))
    assert match.state.wagered >= 2
    assert match.state.rolls == match.state.wagered


def test_figures() -> None:
    match = golden("special-cards.txt")
    again = Match(SPEC, 3, variants=match.variants, settle=False)
    counters = [0] * len(NAMES)
    for event in match.events:
        before = again.state.duplicate()
        if event.by_chance:
            again.land(event.what)
        else:
            again.push(event.what)
        note(before, again.state, event.who, event.what, counters)
    assert dict(zip(NAMES, counters, strict=True)) == {
        "turns": 3,
        "rolls": 6,
        "wagers": 2,
        "cards wagered": 4,
        "rolls that won a wager": 2,
        "mixtures": 3,
        "pushes": 2,
        "swaps": 1,
        "double wilds": 0,
        "EXTRA ROLLs played": 1,
        "STEALs played": 3,
        "points won in the finale": 0,
        "points left in the jackpot": 0,
    }
    said = {str(name): str(figure) for name, figure in summary(counters, 1)}
    assert said["turns with a wager"] == "66.7 %"
    assert said["mixtures"] == "50.00 % of rolls"
    assert ["swaps", "0.00 % of rolls"] in [[*map(str, row)] for row in summary([0] * len(NAMES), 0)]


def test_figures_of_the_finale() -> None:
    match = play(finale("", "", jackpot="b1 r7"), "roll", "* blue blue", "roll", "* blue")
    counters = [0] * len(NAMES)
    before = match.state.duplicate()
    play(match, "* wild")
    note(before, match.state, match.event(len(match) - 1).who, match.event(len(match) - 1).what, counters)
    assert counters[NAMES.index("points left in the jackpot")] == 7
    before_last = play(finale("", "", jackpot="b1 r7"), "roll", "* blue")
    before = before_last.state.duplicate()
    play(before_last, "* blue")
    note(before, before_last.state, before_last.event(2).who, before_last.event(2).what, counters)
    assert counters[NAMES.index("points won in the finale")] == 1


def test_board() -> None:
    match = begin(position("r1 r5 extra extra steal", "b3 minus", "", jackpot="g2 g4", banks=["b7"]))
    text = shown(match)
    for word in ("0 Ann", "1 5", "2 EXTRA ROLL", "STEAL", "MINUS FIVE", "2 4", "jackpot", "pile", "-5"):
        assert word in text
    assert max(len(line) for line in text.splitlines()) <= 80
    play(match, "wager r1", "wager r5")
    assert "Ann has wagered 2 red" in shown(match)
    assert str(prompt(match.state, 0)) == "wagered: 2 red · 2 rolls · steal, or roll"
    play(match, "roll", "* wild")
    assert " wild " in shown(match)
    assert "…" in shown(match)


def test_long_names_leave_room_for_the_points() -> None:
    held = "b1 b2 b3 b4 y1 y2 y3 y4 extra extra extra"
    match = begin(position(held, "minus", "r1", "", "", "", banks=["f5"]))
    text = shown(match, ["Bartholomew the Very Long"] * 6)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "0 Bartholom…" in text
    assert " ".join(text.split()).count("3 EXTRA ROLL 5 1") == 1
    assert "points cards" in text


def test_the_board_shows_dice_of_this_turn_only() -> None:
    match = begin(position("r1", "b1"))
    assert "dice" not in shown(match)
    assert "pile 99 · 1 roll to make" in shown(match)
    play(match, "roll", "* push")
    assert "dice  push   …" in shown(match)
    play(match, "* blue", "* y1 y2 y3")
    assert "dice" not in shown(match)


@pytest.mark.parametrize(
    ("match", "asked"),
    [
        (begin(position("r1 extra", "", stage=STARTING)), "before the draw: extra roll, or draw"),
        (begin(position("steal", "b1", stage=STARTING)), "before the draw: steal, or draw"),
        (begin(position("steal extra", "b1", stage=STARTING)), "before the draw: extra roll, steal, or draw"),
        (begin(position("r1 b2", "b1")), "1 roll · wager cards of one colour, or roll"),
        (begin(position("r1 steal", "b1")), "1 roll · wager cards of one colour, steal, or roll"),
        (play(begin(position("extra", "b1", stage=STARTING)), "extra", "* free1 free2 free3"), "2 rolls · roll"),
        (play(begin(position("r1 r2", "b1")), "wager r1"), "wagered: 1 red · 1 roll · wager more, or roll"),
        (play(begin(position("r1 r2", "b1")), "wager r2"), "wagered: 1 red · 1 roll · roll"),
        (
            play(begin(position("", "", "")), "roll", "* push push"),
            "two pushes: swap palettes with which seat? (swap 1)",
        ),
        (
            begin(parting("", "minus", turn=1)),
            "the wager is won: part with MINUS FIVE (part 0), or keep it?",
        ),
        (begin(position("steal", "b1", stage=ENDING, rolls=0)), "after the last roll: steal or end"),
        (finale("", ""), "the finale: roll once for what lies in the jackpot"),
    ],
)
def test_prompts_name_what_can_be_done(match: Match, asked: str) -> None:
    assert str(prompt(match.state, match.actor)) == asked


def test_what_help_names_can_be_typed() -> None:
    table = Match(SPEC, 6, seed=1)
    examples = [example for typed, _ in HELP if typed for example in typed.split(", ")]
    assert len(examples) == 11
    for example in examples:
        assert format_action(table.state, 0, parse_action(table.state, 0, example)) == example


def test_board_at_the_end() -> None:
    match = play(finale("", "", "", double_wild=1), "roll", "* blue wild", "roll", "* wild wild")
    assert "Bob wins by double wild" in shown(match)
    assert "over" in shown(play(finale("", "", ""), *["roll", "* blue wild"] * 3))
    assert "finale, 3 to roll" in shown(finale("", "", ""))


def test_picture_says_what_a_click_means() -> None:
    match = begin(position("r1 b2 steal extra", "r3 minus", "extra steal", banks=["", "g1 f2"], jackpot="r5"))
    drawn = picture(match.state, 0)
    assert drawn["stage"] == "wager"
    assert drawn["actions"] == {"roll": "roll", "draw": None, "end": None, "extra_roll": None, "keep": None}
    own, bob, cy = drawn["players"]
    assert [card["action"] for lane in own["palette"] for card in lane] == ["wager blue 2", "wager red 1"]
    assert [card["action"] for lane in bob["palette"] for card in lane] == ["steal red 3 from 1"]
    assert [card["action"] for card in cy["specials"]] == ["steal extra roll from 2", "steal steal from 2"]
    assert [card["kind"] for player in (own, bob, cy) for card in player["specials"]] == [
        *("extra", "steal"),
        "minus",
        *("extra", "steal"),
    ]
    assert (own["bank"]["action"], bob["bank"]["action"]) == (None, "steal bank 1")
    assert (bob["bank"]["points"], bob["bank"]["free"], bob["total"]) == (3, [2], -2)
    assert [player["action"] for player in drawn["players"]] == [None, None, None]
    assert [player["steal"] for player in drawn["players"]] == [None, None, "steal minus five to 2"]
    red = drawn["colours"][2]
    assert (red["name"], red["letter"], red["border"], red["sides"], red["prize"]) == ("red", "R", ["red"], 9, 6)
    play(match, "wager r1")
    red = picture(match.state, 0)["colours"][2]
    assert red["prize"] == 9
    assert picture(match.state, 0)["wager"] == {"colour": "red", "cards": 1}


def test_picture_for_those_who_only_watch() -> None:
    match = begin(position("r1", "r3 steal", "", banks=["", "g1 f2"]))
    for seat in (1, SPECTATOR):
        drawn = picture(match.state, seat)
        assert set(drawn["actions"].values()) == {None}
        assert all(card["action"] is None for lane in drawn["players"][0]["palette"] for card in lane)
    assert points(match) == [0, 3, 0]


def test_greedy_goes_on_with_a_wager_that_another_began_high() -> None:
    """R5: a bot that stands in for a player finds a high card laid down already, and low ones still in the palette."""
    met = 0
    for seed in range(400):
        match = Match(SPEC, 2, seed=seed)
        match.push(match.legal_actions()[0])
        wagers = [action for action in match.legal_actions() if match.format_action(action).startswith("wager")]
        if not wagers:
            continue
        match.push(wagers[-1])
        while not match.is_over and match.actor == 0 and len(legal := match.legal_actions()) > 1:
            met += 1
            match.push(greedy(match.view(0), 0, legal, len(legal), [0] * 4))
    assert met > 100
