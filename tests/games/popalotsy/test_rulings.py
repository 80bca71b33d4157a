"""A test for every ruling of RULINGS.md."""

from collections import Counter

import pytest

from quincunx.core.chance import Scripted
from quincunx.core.errors import IllegalAction
from quincunx.core.match import Match
from quincunx.core.seats import HIDDEN, SPECTATOR
from quincunx.games.popalotsy import SPEC, legality, notation, rules
from quincunx.games.popalotsy.rings import KINDS, copies_of
from quincunx.games.popalotsy.state import DEALING, DROPPING, POPPING
from quincunx.sim.batch import Batch
from tests.games.popalotsy.tables import cards, hand, pile, play, position, racing

FACES = "3 1 1 1 1"


def test_r1_drops_count_in_the_order_in_which_they_come() -> None:
    first = play(racing(FACES, "r5 b2", "r4 b3"), "0 r5 on r", "1 r4 on r")
    second = play(racing(FACES, "r5 b2", "r4 b3"), "1 r4 on r", "0 r5 on r")
    assert (hand(first, 1), pile(first, "r")) == ("r4 r5 b3", "")
    assert (hand(second, 1), pile(second, "r")) == ("b3", "r4/1 r5/0")


def test_r1_in_a_simulation_any_seat_may_be_next() -> None:
    events = Batch(SPEC, 4, mode="plain").record(seed=7, number=0)
    seats = [who for who, _ in events if who < 4]
    assert set(seats) == {0, 1, 2, 3}
    assert seats[:8] != [0, 1, 2, 3] * 2


def test_r2_the_beginning_moves_to_the_left() -> None:
    for rounds, begins in ((10, 0), (11, 1), (12, 2), (13, 0)):
        match = racing(FACES, "r4", "r5", "r6", form="turns", rounds=rounds)
        assert match.actors == [begins]


def test_r2_a_turn_is_one_card_and_goes_clockwise() -> None:
    match = racing(FACES, "r4 o6", "o5 b6", "y6 b5", form="turns")
    order = []
    for line in ("0 r4 on r", "1 o5 on o", "2 y6 on y"):
        order += match.actors
        play(match, line)
    assert order == [0, 1, 2]
    assert match.actors == [0]


def test_r2_who_can_drop_nothing_is_skipped() -> None:
    match = racing(FACES, "r4 r6 o6", "r2 r5", "r1 y6 g6", form="turns")
    play(match, "0 r4 on r", "1 r5 on r", "2 y6 on y", "0 r6 on r")
    assert match.actors == [2]
    play(match, "2 g6 on g")
    assert match.actors == [0]


def test_r3_in_turns_over_when_nobody_can_drop() -> None:
    match = play(racing(FACES, "r6 r2", "r5 r4", form="turns"), "0 r6 on r")
    assert match.state.stage == DEALING


def test_r3_in_turns_nobody_holds_back() -> None:
    match = racing(FACES, "r6 r2", "r5 r4", form="turns")
    with pytest.raises(IllegalAction, match="R3"):
        play(match, "0 done")


def test_r3_done_holds_for_the_rest_of_the_round() -> None:
    match = play(racing(FACES, "r6 o2", "r5 b4"), "0 done")
    assert match.actors == [1]
    assert str(match.objection(match.parse_action("r6 on r", 0), 0)) == "it is not seat 0's move"
    assert SPEC.objections[SPEC.rules.objection(match.state, 0, match.parse_action("r6 on r", 0))].rule == "R3, R21"


def test_r3_the_next_round_is_open_again() -> None:
    match = racing(FACES, "r6 o2", "r5 b4", script="y1 y2 1 1 1 1 1")
    play(match, "0 done", "1 done")
    assert match.actors == [0, 1]


def test_r3_over_when_each_is_done_or_cannot_drop() -> None:
    match = racing(FACES, "r6 r2 o6", "o5 r4 r2")
    play(match, "0 r6 on r", "0 o6 on o")
    assert match.state.stage == DEALING
    match = racing(FACES, "r6 r2 o5", "o6 r4 r2")
    play(match, "0 r6 on r", "0 o5 on o")
    assert match.state.stage == DROPPING
    play(match, "1 done")
    assert match.state.stage == DEALING


def test_r4_no_number_on_a_number() -> None:
    match = play(racing(FACES, "o3 r5", "y3 b4", form="turns"), "0 o3 on r")
    with pytest.raises(IllegalAction, match="R4"):
        play(match, "1 y3 on r")


@pytest.mark.parametrize(("lying", "allowed"), [("r4", True), ("r5", True), ("o3", False), ("r3", False)])
def test_r4_a_number_beats_colours_only(lying: str, allowed: bool) -> None:
    match = play(racing(FACES, f"{lying} b5", "y3 b4", form="turns"), f"0 {lying} on r")
    assert (match.objection(match.parse_action("y3 on r", 1), 1) is None) == allowed


def test_r5_no_twin_on_its_twin() -> None:
    match = play(racing(FACES, "r2 b5", "r2 b4", form="turns"), "0 r2 on r")
    with pytest.raises(IllegalAction, match="R5"):
        play(match, "1 r2 on r")


def test_r5_one_higher_is_enough() -> None:
    match = play(racing(FACES, "r1 b5", "r2 b4", form="turns"), "0 r1 on r", "1 r2 on r")
    assert pile(match, "r") == "r1/0 r2/1"


def test_r6_a_number_anywhere_keeps_colours_off() -> None:
    match = racing(FACES, "r4 o3 b5", "r6 b4 y5", form="turns")
    play(match, "0 r4 on r", "1 b4 on b", "0 o3 on r")
    with pytest.raises(IllegalAction, match="R6"):
        play(match, "1 r6 on r")


def test_r7_exact_may_be_the_first_ring_and_closes_the_die() -> None:
    match = play(racing(FACES, "r3 b5", "r6 o3 b4", form="turns"), "0 r3 on r")
    for text in ("r6 on r", "o3 on r"):
        with pytest.raises(IllegalAction, match="§25"):
            play(match, f"1 {text}")


def test_r8_the_offender_takes_right_rings_of_others_too() -> None:
    match = racing(FACES, "r4 b5", "r5 b4", "y3 b6", "g6 y1")
    play(match, "0 r4 on r", "1 r5 on r", "2 y3 on r", "3 g6 on r")
    assert hand(match, 3) == "r4 r5 y1 y3 g6"
    assert [hand(match, seat) for seat in range(3)] == ["b5", "b4", "b6"]


def test_r8_other_piles_stay() -> None:
    match = racing(FACES, "r4 o5 b5", "g6 b4 b6")
    play(match, "0 r4 on r", "0 o5 on o", "1 g6 on r")
    assert (pile(match, "r"), pile(match, "o")) == ("", "o5/0")


def test_r9_at_once_the_die_is_free_again() -> None:
    match = play(racing(FACES, "r3 b5", "g6 r1 b4"), "0 r3 on r", "1 g6 on r", "1 r1 on r")
    assert pile(match, "r") == "r1/1"


def test_r9_after_the_round_a_wrong_ring_lies_until_then() -> None:
    match = play(racing(FACES, "r3 b5", "g6 r1 b4", referee="round"), "0 r3 on r", "1 g6 on r")
    assert pile(match, "r") == "r3/0 g6/1"
    assert hand(match, 1) == "r1 b4"


def test_r9_one_culprit_takes_the_pile() -> None:
    match = racing(FACES, "r4 b5 r6", "g6 b4", referee="round")
    play(match, "0 r4 on r", "1 g6 on r", "0 r6 on r", "0 done", "1 done")
    assert hand(match, 1) == "r4 r6 g6 b4"
    assert hand(match, 0) == "b5"


def test_r9_of_several_the_lowest_takes_the_right_rings() -> None:
    match = racing(FACES, "r4 b5 r6", "g6 b4", "r2 y6 y1", referee="round")
    play(match, "0 r4 on r", "1 g6 on r", "2 r2 on r", "0 r6 on r", "2 y6 on r")
    play(match, "0 done", "1 done", "2 done")
    assert hand(match, 0) == "b5"
    assert hand(match, 1) == "r4 r6 g6 b4"
    assert hand(match, 2) == "r2 y1 y6"


def test_r9_a_ring_must_beat_everything_below_not_just_the_top() -> None:
    match = racing(FACES, "r5 b5", "r2 b4", "r4 y6", referee="round")
    play(match, "0 r5 on r", "1 r2 on r", "2 r4 on r", "0 done", "1 done", "2 done")
    assert hand(match, 0) == "b5"
    assert hand(match, 1) == "r2 r5 b4"
    assert hand(match, 2) == "r4 y6"


def test_r9_clean_piles_are_left_alone() -> None:
    match = racing(FACES, "r5 b5 o6", "r2 b4", referee="round")
    play(match, "0 o6 on o", "0 r5 on r", "1 r2 on r", "0 done", "1 done")
    assert match.state.discard_left == 1
    assert notation.cards_in(match.state.discard, match.state.discard_twin) == cards("o6")


def test_r9_in_turns_a_wrong_drop_is_refused() -> None:
    for referee in ("instant", "round"):
        match = racing(FACES, "r5 b5", "r2 b4", form="turns", referee=referee)
        with pytest.raises(IllegalAction, match="§18"):
            play(match, "0 b5 on r")
        assert hand(match, 0) == "r5 b5"


def test_r10_a_wrong_last_card_does_not_win_at_once() -> None:
    match = play(racing(FACES, "r5 o6", "b5 b4"), "0 r5 on r", "0 o6 on r")
    assert match.state.stage == DROPPING
    assert hand(match, 0) == "r5 o6"


def test_r10_an_earlier_wrong_card_is_found_when_the_hand_is_empty() -> None:
    match = racing(FACES, "r5 o6", "b5 b4", referee="round")
    play(match, "0 o6 on r", "0 r5 on r")
    assert match.state.stage == DROPPING
    assert hand(match, 0) == "r5 o6"
    assert pile(match, "r") == ""


def test_r10_the_round_goes_on_with_the_piles_that_were_right() -> None:
    match = racing(FACES, "r5 o6 y2", "b5 b4 g1", referee="round")
    play(match, "1 b5 on b", "0 o6 on r", "0 y2 on y", "0 r5 on r")
    assert (pile(match, "b"), pile(match, "y"), pile(match, "r")) == ("b5/1", "y2/0", "")
    assert match.actors == [0, 1]


def test_r10_other_players_wrong_cards_are_settled_before_the_win() -> None:
    match = racing(FACES, "r5 o6", "b5 b4", referee="round")
    play(match, "0 o6 on o", "1 b5 on r", "0 r5 on r")
    assert match.is_over
    assert hand(match, 0) == ""
    assert hand(match, 1) == "r5 b4 b5"


def test_r10_done_stays_done_after_such_a_check() -> None:
    match = racing(FACES, "r5 o6", "b5 b4", referee="round")
    play(match, "1 done", "0 o6 on r", "0 r5 on r")
    assert match.actors == [0]


def test_r11_the_first_in_time_wins() -> None:
    for first, second in ((0, 1), (1, 0)):
        match = racing(FACES, "r5", "o5")
        play(match, f"{first} {'ro'[first]}5 on {'ro'[first]}")
        assert match.is_over
        assert [row.seat for row in match.standings()] == [first, second]
        assert match.legal_actions(second) == []


def test_r12_dropped_rings_are_discarded() -> None:
    match = play(racing(FACES, "r5 b1", "o5 b2"), "0 r5 on r", "1 o5 on o", "0 done", "1 done")
    assert match.state.rings == 0
    assert notation.cards_in(match.state.discard, match.state.discard_twin) == cards("r5 o5")


def test_r12_what_is_left_is_dealt_before_the_reshuffled_discards() -> None:
    match = racing(FACES, "r5 b1", "o5 b2", draw="y4")
    play(match, "0 r5 on r", "0 done", "1 done")
    assert [outcome for outcome, weight in enumerate(match.odds()) if weight] == cards("y4")
    match.land(cards("y4")[0])
    assert sum(match.odds()) == 40 - 4 + 1 - 1
    assert match.odds()[cards("r5")[0]] == 1
    assert match.odds()[cards("y4")[0]] == 0
    assert match.state.discard_left == 0


def test_r12_an_empty_draw_pile_is_refilled_before_the_deal() -> None:
    match = racing(FACES, "r5 b1", "o5 b2", draw="")
    play(match, "0 r5 on r", "0 done", "1 done")
    assert sum(match.odds()) == match.state.draw_left == 40 - 3


def test_r12_with_six_players_the_second_extra_deal_is_two_short() -> None:
    match = Match(SPEC, 6, seed=5, settle=False)
    match.settle()
    for _ in range(2):
        drops = {seat: match.legal_actions(seat) for seat in match.actors}
        right = [action for action in drops[0] if action != legality.DONE and legality.fault(match.state, action) == 0]
        match.push(right[0], 0)
        for seat in range(6):
            match.push(legality.DONE, seat)
        if match.state.rounds == 1:
            assert match.state.draw_left == 10
            match.settle()
    assert match.state.draw_left == 4
    for _ in range(4):
        match.land(match.chance.outcome(match))
    assert match.state.stage == DEALING
    assert match.state.dealing == 2
    assert (match.state.draw_left, match.state.discard_left) == (2, 0)


@pytest.mark.parametrize(("short", "stage"), [(0, DEALING), (1, POPPING)])
def test_r13_a_card_for_everybody_or_for_nobody(short: int, stage: int) -> None:
    rest = [notation.format_card(card) for card in range(KINDS) for _ in range(copies_of(card))]
    free, hands = rest[: 1 - short], rest[1 - short :]
    match = racing(FACES, " ".join(hands[:20]), " ".join(hands[20:]), draw=" ".join(free))
    play(match, "1 b5 on b", "0 done", "1 done")
    assert match.state.stage == stage
    assert match.state.draw_left + match.state.discard_left == 2 - short


def test_r14_piles_are_cleared_and_all_dice_popped() -> None:
    match = play(racing(FACES, "r5 b1", "o5 b2"), "0 r5 on r", "1 o5 on o", "0 done", "1 done")
    assert match.state.rings == 0
    assert match.state.best == [0] * 5
    for word in ("y1", "y2"):
        match.land(match.parse_outcome(word))
    assert match.state.face == [0] * 5


def test_r15_hands_are_private_their_size_is_not() -> None:
    match = racing(FACES, "r5 b1", "o5 b2 b6")
    view = match.view(0)
    assert (view.hand[0], view.hand[1], view.twin[1]) == (match.state.hand[0], HIDDEN, HIDDEN)
    assert view.held[:2] == [2, 3]
    assert (view.draw, view.draw_twin, view.draw_left) == (HIDDEN, HIDDEN, 35)
    assert match.view(SPECTATOR).hand[:2] == [HIDDEN, HIDDEN]


def test_r15_a_dealt_card_is_seen_by_its_player_only() -> None:
    match = Match(SPEC, 3, seed=1, settle=False)
    assert [match.sees(seat, 1 << 8, 0) for seat in (0, 1, 2, SPECTATOR)] == [True, False, False, False]
    match.land(0)
    assert [match.sees(seat, 1 << 8, 1) for seat in (0, 1, 2, SPECTATOR)] == [False, True, False, False]


def test_r15_dice_and_drops_are_seen_by_all() -> None:
    match = racing(FACES, "r5 b1", "o5 b2 b6")
    assert match.sees(1, 0, match.parse_action("r5 on r", 0))
    play(match, "0 r5 on r")
    assert notation.pile_of(match.view(SPECTATOR), 0) == [(cards("r5")[0], 0)]


@pytest.mark.parametrize(("rounds", "pops"), [(10, 0), (11, 1), (12, 2), (13, 0)])
def test_r16_the_seat_that_begins_the_round_pops(rounds: int, pops: int) -> None:
    assert rules.starter(position(FACES, "r5", "o5", "b5", rounds=rounds)) == pops


def test_r17_every_face_is_as_likely() -> None:
    match = Match(SPEC, 2, seed=1, settle=False)
    while match.state.stage == DEALING:
        match.land(match.chance.outcome(match))
    assert match.odds() == [1] * 6
    shown = Counter(face for seed in range(60) for face in Match(SPEC, 2, seed=seed).state.face)
    assert set(shown) == {1, 2, 3, 4, 5, 6}


def test_r18_after_a_hundred_rounds_the_fewest_cards_win() -> None:
    match = racing(FACES, "r5 b1", "o5 b2 b6", rounds=100)
    play(match, "0 done", "1 done")
    assert match.is_over
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(0, 1, 2), (1, 2, 3)]


def test_r18_not_after_ninety_nine() -> None:
    match = racing(FACES, "r5 b1", "o5 b2 b6", rounds=99)
    play(match, "0 done", "1 done")
    assert not match.is_over


def test_r18_ties_are_shared() -> None:
    match = racing(FACES, "r5 b1", "o5 b2", "g1 g2 g3", rounds=100)
    play(match, "0 done", "1 done", "2 done")
    assert [row.place for row in match.standings()] == [1, 1, 3]


def test_r18_in_turns_a_round_sheds_a_card() -> None:
    match = Match(SPEC, 4, variants={"form": "turns"}, seed=9, settle=False)
    match.settle()
    while not match.is_over:
        before = sum(match.state.held)
        rounds = match.state.rounds
        while match.state.stage == DROPPING:
            match.push(match.legal_actions()[0])
        assert sum(match.state.held) < before
        match.settle()
        assert match.state.rounds == rounds + (match.state.stage == DROPPING)


def test_r19_the_player_names_the_die() -> None:
    for die in "oygb":
        match = play(racing("3 5 5 5 5", "r5 b1", "o4 b2"), f"0 r5 on {die}")
        assert pile(match, die) == "r5/0"


def test_r20_without_a_correct_drop_a_seat_may_drop_wrongly_or_be_done() -> None:
    match = play(racing(FACES, "r4 r6 r2", "r5 r2 b4"), "0 r6 on r")
    assert not match.state.hand[0] & legality.droppable(match.state)
    assert match.objection(match.parse_action("r4 on r", 0), 0) is None
    assert match.objection(legality.DONE, 0) is None
    play(match, "0 r4 on r")
    assert hand(match, 0) == "r2 r4 r6"


@pytest.mark.parametrize(("drops", "done"), [(19, False), (20, True)])
def test_r21_a_seat_is_done_after_so_many_wrong_drops(drops: int, done: bool) -> None:
    match = racing(FACES, "r4 o6", "r5 b4")
    play(match, *["0 o6 on r"] * drops)
    assert (match.actors == [1]) == done
    assert match.state.stage == DROPPING, "the others play on"
    play(match, "1 r5 on r")
    assert match.state.held[1] == 1


def test_r21_right_drops_and_those_of_others_do_not_count() -> None:
    match = racing(FACES, "r4 o6 b4", "r5 o5 b4", script="")
    play(match, *["0 o6 on r", "1 o5 on r"] * 19, "0 r4 on r", "1 r5 on r")
    assert match.actors == [0, 1]
    play(match, "0 o6 on b")
    assert match.actors == [1]


def test_r21_the_wrong_drops_of_each_round_are_counted_anew() -> None:
    match = racing(FACES, "r4 o6", "r5 b4", script="y1 y2 3 1 1 1 1")
    play(match, *["0 o6 on r"] * 19, "0 done", "1 done")
    assert match.state.rounds == 18
    play(match, *["0 o6 on r"] * 19)
    assert match.actors == [0, 1]


def test_r21_a_check_after_the_round_needs_no_limit() -> None:
    match = racing(FACES, "o6 y6 g6 y4 r4 o5 b2", "r5 b4", referee="round")
    play(match, "0 o6 on r", "0 g6 on r", "0 y4 on r")
    assert (match.state.wrong, match.state.held[0]) == ([0] * 6, 4)


def test_r22_the_others_are_placed_by_their_cards() -> None:
    match = play(racing(FACES, "b1 b2 b3", "r5", "g1 g2", "y1 y2"), "1 r5 on r")
    assert [(row.seat, row.place) for row in match.standings()] == [(1, 1), (2, 2), (3, 2), (0, 4)]


def test_r22_scripted_dice_lead_to_the_same_places() -> None:
    script = "r1 o1 r2 o2 r3 o3 r4 o4 r5 o5 6 1 1 1 1"
    match = Match(SPEC, 2, chance=Scripted(script))
    play(match, *(f"0 r{number} on r" for number in range(1, 6)))
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(0, 1, 0), (1, 2, 5)]
