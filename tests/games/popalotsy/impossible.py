"""Positions of PoPalotsy that play cannot reach, each with the flaw that it is told by."""

from quincunx.games.popalotsy import state as pop
from tests.contract.impossible import Impossible, Played, at

TWO_RINGS = "face=1,1,1,1,1 rings=1 ring_die=0"

PLAYED: dict[str, Played] = {
    "first deal": (at(pop.DEALING), 2, {}),
    "popping": (at(pop.POPPING), 2, {}),
    "dropping": (at(pop.DROPPING), 2, {}),
    "turns": (at(pop.DROPPING), 2, {"form": "turns"}),
    "deal": (lambda state: state.stage == pop.DEALING and state.rounds == 1, 2, {}),
    "ended": (at(pop.ENDED), 2, {}),
}
"""By name: where random play gets to, with how many seats and which variants."""

ROWS: list[Impossible] = [
    ("dice_in_order", "popping", "face=0,1"),
    ("dropped_too_early", "dropping", "face=1,1,1,1,0"),
    ("dropped_too_early", "deal", "face=1,1,1,1,0"),
    ("die_in_popper", "popping", "face=1,1,1,1,1"),
    ("dealt_before_round_1", "dropping", "rounds=0"),
    ("before_round_1", "first deal", "done=1"),
    ("before_round_1", "first deal", "wrong=1"),
    ("before_round_1", "first deal", "face=1"),
    ("before_round_1", "popping", "turn=1"),
    ("turn_and_done", "dropping", "turn=5"),
    ("turn_in_race", "dropping", "turn=1"),
    ("turn_in_race", "deal", "turn=1"),
    ("empty_seat", "dropping", "wrong[5]=1"),
    ("done_in_turns", "turns", "done=1"),
    ("no_twins", "dropping", "draw_twin=4"),
    ("count_of_cards", "dropping", "held[0]=9"),
    ("card_in_one_place", "dropping", "draw=0"),
    ("won_already", "dropping", "held=0,5"),
    ("dealt_in_wrong_stage", "dropping", "dealing=1"),
    ("one_card_more", "deal", "dealing=9"),
    ("dealt_in_turn", "first deal", "dealing=9"),
    ("no_card_to_deal", "first deal", "draw_left=0"),
    ("too_few_to_deal", "first deal", "draw_left=3"),
    ("discarded_too_early", "dropping", "discard_left=1"),
    ("rounds_without_rings", "deal", "discard_left=0 done=1"),
    ("rounds_without_rings", "turns", "rounds=2"),
    ("draw_pile", "dropping", "draw_left=29"),
    ("cards_of_seat", "turns", "held=6,4"),
    ("cards_of_seat", "dropping", "held=6,4"),
    ("cards_of_seat", "dropping", "held=13,1 wrong=1"),
    ("cards_of_seat", "popping", "held=6,4 referee=1"),
    ("cards_of_seat", "deal", "held=16,1 wrong=0,1"),
    ("arrow", "dropping", "ring_seat[0]=5"),
    ("after_last_ring", "dropping", "ring_card[9]=1"),
    ("rings_are_cleared", "popping", "rings=1"),
    ("ring_does_not_beat", "dropping", f"{TWO_RINGS} ring_card=29"),
    ("ring_does_not_beat", "ended", f"{TWO_RINGS} ring_card=29 referee=1"),
    ("best", "dropping", "best=3"),
    ("rings_in_turn", "turns", "turn=1"),
    ("wrong_drops", "turns", "wrong=1"),
    ("done_after_wrong", "dropping", "wrong=20"),
    ("round_is_over", "dropping", "done=3"),
    ("turn_can_drop", "turns", "hand[0]=0"),
    ("two_are_out", "ended", "held=0,0"),
    ("out_and_done", "ended", "done=3"),
    ("ended_too_early", "dropping", "stage=3"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
