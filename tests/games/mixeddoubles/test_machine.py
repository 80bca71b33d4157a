"""Any sequence of actions, dice and cards keeps the invariants of Mixed Doubles."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx import Match
from quincunx.core.position import flaws
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.bots import greedy
from quincunx.games.mixeddoubles.cards import COLOURS, DECK, cards_in, points_in
from quincunx.games.mixeddoubles.flaws import pile_size
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import FINALE, NOBODY, ROLLING, State

POINTS_IN_ALL = COLOURS * 56 + 15


def cards_on_the_table(state: State) -> int:
    """All cards wherever they lie, one by one."""
    lanes = [*state.palette.cells, *state.bank.cells, *state.jackpot, *state.pile]
    sets = [*state.palette_all_in, *state.bank_free, state.pile_all_in, state.pile_free, state.discard_all_in]
    counts = [*state.palette_extra, *state.palette_steal, state.pile_extra, state.pile_steal]
    counts += [state.discard_extra, state.discard_steal]
    return sum(map(cards_in, lanes)) + sum(cards.bit_count() for cards in sets) + sum(counts) + 1


class MixedDoublesMachine(RuleBasedStateMachine):
    match: Match

    @initialize(
        seats=st.integers(2, 6),
        seed=st.integers(0, 10**6),
        variants=st.fixed_dictionaries({v.name: st.sampled_from(v.choices) for v in SPEC.variants}),
    )
    def start(self, seats: int, seed: int, variants: dict[str, str]) -> None:
        self.match = Match(SPEC, seats, seed=seed, variants=variants)
        self.pile = DECK
        self.discard = 0

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.match.push(data.draw(st.sampled_from(self.match.legal_actions())))

    @precondition(lambda self: not self.match.is_over)
    @rule()
    def play_a_while_sensibly(self) -> None:
        for _ in range(20):
            if not self.match.is_over:
                seat = self.match.actor
                legal = self.match.legal_actions()
                self.match.push(greedy(self.match.view(seat), seat, legal, len(legal), [0] * 4))

    @precondition(lambda self: any(not event.by_chance for event in self.match.events))
    @rule()
    def take_back_and_do_again(self) -> None:
        after, length = self.match.state.to_bytes(), len(self.match)
        event = self.match.pop()
        if event.by_chance:
            self.match.settle()
        else:
            self.match.push(event.what, event.who)
        assert (self.match.state.to_bytes(), len(self.match)) == (after, length)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        state = self.match.state
        assert not flaws(SPEC, state)
        assert cards_on_the_table(state) == DECK
        assert pile_size(state) == state.pile_cards

    @invariant()
    def pile_and_discard_only_go_one_way(self) -> None:
        state = self.match.state
        discard = state.discard_all_in.bit_count() + state.discard_extra + state.discard_steal
        assert state.pile_cards <= self.pile
        assert discard >= self.discard
        self.pile, self.discard = state.pile_cards, discard

    @invariant()
    def points_are_conserved(self) -> None:
        state = self.match.state
        elsewhere = sum(points_in(lane) for lane in [*state.palette.cells, *state.jackpot, *state.pile])
        elsewhere += sum(n + 1 for n in range(5) if state.pile_free >> n & 1)
        totals = sum(total(state, seat) for seat in range(self.match.seats))
        assert totals + elsewhere == POINTS_IN_ALL - 5 * (state.minus_five != NOBODY)

    @invariant()
    def the_finale_comes_with_an_empty_pile(self) -> None:
        state = self.match.state
        if state.finale or self.match.is_over:
            assert state.pile_cards == 0
            assert not any(state.palette.cells)
        if state.stage in (FINALE, ROLLING):
            assert state.rolls >= 1


MixedDoublesMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestMixedDoubles = MixedDoublesMachine.TestCase
