"""Positions that play cannot reach, each told by what is wrong with it."""

from collections.abc import Callable
from typing import Any

import pytest

from quincunx import Match, game
from quincunx.core.position import flaws
from quincunx.games.mixeddoubles import state as md
from quincunx.games.mixeddoubles.cards import COLOURS, cards_in
from quincunx.games.phase10 import rules as p10
from quincunx.games.popalotsy import state as pop
from quincunx.games.sixes import state as sixes


def reached(slug: str, wanted: Callable[[Any], bool], seats: int | None = None, **variants: str) -> Any:
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


def at(stage: int) -> Callable[[Any], bool]:
    return lambda state: bool(state.stage == stage)


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
    check("sixes", reached("sixes", at(sixes.SOFT_SIXES)), "rounds must be 0 to 10000", rounds=2**31 - 2)


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
    state.failures[0] = state.tries[0]
    assert (flaws(game("phase10"), state) == []) == possible


def test_a_qualified_seat_in_phase_4() -> None:
    state = reached("phase10", at(p10.CHOOSING), 3)
    first, second = state.order[0], state.order[1]
    made(made(state, first, [40] * 10), second, [40] * 3)
    state.turn, state.finisher, state.first_finish_bonus[first] = 1, 0, 40
    state.failures[:], state.tries[:] = [0] * 8, [0] * 8
    assert flaws(game("phase10"), state) == []
    check("phase10", state, "qualified must be seats", qualified=1 << second)


def test_an_unqualified_seat_with_the_first_finish_bonus() -> None:
    state = reached("phase10", at(p10.CHOOSING), 3)
    for seat in state.order[:2]:
        made(state, seat, [40] * 10).first_finish_bonus[seat] = 40
    state.turn, state.finisher = 2, 0
    state.failures[:], state.tries[:] = [0] * 8, [0] * 8
    check("phase10", state, "for the finisher and for who was qualified")
