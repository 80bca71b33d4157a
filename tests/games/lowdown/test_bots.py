"""The bots play sensibly, and a simulation counts what happens."""

import pytest

from quincunx import Match
from quincunx.bots.advice import weigh
from quincunx.core.learned import read_learned
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import best_crossing, score
from quincunx.games.lowdown.bots import expert, greedy
from quincunx.games.lowdown.figures import NAMES, note, summary
from quincunx.games.lowdown.legality import PICK, verb_of
from quincunx.games.lowdown.values import VALUES, board_value
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
    said = {str(name): str(figure) for name, figure in summary(counters, 1)}
    assert said["turns per match"] == f"{state.turn:.1f}"
    assert said["rows of ten per board"] == f"{counted['rows of ten'] / 3:.2f}"


def wise(match: Match, seat: int) -> str:
    """What the expert does at this seat, as text."""
    actions = match.legal_actions(seat)
    return match.format_action(expert(match.view(seat), seat, actions, len(actions), [0] * 4, SPEC.knowledge), seat)


def test_expert_picks_what_completes_a_row_and_leaves_rows_for_later() -> None:
    match = match_at(grids("46. ... ...", "55. ... ..."), dice="5 1 purple green 2 red")
    assert wise(match, 0) == "pick 5 green"
    play(match, "0 pick 5 green")
    assert wise(match, 0) == "write 5 G3"
    play(match, "0 write 5 G3")
    assert wise(match, 0) == "done"


def test_expert_crosses_out_what_saves_most_when_the_match_may_end() -> None:
    match = match_at(grids("555 666 123", "555 321 12.", "... ... ..."), dice="6 6 yellow blue 2 red")
    play(match, "0 pick 6 yellow", "0 write 6 G9")
    crossed = []
    while match.state.crossing & 1:
        action = wise(match, 0)
        crossed.append(action)
        play(match, f"0 {action}")
    assert crossed[:3] == ["cross R123", "cross R456", "cross G123"]


def test_at_the_end_a_board_is_worth_what_it_counts_after_the_best_crossing() -> None:
    match = match_at(grids("555 666 123", "555 321 12."), dice="6 6 yellow blue 2 red")
    state = match.state
    best = best_crossing(state.box, 0, state.crossed[0])
    assert board_value(state, 0, 0, SPEC.knowledge) == pytest.approx(score(state.box, 0, best))


def test_expert_leaves_the_view_as_it_was() -> None:
    match = Match(SPEC, 2, seed=3)
    for _ in range(30):
        seat = match.actors[0]
        view, legal_now = match.view(seat), match.legal_actions(seat)
        before = view.to_bytes()
        action = expert(view, seat, legal_now, len(legal_now), [0] * 4, SPEC.knowledge)
        assert view.to_bytes() == before
        match.push(action, seat)


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_a_pick_promises_what_is_written_with_it(level: str) -> None:
    """At the very end, too, where a lead is surer after the turn than before."""
    match = Match(SPEC, 2, seed=1)
    picks = 0
    while not match.is_over:
        seat = match.actors[0]
        told = weigh(SPEC, level, match.view(seat), seat, match.legal_actions(seat), [0] * 4)
        is_pick = verb_of(told.action) == PICK
        match.push(told.action, seat)
        actions = match.legal_actions(seat) if seat in match.actors else []
        if is_pick and len(actions) > 1:
            picks += 1
            written = weigh(SPEC, level, match.view(seat), seat, actions, [0] * 4)
            assert written.why.values["reason"] == told.why.values["reason"]
    assert picks > 10


def test_the_learned_tables_are_of_these_rules() -> None:
    learned = read_learned(SPEC.package)
    assert learned.rules == SPEC.rules_version
    assert learned.command.startswith("python -m tools.train_lowdown")
    assert len(learned.weights) == VALUES
