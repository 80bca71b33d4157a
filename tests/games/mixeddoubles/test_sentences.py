"""Every sentence of Mixed Doubles."""

from fractions import Fraction

import pytest

from quincunx import IllegalAction, Match
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.cards import DECK, KINDS
from quincunx.games.mixeddoubles.charts import WILD, colours_won
from quincunx.games.mixeddoubles.legality import SWAP_WITH
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES
from quincunx.games.mixeddoubles.state import DRAWING, FINALE, ROLLING, STARTING, SWAPPING, WAGERING
from tests.games.mixeddoubles.layouts import (
    bank,
    begin,
    deal,
    deck,
    finale,
    jackpot,
    palette,
    play,
    points,
    position,
    texts,
)


def rolled(faces: str, *palettes: str, jackpot: str = "", wager: str = "", turn: int = 0) -> Match:
    """After a wager of these cards and one roll."""
    match = begin(position(*palettes, jackpot=jackpot, turn=turn))
    for card in wager.split():
        play(match, f"wager {card}")
    return play(match, "roll", f"* {faces}")


def test_s1_each_die_has_eight_sides() -> None:
    match = begin(position("r1", ""))
    play(match, "roll")
    for _ in range(2):
        assert dict(zip(FACE_NAMES, match.odds(), strict=True)) == {
            "blue": 2,
            "yellow": 2,
            "red": 2,
            "wild": 1,
            "push": 1,
        }
        assert sum(match.odds()) == 8
        match.land(match.parse_outcome("red"))


def test_s2_a_double_wild_is_one_roll_in_64() -> None:
    match = play(begin(position("r1", "")), "roll")
    chance = Fraction(1)
    for _ in range(2):
        odds = match.odds()
        chance *= Fraction(odds[WILD], sum(odds))
        play(match, "* wild")
    assert chance == Fraction(1, 64)


def test_s3_cards_come_from_one_pile() -> None:
    match = Match(SPEC, 3, settle=False)
    assert match.odds() == [deck()[kind] for kind in range(KINDS)]
    assert sum(match.odds()) == DECK == 108
    play(match, "* b3")
    assert sum(match.odds()) == 107
    assert match.odds()[match.parse_outcome("b3")] == 1
    play(match, "* b3")
    assert match.odds()[match.parse_outcome("b3")] == 0
    with pytest.raises(ValueError, match="cannot land"):
        play(match, "* b3")


def test_s4_drawn_cards_lie_open_in_the_palette() -> None:
    match = deal("b3 extra steal y1 y2 minus")
    assert palette(match, 0) == "b3 extra steal"
    assert palette(match, 1) == "y1 y2 minus"
    assert match.view(1) == match.view(0) == match.state


def test_s5_the_bank_scores_and_nothing_else() -> None:
    match = begin(position("b7 extra steal", "y7", banks=["b3 b4 f2", "r1"], jackpot="g7"))
    assert points(match) == [9, 1]


def test_s6_the_jackpot_holds_numbered_cards_by_colour() -> None:
    match = rolled("push wild", "b1 b2 y3 extra steal minus", "", wager="y3")
    assert jackpot(match) == "b1 b2 y3"
    assert palette(match, 0) == "extra steal minus"


def test_s7_played_special_cards_are_discarded() -> None:
    match = begin(position("extra steal", "b1", stage=STARTING))
    before = match.state
    play(match, "extra roll", "steal b1 from 1", "* all-in-r r1 r2")
    state = match.state
    assert (state.discard_extra, state.discard_steal) == (before.discard_extra + 1, before.discard_steal + 1)
    assert state.discard_all_in == before.discard_all_in | 1 << COLOUR_NAMES.index("red")
    assert palette(match, 0) == "b1"


def test_s8_turns_go_round() -> None:
    match = begin(position("r1", "r2", "r3"))
    seen = []
    for cards in ("b1 b2 b3", "y1 y2 y3", "g1 g2 g3"):
        seen.append(match.actor)
        play(match, "roll", "* blue red", f"* {cards}")
    assert [*seen, match.actor] == [0, 1, 2, 0]
    assert str(match.objection(match.parse_action("roll", 1), 1)) == "it is not seat 1's move"
    assert SPEC.rules.objection(match.state, 1, match.parse_action("roll", 1)) != 0


def test_s9_most_points_win() -> None:
    match = begin(position("", "", "", banks=["b5 r1", "b7", "b2"]))
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(1, 1, 7), (0, 2, 6), (2, 3, 2)]


def test_s10_everybody_is_dealt_three() -> None:
    match = deal("b1 b2 b3 y1 y2 y3 r1 r2 r3", seats=3)
    assert [palette(match, seat) for seat in range(3)] == ["b1 b2 b3", "y1 y2 y3", "r1 r2 r3"]
    assert match.state.pile_cards == DECK - 9


def test_s11_a_turn_begins_with_three_cards() -> None:
    match = deal("b1 b2 b3 y1 y2 y3")
    for card in ("g1", "g2", "g3"):
        assert match.awaits_chance
        assert match.state.stage == DRAWING
        play(match, f"* {card}")
    assert palette(match, 0) == "b1 b2 b3 g1 g2 g3"
    assert match.state.stage == WAGERING
    with pytest.raises(IllegalAction, match="§11"):
        play(match, "draw")


def test_s12_a_wager_is_some_cards_of_one_colour() -> None:
    match = begin(position("r3 r5 r5 b3", "y1"))
    assert texts(match) == ["wager blue 3", "wager red 3", "wager red 5", "roll"]
    play(match, "wager red 3")
    assert texts(match) == ["wager red 5", "roll"]
    for text, reason in [("wager blue 3", "one colour"), ("wager red 7", "not in your palette")]:
        with pytest.raises(IllegalAction, match=reason):
            play(match, text)
    play(match, "wager red 5", "wager red 5")
    assert texts(match) == ["roll"]
    assert (palette(match, 0), jackpot(match)) == ("b3", "r3 r5 r5")


@pytest.mark.parametrize("wager", ["r3", "r3 r5", "r3 r5 r5"])
def test_s13_each_card_wagered_is_a_roll(wager: str) -> None:
    match = begin(position("r3 r5 r5", "y1"))
    for card in wager.split():
        play(match, f"wager {card}")
    play(match, "roll")
    for _ in range(len(wager.split()) - 1):
        play(match, "* blue blue")
        assert (match.actors, match.state.turn, match.state.stage) == ([], 0, ROLLING)
    play(match, "* blue blue")
    assert match.state.turn == 1


def test_s14_without_a_wager_there_is_one_roll() -> None:
    match = play(begin(position("r3", "y1")), "roll", "* blue blue")
    assert match.state.turn == 1
    assert match.state.stage == DRAWING


def test_s15_then_both_dice_are_rolled() -> None:
    match = deal("b1 b2 b3 steal y2 y3", seats=2)
    play(match, "* y1 g1 g2", "roll", "* blue")
    assert (match.state.stage, match.state.landed, bank(match, 0)) == (ROLLING, 1, "")
    play(match, "* yellow")
    assert bank(match, 0) == "g1 g2"
    with pytest.raises(IllegalAction, match="§15"):
        play(match, "roll")


def test_s16_the_colours_are_mixed_into_one() -> None:
    for first in range(3):
        for second in range(3):
            assert colours_won(first, second).bit_count() == 1
            assert colours_won(first, second) == colours_won(second, first)


@pytest.mark.parametrize("colour", ["blue", "yellow", "red"])
def test_s17_a_double_stays_its_colour(colour: str) -> None:
    match = rolled(f"{colour} {colour}", "b1 y1 r1 g1 p1 o1", "")
    assert bank(match, 0) == f"{colour[0]}1"


@pytest.mark.parametrize(
    ("dice", "won"),
    [
        ("yellow blue", "g1"),
        ("blue yellow", "g1"),
        ("blue red", "p1"),
        ("red blue", "p1"),
        ("yellow red", "o1"),
        ("red yellow", "o1"),
    ],
)
def test_s18_two_colours_make_a_third(dice: str, won: str) -> None:
    assert bank(rolled(dice, "b1 y1 r1 g1 p1 o1", ""), 0) == won


@pytest.mark.parametrize(("colour", "won"), [("blue", "b1 g1 p1"), ("yellow", "y1 g1 o1"), ("red", "r1 p1 o1")])
def test_s19_wild_wins_a_colour_and_its_mixtures(colour: str, won: str) -> None:
    for dice in (f"wild {colour}", f"{colour} wild"):
        assert bank(rolled(dice, "b1 y1 r1 g1 p1 o1", ""), 0) == won


def test_s20_two_wilds_win_all() -> None:
    assert bank(rolled("wild wild", "b1 y1 r1 g1 p1 o1", ""), 0) == "b1 y1 r1 g1 p1 o1"


def test_s21_wild_wins_what_has_the_colour_in_its_border() -> None:
    for primary in range(3):
        bordered = {colours_won(primary, other) for other in range(3)}
        assert colours_won(WILD, primary) == sum(bordered)


def test_s22_a_mixture_wins_from_the_own_palette() -> None:
    match = rolled("blue blue", "b1 b1 b7 y2", "b2")
    assert (bank(match, 0), palette(match, 0), palette(match, 1)) == ("b1 b1 b7", "y2", "b2")


def test_s23_a_mixture_wins_from_the_jackpot() -> None:
    match = rolled("blue blue", "y2", "b2", jackpot="b5 b6 y7")
    assert (bank(match, 0), jackpot(match)) == ("b5 b6", "y7")


def test_s24_two_yellows() -> None:
    match = rolled("yellow yellow", "y1 o1 g1", "y2", jackpot="y3 o3 g3")
    assert (bank(match, 0), palette(match, 0), jackpot(match)) == ("y1 y3", "g1 o1", "g3 o3")


def test_s25_wild_and_yellow() -> None:
    match = rolled("wild yellow", "y1 o1 g1 b1", "y2", jackpot="y3 o3 g3 r3")
    assert (bank(match, 0), palette(match, 0), jackpot(match)) == ("y1 y3 g1 g3 o1 o3", "b1", "r3")


def test_s26_a_won_wager_wins_from_all_palettes() -> None:
    match = rolled("red blue", "p1 p7", "p2 r1", "p3 p3", wager="p1")
    assert bank(match, 0) == "p1 p2 p3 p3 p7"
    assert [palette(match, seat) for seat in range(3)] == ["", "r1", ""]


def test_s27_other_palettes_give_only_the_wagered_colour() -> None:
    match = rolled("wild red", "p1 r1", "p2 r2 o2", "o3", wager="p1")
    assert bank(match, 0) == "r1 p1 p2"
    assert [palette(match, seat) for seat in (1, 2)] == ["r2 o2", "o3"]


def test_s28_one_yellow_wagered_and_two_yellows_rolled() -> None:
    match = rolled("yellow yellow", "y1 y2 g1", "y3 g2", "y4", jackpot="y5 g3", wager="y1")
    assert bank(match, 0) == "y1 y2 y3 y4 y5"
    assert [palette(match, 0), palette(match, 1), palette(match, 2), jackpot(match)] == ["g1", "g2", "", "g3"]


def test_s29_one_yellow_wagered_and_wild_with_yellow_rolled() -> None:
    match = rolled("wild yellow", "y1 o1 g1", "y2 o2 g2", jackpot="y3 o3 g3 b3", wager="y1")
    assert bank(match, 0) == "y1 y2 y3 g1 g3 o1 o3"
    assert (palette(match, 1), jackpot(match)) == ("g2 o2", "b3")


def test_s30_a_lost_wager_stays_in_the_jackpot() -> None:
    match = rolled("red red", "y1 y2", "y3", wager="y2")
    assert (bank(match, 0), jackpot(match), palette(match, 1)) == ("", "y2", "y3")


def test_s31_without_a_wager_other_palettes_are_safe() -> None:
    match = rolled("yellow yellow", "y1", "y3")
    assert (bank(match, 0), palette(match, 1)) == ("y1", "y3")


@pytest.mark.parametrize("colour", ["blue", "yellow", "red"])
def test_s32_push_and_a_colour(colour: str) -> None:
    for dice in (f"push {colour}", f"{colour} push"):
        match = rolled(dice, "b1 y1 r1 g1 p1 o1", "b2 y2 r2")
        assert jackpot(match) == f"{colour[0]}1"
        assert palette(match, 1) == "b2 y2 r2"
        assert palette(match, 0).split() == [
            card for card in ["b1", "y1", "r1", "g1", "p1", "o1"] if card[0] != colour[0]
        ]


def test_s33_push_and_wild() -> None:
    for dice in ("push wild", "wild push"):
        match = rolled(dice, "b1 y1 g7 extra steal minus", "b2")
        assert (jackpot(match), palette(match, 0), palette(match, 1)) == ("b1 y1 g7", "extra steal minus", "b2")


def test_s34_two_pushes_swap_palettes() -> None:
    match = rolled("push push", "b1 b2", "y1", "r1 extra")
    assert match.state.stage == SWAPPING
    assert texts(match) == ["swap 1", "swap 2"]
    for partner in (0, 3):
        with pytest.raises(IllegalAction, match="another player"):
            match.push(SWAP_WITH + partner)
    play(match, "swap 2")
    assert [palette(match, seat) for seat in range(3)] == ["r1 extra", "y1", "b1 b2"]
    with pytest.raises(IllegalAction, match="§34"):
        play(begin(position("b1", "b2", "")), "swap 1")


def test_s35_all_in_is_played_at_once() -> None:
    match = begin(position("r1 b1", "r2", stage=DRAWING))
    play(match, "* all-in-r y1 y2")
    assert (jackpot(match), palette(match, 0), match.state.stage) == ("r1 r2", "b1 y1 y2", WAGERING)


def test_s36_all_in_pushes_its_colour() -> None:
    match = begin(position("r1 r7 b1", "r2 p1", stage=DRAWING))
    play(match, "* all-in-r y1 y2")
    assert jackpot(match) == "r1 r2 r7"
    assert (palette(match, 0), palette(match, 1)) == ("b1 y1 y2", "p1")


def test_s37_all_in_is_no_wager() -> None:
    match = begin(position("r1 r2", "r3", stage=DRAWING))
    play(match, "* all-in-r y1 y2")
    assert (match.state.wagered, match.state.rolls) == (0, 1)
    play(match, "wager y1", "roll", "* red red")
    assert bank(match, 0) == "r1 r2 r3"
    assert match.state.turn == 1


def test_s38_an_extra_roll_is_one_roll_more() -> None:
    match = begin(position("extra b1", "y1", stage=STARTING))
    play(match, "extra roll", "* r1 r2 r3", "roll", "* push blue")
    assert (match.state.turn, match.state.stage) == (0, ROLLING)
    play(match, "* blue blue")
    assert (match.state.turn, bank(match, 0)) == (1, "b1")


def test_s39_an_extra_roll_opens_the_turn() -> None:
    match = begin(position("extra b1", "y1", stage=STARTING))
    assert texts(match) == ["draw", "extra roll"]
    play(match, "draw", "* r1 r2 r3")
    with pytest.raises(IllegalAction, match="before the draw"):
        play(match, "extra roll")
    assert palette(match, 0) == "b1 r1 r2 r3 extra"


def test_s40_a_steal_takes_one_card_from_another_palette_or_bank() -> None:
    state = position("steal b1", "y1 y2", "", banks=["g1", "r1 r2", "o1"])
    assert texts(begin(state)) == [
        "wager blue 1",
        "roll",
        "steal bank 1",
        "steal bank 2",
        "steal yellow 1 from 1",
        "steal yellow 2 from 1",
    ]
    for text, reason in [
        ("steal bank 0", "another player"),
        ("steal blue 1 from 0", "another player"),
        ("steal yellow 3 from 1", "not in that palette"),
    ]:
        with pytest.raises(IllegalAction, match=reason):
            play(begin(state), text)
    with pytest.raises(IllegalAction, match="no STEAL"):
        play(begin(position("b1", "y1")), "steal yellow 1 from 1")


def test_s41_the_stolen_card_comes_into_the_palette() -> None:
    match = play(begin(position("steal b1", "y1 y2", "", banks=["", "r1"])), "steal yellow 1 from 1")
    assert (palette(match, 0), palette(match, 1)) == ("b1 y1", "y2")
    match = play(begin(position("steal b1", "y1 y2", "", banks=["", "r1"])), "steal bank 1", "* r1")
    assert (palette(match, 0), bank(match, 0), bank(match, 1)) == ("b1 r1", "", "")


def test_s42_chance_picks_from_a_bank() -> None:
    match = play(begin(position("steal", "", banks=["", "r1 r1 g3 f5"])), "steal bank 1")
    assert match.awaits_chance
    odds = {match.format_outcome(kind): weight for kind, weight in enumerate(match.odds()) if weight}
    assert odds == {"red1": 2, "green3": 1, "free5": 1}


def test_s43_a_stolen_free_card_is_banked() -> None:
    match = play(begin(position("steal", "", banks=["", "r1 f5"])), "steal bank 1", "* free5")
    assert (palette(match, 0), bank(match, 0), bank(match, 1)) == ("", "f5", "r1")
    assert points(match) == [5, 1]


def test_s44_a_drawn_free_card_is_banked() -> None:
    match = begin(position("", "", stage=DRAWING))
    play(match, "* free4")
    assert (bank(match, 0), palette(match, 0), match.state.to_draw) == ("f4", "", 2)


def test_s45_minus_five_costs_five() -> None:
    assert points(begin(position("minus", "", banks=["b7", "b7"]))) == [2, 7]


def test_s46_minus_five_goes_with_a_swap() -> None:
    match = play(rolled("push push", "minus b1", "y1", "r1"), "swap 2")
    assert [palette(match, seat) for seat in range(3)] == ["r1", "y1", "b1 minus"]
    match = play(rolled("push push", "b1", "y1", "r1 minus"), "swap 2")
    assert [palette(match, seat) for seat in range(3)] == ["r1 minus", "y1", "b1"]
    match = play(rolled("push push", "b1", "y1", "r1 minus"), "swap 1")
    assert [palette(match, seat) for seat in range(3)] == ["y1", "b1", "r1 minus"]


def test_s47_a_steal_moves_minus_five_between_others() -> None:
    match = begin(position("steal", "minus", "", ""))
    played = match.state.discard_steal
    assert [text for text in texts(match) if "minus" in text] == ["steal minus five to 2", "steal minus five to 3"]
    play(match, "steal minus five to 3")
    assert (palette(match, 1), palette(match, 3), match.state.discard_steal) == ("", "minus", played + 1)
    with pytest.raises(IllegalAction, match="§47"):
        play(begin(position("steal minus", "", "")), "steal minus five to 2")


def test_s48_an_empty_pile_starts_the_finale() -> None:
    match = begin(position("b1 steal", "y1 y2 extra minus", "r1", pile="g1 g2 g3", turn=1, stage=DRAWING))
    play(match, "* g1 g2 g3", "roll", "* blue red")
    assert (match.state.stage, match.state.turn) == (FINALE, 2)
    assert jackpot(match) == "b1 y1 y2 r1 g1 g2 g3"
    assert [palette(match, seat) for seat in range(3)] == ["steal", "extra minus", ""]
    later = begin(position("b1", "y1", pile="g1 g2 g3 g4 g5 g6", stage=DRAWING))
    play(later, "* g1 g2 g3", "roll", "* blue red")
    assert (later.state.stage, later.state.to_draw, jackpot(later)) == (DRAWING, 3, "")


def test_s49_one_roll_each_for_the_jackpot() -> None:
    match = finale("", "", "", jackpot="b1 b2 y1 r1")
    play(match, "roll", "* blue blue", "roll", "* yellow yellow")
    assert (bank(match, 0), bank(match, 1), jackpot(match)) == ("b1 b2", "y1", "r1")
    assert (match.actor, texts(match)) == (2, ["roll"])


def test_s50_after_the_last_roll_it_is_over() -> None:
    match = finale("", "", jackpot="b1 b2 y1")
    play(match, "roll", "* blue blue", "roll", "* red")
    assert not match.is_over
    play(match, "* red")
    assert match.is_over
    assert points(match)[0] == 3


def test_s51_the_rest_of_the_jackpot_is_lost() -> None:
    match = finale("", "", jackpot="b1 y7")
    before = points(match)
    play(match, "roll", "* red red", "roll", "* red red")
    assert match.is_over
    assert (jackpot(match), points(match)) == ("b1 y7", before)


def test_s52_a_double_wild_in_the_finale_wins() -> None:
    match = finale("", "", "", jackpot="b1", double_wild=1)
    before = points(match)
    play(match, "roll", "* wild wild")
    assert match.is_over
    assert before[2] > points(match)[0] == 1
    assert [(row.seat, row.place) for row in match.standings()] == [(0, 1), (2, 2), (1, 3)]
    without = play(finale("", "", "", jackpot="b1"), "roll", "* wild wild")
    assert not without.is_over
    earlier = rolled("wild wild", "b1", "b2")
    assert not earlier.is_over


def test_s53_a_won_wager_may_part_with_minus_five() -> None:
    state = position("b1 minus", "", "", part_minus_five=1)
    match = play(begin(state), "wager b1", "roll", "* blue blue")
    assert texts(match) == ["part 1", "part 2", "keep"]
    play(match, "part 2")
    assert (palette(match, 0), palette(match, 2), match.state.turn) == ("", "minus", 1)
    lost = play(begin(state), "wager b1", "roll", "* red red")
    assert (palette(lost, 0), lost.state.turn) == ("minus", 1)
    off = play(begin(position("b1 minus", "", "")), "wager b1", "roll", "* blue blue")
    assert (palette(off, 0), off.state.turn) == ("minus", 1)
