"""Positions of Mixed Doubles that play cannot reach, each with the flaw that it is told by."""

from quincunx.games.mixeddoubles import state as md
from quincunx.games.mixeddoubles.cards import FULL_LANE
from tests.contract.impossible import Impossible, Played, at

PLAYED: dict[str, Played] = {
    "lot": (at(md.CASTING_LOTS), 2, {"first": "lot"}),
    "deal": (lambda state: state.stage == md.DEALING and state.to_draw == 3 and state.palette_extra[0] == 1, 2, {}),
    "starting": (at(md.STARTING), 2, {}),
    "drawing": (at(md.DRAWING), 2, {}),
    "ALL IN": (lambda state: state.stage == md.DRAWING and state.palette_all_in[0] > 0, 2, {}),
    "wagering": (lambda state: state.stage == md.WAGERING and state.pile[0] == FULL_LANE, 2, {}),
    "robbing": (at(md.ROBBING), 2, {}),
    "ending": (at(md.ENDING), 2, {}),
    "parting": (at(md.PARTING), 2, {"part_minus_five": "on"}),
    "finale": (at(md.FINALE), 2, {}),
    "ended": (at(md.ENDED), 2, {}),
}
"""By name: where random play gets to, with how many seats and which variants."""

ROWS: list[Impossible] = [
    ("nothing_before_lot", "lot", "turn=1"),
    ("turn_plays", "wagering", "turn=5"),
    ("names_no_player", "wagering", "minus_five=5"),
    ("names_no_player", "wagering", "robbed=5"),
    ("names_no_player", "wagering", "champion=5"),
    ("empty_seat", "wagering", "palette_steal[5]=1"),
    ("lone_die", "wagering", "landed=1"),
    ("copies", "wagering", "jackpot=1"),
    ("all_ins", "wagering", "pile_all_in=0 discard_all_in=0"),
    ("frees", "wagering", "pile_free=0 bank_free=0"),
    ("extra_rolls", "wagering", "palette_extra=6 pile_extra=1"),
    ("steals", "wagering", "palette_steal=6 pile_steal=1"),
    ("pile_cards", "wagering", "pile_cards=1"),
    ("dealt", "deal", "to_draw=0"),
    ("dealt_in_turn", "deal", "palette_extra=0,1"),
    ("played_before_deal", "deal", "rolls=1"),
    ("robbed_before_deal", "deal", "champion=0"),
    ("to_be_drawn", "starting", "to_draw=2"),
    ("to_draw", "drawing", "to_draw=9"),
    ("drawn_in_wrong_stage", "wagering", "to_draw=1"),
    ("drawn", "wagering", f"pile[0]={FULL_LANE - 1} jackpot=1 pile_cards=98"),
    ("all_in_in_palette", "ALL IN", "turn=1"),
    ("extras", "wagering", "extras=1"),
    ("no_roll_left", "wagering", "rolls=0"),
    ("too_many_rolls", "wagering", "rolls=9"),
    ("roll_before_wager", "wagering", "wagered=3 wager_value=1"),
    ("rolls_at_the_end", "ending", "rolls=1"),
    ("half_a_wager", "wagering", "wager_value=3"),
    ("wager_in_wrong_stage", "finale", "wagered=1 wager_value=1"),
    ("wager_in_jackpot", "wagering", "wagered=1 wager_value=7"),
    ("robbed", "wagering", "robbed=1"),
    ("nothing_to_rob", "robbing", "resume=11"),
    ("robs_after_wager", "robbing", "resume=6 wagered=1 wager_value=1"),
    ("robbed_by_steal", "robbing", "discard_steal=0"),
    ("nothing_to_choose", "wagering", "stage=8 palette_steal=0"),
    ("partner_is_picked", "wagering", "stage=9"),
    ("parts_with_minus_five", "wagering", "stage=10"),
    ("parts_after_winning", "parting", "die=4,4"),
    ("finale", "finale", "finale=3"),
    ("only_rolls_in_finale", "wagering", "finale=1"),
    ("finale_with_cards", "wagering", "finale=1"),
    ("finale_rolls", "finale", "rolls=0"),
    ("ended_too_early", "ended", "finale=1"),
    ("champion", "wagering", "champion=0"),
    ("champion", "ended", "double_wild=1 die=3,3"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
