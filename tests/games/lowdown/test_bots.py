"""The greedy bot plays sensibly, and a simulation counts what happens."""

import pytest

from quincunx import Match
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.bots import greedy
from quincunx.games.lowdown.figures import NAMES, note, summary
from quincunx.sim.batch import Batch
from tests.games.lowdown.boards import NO_ROWS, any_board, grids, legal, match_at, play


def advice(match: Match, seat: int) -> str:
    """What greedy does at this seat, as text."""
    actions = match.legal_actions(seat)
    return match.format_action(greedy(match.view(seat), seat, actions, len(actions), [0] * 4), seat)


def test_greedy_picks_what_completes_a_row() -> None:
    match = match_at(grids("46. ... ...", "55. ... ..."), dice="5 1 purple green 2 red")
    assert advice(match, 0) == "pick 5 green"
    play(match, "0 pick 5 green")
    assert advice(match, 0) == "write 5 G3"
    play(match, "0 write 5 G3")
    assert advice(match, 0) == "cross G123"


def test_greedy_spends_a_wild_on_a_row_of_sixes_when_the_end_is_near() -> None:
    match = match_at(grids("66. 651 116", "661 651 11.", "642 531 ..."), dice="6 6 blue blue 2 red")
    play(match, "0 pick 6 blue")
    assert advice(match, 0) == "wild 6 R3"
    match = match_at(grids("66. ... ...", "123 1.. ..."), dice="6 6 green green 2 blue")
    play(match, "0 pick 6 green")
    assert advice(match, 0).startswith("write")


def test_greedy_leaves_a_small_row_that_blocks_a_larger_plan() -> None:
    """Ones across the top would cost the two tens that run down through them."""
    match = match_at(grids("111 634 36."), dice="4 5 orange blue 2 green")
    play(match, "0 pick 5 blue", "0 write 5 P9")
    assert {"cross R123", "cross R147", "cross R258"} < legal(match, 0)
    assert advice(match, 0) == "cross R147"


def test_greedy_takes_the_secret_pair_rather_than_a_blackout() -> None:
    match = match_at(grids(NO_ROWS), any_board(9), wilds=[4], dice="6 6 red orange 2 green")
    assert advice(match, 0) == "secret"


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_by_far(seat: int) -> None:
    bots = ["random", "random"]
    bots[seat] = "greedy"
    batch = Batch(SPEC, 2, bots)
    batch.playouts(5, 0, 100)
    assert batch.points_sum[seat] * 3 < batch.points_sum[1 - seat]


def test_figures_count_what_happens() -> None:
    counters = [0] * len(NAMES)
    match = match_at(seats=3)
    for who, what in Batch(SPEC, 3, ("greedy",), mode="plain").record(4, 0):
        before = match.state.duplicate()
        match.land(what) if match.awaits_chance else match.push(what, who)
        note(before, match.state, who, what, counters)
    counted = dict(zip(NAMES, counters, strict=True))
    state = match.state
    assert match.is_over
    assert counted["boards"] == 3
    assert counted["turns"] == state.turn == counted["open pairs picked"] + counted["secret pairs taken"]
    assert counted["wild colours used"] == sum(state.wilds)
    assert counted["boxes blacked out"] == state.box.cells.count(7)
    rows = sum(bin(crossed).count("1") for crossed in state.crossed)
    assert counted["rows of ten"] + counted["rows of three of a kind"] == rows > 0
    said = dict(summary(counters, 1))
    assert said["turns a match"] == f"{state.turn:.1f}"
    assert said["rows of ten a board"] == f"{counted['rows of ten'] / 3:.2f}"
