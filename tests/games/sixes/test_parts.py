"""What people see of Battle of the Sixes, and what bots and simulations make of it."""

from io import StringIO

import pytest
from rich.console import Console

from quincunx import Match
from quincunx.core.seats import SPECTATOR
from quincunx.games.sixes import SPEC, bots, figures
from quincunx.games.sixes.display import HELP, board, prompt
from quincunx.sim.batch import Batch
from tests.games.drawing import picture_of
from tests.games.sixes.tables import (
    ahead_by_a_hard_six,
    begin,
    final_roll_with_partial,
    out_of_dice,
    play,
)

picture = picture_of("sixes")

NAMES = ["Ann", "Bob"]


def shown(match: Match, seat: int = 0) -> str:
    console = Console(width=100, file=StringIO())
    console.print(board(match.view(seat), seat, NAMES))
    return str(console.file.getvalue())  # type: ignore[attr-defined]  # a StringIO


def test_the_board_shows_mat_dice_and_pairings() -> None:
    match = play(begin("6 4 2 5", "5 4 4 4", totals=(7, 9)), "0 take 5", "0 play 4+2")
    text = shown(match)
    for expected in ("▶ Bob", "round 7, roll 1", "15 24 33 42 51 60+", "5*", "2 : 0", "4+2", "?"):
        assert expected in text
    assert "none" in shown(out_of_dice("5 5 5"))
    assert "last round: Ann 2, Bob 0" in shown(ahead_by_a_hard_six())
    assert "final roll" in shown(play(final_roll_with_partial(), "0 roll"))
    assert "over" in shown(ahead_by_a_hard_six((58, 0)))


def test_the_star_marks_what_may_still_be_completed() -> None:
    match = play(begin("6 6 5 5", "3 3 2 1"), "0 take 3")
    assert "3*" in shown(match)
    assert picture(match.view(1), 1)["pairings"][0]["completes"] == [False, True]
    play(match, "0 take 3+2+1")
    assert match.actors == [0]
    assert "3*" not in shown(match)
    assert picture(match.view(1), 1)["pairings"][0]["completes"] == [False, False]


@pytest.mark.parametrize(
    ("match", "seat", "asked"),
    [
        (begin("6 6 5 5", "5 5 5 5"), 0, "2 hard sixes"),
        (begin("5 5 5 5", "6 5 5 5"), 1, "1 hard six to"),
        (begin("5 1 5 5", "5 5 5 5"), 0, "soft sixes · play one or pass"),
        (
            play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 4"),
            1,
            "soft sixes · complete a single die (add … to …) or pass",
        ),
        (
            play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 2"),
            1,
            "soft sixes · play one, complete a single die (add … to …) or pass",
        ),
        (play(begin("5 1 5 5", "5 5 5 5"), "0 play 5+1"), 1, "soft six 5+1"),
        (out_of_dice("5 5 5"), 0, "final roll, 3 dice"),
        (play(begin("6 6 6 5", "3 1 1 1"), "0 take 3+1+1+1"), 0, "final roll, 1 die ·"),
    ],
)
def test_the_prompt_says_what_is_asked(match: Match, seat: int, asked: str) -> None:
    assert match.actors == [seat]
    assert asked in str(prompt(match.view(seat), seat))


def test_help_names_every_verb() -> None:
    match = begin("5 1 5 5", "5 5 5 5")
    verbs = {match.format_action(action).split()[0] for action in range(SPEC.actions)}
    typed = " ".join(typed for typed, _ in HELP)
    assert all(verb in typed for verb in verbs)


def test_the_picture_lists_what_can_be_done() -> None:
    match = play(begin("6 4 2 5", "5 4 4 4"), "0 take 5")
    drawn = picture(match.view(0), 0)
    assert (drawn["stage"], drawn["turn"]) == ("soft sixes", 0)
    assert drawn["pairings"] == [
        {
            "sides": [{"kind": "hard", "dice": [6]}, {"kind": "single", "dice": [5]}],
            "points": [2, 0],
            "completes": [False, True],
        }
    ]
    assert [action["text"] for action in drawn["actions"]] == ["pass", "play 4+2"]
    assert picture(match.view(1), 1)["actions"] == []
    assert picture(match.view(SPECTATOR), SPECTATOR)["actions"] == []
    assert drawn["players"][0] == {
        "total": 0,
        "points": 2,
        "last_points": 0,
        "dice": [5, 4, 2],
        "in_cup": 0,
        "wins": False,
    }


@pytest.mark.parametrize(
    "match",
    [
        begin("6 5 5 5", "5 1 4 4"),
        play(begin("4 2 5 5", "5 1 4 4"), "0 play 4+2"),
        play(begin("6 5 5 5", "5 4 4 4"), "0 take 5", "* 5 5 5 1 4 4"),
        out_of_dice("4 2 5"),
    ],
)
def test_the_picture_foretells_the_points(match: Match) -> None:
    seat = match.actor
    for action in picture(match.view(seat), seat)["actions"]:
        before = picture(match.view(seat), seat)["players"]
        match.push_text(action["text"])
        after = picture(match.view(seat), seat)["players"]
        changed = [after[who]["points"] - before[who]["points"] for who in range(2)]
        assert changed == action["points"], action["text"]
        match.pop()


def test_the_picture_shows_the_soft_six_that_waits() -> None:
    match = play(begin("4 2 5 5", "5 1 4 4"), "0 play 4+2")
    assert picture(match.view(1), 1)["waiting"] == {"seat": 0, "dice": [4, 2]}


def greedy(match: Match) -> str:
    seat = match.actor
    legal = match.legal_actions()
    choice = bots.greedy(match.view(seat), seat, legal, len(legal), [0] * 4)
    return match.format_action(choice)


def test_greedy_stops_on_a_winning_score_and_rolls_otherwise() -> None:
    assert greedy(out_of_dice("5 5 5", totals=(14, 0))) == "stop"
    assert greedy(out_of_dice("5 5 5", totals=(13, 0))) == "roll"


def test_greedy_keeps_a_winning_score_in_the_final_roll() -> None:
    match = play(out_of_dice("5 5 5", totals=(14, 0)), "0 roll", "* 4 2 5")
    assert greedy(match) == "pass"
    match = play(out_of_dice("5 5 5", totals=(13, 0)), "0 roll", "* 4 2 5")
    assert greedy(match) == "play 4+2"


def test_figures_of_a_match() -> None:
    match = play(begin("6 4 2 5", "5 1 4 4"), "0 take 4")
    script = ["0 play 4+2", "1 answer 5", "1 pass", "* 5 1 2", "1 add 2 to 4 vs hard", "1 pass", "* 5 4"]
    counters = [0] * len(figures.NAMES)
    for line in script:
        words = [f"* {word}" for word in line[1:].split()] if line[0] == "*" else [line]
        for word in words:
            before = match.state.duplicate()
            play(match, word)
            event = match.event(len(match) - 1)
            figures.note(before, match.state, event.who, event.what, counters)
    assert counters[figures.SOFT_PLAYED] == 1
    assert counters[figures.SOFT_ANSWERS] == 0
    assert counters[figures.COMPLETED] == 1
    assert counters[figures.ROLLS] == 2


def test_the_summary_agrees_with_known_lengths() -> None:
    batch = Batch(SPEC, 2, ("random",))
    _, counters = batch.results(1, 0, 2000)
    rows = {str(name): str(figure) for name, figure in figures.summary(list(counters), 2000)}
    assert len(counters) == len(figures.NAMES)
    assert 5 < float(rows["rounds per match"]) < 15
    assert 2 < float(rows["rolls per round"]) < 8
    assert 1 < float(rows["points per player and round"]) < 4
