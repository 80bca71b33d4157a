"""Bots, figures, terminal board and picture."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from quincunx.core.match import Match
from quincunx.core.seats import CHANCE, SPECTATOR
from quincunx.games.popalotsy import SPEC, bots, display, figures, legality
from quincunx.games.popalotsy.legality import DONE
from tests.games.drawing import picture_of
from tests.games.popalotsy.tables import down_to_two_cards, play, racing

picture = picture_of("popalotsy")

FACES = "3 1 1 1 1"
KEY = [1, 2, 3, 4]
PLAYERS = ["Ann", "Bob"]


def chosen(match: Match, seat: int) -> str:
    legal = match.legal_actions(seat)
    return match.format_action(bots.expert(match.view(seat), seat, legal, len(legal), list(KEY)), seat)


def shown(match: Match, seat: int) -> str:
    console = Console(width=120, file=StringIO(), record=True)
    console.print(display.board(match.view(seat), seat, PLAYERS))
    return console.export_text()


def test_expert_drops_the_lower_of_two_first() -> None:
    assert chosen(racing(FACES, "r4 r5 r6", "o5 o6"), 0) == "r4 on r"


def test_expert_drops_first_what_fits_fewer_dice() -> None:
    assert chosen(racing("3 4 1 1 1", "r4 g5", "o5 o6"), 0) == "g5 on g"


def test_expert_does_not_forget_the_second_of_two_like_cards() -> None:
    assert chosen(racing("3 1 5 5 5", "r1 r1 b2", "o5 o6"), 0) == "r1 on r"


def test_expert_says_done_rather_than_drop_wrongly() -> None:
    match = play(racing(FACES, "r4 r2", "r6 r5 o6"), "1 r6 on r")
    assert chosen(match, 0) == "done"


@pytest.mark.parametrize("seed", range(5))
def test_sure_drops_are_never_wrong(seed: int) -> None:
    match = Match(SPEC, 3, seed=seed)
    while not match.is_over:
        for seat in match.actors:
            if seat in match.actors:
                action = match.parse_action(chosen(match, seat), seat)
                assert action == DONE or legality.fault(match.state, action) == 0
                match.push(action, seat)


def test_greedy_sometimes_overlooks_the_rings_but_never_the_die() -> None:
    match = play(racing(FACES, "r4 r2 b5", "r5 o6"), "1 r5 on r")
    key = list(KEY)
    legal = match.legal_actions(0)
    choices = {match.format_action(bots.greedy(match.view(0), 0, legal, len(legal), key), 0) for _ in range(200)}
    assert choices == {"b5 on b", "r4 on r", "r2 on r"}


def test_greedy_is_done_when_nothing_is_right() -> None:
    match = play(racing(FACES, "r4 r2", "r5 o6"), "1 r5 on r")
    key = list(KEY)
    legal = match.legal_actions(0)
    assert {bots.greedy(match.view(0), 0, legal, len(legal), key) for _ in range(50)} == {DONE}


def counted(match: Match, *lines: str) -> dict[str, int]:
    counters = [0] * len(figures.NAMES)
    for line in lines:
        before = match.state.duplicate()
        action = match.parse_action(line[2:], int(line[0]))
        match.push(action, int(line[0]))
        figures.note(before, match.state, int(line[0]), action, counters)
    return {name: count for name, count in zip(figures.NAMES, counters, strict=True) if count}


def test_figures_count_drops_by_their_match() -> None:
    match = racing(FACES, "r4 r3 b5 g6", "y3 o6")
    lines = ("0 r4 on r", "1 y3 on r", "0 r3 on r", "0 b5 on r", "0 done")
    assert counted(match, *lines) == {
        "colour drops": 1,
        "number drops": 1,
        "exact drops": 1,
        "wrong drops": 1,
        "cards taken back": 4,
        "said done": 1,
    }


def test_figures_count_what_a_check_gives_back() -> None:
    match = racing(FACES, "b5 b2 r4", "o6 o5", referee="round")
    figures_of = counted(match, "0 b5 on r", "0 r4 on r", "0 done", "1 done")
    assert figures_of["cards taken back"] == 2


def test_figures_count_rounds_reshuffles_and_matches_without_a_winner() -> None:
    match = racing(FACES, "r5 b1", "o5 b2", draw="")
    assert counted(match, "0 done", "1 done")["reshuffles"] == 1
    counters = [0] * len(figures.NAMES)
    for word in ["y1", "y2", "1", "1", "1", "1", "1"]:
        before = match.state.duplicate()
        match.land(match.parse_outcome(word))
        figures.note(before, match.state, CHANCE, 0, counters)
    assert counters == [1] + [0] * 8
    assert "stopped by the round limit" not in counted(racing(FACES, "r5", "o5"), "0 r5 on r")
    match = racing(FACES, "r5", "o5", rounds=100)
    assert counted(match, "0 done", "1 done")["stopped by the round limit"] == 1


def test_figures_count_the_reshuffle_of_a_single_card() -> None:
    match = down_to_two_cards()
    counters = [0] * len(figures.NAMES)
    for word in ("r1", "b5"):
        before = match.state.duplicate()
        match.land(match.parse_outcome(word))
        figures.note(before, match.state, CHANCE, 0, counters)
    assert counters[figures.RESHUFFLES] == 1


def test_figures_are_told_for_a_match() -> None:
    rows = {str(name): str(figure) for name, figure in figures.summary([20, 30, 10, 5, 5, 8, 4, 1, 0], 10)}
    assert rows["rounds per match"] == "2.00"
    assert rows["wrong among all drops"] == "10.0 %"
    assert figures.summary([0] * 9, 0)


def test_the_board_shows_dice_rings_players_and_the_own_hand() -> None:
    match = play(racing(FACES, "r4 b5 b3 b3", "r5 o6 y2"), "0 r4 on r", "1 r5 on r", "1 done")
    text = shown(match, 0)
    for part in ("R  ⚂ 3", "r4 ← Ann", "r5 ← Bob", "Ann (you)", "3 cards", "done", "[b3]  [b3]  [b5]"):
        assert part in text
    assert text.index("r5 ← Bob") < text.index("r4 ← Ann")
    assert "[o6]" not in text


@pytest.mark.parametrize(("form", "lit"), [("race", False), ("turns", True)])
def test_only_in_turns_the_board_shows_which_cards_can_go(form: str, lit: bool) -> None:
    match = racing(FACES, "r4 b5", "r5 o6", form=form)
    board: Any = display.board(match.view(0), 0, PLAYERS)
    assert any("underline" in str(span.style) for span in board.renderables[-1].spans) == lit


def test_five_dice_stand_side_by_side_in_eighty_columns() -> None:
    console = Console(width=80, file=StringIO(), record=True)
    match = play(racing(FACES, "r4 b5", "r5 o6"), "0 r4 on r")
    console.print(display.board(match.view(0), 0, ["Bartholomew", "Bob"]))
    lines = console.export_text().splitlines()
    assert any(all(name in line for name in ("red", "orange", "yellow", "green", "blue")) for line in lines)
    assert any("r4 ← Barth…" in line for line in lines)


def test_the_board_says_when_a_die_is_closed_and_who_wins() -> None:
    match = play(racing(FACES, "r3", "o6 y2"), "0 r3 on r")
    assert "closed" in shown(match, 1)
    assert "wins" in shown(match, 1)


def test_the_prompt_says_what_is_asked() -> None:
    match = racing(FACES, "r4 b5", "r5 o6")
    assert str(display.prompt(match.view(0), 0)).startswith("Race!")
    play(match, "0 done")
    assert str(display.prompt(match.view(0), 0)) == "You are done for this round."
    match = racing(FACES, "r4 b5", "r5 o6", form="turns")
    assert str(display.prompt(match.view(0), 0)).startswith("Your turn")
    assert str(display.prompt(match.view(1), 1)) == "Another player's turn."


def test_a_picture_shows_what_its_watcher_may_know() -> None:
    match = play(racing(FACES, "r4 b3 b3", "r5 o6"), "1 r5 on r")
    drawn = picture(match.view(0), 0)
    assert [card["card"] for card in drawn["hand"]] == ["r4", "b3", "b3"]
    assert drawn["hand"][0]["drops"] == {die: f"r4 on {die}" for die in "roygb"}
    assert drawn["dice"][0]["rings"] == [{"card": "r5", "colour": "red", "number": 5, "seat": 1}]
    assert drawn["seats"] == [{"cards": 3, "done": False}, {"cards": 1, "done": False}]
    assert drawn["actions"] == {"done": "done"}
    assert picture(match.view(SPECTATOR), SPECTATOR)["hand"] == []


def test_a_picture_in_turns_offers_correct_drops_only() -> None:
    match = racing("3 4 1 1 1", "r4 b3", "r5 o6", form="turns")
    drawn = picture(match.view(0), 0)
    assert drawn["hand"][0]["drops"] == {"r": "r4 on r", "o": "r4 on o"}
    assert drawn["turn"] == 0
    assert drawn["actions"] == {}
    assert picture(match.view(1), 1)["hand"][0]["drops"] == {}


def test_between_rounds_nobody_is_done_and_nobody_has_the_turn() -> None:
    match = play(racing(FACES, "r4 b5", "r5 o6"), "0 done", "1 done")
    assert [row["done"] for row in picture(match.view(0), 0)["seats"]] == [False, False]
    match = play(racing(FACES, "r6 r2", "r5 r4", form="turns"), "0 r6 on r")
    assert picture(match.view(0), 0)["stage"] == "dealing"
    assert picture(match.view(0), 0)["turn"] is None
