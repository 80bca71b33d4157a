"""Any sequence of rolls and choices keeps the invariants of Phase 10 Dice."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx import Match
from quincunx.games.phase10 import SPEC
from quincunx.games.phase10.bots import greedy
from quincunx.games.phase10.rules import ACTIONS, BONUS, CHOOSING, FINISHED, NOBODY, grand_total


class Phase10Machine(RuleBasedStateMachine):
    match: Match

    @initialize(seats=st.integers(1, 8), seed=st.integers(0, 10**6))
    def start(self, seats: int, seed: int) -> None:
        self.match = Match(SPEC, seats, seed=seed)
        self.totals = [0] * seats

    @precondition(lambda self: not self.match.is_over)
    @rule(action=st.integers(0, ACTIONS - 1))
    def choose(self, action: int) -> None:
        self.match.push(action)

    @precondition(lambda self: not self.match.is_over)
    @rule()
    def play_a_round_sensibly(self) -> None:
        for _ in range(3 * self.match.seats):
            if not self.match.is_over:
                seat = self.match.actor
                legal = self.match.legal_actions()
                self.match.push(greedy(self.match.view(seat), seat, legal, len(legal), [0] * 4))

    @precondition(lambda self: self.match.is_over)
    @rule()
    def play_again(self) -> None:
        self.start(self.match.seats, len(self.match))

    @invariant()
    def phases_are_in_order(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            assert 0 <= state.phase[seat] <= FINISHED
            for phase in range(FINISHED):
                assert (state.points[seat, phase] > 0) == (phase < state.phase[seat])

    @invariant()
    def totals_never_fall(self) -> None:
        totals = [grand_total(self.match.state, seat) for seat in range(self.match.seats)]
        if self.match.seats > 1:
            assert all(new >= old for new, old in zip(totals, self.totals, strict=True))
        self.totals = totals
        assert max(totals) <= 649

    @invariant()
    def bonuses_are_earned(self) -> None:
        state = self.match.state
        for seat in range(self.match.seats):
            five = sum(state.points[seat, phase] for phase in range(5))
            assert (state.five_phase_bonus[seat] == BONUS) == (state.phase[seat] >= 5 and five > 220)
            if state.first_finish_bonus[seat]:
                assert state.phase[seat] == FINISHED
        finished = [seat for seat in range(self.match.seats) if state.phase[seat] == FINISHED]
        assert bool(finished) == (state.finisher != NOBODY)

    @invariant()
    def who_chooses_has_work_to_do(self) -> None:
        state = self.match.state
        if state.stage == CHOOSING:
            assert state.phase[state.order[state.turn]] < FINISHED


Phase10Machine.TestCase.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
TestPhase10 = Phase10Machine.TestCase
