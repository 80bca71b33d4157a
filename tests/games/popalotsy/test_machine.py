"""Any play at all, held against a twin that keeps hands and piles as plain lists of cards."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx.core.match import Match
from quincunx.core.position import flaws
from quincunx.core.seats import HIDDEN
from quincunx.games.popalotsy import SPEC, legality, notation, rules
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.popalotsy.rings import CARDS, DICE, KINDS, colour_of, copies_of, number_of
from quincunx.games.popalotsy.state import DEALING, DROPPING, MOST_WRONG

Ring = tuple[int, int]
"""A card and its owner."""


class Twin:
    """The same table, told in lists."""

    def __init__(self, seats: int, form: str, referee: str) -> None:
        self.seats, self.form, self.referee = seats, form, referee
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.faces: list[int] = []
        self.piles: list[list[Ring]] = [[] for _ in range(DICE)]
        self.done: set[int] = set()
        self.discards: list[int] = []
        self.wrong = [0] * seats
        self.rounds = 0
        self.winner: int | None = None

    def pop(self, faces: list[int]) -> None:
        self.faces, self.done, self.wrong = faces, set(), [0] * self.seats
        self.rounds += 1

    def right(self, card: int, die: int, below: list[Ring]) -> bool:
        """Matches the die, and beats each ring below on its own."""
        return self.rank(card, die) > (0, 0) and all(self.rank(card, die) > self.rank(ring, die) for ring, _ in below)

    def rank(self, card: int, die: int) -> tuple[int, int]:
        colour, number = colour_of(card) == die, number_of(card) == self.faces[die]
        if colour and number:
            return 3, 0
        if number:
            return 2, 0
        return (1, number_of(card)) if colour else (0, 0)

    def can_drop(self, seat: int) -> bool:
        return any(self.right(card, die, self.piles[die]) for card in self.hands[seat] for die in range(DICE))

    def drop(self, seat: int, card: int, die: int) -> None:
        self.hands[seat].remove(card)
        right = self.right(card, die, self.piles[die])
        self.piles[die].append((card, seat))
        if not right and self.referee == "instant":
            self.hands[seat] += [ring for ring, _ in self.piles[die]]
            self.piles[die] = []
            self.wrong[seat] += 1
            if self.wrong[seat] >= MOST_WRONG:
                self.done.add(seat)
        if not self.hands[seat]:
            self.check()
        if not self.hands[seat]:
            self.winner = seat

    def check(self) -> None:
        for die, pile in enumerate(self.piles):
            wrong = [index for index, (card, _) in enumerate(pile) if not self.right(card, die, pile[:index])]
            if wrong:
                culprit = pile[wrong[0]][1]
                for index, (card, owner) in enumerate(pile):
                    self.hands[owner if index in wrong else culprit].append(card)
                self.piles[die] = []

    def round_is_over(self) -> bool:
        racing = [seat for seat in range(self.seats) if seat not in self.done and self.can_drop(seat)]
        return not racing

    def end_round(self) -> None:
        self.check()
        self.discards += [card for pile in self.piles for card, _ in pile]
        self.piles = [[] for _ in range(DICE)]


class Table(RuleBasedStateMachine):
    """Seats act in any order, rightly or wrongly."""

    @initialize(
        seats=st.integers(2, 6),
        form=st.sampled_from(["race", "race", "turns"]),
        referee=st.sampled_from(["instant", "round"]),
        seed=st.integers(0, 10**6),
    )
    def begin(self, seats: int, form: str, referee: str, seed: int) -> None:
        variants = {"form": form, "referee": referee}
        self.match = Match(SPEC, seats, variants=variants, seed=seed, settle=False)
        self.twin = Twin(seats, form, referee)
        self.settle()

    def settle(self) -> None:
        match, twin = self.match, self.twin
        while match.awaits_chance:
            outcome = match.chance.outcome(match)
            if match.state.stage == DEALING:
                receiver = rules.next_to_receive(match.state)
                twin.hands[receiver].append(outcome)
            reshuffled = match.state.discard_left
            match.land(outcome)
            if match.state.discard_left < reshuffled:
                twin.discards = []
            if match.state.stage == DROPPING:
                twin.pop(list(match.state.face))

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data(), right=st.booleans())
    def act(self, data: st.DataObject, right: bool) -> None:
        match, twin = self.match, self.twin
        seat = data.draw(st.sampled_from(match.actors))
        legal = match.legal_actions(seat)
        correct = [action for action in legal if action != DONE and legality.fault(match.state, action) == 0]
        action = data.draw(st.sampled_from(correct if right and correct else legal))
        match.push(action, seat)
        if action == DONE:
            twin.done.add(seat)
        else:
            twin.drop(seat, *divmod(action, DICE))
        if twin.winner is None and twin.round_is_over():
            twin.end_round()
            if match.state.draw_left and not match.state.discard_left:
                twin.discards = []
            assert match.state.stage != DROPPING
            self.settle()

    @rule()
    def take_back_and_repeat(self) -> None:
        match = self.match
        bytes_now, event = match.state.to_bytes(), match.event(len(match) - 1)
        match.rewind(len(match) - 1)
        if event.by_chance:
            match.land(event.what)
        else:
            match.push(event.what, event.who)
        assert match.state.to_bytes() == bytes_now

    @invariant()
    def hands_and_piles_agree(self) -> None:
        state, twin = self.match.state, self.twin
        for seat in range(twin.seats):
            assert notation.cards_in(state.hand[seat], state.twin[seat]) == sorted(twin.hands[seat])
        assert [notation.pile_of(state, die) for die in range(DICE)] == twin.piles
        assert notation.cards_in(state.discard, state.discard_twin) == sorted(twin.discards)
        assert state.rounds == twin.rounds

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state = self.match.state
        places = sum(state.held) + state.draw_left + state.discard_left + state.rings
        assert places == CARDS
        assert not flaws(SPEC, state)

    @invariant()
    def the_winner_is_who_has_no_cards(self) -> None:
        match, twin = self.match, self.twin
        assert match.is_over == (twin.winner is not None)
        if match.is_over:
            assert [row.seat for row in match.standings() if row.place == 1] == [twin.winner]

    @invariant()
    def nobody_racing_is_kept_out(self) -> None:
        match, twin = self.match, self.twin
        if match.state.stage == DROPPING and twin.form == "race":
            assert match.actors == [seat for seat in range(twin.seats) if seat not in twin.done]
            assert any(twin.can_drop(seat) for seat in match.actors)

    @invariant()
    def a_view_shows_only_the_own_hand(self) -> None:
        match = self.match
        view = match.view(0)
        shown = [view.hand[seat] != HIDDEN for seat in range(match.seats)]
        assert shown == [True] + [False] * (match.seats - 1)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)


def test_the_twin_knows_the_deck() -> None:
    assert sum(copies_of(card) for card in range(KINDS)) == CARDS
