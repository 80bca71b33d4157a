"""Any sequence of rolls and choices keeps the invariants of Lowdown."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx import IllegalAction, Match
from quincunx.core.seats import HIDDEN, SPECTATOR
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import BLACKED_OUT, ROW_BOXES, ROWS
from quincunx.games.lowdown.bots import greedy
from quincunx.games.lowdown.legality import ACTIONS
from quincunx.games.lowdown.state import ENDED, PICKING, WILD_BOXES, WRITING


class LowdownMachine(RuleBasedStateMachine):
    match: Match

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 10**6), first=st.sampled_from(["seat0", "drawn"]))
    def start(self, seats: int, seed: int, first: str) -> None:
        self.match = Match(SPEC, seats, seed=seed, variants={"first": first})
        self.boxes = [[0] * 27 for _ in range(seats)]
        self.crossed = [0] * seats

    @precondition(lambda self: not self.match.is_over)
    @rule(who=st.integers(0, 3), what=st.integers(0, ACTIONS - 1))
    def choose(self, who: int, what: int) -> None:
        seat = self.match.actors[who % len(self.match.actors)]
        legal = self.match.legal_actions(seat)
        self.match.push(legal[what % len(legal)], seat)

    @precondition(lambda self: not self.match.is_over)
    @rule(seat=st.integers(0, 3), action=st.integers(0, ACTIONS - 1))
    def try_anything(self, seat: int, action: int) -> None:
        before = self.match.state.to_bytes()
        if action not in self.match.legal_actions(seat):
            with pytest.raises(IllegalAction):
                self.match.push(action, seat)
            assert self.match.state.to_bytes() == before

    @precondition(lambda self: not self.match.is_over)
    @rule(turns=st.integers(1, 6), last_first=st.booleans())
    def play_turns_sensibly(self, turns: int, last_first: bool) -> None:
        goal = self.match.state.turn + turns
        while not self.match.is_over and self.match.state.turn < goal:
            seat = self.match.actors[-1 if last_first else 0]
            legal = self.match.legal_actions(seat)
            self.match.push(greedy(self.match.view(seat), seat, legal, len(legal), [0] * 4), seat)

    @precondition(lambda self: self.match.is_over)
    @rule()
    def play_again(self) -> None:
        self.start(self.match.seats, len(self.match), "seat0")

    @invariant()
    def all_boards_hold_as_many_filled_boxes(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            filled = sum(mark != 0 for mark in state.box.row(seat))
            to_write = state.stage != ENDED and (state.stage != WRITING or state.writing >> seat & 1)
            assert filled == state.turn - bool(to_write)

    @invariant()
    def what_is_written_and_crossed_out_stays(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            now = state.box.row(seat)
            assert all(new == old for new, old in zip(now, self.boxes[seat], strict=True) if old)
            assert state.crossed[seat] & self.crossed[seat] == self.crossed[seat]
            self.boxes[seat], self.crossed[seat] = now, state.crossed[seat]

    @invariant()
    def crossed_rows_share_no_box_and_make_something(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            rows = [ROW_BOXES[row] for row in range(ROWS) if state.crossed[seat] >> row & 1]
            boxes = [box for row in rows for box in row]
            assert len(set(boxes)) == len(boxes)
            for row in rows:
                numbers = [state.box[seat, box] for box in row]
                assert BLACKED_OUT not in numbers
                assert len(set(numbers)) == 1 or sum(numbers) == 10

    @invariant()
    def wilds_run_out_before_anything_is_blacked_out(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            assert 0 <= state.wilds[seat] <= WILD_BOXES
            assert BLACKED_OUT not in state.box.row(seat) or state.wilds[seat] == WILD_BOXES

    @invariant()
    def a_match_lasts_eighteen_to_twenty_six_turns(self) -> None:
        assert 1 <= self.match.state.turn <= 26
        if self.match.is_over:
            assert self.match.state.turn >= 18

    @invariant()
    def the_pair_is_secret_while_the_active_player_picks(self) -> None:
        state = self.match.state
        if state.stage == PICKING:
            roller = (state.active - 1) % state.seats
            knowing = [seat for seat in (*range(state.seats), SPECTATOR) if HIDDEN not in self.match.view(seat).ints()]
            assert knowing == [roller]


LowdownMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
TestLowdown = LowdownMachine.TestCase
