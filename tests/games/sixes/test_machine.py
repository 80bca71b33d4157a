"""Battle of the Sixes played by Hypothesis: dice are conserved and points are what the table says."""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx import Match
from quincunx.core.position import flaws
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.combinations import wins
from quincunx.games.sixes.flaws import dice_of
from quincunx.games.sixes.notation import SIDE_FACES
from quincunx.games.sixes.picture import picture
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import HARD_SIXES, ROLLING, State

WORTH = {
    "hard six – single die": 2,
    "hard six – no dice": 2,
    "hard six – soft six": 1,
    "hard six – hard six": 0,
    "soft six – single die": 1,
    "soft six – no dice": 1,
    "soft six – soft six": 0,
}


class Playing(RuleBasedStateMachine):
    match: Match
    totals: list[int]

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @initialize(
        dice=st.sampled_from(SPEC.variants[0].choices),
        starter=st.sampled_from(SPEC.variants[1].choices),
        ties=st.sampled_from(SPEC.variants[2].choices),
    )
    def start(self, dice: str, starter: str, ties: str) -> None:
        self.match = Match(SPEC, variants={"dice": dice, "starter": starter, "ties": ties}, settle=False)
        self.totals = [0, 0]

    @precondition(lambda self: self.match.awaits_chance)
    @rule(faces=st.lists(st.integers(1, 6), min_size=1, max_size=24))
    def dice_land(self, faces: list[int]) -> None:
        for face in faces:
            if self.match.awaits_chance:
                rounds = self.state.rounds
                self.match.land(face - 1)
                self.note_round(rounds)

    @precondition(lambda self: self.match.actors)
    @rule(data=st.data())
    def a_seat_acts(self, data: st.DataObject) -> None:
        rounds = self.state.rounds
        before = self.played()
        self.match.push(data.draw(st.sampled_from(self.match.legal_actions())))
        if self.state.rounds == rounds and not self.match.is_over:
            assert all(before[seat] <= self.played()[seat] for seat in range(2)), "a matched die was taken away"
        self.note_round(rounds)

    @precondition(lambda self: self.match.is_over)
    @rule()
    def play_again(self) -> None:
        self.start(**self.match.variants)

    def played(self) -> list[Counter[int]]:
        laid = self.state.laid
        return [
            Counter(face for n in range(self.state.pairings) for face in SIDE_FACES[laid[seat, n]]) for seat in range(2)
        ]

    def note_round(self, rounds: int) -> None:
        if self.state.rounds > rounds or self.match.is_over:
            self.totals = [self.totals[seat] + self.state.last_points[seat] for seat in range(2)]

    @invariant()
    def every_position_is_sound(self) -> None:
        assert not flaws(SPEC, self.state)

    @invariant()
    def dice_are_conserved(self) -> None:
        assert [dice_of(self.state, seat) for seat in range(2)] == [self.state.dice_each] * 2

    @invariant()
    def totals_are_the_sum_of_rounds(self) -> None:
        assert self.state.total == self.totals

    @invariant()
    def points_are_what_the_table_says(self) -> None:
        drawn = picture(self.state, 0)
        for seat in range(2):
            by_rows = sum(WORTH[str(row.row)] * row.count[seat] for row in drawn.table)
            assert by_rows == round_points(self.state, seat)

    @invariant()
    def sixes_lie_unplayed_only_until_they_are_matched(self) -> None:
        if self.state.stage not in (ROLLING, HARD_SIXES):
            assert self.state.shown[0, 6] == self.state.shown[1, 6] == 0

    @invariant()
    def the_match_ends_on_a_winning_score_and_only_then(self) -> None:
        assert self.match.is_over == any(map(wins, self.state.total))

    @invariant()
    def a_turn_offers_more_than_a_pass(self) -> None:
        if self.match.actors:
            assert self.match.legal_actions() not in ([], [0])


Playing.TestCase.settings = settings(max_examples=30, stateful_step_count=50, deadline=None)
TestPlaying = Playing.TestCase
