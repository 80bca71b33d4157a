"""Positions that play cannot reach, each told by what is wrong with it."""

import re
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

from quincunx import Match, NotationError, game
from quincunx.core.fields import Grid, format_fields
from quincunx.core.position import check_position, flaws
from quincunx.core.spec import GameSpec
from quincunx.games.lowdown import state as low
from quincunx.games.mixeddoubles import state as md
from quincunx.games.mixeddoubles.cards import COLOURS, FULL_LANE, cards_in
from quincunx.games.phase10 import rules as p10
from quincunx.games.popalotsy import state as pop
from quincunx.games.sixes import state as sixes
from tests.contract.games import SPECS, every_game

Wanted = Callable[[Any], bool]


def reached(slug: str, wanted: Wanted, seats: int | None = None, **variants: str) -> Any:
    """The first state of a match of random play that is as wanted."""
    for seed in range(400):
        match = Match(game(slug), seats, variants=variants, seed=seed, settle=False)
        while not match.is_over and len(match) < 4_000:
            if wanted(match.state):
                break
            if match.awaits_chance:
                match.roll()
            else:
                actions = match.legal_actions(match.actors[-1])
                match.push(actions[(seed + len(match)) % len(actions)], match.actors[-1])
        if wanted(match.state):
            assert flaws(game(slug), match.state) == []
            return match.state
    raise AssertionError(f"{slug} did not get there")


def check(slug: str, state: Any, said: str, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state, name, value)
    assert said in "; ".join(map(str, flaws(game(slug), state)))


def at(stage: int) -> Wanted:
    return lambda state: bool(state.stage == stage)


# Every flaw of every game


def changed(state: Any, text: str) -> Any:
    """The same with other numbers: `turn=1 held=1,2 points[0,3]=61`; what a row has no number for is 0."""
    for word in text.split():
        name, _, value = word.partition("=")
        numbers = [int(number) for number in value.split(",")]
        field, *places = re.findall(r"\w+", name)
        held = getattr(state, field)
        if isinstance(held, int):
            setattr(state, field, numbers[0])
        elif isinstance(held, Grid):
            held[int(places[0]), int(places[1])] = numbers[0]
        elif places:
            held[int(places[0])] = numbers[0]
        else:
            held[:] = numbers + [0] * (len(held) - len(numbers))
    return state


def column(seat: int, phases: int) -> str:
    """Phases that a seat of Phase 10 Dice has made, for 40 points each."""
    points = [f"points[{seat},{phase}]=40" for phase in range(phases)]
    return " ".join([f"phase[{seat}]={phases}", *points])


FIRST_ROLL = "stage=2 order=0,1 rolls=1 finisher=8"
TWO_PLAY = f"seats=2 {FIRST_ROLL}"
ONE_HAS_FINISHED = (
    f"seats=3 stage=2 order=0,1,2 turn=1 rolls=1 finisher=0 {column(0, 10)} {column(1, 9)} {column(2, 3)}"
    " failures=0,0,6 first_finish_bonus=40 qualified=2"
)
FORTY = "face=4,4,4,4,2,2,2,2,2,0"
"""Five 7s, a 5 and four wilds: 40 points in phase 10."""
ALONE_AT_THE_END = f"seats=1 stage=3 rolls=1 finisher=0 {column(0, 10)} first_finish_bonus=40 {FORTY}"
NO_SIX = "dice_each=4 shown[0,5]=4 shown[1,5]=4"
TWO_RINGS = "face=1,1,1,1,1 rings=1 ring_die=0"

PLAYED: dict[str, dict[str, tuple[Wanted, int, dict[str, str]]]] = {
    "lowdown": {
        "lot": (at(low.DRAWING), 2, {"first": "drawn"}),
        "picking": (at(low.PICKING), 2, {}),
        "placing": (at(low.PLACING), 2, {}),
        "writing": (at(low.WRITING), 2, {}),
        "ended": (at(low.ENDED), 2, {}),
    },
    "popalotsy": {
        "first deal": (at(pop.DEALING), 2, {}),
        "popping": (at(pop.POPPING), 2, {}),
        "dropping": (at(pop.DROPPING), 2, {}),
        "turns": (at(pop.DROPPING), 2, {"form": "turns"}),
        "deal": (lambda state: state.stage == pop.DEALING and state.rounds == 1, 2, {}),
        "ended": (at(pop.ENDED), 2, {}),
    },
    "sixes": {
        "answering": (at(sixes.ANSWERING), 2, {}),
        "ended": (at(sixes.ENDED), 2, {}),
    },
    "mixeddoubles": {
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
    },
}
"""By game and name: where random play gets to, with how many seats and which variants."""

ROWS: dict[str, list[tuple[str, str, str]]] = {
    "pig": [
        ("turn", "seats=2", "turn=3"),
        ("end", "seats=2", "score=100"),
    ],
    "lowdown": [
        ("nothing_before_lot", "lot", "turn=1"),
        ("active_plays", "picking", "active=3"),
        ("dice_in_wrong_stage", "picking", "landed=5"),
        ("die_shows", "picking", "number=0,1,1"),
        ("picked_too_early", "picking", "picked_number=0"),
        ("picked_pair", "placing", "picked_number=2 picked_colour=0"),
        ("empty_seat", "picking", "box[3,0]=1"),
        ("black_before_wilds", "picking", "box[0,0]=7"),
        ("too_many_wilds", "picking", "wilds=1"),
        ("row_makes_nothing", "picking", "crossed=1"),
        ("row_crosses", "picking", "crossed=9"),
        ("writing_and_crossing", "placing", "writing=1 crossing=1"),
        ("writing_and_crossing", "placing", "writing=5"),
        ("nobody_writes", "placing", "writing=0"),
        ("nobody_writes", "picking", "writing=1"),
        ("active_places", "placing", "writing=2"),
        ("active_has_written", "writing", "writing=1"),
        ("no_row_to_cross", "writing", "crossing=1"),
        ("box_a_turn", "picking", "turn=2"),
        ("ended_too_early", "picking", "stage=5"),
        ("ended_too_late", "ended", "stage=1"),
    ],
    "sixes": [
        ("dice_each", "dice_each=7 in_cup=7,7", ""),
        ("soft_six", "answering", "soft_six=1"),
        ("beyond_last_pairing", "dice_each=6 in_cup=6,6", "laid[0,5]=6"),
        ("pairing_needs_six", "dice_each=6 in_cup=5,5", "pairings=1 laid[0,0]=1 laid[1,0]=1"),
        ("no_zero", "dice_each=6 in_cup=6,6", "shown[0,0]=1"),
        ("landing_order", "dice_each=6 in_cup=6,3", "shown[1,1]=3"),
        ("dice_of_seat", "dice_each=6 in_cup=6,6", "in_cup=6,5"),
        ("unmatched_six", "dice_each=6 in_cup=6,5", "pairings=1 laid[1,0]=16"),
        ("cannot_have", "dice_each=6 in_cup=6,6", "rounds=1 total=13 last_points=13"),
        ("cannot_have", "dice_each=6 in_cup=6,6", "rounds=2 total=25 last_points=12"),
        ("points_too_early", "dice_each=6 in_cup=6,6", "total=2 last_points=2"),
        ("points_together", "dice_each=6 in_cup=6,6", "rounds=1 total=12,12 last_points=12,12"),
        ("points_together", "dice_each=6 in_cup=6,6", "rounds=1 total=11,1 last_points=11,1"),
        ("points_together", "dice_each=6 in_cup=6,6", "rounds=3 total=14,13"),
        ("won_before", "dice_each=6 in_cup=6,6", "rounds=3 total=17 last_points=2"),
        ("last_points", "ended", "last_points=0,0"),
        ("dice_in_cup", "dice_each=6 in_cup=6,6", "stage=2"),
        ("soft_six_waits", "dice_each=6 in_cup=6,6", "soft_six=6"),
        ("unmatched_hard_sixes", NO_SIX, "stage=1"),
        ("hard_sixes_first", NO_SIX, "stage=2 shown[0,5]=3 shown[0,6]=1"),
        ("nothing_to_choose", NO_SIX, "stage=2"),
        ("passes", "dice_each=6 in_cup=6,6", "passes=1"),
        ("over", "dice_each=6 in_cup=6,6", "rounds=3 total=15"),
        ("final_roll", NO_SIX, "stage=4"),
        ("final_roll_once", "dice_each=6 in_cup=6,6", "is_final=1"),
        ("must_be_final", "dice_each=6 in_cup=6,6", "rolls=1 in_cup=6,0"),
        ("pairing_too_early", "dice_each=6 in_cup=5,5", "pairings=1 laid[0,0]=16 laid[1,0]=16"),
        ("round_not_over", NO_SIX, "stage=5 rounds=2 total=15"),
    ],
    "phase10": [
        ("order", TWO_PLAY, "order=0,0"),
        ("turn", TWO_PLAY, "turn=5"),
        ("finisher", TWO_PLAY, "finisher=5"),
        ("dice_in_wrong_stage", TWO_PLAY, "rolling=1"),
        ("start_roll", TWO_PLAY, "start_roll=9,3"),
        ("start_rank_and_order", TWO_PLAY, "start_rank=1,0"),
        ("start_rolls_and_order", TWO_PLAY, "start_roll=5,9 start_rank=0,1"),
        ("start_rolls_and_order", TWO_PLAY, "start_roll=7,7 start_rank=0,1"),
        ("start_rolls_and_order", TWO_PLAY, "start_roll=7,0 start_rank=0,1"),
        ("order_alone", "seats=1 rolling=1 finisher=8", ""),
        ("order_alone", f"seats=1 {FIRST_ROLL}", "order=0 start_roll=7"),
        ("start_rank", "seats=2 rolling=3 finisher=8", "start_rank=2"),
        ("rolling", "seats=2 rolling=3 finisher=8", "rolling=7"),
        ("rolling", "seats=2 rolling=3 finisher=8", "rolling=1 start_roll=0,7"),
        ("tied_seat", "seats=2 rolling=3 finisher=8", "rolling=2"),
        ("start_rolls_and_order", "seats=2 rolling=3 finisher=8", "start_roll=7,8"),
        ("start_rolls_and_order", "seats=3 rolling=6 finisher=8", "start_roll=5,9,9 start_rank=0,1,1"),
        ("start_rolls_and_order", "seats=3 rolling=3 finisher=8", "start_roll=0,0,6 start_rank=0,0,2"),
        ("played_before_order", "seats=2 rolling=3 finisher=8", "rolls=1"),
        ("played_before_order", "seats=2 rolling=3 finisher=8", "face=1"),
        ("finished_before_order", "seats=2 rolling=3 finisher=8", "finisher=0"),
        ("rolls", TWO_PLAY, "rolls=3"),
        ("first_roll", TWO_PLAY, "stage=1 rolling=5"),
        ("turns_taken", TWO_PLAY, column(0, 9)),
        ("turns_taken", TWO_PLAY, "failures=9999 tries=9999"),
        ("turns_taken", TWO_PLAY, "failures=1,0 tries=1,0"),
        ("turns_taken", ONE_HAS_FINISHED, "failures=0,0,7"),
        ("turns_taken", ONE_HAS_FINISHED, "failures=0,0,5"),
        ("turns_taken", ONE_HAS_FINISHED, "turn=2"),
        ("first_to_finish", TWO_PLAY, "finisher=1"),
        ("ended_too_early", TWO_PLAY, "stage=3"),
        ("ends_at_finisher", ONE_HAS_FINISHED, "stage=3"),
        ("last_dice", ALONE_AT_THE_END, "face=0,1,2,3,0,1,2,3,4,5"),
        ("last_dice", ALONE_AT_THE_END, "points[0,9]=41"),
        ("last_dice", ONE_HAS_FINISHED, "stage=1 rolling=1008 face=0,0,0,0,2,2,2,2,2,1"),
        ("first_dice", TWO_PLAY, "stage=1 rolling=1023 face=0,0,0,0,0,0,0,0,0,1"),
        ("last_try", ONE_HAS_FINISHED, "turn=2 failures=0,1,6"),
        ("last_try", ONE_HAS_FINISHED, f"failures=0,1,6 tries=0,1 {column(1, 9)} qualified=0"),
        ("turn_after_finish", ONE_HAS_FINISHED, "turn=0"),
        ("qualified_right", ONE_HAS_FINISHED, "qualified=6"),
        ("should_be_qualified", ONE_HAS_FINISHED, f"{column(2, 9)} failures=0"),
        ("should_be_qualified", ONE_HAS_FINISHED, "qualified=0"),
        ("first_finish_bonus", ONE_HAS_FINISHED, "first_finish_bonus=0"),
        ("first_finish_alone", ALONE_AT_THE_END, "first_finish_bonus=0"),
        ("qualified_plays", TWO_PLAY, "qualified=4"),
        ("empty_seat", TWO_PLAY, "failures=0,0,1"),
        ("phase_scores", TWO_PLAY, f"{column(0, 1)} points[0,0]=11"),
        ("phase_never_scores", TWO_PLAY, f"{column(0, 1)} points[0,0]=49"),
        ("points_too_early", TWO_PLAY, "points[0,0]=40"),
        ("five_phase_bonus", TWO_PLAY, "five_phase_bonus=40"),
        ("first_finish_bonus_of", TWO_PLAY, "first_finish_bonus=40"),
        ("tries", TWO_PLAY, f"{column(0, 1)} tries=1"),
        ("tries_of_phase_1", TWO_PLAY, "failures=1,1"),
        ("tries_of_phase_1", TWO_PLAY, "failures=1,1 stage=1 rolling=1023 face=1"),
        ("tries", ONE_HAS_FINISHED, "tries=1 stage=1 rolling=1023 face=1"),
    ],
    "popalotsy": [
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
    ],
    "mixeddoubles": [
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
    ],
}
"""By game: a flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""


@cache
def before(spec: GameSpec, name: str) -> Any:
    if "=" in name:
        return changed(spec.state(), name)
    wanted, seats, variants = PLAYED[spec.slug][name]
    return reached(spec.slug, wanted, seats, **variants)


@pytest.mark.parametrize(
    ("spec", "flaw", "name", "changes"),
    [pytest.param(spec, *row, id=f"{spec.slug}-{row[0]}") for spec in SPECS for row in ROWS[spec.slug]],
)
def test_a_position_that_cannot_be_is_told_why(spec: GameSpec, flaw: str, name: str, changes: str) -> None:
    found = flaws(spec, changed(before(spec, name).duplicate(), changes))
    assert f"{spec.slug}.flaw_{flaw}" in [said.id for said in found]


@every_game
def test_every_flaw_is_told_of_some_position(spec: GameSpec) -> None:
    declared = {name.removeprefix("FLAW_").lower() for name in vars(spec.part("words")) if name.startswith("FLAW_")}
    assert declared == {flaw for flaw, _, _ in ROWS[spec.slug]}


@pytest.mark.parametrize("text", [TWO_PLAY, ONE_HAS_FINISHED, ALONE_AT_THE_END])
def test_what_is_changed_could_be(text: str) -> None:
    assert flaws(game("phase10"), before(game("phase10"), text)) == []


# One by one


def test_mixed_doubles_without_a_stage() -> None:
    state = reached("mixeddoubles", at(md.WAGERING))
    check("mixeddoubles", state, "nothing has happened before the lot is cast", stage=md.CASTING_LOTS)


def test_a_finale_that_wagers() -> None:
    state = reached("mixeddoubles", at(md.FINALE))
    check("mixeddoubles", state, "never in the finale", wagered=1, wager_value=1)


def test_a_wager_that_is_nowhere_when_the_dice_are_rolled_first() -> None:
    state = reached("mixeddoubles", lambda state: state.stage == md.ROLLING and state.wagered == state.rolls == 1)
    check("mixeddoubles", state, "what is wagered lies in the jackpot", wagered=2, rolls=2 + state.discard_extra)


LATER = (md.PAUSING, md.ENDING, md.PARTING, md.SWAPPING)


@pytest.mark.parametrize("stage", LATER)
def test_a_wager_of_more_cards_than_lie_where_it_can_be_later_in_the_turn(stage: int) -> None:
    """Once rolled, what was wagered is in the jackpot or in the bank of whoever wagered it."""
    state = reached(
        "mixeddoubles", lambda state: state.stage == stage and state.wagered == 1, seats=3, part_minus_five="on"
    )
    check("mixeddoubles", state, "what is wagered lies in the jackpot", wagered=14)


def test_a_wager_of_more_cards_than_there_are_up_to_the_last_of_them() -> None:
    """Cards are wagered from low to high: three of them do not end with a 1."""
    state = reached(
        "mixeddoubles", lambda state: state.stage == md.WAGERING and state.wagered == 1 and state.wager_value == 1
    )
    there = sum(cards_in(lane) for lane in state.palette.cells[state.wager_colour :: COLOURS])
    state.jackpot[state.wager_colour] += sum(state.palette.cells[state.wager_colour :: COLOURS])
    state.palette.cells[state.wager_colour :: COLOURS] = [0] * md.SEATS
    assert there >= 2
    check("mixeddoubles", state, "what is wagered lies in the jackpot", wagered=3, rolls=state.rolls + 2)


@pytest.mark.parametrize("stage", [md.DRAWING, md.DEALING])
def test_nine_cards_to_draw(stage: int) -> None:
    state = reached("mixeddoubles", lambda state: state.stage == stage and state.to_draw == 1)
    check("mixeddoubles", state, "dealt 3 cards" if stage == md.DEALING else "to_draw must be 1 to 3", to_draw=9)


def test_a_turn_that_ends_with_rolls_unmade() -> None:
    check("mixeddoubles", reached("mixeddoubles", at(md.ENDING)), "all its rolls are made", rolls=1)


def test_a_match_that_ends_with_seats_still_to_roll() -> None:
    check("mixeddoubles", reached("mixeddoubles", at(md.ENDED)), "ends when all have rolled", finale=1)


def test_an_all_in_that_nobody_would_ever_play() -> None:
    state = reached("mixeddoubles", lambda state: state.stage == md.DRAWING and any(state.palette_all_in))
    check("mixeddoubles", state, "only while its owner draws", turn=1 - state.turn)


def test_sixes_with_more_rounds_than_anybody_plays() -> None:
    check("sixes", reached("sixes", at(sixes.SOFT_SIXES)), "rounds must be 0 to 100000", rounds=2**31 - 2)


def test_any_number_of_rounds_may_bring_nobody_a_point() -> None:
    """Six against six, and soft against soft, give nothing (§31, §34): so many rounds with low totals can be."""
    match = Match(game("sixes"), 2, variants={"dice": "4"}, settle=False)
    for _ in range(30):
        for _ in range(8):
            match.land(5)
    assert (match.state.rounds, match.state.total) == (30, [0, 0])
    match.state.rounds = 9_999
    assert flaws(game("sixes"), match.state) == []


def test_a_player_out_of_dice_before_a_roll_that_is_not_final() -> None:
    state = reached("sixes", lambda state: state.stage == sixes.ROLLING and state.is_final == 1)
    check("sixes", state, "the roll must be final", is_final=0)


def test_a_final_roll_after_the_last_roll_of_a_round() -> None:
    check("sixes", reached("sixes", at(sixes.FINAL_ROLL)), "the final roll belongs", rolls=sixes.ROLL_CAP - 1)


def test_popalotsy_ended_with_nobody_out() -> None:
    check("popalotsy", reached("popalotsy", at(pop.DROPPING)), "although nobody is out of cards", stage=pop.ENDED)


def test_popalotsy_ended_with_two_out() -> None:
    state = reached("popalotsy", at(pop.ENDED))
    loser = state.held.index(max(state.held))
    state.discard |= state.hand[loser]
    state.discard_left += state.held[loser]
    state.hand[loser] = state.twin[loser] = state.held[loser] = 0
    check("popalotsy", state, "ends as soon as one seat is out")


def test_popalotsy_won_by_who_has_not_dropped_the_last_ring() -> None:
    state = reached("popalotsy", at(pop.ENDED))
    loser = state.held.index(max(state.held))
    state.ring_seat[state.rings - 1] = loser
    check("popalotsy", state, "ends as soon as one seat is out of cards")


def test_popalotsy_dealt_unevenly_before_the_first_round() -> None:
    state = reached("popalotsy", lambda state: state.dealing == 1 and state.rounds == 0)
    for row in (state.hand, state.twin, state.held):
        row[0], row[1] = row[1], row[0]
    check("popalotsy", state, "five cards each are dealt in turn")


def test_lowdown_wilds_used_and_nothing_written() -> None:
    check("lowdown", reached("lowdown", at(1)), "more wilds than it has written", wilds=[1, 0, 0, 0])


def made(state: Any, seat: int, points: list[int]) -> Any:
    """Phases that a seat has made, for these points."""
    state.phase[seat] = len(points)
    for phase, scored in enumerate(points):
        state.points[seat, phase] = scored
    return state


@pytest.mark.parametrize(("points", "possible"), [(17, False), (18, True), (49, True), (50, False), (61, False)])
def test_no_phase_scores_more_than_its_dice_can(points: int, possible: bool) -> None:
    state = made(reached("phase10", at(p10.CHOOSING), 2), 0, [40, 40, 40, points])
    state.failures[1] = state.tries[1] = 4
    assert (flaws(game("phase10"), state) == []) == possible


def test_a_qualified_seat_in_phase_4() -> None:
    state = reached("phase10", at(p10.CHOOSING), 3)
    first, second, third = state.order[:3]
    made(made(state, first, [40] * 10), second, [40] * 3)
    state.turn, state.finisher, state.first_finish_bonus[first] = 1, 0, 40
    state.failures[second], state.failures[third], state.tries[third] = 6, 9, 9
    assert flaws(game("phase10"), state) == []
    check("phase10", state, "qualified must be seats", qualified=1 << second)


def test_an_unqualified_seat_with_the_first_finish_bonus() -> None:
    state = reached("phase10", at(p10.CHOOSING), 3)
    for seat in state.order[:2]:
        made(state, seat, [40] * 10).first_finish_bonus[seat] = 40
    state.turn, state.finisher = 2, 0
    state.failures[:], state.tries[:] = [0] * 8, [0] * 8
    check("phase10", state, "for the finisher and for who was qualified")


@pytest.mark.parametrize(
    ("rolls", "possible"),
    [
        ("9,5", True),
        ("5,9", False),
        ("7,7", False),
        ("10,9,8", True),
        ("9,10,5", True),  # the last two were tied and rolled again
        ("6,10,5", True),
        ("5,10,6", False),  # nobody is behind who rolled the lowest
        ("8,7,9", True),
        ("8,7,10", False),  # nobody is ahead of who rolled the highest
        ("8,9,7,6", True),
        ("8,8,7,6", True),
        ("8,8,8", False),
        ("7,6,7,6", True),  # two ties
        ("9,9,9,9", False),
    ],
)
def test_the_rolls_lead_to_the_order(rolls: str, possible: bool) -> None:
    seats = len(rolls.split(","))
    text = f"seats={seats} stage=2 order={','.join(map(str, range(seats)))} rolls=1 finisher=8 start_roll={rolls}"
    assert (flaws(game("phase10"), before(game("phase10"), text)) == []) == possible


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_roll_for_the_starting_order_is_known_in_every_way(seats: int) -> None:
    """All positions before the first turn, of which play reaches some."""
    spec = game("phase10")
    match = Match(spec, seats, settle=False)
    reached, waiting = {match.position()}, [match.state]
    while waiting:
        state = waiting.pop()
        for side in range(6):
            following = state.duplicate()
            spec.rules.land(following, side)
            if following.stage == p10.STARTING and format_fields(following) not in reached:
                reached.add(format_fields(following))
                waiting.append(following)
    accepted = set()
    for rolls in product((0, 5, 6, 7, 8, 9, 10), repeat=seats):
        for ranks in product(range(seats), repeat=seats):
            for rolling in range(1, 1 << seats):
                state = match.state.duplicate()
                state.start_roll[:seats], state.start_rank[:seats], state.rolling = rolls, ranks, rolling
                if not flaws(spec, state):
                    accepted.add(format_fields(state))
    assert accepted == reached


LAST_DICE = [
    (FORTY, "1023", True),  # as the finisher left them
    ("face=0,0,0,0,2,2,2,2,2,0", "1008", True),  # four have landed since
    ("face=0,0,0,0,2,2,2,2,2,1", "1008", False),  # 41 points with four wilds
    ("face=4,4,4,4,0,0,0,0,1,2", "768", True),  # eight have landed since: 40 in one of many ways
    ("face=4,4,4,4,0,1,2,3,4,5", "1008", False),
    ("face=0,0,0,0,0,1,2,3,4,5", "1008", False),  # no five of a number with four wilds at most
    ("face=0,0,0,0,0,0,0,0,0,0", "1008", True),  # not told
]


@pytest.mark.parametrize(("face", "rolling", "possible"), LAST_DICE)
def test_dice_that_have_not_landed_lie_as_the_turn_before_left_them(face: str, rolling: str, possible: bool) -> None:
    spec = game("phase10")
    state = changed(before(spec, ONE_HAS_FINISHED).duplicate(), f"stage=1 rolling={rolling} {face}")
    assert (flaws(spec, state) == []) == possible


@pytest.mark.parametrize(
    "changes",
    [
        "failures=0,1,6 tries=0,1 turn=2",  # the second has failed in the last try
        f"{column(1, 10)} turn=2 first_finish_bonus=40,40",  # or has made phase 10
        f"{column(1, 10)} turn=2 first_finish_bonus=40,40 {column(2, 5)}",  # the third goes on after two phases more
        f"failures=0,1,7 tries=0,1,1 turn=0 stage=3 {column(2, 5)}",  # and has failed in phase 6
    ],
)
def test_a_last_try_goes_on_until_it_fails(changes: str) -> None:
    spec = game("phase10")
    assert flaws(spec, changed(before(spec, ONE_HAS_FINISHED).duplicate(), changes)) == []


@pytest.mark.parametrize("failures", [0, 1, 7])
@pytest.mark.parametrize("bonus", [0, 40])
def test_alone_only_a_failure_can_cost_the_first_finish_bonus(failures: int, bonus: int) -> None:
    spec = game("phase10")
    state = changed(before(spec, ALONE_AT_THE_END).duplicate(), f"failures={failures} first_finish_bonus={bonus}")
    assert (flaws(spec, state) == []) == (failures > 0 or bonus == 40)


@pytest.mark.parametrize(("mine", "theirs", "possible"), [(12, 0, True), (10, 2, True), (9, 2, True), (11, 1, False)])
def test_so_many_points_can_six_dice_give_in_a_round(mine: int, theirs: int, possible: bool) -> None:
    text = f"dice_each=6 in_cup=6,6 rounds=1 total={mine},{theirs} last_points={mine},{theirs}"
    assert (flaws(game("sixes"), before(game("sixes"), text)) == []) == possible


def test_in_the_race_cards_change_hands_by_a_wrong_drop() -> None:
    spec = game("popalotsy")
    for referee, wrong in (("instant", 1), ("round", 0)):
        state = reached(
            "popalotsy", lambda state: state.stage == pop.DROPPING and state.rounds == 1, 2, referee=referee
        )
        given = state.hand[0] & ~state.twin[0] & ~state.hand[1]
        given &= -given
        state.hand[0], state.hand[1] = state.hand[0] & ~given, state.hand[1] | given
        state.held[0], state.held[1], state.wrong[1] = 4, 6, wrong
        assert flaws(spec, state) == []
        state.wrong[1] = 0
        assert (flaws(spec, state) == []) == (referee == "round")


def test_a_match_counts_further_than_a_position_to_begin_from_may() -> None:
    state = before(game("sixes"), "dice_each=6 in_cup=6,6 rounds=10001").duplicate()
    assert flaws(game("sixes"), state) == []
    with pytest.raises(NotationError, match="rounds must be 0 to 10000, not 10001"):
        check_position(game("sixes"), state)
