"""Every ruling of Mixed Doubles."""

import pytest

from quincunx import IllegalAction, Match
from quincunx.core.position import flaws
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.legality import MOVE_TO, PART_TO
from quincunx.games.mixeddoubles.state import (
    DEALING,
    DRAWING,
    ENDING,
    FINALE,
    PARTING,
    PAUSING,
    ROLLING,
    STARTING,
    SWAPPING,
    WAGERING,
)
from tests.games.mixeddoubles.layouts import (
    bank,
    begin,
    deal,
    finale,
    jackpot,
    palette,
    play,
    points,
    position,
    put,
    texts,
)


def test_r1_set_up_deals_everybody_before_anything_is_played() -> None:
    match = Match(SPEC, 2, settle=False)
    play(match, "* all-in-r r1 free2 r2")
    assert (palette(match, 0), palette(match, 1), bank(match, 0)) == ("r1 all-in-r", "r2", "f2")
    assert match.state.stage == DEALING
    play(match, "* r3 b1")
    assert (palette(match, 0), palette(match, 1), jackpot(match)) == ("", "b1", "r1 r2 r3")
    assert match.state.pile_cards == 102


def test_r1_set_up_plays_all_ins_by_seat() -> None:
    match = deal("b1 y1 r1 all-in-b b2 y2 all-in-y y3 b3", seats=3)
    assert jackpot(match) == "b1 b2 b3 y1 y2 y3"
    assert [palette(match, seat) for seat in range(3)] == ["r1", "", ""]


def test_r2_all_in_binds_everybody_but_no_bank() -> None:
    match = begin(position("r1", "r2", "r3", banks=["r4", "r5"], stage=DRAWING))
    play(match, "* all-in-r y1 y2")
    assert jackpot(match) == "r1 r2 r3"
    assert (bank(match, 0), bank(match, 1)) == ("r4", "r5")


def test_r2_all_in_binds_the_drawer_alone_by_switch() -> None:
    match = begin(position("r1", "r2", "r3", stage=DRAWING, all_in_binds=1))
    play(match, "* all-in-r y1 y2")
    assert (jackpot(match), palette(match, 1), palette(match, 2)) == ("r1", "r2", "r3")
    dealt = deal("all-in-r r1 y1 r2 y2 y3", all_in="drawer")
    assert (jackpot(dealt), palette(dealt, 1)) == ("r1", "y2 y3 r2")


def test_r3_all_in_waits_for_its_whole_draw() -> None:
    match = begin(position("r1", "", stage=DRAWING))
    play(match, "* all-in-r r2")
    assert (palette(match, 0), jackpot(match)) == ("r1 r2 all-in-r", "")
    play(match, "* r3")
    assert (palette(match, 0), jackpot(match)) == ("", "r1 r2 r3")
    nothing = play(begin(position("b1", "", stage=DRAWING)), "* all-in-r y1 y2")
    assert (palette(nothing, 0), jackpot(nothing), nothing.state.discard_all_in) == ("b1 y1 y2", "", 1 << 2)


def test_r4_pushed_cards_give_no_roll_and_no_claim() -> None:
    match = begin(position("r1 r2 r3", "", stage=DRAWING))
    play(match, "* all-in-r y1 y2")
    assert match.state.rolls == 1
    play(match, "wager y1", "roll", "* red red")
    assert (bank(match, 0), match.state.turn) == ("r1 r2 r3", 1)


def test_r5_only_numbered_cards_of_the_own_palette_before_the_first_roll() -> None:
    match = begin(position("r1 r2 b4 extra steal minus", "r3"))
    assert [text for text in texts(match) if text.startswith("wager")] == ["wager blue 4", "wager red 1", "wager red 2"]
    with pytest.raises(IllegalAction, match="not in your palette"):
        play(match, "wager red 3")
    play(match, "wager red 2")
    with pytest.raises(IllegalAction, match="from low to high"):
        play(match, "wager red 1")
    play(match, "roll", "* blue blue")
    assert match.state.stage == ENDING
    with pytest.raises(IllegalAction, match="before the first roll"):
        play(match, "wager red 1")


@pytest.mark.parametrize(
    ("wager", "extras", "rolls"), [(0, 0, 1), (1, 0, 1), (2, 0, 2), (0, 1, 2), (1, 1, 2), (3, 2, 5)]
)
def test_r6_rolls_of_a_turn(wager: int, extras: int, rolls: int) -> None:
    match = begin(position("r1 r2 r3 extra extra", "", stage=STARTING))
    for _ in range(extras):
        play(match, "extra roll")
    if extras < 2:
        play(match, "draw")
    play(match, "* y1 y2 y3", *[f"wager red {n + 1}" for n in range(wager)], "roll")
    made = 0
    while match.state.turn == 0:
        play(match, "* blue blue")
        made += 1
    assert made == rolls


def test_r7_no_roll_is_left_out() -> None:
    match = begin(position("r1 r2 steal", "b1"))
    play(match, "wager red 1", "wager red 2", "roll", "* red red")
    assert match.state.stage == PAUSING
    assert bank(match, 0) == "r1 r2"
    assert "end" not in texts(match)
    with pytest.raises(IllegalAction, match="R7"):
        play(match, "end")
    play(match, "roll", "* push red")
    assert texts(match)[0] == "end"


@pytest.mark.parametrize(
    ("wager", "dice", "won"),
    [
        ("g1", "wild blue", True),
        ("g1", "wild yellow", True),
        ("g1", "wild red", False),
        ("g1", "wild wild", True),
        ("b1", "wild blue", True),
        ("b1", "wild yellow", False),
        ("g1", "push wild", False),
    ],
)
def test_r8_a_wild_mixture_wins_a_wager(wager: str, dice: str, won: bool) -> None:
    match = begin(position(wager, "g2 b2"))
    play(match, f"wager {wager}", "roll", f"* {dice}")
    assert (f"{wager[0]}2" in bank(match, 0)) == won
    assert (f"{wager[0]}2" in palette(match, 1)) != won


def test_r9_each_roll_of_the_turn_can_win_the_wager_again() -> None:
    match = begin(position("extra r1", "r2 r3", "r5 steal", stage=STARTING))
    play(match, "extra roll", "* y1 y2 y3", "wager red 1", "roll", "* blue blue")
    assert (bank(match, 0), match.state.stage) == ("", ROLLING)
    play(match, "* red red")
    assert bank(match, 0) == "r1 r2 r3 r5"


def test_r9_a_second_success_wins_again() -> None:
    match = begin(position("r1 r2 r4 steal", "r5", banks=["", "r7"]))
    play(match, "wager red 1", "wager red 2", "wager red 4", "roll", "* red red")
    assert bank(match, 0) == "r1 r2 r4 r5"
    play(match, "steal bank 1", "* r7", "* push push")
    assert (palette(match, 0), palette(match, 1)) == ("", "r7")
    play(match, "* wild red")
    assert (bank(match, 0), match.state.turn) == ("r1 r2 r4 r5 r7", 1)


def test_r10_reach_of_a_won_wager() -> None:
    match = begin(position("r1 p1 o1", "r2 p2 o2", jackpot="r3 p3 o3"))
    play(match, "wager red 1", "roll", "* wild red")
    assert bank(match, 0) == "r1 r2 r3 p1 p3 o1 o3"
    assert palette(match, 1) == "p2 o2"


def test_r11_success_without_cards() -> None:
    match = begin(position("extra r1 minus", "", stage=STARTING, part_minus_five=1))
    play(match, "extra roll", "* y1 y2 y3", "wager red 1", "roll", "* red red", "keep")
    assert (bank(match, 0), match.state.stage) == ("r1", ROLLING)
    play(match, "* red red")
    assert (bank(match, 0), match.state.stage) == ("r1", PARTING)


def test_r12_special_cards_are_not_won() -> None:
    match = begin(position("r1", "r2 extra steal minus"))
    play(match, "wager red 1", "roll", "* wild wild")
    assert (bank(match, 0), palette(match, 1)) == ("r1 r2", "extra steal minus")


def test_r13_anybody_wins_wagered_cards_later() -> None:
    match = begin(position("r1", ""))
    play(match, "wager red 1", "roll", "* blue blue", "* y1 y2 y3", "roll", "* red red")
    assert bank(match, 1) == "r1"


def test_r14_push_with_blue_pushes_blue_alone() -> None:
    match = play(begin(position("b1 g1 p1", "")), "roll", "* push blue")
    assert (jackpot(match), palette(match, 0)) == ("b1", "g1 p1")


def test_r15_a_swap_is_forced_and_whole() -> None:
    match = begin(position("r1 r2 extra minus steal", "", "b1"))
    play(match, "wager red 1", "wager red 2", "roll", "* push push")
    assert texts(match) == ["swap 1", "swap 2"]
    play(match, "swap 1")
    assert (palette(match, 0), palette(match, 1), jackpot(match)) == ("", "extra steal minus", "r1 r2")
    assert (match.state.turn, match.state.stage) == (0, ROLLING)


def test_r15_after_a_swap_rolls_use_the_new_palettes() -> None:
    match = begin(position("r1 r2 y5", "b3"))
    play(match, "wager red 1", "wager red 2", "roll", "* push push")
    assert (palette(match, 0), palette(match, 1)) == ("b3", "y5")
    assert (match.state.turn, match.state.stage) == (0, ROLLING)
    play(match, "* blue blue")
    assert bank(match, 0) == "b3"


def test_r16_extra_rolls_come_before_the_draw() -> None:
    match = begin(position("extra extra", "", stage=STARTING))
    play(match, "extra roll", "extra roll")
    assert (match.state.rolls, match.state.stage) == (3, DRAWING)
    fresh = play(begin(position("", "", stage=DRAWING)), "* extra-roll y1 y2")
    assert "extra roll" not in texts(fresh)
    with pytest.raises(IllegalAction, match="R16"):
        play(fresh, "extra roll")


def test_r16_what_is_not_played_before_the_draw_is_no_roll_of_this_turn() -> None:
    match = begin(position("extra b1", "", "", stage=STARTING))
    play(match, "draw", "* r1 r2 r3")
    assert (match.state.extras, match.state.rolls, palette(match, 0)) == (0, 1, "b1 r1 r2 r3 extra")
    play(match, "roll", "* push push", "swap 1")
    assert (match.state.turn, palette(match, 1)) == (1, "b1 r1 r2 r3 extra")
    assert not flaws(SPEC, match.state)


def test_r17_a_steal_may_be_played_when_it_was_drawn() -> None:
    match = play(begin(position("", "b1", stage=DRAWING)), "* steal y1 y2")
    play(match, "steal b1 from 1")
    assert palette(match, 0) == "b1 y1 y2"
    assert match.state.stage == WAGERING
    play(match, "wager b1")
    assert jackpot(match) == "b1"


def test_r17_a_steal_after_the_wager_leaves_it_as_it_is() -> None:
    match = begin(position("r1 r2 steal steal", "r3 r4"))
    play(match, "wager red 1", "steal red 4 from 1")
    assert match.state.stage == PAUSING
    with pytest.raises(IllegalAction, match="R5"):
        play(match, "wager red 4")
    assert (match.state.wagered, match.state.rolls) == (1, 1)
    play(match, "steal red 3 from 1")
    assert match.state.stage == ROLLING


def test_r18_any_card_of_a_palette_may_be_stolen() -> None:
    match = begin(position("steal", "b1 extra steal", stage=STARTING))
    assert texts(match) == ["draw", "steal blue 1 from 1", "steal extra roll from 1", "steal steal from 1"]
    play(match, "steal steal from 1", "steal extra roll from 1")
    assert (palette(match, 0), palette(match, 1)) == ("extra", "b1")
    assert match.state.stage == DRAWING


def test_r18_a_bank_card_is_uniformly_random() -> None:
    match = play(begin(position("steal", "", banks=["", "b1 b1 y2 f1 f3"])), "steal bank 1")
    odds = {match.format_outcome(kind): weight for kind, weight in enumerate(match.odds()) if weight}
    assert odds == {"blue1": 2, "yellow2": 1, "free1": 1, "free3": 1}
    assert sum(odds.values()) == 5
    play(match, "* blue1")
    assert (palette(match, 0), bank(match, 1)) == ("b1", "b1 y2 f1 f3")


def test_r19_without_a_target_the_steal_is_kept() -> None:
    match = begin(position("steal b1", "minus", banks=["r1"]))
    assert texts(match) == ["wager blue 1", "roll"]
    with pytest.raises(IllegalAction, match="bank is empty"):
        play(match, "steal bank 1")
    play(match, "roll", "* red red")
    assert (palette(match, 0), match.state.turn) == ("b1 steal", 1)


def test_r20_minus_five_needs_a_third_player() -> None:
    two = begin(position("steal", "minus b1"))
    assert not [text for text in texts(two) if "minus" in text]
    three = begin(position("steal", "minus", ""))
    assert [text for text in texts(three) if "minus" in text] == ["steal minus five to 2"]
    for goal in (0, 1):
        with pytest.raises(IllegalAction, match="R20"):
            play(three, f"steal minus five to {goal}")
    for nobody in range(3, 6):
        assert "at this table" in str(three.objection(MOVE_TO + nobody))


def test_r21_minus_five_lowers_its_holder() -> None:
    match = begin(position("minus b1", "", banks=["", "b7"]))
    assert points(match) == [-5, 7]
    play(match, "wager b1", "roll", "* push wild", "* y1 y2 y3", "roll", "* wild wild")
    assert (palette(match, 0), points(match)[0]) == ("minus", -5)
    assert match.state.minus_five == 0


@pytest.mark.parametrize("pile", ["g1", "g1 g2"])
def test_r22_a_short_pile_is_drawn_as_far_as_it_goes(pile: str) -> None:
    match = put(position("b1", "y1", pile=f"r1 r2 r3 {pile}", turn=0, stage=DRAWING))
    play(match, "* r1 r2 r3", "roll", "* blue red", f"* {pile}")
    assert (match.state.turn, match.state.stage) == (1, WAGERING)
    assert palette(match, 1) == f"y1 {pile} minus"
    play(match, "roll", "* blue red")
    assert match.state.stage == FINALE


def test_r23_the_finale_begins_with_whose_turn_it_is() -> None:
    match = begin(position("b1", "y1", "", pile="r1 r2 r3", turn=1, stage=DRAWING))
    play(match, "* r1 r2 r3", "roll", "* blue red")
    seen = []
    while not match.is_over:
        seen.append(match.actor)
        play(match, "roll", "* blue red")
    assert seen == [2, 0, 1]


def test_r24_the_finale_is_one_roll_and_nothing_else() -> None:
    match = finale("extra steal", "", "minus", jackpot="b1")
    assert texts(match) == ["roll"]
    for text, reason in [("extra roll", "R16"), ("steal bank 2", "R24")]:
        with pytest.raises(IllegalAction, match=reason):
            play(match, text)
    play(match, "roll", "* push blue")
    assert (match.actor, jackpot(match)) == (1, "b1")
    play(match, "roll", "* push push", "swap 2")
    assert (palette(match, 1), palette(match, 2)) == ("minus", "")
    play(match, "roll", "* blue blue")
    assert match.is_over
    assert (bank(match, 0), points(match)[0]) == ("", 0)


def test_r25_the_options_are_off_unless_chosen() -> None:
    plain = Match(SPEC, 3, settle=False)
    assert (plain.state.double_wild, plain.state.part_minus_five) == (0, 0)
    both = Match(SPEC, 3, variants={"double_wild": "on", "part_minus_five": "on"}, settle=False)
    assert (both.state.double_wild, both.state.part_minus_five) == (1, 1)
    match = finale("", "", "", double_wild=1)
    play(match, "roll", "* blue wild", "roll", "* wild wild")
    assert match.is_over
    assert match.state.finale == 2


def test_r26_a_tie_is_a_shared_win() -> None:
    match = begin(position("", "", "", banks=["b7", "r7", "b6"]))
    assert [(row.seat, row.place) for row in match.standings()] == [(0, 1), (1, 1), (2, 3)]


def test_r27_seat_0_begins_or_the_lot_decides() -> None:
    assert deal("b1 b2 b3 y1 y2 y3 r1 r2 r3", seats=3).state.turn == 0
    match = Match(SPEC, 3, variants={"first": "lot"}, settle=False)
    assert match.odds() == [1, 1, 1]
    play(match, "* 2", "* b1 b2 b3 y1 y2 y3 r1 r2 r3")
    assert (match.state.turn, palette(match, 0)) == (2, "b1 b2 b3")
    play(match, "* g1 g2 g3", "roll", "* blue red", "* p1 p2 p3")
    assert match.actor == 0


def test_r28_the_discard_is_never_drawn_again() -> None:
    match = begin(position("extra", "", pile="r1 r2 r3", stage=STARTING))
    play(match, "extra roll")
    assert match.state.discard_extra == 6
    play(match, "* r1 r2 r3", "roll", "* blue blue", "* blue blue")
    assert (match.state.stage, match.state.discard_extra) == (FINALE, 6)


def test_r29_everything_on_the_table_is_public() -> None:
    match = begin(position("b1", "y1", banks=["f3", "r1 r2"]))
    for seat in (0, 1, 8):
        assert match.view(seat) == match.state


def test_r30_the_jackpot_has_lanes_and_no_owners() -> None:
    mine = play(begin(position("b1", "b2")), "wager b1")
    theirs = begin(position("", "b2", jackpot="b1"))
    assert mine.state.jackpot == theirs.state.jackpot
    assert len(mine.state.jackpot) == 6


def test_r31_the_jackpot_left_over_is_not_scored() -> None:
    match = finale("", "", jackpot="b7 b7")
    before = points(match)
    play(match, "roll", "* push blue", "roll", "* red red")
    assert match.is_over
    assert points(match) == before


def test_r32_nothing_to_wager_is_one_roll() -> None:
    match = begin(position("extra minus", "b1"))
    assert texts(match) == ["roll"]
    play(match, "roll", "* blue blue")
    assert match.state.turn == 1


def test_r33_free_cards_never_lie_in_a_palette() -> None:
    match = play(begin(position("steal", "", banks=["", "f1"], stage=DRAWING)), "* free2 y1 y2")
    assert not [text for text in texts(match) if "free" in text]
    play(match, "steal bank 1", "* free1")
    assert (bank(match, 0), palette(match, 0)) == ("f1 f2", "y1 y2")


def test_r34_openings_for_a_steal() -> None:
    match = begin(position("steal steal steal steal r1 r2", "b1 b2 b3 b4 b5", stage=STARTING))
    play(match, "steal b1 from 1", "draw", "* y1 y2 y3", "steal b2 from 1", "wager r1", "wager r2", "roll", "* red red")
    assert match.state.stage == PAUSING
    play(match, "steal b3 from 1")
    assert match.state.stage == PAUSING
    play(match, "roll", "* red red")
    assert match.state.stage == ENDING
    play(match, "steal b4 from 1")
    assert (match.state.turn, palette(match, 0)) == (1, "b1 b2 b3 b4 y1 y2 y3")


def test_r34_no_steal_while_a_partner_is_picked() -> None:
    match = play(begin(position("steal", "b1", "")), "roll", "* push push")
    assert match.state.stage == SWAPPING
    with pytest.raises(IllegalAction, match="R34"):
        play(match, "steal b1 from 1")


def test_r34_a_stolen_extra_roll_waits() -> None:
    match = begin(position("steal extra", "extra", stage=STARTING))
    play(match, "steal extra roll from 1")
    assert palette(match, 0) == "extra extra"
    play(match, "extra roll")
    assert (palette(match, 0), match.state.stage) == ("extra", DRAWING)
    without = begin(position("steal steal", "extra b1", stage=STARTING))
    play(without, "steal extra roll from 1")
    with pytest.raises(IllegalAction, match="R34"):
        play(without, "extra roll")


def test_r35_minus_five_is_offered_after_each_success() -> None:
    match = begin(position("b1 b2 minus", "", "", part_minus_five=1))
    play(match, "wager b1", "wager b2", "roll", "* blue blue")
    assert match.state.stage == PARTING
    for goal in (0, 3):
        with pytest.raises(IllegalAction, match="another player"):
            match.push(PART_TO + goal)
    play(match, "keep", "* wild blue")
    assert match.state.stage == PARTING
    play(match, "part 1")
    assert (palette(match, 1), match.state.turn) == ("minus", 1)


def test_r35_no_offer_without_wager_or_card() -> None:
    unwagered = play(begin(position("b1 minus", "", part_minus_five=1)), "roll", "* blue blue")
    assert unwagered.state.turn == 1
    other = play(begin(position("b1", "minus", part_minus_five=1)), "wager b1", "roll", "* blue blue")
    assert other.state.turn == 1
    with pytest.raises(IllegalAction, match="R35"):
        play(begin(position("b1 minus", "", part_minus_five=1)), "keep")


def test_r36_the_champion_takes_the_jackpot_first() -> None:
    match = finale("", "", jackpot="b7 y1", double_wild=1)
    play(match, "roll", "* wild wild")
    assert match.is_over
    assert (bank(match, 0), jackpot(match)) == ("b7 y1", "")
    assert [(row.seat, row.place, row.points > 8) for row in match.standings()] == [(0, 1, False), (1, 2, True)]
    before = begin(position("", "", double_wild=1))
    assert not play(before, "roll", "* wild wild").is_over


def test_r37_nobody_steals_minus_five_for_himself() -> None:
    match = begin(position("steal", "minus", "", ""))
    with pytest.raises(IllegalAction, match="never to yourself"):
        play(match, "steal minus five to 0")
    assert "steal minus five to 0" not in texts(match)
