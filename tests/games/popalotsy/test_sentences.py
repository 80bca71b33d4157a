"""A test for every sentence of RULES.md."""

import pytest

from quincunx.core.chance import Scripted
from quincunx.core.errors import IllegalAction, SetupError
from quincunx.core.match import Match
from quincunx.core.messages import english
from quincunx.core.seats import SPECTATOR
from quincunx.games.popalotsy import SPEC, legality, notation, rings
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.popalotsy.state import POPPING
from tests.games.popalotsy.tables import hand, names, pile, play, racing

DEAL = "r1 o1 r2 o2 r3 o3 r4 o4 r5 o5"
"""Five cards each for two seats."""


def dealt(seats: int, seed: int = 1) -> Match:
    """A match whose dice are about to be popped for the first time."""
    match = Match(SPEC, seats, seed=seed, settle=False)
    for _ in range(5 * seats):
        match.land(match.chance.outcome(match))
    return match


def may_drop(match: Match, text: str, seat: int = 0) -> bool:
    """Whether a drop is correct: in turns, whether it is allowed."""
    return match.objection(match.parse_action(text, seat), seat) is None


def test_s1_five_dice_and_forty_cards() -> None:
    match = Match(SPEC, 2, settle=False)
    assert sum(match.odds()) == match.state.draw_left == 40
    assert len(match.state.face) == 5


def test_s2_each_die_has_its_own_colour_and_six_faces() -> None:
    assert len(set(notation.COLOUR_NAMES)) == rings.DICE == 5
    match = dealt(2)
    for _ in range(5):
        assert match.odds() == [1] * 6
        match.land(5)
    assert match.state.face == [6] * 5


def test_s3_each_card_has_one_colour_and_a_number() -> None:
    weights = Match(SPEC, 2, settle=False).odds()
    assert len(weights) == 30
    assert set(weights) == {1, 2}
    assert names(list(range(30))).split()[:7] == ["r1", "r2", "r3", "r4", "r5", "r6", "o1"]


def test_s4_the_first_without_cards_wins() -> None:
    match = play(racing("1 1 1 1 1", "r5", "o5 b5"), "0 r5 on r")
    assert match.is_over
    assert [(row.seat, row.place) for row in match.standings()] == [(0, 1), (1, 2)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_s5_two_to_six_play(seats: int) -> None:
    assert Match(SPEC, seats, seed=1).actors == list(range(seats))


@pytest.mark.parametrize("seats", [1, 7])
def test_s5_neither_one_nor_seven_play(seats: int) -> None:
    with pytest.raises(SetupError):
        Match(SPEC, seats)


@pytest.mark.parametrize("seats", [2, 6])
def test_s6_everybody_gets_five_cards_from_the_shuffled_deck(seats: int) -> None:
    match = dealt(seats)
    assert match.state.held[:seats] == [5] * seats
    assert match.state.draw_left == 40 - 5 * seats
    assert hand(dealt(seats, seed=2), 0) != hand(match, 0)


def test_s7_open_or_closed_hands_play_alike() -> None:
    match = racing("3 1 1 1 1", "r4 o5", "b5 b6")
    assert match.legal_actions(0) == _legal_in_view(match, 0)
    assert match.legal_actions(1) == _legal_in_view(match, 1)


def _legal_in_view(match: Match, seat: int) -> list[int]:
    view = match.view(seat)
    return [action for action in range(SPEC.actions) if SPEC.rules.objection(view, seat, action) == 0]


def test_s8_no_die_shows_a_number_before_the_pop() -> None:
    match = dealt(3)
    assert match.state.stage == POPPING
    assert match.state.face == [0] * 5


def test_s9_own_cards_are_seen_before_the_pop() -> None:
    match = Match(SPEC, 2, chance=Scripted(DEAL), settle=False)
    for word in DEAL.split():
        match.land(match.parse_outcome(word))
    view = match.view(1)
    assert match.awaits_chance
    assert names(notation.cards_in(view.hand[1], view.twin[1])) == "o1 o2 o3 o4 o5"


def test_s10_a_ring_keeps_pointing_at_its_player() -> None:
    match = play(racing("3 1 1 1 1", "r4 o5", "r5 b6"), "0 r4 on r", "1 r5 on r")
    assert pile(match, "r") == "r4/0 r5/1"


@pytest.mark.parametrize(("card", "fits"), [("r4", True), ("o3", True), ("r3", True), ("o4", False), ("b2", False)])
def test_s11_a_ring_matches_by_colour_number_or_both(card: str, fits: bool) -> None:
    match = racing("3 1 1 1 1", f"{card} y6", "g6 b6", form="turns")
    assert may_drop(match, f"{card} on r") == fits


def test_s12_each_ring_beats_what_lies_there() -> None:
    match = play(racing("3 1 1 1 1", "r4 y6 r5", "g6 b5 r2", form="turns"), "0 r4 on r", "1 g6 on g")
    assert may_drop(match, "r5 on r")
    play(match, "0 y6 on y")
    assert not may_drop(match, "r2 on r", 1)


def test_s13_number_beats_colour_and_not_the_other_way_round() -> None:
    match = play(racing("3 1 1 1 1", "r6 y6", "g3 b5 b6", form="turns"), "0 r6 on r")
    assert may_drop(match, "g3 on r", 1)
    match = play(racing("3 1 1 1 1", "g3 y6", "r6 b5 b6", form="turns"), "0 g3 on r")
    assert not may_drop(match, "r6 on r", 1)


@pytest.mark.parametrize("lying", ["r6", "g3"])
def test_s14_exact_beats_colour_and_number(lying: str) -> None:
    match = play(racing("3 1 1 1 1", f"{lying} y6", "r3 b5", form="turns"), f"0 {lying} on r")
    assert may_drop(match, "r3 on r", 1)


@pytest.mark.parametrize("lying", ["r6", "g3"])
def test_s14_neither_colour_nor_number_beats_exact(lying: str) -> None:
    match = play(racing("3 1 1 1 1", "r3 y6", f"{lying} b5", form="turns"), "0 r3 on r")
    assert not may_drop(match, f"{lying} on r", 1)


def test_s15_the_youngest_makes_the_first_pop() -> None:
    match = Match(SPEC, 3, seed=1, names=["Ann", "Bob", "Cem"])
    before = match.view()
    before.stage = POPPING
    line = notation.describe_event(before, match.view(), 1 << 8, 0, match.names)
    assert english(line).startswith("Round 1: Ann pops red ")


def test_s16_a_pop_throws_all_five_dice() -> None:
    match = Match(SPEC, 2, chance=Scripted(DEAL + " 3 1 6 2 2"))
    assert match.state.face == [3, 1, 6, 2, 2]
    assert match.landings == 10 + 5


def test_s17_all_race_at_the_same_time() -> None:
    match = Match(SPEC, 4, seed=3)
    assert match.actors == [0, 1, 2, 3]
    drops = {seat: match.legal_actions(seat)[0] for seat in range(4)}
    assert all(match.objection(action, seat) is None for seat, action in drops.items())
    match = play(racing("1 1 1 1 1", "r5 r6 b2", "o5 b5"), "0 r5 on r", "0 r6 on r", "1 o5 on o")
    assert match.state.held[:2] == [1, 1]


def test_s18_neither_colour_nor_number_is_no_drop() -> None:
    match = racing("3 4 1 1 1", "r4 y6", "g6 b6", form="turns")
    assert may_drop(match, "r4 on r")
    assert may_drop(match, "r4 on o")
    assert not may_drop(match, "r4 on y")
    with pytest.raises(IllegalAction, match="§18"):
        play(match, "0 r4 on y")


def test_s19_all_can_read_a_dropped_ring() -> None:
    match = play(racing("3 1 1 1 1", "r4 o5", "b5 b6"), "0 r4 on r")
    for watcher in (0, 1, SPECTATOR):
        assert notation.pile_of(match.view(watcher), rings.RED) == [(rings.card_of(rings.RED, 4), 0)]


def test_s20_several_cards_use_one_die() -> None:
    match = play(racing("3 1 1 1 1", "r1 r2 r4 b2", "b5 b6"), "0 r1 on r", "0 r2 on r", "0 r4 on r")
    assert pile(match, "r") == "r1/0 r2/0 r4/0"


def test_s21_colour_goes_where_no_number_lies() -> None:
    match = racing("3 1 1 1 1", "r6 y6", "g3 b5", form="turns")
    assert may_drop(match, "r6 on r")
    match = play(racing("3 1 1 1 1", "g3 y6", "r6 b5", form="turns"), "0 g3 on r")
    with pytest.raises(IllegalAction, match="§21"):
        play(match, "1 r6 on r")


@pytest.mark.parametrize(("card", "higher"), [("r5", True), ("r2", False), ("r1", False)])
def test_s22_a_higher_number_of_the_colour_goes_on_a_lower(card: str, higher: bool) -> None:
    match = play(racing("3 1 1 1 1", "r4 y6", f"{card} b5", form="turns"), "0 r4 on r")
    assert may_drop(match, f"{card} on r", 1) == higher


def test_s22_not_even_a_higher_number_goes_on_an_exact_match() -> None:
    match = play(racing("3 1 1 1 1", "r3 y6", "r6 b5", form="turns"), "0 r3 on r")
    with pytest.raises(IllegalAction, match="§25"):
        play(match, "1 r6 on r")


def test_s23_a_number_goes_on_colours() -> None:
    match = racing("3 1 1 1 1", "r4 r6 y6", "b3 b5")
    play(match, "0 r4 on r", "0 r6 on r", "1 b3 on r")
    assert pile(match, "r") == "r4/0 r6/0 b3/1"


@pytest.mark.parametrize("below", [(), ("r6",), ("g3",), ("r6", "g3")])
def test_s24_exact_goes_on_any_other_match(below: tuple[str, ...]) -> None:
    match = racing("3 1 1 1 1", f"{' '.join(below)} y6", "r3 b5")
    play(match, *(f"0 {card} on r" for card in below), "1 r3 on r")
    assert pile(match, "r").endswith("r3/1")


def test_s25_no_second_exact_match() -> None:
    match = play(racing("1 2 2 2 2", "r1 y6", "r1 b5", form="turns"), "0 r1 on r")
    with pytest.raises(IllegalAction, match="§25"):
        play(match, "1 r1 on r")


EXAMPLE = ("0 r4 on r", "1 r5 on r", "0 o3 on r", "1 r3 on r")


def example(drops: int) -> Match:
    """The printed example after so many of its drops."""
    match = racing("3 1 1 1 1", "r4 o3 o6 r6 y3", "r5 r3 b5 g3", form="turns")
    return play(match, *EXAMPLE[:drops])


def test_s26_red_4_on_red_3() -> None:
    assert pile(example(1), "r") == "r4/0"


def test_s27_red_5_on_red_4() -> None:
    assert pile(example(2), "r") == "r4/0 r5/1"


def test_s28_orange_3_on_red_5() -> None:
    assert pile(example(3), "r") == "r4/0 r5/1 o3/0"


def test_s29_red_3_on_orange_3() -> None:
    assert pile(example(4), "r") == "r4/0 r5/1 o3/0 r3/1"


def test_s30_nothing_more_on_this_die() -> None:
    match = example(4)
    for card in ("r6", "y3", "o6"):
        assert not may_drop(match, f"{card} on r")


def test_s31_a_card_that_does_not_match_costs_the_pile() -> None:
    match = play(racing("3 1 1 1 1", "r4 o6 b2", "r5 b5"), "0 r4 on r", "1 r5 on r", "0 o6 on r")
    assert pile(match, "r") == ""
    assert hand(match, 0) == "r4 r5 o6 b2"
    assert hand(match, 1) == "b5"


def test_s31_a_card_that_matches_costs_nothing() -> None:
    match = play(racing("3 1 1 1 1", "r4 r6 b2", "r5 b5"), "0 r4 on r", "1 r5 on r", "0 r6 on r")
    assert hand(match, 0) == "b2"


def test_s32_a_card_that_does_not_beat_costs_the_pile() -> None:
    match = play(racing("3 1 1 1 1", "r4 r6 b2", "r5 b5"), "0 r6 on r", "1 r5 on r")
    assert pile(match, "r") == ""
    assert hand(match, 0) == "r4 b2"
    assert hand(match, 1) == "r5 r6 b5"


def test_s33_the_arrow_tells_who_dropped_it() -> None:
    match = racing("3 1 1 1 1", "r4 r6 b2", "r5 b5 o6", referee="round")
    play(match, "0 r4 on r", "1 o6 on r", "0 r6 on r")
    assert pile(match, "r") == "r4/0 o6/1 r6/0"
    assert legality.first_culprit(match.state, rings.RED) == 1


def test_s34_the_race_goes_on_while_anybody_can_drop() -> None:
    match = play(racing("3 1 1 1 1", "r4 r2", "r5 r6 r2"), "0 r4 on r")
    assert match.actors == [0, 1]
    play(match, "1 r5 on r")
    assert match.actors == [0, 1]
    play(match, "1 r6 on r")
    assert match.awaits_chance


def test_s35_the_piles_are_looked_through_after_the_race() -> None:
    match = racing("3 2 2 2 2", "r4 r1 r5", "o6 r1 b6", referee="round")
    play(match, "0 r4 on r", "0 r1 on r", "1 o6 on o", "0 done")
    assert pile(match, "r") == "r4/0 r1/0"
    play(match, "1 done")
    assert hand(match, 0) == "r1 r4 r5"
    assert hand(match, 1) == "r1 b6"


def test_s36_one_more_card_for_everybody() -> None:
    match = racing("3 2 2 2 2", "r4 r1", "o6 r1", script="y1 y2 1 1 1 1 1")
    play(match, "0 r4 on r", "0 done", "1 done")
    assert hand(match, 0) == "r1 y1"
    assert hand(match, 1) == "r1 o6 y2"


def test_s36_no_card_when_somebody_is_out() -> None:
    match = play(racing("3 2 2 2 2", "r4", "o6 r1"), "0 r4 on r")
    assert match.is_over
    assert match.state.held[:2] == [0, 2]


def test_s37_all_dice_are_popped_again() -> None:
    match = racing("3 2 2 2 2", "r4 r1", "o6 r1", script="y1 y2 6 5 4 3 2")
    play(match, "0 r4 on r", "0 done", "1 done")
    assert match.state.rounds == 18
    assert match.state.face == [6, 5, 4, 3, 2]
    assert match.actors == [0, 1]


def test_s38_the_last_card_wins_there_and_then() -> None:
    match = play(racing("3 2 2 2 2", "r4 r5", "o6 r1"), "0 r4 on r")
    assert not match.is_over
    play(match, "0 r5 on r")
    assert match.is_over
    assert match.standings()[0].seat == 0


def test_s39_in_turns_one_after_the_other() -> None:
    match = racing("3 2 2 2 2", "r4 r5", "o6 r6", form="turns")
    assert match.actors == [0]
    play(match, "0 r4 on r")
    assert match.actors == [1]
    assert match.objection(match.parse_action("r5 on r", 0), 0) is not None


def test_s39_otherwise_all_at_once() -> None:
    match = Match(SPEC, 2, seed=1)
    assert match.variants["form"] == "race"
    assert match.objection(DONE, 0) is None
    assert match.objection(DONE, 1) is None
