"""Positions of Mixed Doubles that play cannot reach, and some that it can, one by one."""

import pytest

from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles import state as md
from quincunx.games.mixeddoubles.cards import COLOURS, cards_in
from tests.contract.impossible import at, check, reached


def test_mixed_doubles_without_a_stage() -> None:
    state = reached(SPEC, at(md.WAGERING))
    check(SPEC, state, "nothing has happened before the lot is cast", stage=md.CASTING_LOTS)


def test_a_finale_that_wagers() -> None:
    state = reached(SPEC, at(md.FINALE))
    check(SPEC, state, "never in the finale", wagered=1, wager_value=1)


def test_a_wager_that_is_nowhere_when_the_dice_are_rolled_first() -> None:
    state = reached(SPEC, lambda state: state.stage == md.ROLLING and state.wagered == state.rolls == 1)
    check(SPEC, state, "what is wagered lies in the jackpot", wagered=2, rolls=2 + state.discard_extra)


LATER = (md.PAUSING, md.ENDING, md.PARTING, md.SWAPPING)


@pytest.mark.parametrize("stage", LATER)
def test_a_wager_of_more_cards_than_lie_where_it_can_be_later_in_the_turn(stage: int) -> None:
    """Once rolled, what was wagered is in the jackpot or in the bank of whoever wagered it."""
    state = reached(SPEC, lambda state: state.stage == stage and state.wagered == 1, seats=3, part_minus_five="on")
    check(SPEC, state, "what is wagered lies in the jackpot", wagered=14)


def test_a_wager_of_more_cards_than_there_are_up_to_the_last_of_them() -> None:
    """Cards are wagered from low to high: three of them do not end with a 1."""
    state = reached(SPEC, lambda state: state.stage == md.WAGERING and state.wagered == 1 and state.wager_value == 1)
    there = sum(cards_in(lane) for lane in state.palette.cells[state.wager_colour :: COLOURS])
    state.jackpot[state.wager_colour] += sum(state.palette.cells[state.wager_colour :: COLOURS])
    state.palette.cells[state.wager_colour :: COLOURS] = [0] * md.SEATS
    assert there >= 2
    check(SPEC, state, "what is wagered lies in the jackpot", wagered=3, rolls=state.rolls + 2)


@pytest.mark.parametrize("stage", [md.DRAWING, md.DEALING])
def test_nine_cards_to_draw(stage: int) -> None:
    state = reached(SPEC, lambda state: state.stage == stage and state.to_draw == 1)
    check(SPEC, state, "dealt 3 cards" if stage == md.DEALING else "to_draw must be 1 to 3", to_draw=9)


def test_a_turn_that_ends_with_rolls_unmade() -> None:
    check(SPEC, reached(SPEC, at(md.ENDING)), "all its rolls are made", rolls=1)


def test_a_match_that_ends_with_seats_still_to_roll() -> None:
    check(SPEC, reached(SPEC, at(md.ENDED)), "ends when all have rolled", finale=1)


def test_an_all_in_that_nobody_would_ever_play() -> None:
    state = reached(SPEC, lambda state: state.stage == md.DRAWING and any(state.palette_all_in))
    check(SPEC, state, "only while its owner draws", turn=1 - state.turn)
